//! Patterns: which stand, which were made, and what is a part of them.

use super::Param::{Attr, Match, Pattern, Piece, Player, Target};
use super::Returns::{Bool, Int, Items};
use super::pieces::push_stack;
use super::{ApiFn, items, value};
use crate::board::SiteSet;
use crate::board::pattern::{Patterns, Sight};
use crate::script::table::{Fault, Table};

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "matches",
        &[("pattern", Pattern), ("player", Player)],
        Items,
        "where a pattern of the player stands now, as matches: by the column of the leftmost of its cells, then by row as the player counts; nothing for `none`",
        items!(|t, a, out| standing(t, a, now, out)),
    )
    .gives(Match),
    ApiFn::read(
        "matches_with",
        &[("pattern", Pattern), ("player", Player), ("attr", Attr)],
        Items,
        "as `matches`, but only those in which a piece that has its place there bears the attribute",
        items!(|t, a, out| {
            let start = out.len();
            standing(t, a, now, out)?;
            let mut kept = start;
            for i in start..out.len() {
                if bears(t, out[i], a[2]) {
                    out[kept] = out[i];
                    kept += 1;
                }
            }
            out.truncate(kept);
            Ok(())
        }),
    )
    .gives(Match),
    ApiFn::read(
        "made",
        &[("pattern", Pattern), ("player", Player)],
        Items,
        "as `matches`, but only with a piece, in a cell that wants it, that was not there when the running hook began, or at the last `save` that is not taken back; what only lost its neighbor is not made",
        items!(|t, a, out| {
            let Ok(pattern) = usize::try_from(a[0]) else { return Ok(()) };
            let n_seen = looking(t, a[1], now(t), |patterns, now| {
                looking(t, a[1], then(t), |_, then| {
                    patterns.made(pattern, a[1] as usize, (now, then), out)
                })
            });
            t.charge(n_seen)
        }),
    )
    .gives(Match),
    ApiFn::read(
        "stood",
        &[("pattern", Pattern), ("player", Player)],
        Items,
        "as `matches`, but what stood when the running hook began, or at the last `save` that is not taken back, whether it still does or not",
        items!(|t, a, out| standing(t, a, then, out)),
    )
    .gives(Match),
    ApiFn::read(
        "part_of",
        &[("pattern", Pattern), ("player", Player), ("site", Target)],
        Bool,
        "whether a pattern of the player stands with one of its pieces on a site",
        value!(|t, a| Ok(part_of(t, a, now(t)).into())),
    ),
    ApiFn::read(
        "was_part_of",
        &[("pattern", Pattern), ("player", Player), ("site", Target)],
        Bool,
        "as `part_of`, but as it was when the running hook began, or at the last `save` that is not taken back",
        value!(|t, a| Ok(part_of(t, a, then(t)).into())),
    ),
    ApiFn::read(
        "holds",
        &[("match", Match), ("site", Target)],
        Bool,
        "whether one of the pieces of a match has its place on a site",
        value!(|t, a| {
            let holds = |site: usize| t.game.patterns.holds(a[0] as usize, site);
            Ok(usize::try_from(a[1]).is_ok_and(holds).into())
        }),
    ),
    ApiFn::read(
        "members",
        &[("match", Match)],
        Items,
        "the player's own pieces that stand now in the cells of a match, from the left",
        items!(|t, a, out| {
            let player = t.game.patterns.player_of(a[0] as usize);
            for site in t.game.patterns.own_sites(a[0] as usize) {
                push_stack(t, site, out, |piece| t.state.owner(piece) == player);
            }
            Ok(())
        }),
    )
    .gives(Piece),
    ApiFn::read(
        "mark_of",
        &[("match", Match)],
        Int,
        "the site of the cell of a match that the picture marks by an upper-case letter, −1 without one",
        value!(|t, a| {
            Ok(t.game.patterns.mark_of(a[0] as usize).map_or(-1, |site| site as i64))
        }),
    )
    .gives(Target),
];

/// Whether a piece that has its place in a match bears an attribute.
fn bears(table: &Table, handle: i64, attr: i64) -> bool {
    let state = &table.state;
    let marked = |site: usize| {
        state.pieces_down(site).any(|piece| state.attribute(piece, attr as usize) != 0)
    };
    table.game.patterns.wanted_sites(handle as usize).any(marked)
}

/// The sites of pieces by owner, nobody's last.
type Occupied = [SiteSet];

/// Where pieces stand now.
fn now(table: &Table) -> &Occupied {
    table.state.all_occupied()
}

/// Where they stood when the running hook began, or at the last save that is not taken back.
fn then(table: &Table) -> &Occupied {
    table.saves.last().map_or(&table.origin, |save| save.state.all_occupied())
}

/// Asks something of the patterns with what a player sees. Nobody is an enemy of the own team.
fn looking<T>(
    table: &Table,
    player: i64,
    occupied: &Occupied,
    ask: impl FnOnce(&Patterns, Sight<'_>) -> T,
) -> T {
    let (player, players) = (player as usize, &table.game.players);
    let team = players[player].team;
    let is_enemy =
        |other: &usize| *other != player && (team.is_none() || players[*other].team != team);
    let mut enemies = (0..players.len()).filter(is_enemy);
    let several;
    let enemy = match (enemies.next(), enemies.next()) {
        (Some(only), None) => &occupied[only],
        (first, second) => {
            let all = first.into_iter().chain(second).chain(enemies);
            several = all.fold(SiteSet::EMPTY, |all, other| all.union(occupied[other]));
            &several
        }
    };
    let (own, neutral) = (&occupied[player], &occupied[table.game.nobody()]);
    ask(&table.game.patterns, Sight { own, neutral, enemy })
}

fn standing(
    table: &mut Table,
    args: &[i64],
    occupied: fn(&Table) -> &Occupied,
    out: &mut Vec<i64>,
) -> Result<(), Fault> {
    let Ok(pattern) = usize::try_from(args[0]) else { return Ok(()) };
    let n_seen = looking(table, args[1], occupied(table), |patterns, sight| {
        patterns.standing(pattern, args[1] as usize, sight, out)
    });
    table.charge(n_seen)
}

fn part_of(table: &Table, args: &[i64], occupied: &Occupied) -> bool {
    let (Ok(pattern), Ok(site)) = (usize::try_from(args[0]), usize::try_from(args[2])) else {
        return false;
    };
    looking(table, args[1], occupied, |patterns, sight| {
        patterns.part_of(pattern, args[1] as usize, site, sight)
    })
}

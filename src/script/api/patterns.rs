//! Patterns: which stand, which were made, and what is a part of them.

use super::Param::{Attr, Match, Pattern, Player, Target};
use super::Returns::{Bool, Int, Items};
use super::pieces::push_stack;
use super::{ApiFn, items, value};
use crate::board::SiteSet;
use crate::board::pattern::Sight;
use crate::script::table::{Fault, Table};

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "matches",
        &[("pattern", Pattern), ("player", Player)],
        Items,
        "where a pattern of the player stands now, as matches: by the column of the leftmost of its cells, then by row as the player counts; nothing for `none`",
        items!(|t, a, out| standing(t, a, &now(t, a[1]), out)),
    ),
    ApiFn::read(
        "matches_with",
        &[("pattern", Pattern), ("player", Player), ("attr", Attr)],
        Items,
        "as `matches`, but only those in which a piece that has its place there bears the attribute",
        items!(|t, a, out| {
            let start = out.len();
            standing(t, a, &now(t, a[1]), out)?;
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
    ),
    ApiFn::read(
        "made",
        &[("pattern", Pattern), ("player", Player)],
        Items,
        "as `matches`, but only with a piece, in a cell that wants it, that was not there when the running hook began, or at the last `save` that is not taken back; what only lost its neighbor is not made",
        items!(|t, a, out| {
            let Ok(pattern) = usize::try_from(a[0]) else { return Ok(()) };
            let (now, then) = (now(t, a[1]), then(t, a[1]));
            let n_seen = t.game.patterns.made(pattern, a[1] as usize, (&now, &then), out);
            t.charge(n_seen)
        }),
    ),
    ApiFn::read(
        "stood",
        &[("pattern", Pattern), ("player", Player)],
        Items,
        "as `matches`, but what stood when the running hook began, or at the last `save` that is not taken back, whether it still does or not",
        items!(|t, a, out| standing(t, a, &then(t, a[1]), out)),
    ),
    ApiFn::read(
        "part_of",
        &[("pattern", Pattern), ("player", Player), ("site", Target)],
        Bool,
        "whether a pattern of the player stands with one of its pieces on a site",
        value!(|t, a| Ok(part_of(t, a, &now(t, a[1])).into())),
    ),
    ApiFn::read(
        "was_part_of",
        &[("pattern", Pattern), ("player", Player), ("site", Target)],
        Bool,
        "as `part_of`, but as it was when the running hook began, or at the last `save` that is not taken back",
        value!(|t, a| Ok(part_of(t, a, &then(t, a[1])).into())),
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
    ),
    ApiFn::read(
        "mark_of",
        &[("match", Match)],
        Int,
        "the site of the cell of a match that the picture marks by an upper-case letter, −1 without one",
        value!(|t, a| {
            Ok(t.game.patterns.mark_of(a[0] as usize).map_or(-1, |site| site as i64))
        }),
    ),
];

/// Whether a piece that has its place in a match bears an attribute.
fn bears(table: &Table, handle: i64, attr: i64) -> bool {
    let state = &table.state;
    let marked = |site: usize| {
        state.pieces_down(site).any(|piece| state.attribute(piece, attr as usize) != 0)
    };
    table.game.patterns.wanted_sites(handle as usize).any(marked)
}

/// What a player sees now.
fn now(table: &Table, player: i64) -> Sight {
    sight(table, player, table.state.all_occupied())
}

/// What a player saw when the running hook began, or at the last save that is not taken back.
fn then(table: &Table, player: i64) -> Sight {
    let save = table.saves.last().map(|save| save.state.all_occupied());
    sight(table, player, save.unwrap_or(&table.origin))
}

/// What a player sees when these are the sites of pieces by owner, nobody's last. Nobody is an
/// enemy of the own team.
fn sight(table: &Table, player: i64, occupied: &[SiteSet]) -> Sight {
    let (player, players) = (player as usize, &table.game.players);
    let team = players[player].team;
    let is_enemy =
        |other: usize| other != player && (team.is_none() || players[other].team != team);
    let enemies = (0..players.len()).filter(|other| is_enemy(*other));
    let enemies = enemies.fold(SiteSet::EMPTY, |all, other| all.union(occupied[other]));
    Sight::new(occupied[player], occupied[players.len()], enemies)
}

fn standing(
    table: &mut Table,
    args: &[i64],
    sight: &Sight,
    out: &mut Vec<i64>,
) -> Result<(), Fault> {
    let Ok(pattern) = usize::try_from(args[0]) else { return Ok(()) };
    let n_seen = table.game.patterns.standing(pattern, args[1] as usize, sight, out);
    table.charge(n_seen)
}

fn part_of(table: &Table, args: &[i64], sight: &Sight) -> bool {
    let (Ok(pattern), Ok(site)) = (usize::try_from(args[0]), usize::try_from(args[2])) else {
        return false;
    };
    table.game.patterns.part_of(pattern, args[1] as usize, site, sight)
}

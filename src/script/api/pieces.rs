//! Pieces, stacks, sites and zones.

use super::Effect::Change;
use super::Param::{Attr, Owner, Piece, Player, Site, Target, Value, Zone};
use super::Returns::{Bool, Int, Items};
use super::{ApiFn, items, value};
use crate::game::NONE;
use crate::script::table::{Fault, Table};

/// A piece or a site as scripts know it, −1 for none.
fn or_none(index: Option<usize>) -> i64 {
    index.map_or(-1, |i| i as i64)
}

/// The index of an owner, who scripts know as −1 when it is nobody.
pub(super) fn owner(table: &Table, player: i64) -> usize {
    usize::try_from(player).unwrap_or_else(|_| table.game.nobody())
}

/// An owner as scripts know it, −1 for nobody.
fn or_nobody(table: &Table, owner: usize) -> i64 {
    if owner == table.n_players { NONE } else { owner as i64 }
}

/// The player whose view a zone is seen from when none is named.
fn viewer(table: &Table) -> usize {
    table.current.map_or_else(|| table.state.mover().unwrap_or(0), |step| step.player.into())
}

fn inside(table: &Table, player: usize, site: i64, zone: i64) -> bool {
    usize::try_from(site).is_ok_and(|site| table.zone(zone as usize, player).contains(site))
}

/// The pieces of a stack, bottom first, appended without an allocation of their own.
pub(super) fn push_stack(
    table: &Table,
    site: usize,
    out: &mut Vec<i64>,
    keep: impl Fn(usize) -> bool,
) {
    let start = out.len();
    out.extend(
        table.state.pieces_down(site).filter(|piece| keep(*piece)).map(|piece| piece as i64),
    );
    out[start..].reverse();
}

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::property(
        "mover",
        Int,
        "the player whose turn it is, −1 before the first turn",
        value!(|t, _| Ok(or_none(t.state.mover()))),
    )
    .gives(Owner),
    ApiFn::property(
        "turn",
        Int,
        "the number of the turn, counted from 1; 0 before the first",
        value!(|t, _| Ok(t.state.turn().into())),
    ),
    ApiFn::property(
        "n_players",
        Int,
        "how many players there are",
        value!(|t, _| Ok(t.game.players.len() as i64)),
    ),
    ApiFn::read(
        "after",
        &[("player", Player)],
        Int,
        "the player in the next seat",
        value!(|t, a| {
            let next = a[0] + 1;
            Ok(if next < t.n_players as i64 { next } else { 0 })
        }),
    )
    .gives(Player),
    ApiFn::read(
        "pieces",
        &[("player", Owner)],
        Items,
        "the player's pieces on the board, or nobody's, by site, the lowest of a stack first",
        items!(|t, a, out| {
            let owner = owner(t, a[0]);
            for site in t.state.sites_of(owner) {
                push_stack(t, site, out, |piece| t.state.owner(piece) == owner);
            }
            Ok(())
        }),
    )
    .gives(Piece),
    ApiFn::read(
        "reserve",
        &[("player", Owner)],
        Items,
        "the player's pieces off the board, or nobody's",
        items!(|t, a, out| {
            let owner = owner(t, a[0]);
            let own = |piece: &usize| t.game.pieces[*piece].owner == owner;
            let off = (0..t.game.pieces.len()).filter(|piece| t.state.site_of(*piece).is_none());
            out.extend(off.filter(own).map(|piece| piece as i64));
            Ok(())
        }),
    )
    .gives(Piece),
    ApiFn::read(
        "stacks",
        &[("player", Player)],
        Items,
        "the piece on top of every site where it is the player's, by site; a single piece is a stack of one",
        items!(|t, a, out| {
            let player = a[0] as usize;
            let tops = t.state.sites_of(player).filter_map(|site| t.state.top(site));
            out.extend(tops.filter(|top| t.state.owner(*top) == player).map(|top| top as i64));
            Ok(())
        }),
    )
    .gives(Piece),
    ApiFn::read(
        "stacks",
        &[("player", Player), ("attr", Attr), ("value", Value)],
        Items,
        "as `stacks`, but only where the attribute of the top piece has the value",
        items!(|t, a, out| {
            let (player, attribute) = (a[0] as usize, a[1] as usize);
            let n = t.state.stacks_with(player, attribute, a[2], &mut t.stacks);
            out.extend(t.stacks[..n].iter().map(|(top, _)| i64::from(*top)));
            Ok(())
        }),
    )
    .gives(Piece),
    ApiFn::read(
        "firsts",
        &[("player", Player), ("zone", Zone)],
        Items,
        "of the player's pieces on each site of a zone, as the player sees it, the one that came first, by site",
        items!(|t, a, out| {
            let (player, zone) = (a[0] as usize, a[1] as usize);
            let sites = t.zone(zone, player);
            for site in t.state.sites_of(player).filter(|site| sites.contains(*site)) {
                out.extend(t.state.first_on(site, player).map(|piece| piece as i64));
            }
            Ok(())
        }),
    )
    .gives(Piece),
    ApiFn::read(
        "pieces_on",
        &[("site", Site)],
        Items,
        "the pieces on a site in order of arrival, the lowest first",
        items!(|t, a, out| {
            push_stack(t, a[0] as usize, out, |_| true);
            Ok(())
        }),
    )
    .gives(Piece),
    ApiFn::read(
        "site",
        &[("piece", Piece)],
        Int,
        "where a piece stands, −1 off the board",
        value!(|t, a| Ok(or_none(t.state.site_of(a[0] as usize)))),
    )
    .gives(Target),
    ApiFn::read(
        "owner",
        &[("piece", Piece)],
        Int,
        "whose piece it is, −1 for nobody's",
        value!(|t, a| Ok(or_nobody(t, t.state.owner(a[0] as usize)))),
    )
    .gives(Owner),
    ApiFn::read(
        "kind",
        &[("piece", Piece)],
        Int,
        "the kind of a piece, to compare with `kind::…`",
        value!(|t, a| Ok(t.game.pieces[a[0] as usize].kind as i64)),
    ),
    ApiFn::read(
        "top",
        &[("site", Site)],
        Int,
        "the piece that came to a site last, −1 when it is empty",
        value!(|t, a| Ok(or_none(t.state.top(a[0] as usize)))),
    ),
    ApiFn::read(
        "holder",
        &[("site", Site)],
        Int,
        "the owner of the piece on top of a site, −1 when it is empty or that piece is nobody's",
        value!(|t, a| {
            let top = t.state.top(a[0] as usize);
            Ok(top.map_or(NONE, |piece| or_nobody(t, t.state.owner(piece))))
        }),
    )
    .gives(Owner),
    ApiFn::read(
        "height",
        &[("site", Site)],
        Int,
        "how many pieces stand on a site",
        value!(|t, a| Ok(t.state.height(a[0] as usize) as i64)),
    ),
    ApiFn::read(
        "n_on",
        &[("site", Site), ("player", Owner)],
        Int,
        "how many of a player's pieces, or nobody's, stand on a site",
        value!(|t, a| Ok(t.state.n_on(a[0] as usize, owner(t, a[1])) as i64)),
    ),
    ApiFn::read(
        "piece_on",
        &[("site", Target), ("player", Owner)],
        Int,
        "a player's piece on a site, or nobody's, the one that came first; −1 when there is none",
        value!(|t, a| {
            let owner = owner(t, a[1]);
            let Ok(site) = usize::try_from(a[0]) else { return Ok(-1) };
            Ok(or_none(t.state.first_on(site, owner)))
        }),
    ),
    ApiFn::read(
        "full",
        &[("site", Site)],
        Bool,
        "whether a site holds as many pieces as its capacity allows",
        value!(|t, a| {
            let site = a[0] as usize;
            let capacity = t.game.board.sites()[site].capacity;
            Ok(capacity.is_some_and(|most| t.state.height(site) >= most).into())
        }),
    ),
    ApiFn::read(
        "own",
        &[("player", Player), ("zone", Zone)],
        Int,
        "the first site of a zone as the player sees it, such as the player's home; −1 when the zone is empty",
        value!(|t, a| {
            Ok(or_none(t.zone(a[1] as usize, a[0] as usize).iter().next()))
        }),
    )
    .gives(Target),
    ApiFn::read(
        "n_pieces",
        &[("player", Owner)],
        Int,
        "how many pieces a player has, or are nobody's, on the board and off it",
        value!(|t, a| {
            let owner = owner(t, a[0]);
            let own = t.game.pieces.iter().filter(|piece| piece.owner == owner);
            Ok(own.count() as i64)
        }),
    ),
    ApiFn::read(
        "on_board",
        &[("player", Owner)],
        Int,
        "how many pieces a player has, or are nobody's, on the board",
        value!(|t, a| Ok(t.state.n_on_board(owner(t, a[0])) as i64)),
    ),
    ApiFn::read(
        "count",
        &[("player", Player), ("zone", Zone)],
        Int,
        "how many pieces a player has in a zone, seen from that player",
        value!(|t, a| {
            let (player, zone) = (a[0] as usize, a[1] as usize);
            let sites = t.zone(zone, player);
            Ok(count_in(t, player, sites))
        }),
    ),
    ApiFn::read(
        "count_for",
        &[("viewer", Player), ("player", Owner), ("zone", Zone)],
        Int,
        "how many pieces a player has, or are nobody's, in a zone, seen from the viewer",
        value!(|t, a| {
            let sites = t.zone(a[2] as usize, a[0] as usize);
            Ok(count_in(t, owner(t, a[1]), sites))
        }),
    ),
    ApiFn::read(
        "held",
        &[("player", Player), ("zone", Zone)],
        Int,
        "how many sites of a zone, seen from the player, hold a piece of the player",
        value!(|t, a| {
            let sites = t.zone(a[1] as usize, a[0] as usize);
            let n_sites = t.game.board.n_sites();
            Ok(t.state.occupied(a[0] as usize).n_shared_below(sites, n_sites) as i64)
        }),
    ),
    ApiFn::read(
        "inside",
        &[("site", super::Param::Target), ("zone", Zone)],
        Bool,
        "whether a site is in a zone, seen from the player who throws or chooses",
        value!(|t, a| Ok(inside(t, viewer(t), a[0], a[1]).into())),
    ),
    ApiFn::read(
        "inside_for",
        &[("player", Player), ("site", super::Param::Target), ("zone", Zone)],
        Bool,
        "whether a site is in a zone, seen from a player",
        value!(|t, a| Ok(inside(t, a[0] as usize, a[1], a[2]).into())),
    ),
    ApiFn::read(
        "stands",
        &[("piece", Piece), ("zone", Zone)],
        Bool,
        "whether a piece stands in a zone, as its owner sees it; one that is nobody's, as the player who throws or chooses sees it",
        value!(|t, a| {
            let piece = a[0] as usize;
            let site = t.state.site_of(piece).map_or(-1, |site| site as i64);
            let owner = Some(t.state.owner(piece)).filter(|owner| *owner != t.n_players);
            Ok(inside(t, owner.unwrap_or_else(|| viewer(t)), site, a[1]).into())
        }),
    ),
    ApiFn::read(
        "depth",
        &[("piece", Piece)],
        Int,
        "how many pieces stand under a piece",
        value!(|t, a| {
            let mut depth = 0;
            let mut piece = a[0] as usize;
            while let Some(below) = t.state.below(piece) {
                piece = below;
                depth += 1;
            }
            Ok(depth)
        }),
    ),
    ApiFn::read(
        "sites",
        &[("zone", Zone)],
        Items,
        "the sites of a zone in rising order, seen from the player who throws or chooses",
        items!(|t, a, out| {
            out.extend(t.zone(a[0] as usize, viewer(t)).iter().map(|site| site as i64));
            Ok(())
        }),
    )
    .gives(Site),
    ApiFn::effect(
        Change,
        "put",
        &[("piece", Piece), ("site", Site)],
        "puts a piece on top of a site, from wherever it is",
        value!(|t, a| {
            t.state.lift(a[0] as usize);
            make_room(t, a[1] as usize, 1)?;
            t.state.put(a[0] as usize, a[1] as usize);
            Ok(0)
        }),
    ),
    ApiFn::effect(
        Change,
        "move_all",
        &[("from", Site), ("to", Site)],
        "moves everything on a site on top of another one, in its order",
        value!(|t, a| {
            if a[0] != a[1] {
                make_room(t, a[1] as usize, t.state.height(a[0] as usize))?;
            }
            t.state.move_all(a[0] as usize, a[1] as usize);
            Ok(0)
        }),
    ),
    ApiFn::effect(
        Change,
        "remove",
        &[("piece", Piece)],
        "takes a piece off the board, and off the steps that wait; its attributes have their defaults again",
        value!(|t, a| {
            t.state.remove(a[0] as usize, &t.game);
            Ok(0)
        }),
    ),
    ApiFn::effect(
        Change,
        "clear",
        &[("site", Site)],
        "takes everything on a site off the board, as `remove` does, and says how many pieces that were",
        value!(|t, a| {
            let mut n = 0;
            while let Some(piece) = t.state.top(a[0] as usize) {
                t.state.remove(piece, &t.game);
                n += 1;
            }
            Ok(n)
        }),
    )
    .returns(Int),
];

/// A fault where `n` more pieces than a site holds would stand on it.
#[inline]
fn make_room(table: &Table, site: usize, n: usize) -> Result<(), Fault> {
    // Most boards need not be asked site by site.
    if table.game.board.has_capacities() { fits(table, site, n) } else { Ok(()) }
}

fn fits(table: &Table, site: usize, n: usize) -> Result<(), Fault> {
    let board = &table.game.board;
    match board.sites()[site].capacity {
        Some(most) if table.state.height(site) + n > most => {
            let message = format!("`{}` holds at most {most} pieces", board.name(site));
            Err(Fault::new("full-site", message)
                .help("ask `g.full(site)` first, or take a piece away"))
        }
        _ => Ok(()),
    }
}

fn count_in(table: &Table, owner: usize, sites: &crate::board::SiteSet) -> i64 {
    let state = &table.state;
    let own = state.occupied(owner).intersection(*sites);
    let sites = own.iter_below(table.game.board.n_sites());
    sites.map(|site| state.n_on(site, owner)).sum::<usize>() as i64
}

//! Walks along tracks: counted site by site, through forks and corners.

use std::ops::Range;

use super::Param::{Attr, Int as N, Piece, Player, Site, Value, Walk as W, Zone};
use super::Returns::{Bool, Int, Items};
use super::{ApiFn, range, value};
use crate::board::{SiteSet, Track};
use crate::script::table::{Fault, Table};
use crate::script::walks::Way;

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "walks",
        &[("piece", Piece), ("n", N)],
        Items,
        "every way to go `n` sites along the track of the piece's owner from where it stands, the main way of each fork first",
        range!(|t, a| walk(t, a[0] as usize, a[1], None)),
    )
    .gives(W),
    ApiFn::read(
        "walks_into",
        &[("piece", Piece), ("n", N), ("zone", Zone)],
        Items,
        "as `walks`, but a way that enters the zone must end in it",
        range!(|t, a| walk(t, a[0] as usize, a[1], Some(a[2] as usize))),
    )
    .gives(W),
    ApiFn::read(
        "stack_walks",
        &[("player", Player), ("attr", Attr), ("value", Value), ("n", N), ("zone", Zone)],
        Items,
        "the walks of `walks_into` for all pieces of `stacks`, stack by stack",
        range!(|t, a| {
            let (player, attribute, zone) = (a[0] as usize, a[1] as usize, a[4] as usize);
            let n = length(t, player, a[3])?;
            let first = t.walks.len();
            let way = Way { player, n, only: Some(zone) };
            let n_stacks = t.state.stacks_with(player, attribute, a[2], &mut t.stacks);
            let work = t.walks.find(&t.game, &t.limits, way, &t.stacks[..n_stacks])?;
            // Ways that end too early are no walks, but finding that out takes its time.
            t.charge(8 * work)?;
            Ok(first..t.walks.len())
        }),
    )
    .gives(W),
    ApiFn::read(
        "walker",
        &[("walk", W)],
        Int,
        "the piece that a walk is of",
        value!(|t, a| Ok(t.walks.get(a[0] as usize).piece.into())),
    )
    .gives(Piece),
    ApiFn::read(
        "end",
        &[("walk", W)],
        Int,
        "the site where a walk ends",
        value!(|t, a| Ok(t.walks.get(a[0] as usize).end.into())),
    )
    .gives(Site),
    ApiFn::read(
        "blocked",
        &[("walk", W), ("n", N), ("zone", Zone)],
        Bool,
        "whether a walk comes to a site of the zone, as its owner sees it, where one player has at least `n` pieces; its end counts, its beginning does not",
        value!(|t, a| {
            t.charge(sites(t, a[0]).len())?;
            let zone = zone(t, a[0], a[2]);
            let holds = |site: usize| {
                (0..t.game.players.len()).any(|player| t.state.n_on(site, player) as i64 >= a[1])
            };
            let way = sites(t, a[0]).iter().skip(1).map(|site| usize::from(*site));
            let busy = |site: &usize| t.state.height(*site) as i64 >= a[1];
            Ok(way.filter(busy).any(|site| zone.contains(site) && holds(site)).into())
        }),
    ),
    ApiFn::read(
        "to_go",
        &[("piece", Piece)],
        Int,
        "how many sites the main way has before the piece, to the end of its owner's track; −1 for a piece that is not on it",
        value!(|t, a| to_go(t, a[0] as usize)),
    ),
    ApiFn::read(
        "to_go_all",
        &[("player", Player), ("off", N)],
        Int,
        "the sum of `to_go` over the player's pieces on the board; a piece that is not on the track counts as `off`",
        value!(|t, a| {
            let mut sum = 0_i64;
            for site in t.state.sites_of(a[0] as usize) {
                for piece in t.state.pieces_down(site) {
                    if t.state.owner(piece) == a[0] as usize {
                        let ahead = to_go(t, piece)?;
                        sum = sum.saturating_add(if ahead < 0 { a[1] } else { ahead });
                    }
                }
            }
            t.charge(t.game.pieces.len())?;
            Ok(sum)
        }),
    ),
    ApiFn::read(
        "passes",
        &[("walk", W), ("zone", Zone)],
        Bool,
        "whether a walk passes a site of the zone, as its owner sees it, between its ends",
        value!(|t, a| {
            t.charge(sites(t, a[0]).len())?;
            let (zone, path) = (zone(t, a[0], a[1]), sites(t, a[0]));
            let inner = path.get(1..path.len().saturating_sub(1)).unwrap_or_default();
            Ok(inner.iter().any(|site| zone.contains((*site).into())).into())
        }),
    ),
    ApiFn::read(
        "crosses",
        &[("walk", W), ("from", Zone), ("to", Zone)],
        Bool,
        "whether a walk steps anywhere from a site of one zone to a site of the other, as its owner sees them",
        value!(|t, a| {
            t.charge(t.walks.get(a[0] as usize).len as usize)?;
            let (from, to) = (zone(t, a[0], a[1]), zone(t, a[0], a[2]));
            let steps = |pair: &[u16]| from.contains(pair[0].into()) && to.contains(pair[1].into());
            Ok(sites(t, a[0]).windows(2).any(steps).into())
        }),
    ),
];

fn sites(table: &Table, handle: i64) -> &[u16] {
    table.walks.sites(handle as usize)
}

fn zone(table: &Table, handle: i64, zone: i64) -> &SiteSet {
    let player = table.walks.get(handle as usize).player;
    table.zone(zone as usize, player.into())
}

/// How far the end of the main way is. A track whose main way comes round to itself has no end.
fn to_go(table: &Table, piece: usize) -> Result<i64, Fault> {
    let Some(site) = table.state.site_of(piece) else { return Ok(-1) };
    let track = table.game.tracks.get(table.state.owner(piece));
    let Some(ahead) = track.and_then(Option::as_ref).map(|track| track.ahead[site]) else {
        return Ok(-1);
    };
    if ahead == Track::ENDLESS {
        return Err(Fault::new("endless-track", "this track has no end to go to")
            .help("its main way comes round to itself"));
    }
    Ok(ahead.into())
}

/// Finds the walks of a piece and gives out their handles.
fn walk(
    table: &mut Table,
    piece: usize,
    n: i64,
    only: Option<usize>,
) -> Result<Range<usize>, Fault> {
    let player = table.state.owner(piece);
    // Pieces that are nobody's walk nowhere.
    if player == table.game.nobody() {
        return Ok(0..0);
    }
    let n = length(table, player, n)?;
    let Some(site) = table.state.site_of(piece) else { return Ok(0..0) };
    let first = table.walks.len();
    let (way, pieces) = (Way { player, n, only }, [(piece as u16, site as u16)]);
    let work = table.walks.find(&table.game, &table.limits, way, &pieces)?;
    table.charge(8 * work)?;
    Ok(first..table.walks.len())
}

/// How far walks of a player go, who needs a track for them.
#[inline]
fn length(table: &Table, player: usize, n: i64) -> Result<usize, Fault> {
    match usize::try_from(n) {
        Ok(length) if length as u64 <= table.limits.walk && table.game.tracks[player].is_some() => {
            Ok(length)
        }
        _ => Err(no_walk(table, player, n)),
    }
}

/// What is wrong with walks of a player so far.
#[cold]
fn no_walk(table: &Table, player: usize, n: i64) -> Fault {
    if table.game.tracks[player].is_none() {
        let player = &table.game.players[player].id;
        return Fault::new("no-track", format!("`{player}` has no track to walk on"));
    }
    if n < 0 {
        return Fault::new("bad-argument", format!("a walk of {n} sites"));
    }
    Fault::limit("walk", table.limits.walk)
}

//! Walks along tracks: counted site by site, through forks and corners.

use super::Param::{Int as N, Piece, Walk as W, Zone};
use super::Returns::{Bool, Int, Items};
use super::{ApiFn, items, value};
use crate::board::{SiteSet, Track};
use crate::script::table::{Fault, Table};
use crate::script::walks::Way;

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "walks",
        &[("piece", Piece), ("n", N)],
        Items,
        "every way to go `n` sites along the track of the piece's owner from where it stands, the main way of each fork first",
        items!(|t, a, out| walk(t, a[0] as usize, a[1], None, out)),
    ),
    ApiFn::read(
        "walks_into",
        &[("piece", Piece), ("n", N), ("zone", Zone)],
        Items,
        "as `walks`, but a way that enters the zone must end in it",
        items!(|t, a, out| walk(t, a[0] as usize, a[1], Some(a[2] as usize), out)),
    ),
    ApiFn::read(
        "end",
        &[("walk", W)],
        Int,
        "the site where a walk ends",
        value!(|t, a| Ok(t.walks.get(a[0] as usize).end.into())),
    ),
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
            t.charge(sites(t, a[0]).len())?;
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
fn to_go(table: &mut Table, piece: usize) -> Result<i64, Fault> {
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

/// Finds the walks and gives out their handles.
fn walk(
    table: &mut Table,
    piece: usize,
    n: i64,
    only: Option<usize>,
    out: &mut Vec<i64>,
) -> Result<(), Fault> {
    let player = table.state.owner(piece);
    // Pieces that are nobody's walk nowhere.
    let Some(track) = table.game.tracks.get(player) else { return Ok(()) };
    if track.is_none() {
        return Err(Fault::new(
            "no-track",
            format!("`{}` has no track to walk on", table.game.players[player].id),
        ));
    }
    let Some(site) = table.state.site_of(piece) else { return Ok(()) };
    let Ok(n) = usize::try_from(n) else {
        return Err(Fault::new("bad-argument", format!("a walk of {n} sites")));
    };
    if n as u64 > table.limits.walk {
        return Err(Fault::limit("walk", table.limits.walk));
    }
    let way = Way { player, site, n, only };
    let work = table.walks.find(&table.game, &table.limits, way, out)?;
    // Ways that end too early are no walks, but finding that out takes its time.
    table.charge(8 * work)
}

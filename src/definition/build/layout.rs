//! The layout: board, zones and tracks.

use std::collections::BTreeMap;

use super::names::{Index, Slot};
use super::players::Table;
use super::{Context, ground};
use crate::board::{SiteSet, Track, Zone};
use crate::definition::document::{Document, ZoneRecord};
use crate::definition::path::{self, Ground, Speaker};
use crate::definition::read::Word;
use crate::definition::yaml::Scalar;
use crate::error::{Problem, Problems};
use crate::game::NONE;
use crate::piece::MAX_PIECES;

/// Where things are.
pub(super) struct Layout {
    pub(super) ground: Ground,
    pub(super) zones: Index<Zone>,
    /// The track of each player in play.
    pub(super) tracks: Vec<Option<Track>>,
    pub(super) track_names: BTreeMap<String, i64>,
}

/// Lays the board out; `None` when there is no board to speak about.
pub(super) fn build(document: &Document, table: &Table, cx: &mut Context) -> Option<Layout> {
    let ground = ground::build(document.board.as_ref()?, table, cx)?;
    check_views(document, &ground, cx);
    let zones = cx.collect(
        &document.zones,
        |zone| zone.when.as_ref(),
        |name, record, cx| zone(name, record, &ground, table, cx),
    );
    let mut layout = Layout {
        ground,
        zones,
        tracks: vec![None; table.players.len()],
        track_names: BTreeMap::new(),
    };
    tracks(document, table, &mut layout, cx);
    capacities(document, &mut layout, cx);
    Some(layout)
}

/// Only who looks at a grid or at points looks from a side.
fn check_views(document: &Document, ground: &Ground, cx: &mut Context) {
    if ground.board.rectangle().is_some() {
        return;
    }
    let players = document.players.iter().flat_map(|list| &list.0);
    for player in players.filter(|player| player.view.is_some()) {
        let place = player.id.as_ref().map_or(&player.place, |id| &id.0.place);
        let problem = Problem::new("no-grid", "`view` is for players at a grid");
        cx.report(problem.at(place.clone()).help("leave it out"));
    }
}

/// The sites of a path as each player in play names them; a problem that all have is told once.
pub(super) fn for_all(
    scalar: &Scalar,
    ground: &Ground,
    table: &Table,
    cx: &mut Context,
) -> Option<Vec<Vec<usize>>> {
    if table.players.is_empty() {
        path::sites(scalar, ground, Speaker::Unseated, &cx.scope, &mut cx.problems)?;
    }
    let mut all = Vec::new();
    for seat in 0..table.players.len() {
        let mut problems = Problems::default();
        let sites = path::sites(scalar, ground, Speaker::Seated(seat), &cx.scope, &mut problems);
        let failed = sites.is_none();
        all.extend(sites);
        if failed {
            cx.problems.append(problems);
            return None;
        }
    }
    Some(all)
}

fn zone(
    name: &Word,
    record: &ZoneRecord,
    ground: &Ground,
    table: &Table,
    cx: &mut Context,
) -> Option<Zone> {
    if let Some(all) = &record.all {
        let sites = for_all(all, ground, table, cx)?;
        let sites = sites.into_iter().map(|sites| sites.into_iter().collect()).collect();
        return Some(Zone { name: name.text.clone(), sites });
    }
    let mut by_seat: Vec<Option<SiteSet>> = vec![None; table.players.len()];
    let mut named = vec![false; table.players.len()];
    let mut ok = true;
    for (player, scalar) in &record.by_player {
        // A path of a player who is not in play is read all the same, for its mistakes.
        let seat = table.seat(player, cx);
        let speaker = table.speaker(player);
        let sites = scalar
            .as_ref()
            .and_then(|scalar| path::sites(scalar, ground, speaker, &cx.scope, &mut cx.problems));
        ok &= sites.is_some();
        if let Some(seat) = seat {
            by_seat[seat] = sites.map(|sites| sites.into_iter().collect());
            named[seat] = true;
        } else if !table.knows(player) {
            // A misspelt name: the zone of some player is there, but nobody knows whose.
            return None;
        }
    }
    for (player, _) in table.players.iter().zip(&named).filter(|(_, named)| !**named) {
        let message = format!("the zone `{}` has no sites for `{}`", name.text, player.id);
        let problem = Problem::new("empty-zone", message).at(name.place.clone());
        cx.report(problem.help("name every player, or `all`"));
        ok = false;
    }
    let sites: Option<Vec<SiteSet>> = by_seat.into_iter().collect();
    Some(Zone { name: name.text.clone(), sites: sites.filter(|_| ok)? })
}

fn tracks(document: &Document, table: &Table, layout: &mut Layout, cx: &mut Context) {
    let mut named = vec![false; table.players.len()];
    for (name, record) in &document.tracks.0 {
        let seat = table.seat(name, cx);
        let on = record.as_ref().is_none_or(|record| cx.holds(record.when.as_ref()));
        let number = seat.filter(|_| on).map_or(NONE, |seat| seat as i64);
        layout.track_names.insert(name.text.clone(), number);
        if !on {
            continue;
        }
        let path = record.as_ref().and_then(|record| record.path.as_ref());
        let speaker = table.speaker(name);
        let walk = path.and_then(|path| {
            path::walk(path, &layout.ground, speaker, &cx.scope, &mut cx.problems)
        });
        let Some(seat) = seat else {
            continue;
        };
        named[seat] = true;
        layout.tracks[seat] = walk.map(|walk| Track::new(name.text.clone(), walk.start, walk.next));
    }
    if !named.contains(&true) || document.tracks.0.iter().any(|(name, _)| !table.knows(name)) {
        return;
    }
    for (player, _) in table.players.iter().zip(named).filter(|(_, named)| !named) {
        let message = format!("`{}` has no track", player.id);
        let place = document.tracks.0.first().map(|(name, _)| name.place.clone());
        let problem = Problem::new("missing-track", message);
        cx.report(match place {
            Some(place) => problem.at(place),
            None => problem,
        });
    }
}

/// Limits how many pieces the sites of zones hold; of two limits the lower one counts.
fn capacities(document: &Document, layout: &mut Layout, cx: &mut Context) {
    for (zone, limit) in document.board.iter().flat_map(|board| &board.capacity.0) {
        let limits = (1, MAX_PIECES as i64);
        let limit = limit.as_ref().and_then(|limit| {
            cx.scope.int_within(limit, "a number of pieces", limits, &mut cx.problems)
        });
        let (Slot::On(index), Some(limit)) = (layout.zones.slot(zone, "zone", cx), limit) else {
            continue;
        };
        let limit = limit as usize;
        for site in layout.zones.values[index].sites.iter().flat_map(SiteSet::iter) {
            let lower = layout.ground.board.sites()[site].capacity.is_some_and(|c| c < limit);
            if !lower {
                layout.ground.board.set_capacity(site, limit);
            }
        }
    }
}

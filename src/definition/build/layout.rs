//! The layout: board, zones and tracks.

use std::collections::BTreeMap;

use super::Context;
use super::names::Index;
use super::players::Table;
use crate::board::{Board, MAX_SITES, Shape, Site, SiteSet, Track, Zone, column_name};
use crate::definition::document::{BoardRecord, Document, ZoneRecord};
use crate::definition::path;
use crate::definition::read::Word;
use crate::definition::yaml::Scalar;
use crate::error::Problem;
use crate::game::NONE;

/// Where things are.
pub(super) struct Layout {
    pub(super) board: Board,
    pub(super) zones: Index<Zone>,
    /// The track of each player in play.
    pub(super) tracks: Vec<Option<Track>>,
    pub(super) track_names: BTreeMap<String, i64>,
}

/// Lays the board out; `None` when there is no board to speak about.
pub(super) fn build(document: &Document, table: &Table, cx: &mut Context) -> Option<Layout> {
    let board = board(document.board.as_ref()?, cx)?;
    let zones = cx.collect(
        &document.zones,
        |zone| zone.when.as_ref(),
        |name, record, cx| zone(name, record, &board, table, cx),
    );
    let mut layout = Layout {
        board,
        zones,
        tracks: vec![None; table.players.len()],
        track_names: BTreeMap::new(),
    };
    tracks(document, table, &mut layout, cx);
    Some(layout)
}

fn board(record: &BoardRecord, cx: &mut Context) -> Option<Board> {
    let grid = record.grid.as_ref()?;
    let mut size = |scalar: &Option<Scalar>, what| {
        let limits = (1, MAX_SITES as i64);
        cx.scope.int_within(scalar.as_ref()?, what, limits, &mut cx.problems).map(|n| n as usize)
    };
    let (columns, rows) = (size(&grid.columns, "columns"), size(&grid.rows, "rows"));
    let (columns, rows) = (columns?, rows?);
    if columns * rows > MAX_SITES {
        let message = format!("a board has at most {MAX_SITES} sites, found {columns} × {rows}");
        let place = grid.columns.as_ref().map_or(&grid.place, |scalar| &scalar.place);
        cx.report(Problem::new("board-too-large", message).at(place.clone()));
        return None;
    }
    let squares = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let sites = squares
        .map(|(x, y)| Site {
            name: format!("{}{}", column_name(x + 1), y + 1),
            at: Some((x as i32, y as i32)),
            ..Site::default()
        })
        .collect();
    Some(Board::new(Shape::Grid { columns, rows }, sites))
}

fn zone(
    name: &Word,
    record: &ZoneRecord,
    board: &Board,
    table: &Table,
    cx: &mut Context,
) -> Option<Zone> {
    let read = |scalar: &Scalar, cx: &mut Context| -> Option<SiteSet> {
        let sites = path::sites(scalar, board, &cx.scope, &mut cx.problems)?;
        Some(sites.into_iter().collect())
    };
    if let Some(all) = &record.all {
        let sites = read(all, cx)?;
        return Some(Zone { name: name.text.clone(), sites: vec![sites; table.players.len()] });
    }
    let mut by_seat: Vec<Option<SiteSet>> = vec![None; table.players.len()];
    let mut named = vec![false; table.players.len()];
    let mut ok = true;
    for (player, scalar) in &record.by_player {
        // A path of a player who is not in play is read all the same, for its mistakes.
        let sites = scalar.as_ref().and_then(|scalar| read(scalar, cx));
        ok &= sites.is_some();
        if let Some(seat) = table.seat(player, cx) {
            by_seat[seat] = sites;
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
        let walk = path.and_then(|p| path::walk(p, &layout.board, &cx.scope, &mut cx.problems));
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

//! The setup: the pieces with the places where they start.

use super::Context;
use super::layout::{self, Layout};
use super::material::{Material, value};
use super::players::Table;
use crate::definition::document::{Document, SetupRecord};
use crate::definition::path;
use crate::definition::read::{Ident, Key, Word};
use crate::definition::yaml::Scalar;
use crate::error::{Problem, nearest};
use crate::piece::{MAX_PIECES, Piece};

/// What stands in place of a player for pieces that are nobody's.
const NOBODY: &str = "none";

/// Sets the pieces up: all of the first player's, then all of the second's, and so on; nobody's last.
pub(super) fn build(
    document: &Document,
    table: &Table,
    layout: Option<&Layout>,
    material: &Material,
    cx: &mut Context,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut crowd = vec![0; layout.map_or(0, |layout| layout.ground.board.n_sites())];
    let mut last = &document.place;
    for record in document.setup.iter().flat_map(|list| &list.0) {
        last = &record.place;
        if cx.holds(record.when.as_ref()) {
            let n_before = pieces.len();
            entry(record, table, layout, material, &mut pieces, cx);
            if let Some(layout) = layout {
                check_room(record, layout, &pieces[n_before..], &mut crowd, cx);
            }
        }
    }
    pieces.sort_by_key(|piece| piece.owner);
    if pieces.len() > MAX_PIECES {
        let message = format!("a game has at most {MAX_PIECES} pieces");
        cx.report(Problem::new("too-many-pieces", message).at(last.clone()));
        pieces.truncate(MAX_PIECES);
    }
    pieces
}

/// Adds the pieces of one entry.
fn entry(
    record: &SetupRecord,
    table: &Table,
    layout: Option<&Layout>,
    material: &Material,
    pieces: &mut Vec<Piece>,
    cx: &mut Context,
) {
    let kind = record.kind.as_ref().and_then(|kind| material.kinds.find(kind, "kind", cx));
    let mut attributes: Vec<i32> = material.attributes.values.iter().map(|a| a.default).collect();
    for (name, scalar) in &record.with.0 {
        let Some(index) = material.attributes.find(name, "attribute", cx) else {
            continue;
        };
        let ty = material.attributes.values[index].ty;
        if let Some(value) = scalar.as_ref().and_then(|scalar| value(ty, scalar, cx)) {
            attributes[index] = value;
        }
    }
    if let (true, Some(word), Some(kind)) = (is_nobodys(record), &record.kind, kind)
        && material.kinds.values[kind].glyph.is_none()
    {
        let message = format!(
            "pieces that are nobody's are shown by their kind, but `{}` has no `glyph`",
            word.text
        );
        let problem = Problem::new("missing-glyph", message).at(word.place.clone());
        cx.report(problem.help("give the kind a `glyph`"));
    }
    let owners = owners(record, table, cx);
    let sites = match (&record.at, layout) {
        (Some(at), Some(layout)) => {
            standing(at, record.player.as_ref(), &owners, layout, table, cx)
        }
        (Some(_), None) => None,
        (None, _) if record.count.is_none() => {
            let problem = Problem::new("missing-key", "pieces need `at` or `count`");
            cx.report(problem.at(record.place.clone()));
            None
        }
        (None, _) => Some(vec![vec![None]; owners.len()]),
    };
    let count = match &record.count {
        Some(count) => {
            cx.scope.int_within(count, "a count", (0, MAX_PIECES as i64), &mut cx.problems)
        }
        None => Some(1),
    };
    let (Some(kind), Some(sites), Some(count)) = (kind, sites, count) else {
        return;
    };
    for (owner, sites) in owners.into_iter().zip(sites) {
        for start in sites {
            for _ in 0..count {
                if pieces.len() > MAX_PIECES {
                    return;
                }
                pieces.push(Piece { owner, kind, start, attributes: attributes.clone() });
            }
        }
    }
}

fn is_nobodys(record: &SetupRecord) -> bool {
    record.player.as_ref().is_some_and(|player| player.text == NOBODY)
}

/// The seats of those who own the pieces; nobody's is behind them all.
fn owners(record: &SetupRecord, table: &Table, cx: &mut Context) -> Vec<usize> {
    match &record.player {
        Some(_) if is_nobodys(record) => vec![table.players.len()],
        Some(player) => table.seat(player, cx).into_iter().collect(),
        None => (0..table.players.len()).collect(),
    }
}

/// The sites of each owner: of a path, or of a zone whose name stands alone and is no site's; what is
/// nearly a zone's name is taken for one that is misspelt.
fn standing(
    at: &Scalar,
    player: Option<&Word>,
    owners: &[usize],
    layout: &Layout,
    table: &Table,
    cx: &mut Context,
) -> Option<Vec<Vec<Option<usize>>>> {
    let word = Word { text: at.text.trim().to_owned(), place: at.place.clone() };
    let ground = &layout.ground;
    let zones = layout.zones.words().map(|zone| zone.text.as_str());
    let is_zone = Ident::fits(&word.text)
        && !ground.knows(&word.text)
        && (layout.zones.knows(&word.text) || nearest(&word.text, zones).is_some());
    let all: Vec<Vec<usize>> = if is_zone {
        let zone = &layout.zones.values[layout.zones.find(&word, "zone", cx)?];
        let mut all = Vec::new();
        for &seat in owners {
            let sites = zone.sites.get(seat).or_else(|| zone.shared());
            let Some(sites) = sites else {
                let message = format!("the zone `{}` is each player's own", word.text);
                let problem = Problem::new("unclear-zone", message).at(word.place);
                cx.report(problem.help("write out the sites of what is nobody's"));
                return None;
            };
            all.push(sites.iter().collect());
        }
        all
    } else if let Some(player) = player {
        let speaker = table.speaker(player);
        vec![path::sites(at, ground, speaker, &cx.scope, &mut cx.problems)?]
    } else {
        layout::for_all(at, ground, table, cx)?
    };
    Some(all.into_iter().map(|sites| sites.into_iter().map(Some).collect()).collect())
}

/// Reports the first site that the entry puts too many pieces on.
fn check_room(
    record: &SetupRecord,
    layout: &Layout,
    pieces: &[Piece],
    crowd: &mut [usize],
    cx: &mut Context,
) {
    let mut full = None;
    for site in pieces.iter().filter_map(|piece| piece.start) {
        crowd[site] += 1;
        if full.is_none()
            && let Some(capacity) = layout.ground.board.sites()[site].capacity
            && crowd[site] > capacity
        {
            full = Some((site, capacity));
        }
    }
    if let Some((site, capacity)) = full {
        let name = layout.ground.board.name(site);
        let message = format!("`{name}` holds at most {capacity} pieces, found {}", crowd[site]);
        let place = record.at.as_ref().map_or(&record.place, |at| &at.place);
        cx.report(Problem::new("full-site", message).at(place.clone()));
    }
}

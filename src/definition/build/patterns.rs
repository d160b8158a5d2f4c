//! Patterns: from pictures of letters to all places of the grid where they can stand.

use super::Context;
use super::layout::Layout;
use super::names::Index;
use super::players::Table;
use crate::board::Shape;
use crate::board::pattern::{Cell, Content, MAX_PATTERN_CELLS, Patterns, Picture, View};
use crate::definition::document::{Document, PatternRecord, PictureRecord};
use crate::definition::read::Word;
use crate::definition::yaml::Scalar;
use crate::error::{Place, Problem};
use crate::game;

/// More patterns than this are a load error.
const MAX_PATTERNS: usize = 255;

/// The patterns, and what became of their names.
pub(super) struct Built {
    pub(super) index: Index<()>,
    pub(super) patterns: Patterns,
}

/// Builds the patterns; without a layout only their pictures are looked at.
pub(super) fn build(
    document: &Document,
    table: &Table,
    layout: Option<&Layout>,
    cx: &mut Context,
) -> Built {
    let mut patterns = Patterns::default();
    let mut n = 0;
    let mut has_grid = layout.is_none_or(|layout| grid(layout).is_some());
    if let (false, Some((name, _))) = (has_grid, document.patterns.0.first()) {
        let message = "patterns are for boards with a `grid`";
        cx.report(Problem::new("no-grid", message).at(name.place.clone()));
    }
    has_grid &= layout.is_some();
    let index = cx.collect(
        &document.patterns,
        |pattern| pattern.when.as_ref(),
        |name, record, cx| {
            n += 1;
            if n == MAX_PATTERNS + 1 {
                let message = format!("more than {MAX_PATTERNS} patterns");
                cx.report(Problem::new("too-many-patterns", message).at(name.place.clone()));
            }
            let shapes = shapes(name, record, cx);
            let least = least(record, shapes.as_deref(), cx);
            let within = match (&record.within, layout) {
                (Some(zone), Some(layout)) => Some(layout.zones.find(zone, "zone", cx)?),
                _ => None,
            };
            let layout = layout.filter(|_| has_grid && n <= MAX_PATTERNS)?;
            let maker = Maker { name, record, layout, table, within };
            maker.add(&mut patterns, &shapes?, least?, cx)
        },
    );
    Built { index, patterns }
}

/// A picture as it is written, with its images.
struct Written<'a> {
    place: &'a Place,
    images: Vec<Picture>,
}

/// The columns and rows of a grid.
fn grid(layout: &Layout) -> Option<(usize, usize)> {
    match layout.ground.board.shape() {
        Shape::Grid { columns, rows, .. } => Some((columns, rows)),
        Shape::Points { .. } | Shape::Lines => None,
    }
}

struct Maker<'a> {
    name: &'a Word,
    record: &'a PatternRecord,
    layout: &'a Layout,
    table: &'a Table,
    within: Option<usize>,
}

impl Maker<'_> {
    /// Adds the pattern; every picture must have a place for every player.
    fn add(
        &self,
        patterns: &mut Patterns,
        shapes: &[Written<'_>],
        least: usize,
        cx: &mut Context,
    ) -> Option<()> {
        let (columns, rows) = grid(self.layout)?;
        let zone = self.within.map(|zone| &self.layout.zones.values[zone]);
        let players = self.table.players.iter().enumerate();
        let views: Vec<View<'_>> = players
            .map(|(seat, player)| View {
                columns,
                rows,
                far: player.view == game::View::Far,
                within: zone.map(|zone| &zone.sites[seat]),
            })
            .collect();
        let mut pictures: Vec<Picture> = Vec::new();
        for image in shapes.iter().flat_map(|written| &written.images) {
            // Written twice, or its own image, it stands once all the same.
            if !pictures.contains(image) {
                pictures.push(image.clone());
            }
        }
        let Some(fits) =
            patterns.add(&self.name.text, least, pictures.clone(), self.within, &views)
        else {
            let message = format!("all patterns have more than {MAX_PATTERN_CELLS} cells together");
            let problem = Problem::new("pattern-too-large", message);
            cx.report(problem.at(self.name.place.clone()).help("give them a zone with `within`"));
            return None;
        };
        for written in shapes {
            let has_place = |seat: usize| {
                let mut found = pictures.iter().zip(&fits[seat]);
                found.any(|(picture, fits)| *fits && written.images.contains(picture))
            };
            let Some(seat) = (0..views.len()).find(|seat| !has_place(*seat)) else { continue };
            let message = match &self.record.within {
                None => format!("the picture fits nowhere on a board of {columns} × {rows}"),
                Some(zone) => {
                    let player = &self.table.players[seat].id;
                    format!("the picture fits nowhere in `{}` as `{player}` sees it", zone.text)
                }
            };
            cx.report(Problem::new("fits-nowhere", message).at(written.place.clone()));
        }
        Some(())
    }
}

/// The pictures of a pattern with their mirror images, if such are wanted.
fn shapes<'a>(
    name: &Word,
    record: &'a PatternRecord,
    cx: &mut Context,
) -> Option<Vec<Written<'a>>> {
    let mirror = match &record.mirror {
        Some(mirror) => cx.scope.bool(mirror, &mut cx.problems),
        None => Some(false),
    };
    let records: Vec<&PictureRecord> = match (&record.picture, &record.pictures) {
        (Some(picture), None) => vec![picture],
        (None, Some(pictures)) if !pictures.0.is_empty() => pictures.0.iter().collect(),
        _ => {
            let message = "a pattern has either `picture` or `pictures`";
            cx.report(Problem::new("missing-key", message).at(name.place.clone()));
            return None;
        }
    };
    let mut all = Vec::new();
    for record in &records {
        let Some(picture) = picture(record, cx) else { continue };
        let mut images = vec![picture];
        if mirror == Some(true) {
            images.push(images[0].mirrored());
        }
        all.push(Written { place: &record.place, images });
    }
    (mirror.is_some() && all.len() == records.len()).then_some(all)
}

/// The least number of own pieces, which every picture must have room for.
fn least(
    record: &PatternRecord,
    shapes: Option<&[Written<'_>]>,
    cx: &mut Context,
) -> Option<usize> {
    let Some(least) = &record.least else { return Some(0) };
    let images = shapes.unwrap_or_default().iter().filter_map(|written| written.images.first());
    let room = images.map(Picture::n_own).min();
    let room = room.map_or(i64::MAX, |room| room as i64);
    let what = "a number of own pieces";
    cx.scope.int_within(least, what, (0, room), &mut cx.problems).map(|least| least as usize)
}

/// Reads a picture; what is wrong with it is reported.
fn picture(record: &PictureRecord, cx: &mut Context) -> Option<Picture> {
    let rows = record.rows.as_ref()?;
    let mut cells = Vec::new();
    let mut mark: Option<Place> = None;
    let mut ok = true;
    let length = |row: &Scalar| row.text.chars().count();
    let width = rows.first().map_or(0, length);
    for (i, row) in rows.iter().enumerate() {
        if length(row) != width {
            let message = format!("expected a row of {width} cells, found {}", length(row));
            let problem = Problem::new("ragged-picture", message).at(row.place.clone());
            cx.report(problem.help("the rows of a picture are of one length; `.` is for anything"));
            ok = false;
        }
        for (column, (at, letter)) in row.text.char_indices().enumerate() {
            let place = || row.at(at..at + letter.len_utf8());
            let content = Content::of_letter(letter);
            if content.is_none() && letter != '.' {
                let message = format!("expected `o`, `j`, `n`, `e`, `-` or `.`, found `{letter}`");
                cx.report(Problem::new("bad-picture", message).at(place()));
                ok = false;
                continue;
            }
            let marked = letter.is_ascii_uppercase();
            if marked && mark.replace(place()).is_some() {
                let message = "only one cell of a picture is marked";
                let problem = Problem::new("second-mark", message).at(place());
                cx.report(problem.help("write the others in lower case"));
                ok = false;
            }
            let (right, ahead) = (column as i32, (rows.len() - i) as i32);
            cells.extend(content.map(|content| Cell { right, ahead, content, marked }));
        }
    }
    let picture = Picture::new(cells);
    if picture.is_none() && ok {
        let message = "a picture needs a cell with a piece, one of `o`, `j`, `n` and `e`";
        cx.report(Problem::new("empty-picture", message).at(record.place.clone()));
    }
    picture.filter(|_| ok)
}

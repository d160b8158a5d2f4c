//! Draws a board from rows of cells: every site by its name, or by the pieces that hide it.
//!
//! A cell is as wide as the names and two letters need. Sites beside the board, and those that hold
//! any number of pieces where others of their line do not, are labels: name and pieces, written over
//! the empty cells around them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use anstyle::Style;

use super::paint::Paint;
use super::stack::{glyph, marks, runs};
use crate::game::Game;
use crate::state::State;

/// Frames between cells are drawn, and rows without a drawing filled, up to this width.
const MAX_WIDTH: usize = 80;

/// A cell is never narrower than the letters of two pieces.
const MIN_BODY: usize = 2;

/// A row of a drawing: a site in each cell, or nothing.
pub(super) type Row = Vec<Option<usize>>;

/// A text in parts of different styles.
#[derive(Clone, Default)]
struct Phrase {
    spans: Vec<(Style, String)>,
    /// In characters.
    width: usize,
}

impl Phrase {
    fn of(style: Style, text: impl Into<String>) -> Self {
        let mut phrase = Self::default();
        phrase.push(style, text);
        phrase
    }

    fn push(&mut self, style: Style, text: impl Into<String>) {
        let text = text.into();
        if text.is_empty() {
            return;
        }
        self.width += text.chars().count();
        self.spans.push((style, text));
    }

    fn append(&mut self, other: &Self) {
        self.spans.extend(other.spans.iter().cloned());
        self.width += other.width;
    }
}

/// What a site shows.
enum Content {
    /// Its name or its pieces, and its sign; the background goes on to the end of the cell.
    Cell { phrase: Phrase, sign: Option<Phrase>, ground: Style },
    /// The same text in full, then shorter and shorter.
    Label(Vec<Phrase>),
}

/// How wide cells are.
#[derive(Clone, Copy)]
struct Scale {
    /// The width of a cell between its frames; without frames, with the blank at its end.
    inner: usize,
    /// Whether cells have frames, one character wide.
    framed: bool,
}

impl Scale {
    fn frame(self) -> usize {
        usize::from(self.framed)
    }

    /// Where the text of a column begins.
    fn start(self, column: usize) -> usize {
        column * (self.inner + self.frame()) + self.frame()
    }

    /// Where the text of a column ends, the first column behind it.
    fn end(self, column: usize) -> usize {
        self.start(column) + self.inner - usize::from(!self.framed)
    }

    fn width(self, columns: usize) -> usize {
        columns * (self.inner + self.frame()) + self.frame()
    }
}

/// The rows of the drawing; without a drawing, rings and lanes in rows of their own.
pub(super) fn board(game: &Game, state: &State, paint: Paint<'_>) -> Vec<String> {
    let cells: Vec<usize> = sites(game).into_iter().filter(|site| !is_label(game, *site)).collect();
    let names = cells.iter().map(|site| game.board.name(*site).chars().count());
    let body = names.max().unwrap_or(0).max(MIN_BODY);
    let signed = cells.iter().any(|site| paint.sign(*site).is_some());
    let framed = Scale { inner: body + usize::from(signed), framed: true };
    let n_cells = (MAX_WIDTH - framed.frame()) / (framed.inner + framed.frame());
    let rows = rows(game, n_cells);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    // Without frames the sign, or a blank, parts a cell from the next one.
    let bare = Scale { inner: body + 1, framed: false };
    let mut scale = if framed.width(columns) <= MAX_WIDTH { framed } else { bare };
    let contents: Vec<Vec<Option<Content>>> = rows
        .iter()
        .map(|row| row.iter().map(|site| site.map(|s| content(game, state, s, paint))).collect())
        .collect();
    let widths = contents.iter().flatten().flatten().map(|content| match content {
        Content::Cell { phrase, .. } => phrase.width,
        Content::Label(_) => 0,
    });
    // Pieces may need more room than names, but frames do not come and go with them.
    scale.inner += widths.max().unwrap_or(0).saturating_sub(body);
    loop {
        let lines: Option<Vec<String>> =
            contents.iter().map(|row| line(row, columns, scale, paint)).collect();
        if let Some(lines) = lines {
            return lines;
        }
        scale.inner += 1;
    }
}

/// The sites that are drawn.
fn sites(game: &Game) -> Vec<usize> {
    let drawing = &game.display.drawing;
    if drawing.is_empty() {
        (0..game.board.n_sites()).collect()
    } else {
        drawing.iter().flatten().flatten().copied().collect()
    }
}

/// The sites in rows; without a drawing each line begins anew and goes on after so many cells.
pub(super) fn rows(game: &Game, n_cells: usize) -> Cow<'_, [Row]> {
    if !game.display.drawing.is_empty() {
        return Cow::Borrowed(&game.display.drawing);
    }
    let n_cells = n_cells.max(1);
    let mut rows: Vec<Row> = Vec::new();
    for line in game.board.lines() {
        let sites: Row = line.sites.clone().map(Some).collect();
        rows.extend(sites.chunks(n_cells).map(<[Option<usize>]>::to_vec));
    }
    let beside = (0..game.board.n_sites()).filter(|site| game.board.is_beside(*site));
    rows.extend(beside.map(|site| vec![Some(site)]));
    Cow::Owned(rows)
}

fn is_label(game: &Game, site: usize) -> bool {
    let sites = game.board.sites();
    let limited = |site: usize| sites[site].capacity.is_some();
    let line = game.board.lines().iter().find(|line| line.sites.contains(&site));
    game.board.is_beside(site)
        || !limited(site) && line.is_some_and(|l| l.sites.clone().any(limited))
}

fn content(game: &Game, state: &State, site: usize, paint: Paint<'_>) -> Content {
    let sign = paint.sign(site).map(|sign| Phrase::of(paint.name(site), sign));
    let written = |name: &str| Phrase::of(paint.name(site), name);
    let name = written(game.board.name(site));
    let pieces = pieces(game, state, site, paint);
    if !is_label(game, site) {
        let phrase = if pieces.width == 0 { name } else { pieces };
        return Content::Cell { phrase, sign, ground: paint.ground(site) };
    }
    let mut names = vec![name];
    names.extend(game.board.sites()[site].short.as_deref().map(written));
    let signed = |mut phrase: Phrase| {
        if let Some(sign) = &sign {
            phrase.append(sign);
        }
        phrase
    };
    let mut forms: Vec<Phrase> = names.into_iter().map(signed).collect();
    if pieces.width > 0 {
        for form in &mut forms {
            form.push(paint.ground(site), " ");
            form.append(&pieces);
        }
        forms.push(pieces);
    }
    Content::Label(forms)
}

/// The letters of the pieces, those that came first before the others; more than two pieces of an
/// owner as their number and the letter.
fn pieces(game: &Game, state: &State, site: usize, paint: Paint<'_>) -> Phrase {
    let runs = runs(game, state, site);
    let pair = state.height(site) <= 2;
    let mut phrase = Phrase::default();
    for (owner, pieces) in runs {
        let glyph = glyph(game, state, pieces[0]);
        let mut text = match pieces.len() {
            1 => String::from(glyph),
            n if pair => String::from(glyph).repeat(n),
            // A site may have the name that the letter before the number would make.
            n => format!("{n}{glyph}"),
        };
        text += &marks(game, state, &pieces);
        phrase.push(paint.token(owner), text);
    }
    phrase
}

/// A row of cells and labels; `None` when a label has no room.
fn line(row: &[Option<Content>], columns: usize, scale: Scale, paint: Paint<'_>) -> Option<String> {
    let mut frames = BTreeSet::new();
    let mut items: Vec<(usize, Phrase)> = Vec::new();
    for (column, content) in row.iter().enumerate() {
        match content {
            None => {}
            Some(Content::Cell { phrase, sign, ground }) => {
                let mut phrase = phrase.clone();
                if let Some(sign) = sign {
                    phrase.append(sign);
                }
                phrase.push(*ground, " ".repeat(scale.inner - phrase.width));
                items.push((scale.start(column), phrase));
                if scale.framed {
                    frames.extend([scale.start(column) - 1, scale.end(column)]);
                }
            }
            Some(Content::Label(forms)) => {
                let room = room(row, column, columns, scale);
                let phrase = forms.iter().find(|form| form.width <= room.len())?.clone();
                let middle = scale.start(column) + scale.end(column);
                let start = middle.saturating_sub(phrase.width) / 2;
                items.push((start.clamp(room.start, room.end - phrase.width), phrase));
            }
        }
    }
    items.extend(frames.into_iter().map(|at| (at, Phrase::of(paint.dim(), "|"))));
    items.sort_by_key(|(start, _)| *start);
    let mut line = String::new();
    let mut width = 0;
    for (start, phrase) in items {
        line.push_str(&" ".repeat(start - width));
        width = start + phrase.width;
        for (style, text) in phrase.spans {
            _ = write!(line, "{style}{text}{style:#}");
        }
    }
    Some(line)
}

/// Where a label may be written: up to the next cells on both sides, a blank apart from their text;
/// two labels share the room between them.
fn room(row: &[Option<Content>], column: usize, columns: usize, scale: Scale) -> Range<usize> {
    let neighbor = |column: usize| row[column].as_ref().map(|content| (column, content));
    let start = match (0..column).rev().find_map(neighbor) {
        None => 0,
        Some((before, Content::Cell { .. })) => scale.end(before) + 1,
        Some((before, Content::Label(_))) => {
            scale.start(column) - (scale.start(column) - scale.end(before) - 1) / 2
        }
    };
    let end = match (column + 1..row.len()).find_map(neighbor) {
        None => scale.width(columns),
        Some((after, Content::Cell { .. })) => scale.start(after) - 1,
        Some((after, Content::Label(_))) => {
            scale.end(column) + (scale.start(after) - scale.end(column) - 1) / 2
        }
    };
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{Choice, Definition};
    use crate::error::Source;
    use crate::render::{board, board_colored};

    const YAML: &str = r#"
game: posts
title: Posts
players:
  - {id: ann, title: Ann, glyph: A, color: yellow}
  - {id: ben, title: Ben, glyph: B, color: blue}
board:
  ring: {sites: 12}
  lanes: {a: 3, b: 3}
  off: {home: {per: player}}
  capacity: {squares: 2}
zones:
  squares: "1>12 a1>a2 b1>b2"
  safe: "2 8"
  lane: {ann: "a1>a3 home", ben: "b1>b3 home"}
pieces:
  kinds: {man: {title: Man}}
  attributes: {hot: {type: bool}}
setup:
  - {kind: man, at: home, count: 5}
display:
  zones: {safe: white, lane: player}
  signs: {safe: "*"}
  attributes: {hot: "!"}
"#;

    const DRAWING: &str = "\
        home_ann . . 3 2 1 . . .\n\
        . . . 4 a1 12 . . .\n\
        . . . 5 a2 11 . . .\n\
        . . . . a3 . . . .\n\
        . . . 6 b3 10 . . .\n\
        . . . 7 b2 9 . . .\n\
        . . . . b1 . . . .\n\
        . . . . 8 . . . home_ben";

    fn posts(drawing: &str) -> Game {
        let lines = drawing.lines().map(|line| format!("    {line}\n"));
        built(format!("{YAML}  drawing: |\n{}", lines.collect::<String>()))
    }

    fn built(yaml: String) -> Game {
        let definition = Definition::from_sources(
            Source::new("game.yaml", yaml),
            Source::new("rules.rhai", "fn turn(g) {}"),
        );
        let built = definition.and_then(|definition| definition.build(&Choice::default()));
        built.expect("the game is right")
    }

    /// The state in which the pieces stand so, those that came first before the others; ann has the
    /// pieces 0 to 4, ben 5 to 9.
    fn state(game: &Game, places: &[(usize, &str)]) -> State {
        let mut state = State::empty(game);
        for (piece, name) in places {
            state.put(*piece, game.board.site(name).expect("a site"));
        }
        state
    }

    #[test]
    fn empty_sites_show_their_names_and_the_signs_of_their_zones() {
        let game = posts(DRAWING);
        assert_eq!(
            board(&game, &State::empty(&game)),
            "\
home_ann    |3  |2* |1  |
            |4  |a1 |12 |
            |5  |a2 |11 |
                 a3
            |6  |b3 |10 |
            |7  |b2 |9  |
                |b1 |
                |8* |        home_ben

A ann  off 5
B ben  off 5
"
        );
    }

    #[test]
    fn pieces_hide_names_and_labels_have_both() {
        let game = posts(DRAWING);
        let places = [
            (0, "2"),
            (5, "2"),
            (1, "11"),
            (2, "11"),
            (3, "a3"),
            (4, "home_ann"),
            (6, "home_ben"),
            (7, "home_ben"),
            (8, "home_ben"),
            (9, "b1"),
        ];
        let mut state = state(&game, &places);
        state.set_attribute(9, 0, 1);
        assert_eq!(
            board(&game, &state),
            "\
home_ann A  |3  |AB*|1  |
            |4  |a1 |12 |
            |5  |a2 |AA |
                a3 A
            |6  |b3 |10 |
            |7  |b2 |9  |
                |B! |
                |8* |     home_ben 3B

A ann  2 11*2 a3 home
B ben  2 b1 home*3
"
        );
    }

    #[test]
    fn a_label_without_room_is_shortened() {
        let game = posts("1 home_ann 2\n3 a3 4");
        let state = state(&game, &[(0, "home_ann"), (1, "a3"), (2, "a3"), (3, "a3")]);
        assert_eq!(
            board(&game, &state),
            "\
|1  | A |2* |
|3  |3A |4  |

A ann  a3*3 home  off 1
B ben  off 5
"
        );
    }

    #[test]
    fn without_a_drawing_every_ring_and_lane_is_a_row() {
        let game = posts("");
        let state = state(&game, &[(0, "12"), (5, "home_ben")]);
        assert_eq!(
            board(&game, &state),
            "\
|1  |2* |3  |4  |5  |6  |7  |8* |9  |10 |11 |A  |
|a1 |a2 |a3
|b1 |b2 |b3
home_ann
home_ben B

A ann  12  off 4
B ben  home  off 4
"
        );
    }

    #[test]
    fn wide_drawings_have_no_frames() {
        let row = "1 2 3 4 5 6 7 8 9 10 11 12 a1 a2 b1 b2 . . . . . . a3";
        let game = posts(row);
        let state = state(&game, &[(0, "12"), (5, "12"), (1, "1"), (2, "a3")]);
        assert_eq!(
            board(&game, &state),
            "\
A  2* 3  4  5  6  7  8* 9  10 11 AB a1 a2 b1 b2                  a3 A

A ann  1 12 a3  off 2
B ben  12  off 4
"
        );
    }

    #[test]
    fn what_is_nobodys_has_a_line_for_each_kind() {
        let yaml = YAML
            .replace("man: {title: Man}", "man: {title: Man}, rock: {title: Rock, glyph: '%'}")
            .replace("setup:\n", "setup:\n  - {player: none, kind: rock, count: 3}\n");
        let game = built(yaml);
        let state = state(&game, &[(10, "3"), (0, "3"), (11, "a1"), (12, "home_ann")]);
        let text = board(&game, &state);
        assert!(text.starts_with("|1  |2* |%A |4  |"), "{text}");
        assert!(text.contains("\n|%  |a2 |a3\n") && text.contains("\nhome_ann %\n"), "{text}");
        assert!(
            text.ends_with("\nA ann   3  off 4\nB ben   off 5\n% rock  3 a1 home_ann\n"),
            "{text}"
        );
    }

    #[test]
    fn colors_change_no_sign() {
        let game = posts(DRAWING);
        let state = state(&game, &[(0, "2"), (5, "2"), (1, "a1"), (2, "home_ann")]);
        let colored = board_colored(&game, &state);
        let plain = board(&game, &state);
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
        // Ann's piece on her own ground: black on yellow; ben's on the white of the safe square: a
        // token of his color.
        assert!(colored.contains("\u{1b}[1m\u{1b}[30m\u{1b}[43mA"), "{colored:?}");
        assert!(colored.contains("\u{1b}[1m\u{1b}[97m\u{1b}[44mB"), "{colored:?}");
    }
}

//! Draws points on their places, with rods between the sites of lists.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstyle::Style;

use super::grid::{Cell, cell, column_names};
use super::paint::Paint;
use crate::game::Game;
use crate::state::State;

/// A column is never narrower, so that a rod can lie between two.
const MIN_PITCH: usize = 2;

/// What is written in a line, by the character where it begins.
#[derive(Default)]
struct Line {
    points: BTreeMap<usize, Cell>,
    rods: BTreeMap<usize, (char, Style)>,
}

/// The rows from the top, and the letters under them.
pub(super) fn board(
    game: &Game,
    state: &State,
    (columns, rows): (usize, usize),
    paint: Paint<'_>,
) -> Vec<String> {
    let points: Vec<((usize, usize), Cell)> = (0..game.board.n_sites())
        .filter_map(|site| Some((place(game, site)?, point(game, state, site, paint))))
        .collect();
    let pitch = pitch(&points);
    // Between two rows a line is left for rods, if there can be any.
    let step = if game.display.links.is_empty() { 1 } else { 2 };
    let mut lines: Vec<Line> = (0..=(rows - 1) * step).map(|_| Line::default()).collect();
    for ((x, y), cell) in points {
        lines[y * step].points.insert(x * pitch, cell);
    }
    for entry in &game.display.links {
        for owner in owners(game, *entry) {
            let style = paint.letter(owner, Style::new());
            for pair in state.list(*entry, owner).windows(2) {
                let ends = [pair[0], pair[1]].map(|site| spot(game, site));
                if let [Some((x, y)), Some((to_x, to_y))] = ends {
                    let ends = ((x * pitch, y * step), (to_x * pitch, to_y * step));
                    rod(&mut lines, ends, style);
                }
            }
        }
    }
    let margin = rows.to_string().len();
    let dim = paint.dim();
    let mut text = Vec::new();
    for (i, line) in lines.into_iter().enumerate().rev() {
        let number = if i % step == 0 { (i / step + 1).to_string() } else { String::new() };
        text.push(format!("{dim}{number:>margin$}{dim:#}  {}", written(line)));
    }
    for line in column_names(&vec![pitch - 1; columns]) {
        text.push(format!("{:margin$}  {dim}{line}{dim:#}", ""));
    }
    text
}

/// Column and row of a point from the bottom left.
fn place(game: &Game, site: usize) -> Option<(usize, usize)> {
    let (x, y) = game.board.sites().get(site)?.at?;
    Some((usize::try_from(x).ok()?, usize::try_from(y).ok()?))
}

/// The place of an item of a list; `None` for what is no point.
fn spot(game: &Game, site: i32) -> Option<(usize, usize)> {
    place(game, usize::try_from(site).ok()?)
}

/// Who has a list: each player, or nobody for the game's own.
fn owners(game: &Game, entry: usize) -> std::ops::Range<usize> {
    let nobody = game.nobody();
    if game.state[entry].per_player { 0..nobody } else { nobody..nobody + 1 }
}

/// The pieces of a point with the signs of the lists that it is in.
fn point(game: &Game, state: &State, site: usize, paint: Paint<'_>) -> Cell {
    let mut cell = cell(game, state, site, paint);
    for (entry, sign) in &game.display.signs_at {
        for owner in owners(game, *entry) {
            let items = state.list(*entry, owner);
            if items.iter().any(|item| usize::try_from(*item) == Ok(site)) {
                let style = paint.letter(owner, Style::new());
                cell.width += 1;
                _ = write!(cell.text, "{style}{sign}{style:#}");
            }
        }
    }
    cell
}

/// How far columns are apart: a blank or a rod has room between any two points of a row.
fn pitch(points: &[((usize, usize), Cell)]) -> usize {
    let pairs = points.windows(2).filter(|pair| pair[0].0.1 == pair[1].0.1);
    let least = pairs.map(|pair| {
        let n_columns = pair[1].0.0 - pair[0].0.0;
        (pair[0].1.width + 1).div_ceil(n_columns)
    });
    least.max().unwrap_or(0).max(MIN_PITCH)
}

/// Draws a rod between two points: along a row its whole length, else a sign in each line between.
fn rod(lines: &mut [Line], ends: ((usize, usize), (usize, usize)), style: Style) {
    // From below, or from the left.
    let ((y, x), (to_y, to_x)) = {
        let ((x, y), (to_x, to_y)) = ends;
        ((y, x).min((to_y, to_x)), (y, x).max((to_y, to_x)))
    };
    if y == to_y {
        for column in x + 1..to_x {
            lay(&mut lines[y], column, '-', style);
        }
        return;
    }
    let sign = match x.cmp(&to_x) {
        std::cmp::Ordering::Less => '/',
        std::cmp::Ordering::Equal => '|',
        std::cmp::Ordering::Greater => '\\',
    };
    let all = to_y - y;
    for (done, line) in lines[y..to_y].iter_mut().enumerate().skip(1) {
        let column = (x * (all - done) + to_x * done + all / 2) / all;
        lay(line, column, sign, style);
    }
}

/// Writes a part of a rod where no point is; rods that cross are an `X`.
fn lay(line: &mut Line, column: usize, sign: char, style: Style) {
    let before = line.points.range(..=column).next_back();
    if before.is_some_and(|(start, cell)| start + cell.width > column) {
        return;
    }
    let sign = match (line.rods.get(&column), sign) {
        (Some(('/', _)), '\\') | (Some(('\\', _)), '/') => 'X',
        _ => sign,
    };
    line.rods.insert(column, (sign, style));
}

fn written(line: Line) -> String {
    let rods = line.rods.into_iter().map(|(start, (sign, style))| {
        (start, Cell { width: 1, text: format!("{style}{sign}{style:#}") })
    });
    let mut parts = line.points;
    parts.extend(rods);
    let mut text = String::new();
    let mut width = 0;
    for (start, cell) in parts {
        text.push_str(&" ".repeat(start - width));
        text.push_str(&cell.text);
        width = start + cell.width;
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::definition::{Choice, Definition};
    use crate::error::Source;
    use crate::rules::Play;
    use crate::script::Limits;

    /// The board with colors; `lists` are the state and how it is shown.
    fn drawn(picture: &str, lists: &str, position: &str) -> String {
        let yaml = format!(
            "game: g\ntitle: G\nplayers: [{{id: red, title: Red, glyph: o, color: red}}, {{id: blue, title: Blue, glyph: x, color: blue}}]\n\
             board:\n  points:\n    picture: |\n      {}\n    neighbors: [[1, 1], [1, -1]]\n  off: {{pot: {{}}}}\n\
             pieces: {{kinds: {{man: {{title: Man}}}}}}\n\
             setup: [{{kind: man, count: 4}}]\nsteps: {{walk: {{title: Walk}}}}\nnotation: {{words: {{stay: Stay}}}}\n{lists}",
            picture.replace('|', "\n      ")
        );
        let rules = "fn turn(g) { g.choose(step::walk, 0); }\nfn moves(g, step) { g.offer_word(word::stay); }\nfn play(g, step, m) { }";
        let sources = (Source::new("game.yaml", yaml), Source::new("rules.rhai", rules));
        let definition = Definition::from_sources(sources.0, sources.1).expect("it is right");
        let game = definition.build(&Choice::default()).expect("it is right");
        let mut play = Play::new(game.into(), Limits::default()).expect("the rules are right");
        play.set_position(&Source::new("test", position)).expect("the position is right");
        crate::render::board_colored(play.game(), play.state())
    }

    #[track_caller]
    fn shows(picture: &str, lists: &str, position: &str, expected: &[&str]) {
        let text = anstream::adapter::strip_str(&drawn(picture, lists, position)).to_string();
        let board = text.split("\n\n").next().expect("a board before the players");
        assert_eq!(board.lines().map(str::trim_end).collect::<Vec<_>>(), expected, "{text}");
    }

    const LISTS: &str = "state:\n  chain: {type: list, of: site, max: 8, per: player}\n  ends: {type: list, of: site, max: 4}\n  \
        feet: {type: list, of: site, max: 2, per: player}\n\
        display: {links: [chain, ends], signs_at: {feet: '^', ends: '*'}}\n";

    #[test]
    fn points_are_drawn_where_they_are() {
        shows(". o .|o . o", "", "red a1*2 pot\nblue b2", &["2    x", "1  o2  .", "   a b c"]);
        shows("o o .|o . o", "", "red a2*3", &["2  o3 .", "1  .     .", "   a  b  c"]);
    }

    #[test]
    fn rods_lie_between_the_items_of_lists() {
        shows(
            "o o o|o o o|o o o",
            LISTS,
            "red a1 b1\nblue c3 a3\nchain red = a1 b1 b2 c3 c1\nchain blue = a3 - b2\nends = a1 a3",
            &["3  x* .  x", "   |    /|", "2  .  .  .", "   |  |  |", "1  o*-o  .", "   a  b  c"],
        );
        shows(
            ". o .|o . o|. o .",
            LISTS,
            "red a2 b1\nblue b3\nchain red = b1 c2 b3 a2\nfeet red = a2 c2\nfeet blue = c2",
            &["3    x", "    / \\", "2  o^  .^^", "      /", "1    o", "   a b c"],
        );
        shows(
            "o o|o o",
            LISTS,
            "chain red = a1 b2 pot\nchain blue = a2 b1",
            &["2  . .", "    X", "1  . .", "   a b"],
        );
    }

    #[test]
    fn rods_and_signs_have_their_players_colors() {
        let text = drawn("o o|o o", LISTS, "chain blue = a1 a2\nfeet red = b1\nends = a2 b2");
        assert!(text.contains("\u{1b}[1m\u{1b}[34m|\u{1b}[0m"), "{text:?}");
        assert!(text.contains("\u{1b}[1m\u{1b}[31m^\u{1b}[0m"), "{text:?}");
        assert!(text.contains("\u{1b}[1m*\u{1b}[0m"), "{text:?}");
    }
}

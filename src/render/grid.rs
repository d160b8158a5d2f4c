//! Draws a grid: columns lettered, rows numbered, a cell for each site.

use std::fmt::Write as _;

use anstyle::Style;

use super::paint::Paint;
use super::stack::{glyph, marks, runs};
use crate::board::column_name;
use crate::game::Game;
use crate::state::State;

/// Boards with more columns than this have cells as narrow as they can be.
const ROOMY_COLUMNS: usize = 26;

/// What stands on a site: its text without colors, and with them.
pub(super) struct Cell {
    pub(super) width: usize,
    pub(super) text: String,
}

/// The rows from the top, and the letters under them.
pub(super) fn board(
    game: &Game,
    state: &State,
    (columns, rows, first_row): (usize, usize, usize),
    paint: Paint<'_>,
) -> Vec<String> {
    let roomy = columns <= ROOMY_COLUMNS;
    let cells: Vec<Cell> = (0..columns * rows).map(|site| cell(game, state, site, paint)).collect();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let pieces = (0..rows).map(|row| cells[row * columns + column].width).max();
            pieces.unwrap_or(1).max(if roomy { 2 } else { 1 })
        })
        .collect();
    let margin = (rows - 1 + first_row).to_string().len();
    let dim = paint.dim();
    let mut lines = Vec::new();
    for row in (0..rows).rev() {
        let mut line = format!("{dim}{:>margin$}{dim:#}  ", row + first_row);
        for (column, width) in widths.iter().enumerate() {
            let site = row * columns + column;
            let ground = paint.ground(site);
            let pad = " ".repeat(width - cells[site].width);
            _ = write!(line, "{}{ground}{pad}{ground:#}", cells[site].text);
            if column + 1 < columns {
                // The ground of a zone goes on between two sites of it.
                let next = paint.ground(site + 1);
                let gap = if next == ground { ground } else { Style::new() };
                _ = write!(line, "{gap} {gap:#}");
            }
        }
        lines.push(line);
    }
    for line in column_names(&widths) {
        lines.push(format!("{:margin$}  {dim}{line}{dim:#}", ""));
    }
    lines
}

/// The columns' letters under them: a name that is wider than its column is written downwards.
pub(super) fn column_names(widths: &[usize]) -> Vec<String> {
    let names: Vec<Vec<char>> =
        (1..=widths.len()).map(|column| column_name(column).chars().collect()).collect();
    let downwards = names.iter().zip(widths).any(|(name, width)| name.len() > *width);
    let n_lines = if downwards { names.iter().map(Vec::len).max().unwrap_or(1) } else { 1 };
    (0..n_lines)
        .map(|i| {
            let words = names.iter().zip(widths).map(|(name, width)| {
                let word: String = if downwards {
                    name.get(i).into_iter().collect()
                } else {
                    name.iter().collect()
                };
                format!("{word:width$}")
            });
            words.collect::<Vec<_>>().join(" ").trim_end().to_owned()
        })
        .collect()
}

/// The pieces of a site, or what stands for none.
pub(super) fn cell(game: &Game, state: &State, site: usize, paint: Paint<'_>) -> Cell {
    let ground = paint.ground(site);
    let runs = runs(game, state, site);
    if runs.is_empty() {
        let sign = paint.sign(site).unwrap_or('.');
        let style = if ground.get_bg_color().is_some() { paint.name(site) } else { ground };
        return Cell { width: 1, text: format!("{style}{sign}{style:#}") };
    }
    let mut cell = Cell { width: 0, text: String::new() };
    for (owner, pieces) in runs {
        let mut plain = String::from(glyph(game, state, pieces[0]));
        if pieces.len() > 1 {
            plain += &pieces.len().to_string();
        }
        plain += &marks(game, state, &pieces);
        let style = paint.letter(owner, ground);
        cell.width += plain.chars().count();
        _ = write!(cell.text, "{style}{plain}{style:#}");
    }
    cell
}

//! Draws a grid: columns lettered, rows numbered, a cell for each site.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Style};

use crate::board::{Shape, SiteSet, column_name};
use crate::game::Game;
use crate::piece::ValueType;
use crate::state::State;

/// Boards with more columns than this have cells as narrow as they can be.
const ROOMY_COLUMNS: usize = 26;

/// What stands on a site: its text without colors, and with them.
struct Cell {
    width: usize,
    text: String,
}

pub(super) fn board(game: &Game, state: &State, color: bool) -> String {
    let mut lines = match game.board.shape() {
        Shape::Grid { columns, rows } => grid(game, state, columns, rows, color),
        Shape::Lines => Vec::new(),
    };
    lines.push(String::new());
    lines.extend((0..game.players.len()).map(|player| player_line(game, state, player, color)));
    lines.into_iter().fold(String::new(), |text, line| text + line.trim_end() + "\n")
}

fn grid(game: &Game, state: &State, columns: usize, rows: usize, color: bool) -> Vec<String> {
    let roomy = columns <= ROOMY_COLUMNS;
    let cells: Vec<Cell> = (0..columns * rows).map(|site| cell(game, state, site, color)).collect();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let pieces = (0..rows).map(|row| cells[row * columns + column].width).max();
            pieces.unwrap_or(1).max(if roomy { 2 } else { 1 })
        })
        .collect();
    let margin = rows.to_string().len();
    let dim = if color { Style::new().dimmed() } else { Style::new() };
    let mut lines = Vec::new();
    for row in (0..rows).rev() {
        let mut line = format!("{dim}{:>margin$}{dim:#}  ", row + 1);
        for (column, width) in widths.iter().enumerate() {
            let site = row * columns + column;
            let ground = if color { ground(game, site) } else { Style::new() };
            let pad = " ".repeat(width - cells[site].width);
            _ = write!(line, "{}{ground}{pad}{ground:#}", cells[site].text);
            if column + 1 < columns {
                // The ground of a zone goes on between two sites of it.
                let next = if color { self::ground(game, site + 1) } else { Style::new() };
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
fn column_names(widths: &[usize]) -> Vec<String> {
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

fn cell(game: &Game, state: &State, site: usize, color: bool) -> Cell {
    let ground = if color { ground(game, site) } else { Style::new() };
    let mut runs: Vec<(usize, Vec<usize>)> = Vec::new();
    for piece in state.pieces_on(site) {
        let owner = state.owner(piece);
        match runs.last_mut() {
            Some((last, pieces)) if *last == owner => pieces.push(piece),
            _ => runs.push((owner, vec![piece])),
        }
    }
    if runs.is_empty() {
        return Cell { width: 1, text: format!("{ground}.{ground:#}") };
    }
    let mut cell = Cell { width: 0, text: String::new() };
    for (owner, pieces) in runs {
        let mut plain = String::from(game.players[owner].glyph);
        if pieces.len() > 1 {
            plain += &pieces.len().to_string();
        }
        for (attribute, sign) in &game.display.attributes {
            if pieces.iter().any(|piece| state.attribute(*piece, *attribute) != 0) {
                plain.push(*sign);
            }
        }
        let style = if color { player_style(game, owner, ground) } else { ground };
        cell.width += plain.chars().count();
        _ = write!(cell.text, "{style}{plain}{style:#}");
    }
    cell
}

/// The background of a site: that of the last zone that has one, for whichever player.
fn ground(game: &Game, site: usize) -> Style {
    let has =
        |zone: usize| game.zones[zone].sites.iter().any(|sites: &SiteSet| sites.contains(site));
    let zone = game.display.zones.iter().rev().find(|(zone, _)| has(*zone));
    let color = zone.and_then(|(_, color)| color_named(color));
    Style::new().bg_color(color)
}

fn player_style(game: &Game, player: usize, ground: Style) -> Style {
    let color = game.players[player].color.as_deref().and_then(color_named);
    ground.fg_color(color).bold()
}

/// The player's pieces on and off the board, and what the definition declares for each player.
fn player_line(game: &Game, state: &State, player: usize, color: bool) -> String {
    let width = game.players.iter().map(|p| p.id.chars().count()).max().unwrap_or(0);
    let style = if color { player_style(game, player, Style::new()) } else { Style::new() };
    let seat = &game.players[player];
    let n_on_board = state.n_on_board(player);
    let n_pieces = game.pieces.iter().filter(|piece| piece.owner == player).count();
    let mut line = format!(
        "{style}{}{style:#} {:width$}  on {n_on_board}  off {}",
        seat.glyph,
        seat.id,
        n_pieces - n_on_board
    );
    for (i, entry) in game.state.iter().enumerate().filter(|(_, entry)| entry.per_player) {
        let value = match entry.ty {
            ValueType::Int => state.entry(i, player).to_string(),
            ValueType::Bool => (state.entry(i, player) != 0).to_string(),
            ValueType::List { .. } => {
                let items: Vec<String> = state.list(i, player).iter().map(i32::to_string).collect();
                format!("({})", items.join(" "))
            }
        };
        _ = write!(line, "  {} {value}", entry.id);
    }
    if state.scores().iter().any(|score| *score != 0) {
        _ = write!(line, "  score {}", state.scores()[player]);
    }
    line
}

/// A terminal color by its common name, `red` or `bright-red`.
fn color_named(name: &str) -> Option<Color> {
    let (bright, base) = match name.strip_prefix("bright-") {
        Some(base) => (true, base),
        None => (false, name),
    };
    let color = match base {
        "black" => AnsiColor::Black,
        "red" => AnsiColor::Red,
        "green" => AnsiColor::Green,
        "yellow" => AnsiColor::Yellow,
        "blue" => AnsiColor::Blue,
        "magenta" => AnsiColor::Magenta,
        "cyan" => AnsiColor::Cyan,
        "white" => AnsiColor::White,
        _ => return None,
    };
    Some(color.bright(bright).into())
}

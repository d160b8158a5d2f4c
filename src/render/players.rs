//! The line of each player below a board.

use std::fmt::Write as _;

use anstyle::Style;

use super::paint::Paint;
use crate::board::Shape;
use crate::game::Game;
use crate::piece::ValueType;
use crate::state::State;

/// Where the player's pieces are, and what the definition declares for each player.
///
/// A grid shows its pieces in full, so they are only counted. Elsewhere the pieces of a site hide
/// its name, so each place is listed as in the text of a state.
pub(super) fn line(game: &Game, state: &State, player: usize, paint: Paint<'_>) -> String {
    let width = game.players.iter().map(|p| p.id.chars().count()).max().unwrap_or(0);
    let style = paint.letter(player, Style::new());
    let seat = &game.players[player];
    let n_pieces = game.pieces.iter().filter(|piece| piece.owner == player).count();
    let n_off = n_pieces - state.n_on_board(player);
    let mut line = format!("{style}{}{style:#} {:width$} ", seat.glyph, seat.id);
    match game.board.shape() {
        Shape::Grid { columns, rows } if game.display.drawing.is_empty() => {
            let n_squares = columns * rows;
            let beside: Vec<(usize, usize)> =
                places(state, player).into_iter().filter(|(site, _)| *site >= n_squares).collect();
            let n_beside: usize = beside.iter().map(|(_, n)| n).sum();
            _ = write!(line, " on {}  off {n_off}", state.n_on_board(player) - n_beside);
            for (site, n) in beside {
                _ = write!(line, "  {} {n}", game.board.name_for(site, player));
            }
        }
        _ => {
            let word = |(site, n)| {
                let name = game.board.name_for(site, player);
                if n > 1 { format!(" {name}*{n}") } else { format!(" {name}") }
            };
            line.extend(places(state, player).into_iter().map(word));
            if n_off > 0 {
                let gap = if state.n_on_board(player) > 0 { "  " } else { " " };
                _ = write!(line, "{gap}off {n_off}");
            }
        }
    }
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

/// The sites with pieces of the player, with the number of them.
fn places(state: &State, player: usize) -> Vec<(usize, usize)> {
    let own = |site: usize| state.pieces_down(site).filter(|p| state.owner(*p) == player).count();
    state.occupied(player).iter().map(|site| (site, own(site))).collect()
}

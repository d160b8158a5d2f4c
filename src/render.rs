//! The board as text.
//!
//! What is drawn does not depend on the language: players, sites and state go by the names that
//! logs use, so a diagram can be pasted into a log and expected there.

use crate::game::Game;
use crate::state::State;

mod text;

/// The board with its pieces, and a line for each player, without colors; each line ends with a
/// line break and none with a blank.
///
/// An empty site is `.`; a piece is its owner's glyph, with the number of pieces where more than
/// one is stacked, and the signs of the attributes that any of them bears. Where several owners
/// share a site they stand in the order of the stack, the lowest first.
pub fn board(game: &Game, state: &State) -> String {
    text::board(game, state, false)
}

/// The same board with terminal colors: the players' own, and the background of zones.
pub fn board_colored(game: &Game, state: &State) -> String {
    text::board(game, state, true)
}

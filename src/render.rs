//! The board as text, and its plan for other drawings.
//!
//! What is drawn does not depend on the language: players, sites and state go by the names that
//! logs use, so a diagram can be pasted into a log and expected there.

use self::paint::Paint;
use crate::board::Shape;
use crate::game::Game;
use crate::state::State;

pub use plan::{Spot, plan};

mod drawing;
mod grid;
mod paint;
mod plan;
mod players;
mod points;
mod stack;

/// The board with its pieces, a line for each player and for each kind of pieces that are nobody's,
/// without colors; each line ends with a line break and none with a blank.
///
/// Where several owners share a site they stand in the order of the stack, the lowest first, each
/// by the owner's glyph (nobody's by their kind's) and the signs of the attributes that any of the pieces bears.
///
/// - On a grid an empty site is `.`, or the sign of its zone; a glyph bears the number of pieces
///   where more than one is stacked.
/// - A board of points is drawn alike, with nothing where no point is; rods of `/`, `\`, `-` and `|` lie
///   between the sites of declared lists.
/// - A drawn board, and one of rings and lanes, has the names of its empty sites, with the signs of
///   their zones. Two pieces on a site are two glyphs, more are their number and a glyph.
pub fn board(game: &Game, state: &State) -> String {
    text(game, state, Paint::new(game, false))
}

/// The same board with terminal colors: the players' own, and the background of zones.
pub fn board_colored(game: &Game, state: &State) -> String {
    text(game, state, Paint::new(game, true))
}

fn text(game: &Game, state: &State, paint: Paint<'_>) -> String {
    let mut lines = match game.board.shape() {
        Shape::Grid { columns, rows, first_row } if game.display.drawing.is_empty() => {
            grid::board(game, state, (columns, rows, first_row), paint)
        }
        Shape::Points { columns, rows } if game.display.drawing.is_empty() => {
            points::board(game, state, (columns, rows), paint)
        }
        _ => drawing::board(game, state, paint),
    };
    lines.push(String::new());
    lines.extend((0..game.players.len()).map(|player| players::line(game, state, player, paint)));
    lines.extend(players::neutral_lines(game, state, paint));
    lines.into_iter().fold(String::new(), |text, line| text + line.trim_end() + "\n")
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::definition::{Choice, Library};
    use crate::error::Source;
    use crate::rules::Play;
    use crate::script::Limits;

    fn trail(position: &str) -> Play {
        toy("trail", position)
    }

    fn toy(game: &str, position: &str) -> Play {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
        let definition = Library::folder(&games).open(game).expect("the game is right");
        let game = definition.build(&Choice::default()).expect("the game is right");
        let mut play = Play::new(Arc::new(game), Limits::default()).expect("the rules are right");
        play.set_position(&Source::new("test", position)).expect("the position is right");
        play
    }

    #[test]
    fn a_cell_shows_owners_heights_and_attributes_from_the_lowest() {
        let play = trail("light c1.slow*2\ndark c1 h1.load=2");
        let text = board(play.game(), play.state());
        assert_eq!(
            text,
            "1  .  .  o2'x .  .  .  .  x\n   a  b  c    d  e  f  g  h\n\n\
             o light  on 2  off 0  hits 0\nx dark   on 2  off 0  hits 0\n"
        );
    }

    #[test]
    fn pieces_that_are_nobodys_are_shown_by_their_kind() {
        let play =
            toy("ford", "light a0 c2''\ndark a4 c2'\nneutral c2 b1.wet*2\ntrod light = a0 -");
        let plain = board(play.game(), play.state());
        assert_eq!(
            plain,
            "4  x  .   .\n3  .  .   .\n2  .  .   #xo\n1  .  #2~ .\n0  o  .   .\n   a  b   c\n\n\
             o light  on 2  off 1  trod (a0 -)\nx dark   on 2  off 1  trod ()\n# stone  on 3  off 0\n"
        );
        let colored = board_colored(play.game(), play.state());
        let stripped = anstream::adapter::strip_str(&colored).to_string();
        let trimmed: Vec<&str> = stripped.lines().map(str::trim_end).collect();
        assert_eq!(trimmed, plain.lines().collect::<Vec<_>>());
        // Nobody has a color: black on the ground of the river, bold elsewhere.
        assert!(colored.contains("\u{1b}[1m\u{1b}[30m\u{1b}[46m#2~"), "{colored:?}");
        assert!(colored.contains("\u{1b}[1m#\u{1b}[0m stone"), "{colored:?}");
    }

    #[test]
    fn colors_change_no_sign() {
        let play = trail("light c1.slow*2\ndark c1 g1");
        let colored = board_colored(play.game(), play.state());
        let plain = board(play.game(), play.state());
        assert_ne!(colored, plain);
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
    }
}

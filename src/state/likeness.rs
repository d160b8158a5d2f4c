//! What two states have in common when only pieces that cannot be told apart have changed places.

use super::{State, StepKind};
use crate::game::Game;

impl State {
    /// Everything that tells this state from another one, in which pieces count by what they are and
    /// where they stand, not by which of them it is.
    pub(crate) fn likeness(&self, game: &Game) -> Vec<i32> {
        let mut key = Vec::with_capacity(4 * self.n_pieces + self.numbers.len() + 16);
        let traits = |piece: usize, key: &mut Vec<i32>| {
            key.extend([self.owner(piece) as i32, game.pieces[piece].kind as i32]);
            key.extend((0..game.attributes.len()).map(|a| self.attribute(piece, a)));
        };
        for site in 0..self.n_sites {
            for piece in self.pieces_down(site) {
                key.push(site as i32);
                traits(piece, &mut key);
            }
        }
        key.push(-1);
        let mut off = Vec::new();
        for piece in self.marked_off_board(game) {
            let mut one = Vec::new();
            traits(piece, &mut one);
            off.push(one);
        }
        off.sort_unstable();
        key.extend(off.iter().flatten());
        key.push(-1);
        let attributes = game.attributes.len() * self.n_pieces;
        key.extend(&self.numbers[self.n_players + attributes..]);
        key.extend(self.scores());
        for (recorded, n) in self.history.iter() {
            key.extend([recorded as i32, (recorded >> 32) as i32, n as i32]);
        }
        key.push(-1);
        key.extend(self.places.iter().map(|player| i32::from(*player)));
        key.push(-1);
        key.extend([
            self.mover.into(),
            self.turn as i32,
            self.ply as i32,
            self.phase as i32,
            self.agenda.len() as i32,
        ]);
        for step in &self.agenda {
            let (kind, die) = match step.kind {
                StepKind::Roll { die } => (0, die.into()),
                StepKind::Choose => (1, 0),
                StepKind::Act => (2, 0),
            };
            key.extend([kind, die, step.tag.into(), step.player.into()]);
            key.extend([step.number as i32, (step.number >> 32) as i32]);
            for piece in step.pieces.iter() {
                key.push(self.site_of(piece).map_or(-1, |site| site as i32));
                let site = self.site_of(piece).into_iter();
                let above = site.flat_map(|site| self.pieces_down(site));
                key.push(above.take_while(|other| *other != piece).count() as i32);
            }
            key.push(-2);
        }
        if let Some(outcome) = &self.outcome {
            key.extend([outcome.reason as i32, outcome.n_winners as i32]);
            key.extend(outcome.ranking.iter().map(|player| *player as i32));
        }
        key
    }

    /// The pieces off the board that have an attribute of another value than its default.
    pub(super) fn marked_off_board(&self, game: &Game) -> impl Iterator<Item = usize> {
        let marked = |piece: &usize| {
            let mut attributes = game.attributes.iter().enumerate();
            game.board.rest(self.owner(*piece)).is_some()
                || attributes.any(|(i, attribute)| self.attribute(*piece, i) != attribute.default)
        };
        (0..self.n_pieces).filter(|piece| self.site_of(*piece).is_none()).filter(marked)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::definition::{Choice, Library};
    use crate::error::Source;
    use crate::state::{parse_position, position_text};

    fn game() -> Game {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
        let definition = Library::folder(&games).open("trail").expect("the game is right");
        definition.build(&Choice::default()).expect("the game is right")
    }

    fn state(game: &Game, position: &str) -> State {
        parse_position(game, &Source::new("test", position)).expect("the position is right")
    }

    #[test]
    fn pieces_that_cannot_be_told_apart_may_change_places() {
        let game = game();
        let alike =
            |a: &str, b: &str| state(&game, a).likeness(&game) == state(&game, b).likeness(&game);
        assert!(alike("light a1 c1", "light c1 a1"));
        assert!(!alike("light a1 c1", "light c1.slow a1"));
        let (a, b) =
            ("light a1 c1\nwait choose walk 1 light", "light c1 a1\nwait choose walk 1 light");
        assert!(alike(&format!("{a} a1"), &format!("{b} a1")));
        assert!(!alike(&format!("{a} a1"), &format!("{b} c1")));
        assert!(!alike("light a1", "light a1 -.slow"));
        assert!(!alike("light a1", "light a1\nphase closing"));
    }

    #[test]
    fn another_winner_is_another_state() {
        let game = game();
        let won = |ranking: [usize; 2]| {
            let mut state = State::new(&game);
            state.finish(&ranking, 0);
            state.likeness(&game)
        };
        assert_ne!(won([0, 1]), won([1, 0]));
    }

    #[test]
    fn a_piece_off_the_board_keeps_what_it_bears_in_the_text() {
        let game = game();
        let mut before = State::new(&game);
        before.remove(1, &game);
        assert!(!position_text(&game, &before).contains('-'), "nothing to say of it");
        before.set_attribute(1, 0, 1);
        before.remove(3, &game);
        before.set_attribute(3, 1, 7);
        before.set_mover(Some(0));
        let text = position_text(&game, &before);
        assert!(text.starts_with("light a1\ndark h1\nlight -.slow\ndark -.load=7\n"), "{text}");
        let after = state(&game, &text);
        assert_eq!(position_text(&game, &after), text);
        assert_eq!(after.n_on_board(0), 1);
    }
}

//! Random play on from where the game stands, and what its end is worth to each player.

use crate::error::Result;
use crate::game::Game;
use crate::lab::Stream;
use crate::lab::sides::sides;
use crate::rules::{Node, Play};

/// Random plays of a game, one after the other.
///
/// What an end is worth to a player lies between 0 and 1: to have won is worth 1, alone or with
/// others, and to have lost 0. A draw is worth to everybody one divided by the number of sides, which
/// are the teams and the players without a team, and one half where there is but one: as if a lot
/// decided who wins.
///
/// A play that is broken off is no draw, but a bot has to value it all the same: as a draw, unless
/// the game has the hook `evaluate`. Then a side that is worth the most of all, by the sum of what
/// the hook gives for its players, has half as much again, the least one half of that, and the
/// others in between by how many are ahead of them and how many behind. Only the order of the values
/// counts, since nothing is known of how they are scaled.
#[derive(Debug)]
pub(super) struct Rollouts {
    /// For each player the number of their side.
    side_of: Vec<usize>,
    n_sides: usize,
    /// After so many moves, or ten times as many throws, a play is broken off.
    cap: u64,
    /// What the last end is worth to each player.
    worth: Vec<f64>,
    /// What `evaluate` gives for each side.
    values: Vec<i64>,
}

impl Rollouts {
    pub(super) fn new(game: &Game) -> Self {
        let (side_of, n_sides) = sides(game);
        let worth = vec![0.0; side_of.len()];
        Self { side_of, n_sides, cap: 0, worth, values: vec![0; n_sides] }
    }

    /// Breaks plays off after so many moves from now on.
    pub(super) fn set_cap(&mut self, cap: u32) {
        self.cap = cap.into();
    }

    /// How many moves a play may have.
    pub(super) fn cap(&self) -> u64 {
        self.cap
    }

    /// Plays on by random moves, of which some have been made already, and values the end.
    pub(super) fn run(&mut self, play: &mut Play, stream: &mut Stream, made: u64) -> Result<()> {
        let mut plies = made;
        let mut throws = 0;
        loop {
            match play.node() {
                Node::Chance { die, .. } if throws < self.cap * 10 => {
                    throws += 1;
                    let outcome = stream.outcome(&play.game().dice[die]);
                    play.throw(outcome)?;
                }
                Node::Choice { .. } if plies < self.cap => {
                    plies += 1;
                    let n_legal = play.legal().len() as u32;
                    play.play(if n_legal > 1 { stream.below(n_legal) as usize } else { 0 })?;
                }
                Node::Chance { .. } | Node::Choice { .. } | Node::Over => break,
            }
        }
        self.value(play)
    }

    /// What the last end is worth to a player, from 0 to 1.
    pub(super) fn worth(&self, player: usize) -> f64 {
        self.worth[player]
    }

    /// Values where the game stands, whether it is over or not.
    pub(super) fn value(&mut self, play: &mut Play) -> Result<()> {
        let even = 1.0 / self.n_sides.max(2) as f64;
        match play.outcome() {
            Some(outcome) if outcome.is_draw() => self.worth.fill(even),
            Some(outcome) => {
                for (player, worth) in self.worth.iter_mut().enumerate() {
                    *worth = f64::from(u8::from(outcome.won(player)));
                }
            }
            None if play.can_evaluate() && self.n_sides > 1 => {
                self.values.fill(0);
                for (player, side) in self.side_of.iter().enumerate() {
                    let value = play.evaluate(player)?.unwrap_or(0);
                    self.values[*side] = self.values[*side].saturating_add(value);
                }
                for (worth, side) in self.worth.iter_mut().zip(&self.side_of) {
                    *worth = even * (1.0 + standing(&self.values, *side) / 2.0);
                }
            }
            None => self.worth.fill(even),
        }
        Ok(())
    }
}

/// From −1 for a side that is behind all others to 1 for one that is ahead of all.
fn standing(values: &[i64], side: usize) -> f64 {
    let own = values[side];
    let n_behind = values.iter().filter(|value| **value < own).count() as f64;
    let n_ahead = values.iter().filter(|value| **value > own).count() as f64;
    (n_behind - n_ahead) / (values.len() - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Source;
    use crate::lab::toy;

    fn worth(ending: &str, position: &str, cap: u32) -> [f64; 2] {
        let mut play = toy::play(ending);
        play.set_position(&Source::new("position", position)).expect("a position of the toy");
        let mut rollouts = Rollouts::new(play.game());
        rollouts.set_cap(cap);
        rollouts.run(&mut play, &mut Stream::new(1, 0), 0).expect("sound rules");
        [0, 1].map(|player| rollouts.worth(player))
    }

    #[track_caller]
    fn same(found: [f64; 2], expected: [f64; 2]) {
        assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-12), "{found:?}");
    }

    #[test]
    fn an_end_is_worth_all_or_nothing() {
        let played = worth("goal", "light a1\ndark a2\nmover light\nturn 1\n", 1000);
        same([played[0].min(played[1]), played[0].max(played[1])], [0.0, 1.0]);
    }

    #[test]
    fn who_is_ahead_where_a_play_is_broken_off_has_half_as_much_again() {
        same(worth("never", "light e1\ndark a2\nmover light\nturn 1\n", 1), [0.75, 0.25]);
        same(worth("never", "light a1\ndark e2\nmover light\nturn 1\n", 1), [0.25, 0.75]);
        same(worth("flat", "light a1\ndark c2\nmover light\nturn 1\n", 1), [0.5, 0.5]);
    }

    #[test]
    fn sides_stand_by_how_many_are_ahead_and_behind() {
        let all = |values: &[i64]| -> Vec<f64> {
            (0..values.len()).map(|side| standing(values, side)).collect()
        };
        assert_eq!(all(&[3, 9, -4]), [0.0, 1.0, -1.0]);
        assert_eq!(all(&[5, 5, 1]), [0.5, 0.5, -1.0]);
        assert_eq!(all(&[2, 2]), [0.0, 0.0]);
    }
}

//! The greedy bot: it tries every legal move and takes the one of the greatest value.

use crate::error::Result;
use crate::lab::Stream;
use crate::lab::sides::sides;
use crate::rules::{Mark, Play};

/// What the greedy bot thinks with.
#[derive(Debug)]
pub(super) struct Greedy {
    /// For each player the number of their side.
    side_of: Vec<usize>,
    n_sides: usize,
    /// Where the choice is due.
    start: Mark,
    /// The moves of the greatest value so far.
    best: Vec<usize>,
}

/// What a move leads to, for the one who makes it; the greater the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Value {
    /// How much better the side stands than the others do on average, by the number of these, also at an
    /// end that is not won.
    Open(i128),
    /// The game is over and won.
    Won,
}

impl Greedy {
    pub(super) fn new(play: &Play) -> Self {
        let (side_of, n_sides) = sides(play.game());
        Self { side_of, n_sides, start: play.mark(), best: Vec::new() }
    }

    /// The index of a best move for the player who has to choose, each equally likely.
    pub(super) fn choose(
        &mut self,
        play: &mut Play,
        player: usize,
        stream: &mut Stream,
    ) -> Result<usize> {
        let n_legal = play.legal().len();
        if n_legal < 2 {
            return Ok(0);
        }
        play.mark_in(&mut self.start);
        self.best.clear();
        let mut greatest = Value::Open(i128::MIN);
        for index in 0..n_legal {
            let value = play.play(index).and_then(|()| self.value(play, player));
            play.return_to(&self.start);
            let value = match value {
                Ok(value) => value,
                Err(error) => {
                    let text = play.text_of(index).unwrap_or_else(|_| format!("move {index}"));
                    return Err(error.map(|p| p.note(format!("the greedy bot tried `{text}`"))));
                }
            };
            if value > greatest {
                greatest = value;
                self.best.clear();
            }
            if value == greatest {
                self.best.push(index);
            }
        }
        let among = self.best.len() as u32;
        let chosen = if among > 1 { stream.below(among) as usize } else { 0 };
        Ok(self.best[chosen])
    }

    fn value(&self, play: &mut Play, player: usize) -> Result<Value> {
        if play.outcome().is_some_and(|outcome| outcome.won(player)) {
            return Ok(Value::Won);
        }
        let n_others = self.n_sides.saturating_sub(1).max(1) as i128;
        let mut margin = 0;
        for (other, side) in self.side_of.iter().enumerate() {
            // Whoever has no value for anything thinks everything equal.
            let value = i128::from(play.evaluate(other)?.unwrap_or(0));
            margin += if *side == self.side_of[player] { n_others * value } else { -value };
        }
        Ok(Value::Open(margin))
    }
}

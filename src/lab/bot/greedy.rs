//! The greedy bot: it tries every legal move and takes the one of the greatest value.

use crate::error::Result;
use crate::lab::Stream;
use crate::rules::{Mark, Play};

/// What the greedy bot thinks with.
#[derive(Debug)]
pub(super) struct Greedy {
    /// Where the choice is due.
    start: Mark,
    /// The moves of the greatest value so far.
    best: Vec<usize>,
}

/// What a move leads to, for the one who makes it; the greater the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Value {
    /// What `evaluate` gives, also of a game that is over and not won.
    Open(i64),
    /// The game is over and won.
    Won,
}

impl Greedy {
    pub(super) fn new(play: &Play) -> Self {
        Self { start: play.mark(), best: Vec::new() }
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
        let mut greatest = Value::Open(i64::MIN);
        for index in 0..n_legal {
            let value = play.play(index).and_then(|()| value(play, player));
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
}

fn value(play: &mut Play, player: usize) -> Result<Value> {
    if play.outcome().is_some_and(|outcome| outcome.won(player)) {
        return Ok(Value::Won);
    }
    // Whoever has no value for anything thinks everything equal.
    Ok(Value::Open(play.evaluate(player)?.unwrap_or(0)))
}

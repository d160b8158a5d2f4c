//! A hash over every node of a playout, of the yardstick and of araudi alike.
//!
//! A throw counts with its outcome, a choice with all legal moves in their order and the one that is
//! chosen, the end with the winner and the reason; so equal hashes are equal games.

use std::ops::ControlFlow;

use araudi::error::Result;
use araudi::lab::{self, Caps, Ending, Seating, Stream, Watch};
use araudi::rules::{Node, Play};

use super::{Count, End, Form, Move, Witness};

/// The hash of the nodes that have gone by.
#[derive(Debug)]
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// Adds some numbers; each changes what the next ones do.
    fn add(&mut self, numbers: &[i64]) {
        for number in numbers {
            self.0 = (self.0 ^ *number as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            self.0 ^= self.0 >> 29;
        }
    }

    fn add_throw(&mut self, player: usize, outcome: usize) {
        self.add(&[1, player as i64, outcome as i64]);
    }

    fn add_choice(&mut self, player: usize, n_legal: usize, index: usize) {
        self.add(&[2, player as i64, n_legal as i64, index as i64]);
    }

    fn add_end(&mut self, winner: Option<usize>, reason: Option<usize>) {
        let or_none = |index: Option<usize>| index.map_or(-1, |index| index as i64);
        self.add(&[3, or_none(winner), or_none(reason)]);
    }
}

impl Witness for Hash {
    fn thrown(&mut self, player: usize, outcome: usize) {
        self.add_throw(player, outcome);
    }

    fn chosen(&mut self, player: usize, n: u8, legal: &[Move], index: usize) {
        self.add_choice(player, legal.len(), index);
        for mv in legal {
            if *mv == Move::SKIP {
                self.add(&[-1, -1, 0, 0, 0]);
            } else {
                self.add(&[mv.from.into(), mv.to.into(), -1, mv.marks.into(), n.into()]);
            }
        }
    }

    fn ended(&mut self, end: Option<End>) {
        self.add_end(end.and_then(|end| end.winner), end.map(|end| end.reason as usize));
    }
}

impl Watch for Hash {
    fn arrive(&mut self, _: &mut Play) -> Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }

    fn leave(&mut self, play: &Play, index: usize) {
        match play.node() {
            Node::Chance { player, .. } => self.add_throw(player, index),
            Node::Choice { player, .. } => {
                self.add_choice(player, play.legal().len(), index);
                for mv in play.legal() {
                    self.add(&[mv.from.into(), mv.to.into(), mv.word.into()]);
                    self.add(&[mv.marks.into(), mv.number]);
                }
            }
            Node::Over => {}
        }
    }
}

/// The hash of a playout of the yardstick, and how long it was.
pub(crate) fn of_form(form: &mut impl Form, stream: &mut Stream, caps: Caps) -> (u64, Count) {
    let mut hash = Hash::new();
    let count = super::playout(form, stream, caps, &mut hash);
    (hash.0, count)
}

/// The hash of a playout of araudi with random bots, and how long it was.
///
/// # Errors
///
/// What a hook failed with.
pub(crate) fn of_play(play: &mut Play, stream: &mut Stream, caps: Caps) -> Result<(u64, Count)> {
    let mut hash = Hash::new();
    let record = lab::watched(play, &mut Seating::random(), stream, caps, &mut hash)?;
    match &record.ending {
        Ending::Over(outcome) => hash.add_end(outcome.winner(), Some(outcome.reason)),
        Ending::Unfinished => hash.add_end(None, None),
    }
    let count = Count { turns: record.turns, plies: record.plies, throws: record.throws };
    Ok((hash.0, count))
}

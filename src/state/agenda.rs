//! What a game waits for: the steps of its agenda.

use crate::piece::MAX_PIECES;

/// What a step waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StepKind {
    /// A throw of a die.
    Roll {
        /// The die's index.
        die: u16,
    },
    /// A player's choice of a move.
    Choose,
    /// Nothing: the rules go on by themselves.
    Act,
}

/// What the game waits for: a throw, a choice, or work of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// What it waits for.
    pub kind: StepKind,
    /// The index of its declared name.
    pub tag: u16,
    /// Who throws or chooses.
    pub player: u16,
    /// A number of the rules' own.
    pub number: i64,
    /// The pieces that the rules put on it.
    pub pieces: PieceSet,
}

/// A set of pieces as a bitset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PieceSet([u64; MAX_PIECES.div_ceil(64)]);

impl PieceSet {
    /// Adds a piece.
    pub fn insert(&mut self, piece: usize) {
        self.0[piece / 64] |= 1 << (piece % 64);
    }

    /// Takes a piece out.
    pub fn remove(&mut self, piece: usize) {
        self.0[piece / 64] &= !(1 << (piece % 64));
    }

    /// Whether a piece is in the set.
    pub fn contains(&self, piece: usize) -> bool {
        self.0[piece / 64] >> (piece % 64) & 1 == 1
    }

    /// The pieces in rising order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..MAX_PIECES).filter(|piece| self.contains(*piece))
    }
}

//! A move: one decision of one player, as the rules offered it.

/// Marks that the definition declares, one bit each in the order of declaration.
pub type Marks = u32;

/// More marks than this are a load error.
pub const MAX_MARKS: usize = 32;

/// One decision: a piece that goes somewhere, or a word such as `skip`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The piece that moves; −1 for a word.
    pub piece: i16,
    /// Where it stands before the move; −1 off the board or for a word.
    pub from: i16,
    /// Where it goes; −1 off the board or for a word.
    pub to: i16,
    /// The word's index; −1 for a piece's move.
    pub word: i16,
    /// The marks that the rules put on it.
    pub marks: Marks,
    /// A number of the rules' own, such as the points that the move uses.
    pub number: i64,
}

/// A move that the rules considered and refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The move as it would have been offered.
    pub mv: Move,
    /// The index of the rule that forbids it.
    pub rule: usize,
}

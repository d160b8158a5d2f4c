//! Pieces and their attributes, as the definition declares them.

use crate::text::Text;

/// More pieces than this are a load error.
pub const MAX_PIECES: usize = 255;

/// A kind of piece, or a player's name for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The name that scripts use.
    pub id: String,
    /// What people read.
    pub title: Text,
    /// The sign of pieces that are nobody's in text boards; kinds of such pieces have one.
    pub glyph: Option<char>,
}

/// One piece as it is at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The owner's index among the players in play; their number for a piece that is nobody's.
    pub owner: usize,
    /// The kind's index.
    pub kind: usize,
    /// The site it starts on; `None` for a piece that starts off the board.
    pub start: Option<usize>,
    /// The starting value of each declared attribute, 0 and 1 for a boolean one.
    pub attributes: Vec<i32>,
}

/// The values that a declared attribute or state entry may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueType {
    /// True or false, kept as 1 and 0.
    Bool,
    /// An integer of 32 bits.
    Int,
    /// A list of integers with at most so many entries.
    List {
        /// The greatest length.
        max: usize,
    },
}

/// A declared attribute of every piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// The name in scripts and in the text of a state.
    pub id: String,
    /// Its type, never a list.
    pub ty: ValueType,
    /// The value that a piece has when nothing is said.
    pub default: i32,
}

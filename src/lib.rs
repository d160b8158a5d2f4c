//! araudi.
pub mod board;
pub mod dice;
pub mod error;
pub mod game;
pub mod log;
pub mod moves;
pub mod outcome;
pub mod piece;
pub mod text;

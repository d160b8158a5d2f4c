//! araudi.
pub mod board;
pub mod cli;
pub mod definition;
pub mod dice;
pub mod error;
pub mod game;
pub mod lab;
pub mod log;
pub mod moves;
pub mod outcome;
pub mod piece;
pub mod render;
pub mod rules;
pub mod script;
pub mod state;
pub mod text;

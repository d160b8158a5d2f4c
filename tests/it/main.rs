//! Tests of the whole library, one module for each of its parts.

mod choices;
mod cli;
mod conformance;
mod definitions;
mod logs;
mod pipe_games;
mod replay;
mod robustness;
mod scripts;
mod shipped;
mod toys;

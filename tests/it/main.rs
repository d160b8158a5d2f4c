//! Tests of the whole library, one module for each of its parts.
#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

mod api;
mod bots;
mod charts;
mod choices;
mod cli;
mod compiled;
mod conformance;
mod definitions;
mod depth;
mod documents;
mod generated;
mod house;
mod houses;
mod lines;
mod logs;
mod patterns;
mod pipe_games;
mod play;
mod points;
mod replay;
mod robustness;
mod scripts;
mod shards;
mod shipped;
mod toys;
mod yardstick;

//! The arguments of commands that play many times: chance, threads and the cap.

use std::num::NonZeroUsize;

use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};

use super::pipe::draw_seed;
use crate::lab::Caps;

/// What chance gives, by how many threads, and for how long.
#[derive(Args, Debug)]
pub(super) struct ChanceArgs {
    /// The seed of everything that is played; without it one is drawn and printed
    #[arg(long)]
    seed: Option<u64>,
    /// How many threads; without it one for each core
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// After how many moves a playout is given up as unfinished; without it 100000
    #[arg(long, value_name = "N", value_parser = positive())]
    max_plies: Option<u64>,
}

impl ChanceArgs {
    /// The seed, drawn when none is given.
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(draw_seed)
    }

    /// How many threads.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.map_or_else(n_cores, usize::from)
    }

    /// The cap on moves.
    pub(super) fn max_plies(&self) -> u64 {
        self.max_plies.unwrap_or(Caps::PLIES)
    }
}

/// How many threads run at once here.
pub(super) fn n_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Numbers from 1 to more than any machine plays.
pub(super) fn positive() -> RangedU64ValueParser {
    value_parser!(u64).range(1..=1_000_000_000_000)
}

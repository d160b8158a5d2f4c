//! `araudi bench`: how fast games are played here.

use std::io::Write;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::Value;

use super::chance_args::positive;
use super::context::{Context, Done, Format};
use super::game_args::{ChoiceArgs, build, no_games, open};
use super::table;
use crate::error::Result;
use crate::game::Game;
use crate::lab::{Caps, Stream, playout};
use crate::rules::Play;
use crate::script::Limits;

/// Measure how fast games are played on one core
///
/// Random playouts are made for some time, with compiled hooks and with interpreted ones; each takes
/// the same playouts, from the first one on. A move is one choice of a player; the throws between are
/// part of its time. The best of several rounds counts, since other programs can only slow it down.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi bench\n",
    "  araudi bench trail --seconds 5 --format json",
))]
pub(super) struct BenchArgs {
    /// The game's name, as `araudi list` prints it; without it all games
    #[arg(value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    choice: ChoiceArgs,
    /// How long each figure is measured
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = positive())]
    seconds: u64,
    /// The seed of all playouts
    #[arg(long, default_value = "1")]
    seed: u64,
    /// After how many moves a playout is given up
    #[arg(long, value_name = "N", default_value = "10000", value_parser = positive())]
    max_plies: u64,
}

const COLUMNS: [&str; 7] =
    ["game", "hooks", "playouts/s", "moves/s", "throws/s", "ns/move", "times interpreted"];

/// So many rounds a measurement has.
const ROUNDS: u32 = 5;

pub(super) fn run(context: &mut Context, args: &BenchArgs) -> Done {
    let names = match &args.game {
        Some(name) => vec![name.clone()],
        None => context.library.names()?,
    };
    if names.is_empty() {
        return Err(no_games());
    }
    let mut rows = Vec::new();
    for name in names {
        let definition = open(context, &name, &args.choice)?;
        let game = Arc::new(build(&definition, &args.choice.choice())?);
        let mut measured = Vec::new();
        for interpreted in [true, false] {
            if interpreted || !context.limits.interpreted {
                let limits = Limits { interpreted, ..context.limits };
                measured.push((interpreted, measure(&game, limits, args)?));
            }
        }
        let base = measured[0].1.per_second(|pace| pace.plies);
        rows.extend(measured.iter().rev().map(|(interpreted, pace)| {
            let moves = pace.per_second(|pace| pace.plies);
            let ns_per_move = if moves > 0.0 { (1e9 / moves).round() } else { 0.0 };
            let times = if base > 0.0 { moves / base } else { 0.0 };
            vec![
                Value::from(name.clone()),
                Value::from(if *interpreted { "interpreted" } else { "compiled" }),
                whole(pace.per_second(|pace| pace.playouts)),
                whole(moves),
                whole(pace.per_second(|pace| pace.throws)),
                whole(ns_per_move),
                Value::from((times * 10.0).round() / 10.0),
            ]
        }));
    }
    table::print(context, &COLUMNS, &rows)?;
    if context.format == Format::Table {
        let Limits { interpreted, .. } = context.limits;
        let how = if interpreted { "" } else { " for each kind of hooks" };
        let (seconds, seed) = (args.seconds, args.seed);
        writeln!(
            context.out,
            "\none core, {seconds} s{how}, seed {seed}, the best of {ROUNDS} rounds"
        )?;
    }
    Ok(())
}

fn whole(value: f64) -> Value {
    Value::from(value.round() as u64)
}

/// What was played in some time.
#[derive(Clone, Copy, Default)]
struct Pace {
    playouts: u64,
    plies: u64,
    throws: u64,
    time: Duration,
}

impl Pace {
    fn per_second(&self, count: impl Fn(&Self) -> u64) -> f64 {
        count(self) as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// The best pace of several rounds of the same playouts.
fn measure(game: &Arc<Game>, limits: Limits, args: &BenchArgs) -> Result<Pace> {
    let mut play = Play::new(Arc::clone(game), limits)?;
    let caps = Caps::of_plies(args.max_plies);
    let round = Duration::from_secs(args.seconds) / ROUNDS;
    let mut run = |n: Option<NonZeroU64>| -> Result<Pace> {
        let mut pace = Pace::default();
        let start = Instant::now();
        loop {
            let record = playout(&mut play, &mut Stream::new(args.seed, pace.playouts), caps)?;
            pace.playouts += 1;
            pace.plies += record.plies;
            pace.throws += record.throws;
            pace.time = start.elapsed();
            match n {
                Some(n) if pace.playouts >= n.get() => return Ok(pace),
                None if pace.time >= round => return Ok(pace),
                _ => {}
            }
        }
    };
    // The first round warms up and tells how many playouts fit into a round.
    let first = run(None)?;
    let n = NonZeroU64::new(first.playouts);
    let mut best = first;
    for _ in 1..ROUNDS {
        let pace = run(n)?;
        if pace.time < best.time {
            best = pace;
        }
    }
    Ok(best)
}

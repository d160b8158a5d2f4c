//! `araudi perft`: how many ways of playing there are to a depth.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::context::{Context, Done, Format};
use super::game_args::{self, GameArgs};
use super::table;
use crate::lab;

/// Count the ways of playing to a depth, to compare rules with other programs
///
/// The depth counts moves. Each outcome of a throw counts once, whatever its weight; a throw is no
/// depth. Games that end before the depth count nothing.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi perft trail 3\n",
    "  araudi perft trail 2 --divide --position here.position",
))]
pub(super) struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many moves
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=i64::from(lab::MAX_DEPTH)))]
    depth: u32,
    /// Count for each first move by itself
    #[arg(long)]
    divide: bool,
    /// How many throws may come between two moves; ways with more are not followed
    #[arg(long, value_name = "N", default_value_t = lab::THROWS, value_parser = clap::value_parser!(u32).range(..=i64::from(lab::MAX_THROWS)))]
    throws: u32,
    /// Begin with a position from a file; `-` is the standard input
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
}

pub(super) fn run(context: &mut Context, args: &PerftArgs) -> Done {
    let mut play = args.game.play(context)?;
    if let Some(path) = &args.position {
        play.set_position(&game_args::read_argument(path)?)?;
    }
    if args.divide {
        let branches = lab::divide(&mut play, args.depth, args.throws)?;
        let total: u64 = branches.iter().map(|branch| branch.leaves).sum();
        let rows =
            branches.into_iter().map(|branch| vec![branch.text.into(), branch.leaves.into()]);
        table::print(context, &["move", "ways"], &rows.collect::<Vec<_>>())?;
        if context.format == Format::Table {
            writeln!(context.out, "{total} ways")?;
        }
        return Ok(());
    }
    let mut rows = Vec::new();
    for depth in 1..=args.depth {
        rows.push(vec![json!(depth), json!(lab::perft(&mut play, depth, args.throws)?)]);
    }
    table::print(context, &["depth", "ways"], &rows)
}

//! `araudi simulate`: many playouts by bots and what they tell.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::chance_args::{ChanceArgs, positive};
use super::context::{Context, Done, Failure};
use super::game_args::GameArgs;
use super::picture::PictureArgs;
use super::progress::Progress;
use super::seats;
use super::{report, save};
use crate::error::Problem;
use crate::lab::{self, Part, Shard, Subject};

/// Play a game many times by bots and report what came of it
///
/// Without `--bot` and `--seats` every legal move is equally likely. The bot `greedy` tries each legal
/// move and takes the one whose position the game's hook `evaluate` values most. Of a game with that
/// hook the report also tells how often the lead changes and how far behind the winner was. Each figure
/// comes with its 95 % interval.
///
/// The bot `flat:500` tries the legal moves by 500 random plays in all, equally many for each, and
/// `mcts:500` in a tree that grows where they go well (UCT). `mcts:200ms` thinks by the clock, and
/// `mcts:500:cap=50` breaks each play off after 50 moves, without `cap` after 1000. The same seed gives
/// the same output with any number of threads, unless a bot thinks by the clock.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi simulate trail -n 1000 --seed 7\n",
    "  araudi simulate trail --set squares=20 --format json\n",
    "  araudi simulate circuit --seats greedy,random\n",
    "  araudi simulate circuit -n 100 --seats mcts:500,random\n",
    "  araudi simulate trail -n 1000 --seed 7 --shard 1/2 --out 1.json\n",
    "  araudi simulate trail -n 1000 --format html > report.html",
))]
pub(super) struct SimulateArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays on all seats: `random`, `greedy`, `flat:N` or `mcts:N`
    #[arg(long, value_name = "BOT", default_value = "random", conflicts_with = "seats")]
    bot: String,
    /// Who plays on each seat, in the order of seats, the last one on those that are left
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',')]
    seats: Vec<String>,
    /// How many playouts
    #[arg(short, value_name = "N", default_value = "1000", value_parser = positive())]
    n: u64,
    #[command(flatten)]
    chance: ChanceArgs,
    /// Play only one of N parts of the playouts, which `merge` puts together: `1/4` to `4/4`
    #[arg(long, value_name = "I/N", requires_all = ["out", "seed"], value_parser = shard)]
    shard: Option<Shard>,
    /// Write the counts for `merge` to this file instead of printing a report
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArgs,
}

pub(super) fn run(context: &mut Context, args: &SimulateArgs) -> Done {
    let game = args.game.build(context)?;
    let bots = if args.seats.is_empty() { std::slice::from_ref(&args.bot) } else { &args.seats };
    let options = lab::Options {
        bots: seats::of_bots(bots, &game)?,
        n: args.n,
        seed: args.chance.seed(),
        jobs: args.chance.jobs(),
        max_plies: args.chance.max_plies(),
    };
    if let Some(path) = &args.out {
        check_folder(path)?;
    }
    let subject = Subject::new(&game, &options);
    let drawing = args.picture.of(context, &subject)?;
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let indices = shard.range(options.n);
    let progress = Progress::new(indices.end - indices.start);
    let tally = lab::tally(&game, context.limits, &options, indices.clone(), &|_| progress.step());
    drop(progress);
    let tally = tally.map_err(|error| match error.code() {
        "no-evaluate" => Failure::Usage(error),
        _ => Failure::Rules(error),
    })?;
    let Some(path) = &args.out else {
        return report::print(context, &subject, &tally, &drawing);
    };
    save::write(path, &Part::text(&subject, shard, &tally))?;
    let (path, n, of) = (path.display(), tally.n, options.n);
    Ok(writeln!(
        context.out,
        "wrote {path}: shard {shard}, {n} of {of} playouts, seed {}",
        options.seed
    )?)
}

/// A shard, for messages of the command line.
fn shard(text: &str) -> Result<Shard, String> {
    text.parse().map_err(|problem: Problem| problem.message().to_owned())
}

/// Finds out before hours of play that a file cannot be written.
fn check_folder(path: &Path) -> Done {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_none_or(Path::is_dir) && !path.is_dir() {
        return Ok(());
    }
    let problem = Problem::new("unwritable-file", format!("cannot write `{}`", path.display()));
    let reason = if path.is_dir() { "it is a folder" } else { "its folder is not there" };
    Err(Failure::usage(problem.note(reason)))
}

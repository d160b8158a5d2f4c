//! `araudi simulate`: many playouts by bots and what they tell.

use std::io::Write;
use std::num::NonZeroUsize;

use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use serde_json::Value;

use super::context::{Context, Done, Failure, Format};
use super::game_args::GameArgs;
use super::pipe::draw_seed;
use super::progress::Progress;
use super::seats;
use super::table;
use crate::error::Problem;
use crate::game::Game;
use crate::lab::{self, Caps, Decimal, Rate, Report, SeatReport, Share, Summary};

/// Play a game many times by bots and report what came of it
///
/// Without `--bot` and `--seats` every legal move is equally likely. The bot `greedy` tries each legal
/// move and takes the one whose position the game's hook `evaluate` values most. `flat:500` tries the
/// moves by 500 random plays in all, `mcts:500` by 500 in a tree that grows where they go well (UCT);
/// `mcts:500:cap=50` breaks each off after 50 moves, without `cap` after 1000. Each figure comes with
/// its 95 % interval. The same seed gives the same output with any number of threads, except with bots
/// that think by the clock, such as `mcts:200ms`.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi simulate trail -n 1000 --seed 7\n",
    "  araudi simulate trail --set squares=20 --format json\n",
    "  araudi simulate circuit --seats greedy,random\n",
    "  araudi simulate circuit -n 100 --seats mcts:500,random",
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
    /// The seed of all playouts; without it one is drawn and printed
    #[arg(long)]
    seed: Option<u64>,
    /// How many threads; without it one for each core
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// After how many moves a playout is given up as unfinished; without it 100000
    #[arg(long, value_name = "N", value_parser = positive())]
    max_plies: Option<u64>,
}

pub(super) fn run(context: &mut Context, args: &SimulateArgs) -> Done {
    let game = args.game.build(context)?;
    let bots = if args.seats.is_empty() { std::slice::from_ref(&args.bot) } else { &args.seats };
    let options = lab::Options {
        bots: seats::of_bots(bots, &game)?,
        n: args.n,
        seed: args.seed.unwrap_or_else(draw_seed),
        jobs: args.jobs.map_or_else(n_cores, usize::from),
        max_plies: args.max_plies.unwrap_or(Caps::PLIES),
    };
    let progress = Progress::new(options.n);
    let report = lab::simulate(&game, context.limits, &options, &|_| progress.step());
    drop(progress);
    let report = report.map_err(|error| match error.code() {
        "no-evaluate" => Failure::Usage(error),
        _ => Failure::Rules(error),
    })?;
    match context.format {
        Format::Json => {
            let value = serde_json::to_value(&report).map_err(|error| {
                Failure::from(Problem::new("unwritable-output", error.to_string()))
            })?;
            context.json(&value)
        }
        Format::Csv => {
            let mut lines = vec![count("playouts", report.n), count("seed", report.seed)];
            let seats = report.players.iter();
            lines.extend(seats.map(|seat| text(&format!("bot of {}", seat.player), &seat.bot)));
            lines.extend(rows(&report, |_, id| id.to_owned()));
            table::print(context, &COLUMNS, &lines)
        }
        Format::Table => {
            let lang = context.lang;
            heading(context, &game, &report)?;
            let rows = rows(&report, |what, id| title(&game, what, id, lang));
            table::print(context, &COLUMNS, &rows)
        }
    }
}

pub(super) fn n_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Numbers from 1 to more than any machine plays.
pub(super) fn positive() -> RangedU64ValueParser {
    value_parser!(u64).range(1..=1_000_000_000_000)
}

const COLUMNS: [&str; 10] =
    ["figure", "value", "low", "high", "sd", "min", "q1", "median", "q3", "max"];

/// Which list of the game a name is from.
#[derive(Clone, Copy)]
enum What {
    Player,
    Reason,
    Metric,
}

fn heading(context: &mut Context, game: &Game, report: &Report) -> Done {
    write!(context.out, "{}", report.game)?;
    if let Some(variant) = &report.variant {
        write!(context.out, " {variant}")?;
    }
    for house in &report.houses {
        write!(context.out, " \"{house}\"")?;
    }
    for (name, value) in &report.options {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        write!(context.out, " {name}={value}")?;
    }
    writeln!(context.out, ", rules {}", report.digest)?;
    writeln!(
        context.out,
        "{} playouts, seed {}, at most {} moves each; low and high are 95 % intervals",
        report.n, report.seed, report.max_plies
    )?;
    let bot_of = |seat: &SeatReport| {
        format!("{} {}", title(game, What::Player, &seat.player, context.lang), seat.bot)
    };
    let bots: Vec<String> = report.players.iter().map(bot_of).collect();
    writeln!(context.out, "bots: {}", bots.join(", "))?;
    Ok(writeln!(context.out)?)
}

fn title(game: &Game, what: What, id: &str, lang: crate::text::Lang) -> String {
    let title = match what {
        What::Player => game.players().iter().find(|player| player.id == id).map(|p| &p.title),
        What::Reason => game.reasons().iter().find(|reason| reason.id == id).map(|r| &r.title),
        What::Metric => game.metrics().iter().find(|metric| metric.id == id).map(|m| &m.title),
    };
    title.map_or(id, |title| title.get(lang)).to_owned()
}

/// A line for each figure; `name` makes a text of a name of the game.
fn rows(report: &Report, name: impl Fn(What, &str) -> String) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for seat in &report.players {
        rows.push(of_share(&format!("won by {}", name(What::Player, &seat.player)), &seat.wins));
    }
    rows.push(of_share("won by first player", &report.first_player));
    rows.push(of_share("drawn", &report.draws));
    rows.push(of_share("unfinished", &report.unfinished));
    for reason in &report.reasons {
        let text = format!("ended: {}", name(What::Reason, &reason.reason));
        rows.push(of_share(&text, &reason.games));
    }
    rows.push(of_summary("turns", &report.turns));
    rows.push(of_summary("moves", &report.plies));
    rows.push(of_summary("throws", &report.throws));
    rows.push(of_rate("legal moves", &report.branching));
    rows.push(of_rate("real decisions", &report.real_decisions));
    for metric in &report.metrics {
        rows.push(of_summary(&name(What::Metric, &metric.metric), &metric.per_game));
    }
    rows
}

fn count(name: &str, count: u64) -> Vec<Value> {
    with_value(name, count.into())
}

fn text(name: &str, text: &str) -> Vec<Value> {
    with_value(name, text.into())
}

fn with_value(name: &str, value: Value) -> Vec<Value> {
    let mut row = row(name, [None; 4], [None; 5]);
    row[1] = value;
    row
}

fn of_share(text: &str, share: &Share) -> Vec<Value> {
    row(text, [Some(share.share), Some(share.low), Some(share.high), None], [None; 5])
}

fn of_rate(text: &str, rate: &Rate) -> Vec<Value> {
    row(text, [rate.mean, rate.low, rate.high, None], [None; 5])
}

fn of_summary(text: &str, summary: &Summary) -> Vec<Value> {
    let figures = [Some(summary.mean), summary.low, summary.high, Some(summary.sd)];
    let counts = [summary.min, summary.q1, summary.median, summary.q3, summary.max];
    row(text, figures, counts.map(Some))
}

fn row(text: &str, figures: [Option<Decimal>; 4], counts: [Option<u64>; 5]) -> Vec<Value> {
    let figures = figures.map(|figure| Value::from(figure.map_or(String::new(), table::fixed)));
    let counts = counts.map(|count| count.map_or(Value::from(""), Value::from));
    std::iter::once(Value::from(text)).chain(figures).chain(counts).collect()
}

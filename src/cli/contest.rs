//! `araudi match`: bots against each other, with the seats changed.

use std::io::Write;

use clap::Args;
use serde_json::Value;

use super::chance_args::{ChanceArgs, positive};
use super::context::{Context, Done, Failure, Format};
use super::game_args::GameArgs;
use super::progress::Progress;
use super::{report as figures, seats, table};
use crate::error::Problem;
use crate::game::Game;
use crate::lab::{Bot, ContestOptions, ContestReport, Share, contest, label};
use crate::text::Lang;

/// Let bots play a game against each other, and report how often each won
///
/// Each seed is played once in every seating: two bots change seats, more go round, and the members of
/// a team are played by one bot. Bots are written as in `araudi simulate --help`. The share of games
/// that a bot won comes with its 95 % interval, as do the shares for each seat. The same seed gives the
/// same output with any number of threads, except with bots that think by the clock, such as
/// `mcts:200ms`.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi match trail mcts:500 random -n 100 --seed 7\n",
    "  araudi match circuit mcts:200:cap=50 greedy --format json",
))]
pub(super) struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays: two bots or more, such as `random`, `greedy`, `flat:500` or `mcts:500`
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<String>,
    /// How many games, or a few more so that each seed is played in every seating
    #[arg(short, value_name = "N", default_value = "100", value_parser = positive())]
    n: u64,
    #[command(flatten)]
    chance: ChanceArgs,
}

pub(super) fn run(context: &mut Context, args: &MatchArgs) -> Done {
    let game = args.game.build(context)?;
    let bots: Vec<Bot> = seats::of_match(&args.bots)?;
    let n_bots = bots.len() as u64;
    let options = ContestOptions {
        rounds: args.n.div_ceil(n_bots.max(1)),
        bots,
        seed: args.chance.seed(),
        jobs: args.chance.jobs(),
        max_plies: args.chance.max_plies(),
    };
    let progress = Progress::new(options.rounds.saturating_mul(n_bots));
    let report = contest(&game, context.limits, &options, &|_| progress.step());
    drop(progress);
    let report = report.map_err(|error| match error.code() {
        "no-evaluate" | "wrong-bots" => Failure::Usage(error),
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
            let count = |name: &str, count: u64| {
                [name.into(), count.into()].into_iter().chain([""; 4].map(Value::from)).collect()
            };
            let mut lines = vec![count("games", report.n), count("rounds", report.rounds)];
            lines.push(count("seed", report.seed));
            lines.extend(rows(&report, str::to_owned, Lang::En));
            table::print(context, &COLUMNS, &lines)
        }
        Format::Table => {
            heading(context, &report)?;
            let lang = context.lang;
            let rows = rows(&report, |id| title(&game, id, lang), lang);
            table::print(context, &COLUMNS.map(|name| label(name, lang)), &rows)
        }
    }
}

const COLUMNS: [&str; 6] = ["figure", "value", "low", "high", "count", "of"];

fn heading(context: &mut Context, report: &ContestReport) -> Done {
    writeln!(context.out, "{}", report.rules.line(context.lang))?;
    let ContestReport { n, rounds, seed, max_plies, .. } = report;
    let n_seatings = report.bots.len();
    match context.lang {
        Lang::En => writeln!(
            context.out,
            "{n} games, {rounds} rounds of {n_seatings} seatings, seed {seed}, at most {max_plies} moves each; low and high are 95 % intervals"
        )?,
        Lang::Eu => writeln!(
            context.out,
            "{n} partida: {rounds} itzuli, bakoitzean {n_seatings} eserleku-banaketa, hazia {seed}, gehienez {max_plies} jokaldi bakoitzean; behea eta goia % 95eko tarteak dira"
        )?,
    }
    if !report.repeatable {
        let text = match context.lang {
            Lang::En => "a bot thinks by the clock: another run may end in another way",
            Lang::Eu => {
                "bot batek erlojuaren arabera pentsatzen du: hurrengoan bestela buka daiteke"
            }
        };
        writeln!(context.out, "{text}")?;
    }
    Ok(writeln!(context.out)?)
}

fn title(game: &Game, id: &str, lang: Lang) -> String {
    let player = game.players().iter().find(|player| player.id == id);
    player.map_or(id, |player| player.title.get(lang)).to_owned()
}

/// A line for each figure; `name` makes a text of a player's name.
fn rows(report: &ContestReport, name: impl Fn(&str) -> String, lang: Lang) -> Vec<Vec<Value>> {
    let say = |name| label(name, lang);
    let mut rows = Vec::new();
    for (index, bot) in report.bots.iter().enumerate() {
        let is_twin = report.bots.iter().filter(|other| other.bot == bot.bot).count() > 1;
        let twin = if is_twin { format!(" ({})", index + 1) } else { String::new() };
        rows.push(of_share(&format!("{} {}{twin}", say("won by"), bot.bot), &bot.wins, report.n));
        for seat in &bot.seats {
            let (bot, player) = (&bot.bot, name(&seat.player));
            let text = match lang {
                Lang::En => format!("{bot}{twin} as {player}"),
                Lang::Eu => format!("{bot}{twin}, jokalaria: {player}"),
            };
            rows.push(of_share(&text, &seat.wins, report.rounds));
        }
    }
    rows.push(of_share(say("drawn"), &report.draws, report.n));
    rows.push(of_share(say("unfinished"), &report.unfinished, report.n));
    let plies = &report.plies;
    let figures = [Some(plies.mean), plies.low, plies.high];
    let fixed = |figure: &Option<_>| Value::from(figure.map_or(String::new(), figures::fixed));
    let figures = figures.iter().map(fixed);
    let ends = [Value::from(""), Value::from(report.n)];
    rows.push(std::iter::once(Value::from(say("moves"))).chain(figures).chain(ends).collect());
    rows
}

fn of_share(text: &str, share: &Share, n: u64) -> Vec<Value> {
    let figures = [share.share, share.low, share.high].map(|figure| figures::fixed(figure).into());
    let counts = [Value::from(share.count), Value::from(n)];
    std::iter::once(Value::from(text)).chain(figures).chain(counts).collect()
}

//! `araudi compare`: what rules do to a game.

use std::io::Write;

use clap::Args;
use serde_json::Value;

use super::chance_args::{ChanceArgs, positive};
use super::context::{Context, Done, Failure, Format, Picture};
use super::progress::Progress;
use super::sides::{self, Failures, SideArgs};
use super::{seats, table};
use crate::chart::{self, Compared};
use crate::error::Problem;
use crate::lab::{self, Change, Comparison, Decimal, Figure, Measure, Side, SideReport, label};
use crate::text::Lang;

/// How many playouts are enough when no more is said.
const N: u64 = 1000;

/// The most playouts on each side until intervals are narrow, when no more is said.
const N_UNTIL: u64 = 100_000;

/// Compare variants, house rules and options of a game by random play
///
/// The sides are played from the same seeds, and the first is the base: each other side is compared with
/// it, playout by playout, which tells more than two simulations. A side alone is compared with the game
/// as it is. The interval of a difference holds with 95 % for all sides at once (Bonferroni). p tells
/// how probable such a difference would be by chance, and is corrected for all sides and figures, turns
/// and advantage apart (Holm); a difference is clear below 0.05. The same seed gives the same output
/// with any number of threads, unless a bot thinks by the clock.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi compare trail short -n 1000 --seed 7\n",
    "  araudi compare trail --set squares=8 --set squares=20 --until 1%\n",
    "  araudi compare trail short kinder squares=12,rounds=50 --format csv\n",
    "  araudi compare trail default short kinder --format html > report.html",
))]
pub(super) struct CompareArgs {
    /// The game's name, as `araudi list` prints it
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    sides: SideArgs,
    /// What all sides have in common, as a SIDE is written
    #[arg(long, value_name = "SIDE")]
    with: Option<String>,
    /// How many play on all sides, or who: `2`, or names with commas between
    #[arg(long, value_name = "N|A,B")]
    players: Option<String>,
    #[command(flatten)]
    run: RunArgs,
}

/// How the sides are played.
#[derive(Args, Debug)]
pub(super) struct RunArgs {
    /// Who plays on all seats: `random`, `greedy`, `flat:N` or `mcts:N`
    #[arg(long, value_name = "BOT", default_value = "random", conflicts_with = "seats")]
    bot: String,
    /// Who plays on each seat, in the order of seats, the last one on those that are left
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',')]
    seats: Vec<String>,
    /// How many playouts on each side, without it 1000; with `--until` at most so many, without it
    /// 100000
    #[arg(short, long = "max", value_name = "N", value_parser = positive())]
    n: Option<u64>,
    /// Play on until the intervals of length and first player's advantage are as narrow as `1%` to
    /// either side
    #[arg(long, value_name = "±PERCENT", value_parser = percent)]
    until: Option<f64>,
    /// The chart of `--format svg`: `lengths`, `winners`, or a figure such as `turns` or `drama`
    #[arg(long, value_name = "CHART")]
    chart: Option<String>,
    #[command(flatten)]
    chance: ChanceArgs,
}

/// What is drawn of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Drawing {
    /// Nothing: the figures are printed.
    Nothing,
    /// A page.
    Page,
    /// A chart.
    Chart(Compared),
}

pub(super) fn run(context: &mut Context, args: &CompareArgs) -> Done {
    let (with, players) = (args.with.as_deref(), args.players.as_deref());
    let sides = sides::of_game(context, &args.game, &args.sides, with, players)?;
    let drawing = args.run.drawing(context, &sides)?;
    let comparison = args.run.compare(context, &sides)?;
    print(context, &comparison, drawing)
}

impl RunArgs {
    /// What the arguments ask for; known before anything is played.
    pub(super) fn drawing(&self, context: &Context, sides: &[Side]) -> Done<Drawing> {
        let wrong = |message: &str, help: &str| {
            Err(Failure::usage(Problem::new("wrong-format", message).help(help)))
        };
        let name = match (context.picture, self.chart.as_deref()) {
            (None, None) => return Ok(Drawing::Nothing),
            (Some(Picture::Html), None) => return Ok(Drawing::Page),
            (Some(Picture::Svg), Some(name)) => name,
            (Some(Picture::Svg), None) => {
                let help = "use `--chart lengths`, `winners`, or a figure such as `turns`";
                return wrong("`--format svg` is a single chart", help);
            }
            (_, Some(_)) => {
                return wrong("`--chart` is for single charts", "use it with `--format svg`");
            }
        };
        let figures = sides.first().map(|base| Measure::all(&base.game)).unwrap_or_default();
        let figure = figures.iter().find(|(_, figure)| figure == name);
        match (name, figure) {
            ("lengths", _) => Ok(Drawing::Chart(Compared::Lengths)),
            ("winners", _) => Ok(Drawing::Chart(Compared::Winners)),
            (_, Some((measure, _))) => Ok(Drawing::Chart(Compared::Figure(*measure))),
            (_, None) => {
                let problem = Problem::new("unknown-chart", format!("there is no chart `{name}`"));
                let known = figures.iter().map(|(_, figure)| figure.as_str());
                let problem = problem.help_nearest(name, known.chain(["lengths", "winners"]));
                Err(Failure::usage(problem))
            }
        }
    }

    /// Plays the sides and compares them.
    pub(super) fn compare(&self, context: &Context, sides: &[Side]) -> Done<Comparison> {
        let given =
            if self.seats.is_empty() { std::slice::from_ref(&self.bot) } else { &self.seats };
        let mut failures = Failures::default();
        let bots = sides.iter().map(|side| failures.keep(seats::of_bots(given, &side.game)));
        let bots = bots.collect::<Vec<_>>().into_iter().flatten().next().unwrap_or_default();
        failures.finish()?;
        let otherwise = if self.until.is_some() { N_UNTIL } else { N };
        let options = lab::Options {
            bots,
            n: self.n.unwrap_or(otherwise),
            seed: self.chance.seed(),
            jobs: self.chance.jobs(),
            max_plies: self.chance.max_plies(),
        };
        let progress = Progress::new(options.n);
        let at = |done, all| progress.at(done, all);
        let compared = lab::compare(sides, context.limits, &options, self.until, &at);
        drop(progress);
        compared.map_err(|error| match error.code() {
            "no-evaluate" | "different-players" | "too-few-sides" => Failure::Usage(error),
            _ => Failure::Rules(error),
        })
    }
}

/// `±1%`, `1%` or `1`, as a share.
fn percent(text: &str) -> Result<f64, String> {
    let plain = text.trim().trim_start_matches('±').trim_end_matches('%').trim();
    match plain.parse::<f64>() {
        Ok(percent) if (0.001..=100.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err("expected a number of percents from 0.001 to 100, such as `1%`".to_owned()),
    }
}

const COLUMNS: [&str; 11] = [
    "figure",
    "base",
    "value",
    "difference",
    "low",
    "high",
    "percent",
    "low",
    "high",
    "p",
    "clear",
];

/// The figures that have a chart, or a column of their own: the rest is in JSON and comma-separated
/// values.
pub(super) fn shown(comparison: &Comparison) -> Vec<Measure> {
    let measures = comparison.measures().into_iter().map(|(measure, _)| measure);
    measures.filter(|measure| is_shown(*measure)).collect()
}

/// Whether a figure is among those.
pub(super) fn is_shown(measure: Measure) -> bool {
    match measure {
        Measure::Turns
        | Measure::Plies
        | Measure::Advantage
        | Measure::Draws
        | Measure::Unfinished
        | Measure::RealDecisions
        | Measure::LeadChanges
        | Measure::Drama
        | Measure::Metric(_) => true,
        Measure::Wins(_)
        | Measure::FirstPlayer
        | Measure::Reason(_)
        | Measure::Throws
        | Measure::Branching
        | Measure::ForcedMoves
        | Measure::LostThrows
        | Measure::LostShare
        | Measure::LeadChangeShare
        | Measure::WinnerBehind => false,
    }
}

fn print(context: &mut Context, comparison: &Comparison, drawing: Drawing) -> Done {
    match drawing {
        Drawing::Nothing => {}
        Drawing::Page => {
            let page = chart::compared(comparison, &shown(comparison), context.lang);
            return Ok(write!(context.out, "{page}")?);
        }
        Drawing::Chart(chart) => return print_chart(context, comparison, chart, None),
    }
    match context.format {
        Format::Json => json(context, comparison),
        Format::Csv => csv(context, comparison, "side"),
        Format::Table => {
            heading(context, comparison)?;
            for side in comparison.sides.iter().skip(1) {
                writeln!(context.out)?;
                let lang = context.lang;
                let verdict = side.verdict.as_ref().map_or(&*side.name, |text| text.get(lang));
                writeln!(context.out, "{verdict}")?;
                let rows = side.changes.iter().map(|change| row(change, lang));
                let rows: Vec<Vec<Value>> = rows.collect();
                table::print(context, &COLUMNS.map(|name| label(name, lang)), &rows)?;
            }
            Ok(())
        }
    }
}

/// Prints one chart of a comparison, or of a sweep over an option.
pub(super) fn print_chart(
    context: &mut Context,
    comparison: &Comparison,
    chart: Compared,
    option: Option<&str>,
) -> Done {
    if let Some(text) = chart::compared_svg(comparison, chart, option, context.lang) {
        return Ok(write!(context.out, "{text}")?);
    }
    let message = "the sides do not have that figure in common";
    let problem = Problem::new("no-figure", message);
    Err(Failure::usage(problem.help("figures of the lead need the hook `evaluate` on all sides")))
}

/// Prints all that is known.
pub(super) fn json(context: &mut Context, comparison: &Comparison) -> Done {
    let value = serde_json::to_value(comparison)
        .map_err(|error| Failure::from(Problem::new("unwritable-output", error.to_string())))?;
    context.json(&value)
}

/// Prints a line for each figure of each side; the base has no differences. What the sides are is told
/// by the first column's name.
pub(super) fn csv(context: &mut Context, comparison: &Comparison, name: &str) -> Done {
    let columns = [
        name,
        "seed",
        "playouts",
        "figure",
        "value",
        "low",
        "high",
        "difference",
        "difference low",
        "difference high",
        "percent",
        "percent low",
        "percent high",
        "p",
        "clear",
    ];
    let mut rows = Vec::new();
    for side in &comparison.sides {
        for (measure, _) in comparison.measures() {
            let Some(own) = comparison.figure(side, measure) else { continue };
            let change = side.change(measure);
            let figure = comparison.name(measure);
            let mut row: Vec<Value> = vec![
                side.name.as_str().into(),
                comparison.seed.into(),
                comparison.n.into(),
                figure.into(),
            ];
            row.extend([own.mean, own.low, own.high].map(|x| fixed(x, 4)));
            row.extend(change.map_or_else(|| vec![Value::from(""); 8], differences));
            rows.push(row);
        }
    }
    table::print(context, &columns, &rows)
}

/// What was played, how often, and how to read what follows.
pub(super) fn heading(context: &mut Context, comparison: &Comparison) -> Done {
    let Comparison { n, seed, until, sides, .. } = comparison;
    let Some(base) = sides.first() else { return Ok(()) };
    let lang = context.lang;
    let say = |name| label(name, lang);
    let (game, cap) = (&base.report.rules.game, base.report.max_plies);
    match lang {
        Lang::En => writeln!(
            context.out,
            "{game}, {n} playouts on each side, seed {seed}, at most {cap} moves each"
        )?,
        Lang::Eu => writeln!(
            context.out,
            "{game}, {n} partida alde bakoitzean, hazia {seed}, gehienez {cap} jokaldi bakoitzean"
        )?,
    }
    for (i, side) in sides.iter().enumerate() {
        let role = say(if i == 0 { "base" } else { "side" });
        let digest = &side.report.rules.digest;
        writeln!(context.out, "{role}: {}, {} {digest}", what(side), say("rules"))?;
    }
    let bots: Vec<&str> = base.report.players.iter().map(|seat| seat.bot.as_str()).collect();
    writeln!(context.out, "{}: {}", say("bots"), bots.join(", "))?;
    writeln!(context.out, "{}", intervals(comparison, lang))?;
    if let Some(until) = until {
        let width = 100.0 * until.width.0;
        let text = say(if until.reached { "reached" } else { "not reached" });
        match lang {
            Lang::En => {
                writeln!(context.out, "until ±{width} %: {text} after {n} playouts on each side")?;
            }
            Lang::Eu => {
                writeln!(context.out, "% ±{width} arte: {text}, {n} partida alde bakoitzean")?;
            }
        }
    }
    Ok(())
}

/// What intervals and p are, and what they are corrected for.
fn intervals(comparison: &Comparison, lang: Lang) -> String {
    let n = comparison.sides.len().saturating_sub(1);
    let sure = format!("{:.2}", 100.0 * (1.0 - comparison.alpha.0));
    match lang {
        Lang::En => {
            let each = match n {
                0 | 1 => String::new(),
                _ => format!(" for all {n} together ({sure} % each, Bonferroni)"),
            };
            format!("differences are paired, with 95 % intervals{each}; p is corrected (Holm)")
        }
        Lang::Eu => {
            let each = match n {
                0 | 1 => String::new(),
                _ => {
                    let sure = sure.replace('.', ",");
                    format!(", {n} aldeetarako batera (% {sure} bakoitza, Bonferroni)")
                }
            };
            format!("diferentziak bikoteka, % 95eko tarteekin{each}; p zuzenduta dago (Holm)")
        }
    }
}

/// A side with all that was chosen for it beside what it is called by.
fn what(side: &SideReport) -> String {
    let settings = side.settings();
    if settings.is_empty() { side.name.clone() } else { format!("{} ({settings})", side.name) }
}

fn row(change: &Change, lang: Lang) -> Vec<Value> {
    let name = change.title.get(lang);
    let mut row = vec![name.into(), fixed(Some(change.base), 4), fixed(Some(change.value), 4)];
    row.extend(differences(change));
    if let Some(clear) = row.last_mut() {
        *clear = label(is_clear(change), lang).into();
    }
    row
}

fn is_clear(change: &Change) -> &'static str {
    if change.clear { "yes" } else { "no" }
}

/// The difference, the change by percents, and what they are worth.
fn differences(change: &Change) -> Vec<Value> {
    let ends = |figure: Option<Figure>, scale: f64, decimals: usize| {
        let ends = figure.map(|figure| [figure.value, figure.low, figure.high]);
        ends.map_or([None; 3], |ends| ends.map(|x| Some(Decimal(scale * x.0))))
            .map(|x| fixed(x, decimals))
    };
    let mut cells: Vec<Value> = ends(change.difference, 1.0, 4).into();
    cells.extend(ends(change.relative, 100.0, 2));
    cells.push(fixed(Some(change.p), 4));
    cells.push(is_clear(change).into());
    cells
}

/// Decimals that columns can be read by.
fn fixed(figure: Option<Decimal>, decimals: usize) -> Value {
    let Some(Decimal(x)) = figure else { return "".into() };
    let text = format!("{x:.decimals$}");
    // What is rounded to nothing has no sign.
    let is_nothing = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if is_nothing { text.trim_start_matches('-').into() } else { text.into() }
}

//! `araudi check --play`: what only random play shows.

use std::io::Write;

use clap::Args;
use serde_json::Value;

use super::Wanted;
use crate::cli::chance_args::{n_cores, positive};
use crate::cli::context::{Context, Done, Failure, Format};
use crate::cli::pipe::draw_seed;
use crate::cli::progress::Progress;
use crate::cli::table;
use crate::error::{Error, Problem};
use crate::lab::{self, Finding, Level, Occurrence, Survey, SurveyOptions, Surveyed};

/// After how many moves a playout is given up when nothing else is said.
const MAX_PLIES: u64 = 20_000;

/// At most so many settings are named for one detail of a finding.
const SHOWN: usize = 4;

/// How a check plays.
#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    /// Play each of them at random too
    #[arg(long)]
    pub(super) play: bool,
    /// How many playouts of each setting; where they raise a suspicion, six times as many
    #[arg(short, value_name = "N", default_value = "20", value_parser = positive(), requires = "play")]
    n: u64,
    /// The seed of all playouts; without it one is drawn and printed
    #[arg(long, requires = "play")]
    seed: Option<u64>,
    /// How many threads; without it one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), requires = "play")]
    jobs: Option<u16>,
    /// After how many moves a playout is given up as unfinished; without it 20000
    #[arg(long, value_name = "N", value_parser = positive(), requires = "play")]
    max_plies: Option<u64>,
    /// Let warnings fail the check as errors do
    #[arg(long, requires = "play")]
    strict: bool,
    /// Print which functions are interpreted, since they cannot be compiled, and with `--play` a line for
    /// each setting
    #[arg(long, short)]
    pub(super) verbose: bool,
}

pub(super) fn run(context: &mut Context, games: Vec<Wanted>, args: &PlayArgs) -> Done {
    let options = SurveyOptions {
        n: args.n,
        seed: args.seed.unwrap_or_else(draw_seed),
        jobs: args.jobs.map_or_else(n_cores, usize::from),
        max_plies: args.max_plies.unwrap_or(MAX_PLIES),
    };
    let mut failed = false;
    let (mut values, mut rows) = (Vec::new(), Vec::new());
    for Wanted { name, definition } in games {
        let definition = match definition {
            Ok(definition) => definition,
            Err(error) => {
                failed = true;
                unreadable(context, &name, &error, &mut values)?;
                continue;
            }
        };
        let progress = Progress::new(0);
        let survey =
            lab::survey(&definition, context.limits, &options, &|done, of| progress.at(done, of));
        drop(progress);
        let survey = Survey { game: name, ..survey? };
        let fatal = |finding: &&Finding| args.strict || finding.level == Level::Error;
        failed |= survey.findings.iter().any(|finding| fatal(&finding));
        match context.format {
            Format::Table => show(context, &survey, args.verbose)?,
            Format::Csv => rows.extend(survey.cases.iter().map(|case| row(&survey, case))),
            Format::Json => values.push(serde_json::to_value(&survey).map_err(|error| {
                Failure::from(Problem::new("unwritable-output", error.to_string()))
            })?),
        }
    }
    match context.format {
        Format::Table => {}
        Format::Csv => table::print(context, &COLUMNS, &rows)?,
        Format::Json => context.json(&values.into())?,
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// A game whose definition cannot be read is not played.
fn unreadable(context: &mut Context, name: &str, error: &Error, values: &mut Vec<Value>) -> Done {
    if context.format == Format::Json {
        let problems: Vec<String> = error.problems().iter().map(ToString::to_string).collect();
        values.push(serde_json::json!({"game": name, "problems": problems}));
        return Ok(());
    }
    context.report(error);
    if context.format == Format::Table {
        writeln!(context.out, "{name}: cannot be read")?;
    }
    Ok(())
}

fn show(context: &mut Context, survey: &Survey, verbose: bool) -> Done {
    for finding in &survey.findings {
        match &finding.problem {
            Some(problem) => problem_found(context, survey, finding, problem)?,
            None => found(context, finding)?,
        }
    }
    if verbose {
        let lines: Vec<Vec<String>> = survey.cases.iter().map(summary).collect();
        for line in table::aligned(&lines) {
            writeln!(context.out, "{line}")?;
        }
        for skipped in &survey.skipped {
            writeln!(context.out, "{}: not played: {}", skipped.setting, skipped.reason)?;
        }
    }
    let count = |level| survey.findings.iter().filter(|f| f.level == level).count();
    let result = match (count(Level::Error), count(Level::Warning)) {
        (0, 0) => "fine".to_owned(),
        (errors, warnings) => {
            let counts = [number(errors, "error"), number(warnings, "warning")];
            counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
    };
    let playouts: u64 = survey.cases.iter().map(|case| case.playouts).sum();
    let (n, seed) = (survey.cases.len(), survey.seed);
    write!(
        context.out,
        "{}: {result}; {n} settings, {playouts} playouts, seed {seed}",
        survey.game
    )?;
    match survey.skipped.as_slice() {
        [] => {}
        [one] => write!(context.out, "; not possible: {}", one.setting)?,
        [first, more @ ..] => {
            write!(context.out, "; not possible: {} and {} more", first.setting, more.len())?;
        }
    }
    Ok(writeln!(context.out)?)
}

fn number(n: usize, what: &str) -> Option<String> {
    match n {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{n} {what}s")),
    }
}

/// A problem of definition or rules, as every command prints them.
fn problem_found(
    context: &mut Context,
    survey: &Survey,
    finding: &Finding,
    problem: &Problem,
) -> Done {
    let [first, more @ ..] = finding.settings.as_slice() else { return Ok(()) };
    let mut how = format!("with `{}`", first.setting);
    if let Some(playout) = first.playout {
        how = format!("{how}, seed {}, playout {playout}", survey.seed);
    }
    if !more.is_empty() {
        how = format!("{how}; and with {}", names(more));
    }
    let text = problem.clone().note(how).render(context.color);
    Ok(writeln!(context.out, "{text}\n")?)
}

fn found(context: &mut Context, finding: &Finding) -> Done {
    let (level, style) = match finding.level {
        Level::Error => ("error", anstyle::AnsiColor::BrightRed),
        Level::Warning => ("warning", anstyle::AnsiColor::Yellow),
    };
    let style = if context.color { style.on_default().bold() } else { anstyle::Style::new() };
    writeln!(context.out, "{style}{level}[{}]{style:#}: {}", finding.code, finding.message)?;
    let mut left: Vec<&Occurrence> = finding.settings.iter().collect();
    while let Some(first) = left.first().copied() {
        let (same, others): (Vec<&Occurrence>, Vec<&Occurrence>) =
            left.into_iter().partition(|other| other.detail == first.detail);
        left = others;
        let same: Vec<Occurrence> = same.into_iter().cloned().collect();
        let playout = first.playout.map_or(String::new(), |i| format!(" (first in playout {i})"));
        writeln!(context.out, "  {}: {}{playout}", names(&same), first.detail)?;
    }
    if let Some(help) = &finding.help {
        writeln!(context.out, "  help: {help}")?;
    }
    Ok(writeln!(context.out)?)
}

fn names(settings: &[Occurrence]) -> String {
    let shown = settings.iter().take(SHOWN).map(|s| format!("`{}`", s.setting));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match settings.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// A setting's playouts in one line, with names as scripts know them.
fn summary(case: &Surveyed) -> Vec<String> {
    let Some(report) = &case.report else {
        return vec![case.setting.clone(), "cannot be set up".to_owned()];
    };
    let mut ends: Vec<String> = Vec::new();
    let mut end = |count: u64, what: &str| {
        if count > 0 {
            ends.push(format!("{what} {count}"));
        }
    };
    for seat in &report.players {
        end(seat.wins.count, &seat.player);
    }
    end(report.draws.count, "drawn");
    end(report.unfinished.count, "unfinished");
    end(case.failed, "failed");
    let reasons = report.reasons.iter().filter(|reason| reason.games.count > 0);
    let reasons: Vec<String> =
        reasons.map(|reason| format!("{} {}", reason.reason, reason.games.count)).collect();
    vec![
        case.setting.clone(),
        format!("{} playouts", case.playouts),
        format!("{:.1} moves", report.plies.mean.0),
        ends.join(", "),
        reasons.join(", "),
    ]
}

const COLUMNS: [&str; 14] = [
    "game",
    "setting",
    "playouts",
    "failed",
    "unfinished",
    "drawn",
    "wins",
    "reasons",
    "moves",
    "turns",
    "passes",
    "dead_pieces",
    "dead_sites",
    "differing",
];

fn row(survey: &Survey, case: &Surveyed) -> Vec<Value> {
    let counts = |pairs: Vec<(&str, u64)>| -> Value {
        let texts = pairs.iter().map(|(name, count)| format!("{name}:{count}").into());
        Value::Array(texts.collect())
    };
    let report = case.report.as_ref();
    let wins =
        report.map(|r| r.players.iter().map(|p| (p.player.as_str(), p.wins.count)).collect());
    let reasons =
        report.map(|r| r.reasons.iter().map(|s| (s.reason.as_str(), s.games.count)).collect());
    let passes = case.turns.iter().map(|t| (t.player.as_str(), t.idle)).collect();
    let mean = |figure: Option<f64>| figure.map_or("".into(), |mean| format!("{mean:.4}").into());
    vec![
        survey.game.clone().into(),
        case.setting.clone().into(),
        case.playouts.into(),
        case.failed.into(),
        report.map_or(0, |r| r.unfinished.count).into(),
        report.map_or(0, |r| r.draws.count).into(),
        counts(wins.unwrap_or_default()),
        counts(reasons.unwrap_or_default()),
        mean(report.map(|r| r.plies.mean.0)),
        mean(report.map(|r| r.turns.mean.0)),
        counts(passes),
        case.dead_pieces.join("; ").into(),
        case.dead_sites.clone().into(),
        case.differing.map_or("".into(), Value::from),
    ]
}

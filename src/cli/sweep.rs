//! `araudi sweep`: what the values of an option do to a game.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use serde_json::Value;

use super::compare::{self, Drawing, RunArgs};
use super::context::{Context, Done, Failure, Format};
use super::game_args::{GameArgs, build};
use super::sides::Failures;
use super::table;
use crate::chart;
use crate::definition::{Definition, Setting};
use crate::error::Problem;
use crate::lab::{Comparison, Kind, Measure, Rate, Side};

/// More values than anybody would look at.
const MOST: usize = 100;

/// Play a game with each of an option's values and show what they do to it
///
/// All values are played from the same seeds; the first is the base, with which the others are compared
/// as `araudi compare` does. Without values all that the option allows are played.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi sweep trail squares=5..9 -n 1000 --seed 7\n",
    "  araudi sweep trail squares=5,10,20 --variant kinder --format csv\n",
    "  araudi sweep trail pair",
))]
pub(super) struct SweepArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The option with its values: `NAME=2..6`, both ends included, `NAME=a,b,c`, or `NAME` for all
    #[arg(value_name = "NAME=VALUES")]
    values: String,
    #[command(flatten)]
    run: RunArgs,
}

pub(super) fn run(context: &mut Context, args: &SweepArgs) -> Done {
    let definition = args.game.definition(context)?;
    let choice = args.game.choice.choice();
    let (name, values) = values(&definition, &args.values).map_err(Failure::usage)?;
    let mut failures = Failures::default();
    let mut sides = Vec::new();
    for value in values {
        let mut choice = choice.clone();
        choice.set.push(Setting { name: name.clone(), value: value.clone(), place: None });
        let game = failures.keep(build(&definition, &choice));
        sides.extend(
            game.map(|game| Side { name: format!("{name} {value}"), game: Arc::new(game) }),
        );
    }
    failures.finish()?;
    let drawing = args.run.drawing(context, &sides)?;
    let comparison = args.run.compare(context, &sides)?;
    print(context, &name, &comparison, drawing)
}

/// The option's name and the values to play.
fn values(definition: &Definition, text: &str) -> Result<(String, Vec<String>), Problem> {
    let (name, given) = match text.split_once('=') {
        Some((name, given)) => (name.trim(), Some(given.trim())),
        None => (text.trim(), None),
    };
    let options = definition.options();
    let Some(option) = options.iter().find(|option| option.name == name) else {
        let message = format!("`{}` has no option `{name}`", definition.name());
        let known = options.iter().map(|option| option.name.as_str());
        return Err(Problem::new("unknown-option", message).help_nearest(name, known));
    };
    let listed = match given {
        Some(given) => given.split(',').map(|value| value.trim().to_owned()).collect(),
        None => option.allowed.clone(),
    };
    let mut values: Vec<String> = Vec::new();
    for part in listed {
        let more = range(&part).unwrap_or_else(|| vec![part]);
        values.extend(more);
        if values.len() > MOST {
            let message = format!("expected at most {MOST} values of `{name}`, found more");
            let problem = Problem::new("too-many-values", message);
            return Err(problem.help(format!("list some of them, as `{name}=A,B,C`")));
        }
    }
    if let Some(value) = values
        .iter()
        .enumerate()
        .find_map(|(i, value)| values[..i].contains(value).then_some(value))
    {
        let message = format!("the value `{value}` of `{name}` is named twice");
        return Err(Problem::new("doubled-value", message));
    }
    if values.len() < 2 {
        let message = format!("expected at least 2 values of `{name}`, found {}", values.len());
        let problem = Problem::new("too-few-sides", message);
        return Err(problem.help(format!("write a range or a list, as `{name}=2..6`")));
    }
    Ok((name.to_owned(), values))
}

/// The numbers of `2..6`, both ends included, and no more than one too many; `None` for what is no
/// rising range.
fn range(text: &str) -> Option<Vec<String>> {
    let (low, high) = text.split_once("..")?;
    let (low, high): (i64, i64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    (low <= high).then(|| (low..=high).take(MOST + 1).map(|value| value.to_string()).collect())
}

fn print(context: &mut Context, option: &str, comparison: &Comparison, drawing: Drawing) -> Done {
    match drawing {
        Drawing::Nothing => {}
        Drawing::Page => {
            let page = chart::swept(comparison, option, &compare::shown(comparison), context.lang);
            return Ok(write!(context.out, "{page}")?);
        }
        Drawing::Chart(chart) => {
            return compare::print_chart(context, comparison, chart, Some(option));
        }
    }
    match context.format {
        Format::Json => compare::json(context, comparison),
        Format::Csv => compare::csv(context, comparison, "side"),
        Format::Table => {
            compare::heading(context, comparison)?;
            writeln!(context.out)?;
            let shown: Vec<(Measure, String)> = comparison
                .measures()
                .into_iter()
                .filter(|(measure, _)| compare::is_shown(*measure))
                .map(|(measure, title)| (measure, title.get(context.lang).to_owned()))
                .collect();
            let columns: Vec<&str> = std::iter::once(option)
                .chain(shown.iter().map(|(_, title)| title.as_str()))
                .collect();
            let rows: Vec<Vec<Value>> = comparison
                .sides
                .iter()
                .map(|side| {
                    let value = side.name.strip_prefix(option).unwrap_or(&side.name).trim();
                    let figures = shown.iter().map(|(measure, _)| {
                        comparison.figure(side, *measure).map_or(Value::Null, |x| cell(*measure, x))
                    });
                    std::iter::once(value.into()).chain(figures).collect()
                })
                .collect();
            table::print(context, &columns, &rows)?;
            writeln!(context.out)?;
            for verdict in comparison.sides.iter().filter_map(|side| side.verdict.as_ref()) {
                writeln!(context.out, "{}", verdict.get(context.lang))?;
            }
            Ok(())
        }
    }
}

/// A figure with its interval; shares in percents.
fn cell(measure: Measure, rate: Rate) -> Value {
    let Some(mean) = rate.mean else { return Value::Null };
    let (scale, decimals, unit) = match measure.kind() {
        Kind::Count | Kind::Rate => (1.0, 2, ""),
        Kind::Portion | Kind::Share | Kind::Advantage => (100.0, 1, " %"),
    };
    let number = |x: f64| {
        let text = format!("{:.decimals$}", scale * x);
        let is_nothing = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
        if is_nothing { text.trim_start_matches('-').to_owned() } else { text.replace('-', "−") }
    };
    let mean = number(mean.0);
    match (rate.low, rate.high) {
        (Some(low), Some(high)) => {
            let dash = if low.0 < 0.0 { "…" } else { "–" };
            format!("{mean}{unit} ({}{dash}{})", number(low.0), number(high.0)).into()
        }
        _ => format!("{mean}{unit}").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_both_their_ends() {
        assert_eq!(range("2..4"), Some(vec!["2".into(), "3".into(), "4".into()]));
        assert_eq!(range("-1..0"), Some(vec!["-1".into(), "0".into()]));
        assert_eq!((range("4..2"), range("a..b"), range("4")), (None, None, None));
        assert_eq!(range("0..9223372036854775807").map(|list| list.len()), Some(MOST + 1));
    }

    #[test]
    fn shares_are_shown_by_percents() {
        let rate = |mean, low, high| Rate {
            mean: Some(crate::lab::Decimal(mean)),
            low: Some(crate::lab::Decimal(low)),
            high: Some(crate::lab::Decimal(high)),
        };
        assert_eq!(cell(Measure::Turns, rate(12.345, 12.0, 12.69)), "12.35 (12.00–12.69)");
        assert_eq!(cell(Measure::Advantage, rate(0.01, -0.02, 0.04)), "1.0 % (−2.0…4.0)");
    }
}

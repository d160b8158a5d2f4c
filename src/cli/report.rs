//! The report on a simulation as a table, JSON or comma-separated values.

use std::io::Write;

use serde_json::Value;

use super::context::{Context, Done, Failure, Format};
use super::picture::Drawing;
use super::table;
use crate::chart::Findings;
use crate::error::Problem;
use crate::lab::{
    Decimal, Figure, Rate, Report, SeatReport, Share, Subject, Summary, Tally, label,
};
use crate::text::{Lang, Named};

/// Prints the report on a simulation, or draws it, in the form that was asked for.
pub(super) fn print(
    context: &mut Context,
    subject: &Subject,
    tally: &Tally,
    drawing: &Drawing,
) -> Done {
    if let Some(text) = drawing.text(Findings { subject, tally, lang: context.lang }) {
        return Ok(write!(context.out, "{text}")?);
    }
    let report = &Report::new(subject, tally);
    match context.format {
        Format::Json => {
            let value = serde_json::to_value(report).map_err(|error| {
                Failure::from(Problem::new("unwritable-output", error.to_string()))
            })?;
            context.json(&value)
        }
        Format::Csv => {
            let mut lines = vec![count("playouts", report.n), count("seed", report.seed)];
            let seats = report.players.iter();
            lines.extend(seats.map(|seat| text(&format!("bot of {}", seat.player), &seat.bot)));
            lines.extend(rows(subject, report, |_, id| id.to_owned(), Lang::En));
            table::print(context, &COLUMNS, &lines)
        }
        Format::Table => {
            let lang = context.lang;
            heading(context, subject, report)?;
            let rows = rows(subject, report, |list, id| title(list, id, lang).to_owned(), lang);
            table::print(context, &COLUMNS.map(|name| label(name, lang)), &rows)
        }
    }
}

const COLUMNS: [&str; 10] =
    ["figure", "value", "low", "high", "sd", "min", "q1", "median", "q3", "max"];

fn heading(context: &mut Context, subject: &Subject, report: &Report) -> Done {
    writeln!(context.out, "{}", report.rules.line(context.lang))?;
    let Report { n, seed, max_plies, .. } = report;
    match context.lang {
        Lang::En => writeln!(
            context.out,
            "{n} playouts, seed {seed}, at most {max_plies} moves each; low and high are 95 % intervals"
        )?,
        Lang::Eu => writeln!(
            context.out,
            "{n} partida, hazia {seed}, gehienez {max_plies} jokaldi bakoitzean; behea eta goia % 95eko tarteak dira"
        )?,
    }
    let bot_of = |seat: &SeatReport| {
        format!("{} {}", title(&subject.players, &seat.player, context.lang), seat.bot)
    };
    let bots: Vec<String> = report.players.iter().map(bot_of).collect();
    writeln!(context.out, "{}: {}", label("bots", context.lang), bots.join(", "))?;
    Ok(writeln!(context.out)?)
}

fn title<'a>(list: &'a [Named], id: &'a str, lang: Lang) -> &'a str {
    let named = list.iter().find(|named| named.id == id);
    named.map_or(id, |named| named.title.get(lang))
}

/// A line for each figure; `name` makes a text of a name in one of the subject's lists.
fn rows(
    subject: &Subject,
    report: &Report,
    name: impl Fn(&[Named], &str) -> String,
    lang: Lang,
) -> Vec<Vec<Value>> {
    let say = |name| label(name, lang);
    let mut rows = Vec::new();
    for seat in &report.players {
        let text = format!("{} {}", say("won by"), name(&subject.players, &seat.player));
        rows.push(of_share(&text, &seat.wins));
    }
    rows.push(of_share(say("won by first player"), &report.first_player));
    rows.push(of_figure(say("advantage of beginning"), &report.advantage));
    rows.push(of_figure(say("balance"), &report.balance));
    rows.push(of_share(say("drawn"), &report.draws));
    rows.push(of_share(say("unfinished"), &report.unfinished));
    for reason in &report.reasons {
        let text = format!("{} {}", say("ended:"), name(&subject.reasons, &reason.reason));
        rows.push(of_share(&text, &reason.games));
    }
    rows.push(of_summary(say("turns"), &report.turns));
    rows.push(of_summary(say("moves"), &report.plies));
    rows.push(of_summary(say("throws"), &report.throws));
    rows.push(of_rate(say("legal moves"), &report.branching));
    rows.push(of_rate(say("real decisions"), &report.real_decisions));
    rows.push(of_summary(say("forced moves"), &report.forced_moves));
    rows.push(of_summary(say("throws lost"), &report.lost_throws));
    rows.push(of_rate(say("share of throws lost"), &report.lost_share));
    if let Some(leads) = &report.leads {
        rows.push(of_summary(say("lead changes"), &leads.changes));
        rows.push(of_rate(say("lead changes by turn"), &leads.change_share));
        rows.push(of_rate(say("winner behind"), &leads.winner_behind));
        rows.push(of_rate(say("drama"), &leads.drama));
    }
    for metric in &report.metrics {
        rows.push(of_summary(&name(&subject.metrics, &metric.metric), &metric.per_game));
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

fn of_figure(text: &str, figure: &Figure) -> Vec<Value> {
    row(text, [Some(figure.value), Some(figure.low), Some(figure.high), None], [None; 5])
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
    let figures = figures.map(|figure| Value::from(figure.map_or(String::new(), fixed)));
    let counts = counts.map(|count| count.map_or(Value::from(""), Value::from));
    std::iter::once(Value::from(text)).chain(figures).chain(counts).collect()
}

/// Four decimals, which columns can be read by.
pub(super) fn fixed(figure: Decimal) -> String {
    let text = format!("{:.4}", figure.0);
    // What is rounded to nothing has no sign.
    if text == "-0.0000" { "0.0000".to_owned() } else { text }
}

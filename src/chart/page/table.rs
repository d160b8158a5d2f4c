//! All figures of a report as a table.

use super::super::Findings;
use super::super::element::Element;
use super::super::shares::title;
use super::super::tongue::Tongue;
use crate::lab::{Decimal, Figure, Rate, Report, Share, Summary};

/// How many columns there are besides the names.
const COLUMNS: usize = 8;

/// One figure in words: value, interval and how it is spread.
struct Row {
    name: String,
    value: String,
    interval: String,
    spread: Option<Summary>,
}

/// The table, with a heading for each group of figures.
pub(super) fn table(findings: &Findings<'_>, report: &Report) -> Element {
    let tongue = findings.tongue();
    let columns = [
        tongue.label("figure"),
        tongue.label("value"),
        tongue.say("95 % interval", "% 95eko tartea"),
        tongue.label("sd"),
        tongue.label("min"),
        "q1",
        tongue.label("median"),
        "q3",
        tongue.label("max"),
    ];
    let head = columns.map(|name| Element::new("th").with("scope", "col").text(name));
    let head = Element::new("thead").child(Element::new("tr").children(head));
    let mut table = Element::new("table").child(head);
    for (name, rows) in groups(findings, report) {
        if rows.is_empty() {
            continue;
        }
        let heading = Element::new("th").with("colspan", COLUMNS + 1).with("scope", "colgroup");
        let heading = Element::new("tr").child(heading.text(name));
        let lines = rows.iter().map(|row| line(row, tongue));
        table = table.child(Element::new("tbody").child(heading).children(lines));
    }
    Element::new("div").class("scroll").child(table)
}

fn line(row: &Row, tongue: Tongue) -> Element {
    let cells = match &row.spread {
        None => Default::default(),
        Some(spread) => [
            tongue.decimal(spread.sd.0, 2),
            tongue.count(spread.min),
            tongue.count(spread.q1),
            tongue.count(spread.median),
            tongue.count(spread.q3),
            tongue.count(spread.max),
        ],
    };
    let cells: [String; COLUMNS - 2] = cells;
    let texts = [&row.value, &row.interval].into_iter().chain(&cells);
    Element::new("tr")
        .child(Element::new("th").with("scope", "row").text(&row.name))
        .children(texts.map(|text| Element::new("td").text(text)))
}

fn groups(findings: &Findings<'_>, report: &Report) -> Vec<(&'static str, Vec<Row>)> {
    let tongue = findings.tongue();
    vec![
        (tongue.say("result", "emaitza"), result(findings, report)),
        (tongue.say("reason for the end", "amaieraren arrazoia"), reasons(findings, report)),
        (tongue.say("length", "iraupena"), length(report, tongue)),
        (tongue.say("choices", "erabakiak"), choices(report, tongue)),
        (tongue.say("who is ahead", "nor doan aurretik"), leads(report, tongue)),
        (tongue.say("counted in a playout", "partidan zenbatuak"), metrics(findings, report)),
    ]
}

fn result(findings: &Findings<'_>, report: &Report) -> Vec<Row> {
    let tongue = findings.tongue();
    let seats = report.players.iter().map(|seat| {
        let name = title(&findings.subject.players, &seat.player, findings.lang);
        of_share(format!("{} {name} ({})", tongue.label("won by"), seat.bot), &seat.wins, tongue)
    });
    let name = |name| tongue.label(name).to_owned();
    let mut rows: Vec<Row> = seats.collect();
    rows.push(of_share(name("won by first player"), &report.first_player, tongue));
    rows.push(of_figure(name("advantage of beginning"), &report.advantage, tongue));
    rows.push(of_figure(name("balance"), &report.balance, tongue));
    rows.push(of_share(name("drawn"), &report.draws, tongue));
    rows.push(of_share(name("unfinished"), &report.unfinished, tongue));
    rows
}

fn reasons(findings: &Findings<'_>, report: &Report) -> Vec<Row> {
    let tongue = findings.tongue();
    let row = |reason: &crate::lab::ReasonReport| {
        let name = title(&findings.subject.reasons, &reason.reason, findings.lang);
        of_share(name.to_owned(), &reason.games, tongue)
    };
    report.reasons.iter().map(row).collect()
}

fn length(report: &Report, tongue: Tongue) -> Vec<Row> {
    vec![
        of_summary(tongue.label("turns"), &report.turns, tongue),
        of_summary(tongue.label("moves"), &report.plies, tongue),
        of_summary(tongue.label("throws"), &report.throws, tongue),
    ]
}

fn choices(report: &Report, tongue: Tongue) -> Vec<Row> {
    let share = |value: f64| tongue.percent(value, 1);
    let mean = |value: f64| tongue.decimal(value, 2);
    vec![
        of_rate(tongue.label("legal moves"), &report.branching, mean),
        of_rate(tongue.label("real decisions"), &report.real_decisions, share),
        of_summary(tongue.label("forced moves"), &report.forced_moves, tongue),
        of_summary(tongue.label("throws lost"), &report.lost_throws, tongue),
        of_rate(tongue.label("share of throws lost"), &report.lost_share, share),
    ]
}

fn leads(report: &Report, tongue: Tongue) -> Vec<Row> {
    let Some(leads) = &report.leads else { return Vec::new() };
    let share = |value: f64| tongue.percent(value, 1);
    let mean = |value: f64| tongue.decimal(value, 2);
    vec![
        of_summary(tongue.label("lead changes"), &leads.changes, tongue),
        of_rate(tongue.label("lead changes by turn"), &leads.change_share, share),
        of_rate(tongue.label("winner behind"), &leads.winner_behind, share),
        of_rate(tongue.label("drama"), &leads.drama, mean),
    ]
}

fn metrics(findings: &Findings<'_>, report: &Report) -> Vec<Row> {
    let tongue = findings.tongue();
    let row = |metric: &crate::lab::MetricReport| {
        let name = title(&findings.subject.metrics, &metric.metric, findings.lang);
        of_summary(name, &metric.per_game, tongue)
    };
    report.metrics.iter().map(row).collect()
}

fn of_share(name: String, share: &Share, tongue: Tongue) -> Row {
    let percent = |value: f64| tongue.percent(value, 1);
    let interval = Tongue::interval(Some(share.low), Some(share.high), percent);
    Row { name, value: percent(share.share.0), interval, spread: None }
}

fn of_figure(name: String, figure: &Figure, tongue: Tongue) -> Row {
    let percent = |value: f64| tongue.percent(value, 1);
    let interval = Tongue::interval(Some(figure.low), Some(figure.high), percent);
    Row { name, value: percent(figure.value.0), interval, spread: None }
}

fn of_rate(name: &str, rate: &Rate, text: impl Fn(f64) -> String) -> Row {
    let value = rate.mean.map_or_else(String::new, |Decimal(mean)| text(mean));
    let interval = Tongue::interval(rate.low, rate.high, text);
    Row { name: name.to_owned(), value, interval, spread: None }
}

fn of_summary(name: &str, summary: &Summary, tongue: Tongue) -> Row {
    let text = |value: f64| tongue.decimal(value, 2);
    let interval = Tongue::interval(summary.low, summary.high, text);
    Row { name: name.to_owned(), value: text(summary.mean.0), interval, spread: Some(*summary) }
}

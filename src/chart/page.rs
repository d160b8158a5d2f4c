//! A page with all that a simulation found.

use super::element::Element;
use super::style;
use super::tongue::{Tongue, capital};
use super::{Chart, Findings};
use crate::lab::Report;
use crate::text::Lang;

mod table;

/// The page; of the heat that of the events with these indices.
pub(super) fn page(findings: &Findings<'_>, heats: &[usize]) -> String {
    let report = findings.report();
    let tongue = findings.tongue();
    let intervals = alone(tongue);
    let main = Element::new("main")
        .child(header(findings, &report))
        .child(cards(&report, tongue))
        .child(charts(findings, &report, heats))
        .child(Element::new("h2").text(tongue.say("All figures", "Zenbaki guztiak")))
        .child(table::table(findings, &report))
        .child(footer(intervals, tongue));
    document(&findings.name(), main, findings.lang)
}

/// A whole page of what is in it.
pub(super) fn document(name: &str, main: Element, lang: Lang) -> String {
    let styles = format!("{}{}", style::PAGE, style::CHART);
    let title = format!("{name} · araudi");
    let head = Element::new("head")
        .child(Element::new("meta").with("charset", "utf-8"))
        .child(
            Element::new("meta")
                .with("name", "viewport")
                .with("content", "width=device-width, initial-scale=1"),
        )
        .child(Element::new("title").text(&title))
        .child(Element::new("style").text(&styles));
    let html = Element::new("html")
        .with(
            "lang",
            match lang {
                Lang::En => "en",
                Lang::Eu => "eu",
            },
        )
        .child(head)
        .child(Element::new("body").child(main));
    format!("<!DOCTYPE html>\n{html}\n")
}

fn header(findings: &Findings<'_>, report: &Report) -> Element {
    let tongue = findings.tongue();
    let title = capital(findings.subject.title.get(findings.lang));
    let mut header = Element::new("header").child(Element::new("h1").text(&title));
    let settings = findings.settings();
    if !settings.is_empty() {
        let tags = settings.iter().map(|setting| Element::new("li").text(setting));
        header = header.child(Element::new("ul").class("tags").children(tags));
    }
    let bots: Vec<&str> = report.players.iter().map(|seat| seat.bot.as_str()).collect();
    let text = format!(
        "{} {} · {}: {} · {} {} · {} {} · {} {}",
        tongue.count(report.n),
        tongue.label("playouts"),
        tongue.label("bots"),
        bots.join(", "),
        tongue.label("seed"),
        report.seed,
        tongue.label("rules"),
        report.rules.digest,
        tongue.say("moves in a playout at most", "gehieneko jokaldiak partidako:"),
        tongue.count(report.max_plies),
    );
    header.child(Element::new("p").class("quiet").text(&text))
}

/// What is looked at first.
fn cards(report: &Report, tongue: Tongue) -> Element {
    let points = |value: f64| tongue.decimal(value * 100.0, 1);
    let decimal = |value: f64| tongue.decimal(value, 1);
    let percent = |share: f64| tongue.percent(share, 1);
    let first = report.first_player;
    let turns = report.turns;
    let mut list = Element::new("dl").class("cards");
    for (name, figure, low, high, write) in [
        (
            tongue.say("the beginner wins", "hasten denak irabazi"),
            percent(first.share.0),
            Some(first.low),
            Some(first.high),
            &percent as &dyn Fn(f64) -> String,
        ),
        (
            tongue.say("advantage of beginning, points", "hastearen abantaila, puntuak"),
            points(report.advantage.value.0),
            Some(report.advantage.low),
            Some(report.advantage.high),
            &points,
        ),
        (
            tongue.say("turns in a playout", "partidako txandak"),
            decimal(turns.mean.0),
            turns.low,
            turns.high,
            &decimal,
        ),
        (
            tongue.say("legal moves at a choice", "jokaldi aukerak erabaki bakoitzean"),
            report.branching.mean.map_or_else(|| "–".to_owned(), |mean| decimal(mean.0)),
            report.branching.low,
            report.branching.high,
            &decimal,
        ),
    ] {
        let interval = Tongue::interval(low, high, write);
        let figure = Element::new("dd").text(&figure).child(Element::new("small").text(&interval));
        let card = Element::new("div").class("card");
        list = list.child(card.child(Element::new("dt").text(name)).child(figure));
    }
    list
}

fn charts(findings: &Findings<'_>, report: &Report, heats: &[usize]) -> Element {
    let mut list = vec![Chart::Winners, Chart::Lengths, Chart::Reasons];
    if !report.metrics.is_empty() {
        list.push(Chart::Counters);
    }
    // Where nothing happened is only shown when it is asked for.
    let happened = |index: usize| findings.tally.sites.get(index).is_some_and(|h| h.n() > 0);
    let heats = heats.iter().filter(|index| heats.len() == 1 || happened(**index));
    list.extend(heats.map(|index| Chart::Heat(*index)));
    let figures = list.into_iter().map(|chart| findings.frame(chart, report).figure());
    Element::new("section").class("charts").children(figures)
}

/// What intervals of figures that stand alone are.
pub(super) fn alone(tongue: Tongue) -> &'static str {
    tongue.say(
        "All intervals are of 95 %: Wilson's for shares of playouts, Student's for means.",
        "Tarte guztiak % 95ekoak dira: Wilsonenak partiden zatietarako, Studentenak batez bestekoetarako.",
    )
}

pub(super) fn footer(intervals: &str, tongue: Tongue) -> Element {
    let again = tongue.say(
        "The same rules, number of playouts and seed give the same page.",
        "Arau, partida kopuru eta hazi berek orri bera ematen dute.",
    );
    Element::new("footer")
        .class("quiet")
        .child(Element::new("p").text(intervals))
        .child(Element::new("p").text(again))
}

//! Pages of comparisons: the verdicts, and a chart for each figure.

use super::Tongue;
use super::curve::{Plot, Point};
use super::element::Element;
use super::frame::Frame;
use super::page::{alone, document, footer};
use crate::lab::{Comparison, Kind, Measure};
use crate::text::{Lang, Text};

/// An HTML page with how each of these figures differs from that of the first side.
pub fn compared(comparison: &Comparison, measures: &[Measure], lang: Lang) -> String {
    let tongue = Tongue(lang);
    let charts = chosen(comparison, measures).map(|(measure, title)| {
        let sides = comparison.sides.iter();
        let points = sides.filter_map(|side| {
            let change = side.change(measure)?;
            let difference = change.difference?;
            let ends = [difference.value.0, difference.low.0, difference.high.0];
            let points = tongue.say(" points", " puntu");
            Some(point(&side.name, ends, measure, (points, tongue)))
        });
        let base = comparison.sides.first().map_or("", |side| side.name.as_str());
        let note = match lang {
            Lang::En => format!("difference from {base}"),
            Lang::Eu => format!("aldea honekin: {base}"),
        };
        let plot = plot(&title, note, points.collect(), lang);
        plot.differences_frame(|value, decimals| tick(value, decimals, measure, tongue))
    });
    let intervals = tongue.say(
        "Differences are of pairs of playouts from the same seeds; with 95 % the intervals of a figure hold for all sides together.",
        "Aldeak hazi bereko partida-bikoteenak dira; % 95ean zenbaki baten tarteek alde guztietarako batera balio dute.",
    );
    page(comparison, None, charts, (intervals, lang))
}

/// An HTML page with a curve for each of these figures over the values of an option.
pub fn swept(comparison: &Comparison, option: &str, measures: &[Measure], lang: Lang) -> String {
    let tongue = Tongue(lang);
    let charts = chosen(comparison, measures).map(|(measure, title)| {
        let points = comparison.sides.iter().filter_map(|side| {
            let rate = comparison.figure(side, measure)?;
            let mean = rate.mean?.0;
            let ends = [mean, rate.low.map_or(mean, |x| x.0), rate.high.map_or(mean, |x| x.0)];
            let value = side.name.strip_prefix(option).unwrap_or(&side.name).trim();
            Some(point(value, ends, measure, (" %", tongue)))
        });
        let note = match lang {
            Lang::En => format!("by {option}, with 95 % intervals"),
            Lang::Eu => format!("honen arabera: {option}, % 95eko tarteekin"),
        };
        let plot = plot(&title, note, points.collect(), lang);
        plot.curve_frame(|value, decimals| tick(value, decimals, measure, tongue))
    });
    page(comparison, Some(option), charts, (alone(tongue), lang))
}

/// The figures that are wanted and there, with their titles.
fn chosen<'a>(
    comparison: &Comparison,
    measures: &'a [Measure],
) -> impl Iterator<Item = (Measure, Text)> + use<'a> {
    let all = comparison.measures().into_iter();
    all.filter(|(measure, _)| measures.contains(measure))
}

fn plot(title: &Text, note: String, points: Vec<Point>, lang: Lang) -> Plot {
    let title = title.get(lang);
    let mut letters = title.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let title = first.chain(letters).collect();
    Plot { title, note, source: String::new(), points }
}

/// A point in words; `sign` stands behind a share.
fn point(
    name: &str,
    [value, low, high]: [f64; 3],
    measure: Measure,
    (sign, tongue): (&str, Tongue),
) -> Point {
    let (scale, decimals, unit) = if is_share(measure) { (100.0, 1, sign) } else { (1.0, 2, "") };
    let number = |value: f64| tongue.decimal(value * scale, decimals);
    let figure = format!("{}{unit} ({} … {})", number(value), number(low), number(high));
    Point { name: name.to_owned(), value, low, high, figure }
}

fn tick(value: f64, decimals: usize, measure: Measure, tongue: Tongue) -> String {
    if is_share(measure) {
        tongue.percent(value, decimals.saturating_sub(2))
    } else {
        tongue.decimal(value, decimals)
    }
}

fn is_share(measure: Measure) -> bool {
    matches!(measure.kind(), Kind::Portion | Kind::Share | Kind::Advantage)
}

fn page(
    comparison: &Comparison,
    option: Option<&str>,
    charts: impl Iterator<Item = Frame>,
    (intervals, lang): (&str, Lang),
) -> String {
    let tongue = Tongue(lang);
    let base = comparison.sides.first();
    let title = base.map_or("", |side| side.subject.title.get(lang));
    let name = option.map_or_else(|| title.to_owned(), |option| format!("{title} · {option}"));
    let sides = comparison.sides.iter().map(|side| Element::new("li").text(&side.name));
    let source = format!(
        "{} {} · {} {}",
        tongue.count(comparison.n),
        tongue.say("playouts on each side", "partida alde bakoitzean"),
        tongue.say("seed", "hazia"),
        comparison.seed,
    );
    let verdicts = comparison.sides.iter().filter_map(|side| side.verdict.as_ref());
    let verdicts = verdicts.map(|verdict| Element::new("li").text(verdict.get(lang)));
    let main = Element::new("main")
        .child(Element::new("h1").text(&name))
        .child(Element::new("ul").class("tags").children(sides))
        .child(Element::new("p").class("quiet").text(&source))
        .child(Element::new("ul").children(verdicts))
        .child(Element::new("section").class("charts").children(charts.map(Frame::figure)))
        .child(footer(intervals, tongue));
    document(&name, main, lang)
}

//! Pages of comparisons: the verdicts, and a chart for each figure.

use super::curve::{Plot, Point};
use super::element::Element;
use super::frame::Frame;
use super::page::{alone, document, footer};
use super::tongue::{Tongue, capital};
use super::{Findings, heat, sides};
use crate::lab::{Comparison, Kind, Measure};
use crate::text::{Lang, Text};

/// Beyond so many sides curves and differences are enough.
const MOST_SIDES: usize = 12;

/// A page has no more boards.
const MOST_BOARDS: usize = 24;

/// An HTML page with the verdicts, lengths, winners, where things happen, and how
/// each of these figures differs from that of the first side, where it does.
pub fn compared(comparison: &Comparison, measures: &[Measure], lang: Lang) -> String {
    let tongue = Tongue(lang);
    let differs = |measure: Measure| {
        let mut changes = comparison.sides.iter().filter_map(|side| side.change(measure));
        changes.any(|change| change.differs)
    };
    let chosen = chosen(comparison, measures).filter(|(measure, _)| differs(*measure));
    let charts = chosen.map(|(measure, title)| {
        let plot = of_differences(comparison, measure, &title, tongue);
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
        let plot = of_values(comparison, option, (measure, &title), tongue);
        plot.curve_frame(|value, decimals| tick(value, decimals, measure, tongue))
    });
    page(comparison, Some(option), charts, (alone(tongue), lang))
}

/// A chart of a comparison of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// How long the playouts of each side were, in turns.
    Lengths,
    /// How often each player won on each side.
    Winners,
    /// How a figure differs from that of the first side; of a sweep, the figure over the values.
    Figure(Measure),
}

/// An SVG file with one chart of a comparison, or with `option` of a sweep over its values; `None` for
/// a figure that the comparison does not have.
pub fn compared_svg(
    comparison: &Comparison,
    chart: Compared,
    option: Option<&str>,
    lang: Lang,
) -> Option<String> {
    let tongue = Tongue(lang);
    let frame = match chart {
        Compared::Lengths => sides::lengths(&comparison.sides, tongue),
        Compared::Winners => sides::winners(&comparison.sides, tongue),
        Compared::Figure(wanted) => {
            let mut all = comparison.measures().into_iter();
            let (measure, title) = all.find(|(measure, _)| *measure == wanted)?;
            let tick = |value, decimals| tick(value, decimals, measure, tongue);
            match option {
                None => of_differences(comparison, measure, &title, tongue).differences_frame(tick),
                Some(option) => {
                    of_values(comparison, option, (measure, &title), tongue).curve_frame(tick)
                }
            }
        }
    };
    let title = comparison.sides.first().map_or("", |side| side.subject.title.get(lang));
    let source = format!("{title} · {}", source(comparison, tongue));
    Some(format!("{}\n", frame.file(&source)))
}

/// How a figure of each side differs from that of the first one.
fn of_differences(comparison: &Comparison, measure: Measure, title: &Text, tongue: Tongue) -> Plot {
    let points = comparison.sides.iter().filter_map(|side| {
        let difference = side.change(measure)?.difference?;
        let ends = [difference.value.0, difference.low.0, difference.high.0];
        Some(point(&side.name, ends, measure, (tongue.say(" points", " puntu"), tongue)))
    });
    let base = comparison.sides.first().map_or("", |side| side.name.as_str());
    let note = match tongue.0 {
        Lang::En => format!("difference from {base}"),
        Lang::Eu => format!("aldea honekin: {base}"),
    };
    plot(title, note, points.collect(), tongue.0)
}

/// A figure over the values of an option.
fn of_values(
    comparison: &Comparison,
    option: &str,
    (measure, title): (Measure, &Text),
    tongue: Tongue,
) -> Plot {
    let points = comparison.sides.iter().filter_map(|side| {
        let rate = comparison.figure(side, measure)?;
        let mean = rate.mean?.0;
        let ends = [mean, rate.low.map_or(mean, |x| x.0), rate.high.map_or(mean, |x| x.0)];
        let value = side.name.strip_prefix(option).unwrap_or(&side.name).trim();
        Some(point(value, ends, measure, (" %", tongue)))
    });
    let note = match tongue.0 {
        Lang::En => format!("by {option}, with 95 % intervals"),
        Lang::Eu => format!("honen arabera: {option}, % 95eko tarteekin"),
    };
    plot(title, note, points.collect(), tongue.0)
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
    let title = capital(title.get(lang));
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
    let title = comparison.sides.first().map_or("", |side| side.subject.title.get(lang));
    let title = capital(title);
    let name = match (option, lang) {
        (Some(option), _) => format!("{title} · {option}"),
        (None, Lang::En) => format!("{title}: what its rules do"),
        (None, Lang::Eu) => format!("{title}: arauek zer egiten duten"),
    };
    let heading = |text: &str| Element::new("h2").text(text);
    let mut main = Element::new("main")
        .child(Element::new("h1").text(&name))
        .child(Element::new("p").class("quiet").text(&source(comparison, tongue)))
        .child(verdicts(comparison, lang));
    if comparison.sides.len() <= MOST_SIDES {
        let frames = [sides::lengths, sides::winners].map(|draw| draw(&comparison.sides, tongue));
        main = main.child(wide(frames.into_iter()));
    }
    let boards = if option.is_none() { boards(comparison, lang) } else { Vec::new() };
    if !boards.is_empty() {
        main = main
            .child(heading(tongue.say("Where it happens", "Non gertatzen da")))
            .child(wide(boards.into_iter()));
    }
    let differences = match option {
        None => tongue.say("What differs", "Zertan bereizten diren"),
        Some(_) => tongue.say("What changes with it", "Horrekin zer aldatzen den"),
    };
    main = main
        .child(heading(differences))
        .child(Element::new("section").class("charts").children(charts.map(Frame::figure)))
        .child(footer(intervals, tongue));
    document(&name, main, lang)
}

fn wide(frames: impl Iterator<Item = Frame>) -> Element {
    Element::new("section").class("wide").children(frames.map(Frame::figure))
}

/// How often, from where, by whom, and against which rules.
fn source(comparison: &Comparison, tongue: Tongue) -> String {
    let mut text = format!(
        "{} {} · {} {}",
        tongue.count(comparison.n),
        tongue.label("playouts on each side"),
        tongue.label("seed"),
        comparison.seed,
    );
    if let Some(base) = comparison.sides.first() {
        let bots: Vec<&str> = base.report.players.iter().map(|seat| seat.bot.as_str()).collect();
        let (say_bots, say_base) = (tongue.label("bots"), tongue.label("base"));
        let (bots, settings) = (bots.join(", "), base.settings());
        text = format!("{text} · {say_bots}: {bots} · {say_base}: {}", base.name);
        if !settings.is_empty() {
            text = format!("{text} ({settings})");
        }
    }
    text
}

/// What the rules of each side but the base do, in words.
fn verdicts(comparison: &Comparison, lang: Lang) -> Element {
    let mut list = Element::new("dl").class("verdicts");
    for side in &comparison.sides {
        let Some(verdict) = &side.verdict else { continue };
        let verdict = verdict.get(lang);
        let name = format!("{}: ", side.name);
        let said = verdict.strip_prefix(&name).unwrap_or(verdict);
        // A word joiner keeps both ends of an interval on one line, a hard blank a number and its sign.
        let said = said.replace('–', "–\u{2060}").replace('…', "…\u{2060}");
        let said = match lang {
            Lang::En => said.replace(" %", "\u{a0}%"),
            Lang::Eu => said.replace("% ", "%\u{a0}"),
        };
        let mut name = Element::new("dt").text(&side.name);
        let settings = side.settings();
        if !settings.is_empty() {
            name = name.child(Element::new("small").text(&settings));
        }
        list = list.child(name).child(Element::new("dd").text(&said));
    }
    list
}

/// For each event that a metric counts, the board of each side where it happened.
fn boards(comparison: &Comparison, lang: Lang) -> Vec<Frame> {
    let Some(base) = comparison.sides.first() else { return Vec::new() };
    let counted = base.subject.heats.iter().filter(|heat| heat.metric.is_some());
    let mut frames = Vec::new();
    for event in counted.map(|heat| &heat.event.id) {
        let sides = comparison.sides.iter().filter_map(|side| {
            let index = side.subject.heats.iter().position(|heat| heat.event.id == *event)?;
            let greatest = heat::greatest(&side.tally, index);
            (greatest > 0).then_some((side, index, greatest))
        });
        // All sides have as many playouts, so that one scale fits their boards.
        let most = sides.clone().map(|(.., greatest)| greatest).max().unwrap_or(0);
        for (side, index, _) in sides {
            let findings = Findings { subject: &side.subject, tally: &side.tally, lang };
            let mut frame = heat::board_up_to(most, &findings, index);
            let name = heat::name(&side.subject.heats[index], &findings);
            frame.title = format!("{}: {name}", side.name);
            frames.push(frame);
        }
    }
    frames.truncate(MOST_BOARDS);
    frames
}

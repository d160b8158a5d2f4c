//! What is read and written: steps, marks, words, templates, rules, events, counters, colors.

use super::names::{Index, Slot};
use super::{Context, duplicate};
use crate::definition::document::{ArgWord, Document, Entry, EventRecord, TemplateRecord};
use crate::definition::path::Filled;
use crate::definition::read::{Ident, Map, Word};
use crate::definition::yaml::Scalar;
use crate::error::Problem;
use crate::game::{ArgKind, EventKind, MAX_ARGS, Metric, Template};
use crate::moves::MAX_MARKS;
use crate::text::{Named, Text};

/// The places that a template has to fill.
const HOLES: [&str; 5] = ["from", "to", "number", "piece", "notation"];

/// Everything with a text.
pub(super) struct Texts {
    pub(super) steps: Index<Named>,
    pub(super) marks: Vec<String>,
    pub(super) words: Index<Named>,
    pub(super) rules: Index<Named>,
    pub(super) reasons: Index<Named>,
    pub(super) events: Index<EventKind>,
    pub(super) templates: Vec<Template>,
    pub(super) metrics: Vec<Metric>,
}

/// Builds the texts.
pub(super) fn build(document: &Document, cx: &mut Context) -> Texts {
    let none = Map::<Ident, Entry>::default();
    let notation = document.notation.as_ref();
    let text = document.text.as_ref();
    let steps = cx.collect(
        &document.steps,
        |step| step.when.as_ref(),
        |name, step, _| {
            Some(Named { id: name.text.clone(), title: step.title.clone().unwrap_or_default() })
        },
    );
    let mut marks = Vec::new();
    for mark in notation.iter().flat_map(|notation| &notation.marks.0) {
        if marks.contains(&mark.0.text) {
            cx.report(duplicate(&mark.0, "another mark has this name"));
        } else if marks.len() == MAX_MARKS {
            let problem = Problem::new("too-many-marks", format!("more than {MAX_MARKS} marks"));
            cx.report(problem.at(mark.0.place.clone()));
            break;
        } else {
            marks.push(mark.0.text.clone());
        }
    }
    let mut templates = Vec::new();
    for record in notation.iter().flat_map(|notation| &notation.moves.0) {
        if cx.holds(record.when.as_ref()) {
            templates.extend(template(record, &marks, cx));
        }
    }
    let written = |text: &Scalar, _: &mut Context| Some(text.text.clone());
    let words = named(notation.map_or(&none, |n| &n.words), written, cx);
    let rules = named(text.map_or(&none, |t| &t.rules), filled, cx);
    let reasons = named(text.map_or(&none, |t| &t.reasons), written, cx);
    let no_events = Map::<Ident, EventRecord>::default();
    let events = cx.collect(
        text.map_or(&no_events, |t| &t.events),
        |event| event.when.as_ref(),
        |name, record, cx| Some(event(name, record, cx)),
    );
    let metrics = cx.collect(
        &document.metrics,
        |metric| metric.when.as_ref(),
        |name, metric, cx| {
            let event = metric.event.as_ref()?;
            let Slot::On(event) = events.slot(event, "event", cx) else {
                return None;
            };
            let title = metric.title.clone().unwrap_or_default();
            Some(Metric { id: name.text.clone(), title, event })
        },
    );
    let metrics = metrics.values;
    Texts { steps, marks, words, rules, reasons, events, templates, metrics }
}

/// Entries with a text, of which `read` makes what people read.
fn named(
    entries: &Map<Ident, Entry>,
    read: impl Fn(&Scalar, &mut Context) -> Option<String>,
    cx: &mut Context,
) -> Index<Named> {
    cx.collect(
        entries,
        |entry| entry.when.as_ref(),
        |name, entry, cx| {
            let eu = entry.eu.as_ref().map(|text| read(text, cx));
            let en = entry.en.as_ref().map(|text| read(text, cx));
            let en = en.unwrap_or_else(|| Some(String::new()))?;
            let eu = eu.unwrap_or_else(|| Some(en.clone()))?;
            let id = entry.cites.as_ref().map_or(name, |cites| &cites.0);
            Some(Named { id: id.text.clone(), title: Text { eu, en } })
        },
    )
}

/// The text with the values in braces filled in.
fn filled(scalar: &Scalar, cx: &mut Context) -> Option<String> {
    Filled::text(scalar, &cx.scope, &mut cx.problems)
}

fn event(name: &Word, record: &EventRecord, cx: &mut Context) -> EventKind {
    if record.args.0.len() > MAX_ARGS {
        let problem =
            Problem::new("too-many-args", format!("an event has at most {MAX_ARGS} values"));
        cx.report(problem.at(name.place.clone()));
    }
    let kind = |word: &ArgWord| match word {
        ArgWord::Player => ArgKind::Player,
        ArgWord::Site => ArgKind::Site,
        ArgWord::Number => ArgKind::Number,
    };
    let title = Text {
        eu: record.eu.clone().unwrap_or_default(),
        en: record.en.clone().unwrap_or_default(),
    };
    EventKind { id: name.text.clone(), title, args: record.args.0.iter().map(kind).collect() }
}

fn template(record: &TemplateRecord, marks: &[String], cx: &mut Context) -> Option<Template> {
    let mut bits = 0;
    for word in &record.marks.0 {
        if let Some(mark) = marks.iter().position(|mark| *mark == word.text) {
            bits |= 1 << mark;
        } else {
            let problem = Problem::new("unknown-mark", format!("unknown mark `{}`", word.text))
                .at(word.place.clone());
            cx.report(problem.help_nearest(&word.text, marks.iter().map(String::as_str)));
        }
    }
    let text = record.text.as_ref()?;
    check_holes(text, cx);
    Some(Template { marks: bits, text: text.text.clone() })
}

/// Every brace of a template belongs to a known hole, and the text has no blanks.
fn check_holes(scalar: &Scalar, cx: &mut Context) {
    let text = &scalar.text;
    if let Some(blank) = text.find(char::is_whitespace) {
        let problem = Problem::new("bad-template", "a move is written without blanks");
        cx.report(problem.at(scalar.at(blank..blank + 1)));
    }
    let mut at = 0;
    while let Some(open) = text[at..].find('{').map(|i| at + i) {
        let Some(close) = text[open..].find('}').map(|i| open + i) else {
            let problem = Problem::new("bad-template", "expected `}` after `{`, found the end");
            cx.report(problem.at(scalar.at(open..open + 1)));
            return;
        };
        let hole = &text[open + 1..close];
        if !HOLES.contains(&hole) {
            let problem = Problem::new("bad-template", format!("unknown place `{{{hole}}}`"))
                .at(scalar.at(open + 1..close));
            cx.report(problem.help_nearest(hole, HOLES));
        }
        at = close + 1;
    }
}

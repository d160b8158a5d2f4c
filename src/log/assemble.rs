//! Puts the lines of a log together and reports everything that is wrong with them in one pass.

use std::collections::BTreeMap;
use std::ops::Range;

use super::parser::{Line, Lines, Row};
use super::tree::{At, Expectation, Header, Item, Log, Moves, Scenario, Word};
use crate::error::{Problem, Problems, Result, Source};

/// Reads a whole log.
///
/// # Errors
/// All problems of the source, each with its place: `syntax`, `unknown-directive`,
/// `bad-expectation`, `stray-block`, `missing-block`, `missing-game`, `duplicate-header`,
/// `misplaced-header`, `misplaced-play`, `duplicate-scenario`.
pub(super) fn read(source: &Source) -> Result<Log> {
    let lines = Lines::new(source);
    let mut assembly = Assembly {
        source,
        lines: &lines,
        headers: Vec::new(),
        scenarios: Vec::new(),
        names: BTreeMap::new(),
        open: Open::None,
        problems: Problems::default(),
    };
    let mut end = 0;
    for range in lines.ranges() {
        end = range.end;
        assembly.add(&range);
    }
    assembly.close();
    let Assembly { headers, scenarios, mut problems, .. } = assembly;
    // A file that could not be read has worse troubles than a header that is perhaps there.
    if problems.is_empty() && !headers.iter().any(|h| matches!(h.value, Header::Game(_))) {
        let place = lines.ranges().find(|r| !source.text()[r.clone()].trim().is_empty());
        problems.push(
            Problem::new("missing-game", "expected a line that names the game, found none")
                .at(source.place(place.unwrap_or(end..end)))
                .help("begin the log with `game NAME`"),
        );
    }
    problems.finish(Log { source: source.clone(), headers, scenarios })
}

/// What a line that begins with a bar belongs to.
enum Open {
    None,
    /// The last item, whose directive stands in that range; the rows so far.
    Item(Row, Range<usize>, Vec<Word>),
    /// A directive that could not be read: its block is passed over, for one report is enough.
    Unreadable,
}

struct Assembly<'a> {
    source: &'a Source,
    lines: &'a Lines<'a>,
    headers: Vec<At<Header>>,
    scenarios: Vec<Scenario>,
    /// Where each scenario's name was first given.
    names: BTreeMap<String, Range<usize>>,
    open: Open,
    problems: Problems,
}

impl Assembly<'_> {
    fn add(&mut self, range: &Range<usize>) {
        let line = match self.lines.line(range) {
            Ok(line) => line,
            Err(error) => {
                self.close();
                // What follows a wrong scenario line belongs to it all the same.
                if self.source.text()[range.clone()].trim_start().starts_with("scenario") {
                    let name = self.trimmed(range);
                    let name = At::new(self.source.text()[name.clone()].to_owned(), name);
                    self.begin(Some(name));
                }
                self.problems.extend(error);
                self.open = Open::Unreadable;
                return;
            }
        };
        if let Line::Block(raw) = line {
            return self.extend(range, &raw);
        }
        self.close();
        match line {
            Line::Empty | Line::Block(_) => {}
            Line::Header(header) => self.header(header),
            Line::Scenario(name) => self.scenario(name),
            Line::Position => self.item(Item::Position(Vec::new()), Some(Row::State), range),
            Line::Play(play) => self.item(Item::Play(play), None, range),
            Line::Expect(expectation) => {
                let row = match &expectation {
                    Expectation::Moves(Moves::List(_)) | Expectation::Includes(_) => {
                        Some(Row::Moves)
                    }
                    Expectation::Position(_) => Some(Row::State),
                    Expectation::Board(_) => Some(Row::Raw),
                    _ => None,
                };
                self.item(Item::Expect(expectation), row, range);
            }
        }
    }

    fn header(&mut self, header: At<Header>) {
        let place = self.source.place(header.span.clone());
        if let Some(scenario) = self.scenarios.last() {
            let (misplaced, help) = match (&scenario.name, &header.value) {
                (Some(_), Header::Game(_)) => {
                    (true, "a log is of one game: name it once, at its top")
                }
                (Some(_), _) if scenario.items.is_empty() => (false, ""),
                (Some(_), _) => (true, "put it right below the scenario's name"),
                (None, _) => (true, "put it above the play"),
            };
            if misplaced {
                let problem = Problem::new("misplaced-header", "expected play, found a header");
                self.problems.push(problem.at(place).help(help));
                return;
            }
        }
        let headers = match self.scenarios.last_mut() {
            None => &mut self.headers,
            Some(scenario) => &mut scenario.headers,
        };
        match headers.iter().find(|other| same_subject(&other.value, &header.value)) {
            Some(other) => {
                let line = self.source.place(other.span.clone()).line();
                self.problems.push(
                    Problem::new("duplicate-header", "this header is given twice")
                        .at(place)
                        .note(format!("the first one is in line {line}")),
                );
            }
            None => headers.push(header),
        }
    }

    fn scenario(&mut self, name: Word) {
        if let Some(first) = self.names.get(&name.value) {
            let line = self.source.place(first.clone()).line();
            self.problems.push(
                Problem::new("duplicate-scenario", "two scenarios have the same name")
                    .at(self.source.place(name.span.clone()))
                    .note(format!("the first one is in line {line}")),
            );
        } else {
            self.names.insert(name.value.clone(), name.span.clone());
            if let Some(item) = self.plain_play() {
                let place = self.source.place(item.span.clone());
                self.problems.push(
                    Problem::new("misplaced-play", "expected a scenario, found play before it")
                        .at(place)
                        .help("give the first play a `scenario \"NAME\"` line too"),
                );
            }
        }
        self.begin(Some(name));
    }

    /// The first item of a play without a name, if that is all there is so far.
    fn plain_play(&self) -> Option<&At<Item>> {
        match self.scenarios.as_slice() {
            [only] if only.name.is_none() => only.items.first(),
            _ => None,
        }
    }

    fn begin(&mut self, name: Option<Word>) {
        self.scenarios.push(Scenario { name, headers: Vec::new(), items: Vec::new() });
    }

    fn item(&mut self, item: Item, row: Option<Row>, range: &Range<usize>) {
        if self.scenarios.is_empty() {
            self.begin(None);
        }
        let span = self.trimmed(range);
        if let Some(row) = row {
            self.open = Open::Item(row, span.clone(), Vec::new());
        }
        if let Some(scenario) = self.scenarios.last_mut() {
            scenario.items.push(At::new(item, span));
        }
    }

    /// Adds a line that begins with a bar to what is open.
    fn extend(&mut self, range: &Range<usize>, raw: &At<String>) {
        let end = self.trimmed(range).end;
        match &mut self.open {
            Open::Unreadable => {}
            Open::None => {
                self.problems.push(
                    Problem::new("stray-block", "expected a directive before the lines of a block")
                        .at(self.source.place_of_line(self.source.place(range.clone()).line()))
                        .help("a block follows its directive at once; write `| # …` for a comment in it"),
                );
                self.open = Open::Unreadable;
            }
            Open::Item(row, span, rows) => match self.lines.row(raw, *row) {
                Ok(words) => {
                    rows.extend(words);
                    span.end = end;
                }
                Err(error) => self.problems.extend(error),
            },
        }
    }

    /// Ends the open block and hands it to its item.
    fn close(&mut self) {
        let Open::Item(_, span, rows) = std::mem::replace(&mut self.open, Open::None) else {
            return;
        };
        let Some(item) = self.scenarios.last_mut().and_then(|s| s.items.last_mut()) else { return };
        let directive = item.span.clone();
        item.span = span;
        let list = match &mut item.value {
            Item::Position(lines)
            | Item::Expect(
                Expectation::Board(lines)
                | Expectation::Position(lines)
                | Expectation::Includes(lines)
                | Expectation::Moves(Moves::List(lines)),
            ) => lines,
            Item::Play(_) | Item::Expect(_) => return,
        };
        list.extend(rows);
        if list.is_empty() {
            let (what, found) = match item.value {
                Item::Expect(Expectation::Moves(_) | Expectation::Includes(_)) => {
                    ("moves or a block", "neither")
                }
                _ => ("a block", "none"),
            };
            self.problems.push(
                Problem::new("missing-block", format!("expected {what}, found {found}"))
                    .at(self.source.place(directive))
                    .help("the lines of a block begin with `|` and follow at once"),
            );
        }
    }

    /// The range without blanks at its ends.
    fn trimmed(&self, range: &Range<usize>) -> Range<usize> {
        let text = &self.source.text()[range.clone()];
        let start = range.start + text.len() - text.trim_start().len();
        start..start.max(range.start + text.trim_end().len())
    }
}

/// Whether two headers say the same kind of thing, so that only one of them can hold.
fn same_subject(a: &Header, b: &Header) -> bool {
    match (a, b) {
        (Header::Set(a, _), Header::Set(b, _)) | (Header::House(a), Header::House(b)) => {
            a.value == b.value
        }
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

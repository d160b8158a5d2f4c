//! What came out of replaying a log.

use std::fmt::{self, Display, Formatter, Write as _};

use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

use crate::error::{Error, Place, Problem};

/// The outcome of a log's scenarios, in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// One entry for each scenario, also for those that could not begin.
    pub scenarios: Vec<ScenarioReport>,
}

impl Report {
    /// Whether every scenario passed.
    pub fn passed(&self) -> bool {
        self.scenarios.iter().all(ScenarioReport::passed)
    }

    /// How many expectations were checked, the failed ones included.
    pub fn n_assertions(&self) -> usize {
        self.scenarios.iter().map(|scenario| scenario.n_assertions).sum()
    }

    /// The scenarios that failed.
    pub fn failures(&self) -> impl Iterator<Item = &Failure> {
        self.scenarios.iter().filter_map(|scenario| scenario.failure.as_ref())
    }
}

/// The outcome of one scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct ScenarioReport {
    /// The scenario's name; the log's name for a plain play.
    pub name: String,
    /// Where the scenario begins.
    pub place: Place,
    /// How many expectations were checked, a failed one included.
    pub n_assertions: usize,
    /// How many of them failed: one at most, for a scenario stops there.
    pub n_failed: usize,
    /// How many throws were made.
    pub n_throws: usize,
    /// How many moves were played.
    pub n_moves: usize,
    /// Why it stopped before its end; `None` when it passed.
    pub failure: Option<Failure>,
    /// What a reader should know although nothing failed: `no-expectation`, `other-rules`.
    pub warnings: Vec<Problem>,
}

impl ScenarioReport {
    /// Whether everything went as the log says.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }
}

/// Why a scenario stopped.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// What is wrong, with its places.
    pub error: Error,
    /// For a board or a position its lines: `-` before what was expected, `+` before what was
    /// found, a blank before what is in both.
    pub diff: Option<String>,
}

impl Failure {
    /// The problems with their excerpts and the diff; `color` adds terminal escapes.
    pub fn render(&self, color: bool) -> String {
        let mut text = self.error.render(color);
        for line in self.diff.iter().flat_map(|diff| diff.lines()) {
            let style = match line.as_bytes().first() {
                Some(b'-') if color => AnsiColor::Red.on_default(),
                Some(b'+') if color => AnsiColor::Green.on_default(),
                _ => Style::new(),
            };
            _ = write!(text, "\n    {style}{line}{style:#}");
        }
        text
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, diff: None }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Error::from(problem).into()
    }
}

impl Display for Failure {
    /// A line for each problem by `{}`; with excerpts and diff by `{:#}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if f.alternate() { f.write_str(&self.render(false)) } else { self.error.fmt(f) }
    }
}

/// The lines of both texts with `-`, `+` or a blank before each.
pub(super) fn diff(expected: &[String], found: &[String]) -> String {
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    let diff = TextDiff::from_slices(&expected, &found);
    let lines: Vec<String> = diff
        .iter_all_changes()
        .map(|change| {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            format!("{sign} {}", change.value()).trim_end().to_owned()
        })
        .collect();
    lines.join("\n")
}

//! Filling in the values in braces, with a way back to what was written.

use std::ops::Range;

use crate::definition::expression::Scope;
use crate::definition::yaml::Scalar;
use crate::error::{Place, Problem, Problems};

/// The greatest length of a path or a text in bytes; a path of all sites is shorter.
const MAX_BYTES: usize = 8 * 1024;

/// A text with the values in braces filled in.
pub(in crate::definition) struct Filled<'a> {
    pub(super) scalar: &'a Scalar,
    pub(in crate::definition) text: String,
    /// Parts of `text` with the parts of the scalar that they come from.
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl<'a> Filled<'a> {
    /// Fills in the values of a path; `None` when one of them is wrong, which is reported.
    pub(in crate::definition) fn new(
        scalar: &'a Scalar,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<Self> {
        Self::fill(scalar, ("bad-path", "path"), scope, problems)
    }

    /// Fills in the values of what people read, as in a path.
    pub(in crate::definition) fn text(
        scalar: &'a Scalar,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<String> {
        Self::fill(scalar, ("bad-text", "text"), scope, problems).map(|filled| filled.text)
    }

    /// `code` is for braces that do not close.
    fn fill(
        scalar: &'a Scalar,
        (code, noun): (&'static str, &str),
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<Self> {
        if scalar.text.len() > MAX_BYTES {
            let message = format!("a {noun} has at most {} KiB", MAX_BYTES / 1024);
            problems.push(Problem::new("too-large", message).at(scalar.place.clone()));
            return None;
        }
        let mut filled = Self { scalar, text: String::new(), parts: Vec::new() };
        let mut ok = true;
        let mut at = 0;
        while let Some(open) = scalar.text[at..].find('{').map(|i| at + i) {
            filled.copy(at..open);
            let Some(close) = scalar.text[open..].find('}').map(|i| open + i) else {
                let problem = Problem::new(code, "expected `}` after `{`, found the end");
                problems.push(problem.at(scalar.at(open..open + 1)));
                return None;
            };
            match scope.evaluate(scalar, open + 1..close, problems) {
                Some(value) if value.is_int() || value.is_string() => {
                    let start = filled.text.len();
                    filled.text.push_str(&value.to_string());
                    filled.parts.push((start..filled.text.len(), open..close + 1));
                }
                Some(value) => {
                    let message = format!("expected a number or a text, found `{value}`");
                    let place = scalar.at(open..close + 1);
                    problems.push(Problem::new("wrong-type", message).at(place));
                    ok = false;
                }
                None => ok = false,
            }
            at = close + 1;
        }
        filled.copy(at..scalar.text.len());
        ok.then_some(filled)
    }

    fn copy(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            let start = self.text.len();
            self.text.push_str(&self.scalar.text[range.clone()]);
            self.parts.push((start..self.text.len(), range));
        }
    }

    /// Where a part of the filled text was written.
    pub(in crate::definition) fn at(&self, range: Range<usize>) -> Place {
        let start = self.origin(range.start, false);
        let end = if range.is_empty() { start } else { self.origin(range.end, true) };
        self.scalar.at(start..end)
    }

    /// A filled-in part counts as a whole: its beginning for a start, its end for an end.
    fn origin(&self, at: usize, end: bool) -> usize {
        let part = self.parts.iter().find(|(to, _)| {
            if end { to.start < at && at <= to.end } else { to.start <= at && at < to.end }
        });
        match part {
            None => self.scalar.text.len(),
            Some((to, from)) if to.len() == from.len() => from.start + (at - to.start),
            Some((_, from)) if end => from.end,
            Some((_, from)) => from.start,
        }
    }
}

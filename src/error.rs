//! The one error type: problems with a code, a place and a way out.
//!
//! A [`Problem`] holds facts; its sentence is put together in one place, with an excerpt of the
//! source when the place is known. An [`Error`] is a non-empty list of problems, in the order of
//! their places, so that one pass over a wrong definition reports all that is wrong with it.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// A shorthand for results whose error is [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A text that messages can point into: its name (usually a path) and its content.
#[derive(Clone, PartialEq, Eq)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    /// Where each line begins: scripts ask for thousands of places.
    lines: Arc<[usize]>,
}

impl Source {
    /// A source with the name that messages show.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let breaks = text.match_indices('\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        Self { name: name.into(), text, lines }
    }

    /// The name that messages show, usually a path.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place of a byte range; it is cut to the text and to whole characters.
    pub fn place(&self, span: Range<usize>) -> Place {
        let mut start = span.start.min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = span.end.clamp(start, self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        Place { source: self.clone(), span: start..end }
    }

    /// The place of the word at `line` and `column`, both counted from 1, the column in characters.
    pub fn place_at(&self, line: usize, column: usize) -> Place {
        let start = self.offset(line, column);
        let word = self.text[start..]
            .char_indices()
            .find(|(_, c)| !(c.is_alphanumeric() || *c == '_'))
            .map_or(self.text.len(), |(i, _)| start + i);
        let next =
            self.text[start..].chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8);
        self.place(start..word.max(start + next))
    }

    /// The place of a whole line, counted from 1, without its line break and outer blanks.
    pub fn place_of_line(&self, line: usize) -> Place {
        let start = self.offset(line, 1);
        let text = self.text[start..].lines().next().unwrap_or("");
        let indent = text.len() - text.trim_start().len();
        self.place(start + indent..start + text.trim_end().len().max(indent))
    }

    fn offset(&self, line: usize, column: usize) -> usize {
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len());
        let (rest, n) = (&self.text[start..], column.saturating_sub(1));
        // A script may be one long line with something wrong everywhere in it.
        if rest.as_bytes().get(..n).is_some_and(<[u8]>::is_ascii) {
            return start + n;
        }
        start + rest.char_indices().nth(n).map_or(rest.len(), |(i, _)| i)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?}, {} bytes)", self.name, self.text.len())
    }
}

/// A byte range of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    source: Source,
    span: Range<usize>,
}

impl Place {
    /// The source that the place is in.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The byte range in the source's text.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The line of the first byte, counted from 1.
    pub fn line(&self) -> usize {
        self.before().matches('\n').count() + 1
    }

    /// The column of the first byte, counted from 1 in characters.
    pub fn column(&self) -> usize {
        self.before().chars().rev().take_while(|c| *c != '\n').count() + 1
    }

    fn before(&self) -> &str {
        &self.source.text[..self.span.start]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.source.name, self.line(), self.column())
    }
}

/// One thing that is wrong: a stable code, a sentence, and where known its place and a way out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    code: &'static str,
    message: String,
    place: Option<Place>,
    label: Option<String>,
    notes: Vec<String>,
    help: Option<String>,
}

impl Problem {
    /// A problem; `code` is kebab-case and stable, `message` in lower case without a full stop. A
    /// message that repeats a very long text of the user's is cut.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(MESSAGE) {
            message.replace_range(end.., "…");
        }
        Self { code, message, place: None, label: None, notes: Vec::new(), help: None }
    }

    /// Says where; a place that is already known stays.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place.get_or_insert(place);
        self
    }

    /// Says something beside the marked text of the excerpt.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds a fact that helps to understand the problem.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Suggests the name nearest to `wanted`, or lists the known names when none is near.
    #[must_use]
    pub fn help_nearest<'a>(self, wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        match nearest(wanted, known.iter().copied()) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None if known.is_empty() => self,
            None => {
                let shown =
                    known.iter().take(12).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
                let more = if known.len() > 12 { ", …" } else { "" };
                self.help(format!("known here: {shown}{more}"))
            }
        }
    }

    /// A problem of a part as a problem of the whole: `part` is the text of `whole` from `offset` on.
    #[must_use]
    pub(crate) fn in_whole(mut self, part: &Source, whole: &Source, offset: usize) -> Self {
        if let Some(place) = self.place.as_mut().filter(|place| place.source == *part) {
            *place = whole.place(place.span.start + offset..place.span.end + offset);
        }
        self
    }

    /// The stable kebab-case code.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The sentence, without place and help.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it is, if that is known.
    pub fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// The facts added to the sentence.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// What to do about it, if anything is known.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The message with its excerpt, as compilers print it; `color` adds terminal escapes.
    pub fn render(&self, color: bool) -> String {
        let mut group = match &self.place {
            None => {
                Group::with_title(Level::ERROR.primary_title(self.message.as_str()).id(self.code))
            }
            Some(place) => {
                let mut mark = AnnotationKind::Primary.span(place.span());
                if let Some(label) = &self.label {
                    mark = mark.label(label.as_str());
                }
                Level::ERROR.primary_title(self.message.as_str()).id(self.code).element(
                    Snippet::source(place.source.text()).path(place.source.name()).annotation(mark),
                )
            }
        };
        for note in &self.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group]).clone()
    }
}

impl fmt::Display for Problem {
    /// One line by `{}`; with the excerpt by `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&self.render(false));
        }
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)?;
        for note in &self.notes {
            write!(f, "; {note}")?;
        }
        if let Some(help) = &self.help {
            write!(f, "; help: {help}")?;
        }
        Ok(())
    }
}

/// Everything that went wrong, at least one [`Problem`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    problems: Vec<Problem>,
}

impl Error {
    /// An error of several problems, sorted by place; `None` when there are none.
    pub fn from_problems(mut problems: Vec<Problem>) -> Option<Self> {
        problems.sort_by_cached_key(|problem| {
            let place = problem.place.as_ref();
            place.map(|place| (Arc::clone(&place.source.name), place.span.start))
        });
        problems.dedup();
        (!problems.is_empty()).then_some(Self { problems })
    }

    /// The problems, in the order of their places; never empty.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The error with each problem made anew.
    #[must_use]
    pub(crate) fn map(self, change: impl FnMut(Problem) -> Problem) -> Self {
        Self { problems: self.problems.into_iter().map(change).collect() }
    }

    /// As many of the problems as anyone will read, and how many more there are.
    pub fn shown(&self) -> (&[Problem], usize) {
        let n_shown = self.problems.len().min(SHOWN);
        (&self.problems[..n_shown], self.problems.len() - n_shown)
    }

    /// The code of the first problem.
    pub fn code(&self) -> &'static str {
        self.problems[0].code
    }

    /// The problems with their excerpts, separated by empty lines; at most a hundred of them, and
    /// then how many more there are.
    pub fn render(&self, color: bool) -> String {
        let shown = self.shown().0.iter().map(|p| p.render(color));
        shown.chain(self.more()).collect::<Vec<_>>().join("\n\n")
    }

    /// What is said instead of the problems that are not shown.
    fn more(&self) -> Option<String> {
        let (_, more) = self.shown();
        (more > 0).then(|| format!("and {more} more problems"))
    }
}

/// So many characters of a message are kept.
const MESSAGE: usize = 400;

/// So many problems of an error are shown; nobody reads more, and a text of nothing but mistakes
/// would take long to print.
const SHOWN: usize = 100;

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self { problems: vec![problem] }
    }
}

impl fmt::Display for Error {
    /// A line for each problem by `{}`; with excerpts by `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&self.render(false));
        }
        for (i, problem) in self.shown().0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        self.more().map_or(Ok(()), |more| write!(f, "\n{more}"))
    }
}

impl std::error::Error for Error {}

/// Collects problems over one pass, so that none hides the next.
#[derive(Default, Debug)]
pub(crate) struct Problems(Vec<Problem>);

impl Problems {
    pub(crate) fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    pub(crate) fn extend(&mut self, error: Error) {
        self.0.extend(error.problems);
    }

    pub(crate) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `value` if nothing was wrong, else everything that was.
    pub(crate) fn finish<T>(self, value: T) -> Result<T> {
        match Error::from_problems(self.0) {
            None => Ok(value),
            Some(error) => Err(error),
        }
    }
}

/// No name is longer, in characters; comparing what is would take long.
const MAX_NAME: usize = 100;

/// The known name nearest to `wanted`, if one is near enough to be a slip of the fingers.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = wanted.chars().count();
    if length > MAX_NAME {
        return None;
    }
    let limit = (length / 3).max(1);
    known
        .into_iter()
        .map(|name| {
            let lower = strsim::osa_distance(&wanted.to_lowercase(), &name.to_lowercase());
            (lower.min(strsim::osa_distance(wanted, name)), name)
        })
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_lines_and_columns_from_one_in_characters() {
        let source = Source::new("a.yaml", "tâb: x\nñ: yes\n");
        let place = source.place_at(2, 4);
        assert_eq!((place.line(), place.column()), (2, 4));
        assert_eq!(&source.text()[place.span()], "yes");
        assert_eq!(place.to_string(), "a.yaml:2:4");
        assert_eq!(source.place_at(9, 9).span(), 16..16);
    }

    #[test]
    fn the_nearest_name_is_a_slip_away() {
        assert_eq!(nearest("colums", ["rows", "columns"]), Some("columns"));
        assert_eq!(nearest("Home", ["home", "road"]), Some("home"));
        assert_eq!(nearest("quiet", ["rows", "columns"]), None);
        let long = "a".repeat(MAX_NAME + 1);
        assert_eq!(nearest(&long, [long.as_str()]), None);
    }

    #[test]
    fn an_error_shows_a_hundred_problems_and_counts_the_rest() {
        let problems =
            |n: usize| (0..n).map(|i| Problem::new("x", format!("number {i}"))).collect();
        let error = Error::from_problems(problems(250)).expect("there are problems");
        assert_eq!(error.problems().len(), 250);
        assert_eq!((error.shown().0.len(), error.shown().1), (100, 150));
        for text in [error.to_string(), error.render(false)] {
            assert!(text.contains("number 99") && !text.contains("number 100"));
            assert!(text.ends_with("and 150 more problems"));
        }
        let error = Error::from_problems(problems(2)).expect("there are problems");
        assert_eq!(error.to_string(), "number 0\nnumber 1");
    }

    #[test]
    fn a_message_does_not_repeat_a_long_text_whole() {
        let problem = Problem::new("x", format!("unknown `{}`", "ñ".repeat(10_000)));
        assert_eq!(problem.message().chars().count(), MESSAGE + 1);
        assert!(problem.message().ends_with("ñ…"));
    }

    #[test]
    fn a_rendered_problem_shows_code_place_and_help() {
        let source = Source::new("game.yaml", "rows: maybe\n");
        let problem = Problem::new("wrong-type", "expected true or false, found `maybe`")
            .at(source.place(6..11))
            .help("write `true` or `false`");
        let text = problem.render(false);
        for part in ["error[wrong-type]", "game.yaml:1:7", "rows: maybe", "^^^^^", "help: write"] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }
}

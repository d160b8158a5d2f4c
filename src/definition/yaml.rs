//! YAML text as a tree in which every node knows its place; no other module sees the YAML crate.
//!
//! The tree is read from the parser's events instead of through serde, which would stop at the first
//! error and lose places. Anchors, aliases, tags and several documents in a text are refused: they
//! make a definition harder to read and let a short text grow without bound.

use std::collections::BTreeMap;

use serde_yaml::granit_parser::{Event, Options, Parser, ScalarStyle, Span, StrInput};

use crate::error::{Place, Problem, Problems, Result, Source};

/// The greatest size of a definition in bytes.
pub(super) const MAX_BYTES: usize = 256 * 1024;

/// The greatest depth of lists and mappings inside each other.
const MAX_DEPTH: usize = 16;

/// The greatest number of entries in one list or mapping.
const MAX_ENTRIES: usize = 1000;

/// A scalar as written, with what is needed to point into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Scalar {
    /// The text after YAML's own quotes and escapes.
    pub(super) text: String,
    /// Whether it stands without quotes, so that it may be a number or a boolean.
    pub(super) plain: bool,
    /// The whole scalar, quotes included.
    pub(super) place: Place,
}

impl Scalar {
    /// The place of a byte range of the text; the whole scalar where escapes hide it.
    pub(super) fn at(&self, range: std::ops::Range<usize>) -> Place {
        let (Some(start), Some(end)) = (self.offset(range.start), self.offset(range.end)) else {
            return self.place.clone();
        };
        self.place.source().place(start..end.max(start))
    }

    /// Whether nothing stands here at all, as after `key:`.
    pub(super) fn is_null(&self) -> bool {
        self.plain && matches!(self.text.as_str(), "" | "~" | "null")
    }

    /// Where a byte of the text stands in the source.
    fn offset(&self, at: usize) -> Option<usize> {
        let span = self.place.span();
        let raw = &self.place.source().text()[span.clone()];
        let quote = usize::from(raw.starts_with(['"', '\'']) && !self.plain);
        let inner = raw.get(quote..raw.len().saturating_sub(quote))?;
        if inner == self.text {
            return Some(span.start + quote + at);
        }
        // Folded lines and escapes: the characters that are no blanks stand in the same order.
        let mut rest = if raw.starts_with(['|', '>']) { raw.find('\n')? } else { quote };
        for c in self.text[..at].chars().filter(|c| !c.is_whitespace()) {
            rest += raw[rest..].find(c)? + c.len_utf8();
        }
        let next = self.text[at..].chars().next();
        if next.is_some_and(|c| !c.is_whitespace()) {
            rest += raw[rest..].find(next?)?;
        }
        Some(span.start + rest)
    }
}

/// A node of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Node {
    /// A text, number, boolean or nothing.
    Scalar(Scalar),
    /// A list.
    List(Vec<Node>, Place),
    /// A mapping in the order of the text, without repeated keys.
    Map(Vec<(Scalar, Node)>, Place),
}

impl Node {
    /// Where the node is; for a list or mapping its first line.
    pub(super) fn place(&self) -> &Place {
        match self {
            Self::Scalar(scalar) => &scalar.place,
            Self::List(_, place) | Self::Map(_, place) => place,
        }
    }

    /// What the node is, for messages.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Scalar(scalar) if scalar.is_null() => "nothing".into(),
            Self::Scalar(scalar) if scalar.plain => format!("`{}`", shorten(&scalar.text)),
            Self::Scalar(scalar) => format!("`\"{}\"`", shorten(&scalar.text)),
            Self::List(..) => "a list".into(),
            Self::Map(..) => "a mapping".into(),
        }
    }
}

/// Reads a text; `None` when it cannot be read at all. Repeated keys are reported and left out.
pub(super) fn parse(source: &Source, problems: &mut Problems) -> Option<Node> {
    if source.text().len() > MAX_BYTES {
        let message = format!("the definition is larger than {} KiB", MAX_BYTES / 1024);
        problems.push(Problem::new("too-large", message).at(source.place(0..0)));
        return None;
    }
    match Builder::new(source, problems).document() {
        Ok(node) => Some(node),
        Err(error) => {
            problems.extend(error);
            None
        }
    }
}

fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.len() < text.trim_end().len() => format!("{line}…"),
        None => line.to_owned(),
    }
}

struct Builder<'a> {
    source: &'a Source,
    parser: Parser<'a, StrInput<'a>>,
    problems: &'a mut Problems,
}

impl<'a> Builder<'a> {
    fn new(source: &'a Source, problems: &'a mut Problems) -> Self {
        let mut options = Options::default();
        options.flow_nesting_limit = MAX_DEPTH;
        options.block_nesting_limit = MAX_DEPTH;
        let parser = Parser::new_from_str_with_options(source.text(), options);
        Self { source, parser, problems }
    }

    fn next(&mut self) -> Result<(Event<'a>, Place)> {
        loop {
            match self.parser.next_event() {
                None => return Ok((Event::StreamEnd, self.source.place(0..0))),
                Some(Ok((Event::Comment(..), _))) => {}
                Some(Ok((event, span))) => return Ok((event, self.place(span))),
                Some(Err(error)) => {
                    let at = error.marker();
                    let problem = Problem::new("yaml-syntax", error.info().to_lowercase())
                        .at(self.source.place_at(at.line(), at.col() + 1));
                    return Err(problem.into());
                }
            }
        }
    }

    fn place(&self, span: Span) -> Place {
        self.source.place(span.byte_range().unwrap_or(0..0))
    }

    fn document(mut self) -> Result<Node> {
        loop {
            let (event, place) = self.next()?;
            match event {
                Event::StreamStart | Event::DocumentStart(..) => {}
                Event::StreamEnd | Event::DocumentEnd => {
                    let problem = Problem::new("empty-definition", "the definition is empty");
                    return Err(problem.at(self.source.place(0..0)).into());
                }
                event => {
                    let node = self.node(event, place, 0)?;
                    return self.end().map(|()| node);
                }
            }
        }
    }

    /// Nothing may follow the first document.
    fn end(&mut self) -> Result<()> {
        loop {
            match self.next()? {
                (Event::StreamEnd, _) => return Ok(()),
                (Event::DocumentStart(..), place) => {
                    let message = "a definition is a single document";
                    return Err(Problem::new("yaml-syntax", message).at(place).into());
                }
                _ => {}
            }
        }
    }

    fn node(&mut self, event: Event<'a>, place: Place, depth: usize) -> Result<Node> {
        let refuse = |what: &str, place: Place| {
            Err(Problem::new("yaml-syntax", format!("{what} are not part of this language"))
                .at(place)
                .help("write the value out")
                .into())
        };
        if depth > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} levels inside each other");
            return Err(Problem::new("too-deep", message).at(place).into());
        }
        match event {
            Event::Scalar(_, _, 0, None)
            | Event::SequenceStart(_, 0, None)
            | Event::MappingStart(_, 0, None) => {}
            Event::Scalar(_, _, _, Some(_))
            | Event::SequenceStart(_, _, Some(_))
            | Event::MappingStart(_, _, Some(_)) => return refuse("tags", place),
            _ => return refuse("anchors and aliases", place),
        }
        match event {
            Event::Scalar(text, style, ..) => Ok(Node::Scalar(Scalar {
                text: text.into_owned(),
                plain: style == ScalarStyle::Plain,
                place,
            })),
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => return Ok(Node::List(items, place)),
                        (event, at) => {
                            check_length(items.len(), &at)?;
                            items.push(self.node(event, at, depth + 1)?);
                        }
                    }
                }
            }
            _ => self.mapping(place, depth),
        }
    }

    fn mapping(&mut self, place: Place, depth: usize) -> Result<Node> {
        let mut items: Vec<(Scalar, Node)> = Vec::new();
        let mut seen: BTreeMap<String, Place> = BTreeMap::new();
        loop {
            let (event, at) = self.next()?;
            if event == Event::MappingEnd {
                // A block mapping has no sign of its own: its first key stands for it.
                let first = items.first().map(|(key, _)| key.place.clone());
                let place = if place.span().is_empty() { first.unwrap_or(place) } else { place };
                return Ok(Node::Map(items, place));
            }
            check_length(items.len(), &at)?;
            let key = match self.node(event, at, depth + 1)? {
                Node::Scalar(key) => key,
                other => {
                    let message = format!("expected a name as key, found {}", other.describe());
                    let problem = Problem::new("yaml-syntax", message);
                    return Err(problem.at(other.place().clone()).into());
                }
            };
            let (event, at) = self.next()?;
            let value = self.node(event, at, depth + 1)?;
            if let Some(first) = seen.get(&key.text) {
                let problem =
                    Problem::new("duplicate-key", format!("`{}` is given twice", key.text))
                        .note(format!("first given in line {}", first.line()))
                        .at(key.place.clone());
                self.problems.push(problem);
            } else {
                seen.insert(key.text.clone(), key.place.clone());
                items.push((key, value));
            }
        }
    }
}

fn check_length(n: usize, place: &Place) -> Result<()> {
    if n < MAX_ENTRIES {
        return Ok(());
    }
    let message = format!("more than {MAX_ENTRIES} entries");
    Err(Problem::new("too-large", message).at(place.clone()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<Node>, Vec<(&'static str, String)>) {
        let mut problems = Problems::default();
        let node = parse(&Source::new("t", text), &mut problems);
        let list = problems.finish(()).err().map_or(Vec::new(), |error| {
            let at = |p: &Problem| p.place().map_or(String::new(), ToString::to_string);
            error.problems().iter().map(|p| (p.code(), at(p))).collect()
        });
        (node, list)
    }

    #[track_caller]
    fn value(text: &str) -> Scalar {
        let (node, problems) = read(text);
        assert_eq!(problems, []);
        match node {
            Some(Node::Map(items, _)) => match &items[0].1 {
                Node::Scalar(scalar) => scalar.clone(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn points(text: &str, word: &str) {
        let scalar = value(text);
        let at = scalar.text.find(word).expect("the word is in the text");
        let place = scalar.at(at..at + word.len());
        assert_eq!(&place.source().text()[place.span()], word, "{scalar:?}");
    }

    #[test]
    fn places_inside_a_scalar_survive_quotes_and_folds() {
        points("a: one two", "two");
        points("a: 'one two'", "two");
        points("a: \"one two\"", "two");
        points("a: 'it''s two'", "two");
        points("a: \"one\\n two\"", "two");
        points("a: one\n   two three", "three");
        points("a: >-\n  one\n  two three\n", "three");
        points("a: |\n  one\n  two three\n", "two");
        points("{a: â two}", "two");
        points("{a: â two}", "â");
    }

    #[test]
    fn only_plain_scalars_are_bare() {
        assert!(value("a: true").plain);
        assert!(!value("a: 'true'").plain);
        assert!(value("a:").is_null() && value("a: ~").is_null());
        assert!(!value("a: ''").is_null());
    }

    #[test]
    fn every_repeated_key_is_reported_at_its_place() {
        let (node, problems) = read("a: 1\nb: {c: 1, c: 2}\na: 3\n");
        assert!(node.is_some());
        assert_eq!(
            problems,
            [("duplicate-key", "t:2:11".into()), ("duplicate-key", "t:3:1".into())]
        );
    }

    #[test]
    fn what_the_language_lacks_is_refused_at_its_place() {
        for (text, code, at) in [
            ("a: &x 1\nb: *x\n", "yaml-syntax", "t:1:7"),
            ("a: !!int 1\n", "yaml-syntax", "t:1:10"),
            ("a: 1\n---\nb: 2\n", "yaml-syntax", "t:2:1"),
            ("a: [1, 2\nb: 3\n", "yaml-syntax", "t:2:2"),
            ("", "empty-definition", "t:1:1"),
            ("# only a comment\n", "empty-definition", "t:1:1"),
            ("? [a]\n: 1\n", "yaml-syntax", "t:1:3"),
        ] {
            assert_eq!(read(text), (None, vec![(code, at.into())]), "{text:?}");
        }
        let deep = format!("a: {}{}", "[".repeat(5000), "]".repeat(5000));
        assert_eq!(read(&deep).1.len(), 1);
        let long = format!("a: {}", "x".repeat(MAX_BYTES));
        assert_eq!(read(&long).1[0].0, "too-large");
        let many = format!("- [{}]", "1,".repeat(MAX_ENTRIES + 1));
        assert_eq!(read(&many).1, [("too-large", format!("t:1:{}", 4 + 2 * MAX_ENTRIES))]);
        let keys: Vec<String> = (0..=MAX_ENTRIES).map(|i| format!("k{i}: 1")).collect();
        let keys = keys.join("\n");
        assert_eq!(read(&keys).1, [("too-large", format!("t:{}:1", MAX_ENTRIES + 1))]);
    }
}

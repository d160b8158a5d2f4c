//! Reads single lines of a log; the only module that sees the grammar's rules.

use std::ops::Range;

use pest::Parser as _;
use pest::iterators::Pair;
use reader::Reader;

use super::tree::{At, Expectation, Header, PlayLine, Word};
use crate::error::{Result, Source};

mod explain;
mod reader;

/// One line, as far as it can be understood by itself.
#[derive(Debug)]
pub(super) enum Line {
    /// Nothing, or only a comment.
    Empty,
    /// A line of a block; the text behind the bar, which is read again by [`Lines::row`].
    Block(At<String>),
    Header(At<Header>),
    Scenario(Word),
    Position,
    /// An expectation; one that takes a block does not have it yet.
    Expect(Expectation),
    Play(PlayLine),
}

/// How the lines of a block are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    /// Moves, with comments.
    Moves,
    /// The text of a state, with comments.
    State,
    /// Part of a diagram: every character counts, and a `#` begins no comment.
    Raw,
}

/// Reads the lines of one source.
pub(super) struct Lines<'a> {
    source: &'a Source,
}

impl<'a> Lines<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Self { source }
    }

    /// The byte ranges of the lines, without line breaks and a byte order mark.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let text = self.source.text();
        let mut start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        text[start..].split_inclusive('\n').map(move |line| {
            let begin = start;
            start += line.len();
            begin..begin + line.trim_end_matches(['\n', '\r']).len()
        })
    }

    /// Reads the line in that byte range.
    pub(super) fn line(&self, range: &Range<usize>) -> Result<Line> {
        let text = &self.source.text()[range.clone()];
        let pair = self.parse(Rule::line, range)?;
        let first = pair.into_inner().next().expect("a line has at least its end");
        let reader = Reader { source: self.source, base: range.start };
        match first.as_rule() {
            Rule::EOI => Ok(Line::Empty),
            Rule::block => Ok(Line::Block(reader.text(only(first)))),
            Rule::scenario => {
                let title = only(only(first));
                let name = title.as_str().replace("\\\"", "\"").replace("\\\\", "\\");
                Ok(Line::Scenario(At::new(name, reader.span(&title))))
            }
            Rule::position => Ok(Line::Position),
            Rule::expect => reader.expectation(only(first)).map(Line::Expect),
            Rule::play => {
                self.check_keyword(text, range)?;
                reader.play(first).map(Line::Play)
            }
            _ => reader.header(first).map(Line::Header),
        }
    }

    /// Reads a block's line, given what stands behind its bar, to words or to one whole text.
    pub(super) fn row(&self, raw: &At<String>, row: Row) -> Result<Vec<Word>> {
        let rule = match row {
            Row::Moves => Rule::move_row,
            Row::State => Rule::state_row,
            Row::Raw => {
                let text = raw.value.strip_prefix(' ').unwrap_or(&raw.value);
                let start = raw.span.end - text.len();
                let text = text.trim_end();
                return Ok(vec![At::new(text.to_owned(), start..start + text.len())]);
            }
        };
        let reader = Reader { source: self.source, base: raw.span.start };
        let pairs = self.parse(rule, &raw.span)?.into_inner();
        Ok(pairs.filter(|p| p.as_rule() != Rule::EOI).map(|p| reader.text(p)).collect())
    }

    fn parse(&self, rule: Rule, range: &Range<usize>) -> Result<Pair<'a, Rule>> {
        let source: &'a Source = self.source;
        let text = &source.text()[range.clone()];
        match LineParser::parse(rule, text) {
            Ok(mut pairs) => Ok(pairs.next().expect("a parse has its rule's pair")),
            Err(error) => Err(self.explain(text, range.start, &error).into()),
        }
    }
}

#[derive(pest_derive::Parser)]
#[grammar = "grammar/gamelog.pest"]
struct LineParser;

/// The first part of a pair that is not a keyword.
fn only(pair: Pair<'_, Rule>) -> Pair<'_, Rule> {
    pair.into_inner()
        .find(|p| !is_keyword(p.as_rule()))
        .expect("the grammar gives this rule a part")
}

fn is_keyword(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::k_game
            | Rule::k_rules
            | Rule::k_variant
            | Rule::k_set
            | Rule::k_house
            | Rule::k_players
            | Rule::k_seed
            | Rule::k_scenario
            | Rule::k_position
            | Rule::k_expect
            | Rule::k_moves
            | Rule::k_includes
            | Rule::k_refused
            | Rule::k_mover
            | Rule::k_step
            | Rule::k_throw
            | Rule::k_board
            | Rule::k_event
            | Rule::k_score
            | Rule::k_winner
            | Rule::k_draw
            | Rule::k_over
            | Rule::k_that
    )
}

//! Rewrites the expected values of a log that are no longer right, and nothing else.

use std::ops::Range;

use similar::{ChangeTag, TextDiff};

use super::expect::Found;
use super::print::{WIDTH, reads_as_count, rows};
use super::replay::{Fix, Fixes, Replayer};
use super::report::Failure;
use super::tree::{At, Expectation, Item, Log, Moves, Word};
use crate::definition::Definition;
use crate::error::Source;
use crate::script::Limits;

/// A log whose expectations hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Blessed {
    /// The new text; `None` when the old one holds as it is.
    pub text: Option<String>,
    /// How many expectations were rewritten, and how many headers `rules`.
    pub n_rewritten: usize,
}

/// Rewrites what a log expects to what is found; comments and layout stay.
///
/// A header `rules` with another digest is brought up to date too. The new text has been replayed.
///
/// # Errors
///
/// The failures that no other expected value can mend, such as an illegal move. The log should then
/// stay as it is.
pub fn bless(log: &Log, definition: &Definition, limits: Limits) -> Result<Blessed, Vec<Failure>> {
    let mut replayer = Replayer::new(definition, limits);
    let mut fixes = Fixes::default();
    let mut failures = Vec::new();
    for index in 0..log.scenarios.len() {
        failures.extend(replayer.run(log, index, Some(&mut fixes), None).failure);
    }
    if !failures.is_empty() {
        return Err(failures);
    }
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for fix in &fixes.fixes {
        edits.extend(Rewriting::new(log, fix.item).edits(fix));
    }
    for (word, digest) in fixes.digests {
        let edit = (word.span.clone(), digest);
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    if edits.is_empty() {
        return Ok(Blessed { text: None, n_rewritten: 0 });
    }
    let n_rewritten = edits.len();
    let text = apply(log.source().text(), edits);
    let source = Source::new(log.source().name(), text.as_str());
    let new = Log::read(&source).map_err(|error| vec![Failure::from(error)])?;
    let failures: Vec<Failure> = replayer.replay(&new).failures().cloned().collect();
    if failures.is_empty() { Ok(Blessed { text: Some(text), n_rewritten }) } else { Err(failures) }
}

/// The text with each range replaced; the ranges do not overlap.
fn apply(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(span, _)| span.start);
    let mut new = String::new();
    let mut end = 0;
    for (span, with) in edits {
        new.push_str(&text[end..span.start]);
        new.push_str(&with);
        end = span.end;
    }
    new + &text[end..]
}

/// One expectation of a log with its lines.
struct Rewriting<'a> {
    item: &'a At<Item>,
    /// The lines without their breaks, each with where it begins in the log.
    lines: Vec<(usize, &'a str)>,
    line_break: &'static str,
}

impl<'a> Rewriting<'a> {
    fn new(log: &'a Log, item: &'a At<Item>) -> Self {
        let source = log.source().text();
        let text = &source[item.span.clone()];
        let mut start = item.span.start;
        let mut lines = Vec::new();
        for line in text.split_inclusive('\n') {
            lines.push((start, line.trim_end_matches(['\n', '\r'])));
            start += line.len();
        }
        let line_break = if source.contains("\r\n") { "\r\n" } else { "\n" };
        Self { item, lines, line_break }
    }

    fn edits(&self, fix: &Fix<'_>) -> Vec<(Range<usize>, String)> {
        let lines = match &fix.found {
            Found::Nothing => return Vec::new(),
            Found::Words(words) => return self.words(words),
            Found::Whole(text) => self.whole(text),
            Found::Moves(moves) => self.moves(moves),
            Found::Lines(lines) => self.block(lines),
        };
        vec![(self.item.span.clone(), lines.join(self.line_break))]
    }

    /// Words in place of others; the edits become one, for they are of one expectation.
    fn words(&self, words: &[(Range<usize>, String)]) -> Vec<(Range<usize>, String)> {
        let edits = words.iter().map(|(span, text)| {
            let (start, line) = self
                .lines
                .iter()
                .rev()
                .find(|(s, _)| *s <= span.start)
                .copied()
                .unwrap_or((span.start, ""));
            let before = line.get(..span.start - start).unwrap_or("");
            let blanks = if text.is_empty() { before.len() - before.trim_end().len() } else { 0 };
            let base = self.item.span.start;
            (span.start - blanks - base..span.end - base, text.clone())
        });
        let text = self.lines.iter().map(|(_, line)| *line).collect::<Vec<_>>();
        vec![(self.item.span.clone(), apply(&text.join(self.line_break), edits.collect()))]
    }

    /// Another expectation in the first line; the block goes, but not its comments.
    fn whole(&self, text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for (i, (_, line)) in self.lines.iter().enumerate() {
            let (content, comment) = split_comment(line);
            if i == 0 {
                let keyword = content.find(char::is_whitespace).unwrap_or(content.len());
                let rest = &content[keyword..];
                let start = keyword + rest.len() - rest.trim_start().len();
                let blanks = &line[content.len()..line.len() - comment.len()];
                lines.push(format!("{}{text}{blanks}{comment}", &content[..start]));
            } else if !comment.is_empty() {
                lines.push(comment.to_owned());
            }
        }
        lines
    }

    /// The list of moves with the wrong ones taken out and the missing ones added.
    fn moves(&self, moves: &[String]) -> Vec<String> {
        let written: &[Word] = match &self.item.value {
            Item::Expect(Expectation::Moves(Moves::List(list)) | Expectation::Includes(list)) => {
                list
            }
            _ => &[],
        };
        let mut missing: Vec<&str> = moves.iter().map(String::as_str).collect();
        let mut lines: Vec<String> = Vec::new();
        let inline = self.lines.len() == 1;
        let mut last_with_moves = 0;
        for (i, (start, line)) in self.lines.iter().enumerate() {
            let inside = |word: &&Word| (*start..start + line.len()).contains(&word.span.start);
            let words: Vec<&Word> = written.iter().filter(inside).collect();
            let (Some(first), Some(last)) = (words.first(), words.last()) else {
                lines.push((*line).to_owned());
                continue;
            };
            let (before, after) =
                (&line[..first.span.start - start], &line[last.span.end - start..]);
            let kept: Vec<&str> = if inline {
                std::mem::take(&mut missing)
            } else {
                let right = words.iter().map(|word| word.value.as_str());
                right.filter(|text| take(&mut missing, text)).collect()
            };
            if kept.is_empty() && i > 0 && after.trim().is_empty() {
                continue;
            }
            let before = if kept.is_empty() { before.trim_end() } else { before };
            lines.push(format!("{before}{}{after}", kept.join(" ")));
            last_with_moves = lines.len() - 1;
        }
        // A lone number or `none` would be read as something else, so it gets a block.
        if inline && reads_as_count(&moves.iter().map(String::as_str).collect::<Vec<_>>()) {
            let (content, comment) = split_comment(self.lines[0].1);
            let kind = content.split_whitespace().nth(1).unwrap_or("moves");
            let head = format!("expect {kind} {comment}");
            return vec![head.trim_end().to_owned(), format!("| {}", moves.join(" "))];
        }
        if !missing.is_empty() {
            self.add_moves(&mut lines, last_with_moves, &missing);
        }
        lines
    }

    /// Adds moves behind a line's own while it keeps to the width, then in rows below it.
    fn add_moves(&self, lines: &mut Vec<String>, at: usize, missing: &[&str]) {
        let mut rest = missing;
        let (content, comment) = split_comment(&lines[at]);
        if at > 0 && comment.is_empty() {
            let mut line = content.to_owned();
            while let Some((text, others)) = rest.split_first() {
                if line.chars().count() + 1 + text.chars().count() > WIDTH {
                    break;
                }
                line = format!("{line} {text}");
                rest = others;
            }
            lines[at] = line;
        }
        let bar = self.bar();
        let new: Vec<String> =
            rows(rest, bar.len() + 1).into_iter().map(|row| format!("{bar} {row}")).collect();
        lines.splice(at + 1..=at, new);
    }

    /// The block with other lines; those that stay keep their comments, and so do those that go.
    fn block(&self, found: &[String]) -> Vec<String> {
        let raw = matches!(self.item.value, Item::Expect(Expectation::Board(_)));
        let old: Vec<(&str, &str)> = self.lines[1..]
            .iter()
            .map(|(_, line)| {
                let line = line.trim_start().trim_start_matches('|');
                if raw { (line.strip_prefix(' ').unwrap_or(line), "") } else { split_comment(line) }
            })
            .map(|(content, comment)| {
                (if raw { content.trim_end() } else { content.trim() }, comment)
            })
            .collect();
        let before: Vec<&str> = old.iter().map(|(content, _)| *content).collect();
        let after: Vec<&str> = found.iter().map(String::as_str).collect();
        let bar = self.bar();
        let mut lines = vec![self.lines[0].1.to_owned()];
        for change in TextDiff::from_slices(&before, &after).iter_all_changes() {
            match (change.tag(), change.old_index()) {
                (ChangeTag::Equal, Some(i)) => lines.push(self.lines[i + 1].1.to_owned()),
                (ChangeTag::Delete, Some(i)) if old[i].1.is_empty() => {}
                (ChangeTag::Delete, Some(i)) => lines.push(format!("{bar} {}", old[i].1)),
                _ => lines.push(format!("{bar} {}", change.value()).trim_end().to_owned()),
            }
        }
        lines
    }

    /// The bar of the block with what stands before it.
    fn bar(&self) -> String {
        let line = self.lines.get(1).map_or("|", |(_, line)| line);
        let indent = line.len() - line.trim_start().len();
        format!("{}|", &line[..indent])
    }
}

/// Takes a text out of a list; whether it was there.
fn take(list: &mut Vec<&str>, text: &str) -> bool {
    match list.iter().position(|other| *other == text) {
        Some(i) => {
            list.remove(i);
            true
        }
        None => false,
    }
}

/// A line without its comment and the blanks before that, and the comment.
fn split_comment(line: &str) -> (&str, &str) {
    let mut before = ' ';
    for (i, c) in line.char_indices() {
        if c == '#' && (before == ' ' || before == '\t') {
            return (line[..i].trim_end(), &line[i..]);
        }
        before = c;
    }
    (line.trim_end(), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rewrites the only expectation of a log to moves of the given number.
    #[track_caller]
    fn check(text: &str, moves: &[&str], expected: &str) {
        let source = Source::new("toy.gamelog", format!("game toy\n{text}\n"));
        let log = Log::read(&source).expect("the log is right");
        let item = &log.scenarios[0].items[0];
        let found = Found::Moves(moves.iter().map(|text| (*text).to_owned()).collect());
        let edits = Rewriting::new(&log, item).edits(&Fix { item, found });
        assert_eq!(apply(source.text(), edits), format!("game toy\n{expected}\n"));
    }

    #[test]
    fn moves_in_a_line_are_replaced_in_their_place() {
        check("  expect moves  a b   # c", &["b", "d"], "  expect moves  b d   # c");
        check("expect includes a b", &["b"], "expect includes b");
    }

    #[test]
    fn a_lone_number_gets_a_block() {
        check("expect moves a b # c", &["14"], "expect moves # c\n| 14");
        check("expect moves a", &["none"], "expect moves\n| none");
    }

    #[test]
    fn a_block_keeps_its_right_moves_and_its_comments() {
        check(
            "expect moves\n | a b # one\n | c d\n | # two\n | e # three\n | f\nexpect draw",
            &["b", "d", "g", "h"],
            "expect moves\n | b # one\n | d\n | # two\n | # three\n | g h\nexpect draw",
        );
        check("expect moves a\n| b # c", &["d"], "expect moves\n| # c\n| d");
        check("expect moves\r\n| b\r\n| c", &["b", "d"], "expect moves\r\n| b d");
    }

    #[test]
    fn many_missing_moves_are_wrapped() {
        let moves: Vec<String> = (10..60).map(|n| format!("a{n}-b{n}")).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let (first, second, third, fourth) =
            (&moves[..12], &moves[12..24], &moves[24..36], &moves[36..]);
        let rows = [first, second, third, &fourth[..12], &fourth[12..]].map(|row| row.join(" "));
        check("expect moves\n| a10-b10", &moves, &format!("expect moves\n| {}", rows.join("\n| ")));
    }
}

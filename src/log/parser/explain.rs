//! Why a line cannot be read, in words that do not come from the grammar.

use std::ops::Range;

use pest::error::{Error, ErrorVariant, InputLocation};

use super::{Lines, Rule};
use crate::error::{Problem, Result, nearest};
use crate::log::tree::KEYWORDS;

const ANY_EXPECTATION: &str = "`moves` or another expectation";

impl Lines<'_> {
    /// A word that is nearly a keyword is a slip, not the first move of a line without a number.
    pub(super) fn check_keyword(&self, text: &str, range: &Range<usize>) -> Result<()> {
        let Some(first) = text.split_whitespace().next() else { return Ok(()) };
        let plain = first.len() > 3 && first.bytes().all(|b| b.is_ascii_alphabetic());
        match nearest(first, KEYWORDS) {
            Some(near) if plain => {
                let start = range.start + text.len() - text.trim_start().len();
                Err(Problem::new(
                    "unknown-directive",
                    format!("expected a keyword or play, found `{first}`"),
                )
                .at(self.source.place(start..start + first.len()))
                .note("a line of play whose first word is nearly a keyword needs a turn number")
                .help(format!("did you mean `{near}`?"))
                .into())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn explain(&self, text: &str, base: usize, error: &Error<Rule>) -> Problem {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        // The grammar may fail before the blanks that lead to the culprit.
        let at = at + text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len();
        let found = &text[at..];
        let word =
            found.split_whitespace().next().filter(|_| !found.starts_with(char::is_whitespace));
        let begins = text.split_whitespace().next().unwrap_or("");
        let code = if begins == "expect" { "bad-expectation" } else { "syntax" };
        let length = word.map_or_else(|| found.chars().next().map_or(0, char::len_utf8), str::len);
        let place = self.source.place(base + at..base + at + length);
        let found = match (word, found.chars().next()) {
            (Some(word), _) if word.starts_with('#') => "a comment".to_owned(),
            (Some(word), _) if word.chars().any(char::is_control) => {
                "a control character".to_owned()
            }
            (Some(word), _) => format!("`{word}`"),
            (None, None) => "the end of the line".to_owned(),
            (None, Some(c)) => format!("the character U+{:04X}", u32::from(c)),
        };
        let mut expected: Vec<&str> = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => {
                positives.iter().filter_map(|rule| describe(*rule)).collect()
            }
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        // Where any expectation could stand, a player's name is one of many.
        if expected.contains(&ANY_EXPECTATION) {
            expected.retain(|text| *text == ANY_EXPECTATION);
        }
        expected.sort_unstable();
        expected.dedup();
        let joined = text[..at].chars().next_back().is_some_and(|c| c != ' ' && c != '\t');
        let expected = match expected.as_slice() {
            _ if text[..at].ends_with('(') => "what the dice show, such as `(3)`",
            _ if joined && word.is_some() => "a blank",
            [] => "play",
            [one] => one,
            _ => &expected.join(" or "),
        };
        let problem = Problem::new(code, format!("expected {expected}, found {found}")).at(place);
        match form(text) {
            Some(form) => problem.help(format!("write `{form}`")),
            None => problem,
        }
    }
}

/// How the directive that begins a line is written, if that is worth saying.
fn form(text: &str) -> Option<&'static str> {
    let mut words = text.split_whitespace();
    Some(match words.next()? {
        "game" => "game NAME",
        "rules" => "rules DIGEST",
        "variant" => "variant NAME",
        "set" => "set NAME = VALUE",
        "house" => "house FILE",
        "players" => "players NAME …` or `players NUMBER",
        "seed" => "seed NUMBER",
        "scenario" => "scenario \"NAME\"",
        "expect" => match words.next()? {
            "refused" => "expect refused MOVE RULE",
            "mover" => "expect mover PLAYER",
            "step" => "expect step STEP",
            "throw" => "expect throw PLAYER STEP",
            "event" => "expect event NAME …` or `expect event none",
            "score" => "expect score PLAYER NUMBER",
            "winner" => "expect winner PLAYER` or `expect winner none",
            "over" => "expect over REASON",
            "that" => "expect that EXPRESSION",
            _ => return None,
        },
        _ => return None,
    })
}

/// What people call a rule of the grammar; `None` for one that goes without saying.
fn describe(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::word | Rule::move_row => "a word",
        Rule::text | Rule::state_row => "a text",
        Rule::option => "an option's name",
        Rule::value | Rule::name => "an attribute",
        Rule::natural => "a number",
        Rule::integer => "a whole number",
        Rule::title | Rule::inner => "a name in quotation marks",
        Rule::piece | Rule::kind | Rule::site | Rule::count | Rule::attribute => {
            "pieces such as `a1*2`"
        }
        Rule::turn | Rule::throw | Rule::play | Rule::line => "a move or a throw such as `(3)`",
        Rule::placement | Rule::k_moves | Rule::k_includes | Rule::k_refused => ANY_EXPECTATION,
        Rule::EOI => "the end of the line",
        _ => return None,
    })
}

//! Reads single lines of a log; the only module that sees the grammar's rules.

use std::ops::Range;
use std::str::FromStr;

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use super::tree::{
    At, EXPECTATIONS, Entry, Expectation, Header, KEYWORDS, Moves, Placed, PlayLine, Word,
};
use crate::error::{Problem, Result, Source, nearest};

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

    /// A word that is nearly a keyword is a slip, not the first move of a line without a number.
    fn check_keyword(&self, text: &str, range: &Range<usize>) -> Result<()> {
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

    fn explain(&self, text: &str, base: usize, error: &pest::error::Error<Rule>) -> Problem {
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
        expected.sort_unstable();
        expected.dedup();
        let joined = text[..at].chars().next_back().is_some_and(|c| c != ' ' && c != '\t');
        let expected = match expected.as_slice() {
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
        Rule::placement | Rule::k_moves | Rule::k_includes | Rule::k_refused => {
            "`moves` or another expectation"
        }
        Rule::EOI => "the end of the line",
        _ => return None,
    })
}

#[derive(pest_derive::Parser)]
#[grammar = "grammar/gamelog.pest"]
struct LineParser;

/// Turns the grammar's pairs into parts of the tree.
struct Reader<'a> {
    source: &'a Source,
    base: usize,
}

impl Reader<'_> {
    fn header(&self, pair: Pair<'_, Rule>) -> Result<At<Header>> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut words = pair.into_inner().filter(|p| !is_keyword(p.as_rule()));
        let header = match rule {
            Rule::game => Header::Game(self.word(&mut words)),
            Rule::rules => Header::Rules(self.word(&mut words)),
            Rule::variant => Header::Variant(self.word(&mut words)),
            Rule::set => Header::Set(self.word(&mut words), self.word(&mut words)),
            Rule::house => Header::House(self.word(&mut words)),
            Rule::players => Header::Players(words.map(|p| self.text(p)).collect()),
            _ => Header::Seed(self.number(&mut words)?),
        };
        Ok(At::new(header, span))
    }

    fn expectation(&self, kind: Pair<'_, Rule>) -> Result<Expectation> {
        let rule = kind.as_rule();
        let mut parts = kind.into_inner().filter(|p| !is_keyword(p.as_rule()));
        Ok(match rule {
            Rule::moves => Expectation::Moves(self.moves(parts.map(|p| self.text(p)).collect())?),
            Rule::includes => Expectation::Includes(parts.map(|p| self.text(p)).collect()),
            Rule::refused => Expectation::Refused(self.word(&mut parts), self.word(&mut parts)),
            Rule::mover => Expectation::Mover(self.word(&mut parts)),
            Rule::step => Expectation::Step(parts.map(|p| self.text(p)).collect()),
            Rule::throwing => Expectation::Throw(parts.map(|p| self.text(p)).collect()),
            Rule::board => Expectation::Board(Vec::new()),
            Rule::standing => Expectation::Position(Vec::new()),
            Rule::event => Expectation::Event(parts.map(|p| self.text(p)).collect()),
            Rule::score => Expectation::Score(self.word(&mut parts), self.number(&mut parts)?),
            Rule::winner => Expectation::Winner(parts.map(|p| self.text(p)).collect()),
            Rule::draw => Expectation::Draw,
            Rule::over => Expectation::Over(parts.next().map(|p| self.text(p))),
            Rule::that => Expectation::That(self.word(&mut parts)),
            _ => {
                let player = self.word(&mut parts);
                self.check_kind(&player)?;
                let pieces = parts.map(|p| self.piece(p)).collect::<Result<_, _>>()?;
                Expectation::Placement(player, pieces)
            }
        })
    }

    /// One word may be a count, or say that there are none; a block follows where there is no word.
    fn moves(&self, words: Vec<Word>) -> Result<Moves> {
        match words.as_slice() {
            [one] if one.value == "none" => Ok(Moves::None(At::new((), one.span.clone()))),
            [one] if one.value.bytes().all(|b| b.is_ascii_digit()) => {
                Ok(Moves::Count(At::new(self.parse(&one.value, &one.span)?, one.span.clone())))
            }
            _ => Ok(Moves::List(words)),
        }
    }

    /// A player's name that is nearly a kind of expectation is a slip.
    fn check_kind(&self, player: &Word) -> Result<()> {
        match nearest(&player.value, EXPECTATIONS) {
            Some(near) if player.value.len() > 3 => Err(Problem::new(
                "bad-expectation",
                format!("expected an expectation, found `{}`", player.value),
            )
            .at(self.source.place(player.span.clone()))
            .help(format!("did you mean `{near}`?"))
            .into()),
            _ => Ok(()),
        }
    }

    fn piece(&self, pair: Pair<'_, Rule>) -> Result<At<Placed>> {
        let span = self.span(&pair);
        let mut placed =
            Placed { kind: None, site: String::new(), count: 1, attributes: Vec::new() };
        let mut counted = false;
        for part in pair.into_inner() {
            let place = self.span(&part);
            match part.as_rule() {
                Rule::kind => placed.kind = Some(part.as_str().to_owned()),
                Rule::site => part.as_str().clone_into(&mut placed.site),
                Rule::count if counted => {
                    return Err(self.problem(&place, "expected one count, found another").into());
                }
                Rule::count => {
                    placed.count = self.number(&mut part.into_inner())?.value;
                    counted = true;
                }
                _ => {
                    let mut words = part.into_inner().map(|p| p.as_str().to_owned());
                    let name = words.next().unwrap_or_default();
                    placed.attributes.push((name, words.next()));
                }
            }
        }
        Ok(At::new(placed, span))
    }

    fn play(&self, pair: Pair<'_, Rule>) -> Result<PlayLine> {
        let mut line = PlayLine { turn: None, entries: Vec::new() };
        for part in pair.into_inner() {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::turn => line.turn = Some(self.number(&mut part.into_inner())?),
                Rule::throw => {
                    let faces: Result<_, _> = part
                        .into_inner()
                        .map(|face| self.parse(face.as_str(), &self.span(&face)))
                        .collect();
                    line.entries.push(At::new(Entry::Throw(faces?), span));
                }
                _ => {
                    let word = part.as_str();
                    let number = word.strip_suffix('.').unwrap_or("");
                    if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
                        let message = "expected a move or a throw, found a turn number";
                        return Err(self
                            .problem(&span, message)
                            .help("begin a new line with the turn number")
                            .into());
                    }
                    line.entries.push(At::new(Entry::Word(word.to_owned()), span));
                }
            }
        }
        Ok(line)
    }

    fn word<'i>(&self, pairs: &mut impl Iterator<Item = Pair<'i, Rule>>) -> Word {
        self.text(pairs.next().expect("the grammar asks for this word"))
    }

    fn number<'i, T: FromStr>(
        &self,
        pairs: &mut impl Iterator<Item = Pair<'i, Rule>>,
    ) -> Result<At<T>> {
        let pair = pairs.next().expect("the grammar asks for this number");
        let span = self.span(&pair);
        Ok(At::new(self.parse(pair.as_str(), &span)?, span))
    }

    fn parse<T: FromStr>(&self, digits: &str, span: &Range<usize>) -> Result<T> {
        digits.parse().map_err(|_| {
            self.problem(span, &format!("expected a smaller number, found `{digits}`")).into()
        })
    }

    fn problem(&self, span: &Range<usize>, message: &str) -> Problem {
        Problem::new("syntax", message).at(self.source.place(span.clone()))
    }

    #[expect(clippy::needless_pass_by_value, reason = "it is mapped over iterators of pairs")]
    fn text(&self, pair: Pair<'_, Rule>) -> Word {
        At::new(pair.as_str().to_owned(), self.span(&pair))
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Range<usize> {
        self.base + pair.as_span().start()..self.base + pair.as_span().end()
    }
}

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

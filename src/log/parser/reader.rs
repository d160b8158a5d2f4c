//! Turns the grammar's pairs into parts of the tree.

use std::ops::Range;
use std::str::FromStr;

use pest::iterators::Pair;

use super::{Rule, is_keyword};
use crate::error::{Problem, Result, Source, nearest};
use crate::log::tree::{
    At, EXPECTATIONS, Entry, Expectation, Header, Moves, Placed, PlayLine, Word,
};

/// Reads the pairs of one line.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    /// Where in the source the text begins that was parsed.
    pub(super) base: usize,
}

impl Reader<'_> {
    pub(super) fn header(&self, pair: Pair<'_, Rule>) -> Result<At<Header>> {
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

    pub(super) fn expectation(&self, kind: Pair<'_, Rule>) -> Result<Expectation> {
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

    pub(super) fn play(&self, pair: Pair<'_, Rule>) -> Result<PlayLine> {
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
    pub(super) fn text(&self, pair: Pair<'_, Rule>) -> Word {
        At::new(pair.as_str().to_owned(), self.span(&pair))
    }

    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Range<usize> {
        self.base + pair.as_span().start()..self.base + pair.as_span().end()
    }
}

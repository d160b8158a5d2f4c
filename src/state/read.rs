//! Reads the text form of a state, the inverse of its printing.

use std::collections::BTreeSet;

use super::{OFF_BOARD, Phase, PieceSet, State, Step, StepKind};
use crate::error::{Place, Problem, Problems, Result, Source};
use crate::game::Game;
use crate::outcome::Outcome;
use crate::piece::ValueType;
use crate::text::Named;

/// Reads a state; every problem has its place in `source`.
///
/// The items stand in the order in which they are printed: steps look at the pieces placed before
/// them, and a mover after `phase setup` is kept.
///
/// # Errors
///
/// Codes `unknown-name`, `bad-position` and `too-many-pieces`, all that there are in one pass.
pub(crate) fn parse_position(game: &Game, source: &Source) -> Result<State> {
    let mut reader = Reader {
        game,
        source,
        problems: Problems::default(),
        state: State::empty(game),
        placed: PieceSet::default(),
        given: BTreeSet::new(),
    };
    reader.state.phase = Phase::Begin;
    reader.state.mover = 0;
    reader.state.turn = 1;
    let mut start = 0;
    for line in source.text().split_inclusive('\n') {
        let words = words(line, start);
        reader.line(&words);
        start += line.len();
    }
    let Reader { problems, state, .. } = reader;
    problems.finish(state)
}

#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    start: usize,
}

fn words(line: &str, offset: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for text in line.split_ascii_whitespace() {
        if text.starts_with('#') {
            break;
        }
        let start = offset + (text.as_ptr() as usize - line.as_ptr() as usize);
        words.push(Word { text, start });
    }
    words
}

struct Reader<'a> {
    game: &'a Game,
    source: &'a Source,
    problems: Problems,
    state: State,
    /// The pieces that are spoken of so far.
    placed: PieceSet,
    /// The items so far of which there can be only one.
    given: BTreeSet<String>,
}

impl Reader<'_> {
    fn line(&mut self, words: &[Word<'_>]) {
        let Some((first, rest)) = words.split_first() else { return };
        let read = match first.text {
            "mover" => self.mover(*first, rest),
            "turn" => self.turn(*first, rest),
            "phase" => self.phase(*first, rest),
            "score" => self.score(*first, rest),
            "wait" => self.wait(*first, rest),
            "over" => self.over(*first, rest),
            id => match self.game.player(id) {
                Some(player) => {
                    for word in rest {
                        if let Err(problem) = self.placement(player, *word) {
                            self.problems.push(problem);
                        }
                    }
                    Ok(())
                }
                None => self.entry(*first, rest),
            },
        };
        if let Err(problem) = read.and_then(|()| self.once(*first, rest)) {
            self.problems.push(problem);
        }
    }

    /// An item that was given before: which of the two holds would be a guess.
    fn once(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        let item = match first.text {
            "wait" => return Ok(()),
            player if self.game.player(player).is_some() => return Ok(()),
            text => {
                // What stands before the sign says whose value it is.
                let sign = rest.iter().position(|word| word.text == "=").unwrap_or(0);
                let subject = rest[..sign].iter().map(|word| word.text);
                std::iter::once(text).chain(subject).collect::<Vec<_>>().join(" ")
            }
        };
        if self.given.contains(&item) {
            return Err(self.bad(first, format!("`{item}` is given twice")));
        }
        self.given.insert(item);
        Ok(())
    }

    fn place(&self, word: Word<'_>) -> Place {
        self.source.place(word.start..word.start + word.text.len())
    }

    fn bad(&self, word: Word<'_>, message: impl Into<String>) -> Problem {
        Problem::new("bad-position", message).at(self.place(word))
    }

    fn unknown<'n>(
        &self,
        word: Word<'_>,
        what: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Problem {
        Problem::new("unknown-name", format!("unknown {what} `{}`", word.text))
            .at(self.place(word))
            .help_nearest(word.text, known)
    }

    fn player(&self, word: Word<'_>) -> Result<usize, Problem> {
        self.game.player(word.text).ok_or_else(|| {
            self.unknown(word, "player", self.game.players.iter().map(|p| p.id.as_str()))
        })
    }

    fn named(&self, list: &[Named], what: &str, word: Word<'_>) -> Result<usize, Problem> {
        Named::find(list, word.text)
            .ok_or_else(|| self.unknown(word, what, list.iter().map(|n| n.id.as_str())))
    }

    fn number<T: std::str::FromStr>(&self, word: Word<'_>) -> Result<T, Problem> {
        word.text.parse().map_err(|_| {
            let digits = word.text.strip_prefix('-').unwrap_or(word.text);
            let is_integer = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let expected = match (is_integer, digits.len() < word.text.len()) {
                (false, _) => "an integer",
                (true, true) => "a greater number",
                (true, false) => "a smaller number",
            };
            self.bad(word, format!("expected {expected}, found `{}`", word.text))
        })
    }

    fn mover(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        let [word] = rest else { return Err(self.bad(first, "expected `mover PLAYER`")) };
        self.state.mover = self.player(*word)? as i16;
        Ok(())
    }

    fn turn(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        let [word] = rest else { return Err(self.bad(first, "expected `turn NUMBER`")) };
        self.state.turn = self.number(*word)?;
        Ok(())
    }

    fn phase(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        match rest {
            [Word { text: "setup", .. }] => {
                self.state.phase = Phase::Setup;
                self.state.mover = super::NOTHING;
                self.state.turn = 0;
            }
            [Word { text: "closing", .. }] => self.state.phase = Phase::Closing,
            _ => return Err(self.bad(first, "expected `phase setup` or `phase closing`")),
        }
        Ok(())
    }

    fn score(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        let [player, Word { text: "=", .. }, value] = rest else {
            return Err(self.bad(first, "expected `score PLAYER = NUMBER`"));
        };
        let player = self.player(*player)?;
        self.state.scores[player] = self.number(*value)?;
        Ok(())
    }

    fn over(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        let Some((reason, winners)) = rest.split_first() else {
            return Err(self.bad(first, "expected `over REASON WINNER…`"));
        };
        let reason = self.named(&self.game.reasons, "reason", *reason)?;
        let mut ranking = Vec::new();
        for word in winners {
            let winner = self.player(*word)?;
            if ranking.contains(&winner) {
                return Err(self.bad(*word, format!("`{}` wins twice", word.text)));
            }
            ranking.push(winner);
        }
        let n_winners = ranking.len();
        if n_winners > 0 {
            let others = (0..self.game.players.len()).filter(|p| !ranking.contains(p));
            ranking.extend(others.collect::<Vec<_>>());
        }
        self.state.outcome = Some(Outcome { ranking, n_winners, reason });
        if self.state.phase == Phase::Begin {
            self.state.phase = Phase::Turn;
        }
        Ok(())
    }

    fn entry(&mut self, name: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        let Some(entry) = self.game.state.iter().position(|entry| entry.id == name.text) else {
            let keywords = ["mover", "turn", "phase", "score", "wait", "over"];
            let players = self.game.players.iter().map(|p| p.id.as_str());
            let entries = self.game.state.iter().map(|e| e.id.as_str());
            return Err(self.unknown(name, "item", players.chain(entries).chain(keywords)));
        };
        let declared = &self.game.state[entry];
        let (player, values) = match (declared.per_player, rest) {
            (false, [Word { text: "=", .. }, values @ ..]) => (0, values),
            (true, [player, Word { text: "=", .. }, values @ ..]) => {
                (self.player(*player)?, values)
            }
            (false, _) => return Err(self.bad(name, format!("expected `{} = VALUE`", name.text))),
            (true, _) => {
                return Err(self.bad(name, format!("expected `{} PLAYER = VALUE`", name.text)));
            }
        };
        match (declared.ty, values) {
            (ValueType::List { max }, _) => {
                let mut items = Vec::new();
                for word in values {
                    items.push(self.number(*word)?);
                }
                if !self.state.set_list(entry, player, &items) {
                    return Err(self
                        .bad(name, format!("a list of {} items, at most {max} fit", items.len())));
                }
            }
            (ValueType::Bool, [word]) => {
                let value = match word.text {
                    "true" => 1,
                    "false" => 0,
                    other => {
                        return Err(
                            self.bad(*word, format!("expected `true` or `false`, found `{other}`"))
                        );
                    }
                };
                self.state.set_entry(entry, player, value);
            }
            (ValueType::Int, [word]) => {
                let value = self.number(*word)?;
                self.state.set_entry(entry, player, value);
            }
            _ => return Err(self.bad(name, "expected one value")),
        }
        Ok(())
    }

    fn placement(&mut self, player: usize, word: Word<'_>) -> Result<(), Problem> {
        let (piece, n) = match word.text.split_once('*') {
            None => (word.text, 1),
            Some((piece, n)) => {
                let n_word = Word { text: n, start: word.start + piece.len() + 1 };
                (piece, self.number::<usize>(n_word)?)
            }
        };
        let mut parts = piece.split('.');
        let head = parts.next().unwrap_or_default();
        let (kind, site) = match head.split_once(':') {
            None => (0, Word { text: head, start: word.start }),
            Some((kind, site)) => {
                let kind_word = Word { text: kind, start: word.start };
                let kinds = &self.game.kinds;
                let found = kinds.iter().position(|k| k.id == kind);
                let index = found.ok_or_else(|| {
                    self.unknown(kind_word, "kind", kinds.iter().map(|k| k.id.as_str()))
                })?;
                (index, Word { text: site, start: word.start + kind.len() + 1 })
            }
        };
        let site = if site.text == OFF_BOARD { None } else { Some(self.site(site)?) };
        let mut attributes = Vec::new();
        let mut offset = word.start + head.len() + 1;
        for part in parts {
            attributes.push(self.attribute(Word { text: part, start: offset })?);
            offset += part.len() + 1;
        }
        for _ in 0..n {
            let free = (0..self.game.pieces.len()).find(|&piece| {
                let declared = &self.game.pieces[piece];
                declared.owner == player && declared.kind == kind && !self.placed.contains(piece)
            });
            let Some(piece) = free else {
                let player = &self.game.players[player].id;
                return Err(Problem::new(
                    "too-many-pieces",
                    format!("more pieces than {player} has"),
                )
                .at(self.place(word)));
            };
            self.placed.insert(piece);
            if let Some(site) = site {
                self.state.put(piece, site);
            }
            for (attribute, value) in &attributes {
                self.state.set_attribute(piece, *attribute, *value);
            }
        }
        Ok(())
    }

    fn site(&self, word: Word<'_>) -> Result<usize, Problem> {
        self.game.board.site(word.text).ok_or_else(|| {
            self.unknown(
                word,
                "site",
                self.game.board.sites().iter().map(|site| site.name.as_str()),
            )
        })
    }

    fn attribute(&self, word: Word<'_>) -> Result<(usize, i32), Problem> {
        let (name, value) = match word.text.split_once('=') {
            None => (word.text, None),
            Some((name, value)) => {
                (name, Some(Word { text: value, start: word.start + name.len() + 1 }))
            }
        };
        let attributes = &self.game.attributes;
        let found = attributes.iter().position(|attribute| attribute.id == name);
        let Some(index) = found else {
            let word = Word { text: name, start: word.start };
            return Err(self.unknown(word, "attribute", attributes.iter().map(|a| a.id.as_str())));
        };
        let value = match (attributes[index].ty, value) {
            (ValueType::Bool, None | Some(Word { text: "true", .. })) => 1,
            (ValueType::Bool, Some(Word { text: "false", .. })) => 0,
            (ValueType::Bool, Some(value)) => {
                return Err(
                    self.bad(value, format!("expected `true` or `false`, found `{}`", value.text))
                );
            }
            (_, Some(value)) => self.number(value)?,
            (_, None) => return Err(self.bad(word, format!("expected `{name}=NUMBER`"))),
        };
        Ok((index, value))
    }

    fn wait(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        let (kind, tag, number, player, pieces) = match rest {
            [Word { text: "roll", .. }, die, tag, player, pieces @ ..] => {
                let known = &self.game.dice;
                let found = known.iter().position(|d| d.id == die.text);
                let die = found.ok_or_else(|| {
                    self.unknown(*die, "die", known.iter().map(|d| d.id.as_str()))
                })?;
                (StepKind::Roll { die: die as u16 }, *tag, 0, *player, pieces)
            }
            [Word { text: "choose", .. }, tag, number, player, pieces @ ..] => {
                (StepKind::Choose, *tag, self.number(*number)?, *player, pieces)
            }
            [Word { text: "act", .. }, tag, number, player, pieces @ ..] => {
                (StepKind::Act, *tag, self.number(*number)?, *player, pieces)
            }
            _ => {
                return Err(self.bad(first, "expected a step").help(
                    "`wait roll DIE STEP PLAYER`, `wait choose STEP NUMBER PLAYER` or `wait act STEP NUMBER PLAYER`",
                ));
            }
        };
        let tag = self.named(&self.game.steps, "step", tag)? as u16;
        let player = self.player(player)? as u16;
        let mut step = Step { kind, tag, player, number, pieces: PieceSet::default() };
        for word in pieces {
            step.pieces.insert(self.piece_at(*word)?);
        }
        self.state.agenda.push(step);
        if self.state.phase == Phase::Begin {
            self.state.phase = Phase::Turn;
        }
        Ok(())
    }

    /// A piece by its site and how many stand on it: `f2`, `f2:1`.
    fn piece_at(&self, word: Word<'_>) -> Result<usize, Problem> {
        let (site, depth) = match word.text.split_once(':') {
            None => (word, 0),
            Some((site, depth)) => {
                let depth_word = Word { text: depth, start: word.start + site.len() + 1 };
                (Word { text: site, start: word.start }, self.number(depth_word)?)
            }
        };
        let site = self.site(site)?;
        self.state
            .pieces_down(site)
            .nth(depth)
            .ok_or_else(|| self.bad(word, format!("no piece stands on `{}`", word.text)))
    }
}

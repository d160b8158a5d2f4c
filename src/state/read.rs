//! Reads the text form of a state, the inverse of its printing.

use std::collections::BTreeSet;

use super::{NOTHING, OFF_BOARD, Phase, PieceSet, State, Step, StepKind};
use crate::error::{Place, Problem, Problems, Result, Source};
use crate::game::{Game, NEUTRAL};
use crate::piece::ValueType;
use crate::text::Named;

mod placement;

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
    let mut lines = Vec::new();
    let mut start = 0;
    for line in source.text().split_inclusive('\n') {
        lines.push(words(line, start));
        start += line.len();
    }
    // Who stands where is read first, since what waits may name pieces by their sites.
    let (placements, items): (Vec<_>, Vec<_>) = lines
        .iter()
        .filter(|line| !line.is_empty())
        .partition(|line| game.owner(line[0].text).is_some());
    reader.placements(&placements);
    for line in items {
        reader.line(line);
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
            "places" => self.places(*first, rest),
            "recorded" => self.recorded(*first, rest),
            _ => self.entry(*first, rest),
        };
        if let Err(problem) = read.and_then(|()| self.once(*first, rest)) {
            self.problems.push(problem);
        }
    }

    /// An item that was given before: which of the two holds would be a guess.
    fn once(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        let item = match first.text {
            "wait" | "recorded" => return Ok(()),
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
                self.state.mover = NOTHING;
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
        self.state.numbers[player] = self.number(*value)?;
        Ok(())
    }

    fn places(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        if rest.is_empty() {
            return Err(self.bad(first, "expected `places PLAYER…`"));
        }
        for word in rest {
            let player = self.player(*word)?;
            if self.state.places().any(|placed| placed == player) {
                return Err(self.bad(*word, format!("`{}` has two places", word.text)));
            }
            self.state.add_place(player);
        }
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
        let agenda = std::mem::take(&mut self.state.agenda);
        self.state.finish(&ranking, reason);
        self.state.agenda = agenda;
        if self.state.phase == Phase::Begin {
            self.state.phase = Phase::Turn;
        }
        Ok(())
    }

    fn entry(&mut self, name: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        let Some(entry) = self.game.state.iter().position(|entry| entry.id == name.text) else {
            let keywords =
                ["mover", "turn", "phase", "score", "places", "recorded", "wait", "over"];
            let players = self.game.players.iter().map(|p| p.id.as_str()).chain([NEUTRAL]);
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
                    items.push(self.value(entry, *word)?);
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
                let value = self.value(entry, *word)?;
                self.state.set_entry(entry, player, value);
            }
            _ => return Err(self.bad(name, "expected one value")),
        }
        Ok(())
    }

    /// A number, or the name of a site where the entry holds sites.
    fn value(&self, entry: usize, word: Word<'_>) -> Result<i32, Problem> {
        match (self.game.state[entry].of_sites, word.text) {
            (false, _) => self.number(word),
            (true, OFF_BOARD) => Ok(NOTHING.into()),
            (true, _) => self.site(word).map(|site| site as i32),
        }
    }

    /// Keys of the history, each with how often it occurred: `-12 730*3`.
    fn recorded(&mut self, first: Word<'_>, rest: &[Word<'_>]) -> Result<(), Problem> {
        if rest.is_empty() {
            return Err(self.bad(first, "expected `recorded KEY*N…`"));
        }
        for word in rest {
            let (key, n) = match word.text.split_once('*') {
                None => (*word, 1),
                Some((key, n)) => {
                    let n = Word { text: n, start: word.start + key.len() + 1 };
                    (Word { text: key, start: word.start }, self.number(n)?)
                }
            };
            let number: i64 = self.number(key)?;
            if n == 0 {
                return Err(self.bad(*word, "a key that never occurred is left out"));
            }
            if self.state.times(number) > 0 {
                return Err(self.bad(key, format!("`{}` is recorded twice", key.text)));
            }
            self.state.history.add(number, n);
        }
        Ok(())
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

    fn site(&self, word: Word<'_>) -> Result<usize, Problem> {
        self.game.board.site(word.text).ok_or_else(|| {
            self.unknown(
                word,
                "site",
                self.game.board.sites().iter().map(|site| site.name.as_str()),
            )
        })
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

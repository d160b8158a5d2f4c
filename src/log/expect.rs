//! Checks one expectation at the node where a game stands.

use std::ops::Range;

use super::report::diff;
use super::setup::{Stand, part};
use super::tree::{At, EXPECTATIONS, Expectation, Item, Log, Word};
use crate::error::{Problem, Result};
use crate::game::NEUTRAL;
use crate::render;
use crate::rules::{Node, Play};

mod ends;
mod moves;
mod pieces;

/// At most so many moves are listed in a message.
const SHOWN: usize = 24;

/// An expectation that does not hold.
pub(super) struct Mismatch {
    pub(super) problem: Problem,
    pub(super) diff: Option<String>,
    pub(super) found: Found,
}

/// What would have to be written for the expectation to hold.
pub(super) enum Found {
    /// Nothing of the kind can be written.
    Nothing,
    /// Other words in these places; an empty one takes the word away.
    Words(Vec<(Range<usize>, String)>),
    /// Another expectation altogether, without the keyword `expect`.
    Whole(String),
    /// These moves and no others, sorted.
    Moves(Vec<String>),
    /// These lines of a block.
    Lines(Vec<String>),
}

/// Checks an expectation; `None` when it holds.
///
/// # Errors
///
/// What is wrong with the expectation itself: `unknown-name`, `bad-expectation`, the problems of a
/// position or an expression; or what a hook failed with.
pub(super) fn check(
    stand: &mut Stand,
    log: &Log,
    item: &At<Item>,
    expectation: &Expectation,
) -> Result<Option<Mismatch>> {
    let mut check = Check { stand, log, item };
    match expectation {
        Expectation::Moves(moves) => check.moves(moves),
        Expectation::Includes(moves) => check.includes(moves),
        Expectation::Refused(text, rule) => check.refused(text, rule),
        Expectation::Mover(player) => check.mover(player),
        Expectation::Step(words) => check.step(words),
        Expectation::Throw(words) => check.throw(words),
        Expectation::Placement(player, pieces) => {
            let index = check.owner(player)?;
            pieces::check(&check.stand.play, log, (player, index), pieces)
        }
        Expectation::Board(lines) => Ok(check.board(lines)),
        Expectation::Position(lines) => check.position(lines),
        Expectation::Event(words) => check.event(words),
        Expectation::Score(player, points) => check.score(player, points),
        Expectation::Winner(players) => check.winner(players),
        Expectation::Draw => Ok(check.draw()),
        Expectation::Over(reason) => check.over(reason.as_ref()),
        Expectation::That(expression) => check.that(expression),
    }
}

/// A failed expectation at a place of the log.
pub(super) fn failed<T>(log: &Log, at: &At<T>, message: impl Into<String>) -> Problem {
    Problem::new("failed-expectation", message).at(log.place(at))
}

/// A word that names nothing, with the nearest name that there is.
pub(super) fn unknown<'n>(
    log: &Log,
    at: &Word,
    what: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Problem {
    Problem::new("unknown-name", format!("unknown {what} `{}`", at.value))
        .at(log.place(at))
        .help_nearest(&at.value, known)
}

/// The legal moves as a note.
pub(super) fn legal_note(play: &mut Play) -> Result<String> {
    let legal = play.legal_texts()?;
    if legal.is_empty() {
        return Ok(play.describe_node());
    }
    Ok(format!("legal now: {}", listed(&legal)))
}

fn listed(moves: &[String]) -> String {
    let shown = moves.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
    if moves.len() > SHOWN { format!("{shown} … ({} in all)", moves.len()) } else { shown }
}

struct Check<'a> {
    stand: &'a mut Stand,
    log: &'a Log,
    item: &'a At<Item>,
}

impl Check<'_> {
    fn mover(&mut self, player: &Word) -> Result<Option<Mismatch>> {
        let index = self.player(player, &[])?;
        let play = &self.stand.play;
        let mover = play.state().mover().filter(|_| play.node() != Node::Over);
        if mover == Some(index) {
            return Ok(None);
        }
        let problem = failed(self.log, player, format!("expected {}'s turn", player.value));
        Ok(Some(match mover {
            None => mismatch(problem.note(play.describe_node()), Found::Nothing),
            Some(mover) => {
                let id = play.game().players()[mover].id.clone();
                let message = format!("expected {}'s turn, found {id}'s", player.value);
                let problem = failed(self.log, player, message).note(play.describe_node());
                mismatch(problem, Found::Words(vec![(player.span.clone(), id)]))
            }
        }))
    }

    fn step(&mut self, words: &[Word]) -> Result<Option<Mismatch>> {
        let node = match self.stand.play.node() {
            Node::Choice { player, step } => Some((player, step)),
            Node::Chance { .. } | Node::Over => None,
        };
        self.node(words, node, "choice")
    }

    fn throw(&mut self, words: &[Word]) -> Result<Option<Mismatch>> {
        let node = match self.stand.play.node() {
            Node::Chance { player, step, .. } => Some((player, step)),
            Node::Choice { .. } | Node::Over => None,
        };
        self.node(words, node, "throw")
    }

    /// Compares a node's player and step with the words that name one or both.
    fn node(
        &mut self,
        words: &[Word],
        node: Option<(usize, usize)>,
        what: &str,
    ) -> Result<Option<Mismatch>> {
        let game = self.stand.play.game();
        let (mut players, mut steps) = (Vec::new(), Vec::new());
        for word in words {
            if let Some(player) = game.player(&word.value) {
                players.push((word, player));
            } else if let Some(step) = game.steps.iter().position(|step| step.id == word.value) {
                steps.push((word, step));
            } else {
                let known = game.players().iter().map(|player| &player.id);
                let known = known.chain(game.steps.iter().map(|step| &step.id));
                let known = known.map(String::as_str);
                return Err(unknown(self.log, word, "player or step", known).into());
            }
        }
        if players.len() > 1 || steps.len() > 1 {
            let message = "expected a player and a step, found two of a kind";
            let problem = Problem::new("bad-expectation", message);
            return Err(problem.at(self.log.place(&words[1])).into());
        }
        let Some((player, step)) = node else {
            let problem = failed(self.log, self.item, format!("expected that a {what} is due"))
                .note(self.stand.play.describe_node());
            return Ok(Some(mismatch(problem, Found::Nothing)));
        };
        let ids = players
            .iter()
            .map(|(word, index)| (*word, *index == player, &game.players()[player].id))
            .chain(steps.iter().map(|(word, i)| (*word, *i == step, &game.steps[step].id)));
        let wrong: Vec<(&Word, &String)> =
            ids.filter(|(_, right, _)| !right).map(|(word, _, id)| (word, id)).collect();
        let Some((word, id)) = wrong.first() else { return Ok(None) };
        let message = format!("expected a {what} of `{}`, found `{id}`", word.value);
        let problem = failed(self.log, *word, message).note(self.stand.play.describe_node());
        let words = wrong.iter().map(|(word, id)| (word.span.clone(), (*id).clone())).collect();
        Ok(Some(mismatch(problem, Found::Words(words))))
    }

    fn board(&self, lines: &[At<String>]) -> Option<Mismatch> {
        let text = render::board(self.stand.play.game(), self.stand.play.state());
        let found: Vec<String> = text.lines().map(|line| line.trim_end().to_owned()).collect();
        let expected: Vec<String> = lines.iter().map(|line| line.value.clone()).collect();
        (expected != found).then(|| self.lines("board", &expected, found))
    }

    fn position(&mut self, lines: &[At<String>]) -> Result<Option<Mismatch>> {
        let found = self.stand.play.position_text();
        let text = part(self.log, lines);
        let scratch = self.stand.scratch()?;
        scratch.set_position(&text.source).map_err(|error| text.explain(self.log, error))?;
        let expected = scratch.position_text();
        if expected == found {
            return Ok(None);
        }
        let split = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        Ok(Some(self.lines("position", &split(&expected), split(&found))))
    }

    fn lines(&self, what: &str, expected: &[String], found: Vec<String>) -> Mismatch {
        let message = format!("expected this {what}, found another");
        let at = self.first_line();
        Mismatch {
            problem: failed(self.log, &at, message),
            diff: Some(diff(expected, &found)),
            found: Found::Lines(found),
        }
    }

    /// The line of the directive without its block, so that an excerpt stays small.
    fn first_line(&self) -> At<()> {
        let span = self.item.span.clone();
        let text = &self.log.source().text()[span.clone()];
        let length = text.lines().next().map_or(0, |line| line.trim_end().len());
        At::new((), span.start..span.start + length)
    }

    fn event(&mut self, words: &[Word]) -> Result<Option<Mismatch>> {
        let play = &self.stand.play;
        let found: Vec<String> = play.events().iter().map(|e| play.event_text(e)).collect();
        let [name, ..] = words else { return Ok(None) };
        let whole = At::new((), name.span.start..words[words.len() - 1].span.end);
        let texts: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
        let expected = texts.join(" ");
        let none = texts == ["none"];
        if !none && !play.game().events.iter().any(|event| event.id == name.value) {
            let known = play.game().events.iter().map(|event| event.id.as_str());
            return Err(unknown(self.log, name, "event", known).into());
        }
        if if none { found.is_empty() } else { found.contains(&expected) } {
            return Ok(None);
        }
        let message = match (none, found.as_slice()) {
            (true, _) => format!("expected no event, found `{}`", found[0]),
            (false, []) => format!("expected `{expected}`, found no event"),
            (false, [one]) => format!("expected `{expected}`, found `{one}`"),
            (false, _) => format!("expected `{expected}`, found other events"),
        };
        let mut problem = failed(self.log, &whole, message);
        if found.len() > 1 {
            problem = problem.note(format!("events: {}", found.join(", ")));
        }
        // An event of the same name is what the line is about; without one only a lone event is.
        let same = found.iter().find(|text| text.split(' ').next() == Some(&name.value));
        let instead = match (same, found.as_slice()) {
            (Some(same), _) => Some(same.clone()),
            (None, []) => Some("none".to_owned()),
            (None, [one]) => Some(one.clone()),
            (None, _) => None,
        };
        let found = match instead {
            Some(text) => Found::Words(vec![(whole.span, text)]),
            None => Found::Nothing,
        };
        Ok(Some(mismatch(problem, found)))
    }

    fn score(&mut self, player: &Word, points: &At<i64>) -> Result<Option<Mismatch>> {
        let index = self.player(player, &[])?;
        let found = i64::from(self.stand.play.state().scores()[index]);
        if found == points.value {
            return Ok(None);
        }
        let message =
            format!("expected {} points for {}, found {found}", points.value, player.value);
        let problem = failed(self.log, points, message);
        Ok(Some(mismatch(problem, Found::Words(vec![(points.span.clone(), found.to_string())]))))
    }

    fn that(&mut self, expression: &At<String>) -> Result<Option<Mismatch>> {
        let text = part(self.log, std::slice::from_ref(expression));
        let holds = self.stand.play.holds(&text.source);
        if holds.map_err(|error| text.explain(self.log, error))? {
            return Ok(None);
        }
        let problem = failed(self.log, expression, "expected that this holds, but it is false");
        Ok(Some(mismatch(problem, Found::Nothing)))
    }

    /// The index of a player's name; `others` are words that could stand there too.
    fn player(&self, word: &Word, others: &[&str]) -> Result<usize> {
        let game = self.stand.play.game();
        game.player(&word.value).ok_or_else(|| {
            let known = game.players().iter().map(|player| player.id.as_str());
            unknown(self.log, word, "player", known.chain(others.iter().copied())).into()
        })
    }

    /// The index of the owner of pieces, by a player's name or the word for nobody.
    fn owner(&self, word: &Word) -> Result<usize> {
        match self.stand.play.game().owner(&word.value) {
            Some(owner) => Ok(owner),
            None => self.player(word, &[&EXPECTATIONS[..], &[NEUTRAL]].concat()),
        }
    }
}

fn mismatch(problem: Problem, found: Found) -> Mismatch {
    Mismatch { problem, diff: None, found }
}

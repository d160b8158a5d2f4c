//! Plays what a log says and checks what it expects.

use std::ops::ControlFlow;

use super::expect::{self, Found, Mismatch};
use super::report::{Failure, Report, ScenarioReport};
use super::setup::{Headers, Stand, Stands, located, part};
use super::tree::{At, Entry, Expectation, Item, Log, PlayLine, Scenario, Word};
use crate::definition::Definition;
use crate::error::{Error, Problem, Result, nearest};
use crate::rules::{Node, Play};
use crate::script::Limits;
use crate::text::Lang;

/// Replays scenarios of one definition; it keeps the games compiled that they have asked for.
pub struct Replayer<'a> {
    stands: Stands<'a>,
}

/// Who is told of a play, and of each throw and move by its text; see [`Replayer::watch_scenario`].
pub type Watch<'w> = dyn FnMut(&mut Play, Option<&str>) -> ControlFlow<()> + 'w;

/// An expectation of a log that is to be rewritten.
pub(super) struct Fix<'l> {
    pub(super) item: &'l At<Item>,
    pub(super) found: Found,
}

/// What blessing wants to know besides the report.
#[derive(Default)]
pub(super) struct Fixes<'l> {
    pub(super) fixes: Vec<Fix<'l>>,
    /// Headers `rules` that say another digest than the game has now.
    pub(super) digests: Vec<(&'l Word, String)>,
}

impl<'a> Replayer<'a> {
    /// A replayer for logs of that definition.
    pub fn new(definition: &'a Definition, limits: Limits) -> Self {
        Self::with_lang(definition, limits, Lang::En)
    }

    /// A replayer whose failures cite rules in that language.
    pub fn with_lang(definition: &'a Definition, limits: Limits, lang: Lang) -> Self {
        Self { stands: Stands::new(definition, limits, lang) }
    }

    /// Replays all scenarios of a log, each by itself.
    pub fn replay(&mut self, log: &Log) -> Report {
        let scenarios = (0..log.scenarios.len()).map(|i| self.replay_scenario(log, i)).collect();
        Report { scenarios }
    }

    /// Replays one scenario.
    ///
    /// # Panics
    ///
    /// When `scenario` is not below the number of the log's scenarios.
    pub fn replay_scenario(&mut self, log: &Log, scenario: usize) -> ScenarioReport {
        self.run(log, scenario, None, None)
    }

    /// Replays one scenario before a watcher, who is told of the play as it begins, of every throw
    /// and move after it was made (with its text), and may end the replay there.
    ///
    /// A position that a log sets is told as a beginning.
    ///
    /// # Panics
    ///
    /// As [`Self::replay_scenario`].
    pub fn watch_scenario(
        &mut self,
        log: &Log,
        scenario: usize,
        watch: &mut Watch<'_>,
    ) -> ScenarioReport {
        self.run(log, scenario, None, Some(watch))
    }

    /// Replays one scenario; with `fixes` an expectation that fails but could be rewritten is noted
    /// there, and the scenario goes on.
    pub(super) fn run<'l>(
        &mut self,
        log: &'l Log,
        index: usize,
        mut fixes: Option<&mut Fixes<'l>>,
        watch: Option<&mut Watch<'_>>,
    ) -> ScenarioReport {
        let scenario = &log.scenarios[index];
        let mut report = ScenarioReport {
            name: match &scenario.name {
                Some(name) => name.value.clone(),
                None => log.source().name().to_owned(),
            },
            place: log.place_of_scenario(index),
            n_assertions: 0,
            n_failed: 0,
            n_throws: 0,
            n_moves: 0,
            failure: None,
            warnings: Vec::new(),
        };
        let stand = match self.stands.begin(log, scenario) {
            Ok(stand) => stand,
            Err(error) => {
                report.failure = Some(located(error, &report.place).into());
                return report;
            }
        };
        let digest = stand.play.game().digest().to_owned();
        let recorded = Headers { log, scenario }.digest().filter(|word| word.value != digest);
        let fixes_now = fixes.as_deref_mut();
        let mut walk =
            Walk { stand, log, report: &mut report, fixes: fixes_now, watch, ended: false };
        let failure = walk.scenario(scenario).err();
        if let (Some(word), Some(fixes)) = (recorded, fixes) {
            fixes.digests.push((word, digest.clone()));
        }
        let passed = failure.is_none();
        report.failure = failure.map(|failure| match recorded {
            None => failure,
            Some(word) => {
                Failure { error: recorded_otherwise(failure.error, word, &digest), ..failure }
            }
        });
        if passed && report.n_assertions == 0 {
            report.warnings.push(
                Problem::new("no-expectation", "the scenario expects nothing")
                    .at(report.place.clone())
                    .help("add an `expect` line, so that it can fail"),
            );
        }
        if let Some(word) = recorded.filter(|_| passed) {
            let message = format!("recorded under other rules ({}, now {digest})", word.value);
            report.warnings.push(
                Problem::new("other-rules", message)
                    .at(log.place(word))
                    .note("nothing in the log plays differently under them"),
            );
        }
        report
    }
}

/// Says with the first divergence that the log comes from other rules.
fn recorded_otherwise(error: Error, word: &Word, digest: &str) -> Error {
    let mut first = true;
    error.map(|problem| {
        if !std::mem::take(&mut first) {
            return problem;
        }
        problem.note(format!(
            "recorded under other rules ({}, now {digest}); this is where they part",
            word.value
        ))
    })
}

struct Walk<'w, 'l, 's> {
    stand: &'w mut Stand,
    log: &'l Log,
    report: &'w mut ScenarioReport,
    fixes: Option<&'w mut Fixes<'l>>,
    watch: Option<&'w mut Watch<'s>>,
    /// Whether the watcher has seen enough.
    ended: bool,
}

impl<'l> Walk<'_, 'l, '_> {
    fn scenario(&mut self, scenario: &'l Scenario) -> Result<(), Failure> {
        self.tell(None);
        for item in &scenario.items {
            if self.ended {
                break;
            }
            self.item(item).map_err(|failure| {
                let place = self.log.place(item);
                Failure { error: located(failure.error, &place), ..failure }
            })?;
        }
        Ok(())
    }

    fn item(&mut self, item: &'l At<Item>) -> Result<(), Failure> {
        match &item.value {
            Item::Position(lines) => {
                let text = part(self.log, lines);
                let set = self.stand.play.set_position(&text.source);
                set.map_err(|error| text.explain(self.log, error))?;
                self.tell(None);
                Ok(())
            }
            Item::Play(line) => Ok(self.line(line)?),
            Item::Expect(expectation) => {
                self.report.n_assertions += 1;
                let met = self.expect(item, expectation);
                self.report.n_failed += usize::from(met.is_err());
                met
            }
        }
    }

    fn expect(&mut self, item: &'l At<Item>, expectation: &'l Expectation) -> Result<(), Failure> {
        match (expect::check(self.stand, self.log, item, expectation)?, &mut self.fixes) {
            (None, _) => Ok(()),
            (Some(Mismatch { problem, diff, found: Found::Nothing }), _)
            | (Some(Mismatch { problem, diff, .. }), None) => {
                Err(Failure { error: problem.into(), diff })
            }
            (Some(Mismatch { found, .. }), Some(fixes)) => {
                fixes.fixes.push(Fix { item, found });
                Ok(())
            }
        }
    }

    fn line(&mut self, line: &PlayLine) -> Result<()> {
        if self.stand.play.node() != Node::Over {
            self.check_turn(line)?;
        }
        for (i, entry) in line.entries.iter().enumerate() {
            if self.stand.play.node() == Node::Over {
                let message = format!("expected nothing more, found `{}`", entry.value);
                return Err(Problem::new("game-over", message)
                    .at(self.log.place(entry))
                    .note(self.stand.play.describe_node())
                    .into());
            }
            match &entry.value {
                Entry::Throw(faces) => {
                    self.throw(entry, faces)?;
                    self.report.n_throws += 1;
                }
                Entry::Word(word) if i == 0 && self.check_player(entry, word)? => continue,
                Entry::Word(word) => {
                    self.play(entry, word, i == 0)?;
                    self.report.n_moves += 1;
                }
            }
            self.tell(Some(&entry.value));
            if self.ended {
                break;
            }
        }
        Ok(())
    }

    fn tell(&mut self, made: Option<&Entry>) {
        if let Some(watch) = &mut self.watch {
            let text = made.map(ToString::to_string);
            self.ended = watch(&mut self.stand.play, text.as_deref()).is_break();
        }
    }

    fn check_turn(&self, line: &PlayLine) -> Result<()> {
        let turn = self.stand.play.state().turn();
        match &line.turn {
            Some(number) if number.value != turn => {
                let message = format!("expected turn {turn}, found {}", number.value);
                Err(Problem::new("wrong-turn", message)
                    .at(self.log.place(number))
                    .note(self.stand.play.describe_node())
                    .into())
            }
            _ => Ok(()),
        }
    }

    /// Whether a word at the start of a line is a player, who must then be the one to go on.
    fn check_player<T>(&self, at: &At<T>, word: &str) -> Result<bool> {
        let game = self.stand.play.game();
        let Some(named) = game.player(word) else { return Ok(false) };
        match self.stand.play.node() {
            Node::Chance { player, .. } | Node::Choice { player, .. } if player != named => {
                let id = &game.players()[player].id;
                Err(Problem::new("wrong-player", format!("expected `{id}`, found `{word}`"))
                    .at(self.log.place(at))
                    .note(self.stand.play.describe_node())
                    .into())
            }
            _ => Ok(true),
        }
    }

    fn throw<T>(&mut self, at: &At<T>, faces: &[i32]) -> Result<()> {
        let place = self.log.place(at);
        let Err(error) = self.stand.play.throw_faces(faces) else { return Ok(()) };
        let legal = match error.code() {
            "no-throw-due" => Some(expect::legal_note(&mut self.stand.play)?),
            _ => None,
        };
        Err(located(error, &place).map(|problem| match &legal {
            Some(legal) => problem.note(legal.clone()),
            None => problem,
        }))
    }

    fn play<T>(&mut self, at: &At<T>, word: &str, first: bool) -> Result<()> {
        let Err(error) = self.stand.play.play_text(word) else { return Ok(()) };
        let players = self.stand.play.game().players().iter().map(|player| player.id.as_str());
        let near = nearest(word, players).filter(|_| first);
        Err(located(error, &self.log.place(at)).map(|problem| match near {
            Some(player) if matches!(problem.code(), "no-move-due" | "illegal-move") => {
                problem.help(format!("did you mean the player `{player}`?"))
            }
            _ => problem,
        }))
    }
}

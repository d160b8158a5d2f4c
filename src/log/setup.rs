//! What a scenario is played with: the game that its headers ask for, ready to play.

use std::sync::Arc;

use super::tree::{At, Header, Log, Scenario, Word};
use crate::definition::{Choice, Definition, HouseFile, Library, Seats, Setting};
use crate::error::{Error, Place, Problem, Result, Source};
use crate::rules::Play;
use crate::script::Limits;
use crate::text::Lang;

/// Games that stay compiled between the scenarios of a log, at most.
const KEPT: usize = 8;

impl Log {
    /// Opens the definition of the game that the log is of.
    ///
    /// # Errors
    ///
    /// `unknown-game` at the log's header, and whatever is wrong with the definition.
    pub fn definition(&self, library: &Library) -> Result<Definition> {
        let Some(game) = self.game() else {
            return Err(Problem::new("missing-game", "the log names no game").into());
        };
        library.open(&game.value).map_err(|error| located(error, &self.place(game)))
    }

    /// The place where a scenario begins: its name, or the first line of a plain play.
    ///
    /// # Panics
    ///
    /// When `scenario` is not below the number of scenarios.
    pub fn place_of_scenario(&self, scenario: usize) -> Place {
        let scenario = &self.scenarios[scenario];
        match (&scenario.name, scenario.items.first()) {
            (Some(name), _) => self.place(name),
            (None, Some(item)) => self.place(item),
            (None, None) => self.source().place(0..0),
        }
    }
}

/// A game in progress for scenarios with the same headers.
pub(super) struct Stand {
    key: String,
    pub(super) play: Play,
    scratch: Option<Play>,
    limits: Limits,
    pub(super) lang: Lang,
}

impl Stand {
    /// Another play of the same game, for trying.
    pub(super) fn scratch(&mut self) -> Result<&mut Play> {
        let play = match self.scratch.take() {
            Some(play) => play,
            None => Play::new(Arc::clone(self.play.game()), self.limits)?,
        };
        Ok(self.scratch.insert(play))
    }
}

/// The games of a definition that scenarios have asked for so far.
pub(super) struct Stands<'a> {
    pub(super) definition: &'a Definition,
    limits: Limits,
    lang: Lang,
    kept: Vec<Stand>,
}

impl<'a> Stands<'a> {
    pub(super) fn new(definition: &'a Definition, limits: Limits, lang: Lang) -> Self {
        Self { definition, limits, lang, kept: Vec::new() }
    }

    /// The game that a scenario asks for, at its first node.
    pub(super) fn begin(&mut self, log: &Log, scenario: &Scenario) -> Result<&mut Stand> {
        if let Some(game) = log.game().filter(|game| game.value != self.definition.name()) {
            let name = self.definition.name();
            let message = format!("expected a log of `{name}`, found one of `{}`", game.value);
            return Err(Problem::new("wrong-game", message).at(log.place(game)).into());
        }
        let headers = Headers { log, scenario };
        let houses = headers.houses();
        let choice = headers.choice();
        let settings: Vec<(&str, &str)> =
            choice.set.iter().map(|s| (s.name.as_str(), s.value.as_str())).collect();
        let files: Vec<(&str, &str)> =
            houses.iter().map(|house| (house.name.as_str(), log.source().name())).collect();
        let key = format!("{:?}", (&choice.variant, settings, &choice.players, files));
        if let Some(i) = self.kept.iter().position(|stand| stand.key == key) {
            let stand = &mut self.kept[i];
            stand.play.restart()?;
            return Ok(stand);
        }
        let own;
        let definition = if houses.is_empty() {
            self.definition
        } else {
            own = self.definition.with_house_files(&houses)?;
            &own
        };
        let game = definition.build(&choice).map_err(|error| headers.explain(error))?;
        let mut play = Play::new(Arc::new(game), self.limits)?;
        play.set_lang(self.lang);
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        let stand = Stand { key, play, scratch: None, limits: self.limits, lang: self.lang };
        self.kept.push(stand);
        let last = self.kept.len() - 1;
        Ok(&mut self.kept[last])
    }
}

/// The headers that hold for a scenario.
pub(super) struct Headers<'a> {
    pub(super) log: &'a Log,
    pub(super) scenario: &'a Scenario,
}

impl<'a> Headers<'a> {
    /// The first header that fits, those of the scenario before those of the log.
    fn find<T>(&self, pick: impl Fn(&'a Header) -> Option<T>) -> Option<T> {
        self.scenario.headers.iter().chain(&self.log.headers).find_map(|h| pick(&h.value))
    }

    fn variant(&self) -> Option<&'a Word> {
        self.find(|header| match header {
            Header::Variant(name) => Some(name),
            _ => None,
        })
    }

    fn players(&self) -> Option<&'a [Word]> {
        self.find(|header| match header {
            Header::Players(players) => Some(players.as_slice()),
            _ => None,
        })
    }

    /// The digest that the game had when the scenario was recorded, if that is said. The log's
    /// holds for scenarios that are played with nothing but the log's headers.
    pub(super) fn digest(&self) -> Option<&'a Word> {
        let digest = |header: &'a At<Header>| match &header.value {
            Header::Rules(digest) => Some(digest),
            _ => None,
        };
        let own = self.scenario.headers.iter().find_map(digest);
        let other = |header: &At<Header>| !matches!(header.value, Header::Seed(_));
        match own {
            None if self.scenario.headers.iter().any(other) => None,
            None => self.log.headers.iter().find_map(digest),
            own => own,
        }
    }

    /// The house rules: those of the log, then those of the scenario.
    fn houses(&self) -> Vec<HouseFile> {
        let headers = self.log.headers.iter().chain(&self.scenario.headers);
        let house = |header: &'a At<Header>| match &header.value {
            Header::House(file) => {
                Some(HouseFile { name: file.value.clone(), place: Some(self.log.place(file)) })
            }
            _ => None,
        };
        headers.filter_map(house).collect()
    }

    fn choice(&self) -> Choice {
        let settings = self.log.headers.iter().chain(&self.scenario.headers);
        let set = settings.filter_map(|header| match &header.value {
            Header::Set(name, value) => Some(Setting {
                name: name.value.clone(),
                value: value.value.clone(),
                place: Some(self.log.source().place(name.span.start..value.span.end)),
            }),
            _ => None,
        });
        let players = self.players().map(|players| match players {
            [one] if one.value.parse::<usize>().is_ok() => {
                Seats::Count(one.value.parse().unwrap_or_default())
            }
            names => Seats::Named(names.iter().map(|name| name.value.clone()).collect()),
        });
        Choice {
            variant: self.variant().map(|name| name.value.clone()),
            set: set.collect(),
            players,
        }
    }

    /// Gives the problems of a choice the places of the headers that made it.
    fn explain(&self, error: Error) -> Error {
        let index = self.log.scenarios.iter().position(|s| std::ptr::eq(s, self.scenario));
        let scenario = index.map(|index| self.log.place_of_scenario(index));
        error.map(|problem| {
            let header = match (problem.code(), self.variant(), self.players()) {
                ("unknown-variant", Some(variant), _) => Some(self.log.place(variant)),
                (_, _, Some([first, ..])) if is_of_players(problem.code()) => {
                    Some(self.log.place(first))
                }
                _ => None,
            };
            match header.or_else(|| scenario.clone()) {
                Some(place) => problem.at(place),
                None => problem,
            }
        })
    }
}

/// Whether a problem is one of who plays.
fn is_of_players(code: &str) -> bool {
    code.contains("player") || code == "unknown-seats" || code == "duplicate-name"
}

/// Some text of a log as a source of its own, with everything around it left blank.
pub(super) struct Part {
    pub(super) source: Source,
    offset: usize,
}

impl Part {
    /// Moves the places of an error from this part to the log.
    pub(super) fn explain(&self, log: &Log, error: Error) -> Error {
        let whole = log.source();
        error.map(|problem| problem.in_whole(&self.source, whole, self.offset))
    }
}

/// The text of these pieces of a log, with the line breaks between them.
pub(super) fn part(log: &Log, pieces: &[At<String>]) -> Part {
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
        return Part { source: Source::new(log.source().name(), ""), offset: 0 };
    };
    let whole = log.source().text();
    let mut text = String::new();
    let mut end = first.span.start;
    for piece in pieces {
        for c in whole[end..piece.span.start].chars() {
            match c {
                '\n' => text.push('\n'),
                c => text.extend(std::iter::repeat_n(' ', c.len_utf8())),
            }
        }
        text.push_str(&whole[piece.span.clone()]);
        end = piece.span.end;
    }
    debug_assert_eq!(end, last.span.end, "the pieces are in the order of the text");
    Part { source: Source::new(log.source().name(), text), offset: first.span.start }
}

/// Says where in a log an error came up: as its place if it has none, else in a note.
pub(super) fn located(error: Error, place: &Place) -> Error {
    error.map(|problem| match problem.place() {
        None => problem.at(place.clone()),
        Some(own) if own.source().name() == place.source().name() => problem,
        Some(_) => problem.note(format!("replaying {place}")),
    })
}

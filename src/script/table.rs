//! What hooks see and ask for: the state on the table, the step that is up, offers, walks, events.

use std::collections::HashMap;
use std::sync::Arc;

use super::Limits;
use super::compile::Rows;
use super::walks::Walks;
use crate::board::SiteSet;
use crate::game::{Game, MAX_ARGS};
use crate::moves::{Marks, Move, Refusal};
use crate::state::{State, Step};

/// A fault of a hook: it asked for something that cannot be. It is rare and takes little room where
/// there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault(Box<Cause>);

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cause {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Fault {
    #[cold]
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(Cause { code, message: message.into(), help: None }))
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// A limit that was passed; its name is the one that settings use.
    #[cold]
    pub(crate) fn limit(name: &str, value: u64) -> Self {
        let most = if name == "calls" { ", at most 64" } else { "" };
        Self::new("limit", format!("the limit `{name}` of {value} is passed"))
            .help(format!("if the rules really need more, raise it with `--limit {name}=N`{most}"))
    }

    pub(crate) fn cause(self) -> Cause {
        *self.0
    }
}

/// The hooks, in the order of design.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Hook {
    Setup,
    Turn,
    TurnEnd,
    NextMover,
    Rolled,
    Moves,
    Play,
    Stuck,
    Due,
    Act,
    Valid,
    Evaluate,
    Notation,
    /// Not a hook: an expression of a log.
    Expression,
}

impl Hook {
    /// Every hook with its name and how many arguments it takes.
    pub(crate) const ALL: [(Self, &'static str, usize); 13] = [
        (Self::Setup, "setup", 1),
        (Self::Turn, "turn", 1),
        (Self::TurnEnd, "turn_end", 1),
        (Self::NextMover, "next_mover", 1),
        (Self::Rolled, "rolled", 3),
        (Self::Moves, "moves", 2),
        (Self::Play, "play", 3),
        (Self::Stuck, "stuck", 2),
        (Self::Due, "due", 2),
        (Self::Act, "act", 2),
        (Self::Valid, "valid", 1),
        (Self::Evaluate, "evaluate", 2),
        (Self::Notation, "notation", 3),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.get(self.index()).map_or("expression", |(_, name, _)| name)
    }

    /// Its index in [`Self::ALL`], which has the hooks in the order of their declaration.
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// How many arguments it takes after `g`; an expression takes none.
    pub(crate) fn n_args(self) -> usize {
        Self::ALL.get(self.index()).map_or(0, |(.., n)| n - 1)
    }

    /// Whether it matters what the hook gives back.
    pub(crate) fn answers(self) -> bool {
        matches!(self, Self::NextMover | Self::Due | Self::Valid | Self::Evaluate | Self::Notation)
    }

    /// Whether the hook may change the state and ask for steps.
    pub(crate) fn changes(self) -> bool {
        matches!(
            self,
            Self::Setup
                | Self::Turn
                | Self::TurnEnd
                | Self::Rolled
                | Self::Play
                | Self::Stuck
                | Self::Act
        )
    }
}

/// Something that happened, for people and tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The index of the event's declared name.
    pub event: usize,
    /// Its values, as many as are declared.
    pub args: [i64; MAX_ARGS],
}

/// What `save` keeps, for `restore` to go back to.
#[derive(Debug)]
pub(crate) struct Save {
    pub(crate) state: State,
    pub(crate) asked: usize,
    pub(crate) n_events: usize,
    pub(crate) n_walks: usize,
}

/// What hooks work on; see the module's text.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) game: Arc<Game>,
    pub(crate) limits: Limits,
    pub(crate) state: State,
    /// The sites of each zone for each player, in one row.
    zone_sites: Box<[SiteSet]>,
    pub(super) n_players: usize,
    /// The hook that runs.
    pub(crate) hook: Hook,
    /// Whether refusals are wanted.
    pub(crate) explaining: bool,
    /// The step that is up; handle 0.
    pub(crate) current: Option<Step>,
    /// How many steps the running hook has asked for; their handles are 1, 2, ….
    pub(crate) asked: usize,
    /// The index of the last throw's outcome and its die.
    pub(crate) thrown: (usize, usize),
    pub(crate) offers: Vec<Move>,
    pub(crate) refusals: Vec<Refusal>,
    /// Duties: while an offer bears the marks, the others are refused under the rule.
    pub(crate) duties: Vec<(Marks, usize)>,
    pub(crate) walks: Walks,
    /// What compiled hooks need room for.
    pub(super) rows: Rows,
    /// Room for stacks that are gone through, as many as there are sites.
    pub(crate) stacks: Box<[(u16, u16)]>,
    pub(crate) events: Vec<Event>,
    /// How many there were when the running hook began.
    pub(crate) n_events: usize,
    pub(crate) saves: Vec<Save>,
    /// Saves that are done with, for the next ones to be written over.
    spare: Vec<Save>,
    /// The sites of pieces by owner when the running hook began; kept for games with patterns only.
    pub(crate) origin: Vec<SiteSet>,
    /// What `remember` keeps, by the likeness of states; looked up only, never gone through.
    pub(crate) memory: HashMap<Vec<i32>, i64>,
    /// How many bytes that takes.
    pub(crate) remembered: u64,
    /// The rule under which `valid` refused a position.
    pub(crate) rejected: Option<usize>,
    /// What natives have done beyond the call itself and nobody has taken account of yet, in
    /// operations of the interpreter.
    pub(crate) work: u64,
}

impl Table {
    pub(crate) fn new(game: Arc<Game>, limits: Limits) -> Self {
        let state = State::new(&game);
        let has_patterns = !game.patterns.list().is_empty();
        let origin = if has_patterns { state.all_occupied().to_vec() } else { Vec::new() };
        let zone_sites = game.zones.iter().flat_map(|zone| zone.sites.iter().copied()).collect();
        let n_players = game.players.len();
        let stacks = vec![(0, 0); game.board.n_sites()].into();
        Self {
            game,
            limits,
            state,
            zone_sites,
            n_players,
            hook: Hook::Expression,
            explaining: false,
            current: None,
            asked: 0,
            thrown: (0, 0),
            offers: Vec::new(),
            refusals: Vec::new(),
            duties: Vec::new(),
            walks: Walks::default(),
            rows: Rows::default(),
            stacks,
            events: Vec::new(),
            n_events: 0,
            saves: Vec::new(),
            spare: Vec::new(),
            origin,
            memory: HashMap::new(),
            remembered: 0,
            rejected: None,
            work: 0,
        }
    }

    /// Makes ready for the next hook call.
    #[allow(clippy::inline_always, reason = "it is called in one place, for every hook")]
    #[inline(always)]
    pub(crate) fn begin(&mut self, hook: Hook) {
        self.hook = hook;
        self.asked = 0;
        self.n_events = self.events.len();
        self.walks.clear();
        // Most hooks leave nothing to be cleared away.
        if !self.saves.is_empty() {
            self.spare.append(&mut self.saves);
        }
        if self.remembered > 0 {
            self.memory.clear();
            self.remembered = 0;
        }
        if hook == Hook::Valid {
            self.rejected = None;
        }
        if !self.origin.is_empty() {
            self.origin.copy_from_slice(self.state.all_occupied());
        }
        if hook == Hook::Moves {
            self.offers.clear();
            self.refusals.clear();
            self.duties.clear();
        }
    }

    /// Keeps everything that [`Self::restore`] takes back.
    pub(crate) fn save(&mut self) {
        let (asked, n_events, n_walks) = (self.asked, self.events.len(), self.walks.len());
        let state = match self.spare.pop() {
            Some(Save { mut state, .. }) => {
                state.clone_from(&self.state);
                state
            }
            None => self.state.clone(),
        };
        self.saves.push(Save { state, asked, n_events, n_walks });
    }

    /// Takes everything back since a save, and forgets it and those after it.
    pub(crate) fn restore(&mut self, save: usize) {
        while self.saves.len() > save
            && let Some(mut last) = self.saves.pop()
        {
            if self.saves.len() == save {
                std::mem::swap(&mut self.state, &mut last.state);
                self.asked = last.asked;
                self.events.truncate(last.n_events);
                self.walks.truncate(last.n_walks);
            }
            self.spare.push(last);
        }
    }

    /// The sites of a zone as a player sees it.
    #[inline]
    pub(crate) fn zone(&self, zone: usize, player: usize) -> &SiteSet {
        &self.zone_sites[zone * self.n_players + player]
    }

    /// Counts the work of a native that goes through `n` items, each a small part of an operation.
    pub(crate) fn charge(&mut self, n: usize) -> Result<(), Fault> {
        self.work += n as u64 / 8;
        let limit = self.limits.operations;
        if self.work > limit { Err(Fault::limit("operations", limit)) } else { Ok(()) }
    }

    /// Drops or refuses the offers that a duty forbids.
    pub(crate) fn apply_duties(&mut self) {
        for i in 0..self.duties.len() {
            let (marks, rule) = self.duties[i];
            if !self.offers.iter().any(|mv| mv.marks & marks == marks) {
                continue;
            }
            if self.explaining {
                let dropped = self.offers.iter().filter(|mv| mv.marks & marks != marks);
                self.refusals.extend(dropped.map(|mv| Refusal { mv: *mv, rule }));
            }
            self.offers.retain(|mv| mv.marks & marks == marks);
        }
        self.duties.clear();
    }
}

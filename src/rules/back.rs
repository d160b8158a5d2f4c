//! Throws and moves, and the way back to the node before them when a hook fails.
//!
//! Failures are rare, so the state is copied now and then only. The way back leads over the last copy
//! and through what was made since then: the same hooks do the same again.

use super::Play;
use crate::error::{Error, Result};
use crate::script::Event;
use crate::script::table::Hook;
use crate::state::State;

/// After so many throws and moves the state is copied anew.
const MAX_MADE: usize = 32;

/// What resolves the step that is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Made {
    /// A throw of a die, by its index and that of the outcome.
    Throw { die: usize, outcome: usize },
    /// A legal move, by its index.
    Move { index: usize },
}

/// How to come to the node again at which the game stands.
pub(super) struct WayBack {
    /// The state at some node.
    state: State,
    /// What was made since; `None` when the game has come to where it stands in some other way.
    made: Option<Vec<Made>>,
    /// What had happened before the throw or move that is being made.
    events: Vec<Event>,
}

impl WayBack {
    /// No way yet, with room for any state of the game.
    pub(super) fn new(state: &State) -> Self {
        Self { state: state.clone(), made: None, events: Vec::new() }
    }

    /// The game came to where it stands in some other way.
    pub(super) fn forget(&mut self) {
        self.made = None;
    }
}

impl Play {
    /// Resolves the step that is up and goes on to the next node, or changes nothing.
    pub(super) fn advance(&mut self, made: Made) -> Result<()> {
        self.leave();
        // The step that is up is the current one since the game came to the node.
        self.table.state.drop_step();
        let go_on = |play: &mut Self| play.resolve(made);
        let again = |play: &mut Self| {
            play.retrace();
            play.take_step();
        };
        match self.tried(go_on, again) {
            Ok(()) => {
                if let Some(history) = &mut self.history {
                    history.push(self.way_back.state.clone());
                }
                if let Some(all) = &mut self.way_back.made {
                    all.push(made);
                }
                Ok(())
            }
            Err(error) => self.go_back(error),
        }
    }

    /// The first of the steps that wait is the current one and waits no more.
    fn take_step(&mut self) {
        self.table.current = self.table.state.agenda().first().copied();
        self.table.state.drop_step();
    }

    fn resolve(&mut self, made: Made) -> Result<()> {
        match made {
            Made::Throw { die, outcome } => {
                let number = self.table.game.dice[die].number(outcome).into();
                self.table.thrown = (die, outcome);
                self.hooks.run(&mut self.table, Hook::Rolled, [0, number])?;
            }
            Made::Move { index } => {
                self.table.state.count_ply();
                self.hooks.run(&mut self.table, Hook::Play, [0, index as i64])?;
            }
        }
        self.settle()
    }

    /// Keeps what [`Self::go_back`] needs, and begins something new.
    pub(super) fn leave(&mut self) {
        let way_back = &mut self.way_back;
        match &mut way_back.made {
            // The history wants every state.
            Some(made) if made.len() < MAX_MADE && self.history.is_none() => {}
            made => {
                made.get_or_insert_default().clear();
                way_back.state.clone_from(&self.table.state);
            }
        }
        // Most often nothing has happened.
        if !way_back.events.is_empty() || !self.table.events.is_empty() {
            std::mem::swap(&mut way_back.events, &mut self.table.events);
            self.table.events.clear();
        }
        self.hooks.refill();
    }

    /// After a failure: the state as it was, and the node with its legal moves and events again.
    pub(super) fn go_back(&mut self, error: Error) -> Result<()> {
        self.retrace();
        std::mem::swap(&mut self.way_back.events, &mut self.table.events);
        Err(error)
    }

    /// Comes to the node again that was left last. All that is done was done before by the same hooks,
    /// so it cannot fail now.
    fn retrace(&mut self) {
        let stand = |play: &mut Self| play.table.state.clone_from(&play.way_back.state);
        _ = self.attempt(stand, Self::settle);
        let all = self.way_back.made.take().unwrap_or_default();
        for made in &all {
            let before = self.table.state.clone();
            let stand = |play: &mut Self| {
                play.table.state.clone_from(&before);
                play.take_step();
            };
            _ = self.attempt(stand, |play| play.resolve(*made));
        }
        self.way_back.made = Some(all);
    }
}

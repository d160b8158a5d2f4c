//! Going on by compiled hooks, again by interpreted ones when those give up, and back after a failure.

use super::Play;
use crate::error::{Error, Result};

impl Play {
    /// Stands somewhere and goes on from there, with all operations to use up.
    pub(super) fn attempt(
        &mut self,
        stand: impl Fn(&mut Self),
        go_on: impl Fn(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.table.events.clear();
        self.hooks.refill();
        stand(self);
        self.tried(go_on, stand)
    }

    /// Goes on, and where compiled hooks give up once more from where it was.
    pub(super) fn tried(
        &mut self,
        go_on: impl Fn(&mut Self) -> Result<()>,
        again: impl FnOnce(&mut Self),
    ) -> Result<()> {
        self.run_twice(go_on, |play| {
            play.table.events.clear();
            again(play);
        })
    }

    /// Asks hooks something; a question leaves the state as it is.
    pub(super) fn asked<T>(&mut self, ask: impl Fn(&mut Self) -> Result<T>) -> Result<T> {
        self.hooks.refill();
        self.run_twice(ask, |_| {})
    }

    /// Runs compiled hooks, and when one of them gives up interpreted ones, from where `again` stands.
    fn run_twice<T>(
        &mut self,
        run: impl Fn(&mut Self) -> Result<T>,
        again: impl FnOnce(&mut Self),
    ) -> Result<T> {
        self.hooks.interpret(false);
        let result = run(self);
        if result.is_ok() || !self.hooks.gave_up() {
            return result;
        }
        self.hooks.refill();
        again(self);
        self.hooks.interpret(true);
        let result = run(self);
        self.hooks.interpret(false);
        result
    }

    /// Keeps what [`Self::go_back`] needs, and begins something new.
    pub(super) fn leave(&mut self) {
        self.before.clone_from(&self.table.state);
        std::mem::swap(&mut self.events_before, &mut self.table.events);
        self.table.events.clear();
        self.hooks.refill();
    }

    /// After a failure: the state as it was, and the node with its legal moves and events again.
    pub(super) fn go_back(&mut self, error: Error) -> Result<()> {
        let back = |play: &mut Self| play.table.state.clone_from(&play.before);
        // The node was reached before by the same hooks, so they cannot fail now.
        _ = self.attempt(back, Self::settle);
        std::mem::swap(&mut self.events_before, &mut self.table.events);
        Err(error)
    }
}

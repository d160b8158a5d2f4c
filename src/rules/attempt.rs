//! Going on by compiled hooks, and again by interpreted ones when those give up.

use super::Play;
use crate::error::Result;

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

    /// Goes on, and where that fails once more from where it was, with the interpreter.
    pub(super) fn tried(
        &mut self,
        go_on: impl Fn(&mut Self) -> Result<()>,
        again: impl FnOnce(&mut Self),
    ) -> Result<()> {
        self.run_twice(go_on, |play| {
            again(play);
            play.table.events.clear();
        })
    }

    /// Asks hooks something; a question leaves the state as it is.
    pub(super) fn asked<T>(&mut self, ask: impl Fn(&mut Self) -> Result<T>) -> Result<T> {
        self.hooks.refill();
        self.run_twice(ask, |_| {})
    }

    /// Runs compiled hooks, and when anything fails interpreted ones, from where `again` stands.
    fn run_twice<T>(
        &mut self,
        run: impl Fn(&mut Self) -> Result<T>,
        again: impl FnOnce(&mut Self),
    ) -> Result<T> {
        self.hooks.interpret(false);
        match run(self) {
            // Not copied as a whole: it has just been written in part, and the processor would wait.
            Ok(value) => return Ok(value),
            Err(error) if !self.hooks.may_be_compiled() => return Err(error),
            Err(_) => {}
        }
        again(self);
        self.hooks.refill();
        self.hooks.interpret(true);
        let result = run(self);
        self.hooks.interpret(false);
        result
    }
}

//! Logs: plays as text, which are records and tests at once.
//!
//! A [`Log`] is what a `*.gamelog` file says; [`Log::read`] and its [`Display`](std::fmt::Display)
//! are each other's inverse. `grammar/README.md` describes the language. A [`Replayer`] plays what a
//! log says and checks what it expects, [`bless()`] brings its expectations up to date, and a
//! [`Recorder`] writes one.

mod assemble;
mod bless;
mod expect;
mod parser;
mod print;
mod record;
mod replay;
mod report;
mod setup;
mod tree;

pub use bless::{Blessed, bless};
pub use record::Recorder;
pub use replay::{Replayer, Watch};
pub use report::{Failure, Report, ScenarioReport};
pub use tree::{
    At, EXPECTATIONS, Entry, Expectation, Header, Item, KEYWORDS, Log, Moves, Placed, PlayLine,
    Scenario, Word,
};

use crate::error::{Result, Source};

impl Log {
    /// Reads a log.
    ///
    /// ```
    /// use araudi::error::Source;
    /// use araudi::log::Log;
    ///
    /// let source = Source::new("first.gamelog", "game race\n1. light (4) a1-e1\nexpect mover dark\n");
    /// let log = Log::read(&source)?;
    /// assert_eq!(log.scenarios[0].items.len(), 2);
    ///
    /// let wrong = Source::new("wrong.gamelog", "game race\nexpect mvoer dark\n");
    /// let error = Log::read(&wrong).expect_err("no such expectation");
    /// assert_eq!(error.code(), "bad-expectation");
    /// assert_eq!(error.problems()[0].place().map(|place| place.line()), Some(2));
    /// # Ok::<(), araudi::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the text, each with its place: `syntax`,
    /// `unknown-directive`, `bad-expectation`, `stray-block`, `missing-block`, `missing-game`,
    /// `duplicate-header`, `misplaced-header`, `misplaced-play`, `duplicate-scenario`.
    pub fn read(source: &Source) -> Result<Self> {
        assemble::read(source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_knows_its_place() {
        let text = "game toy\n\n  3. light  (4 1) a1-b1 # so\nexpect moves c1 # d1\n | e1 # f1\n";
        let log = Log::read(&Source::new("toy.gamelog", text)).expect("the log is right");
        let marked = |place: &crate::error::Place| text[place.span()].to_owned();
        assert_eq!(log.game().map(|game| marked(&log.place(game))).as_deref(), Some("toy"));
        let items = &log.scenarios[0].items;
        assert_eq!(marked(&log.place(&items[0])), "3. light  (4 1) a1-b1 # so");
        let Item::Play(line) = &items[0].value else { panic!("expected play") };
        let entries: Vec<String> = line.entries.iter().map(|e| marked(&log.place(e))).collect();
        assert_eq!(entries, ["light", "(4 1)", "a1-b1"]);
        assert_eq!(line.turn.as_ref().map(|turn| marked(&log.place(turn))).as_deref(), Some("3"));
        assert_eq!(marked(&log.place(&items[1])), "expect moves c1 # d1\n | e1 # f1");
        let Item::Expect(Expectation::Moves(Moves::List(moves))) = &items[1].value else {
            panic!("expected moves")
        };
        let moves: Vec<String> = moves.iter().map(|text| marked(&log.place(text))).collect();
        assert_eq!(moves, ["c1", "e1"]);
    }
}

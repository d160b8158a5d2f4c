//! A log as written: headers, scenarios, play and expectations, each with its place.
//!
//! Nothing here is checked against a game; names are just words. Two trees are equal when they say
//! the same, wherever in their sources they say it.

use std::ops::Range;

use crate::error::{Place, Source};

/// The words that begin a line which is not play; no player, site or word of a game may be one.
pub const KEYWORDS: [&str; 10] = [
    "game", "rules", "variant", "set", "house", "players", "seed", "scenario", "position", "expect",
];

/// The words that say what is expected; no player of a game may be one.
pub const EXPECTATIONS: [&str; 14] = [
    "moves", "includes", "refused", "mover", "step", "throw", "board", "position", "event",
    "score", "winner", "draw", "over", "that",
];

/// A part of a log with its byte range in the source; equal to another when the parts are equal.
#[derive(Clone, Debug)]
pub struct At<T> {
    /// The part.
    pub value: T,
    /// The byte range; empty for a part that was made rather than read.
    pub span: Range<usize>,
}

impl<T> At<T> {
    /// A part that was read from a source.
    pub fn new(value: T, span: Range<usize>) -> Self {
        Self { value, span }
    }
}

impl<T> From<T> for At<T> {
    fn from(value: T) -> Self {
        Self { value, span: 0..0 }
    }
}

impl From<&str> for At<String> {
    fn from(value: &str) -> Self {
        value.to_owned().into()
    }
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// A blank-free word of a log.
pub type Word = At<String>;

/// A whole log.
#[derive(Clone, Debug)]
pub struct Log {
    pub(super) source: Source,
    /// What holds for every scenario, in the order written.
    pub headers: Vec<At<Header>>,
    /// The scenarios in the order written; a plain play is one without a name.
    pub scenarios: Vec<Scenario>,
}

impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        self.headers == other.headers && self.scenarios == other.scenarios
    }
}

impl Log {
    /// A log that was made rather than read; its parts have no places.
    pub fn new(headers: Vec<Header>, scenarios: Vec<Scenario>) -> Self {
        let source = Source::new("new log", "");
        Self { source, headers: headers.into_iter().map(At::from).collect(), scenarios }
    }

    /// Where the log was read from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The place of one of the log's parts.
    pub fn place<T>(&self, part: &At<T>) -> Place {
        self.source.place(part.span.clone())
    }

    /// The game that the log is of; every log that was read without error names one.
    pub fn game(&self) -> Option<&Word> {
        self.headers.iter().find_map(|header| match &header.value {
            Header::Game(name) => Some(name),
            _ => None,
        })
    }
}

/// A line that says what is played, not how.
#[derive(Clone, PartialEq, Debug)]
pub enum Header {
    /// `game NAME`.
    Game(Word),
    /// `rules DIGEST`: what the game's digest was when the log was recorded.
    Rules(Word),
    /// `variant NAME`.
    Variant(Word),
    /// `set NAME = VALUE`.
    Set(Word, Word),
    /// `house FILE`: house rules laid over the game.
    House(Word),
    /// `players A B …` or `players N`.
    Players(Vec<Word>),
    /// `seed N`: the seed of the play that was recorded.
    Seed(At<u64>),
}

/// A named scenario, or the plain play of a log without scenarios.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// The name between the quotation marks; `None` for a plain play.
    pub name: Option<Word>,
    /// Headers of its own, which go before those of the log.
    pub headers: Vec<At<Header>>,
    /// What happens and what is expected, in order.
    pub items: Vec<At<Item>>,
}

/// One step of a scenario, with its block if it has one.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// `position`: the lines of its block, which are the text of a state.
    Position(Vec<At<String>>),
    /// A line of play.
    Play(PlayLine),
    /// `expect …`.
    Expect(Expectation),
}

/// A line of play: `3. light (4) a1-e1`.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayLine {
    /// The turn's number, from 1, when it is given.
    pub turn: Option<At<u32>>,
    /// The throws and words in order; never empty. A first word may be the player's name, which
    /// only the game can tell.
    pub entries: Vec<At<Entry>>,
}

/// A part of a line of play.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// `(3)` or `(3 6)`: what the dice show, in any order.
    Throw(Vec<i32>),
    /// A move's text, or the player's name at the start of a line.
    Word(String),
}

/// What a log expects at some point.
#[derive(Clone, PartialEq, Debug)]
pub enum Expectation {
    /// `moves …`: all legal moves.
    Moves(Moves),
    /// `includes …`: some of the legal moves.
    Includes(Vec<Word>),
    /// `refused MOVE RULE`: the move is refused under the rule, perhaps among others.
    Refused(Word, Word),
    /// `mover PLAYER`: whose turn it is.
    Mover(Word),
    /// `step [PLAYER] STEP`: a choice at that step; one or two words, in any order.
    Step(Vec<Word>),
    /// `throw [PLAYER] [STEP]`: a throw is asked for; up to two words, in any order.
    Throw(Vec<Word>),
    /// `PLAYER PIECES …`: the player's pieces on the sites named.
    Placement(Word, Vec<At<Placed>>),
    /// `board`: the lines of the diagram.
    Board(Vec<At<String>>),
    /// `position`: the lines of the text of a state.
    Position(Vec<At<String>>),
    /// `event NAME …` or `event none`: something that happened since the last throw or move.
    Event(Vec<Word>),
    /// `score PLAYER N`.
    Score(Word, At<i64>),
    /// `winner PLAYER …` or `winner none`.
    Winner(Vec<Word>),
    /// `draw`.
    Draw,
    /// `over [REASON]`: the game has ended.
    Over(Option<Word>),
    /// `that EXPRESSION`: a condition on the state.
    That(At<String>),
}

/// The legal moves that are expected.
#[derive(Clone, PartialEq, Debug)]
pub enum Moves {
    /// How many there are.
    Count(At<usize>),
    /// There are none, because no choice is due.
    None(At<()>),
    /// All of them, in any order; never empty.
    List(Vec<Word>),
}

/// Pieces of one player on one site, as in the text of a state: `f2.been*3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The kind's name; `None` stands for any kind.
    pub kind: Option<String>,
    /// The site's name.
    pub site: String,
    /// How many pieces; 0 says that there is none.
    pub count: usize,
    /// Attributes with their values; without a value the attribute is true.
    pub attributes: Vec<(String, Option<String>)>,
}

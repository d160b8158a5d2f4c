//! Writes a play down as a log that replays.

use super::print::WIDTH;
use super::tree::{At, Entry, Expectation, Header, Item, Log, PlayLine, Scenario};
use crate::definition::{Choice, Seats};
use crate::rules::{Node, Play};

/// The record of a play in progress.
///
/// Tell it of every throw and move before it is made: the node where the game then stands has the
/// turn and the player.
#[derive(Clone, Debug)]
pub struct Recorder {
    headers: Vec<Header>,
    position: Option<String>,
    entries: Vec<Recorded>,
}

/// A throw or move with what its line begins with.
#[derive(Clone, Debug)]
struct Recorded {
    turn: u32,
    player: String,
    entry: Entry,
}

impl Recorder {
    /// A record of a game that was built for that choice, from where the play stands: its first
    /// node, or a position.
    pub fn new(play: &Play, choice: &Choice, seed: Option<u64>, position: bool) -> Self {
        let game = play.game();
        let mut headers =
            vec![Header::Game(game.name().into()), Header::Rules(game.digest().into())];
        headers.extend(choice.variant.as_deref().map(|name| Header::Variant(name.into())));
        for setting in &choice.set {
            let same = |header: &Header| matches!(header, Header::Set(name, _) if name.value == setting.name);
            headers.retain(|header| !same(header));
            headers.push(Header::Set(setting.name.as_str().into(), setting.value.as_str().into()));
        }
        headers.extend(choice.players.as_ref().map(|seats| {
            Header::Players(match seats {
                Seats::Count(n) => vec![n.to_string().into()],
                Seats::Named(names) => names.iter().map(|name| name.as_str().into()).collect(),
            })
        }));
        headers.extend(seed.map(|seed| Header::Seed(seed.into())));
        Self { headers, position: position.then(|| play.position_text()), entries: Vec::new() }
    }

    /// Writes down the throw that is about to be made.
    pub fn throw(&mut self, play: &Play, faces: &[i32]) {
        self.push(play, Entry::Throw(faces.to_vec()));
    }

    /// Writes down the move that is about to be played, by its notation.
    pub fn play(&mut self, play: &Play, text: &str) {
        self.push(play, Entry::Word(text.to_owned()));
    }

    /// Strikes out the last `n` throws and moves.
    pub fn undo(&mut self, n: usize) {
        self.entries.truncate(self.entries.len().saturating_sub(n));
    }

    /// The log so far; when the game is over it expects the result.
    pub fn log(&self, play: &Play) -> Log {
        let mut items: Vec<Item> = Vec::new();
        if let Some(position) = &self.position {
            items.push(Item::Position(position.lines().map(At::from).collect()));
        }
        items.extend(self.lines().into_iter().map(Item::Play));
        if let Some(outcome) = play.outcome() {
            let game = play.game();
            let reason = game.reasons()[outcome.reason].id.as_str();
            let winners = outcome.ranking[..outcome.n_winners].iter();
            let winners = winners.map(|player| game.players()[*player].id.as_str().into());
            items.push(Item::Expect(if outcome.is_draw() {
                Expectation::Draw
            } else {
                Expectation::Winner(winners.collect())
            }));
            items.push(Item::Expect(Expectation::Over(Some(reason.into()))));
        }
        let items = items.into_iter().map(At::from).collect();
        Log::new(self.headers.clone(), vec![Scenario { name: None, headers: Vec::new(), items }])
    }

    fn push(&mut self, play: &Play, entry: Entry) {
        let player = match play.node() {
            Node::Chance { player, .. } | Node::Choice { player, .. } => player,
            Node::Over => return,
        };
        let player = play.game().players()[player].id.clone();
        self.entries.push(Recorded { turn: play.state().turn(), player, entry });
    }

    /// A line for each turn of a player, more when it would grow too long.
    fn lines(&self) -> Vec<PlayLine> {
        let mut lines: Vec<PlayLine> = Vec::new();
        let mut last: Option<(&Recorded, usize)> = None;
        for recorded in &self.entries {
            let more = 1 + recorded.entry.to_string().chars().count();
            let entry = At::from(recorded.entry.clone());
            match (&mut last, lines.last_mut()) {
                (Some((first, width)), Some(line))
                    if (first.turn, &first.player) == (recorded.turn, &recorded.player)
                        && *width + more <= WIDTH =>
                {
                    line.entries.push(entry);
                    *width += more;
                }
                _ => {
                    let player = At::from(Entry::Word(recorded.player.clone()));
                    let entries = vec![player, entry];
                    lines.push(PlayLine { turn: Some(recorded.turn.into()), entries });
                    last = Some((recorded, recorded.player.len() + 8 + more));
                }
            }
        }
        lines
    }
}

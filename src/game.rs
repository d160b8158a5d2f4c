//! A game that is ready to play: checked, immutable, every name resolved to a small number.
//!
//! A definition may be wrong; a `Game` cannot be. It is built in one place, for one set of option
//! values and one set of seats, and shared between threads.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::board::pattern::Patterns;
use crate::board::{Board, Track, Zone};
use crate::dice::Die;
use crate::error::Source;
use crate::moves::Marks;
use crate::piece::{Attribute, Kind, Piece, ValueType};
use crate::text::{Lang, Named, Text};

mod digest;

/// More players than this are a load error.
pub const MAX_PLAYERS: usize = 8;

/// The greatest size of a script in bytes: parsing takes more than linear time.
pub(crate) const MAX_SCRIPT_BYTES: usize = 64 * 1024;

/// What stands for a player's name before pieces that are nobody's.
pub const NEUTRAL: &str = "neutral";

/// The number by which scripts know a name that is declared but switched off.
pub const NONE: i64 = -1;

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// An integer option's value.
    Int(i64),
    /// A boolean option's value.
    Bool(bool),
    /// A choice's value, by its name.
    Choice(String),
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Bool(value) => value.fmt(f),
            Self::Choice(value) => value.fmt(f),
        }
    }
}

/// An option with the value that this game is played with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// The name in definitions, scripts and on the command line.
    pub name: String,
    /// What it does.
    pub help: Text,
    /// The value in force.
    pub value: OptionValue,
    /// The value when nothing is said.
    pub default: OptionValue,
    /// The values it may have: a choice's names, `true` and `false`, or an integer's ends as `5..100`.
    pub allowed: Vec<String>,
}

/// From which side a player looks at a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum View {
    /// From the side of the first row.
    #[default]
    Near,
    /// From the side of the last row: rows are counted from there. Columns keep their letters.
    Far,
}

/// A player, that is a seat in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The name in logs and scripts.
    pub id: String,
    /// What people read.
    pub title: Text,
    /// The letter that stands for the player's pieces in text boards.
    pub glyph: char,
    /// The terminal colour by its common name (`red`, `bright-blue`, …), if one is declared.
    pub color: Option<String>,
    /// The team's index, if the player has one.
    pub team: Option<usize>,
    /// From which side the player looks.
    pub view: View,
}

/// An entry of the state that a definition declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateEntry {
    /// The name in scripts and in the text of a state.
    pub id: String,
    /// Whether each player has one of their own.
    pub per_player: bool,
    /// What it holds.
    pub ty: ValueType,
    /// Whether its numbers are sites by index, −1 for none.
    pub of_sites: bool,
    /// The value at the start; 0 for a list, which starts empty.
    pub default: i32,
}

/// An event has at most so many values.
pub const MAX_ARGS: usize = 3;

/// What a value of an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgKind {
    /// A player by index.
    Player,
    /// A site by index.
    Site,
    /// A number.
    Number,
}

/// Something that can happen, as the definition declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventKind {
    /// The name that scripts and logs use.
    pub id: String,
    /// What people read.
    pub title: Text,
    /// What its values are.
    pub args: Vec<ArgKind>,
}

/// A template for the text of a piece's move.
///
/// The first one whose marks are all on the move is used. Its text holds `{from}`, `{to}`,
/// `{number}` and `{piece}` (the kind's name) in place of the move's own, and
/// `{notation}` for what the hook of that name gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// The marks that the move must bear, as bits.
    pub marks: Marks,
    /// The text with its places to fill.
    pub text: String,
}

/// The background of a zone's sites.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Background {
    /// A terminal color by its common name.
    Color(String),
    /// The color of the player whose site it is, where the zone is given by player.
    Player,
}

/// How the board is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Display {
    /// Zones whose sites get a background; of several zones of a site the last one counts.
    pub zones: Vec<(usize, Background)>,
    /// Zones whose sites bear a sign, with the sign; of several zones of a site the last one counts.
    pub signs: Vec<(usize, char)>,
    /// Attributes that are shown behind a piece's letter, with the sign that shows them.
    pub attributes: Vec<(usize, char)>,
    /// Where sites are drawn: rows from the top, cells from the left, `None` for nothing; empty when
    /// the board's shape says it.
    pub drawing: Vec<Vec<Option<usize>>>,
    /// State entries that are lists of sites, between whose items rods are drawn.
    pub links: Vec<usize>,
    /// State entries that are lists of sites, with the sign that is drawn beside each.
    pub signs_at: Vec<(usize, char)>,
}

/// A counter that simulations report: how often an event happened in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metric {
    /// The name in reports.
    pub id: String,
    /// What people read.
    pub title: Text,
    /// The index of the event that is counted.
    pub event: usize,
}

/// The names that scripts may use, by module: `zone::home` is a number.
pub type Names = BTreeMap<String, BTreeMap<String, i64>>;

/// The modules of names that every game has.
pub const MODULES: [&str; 18] = [
    "opt", "zone", "track", "attr", "die", "step", "player", "team", "kind", "state", "list",
    "word", "mark", "rule", "reason", "event", "pattern", "site",
];

/// A checked game; see the module's text.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) name: String,
    pub(crate) title: Text,
    pub(crate) variant: Option<String>,
    pub(crate) options: Vec<GameOption>,
    pub(crate) players: Vec<Player>,
    pub(crate) teams: Vec<String>,
    pub(crate) board: Board,
    pub(crate) zones: Vec<Zone>,
    /// The track of each player in play.
    pub(crate) tracks: Vec<Option<Track>>,
    pub(crate) patterns: Patterns,
    pub(crate) kinds: Vec<Kind>,
    /// Pieces by index: all of the first player's, then all of the second's, and so on; nobody's last.
    pub(crate) pieces: Vec<Piece>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) dice: Vec<Die>,
    pub(crate) state: Vec<StateEntry>,
    pub(crate) steps: Vec<Named>,
    pub(crate) marks: Vec<String>,
    pub(crate) words: Vec<Named>,
    pub(crate) rules: Vec<Named>,
    pub(crate) reasons: Vec<Named>,
    pub(crate) events: Vec<EventKind>,
    pub(crate) templates: Vec<Template>,
    pub(crate) metrics: Vec<Metric>,
    pub(crate) display: Display,
    pub(crate) names: Names,
    pub(crate) houses: Vec<Named>,
    /// The hooks: the game's own rules first, then those of house rules, later ones replacing
    /// functions of the same name.
    pub(crate) scripts: Vec<Source>,
    /// Known when it is first asked for.
    pub(crate) digest: OnceLock<String>,
}

impl Game {
    /// The game's name, which is its folder's.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The game's title.
    pub fn title(&self) -> &Text {
        &self.title
    }

    /// The variant that was asked for.
    pub fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// The house rules that are laid over the game, in their order: the files' names and the titles.
    pub fn houses(&self) -> &[Named] {
        &self.houses
    }

    /// The options in the order of the definition, with the values in force.
    pub fn options(&self) -> &[GameOption] {
        &self.options
    }

    /// The players in play, in the order of their seats.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The index of a player in play.
    pub fn player(&self, id: &str) -> Option<usize> {
        self.players.iter().position(|player| player.id == id)
    }

    /// The owner of pieces that are nobody's: the index behind the players'.
    pub fn nobody(&self) -> usize {
        self.players.len()
    }

    /// The name of an owner in logs and in the text of a state: a player's, or [`NEUTRAL`].
    pub fn owner_id(&self, owner: usize) -> &str {
        self.players.get(owner).map_or(NEUTRAL, |player| &player.id)
    }

    /// The owner of that name, the inverse of [`Self::owner_id`].
    pub fn owner(&self, id: &str) -> Option<usize> {
        self.player(id).or_else(|| (id == NEUTRAL).then(|| self.nobody()))
    }

    /// The kind of all pieces that are somebody's, or that are nobody's as the owner is; `None` when
    /// there are several.
    pub fn only_kind(&self, owner: usize) -> Option<usize> {
        let nobody = self.nobody();
        let alike = self.pieces.iter().filter(|piece| (piece.owner < nobody) == (owner < nobody));
        let mut kinds = alike.map(|piece| piece.kind);
        let first = kinds.next()?;
        kinds.all(|kind| kind == first).then_some(first)
    }

    /// A row of a grid as the player counts it, or the row that the player counts so.
    pub fn row_for(&self, player: usize, row: i64) -> i64 {
        match (self.players[player].view, self.board.rectangle()) {
            (View::Far, Some((_, rows, first_row))) => {
                ((2 * first_row + rows) as i64 - 1).saturating_sub(row)
            }
            _ => row,
        }
    }

    /// The players of a team by index, in the order of their seats.
    pub fn members(&self, team: usize) -> impl Iterator<Item = usize> {
        (0..self.players.len()).filter(move |player| self.players[*player].team == Some(team))
    }

    /// The name of the team that these players are, all of its members in any order.
    pub fn whole_team(&self, players: &[usize]) -> Option<&str> {
        let team = self.players[*players.first()?].team?;
        let n_members = self.members(team).count();
        let is_whole = players.len() == n_members
            && players.iter().all(|player| self.players[*player].team == Some(team));
        is_whole.then(|| self.teams[team].as_str())
    }

    /// The teams' names, in the order of their first members; empty when there are none.
    pub fn teams(&self) -> &[String] {
        &self.teams
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The zones.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The track of each player in play, `None` where the game has no tracks.
    pub fn tracks(&self) -> &[Option<Track>] {
        &self.tracks
    }

    /// The patterns.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The pieces at the start: all of the first player's, then all of the second's, and so on; those
    /// that are nobody's come last.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The names that scripts may use, by module.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The dice.
    pub fn dice(&self) -> &[Die] {
        &self.dice
    }

    /// The reasons for which a game can end.
    pub fn reasons(&self) -> &[Named] {
        &self.reasons
    }

    /// The rules that refusals cite.
    pub fn rules(&self) -> &[Named] {
        &self.rules
    }

    /// What can happen.
    pub fn events(&self) -> &[EventKind] {
        &self.events
    }

    /// The counters that simulations report.
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// How the board is drawn.
    pub fn display(&self) -> &Display {
        &self.display
    }

    /// A digest of everything that decides how the game is played, in 16 hexadecimal digits.
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| digest::of(self))
    }

    /// The text of a rule: its number and what it says.
    pub fn rule_text(&self, rule: usize, lang: Lang) -> String {
        let rule = &self.rules[rule];
        format!("{}: {}", rule.id, rule.title.get(lang))
    }
}

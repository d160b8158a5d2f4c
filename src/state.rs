//! The state: everything that is needed to go on with a game, as plain data.
//!
//! Its size is fixed when the game is loaded, so a copy is a few block copies and undo is a copy.
//! The fields are private: the state changes by its own methods only, which keep the stacks, the
//! places of the pieces and the sets of occupied sites in step.

use std::sync::Arc;

use crate::board::SiteSet;
use crate::game::Game;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::piece::ValueType;

mod agenda;
mod history;
mod likeness;
mod read;
mod text;

use history::History;

pub use agenda::{PieceSet, Step, StepKind};
pub(crate) use read::parse_position;
pub(crate) use text::{position_text, value_text};

/// No piece, no site.
const NOTHING: i16 = -1;

/// What stands for a site in the placement of a piece that is off the board.
const OFF_BOARD: &str = "-";

/// The sign behind a site's name for a piece that came there after one of another owner.
const LATER: char = '\'';

/// Where the game stands between its steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// What `setup` asked for, before the first turn.
    Setup,
    /// A turn is about to begin.
    Begin,
    /// In a turn.
    Turn,
    /// After `turn_end`: the next turn begins when nothing waits any more.
    Closing,
}

/// The sizes that every state of a game shares.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Sizes {
    n_sites: usize,
    n_players: usize,
    owners: Vec<u8>,
    /// For each declared entry where it begins, how far its players are apart (0 when it is the
    /// game's own), and a list's greatest length.
    entries: Vec<(usize, usize, usize)>,
    n_cells: usize,
}

/// Everything needed to go on with a game.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    sizes: Arc<Sizes>,
    mover: i16,
    turn: u32,
    ply: u32,
    phase: Phase,
    site_of: Vec<i16>,
    below: Vec<i16>,
    top: Vec<i16>,
    height: Vec<u8>,
    attributes: Vec<i32>,
    occupied: Vec<SiteSet>,
    n_on_board: Vec<u8>,
    cells: Vec<i32>,
    scores: Vec<i32>,
    /// The players who have their places already, the best first.
    places: Vec<u8>,
    /// How often each key was recorded in this game.
    history: History,
    agenda: Vec<Step>,
    outcome: Option<Outcome>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            sizes: Arc::clone(&self.sizes),
            site_of: self.site_of.clone(),
            below: self.below.clone(),
            top: self.top.clone(),
            height: self.height.clone(),
            attributes: self.attributes.clone(),
            occupied: self.occupied.clone(),
            n_on_board: self.n_on_board.clone(),
            cells: self.cells.clone(),
            scores: self.scores.clone(),
            places: self.places.clone(),
            history: self.history.clone(),
            agenda: self.agenda.clone(),
            outcome: self.outcome.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.mover = other.mover;
        self.turn = other.turn;
        self.ply = other.ply;
        self.phase = other.phase;
        self.site_of.clone_from(&other.site_of);
        self.below.clone_from(&other.below);
        self.top.clone_from(&other.top);
        self.height.clone_from(&other.height);
        self.attributes.clone_from(&other.attributes);
        self.occupied.clone_from(&other.occupied);
        self.n_on_board.clone_from(&other.n_on_board);
        self.cells.clone_from(&other.cells);
        self.scores.clone_from(&other.scores);
        self.places.clone_from(&other.places);
        self.history.clone_from(&other.history);
        self.agenda.clone_from(&other.agenda);
        self.outcome.clone_from(&other.outcome);
    }
}

impl State {
    /// The state in which every piece stands where the definition puts it, before `setup`.
    pub(crate) fn new(game: &Game) -> Self {
        let mut state = Self::empty(game);
        for (piece, declared) in game.pieces.iter().enumerate() {
            if let Some(site) = declared.start {
                state.put(piece, site);
            }
            for (attr, value) in declared.attributes.iter().enumerate() {
                state.set_attribute(piece, attr, *value);
            }
        }
        state
    }

    /// The state without a piece on the board, with declared values at their start.
    pub(crate) fn empty(game: &Game) -> Self {
        let (n_sites, n_pieces, n_players) =
            (game.board.n_sites(), game.pieces.len(), game.players.len());
        let mut entries = Vec::new();
        let mut cells: Vec<i32> = Vec::new();
        for entry in &game.state {
            let (size, max) = match entry.ty {
                ValueType::List { max } => (1 + max, max),
                ValueType::Int | ValueType::Bool => (1, 0),
            };
            let stride = if entry.per_player { size } else { 0 };
            entries.push((cells.len(), stride, max));
            let value = if max > 0 { 0 } else { entry.default };
            for _ in 0..if entry.per_player { n_players } else { 1 } {
                cells.push(value);
                cells.extend(std::iter::repeat_n(0, size - 1));
            }
        }
        let owners = game.pieces.iter().map(|piece| piece.owner as u8).collect();
        let mut attributes = vec![0; game.attributes.len() * n_pieces];
        for (attr, declared) in game.attributes.iter().enumerate() {
            attributes[attr * n_pieces..(attr + 1) * n_pieces].fill(declared.default);
        }
        Self {
            sizes: Arc::new(Sizes { n_sites, n_players, owners, entries, n_cells: cells.len() }),
            mover: NOTHING,
            turn: 0,
            ply: 0,
            phase: Phase::Setup,
            site_of: vec![NOTHING; n_pieces],
            below: vec![NOTHING; n_pieces],
            top: vec![NOTHING; n_sites],
            height: vec![0; n_sites],
            attributes,
            // One more than the players are: nobody has pieces too.
            occupied: vec![SiteSet::EMPTY; n_players + 1],
            n_on_board: vec![0; n_players + 1],
            cells,
            scores: vec![0; n_players],
            places: Vec::new(),
            history: History::default(),
            agenda: Vec::new(),
            outcome: None,
        }
    }

    /// Whose turn it is, by index; `None` before the first turn.
    pub fn mover(&self) -> Option<usize> {
        usize::try_from(self.mover).ok()
    }

    /// The number of the turn, counted from 1; 0 before the first.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// How many moves have been made.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The steps that wait, the next one first.
    pub fn agenda(&self) -> &[Step] {
        &self.agenda
    }

    /// The score of each player.
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// The players who have their places already while the others play on, the best first.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|player| usize::from(*player))
    }

    /// The site of a piece; `None` off the board.
    pub fn site_of(&self, piece: usize) -> Option<usize> {
        usize::try_from(self.site_of[piece]).ok()
    }

    /// The owner of a piece; [`Game::nobody`] for one that is nobody's.
    pub fn owner(&self, piece: usize) -> usize {
        self.sizes.owners[piece].into()
    }

    /// The piece that came to the site last.
    pub fn top(&self, site: usize) -> Option<usize> {
        usize::try_from(self.top[site]).ok()
    }

    /// The piece right under a piece.
    pub fn below(&self, piece: usize) -> Option<usize> {
        usize::try_from(self.below[piece]).ok()
    }

    /// How many pieces stand on the site.
    pub fn height(&self, site: usize) -> usize {
        self.height[site].into()
    }

    /// The piece of an owner, as an index of players or of nobody, that came to the site first.
    pub fn first_on(&self, site: usize, owner: usize) -> Option<usize> {
        self.pieces_down(site).filter(|piece| self.owner(*piece) == owner).last()
    }

    /// How many of the owner's pieces stand on the site.
    pub fn n_on(&self, site: usize, owner: usize) -> usize {
        self.pieces_down(site).filter(|piece| self.owner(*piece) == owner).count()
    }

    /// The pieces on a site, the last that came first.
    pub fn pieces_down(&self, site: usize) -> impl Iterator<Item = usize> + '_ {
        let below = |piece: &usize| usize::try_from(self.below[*piece]).ok();
        std::iter::successors(self.top(site), below)
    }

    /// The pieces on a site in the order in which they came, the lowest first.
    pub fn pieces_on(&self, site: usize) -> impl Iterator<Item = usize> {
        let mut pieces: Vec<usize> = self.pieces_down(site).collect();
        pieces.reverse();
        pieces.into_iter()
    }

    /// The sites on which the owner has a piece.
    pub fn occupied(&self, owner: usize) -> &SiteSet {
        &self.occupied[owner]
    }

    /// The sites on which a piece stands that is nobody's.
    pub fn neutral_sites(&self) -> SiteSet {
        self.occupied[self.sizes.n_players]
    }

    /// The sites of pieces by owner: the players, then nobody.
    pub(crate) fn all_occupied(&self) -> &[SiteSet] {
        &self.occupied
    }

    /// How many of the owner's pieces are on the board.
    pub fn n_on_board(&self, owner: usize) -> usize {
        self.n_on_board[owner].into()
    }

    /// The value of a piece's attribute, 0 or 1 for a boolean one.
    pub fn attribute(&self, piece: usize, attribute: usize) -> i32 {
        self.attributes[attribute * self.site_of.len() + piece]
    }

    /// The value of a declared entry; `player` is ignored for the game's own.
    pub fn entry(&self, entry: usize, player: usize) -> i32 {
        self.cells[self.cell(entry, player)]
    }

    /// The items of a declared list.
    pub fn list(&self, entry: usize, player: usize) -> &[i32] {
        let cell = self.cell(entry, player);
        &self.cells[cell + 1..=cell + self.cells[cell] as usize]
    }

    pub(crate) fn set_attribute(&mut self, piece: usize, attribute: usize, value: i32) {
        let n_pieces = self.site_of.len();
        self.attributes[attribute * n_pieces + piece] = value;
    }

    pub(crate) fn set_entry(&mut self, entry: usize, player: usize, value: i32) {
        let cell = self.cell(entry, player);
        self.cells[cell] = value;
    }

    /// Replaces a list; false when it would be longer than declared.
    pub(crate) fn set_list(&mut self, entry: usize, player: usize, items: &[i32]) -> bool {
        let (_, _, max) = self.sizes.entries[entry];
        if items.len() > max {
            return false;
        }
        let cell = self.cell(entry, player);
        self.cells[cell] = items.len() as i32;
        self.cells[cell + 1..=cell + items.len()].copy_from_slice(items);
        // Two equal lists must be equal states, whatever stood behind them before.
        self.cells[cell + 1 + items.len()..=cell + max].fill(0);
        true
    }

    /// How much a copy copies, in numbers.
    pub(crate) fn size(&self) -> usize {
        let per_site = self.top.len() + self.height.len();
        let per_piece = self.site_of.len() + self.below.len() + self.attributes.len();
        per_site + per_piece + self.cells.len() + 8 * self.agenda.len()
    }

    /// The greatest length of a declared list.
    pub(crate) fn list_max(&self, entry: usize) -> usize {
        self.sizes.entries[entry].2
    }

    /// How often a key was recorded in this game.
    pub(crate) fn times(&self, key: i64) -> u32 {
        self.history.times(key)
    }

    /// How many different keys were recorded in this game.
    pub(crate) fn n_recorded(&self) -> usize {
        self.history.len()
    }

    /// Remembers that a key occurred once more.
    pub(crate) fn record(&mut self, key: i64) {
        self.history.add(key, 1);
    }

    /// Puts a piece that is off the board on top of a site.
    pub(crate) fn put(&mut self, piece: usize, site: usize) {
        let owner = self.owner(piece);
        self.site_of[piece] = site as i16;
        self.below[piece] = self.top[site];
        self.top[site] = piece as i16;
        self.height[site] += 1;
        self.occupied[owner].insert(site);
        self.n_on_board[owner] += 1;
    }

    /// Takes a piece off the board, wherever in a stack it is.
    pub(crate) fn lift(&mut self, piece: usize) {
        let Some(site) = self.site_of(piece) else { return };
        let owner = self.owner(piece);
        if self.top(site) == Some(piece) {
            self.top[site] = self.below[piece];
        } else {
            let above = self.pieces_down(site).find(|above| self.below[*above] == piece as i16);
            if let Some(above) = above {
                self.below[above] = self.below[piece];
            }
        }
        self.below[piece] = NOTHING;
        self.site_of[piece] = NOTHING;
        self.height[site] -= 1;
        self.n_on_board[owner] -= 1;
        if !self.pieces_down(site).any(|other| self.owner(other) == owner) {
            self.occupied[owner].remove(site);
        }
    }

    /// Takes a piece off the board for good: there it is like any other, with no attribute kept, and
    /// on no step that waits.
    pub(crate) fn remove(&mut self, piece: usize, game: &Game) {
        self.lift(piece);
        for (attribute, declared) in game.attributes.iter().enumerate() {
            self.set_attribute(piece, attribute, declared.default);
        }
        for step in &mut self.agenda {
            step.pieces.remove(piece);
        }
    }

    /// Moves everything that stands on a site on top of another one, in its order.
    pub(crate) fn move_all(&mut self, from: usize, to: usize) {
        let Some(top) = self.top(from) else { return };
        if from == to {
            return;
        }
        let mut piece = top;
        loop {
            let owner = self.owner(piece);
            self.site_of[piece] = to as i16;
            self.occupied[owner].remove(from);
            self.occupied[owner].insert(to);
            match usize::try_from(self.below[piece]) {
                Ok(next) => piece = next,
                Err(_) => break,
            }
        }
        self.below[piece] = self.top[to];
        self.top[to] = top as i16;
        self.top[from] = NOTHING;
        self.height[to] += self.height[from];
        self.height[from] = 0;
    }

    pub(crate) fn set_mover(&mut self, player: Option<usize>) {
        self.mover = player.map_or(NOTHING, |p| p as i16);
    }

    pub(crate) fn set_turn(&mut self, turn: u32) {
        self.turn = turn;
    }

    pub(crate) fn count_ply(&mut self) {
        self.ply += 1;
    }

    pub(crate) fn phase(&self) -> Phase {
        self.phase
    }

    pub(crate) fn set_phase(&mut self, phase: Phase) {
        self.phase = phase;
    }

    pub(crate) fn add_score(&mut self, player: usize, points: i32) {
        self.scores[player] = self.scores[player].saturating_add(points);
    }

    /// Gives a player the next place; nothing changes for one who has a place.
    pub(crate) fn add_place(&mut self, player: usize) {
        if !self.places.contains(&(player as u8)) {
            self.places.push(player as u8);
        }
    }

    /// Ends the game: the winners are the first in the ranking, then come those with places.
    pub(crate) fn finish(&mut self, winners: &[usize], reason: usize) {
        let mut ranking = winners.to_vec();
        ranking.extend(self.places().filter(|player| !winners.contains(player)));
        self.outcome = Some(Outcome { ranking, n_winners: winners.len(), reason });
        self.agenda.clear();
    }

    pub(crate) fn insert_step(&mut self, index: usize, step: Step) {
        self.agenda.insert(index, step);
    }

    pub(crate) fn step_mut(&mut self, index: usize) -> Option<&mut Step> {
        self.agenda.get_mut(index)
    }

    pub(crate) fn take_step(&mut self) -> Option<Step> {
        (!self.agenda.is_empty()).then(|| self.agenda.remove(0))
    }

    pub(crate) fn clear_agenda(&mut self) {
        self.agenda.clear();
    }

    /// The move of a piece from where it stands.
    pub(crate) fn piece_move(&self, piece: usize, to: i16, number: i64, marks: u32) -> Move {
        Move { piece: piece as i16, from: self.site_of[piece], to, word: -1, marks, number }
    }

    fn cell(&self, entry: usize, player: usize) -> usize {
        let (start, stride, _) = self.sizes.entries[entry];
        start + stride * player
    }
}

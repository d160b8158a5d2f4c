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
mod copy;
mod history;
mod likeness;
mod placing;
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
    /// For each declared entry where it begins among the numbers, how far its players are apart (0 when
    /// it is the game's own), and a list's greatest length.
    entries: Vec<(usize, usize, usize)>,
}

/// Everything needed to go on with a game.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    sizes: Arc<Sizes>,
    owners: Arc<[u8]>,
    n_sites: usize,
    n_players: usize,
    n_pieces: usize,
    mover: i16,
    turn: u32,
    ply: u32,
    phase: Phase,
    /// For each piece its site; then for each the piece under it; for each site the piece on top; for
    /// each how many stand there; and for each owner how many are on the board.
    places_of: Vec<i16>,
    /// The scores, the attributes of pieces, then the cells of declared entries.
    numbers: Vec<i32>,
    occupied: Vec<SiteSet>,
    /// The players who have their places already, the best first.
    places: Vec<u8>,
    /// How often each key was recorded in this game.
    history: History,
    agenda: Vec<Step>,
    outcome: Option<Outcome>,
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
        let mut numbers = vec![0; n_players];
        for declared in &game.attributes {
            numbers.extend(std::iter::repeat_n(declared.default, n_pieces));
        }
        let mut entries = Vec::new();
        for entry in &game.state {
            let (size, max) = match entry.ty {
                ValueType::List { max } => (1 + max, max),
                ValueType::Int | ValueType::Bool => (1, 0),
            };
            let stride = if entry.per_player { size } else { 0 };
            entries.push((numbers.len(), stride, max));
            let value = if max > 0 { 0 } else { entry.default };
            for _ in 0..if entry.per_player { n_players } else { 1 } {
                numbers.push(value);
                numbers.extend(std::iter::repeat_n(0, size - 1));
            }
        }
        let owners = game.pieces.iter().map(|piece| piece.owner as u8).collect();
        let mut places_of = vec![NOTHING; 2 * n_pieces + n_sites];
        // One more than the players are: nobody has pieces too.
        places_of.extend(std::iter::repeat_n(0, n_sites + n_players + 1));
        Self {
            sizes: Arc::new(Sizes { entries }),
            owners,
            n_sites,
            n_players,
            n_pieces,
            mover: NOTHING,
            turn: 0,
            ply: 0,
            phase: Phase::Setup,
            places_of,
            numbers,
            occupied: vec![SiteSet::EMPTY; n_players + 1],
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
        &self.numbers[..self.n_players]
    }

    /// The players who have their places already while the others play on, the best first.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|player| usize::from(*player))
    }

    /// The site of a piece; `None` off the board.
    pub fn site_of(&self, piece: usize) -> Option<usize> {
        self.piece_or_site(piece)
    }

    /// The owner of a piece; [`Game::nobody`] for one that is nobody's.
    pub fn owner(&self, piece: usize) -> usize {
        self.owners[piece].into()
    }

    /// The piece that came to the site last.
    pub fn top(&self, site: usize) -> Option<usize> {
        self.piece_or_site(self.top_of(site))
    }

    /// The piece right under a piece.
    pub fn below(&self, piece: usize) -> Option<usize> {
        self.piece_or_site(self.below_of(piece))
    }

    /// How many pieces stand on the site.
    pub fn height(&self, site: usize) -> usize {
        self.places_of[self.height_of(site)] as usize
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
        std::iter::successors(self.top(site), |piece| self.below(*piece))
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

    /// The sites on which the owner has a piece, in rising order.
    pub fn sites_of(&self, owner: usize) -> impl Iterator<Item = usize> {
        self.occupied[owner].iter_below(self.n_sites)
    }

    /// Writes the pieces that stand on top of sites, are the owner's and have the value of an
    /// attribute, and their sites, in the order of sites; gives how many. There is room for as many as
    /// there are sites.
    pub(crate) fn stacks_with(
        &self,
        owner: usize,
        attribute: usize,
        value: i64,
        out: &mut [(u16, u16)],
    ) -> usize {
        let (Ok(value), Ok(owner_of)) = (i32::try_from(value), u8::try_from(owner)) else {
            return 0;
        };
        let own = self.occupied[owner].words_below(self.n_sites);
        let values = &self.numbers[self.number_of_attribute(0, attribute)..][..self.n_pieces];
        let tops = &self.places_of[self.top_of(0)..][..self.n_sites];
        let mut n = 0;
        for (i, word) in own.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let site = i * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let (Some(top), Some(place)) = (tops.get(site), out.get_mut(n)) else { return n };
                *place = (*top as u16, site as u16);
                // Without a branch, since which stacks are wanted is hard to foresee.
                let top = *top as usize;
                let has = values.get(top) == Some(&value);
                n += usize::from(has & (self.owners.get(top) == Some(&owner_of)));
            }
        }
        n
    }

    /// The sites on which a piece stands that is nobody's.
    pub fn neutral_sites(&self) -> SiteSet {
        self.occupied[self.n_players]
    }

    /// The sites of pieces by owner: the players, then nobody.
    pub(crate) fn all_occupied(&self) -> &[SiteSet] {
        &self.occupied
    }

    /// How many of the owner's pieces are on the board.
    pub fn n_on_board(&self, owner: usize) -> usize {
        self.places_of[self.count_of(owner)] as usize
    }

    /// The value of a piece's attribute, 0 or 1 for a boolean one.
    pub fn attribute(&self, piece: usize, attribute: usize) -> i32 {
        self.numbers[self.number_of_attribute(piece, attribute)]
    }

    /// The value of a declared entry; `player` is ignored for the game's own.
    pub fn entry(&self, entry: usize, player: usize) -> i32 {
        self.numbers[self.cell(entry, player)]
    }

    /// A number of the state, by what [`Self::number_of_entry`] gives.
    #[inline]
    pub(crate) fn number(&self, index: usize) -> i32 {
        self.numbers[index]
    }

    /// Gives a number of the state, by what [`Self::number_of_entry`] gives, a value.
    #[inline]
    pub(crate) fn set_number(&mut self, index: usize, value: i32) {
        self.numbers[index] = value;
    }

    /// Which number of the state is the value of a plain entry, the first player's where each has one;
    /// those of the others follow it.
    pub(crate) fn number_of_entry(&self, entry: usize) -> usize {
        self.cell(entry, 0)
    }

    /// The items of a declared list.
    pub fn list(&self, entry: usize, player: usize) -> &[i32] {
        let cell = self.cell(entry, player);
        &self.numbers[cell + 1..=cell + self.numbers[cell] as usize]
    }

    /// Gives a piece a value of an attribute.
    pub(crate) fn set_attribute(&mut self, piece: usize, attribute: usize, value: i32) {
        let number = self.number_of_attribute(piece, attribute);
        self.numbers[number] = value;
    }

    pub(crate) fn set_entry(&mut self, entry: usize, player: usize, value: i32) {
        let cell = self.cell(entry, player);
        self.numbers[cell] = value;
    }

    /// Replaces a list; false when it would be longer than declared.
    pub(crate) fn set_list(&mut self, entry: usize, player: usize, items: &[i32]) -> bool {
        let (_, _, max) = self.sizes.entries[entry];
        if items.len() > max {
            return false;
        }
        let cell = self.cell(entry, player);
        self.numbers[cell] = items.len() as i32;
        self.numbers[cell + 1..=cell + items.len()].copy_from_slice(items);
        // Two equal lists must be equal states, whatever stood behind them before.
        self.numbers[cell + 1 + items.len()..=cell + max].fill(0);
        true
    }

    /// How much a copy copies, in numbers.
    pub(crate) fn size(&self) -> usize {
        self.places_of.len() + self.numbers.len() + 8 * self.agenda.len()
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
        self.numbers[player] = self.numbers[player].saturating_add(points);
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

    /// The first of the steps that wait does so no more.
    pub(crate) fn drop_step(&mut self) {
        // Most often it is the only one.
        if self.agenda.len() > 1 {
            self.agenda.remove(0);
        } else {
            self.agenda.clear();
        }
    }

    pub(crate) fn clear_agenda(&mut self) {
        self.agenda.clear();
    }

    /// The move of a piece from where it stands.
    pub(crate) fn piece_move(&self, piece: usize, to: i16, number: i64, marks: u32) -> Move {
        Move { piece: piece as i16, from: self.places_of[piece], to, word: -1, marks, number }
    }

    fn cell(&self, entry: usize, player: usize) -> usize {
        let (start, stride, _) = self.sizes.entries[entry];
        start + stride * player
    }

    fn number_of_attribute(&self, piece: usize, attribute: usize) -> usize {
        self.n_players + attribute * self.n_pieces + piece
    }

    #[inline]
    fn piece_or_site(&self, place: usize) -> Option<usize> {
        self.places_of.get(place).and_then(|found| usize::try_from(*found).ok())
    }

    fn below_of(&self, piece: usize) -> usize {
        self.n_pieces + piece
    }

    fn top_of(&self, site: usize) -> usize {
        2 * self.n_pieces + site
    }

    fn height_of(&self, site: usize) -> usize {
        2 * self.n_pieces + self.n_sites + site
    }

    fn count_of(&self, owner: usize) -> usize {
        2 * (self.n_pieces + self.n_sites) + owner
    }
}

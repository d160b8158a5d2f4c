//! The plain form: what stands on each square, what lies under each piece, and loops over them.

use super::{Deed, End, Form, LIGHT, MAX_MOVES, MAX_SQUARES, MIN_COLUMNS, Move, Reason, TAB, mark};

/// The most pieces that all players have.
const MAX_PIECES: usize = MAX_SQUARES / 2;

/// No piece.
const NONE: u8 = u8::MAX;

// A player's rows in the order of the path (T3).
const HOME: usize = 0;
const SECOND: usize = 1;
const THIRD: usize = 2;
const FOURTH: usize = 3;

/// Where the track of a player leads from a square (T3).
#[derive(Clone, Copy, Default)]
struct Ways {
    /// The square that follows.
    next: u8,
    /// The square of the fourth row at the fork.
    branch: Option<u8>,
}

/// A board with `COLUMNS` squares in a row, 6 to 16.
pub(crate) struct Arrays<const COLUMNS: usize> {
    tracks: [[Ways; MAX_SQUARES]; 2],
    /// The piece on top of each square.
    top: [u8; MAX_SQUARES],
    /// The piece right under each piece; Light's pieces come first.
    below: [u8; MAX_PIECES],
    /// Whether a piece has never moved (T10).
    unmoved: [bool; MAX_PIECES],
    /// Whether a piece has been in its fourth row (T13).
    been: [bool; MAX_PIECES],
    /// How many pieces a player has left.
    left: [u8; 2],
    moves: Vec<Move>,
}

impl<const COLUMNS: usize> Default for Arrays<COLUMNS> {
    fn default() -> Self {
        const { assert!(MIN_COLUMNS <= COLUMNS && 4 * COLUMNS <= MAX_SQUARES) }
        let mut arrays = Self {
            tracks: [LIGHT, 1 - LIGHT].map(Self::track),
            top: [NONE; MAX_SQUARES],
            below: [NONE; MAX_PIECES],
            unmoved: [true; MAX_PIECES],
            been: [false; MAX_PIECES],
            left: [COLUMNS as u8; 2],
            moves: Vec::with_capacity(MAX_MOVES),
        };
        arrays.set_up();
        arrays
    }
}

impl<const COLUMNS: usize> Form for Arrays<COLUMNS> {
    const COLUMNS: usize = COLUMNS;

    fn set_up(&mut self) {
        self.top = [NONE; MAX_SQUARES];
        self.below = [NONE; MAX_PIECES];
        self.unmoved = [true; MAX_PIECES];
        self.been = [false; MAX_PIECES];
        self.left = [COLUMNS as u8; 2];
        for x in 0..COLUMNS {
            self.top[x] = x as u8;
            self.top[3 * COLUMNS + x] = (COLUMNS + x) as u8;
        }
    }

    fn moves(&mut self, player: usize, n: u8) -> &[Move] {
        self.moves.clear();
        if n == TAB {
            self.conversions(player);
        }
        let free = self.leaves_fourth(player);
        // T13
        let open = self.row(player, FOURTH).any(|site| self.holder(site) == Some(1 - player));
        for site in 0..4 * COLUMNS {
            if self.holder(site) != Some(player) {
                continue;
            }
            let top = usize::from(self.top[site]);
            if self.unmoved[top] || !free && Self::row_of(player, site) == FOURTH {
                continue;
            }
            let whole = self.below[top] != NONE;
            if n == TAB && whole {
                self.walk(player, site, n, mark::ALONE, open && !self.been[top]);
            }
            let enters = open && !self.pieces(site).any(|piece| self.been[piece]);
            self.walk(player, site, n, 0, enters);
        }
        // T18
        let undone = |mv: &Move| mv.marks & mark::UNDONE != 0;
        if !self.moves.is_empty() && self.moves.iter().all(undone) {
            self.moves.push(Move::SKIP);
        }
        &self.moves
    }

    fn play(&mut self, player: usize, mv: Move) -> Deed {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let piece = usize::from(self.top[from]);
        self.unmoved[piece] = false;
        // T18
        if mv.marks & mark::UNDONE != 0 {
            self.left[player] -= self.pieces(from).count() as u8 - 1;
            self.below[piece] = NONE;
        }
        // T19
        if mv.marks & mark::CAPTURE != 0 {
            self.left[1 - player] -= self.pieces(to).count() as u8;
            self.top[to] = NONE;
        }
        self.shift(from, to, mv.marks & mark::ALONE != 0);
        let fourth = Self::row_of(player, to) == FOURTH;
        let entered = fourth && Self::row_of(player, from) != FOURTH;
        let busy = mv.marks & (mark::CAPTURE | mark::CONVERT) != 0 || entered;
        if self.left[1 - player] == 0 {
            let end = End { winner: Some(player), reason: Reason::T20 };
            return Deed { busy, end: Some(end) };
        }
        if !fourth {
            return Deed { busy, end: None };
        }
        let mut next = self.top[to];
        while next != NONE {
            self.been[usize::from(next)] = true;
            next = self.below[usize::from(next)];
        }
        Deed { busy, end: self.rests().then(|| self.decide()) }
    }

    fn held(&self, player: usize) -> u32 {
        self.row(player, FOURTH).filter(|site| self.holder(*site) == Some(player)).count() as u32
    }
}

impl<const COLUMNS: usize> Arrays<COLUMNS> {
    /// T3: both tracks run right, left and right as each player sits.
    fn track(player: usize) -> [Ways; MAX_SQUARES] {
        let square = |row: usize, i: usize| {
            let x = if row == SECOND { COLUMNS - 1 - i } else { i };
            let site = row * COLUMNS + x;
            (if player == LIGHT { site } else { 4 * COLUMNS - 1 - site }) as u8
        };
        let mut track = [Ways::default(); MAX_SQUARES];
        for row in [HOME, SECOND, THIRD, FOURTH] {
            for i in 0..COLUMNS {
                let backward = row == FOURTH;
                let at = if backward { COLUMNS - 1 - i } else { i };
                let last = i == COLUMNS - 1;
                let next = match row {
                    _ if !last && backward => square(row, at - 1),
                    _ if !last => square(row, at + 1),
                    HOME | THIRD => square(SECOND, 0),
                    _ => square(THIRD, 0),
                };
                let branch = (row == THIRD && last).then(|| square(FOURTH, COLUMNS - 1));
                track[usize::from(square(row, at))] = Ways { next, branch };
            }
        }
        track
    }

    /// In which of the player's rows a square lies.
    fn row_of(player: usize, site: usize) -> usize {
        if player == LIGHT { site / COLUMNS } else { 3 - site / COLUMNS }
    }

    /// The squares of a player's row, from the left.
    fn row(&self, player: usize, row: usize) -> std::ops::Range<usize> {
        let row = if player == LIGHT { row } else { 3 - row };
        row * COLUMNS..(row + 1) * COLUMNS
    }

    /// Whose pieces stand on a square.
    fn holder(&self, site: usize) -> Option<usize> {
        let top = self.top[site];
        (top != NONE).then_some(usize::from(usize::from(top) >= COLUMNS))
    }

    /// The pieces on a square, the top one first.
    fn pieces(&self, site: usize) -> impl Iterator<Item = usize> {
        let piece = |piece: u8| (piece != NONE).then_some(usize::from(piece));
        std::iter::successors(piece(self.top[site]), move |above| piece(self.below[*above]))
    }

    /// T10: the moves of pieces that have never moved.
    fn conversions(&mut self, player: usize) {
        for site in self.row(player, HOME) {
            if self.holder(site) == Some(player) && self.unmoved[usize::from(self.top[site])] {
                let to = self.tracks[player][site].next.into();
                self.offer(player, site, to, mark::CONVERT);
            }
        }
    }

    /// Offers both ways of a stack, or of its top piece alone; `enters` says whether it may go into
    /// the fourth row.
    fn walk(&mut self, player: usize, site: usize, n: u8, marks: u8, enters: bool) {
        let track = &self.tracks[player];
        let whole = marks == 0 && self.below[usize::from(self.top[site])] != NONE;
        let (mut way, mut branch, mut back) = (site, None::<usize>, false);
        for _ in 0..n {
            let here = track[way];
            branch = match branch {
                Some(site) => Some(usize::from(track[site].next)),
                None => here.branch.map(usize::from),
            };
            let next = usize::from(here.next);
            back |= Self::row_of(player, next) < Self::row_of(player, way);
            way = next;
        }
        self.offer(player, site, way, marks | if whole && back { mark::UNDONE } else { 0 });
        if let Some(to) = branch.filter(|_| enters) {
            self.offer(player, site, to, marks);
        }
    }

    /// Offers a move, unless it ends on a piece that is in its way.
    fn offer(&mut self, player: usize, from: usize, to: usize, mut marks: u8) {
        match self.holder(to) {
            None => {}
            // T16
            Some(holder) if holder == player => {
                if self.unmoved[usize::from(self.top[to])] {
                    return;
                }
            }
            Some(_) => {
                // T12
                if Self::row_of(player, to) == HOME {
                    return;
                }
                marks |= mark::CAPTURE;
            }
        }
        self.moves.push(Move { from: from as u8, to: to as u8, marks });
    }

    /// T14: whether a player's pieces may move that stand in the fourth row.
    fn leaves_fourth(&self, player: usize) -> bool {
        let mut stacks = self.row(player, HOME).filter(|site| self.holder(*site) == Some(player));
        match (stacks.next(), stacks.next()) {
            (None, _) => true,
            (Some(site), None) => self.below[usize::from(self.top[site])] != NONE,
            _ => false,
        }
    }

    /// T16, T17: puts a stack, or its top piece alone, on top of a square.
    fn shift(&mut self, from: usize, to: usize, alone: bool) {
        let top = self.top[from];
        let mut bottom = usize::from(top);
        while !alone && self.below[bottom] != NONE {
            bottom = self.below[bottom].into();
        }
        self.top[from] = self.below[bottom];
        self.below[bottom] = self.top[to];
        self.top[to] = top;
    }

    /// T21: whether every piece stands in its owner's fourth row.
    fn rests(&self) -> bool {
        let rests = |site: usize| {
            self.holder(site).is_none_or(|player| Self::row_of(player, site) == FOURTH)
        };
        (0..4 * COLUMNS).all(rests)
    }
}

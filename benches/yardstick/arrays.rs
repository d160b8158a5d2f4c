//! The plain form: what stands on each square, what lies under each piece, and loops over them.

use super::{
    Deed, End, Form, LIGHT, MAX_MOVES, MAX_SQUARES, MIN_COLUMNS, Move, Reason, TAB, mark, square,
};

/// The most pieces that all players have.
const MAX_PIECES: usize = MAX_SQUARES / 2;

/// No piece.
const NONE: u8 = u8::MAX;

/// The first row of a player's path (T3).
const HOME: usize = 0;

/// The last one.
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
        for site in 0..4 * COLUMNS {
            if self.holder(site) != Some(player) {
                continue;
            }
            let top = usize::from(self.top[site]);
            let kept = || Self::row_of(player, site) == FOURTH && !self.leaves_fourth(player);
            if self.unmoved[top] || kept() {
                continue;
            }
            // T17
            if n == TAB && self.below[top] != NONE {
                self.walk(player, site, n, mark::ALONE);
            }
            self.walk(player, site, n, 0);
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
        Self::row(player, FOURTH).filter(|site| self.holder(*site) == Some(player)).count() as u32
    }
}

impl<const COLUMNS: usize> Arrays<COLUMNS> {
    /// T3: after the third row comes the second again, or at the fork the fourth, and then the third.
    fn track(player: usize) -> [Ways; MAX_SQUARES] {
        let (second, third, fourth, end) = (COLUMNS, 2 * COLUMNS, 3 * COLUMNS, 4 * COLUMNS);
        let square = |i| square(player, COLUMNS, i) as u8;
        let mut track = [Ways::default(); MAX_SQUARES];
        for i in 0..end {
            let next = match i + 1 {
                next if next == fourth => second,
                next if next == end => third,
                next => next,
            };
            let branch = (i + 1 == fourth).then(|| square(fourth));
            track[usize::from(square(i))] = Ways { next: square(next), branch };
        }
        track
    }

    /// In which of the player's rows a square lies.
    fn row_of(player: usize, site: usize) -> usize {
        if player == LIGHT { site / COLUMNS } else { 3 - site / COLUMNS }
    }

    /// The squares of a player's row in rising order.
    fn row(player: usize, row: usize) -> std::ops::Range<usize> {
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
        for site in Self::row(player, HOME) {
            if self.holder(site) == Some(player) && self.unmoved[usize::from(self.top[site])] {
                let to = self.tracks[player][site].next.into();
                self.offer(player, site, to, mark::CONVERT);
            }
        }
    }

    /// Offers both ways of a stack, or of its top piece alone.
    fn walk(&mut self, player: usize, site: usize, n: u8, marks: u8) {
        let track = &self.tracks[player];
        let alone = marks & mark::ALONE != 0;
        let whole = !alone && self.below[usize::from(self.top[site])] != NONE;
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
        if let Some(to) = branch
            && self.enters_fourth(player, site, alone)
        {
            self.offer(player, site, to, marks);
        }
    }

    /// T13: whether a stack, or its top piece alone, may go into the fourth row.
    fn enters_fourth(&self, player: usize, site: usize, alone: bool) -> bool {
        let n_pieces = if alone { 1 } else { usize::MAX };
        Self::row(player, FOURTH).any(|site| self.holder(site) == Some(1 - player))
            && !self.pieces(site).take(n_pieces).any(|piece| self.been[piece])
    }

    /// Offers a move, unless it ends on a piece that is in its way.
    fn offer(&mut self, player: usize, from: usize, to: usize, mut marks: u8) {
        let holder = self.holder(to);
        let barred = match holder {
            None => false,
            // T16
            Some(holder) if holder == player => self.unmoved[usize::from(self.top[to])],
            // T12
            Some(_) => Self::row_of(player, to) == HOME,
        };
        if barred {
            return;
        }
        if holder == Some(1 - player) {
            marks |= mark::CAPTURE;
        }
        self.moves.push(Move { from: from as u8, to: to as u8, marks });
    }

    /// T14: whether a player's pieces may move that stand in the fourth row.
    fn leaves_fourth(&self, player: usize) -> bool {
        let mut stacks = Self::row(player, HOME).filter(|site| self.holder(*site) == Some(player));
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

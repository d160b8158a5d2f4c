//! The fast form: sets of squares as words of 64 bits, and tables for where the ways lead.

use super::{
    Deed, End, Form, LIGHT, MAX_MOVES, MAX_SQUARES, MIN_COLUMNS, Move, Reason, TAB, mark, square,
};

/// The greatest throw.
const MAX_THROW: usize = 6;

/// A stack of one piece that has not been in its fourth row; see [`Bitboards::stacks`].
const FRESH: u32 = 0b10;

/// A board with `COLUMNS` squares in a row, 6 to 16; bit `i` of a set is square `i`.
pub(crate) struct Bitboards<const COLUMNS: usize> {
    /// Where each player has pieces.
    own: [u64; 2],
    /// Where pieces stand that have never moved (T10), of both players.
    unmoved: u64,
    /// Where more than one piece stands, of both players.
    stacked: u64,
    /// Where any piece stands that has been in its fourth row (T13), of both players.
    been: u64,
    /// Which pieces of a stack have been in the fourth row, a bit each, the top one's lowest, and a 1
    /// above them all; what stands for an empty square has no meaning.
    stacks: [u32; MAX_SQUARES],
    moves: [Move; MAX_MOVES],
}

/// The board as a player sees it.
struct Side {
    home: u64,
    fourth: u64,
    /// The last square of the home row.
    gate: u64,
    /// For each throw and square where it leads by the main way, and into the fourth row by the fork
    /// if it gets there.
    ways: [[(u8, u8); MAX_SQUARES]; MAX_THROW + 1],
    /// For each throw from where it leads through the fork.
    fork: [u64; MAX_THROW + 1],
    /// For each throw from where it leads to an earlier row by the main way (T18).
    back: [u64; MAX_THROW + 1],
}

impl Side {
    /// T3: after the third row comes the second again, or at the fork the fourth, and then the third.
    const fn new(player: usize, columns: usize) -> Self {
        assert!(MIN_COLUMNS <= columns && 4 * columns <= MAX_SQUARES);
        let mut side = Self {
            home: 0,
            fourth: 0,
            gate: 1 << square(player, columns, columns - 1),
            ways: [[(0, 0); MAX_SQUARES]; MAX_THROW + 1],
            fork: [0; MAX_THROW + 1],
            back: [0; MAX_THROW + 1],
        };
        let mut i = 0;
        while i < 4 * columns {
            let from = square(player, columns, i);
            let bit = 1 << from;
            if i < columns {
                side.home |= bit;
            } else if i >= 3 * columns {
                side.fourth |= bit;
            }
            let mut n = 1;
            while n <= MAX_THROW {
                let forks = 2 * columns <= i && i < 3 * columns && i + n >= 3 * columns;
                let leaves = i + n >= 4 * columns;
                let main = if forks || leaves { i + n - 2 * columns } else { i + n };
                let branch = if forks { i + n } else { main };
                side.ways[n][from] =
                    (square(player, columns, main) as u8, square(player, columns, branch) as u8);
                if forks {
                    side.fork[n] |= bit;
                }
                if forks || leaves {
                    side.back[n] |= bit;
                }
                n += 1;
            }
            i += 1;
        }
        side
    }
}

impl<const COLUMNS: usize> Default for Bitboards<COLUMNS> {
    fn default() -> Self {
        let mut boards = Self {
            own: [0; 2],
            unmoved: 0,
            stacked: 0,
            been: 0,
            stacks: [FRESH; MAX_SQUARES],
            moves: [Move::SKIP; MAX_MOVES],
        };
        boards.set_up();
        boards
    }
}

impl<const COLUMNS: usize> Form for Bitboards<COLUMNS> {
    const COLUMNS: usize = COLUMNS;

    fn set_up(&mut self) {
        self.own = [Self::SIDES[0].home, Self::SIDES[1].home];
        self.unmoved = self.own[0] | self.own[1];
        self.stacked = 0;
        self.been = 0;
        self.stacks = [FRESH; MAX_SQUARES];
    }

    fn moves(&mut self, player: usize, n: u8) -> &[Move] {
        let n_moves = if n == TAB { self.tab_moves(player) } else { self.whole_moves(player, n) };
        &self.moves[..n_moves]
    }

    fn play(&mut self, player: usize, mv: Move) -> Deed {
        let side = &Self::SIDES[player];
        let (from, to) = (usize::from(mv.from) % MAX_SQUARES, usize::from(mv.to) % MAX_SQUARES);
        let (from_bit, to_bit) = (1 << from, 1 << to);
        let (alone, undone) = (mv.marks & mark::ALONE != 0, mv.marks & mark::UNDONE != 0);
        self.unmoved &= !from_bit;
        // T17, T18: what goes, and what stays behind.
        let stack = self.stacks[from];
        let goes = if alone || undone { FRESH | stack & 1 } else { stack };
        if alone {
            self.set(from, stack >> 1);
        } else {
            self.own[player] &= !from_bit;
            self.stacked &= !from_bit;
            self.been &= !from_bit;
        }
        // T19
        if mv.marks & mark::CAPTURE != 0 {
            self.own[1 - player] &= !to_bit;
            self.unmoved &= !to_bit;
        }
        // T16
        let mut stands = goes;
        if self.own[player] & to_bit != 0 {
            let height = u32::BITS - 1 - goes.leading_zeros();
            stands = self.stacks[to] << height | goes ^ 1 << height;
        }
        let fourth = side.fourth & to_bit != 0;
        if fourth {
            // T13: every bit but the uppermost.
            stands = u32::MAX >> stands.leading_zeros();
        }
        self.own[player] |= to_bit;
        self.set(to, stands);
        let busy = mv.marks & (mark::CAPTURE | mark::CONVERT) != 0
            || fourth && side.fourth & from_bit == 0;
        let end = if self.own[1 - player] == 0 {
            Some(End { winner: Some(player), reason: Reason::T20 })
        } else if fourth && self.rests() {
            Some(self.decide())
        } else {
            None
        };
        Deed { busy, end }
    }

    fn held(&self, player: usize) -> u32 {
        (self.own[player] & Self::SIDES[player].fourth).count_ones()
    }
}

impl<const COLUMNS: usize> Bitboards<COLUMNS> {
    const SIDES: &[Side; 2] = &[Side::new(0, COLUMNS), Side::new(1, COLUMNS)];

    /// Puts another stack on a square where one stands or has stood.
    fn set(&mut self, site: usize, stack: u32) {
        self.stacks[site] = stack;
        let flag = |set: u64, on: bool| set & !(1 << site) | u64::from(on) << site;
        self.stacked = flag(self.stacked, stack >= 0b100);
        // Without the uppermost bit nothing is left where nobody has been.
        self.been = flag(self.been, !stack.is_power_of_two());
    }

    /// The moves of stacks as a whole with a throw that is no tâb; says how many they are.
    fn whole_moves(&mut self, player: usize, n: u8) -> usize {
        let n = usize::from(n).min(MAX_THROW);
        let side = &Self::SIDES[player];
        let place = self.place(player);
        let ways = &side.ways[n];
        let sources = place.sources;
        let entering = if place.open { side.fork[n] & !self.been } else { 0 };
        let undone = self.stacked & side.back[n];
        let (mut n_moves, mut n_undone) = (0, 0);
        let mut rest = sources;
        while rest != 0 {
            let from = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (main, branch) = ways[from];
            // Each move is written, and stays where it is legal: there is nothing to foresee.
            let legal = !place.barred >> main & 1;
            let undoes = undone >> from & 1;
            self.moves[n_moves % MAX_MOVES] = place.mv(from, main, undoes as u8 * mark::UNDONE);
            n_moves += legal as usize;
            n_undone += (legal & undoes) as usize;
            self.moves[n_moves % MAX_MOVES] = place.mv(from, branch, 0);
            n_moves += (entering >> from & 1) as usize;
        }
        self.skip(n_moves, n_undone)
    }

    /// The moves with a tâb: conversions, and stacks as a whole or their top pieces alone; says how
    /// many they are.
    fn tab_moves(&mut self, player: usize) -> usize {
        let side = &Self::SIDES[player];
        let place = self.place(player);
        let ways = &side.ways[1];
        // T10, T12, T16: in the home row the next square is to the right as the player sits.
        let barred = if player == LIGHT { place.barred >> 1 } else { place.barred << 1 };
        let mut rest = self.own[player] & self.unmoved & (!barred | side.gate);
        let (mut n_moves, mut n_undone) = (0, 0);
        while rest != 0 {
            let from = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.moves[n_moves % MAX_MOVES] = place.mv(from, ways[from].0, mark::CONVERT);
            n_moves += 1;
        }
        let mut rest = place.sources;
        while rest != 0 {
            let from = rest.trailing_zeros() as usize;
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let (main, branch) = ways[from];
            let legal = place.barred >> main & 1 == 0;
            let enters = place.open && side.fork[1] & bit != 0;
            let whole = self.stacked & bit != 0;
            if whole {
                // T17
                if legal {
                    self.moves[n_moves % MAX_MOVES] = place.mv(from, main, mark::ALONE);
                    n_moves += 1;
                }
                if enters && self.stacks[from] & 1 == 0 {
                    self.moves[n_moves % MAX_MOVES] = place.mv(from, branch, mark::ALONE);
                    n_moves += 1;
                }
            }
            if legal {
                let undoes = whole && side.back[1] & bit != 0;
                let marks = u8::from(undoes) * mark::UNDONE;
                self.moves[n_moves % MAX_MOVES] = place.mv(from, main, marks);
                n_moves += 1;
                n_undone += usize::from(undoes);
            }
            if enters && self.been & bit == 0 {
                self.moves[n_moves % MAX_MOVES] = place.mv(from, branch, 0);
                n_moves += 1;
            }
        }
        self.skip(n_moves, n_undone)
    }

    /// T18: adds `skip` when all moves undo a stack; says how many moves there are then.
    fn skip(&mut self, n_moves: usize, n_undone: usize) -> usize {
        if n_moves > 0 && n_undone == n_moves {
            self.moves[n_moves % MAX_MOVES] = Move::SKIP;
            return n_moves + 1;
        }
        n_moves
    }

    /// What all moves of a player have in common.
    fn place(&self, player: usize) -> Place {
        let side = &Self::SIDES[player];
        let (own, enemy) = (self.own[player], self.own[1 - player]);
        let home = own & side.home;
        // T14: nothing at home, or one square and a stack on it.
        let free = home & home.wrapping_sub(1) == 0 && home & !self.stacked == 0;
        let kept = if free { 0 } else { side.fourth };
        Place {
            enemy,
            barred: own & self.unmoved | enemy & side.home,
            sources: own & !self.unmoved & !kept,
            open: enemy & side.fourth != 0,
        }
    }

    /// T21: whether every piece stands in its owner's fourth row.
    fn rests(&self) -> bool {
        let away = |player: usize| self.own[player] & !Self::SIDES[player].fourth;
        away(0) | away(1) == 0
    }
}

/// What all moves of a player have in common.
struct Place {
    enemy: u64,
    /// Where no move may end (T12, T16).
    barred: u64,
    /// Where pieces stand that have moved and may move (T10, T14).
    sources: u64,
    /// Whether an enemy piece stands in the fourth row (T13).
    open: bool,
}

impl Place {
    /// A move, marked as a capture if it is one.
    fn mv(&self, from: usize, to: u8, marks: u8) -> Move {
        let capture = (self.enemy >> to & 1) as u8 * mark::CAPTURE;
        Move { from: from as u8, to, marks: marks | capture }
    }
}

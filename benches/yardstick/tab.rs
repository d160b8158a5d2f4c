//! The yardstick: tâb as one would write it by hand in Rust, for araudi to be measured against.
//!
//! It plays the default variant, with as many columns as its type says, in two forms: [`Arrays`],
//! plain and readable, and [`Bitboards`], as fast as can be. Both play the very game that
//! [`araudi::lab::playout`] plays from the same stream: the same throws, the same legal moves in the
//! same order, the same choices and the same end. [`hash`] says so of every node. Rule numbers in
//! comments (T1 to T21) are those of the definition.

mod arrays;
mod bitboards;
pub(crate) mod hash;

use araudi::lab::{Caps, Stream};

pub(crate) use arrays::Arrays;
pub(crate) use bitboards::Bitboards;

/// The player who sits below row 1.
pub(crate) const LIGHT: usize = 0;

/// More squares than this has no form of the game.
const MAX_SQUARES: usize = 64;

/// With fewer columns a throw of 6 could lead out of the fourth row and into it again.
const MIN_COLUMNS: usize = 6;

/// More moves than this are never legal at once: each of 16 stacks has two ways as a whole and two for
/// its top piece alone, and there is `skip`.
const MAX_MOVES: usize = 128;

/// A throw of 1 (T4).
const TAB: u8 = 1;

/// What the outcomes of the sticks show (T4).
const FACES: [u8; 5] = [1, 2, 3, 4, 6];

/// The outcome that each of sixteen equally likely ways leads to (T4).
const WAYS: [u8; 16] = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4];

/// What is to be said of a move: the bits that the definition gives its marks.
pub(crate) mod mark {
    /// The move ends on the enemy (T19).
    pub(crate) const CAPTURE: u8 = 1;
    /// Only the top piece of a stack moves (T17).
    pub(crate) const ALONE: u8 = 2;
    /// The piece has never moved before (T10).
    pub(crate) const CONVERT: u8 = 4;
    /// The stack is undone (T18).
    pub(crate) const UNDONE: u8 = 8;
}

/// A legal move; squares are counted from 0, row by row from the bottom left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// The square where it begins.
    pub(crate) from: u8,
    /// The square where it ends.
    pub(crate) to: u8,
    /// The bits of [`mark`].
    pub(crate) marks: u8,
}

impl Move {
    /// The throw is left unused (T18).
    pub(crate) const SKIP: Self = Self { from: u8::MAX, to: u8::MAX, marks: 0 };
}

/// Why the game ended, in the order of the definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// A player has lost every piece.
    T20,
    /// The play came to rest.
    T21,
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    /// Who won; `None` for a draw.
    pub(crate) winner: Option<usize>,
    /// Why it ended.
    pub(crate) reason: Reason,
}

/// What a move brought.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Deed {
    /// A capture, a conversion or an entry into the fourth row (T21).
    pub(crate) busy: bool,
    /// The end of the game.
    pub(crate) end: Option<End>,
}

/// A form of the board: what differs between one way to write the game and another.
pub(crate) trait Form: Default {
    /// Squares in a row (T1).
    const COLUMNS: usize;

    /// Puts all pieces where they stand at first (T2).
    fn set_up(&mut self);

    /// The legal moves of a player with a throw, in the order of the definition.
    fn moves(&mut self, player: usize, n: u8) -> &[Move];

    /// Plays one of the legal moves.
    fn play(&mut self, player: usize, mv: Move) -> Deed;

    /// On how many squares of the fourth row a player has pieces.
    fn held(&self, player: usize) -> u32;

    /// T21: whoever holds more squares of the fourth row wins.
    fn decide(&self) -> End {
        let (light, dark) = (self.held(LIGHT), self.held(1 - LIGHT));
        let winner = (light != dark).then_some(if light > dark { LIGHT } else { 1 - LIGHT });
        End { winner, reason: Reason::T21 }
    }
}

/// Sees a playout go by.
pub(crate) trait Witness {
    /// A player throws; `outcome` is an index among the outcomes of the sticks.
    fn thrown(&mut self, player: usize, outcome: usize);

    /// A player chooses from the legal moves with a throw.
    fn chosen(&mut self, player: usize, n: u8, legal: &[Move], index: usize);

    /// The playout is over; there is no end when it came to a cap.
    fn ended(&mut self, end: Option<End>);
}

/// Sees nothing.
impl Witness for () {
    fn thrown(&mut self, _: usize, _: usize) {}

    fn chosen(&mut self, _: usize, _: u8, _: &[Move], _: usize) {}

    fn ended(&mut self, _: Option<End>) {}
}

/// How long a playout was.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Count {
    /// How many turns began.
    pub(crate) turns: u64,
    /// How many moves were made.
    pub(crate) plies: u64,
    /// How many throws were made.
    pub(crate) throws: u64,
}

/// Plays from the first throw to the end, every legal move equally likely.
pub(crate) fn playout(
    form: &mut impl Form,
    stream: &mut Stream,
    caps: Caps,
    witness: &mut impl Witness,
) -> Count {
    form.set_up();
    let mut run = Run { stream, caps, witness, count: Count::default() };
    let end = run.game(form);
    run.witness.ended(end);
    run.count
}

/// A playout on its way.
struct Run<'a, W> {
    stream: &'a mut Stream,
    caps: Caps,
    witness: &'a mut W,
    count: Count,
}

impl<W: Witness> Run<'_, W> {
    /// The whole game; `None` at a cap.
    fn game<F: Form>(&mut self, form: &mut F) -> Option<End> {
        // T21
        let quiet_turns = (15 * F::COLUMNS).max(200);
        // T6
        let mut player = LIGHT;
        while self.throw(player)? != TAB {
            player = 1 - player;
        }
        let mut opening = Some(TAB);
        let mut quiet = 0;
        loop {
            self.count.turns += 1;
            let mut busy = false;
            loop {
                let n = match opening.take() {
                    Some(n) => n,
                    None => self.throw(player)?,
                };
                let deed = self.choose(form, player, n)?;
                if deed.end.is_some() {
                    return deed.end;
                }
                busy |= deed.busy;
                // T5
                if matches!(n, 2 | 3) {
                    break;
                }
            }
            quiet = if busy { 0 } else { quiet + 1 };
            if quiet >= quiet_turns {
                return Some(form.decide());
            }
            player = 1 - player;
        }
    }

    /// T4: what the sticks show.
    fn throw(&mut self, player: usize) -> Option<u8> {
        if self.count.throws >= self.caps.throws {
            return None;
        }
        self.count.throws += 1;
        let outcome = usize::from(WAYS[self.stream.below(WAYS.len() as u32) as usize]);
        self.witness.thrown(player, outcome);
        Some(FACES[outcome])
    }

    /// Plays a move with a throw, if one is legal (T9).
    fn choose(&mut self, form: &mut impl Form, player: usize, n: u8) -> Option<Deed> {
        let legal = form.moves(player, n);
        if legal.is_empty() {
            return Some(Deed::default());
        }
        if self.count.plies >= self.caps.plies {
            return None;
        }
        self.count.plies += 1;
        let index = self.stream.below(legal.len() as u32) as usize;
        self.witness.chosen(player, n, legal, index);
        let mv = legal[index];
        Some(if mv == Move::SKIP { Deed::default() } else { form.play(player, mv) })
    }
}

/// The square at a place of a player's path, which runs right, left, right and left through the four
/// rows as the player sits (T3).
const fn square(player: usize, columns: usize, i: usize) -> usize {
    let (row, x) = (i / columns, i % columns);
    let site = row * columns + if row % 2 == 0 { x } else { columns - 1 - x };
    if player == LIGHT { site } else { 4 * columns - 1 - site }
}

//! What programs are made of: nodes that each do one thing and then call the next one.
//!
//! The call comes last, so it costs no more than a jump. A node that decides something has two that
//! can come after it, and several may lead to the same one. Values pass through the slots of
//! [`Run`].

use super::run::Run;

/// What a node does, with everything that comes after it: it gives the value of the function, or how
/// the block ended.
pub(super) type Op = fn(&Node, Run<'_>, &Nodes) -> i64;

/// All nodes of a program, by their indices: as many as an index can tell apart, so that it need not
/// be looked at. The first ones are an end and the heads of the functions.
pub(super) type Nodes = [Node; N_NODES];

/// How many nodes there are, those included that are never done.
pub(super) const N_NODES: usize = 1 << 16;

/// The node that does nothing: a block comes to its end.
pub(super) const END: u16 = 0;

/// A block came to its end, or has given up.
pub(super) const NEXT: i64 = 0;
pub(super) const CONTINUE: i64 = 1;
pub(super) const BREAK: i64 = 2;
/// The value is in the slot [`RETURNED`](super::run::RETURNED).
pub(super) const RETURN: i64 = 3;

/// No call of `g` has more arguments.
pub(super) const MAX_ARGS: usize = 5;

/// One thing that is done. All nodes are of one size, which keeps the way from one to the next short.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) op: Op,
    /// What comes after it.
    pub(super) next: u16,
    /// What comes after it in the other case, the body of a loop, or the head of a function.
    pub(super) other: u16,
    /// What it compares with or writes, or whatever else it has to know.
    pub(super) constant: i64,
    pub(super) more: u32,
    /// Where its result goes.
    pub(super) slot: u16,
    /// The slots of its operands.
    pub(super) args: [u16; MAX_ARGS],
}

impl Node {
    /// A node with nothing but an operation.
    pub(super) fn new(op: Op) -> Self {
        Self { op, next: END, other: END, constant: 0, more: 0, slot: 0, args: [0; MAX_ARGS] }
    }

    /// The node that does nothing.
    pub(super) fn end() -> Self {
        Self::new(|_, _, _| NEXT)
    }

    /// A node that reads operands.
    pub(super) fn reading(op: Op, slots: &[u16]) -> Self {
        let mut args = [0; MAX_ARGS];
        for (arg, slot) in args.iter_mut().zip(slots) {
            *arg = *slot;
        }
        Self { args, ..Self::new(op) }
    }

    #[inline(always)]
    pub(super) fn go_on(&self, run: Run<'_>, all: &Nodes) -> i64 {
        start(self.next, run, all)
    }

    #[inline(always)]
    pub(super) fn go_aside(&self, run: Run<'_>, all: &Nodes) -> i64 {
        start(self.other, run, all)
    }

    /// Goes on in one of both ways.
    #[inline(always)]
    pub(super) fn decide(&self, run: Run<'_>, all: &Nodes, holds: bool) -> i64 {
        if holds {
            self.go_on(run, all)
        } else {
            // Without this the way would be computed, and the processor would wait for it; a branch it
            // foresees.
            std::hint::cold_path();
            self.go_aside(run, all)
        }
    }

    /// Puts its result into the slot and goes on; `None` gives up.
    #[inline(always)]
    pub(super) fn store(&self, mut run: Run<'_>, all: &Nodes, value: Option<i64>) -> i64 {
        match value {
            Some(value) => {
                run.set(self.slot, value);
                self.go_on(run, all)
            }
            None => run.give_up(),
        }
    }

    /// Whether a number is in the range of the node: so many from one on, which has its bits in `more`.
    #[inline(always)]
    pub(super) fn has_in_range(&self, value: i64) -> bool {
        let low = i64::from(self.more as i32);
        (value.wrapping_sub(low) as u64) < self.constant as u64
    }

    /// The value of an operand.
    #[inline(always)]
    pub(super) fn arg(&self, run: &Run<'_>, i: usize) -> i64 {
        run.slot(self.args[i])
    }

    /// The values of all operands.
    #[inline(always)]
    pub(super) fn all_args<const LEN: usize>(&self, run: &Run<'_>) -> [i64; LEN] {
        std::array::from_fn(|i| self.arg(run, i))
    }
}

/// Does what a node does, and what comes after it.
#[inline(always)]
pub(super) fn start(node: u16, run: Run<'_>, all: &Nodes) -> i64 {
    let node = &all[usize::from(node)];
    (node.op)(node, run, all)
}

/// What can be read: variables, what natives give, declared state.
pub(super) trait Read {
    /// The value; `None` gives up.
    fn read(node: &Node, run: &mut Run<'_>) -> Option<i64>;
}

/// What is done with something that is read.
#[derive(Clone, Copy)]
pub(super) struct Reads {
    /// It goes into the slot.
    pub(super) store: Op,
    /// The same, if the node has it in its range.
    pub(super) store_in_range: Op,
    /// It goes into the slot; and is it the constant?
    pub(super) store_equal: Op,
    /// Is it the constant?
    pub(super) equal: Op,
    /// Is it less than the constant?
    pub(super) less: Op,
}

impl Reads {
    pub(super) const fn of<R: Read>() -> Self {
        Self {
            store: store::<R>,
            store_in_range: store_in_range::<R>,
            store_equal: store_equal::<R>,
            equal: equal::<R>,
            less: less::<R>,
        }
    }
}

fn store<R: Read>(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    let value = R::read(node, &mut run);
    node.store(run, all, value)
}

fn store_in_range<R: Read>(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    let value = R::read(node, &mut run).filter(|value| node.has_in_range(*value));
    node.store(run, all, value)
}

fn store_equal<R: Read>(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    match R::read(node, &mut run) {
        Some(value) => {
            run.set(node.slot, value);
            node.decide(run, all, value == node.constant)
        }
        None => run.give_up(),
    }
}

fn equal<R: Read>(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    match R::read(node, &mut run) {
        Some(value) => node.decide(run, all, value == node.constant),
        None => run.give_up(),
    }
}

fn less<R: Read>(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    match R::read(node, &mut run) {
        Some(value) => node.decide(run, all, value < node.constant),
        None => run.give_up(),
    }
}

/// A variable, in the slot of the first operand.
pub(super) struct Variable;

impl Read for Variable {
    #[inline(always)]
    fn read(node: &Node, run: &mut Run<'_>) -> Option<i64> {
        Some(node.arg(run, 0))
    }
}

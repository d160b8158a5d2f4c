//! From the typed tree to nodes: functions of the script that call one another.

use std::collections::BTreeSet;

use super::super::node::{MAX_ARGS, Node, Nodes, Op};
use super::super::run::Run;
use super::super::tree::{Cost, Expr, Stmt};
use super::super::walk;
use super::{Emitter, Frame, Leave, Next, flat, head};

/// A function that costs no more stands wherever it is called.
const MAX_INLINED: u64 = 600;

/// No more stand in one function; the others are called.
const MAX_INLINED_TOGETHER: u64 = 6000;

/// So deep stand functions in functions.
const MAX_LEVEL: u64 = 8;

impl Emitter<'_> {
    /// Calls a function and puts its value into a slot.
    pub(super) fn call(&mut self, callee: usize, args: &[Expr], slot: u16, next: Next) -> Next {
        if self.is_inlined(callee) {
            return self.inlined(callee, args, &Leave::Inlined(slot, next));
        }
        let (mut slots, before) = self.operands(&args.iter().collect::<Vec<_>>());
        let mut next = next;
        let op: Op = match slots.len() {
            _ if self.plans[callee].is_recursive => call_again,
            0 => call::<0>,
            1 => call::<1>,
            2 => call::<2>,
            3 => call::<3>,
            4 => call::<4>,
            MAX_ARGS => call::<MAX_ARGS>,
            _ => call_with_many,
        };
        let mut moves = Vec::new();
        if self.plans[callee].is_recursive || slots.len() > MAX_ARGS {
            // As many as there may be, they stand one after the other.
            moves.extend(slots.iter().map(|from| (*from, self.free_slot())));
            slots = vec![moves.first().map_or(0, |(_, to)| *to), slots.len() as u16];
        }
        let node = Node { more: self.level as u32 + 1, slot, ..Node::reading(op, &slots) };
        next = self.inner(node, next, head(callee));
        for (from, to) in moves {
            next = self.moved(from, to, next);
        }
        self.prepared(before, next)
    }

    /// Whether a function stands where it is called now.
    pub(super) fn is_inlined(&self, callee: usize) -> bool {
        let cost = self.instances[callee].body.cost();
        !self.plans[callee].is_recursive
            && (self.n_calls[callee] == 1 || cost <= MAX_INLINED)
            && self.level < MAX_LEVEL
            && self.inlined_cost + cost <= MAX_INLINED_TOGETHER
    }

    /// A function where it is called: its arguments need not be copied as long as nobody assigns to
    /// them.
    pub(super) fn inlined(&mut self, callee: usize, args: &[Expr], leave: &Leave) -> Next {
        let (slots, before) = self.operands(&args.iter().collect::<Vec<_>>());
        let body = &self.instances[callee].body;
        let base = self.plans[callee].base;
        let assigned = assigned(body);
        let (copied, same): (Vec<_>, Vec<_>) =
            slots.into_iter().enumerate().partition(|(param, _)| assigned.contains(param));
        let frame = Frame { base, same: same.into_iter().collect() };
        let outer = std::mem::replace(&mut self.frame, frame);
        self.inlined_cost += body.cost() + 1;
        self.level += 1;
        self.max_level = self.max_level.max(self.level);
        let mut code = self.sequence(&flat(body), leave, Next::END);
        self.level -= 1;
        self.frame = outer;
        for (param, slot) in copied {
            code = self.moved(slot, (base + param) as u16, code);
        }
        self.prepared(before, code)
    }
}

/// The slots that a function assigns to.
fn assigned(body: &[Stmt]) -> BTreeSet<usize> {
    let mut slots = BTreeSet::new();
    walk::each(body, &mut |stmt| match stmt {
        Stmt::Set(slot, _) => _ = slots.insert(*slot),
        Stmt::For { item, counter, .. } => slots.extend([*item].into_iter().chain(*counter)),
        _ => {}
    });
    slots
}

fn call<const LEN: usize>(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    let args = node.all_args::<LEN>(&run);
    let head = &all[usize::from(node.other)];
    let value = run.call(head, &args, node.more.into(), all);
    came_back(node, run, all, value)
}

fn call_with_many(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    let (args, head) = (many_args(node, &run), &all[usize::from(node.other)]);
    let value = run.call(head, &args, node.more.into(), all);
    came_back(node, run, all, value)
}

fn call_again(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    let (args, head) = (many_args(node, &run), &all[usize::from(node.other)]);
    let value = run.call_again(head, &args, node.more.into(), all);
    came_back(node, run, all, value)
}

/// Goes on with what a function gives.
#[inline(always)]
fn came_back(node: &Node, run: Run<'_>, all: &Nodes, value: i64) -> i64 {
    let value = (!run.is_stopped()).then_some(value);
    node.store(run, all, value)
}

fn many_args(node: &Node, run: &Run<'_>) -> Vec<i64> {
    let [first, n, ..] = node.args;
    (first..first + n).map(|slot| run.slot(slot)).collect()
}

//! From the typed tree to nodes: loops, whose rounds are calls inside.

use super::super::node::{BREAK, NEXT, Node, Nodes, Op};
use super::super::run::{FLOW, Run};
use super::super::tree::{Cost, Expr, Iterated, Stmt};
use super::{Emitter, Leave, Next, has_return, natives};

impl Emitter<'_> {
    /// Something that goes through statements again and again, and what a round costs.
    pub(super) fn rounds(
        &mut self,
        body: &[Stmt],
        make: impl FnOnce(&mut Self) -> Next,
    ) -> (Next, u32) {
        let before = std::mem::take(&mut self.inlined_cost);
        let is_part = std::mem::take(&mut self.is_part);
        let round = make(self);
        self.is_part = is_part;
        let inlined = std::mem::replace(&mut self.inlined_cost, before);
        let cost = body.cost() + 1 + inlined;
        (round, u32::try_from(cost).unwrap_or(u32::MAX))
    }

    pub(super) fn repeat(
        &mut self,
        condition: &Expr,
        body: &[Stmt],
        first: bool,
        leave: &Leave,
        next: Next,
    ) -> Next {
        let (round, cost) = self.rounds(body, |emitter| {
            let end = emitter.ended(BREAK);
            if first {
                let body = emitter.block(body, &Leave::Block, Next::END);
                emitter.test(condition, body, end)
            } else {
                // `continue` in a loop whose condition stands at its end does not look at it.
                let check = emitter.test(condition, Next::END, end);
                emitter.block(body, &Leave::Block, check)
            }
        });
        let more = cost.saturating_add(u32::try_from(condition.cost()).unwrap_or(u32::MAX));
        let next = self.after_block(has_return(body), leave, next);
        self.inner(Node { more, ..Node::new(repeat) }, next, round)
    }

    pub(super) fn go_through(
        &mut self,
        [item, counter]: [Option<u16>; 2],
        over: &Iterated,
        body: &[Stmt],
        leave: &Leave,
        next: Next,
    ) -> Next {
        let (slots, before, open) = match over {
            Iterated::Range { ends, .. } => {
                let (slots, before) = self.operands(&[&ends[0], &ends[1]]);
                (slots, before, 0)
            }
            Iterated::Items(call) => self.arguments(call),
        };
        let (round, more) =
            self.rounds(body, |emitter| emitter.block(body, &Leave::Block, Next::END));
        let next = self.after_block(has_return(body), leave, next);
        let op: Op = match over {
            Iterated::Range { inclusive: true, .. } => count::<true>,
            Iterated::Range { inclusive: false, .. } => count::<false>,
            Iterated::Items(call) => natives::items(call),
        };
        let constant = counter.map_or(NO_COUNTER, i64::from);
        let slot = item.unwrap_or(FLOW);
        let node = Node { constant, more, slot, ..Node::reading(op, &slots) };
        let mut code = self.inner(node, next, round);
        if let Iterated::Items(call) = over {
            code = self.guarded(call, &slots, open, code);
        }
        self.prepared(before, code)
    }
}

/// The constant of a loop that does not count its rounds; else it is the slot of the count.
const NO_COUNTER: i64 = -1;

/// Goes through a loop as long as it is not left.
fn repeat(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    let mut flow = NEXT;
    while flow < BREAK && !run.count(node.more.into()) {
        flow = node.go_aside(run.again(), all);
    }
    ended(node, run, all, flow)
}

/// Counts from the first operand to the second one.
fn count<const INCLUSIVE: bool>(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    let [from, to] = node.all_args(&run);
    let mut flow = NEXT;
    let mut value = from;
    while value < to || INCLUSIVE && value == to {
        flow = round(node, &mut run, all, value.wrapping_sub(from), value);
        if flow >= BREAK {
            break;
        }
        let Some(next) = value.checked_add(1) else { break };
        value = next;
    }
    ended(node, run, all, flow)
}

/// Goes through the items from one index on, and drops them.
pub(super) fn each(node: &Node, mut run: Run<'_>, all: &Nodes, start: usize) -> i64 {
    let end = run.table.rows.items.len();
    let mut flow = NEXT;
    for i in start..end {
        let value = run.table.rows.items[i];
        flow = round(node, &mut run, all, (i - start) as i64, value);
        if flow >= BREAK {
            break;
        }
    }
    run.table.rows.items.truncate(start);
    ended(node, run, all, flow)
}

/// Goes through items that come one after the other.
pub(super) fn count_up(
    node: &Node,
    mut run: Run<'_>,
    all: &Nodes,
    items: std::ops::Range<usize>,
) -> i64 {
    let (first, mut flow) = (items.start, NEXT);
    for item in items {
        flow = round(node, &mut run, all, (item - first) as i64, item as i64);
        if flow >= BREAK {
            break;
        }
    }
    ended(node, run, all, flow)
}

/// Goes on after a loop that has ended in some way.
#[inline(always)]
fn ended(node: &Node, mut run: Run<'_>, all: &Nodes, flow: i64) -> i64 {
    if run.is_stopped() {
        return NEXT;
    }
    run.set(FLOW, flow);
    node.go_on(run, all)
}

/// A round of a loop. That of a hook that has given up ends as if it were left by `break`.
#[inline(always)]
fn round(node: &Node, run: &mut Run<'_>, all: &Nodes, n: i64, value: i64) -> i64 {
    run.set(node.slot, value);
    if node.constant != NO_COUNTER {
        run.set(node.constant as u16, n);
    }
    if run.count(node.more.into()) { BREAK } else { node.go_aside(run.again(), all) }
}

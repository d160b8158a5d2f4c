//! From the typed tree to nodes: calls of `g`, with what is known of their arguments.

use std::marker::PhantomData;

use super::super::node::{MAX_ARGS, Node, Nodes, Op, Read, Reads};
use super::super::run::Run;
use super::super::tree::{Expr, NativeCall};
use super::loops::{count_up, each};
use super::values::{Before, Range, Test};
use super::{Emitter, Next, Tested};
use crate::script::api::{Bound, Effect, Native, NativeItems, NativeRange, Run as How};

/// What is done with the value of a native, for each number of arguments.
#[derive(Clone, Copy)]
pub(crate) struct CompileValue([Reads; MAX_ARGS + 1]);

impl CompileValue {
    pub(in crate::script) const fn new<N: Native>() -> Self {
        Self([
            Reads::of::<Called<N, 0>>(),
            Reads::of::<Called<N, 1>>(),
            Reads::of::<Called<N, 2>>(),
            Reads::of::<Called<N, 3>>(),
            Reads::of::<Called<N, 4>>(),
            Reads::of::<Called<N, 5>>(),
        ])
    }
}

/// A loop over the items of a native, for each number of arguments.
#[derive(Clone, Copy)]
pub(crate) struct CompileItems([Op; MAX_ARGS + 1]);

impl CompileItems {
    pub(in crate::script) const fn new<N: NativeItems>() -> Self {
        Self([
            each_of::<N, 0>,
            each_of::<N, 1>,
            each_of::<N, 2>,
            each_of::<N, 3>,
            each_of::<N, 4>,
            each_of::<N, 5>,
        ])
    }

    pub(in crate::script) const fn in_range<N: NativeRange>() -> Self {
        Self([
            each_in_range::<N, 0>,
            each_in_range::<N, 1>,
            each_in_range::<N, 2>,
            each_in_range::<N, 3>,
            each_in_range::<N, 4>,
            each_in_range::<N, 5>,
        ])
    }
}

/// What a native gives, whose arguments have been looked at.
struct Called<N, const LEN: usize>(PhantomData<N>);

impl<N: Native, const LEN: usize> Read for Called<N, LEN> {
    #[inline(always)]
    fn read(node: &Node, run: &mut Run<'_>) -> Option<i64> {
        let args = node.all_args::<LEN>(run);
        N::call(run.table, &args).ok()
    }
}

/// Puts the items of a native on top of those that loops further out go through, and goes through
/// them.
fn each_of<N: NativeItems, const LEN: usize>(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    let args = node.all_args::<LEN>(&run);
    let mut items = std::mem::take(&mut run.table.rows.items);
    let start = items.len();
    let is_good = N::call(run.table, &args, &mut items).is_ok()
        && run.table.charge(items.len() - start).is_ok();
    if !is_good {
        items.truncate(start);
    }
    run.table.rows.items = items;
    if is_good { each(node, run, all, start) } else { run.give_up() }
}

/// Goes through the items of a native that come one after the other.
fn each_in_range<N: NativeRange, const LEN: usize>(
    node: &Node,
    mut run: Run<'_>,
    all: &Nodes,
) -> i64 {
    let args = node.all_args::<LEN>(&run);
    // Nothing that has to be dropped is left when it goes on.
    let items = N::call(run.table, &args).ok();
    match items.filter(|items| run.table.charge(items.len()).is_ok()) {
        Some(items) => count_up(node, run, all, items),
        None => run.give_up(),
    }
}

/// The loop over the items of a call.
pub(super) fn items(call: &NativeCall) -> Op {
    match call.function.run {
        How::Items { compile, .. } => compile.0[call.args.len()],
        How::Value { .. } => |_, mut run, _| run.give_up(),
    }
}

impl Emitter<'_> {
    /// Puts the value of a native into a slot, if it is in the range.
    pub(super) fn native(
        &mut self,
        call: &NativeCall,
        slot: u16,
        range: Option<Range>,
        next: Next,
    ) -> Next {
        let Some(reads) = reads(call) else { return self.given_up() };
        let (slots, before, open) = self.arguments(call);
        let code = match range {
            None => self.stored(reads, slot, Node::reading(reads.store, &slots), next),
            Some(Range { low, n }) => {
                let node = Node::reading(reads.store_in_range, &slots);
                self.node(Node { slot, constant: n as i64, more: low as u32, ..node }, next)
            }
        };
        let code = self.guarded(call, &slots, open, code);
        self.prepared(before, code)
    }

    /// A node that reads something and puts it into a slot, with the test of the slot that comes after
    /// it, if one does.
    pub(super) fn stored(&mut self, reads: Reads, slot: u16, node: Node, next: Next) -> Next {
        if let Some(tested) = next.tested.as_deref()
            && let Tested { slot: asked, test: Test::Equal(constant), yes, no } = tested
            && *asked == slot
        {
            let node = Node { op: reads.store_equal, slot, constant: *constant, ..node };
            return self.fork(node, yes.clone(), no.clone());
        }
        self.node(Node { op: reads.store, slot, ..node }, next)
    }

    pub(super) fn native_test(
        &mut self,
        call: &NativeCall,
        test: Test,
        yes: Next,
        no: Next,
    ) -> Next {
        let Some(reads) = reads(call) else { return self.given_up() };
        let (slots, before, open) = self.arguments(call);
        let code = self.tested(test, reads, &slots, yes, no);
        let code = self.guarded(call, &slots, open, code);
        self.prepared(before, code)
    }

    /// The slots of the arguments of a native, what has to be done first, and the arguments that are
    /// still to be looked at: not those that another native gives, which are looked at there.
    pub(super) fn arguments<'e>(&mut self, call: &'e NativeCall) -> (Vec<u16>, Before<'e>, u8) {
        let (slots, mut before) = self.operands(&call.args.iter().collect::<Vec<&Expr>>());
        let mut open = call.open;
        for (i, ((_, kind), slot)) in call.function.params.iter().zip(&slots).enumerate() {
            if open & 1 << i != 0
                && let Bound::Fixed { low, n } = kind.bound(&self.game)
                && let Some(first) = before.iter_mut().find(|first| first.slot == *slot)
                && let Expr::Native(inner) = first.value
                && self.entry(inner).is_none()
            {
                first.range = Some(Range { low, n });
                open &= !(1 << i);
            }
        }
        (slots, before, open)
    }

    /// Looks first at what has to be looked at each time: the hook that runs, and arguments of which
    /// it is not known that they are good. The native itself looks at nothing.
    pub(super) fn guarded(
        &mut self,
        call: &NativeCall,
        slots: &[u16],
        open: u8,
        mut next: Next,
    ) -> Next {
        for (i, ((_, kind), slot)) in call.function.params.iter().zip(slots).enumerate().rev() {
            if open & 1 << i == 0 {
                continue;
            }
            let bound = kind.bound(&self.game);
            let op: Op = match bound {
                Bound::Any => continue,
                Bound::Fixed { .. } => in_range,
                Bound::Walks => is_walk,
                Bound::Moves => is_move,
                Bound::Steps => is_step,
                Bound::Saves => is_save,
            };
            let (low, n) = match bound {
                Bound::Fixed { low, n } => (low, n),
                _ => (0, 0),
            };
            let node = Node { constant: n as i64, more: low as u32, ..Node::reading(op, &[*slot]) };
            next = self.node(node, next);
        }
        self.allowed(call.function.effect, next)
    }

    /// Looks first whether the hook that runs may have an effect, unless that is known.
    pub(super) fn allowed(&mut self, effect: Effect, next: Next) -> Next {
        if self.may_have(effect) {
            return next;
        }
        let op: Op = match effect {
            Effect::Read => return next,
            Effect::Change => may_have::<{ Effect::Change as u8 }>,
            Effect::Offer | Effect::Try => may_have::<{ Effect::Try as u8 }>,
            Effect::Reject => may_have::<{ Effect::Reject as u8 }>,
        };
        self.node(Node::new(op), next)
    }
}

fn reads(call: &NativeCall) -> Option<Reads> {
    match call.function.run {
        How::Value { compile, .. } => Some(compile.0[call.args.len()]),
        // Items stand in a `for` only, which asks for them elsewhere.
        How::Items { .. } => None,
    }
}

#[inline(always)]
fn go_on_if(node: &Node, mut run: Run<'_>, all: &Nodes, is_good: bool) -> i64 {
    if is_good { node.go_on(run, all) } else { run.give_up() }
}

fn in_range(node: &Node, run: Run<'_>, all: &Nodes) -> i64 {
    let is_good = node.has_in_range(node.arg(&run, 0));
    go_on_if(node, run, all, is_good)
}

fn is_walk(node: &Node, run: Run<'_>, all: &Nodes) -> i64 {
    let is_good = Bound::Walks.admits(run.table, node.arg(&run, 0));
    go_on_if(node, run, all, is_good)
}

fn is_move(node: &Node, run: Run<'_>, all: &Nodes) -> i64 {
    let is_good = Bound::Moves.admits(run.table, node.arg(&run, 0));
    go_on_if(node, run, all, is_good)
}

fn is_step(node: &Node, run: Run<'_>, all: &Nodes) -> i64 {
    let is_good = Bound::Steps.admits(run.table, node.arg(&run, 0));
    go_on_if(node, run, all, is_good)
}

fn is_save(node: &Node, run: Run<'_>, all: &Nodes) -> i64 {
    let is_good = Bound::Saves.admits(run.table, node.arg(&run, 0));
    go_on_if(node, run, all, is_good)
}

/// The effect is given by its number, since that is what a type can have.
fn may_have<const EFFECT: u8>(node: &Node, run: Run<'_>, all: &Nodes) -> i64 {
    const CHANGE: u8 = Effect::Change as u8;
    const REJECT: u8 = Effect::Reject as u8;
    let effect = match EFFECT {
        CHANGE => Effect::Change,
        REJECT => Effect::Reject,
        _ => Effect::Try,
    };
    let is_good = effect.is_allowed(run.table);
    go_on_if(node, run, all, is_good)
}

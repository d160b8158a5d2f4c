//! What running hooks work on: slots, counters, the table.
//!
//! A hook that cannot go on gives up: it says nothing about the reason, since whoever called it takes
//! everything back and asks the interpreter, which knows places and words. What is inside of something
//! else comes back at once then, and that looks whether the hook has given up before it goes on:
//! natives rely on what was looked at before.

use std::rc::Rc;

use super::node::{Node, Nodes, start};
use crate::script::limits::Limits;
use crate::script::table::Table;

/// All slots of all functions of a script: as many as an index can tell apart, of which only those in
/// use are ever touched.
pub(super) type Slots = [i64; N_SLOTS];

const N_SLOTS: usize = 1 << 16;

/// The slot of the value that a function gives which is left in the middle of a block.
pub(super) const RETURNED: u16 = u16::MAX;

/// The slot of how the last block ended that says so.
pub(super) const FLOW: u16 = RETURNED - 1;

/// The slots of how many operations were used up and of how many there are, and of how many more calls
/// may be running at one time.
const OPERATIONS: u16 = FLOW - 1;
const LIMIT: u16 = OPERATIONS - 1;
const CALLS_LEFT: u16 = LIMIT - 1;

/// The slot of the first constant; the others are before it.
pub(super) const FIRST_CONSTANT: u16 = CALLS_LEFT - 1;

/// More than any limit on operations.
const GIVEN_UP: i64 = i64::MAX / 2;

/// What grows while a hook runs, kept from one to the next so that nothing is made anew.
#[derive(Default, Debug)]
pub(in crate::script) struct Rows {
    /// Items that `for` loops go through, those of the innermost loop last.
    pub(super) items: Vec<i64>,
    /// Slots of functions that were called again before they had ended.
    kept: Vec<i64>,
    /// What texts stand for, and the texts of the script.
    texts: Vec<String>,
    pub(super) constants: Rc<[Rc<str>]>,
}

impl Rows {
    /// Makes ready for a hook of a script with texts.
    #[inline]
    pub(super) fn begin(&mut self, constants: &Rc<[Rc<str>]>) {
        self.texts.clear();
        if !Rc::ptr_eq(&self.constants, constants) {
            self.constants = Rc::clone(constants);
        }
    }

    /// What a text stands for that the hook has given back, until the next one runs.
    pub(in crate::script) fn text(&self, index: i64) -> &str {
        let text = usize::try_from(index).ok().and_then(|index| self.texts.get(index));
        text.map_or("", String::as_str)
    }
}

/// Slots in which constants have the last places, from the end.
pub(super) fn slots(constants: &[i64], limits: &Limits) -> Box<Slots> {
    let mut all = vec![0; N_SLOTS];
    for (slot, constant) in all[..=usize::from(FIRST_CONSTANT)].iter_mut().rev().zip(constants) {
        *slot = *constant;
    }
    let operations = i64::try_from(limits.operations).map_or(GIVEN_UP - 1, |n| n.min(GIVEN_UP - 1));
    all[usize::from(LIMIT)] = operations;
    // The hook itself is a call too, and the last one is for functions that are no script's.
    let calls = i64::try_from(limits.calls.saturating_sub(2)).unwrap_or(i64::MAX);
    all[usize::from(CALLS_LEFT)] = calls;
    all.into_boxed_slice().try_into().expect("as many as were asked for")
}

/// What nodes work on. It is passed on from node to node and no bigger than two registers.
pub(super) struct Run<'a> {
    slots: &'a mut Slots,
    pub(super) table: &'a mut Table,
}

impl<'a> Run<'a> {
    /// A run of a hook that has used up operations before it begins.
    #[inline(always)]
    pub(super) fn new(slots: &'a mut Slots, table: &'a mut Table, operations: u64) -> Self {
        // A hook that has come to its end has left no items and slots behind.
        let mut run = Self { slots, table };
        run.set(OPERATIONS, operations as i64);
        run
    }

    /// The same run, for what comes back.
    #[inline(always)]
    pub(super) fn again(&mut self) -> Run<'_> {
        Run { slots: self.slots, table: self.table }
    }

    #[inline(always)]
    pub(super) fn slot(&self, slot: u16) -> i64 {
        self.slots[usize::from(slot)]
    }

    #[inline(always)]
    pub(super) fn set(&mut self, slot: u16, value: i64) {
        self.slots[usize::from(slot)] = value;
    }

    /// Ends the hook at the next check.
    #[inline(always)]
    pub(super) fn give_up(&mut self) -> i64 {
        give_up(self.slots)
    }

    /// Whether the hook has given up or used up its operations, without those of natives.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.slot(OPERATIONS) > self.slot(LIMIT)
    }

    /// Counts a round of a loop; true when it must be the last.
    #[inline(always)]
    pub(super) fn count(&mut self, cost: i64) -> bool {
        self.set(OPERATIONS, self.slot(OPERATIONS) + cost);
        self.is_stopped()
    }

    /// How many operations were used up, those of natives too; `None` when there were not so many.
    #[inline(always)]
    pub(super) fn used_up(&mut self) -> Option<u64> {
        let work = std::mem::take(&mut self.table.work);
        self.set(OPERATIONS, self.slot(OPERATIONS).saturating_add_unsigned(work));
        (!self.is_stopped()).then(|| self.slot(OPERATIONS) as u64)
    }

    /// Calls a function that is not running yet, so many levels deeper than the running one.
    #[inline(always)]
    pub(super) fn call(&mut self, head: &Node, args: &[i64], levels: i64, all: &Nodes) -> i64 {
        for (slot, arg) in (head.slot..).zip(args) {
            self.set(slot, *arg);
        }
        self.run(head, levels, all)
    }

    #[inline(always)]
    fn run(&mut self, head: &Node, levels: i64, all: &Nodes) -> i64 {
        // Functions that call themselves twice need no loop to go on for ever.
        let is_stopped = self.count(head.constant);
        if self.slot(CALLS_LEFT) < levels + i64::from(head.more) || is_stopped {
            return self.give_up();
        }
        self.set(CALLS_LEFT, self.slot(CALLS_LEFT) - levels);
        let value = start(head.next, self.again(), all);
        self.set(CALLS_LEFT, self.slot(CALLS_LEFT) + levels);
        value
    }

    /// Calls a function that may be running already: its slots are put aside for the time.
    pub(super) fn call_again(
        &mut self,
        head: &Node,
        args: &[i64],
        levels: i64,
        all: &Nodes,
    ) -> i64 {
        let [start, end, passing, end_passing, _] = head.args.map(usize::from);
        let both = [start..end, passing..end_passing];
        let n_kept = self.table.rows.kept.len();
        for slots in both.clone() {
            self.table.rows.kept.extend_from_slice(&self.slots[slots]);
        }
        self.slots[start..start + args.len()].copy_from_slice(args);
        let value = self.run(head, levels, all);
        let mut from = n_kept;
        for slots in both {
            let to = from + slots.len();
            self.slots[slots].copy_from_slice(&self.table.rows.kept[from..to]);
            from = to;
        }
        self.table.rows.kept.truncate(n_kept);
        value
    }

    /// Keeps a text; its index stands for it.
    pub(super) fn text(&mut self, text: String) -> i64 {
        // A text that grows too long ends with the error of its limit.
        if text.len() as u64 > self.table.limits.string {
            return self.give_up();
        }
        self.table.rows.texts.push(text);
        self.table.rows.texts.len() as i64 - 1
    }
}

#[cold]
fn give_up(slots: &mut Slots) -> i64 {
    slots[usize::from(OPERATIONS)] = GIVEN_UP;
    0
}

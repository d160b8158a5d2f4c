//! What running hooks work on: slots, items, counters, the table.
//!
//! A hook that cannot go on gives up: it says nothing about the reason, since whoever called it takes
//! everything back and asks the interpreter, which knows places and words. Until the next check of
//! the counters it goes on with zeros; natives check all that they are given, so this does no harm.

use super::Program;
use crate::script::table::Table;

/// Values come as integers or booleans.
pub(super) type Code<T> = Box<dyn Fn(&mut Run<'_>) -> T>;

/// How a statement ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Next,
    Continue,
    Break,
    /// The value is in [`Run::returned`].
    Return,
}

/// All slots of all functions of a script; a power of two.
pub(super) const SLOTS: usize = 4096;

/// More than any limit on operations.
const GIVEN_UP: u64 = u64::MAX / 2;

/// What is kept from one hook to the next so that nothing is made anew.
pub(super) struct Memory {
    slots: Box<[i64; SLOTS]>,
    rows: Rows,
}

/// What grows while a hook runs.
#[derive(Default)]
pub(super) struct Rows {
    /// Items that `for` loops go through, those of the innermost loop last.
    pub(super) items: Vec<i64>,
    /// Slots of functions that were called again before they had ended.
    kept: Vec<i64>,
    /// What texts stand for.
    pub(super) texts: Vec<String>,
}

impl Memory {
    /// Memory in which constants have the last slots, from the end.
    pub(super) fn new(constants: &[i64]) -> Self {
        let mut all = vec![0; SLOTS];
        for (slot, constant) in all.iter_mut().rev().zip(constants) {
            *slot = *constant;
        }
        let slots = all.into_boxed_slice().try_into().expect("as many as were asked for");
        Self { slots, rows: Rows::default() }
    }

    /// What a text stands for, until the next hook runs.
    pub(super) fn text(&self, index: i64) -> &str {
        usize::try_from(index)
            .ok()
            .and_then(|index| self.rows.texts.get(index))
            .map_or("", String::as_str)
    }
}

pub(super) struct Run<'a> {
    pub(super) program: &'a Program,
    pub(super) table: &'a mut Table,
    slots: &'a mut [i64; SLOTS],
    pub(super) rows: &'a mut Rows,
    pub(super) operations: u64,
    limit: u64,
    /// How many more calls may be running at one time.
    n_calls_left: u64,
    pub(super) returned: i64,
}

impl<'a> Run<'a> {
    #[inline(always)]
    pub(super) fn new(
        program: &'a Program,
        memory: &'a mut Memory,
        table: &'a mut Table,
        operations: u64,
    ) -> Self {
        let Memory { slots, rows } = memory;
        // A hook that has come to its end has left no items and slots behind.
        if !rows.texts.is_empty() {
            rows.texts.clear();
        }
        let limit = table.limits.operations.min(GIVEN_UP - 1);
        let n_calls_left = table.limits.calls;
        Self { program, table, slots, rows, operations, limit, n_calls_left, returned: 0 }
    }

    #[inline(always)]
    pub(super) fn slot(&self, slot: u16) -> i64 {
        self.slots[usize::from(slot) % SLOTS]
    }

    #[inline(always)]
    pub(super) fn set(&mut self, slot: u16, value: i64) {
        self.slots[usize::from(slot) % SLOTS] = value;
    }

    /// Ends the hook at the next check.
    #[cold]
    pub(super) fn give_up(&mut self) -> i64 {
        self.operations = GIVEN_UP;
        0
    }

    /// Whether the hook has given up or used up its operations, without those of natives.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.operations > self.limit
    }

    /// Counts a round of a loop; true when it must be the last.
    #[inline(always)]
    pub(super) fn count(&mut self, cost: u64) -> bool {
        self.operations += cost;
        self.is_stopped()
    }

    /// Calls a function whose arguments are in its slots.
    #[inline]
    pub(super) fn call(&mut self, function: usize) -> i64 {
        let function = &self.program.functions[function];
        self.operations += function.cost;
        // Functions that call themselves twice need no loop to go on for ever.
        if self.n_calls_left == 0 || self.is_stopped() {
            return self.give_up();
        }
        self.n_calls_left -= 1;
        let value = (function.body)(self);
        self.n_calls_left += 1;
        value
    }

    /// Calls a function that may be running already: its slots are put aside for the time.
    pub(super) fn call_again(&mut self, function: usize, args: &[i64]) -> i64 {
        let slots = self.program.functions[function].slots.clone();
        let n_kept = self.rows.kept.len();
        self.rows.kept.extend_from_slice(&self.slots[slots.clone()]);
        self.slots[slots.start..slots.start + args.len()].copy_from_slice(args);
        let value = self.call(function);
        self.slots[slots].copy_from_slice(&self.rows.kept[n_kept..]);
        self.rows.kept.truncate(n_kept);
        value
    }

    /// Keeps a text; its index stands for it.
    pub(super) fn text(&mut self, text: String) -> i64 {
        // A text that grows too long ends with the error of its limit.
        if text.len() as u64 > self.table.limits.string {
            return self.give_up();
        }
        self.rows.texts.push(text);
        self.rows.texts.len() as i64 - 1
    }
}

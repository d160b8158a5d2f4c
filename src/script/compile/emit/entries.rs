//! From the typed tree to nodes: declared state, whose place is known when a script is compiled.
//!
//! The first operand of such a node is no slot but the entry's place among the numbers of a state, and
//! the second one the slot of the player who is meant, where each has a number of their own: so many,
//! one after the other.

use super::super::node::{Node, Nodes, Op, Read, Reads};
use super::super::run::Run;
use super::super::tree::{Expr, NativeCall};
use super::values::{Before, Test};
use super::{Emitter, Next};
use crate::piece::ValueType;
use crate::script::api::Effect;

/// What is done with an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Get,
    Test,
    Set,
    Add,
}

/// A call that reads or writes an entry.
pub(super) struct EntryCall {
    deed: Deed,
    is_bool: bool,
    /// How many players have one of their own; 0 for the game's own.
    n_players: usize,
    /// The place, the slot of the player, the slot of the value.
    operands: [u16; 3],
}

impl Emitter<'_> {
    /// A call that reads or writes an entry, if it is a plain one: no list, and none that holds sites.
    pub(super) fn entry<'e>(&mut self, call: &'e NativeCall) -> Option<(EntryCall, Before<'e>)> {
        let [Expr::Const(entry), args @ ..] = call.args.as_slice() else { return None };
        let index = usize::try_from(*entry).ok()?;
        let declared = self.game.state.get(index)?;
        let deed = match call.function.name {
            "get" => Deed::Get,
            "test" => Deed::Test,
            "set" => Deed::Set,
            "add" => Deed::Add,
            _ => return None,
        };
        let (per_player, is_bool) = (declared.per_player, declared.ty == ValueType::Bool);
        let is_list = matches!(declared.ty, ValueType::List { .. });
        let n_values = usize::from(matches!(deed, Deed::Set | Deed::Add));
        let place = u16::try_from(self.state.number_of_entry(index)).ok()?;
        if is_list || declared.of_sites || args.len() != usize::from(per_player) + n_values {
            return None;
        }
        let n_players = if per_player { self.game.players.len() } else { 0 };
        let (slots, before) = self.operands(&args.iter().collect::<Vec<_>>());
        let player = if per_player { slots[0] } else { 0 };
        let value = if n_values > 0 { slots[usize::from(per_player)] } else { 0 };
        let operands = [place, player, value];
        Some((EntryCall { deed, is_bool, n_players, operands }, before))
    }

    /// Does it and puts the value into a slot; what is written gives none.
    pub(super) fn entry_value(&mut self, call: &EntryCall, slot: u16, next: Next) -> Next {
        let more = call.n_players as u32;
        let op: Op = match (call.deed, call.n_players) {
            (Deed::Get | Deed::Test, _) => {
                let reads = call.reads();
                let node = Node { more, ..Node::reading(reads.store, &call.operands) };
                return self.stored(reads, slot, node, next);
            }
            (Deed::Set, 0) => write::<false, false>,
            (Deed::Set, _) => write::<false, true>,
            (Deed::Add, 0) => write::<true, false>,
            (Deed::Add, _) => write::<true, true>,
        };
        let constant = call.is_bool.into();
        let node = Node { constant, more, ..Node::reading(op, &call.operands) };
        let code = self.node(node, next);
        self.allowed(Effect::Change, code)
    }

    /// Reads it and goes on in one of two ways.
    pub(super) fn entry_test(&mut self, call: &EntryCall, test: Test, yes: Next, no: Next) -> Next {
        let more = call.n_players as u32;
        let (op, constant) = test.on(call.reads());
        let node = Node { constant, more, ..Node::reading(op, &call.operands) };
        self.fork(node, yes, no)
    }
}

impl EntryCall {
    fn reads(&self) -> Reads {
        // Only of a number that is no boolean `test` gives something else than it holds.
        match (self.deed == Deed::Test && !self.is_bool, self.n_players) {
            (false, 0) => Reads::of::<Entry<false, false>>(),
            (false, _) => Reads::of::<Entry<false, true>>(),
            (true, 0) => Reads::of::<Entry<true, false>>(),
            (true, _) => Reads::of::<Entry<true, true>>(),
        }
    }
}

/// An entry, as it is or only whether it is something else than 0.
struct Entry<const IS_TEST: bool, const PER_PLAYER: bool>;

impl<const IS_TEST: bool, const PER_PLAYER: bool> Read for Entry<IS_TEST, PER_PLAYER> {
    #[inline(always)]
    fn read(node: &Node, run: &mut Run<'_>) -> Option<i64> {
        let value = run.table.state.number(place::<PER_PLAYER>(node, run)?);
        Some(if IS_TEST { (value != 0).into() } else { value.into() })
    }
}

/// Which number is meant; `None` for somebody who is no player.
#[inline(always)]
fn place<const PER_PLAYER: bool>(node: &Node, run: &Run<'_>) -> Option<usize> {
    let first = usize::from(node.args[0]);
    if !PER_PLAYER {
        return Some(first);
    }
    let player = usize::try_from(node.arg(run, 1)).ok()?;
    (player < node.more as usize).then_some(first + player)
}

fn write<const IS_SUM: bool, const PER_PLAYER: bool>(
    node: &Node,
    mut run: Run<'_>,
    all: &Nodes,
) -> i64 {
    let Some(place) = place::<PER_PLAYER>(node, &run) else { return run.give_up() };
    let value = node.arg(&run, 2);
    let before = if IS_SUM { run.table.state.number(place).into() } else { 0 };
    let value = value.checked_add(before);
    let is_bool = node.constant != 0;
    let fits = |value: &i64| !is_bool || (0..=1).contains(value);
    match value.filter(fits).and_then(|value| i32::try_from(value).ok()) {
        Some(value) => {
            run.table.state.set_number(place, value);
            node.go_on(run, all)
        }
        None => run.give_up(),
    }
}

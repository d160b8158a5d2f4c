//! From the typed tree to closures: declared state, whose place is known when a script is compiled.

use super::super::run::{Code, Run};
use super::super::tree::Expr;
use super::values::Operand;
use super::{Emitter, Out};
use crate::piece::ValueType;
use crate::script::api::{ApiFn, Effect};

/// Where an entry is among the numbers of a state.
#[derive(Clone, Copy)]
struct Entry {
    first: usize,
    /// How many players have one of their own, one after the other; 0 for the game's own.
    n_players: usize,
    is_bool: bool,
}

impl Entry {
    /// A value as the state keeps it.
    #[inline(always)]
    fn held(self, value: i64) -> Option<i32> {
        let fits = !self.is_bool || (0..=1).contains(&value);
        i32::try_from(value).ok().filter(|_| fits)
    }
}

impl Emitter {
    /// A call that reads or writes an entry, if it is a plain one: no list, and none that holds sites.
    pub(super) fn entry<T: Out>(&self, function: &ApiFn, args: &[Expr]) -> Option<Code<T>> {
        let [Expr::Const(entry), args @ ..] = args else { return None };
        let index = usize::try_from(*entry).ok()?;
        let declared = self.game.state.get(index)?;
        let is_list = matches!(declared.ty, ValueType::List { .. });
        if is_list || declared.of_sites || !matches!(function.name, "get" | "test" | "set" | "add")
        {
            return None;
        }
        let entry = Entry {
            first: self.state.number_of_entry(index),
            n_players: if declared.per_player { self.game.players.len() } else { 0 },
            is_bool: declared.ty == ValueType::Bool,
        };
        let (player, args) = match args {
            [player, args @ ..] if declared.per_player => (Some(player), args),
            // Whose?
            [] if declared.per_player => return None,
            args => (None, args),
        };
        let player = player.map(|player| self.operand(player));
        let is_test = function.name == "test";
        Some(match args {
            [] if function.effect == Effect::Read => reading(entry, player, is_test),
            [value] if function.effect == Effect::Change => {
                writing(entry, player, self.operand(value), function.name == "add")
            }
            _ => return None,
        })
    }
}

/// Which number is meant; gives up where there is none.
#[inline(always)]
fn place(run: &mut Run<'_>, entry: Entry, player: Option<&Operand>) -> usize {
    let Some(player) = player else { return entry.first };
    let player = player.get(run);
    match usize::try_from(player) {
        Ok(player) if player < entry.n_players => entry.first + player,
        _ => {
            run.give_up();
            entry.first
        }
    }
}

fn reading<T: Out>(entry: Entry, player: Option<Operand>, is_test: bool) -> Code<T> {
    let read = move |value: i32| if is_test { T::bool(value != 0) } else { T::int(value.into()) };
    match player {
        None => {
            let place = entry.first;
            Box::new(move |run| read(run.table.state.number(place)))
        }
        player => Box::new(move |run| {
            let place = place(run, entry, player.as_ref());
            read(run.table.state.number(place))
        }),
    }
}

fn writing<T: Out>(entry: Entry, player: Option<Operand>, value: Operand, is_sum: bool) -> Code<T> {
    Box::new(move |run| {
        let place = place(run, entry, player.as_ref());
        let value = value.get(run);
        let before = if is_sum { run.table.state.number(place).into() } else { 0 };
        match value.checked_add(before).and_then(|value| entry.held(value)) {
            Some(value) if Effect::Change.is_allowed(run.table) => {
                run.table.state.set_number(place, value);
                T::int(0)
            }
            _ => T::int(run.give_up()),
        }
    })
}

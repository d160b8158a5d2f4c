//! Declared state and events.

use super::Effect::Change;
use super::Param::{Entry, Event as E, Int as N, Player, Value};
use super::Returns::{Bool, Int};
use super::{ApiFn, Param, value};
use crate::game::{ArgKind, MAX_ARGS, StateEntry};
use crate::piece::ValueType;
use crate::script::table::{Event, Fault, Table};

/// A value as the state keeps it, in 32 bits.
pub(super) fn small(value: i64) -> Result<i32, Fault> {
    i32::try_from(value)
        .map_err(|_| Fault::new("overflow", format!("{value} does not fit the 32 bits of a value")))
}

/// A value as the state keeps it, refused where an entry holds sites and it is none.
pub(super) fn held(table: &Table, entry: usize, value: i64) -> Result<i32, Fault> {
    let StateEntry { id, ty, of_sites, .. } = &table.game.state[entry];
    if *of_sites && !Param::Target.admits(table, value) {
        let fault = Fault::new("bad-argument", format!("`{id}` holds sites, and {value} is none"));
        return Err(fault.help("-1 is `none`"));
    }
    fitting(id, *ty, value)
}

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "get",
        &[("state", Entry)],
        Int,
        "a number of the game's own",
        value!(|t, a| get(t, a[0], None)),
    ),
    ApiFn::read(
        "get",
        &[("state", Entry), ("player", Player)],
        Int,
        "a player's number",
        value!(|t, a| get(t, a[0], Some(a[1]))),
    ),
    ApiFn::read(
        "test",
        &[("state", Entry)],
        Bool,
        "whether an entry of the game is true, or not 0",
        value!(|t, a| Ok((get(t, a[0], None)? != 0).into())),
    ),
    ApiFn::read(
        "test",
        &[("state", Entry), ("player", Player)],
        Bool,
        "whether a player's entry is true, or not 0",
        value!(|t, a| Ok((get(t, a[0], Some(a[1]))? != 0).into())),
    ),
    ApiFn::effect(
        Change,
        "set",
        &[("state", Entry), ("value", Value)],
        "gives an entry of the game a value",
        value!(|t, a| set(t, a[0], None, a[1])),
    ),
    ApiFn::effect(
        Change,
        "set",
        &[("state", Entry), ("player", Player), ("value", Value)],
        "gives a player's entry a value",
        value!(|t, a| set(t, a[0], Some(a[1]), a[2])),
    ),
    ApiFn::effect(
        Change,
        "add",
        &[("state", Entry), ("n", N)],
        "adds to an entry of the game",
        value!(|t, a| add(t, a[0], None, a[1])),
    ),
    ApiFn::effect(
        Change,
        "add",
        &[("state", Entry), ("player", Player), ("n", N)],
        "adds to a player's entry",
        value!(|t, a| add(t, a[0], Some(a[1]), a[2])),
    ),
    ApiFn::effect(Change, "event", &[("event", E)], "says that something happened", value!(event)),
    ApiFn::effect(
        Change,
        "event",
        &[("event", E), ("a", N)],
        "says that something happened, with a value",
        value!(event),
    ),
    ApiFn::effect(
        Change,
        "event",
        &[("event", E), ("a", N), ("b", N)],
        "says that something happened, with two values",
        value!(event),
    ),
    ApiFn::effect(
        Change,
        "event",
        &[("event", E), ("a", N), ("b", N), ("c", N)],
        "says that something happened, with three values",
        value!(event),
    ),
];

/// The player whose cell is meant, after a look at the declaration; 0 for the game's own.
pub(super) fn owner(declared: &StateEntry, player: Option<i64>) -> Result<usize, Fault> {
    let id = &declared.id;
    let module = if matches!(declared.ty, ValueType::List { .. }) { "list" } else { "state" };
    match (declared.per_player, player) {
        (true, Some(player)) => Ok(player as usize),
        (false, None) => Ok(0),
        (true, None) => {
            Err(Fault::new("bad-argument", format!("every player has a `{id}`: whose?"))
                .help(format!("name the player: `({module}::{id}, player, …)`")))
        }
        (false, Some(_)) => {
            Err(Fault::new("bad-argument", format!("`{id}` is the game's, not a player's"))
                .help(format!("leave the player out: `({module}::{id}, …)`")))
        }
    }
}

/// A value as the state keeps it, if it fits what is declared.
pub(super) fn fitting(id: &str, ty: ValueType, value: i64) -> Result<i32, Fault> {
    if ty == ValueType::Bool && !(0..=1).contains(&value) {
        return Err(Fault::new("bad-argument", format!("`{id}` is true or false, not {value}")));
    }
    small(value)
}

fn entry_owner(table: &Table, entry: i64, player: Option<i64>) -> Result<usize, Fault> {
    let declared = &table.game.state[entry as usize];
    if matches!(declared.ty, ValueType::List { .. }) {
        return Err(Fault::new("bad-argument", format!("`{}` is a list", declared.id))
            .help("lists are read with `g.len` and `g.at`"));
    }
    owner(declared, player)
}

fn get(table: &Table, entry: i64, player: Option<i64>) -> Result<i64, Fault> {
    let owner = entry_owner(table, entry, player)?;
    Ok(table.state.entry(entry as usize, owner).into())
}

fn set(table: &mut Table, entry: i64, player: Option<i64>, value: i64) -> Result<i64, Fault> {
    let owner = entry_owner(table, entry, player)?;
    let value = held(table, entry as usize, value)?;
    table.state.set_entry(entry as usize, owner, value);
    Ok(0)
}

fn add(table: &mut Table, entry: i64, player: Option<i64>, n: i64) -> Result<i64, Fault> {
    let sum = get(table, entry, player)?.checked_add(n);
    let sum = sum.ok_or_else(|| Fault::new("overflow", "the sum does not fit"))?;
    set(table, entry, player, sum)
}

fn event(table: &mut Table, args: &[i64]) -> Result<i64, Fault> {
    if table.events.len() as u64 >= table.limits.events {
        return Err(Fault::limit("events", table.limits.events));
    }
    let declared = &table.game.events[args[0] as usize];
    if declared.args.len() != args.len() - 1 {
        let (id, n) = (&declared.id, declared.args.len());
        return Err(Fault::new(
            "bad-argument",
            format!("`{id}` has {n} values, found {}", args.len() - 1),
        )
        .help("the definition says in `text.events` what they are"));
    }
    for (kind, value) in declared.args.iter().zip(&args[1..]) {
        let (param, noun) = match kind {
            ArgKind::Player => (Param::Player, "player"),
            ArgKind::Site => (Param::Target, "site"),
            ArgKind::Number => continue,
        };
        if !param.admits(table, *value) {
            let id = &declared.id;
            return Err(Fault::new(
                "bad-argument",
                format!("`{id}` tells of {value}, which is no {noun}"),
            ));
        }
    }
    let mut values = [0; MAX_ARGS];
    values[..args.len() - 1].copy_from_slice(&args[1..]);
    table.events.push(Event { event: args[0] as usize, args: values });
    Ok(0)
}

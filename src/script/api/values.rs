//! Declared state, lists, events, and the end of a game.

use super::Effect::Change;
use super::Param::{Entry, Event as E, Int as N, List, Player, Reason, Value};
use super::Returns::{Bool, Int};
use super::{ApiFn, Run};
use crate::game::MAX_ARGS;
use crate::outcome::Outcome;
use crate::piece::ValueType;
use crate::script::table::{Event, Fault, Table};

/// A value as the state keeps it, in 32 bits.
pub(super) fn small(value: i64) -> Result<i32, Fault> {
    i32::try_from(value)
        .map_err(|_| Fault::new("overflow", format!("{value} does not fit the 32 bits of a value")))
}

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "get",
        &[("state", Entry)],
        Int,
        "a number of the game's own",
        Run::Value(|t, a| get(t, a[0], None)),
    ),
    ApiFn::read(
        "get",
        &[("state", Entry), ("player", Player)],
        Int,
        "a player's number",
        Run::Value(|t, a| get(t, a[0], Some(a[1]))),
    ),
    ApiFn::read(
        "test",
        &[("state", Entry)],
        Bool,
        "whether an entry of the game is true, or not 0",
        Run::Value(|t, a| Ok((get(t, a[0], None)? != 0).into())),
    ),
    ApiFn::read(
        "test",
        &[("state", Entry), ("player", Player)],
        Bool,
        "whether a player's entry is true, or not 0",
        Run::Value(|t, a| Ok((get(t, a[0], Some(a[1]))? != 0).into())),
    ),
    ApiFn::effect(
        Change,
        "set",
        &[("state", Entry), ("value", Value)],
        "gives an entry of the game a value",
        Run::Value(|t, a| set(t, a[0], None, a[1])),
    ),
    ApiFn::effect(
        Change,
        "set",
        &[("state", Entry), ("player", Player), ("value", Value)],
        "gives a player's entry a value",
        Run::Value(|t, a| set(t, a[0], Some(a[1]), a[2])),
    ),
    ApiFn::effect(
        Change,
        "add",
        &[("state", Entry), ("n", N)],
        "adds to an entry of the game",
        Run::Value(|t, a| add(t, a[0], None, a[1])),
    ),
    ApiFn::effect(
        Change,
        "add",
        &[("state", Entry), ("player", Player), ("n", N)],
        "adds to a player's entry",
        Run::Value(|t, a| add(t, a[0], Some(a[1]), a[2])),
    ),
    ApiFn::read(
        "len",
        &[("list", List), ("player", Player)],
        Int,
        "how many items a list has; any player for a list of the game's own",
        Run::Value(|t, a| {
            list(t, a[0])?;
            Ok(t.state.list(a[0] as usize, a[1] as usize).len() as i64)
        }),
    ),
    ApiFn::read(
        "at",
        &[("list", List), ("player", Player), ("i", N)],
        Int,
        "the `i`-th item of a list, counted from 0",
        Run::Value(|t, a| {
            list(t, a[0])?;
            let items = t.state.list(a[0] as usize, a[1] as usize);
            index(t, a[0], a[2], items.len()).map(|i| items[i].into())
        }),
    ),
    ApiFn::effect(
        Change,
        "push_front",
        &[("list", List), ("player", Player), ("value", N)],
        "puts an item before a list",
        Run::Value(|t, a| {
            edit(t, a[0], a[1], |items| {
                items.insert(0, small(a[2])?);
                Ok(())
            })
        }),
    ),
    ApiFn::effect(
        Change,
        "push_back",
        &[("list", List), ("player", Player), ("value", N)],
        "puts an item behind a list",
        Run::Value(|t, a| {
            edit(t, a[0], a[1], |items| {
                items.push(small(a[2])?);
                Ok(())
            })
        }),
    ),
    ApiFn::effect(
        Change,
        "remove_at",
        &[("list", List), ("player", Player), ("i", N)],
        "takes the `i`-th item out of a list",
        Run::Value(|t, a| {
            list(t, a[0])?;
            let i = index(t, a[0], a[2], t.state.list(a[0] as usize, a[1] as usize).len())?;
            edit(t, a[0], a[1], |items| {
                items.remove(i);
                Ok(())
            })
        }),
    ),
    ApiFn::effect(
        Change,
        "copy",
        &[("from", List), ("to", List), ("player", Player)],
        "makes a player's list equal to another one of the same player",
        Run::Value(|t, a| {
            list(t, a[0])?;
            let source = t.state.list(a[0] as usize, a[2] as usize).to_vec();
            edit(t, a[1], a[2], |items| {
                *items = source;
                Ok(())
            })
        }),
    ),
    ApiFn::effect(
        Change,
        "event",
        &[("event", E)],
        "says that something happened",
        Run::Value(event),
    ),
    ApiFn::effect(
        Change,
        "event",
        &[("event", E), ("a", N)],
        "says that something happened, with a value",
        Run::Value(event),
    ),
    ApiFn::effect(
        Change,
        "event",
        &[("event", E), ("a", N), ("b", N)],
        "says that something happened, with two values",
        Run::Value(event),
    ),
    ApiFn::effect(
        Change,
        "event",
        &[("event", E), ("a", N), ("b", N), ("c", N)],
        "says that something happened, with three values",
        Run::Value(event),
    ),
    ApiFn::effect(
        Change,
        "win",
        &[("player", Player), ("reason", Reason)],
        "ends the game: the player wins",
        Run::Value(|t, a| {
            let winner = a[0] as usize;
            let others = (0..t.game.players.len()).filter(|player| *player != winner);
            let ranking = std::iter::once(winner).chain(others).collect();
            finish(t, Outcome { ranking, n_winners: 1, reason: a[1] as usize })
        }),
    ),
    ApiFn::effect(
        Change,
        "draw",
        &[("reason", Reason)],
        "ends the game: nobody wins",
        Run::Value(|t, a| {
            finish(t, Outcome { ranking: Vec::new(), n_winners: 0, reason: a[0] as usize })
        }),
    ),
    ApiFn::property(
        "over",
        Bool,
        "whether the game has ended",
        Run::Value(|t, _| Ok(t.state.outcome().is_some().into())),
    ),
    ApiFn::effect(
        Change,
        "score",
        &[("player", Player), ("n", N)],
        "adds to a player's score",
        Run::Value(|t, a| {
            t.state.add_score(a[0] as usize, small(a[1])?);
            Ok(0)
        }),
    ),
];

/// The player whose cell is meant, after a look at the declaration.
fn owner(table: &Table, entry: i64, player: Option<i64>) -> Result<usize, Fault> {
    let declared = &table.game.state[entry as usize];
    let id = &declared.id;
    if matches!(declared.ty, ValueType::List { .. }) {
        return Err(Fault::new("bad-argument", format!("`{id}` is a list"))
            .help("lists are read with `g.len` and `g.at`"));
    }
    match (declared.per_player, player) {
        (true, Some(player)) => Ok(player as usize),
        (false, None) => Ok(0),
        (true, None) => {
            Err(Fault::new("bad-argument", format!("every player has a `{id}`: whose?"))
                .help(format!("name the player: `(state::{id}, player, …)`")))
        }
        (false, Some(_)) => {
            Err(Fault::new("bad-argument", format!("`{id}` is the game's, not a player's"))
                .help(format!("leave the player out: `(state::{id}, …)`")))
        }
    }
}

fn get(table: &Table, entry: i64, player: Option<i64>) -> Result<i64, Fault> {
    let owner = owner(table, entry, player)?;
    Ok(table.state.entry(entry as usize, owner).into())
}

fn set(table: &mut Table, entry: i64, player: Option<i64>, value: i64) -> Result<i64, Fault> {
    let owner = owner(table, entry, player)?;
    let declared = &table.game.state[entry as usize];
    if declared.ty == ValueType::Bool && !(0..=1).contains(&value) {
        return Err(Fault::new(
            "bad-argument",
            format!("`{}` is true or false, not {value}", declared.id),
        ));
    }
    table.state.set_entry(entry as usize, owner, small(value)?);
    Ok(0)
}

fn add(table: &mut Table, entry: i64, player: Option<i64>, n: i64) -> Result<i64, Fault> {
    let sum = get(table, entry, player)?.checked_add(n);
    let sum = sum.ok_or_else(|| Fault::new("overflow", "the sum does not fit"))?;
    set(table, entry, player, sum)
}

fn list(table: &Table, entry: i64) -> Result<(), Fault> {
    let declared = &table.game.state[entry as usize];
    match declared.ty {
        ValueType::List { .. } => Ok(()),
        _ => Err(Fault::new("bad-argument", format!("`{}` is no list", declared.id))),
    }
}

fn index(table: &Table, entry: i64, i: i64, len: usize) -> Result<usize, Fault> {
    usize::try_from(i).ok().filter(|i| *i < len).ok_or_else(|| {
        let id = &table.game.state[entry as usize].id;
        Fault::new("bad-argument", format!("item {i} of `{id}`, which has {len}"))
    })
}

fn edit(
    table: &mut Table,
    entry: i64,
    player: i64,
    change: impl FnOnce(&mut Vec<i32>) -> Result<(), Fault>,
) -> Result<i64, Fault> {
    list(table, entry)?;
    let (entry, player) = (entry as usize, player as usize);
    let mut items = table.state.list(entry, player).to_vec();
    change(&mut items)?;
    if !table.state.set_list(entry, player, &items) {
        let (id, max) = (&table.game.state[entry].id, table.state.list_max(entry));
        return Err(Fault::new("list-full", format!("`{id}` holds at most {max} items"))
            .help("raise its `max` in the definition"));
    }
    Ok(0)
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
    let mut values = [0; MAX_ARGS];
    values[..args.len() - 1].copy_from_slice(&args[1..]);
    table.events.push(Event { event: args[0] as usize, args: values });
    Ok(0)
}

fn finish(table: &mut Table, outcome: Outcome) -> Result<i64, Fault> {
    if table.state.outcome().is_some() {
        return Err(Fault::new("already-over", "the game has already ended"));
    }
    table.state.finish(outcome);
    table.asked = 0;
    Ok(0)
}

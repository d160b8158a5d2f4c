//! Lists: bounded, declared with the state, the game's own or one for each player.

use super::Effect::Change;
use super::Param::{Int as N, List, Player};
use super::Returns::{Bool, Int};
use super::values::{held, owner, small};
use super::{ApiFn, value};
use crate::piece::ValueType;
use crate::script::table::{Fault, Table};

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "len",
        &[("list", List)],
        Int,
        "how many items a list of the game's own has",
        value!(|t, a| Ok(items(t, a[0], None)?.len() as i64)),
    ),
    ApiFn::read(
        "len",
        &[("list", List), ("player", Player)],
        Int,
        "how many items a player's list has",
        value!(|t, a| Ok(items(t, a[0], Some(a[1]))?.len() as i64)),
    ),
    ApiFn::read(
        "at",
        &[("list", List), ("i", N)],
        Int,
        "the `i`-th item of a list of the game's own, counted from 0",
        value!(|t, a| at(t, a[0], None, a[1])),
    ),
    ApiFn::read(
        "at",
        &[("list", List), ("player", Player), ("i", N)],
        Int,
        "the `i`-th item of a player's list, counted from 0",
        value!(|t, a| at(t, a[0], Some(a[1]), a[2])),
    ),
    ApiFn::read(
        "index_of",
        &[("list", List), ("value", N)],
        Int,
        "where a value first stands in a list of the game's own, counted from 0; −1 where it does not",
        value!(|t, a| index_of(t, a[0], None, a[1])),
    ),
    ApiFn::read(
        "index_of",
        &[("list", List), ("player", Player), ("value", N)],
        Int,
        "where a value first stands in a player's list, counted from 0; −1 where it does not",
        value!(|t, a| index_of(t, a[0], Some(a[1]), a[2])),
    ),
    ApiFn::effect(
        Change,
        "set_at",
        &[("list", List), ("i", N), ("value", N)],
        "puts another value in place of the `i`-th item of a list of the game's own",
        value!(|t, a| set_at(t, a[0], None, a[1], a[2])),
    ),
    ApiFn::effect(
        Change,
        "set_at",
        &[("list", List), ("player", Player), ("i", N), ("value", N)],
        "puts another value in place of the `i`-th item of a player's list",
        value!(|t, a| set_at(t, a[0], Some(a[1]), a[2], a[3])),
    ),
    ApiFn::effect(
        Change,
        "remove_value",
        &[("list", List), ("value", N)],
        "takes a value out of a list of the game's own, where it first stands, if it does",
        value!(|t, a| remove_value(t, a[0], None, a[1])),
    ),
    ApiFn::effect(
        Change,
        "remove_value",
        &[("list", List), ("player", Player), ("value", N)],
        "takes a value out of a player's list, where it first stands, if it does",
        value!(|t, a| remove_value(t, a[0], Some(a[1]), a[2])),
    ),
    ApiFn::effect(
        Change,
        "clear_list",
        &[("list", List)],
        "takes everything out of a list of the game's own",
        value!(|t, a| clear(t, a[0], None)),
    ),
    ApiFn::effect(
        Change,
        "clear_list",
        &[("list", List), ("player", Player)],
        "takes everything out of a player's list",
        value!(|t, a| clear(t, a[0], Some(a[1]))),
    ),
    ApiFn::effect(
        Change,
        "push_front",
        &[("list", List), ("value", N)],
        "puts an item before a list of the game's own",
        value!(|t, a| insert(t, a[0], None, |_| 0, a[1])),
    ),
    ApiFn::effect(
        Change,
        "push_front",
        &[("list", List), ("player", Player), ("value", N)],
        "puts an item before a player's list",
        value!(|t, a| insert(t, a[0], Some(a[1]), |_| 0, a[2])),
    ),
    ApiFn::effect(
        Change,
        "push_back",
        &[("list", List), ("value", N)],
        "puts an item behind a list of the game's own",
        value!(|t, a| insert(t, a[0], None, |len| len, a[1])),
    ),
    ApiFn::effect(
        Change,
        "push_back",
        &[("list", List), ("player", Player), ("value", N)],
        "puts an item behind a player's list",
        value!(|t, a| insert(t, a[0], Some(a[1]), |len| len, a[2])),
    ),
    ApiFn::effect(
        Change,
        "remove_at",
        &[("list", List), ("i", N)],
        "takes the `i`-th item out of a list of the game's own",
        value!(|t, a| remove_at(t, a[0], None, a[1])),
    ),
    ApiFn::effect(
        Change,
        "remove_at",
        &[("list", List), ("player", Player), ("i", N)],
        "takes the `i`-th item out of a player's list",
        value!(|t, a| remove_at(t, a[0], Some(a[1]), a[2])),
    ),
    ApiFn::effect(
        Change,
        "copy",
        &[("from", List), ("to", List)],
        "makes a list equal to another one, both the game's own",
        value!(|t, a| {
            let source = items(t, a[0], None)?.to_vec();
            replace(t, a[1], None, &source)
        }),
    ),
    ApiFn::effect(
        Change,
        "copy",
        &[("from", List), ("to", List), ("player", Player)],
        "makes a list equal to another one, one of them or both the player's",
        value!(|t, a| {
            let [from, to] = owners(t, a, a[2]);
            let source = items(t, a[0], from)?.to_vec();
            replace(t, a[1], to, &source)
        }),
    ),
    ApiFn::read(
        "same",
        &[("list", List), ("other", List)],
        Bool,
        "whether two lists of the game's own have the same items in the same order",
        value!(|t, a| same(t, a, false)),
    ),
    ApiFn::read(
        "same",
        &[("list", List), ("other", List), ("player", Player)],
        Bool,
        "whether two lists, one of them or both the player's, have the same items in the same order",
        value!(|t, a| same(t, a, false)),
    ),
    ApiFn::read(
        "same_reversed",
        &[("list", List), ("other", List)],
        Bool,
        "whether a list of the game's own is another one read from behind",
        value!(|t, a| same(t, a, true)),
    ),
    ApiFn::read(
        "same_reversed",
        &[("list", List), ("other", List), ("player", Player)],
        Bool,
        "whether a list is another one read from behind, one of them or both the player's",
        value!(|t, a| same(t, a, true)),
    ),
];

/// Whose two lists are, of which one at least is a player's when there is a player.
fn owners(table: &Table, lists: &[i64], player: i64) -> [Option<i64>; 2] {
    let own = [0, 1].map(|i| table.game.state[lists[i] as usize].per_player);
    own.map(|own_list| (own_list || own == [false; 2]).then_some(player))
}

/// Whether two lists have the same items, the second one perhaps read from behind.
fn same(table: &mut Table, args: &[i64], reversed: bool) -> Result<i64, Fault> {
    let [whose, whose_other] = args.get(2).map_or([None; 2], |player| owners(table, args, *player));
    table.charge(table.state.list_max(args[0] as usize))?;
    let (list, other) = (items(table, args[0], whose)?, items(table, args[1], whose_other)?);
    let equal = if reversed { list.iter().eq(other.iter().rev()) } else { list == other };
    Ok(equal.into())
}

/// The items of a list, after a look at the declaration.
fn items(table: &Table, list: i64, player: Option<i64>) -> Result<&[i32], Fault> {
    let owner = list_owner(table, list, player)?;
    Ok(table.state.list(list as usize, owner))
}

fn list_owner(table: &Table, list: i64, player: Option<i64>) -> Result<usize, Fault> {
    let declared = &table.game.state[list as usize];
    match declared.ty {
        ValueType::List { .. } => owner(declared, player),
        ValueType::Bool | ValueType::Int => {
            Err(Fault::new("bad-argument", format!("`{}` is no list", declared.id))
                .help("it is read with `g.get` or `g.test`"))
        }
    }
}

fn index_of(table: &Table, list: i64, player: Option<i64>, value: i64) -> Result<i64, Fault> {
    let found = items(table, list, player)?.iter().position(|item| i64::from(*item) == value);
    Ok(found.map_or(-1, |i| i as i64))
}

fn at(table: &Table, list: i64, player: Option<i64>, i: i64) -> Result<i64, Fault> {
    let items = items(table, list, player)?;
    index(table, list, i, items.len()).map(|i| items[i].into())
}

fn insert(
    table: &mut Table,
    list: i64,
    player: Option<i64>,
    place: impl FnOnce(usize) -> usize,
    value: i64,
) -> Result<i64, Fault> {
    let mut changed = items(table, list, player)?.to_vec();
    changed.insert(place(changed.len()), small(value)?);
    replace(table, list, player, &changed)
}

fn set_at(
    table: &mut Table,
    list: i64,
    player: Option<i64>,
    i: i64,
    value: i64,
) -> Result<i64, Fault> {
    let mut changed = items(table, list, player)?.to_vec();
    let i = index(table, list, i, changed.len())?;
    changed[i] = small(value)?;
    replace(table, list, player, &changed)
}

fn remove_value(
    table: &mut Table,
    list: i64,
    player: Option<i64>,
    value: i64,
) -> Result<i64, Fault> {
    match index_of(table, list, player, value)? {
        -1 => Ok(0),
        i => remove_at(table, list, player, i),
    }
}

fn clear(table: &mut Table, list: i64, player: Option<i64>) -> Result<i64, Fault> {
    replace(table, list, player, &[])
}

fn remove_at(table: &mut Table, list: i64, player: Option<i64>, i: i64) -> Result<i64, Fault> {
    let mut changed = items(table, list, player)?.to_vec();
    changed.remove(index(table, list, i, changed.len())?);
    replace(table, list, player, &changed)
}

fn replace(table: &mut Table, list: i64, player: Option<i64>, items: &[i32]) -> Result<i64, Fault> {
    let owner = list_owner(table, list, player)?;
    let list = list as usize;
    let max = table.state.list_max(list);
    table.charge(max)?;
    for item in items {
        held(table, list, (*item).into())?;
    }
    if !table.state.set_list(list, owner, items) {
        let id = &table.game.state[list].id;
        return Err(Fault::new("list-full", format!("`{id}` holds at most {max} items"))
            .help("raise its `max` in the definition"));
    }
    Ok(0)
}

fn index(table: &Table, list: i64, i: i64, len: usize) -> Result<usize, Fault> {
    usize::try_from(i).ok().filter(|i| *i < len).ok_or_else(|| {
        let id = &table.game.state[list as usize].id;
        let n = if len == 1 { "1 item".to_owned() } else { format!("{len} items") };
        Fault::new("bad-argument", format!("`{id}` has {n}, there is none at {i}"))
            .help("items are counted from 0")
    })
}

//! The material: kinds, attributes, dice, the declared state, and the pieces of the setup.

use super::layout::Layout;
use super::names::Index;
use super::players::Table;
use super::{Context, setup};
use crate::definition::document::{
    AttributeKind, AttributeRecord, DieRecord, Document, KindRecord, Per, StateKind, StateRecord,
};
use crate::definition::read::{Ident, Map, Word};
use crate::definition::yaml::Scalar;
use crate::dice::{Die, DieOutcome};
use crate::error::Problem;
use crate::game::{NONE, StateEntry};
use crate::piece::{Attribute, Kind, Piece, ValueType};

/// The greatest length that a list of the state may have.
const MAX_LIST: i64 = 255;

/// The greatest number of values in the state: what all entries hold for all players, and a list's
/// length.
const MAX_VALUES: usize = 16 * 1024;

/// More dice than this are a load error.
const MAX_DICE: usize = 32;

/// The greatest number of different outcomes of a throw.
const MAX_OUTCOMES: usize = 4096;

const INT: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

/// What the game is played with.
pub(super) struct Material {
    pub(super) kinds: Index<Kind>,
    pub(super) attributes: Index<Attribute>,
    pub(super) dice: Index<Die>,
    pub(super) state: Index<StateEntry>,
    /// The names of all lists of the state, those switched off too.
    pub(super) lists: Vec<String>,
    pub(super) pieces: Vec<Piece>,
}

/// Builds the material.
pub(super) fn build(
    document: &Document,
    table: &Table,
    layout: Option<&Layout>,
    cx: &mut Context,
) -> Material {
    let none = Map::<Ident, AttributeRecord>::default();
    let pieces = document.pieces.as_ref();
    let mut glyphs = Vec::new();
    let kinds =
        pieces.and_then(|pieces| pieces.kinds.as_ref()).map_or_else(Index::default, |map| {
            cx.collect(
                map,
                |kind| kind.when.as_ref(),
                |name, record, cx| Some(kind(name, record, table, &mut glyphs, cx)),
            )
        });
    let attributes = cx.collect(
        pieces.map_or(&none, |pieces| &pieces.attributes),
        |attribute| attribute.when.as_ref(),
        attribute,
    );
    let is_list = |record: &StateRecord| record.ty == Some(StateKind::List);
    let lists = document.state.0.iter().filter(|(_, record)| record.as_ref().is_some_and(is_list));
    let mut material = Material {
        kinds,
        attributes,
        dice: dice(&document.dice, cx),
        state: cx.collect(
            &document.state,
            |entry| entry.when.as_ref(),
            |name, record, cx| state(name, record, layout, cx),
        ),
        lists: lists.map(|(name, _)| name.text.clone()).collect(),
        pieces: Vec::new(),
    };
    check_size(document, table, &material.state.values, cx);
    material.pieces = setup::build(document, table, layout, &material, cx);
    material
}

/// A kind, whose glyph is neither a player's nor that of one of the kinds before it.
fn kind(
    name: &Word,
    record: &KindRecord,
    table: &Table,
    glyphs: &mut Vec<(String, char)>,
    cx: &mut Context,
) -> Kind {
    let glyph = record.glyph.map(|glyph| glyph.0);
    if let Some(glyph) = glyph {
        let players = table.players.iter().map(|player| (&player.id, player.glyph));
        let kinds = glyphs.iter().map(|(id, glyph)| (id, *glyph));
        if let Some((other, _)) = players.chain(kinds).find(|(_, known)| *known == glyph) {
            let message = format!("`{other}` and `{}` are both shown as `{glyph}`", name.text);
            let problem = Problem::new("duplicate-glyph", message).at(name.place.clone());
            cx.report(problem.help("give one of them another `glyph`"));
        }
        glyphs.push((name.text.clone(), glyph));
    }
    let title = record.title.clone().unwrap_or_default();
    Kind { id: name.text.clone(), title, glyph }
}

fn attribute(name: &Word, record: &AttributeRecord, cx: &mut Context) -> Option<Attribute> {
    let ty = match record.ty? {
        AttributeKind::Bool => ValueType::Bool,
        AttributeKind::Int => ValueType::Int,
    };
    let default = match &record.default {
        Some(scalar) => value(ty, scalar, cx)?,
        None => 0,
    };
    Some(Attribute { id: name.text.clone(), ty, default })
}

fn state(
    name: &Word,
    record: &StateRecord,
    layout: Option<&Layout>,
    cx: &mut Context,
) -> Option<StateEntry> {
    let kind = record.ty?;
    let of_sites = record.of.is_some();
    if of_sites && kind == StateKind::Bool {
        let problem = Problem::new("wrong-key", "`of` is for entries of type `int` and `list`");
        cx.report(problem.at(name.place.clone()).help("leave it out"));
        return None;
    }
    if let (StateKind::Int | StateKind::Bool, Some(max)) = (kind, &record.max) {
        let problem = Problem::new("wrong-key", "`max` is for entries of type `list`");
        cx.report(problem.at(max.place.clone()));
    }
    let ty = match kind {
        StateKind::Bool => ValueType::Bool,
        StateKind::Int => ValueType::Int,
        StateKind::List => {
            if let Some(default) = &record.default {
                let problem = Problem::new("wrong-key", "a list starts empty");
                cx.report(problem.at(default.place.clone()));
            }
            let Some(max) = &record.max else {
                let problem = Problem::new("missing-key", "a list needs the key `max`");
                cx.report(problem.at(name.place.clone()).help("say how long it may become"));
                return None;
            };
            let limits = (1, MAX_LIST);
            let max = cx.scope.int_within(max, "a length", limits, &mut cx.problems)?;
            ValueType::List { max: max as usize }
        }
    };
    let default = match &record.default {
        Some(scalar) if kind == StateKind::Int && of_sites => site(scalar, layout?, cx)?,
        Some(scalar) if kind != StateKind::List => value(ty, scalar, cx)?,
        None if kind == StateKind::Int && of_sites => NONE as i32,
        _ => 0,
    };
    let per_player = record.per == Some(Per::Player);
    Some(StateEntry { id: name.text.clone(), per_player, ty, of_sites, default })
}

/// A site by its name; −1 for one that is switched off.
fn site(scalar: &Scalar, layout: &Layout, cx: &mut Context) -> Option<i32> {
    let name = cx.scope.text(scalar, &mut cx.problems)?;
    let (board, absent) = (&layout.ground.board, &layout.ground.absent);
    if absent.contains_key(&name) {
        return Some(NONE as i32);
    }
    let site = board.site(&name);
    if site.is_none() {
        let known = board.sites().iter().map(|site| site.name.as_str());
        let problem = Problem::new("unknown-name", format!("unknown site `{name}`"));
        cx.report(problem.at(scalar.place.clone()).help_nearest(&name, known));
    }
    site.map(|site| site as i32)
}

/// A state is copied for every move, so it must not grow without bound.
fn check_size(document: &Document, table: &Table, entries: &[StateEntry], cx: &mut Context) {
    let size = |entry: &StateEntry| {
        let one = match entry.ty {
            ValueType::List { max } => 1 + max,
            ValueType::Bool | ValueType::Int => 1,
        };
        if entry.per_player { one * table.players.len() } else { one }
    };
    let total: usize = entries.iter().map(size).sum();
    if total > MAX_VALUES {
        let message = format!("the state has at most {MAX_VALUES} values, found {total}");
        let place = document.state.0.last().map_or(&document.place, |(name, _)| &name.place);
        let problem = Problem::new("state-too-large", message).at(place.clone());
        cx.report(problem.help("lists count by their `max`, once for each player"));
    }
}

/// A value of an attribute or a state entry.
pub(super) fn value(ty: ValueType, scalar: &Scalar, cx: &mut Context) -> Option<i32> {
    match ty {
        ValueType::Bool => cx.scope.bool(scalar, &mut cx.problems).map(i32::from),
        _ => cx.scope.int_within(scalar, "a number", INT, &mut cx.problems).map(|n| n as i32),
    }
}

fn dice(records: &Map<Ident, DieRecord>, cx: &mut Context) -> Index<Die> {
    let mut n = 0;
    cx.collect(
        records,
        |die| die.when.as_ref(),
        |name, record, cx| {
            n += 1;
            if n == MAX_DICE + 1 {
                let problem = Problem::new("too-many-dice", format!("more than {MAX_DICE} dice"));
                cx.report(problem.at(name.place.clone()));
            }
            if n <= MAX_DICE { die(name, record, cx) } else { None }
        },
    )
}

fn die(name: &Word, record: &DieRecord, cx: &mut Context) -> Option<Die> {
    let faces = match (&record.faces, &record.sides) {
        (Some(faces), None) => {
            let mut list = Vec::new();
            for (face, weight) in &faces.0 {
                let limits = (1, 1_000_000);
                let scalar = weight.as_ref()?;
                let weight = cx.scope.int_within(scalar, "a weight", limits, &mut cx.problems)?;
                list.push((face.text.parse::<i32>().ok()?, weight as u64));
            }
            list
        }
        (None, Some(sides)) => {
            let sides = cx.scope.int_within(sides, "sides", (1, 1000), &mut cx.problems)?;
            (1..=sides as i32).map(|face| (face, 1)).collect()
        }
        _ => {
            let message = "a die has either `faces` or `sides`";
            cx.report(Problem::new("missing-key", message).at(name.place.clone()));
            return None;
        }
    };
    if faces.is_empty() {
        cx.report(Problem::new("empty-die", "a die needs faces").at(name.place.clone()));
        return None;
    }
    let count = match &record.count {
        Some(count) => cx.scope.int_within(count, "a count", (1, 16), &mut cx.problems)?,
        None => 1,
    };
    let outcomes = throws(faces, count as usize);
    if outcomes.is_none() {
        let message = format!("more than {MAX_OUTCOMES} different throws, or too large weights");
        cx.report(Problem::new("die-too-large", message).at(name.place.clone()));
    }
    Some(Die::new(name.text.clone(), outcomes?))
}

/// The outcomes of `count` equal dice thrown together, without regard to their order.
fn throws(mut faces: Vec<(i32, u64)>, count: usize) -> Option<Vec<DieOutcome>> {
    faces.sort_unstable();
    let mut ways: std::collections::BTreeMap<Vec<i32>, u64> = [(Vec::new(), 1)].into();
    for _ in 0..count {
        let mut more = std::collections::BTreeMap::new();
        for (thrown, weight) in &ways {
            for (face, times) in &faces {
                let mut thrown = thrown.clone();
                thrown.insert(thrown.partition_point(|f| f < face), *face);
                let entry: &mut u64 = more.entry(thrown).or_default();
                *entry = entry.checked_add(weight.checked_mul(*times)?)?;
            }
            if more.len() > MAX_OUTCOMES {
                return None;
            }
        }
        ways = more;
    }
    let total: u64 = ways.values().try_fold(0u64, |sum, weight| sum.checked_add(*weight))?;
    u32::try_from(total).ok()?;
    Some(ways.into_iter().map(|(faces, w)| DieOutcome { faces, weight: w as u32 }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_are_thrown_without_order() {
        let outcomes = throws((1..=6).map(|face| (face, 1)).collect(), 2).expect("21 outcomes");
        assert_eq!(outcomes.len(), 21);
        assert_eq!(outcomes[0], DieOutcome { faces: vec![1, 1], weight: 1 });
        assert_eq!(outcomes[1], DieOutcome { faces: vec![1, 2], weight: 2 });
        assert_eq!(outcomes.iter().map(|o| o.weight).sum::<u32>(), 36);
    }

    #[test]
    fn too_many_throws_are_no_die() {
        assert_eq!(throws((1..=1000).map(|face| (face, 1)).collect(), 2), None);
        assert_eq!(throws(vec![(0, 1_000_000), (1, 1_000_000)], 2), None);
    }
}

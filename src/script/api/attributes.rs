//! Attributes of pieces.

use super::Effect::Change;
use super::Param::{Attr, Owner, Piece, Site, Value};
use super::Returns::{Bool, Int};
use super::pieces::owner;
use super::{ApiFn, value};
use crate::script::table::{Fault, Table};

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "has",
        &[("piece", Piece), ("attr", Attr)],
        Bool,
        "whether a boolean attribute of a piece is true, or a number is not 0",
        value!(|t, a| Ok((t.state.attribute(a[0] as usize, a[1] as usize) != 0).into())),
    ),
    ApiFn::read(
        "attr",
        &[("piece", Piece), ("attr", Attr)],
        Int,
        "the number of a piece's attribute, 0 or 1 for a boolean one",
        value!(|t, a| Ok(t.state.attribute(a[0] as usize, a[1] as usize).into())),
    ),
    ApiFn::read(
        "any_has",
        &[("site", Site), ("attr", Attr)],
        Bool,
        "whether any piece on a site has an attribute",
        value!(|t, a| {
            let attribute = a[1] as usize;
            Ok(t.state
                .pieces_down(a[0] as usize)
                .any(|piece| t.state.attribute(piece, attribute) != 0)
                .into())
        }),
    ),
    ApiFn::effect(
        Change,
        "set_attr",
        &[("piece", Piece), ("attr", Attr), ("value", Value)],
        "gives a piece's attribute a value",
        value!(|t, a| {
            let value = attribute_value(t, a[1], a[2])?;
            t.state.set_attribute(a[0] as usize, a[1] as usize, value);
            Ok(0)
        }),
    ),
    ApiFn::effect(
        Change,
        "set_attr_on",
        &[("site", Site), ("attr", Attr), ("value", Value)],
        "gives the attribute of every piece on a site a value",
        value!(|t, a| {
            let (mut next, value) = (t.state.top(a[0] as usize), attribute_value(t, a[1], a[2])?);
            while let Some(piece) = next {
                t.state.set_attribute(piece, a[1] as usize, value);
                next = t.state.below(piece);
            }
            Ok(0)
        }),
    ),
    ApiFn::effect(
        Change,
        "set_attr_all",
        &[("player", Owner), ("attr", Attr), ("value", Value)],
        "gives the attribute of every piece of a player, or of nobody's, a value",
        value!(|t, a| {
            let value = attribute_value(t, a[1], a[2])?;
            let owner = owner(t, a[0]);
            for piece in 0..t.game.pieces.len() {
                if t.game.pieces[piece].owner == owner {
                    t.state.set_attribute(piece, a[1] as usize, value);
                }
            }
            Ok(0)
        }),
    ),
];

fn attribute_value(table: &Table, attribute: i64, value: i64) -> Result<i32, Fault> {
    let declared = &table.game.attributes[attribute as usize];
    super::values::fitting(&declared.id, declared.ty, value)
}

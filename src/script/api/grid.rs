//! Columns and rows of a grid.

use super::Param::{Int as N, Player, Site};
use super::Returns::Int;
use super::{ApiFn, Run};
use crate::board::Shape;
use crate::game::NONE;
use crate::script::table::{Fault, Table};

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "column",
        &[("site", Site)],
        Int,
        "the column of a square on a grid, 1 for `a`; −1 for a site beside the grid",
        Run::Value(|t, a| Ok(place(t, a[0])?.map_or(NONE, |(column, _)| column))),
    ),
    ApiFn::read(
        "row",
        &[("site", Site)],
        Int,
        "the row of a square on a grid, as its name says; −1 for a site beside the grid",
        Run::Value(|t, a| Ok(place(t, a[0])?.map_or(NONE, |(_, row)| row))),
    ),
    ApiFn::read(
        "row_for",
        &[("player", Player), ("site", Site)],
        Int,
        "the row of a square as a player counts, who with the view `far` counts from the other side; −1 for a site beside the grid",
        Run::Value(|t, a| {
            Ok(place(t, a[1])?.map_or(NONE, |(_, row)| t.game.row_for(a[0] as usize, row)))
        }),
    ),
    ApiFn::read(
        "square",
        &[("column", N), ("row", N)],
        Int,
        "the square of a grid in a column, counted from 1, and a row; −1 where there is none",
        Run::Value(|t, a| square(t, a[0], a[1])),
    ),
    ApiFn::read(
        "square_for",
        &[("player", Player), ("column", N), ("row", N)],
        Int,
        "the square of a grid in a column and a row, as a player counts rows; −1 where there is none",
        Run::Value(|t, a| square(t, a[1], t.game.row_for(a[0] as usize, a[2]))),
    ),
];

/// The column and the row of a site; `None` for one beside the grid.
fn place(table: &Table, site: i64) -> Result<Option<(i64, i64)>, Fault> {
    check(table)?;
    Ok(table.game.board.column_and_row(site as usize))
}

fn square(table: &Table, column: i64, row: i64) -> Result<i64, Fault> {
    check(table)?;
    let site = table.game.board.square(column, row);
    Ok(site.map_or(NONE, |site| site as i64))
}

fn check(table: &Table) -> Result<(), Fault> {
    match table.game.board.shape() {
        Shape::Grid { .. } => Ok(()),
        Shape::Lines => Err(Fault::new("no-grid", "the board has no columns and rows")
            .help("only a `grid` has them")),
    }
}

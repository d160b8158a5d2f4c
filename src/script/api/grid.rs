//! Columns and rows of grids and of boards of points, and neighbors.

use super::Param::{Int as N, Owner, Piece, Player, Site, Target};
use super::Returns::{Bool, Int, Items};
use super::{ApiFn, items, value};
use crate::game::NONE;
use crate::script::table::{Fault, Table};

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "column",
        &[("site", Site)],
        Int,
        "the column of a square or point, 1 for `a`; −1 for a site beside the board",
        value!(|t, a| Ok(place(t, a[0])?.map_or(NONE, |(column, _)| column))),
    ),
    ApiFn::read(
        "row",
        &[("site", Site)],
        Int,
        "the row of a square or point, as its name says; −1 for a site beside the board",
        value!(|t, a| Ok(place(t, a[0])?.map_or(NONE, |(_, row)| row))),
    ),
    ApiFn::read(
        "row_for",
        &[("player", Player), ("site", Site)],
        Int,
        "the row of a square or point as a player counts, who with the view `far` counts from the other side; −1 for a site beside the board",
        value!(|t, a| {
            Ok(place(t, a[1])?.map_or(NONE, |(_, row)| t.game.row_for(a[0] as usize, row)))
        }),
    ),
    ApiFn::read(
        "column_of",
        &[("piece", Piece)],
        Int,
        "the column of the square that a piece stands on, 1 for `a`; −1 for a piece elsewhere",
        value!(|t, a| Ok(stand(t, a[0])?.map_or(NONE, |(column, _)| column))),
    ),
    ApiFn::read(
        "row_of",
        &[("piece", Piece)],
        Int,
        "the row of the square that a piece stands on, as its owner counts; −1 for a piece elsewhere",
        value!(|t, a| {
            let owner = t.state.owner(a[0] as usize);
            let row = stand(t, a[0])?.map(|(_, row)| t.game.row_for(owner, row));
            Ok(row.unwrap_or(NONE))
        }),
    ),
    ApiFn::read(
        "piece_in",
        &[("column", N), ("player", Owner)],
        Int,
        "a player's piece in a column of a grid, or nobody's, the first by site; −1 when there is none",
        value!(|t, a| {
            check(t)?;
            let owner = super::pieces::owner(t, a[1]);
            let board = &t.game.board;
            let inside = |site: &usize| {
                board.column_and_row(*site).is_some_and(|(column, _)| column == a[0])
            };
            let site = t.state.occupied(owner).iter().find(inside);
            let own = site.and_then(|site| t.state.first_on(site, owner));
            Ok(own.map_or(NONE, |piece| piece as i64))
        }),
    ),
    ApiFn::read(
        "square",
        &[("column", N), ("row", N)],
        Int,
        "the square or point in a column, counted from 1, and a row; −1 where there is none",
        value!(|t, a| square(t, a[0], a[1])),
    )
    .gives(Target),
    ApiFn::read(
        "square_for",
        &[("player", Player), ("column", N), ("row", N)],
        Int,
        "the square or point in a column and a row, as a player counts rows; −1 where there is none",
        value!(|t, a| square(t, a[1], t.game.row_for(a[0] as usize, a[2]))),
    )
    .gives(Target),
    ApiFn::read(
        "neighbors",
        &[("site", Site)],
        Items,
        "the neighbors of a site in rising order",
        items!(|t, a, out| {
            check_neighbors(t)?;
            out.extend(t.game.board.neighbors(a[0] as usize).iter().map(|site| i64::from(*site)));
            Ok(())
        }),
    )
    .gives(Site),
    ApiFn::read(
        "adjacent",
        &[("site", Target), ("other", Target)],
        Bool,
        "whether two sites are neighbors; no site is its own neighbor, and `none` has no neighbors",
        value!(|t, a| {
            check_neighbors(t)?;
            let [site, other] = [a[0], a[1]].map(usize::try_from);
            let adjacent = |(a, b)| t.game.board.are_adjacent(a, b);
            Ok(site.ok().zip(other.ok()).is_some_and(adjacent).into())
        }),
    ),
];

/// The column and the row of a site; `None` for one beside the grid.
fn place(table: &Table, site: i64) -> Result<Option<(i64, i64)>, Fault> {
    check(table)?;
    Ok(table.game.board.column_and_row(site as usize))
}

/// The column and the row of the square that a piece stands on.
fn stand(table: &Table, piece: i64) -> Result<Option<(i64, i64)>, Fault> {
    check(table)?;
    let site = table.state.site_of(piece as usize);
    Ok(site.and_then(|site| table.game.board.column_and_row(site)))
}

fn square(table: &Table, column: i64, row: i64) -> Result<i64, Fault> {
    check(table)?;
    let site = table.game.board.square(column, row);
    Ok(site.map_or(NONE, |site| site as i64))
}

fn check(table: &Table) -> Result<(), Fault> {
    if table.game.board.rectangle().is_some() {
        return Ok(());
    }
    let fault = Fault::new("no-grid", "the board has no columns and rows");
    Err(fault.help("only a `grid` and `points` have them"))
}

fn check_neighbors(table: &Table) -> Result<(), Fault> {
    if table.game.board.has_neighbors() {
        return Ok(());
    }
    let fault = Fault::new("no-neighbors", "the board says nothing of neighbors");
    Err(fault.help("give its `grid` or its `points` the key `neighbors`"))
}

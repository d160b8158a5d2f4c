//! Which sites runs and blocks pass.

use crate::board::Board;

/// The sites from one to the other along a ring, rising, or along a lane.
pub(super) fn stretch(board: &Board, from: usize, to: usize) -> Option<Vec<usize>> {
    let line = board.lines().iter().find(|line| line.sites.contains(&from))?;
    if !line.sites.contains(&to) {
        return None;
    }
    Some(match (line.closed, from <= to) {
        (_, true) => (from..=to).collect(),
        (true, false) => (from..line.sites.end).chain(line.sites.start..=to).collect(),
        (false, false) => (to..=from).rev().collect(),
    })
}

/// The sites of the rectangle between two corners, row by row from the first.
pub(super) fn rectangle(board: &Board, (x, y): (i32, i32), (to_x, to_y): (i32, i32)) -> Vec<usize> {
    let towards = |from: i32, to: i32, i: i32| from + i * (to - from).signum();
    let squares = (0..=(to_y - y).abs()).flat_map(|j| {
        (0..=(to_x - x).abs()).map(move |i| (towards(x, to_x, i), towards(y, to_y, j)))
    });
    squares.filter_map(|at| board.sites().iter().position(|site| site.at == Some(at))).collect()
}

/// The sites from one to the other along a row, a column or a diagonal.
pub(super) fn straight_line(board: &Board, from: usize, to: usize) -> Option<Vec<usize>> {
    let (x, y) = board.sites()[from].at?;
    let (to_x, to_y) = board.sites()[to].at?;
    let (dx, dy) = (to_x - x, to_y - y);
    if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
        return None;
    }
    let length = dx.abs().max(dy.abs());
    (0..=length)
        .map(|i| {
            let at = Some((x + i * dx.signum(), y + i * dy.signum()));
            board.sites().iter().position(|site| site.at == at)
        })
        .collect()
}

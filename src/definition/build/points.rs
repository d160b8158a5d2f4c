//! Points of a picture, and which sites are neighbors.

use super::Context;
use crate::board::{MAX_SITES, Site, column_name};
use crate::definition::document::{Offset, PointsRecord};
use crate::definition::path::Filled;
use crate::definition::read::List;
use crate::definition::yaml::Scalar;
use crate::error::{Place, Problem};

/// The letter of a point.
const POINT: &str = "o";

/// What stands in a picture for nothing.
const NOTHING: &str = ".";

/// The points of a picture, row by row from the bottom left.
pub(super) struct Points {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) sites: Vec<Site>,
}

/// Reads the picture; what is wrong with it is reported.
pub(super) fn read(record: &PointsRecord, cx: &mut Context) -> Option<Points> {
    let picture = record.picture.as_ref()?;
    let text = Filled::new(picture, &cx.scope, &mut cx.problems)?;
    let rows: Vec<Vec<(&str, Place)>> = text
        .text
        .trim_end()
        .lines()
        .map(|line| {
            let start = |word: &str| word.as_ptr() as usize - text.text.as_ptr() as usize;
            let place = |word: &str| text.at(start(word)..start(word) + word.len());
            line.split_whitespace().map(|word| (word, place(word))).collect()
        })
        .collect();
    let columns = rows.first().map_or(0, Vec::len);
    let mut ok = true;
    let mut points: Vec<(usize, usize, &Place)> = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        if row.len() != columns {
            let message = format!("expected a row of {columns} places, found {}", row.len());
            let place = row.last().map_or(&picture.place, |(_, place)| place);
            let problem = Problem::new("ragged-picture", message).at(place.clone());
            cx.report(problem.help("the rows of a picture are of one length; `.` is for nothing"));
            ok = false;
        }
        for (column, (word, place)) in row.iter().enumerate() {
            match *word {
                NOTHING => {}
                POINT => points.push((rows.len() - 1 - i, column, place)),
                other => {
                    let message = format!("expected `{POINT}` or `{NOTHING}`, found `{other}`");
                    let problem = Problem::new("bad-picture", message).at(place.clone());
                    cx.report(problem.help("there are blanks between the places of a row"));
                    ok = false;
                }
            }
        }
    }
    if let Some((_, _, place)) = points.get(MAX_SITES) {
        let message = format!("a board has at most {MAX_SITES} sites, found {}", points.len());
        cx.report(Problem::new("board-too-large", message).at((*place).clone()));
        ok = false;
    } else if points.is_empty() && ok {
        let message = format!("a board of points needs a point, `{POINT}`");
        cx.report(Problem::new("empty-picture", message).at(picture.place.clone()));
        ok = false;
    }
    points.sort_unstable_by_key(|(y, x, _)| (*y, *x));
    let sites = points.iter().map(|(y, x, _)| Site {
        name: format!("{}{}", column_name(x + 1), y + 1),
        at: Some((*x as i32, *y as i32)),
        ..Site::default()
    });
    ok.then(|| Points { columns, rows: rows.len(), sites: sites.collect() })
}

/// The pairs of sites that are a step apart.
pub(super) fn steps(
    offsets: &List<Offset>,
    sites: &[Site],
    cx: &mut Context,
) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for offset in &offsets.0 {
        let most = MAX_SITES as i64;
        let mut part = |scalar: &Scalar, what: &str| {
            cx.scope.int_within(scalar, what, (-most, most), &mut cx.problems)
        };
        let parts = (part(&offset.columns, "columns"), part(&offset.rows, "rows"));
        let (Some(columns), Some(rows)) = parts else { continue };
        if (columns, rows) == (0, 0) {
            let problem = Problem::new("bad-step", "the step `[0, 0]` leads nowhere");
            cx.report(problem.at(offset.place.clone()));
            continue;
        }
        for (i, site) in sites.iter().enumerate() {
            let to = site.at.map(|(x, y)| (x + columns as i32, y + rows as i32));
            let other = sites.iter().position(|other| to.is_some() && other.at == to);
            pairs.extend(other.map(|other| (i, other)));
        }
    }
    pairs
}

/// The pairs of sites that are written out.
pub(super) fn edges(list: &List<Scalar>, sites: &[Site], cx: &mut Context) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for edge in &list.0 {
        let names: Vec<&str> = edge.text.split_whitespace().collect();
        let &[a, b] = &names[..] else {
            let message = format!("expected two points such as `a1 b2`, found `{}`", edge.text);
            cx.report(Problem::new("bad-edge", message).at(edge.place.clone()));
            continue;
        };
        let mut find = |name: &str| {
            let found = sites.iter().position(|site| site.name == name);
            if found.is_none() {
                let start = name.as_ptr() as usize - edge.text.as_ptr() as usize;
                let problem = Problem::new("unknown-site", format!("unknown site `{name}`"))
                    .at(edge.at(start..start + name.len()));
                cx.report(problem.help_nearest(name, sites.iter().map(|s| s.name.as_str())));
            }
            found
        };
        let (Some(from), Some(to)) = (find(a), find(b)) else { continue };
        if from == to {
            let message = format!("`{a}` is no neighbor of its own");
            cx.report(Problem::new("bad-edge", message).at(edge.place.clone()));
            continue;
        }
        pairs.push((from, to));
    }
    pairs
}

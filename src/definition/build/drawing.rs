//! Where the sites are drawn.

use super::Context;
use crate::definition::document::Drawing;
use crate::definition::path::{Filled, Ground};
use crate::definition::yaml::Scalar;
use crate::error::Problem;

/// What stands in a drawing for nothing.
const NOTHING: &str = ".";

/// The rows from the top of the first drawing whose condition holds; none when there is none.
pub(super) fn build(
    drawing: &Drawing,
    ground: &Ground,
    cx: &mut Context,
) -> Vec<Vec<Option<usize>>> {
    let Drawing(list) = drawing;
    let used = list.iter().find(|(_, when)| cx.holds(when.as_ref()));
    used.map_or_else(Vec::new, |(text, _)| rows(text, ground, cx))
}

fn rows(scalar: &Scalar, ground: &Ground, cx: &mut Context) -> Vec<Vec<Option<usize>>> {
    let Some(text) = Filled::new(scalar, &cx.scope, &mut cx.problems) else {
        return Vec::new();
    };
    let mut drawn = vec![false; ground.board.n_sites()];
    let mut rows = Vec::new();
    for line in text.text.trim_end().lines() {
        let mut row = Vec::new();
        for name in line.split_whitespace() {
            let start = name.as_ptr() as usize - text.text.as_ptr() as usize;
            // Finding a place takes its time, and it is seldom wanted.
            let place = || text.at(start..start + name.len());
            let site = if name == NOTHING { Ok(None) } else { ground.full_name(name) };
            let site = site.unwrap_or_else(|problem| {
                cx.report(problem.at(place()));
                None
            });
            if let Some(site) = site
                && std::mem::replace(&mut drawn[site], true)
            {
                let problem = Problem::new("repeated-site", format!("`{name}` is drawn twice"));
                cx.report(problem.at(place()));
            }
            row.push(site);
        }
        rows.push(row);
    }
    rows
}

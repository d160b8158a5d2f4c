//! Where on the board something happens, on the board's squares.

use std::fmt::Write as _;

use super::Findings;
use super::element::Element;
use super::frame::{Frame, TOP, WIDTH, anchored, rect, width, words};
use super::tongue::Tongue;
use crate::lab::{Heat, Histogram, Tally};
use crate::text::Lang;

/// A board is no wider and no higher.
const ROOM: (f64, f64) = (WIDTH - 40.0, 620.0);
const MAX_CELL: f64 = 58.0;
const MIN_CELL: f64 = 9.0;
/// From this heat on letters are light.
const LIGHT: f64 = 0.7;
const LEGEND: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A site with its square and its count.
struct Cell<'a> {
    site: &'a str,
    column: f64,
    row: f64,
    count: u64,
}

/// The board with the heat of an event; the colors reach from 0 to its own greatest count.
pub(super) fn board(findings: &Findings<'_>, index: usize) -> Frame {
    board_up_to(0, findings, index)
}

/// How often an event happened where it happened most.
pub(super) fn greatest(tally: &Tally, index: usize) -> u64 {
    let sites = tally.sites.get(index).into_iter().flat_map(Histogram::iter);
    sites.map(|(_, times)| times).max().unwrap_or(0)
}

/// The same, with colors that reach at least to this count, as for several boards of one scale.
pub(super) fn board_up_to(most: u64, findings: &Findings<'_>, index: usize) -> Frame {
    let tongue = findings.tongue();
    let cells = cells(findings, index);
    let total = cells.iter().fold(0_u64, |sum, cell| sum.saturating_add(cell.count));
    let most = greatest(findings.tally, index).max(most);
    let columns = cells.iter().map(|cell| cell.column).fold(0.0, f64::max) + 1.0;
    let rows = cells.iter().map(|cell| cell.row).fold(0.0, f64::max) + 1.0;
    let size = (ROOM.0 / columns).min(ROOM.1 / rows).clamp(MIN_CELL, MAX_CELL);
    let left = (WIDTH - size * columns) / 2.0;
    let shapes = cells.iter().map(|cell| {
        let place = (left + cell.column * size, TOP + 8.0 + cell.row * size);
        square(cell, place, size, (most, total), findings)
    });
    let mut shapes: Vec<Element> = shapes.collect();
    let bottom = TOP + 8.0 + rows * size;
    shapes.extend(legend(most, bottom + 18.0, tongue));
    let name = findings.subject.heats.get(index).map_or("", |heat| name(heat, findings));
    let title = format!("{}: {name}", tongue.say("Where it happens", "Non gertatzen da"));
    let note = note(&cells, total, findings);
    let hottest = ranked(&cells).into_iter().take(10).map(|cell| told(cell, total, findings));
    let hottest: Vec<String> = hottest.collect();
    let description = format!("{note}. {}.", hottest.join("; "));
    Frame { title, note, description, height: bottom + 48.0, shapes }
}

/// What an event is called: as its metric, if it has one.
pub(super) fn name<'a>(heat: &'a Heat, findings: &Findings<'_>) -> &'a str {
    heat.metric.as_ref().unwrap_or(&heat.event).title.get(findings.lang)
}

/// All sites that are drawn; those that the board's drawing leaves out stand below it if anything
/// happened there.
fn cells<'a>(findings: &Findings<'a>, index: usize) -> Vec<Cell<'a>> {
    let plan = &findings.subject.plan;
    let mut counts = vec![0; plan.len()];
    for (site, times) in findings.tally.sites.get(index).into_iter().flat_map(Histogram::iter) {
        if let Some(count) = usize::try_from(site).ok().and_then(|site| counts.get_mut(site)) {
            *count = times;
        }
    }
    let drawn = plan.iter().filter_map(|spot| spot.at);
    let (columns, rows) = drawn.fold((1, 0), |(columns, rows), (x, y)| {
        (columns.max(usize::from(x) + 1), rows.max(usize::from(y) + 1))
    });
    let mut n_below = 0;
    let mut cells = Vec::new();
    for (spot, count) in plan.iter().zip(counts) {
        let (column, row) = match spot.at {
            Some((x, y)) => (f64::from(x), f64::from(y)),
            None if count > 0 => {
                let (x, y) = (n_below % columns, rows + n_below / columns);
                n_below += 1;
                (x as f64, y as f64 + 0.5)
            }
            None => continue,
        };
        cells.push(Cell { site: &spot.site, column, row, count });
    }
    cells
}

/// The sites where anything happened, the hottest first.
fn ranked<'c, 'a>(cells: &'c [Cell<'a>]) -> Vec<&'c Cell<'a>> {
    let mut ranked: Vec<&Cell<'_>> = cells.iter().filter(|cell| cell.count > 0).collect();
    ranked.sort_by_key(|cell| std::cmp::Reverse(cell.count));
    ranked
}

fn note(cells: &[Cell<'_>], total: u64, findings: &Findings<'_>) -> String {
    let tongue = findings.tongue();
    let (sum, n) = (tongue.count(total), tongue.count(findings.tally.n));
    let mut note = match tongue.0 {
        Lang::En => format!("{sum} in {n} playouts"),
        Lang::Eu => format!("{sum}, {n} partidatan"),
    };
    if let Some(first) = ranked(cells).first() {
        let most = tongue.say("most at", "gehien hemen:");
        let share = tongue.percent(first.count as f64 / total.max(1) as f64, 1);
        _ = write!(note, "; {most} {} ({share})", first.site);
    }
    note
}

fn told(cell: &Cell<'_>, total: u64, findings: &Findings<'_>) -> String {
    let tongue = findings.tongue();
    let share = tongue.percent(cell.count as f64 / total.max(1) as f64, 1);
    let mean = tongue.decimal(cell.count as f64 / findings.tally.n.max(1) as f64, 3);
    let each = tongue.say("in a playout", "partidako");
    format!("{}: {} ({share}), {mean} {each}", cell.site, tongue.count(cell.count))
}

fn square(
    cell: &Cell<'_>,
    (x, y): (f64, f64),
    size: f64,
    (most, total): (u64, u64),
    findings: &Findings<'_>,
) -> Element {
    let inner = size - 2.0;
    let corner = (x + 1.0, y + 1.0);
    let mut group = Element::new("g")
        .tip(&told(cell, total, findings))
        .child(rect("cell", corner, (inner, inner)).with("rx", 3));
    let warmth = cell.count as f64 / most.max(1) as f64;
    if cell.count > 0 {
        group = group.child(hot(corner, inner, warmth));
    }
    let middle = x + size / 2.0;
    let shade = if warmth > LIGHT { "on" } else { "ink" };
    let part = short_share(cell.count, total, findings.tongue());
    let named = width(cell.site, 9.0) <= inner;
    if size >= 40.0 && cell.count > 0 {
        let class = format!("{shade} small");
        group = group.child(anchored("middle", &class, (middle, y + size / 2.0 + 9.0), &part));
        if named {
            let class = format!("{shade} tiny");
            group =
                group.child(anchored("middle", &class, (middle, y + size / 2.0 - 6.0), cell.site));
        }
    } else if named && size >= 16.0 {
        let shade = match warmth {
            0.0 => "muted tiny",
            warmth if warmth > LIGHT => "on tiny",
            _ => "ink tiny",
        };
        group = group.child(anchored("middle", shade, (middle, y + size / 2.0 + 3.0), cell.site));
    }
    group
}

/// A share that has room in a square.
fn short_share(count: u64, total: u64, tongue: Tongue) -> String {
    let share = count as f64 / total.max(1) as f64;
    tongue.percent(share, usize::from(share < 0.0995))
}

fn hot(corner: (f64, f64), size: f64, warmth: f64) -> Element {
    // Even the least heat is seen.
    let opacity = 0.06 + 0.94 * warmth;
    rect("heat", corner, (size, size)).with("rx", 3).with("fill-opacity", format!("{opacity:.2}"))
}

/// What the colors mean.
fn legend(most: u64, y: f64, tongue: Tongue) -> Vec<Element> {
    let (size, n) = (18.0, LEGEND.len() as f64);
    let left = (WIDTH - n * size) / 2.0;
    let mut shapes = Vec::new();
    for (i, warmth) in LEGEND.into_iter().enumerate() {
        let corner = (left + size * i as f64, y);
        shapes.push(rect("cell", corner, (size, 12.0)));
        if warmth > 0.0 {
            shapes.push(hot_strip(corner, size, warmth));
        }
    }
    shapes.push(anchored("end", "muted small", (left - 8.0, y + 10.0), "0"));
    let most = tongue.count(most);
    shapes.push(words("muted small", left + n * size + 8.0, y + 10.0, &most));
    shapes
}

fn hot_strip(corner: (f64, f64), width: f64, warmth: f64) -> Element {
    let opacity = 0.06 + 0.94 * warmth;
    rect("heat", corner, (width, 12.0)).with("fill-opacity", format!("{opacity:.2}"))
}

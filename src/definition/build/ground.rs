//! The board: its sites in their order, and the names of those that are not there.

use std::collections::BTreeMap;

use super::players::Table;
use super::{Context, duplicate, points};
use crate::board::{Board, Line, MAX_SITES, Shape, Site, column_name};
use crate::definition::document::{BoardRecord, GridRecord, Per};
use crate::definition::path::{Absent, Ground};
use crate::definition::read::Word;
use crate::definition::yaml::Scalar;
use crate::error::{Place, Problem};

/// Makes the sites of a board; `None` when there is none to speak about.
pub(super) fn build(record: &BoardRecord, table: &Table, cx: &mut Context) -> Option<Ground> {
    let mut maker = Maker::default();
    let shape = match (&record.grid, &record.points, &record.ring) {
        _ if is_mixed(record, cx) => return None,
        (Some(grid), ..) => maker.grid(grid, cx)?,
        (_, Some(record), _) => {
            let points = points::read(record, cx);
            // Without the points their neighbors are looked at all the same, for their steps.
            let sites = points.as_ref().map_or(&[][..], |points| &points.sites);
            let mut pairs = points::steps(&record.neighbors, sites, cx);
            if points.is_some() {
                pairs.extend(points::edges(&record.edges, sites, cx));
            }
            let says = record.neighbors.0.len() + record.edges.0.len() > 0;
            maker.neighbors = says.then_some(pairs);
            let points = points?;
            maker.sites = points.sites;
            Shape::Points { columns: points.columns, rows: points.rows }
        }
        (_, _, ring) => {
            if let Some(ring) = ring {
                maker.ring(ring.sites.as_ref()?, cx);
            } else if record.lanes.0.is_empty() {
                let message = "a board needs a `grid`, `points`, a `ring` or `lanes`";
                cx.report(Problem::new("missing-key", message).at(record.place.clone()));
                return None;
            }
            maker.lanes(record, cx);
            Shape::Lines
        }
    };
    if !maker.is_too_large(cx) {
        maker.beside(record, table, cx);
    }
    if maker.sites.is_empty() && !maker.failed {
        let problem = Problem::new("empty-board", "no part of the board is there");
        cx.report(problem.at(record.place.clone()));
    }
    if maker.is_too_large(cx) || maker.failed || maker.sites.is_empty() {
        return None;
    }
    let Maker { sites, lines, rest, absent, neighbors, .. } = maker;
    let rest = rest.map_or_else(Vec::new, |(_, rest)| rest);
    let board = Board::new(shape, sites).with_lines(lines).with_rest(rest);
    let board = match neighbors {
        Some(pairs) => board.with_neighbors(&pairs),
        None => board,
    };
    Some(Ground { board, absent })
}

/// Whether the sites are said in several ways, which is reported where the second begins.
fn is_mixed(record: &BoardRecord, cx: &mut Context) -> bool {
    let lines = record.ring.as_ref().map(|ring| &ring.place);
    let lines = lines.or_else(|| record.lanes.0.first().map(|(id, _)| &id.place));
    let ways = [
        record.grid.as_ref().map(|grid| &grid.place),
        record.points.as_ref().map(|points| &points.place),
        lines,
    ];
    let mut ways: Vec<&Place> = ways.into_iter().flatten().collect();
    ways.sort_by_key(|place| place.span().start);
    let second = ways.get(1);
    if let Some(place) = second {
        let message = "a board is a grid, points, or a ring and lanes, not several of them";
        cx.report(Problem::new("mixed-board", message).at((*place).clone()));
    }
    second.is_some()
}

fn size(scalar: &Scalar, what: &str, cx: &mut Context) -> Option<usize> {
    let limits = (1, MAX_SITES as i64);
    cx.scope.int_within(scalar, what, limits, &mut cx.problems).map(|n| n as usize)
}

fn too_large(found: &str, place: &Place) -> Problem {
    let message = format!("a board has at most {MAX_SITES} sites, found {found}");
    Problem::new("board-too-large", message).at(place.clone())
}

/// What is made so far.
#[derive(Default)]
struct Maker {
    sites: Vec<Site>,
    /// Where each of the sites is declared, except those of a grid.
    names: Vec<Place>,
    lines: Vec<Line>,
    /// The pairs of neighbors, if anything is said of them.
    neighbors: Option<Vec<(usize, usize)>>,
    /// The declared site of rest, and each player's.
    rest: Option<(String, Vec<Option<usize>>)>,
    absent: BTreeMap<String, Absent>,
    /// Whether something is wrong without which nothing can be said of the sites.
    failed: bool,
}

impl Maker {
    fn grid(&mut self, grid: &GridRecord, cx: &mut Context) -> Option<Shape> {
        let columns = size(grid.columns.as_ref()?, "columns", cx);
        let rows = size(grid.rows.as_ref()?, "rows", cx);
        let (columns, rows) = (columns?, rows?);
        if columns * rows > MAX_SITES {
            let found = format!("{columns} × {rows}");
            let place = grid.columns.as_ref().map_or(&grid.place, |scalar| &scalar.place);
            cx.report(too_large(&found, place));
            return None;
        }
        let limits = (0, MAX_SITES as i64);
        let first_row = grid.first_row.as_ref().map_or(Some(1), |first| {
            cx.scope.int_within(first, "first_row", limits, &mut cx.problems)
        })? as usize;
        let squares = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        self.sites.extend(squares.map(|(x, y)| Site {
            name: format!("{}{}", column_name(x + 1), y + first_row),
            at: Some((x as i32, y as i32)),
            ..Site::default()
        }));
        if !grid.neighbors.0.is_empty() {
            self.neighbors = Some(points::steps(&grid.neighbors, &self.sites, cx));
        }
        Some(Shape::Grid { columns, rows, first_row })
    }

    fn ring(&mut self, sites: &Scalar, cx: &mut Context) {
        match size(sites, "sites", cx) {
            Some(n) => self.line("", n, true, &sites.place),
            None => self.failed = true,
        }
    }

    fn lanes(&mut self, record: &BoardRecord, cx: &mut Context) {
        for (id, lane) in &record.lanes.0 {
            let Some(lane) = lane else {
                self.failed = true;
                continue;
            };
            let on = cx.holds(lane.when.as_ref());
            let n = lane.sites.as_ref().and_then(|sites| size(sites, "sites", cx));
            match n {
                None => self.failed = true,
                Some(n) if on => self.line(&id.text, n, false, &id.place),
                Some(n) => {
                    let names = (1..=n).map(|i| (format!("{}{i}", id.text), Absent::Off));
                    self.absent.extend(names);
                }
            }
        }
    }

    fn line(&mut self, id: &str, n: usize, closed: bool, place: &Place) {
        let start = self.sites.len();
        for i in 1..=n {
            self.add(Site { name: format!("{id}{i}"), ..Site::default() }, place);
        }
        self.lines.push(Line { sites: start..start + n, closed });
    }

    fn add(&mut self, site: Site, place: &Place) -> usize {
        self.names.resize(self.sites.len(), place.clone());
        self.sites.push(site);
        self.names.push(place.clone());
        self.sites.len() - 1
    }

    /// Adds the sites beside the board.
    fn beside(&mut self, record: &BoardRecord, table: &Table, cx: &mut Context) {
        for (name, off) in &record.off.0 {
            let Some(off) = off else {
                self.failed = true;
                continue;
            };
            let own = off.per == Some(Per::Player);
            let names: Vec<String> = if own {
                table.index.words().map(|player| format!("{}_{}", name.text, player.text)).collect()
            } else {
                Vec::new()
            };
            for taken in names.iter().chain([&name.text]).filter(|name| self.is_taken(name)) {
                let word = Word { text: taken.clone(), place: name.place.clone() };
                cx.report(duplicate(&word, "another site has this name"));
            }
            let on = cx.holds(off.when.as_ref());
            let rest = off.rest.as_ref();
            let rests = rest.and_then(|rest| cx.scope.bool(rest, &mut cx.problems)) == Some(true);
            if !on {
                let all = names.into_iter().chain([name.text.clone()]);
                self.absent.extend(all.map(|name| (name, Absent::Off)));
                continue;
            }
            let seats: Vec<Option<usize>> = if own {
                self.absent.extend(names.into_iter().map(|name| (name, Absent::Unseated)));
                self.own(name, table)
            } else {
                let site = Site { name: name.text.clone(), ..Site::default() };
                let site = self.add(site, &name.place);
                vec![Some(site); table.players.len()]
            };
            match &self.rest {
                Some((first, _)) if rests => {
                    let message = format!("pieces rest on `{first}` already");
                    let place = rest.map_or(&name.place, |rest| &rest.place);
                    cx.report(Problem::new("second-rest", message).at(place.clone()));
                }
                None if rests => self.rest = Some((name.text.clone(), seats)),
                _ => {}
            }
        }
    }

    /// A site for each player in play.
    fn own(&mut self, name: &Word, table: &Table) -> Vec<Option<usize>> {
        let mut seats = Vec::new();
        for (seat, player) in table.players.iter().enumerate() {
            let full = format!("{}_{}", name.text, player.id);
            self.absent.remove(&full);
            let short = Some(name.text.clone());
            let site = Site { name: full, owner: Some(seat), short, ..Site::default() };
            seats.push(Some(self.add(site, &name.place)));
        }
        seats
    }

    /// Whether there are too many sites, which is reported where they become too many.
    fn is_too_large(&mut self, cx: &mut Context) -> bool {
        if let (false, Some(place)) = (self.failed, self.names.get(MAX_SITES)) {
            cx.report(too_large(&self.sites.len().to_string(), place));
            self.failed = true;
        }
        self.sites.len() > MAX_SITES
    }

    fn is_taken(&self, name: &str) -> bool {
        let is_called = |site: &Site| site.name == name || site.short.as_deref() == Some(name);
        self.sites.iter().any(is_called) || self.absent.contains_key(name)
    }
}

//! The board: sites, zones and tracks, with names instead of numbers resolved once, at load.
//!
//! Sites, zones and players are small indices from 0. A [`Zone`] may hold other sites for every
//! player; a [`Track`] is one player's walk, a graph over sites whose forks have an order.
//! Patterns are in [`pattern`].

use std::collections::BTreeMap;
use std::ops::Range;

pub mod pattern;

/// More sites than this are a load error.
pub const MAX_SITES: usize = 512;

const WORDS: usize = MAX_SITES / 64;

/// A set of sites as a bitset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SiteSet([u64; WORDS]);

impl SiteSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds a site; `site` is below [`MAX_SITES`].
    pub fn insert(&mut self, site: usize) {
        self.0[site / 64] |= 1 << (site % 64);
    }

    /// Removes a site; `site` is below [`MAX_SITES`].
    pub fn remove(&mut self, site: usize) {
        self.0[site / 64] &= !(1 << (site % 64));
    }

    /// Whether the site is in the set; false for any number beyond the board.
    pub fn contains(&self, site: usize) -> bool {
        self.0.get(site / 64).is_some_and(|word| word >> (site % 64) & 1 == 1)
    }

    /// The sites in rising order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.iter_below(MAX_SITES)
    }

    /// The sites in rising order, where it is known that there are none from `n_sites` on: then that
    /// many need not be looked through.
    #[inline]
    pub(crate) fn iter_below(&self, n_sites: usize) -> impl Iterator<Item = usize> + '_ {
        let words = self.words_below(n_sites);
        let (mut i, mut rest) = (0, words.first().copied().unwrap_or_default());
        std::iter::from_fn(move || {
            while rest == 0 {
                i += 1;
                rest = *words.get(i)?;
            }
            let site = i * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(site)
        })
    }

    /// The sites that are in this set or in the other.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The sites that are in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// All numbers below [`MAX_SITES`] that are not in the set.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(self.0.map(|word| !word))
    }

    /// Which of 64 numbers are in the set, the first of them in the lowest bit; it may be beyond the
    /// board, also before it.
    #[inline]
    pub(crate) fn word_from(&self, first: i64) -> u64 {
        let word = |i: i64| usize::try_from(i).ok().and_then(|i| self.0.get(i)).copied();
        let (i, shift) = (first.div_euclid(64), first.rem_euclid(64));
        let low = word(i).unwrap_or_default() >> shift;
        if shift == 0 { low } else { low | word(i + 1).unwrap_or_default() << (64 - shift) }
    }

    /// How many sites are in the set.
    pub fn len(&self) -> usize {
        // Most boards are small, and counting is slow where the processor is not known to do it.
        self.0.iter().filter(|word| **word != 0).map(|word| word.count_ones() as usize).sum()
    }

    /// How many sites are in both sets, where it is known that there are none from `n_sites` on.
    #[inline]
    pub(crate) fn n_shared_below(&self, other: &Self, n_sites: usize) -> usize {
        let words = self.words_below(n_sites).iter().zip(other.words_below(n_sites));
        let shared = words.map(|(one, other)| one & other).filter(|shared| *shared != 0);
        shared.map(|shared| shared.count_ones() as usize).sum()
    }

    /// Whether no site is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The words of 64 sites each, the first site in the lowest bit, up to the one with the last site
    /// where there are none from `n_sites` on.
    #[inline]
    pub(crate) fn words_below(&self, n_sites: usize) -> &[u64] {
        &self.0[..n_sites.div_ceil(64).min(WORDS)]
    }
}

impl FromIterator<usize> for SiteSet {
    fn from_iter<I: IntoIterator<Item = usize>>(sites: I) -> Self {
        let mut set = Self::EMPTY;
        for site in sites {
            set.insert(site);
        }
        set
    }
}

/// Anything that holds pieces: a square, a hole, a home, a goal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// The name in logs: letters then digits, or digits, or declared. No other site has it.
    pub name: String,
    /// Where it lies on a grid, column and row from the bottom left, both from 0; `None` elsewhere.
    pub at: Option<(i32, i32)>,
    /// The player by seat whose own site it is, where every player has one.
    pub owner: Option<usize>,
    /// What it is called where its owner is known; only sites with an owner have it.
    pub short: Option<String>,
    /// How many pieces it holds at most; `None` for any number.
    pub capacity: Option<usize>,
}

/// How the sites lie, for drawing them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Rings and lanes, see [`Board::lines`]; sites beside them may follow.
    Lines,
    /// A rectangle of squares: sites row by row from the bottom left; sites beside it may follow.
    Grid {
        /// Squares in a row.
        columns: usize,
        /// Rows.
        rows: usize,
        /// The number of the lowest row.
        first_row: usize,
    },
    /// Points on some places of a rectangle, whose rows are numbered from 1: sites row by row from the
    /// bottom left, only where there is a point; sites beside them may follow.
    Points {
        /// Places in a row.
        columns: usize,
        /// Rows.
        rows: usize,
    },
}

/// Sites that follow one another: a ring or a lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The sites in their order.
    pub sites: Range<usize>,
    /// Whether the first one follows the last.
    pub closed: bool,
}

/// The sites of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    shape: Shape,
    sites: Vec<Site>,
    lines: Vec<Line>,
    /// Where pieces stand that a position leaves out, for each player.
    rest: Vec<Option<usize>>,
    by_name: BTreeMap<String, usize>,
    /// The neighbors of each site in rising order; empty when nothing is said of neighbors.
    neighbors: Vec<Vec<u16>>,
    /// The point on each place of a board of points, row by row from the bottom left.
    points: Vec<Option<u16>>,
    /// Whether any site holds a number of pieces only.
    has_capacities: bool,
}

impl Board {
    /// A board of at most [`MAX_SITES`] sites with different names, which the loader has checked.
    pub(crate) fn new(shape: Shape, sites: Vec<Site>) -> Self {
        let by_name = sites.iter().enumerate().map(|(i, site)| (site.name.clone(), i)).collect();
        let mut points = Vec::new();
        if let Shape::Points { columns, rows } = shape {
            points = vec![None; columns * rows];
            for (i, site) in sites.iter().enumerate() {
                if let Some((x, y)) = site.at {
                    points[y as usize * columns + x as usize] = Some(i as u16);
                }
            }
        }
        let (lines, rest, neighbors) = (Vec::new(), Vec::new(), Vec::new());
        let has_capacities = sites.iter().any(|site| site.capacity.is_some());
        Self { shape, sites, lines, rest, by_name, neighbors, points, has_capacities }
    }

    /// The board with neighbors: both sites of a pair are the other's.
    pub(crate) fn with_neighbors(mut self, pairs: &[(usize, usize)]) -> Self {
        self.neighbors = vec![Vec::new(); self.sites.len()];
        for (a, b) in pairs {
            self.neighbors[*a].push(*b as u16);
            self.neighbors[*b].push(*a as u16);
        }
        for list in &mut self.neighbors {
            list.sort_unstable();
            list.dedup();
        }
        self
    }

    /// The board with its rings and lanes.
    pub(crate) fn with_lines(mut self, lines: Vec<Line>) -> Self {
        self.lines = lines;
        self
    }

    /// The board with the sites where each player's pieces stand that a position leaves out.
    pub(crate) fn with_rest(mut self, rest: Vec<Option<usize>>) -> Self {
        self.rest = rest;
        self
    }

    /// Limits how many pieces a site holds.
    pub(crate) fn set_capacity(&mut self, site: usize, capacity: usize) {
        self.sites[site].capacity = Some(capacity);
        self.has_capacities = true;
    }

    /// Whether any site holds a number of pieces only.
    pub(crate) fn has_capacities(&self) -> bool {
        self.has_capacities
    }

    /// How the sites lie.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The sites by index.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// How many sites there are.
    pub fn n_sites(&self) -> usize {
        self.sites.len()
    }

    /// The index of a site's name, in its exact spelling.
    pub fn site(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The index of a site's name as a player says it: `home` is the player's own.
    pub fn site_for(&self, name: &str, player: usize) -> Option<usize> {
        let own = |site: &Site| site.owner == Some(player) && site.short.as_deref() == Some(name);
        self.site(name).or_else(|| self.sites.iter().position(own))
    }

    /// The name of a site as a player says it; `-` for no site.
    pub fn name_for(&self, site: usize, player: usize) -> &str {
        let own = self.sites.get(site).filter(|site| site.owner == Some(player));
        own.and_then(|site| site.short.as_deref()).unwrap_or_else(|| self.name(site))
    }

    /// Every name that a player can say.
    pub fn names_for(&self, player: usize) -> impl Iterator<Item = &str> {
        let own = self.sites.iter().filter(move |site| site.owner == Some(player));
        let names = self.sites.iter().map(|site| site.name.as_str());
        names.chain(own.filter_map(|site| site.short.as_deref()))
    }

    /// The rings and lanes in the order of their sites.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether a site lies beside the grid, the points, or the rings and lanes.
    pub fn is_beside(&self, site: usize) -> bool {
        match self.shape {
            Shape::Grid { .. } | Shape::Points { .. } => self.sites[site].at.is_none(),
            Shape::Lines => !self.lines.iter().any(|line| line.sites.contains(&site)),
        }
    }

    /// Whether the definition says which sites are neighbors.
    pub fn has_neighbors(&self) -> bool {
        !self.neighbors.is_empty()
    }

    /// The neighbors of a site in rising order; none where nothing is said of neighbors.
    pub fn neighbors(&self, site: usize) -> &[u16] {
        self.neighbors.get(site).map_or(&[], Vec::as_slice)
    }

    /// Whether two sites are neighbors; no site is its own.
    pub fn are_adjacent(&self, a: usize, b: usize) -> bool {
        u16::try_from(b).is_ok_and(|b| self.neighbors(a).binary_search(&b).is_ok())
    }

    /// The columns, the rows and the number of the lowest row of a grid or of a board of points.
    pub fn rectangle(&self) -> Option<(usize, usize, usize)> {
        match self.shape {
            Shape::Grid { columns, rows, first_row } => Some((columns, rows, first_row)),
            Shape::Points { columns, rows } => Some((columns, rows, 1)),
            Shape::Lines => None,
        }
    }

    /// The column of a square or point, counted from 1, and the number of its row; `None` for other
    /// sites.
    pub fn column_and_row(&self, site: usize) -> Option<(i64, i64)> {
        let (_, _, first_row) = self.rectangle()?;
        let (x, y) = self.sites.get(site)?.at?;
        Some((i64::from(x) + 1, i64::from(y) + first_row as i64))
    }

    /// The square or point in a column, counted from 1, and in the row of that number; `None` where
    /// none is.
    pub fn square(&self, column: i64, row: i64) -> Option<usize> {
        let (columns, rows, first_row) = self.rectangle()?;
        let x = usize::try_from(column.checked_sub(1)?).ok().filter(|x| *x < columns)?;
        let y = usize::try_from(row.checked_sub(first_row as i64)?).ok().filter(|y| *y < rows)?;
        match self.shape {
            Shape::Points { .. } => self.points[y * columns + x].map(usize::from),
            _ => Some(y * columns + x),
        }
    }

    /// Where a name such as `c2` lies on the rectangle around the points, column and row from 0, be
    /// there a point or not; `None` on boards without points.
    pub(crate) fn spot(&self, name: &str) -> Option<(i32, i32)> {
        let Shape::Points { columns, rows } = self.shape else { return None };
        let digits = name.find(|c: char| !c.is_ascii_lowercase())?;
        let (letters, row) = name.split_at(digits);
        let x = (0..columns).find(|x| column_name(x + 1) == letters)?;
        let y = (0..rows).find(|y| (y + 1).to_string() == row)?;
        Some((x as i32, y as i32))
    }

    /// Where the player's pieces stand that a position leaves out; `None` for off the board.
    pub fn rest(&self, player: usize) -> Option<usize> {
        self.rest.get(player).copied().flatten()
    }

    /// The name of a site; `-` for no site.
    pub fn name(&self, site: usize) -> &str {
        self.sites.get(site).map_or("-", |site| &site.name)
    }
}

/// The letters of a grid's column, counted from 1: `a`…`z`, then `aa`, `ab`, ….
pub fn column_name(column: usize) -> String {
    let mut rest = column;
    let mut letters = Vec::new();
    while rest > 0 {
        rest -= 1;
        letters.push(b'a' + (rest % 26) as u8);
        rest /= 26;
    }
    letters.iter().rev().map(|b| char::from(*b)).collect()
}

/// A named set of sites, as every player sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    /// The name that scripts use.
    pub name: String,
    /// The sites for each player in play; the same set for all unless the zone is given by player.
    pub sites: Vec<SiteSet>,
}

impl Zone {
    /// The sites, if they are the same for all players.
    pub fn shared(&self) -> Option<&SiteSet> {
        let first = self.sites.first()?;
        self.sites.iter().all(|sites| sites == first).then_some(first)
    }
}

/// A player's ordered walk over sites.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Track {
    /// The name that the definition gives, which is the player's.
    pub name: String,
    /// Where the walk begins.
    pub start: usize,
    /// For each site the sites that follow it, the first one being the main way; none where the
    /// track ends or does not pass.
    pub next: Vec<Vec<u16>>,
    /// For each site how many sites the main way goes on from there to its end; −1 where the track
    /// does not pass, [`Self::ENDLESS`] where the main way comes round to itself.
    pub ahead: Vec<i32>,
}

impl Track {
    /// What stands for the length of a way that comes round to itself.
    pub const ENDLESS: i32 = i32::MAX;

    /// A track whose sites lead on as `next` says.
    pub(crate) fn new(name: String, start: usize, next: Vec<Vec<u16>>) -> Self {
        let mut on_track = vec![false; next.len()];
        on_track[start] = true;
        for site in next.iter().flatten() {
            on_track[usize::from(*site)] = true;
        }
        let length = |site: usize| {
            let main = |site: &usize| next[*site].first().map(|to| usize::from(*to));
            let n = std::iter::successors(Some(site), main).take(next.len() + 1).count();
            if n > next.len() { Self::ENDLESS } else { n as i32 - 1 }
        };
        let ahead = on_track.iter().enumerate();
        let ahead = ahead.map(|(site, on)| if *on { length(site) } else { -1 }).collect();
        Self { name, start, next, ahead }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_lettered_like_a_sheet() {
        let names: Vec<String> = [1, 26, 27, 52, 53, 100, 702, 703].map(column_name).into();
        assert_eq!(names, ["a", "z", "aa", "az", "ba", "cv", "zz", "aaa"]);
    }

    /// Points on the black squares of four columns and three rows, and a site beside them.
    fn points() -> Board {
        let places = [(0, 0), (2, 0), (1, 1), (3, 1), (0, 2), (2, 2)];
        let mut sites: Vec<Site> = places
            .map(|(x, y)| Site {
                name: format!("{}{}", column_name(x as usize + 1), y + 1),
                at: Some((x, y)),
                ..Site::default()
            })
            .into();
        sites.push(Site { name: "pot".into(), ..Site::default() });
        Board::new(Shape::Points { columns: 4, rows: 3 }, sites)
    }

    #[test]
    fn a_point_is_found_by_column_and_row_where_one_is() {
        let board = points();
        for (column, row, name) in [(1, 1, "a1"), (2, 2, "b2"), (4, 2, "d2"), (3, 3, "c3")] {
            let site = board.square(column, row).expect("a point");
            assert_eq!(board.name(site), name);
            assert_eq!(board.column_and_row(site), Some((column, row)));
        }
        for (column, row) in [(2, 1), (0, 1), (5, 1), (1, 0), (1, 4), (i64::MIN, i64::MAX)] {
            assert_eq!(board.square(column, row), None, "{column} {row}");
        }
        assert_eq!(board.column_and_row(6), None);
        assert_eq!((board.is_beside(5), board.is_beside(6)), (false, true));
        let spots = ["b1", "d3", "e1", "a4", "a0", "a01", "pot", "1", ""].map(|s| board.spot(s));
        assert_eq!(spots[..2], [Some((1, 0)), Some((3, 2))]);
        assert_eq!(spots[2..], [None; 7]);
    }

    #[test]
    fn neighbors_are_mutual_and_in_rising_order() {
        assert!(!points().has_neighbors() && points().neighbors(0).is_empty());
        let board = points().with_neighbors(&[(2, 5), (2, 0), (0, 2), (1, 2), (4, 2)]);
        assert_eq!(board.neighbors(2), [0, 1, 4, 5]);
        assert_eq!(board.neighbors(0), [2]);
        assert!(board.neighbors(6).is_empty());
        assert!(board.are_adjacent(5, 2) && board.are_adjacent(2, 5));
        assert!(!board.are_adjacent(0, 1) && !board.are_adjacent(2, 2));
        assert!(!board.are_adjacent(2, 65_536) && !board.are_adjacent(99, 0));
    }

    #[test]
    fn a_site_set_iterates_in_rising_order() {
        let set: SiteSet = [511, 0, 64, 63, 3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 3, 63, 64, 511]);
        assert_eq!(set.len(), 5);
        assert!(set.contains(511) && !set.contains(510) && !set.contains(100_000));
        let all: SiteSet = [0, 3, 64, 130, 511].into_iter().collect();
        assert_eq!(
            [0, 3, 64, -2, -64, 512].map(|first| all.word_from(first)),
            [9, 1 | 1 << 61, 1, 36, 0, 0]
        );
        let other: SiteSet = [3, 64, 131, 511].into_iter().collect();
        assert_eq!([64, 128, 192, 512].map(|n| all.n_shared_below(&other, n)), [1, 2, 2, 3]);
        assert_eq!(SiteSet::EMPTY.iter().count(), 0);
    }
}

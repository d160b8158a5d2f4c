//! Patterns: named shapes of pieces, with all places of a grid where they can stand.
//!
//! A *match* is one such place, an index that is valid for the whole game: the matches of the first
//! pattern come first, and of one pattern those of the first player. The matches of a pattern and a
//! player go by the column of the leftmost wanted cell, then by the row of the lowest one as the
//! player counts rows, then by picture.

mod picture;
mod sight;

use std::collections::BTreeMap;
use std::ops::Range;

use super::SiteSet;

pub(crate) use picture::View;
pub use picture::{Cell, Content, Picture};
pub(crate) use sight::Sight;

/// More cells than this in all matches together are a load error.
pub const MAX_PATTERN_CELLS: usize = 1 << 20;

/// A place where a pattern can stand.
#[derive(Clone, Debug)]
struct Match {
    pattern: u16,
    player: u8,
    mark: Option<u16>,
    /// Its cells in [`Patterns::cells`], the wanted ones first.
    cells: Range<u32>,
    n_wanted: u32,
}

/// A named shape.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The name that scripts use.
    pub name: String,
    /// How many of the player's own pieces it has at least; 0 for any number.
    pub least: usize,
    /// The shapes of which one has to stand, mirror images included.
    pub pictures: Vec<Picture>,
    /// The zone by index in which its wanted cells lie, as the player sees it.
    pub within: Option<usize>,
    /// By player.
    seats: Vec<Seat>,
}

/// The matches of a pattern and a player.
#[derive(Clone, Debug)]
struct Seat {
    /// Those with a wanted cell on a site.
    touching: BySite,
    /// All of them, by how they begin.
    beginnings: Vec<Beginning>,
}

/// Matches whose first two cells hold the same and lie alike, for only a few places need be looked at
/// then.
#[derive(Clone, Debug)]
struct Beginning {
    first: Content,
    /// What the second wanted cell holds, and how many sites it is behind the first.
    second: Option<(Content, i32)>,
    /// The matches by the site of their first cell.
    matches: BySite,
    n_sites: usize,
}

/// Matches by site: those of site `s` are `matches[starts[s]..starts[s + 1]]`, rising.
#[derive(Clone, Debug)]
struct BySite {
    starts: Vec<u32>,
    matches: Vec<u32>,
}

impl BySite {
    fn new(mut pairs: Vec<(u16, u32)>, n_sites: usize) -> Self {
        pairs.sort_unstable();
        let before = |site: usize| pairs.partition_point(|pair| usize::from(pair.0) < site) as u32;
        let starts = (0..=n_sites).map(before).collect();
        Self { starts, matches: pairs.into_iter().map(|(_, index)| index).collect() }
    }

    /// The matches of a site; none for one beyond the grid.
    fn on(&self, site: usize) -> impl Iterator<Item = usize> + '_ {
        let ends = self.starts.get(site).zip(self.starts.get(site + 1));
        let range = ends.map_or(0..0, |(start, end)| *start as usize..*end as usize);
        self.matches[range].iter().map(|index| *index as usize)
    }
}

/// The patterns of a game.
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    list: Vec<Pattern>,
    matches: Vec<Match>,
    /// The sites of all matches' cells and what they hold.
    cells: Vec<(u16, Content)>,
}

impl Patterns {
    /// Adds a pattern with its matches; `views` are those of the players in play. Gives for each
    /// player and picture whether there is a place for it, or `None`, adding nothing, when there are
    /// too many cells, see [`MAX_PATTERN_CELLS`].
    pub(crate) fn add(
        &mut self,
        name: &str,
        least: usize,
        pictures: Vec<Picture>,
        within: Option<usize>,
        views: &[View<'_>],
    ) -> Option<Vec<Vec<bool>>> {
        let (n_matches, n_cells) = (self.matches.len(), self.cells.len());
        let mut seats = Vec::new();
        let mut fits = Vec::new();
        for (player, view) in views.iter().enumerate() {
            let mut places = Vec::new();
            for (i, picture) in pictures.iter().enumerate() {
                places.extend(picture.squares(view).map(|(column, row)| (column, row, i)));
            }
            places.sort_unstable();
            fits.push((0..pictures.len()).map(|i| places.iter().any(|p| p.2 == i)).collect());
            let start = self.matches.len();
            for (column, row, picture) in places {
                self.add_match(player, &pictures[picture], view, (column, row));
                if self.cells.len() > MAX_PATTERN_CELLS {
                    self.matches.truncate(n_matches);
                    self.cells.truncate(n_cells);
                    return None;
                }
            }
            seats.push(self.seat(start..self.matches.len(), view.columns * view.rows));
        }
        self.list.push(Pattern { name: name.to_owned(), least, pictures, within, seats });
        Some(fits)
    }

    /// The patterns by index.
    pub fn list(&self) -> &[Pattern] {
        &self.list
    }

    /// How many matches there can be, of all patterns and players.
    pub fn n_matches(&self) -> usize {
        self.matches.len()
    }

    /// The player whose match it is.
    pub fn player_of(&self, index: usize) -> usize {
        self.matches[index].player.into()
    }

    /// The site of a match's marked cell.
    pub fn mark_of(&self, index: usize) -> Option<usize> {
        self.matches[index].mark.map(usize::from)
    }

    /// Whether a site is one of a match's wanted cells.
    pub fn holds(&self, index: usize, site: usize) -> bool {
        self.wanted(index).iter().any(|(cell, _)| usize::from(*cell) == site)
    }

    /// The sites of a match on which own pieces may stand, from the left, of a column the hindmost
    /// first.
    pub fn own_sites(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let own = self.wanted(index).iter().filter(|(_, content)| content.takes_own());
        own.map(|(site, _)| usize::from(*site))
    }

    /// Appends the matches that stand to `out`, in their order. Gives the number of
    /// matches that it had to look at.
    pub(crate) fn standing(
        &self,
        pattern: usize,
        player: usize,
        sight: Sight<'_>,
        out: &mut Vec<i64>,
    ) -> usize {
        let (start, mut n_seen) = (out.len(), 0);
        for beginning in &self.list[pattern].seats[player].beginnings {
            for first in (0..beginning.n_sites as i64).step_by(64) {
                let mut sites = sight.word(beginning.first, first);
                // Beyond the edge of the board it goes on in the next row; whether a match stands there is
                // looked at in any case.
                if let Some((content, behind)) = beginning.second
                    && sites != 0
                {
                    sites &= sight.word(content, first + i64::from(behind));
                }
                while sites != 0 {
                    let site = first as usize + sites.trailing_zeros() as usize;
                    sites &= sites - 1;
                    let standing = beginning.matches.on(site).inspect(|_| n_seen += 1);
                    out.extend(standing.filter(|i| self.stands(*i, sight)).map(|i| i as i64));
                }
            }
        }
        out[start..].sort_unstable();
        n_seen
    }

    /// Appends the matches that stand, with something in a wanted cell that was not there then, to
    /// `out`, in their order. Gives the number of matches that it had to look at.
    pub(crate) fn made(
        &self,
        pattern: usize,
        player: usize,
        (now, then): (Sight<'_>, Sight<'_>),
        out: &mut Vec<i64>,
    ) -> usize {
        let seat = &self.list[pattern].seats[player];
        let gained = |now: &SiteSet, then: &SiteSet| now.intersection(then.complement());
        let [own, neutral, enemy] = [
            gained(now.own, then.own),
            gained(now.neutral, then.neutral),
            gained(now.enemy, then.enemy),
        ];
        let gained = Sight { own: &own, neutral: &neutral, enemy: &enemy };
        let any = own.union(neutral).union(enemy);
        let (start, mut n_seen) = (out.len(), 0);
        for site in any.iter() {
            let touching = seat.touching.on(site).inspect(|_| n_seen += 1);
            let made = touching.filter(|i| {
                self.stands(*i, now) && self.wanted(*i).iter().any(|cell| gained.fits(*cell))
            });
            out.extend(made.map(|index| index as i64));
        }
        out[start..].sort_unstable();
        // A match may have several of the sites.
        let mut n_kept = start;
        for i in start..out.len() {
            if n_kept == start || out[n_kept - 1] != out[i] {
                out[n_kept] = out[i];
                n_kept += 1;
            }
        }
        out.truncate(n_kept);
        n_seen
    }

    /// Whether a match that stands has a wanted cell on a site; false for a site that is no square.
    pub(crate) fn part_of(
        &self,
        pattern: usize,
        player: usize,
        site: usize,
        sight: Sight<'_>,
    ) -> bool {
        let mut touching = self.list[pattern].seats[player].touching.on(site);
        touching.any(|index| self.stands(index, sight))
    }

    /// The sites of the cells of a match where a piece is wanted.
    pub(crate) fn wanted_sites(&self, index: usize) -> impl Iterator<Item = usize> {
        self.wanted(index).iter().map(|(site, _)| usize::from(*site))
    }

    fn wanted(&self, index: usize) -> &[(u16, Content)] {
        let Match { cells, n_wanted, .. } = &self.matches[index];
        &self.cells[cells.start as usize..(cells.start + n_wanted) as usize]
    }

    fn stands(&self, index: usize, sight: Sight<'_>) -> bool {
        let Match { pattern, cells, n_wanted, .. } = &self.matches[index];
        let cells = &self.cells[cells.start as usize..cells.end as usize];
        if !cells.iter().all(|cell| sight.fits(*cell)) {
            return false;
        }
        let least = self.list[usize::from(*pattern)].least;
        let is_own = |(site, content): &&(u16, Content)| {
            content.takes_own() && sight.own.contains(usize::from(*site))
        };
        least == 0 || cells[..*n_wanted as usize].iter().filter(is_own).count() >= least
    }

    /// Adds a match with its wanted cells, and those others that are on the board and in the zone.
    fn add_match(
        &mut self,
        player: usize,
        picture: &Picture,
        view: &View<'_>,
        (column, row): (i32, i32),
    ) {
        let start = self.cells.len() as u32;
        let mut mark = None;
        for cell in picture.cells() {
            if let Some(site) = view.site(column + cell.right, row + cell.ahead) {
                self.cells.push((site as u16, cell.content));
                mark = if cell.marked { Some(site as u16) } else { mark };
            }
        }
        self.matches.push(Match {
            pattern: self.list.len() as u16,
            player: player as u8,
            mark,
            cells: start..self.cells.len() as u32,
            n_wanted: picture.n_wanted() as u32,
        });
    }

    /// The matches by the sites of their cells.
    fn seat(&self, matches: Range<usize>, n_sites: usize) -> Seat {
        let (mut touching, mut alike) = (Vec::new(), BTreeMap::<_, Vec<_>>::new());
        for index in matches {
            let wanted = self.wanted(index);
            touching.extend(wanted.iter().map(|(site, _)| (*site, index as u32)));
            if let [(site, first), others @ ..] = wanted {
                let behind = |other: u16| i32::from(other) - i32::from(*site);
                let second = others.first().map(|(other, content)| (*content, behind(*other)));
                alike.entry((*first, second)).or_default().push((*site, index as u32));
            }
        }
        let beginning = |((first, second), pairs)| Beginning {
            first,
            second,
            matches: BySite::new(pairs, n_sites),
            n_sites,
        };
        let beginnings = alike.into_iter().map(beginning).collect();
        Seat { touching: BySite::new(touching, n_sites), beginnings }
    }
}

#[cfg(test)]
mod tests {
    use super::picture::tests::picture;
    use super::*;

    const COLUMNS: usize = 5;
    const ROWS: usize = 4;

    fn view(far: bool, within: Option<&SiteSet>) -> View<'_> {
        View { columns: COLUMNS, rows: ROWS, far, within }
    }

    fn patterns(rows: &[&str], least: usize, view: View<'_>) -> Patterns {
        let mut patterns = Patterns::default();
        patterns.add("p", least, vec![picture(rows)], None, &[view]).expect("they are few");
        patterns
    }

    /// What a player sees on a board: `o` own pieces, `n` those of nobody, `e` those of enemies.
    fn board(board: [&str; ROWS]) -> Board {
        let all = |letter: char| {
            let rows = board.iter().rev().enumerate();
            let sites = rows.flat_map(|(row, text)| {
                text.char_indices().map(move |(column, c)| (row * COLUMNS + column, c))
            });
            sites.filter(|(_, c)| *c == letter).map(|(site, _)| site).collect()
        };
        Board { own: all('o'), neutral: all('n'), enemy: all('e') }
    }

    struct Board {
        own: SiteSet,
        neutral: SiteSet,
        enemy: SiteSet,
    }

    impl Board {
        fn sight(&self) -> Sight<'_> {
            Sight { own: &self.own, neutral: &self.neutral, enemy: &self.enemy }
        }
    }

    /// The matches that stand, each as its wanted sites.
    fn found(patterns: &Patterns, board: &Board) -> Vec<Vec<u16>> {
        let mut matches = Vec::new();
        patterns.standing(0, 0, board.sight(), &mut matches);
        let sites = |i: &i64| patterns.wanted(*i as usize).iter().map(|(site, _)| *site).collect();
        matches.iter().map(sites).collect()
    }

    #[test]
    fn every_letter_takes_what_it_says() {
        let board = board([".....", ".....", ".....", "one.."]);
        let takes = |letter: &str| {
            let mut sites = found(&patterns(&[letter], 0, view(false, None)), &board);
            sites.retain(|sites| sites[0] < COLUMNS as u16);
            sites.concat()
        };
        assert_eq!(takes("o"), [0]);
        assert_eq!(takes("j"), [0, 1]);
        assert_eq!(takes("n"), [1]);
        assert_eq!(takes("e"), [2]);
        // What is clear has to be beside something.
        assert_eq!(takes("n-"), [1]);
        assert_eq!(takes("o-"), [0; 0]);
        assert_eq!(takes("o.e"), [0, 2]);
        assert_eq!(takes("-o"), [0]);
        assert_eq!(takes("n.."), [1]);
        assert_eq!(takes("e..."), [2]);
    }

    #[test]
    fn matches_go_by_column_and_then_by_row() {
        let board = board(["..oo.", "oo...", ".oo..", "oo..."]);
        let pairs = patterns(&["oo"], 0, view(false, None));
        assert_eq!(found(&pairs, &board), [[0, 1], [10, 11], [6, 7], [17, 18]]);
        let far = patterns(&["oo"], 0, view(true, None));
        assert_eq!(found(&far, &board), [[10, 11], [0, 1], [6, 7], [17, 18]]);
    }

    #[test]
    fn forward_is_up_for_both_sides() {
        let board = board([".o...", "o.oo.", "...e.", "..o.."]);
        let hit = |far| found(&patterns(&["E", "o"], 0, view(far, None)), &board);
        assert_eq!(hit(false), [[0; 0]; 0]);
        assert_eq!(hit(true), [[13, 8]]);
        let arrow = |far| found(&patterns(&[".o.", "o.o"], 0, view(far, None)), &board);
        assert_eq!(arrow(false), [[10, 16, 12]]);
        assert_eq!(arrow(true), [[0; 0]; 0]);
    }

    #[test]
    fn exact_runs_end_at_the_edges_of_board_and_zone() {
        let exact = ["-oo-"];
        let at = |rows| found(&patterns(&exact, 0, view(false, None)), &board(rows));
        assert_eq!(at(["oo...", ".....", "...oo", "....."]), [[15, 16], [8, 9]]);
        assert_eq!(at(["ooo..", ".noo.", "..oon", "....."]), [[0; 0]; 0]);
        assert_eq!(at(["eooe.", ".....", ".....", "....."]), [[16, 17]]);
        // What stands beyond the zone is not seen.
        let inner: SiteSet = (0..COLUMNS * ROWS).filter(|site| site % COLUMNS > 0).collect();
        let within = patterns(&exact, 0, view(false, Some(&inner)));
        assert_eq!(found(&within, &board(["ooo..", "oo...", ".....", "....."])), [[16, 17]]);
    }

    #[test]
    fn the_least_number_of_own_pieces_counts_no_others() {
        let board = board(["nno..", ".oo..", ".....", ".nno."]);
        let at = |least| found(&patterns(&["jj"], least, view(false, None)), &board);
        assert_eq!(at(0), [[15, 16], [1, 2], [11, 12], [16, 17], [2, 3]]);
        assert_eq!(at(1), [[11, 12], [16, 17], [2, 3]]);
        assert_eq!(at(2), [[11, 12]]);
    }

    #[test]
    fn a_match_knows_its_mark_and_its_sites() {
        let arrows = patterns(&[".O.", "j.j"], 2, view(true, None));
        let board = board(["n.o..", ".o...", ".....", "....."]);
        let mut matches = Vec::new();
        arrows.standing(0, 0, board.sight(), &mut matches);
        let [arrow] = matches[..] else { panic!("one arrow stands: {matches:?}") };
        let arrow = arrow as usize;
        assert_eq!(arrows.mark_of(arrow), Some(11));
        assert_eq!(arrows.own_sites(arrow).collect::<Vec<_>>(), [15, 11, 17]);
        assert!(arrows.holds(arrow, 15) && !arrows.holds(arrow, 16));
        let is_part = |site| arrows.part_of(0, 0, site, board.sight());
        assert!(is_part(17) && !is_part(10) && !is_part(COLUMNS * ROWS));
    }

    #[test]
    fn what_is_made_is_found_once() {
        let exact = patterns(&["-oo-"], 0, view(false, None));
        let made = |then, now| {
            let (now, then) = (board(now), board(then));
            let mut made = Vec::new();
            exact.made(0, 0, (now.sight(), then.sight()), &mut made);
            let mut all = Vec::new();
            exact.standing(0, 0, now.sight(), &mut all);
            let came = |i: &i64| exact.own_sites(*i as usize).any(|s| !then.own.contains(s));
            all.retain(came);
            assert_eq!(made, all);
            made.len()
        };
        let rest = [".....", "oo...", "....."];
        let with = |row| [row, rest[0], rest[1], rest[2]];
        assert_eq!(made(with("....."), with("oo.oo")), 2);
        assert_eq!(made(with("oo..."), with("oo.oo")), 1);
        assert_eq!(made(with("ooo.."), with("..oo.")), 1);
        // What only loses its neighbour was there before.
        assert_eq!(made(with("ooo.."), with(".oo..")), 0);
        assert_eq!(made(with("oon.."), with("ooe..")), 0);
        assert_eq!(made(with("oo..e"), with("oo.e.")), 0);
    }
}

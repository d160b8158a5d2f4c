//! Pictures: the shape of a pattern, as whoever it belongs to sees it.

use crate::board::SiteSet;

/// What a cell of a pattern holds, seen from the player whose pattern it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Content {
    /// A piece of the player.
    Own,
    /// A piece of the player or of nobody.
    Shared,
    /// A piece of nobody.
    Neutral,
    /// A piece of an enemy.
    Enemy,
    /// No piece of the player and none of nobody; the only one that is not *wanted*.
    Clear,
}

impl Content {
    /// Every kind of cell in its order.
    pub(super) const ALL: [Self; 5] =
        [Self::Own, Self::Shared, Self::Neutral, Self::Enemy, Self::Clear];

    /// The letter that stands for it.
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Own => 'o',
            Self::Shared => 'j',
            Self::Neutral => 'n',
            Self::Enemy => 'e',
            Self::Clear => '-',
        }
    }

    /// What a letter stands for, in lower or in upper case.
    pub(crate) fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|content| content.letter() == letter.to_ascii_lowercase())
    }

    /// Whether the cell's site is a part of the shape, and not of what is around it.
    pub fn is_wanted(self) -> bool {
        self != Self::Clear
    }

    /// Whether the player's own pieces may stand in the cell.
    pub fn takes_own(self) -> bool {
        matches!(self, Self::Own | Self::Shared)
    }
}

/// A cell of a picture. Wanted cells lie at 0 and beyond, others also to the left and below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell {
    /// How far it is to the right of the leftmost wanted cell.
    pub right: i32,
    /// How far it is before the hindmost wanted cell.
    pub ahead: i32,
    /// What it holds.
    pub content: Content,
    /// Whether it is the picture's marked cell.
    pub marked: bool,
}

/// A shape in the view of whoever it belongs to, without cells that may hold anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The wanted cells from the left, of a column the hindmost first, then the others alike.
    cells: Vec<Cell>,
    n_wanted: usize,
}

impl Picture {
    /// The picture of some cells, wherever they lie; `None` when none of them is wanted.
    pub(crate) fn new(mut cells: Vec<Cell>) -> Option<Self> {
        let wanted = || cells.iter().filter(|cell| cell.content.is_wanted());
        let n_wanted = wanted().count();
        let right = wanted().map(|cell| cell.right).min()?;
        let ahead = wanted().map(|cell| cell.ahead).min()?;
        for cell in &mut cells {
            cell.right -= right;
            cell.ahead -= ahead;
        }
        cells.sort_by_key(|cell| (!cell.content.is_wanted(), *cell));
        Some(Self { cells, n_wanted })
    }

    /// The picture with left and right exchanged.
    pub(crate) fn mirrored(&self) -> Self {
        let flip = |cell: &Cell| Cell { right: -cell.right, ..*cell };
        Self::new(self.cells.iter().map(flip).collect()).unwrap_or_else(|| self.clone())
    }

    /// The cells, the wanted ones first.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many of its cells are wanted.
    pub fn n_wanted(&self) -> usize {
        self.n_wanted
    }

    /// How many of its cells the player's own pieces may stand in.
    pub fn n_own(&self) -> usize {
        self.cells.iter().filter(|cell| cell.content.takes_own()).count()
    }

    /// The squares, column and row from 0, where the leftmost column and the hindmost row of the
    /// wanted cells can lie, so that all of these lie on the board and in the zone.
    pub(super) fn squares<'a>(
        &'a self,
        view: &'a View<'_>,
    ) -> impl Iterator<Item = (i32, i32)> + 'a {
        let rows = view.rows as i32;
        let all = (0..view.columns as i32).flat_map(move |x| (0..rows).map(move |y| (x, y)));
        all.filter(|(column, row)| {
            let mut wanted = self.cells[..self.n_wanted].iter();
            wanted.all(|cell| view.site(column + cell.right, row + cell.ahead).is_some())
        })
    }
}

/// The squares of a grid as one player sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Whether rows are counted from the other side.
    pub(crate) far: bool,
    /// Where wanted cells may lie; `None` for everywhere.
    pub(crate) within: Option<&'a SiteSet>,
}

impl View<'_> {
    /// The site of a square, both numbers counted from 0; `None` beyond the board or the zone.
    pub(super) fn site(&self, column: i32, row: i32) -> Option<usize> {
        let column = usize::try_from(column).ok().filter(|column| *column < self.columns)?;
        let row = usize::try_from(row).ok().filter(|row| *row < self.rows)?;
        let row = if self.far { self.rows - 1 - row } else { row };
        let site = row * self.columns + column;
        self.within.is_none_or(|within| within.contains(site)).then_some(site)
    }
}

#[cfg(test)]
pub(in crate::board::pattern) mod tests {
    use super::*;

    /// A picture as definitions write it.
    pub(in crate::board::pattern) fn picture(rows: &[&str]) -> Picture {
        let rows = rows.iter().rev().zip(0..);
        let cells = rows.flat_map(|(row, ahead)| {
            row.chars().zip(0..).filter_map(move |(letter, right)| {
                let marked = letter.is_ascii_uppercase();
                let content = Content::of_letter(letter);
                content.map(|content| Cell { right, ahead, content, marked })
            })
        });
        Picture::new(cells.collect()).expect("a cell is wanted")
    }

    #[test]
    fn a_mirror_image_exchanges_left_and_right() {
        assert_eq!(picture(&["o..", ".j.", "..N"]).mirrored(), picture(&["..o", ".j.", "N.."]));
        let even = picture(&[".o.", "j.j"]);
        assert_eq!(even.mirrored(), even);
        // What surrounds a picture, but is anything, does not count.
        assert_eq!(picture(&["....", ".oo-", "...."]), picture(&["oo-"]));
        assert_eq!(picture(&["oo-"]).mirrored(), picture(&["-oo"]));
        assert_ne!(picture(&["Oo"]).mirrored(), picture(&["Oo"]));
    }
}

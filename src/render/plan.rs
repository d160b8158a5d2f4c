//! Where sites lie, for drawings that are no text.

use serde::{Deserialize, Serialize};

use super::drawing;
use crate::board::Shape;
use crate::game::Game;

/// Lines that have no drawing go on in a new row after so many sites.
const LINE: usize = 20;

/// A site in a drawing of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// The site's name.
    pub site: String,
    /// Column and row of its square, from 0 and from the top left; `None` for a site that the drawing
    /// of the board does not show.
    pub at: Option<(u16, u16)>,
}

/// The sites by index, where [`board`](super::board) draws them: in the definition's drawing if there
/// is one, else on the grid, on the places of the points, or each ring and lane in rows of its own.
pub fn plan(game: &Game) -> Vec<Spot> {
    let board = &game.board;
    let spot = |site: usize, at| Spot { site: board.name(site).to_owned(), at };
    let mut spots: Vec<Spot> = (0..board.n_sites()).map(|site| spot(site, None)).collect();
    match board.shape() {
        Shape::Grid { rows, .. } | Shape::Points { rows, .. }
            if game.display.drawing.is_empty() =>
        {
            for (spot, site) in spots.iter_mut().zip(board.sites()) {
                spot.at = site.at.map(|(x, y)| (x as u16, (rows as i32 - 1 - y) as u16));
            }
        }
        _ => {
            for (y, row) in drawing::rows(game, LINE).iter().enumerate() {
                for (x, site) in row.iter().enumerate() {
                    if let Some(site) = site {
                        spots[*site].at = Some((x as u16, y as u16));
                    }
                }
            }
        }
    }
    spots
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::definition::{Choice, Library};

    fn spots(name: &str) -> Vec<Spot> {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
        let definition = Library::folder(&games).open(name).expect("the game is right");
        plan(&definition.build(&Choice::default()).expect("the game is right"))
    }

    fn at(spots: &[Spot], name: &str) -> Option<(u16, u16)> {
        spots.iter().find(|spot| spot.site == name).expect("a site").at
    }

    #[test]
    fn a_grid_is_seen_from_its_first_row() {
        let spots = spots("ford");
        assert_eq!((at(&spots, "a0"), at(&spots, "a4")), (Some((0, 4)), Some((0, 0))));
        assert_eq!(at(&spots, "c2"), Some((2, 2)));
    }

    #[test]
    fn a_drawing_says_where_sites_lie() {
        let spots = spots("circuit");
        let mut places: Vec<_> = spots.iter().filter_map(|spot| spot.at).collect();
        assert_eq!((at(&spots, "home_red"), at(&spots, "1")), (Some((0, 0)), Some((1, 0))));
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), spots.iter().filter(|spot| spot.at.is_some()).count());
    }
}

//! What pairs of playouts add up to, in integers.

use super::measure::Measure;
use crate::game::Game;
use crate::lab::playout::Playout;
use crate::lab::statistics::Paired;

/// The sums over pairs of playouts, one of a side and one of the base, for each figure that they have
/// in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairs {
    n_players: (usize, usize),
    n_differing: u64,
    figures: Vec<(Measure, Measure, Paired)>,
}

impl Pairs {
    /// No pairs yet of a side and the base.
    pub fn new(side: &Game, base: &Game) -> Self {
        let figures = Measure::common(side, base).into_iter();
        Self {
            n_players: (side.players.len(), base.players.len()),
            n_differing: 0,
            figures: figures.map(|(here, there)| (here, there, Paired::default())).collect(),
        }
    }

    /// Adds a pair of playouts with the same stream.
    pub fn add(&mut self, side: &Playout, base: &Playout) {
        let mut differs = false;
        for (here, there, sums) in &mut self.figures {
            let of_side = here.observe(side, self.n_players.0);
            let of_base = there.observe(base, self.n_players.1);
            differs |= of_side != of_base;
            sums.add(of_side, of_base);
        }
        self.n_differing += u64::from(differs);
    }

    /// Adds the pairs of others of the same two games.
    pub fn merge(&mut self, other: &Self) {
        self.n_differing = self.n_differing.saturating_add(other.n_differing);
        for ((.., sums), (.., more)) in self.figures.iter_mut().zip(&other.figures) {
            sums.merge(more);
        }
    }

    /// In how many pairs at least one of the figures was not the same.
    pub fn n_differing(&self) -> u64 {
        self.n_differing
    }

    /// Each figure as the base knows it, with its sums, in the order of reports.
    pub fn iter(&self) -> impl Iterator<Item = (Measure, &Paired)> {
        self.figures.iter().map(|(_, there, sums)| (*there, sums))
    }
}

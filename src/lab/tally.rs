//! What many playouts of one game add up to, in integers.

use crate::game::Game;

use super::playout::{Ending, Playout};
use super::statistics::{Histogram, Ratio};

/// The sums over some playouts of a game; any cut of the playouts merges to the same tally.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How many playouts were counted.
    pub n: u64,
    /// For each player how many playouts were won, alone or with others.
    pub wins: Vec<u64>,
    /// How many ended without a winner.
    pub draws: u64,
    /// How many were given up at a cap.
    pub unfinished: u64,
    /// How many were won by the player of the first turn.
    pub first_wins: u64,
    /// How many ended for each of the game's reasons.
    pub reasons: Vec<u64>,
    /// Turns in a playout.
    pub turns: Histogram,
    /// Moves in a playout.
    pub plies: Histogram,
    /// Throws in a playout.
    pub throws: Histogram,
    /// Legal moves by moves made.
    pub branching: Ratio,
    /// Moves that were chosen among several, by moves made.
    pub real_decisions: Ratio,
    /// For each metric of the game its count in a playout.
    pub metrics: Vec<Histogram>,
}

impl Tally {
    /// An empty tally for playouts of this game.
    pub fn new(game: &Game) -> Self {
        Self {
            n: 0,
            wins: vec![0; game.players.len()],
            draws: 0,
            unfinished: 0,
            first_wins: 0,
            reasons: vec![0; game.reasons.len()],
            turns: Histogram::default(),
            plies: Histogram::default(),
            throws: Histogram::default(),
            branching: Ratio::default(),
            real_decisions: Ratio::default(),
            metrics: vec![Histogram::default(); game.metrics.len()],
        }
    }

    /// Counts a playout of the same game.
    pub fn add(&mut self, playout: &Playout) {
        self.n += 1;
        match &playout.ending {
            Ending::Unfinished => self.unfinished += 1,
            Ending::Over(outcome) => {
                self.draws += u64::from(outcome.is_draw());
                self.first_wins += u64::from(playout.first.is_some_and(|first| outcome.won(first)));
                self.reasons[outcome.reason] += 1;
                for (player, wins) in self.wins.iter_mut().enumerate() {
                    *wins += u64::from(outcome.won(player));
                }
            }
        }
        self.turns.add(playout.turns);
        self.plies.add(playout.plies);
        self.throws.add(playout.throws);
        self.branching.add(playout.legal, playout.plies);
        self.real_decisions.add(playout.real_decisions, playout.plies);
        for (metric, count) in self.metrics.iter_mut().zip(&playout.metrics) {
            metric.add(*count);
        }
    }

    /// Adds what another tally of the same game counted.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.first_wins += other.first_wins;
        add_each(&mut self.wins, &other.wins);
        add_each(&mut self.reasons, &other.reasons);
        self.turns.merge(&other.turns);
        self.plies.merge(&other.plies);
        self.throws.merge(&other.throws);
        self.branching.merge(&other.branching);
        self.real_decisions.merge(&other.real_decisions);
        for (metric, more) in self.metrics.iter_mut().zip(&other.metrics) {
            metric.merge(more);
        }
    }
}

fn add_each(sums: &mut [u64], more: &[u64]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::toy;
    use crate::outcome::Outcome;

    fn record(ending: Ending, plies: u64) -> Playout {
        Playout {
            ending,
            first: Some(1),
            turns: 2,
            plies,
            throws: 4,
            real_decisions: plies / 2,
            legal: plies * 3,
            metrics: vec![plies],
        }
    }

    #[test]
    fn an_unfinished_playout_is_no_draw_and_nobodys_win() {
        let over = |ranking, n_winners| Ending::Over(Outcome { ranking, n_winners, reason: 0 });
        let playouts = [
            record(Ending::Unfinished, 9),
            record(over(vec![1, 0], 1), 4),
            record(over(vec![0, 1], 1), 6),
            record(over(vec![], 0), 8),
        ];
        let mut tally = Tally::new(&toy::game("goal"));
        for playout in &playouts {
            tally.add(playout);
        }
        assert_eq!((tally.n, tally.unfinished, tally.draws), (4, 1, 1));
        assert_eq!((tally.wins.as_slice(), tally.first_wins), ([1, 1].as_slice(), 1));
        assert_eq!(tally.reasons, [3]);
        assert_eq!(tally.branching.value(), Some(3.0));

        for cut in 0..=playouts.len() {
            let mut parts = [Tally::new(&toy::game("goal")), Tally::new(&toy::game("goal"))];
            for (i, playout) in playouts.iter().enumerate() {
                parts[usize::from(i >= cut)].add(playout);
            }
            let [mut merged, rest] = parts;
            merged.merge(&rest);
            assert_eq!(merged, tally);
        }
    }
}

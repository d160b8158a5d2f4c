//! What many playouts of one game add up to, in integers.

use serde::{Deserialize, Serialize};

use crate::game::Game;

use super::heat::sited;
use super::leads::Leads;
use super::playout::{Ending, Playout};
use super::statistics::{Histogram, Ratio};

mod results;

pub use results::Results;

/// The sums over some playouts of a game; any cut of the playouts merges to the same tally.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// Who began and who won, in all playouts; those without a winner are nobody's.
    pub results: Results,
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
    /// Moves in a playout that were the only legal one.
    pub forced_moves: Histogram,
    /// Throws in a playout that were lost.
    pub lost_throws: Histogram,
    /// Lost throws by throws.
    pub lost_share: Ratio,
    /// Who was ahead, where the game can tell.
    pub leads: Option<Leads>,
    /// For each metric of the game its count in a playout.
    pub metrics: Vec<Histogram>,
    /// For each event that has a site, in the order of [`Heat::all`](super::Heat::all), the sites
    /// where it happened, by index.
    pub sites: Vec<Histogram>,
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
            results: Results::default(),
            reasons: vec![0; game.reasons.len()],
            turns: Histogram::default(),
            plies: Histogram::default(),
            throws: Histogram::default(),
            branching: Ratio::default(),
            real_decisions: Ratio::default(),
            forced_moves: Histogram::default(),
            lost_throws: Histogram::default(),
            lost_share: Ratio::default(),
            leads: None,
            metrics: vec![Histogram::default(); game.metrics.len()],
            sites: vec![Histogram::default(); sited(game).count()],
        }
    }

    /// Counts a playout of the same game.
    pub fn add(&mut self, playout: &Playout) {
        self.n += 1;
        let mut winners: &[usize] = &[];
        match &playout.ending {
            Ending::Unfinished => self.unfinished += 1,
            Ending::Over(outcome) => {
                winners = &outcome.ranking[..outcome.n_winners];
                self.draws += u64::from(outcome.is_draw());
                self.first_wins += u64::from(playout.first.is_some_and(|first| outcome.won(first)));
                self.reasons[outcome.reason] += 1;
                for (player, wins) in self.wins.iter_mut().enumerate() {
                    *wins += u64::from(outcome.won(player));
                }
            }
        }
        self.results.add(playout.first, winners);
        self.turns.add(playout.turns);
        self.plies.add(playout.plies);
        self.throws.add(playout.throws);
        self.branching.add(playout.legal, playout.plies);
        self.real_decisions.add(playout.real_decisions, playout.plies);
        self.forced_moves.add(playout.forced_moves());
        self.lost_throws.add(playout.lost_throws);
        self.lost_share.add(playout.lost_throws, playout.throws);
        if let Some(lead) = &playout.lead {
            self.leads.get_or_insert_default().add(lead);
        }
        for (metric, count) in self.metrics.iter_mut().zip(&playout.metrics) {
            metric.add(*count);
        }
        for (sites, more) in self.sites.iter_mut().zip(&playout.sites) {
            for site in more {
                sites.add(*site);
            }
        }
    }

    /// Adds what another tally of the same game counted.
    pub fn merge(&mut self, other: &Self) {
        for (sum, more) in [
            (&mut self.n, other.n),
            (&mut self.draws, other.draws),
            (&mut self.unfinished, other.unfinished),
            (&mut self.first_wins, other.first_wins),
        ] {
            *sum = sum.saturating_add(more);
        }
        add_each(&mut self.wins, &other.wins);
        add_each(&mut self.reasons, &other.reasons);
        self.results.merge(&other.results);
        self.turns.merge(&other.turns);
        self.plies.merge(&other.plies);
        self.throws.merge(&other.throws);
        self.branching.merge(&other.branching);
        self.real_decisions.merge(&other.real_decisions);
        self.forced_moves.merge(&other.forced_moves);
        self.lost_throws.merge(&other.lost_throws);
        self.lost_share.merge(&other.lost_share);
        if let Some(leads) = &other.leads {
            self.leads.get_or_insert_default().merge(leads);
        }
        merge_each(&mut self.metrics, &other.metrics);
        merge_each(&mut self.sites, &other.sites);
    }

    /// What makes it no tally of `n` playouts with so many players, reasons, metrics and events that
    /// have a site, on a board of so many sites, if anything does: a list of another length, or counts that do not add up.
    pub(super) fn flaw(&self, n: u64, sizes: [usize; 5]) -> Option<&'static str> {
        let lists = [
            ("wins", self.wins.len(), sizes[0]),
            ("reasons", self.reasons.len(), sizes[1]),
            ("metrics", self.metrics.len(), sizes[2]),
            ("sites", self.sites.len(), sizes[3]),
        ];
        if let Some((name, ..)) = lists.iter().find(|(_, found, expected)| found != expected) {
            return Some(name);
        }
        let mut places = self.sites.iter().flat_map(Histogram::iter);
        if places.any(|(site, _)| site >= sizes[4] as u64) {
            return Some("sites");
        }
        let ended = self.reasons.iter().fold(self.unfinished, |sum, n| sum.saturating_add(*n));
        let counts = [
            ("n", self.n),
            ("reasons", ended),
            ("results", self.results.n()),
            ("turns", self.turns.n()),
            ("plies", self.plies.n()),
            ("throws", self.throws.n()),
            ("branching", self.branching.n()),
            ("real_decisions", self.real_decisions.n()),
            ("forced_moves", self.forced_moves.n()),
            ("lost_throws", self.lost_throws.n()),
            ("lost_share", self.lost_share.n()),
            ("leads", self.leads.as_ref().map_or(n, Leads::n)),
        ];
        let metrics = self.metrics.iter().map(|metric| ("metrics", metric.n()));
        if let Some((name, _)) = counts.into_iter().chain(metrics).find(|(_, found)| *found != n) {
            return Some(name);
        }
        let wins: Vec<u64> = (0..sizes[0]).map(|player| self.results.wins(player)).collect();
        let fits = self.results.has_only(sizes[0])
            && wins == self.wins
            && self.results.first_wins() == self.first_wins
            && self.results.without_winner() == self.draws.saturating_add(self.unfinished);
        (!fits).then_some("results")
    }
}

fn add_each(sums: &mut [u64], more: &[u64]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = sum.saturating_add(*more);
    }
}

fn merge_each(sums: &mut [Histogram], more: &[Histogram]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        sum.merge(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::leads::Lead;
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
            lost_throws: 1,
            lead: Some(Lead { turns: 2, changes: 1, behind: None }),
            metrics: vec![plies],
            sites: vec![vec![3; plies as usize]],
        }
    }

    fn playouts() -> [Playout; 4] {
        let over = |ranking, n_winners| Ending::Over(Outcome { ranking, n_winners, reason: 0 });
        [
            record(Ending::Unfinished, 9),
            record(over(vec![1, 0], 1), 4),
            record(over(vec![0, 1], 1), 6),
            record(over(vec![], 0), 8),
        ]
    }

    fn tally(playouts: &[Playout]) -> Tally {
        let mut tally = Tally::new(&toy::game("goal"));
        for playout in playouts {
            tally.add(playout);
        }
        tally
    }

    #[test]
    fn an_unfinished_playout_is_no_draw_and_nobodys_win() {
        let tally = tally(&playouts());
        assert_eq!((tally.n, tally.unfinished, tally.draws), (4, 1, 1));
        assert_eq!((tally.wins.as_slice(), tally.first_wins), ([1, 1].as_slice(), 1));
        assert_eq!(tally.reasons, [3]);
        assert_eq!(tally.branching.value(), Some(3.0));
        assert_eq!(tally.lost_share.value(), Some(0.25));
        assert_eq!((tally.forced_moves.sum(), tally.sites[0].sum()), (14, 3 * 27));
        assert_eq!(tally.leads.as_ref().map(Leads::n), Some(4));
        assert_eq!(tally.flaw(4, [2, 1, 1, 1, 12]), None);
    }

    #[test]
    fn any_cut_of_the_playouts_merges_to_the_same() {
        let playouts = playouts();
        for cut in 0..=playouts.len() {
            let (head, rest) = playouts.split_at(cut);
            let mut merged = tally(head);
            merged.merge(&tally(rest));
            assert_eq!(merged, tally(&playouts));
        }
    }

    #[test]
    fn counts_that_do_not_add_up_are_found() {
        let right = tally(&playouts());
        assert_eq!(right.flaw(5, [2, 1, 1, 1, 12]), Some("n"));
        assert_eq!(right.flaw(4, [3, 1, 1, 1, 12]), Some("wins"));
        assert_eq!(right.flaw(4, [2, 1, 0, 1, 12]), Some("metrics"));
        assert_eq!(right.flaw(4, [2, 1, 1, 0, 12]), Some("sites"));
        assert_eq!(right.flaw(4, [2, 1, 1, 1, 3]), Some("sites"));
        let with = |change: fn(&mut Tally)| {
            let mut wrong = right.clone();
            change(&mut wrong);
            wrong.flaw(4, [2, 1, 1, 1, 12])
        };
        assert_eq!(with(|tally| tally.wins[0] += 1), Some("results"));
        assert_eq!(with(|tally| tally.first_wins -= 1), Some("results"));
        assert_eq!(with(|tally| tally.reasons[0] = u64::MAX), Some("reasons"));
        assert_eq!(with(|tally| tally.plies.add(3)), Some("plies"));
        assert_eq!(with(|tally| tally.lost_share.add(0, 0)), Some("lost_share"));
        assert_eq!(with(|tally| tally.leads = Some(Leads::default())), Some("leads"));
    }
}

//! Who began and who won, and what that says of the game.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::lab::statistics::{ALPHA, Interval, Moments, difference, wilson_at};

/// How often who began and who won, over some playouts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results(BTreeMap<Result, u64>);

/// The player of the first turn, and the winners by rising index.
type Result = (Option<usize>, Vec<usize>);

impl Results {
    /// Counts a playout.
    pub fn add(&mut self, first: Option<usize>, winners: &[usize]) {
        let mut winners = winners.to_vec();
        winners.sort_unstable();
        self.add_times((first, winners), 1);
    }

    /// Adds what others counted.
    pub fn merge(&mut self, other: &Self) {
        for (result, times) in &other.0 {
            self.add_times(result.clone(), *times);
        }
    }

    /// The player of the first turn, the winners by rising index, and how often that came up.
    pub fn iter(&self) -> impl Iterator<Item = (Option<usize>, &[usize], u64)> {
        self.0.iter().map(|((first, winners), times)| (*first, winners.as_slice(), *times))
    }

    /// How many playouts were counted.
    pub fn n(&self) -> u64 {
        self.count(|_, _| true)
    }

    /// How many the player won, alone or with others.
    pub fn wins(&self, player: usize) -> u64 {
        self.count(|_, winners| winners.contains(&player))
    }

    /// How many the player of the first turn won.
    pub fn first_wins(&self) -> u64 {
        self.count(began_and_won)
    }

    /// How many nobody won.
    pub fn without_winner(&self) -> u64 {
        self.count(|_, winners| winners.is_empty())
    }

    /// How many there are of which something is true.
    pub fn count(&self, is_true: impl Fn(Option<usize>, &[usize]) -> bool) -> u64 {
        let counted = self.iter().filter(|(first, winners, _)| is_true(*first, winners));
        counted.fold(0, |n, (_, _, times)| n.saturating_add(times))
    }

    /// The first player's advantage among `n_players`, with its 95 % interval.
    ///
    /// It is the share of playouts that the player of the first turn wins, less the share that any
    /// player wins on average: 1 / `n_players` where each playout has one winner, more where partners
    /// win together, less where some are drawn. For two players it is thus, as in chess, what the
    /// first one scores above one half when a draw counts as one half. The interval is
    /// [`difference`]'s, of what the first player gains by winning and loses by others' wins; where
    /// each playout has one winner it is Wilson's, shifted.
    pub fn advantage(&self, n_players: usize) -> (f64, Interval) {
        self.advantage_at(ALPHA, n_players)
    }

    /// As [`Self::advantage`], with an interval that misses with the probability `alpha`.
    pub fn advantage_at(&self, alpha: f64, n_players: usize) -> (f64, Interval) {
        let n_players = n_players.max(1);
        let mut gains = Gains::default();
        let mut losses = Gains::default();
        for (first, winners, times) in self.iter() {
            let (k, n) = (winners.len().min(n_players) as i64, n_players as i64);
            let (gain, loss) = if began_and_won(first, winners) { (n - k, 0) } else { (0, k) };
            gains.add(gain, times);
            losses.add(loss, times);
        }
        let scale = 1.0 / n_players as f64;
        let (gain, loss) = (gains.mean(alpha, scale), losses.mean(alpha, scale));
        // No playout is both, so the product of the two is 0.
        let n = self.n().max(1) as f64;
        let variance = gains.sums.deviation() * losses.sums.deviation() * (n - 1.0) / n;
        let scale = variance * scale * scale;
        let correlation =
            if scale > 0.0 { (-gain.0 * loss.0 / scale).clamp(-1.0, 1.0) } else { 0.0 };
        (gain.0 - loss.0, difference(gain, loss, correlation))
    }

    /// How near the shares of the players are to each other, with its 95 % interval: 1 less the
    /// difference between the greatest and the smallest share, as in the metric `Balance` of the
    /// system Ludii; so 1 is fair, and 0 is a game that one player always wins.
    ///
    /// The interval reaches over those of the differences between all pairs of players, each made
    /// by [`difference`] so much surer that all of them hold together (Bonferroni).
    pub fn balance(&self, n_players: usize) -> (f64, Interval) {
        let n = self.n();
        let pairs = || (1..n_players).flat_map(|b| (0..b).map(move |a| (a, b)));
        let alpha = ALPHA / pairs().count().max(1) as f64;
        let share = |count: u64| if n == 0 { 0.0 } else { count as f64 / n as f64 };
        let (mut greatest, mut low, mut high) = (0.0_f64, 0.0_f64, 0.0_f64);
        for (a, b) in pairs() {
            let (wins_a, wins_b) = (self.wins(a), self.wins(b));
            let both = self.count(|_, winners| winners.contains(&a) && winners.contains(&b));
            let (p, q) = (share(wins_a), share(wins_b));
            let scale = (p * (1.0 - p) * q * (1.0 - q)).sqrt();
            let correlation =
                if scale > 0.0 { ((share(both) - p * q) / scale).clamp(-1.0, 1.0) } else { 0.0 };
            let of = |wins| wilson_at(alpha, wins, n);
            let found = difference((p, of(wins_a)), (q, of(wins_b)), correlation);
            greatest = greatest.max((p - q).abs());
            low = low.max(found.low).max(-found.high);
            high = high.max(found.high).max(-found.low);
        }
        (1.0 - greatest, Interval { low: (1.0 - high).max(0.0), high: 1.0 - low })
    }

    /// Whether no other players are in it, and no one wins twice.
    pub(super) fn has_only(&self, n_players: usize) -> bool {
        self.0.keys().all(|(first, winners)| {
            first.is_none_or(|first| first < n_players)
                && winners.iter().all(|winner| *winner < n_players)
                && winners.windows(2).all(|two| two[0] < two[1])
        })
    }

    fn add_times(&mut self, result: Result, times: u64) {
        let sum = self.0.entry(result).or_default();
        *sum = sum.saturating_add(times);
    }
}

/// What comes of playouts for somebody: usually either nothing or always the same.
#[derive(Default)]
struct Gains {
    sums: Moments,
    /// The one number that came up beside 0.
    only: Option<i64>,
    /// Whether there was another one.
    has_several: bool,
    times: u64,
}

impl Gains {
    fn add(&mut self, gain: i64, times: u64) {
        self.sums.add_times(gain, times);
        if gain > 0 {
            self.has_several |= self.only.is_some_and(|only| only != gain);
            self.only = Some(gain);
            self.times = self.times.saturating_add(times);
        }
    }

    /// The mean in some unit, with the interval: a share's as long as there is one number.
    fn mean(&self, alpha: f64, unit: f64) -> (f64, Interval) {
        let several = self.sums.interval_at(alpha).filter(|_| self.has_several);
        let interval = several.unwrap_or_else(|| {
            let Interval { low, high } = wilson_at(alpha, self.times, self.sums.n());
            let only = self.only.unwrap_or(1) as f64;
            Interval { low: low * only, high: high * only }
        });
        let scaled = Interval { low: interval.low * unit, high: interval.high * unit };
        (self.sums.mean() * unit, scaled)
    }
}

fn began_and_won(first: Option<usize>, winners: &[usize]) -> bool {
    first.is_some_and(|first| winners.contains(&first))
}

/// Writes who began, who won and how often.
impl Serialize for Results {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Reads what is written so.
impl<'de> Deserialize<'de> for Results {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let list: Vec<(Option<usize>, Vec<usize>, u64)> = Vec::deserialize(deserializer)?;
        let mut results = Self::default();
        for (first, winners, times) in list {
            if results.0.insert((first, winners), times).is_some() {
                return Err(D::Error::custom("expected each result once"));
            }
        }
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::statistics::tests::near;
    use crate::lab::statistics::wilson;

    /// Results of playouts that the first of the players begins.
    fn results(list: &[(&[usize], u64)]) -> Results {
        let mut results = Results::default();
        for (winners, times) in list {
            results.add_times((Some(0), winners.to_vec()), *times);
        }
        results
    }

    #[test]
    fn with_one_winner_the_advantage_is_what_passes_the_fair_share() {
        for (n_players, list) in [
            (2, results(&[(&[0], 60), (&[1], 40)])),
            (4, results(&[(&[0], 60), (&[1], 20), (&[2], 15), (&[3], 5)])),
        ] {
            let fair = 1.0 / f64::from(n_players);
            let (value, interval) = list.advantage(n_players as usize);
            near(value, 0.6 - fair);
            near(interval.low, wilson(60, 100).low - fair);
            near(interval.high, wilson(60, 100).high - fair);
        }
    }

    #[test]
    fn draws_and_partners_are_taken_into_account() {
        let (value, interval) = results(&[(&[0], 50), (&[1], 20), (&[], 30)]).advantage(2);
        near(value, 0.15);
        assert!(interval.low > 0.05 && interval.high < 0.24, "{interval:?}");
        let (value, _) = results(&[(&[0, 2], 50), (&[1, 3], 50)]).advantage(4);
        near(value, 0.0);
        let (value, interval) = results(&[(&[0, 1], 30), (&[0], 20), (&[2], 50)]).advantage(3);
        near(value, 0.5 - 1.3 / 3.0);
        assert!(interval.low > -0.1 && interval.high < 0.2, "{interval:?}");
        let (value, interval) = Results::default().advantage(2);
        near(value, 0.0);
        assert!(interval.low <= -0.5 && interval.high >= 0.5, "{interval:?}");
    }

    #[test]
    fn balance_is_the_greatest_difference_of_two_shares() {
        let (value, interval) = results(&[(&[0], 60), (&[1], 40)]).balance(2);
        near(value, 0.8);
        near(interval.high, 1.0 - (2.0 * wilson(60, 100).low - 1.0));
        near(interval.low, 1.0 - (2.0 * wilson(60, 100).high - 1.0));
        let (value, interval) = results(&[(&[0], 30), (&[1], 50), (&[2], 20)]).balance(3);
        near(value, 0.7);
        assert!(interval.low < 0.6 && interval.high > 0.85, "{interval:?}");
        let (value, interval) = results(&[(&[0, 2], 50), (&[1, 3], 50)]).balance(4);
        near(value, 1.0);
        near(interval.high, 1.0);
        let (value, interval) = results(&[(&[0], 9)]).balance(1);
        assert_eq!((value, interval), (1.0, Interval { low: 1.0, high: 1.0 }));
        near(results(&[(&[0], 1000)]).balance(2).0, 0.0);
    }

    #[test]
    fn results_are_read_as_they_are_written() {
        let mut all = results(&[(&[0, 2], 5), (&[], 3)]);
        all.add(None, &[3, 1]);
        let text = serde_json::to_string(&all).expect("plain data");
        assert_eq!(text, "[[null,[1,3],1],[0,[],3],[0,[0,2],5]]");
        assert_eq!(serde_json::from_str::<Results>(&text).ok(), Some(all));
        assert!(serde_json::from_str::<Results>("[[0,[],3],[0,[],3]]").is_err());
    }
}

//! The difference between two sides that are observed in pairs.

use super::{Interval, difference, student_point, student_tail, wilson_at};

/// A figure on two sides, observed in pairs: in each pair two counts of a side and two of the base,
/// the second of which is what the first is counted by, 1 for a mean.
///
/// All that is kept are whole sums, so any cut of the pairs merges to the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Paired {
    n: u64,
    n_differing: u64,
    sums: [u128; 4],
    /// For each two of the counts the sum of their products; only those with a second index not
    /// below the first are used.
    products: [[u128; 4]; 4],
}

/// An estimate and its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Estimate {
    value: f64,
    error: f64,
}

impl Paired {
    /// Adds a pair: the counts of the side, and those of the base.
    pub fn add(&mut self, side: (u64, u64), base: (u64, u64)) {
        let counts = [side.0, side.1, base.0, base.1].map(u128::from);
        self.n = self.n.saturating_add(1);
        self.n_differing += u64::from(side != base);
        for (i, count) in counts.iter().enumerate() {
            self.sums[i] = self.sums[i].saturating_add(*count);
            for (j, other) in counts.iter().enumerate().skip(i) {
                self.products[i][j] = self.products[i][j].saturating_add(count * other);
            }
        }
    }

    /// Adds all pairs of another one.
    pub fn merge(&mut self, other: &Self) {
        self.n = self.n.saturating_add(other.n);
        self.n_differing = self.n_differing.saturating_add(other.n_differing);
        for i in 0..4 {
            self.sums[i] = self.sums[i].saturating_add(other.sums[i]);
            for j in i..4 {
                self.products[i][j] = self.products[i][j].saturating_add(other.products[i][j]);
            }
        }
    }

    /// How many pairs were added.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// In how many pairs the two sides were not the same.
    pub fn n_differing(&self) -> u64 {
        self.n_differing
    }

    /// The figure of the side; `None` when there is nothing that it is counted by.
    pub fn value(&self) -> Option<f64> {
        self.ratio(0)
    }

    /// The figure of the base; `None` when there is nothing that it is counted by.
    pub fn base(&self) -> Option<f64> {
        self.ratio(2)
    }

    /// The side's share less that of the base, with an interval that misses with the probability
    /// `alpha`, when each count is 0 or 1 and counted by 1.
    ///
    /// It is made of Wilson's intervals of the two shares and of their [correlation](Self::correlation):
    /// method 10 of R. G. Newcombe, *Improved confidence intervals for the difference between binomial
    /// proportions based on paired data*, Statistics in Medicine 17 (1998).
    pub fn difference_of_shares_at(&self, alpha: f64) -> (f64, Interval) {
        let [side, base] = [0, 2].map(|index| {
            let count = u64::try_from(self.sums[index]).unwrap_or(u64::MAX);
            (self.ratio(index).unwrap_or(0.0), wilson_at(alpha, count, self.n))
        });
        (side.0 - base.0, difference(side, base, self.correlation(1.0)))
    }

    /// The side's figure less that of the base, with an interval that misses with the probability
    /// `alpha`; `None` for fewer than two pairs or when one of the figures is not known.
    ///
    /// For means it is Student's interval of the mean of differences. For ratios the variance is that
    /// of the linearized difference: W. G. Cochran, *Sampling Techniques*, 3rd edition (1977), sections
    /// 2.11 and 6.19, with both ratios from one sample of pairs.
    pub fn difference_at(&self, alpha: f64) -> Option<(f64, Interval)> {
        self.interval(alpha, self.difference()?)
    }

    /// The side's figure by that of the base, less 1, with an interval that misses with the
    /// probability `alpha`, cut at −1; `None` also when the figure of the base is 0.
    ///
    /// The variance is that of the linearized ratio, as in [`Ratio`](super::Ratio), for means exactly
    /// that one: the pairs' covariance is taken into account.
    pub fn change_at(&self, alpha: f64) -> Option<(f64, Interval)> {
        let (value, base) = (self.value()?, self.base()?);
        if base <= 0.0 {
            return None;
        }
        let ratio = value / base;
        let estimate = self.estimate(ratio - 1.0, 1.0 / base, ratio / base)?;
        let (value, Interval { low, high }) = self.interval(alpha, estimate)?;
        Some((value, Interval { low: low.max(-1.0), high }))
    }

    /// How probable a difference at least so great would be if there was none, by Student's
    /// distribution; `None` where there is no difference to speak of.
    pub fn p(&self) -> Option<f64> {
        let Estimate { value, error } = self.difference()?;
        if self.n_differing == 0 || (value == 0.0 && error == 0.0) {
            return Some(1.0);
        }
        Some(if error > 0.0 { student_tail(value.abs() / error, self.n - 1) } else { 0.0 })
    }

    /// How the first counts of the two sides go together, from −1 to 1; 0 when one of them is always
    /// the same.
    ///
    /// A correlation above 0 is taken lower, though not below 0, as if half of the pairs were one step
    /// farther apart, `step` being how far apart the values lie; with a step of 0 it is the plain one.
    /// Thus pairs that were all alike do not show that there are no others. It is the correction of
    /// Newcombe's method 10, see [`Self::difference_of_shares_at`], there with the step 1.
    pub fn correlation(&self, step: f64) -> f64 {
        let n = self.n as f64;
        let moment = |i: usize, j: usize| {
            self.products[i][j] as f64 * n - self.sums[i] as f64 * self.sums[j] as f64
        };
        let scale = (moment(0, 0).max(0.0) * moment(2, 2).max(0.0)).sqrt();
        let both = moment(0, 2);
        let both = if both > 0.0 { (both - step * step * n / 2.0).max(0.0) } else { both };
        if scale > 0.0 { (both / scale).clamp(-1.0, 1.0) } else { 0.0 }
    }

    fn ratio(&self, above: usize) -> Option<f64> {
        let below = self.sums[above + 1];
        (below > 0).then(|| self.sums[above] as f64 / below as f64)
    }

    fn difference(&self) -> Option<Estimate> {
        self.estimate(self.value()? - self.base()?, 1.0, 1.0)
    }

    /// The estimate whose linear form in the residues of the two ratios has these weights, that of
    /// the base negative.
    fn estimate(&self, value: f64, of_side: f64, of_base: f64) -> Option<Estimate> {
        let (side, base) = (self.value()?, self.base()?);
        if self.n < 2 {
            return None;
        }
        // Where all pairs are alike, only rounding would be left.
        if self.n_differing == 0 {
            return Some(Estimate { value, error: 0.0 });
        }
        let (s, b) = (of_side / self.sums[1] as f64, of_base / self.sums[3] as f64);
        let weights = [s, -s * side, -b, b * base];
        let mut square = 0.0;
        for i in 0..4 {
            for j in i..4 {
                let times = if i == j { 1.0 } else { 2.0 };
                square += times * weights[i] * weights[j] * self.products[i][j] as f64;
            }
        }
        let n = self.n as f64;
        Some(Estimate { value, error: (square.max(0.0) * n / (n - 1.0)).sqrt() })
    }

    fn interval(&self, alpha: f64, estimate: Estimate) -> Option<(f64, Interval)> {
        let t = student_point(alpha, self.n.checked_sub(1)?)?;
        let Estimate { value, error } = estimate;
        Some((value, Interval::around(value, t * error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::statistics::tests::near;
    use crate::lab::statistics::{ALPHA, Ratio};

    type Counts = (u64, u64);

    fn paired(pairs: &[(Counts, Counts)]) -> Paired {
        let mut paired = Paired::default();
        for (side, base) in pairs {
            paired.add(*side, *base);
        }
        paired
    }

    /// Student's own example, two drugs for the same ten patients, in tenths of an hour, here two hours
    /// later so that nothing is negative: *The probable error of a mean*, Biometrika 6 (1908).
    #[test]
    fn a_difference_of_means_is_students() {
        let first = [7, -16, -2, -12, -1, 34, 37, 8, 0, 20];
        let second = [19, 8, 11, 1, -1, 44, 55, 16, 46, 34];
        let mut drugs = Paired::default();
        for (a, b) in first.iter().zip(second) {
            drugs.add(((b + 20) as u64, 1), ((a + 20) as u64, 1));
        }
        let (value, interval) = drugs.difference_at(ALPHA).expect("ten pairs");
        near(value, 15.8);
        near(interval.low, 15.8 - 2.262_157 * 3.889_587);
        near(interval.high, 15.8 + 2.262_157 * 3.889_587);
        // t = 4.0621 with 9 degrees of freedom.
        near(drugs.p().expect("ten pairs"), 0.002_833);
        near(drugs.correlation(0.0), 0.795_170);
        assert_eq!((drugs.n(), drugs.n_differing()), (10, 9));
    }

    /// Both, only the side, only the base, neither; the intervals are those of Newcombe's table III,
    /// method 10, in the paper that [`Paired::difference_of_shares_at`] cites.
    #[test]
    fn differences_of_shares_are_newcombes() {
        for (cells, low, high) in [
            ([36, 12, 2, 0], 0.0569, 0.3404),
            ([20, 12, 2, 16], 0.0562, 0.3292),
            ([36, 14, 0, 0], 0.1528, 0.4167),
            ([35, 14, 0, 1], 0.1461, 0.4175),
            ([2, 97, 1, 0], 0.8721, 0.9854),
            ([0, 30, 0, 0], 0.8395, 1.0),
            ([54, 0, 0, 0], -0.0664, 0.0664),
            ([53, 0, 0, 1], -0.0729, 0.0729),
            ([27, 0, 0, 27], -0.0351, 0.0351),
        ] {
            let mut shares = Paired::default();
            for (times, pair) in cells.into_iter().zip([(1, 1), (1, 0), (0, 1), (0, 0)]) {
                (0..times).for_each(|_| shares.add((pair.0, 1), (pair.1, 1)));
            }
            let (value, found) = shares.difference_of_shares_at(ALPHA);
            near(value, f64::from(cells[1] - cells[2]) / f64::from(cells.iter().sum::<i32>()));
            for (found, expected) in [(found.low, low), (found.high, high)] {
                assert!((found - expected).abs() < 1e-4, "{cells:?}: {found}, not {expected}");
            }
        }
    }

    #[test]
    fn a_change_of_means_is_the_ratio_of_pairs() {
        let pairs = [(5, 4), (9, 6), (7, 8), (12, 9)];
        let mut ratio = Ratio::default();
        let mut changes = Paired::default();
        for (side, base) in pairs {
            ratio.add(side, base);
            changes.add((side, 1), (base, 1));
        }
        let (value, interval) = changes.change_at(ALPHA).expect("four pairs");
        let expected = ratio.interval().expect("four pairs");
        near(value, 33.0 / 27.0 - 1.0);
        near(interval.low, expected.low - 1.0);
        near(interval.high, expected.high - 1.0);
    }

    /// The residues of 2 and 1, by the sums 8 and 6: (1/8 - 2/6), (-1/8 + 1/6), and so on.
    #[test]
    fn a_difference_of_ratios_is_linearized() {
        let ratios = paired(&[((7, 3), (0, 2)), ((5, 3), (3, 2)), ((4, 2), (3, 2))]);
        let (value, interval) = ratios.difference_at(ALPHA).expect("three pairs");
        near(value, 1.0);
        let residues = [1.0 / 8.0 + 2.0 / 6.0, -1.0 / 8.0 - 1.0 / 6.0, -1.0 / 6.0];
        let squares: f64 = residues.iter().map(|residue: &f64| residue * residue).sum();
        near(interval.high, 1.0 + 4.302_653 * (squares * 3.0 / 2.0).sqrt());
    }

    #[test]
    fn what_is_the_same_does_not_differ() {
        let same = paired(&[((3, 7), (3, 7)), ((5, 9), (5, 9)), ((1, 3), (1, 3))]);
        assert_eq!(same.difference_at(ALPHA), Some((0.0, Interval::around(0.0, 0.0))));
        assert_eq!(same.change_at(ALPHA), Some((0.0, Interval::around(0.0, 0.0))));
        assert_eq!((same.p(), same.n_differing()), (Some(1.0), 0));
        let always = paired(&[((4, 1), (3, 1)), ((5, 1), (4, 1)), ((3, 1), (2, 1))]);
        assert!(always.p().is_some_and(|p| p < 1e-6));
        near(always.difference_at(ALPHA).expect("three pairs").1.low, 1.0);
    }

    #[test]
    fn too_little_says_nothing() {
        assert_eq!(Paired::default().difference_at(ALPHA), None);
        assert_eq!(paired(&[((3, 1), (2, 1))]).difference_at(ALPHA), None);
        let nothing = paired(&[((3, 1), (0, 1)), ((5, 1), (0, 1))]);
        assert_eq!(nothing.change_at(ALPHA), None);
        assert_eq!(paired(&[((3, 0), (0, 1)), ((5, 0), (0, 1))]).p(), None);
    }

    #[test]
    fn any_cut_of_the_pairs_merges_to_the_same() {
        let pairs = [((5, 3), (2, 1)), ((u64::MAX, 9), (0, 0)), ((1, 1), (1, 1)), ((8, 2), (7, 2))];
        for cut in 0..=pairs.len() {
            let (head, tail) = pairs.split_at(cut);
            let mut merged = paired(head);
            merged.merge(&paired(tail));
            assert_eq!(merged, paired(&pairs));
        }
    }
}

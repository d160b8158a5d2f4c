//! Means, shares and their 95 % intervals, from integers only.
//!
//! What accumulates is whole numbers, so any cut of the work merges to exactly the same result; floating
//! point comes in at the end, with operations whose results are the same on every platform.

use std::collections::BTreeMap;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 97.5 % points of Student's distribution for 1 to 9 degrees of freedom.
const T: [f64; 9] = [
    12.706_204_736,
    4.302_652_730,
    3.182_446_305,
    2.776_445_105,
    2.570_581_836,
    2.446_911_851,
    2.364_624_252,
    2.306_004_135,
    2.262_157_163,
];

/// A 95 % interval, its ends included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The 95 % interval of a share, `count` of `n`; from 0 to 1 when `n` is 0.
///
/// The score interval of E. B. Wilson, *Probable inference, the law of succession, and statistical
/// inference*, Journal of the American Statistical Association 22 (1927), without continuity
/// correction.
pub fn wilson(count: u64, n: u64) -> Interval {
    if n == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (total, share) = (n as f64, count as f64 / n as f64);
    let center = share + Z * Z / (2.0 * total);
    let spread = Z * (share * (1.0 - share) / total + Z * Z / (4.0 * total * total)).sqrt();
    let scale = 1.0 + Z * Z / total;
    // At the ends the two terms are equal but for rounding.
    let low = if count == 0 { 0.0 } else { (center - spread) / scale };
    let high = if count == n { 1.0 } else { (center + spread) / scale };
    Interval { low, high }
}

/// How often each value of a count came up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram(BTreeMap<u64, u64>);

impl Histogram {
    /// Counts a value once.
    pub fn add(&mut self, value: u64) {
        *self.0.entry(value).or_default() += 1;
    }

    /// Adds all that another histogram counted.
    pub fn merge(&mut self, other: &Self) {
        for (value, times) in &other.0 {
            *self.0.entry(*value).or_default() += times;
        }
    }

    /// Each value with how often it came up, by rising value.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.iter().map(|(value, times)| (*value, *times))
    }

    /// How many values were counted.
    pub fn n(&self) -> u64 {
        self.0.values().sum()
    }

    /// The sum of all values.
    pub fn sum(&self) -> u128 {
        self.iter().map(|(value, times)| u128::from(value) * u128::from(times)).sum()
    }

    /// The mean; 0 when nothing was counted.
    pub fn mean(&self) -> f64 {
        match self.n() {
            0 => 0.0,
            n => self.sum() as f64 / n as f64,
        }
    }

    /// The standard deviation with n − 1 in the denominator; 0 for fewer than two values.
    pub fn deviation(&self) -> f64 {
        let n = self.n();
        if n < 2 {
            return 0.0;
        }
        let mean = self.mean();
        let square = |(value, times): (u64, u64)| {
            let distance = value as f64 - mean;
            distance * distance * times as f64
        };
        (self.iter().map(square).sum::<f64>() / (n - 1) as f64).sqrt()
    }

    /// The 95 % interval of the mean by Student's distribution, cut at 0; `None` for fewer than two
    /// values.
    pub fn interval(&self) -> Option<Interval> {
        let n = self.n();
        let spread = student(n.checked_sub(1)?)? * self.deviation() / (n as f64).sqrt();
        let mean = self.mean();
        Some(Interval { low: (mean - spread).max(0.0), high: mean + spread })
    }

    /// The least value that at least `quarters` quarters of all values do not exceed: the least of
    /// all for 0, the median for 2, the greatest for 4; 0 when nothing was counted.
    pub fn quartile(&self, quarters: u64) -> u64 {
        let wanted = u128::from(self.n()) * u128::from(quarters);
        let mut passed = 0;
        for (value, times) in self.iter() {
            passed += u128::from(times) * 4;
            if passed >= wanted {
                return value;
            }
        }
        0
    }
}

/// A ratio of two counts that are taken together, such as legal moves to decisions in each game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratio {
    n: u64,
    above: u128,
    below: u128,
    above_squared: u128,
    below_squared: u128,
    product: u128,
}

impl Ratio {
    /// Adds one pair of counts.
    pub fn add(&mut self, above: u64, below: u64) {
        let (a, b) = (u128::from(above), u128::from(below));
        self.n += 1;
        self.above += a;
        self.below += b;
        self.above_squared += a * a;
        self.below_squared += b * b;
        self.product += a * b;
    }

    /// Adds all pairs of another one.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.above += other.above;
        self.below += other.below;
        self.above_squared += other.above_squared;
        self.below_squared += other.below_squared;
        self.product += other.product;
    }

    /// The sum of the first counts by that of the second; `None` when the second is 0.
    pub fn value(&self) -> Option<f64> {
        (self.below > 0).then(|| self.above as f64 / self.below as f64)
    }

    /// The 95 % interval of the ratio, for pairs that are independent of each other, cut at 0;
    /// `None` for fewer than two.
    ///
    /// The variance is that of the linearized ratio: W. G. Cochran, *Sampling Techniques*, 3rd
    /// edition (1977), section 2.11.
    pub fn interval(&self) -> Option<Interval> {
        let ratio = self.value()?;
        let t = student(self.n.checked_sub(1)?)?;
        let residue = self.above_squared as f64 - 2.0 * ratio * self.product as f64
            + ratio * ratio * self.below_squared as f64;
        let n = self.n as f64;
        let spread = t * (residue.max(0.0) * n / (n - 1.0)).sqrt() / self.below as f64;
        Some(Interval { low: (ratio - spread).max(0.0), high: ratio + spread })
    }
}

/// The 97.5 % point of Student's distribution; `None` for 0 degrees of freedom.
///
/// From 10 degrees on by the expansion of M. Abramowitz and I. A. Stegun, *Handbook of Mathematical
/// Functions* (1964), 26.7.5, which is right to four decimals there.
fn student(degrees: u64) -> Option<f64> {
    let index = degrees.checked_sub(1)?;
    if let Some(t) = T.get(index as usize) {
        return Some(*t);
    }
    let v = degrees as f64;
    let (z3, z5) = (Z * Z * Z, Z * Z * Z * Z * Z);
    let (z7, z9) = (z5 * Z * Z, z5 * Z * Z * Z * Z);
    let g1 = (z3 + Z) / 4.0;
    let g2 = (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / 96.0;
    let g3 = (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / 384.0;
    let g4 = (79.0 * z9 + 776.0 * z7 + 1482.0 * z5 - 1920.0 * z3 - 945.0 * Z) / 92_160.0;
    Some(Z + g1 / v + g2 / (v * v) + g3 / (v * v * v) + g4 / (v * v * v * v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 6e-5, "{found}, expected {expected}");
    }

    fn histogram(values: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        for value in values {
            histogram.add(*value);
        }
        histogram
    }

    /// The cases of R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    #[test]
    fn shares_have_wilsons_interval() {
        for (count, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(count, n);
            near(interval.low, low);
            near(interval.high, high);
            let other = wilson(n - count, n);
            near(1.0 - other.high, low);
            near(1.0 - other.low, high);
        }
        assert_eq!(wilson(0, 0), Interval { low: 0.0, high: 1.0 });
        assert!(wilson(20, 20).high <= 1.0 && wilson(0, 20).low >= 0.0);
    }

    #[test]
    fn students_points_are_those_of_the_tables() {
        for (degrees, t) in
            [(1, 12.7062), (9, 2.2622), (10, 2.2281), (15, 2.1314), (30, 2.0423), (120, 1.9799)]
        {
            near(student(degrees).expect("at least one degree"), t);
        }
        near(student(u64::MAX).expect("at least one degree"), 1.9600);
        assert_eq!(student(0), None);
    }

    #[test]
    fn a_mean_has_an_interval_from_two_values_on() {
        let values = histogram(&[3, 5, 7, 7, 38]);
        near(values.mean(), 12.0);
        // The squares of the distances are 81, 49, 25, 25 and 676.
        near(values.deviation(), 214.0_f64.sqrt());
        let interval = values.interval().expect("five values");
        assert!(12.0 - 2.776_445 * (214.0_f64 / 5.0).sqrt() < 0.0 && interval.low.abs() < 1e-9);
        near(interval.high, 12.0 + 2.776_445 * (214.0_f64 / 5.0).sqrt());
        let interval = histogram(&[9, 10, 11]).interval().expect("three values");
        near(interval.low, 10.0 - 4.302_653 / 3.0_f64.sqrt());
        assert_eq!(histogram(&[4]).interval(), None);
        assert_eq!(histogram(&[]).interval(), None);
    }

    #[test]
    fn quartiles_are_values_that_came_up() {
        let values = histogram(&[9, 1, 4, 4, 2, 7, 30, 8]);
        assert_eq!([0, 1, 2, 3, 4].map(|q| values.quartile(q)), [1, 2, 4, 8, 30]);
        assert_eq!(histogram(&[6]).quartile(2), 6);
        assert_eq!(histogram(&[]).quartile(2), 0);
    }

    #[test]
    fn a_ratio_weighs_each_pair_by_its_size() {
        let mut ratio = Ratio::default();
        assert_eq!((ratio.value(), ratio.interval()), (None, None));
        for (above, below) in [(10, 5), (3, 3), (8, 2)] {
            ratio.add(above, below);
        }
        near(ratio.value().expect("something below"), 2.1);
        // The residues of 2.1 are -0.5, -3.3 and 3.8.
        let spread = 4.302_653 * (25.58_f64 * 3.0 / 2.0).sqrt() / 10.0;
        let interval = ratio.interval().expect("three pairs");
        assert!(2.1 - spread < 0.0 && interval.low.abs() < 1e-9);
        near(interval.high, 2.1 + spread);
    }

    #[test]
    fn any_cut_of_the_values_merges_to_the_same() {
        let values = [5, 3, 3, 12, 0, 7, 5];
        for cut in 0..=values.len() {
            let (head, tail) = values.split_at(cut);
            let mut merged = histogram(head);
            merged.merge(&histogram(tail));
            assert_eq!(merged, histogram(&values));
            let ratio = |values: &[u64]| {
                let mut ratio = Ratio::default();
                for value in values {
                    ratio.add(*value, value / 2);
                }
                ratio
            };
            let mut merged = ratio(head);
            merged.merge(&ratio(tail));
            assert_eq!(merged, ratio(&values));
        }
    }
}

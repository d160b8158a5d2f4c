//! Ratios of counts that belong together.

use serde::{Deserialize, Serialize};

use super::{ALPHA, Interval, student_point};

/// A ratio of two counts that are taken together, such as legal moves to decisions in each game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratio {
    n: u64,
    #[serde(with = "text")]
    above: u128,
    #[serde(with = "text")]
    below: u128,
    #[serde(with = "text")]
    above_squared: u128,
    #[serde(with = "text")]
    below_squared: u128,
    #[serde(with = "text")]
    product: u128,
}

impl Ratio {
    /// Adds one pair of counts.
    pub fn add(&mut self, above: u64, below: u64) {
        let (a, b) = (u128::from(above), u128::from(below));
        self.merge(&Self {
            n: 1,
            above: a,
            below: b,
            above_squared: a * a,
            below_squared: b * b,
            product: a * b,
        });
    }

    /// Adds all pairs of another one.
    pub fn merge(&mut self, other: &Self) {
        self.n = self.n.saturating_add(other.n);
        self.above = self.above.saturating_add(other.above);
        self.below = self.below.saturating_add(other.below);
        self.above_squared = self.above_squared.saturating_add(other.above_squared);
        self.below_squared = self.below_squared.saturating_add(other.below_squared);
        self.product = self.product.saturating_add(other.product);
    }

    /// How many pairs were added.
    pub fn n(&self) -> u64 {
        self.n
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
        let t = student_point(ALPHA, self.n.checked_sub(1)?)?;
        let residue = self.above_squared as f64 - 2.0 * ratio * self.product as f64
            + ratio * ratio * self.below_squared as f64;
        let n = self.n as f64;
        let spread = t * (residue.max(0.0) * n / (n - 1.0)).sqrt() / self.below as f64;
        Some(Interval::around(ratio, spread).not_negative())
    }
}

/// Numbers that other programs could not hold, as text.
mod text {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(sum: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(sum)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<u128, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom("expected a whole number as text"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::statistics::tests::near;

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
    fn any_cut_of_the_pairs_merges_to_the_same() {
        let values = [5, 3, 3, 12, 0, 7, u64::MAX];
        let ratio = |values: &[u64]| {
            let mut ratio = Ratio::default();
            for value in values {
                ratio.add(*value, value / 2);
            }
            ratio
        };
        for cut in 0..=values.len() {
            let (head, tail) = values.split_at(cut);
            let mut merged = ratio(head);
            merged.merge(&ratio(tail));
            assert_eq!(merged, ratio(&values));
        }
    }

    #[test]
    fn a_ratio_is_read_as_it_is_written() {
        let mut ratio = Ratio::default();
        ratio.add(u64::MAX, 3);
        let text = serde_json::to_string(&ratio).expect("plain data");
        assert_eq!(serde_json::from_str::<Ratio>(&text).ok(), Some(ratio));
        let broken = text.replace("\"below\":\"3\"", "\"below\":3");
        assert!(broken != text && serde_json::from_str::<Ratio>(&broken).is_err());
    }
}

//! Counts by how often they came up.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{ALPHA, Interval, student_point};

/// How often each value of a count came up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram(BTreeMap<u64, u64>);

impl Histogram {
    /// Counts a value once.
    pub fn add(&mut self, value: u64) {
        self.add_times(value, 1);
    }

    /// Counts a value so many times.
    pub fn add_times(&mut self, value: u64, times: u64) {
        if times > 0 {
            let sum = self.0.entry(value).or_default();
            *sum = sum.saturating_add(times);
        }
    }

    /// Adds all that another histogram counted.
    pub fn merge(&mut self, other: &Self) {
        for (value, times) in other.iter() {
            self.add_times(value, times);
        }
    }

    /// Each value with how often it came up, by rising value.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.iter().map(|(value, times)| (*value, *times))
    }

    /// How many values were counted.
    pub fn n(&self) -> u64 {
        self.0.values().fold(0, |n, times| n.saturating_add(*times))
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
        let t = student_point(ALPHA, n.checked_sub(1)?)?;
        let spread = t * self.deviation() / (n as f64).sqrt();
        Some(Interval::around(self.mean(), spread).not_negative())
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

/// Writes the pairs of value and times, by rising value.
impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Reads what is written so; anything else is an error.
impl<'de> Deserialize<'de> for Histogram {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pairs: Vec<(u64, u64)> = Vec::deserialize(deserializer)?;
        let rises = pairs.windows(2).all(|two| two[0].0 < two[1].0);
        if !rises || pairs.iter().any(|(_, times)| *times == 0) {
            return Err(D::Error::custom(
                "expected pairs of rising values and how often they came up",
            ));
        }
        Ok(Self(pairs.into_iter().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::statistics::tests::near;

    fn histogram(values: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        for value in values {
            histogram.add(*value);
        }
        histogram
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
    fn any_cut_of_the_values_merges_to_the_same() {
        let values = [5, 3, 3, 12, 0, 7, 5];
        for cut in 0..=values.len() {
            let (head, tail) = values.split_at(cut);
            let mut merged = histogram(head);
            merged.merge(&histogram(tail));
            assert_eq!(merged, histogram(&values));
        }
    }

    #[test]
    fn a_histogram_is_read_as_it_is_written() {
        let values = histogram(&[5, 3, 3, u64::MAX]);
        let text = serde_json::to_string(&values).expect("plain data");
        assert_eq!(text, format!("[[3,2],[5,1],[{},1]]", u64::MAX));
        assert_eq!(serde_json::from_str::<Histogram>(&text).ok(), Some(values));
        for wrong in ["[[3,1],[3,1]]", "[[5,1],[3,1]]", "[[3,0]]", "[[-3,1]]", "[[3,1,1]]", "{}"] {
            assert!(serde_json::from_str::<Histogram>(wrong).is_err(), "{wrong}");
        }
    }
}

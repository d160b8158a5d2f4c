//! The mean of whole numbers that may be negative, such as differences of pairs.

use super::{ALPHA, Interval, student_point};

/// The sums of some whole numbers and of their squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    n: u64,
    sum: i128,
    squares: u128,
}

impl Moments {
    /// Adds a number.
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Adds a number so many times.
    pub fn add_times(&mut self, value: i64, times: u64) {
        let size = u128::from(value.unsigned_abs());
        self.n = self.n.saturating_add(times);
        self.sum = self.sum.saturating_add(i128::from(value).saturating_mul(times.into()));
        self.squares = self.squares.saturating_add((size * size).saturating_mul(times.into()));
    }

    /// Adds all numbers of another one.
    pub fn merge(&mut self, other: &Self) {
        self.n = self.n.saturating_add(other.n);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// How many numbers were added.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The mean; 0 when nothing was added.
    pub fn mean(&self) -> f64 {
        if self.n == 0 { 0.0 } else { self.sum as f64 / self.n as f64 }
    }

    /// The standard deviation with n − 1 in the denominator; 0 for fewer than two numbers.
    pub fn deviation(&self) -> f64 {
        let n = u128::from(self.n);
        if n < 2 {
            return 0.0;
        }
        let size = self.sum.unsigned_abs();
        // Whole numbers keep the small difference of large squares; only sums beyond any real
        // work need to do without.
        let spread = match (self.squares.checked_mul(n), size.checked_mul(size)) {
            (Some(squares), Some(square)) => squares.saturating_sub(square) as f64,
            _ => (self.squares as f64 * n as f64 - size as f64 * size as f64).max(0.0),
        };
        (spread / (n as f64 * (n - 1) as f64)).sqrt()
    }

    /// The 95 % interval of the mean by Student's distribution; `None` for fewer than two numbers.
    pub fn interval(&self) -> Option<Interval> {
        self.interval_at(ALPHA)
    }

    /// As [`Self::interval`], for an interval that misses with the probability `alpha`.
    pub fn interval_at(&self, alpha: f64) -> Option<Interval> {
        let t = student_point(alpha, self.n.checked_sub(1)?)?;
        Some(Interval::around(self.mean(), t * self.deviation() / (self.n as f64).sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::statistics::tests::near;

    fn moments(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        for value in values {
            moments.add(*value);
        }
        moments
    }

    /// The differences between two soporific drugs in Student, *The probable error of a mean*,
    /// Biometrika 6 (1908), in tenths of an hour.
    #[test]
    fn students_own_example() {
        let hours = moments(&[12, 24, 13, 13, 0, 10, 18, 8, 46, 14]);
        near(hours.mean(), 15.8);
        near(hours.deviation(), 12.29995);
        let interval = hours.interval().expect("ten pairs");
        near(interval.low, 7.00114);
        near(interval.high, 24.59886);
    }

    #[test]
    fn any_cut_merges_to_the_same_and_times_are_repetitions() {
        let values = [-5, 3, 3, 0, i64::MIN, i64::MAX, -5];
        for cut in 0..=values.len() {
            let (head, tail) = values.split_at(cut);
            let mut merged = moments(head);
            merged.merge(&moments(tail));
            assert_eq!(merged, moments(&values));
        }
        let mut twice = Moments::default();
        twice.add_times(-7, 2);
        assert_eq!(twice, moments(&[-7, -7]));
        assert_eq!((moments(&[4]).interval(), moments(&[]).mean()), (None, 0.0));
    }
}

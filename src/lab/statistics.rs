//! Means, shares and their intervals, from integers only.
//!
//! What accumulates is whole numbers, so any cut of the work merges to exactly the same result; floating
//! point comes in at the end, with operations whose results are the same on every platform. Sums stay
//! at the greatest number where they would pass it, which no real work comes near.

#[cfg(test)]
mod coverage;
mod difference;
mod histogram;
mod holm;
mod moments;
mod paired;
mod quantile;
mod ratio;

pub use difference::difference;
pub use histogram::Histogram;
pub use holm::holm;
pub use moments::Moments;
pub use paired::Paired;
pub use quantile::{normal_point, student_point, student_tail};
pub use ratio::Ratio;

/// The share of intervals that may miss the truth when nothing else is said: 95 % intervals.
pub const ALPHA: f64 = 0.05;

/// An interval, its ends included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval that reaches `spread` to both sides of its center.
    pub fn around(center: f64, spread: f64) -> Self {
        Self { low: center - spread, high: center + spread }
    }

    /// The part that is not below 0, for what cannot be.
    #[must_use]
    pub fn not_negative(self) -> Self {
        Self { low: self.low.max(0.0), high: self.high.max(0.0) }
    }
}

/// The 95 % interval of a share, `count` of `n`; from 0 to 1 when `n` is 0.
///
/// The score interval of E. B. Wilson, *Probable inference, the law of succession, and statistical
/// inference*, Journal of the American Statistical Association 22 (1927), without continuity
/// correction.
pub fn wilson(count: u64, n: u64) -> Interval {
    wilson_at(ALPHA, count, n)
}

/// As [`wilson`], for an interval that misses with the probability `alpha`.
pub fn wilson_at(alpha: f64, count: u64, n: u64) -> Interval {
    if n == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = normal_point(alpha);
    let (total, share) = (n as f64, count as f64 / n as f64);
    let center = share + z * z / (2.0 * total);
    let spread = z * (share * (1.0 - share) / total + z * z / (4.0 * total * total)).sqrt();
    let scale = 1.0 + z * z / total;
    // At the ends the two terms are equal but for rounding.
    let low = if count == 0 { 0.0 } else { (center - spread) / scale };
    let high = if count == n { 1.0 } else { (center + spread) / scale };
    Interval { low, high }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    #[track_caller]
    pub(in crate::lab) fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 6e-5, "{found}, expected {expected}");
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
    fn a_surer_interval_is_wider() {
        let (usual, sure) = (wilson(15, 148), wilson_at(0.01, 15, 148));
        assert!(sure.low < usual.low && usual.high < sure.high);
    }
}

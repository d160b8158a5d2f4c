//! The difference of two estimates that belong together.

use super::Interval;

/// The interval of the difference of two estimates, the first less the second, from that of each and
/// the correlation of their errors.
///
/// It keeps what is uneven in the two intervals, so that near the ends of a share it is better than
/// one that is even to both sides; where the second estimate is sure it is the interval of the first,
/// shifted. The method is that of G. Y. Zou and A. Donner, *Construction of confidence limits about
/// effect measures: a general approach*, Statistics in Medicine 27 (2008).
pub fn difference(
    (first, of_first): (f64, Interval),
    (second, of_second): (f64, Interval),
    correlation: f64,
) -> Interval {
    let spread = |a: f64, b: f64| (a * a - 2.0 * correlation * a * b + b * b).max(0.0).sqrt();
    let value = first - second;
    Interval {
        low: value - spread(first - of_first.low, of_second.high - second),
        high: value + spread(of_first.high - first, second - of_second.low),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::statistics::tests::near;
    use crate::lab::statistics::wilson;

    /// The example of independent shares in R. G. Newcombe, *Interval estimation for the difference
    /// between independent proportions*, Statistics in Medicine 17 (1998), table II (a), method 10.
    #[test]
    fn independent_shares_have_newcombes_interval() {
        let interval =
            difference((56.0 / 70.0, wilson(56, 70)), (48.0 / 80.0, wilson(48, 80)), 0.0);
        near(interval.low, 0.0524);
        near(interval.high, 0.3339);
    }

    #[test]
    fn a_share_and_what_is_left_are_twice_as_far_apart_as_from_the_middle() {
        let (share, interval) = (0.3, wilson(30, 100));
        let rest = wilson(70, 100);
        let found = difference((share, interval), (0.7, rest), -1.0);
        near(found.low, 2.0 * interval.low - 1.0);
        near(found.high, 2.0 * interval.high - 1.0);
    }

    #[test]
    fn what_is_sure_only_shifts() {
        let interval = wilson(30, 100);
        let found = difference((0.3, interval), (0.25, Interval::around(0.25, 0.0)), 0.0);
        near(found.low, interval.low - 0.25);
        near(found.high, interval.high - 0.25);
    }
}

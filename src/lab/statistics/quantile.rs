//! The points of distributions by which intervals are as wide as they are.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// From so many degrees of freedom on the expansion is at least as exact as the crate, whose inverse
/// loses digits where nearly all of the distribution lies close to 1.
const MANY: u64 = 1000;

/// No interval is surer than this.
const SUREST: f64 = 1e-9;

/// The point that a standard normal variable passes, to either side, with the probability `alpha`.
///
/// It has nine decimals: the last bits, which may differ between platforms, are cut off.
pub fn normal_point(alpha: f64) -> f64 {
    Normal::new(0.0, 1.0).map_or(0.0, |normal| nine_decimals(normal.inverse_cdf(upper(alpha))))
}

/// The point that a variable of Student's distribution passes, to either side, with the probability
/// `alpha`, to nine decimals; `None` for 0 degrees of freedom.
///
/// From 1000 degrees on by the expansion of M. Abramowitz and I. A. Stegun, *Handbook of Mathematical
/// Functions* (1964), 26.7.5, which is right to more than nine decimals there.
pub fn student_point(alpha: f64, degrees: u64) -> Option<f64> {
    if degrees == 0 {
        return None;
    }
    if degrees < MANY {
        let student = StudentsT::new(0.0, 1.0, degrees as f64).ok()?;
        return Some(nine_decimals(student.inverse_cdf(upper(alpha))));
    }
    let (z, v) = (normal_point(alpha), degrees as f64);
    let (z2, z4) = (z * z, z * z * z * z);
    let g1 = z * (z2 + 1.0) / 4.0;
    let g2 = z * (5.0 * z4 + 16.0 * z2 + 3.0) / 96.0;
    let g3 = z * (3.0 * z4 * z2 + 19.0 * z4 + 17.0 * z2 - 15.0) / 384.0;
    Some(nine_decimals(z + (g1 + (g2 + g3 / v) / v) / v))
}

/// The probability that a variable of Student's distribution passes `t`, to either side, to nine
/// decimals; 1 for 0 degrees of freedom. From 1000 degrees on it is that of the
/// normal one, which is less by three in ten thousand at most.
pub fn student_tail(t: f64, degrees: u64) -> f64 {
    let below = if degrees == 0 || !t.is_finite() {
        return if degrees > 0 && t.is_infinite() { 0.0 } else { 1.0 };
    } else if degrees < MANY {
        StudentsT::new(0.0, 1.0, degrees as f64).map_or(1.0, |student| student.cdf(-t.abs()))
    } else {
        Normal::new(0.0, 1.0).map_or(1.0, |normal| normal.cdf(-t.abs()))
    };
    nine_decimals((2.0 * below).min(1.0))
}

/// The probability below the point; what is no probability is made one, since the crate would panic.
fn upper(alpha: f64) -> f64 {
    let alpha = if alpha.is_nan() { SUREST } else { alpha.clamp(SUREST, 1.0) };
    1.0 - alpha / 2.0
}

fn nine_decimals(x: f64) -> f64 {
    (x * 1e9).round() / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1.5e-9, "{found}, expected {expected}");
    }

    /// The points of the tables, with more digits by numerical integration.
    #[test]
    fn points_are_those_of_the_tables() {
        near(normal_point(0.05), 1.959_963_985);
        near(normal_point(0.01), 2.575_829_304);
        near(normal_point(0.05 / 3.0), 2.393_979_800);
        for (degrees, t) in [
            (1, 12.706_204_736),
            (2, 4.302_652_730),
            (4, 2.776_445_105),
            (9, 2.262_157_163),
            (30, 2.042_272_456),
            (999, 1.962_341_461),
            (1999, 1.961_151_420),
        ] {
            near(student_point(0.05, degrees).expect("at least one degree"), t);
        }
        assert_eq!(student_point(0.05, 0), None);
    }

    #[test]
    fn tails_are_what_points_leave() {
        for degrees in [1, 2, 9, 30, 999, 1000, 100_000] {
            let t = student_point(0.05, degrees).expect("at least one degree");
            let tail = student_tail(t, degrees);
            assert!((tail - 0.05).abs() < 3e-4, "{tail}");
            near(student_tail(-t, degrees), tail);
        }
        near(student_tail(2.262_157_163, 9), 0.05);
        near(student_tail(0.0, 9), 1.0);
        near(student_tail(3.0, 5_000), 0.002_699_796);
        near(student_tail(f64::INFINITY, 9), 0.0);
        near(student_tail(2.0, 0), 1.0);
    }

    #[test]
    fn the_expansion_goes_on_where_the_crate_ends() {
        for alpha in [0.05, 0.01, 0.001] {
            let point = |degrees| student_point(alpha, degrees).expect("at least one degree");
            let (before, at, after) = (point(MANY - 1), point(MANY), point(MANY + 1));
            assert!(before > at && at > after, "{before}, {at}, {after}");
            assert!(((before - at) / (at - after) - 1.0).abs() < 0.01, "{before}, {at}, {after}");
            near(point(u64::MAX), normal_point(alpha));
        }
    }

    #[test]
    fn a_senseless_probability_has_a_point_all_the_same() {
        for alpha in [f64::NAN, -1.0, 0.0] {
            assert!(normal_point(alpha) > 6.0 && student_point(alpha, 5).is_some());
        }
        assert!(normal_point(2.0).abs() < 1e-9);
    }
}

//! From values to places along an axis, with round values marked.

/// Round steps, times a power of ten.
const STEPS: [f64; 3] = [1.0, 2.0, 5.0];

/// A linear scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The values at both ends, the lower one first.
    pub(super) values: (f64, f64),
    /// Their places.
    pub(super) places: (f64, f64),
}

impl Scale {
    /// The place of a value.
    pub(super) fn place(&self, value: f64) -> f64 {
        let ((low, high), (from, to)) = (self.values, self.places);
        if high > low { from + (value - low) / (high - low) * (to - from) } else { from }
    }

    /// Round values within the scale, about so many, with the number of decimals that they need.
    pub(super) fn ticks(&self, about: usize) -> (Vec<f64>, usize) {
        let (low, high) = self.values;
        let (step, decimals) = step((high - low) / about.max(1) as f64);
        let first = (low / step - 1e-6).ceil();
        let last = (high / step + 1e-6).floor();
        let n_ticks = (last - first).clamp(0.0, 100.0) as usize + 1;
        ((0..n_ticks).map(|i| (first + i as f64) * step).collect(), decimals)
    }
}

/// The least round step that is not below `least`, with the number of decimals that it needs.
pub(super) fn step(least: f64) -> (f64, usize) {
    let mut decimals = 0_i32;
    let mut unit = 1.0;
    // Nothing that is counted here needs finer steps.
    while unit > least && decimals < 6 {
        unit /= 10.0;
        decimals += 1;
    }
    loop {
        for factor in STEPS {
            if factor * unit >= least - unit * 1e-6 {
                return (factor * unit, decimals.max(0) as usize);
            }
        }
        unit *= 10.0;
        decimals -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_scale() {
        let ticks = |low, high| {
            let (ticks, decimals) = Scale { values: (low, high), places: (0.0, 1.0) }.ticks(5);
            ticks.iter().map(|tick| format!("{tick:.decimals$}")).collect::<Vec<_>>()
        };
        assert_eq!(ticks(0.0, 0.6), ["0.0", "0.2", "0.4", "0.6"]);
        assert_eq!(ticks(3.0, 41.0), ["10", "20", "30", "40"]);
        assert_eq!(ticks(-0.02, 0.03), ["-0.02", "-0.01", "0.00", "0.01", "0.02", "0.03"]);
        assert_eq!(ticks(0.0, 250_000.0), ["0", "50000", "100000", "150000", "200000", "250000"]);
        assert_eq!(ticks(4.0, 4.0).len(), 1);
    }

    #[test]
    fn places_lie_between_the_ends() {
        let scale = Scale { values: (10.0, 30.0), places: (100.0, 0.0) };
        let places = [10.0, 20.0, 30.0].map(|value| format!("{:.1}", scale.place(value)));
        assert_eq!(places, ["100.0", "50.0", "0.0"]);
        let point = Scale { values: (1.0, 1.0), places: (7.0, 9.0) };
        assert_eq!(format!("{:.1}", point.place(1.0)), "7.0");
    }
}

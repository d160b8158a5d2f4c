//! When a bot has thought enough; the only place of the lab that looks at a clock.
#![allow(
    clippy::disallowed_methods,
    reason = "a bot that thinks so many milliseconds has no other way to know them"
)]

use std::time::{Duration, Instant};

use super::effort::Budget;

/// Watches over a budget.
#[derive(Debug)]
pub(super) struct Timer {
    /// So many trials are made in any case, or in all when there is no end in time.
    trials: u64,
    end: Option<Instant>,
}

impl Timer {
    /// Begins a budget, of which at least so many trials are made.
    pub(super) fn start(budget: Budget, least: usize) -> Self {
        let least = least as u64;
        match budget {
            Budget::Trials(n) => Self { trials: least.max(n.into()), end: None },
            Budget::Millis(n) => {
                let end = Instant::now() + Duration::from_millis(n.into());
                Self { trials: least, end: Some(end) }
            }
        }
    }

    /// Whether there is to be another trial after so many.
    pub(super) fn goes_on(&self, done: u64) -> bool {
        done < self.trials || self.end.is_some_and(|end| Instant::now() < end)
    }

    /// How many trials are left after so many, where the clock has no say.
    pub(super) fn left(&self, done: u64) -> Option<u64> {
        self.end.is_none().then(|| self.trials.saturating_sub(done))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_are_counted() {
        let timer = Timer::start(Budget::Trials(5), 2);
        assert_eq!([4, 5].map(|done| timer.goes_on(done)), [true, false]);
        assert_eq!([0, 4, 9].map(|done| timer.left(done)), [Some(5), Some(1), Some(0)]);
        let timer = Timer::start(Budget::Trials(5), 7);
        assert_eq!([6, 7].map(|done| timer.goes_on(done)), [true, false]);
    }

    #[test]
    fn time_passes_after_the_least_trials() {
        let timer = Timer::start(Budget::Millis(1), 3);
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!([2, 3].map(|done| timer.goes_on(done)), [true, false]);
        assert_eq!(timer.left(0), None);
        assert!(Timer::start(Budget::Millis(60_000), 3).goes_on(1_000_000));
    }
}

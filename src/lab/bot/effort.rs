//! How much a bot may think, and how that is written.

use std::fmt;
use std::str::FromStr;

use crate::error::Problem;

/// How long a bot thinks about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Budget {
    /// So many trials, each a random play on from what is tried; at least 1.
    Trials(u32),
    /// So many milliseconds, at least 1: how many trials that are depends on the machine and the
    /// moment, so the same seed need not give the same game again.
    Millis(u32),
}

/// How much a bot thinks about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effort {
    /// How long.
    pub budget: Budget,
    /// After how many moves a trial is broken off; `None` stands for [`Effort::CAP`].
    pub cap: Option<u32>,
}

impl Effort {
    /// The cap of a trial when nothing is said.
    pub const CAP: u32 = 1000;

    /// The most trials, milliseconds or moves that can be asked for.
    pub const MAX: u32 = 1_000_000_000;

    /// So many trials, without a cap of its own.
    pub fn of_trials(n: u32) -> Self {
        Self { budget: Budget::Trials(n), cap: None }
    }

    /// After how many moves a trial is broken off.
    pub fn cap(self) -> u32 {
        self.cap.unwrap_or(Self::CAP)
    }

    /// Whether the same seed gives the same moves again.
    pub fn is_repeatable(self) -> bool {
        matches!(self.budget, Budget::Trials(_))
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.budget {
            Budget::Trials(n) => write!(f, "{n}")?,
            Budget::Millis(n) => write!(f, "{n}ms")?,
        }
        match self.cap {
            Some(cap) => write!(f, ":cap={cap}"),
            None => Ok(()),
        }
    }
}

/// Reads what [`Display`](fmt::Display) writes; fails with `bad-bot`.
impl FromStr for Effort {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (budget, cap) = match text.split_once(':') {
            Some((budget, cap)) => (budget, Some(cap)),
            None => (text, None),
        };
        let budget = match budget.strip_suffix("ms") {
            Some(millis) => number(millis).map(Budget::Millis),
            None => number(budget).map(Budget::Trials),
        }
        .ok_or_else(|| {
            let (found, max) = (budget, Self::MAX);
            let expected = "a number of trials or, with `ms`, of milliseconds";
            wrong(format!("expected {expected}, from 1 to {max}, found `{found}`"))
        })?;
        let cap = cap.map(read_cap).transpose()?;
        Ok(Self { budget, cap })
    }
}

fn read_cap(text: &str) -> Result<u32, Problem> {
    match text.split_once('=') {
        Some(("cap", moves)) => number(moves).ok_or_else(|| {
            let max = Effort::MAX;
            wrong(format!("expected a number of moves from 1 to {max}, found `{moves}`"))
        }),
        other => {
            let key = other.map_or(text, |(key, _)| key);
            Err(wrong(format!("expected `cap=N`, found `{text}`")).help_nearest(key, ["cap"]))
        }
    }
}

/// A number that is written as it is printed, without a sign and zeros in front.
fn number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    ((1..=Effort::MAX).contains(&number) && number.to_string() == text).then_some(number)
}

fn wrong(message: String) -> Problem {
    Problem::new("bad-bot", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effort_is_read_as_it_is_written() {
        for (text, budget, cap) in [
            ("500", Budget::Trials(500), None),
            ("1", Budget::Trials(1), None),
            ("200ms", Budget::Millis(200), None),
            ("500:cap=30", Budget::Trials(500), Some(30)),
            ("1000000000ms:cap=1000", Budget::Millis(1_000_000_000), Some(1000)),
        ] {
            let effort: Effort = text.parse().expect("an effort");
            assert_eq!((effort.budget, effort.cap), (budget, cap));
            assert_eq!(effort.to_string(), text);
        }
        assert_eq!("7".parse(), Ok(Effort::of_trials(7)));
    }

    #[test]
    fn what_is_no_effort_says_what_was_expected() {
        for (text, found) in [
            ("", "found ``"),
            ("0", "found `0`"),
            ("+5", "found `+5`"),
            ("05", "found `05`"),
            ("5s", "found `5s`"),
            ("ms", "found `ms`"),
            ("1000000001", "from 1 to 1000000000"),
            ("5:", "expected `cap=N`, found ``"),
            ("5:cap", "expected `cap=N`, found `cap`"),
            ("5:cop=3", "expected `cap=N`, found `cop=3`"),
            ("5:cap=", "expected a number of moves from 1 to 1000000000, found ``"),
            ("5:cap=0", "found `0`"),
            ("5:cap=3:cap=3", "found `3:cap=3`"),
        ] {
            let problem = text.parse::<Effort>().expect_err("no effort");
            assert_eq!(problem.code(), "bad-bot", "{text}");
            assert!(problem.to_string().contains(found), "{text}: {problem}");
        }
        let problem = "5:cop=3".parse::<Effort>().expect_err("no effort");
        assert_eq!(problem.help_text(), Some("did you mean `cap`?"));
    }
}

//! A part of the playouts of a simulation.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::Problem;

/// One of several parts of the same size, or nearly so, into which playouts are cut by their indices.
///
/// ```
/// use araudi::lab::Shard;
///
/// let shard: Shard = "2/3".parse().unwrap();
/// assert_eq!(shard.range(10), 3..6);
/// assert_eq!("4/3".parse::<Shard>().unwrap_err().code(), "wrong-shard");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// All playouts.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// The shard `index`, counted from 1, of so many; `None` when there is none such.
    pub fn new(index: u64, of: u64) -> Option<Self> {
        (1..=of).contains(&index).then_some(Self { index, of })
    }

    /// Which one it is, counted from 1.
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many there are.
    pub fn of(self) -> u64 {
        self.of
    }

    /// The indices of its playouts among `n`, counted from 0: a run of them. The runs of all shards
    /// follow each other and differ by one in length at most.
    pub fn range(self, n: u64) -> Range<u64> {
        let end = |index: u64| (u128::from(n) * u128::from(index) / u128::from(self.of)) as u64;
        end(self.index - 1)..end(self.index)
    }
}

/// Writes `2/3`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Reads what is written so; fails with `wrong-shard`.
impl FromStr for Shard {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let numbers = text.split_once('/').map(|(index, of)| (index.parse(), of.parse()));
        let shard = match numbers {
            Some((Ok(index), Ok(of))) => Self::new(index, of),
            _ => None,
        };
        shard.ok_or_else(|| {
            let message = format!("expected a shard such as `2/3`, found `{text}`");
            Problem::new("wrong-shard", message).help("shards are counted from 1: `1/3` to `3/3`")
        })
    }
}

impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Shard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|problem: Problem| D::Error::custom(problem.message()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shards_are_all_playouts_once() {
        for (n, of) in [(10, 3), (3, 10), (0, 2), (7, 7), (u64::MAX, 5)] {
            let mut end = 0;
            for index in 1..=of {
                let range = Shard::new(index, of).expect("in its range").range(n);
                assert_eq!(range.start, end);
                assert!((range.end - range.start).abs_diff(n / of) <= 1);
                end = range.end;
            }
            assert_eq!(end, n);
        }
        assert_eq!(Shard::WHOLE.range(9), 0..9);
    }

    #[test]
    fn a_shard_is_read_as_it_is_written() {
        for text in ["1/1", "2/3", "18446744073709551615/18446744073709551615"] {
            assert_eq!(text.parse::<Shard>().expect("a shard").to_string(), text);
        }
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/3", "a/b", "1/99999999999999999999"]
        {
            assert_eq!(text.parse::<Shard>().expect_err("no shard").code(), "wrong-shard");
        }
    }
}

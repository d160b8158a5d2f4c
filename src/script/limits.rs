//! Limits that end a script gone wild; each can be raised by its name.

use crate::error::{Problem, Result};

macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal,)+) => {
        /// How hooks run: what they may use up, for each call where nothing else is said, and by what.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Limits {
            $($(#[doc = $doc])+ pub $name: u64,)+
            /// Whether all hooks are interpreted. Otherwise those are compiled that can be: they do the
            /// same, many times faster.
            pub interpreted: bool,
        }

        impl Default for Limits {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl Limits {
            /// What holds where nothing is said.
            pub const DEFAULT: Self = Self { $($name: $default,)+ interpreted: false };

            /// The names that [`Limits::set`] knows.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            fn get_mut(&mut self, name: &str) -> Option<&mut u64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

limits! {
    /// Operations of the interpreter between two throws or moves.
    operations = 40_000_000,
    /// Script functions that call each other; at most 64 where a thread's stack has 2 MiB.
    calls = 48,
    /// Characters in a string.
    string = 4_096,
    /// Items in an array.
    array = 1_024,
    /// Variables at one time.
    variables = 256,
    /// Functions in a game's scripts.
    functions = 256,
    /// Steps that wait at one time.
    steps = 4_096,
    /// Moves offered or refused, or duties required.
    offers = 10_000,
    /// Walks found.
    walks = 100_000,
    /// Sites that one walk may be long.
    walk = 10_000,
    /// Sites of all walks together.
    sites = 1_000_000,
    /// Events between two steps.
    events = 10_000,
    /// States kept by `save` at one time.
    saves = 32,
    /// Bytes of the states that `remember` keeps.
    memory = 67_108_864,
    /// Different keys that `record` keeps in one game.
    records = 65_536,
    /// Turns and steps without a throw or a choice.
    idle = 10_000,
}

/// So many calls fit into a stack of 2 MiB in a build without optimization, whatever the functions
/// look like.
const MAX_CALLS: u64 = 64;

impl Limits {
    /// Sets a limit by its name.
    ///
    /// # Errors
    ///
    /// `unknown-limit` with the nearest name, `bad-limit` for a value of 0 or one that is no number.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let Some(limit) = self.get_mut(name) else {
            return Err(Problem::new("unknown-limit", format!("unknown limit `{name}`"))
                .help_nearest(name, Self::NAMES.iter().copied())
                .into());
        };
        match value.parse() {
            Ok(n) if n > MAX_CALLS && name == "calls" => {
                let message = format!("the limit `calls` is at most {MAX_CALLS}, found `{value}`");
                return Err(Problem::new("bad-limit", message)
                    .help("a thread's stack holds no more; a loop needs no stack")
                    .into());
            }
            Ok(n) if n > 0 => *limit = n,
            _ => {
                let message =
                    format!("expected a positive integer for the limit `{name}`, found `{value}`");
                return Err(Problem::new("bad-limit", message).into());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_set_by_its_name() {
        let mut limits = Limits::default();
        limits.set("operations", "5").expect("a known name");
        assert_eq!(limits.operations, 5);
        assert_eq!(limits.set("operatoins", "5").expect_err("a slip").code(), "unknown-limit");
        assert_eq!(limits.set("walks", "-1").expect_err("not positive").code(), "bad-limit");
        assert_eq!(limits.set("walks", "0").expect_err("not positive").code(), "bad-limit");
        assert_eq!(limits.set("calls", "65").expect_err("too deep").code(), "bad-limit");
        limits.set("calls", "64").expect("as deep as may be");
    }
}

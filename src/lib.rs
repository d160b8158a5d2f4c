//! A scriptable rules interpreter for board games.
//!
//! A game is data: its board, pieces, dice and options are written in YAML, and what happens is said
//! by short functions in Rhai, the hooks. This crate reads such games, plays them, says why a
//! move is refused, and replays records of play as tests of the rules.
//!
//! # A tour
//!
//! A [`Definition`](definition::Definition) is read from two texts, or from a
//! [`Library`](definition::Library) of games. Everything that is wrong is told at once, each with
//! its place. In this race, whoever comes first to the end of a row wins.
//!
//! ```
//! use araudi::definition::Definition;
//! use araudi::error::Source;
//!
//! # fn main() -> araudi::error::Result<()> {
#![doc = include_str!("../tests/tour/race.md")]
//! let race = Definition::from_sources(
//!     Source::new("game.yaml", yaml),
//!     Source::new("rules.rhai", rules),
//! )?;
//! assert_eq!(race.options()[0].name, "length");
//!
//! let slip = Source::new("game.yaml", yaml.replace("sides", "side"));
//! let error = Definition::from_sources(slip, race.rules().clone()).unwrap_err();
//! assert_eq!(error.code(), "unknown-key");
//! assert_eq!(error.problems()[0].place().map(|place| place.line()), Some(11));
//! # Ok(())
//! # }
//! ```

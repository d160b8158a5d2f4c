//! What belongs to every shipped game: logs, a README, and perft counts that still hold.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use araudi::definition::{Choice, Definition, Library};
use araudi::lab;
use araudi::rules::Play;
use araudi::script::Limits;

use crate::conformance::{choices, definitions, sound};
use crate::logs::{read, root};

/// Counts are written down up to the first that is greater.
const ENOUGH: u64 = 2_000;

/// How to write the counts anew.
const WRITE: &str = "cargo test --test it -- --ignored write_perft_counts";

#[test]
fn every_game_has_logs_counts_and_a_readme() {
    let library = Library::folder(&games());
    let mut missing = String::new();
    for name in library.names().expect("the games can be listed") {
        if !games().join(&name).join("README.md").is_file() {
            _ = writeln!(missing, "games/{name}/README.md: tell how the game is played");
        }
        if !perft_file(&name).is_file() {
            _ = writeln!(missing, "games/{name}/perft.txt: {WRITE}");
        }
        if sound(&name, library.logs(&name)).is_empty() {
            _ = writeln!(missing, "games/{name}/logs: `araudi play {name} --save FILE.gamelog`");
        }
    }
    assert!(missing.is_empty(), "these are missing:\n{missing}");
}

#[test]
fn the_ways_of_playing_are_as_many_as_recorded() {
    for definition in definitions(&games()) {
        let name = definition.name();
        let recorded = read(&perft_file(name));
        for line in recorded.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let [variant, depth, leaves] = fields[..] else { panic!("{name}: {line}") };
            let depth: u32 = depth.parse().unwrap_or_else(|_| panic!("{name}: {line}"));
            let choice = Choice { variant: Some(variant.to_owned()), ..Choice::default() };
            let found = count(&definition, &choice, depth);
            let expected: u64 = leaves.parse().unwrap_or_else(|_| panic!("{name}: {line}"));
            assert_eq!(found, expected, "{name}: {line}\nif that is right: {WRITE}");
        }
        for choice in choices(&definition) {
            let variant = format!("{} 1 ", variant(&choice));
            let known = recorded.lines().any(|line| line.starts_with(&variant));
            assert!(known, "{name} has no count of `{variant}`: {WRITE}");
        }
    }
}

#[test]
#[ignore = "it writes the files that the other tests read"]
#[allow(clippy::disallowed_methods, reason = "it is there to write files")]
fn write_perft_counts() {
    for definition in definitions(&games()) {
        let mut text = format!(
            "# Ways of playing by variant and depth, with at most {} throws between two moves.\n\
             # Written by {WRITE}\n",
            lab::THROWS
        );
        for choice in choices(&definition) {
            for depth in 1..=lab::MAX_DEPTH {
                let leaves = count(&definition, &choice, depth);
                _ = writeln!(text, "{} {depth} {leaves}", variant(&choice));
                if leaves > ENOUGH || leaves == 0 {
                    break;
                }
            }
        }
        std::fs::write(perft_file(definition.name()), text).expect("the folder can be written");
    }
}

fn games() -> PathBuf {
    root().join("games")
}

fn perft_file(game: &str) -> PathBuf {
    games().join(game).join("perft.txt")
}

fn variant(choice: &Choice) -> &str {
    choice.variant.as_deref().unwrap_or("default")
}

fn count(definition: &Definition, choice: &Choice, depth: u32) -> u64 {
    let place = format!("{} {}", definition.name(), variant(choice));
    let game = Arc::new(sound(&place, definition.build(choice)));
    let mut play = sound(&place, Play::new(game, Limits::default()));
    sound(&place, lab::perft(&mut play, depth, lab::THROWS))
}

//! What belongs to every shipped game: logs, a README, and perft counts that still hold.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use araudi::definition::{Choice, Definition, Library};
use araudi::lab::{self, Stream};
use araudi::rules::{Node, Play};
use araudi::script::Limits;

use crate::conformance::{choices, definitions, sound};
use crate::logs::{read, root};

/// Ways are counted after so many throws and moves of a random play, too.
const STEPS: [usize; 3] = [0, 40, 150];

/// The seed of that play.
const SEED: u64 = 1;

/// Counts are written down up to the first that is greater, and as deep as the file has them already.
const ENOUGH: u64 = 300;

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
        let lines: Vec<&str> = recorded.lines().filter(|line| !line.starts_with('#')).collect();
        for choice in choices(&definition) {
            let head = format!("{} ", variant(&choice));
            let mut known = 0;
            for line in lines.iter().filter(|line| line.starts_with(&head)) {
                let mut numbers = line.split_whitespace().skip(1).map(|word| {
                    word.parse::<u64>().unwrap_or_else(|_| panic!("{name}: {line}: {word}"))
                });
                let mut number = || numbers.next().unwrap_or_else(|| panic!("{name}: {line}"));
                let (steps, depth, leaves) = (number() as usize, number() as u32, number());
                let found = count(&mut play(&definition, &choice, steps), depth);
                assert_eq!(found, leaves, "{name}: {line}\nif that is right: {WRITE}");
                known += 1;
            }
            assert!(known >= STEPS.len(), "{name} lacks counts of the variant {head}: {WRITE}");
        }
    }
}

#[test]
#[ignore = "it writes the files that the other tests read"]
#[allow(clippy::disallowed_methods, reason = "it is there to write files")]
fn write_perft_counts() {
    for definition in definitions(&games()) {
        let old = std::fs::read_to_string(perft_file(definition.name())).unwrap_or_default();
        let mut text = format!(
            "# Ways of playing, with at most {} throws between two moves. In each line: variant,\n\
             # throws and moves made before by a random play of seed {SEED}, depth, ways.\n\
             # Written by {WRITE}\n",
            lab::THROWS
        );
        for choice in choices(&definition) {
            for steps in STEPS {
                let mut play = play(&definition, &choice, steps);
                for depth in 1..=lab::MAX_DEPTH {
                    let leaves = count(&mut play, depth);
                    _ = writeln!(text, "{} {steps} {depth} {leaves}", variant(&choice));
                    let next = format!("{} {steps} {} ", variant(&choice), depth + 1);
                    let deeper = old.lines().any(|line| line.starts_with(&next));
                    if (leaves > ENOUGH || leaves == 0) && !deeper {
                        break;
                    }
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

/// The game after some random throws and moves.
fn play(definition: &Definition, choice: &Choice, steps: usize) -> Play {
    let place = format!("{} {}", definition.name(), variant(choice));
    let game = Arc::new(sound(&place, definition.build(choice)));
    let mut play = sound(&place, Play::new(game, Limits::default()));
    let mut stream = Stream::new(SEED, 0);
    for _ in 0..steps {
        match play.node() {
            Node::Over => break,
            Node::Chance { die, .. } => {
                let outcome = stream.outcome(&play.game().dice()[die]);
                sound(&place, play.throw(outcome));
            }
            Node::Choice { .. } => {
                let index = stream.below(play.legal().len() as u32) as usize;
                sound(&place, play.play(index));
            }
        }
    }
    play
}

#[track_caller]
fn count(play: &mut Play, depth: u32) -> u64 {
    sound("perft", lab::perft(play, depth, lab::THROWS))
}

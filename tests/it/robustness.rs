//! Whatever a definition says, reading it ends in a game or in problems, never in a panic.

use araudi::definition::{Choice, Definition};
use araudi::error::Source;
use proptest::prelude::*;

const RACE: &str = include_str!("../games/race/game.yaml");

fn read(yaml: &str) {
    let (yaml, rules) =
        (Source::new("game.yaml", yaml), Source::new("rules.rhai", "fn turn(g) {}"));
    match Definition::from_sources(yaml, rules).and_then(|d| d.build(&Choice::default())) {
        Ok(game) => assert_eq!(game.digest().len(), 16),
        Err(error) => {
            assert!(!error.problems().is_empty());
            assert!(!error.render(false).is_empty());
        }
    }
}

/// The race with a part replaced by something else.
fn mutated() -> impl Strategy<Value = String> {
    let noise = prop_oneof![
        Just(String::new()),
        "[a-z0-9{}:,>|$\"' \\[\\]\n-]{0,12}",
        Just("when: exact".to_owned()),
        Just("-1".to_owned()),
        Just("99999999999999999999".to_owned()),
        Just("{}".to_owned()),
        Just("[]".to_owned()),
        Just("â".to_owned()),
    ];
    (0..RACE.len(), 0..30usize, noise).prop_map(|(start, length, noise)| {
        let chars: Vec<char> = RACE.chars().collect();
        let start = start.min(chars.len());
        let end = (start + length).min(chars.len());
        let head: String = chars[..start].iter().collect();
        let tail: String = chars[end..].iter().collect();
        format!("{head}{noise}{tail}")
    })
}

/// The race with one of its words replaced by another.
fn reworded() -> impl Strategy<Value = String> {
    let words = || RACE.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let n = words().count();
    (0..n, 0..n).prop_map(move |(from, to)| {
        let at = |i| words().nth(i).unwrap_or_default();
        RACE.replacen(at(from), at(to), 1)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        read(&text);
    }

    #[test]
    fn a_damaged_definition_is_read_or_refused(text in mutated()) {
        read(&text);
    }

    #[test]
    fn a_reworded_definition_is_read_or_refused(text in reworded()) {
        read(&text);
    }
}

//! Logs that are replayed and blessed: fixtures with goldens, over a toy game.

use std::fmt::Write as _;
use std::sync::Arc;

use araudi::definition::{Choice, Library, Setting};
use araudi::error::Source;
use araudi::log::{Log, Recorder, Replayer, bless};
use araudi::rules::{Node, Play};
use araudi::script::Limits;
use proptest::prelude::*;

use crate::logs::{fixtures, golden, read, reread, root};

#[test]
fn a_replay_reports_each_scenario() {
    for (path, source) in fixtures("replay") {
        golden(&path, portable(&report(&source)));
    }
}

#[test]
fn a_blessed_log_passes_at_once_and_keeps_its_comments() {
    for (path, source) in fixtures("bless") {
        let log = Log::read(&source).unwrap_or_else(|e| panic!("{e:#}"));
        let definition = log.definition(&games()).unwrap_or_else(|e| panic!("{e:#}"));
        match bless(&log, &definition, Limits::default()) {
            Ok(blessed) => {
                let text = blessed.text.expect("the fixture has expectations to rewrite");
                golden(&path, portable(&format!("{text}\n# {} rewritten\n", blessed.n_rewritten)));
                let again = Log::read(&Source::new("again", text.as_str()));
                let again = again.unwrap_or_else(|e| panic!("{e:#}"));
                let again = bless(&again, &definition, Limits::default());
                assert_eq!(again.map(|blessed| blessed.text), Ok(None));
                let comments = |text: &str| text.matches("# ").count();
                assert_eq!(comments(&text), comments(source.text()), "{}", path.display());
            }
            Err(failures) => {
                let texts: Vec<String> = failures.iter().map(|f| format!("{f:#}")).collect();
                golden(&path, format!("{}\n", texts.join("\n\n")));
            }
        }
    }
}

#[test]
fn the_examples_of_the_description_hold() {
    let text = read(&root().join("grammar/README.md"));
    let examples: Vec<&str> = text
        .split("```gamelog\n")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("a split has a first part"))
        .collect();
    assert!(examples.len() >= 6, "found only {} examples", examples.len());
    for example in examples {
        let source = Source::new("grammar/README.md", example);
        let log = Log::read(&source).unwrap_or_else(|e| panic!("in\n{example}\n{e:#}"));
        assert_eq!(reread(&log.to_string()), log);
        let definition = log.definition(&games()).unwrap_or_else(|e| panic!("{e:#}"));
        let report = Replayer::new(&definition, Limits::default()).replay(&log);
        if let Some(failure) = report.failures().next() {
            panic!("in\n{example}\n{failure:#}");
        }
    }
}

#[test]
fn a_recorded_play_replays_from_every_prefix() {
    for (i, settings) in [&[][..], &[("pair", "true"), ("squares", "20")], &[("rounds", "3")]]
        .into_iter()
        .enumerate()
    {
        let choice = Choice {
            variant: (i == 0).then(|| "short".to_owned()),
            set: settings.iter().map(|(name, value)| setting(name, value)).collect(),
            players: None,
        };
        let definition = games().open("trail").unwrap_or_else(|e| panic!("{e:#}"));
        let game = definition.build(&choice).unwrap_or_else(|e| panic!("{e:#}"));
        let mut play = Play::new(Arc::new(game), Limits::default()).expect("the toy game begins");
        play.set_history(true);
        let mut recorder = Recorder::new(&play, &choice, Some(7), false);
        let mut replayer = Replayer::new(&definition, Limits::default());
        for draw in (0..).map(|n: usize| n * 7 + i) {
            match play.node() {
                Node::Over => break,
                Node::Chance { die, .. } => {
                    let outcomes = &play.game().dice()[die].outcomes;
                    let faces = outcomes[draw % outcomes.len()].faces.clone();
                    recorder.throw(&play, &faces);
                    play.throw_faces(&faces).expect("the die has these faces");
                }
                Node::Choice { .. } => {
                    let texts = play.legal_texts().expect("moves can be written");
                    let text = &texts[draw % texts.len()];
                    recorder.play(&play, text);
                    play.play_text(text).expect("a legal move can be played");
                }
            }
            let log = recorder.log(&play).to_string();
            let position = play.position_text();
            let lines: Vec<String> = position.lines().map(|line| format!("| {line}\n")).collect();
            let log = format!("{log}expect position\n{}", lines.concat());
            if let Some(failure) = replayer.replay(&reread(&log)).failures().next() {
                panic!("in\n{log}\n{failure:#}");
            }
        }
        let log = recorder.log(&play).to_string();
        let end = if i == 2 { "expect draw\nexpect over late\n" } else { "expect over " };
        assert!(log.contains(end), "the result is missing in\n{log}");
        assert_eq!(log.lines().nth(1), Some(format!("rules {}", play.game().digest()).as_str()));

        recorder.undo(2);
        play.undo(2).expect("two throws and moves were made");
        let position = play.position_text();
        let short = recorder.log(&play).to_string();
        assert!(short.len() < log.len() && !short.contains("expect"), "in\n{short}");
        let recorder = Recorder::new(&play, &choice, None, true);
        let lines: Vec<String> = position.lines().map(|line| format!("| {line}\n")).collect();
        let log = format!("{}expect position\n{}", recorder.log(&play), lines.concat());
        assert!(replayer.replay(&reread(&log)).passed(), "in\n{log}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Lines of the fixtures in any order and number.
    #[test]
    fn replaying_and_blessing_end_with_a_report(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..40)
    ) {
        let mut known: Vec<String> = Vec::new();
        for (_, source) in fixtures("replay").into_iter().chain(fixtures("bless")) {
            known.extend(source.text().lines().map(str::to_owned));
        }
        known.retain(|line| !line.starts_with("game "));
        let mut text = "game trail\nscenario \"first\"\n".to_owned();
        for pick in picks {
            text.push_str(pick.get(known.as_slice()).as_str());
            text.push('\n');
        }
        if let Ok(log) = Log::read(&Source::new("any", text.as_str())) {
            let definition = games().open("trail").unwrap_or_else(|e| panic!("{e:#}"));
            let report = Replayer::new(&definition, Limits::default()).replay(&log);
            prop_assert_eq!(report.scenarios.len(), log.scenarios.len());
            for problem in report.failures().flat_map(|failure| failure.error.problems()) {
                prop_assert!(problem.place().is_some(), "{problem} has no place");
            }
            let blessed = bless(&log, &definition, Limits::default());
            if report.passed() {
                let current = blessed.is_ok_and(|b| b.text.is_none_or(|t| t.contains("\nrules ")));
                prop_assert!(current, "a passing log is changed");
            } else if let Ok(blessed) = blessed {
                let text = blessed.text.unwrap_or_default();
                let again = Replayer::new(&definition, Limits::default()).replay(&reread(&text));
                prop_assert!(again.passed(), "a blessed log fails:\n{}", text);
            }
        }
    }
}

fn setting(name: &str, value: &str) -> Setting {
    Setting { name: name.to_owned(), value: value.to_owned(), place: None }
}

fn games() -> Library {
    Library::folder(&root().join("tests/games"))
}

/// The text without what differs between machines and versions: the folder and the digest.
fn portable(text: &str) -> String {
    let definition = games().open("trail").unwrap_or_else(|e| panic!("{e:#}"));
    let game = definition.build(&Choice::default()).unwrap_or_else(|e| panic!("{e:#}"));
    text.replace(&root().display().to_string(), "FOLDER").replace(game.digest(), "DIGEST")
}

/// Each scenario with its counts, and what failed or is worth knowing.
fn report(source: &Source) -> String {
    let log = Log::read(source).unwrap_or_else(|e| panic!("{e:#}"));
    let definition = match log.definition(&games()) {
        Ok(definition) => definition,
        Err(error) => return format!("{error:#}\n"),
    };
    let mut text = String::new();
    for scenario in Replayer::new(&definition, Limits::default()).replay(&log).scenarios {
        let verdict = if scenario.passed() { "passed" } else { "failed" };
        _ = writeln!(
            text,
            "{}: {verdict}, {} assertions, {} throws, {} moves",
            scenario.name, scenario.n_assertions, scenario.n_throws, scenario.n_moves
        );
        if let Some(failure) = scenario.failure {
            _ = writeln!(text, "{failure:#}\n");
        }
        for warning in scenario.warnings {
            _ = writeln!(text, "{warning:#}\n");
        }
    }
    text
}

//! House rules: overlays that must load, and overlays whose errors are compared with goldens.
//!
//! `tests/houses/err/NAME.yaml` is laid over the trail; its errors, as people see them, are in
//! `NAME.txt` beside it. `SNAPSHOTS=overwrite cargo test` rewrites them.

use std::path::PathBuf;
use std::sync::Arc;

use araudi::definition::{Choice, Definition, House, HouseFile, Library, Setting};
use araudi::error::{Error, Result, Source};
use araudi::game::{Game, OptionValue};
use araudi::log::{Log, Replayer};
use araudi::rules::{Node, Play};
use araudi::script::Limits;

use crate::logs::{golden, root};

fn trail() -> Definition {
    Library::folder("tests/games".as_ref()).open("trail").expect("the toy game is right")
}

fn house(yaml: &str, rules: &str) -> Result<House> {
    House::from_sources(Source::new("h.yaml", yaml), |name| Ok(Source::new(name, rules)))
}

/// The trail under houses of these functions, in their order.
fn under(rules: &[&str]) -> Result<Definition> {
    let houses: Result<Vec<House>> = rules
        .iter()
        .enumerate()
        .map(|(i, rules)| house(&format!("extends: trail\nrules: h{i}.rhai\n"), rules))
        .collect();
    trail().with_houses(&houses?)
}

fn game(definition: &Definition, set: &[(&str, &str)]) -> Result<Game> {
    let setting = |(name, value): &(&str, &str)| Setting {
        name: (*name).to_owned(),
        value: (*value).to_owned(),
        place: None,
    };
    definition.build(&Choice { set: set.iter().map(setting).collect(), ..Choice::default() })
}

fn begin(definition: &Definition) -> Result<Play> {
    Play::new(Arc::new(game(definition, &[])?), Limits::default())
}

fn file(name: &str) -> HouseFile {
    HouseFile { name: name.to_owned(), place: None }
}

#[track_caller]
fn found(error: &Error) -> Vec<(&'static str, String)> {
    let place = |p: &araudi::error::Problem| p.place().map_or(String::new(), ToString::to_string);
    error.problems().iter().map(|p| (p.code(), place(p))).collect()
}

#[track_caller]
fn refused(result: Result<Definition>, expected: &[(&'static str, &str)]) {
    let error = result.and_then(|d| begin(&d)).err().expect("the house is wrong");
    let expected: Vec<_> = expected.iter().map(|(code, at)| (*code, (*at).to_owned())).collect();
    assert_eq!(found(&error), expected, "{error:#}");
}

#[allow(clippy::disallowed_methods, reason = "tests read their fixtures")]
fn fixtures() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root().join("tests/houses/err"))
        .expect("the folder of fixtures exists")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "yaml"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no fixtures");
    paths
}

#[test]
fn wrong_houses_say_what_is_wrong() {
    for path in fixtures() {
        let name = path.file_name().expect("a file").to_string_lossy();
        let laid = trail().with_house_files(&[file(&format!("tests/houses/err/{name}"))]);
        let error = laid.and_then(|d| begin(&d)).err().expect(&name);
        golden(&path, format!("{}\n", error.render(false)));
    }
}

#[test]
fn shipped_houses_are_known_by_name_and_play_to_the_end() {
    let library = Library::folder("tests/games".as_ref());
    assert_eq!(library.houses("trail"), Ok(vec!["kind".to_owned()]));
    assert_eq!(library.houses("race"), Ok(Vec::new()));
    let shipped = library.shipped_houses("trail").expect("the houses can be listed");
    assert_eq!(shipped[0].title.en, "Kind trail");
    let kind = trail().with_house_files(&[file("kind")]).expect("the house is right");
    for variant in [None, Some("kinder".to_owned()), Some("short".to_owned())] {
        let choice = Choice { variant, ..Choice::default() };
        let game = kind.build(&choice).expect("the house fits every variant");
        let mut play = Play::new(Arc::new(game), Limits::default()).expect("the game begins");
        for draw in 0_usize.. {
            match play.node() {
                Node::Over => break,
                Node::Chance { .. } => play.throw(draw % 6).expect("a throw is due"),
                Node::Choice { .. } => {
                    let n = play.legal_texts().expect("moves can be written").len();
                    play.play(draw % n).expect("a legal move can be played");
                }
            }
        }
    }
    let error = trail().with_house_files(&[file("knid")]).expect_err("no such house");
    assert_eq!(error.code(), "unknown-house");
    assert_eq!(error.problems()[0].help_text(), Some("did you mean `kind`?"));
}

#[test]
fn the_schema_of_houses_asks_for_the_game_alone() {
    let schema = araudi::definition::house_schema();
    assert_eq!(schema["required"], serde_json::json!(["extends"]));
    let keys: Vec<_> = schema["properties"].as_object().expect("an object").keys().collect();
    assert_eq!(keys[..5], ["extends", "title", "set", "rules", "options"]);
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn every_house_calls_what_it_has_replaced() {
    // Each layer adds a digit to the score: the game's own function is the innermost.
    let base = "fn turn_end(g) { g.score(g.mover, 1); base_turn_end(g); }";
    let next =
        "fn extra(g) { base_turn_end(g); }\n\nfn turn_end(g) { g.score(g.mover, 10); extra(g); }";
    let mut play = begin(&under(&[base, next]).expect("the houses fit")).expect("the game begins");
    play.throw_faces(&[2]).expect("a throw is due");
    play.play_text("a1-c1").expect("the move is legal");
    assert_eq!(play.state().scores()[0], 11);
    // A function is replaced for those who called it before, too.
    let helper =
        "fn prize(g) { 5 }\nfn turn_end(g) { g.score(g.mover, prize(g)); base_turn_end(g); }";
    let other = "fn prize(g) { 2 * base_prize(g) }";
    let mut play = begin(&under(&[helper, other]).expect("the houses fit")).expect("it begins");
    play.throw_faces(&[2]).expect("a throw is due");
    play.play_text("a1-c1").expect("the move is legal");
    assert_eq!(play.state().scores()[0], 10);
}

#[test]
fn what_fails_in_play_is_found_in_its_own_file() {
    let first =
        "// one\n\nfn turn_end(g) {\n    let x = 1 / (g.turn - 1);\n    base_turn_end(g);\n}\n";
    let second = "fn turn_end(g) { base_turn_end(g); }";
    let mut play = begin(&under(&[first, second]).expect("they fit")).expect("the game begins");
    play.throw_faces(&[2]).expect("a throw is due");
    let error = play.play_text("a1-c1").expect_err("a division by zero");
    assert_eq!(found(&error), [("arithmetic", "h0.rhai:4:15".to_owned())], "{error:#}");
    let notes = error.problems()[0].notes().join("\n");
    assert!(notes.contains("`base_turn_end` was called at h1.rhai:1:18"), "{notes}");

    let slip = "fn turn_end(g) {\n  base_turn_end(g);\n  g.put(99, 0);\n}";
    let mut play = begin(&under(&[slip]).expect("it fits")).expect("the game begins");
    play.throw_faces(&[2]).expect("a throw is due");
    let error = play.play_text("a1-c1").expect_err("no such piece");
    assert_eq!(found(&error), [("bad-argument", "h0.rhai:3:5".to_owned())], "{error:#}");

    let endless = "fn turn_end(g) {\n  loop { g.turn; }\n}";
    let mut play = begin(&under(&[endless]).expect("it fits")).expect("the game begins");
    play.throw_faces(&[2]).expect("a throw is due");
    let error = play.play_text("a1-c1").expect_err("it goes on for ever");
    assert_eq!(error.code(), "limit");
    let place = error.problems()[0].place().expect("the place is known");
    assert_eq!(place.source().name(), "h0.rhai", "{error:#}");
}

#[test]
fn a_function_must_stand_for_something() {
    refused(
        under(&["fn trun_end(g) { base_trun_end(g); }"]),
        &[("replaces-nothing", "h0.rhai:1:4")],
    );
    refused(under(&["fn play(g, m) {}"]), &[("wrong-arity", "h0.rhai:1:4")]);
    refused(
        under(&["fn play(g, step, m) { base_play(g, m); }"]),
        &[("wrong-arity", "h0.rhai:1:23")],
    );
    refused(
        under(&["fn turn(g) { base_turn(g); base_play(g, 1, 2); }"]),
        &[("unknown-function", "h0.rhai:1:28")],
    );
    refused(
        under(&["fn base_turn(g) {}\nfn turn(g) { base_turn(g); }"]),
        &[("reserved-name", "h0.rhai:1:4")],
    );
    refused(under(&["fn turn(g) {", "fn oops(g) {}"]), &[("script-syntax", "h0.rhai:1:13")]);
    refused(
        under(&["fn turn(g) { base_turn(g); }", "fn turn(g) {\n zone::gaol; }"]),
        &[("unknown-name", "h1.rhai:2:2")],
    );
    let many: Vec<&str> = vec!["fn turn(g) { base_turn(g); }"; 9];
    assert!(under(&many).and_then(|d| begin(&d)).is_ok());
    let many: Vec<&str> = vec!["fn turn(g) { base_turn(g); }"; 10];
    refused(under(&many), &[("too-many-houses", "h9.rhai:1:1")]);
}

#[test]
fn a_house_sets_over_the_variant_and_under_the_user() {
    let yaml = "extends: trail\nset: {squares: 12}\n";
    let laid = trail().with_houses(&[house(yaml, "").expect("it reads")]).expect("it fits");
    let squares = |game: &Game| game.options()[0].value.clone();
    let short = Choice { variant: Some("short".into()), ..Choice::default() };
    assert_eq!(laid.build(&short).map(|g| squares(&g)), Ok(OptionValue::Int(12)));
    assert_eq!(game(&laid, &[("squares", "7")]).map(|g| squares(&g)), Ok(OptionValue::Int(7)));
    let more = |yaml: &str| [house("extends: trail\nset: {squares: 12}\n", ""), house(yaml, "")];
    let lay = |houses: [Result<House>; 2]| -> Result<Definition> {
        let [a, b] = houses;
        trail().with_houses(&[a?, b?])
    };
    assert!(lay(more("extends: trail\nset: {squares: 12}\n")).is_ok());
    refused(
        lay(more("extends: trail\nset: {squares: 13}\n")),
        &[("conflicting-values", "h.yaml:2:16")],
    );
}

#[test]
fn constraints_are_checked_at_the_place_of_the_house() {
    let yaml = "extends: trail\nset: {near: true}\noptions:\n  \
                near: {type: bool, default: false, conflicts: {pair: true}, help: near}\n";
    let laid = trail().with_houses(&[house(yaml, "").expect("it reads")]).expect("it fits");
    assert!(game(&laid, &[]).is_ok());
    let error = game(&laid, &[("pair", "true")]).expect_err("they exclude each other");
    assert_eq!(found(&error), [("option-conflicts", "h.yaml:2:13".to_owned())], "{error:#}");
}

#[test]
fn the_digest_covers_what_a_house_changes_in_play() {
    let digest = |yaml: &str, rules: &str| {
        let laid = trail().with_houses(&[house(yaml, rules).expect("it reads")]).expect("it fits");
        game(&laid, &[]).expect("the game is right").digest().to_owned()
    };
    let plain = game(&trail(), &[]).expect("the game is right").digest().to_owned();
    assert_eq!(digest("extends: trail\ntitle: Other\n", ""), plain);
    assert_eq!(digest("extends: trail\nset: {squares: 8}\nrules: a\n", "// nothing\n"), plain);
    let wrapped = digest("extends: trail\nrules: a\n", "fn turn(g) { base_turn(g); }");
    assert_ne!(wrapped, plain);
    assert_eq!(digest("extends: trail\nrules: b\n", "// so\nfn turn(g) {base_turn(g);}"), wrapped);
    assert_ne!(digest("extends: trail\nset: {squares: 9}\n", ""), plain);
}

#[test]
fn a_log_names_its_houses_from_its_own_folder() {
    let text = "game trail\nset squares = 8\n\nscenario \"kind\"\nhouse ../houses/kind.yaml\n\
                position\n| light a1 c1\n| dark e1 h1\n(2)\nexpect refused c1xe1 K1\n\
                expect moves a1-c1 c1-c1 greet\n";
    let source = Source::new("tests/games/trail/houses/kind.gamelog", text);
    let log = Log::read(&source).expect("the log is right");
    let definition = trail();
    let mut replayer = Replayer::new(&definition, Limits::default());
    let report = replayer.replay(&log);
    let failure = report.scenarios[0].failure.as_ref().expect("one move is wrong on purpose");
    assert!(format!("{failure:#}").contains("kind.gamelog:11"), "{failure:#}");

    let right = text.replace(" c1-c1", "");
    let right = Log::read(&Source::new(source.name(), right.as_str())).expect("the log is right");
    let report = replayer.replay(&right);
    assert!(report.passed(), "{:#}", report.scenarios[0].failure.as_ref().expect("it failed"));

    let missing = text.replace("../houses/kind.yaml", "other.yaml");
    let missing = Log::read(&Source::new(source.name(), missing.as_str())).expect("it reads");
    let failed = replayer.replay(&missing);
    let error = &failed.scenarios[0].failure.as_ref().expect("no such file").error;
    let at = "tests/games/trail/houses/kind.gamelog:5:7";
    assert_eq!(found(error), [("unreadable-file", at.to_owned())], "{error:#}");
}

//! Scripts that are wrong and scripts that mean harm: both end in an error that says where and why.
//!
//! `tests/scripts/err/NAME.rhai` are the rules of a race whose faults, as people see them, are in
//! `NAME.txt` beside it; those in `tests/scripts/hostile` must meet a limit or be refused outright.
//! `SNAPSHOTS=overwrite cargo test` rewrites the goldens.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use araudi::definition::{Choice, Definition};
use araudi::error::{Error, Result, Source};
use araudi::game::Game;
use araudi::rules::{Node, Play};
use araudi::script::Limits;

use crate::logs::{golden, read, root};

const RACE: &str = include_str!("../games/race/game.yaml");

/// The least stack of a thread that runs scripts; the standard library gives as much.
const STACK: usize = 2 * 1024 * 1024;

/// No script may keep a thread longer, not even in an unoptimized build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn wrong_scripts_say_what_is_wrong() {
    for path in fixtures("err") {
        let error = outcome(&path).expect_err(&path.display().to_string());
        golden(&path, format!("{}\n", error.render(false)));
    }
}

#[test]
fn hostile_scripts_end_in_an_error() {
    for path in fixtures("hostile") {
        let error = outcome(&path).expect_err(&path.display().to_string());
        golden(&path, format!("{}\n", error.render(false)));
    }
}

#[test]
fn scripts_of_one_monstrous_piece_are_refused() {
    let all = |text: &str| text.repeat(64 * 1024 / text.len() - 2);
    let most = |text: &str| text.repeat(60 * 1024 / text.len());
    let body = |text: String| format!("fn turn(g) {{ let x = 1; {text} }}");
    let hook = |text: String| body(format!("let y = {text}; x = y;"));
    let nested = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(10_000), close.repeat(10_000))
    };
    let monsters = [
        ("parentheses", hook(nested("(", "1", ")")), "limit"),
        ("brackets", hook(nested("[", "1", "]")), "limit"),
        ("blocks", body(nested("{", "", "}")), "limit"),
        ("sum", hook(format!("1{}", most("+x"))), "limit"),
        ("product", hook(format!("1{}", most("*x"))), "limit"),
        ("powers", hook(format!("x{}", most("**x"))), "limit"),
        ("conditions", hook(format!("true{}", most("&&x"))), "limit"),
        ("coalesced", hook(format!("x{}", most("??x"))), "limit"),
        ("not", hook(format!("{}true", most("!"))), "limit"),
        ("minus", hook(format!("{}x", most("-"))), "limit"),
        ("properties", hook(format!("x{}", most(".a"))), "limit"),
        ("indices", hook(format!("x{}", most("[0]"))), "limit"),
        ("calls", hook(format!("x{}", most(".len()"))), "limit"),
        ("else-ifs", body(format!("if x == 0 {{ }}{}", most(" else if x == 1 { }"))), "limit"),
        ("comments", body(nested("/*", "", "*/")), "limit"),
        ("interpolations", hook(nested("`${", "1", "}`")), "limit"),
        ("arguments", hook(format!("max({}1)", most("1,"))), "wrong-arity"),
        (
            "parameters",
            format!("fn turn(g) {{ }} fn f({}z) {{ }}", numbered("a", ",", 8000)),
            "limit",
        ),
        ("functions", format!("fn turn(g) {{ }}{}", numbered("fn f", "() { }", 4000)), "limit"),
        ("variables", body(numbered("let v", " = 1;", 4000)), "limit"),
        ("statements", body(most("x = 1;")), "limit"),
        ("empty-statements", body(most(";")), "limit"),
        ("switch", body(format!("switch x {{ {} }}", numbered("", " => 1,", 6000))), "limit"),
        (
            "switch-guards",
            body(format!("switch x {{ {} }}", numbered("1 if x == ", " => 1,", 3500))),
            "limit",
        ),
        (
            "switch-ranges",
            body(format!("switch x {{ {} }}", numbered("0..", " => 1,", 5000))),
            "limit",
        ),
        ("array", body(format!("let a = [{}]; a.len();", most("1,"))), "limit"),
        ("map", body(format!("let a = #{{ {} }}; a.len();", numbered("a", ": 1,", 5000))), "limit"),
        ("string", body(format!("let a = \"{}\"; a.len();", most("x"))), "limit"),
        ("names", body(format!("let a = [{}];", most("opt::typo, "))), "unknown-name"),
        ("one-name", hook(most("a")), "unknown-name"),
        ("too-long", all(" \n "), "script-too-long"),
        ("tall", most("\n"), "missing-hook"),
    ];
    for (name, text, code) in monsters {
        let result = attempt(Source::new(name, text));
        eprintln!("{:?}", result.map_err(|e| e.to_string().chars().take(200).collect::<String>()));
    }
}

/// So many copies of a text with a running number in the middle.
fn numbered(head: &str, tail: &str, n: usize) -> String {
    (0..n).map(|i| format!("{head}{i}{tail}")).collect()
}

/// What becomes of a race under the rules of a fixture, on a thread with a small stack.
fn outcome(path: &Path) -> Result<()> {
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    attempt(Source::new(name, read(path)))
}

fn attempt(rules: Source) -> Result<()> {
    let name = rules.name().to_owned();
    let start = Instant::now();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || race(rules));
    let result = thread.expect("a thread can be started").join().expect("no script panics");
    let took = start.elapsed();
    if std::env::var_os("SHOW_TIMES").is_some() {
        eprintln!("{took:8.2?} {name} {:?}", result.as_ref().map_err(Error::code));
    }
    assert!(took < PATIENCE, "{name} took {took:?}");
    result
}

/// Plays with the first outcome of every throw and the first legal move of every choice.
fn race(rules: Source) -> Result<()> {
    let mut play = Play::new(Arc::new(game(rules)?), Limits::default())?;
    for _ in 0..20 {
        match play.node() {
            Node::Chance { .. } => play.throw(0)?,
            Node::Choice { .. } => {
                play.legal_texts()?;
                _ = play.why("no-such-move")?;
                play.play(0)?;
            }
            Node::Over => break,
        }
        play.evaluate(0)?;
    }
    Ok(())
}

fn game(rules: Source) -> Result<Game> {
    Definition::from_sources(Source::new("game.yaml", RACE), rules)?.build(&Choice::default())
}

#[allow(clippy::disallowed_methods, reason = "tests read their fixtures")]
fn fixtures(kind: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root().join("tests/scripts").join(kind))
        .expect("the folder of fixtures exists")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "rhai"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no fixtures in {kind}");
    paths
}

//! Scripts that are wrong and scripts that mean harm: both end in an error that says where and why.
//!
//! `tests/scripts/err/NAME.rhai` are the rules of a race whose faults, as people see them, are in
//! `NAME.txt` beside it; those in `tests/scripts/hostile` must meet a limit or be refused outright.
//! `SNAPSHOTS=overwrite cargo test` rewrites the goldens.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use araudi::definition::{Choice, Definition};
use araudi::error::{Result, Source};
use araudi::game::Game;
use araudi::rules::{Node, Play};
use araudi::script::Limits;

use crate::logs::{golden, read, root};

const RACE: &str = include_str!("../games/race/game.yaml");

/// The least stack of a thread that runs scripts; the standard library gives as much.
const STACK: usize = 2 * 1024 * 1024;

/// No script may keep a thread longer, not even in an unoptimized build on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

#[test]
fn wrong_scripts_say_what_is_wrong() {
    for path in fixtures("err") {
        let error = outcome(&path, Limits::default()).expect_err(&path.display().to_string());
        golden(&path, format!("{}\n", error.render(false)));
    }
}

#[test]
fn hostile_scripts_end_in_an_error() {
    for path in fixtures("hostile") {
        // A tenth of what is allowed shows the same in less time.
        let mut limits = Limits::default();
        limits.set("operations", "1000000").expect("a positive number");
        let error = outcome(&path, limits).expect_err(&path.display().to_string());
        golden(&path, format!("{}\n", error.render(false)));
    }
}

#[test]
fn what_reaches_outside_or_hides_work_is_refused() {
    let words = [
        ("eval(\"1\")", "forbidden-syntax"),
        ("Fn(\"turn\")", "forbidden-syntax"),
        ("turn.call(g)", "script-syntax"),
        ("turn.curry(g)", "script-syntax"),
        ("|x| x", "forbidden-syntax"),
        ("|| 1", "forbidden-syntax"),
        ("print(1)", "forbidden-syntax"),
        ("debug(1)", "forbidden-syntax"),
        ("import \"a\" as a", "forbidden-syntax"),
        ("export turn", "forbidden-syntax"),
        ("global::x", "unknown-name"),
        ("global.x", "unknown-name"),
        ("this", "forbidden-syntax"),
        ("sleep(1)", "unknown-function"),
        ("exit()", "unknown-function"),
        ("timestamp()", "unknown-function"),
        ("parse_json(\"1\")", "unknown-function"),
        ("blob(1000000000)", "unknown-function"),
        ("type_of(1)", "unknown-function"),
        ("is_def_fn(\"turn\", 1)", "unknown-function"),
        ("is_def_var(\"g\")", "unknown-function"),
        ("[1].map(turn)", "unknown-function"),
        ("[1].reduce(turn, 1)", "unknown-function"),
        ("[1].sort()", "unknown-function"),
        ("[1].for_each(turn)", "unknown-function"),
        ("(1).turn()", "unknown-function"),
        ("async 1", "script-syntax"),
        ("let x = spawn", "script-syntax"),
        ("const g = 1", "reserved-name"),
        ("let none = 1", "reserved-name"),
        ("none = 1", "reserved-name"),
        ("g = 1", "reserved-name"),
        ("g.mover = 1", "read-only"),
        ("g.mover += 1", "read-only"),
        ("g[0]", "wrong-type"),
        ("fn inner() { }", "script-syntax"),
    ];
    for (text, code) in words {
        let source = Source::new("words", format!("fn turn(g) {{ {text}; }}"));
        let error = attempt(source).expect_err(text);
        assert_eq!(
            error.code(),
            code,
            "{text}
{error:#}"
        );
        let place = error.problems()[0].place().expect("the place is known");
        assert_eq!(place.line(), 1, "{text}\n{error:#}");
    }
}

#[test]
fn what_stands_in_a_comment_is_no_hook() {
    let rules = include_str!("../games/race/rules.rhai");
    for end in ["*/", "// */", "// */ fn spare(g) { }"] {
        let off = format!("\n/*\nfn turn_end(g) {{ g.nothing(); }}\n{end}\n");
        for text in [format!("{off}{rules}"), format!("{rules}{off}")] {
            assert_eq!(attempt(Source::new("rules.rhai", text)), Ok(()), "{end}");
        }
    }
}

#[test]
fn a_name_over_two_lines_moves_no_place() {
    let turn = "fn turn(g) {\n    let die = die::\n        d6;\n    g.remove(99);\n}\nfn spare(g)";
    let text = include_str!("../games/race/rules.rhai").replace("fn turn(g)", turn);
    let line = text.lines().position(|line| line.contains("remove(99)")).expect("it is there") + 1;
    let error = attempt(Source::new("rules.rhai", text)).expect_err("there is no such piece");
    let place = error.problems()[0].place().expect("a place");
    assert_eq!((error.code(), place.line()), ("bad-argument", line));
}

#[test]
fn a_script_of_one_monstrous_piece_ends_in_an_error() {
    let most = |text: &str| text.repeat(60 * 1024 / text.len());
    let body = |text: String| format!("fn turn(g) {{ let x = 1; {text} }}");
    let hook = |text: String| body(format!("let y = {text}; x = y;"));
    let nested = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(10_000), close.repeat(10_000))
    };
    let many = |head: &str, tail: &str| {
        let n = 60 * 1024 / (head.len() + tail.len() + 4);
        (0..n).map(|i| [head, &i.to_string(), tail].concat()).collect::<String>()
    };
    let monsters = [
        (hook(nested("(", "1", ")")), "script-too-deep"),
        (hook(nested("[", "1", "]")), "script-too-deep"),
        (body(nested("{", "", "}")), "script-too-deep"),
        (hook(nested("`${", "1", "}`")), "script-too-deep"),
        (hook(format!("1{}", most("+x"))), "script-too-deep"),
        (hook(format!("1{}", most("*x"))), "script-too-deep"),
        (hook(format!("x{}", most("**x"))), "script-too-deep"),
        (hook(format!("true{}", most("&&x"))), "script-too-deep"),
        (hook(format!("x{}", most("??x"))), "script-too-deep"),
        (hook(format!("{}true", most("!"))), "script-too-deep"),
        (hook(format!("{}x", most("- "))), "script-too-deep"),
        (hook(format!("x{}", most(".a"))), "script-too-deep"),
        (hook(format!("x{}", most("[0]"))), "script-too-deep"),
        (hook(format!("x{}", most(".len()"))), "script-too-deep"),
        (body(format!("if x == 0 {{ }}{}", most(" else if x == 1 { }"))), "script-too-deep"),
        (body(nested("/*", "", "*/")), "limit"),
        (hook(format!("max({}1)", most("1,"))), "wrong-arity"),
        (hook(format!("g.walks({}1)", most("1,"))), "wrong-arity"),
        (format!("fn turn(g) {{ }} fn f({}z) {{ }}", many("a", ",")), "limit"),
        (format!("fn turn(g) {{ }}{}", many("fn f", "() { }")), "limit"),
        (body(many("let v", " = 1;")), "limit"),
        (body(most("x = 1;")), "limit"),
        (body(most(";")), "limit"),
        (body(format!("switch x {{ {} }}", many("", " => 1,"))), "limit"),
        (body(format!("switch x {{ {} }}", many("1 if x == ", " => 1,"))), "limit"),
        (body(format!("switch x {{ {} }}", many("0..", " => 1,"))), "limit"),
        (body(format!("let a = [{}]; a.len();", most("1,"))), "limit"),
        (body(format!("let a = #{{ {} }}; a.len();", many("a", ": 1,"))), "limit"),
        (body(format!("let a = \"{}\"; a.len();", most("x"))), "limit"),
        (body(most("opt::typo; ")), "unknown-name"),
        (body(most("g.typo(); ")), "unknown-function"),
        (hook(most("a")), "unknown-name"),
        (most("\n"), "missing-hook"),
        (most("{"), "script-too-deep"),
        (most("}"), "script-syntax"),
        (most("\""), "limit"),
        (most("é"), "script-syntax"),
        ("\0".repeat(1000), "script-syntax"),
        (" ".repeat(64 * 1024 + 1), "script-too-long"),
    ];
    for (i, (text, code)) in monsters.into_iter().enumerate() {
        let start: String = text.chars().take(60).collect();
        let error = attempt(Source::new(format!("monster {i}"), text)).expect_err(&start);
        assert_eq!(
            error.code(),
            code,
            "{start}
{error}"
        );
    }
}

#[test]
fn the_stack_holds_as_many_calls_as_the_limit_may_be() {
    let mut limits = Limits::default();
    limits.set("calls", "64").expect("the greatest value");
    let pieces = [
        ("{", "}"),
        ("if true {", "}"),
        ("for i in 0..2 {", "}"),
        ("for p in g.pieces(0) {", "}"),
        ("while true {", "}"),
        ("switch 1 { 1 => {", "} }"),
        ("1 + (", ")"),
        ("{ let y = ", "; y }"),
        ("max(1, ", ")"),
        ("[", "]"),
        ("g.after(", ")"),
        ("1 + g.after(max(1, 2 - ", "))"),
        ("`${", "}`"),
    ];
    for (open, close) in pieces {
        let mut error = None;
        // As many of them in each other as may be.
        for depth in (1..32).rev() {
            let (head, tail) = (open.repeat(depth), close.repeat(depth));
            let rules = format!(
                "fn turn(g) {{ deeper(g, 0); }} fn deeper(g, n) {{ {head} deeper(g, n + 1) {tail} }}"
            );
            let found = attempt_within(Source::new(open, rules), limits).expect_err(open);
            if found.code() != "script-too-deep" {
                error = Some(found);
                break;
            }
        }
        let error = error.expect("some depth is allowed");
        assert_eq!(error.code(), "limit", "{error:#}");
        assert!(error.to_string().contains("`calls` of 64"), "{error}");
    }
}

/// What becomes of a race under the rules of a fixture, on a thread with a small stack.
fn outcome(path: &Path, limits: Limits) -> Result<()> {
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    attempt_within(Source::new(name, read(path)), limits)
}

fn attempt(rules: Source) -> Result<()> {
    attempt_within(rules, Limits::default())
}

fn attempt_within(rules: Source, limits: Limits) -> Result<()> {
    let name = rules.name().to_owned();
    let start = Instant::now();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || race(rules, limits));
    let result = thread.expect("a thread can be started").join().expect("no script panics");
    let took = start.elapsed();
    assert!(took < PATIENCE, "{name} took {took:?}");
    result
}

/// Plays with the first outcome of every throw and the first legal move of every choice.
fn race(rules: Source, limits: Limits) -> Result<()> {
    let mut play = Play::new(Arc::new(game(rules)?), limits)?;
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
    let own = rules.text().contains("fn notation");
    let yaml = if own { RACE.replace("{from}-{to}", "{from}{notation}") } else { RACE.to_owned() };
    Definition::from_sources(Source::new("game.yaml", yaml), rules)?.build(&Choice::default())
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

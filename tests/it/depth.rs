//! Scripts that are long, or go deep: compiled hooks do what interpreted ones do, and no stack overflows.

use std::fmt::Write as _;
use std::sync::Arc;

use araudi::definition::{Choice, Definition};
use araudi::error::{Error, Source};
use araudi::game::Game;
use araudi::rules::Play;
use araudi::script::Limits;

const YAML: &str = r#"
game: deep
title: Deep
players:
  - {id: light, title: {eu: argia, en: Light}, glyph: o}
board: {grid: {columns: 2, rows: 1}}
pieces:
  kinds: {disc: {title: {eu: fitxa, en: disc}}}
steps:
  walk: {title: {eu: ibili, en: walk}}
setup:
  - {player: light, kind: disc, at: a1}
notation:
  words: {on: {eu: aurrera, en: "on"}}
  moves:
    - {text: "{from}-{to}"}
"#;

const HOOKS: &str = r"
fn turn(g) { g.choose(step::walk, 0); }
fn moves(g, step) { g.offer_word(word::on); }
fn play(g, step, m) {}
";

fn game(functions: &str) -> Arc<Game> {
    let rules = format!("{HOOKS}{functions}");
    let definition =
        Definition::from_sources(Source::new("game.yaml", YAML), Source::new("rules.rhai", rules));
    let game = definition.and_then(|definition| definition.build(&Choice::default()));
    Arc::new(game.unwrap_or_else(|error| panic!("{error:#}")))
}

/// What the hook `evaluate` gives under a limit on calls, compiled and interpreted; it is compiled.
fn both(game: &Arc<Game>, calls: u64) -> [Result<Option<i64>, Error>; 2] {
    [false, true].map(|interpreted| {
        let limits = Limits { interpreted, calls, ..Limits::default() };
        let mut play = Play::new(Arc::clone(game), limits)?;
        assert_eq!(play.uncompiled(), []);
        play.evaluate(0)
    })
}

#[test]
fn very_many_statements_are_done_one_after_the_other() {
    let mut body = String::from("fn evaluate(g, player) {\n    let n = 0;\n");
    for i in 0..1_400 {
        let line = match i % 4 {
            0 => "if n > 100000 { return -1; }".to_owned(),
            1 => format!("for j in 0..3 {{ if j == 1 {{ continue; }} n += {}; }}", i % 3),
            2 => "n += 1;".to_owned(),
            _ => format!(
                "switch n % 3 {{ 0 => n -= 1, 1 if n > {i} => n += g.site(0), _ => n += 0 }}"
            ),
        };
        _ = writeln!(body, "    {line}");
    }
    body.push_str("    n\n}\n");
    let [compiled, interpreted] = both(&game(&body), 48);
    assert_eq!(compiled, interpreted);
    assert!(matches!(compiled, Ok(Some(n)) if n > 500), "{compiled:?}");
}

#[test]
fn blocks_in_blocks_are_left_from_the_innermost() {
    let head = "for a in 0..2 { if a < 9 { ".repeat(4);
    let tail = "n += 1; } }".repeat(4);
    let body = format!(
        "fn evaluate(g, player) {{ let n = 0; {head} if n > 40 {{ return n; }} n += 3; {tail} n }}"
    );
    let [compiled, interpreted] = both(&game(&body), 48);
    assert_eq!(compiled, interpreted);
    assert!(matches!(compiled, Ok(Some(41..50))), "{compiled:?}");
}

#[test]
fn calls_end_at_the_limit_wherever_functions_stand() {
    let recursive = "
fn deeper(g, n) { if n == 0 { g.site(0) } else { 1 + deeper(g, n - 1) } }
fn evaluate(g, player) { deeper(g, 5) }
";
    let mut chain = String::from("fn f0(g) { g.site(0) }\n");
    for i in 1..12 {
        _ = writeln!(chain, "fn f{i}(g) {{ 1 + f{}(g) }}", i - 1);
    }
    chain.push_str("fn evaluate(g, player) { f11(g) }\n");
    for (functions, enough) in [(recursive, 8), (&chain, 14)] {
        let game = game(functions);
        let mut n_refused = 0;
        for calls in 3..18 {
            let [compiled, interpreted] = both(&game, calls);
            assert_eq!(compiled, interpreted, "{calls} calls: {functions}");
            n_refused += u64::from(compiled.is_err());
        }
        assert_eq!(n_refused + 3, enough, "{functions}");
    }
}

#[test]
fn nothing_is_done_after_a_bad_argument_wherever_it_is_met() {
    let long = "n += 1; ".repeat(40);
    for middle in [
        format!("g.end(w); {long}"),
        "do { g.end(w); } while false;".to_owned(),
        "for i in 0..2 { if i == n { g.end(w); } }".to_owned(),
        "n += met(g, w, 2);".to_owned(),
    ] {
        let functions = format!(
            "fn met(g, w, n) {{ if n > 0 {{ met(g, w, n - 1) }} else {{ g.end(w) }} }}
             fn evaluate(g, player) {{ let n = 0; let w = g.turn + 20; {middle} n + g.end(w) }}"
        );
        let [compiled, interpreted] = both(&game(&functions), 48);
        assert_eq!(compiled, interpreted, "{middle}");
        assert!(compiled.is_err(), "{middle}");
    }
}

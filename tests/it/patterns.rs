//! Patterns as scripts see them: what stands, what was made since when, and what belongs to it.

use std::sync::Arc;

use araudi::definition::{Choice, Definition};
use araudi::error::{Result, Source};
use araudi::rules::Play;
use araudi::script::Limits;

const YAML: &str = "game: g
title: G
options: {strict: {type: bool, default: false, help: Strict}}
players:
  - {id: red, title: Red}
  - {id: blue, title: Blue, view: far}
board: {grid: {columns: 4, rows: 3}}
zones: {all: a1>d1 a2>d2 a3>d3}
patterns:
  pair: {picture: [Oj], least: 1}
  hit: {picture: [E, o]}
  exact: {picture: [-oo-]}
  strict: {picture: [o], when: strict}
pieces: {kinds: {man: {title: Man}}}
steps: {put: {title: Put}}
setup:
  - {player: red, kind: man, at: a1}
  - {player: red, kind: man, count: 2}
  - {player: blue, kind: man, at: d3}
text: {reasons: {R: End}}
";

/// Functions for the scripts: `seen` counts what stands, what was made and what stood, a digit each.
const HELPERS: &str = "
fn count(items) { let n = 0; for item in items { n += 1; } n }
fn seen(g, pattern) {
    100 * count(g.matches(pattern, 0)) + 10 * count(g.made(pattern, 0)) + count(g.stood(pattern, 0))
}
fn expect(g, n) {
    if seen(g, pattern::pair) != n { throw `expected ${n}, found ${seen(g, pattern::pair)}`; }
}
fn expect_parts(g, site, now, before) {
    if g.part_of(pattern::pair, 0, site) != now { throw `is a part: ${!now}`; }
    if g.was_part_of(pattern::pair, 0, site) != before { throw `was a part: ${!before}`; }
}
";

fn run(rules: &str) -> Result<Play> {
    let rules = format!("{rules}{HELPERS}");
    let sources = (Source::new("game.yaml", YAML), Source::new("rules.rhai", rules));
    let game = Definition::from_sources(sources.0, sources.1)?.build(&Choice::default())?;
    let mut play = Play::new(Arc::new(game), Limits::default())?;
    play.play(0)?;
    Ok(play)
}

#[track_caller]
fn passes(rules: &str) {
    match run(rules) {
        Ok(play) => assert!(play.outcome().is_some(), "the game ends"),
        Err(error) => panic!("{error:#}"),
    }
}

#[test]
fn what_was_made_is_made_since_the_hook_began_or_since_the_last_save() {
    passes(
        "fn setup(g) { expect(g, 0); g.put(1, site::b1); expect(g, 110); g.remove(1); expect(g, 0); }
        fn turn(g) { expect(g, 0); g.choose(step::put, 0); g.put(1, site::b1); expect(g, 110); }
        fn moves(g, step) {
            expect(g, 101);
            let first = g.save();
            expect(g, 101);
            g.put(2, site::c1);
            expect(g, 211);
            expect_parts(g, site::c1, true, false);
            expect_parts(g, site::b1, true, true);
            expect_parts(g, none, false, false);
            let second = g.save();
            expect(g, 202);
            g.remove(1);
            expect(g, 2);
            expect_parts(g, site::b1, false, true);
            g.restore(second);
            expect(g, 211);
            g.restore(first);
            expect(g, 101);
            g.offer(2, site::c1);
        }
        fn play(g, step, m) { expect(g, 101); g.put(2, g.to(m)); expect(g, 211); g.draw(reason::R); }",
    );
}

#[test]
fn a_match_knows_what_belongs_to_it() {
    passes(
        "fn turn(g) { g.choose(step::put, 0); g.put(1, site::c2); g.put(2, site::b2); }
        fn moves(g, step) { g.offer(0, site::c1); }
        fn play(g, step, m) {
            for pair in g.matches(pattern::pair, 0) {
                if g.mark_of(pair) != site::b2 { throw 1; }
                if !g.holds(pair, site::c2) || g.holds(pair, site::d2) || g.holds(pair, none) { throw 2; }
                let members = 0;
                for piece in g.members(pair) { members = 10 * members + piece; }
                if members != 21 { throw `members ${members}`; }
                g.put(2, site::a2);
                for piece in g.members(pair) { if piece != 1 { throw 3; } }
            }
            if count(g.matches(pattern::exact, 0)) != 0 { throw 4; }
            for run in g.stood(pattern::exact, 0) { if g.mark_of(run) != none { throw 5; } }
            g.draw(reason::R);
        }",
    );
}

#[test]
fn each_side_sees_its_own_way_forward() {
    passes(
        "fn turn(g) { g.choose(step::put, 0); g.put(1, site::d2); }
        fn moves(g, step) { g.offer(0, site::b1); }
        fn play(g, step, m) {
            let marks = 0;
            for hit in g.matches(pattern::hit, 0) { if g.mark_of(hit) == site::d3 { marks += 1; } }
            for hit in g.matches(pattern::hit, 1) { if g.mark_of(hit) == site::d2 { marks += 10; } }
            if marks != 11 { throw `marks ${marks}`; }
            g.put(1, site::d3);
            if count(g.matches(pattern::hit, 0)) + count(g.matches(pattern::hit, 1)) != 0 { throw 2; }
            g.draw(reason::R);
        }",
    );
}

#[test]
fn a_pattern_that_is_switched_off_never_stands() {
    passes(
        "fn turn(g) { g.choose(step::put, 0); g.put(1, site::d2); }
        fn moves(g, step) { g.offer(0, site::b1); }
        fn play(g, step, m) {
            if pattern::strict != none || seen(g, pattern::strict) != 0 { throw 1; }
            if g.part_of(pattern::strict, 0, site::d2) || g.was_part_of(none, 1, site::d3) { throw 2; }
            g.draw(reason::R);
        }",
    );
}

#[test]
fn wrong_arguments_are_told() {
    let code = |body: &str| {
        let rules = format!(
            "fn turn(g) {{ {body} g.choose(step::put, 0); }}
            fn moves(g, step) {{ g.offer(0, site::b1); }}
            fn play(g, step, m) {{ g.draw(reason::R); }}"
        );
        run(&rules).map(drop).expect_err(body).code().to_owned()
    };
    assert_eq!(code("g.matches(zone::all, 0);"), "wrong-name-kind");
    assert_eq!(code("g.matches(pattern::par, 0);"), "unknown-name");
    assert_eq!(code("g.matches(9, 0);"), "bad-argument");
    assert_eq!(code("g.matches(pattern::pair, none);"), "bad-argument");
    assert_eq!(code("g.mark_of(none);"), "bad-argument");
    assert_eq!(code("g.members(1000);"), "bad-argument");
}

#[test]
fn the_digest_tells_patterns_apart() {
    let digest = |from: &str, to: &str| {
        let yaml = YAML.replace(from, to);
        assert!(from == to || yaml != YAML);
        let rules = Source::new("rules.rhai", "fn turn(g) {}");
        Definition::from_sources(Source::new("game.yaml", yaml), rules)
            .and_then(|definition| definition.build(&Choice::default()))
            .map(|game| game.digest().to_owned())
            .expect("the definition is right")
    };
    let this = digest("", "");
    for (from, to) in [
        ("least: 1", "least: 2"),
        ("[Oj]", "[oj]"),
        ("[Oj]", "[Oo]"),
        ("[-oo-]", "[-oo.]"),
        ("[E, o]", "[E, o], within: all"),
        ("[-oo-]", "[-oo.], mirror: true"),
        (", view: far", ""),
        ("  hit:", "  kick:"),
    ] {
        assert_ne!(digest(from, to), this, "{from} as {to}");
    }
    // The same shape written otherwise.
    assert_eq!(digest("[-oo-]", "[....., .-oo-], mirror: true"), this);
}

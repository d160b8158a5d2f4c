//! Every function that hooks can call, with right arguments and with any.

use std::collections::BTreeSet;
use std::sync::Arc;

use araudi::definition::{Choice, Definition};
use araudi::error::{Result, Source};
use araudi::rules::{Node, Play};
use araudi::script::{ApiEntry, Limits, api_reference};
use proptest::prelude::*;

use calls::CALLS;

mod calls;

const RACE: &str = include_str!("../games/race/game.yaml");

/// Patterns for the race, before its dice.
const PATTERNS: &str = "patterns:
  pair: {picture: [Oj], least: 1}
  near: {pictures: [[o], [., e]], mirror: true, within: goal}
  absent: {picture: [o], when: false}
dice:
";

/// Where a call of the list below is made, in the order in which the hooks run.
const HOOKS: [&str; 6] = ["valid", "setup", "turn", "rolled", "moves", "play"];

#[test]
fn every_function_of_the_reference_can_be_called() {
    let reference = api_reference();
    let known: BTreeSet<&str> = reference.iter().map(|entry| entry.signature.as_str()).collect();
    let called: BTreeSet<&str> = CALLS.iter().map(|(_, signature, _)| *signature).collect();
    let missing: Vec<&&str> = known.symmetric_difference(&called).collect();
    assert!(missing.is_empty(), "add to CALLS, or take away from it: {missing:#?}");

    let calls = |hook: &str| -> String {
        let of_hook = CALLS.iter().filter(|(of, ..)| *of == hook);
        of_hook.map(|(_, signature, call)| used(&reference, signature, call)).collect()
    };
    let [valid, setup, turn, rolled, moves, play] = HOOKS.map(calls);
    let rules = format!(
        "fn valid(g) {{ {valid} true }}
        fn setup(g) {{ {setup} }}
        fn turn(g) {{ let s = g.roll(die::d6, step::run); {turn} }}
        fn rolled(g, step, n) {{ {rolled} g.choose_for(g.player(step), step::walk, n); }}
        fn act(g, step) {{ }}
        fn stuck(g, step) {{ }}
        fn moves(g, step) {{ if g.player(step) == player::red {{ {moves} }} }}
        fn play(g, step, m) {{ {play} }}"
    );
    let game = start(&rules).and_then(|mut play| {
        let text = Source::new("position", play.position_text());
        // `reject` is called by `valid`, which accepts the position all the same.
        play.set_position(&text)?;
        for _ in 0..100 {
            match play.node() {
                Node::Chance { .. } => play.throw(0)?,
                Node::Choice { .. } => {
                    _ = play.why("no-such-move")?;
                    play.play(0)?;
                }
                Node::Over => return Ok(play),
            }
        }
        Ok(play)
    });
    match game {
        Ok(play) => assert!(play.outcome().is_some(), "the game ends"),
        Err(error) => panic!("{error:#}\nin\n{rules}"),
    }
}

/// The call in a place that wants what the reference promises.
fn used(reference: &[ApiEntry], signature: &str, call: &str) -> String {
    let entry = reference.iter().find(|entry| entry.signature == signature);
    match entry.expect("a known function").returns {
        "int" => format!("{{ let n = 0; n += {call}; }}\n"),
        "bool" => format!("if {call} {{ let n = 0; }}\n"),
        "items" => format!("for item in {call} {{ let n = item + 0; }}\n"),
        _ => format!("if {call} != () {{ throw \"it gives something back\"; }}\n"),
    }
}

fn start(rules: &str) -> Result<Play> {
    let yaml = RACE
        .replace("title: {eu: gorria, en: Red}", "title: {eu: gorria, en: Red}, team: reds")
        .replace("words: {", "words: {run: {eu: joan, en: run}, ")
        .replace("dice:\n", PATTERNS)
        .replace("rows: 2}", "rows: 2, neighbors: [[0, 1], [1, 0]]}")
        .replace("state:\n", "state:\n  own: {type: list, max: 3}\n  other: {type: list, max: 4}\n")
        .replace(
            "  events:\n",
            "  events:\n    nothing: {eu: ezer, en: nothing}\n    one: {args: [number], eu: bat, en: one}\n    two: {args: [number, site], eu: bi, en: two}\n",
        );
    let sources = (Source::new("game.yaml", yaml), Source::new("rules.rhai", rules));
    let game = Definition::from_sources(sources.0, sources.1)?.build(&Choice::default())?;
    Play::new(Arc::new(game), Limits::default())
}

#[test]
fn a_list_is_the_games_own_or_a_players() {
    let outcome = |body: &str| {
        start(&format!("fn turn(g) {{ {body} g.draw(reason::R3); }}"))
            .map(|play| play.outcome().is_some())
    };
    let right = "g.push_back(list::own, 7); g.push_front(list::own, 6);
        g.copy(list::own, list::seen, player::blue);
        g.push_back(list::seen, player::blue, 8);
        g.copy(list::seen, list::other, player::blue);
        g.remove_at(list::other, 0);
        if g.len(list::other) != 2 || g.at(list::other, 0) != 7 || g.at(list::other, 1) != 8 { throw 1; }
        if g.len(list::seen, player::red) != 0 || g.len(list::own) != 2 { throw 2; }
        if g.same(list::own, list::other) || g.same(list::own, list::seen, player::blue) { throw 3; }
        g.remove_at(list::seen, player::blue, 2);
        if !g.same(list::own, list::seen, player::blue) || !g.same(list::seen, list::seen, player::red) { throw 4; }
        if g.same_reversed(list::seen, list::own, player::blue) { throw 5; }
        g.remove_at(list::other, 0); g.remove_at(list::other, 0);
        g.push_back(list::other, 7); g.push_back(list::other, 6);
        if !g.same_reversed(list::other, list::own) || !g.same_reversed(list::seen, list::other, player::blue) { throw 6; }";
    assert_eq!(outcome(right), Ok(true));
    let wrong = [
        ("g.len(list::own, player::red);", "bad-argument"),
        ("g.len(list::seen);", "bad-argument"),
        ("g.push_back(list::own, player::red, 1);", "bad-argument"),
        ("g.copy(list::own, list::other, player::red);", "bad-argument"),
        ("g.copy(list::own, list::seen);", "bad-argument"),
        ("g.at(list::own, 0);", "bad-argument"),
        ("g.same(list::own, list::other, player::red);", "bad-argument"),
        ("g.same_reversed(list::own, list::seen);", "bad-argument"),
        ("for i in 0..4 { g.push_back(list::own, i); }", "list-full"),
        (
            "for i in 0..4 { g.push_back(list::other, i); } g.copy(list::other, list::own);",
            "list-full",
        ),
    ];
    for (body, code) in wrong {
        assert_eq!(outcome(body).expect_err(body).code(), code, "{body}");
    }
}

#[test]
fn an_entry_of_sites_holds_sites_only() {
    let outcome = |body: &str| {
        let yaml = RACE.replace(
            "state:\n",
            "state:\n  camp: {type: int, of: site}\n  first: {type: int, of: site, default: b1}\n  way: {type: list, of: site, max: 3, per: player}\n",
        );
        let rules = format!("fn turn(g) {{ {body} g.draw(reason::R3); }}");
        let sources = (Source::new("game.yaml", yaml), Source::new("rules.rhai", rules));
        let game = Definition::from_sources(sources.0, sources.1)?.build(&Choice::default())?;
        Play::new(Arc::new(game), Limits::default()).map(|play| play.position_text())
    };
    let text = outcome(
        "if g.get(state::camp) != none || g.get(state::first) != site::b1 { throw 1; }
        g.set(state::camp, site::c1); g.set(state::first, none);
        g.push_back(list::way, player::red, site::a1); g.push_back(list::way, player::red, none);",
    );
    let text = text.expect("the game is right");
    assert!(text.contains("\ncamp = c1\nfirst = -\nway red = a1 -\n"), "{text}");
    for body in [
        "g.set(state::camp, 1000);",
        "g.set(state::camp, -2);",
        "g.add(state::first, 1000);",
        "g.push_front(list::way, player::red, 1000);",
    ] {
        assert_eq!(outcome(body).expect_err(body).code(), "bad-argument", "{body}");
    }
}

#[test]
fn a_history_is_taken_back_and_has_a_limit() {
    let rules = "fn turn(g) { g.roll(die::d6, step::run); }
        fn rolled(g, step, n) { g.record(n); if g.times(n) == 3 { g.draw(reason::R3); } g.choose(step::walk, n); }
        fn moves(g, step) {
            let n = g.number(step);
            let k = g.save();
            g.record(n);
            if g.times(n) < 2 { throw 1; }
            g.restore(k);
            g.offer_word(word::stay);
        }
        fn play(g, step, m) { }";
    let mut play = start(rules).expect("the game is right");
    play.set_history(true);
    for throw in [1, 5, 1] {
        play.throw(throw).expect("a throw is due");
        play.play(0).expect("a move is due");
    }
    let text = play.position_text();
    assert!(text.contains("\nrecorded 2*2 6\n"), "{text}");
    play.undo(1).expect("there was a move");
    assert!(play.position_text().contains("\nrecorded 2*2 6\n"));
    play.undo(1).expect("there was a throw");
    assert!(play.position_text().contains("\nrecorded 2 6\n"));
    play.set_position(&Source::new("position", text)).expect("it is as it was written");
    play.throw(1).expect("a throw is due");
    assert!(play.outcome().is_some(), "a written history counts");

    let rules = "fn turn(g) { for i in 0..11 { g.record(i); g.record(i); } }";
    let sources = (Source::new("game.yaml", RACE), Source::new("rules.rhai", rules));
    let game = Definition::from_sources(sources.0, sources.1)
        .and_then(|definition| definition.build(&Choice::default()))
        .expect("the game is right");
    let limits = Limits { records: 10, ..Limits::default() };
    let played = Play::new(Arc::new(game), limits).map(drop);
    assert_eq!(played.expect_err("too many keys").code(), "limit");
}

#[test]
fn the_walks_of_all_stacks_are_those_of_each() {
    let rules = "
        fn turn(g) { g.choose(step::walk, 2); }
        fn moves(g, step) {
            for player in 0..g.n_players {
                let each = 0;
                for p in g.stacks(player, attr::tired, false) {
                    for w in g.walks_into(p, 2, zone::goal) { each = each * 100 + g.end(w) * 10 + p; }
                }
                let all = 0;
                for w in g.stack_walks(player, attr::tired, false, 2, zone::goal) { all = all * 100 + g.end(w) * 10 + g.walker(w); }
                if all != each || all == 0 { throw \"others\"; }
                for w in g.stack_walks(player, attr::tired, true, 2, zone::goal) { throw \"nobody is tired\"; }
                let ahead = 0;
                for p in g.pieces(player) { ahead += g.to_go(p); }
                if g.to_go_all(player, 50) != ahead || ahead == 0 { throw \"another way\"; }
            }
            g.offer_word(word::stay);
        }
        fn play(g, step, m) {}";
    if let Err(error) = start(rules) {
        panic!("{error:#}");
    }
}

#[test]
fn columns_and_rows_are_a_grids() {
    let ring = |body: &str| {
        let yaml = "game: ring\ntitle: Ring\nplayers: [{id: red, title: Red}]\nboard: {ring: {sites: 4}}\n\
            pieces: {kinds: {man: {title: Man}}}\nsetup: [{kind: man, at: 1}]\n\
            text: {reasons: {R1: end}}\n";
        let rules = format!("fn turn(g) {{ {body} g.draw(reason::R1); }}");
        let sources = (Source::new("game.yaml", yaml), Source::new("rules.rhai", rules));
        let game = Definition::from_sources(sources.0, sources.1)?.build(&Choice::default())?;
        Play::new(Arc::new(game), Limits::default()).map(drop)
    };
    assert!(ring("").is_ok());
    for call in [
        "g.column(0)",
        "g.row(0)",
        "g.row_for(0, 0)",
        "g.square(1, 1)",
        "g.square_for(player::red, 1, 1)",
    ] {
        assert_eq!(ring(&format!("{call};")).expect_err(call).code(), "no-grid", "{call}");
    }
    for call in ["g.neighbors(0)", "g.adjacent(0, none)"] {
        assert_eq!(ring(&format!("{call};")).expect_err(call).code(), "no-neighbors", "{call}");
    }
}

#[test]
fn what_is_nobodys_has_no_owner_and_no_way() {
    let outcome = |body: &str| {
        let yaml = RACE
            .replace("kinds: {", "kinds: {stone: {title: Stone, glyph: '%'}, ")
            .replace("setup:\n", "setup:\n  - {player: none, kind: stone, at: c1, count: 2}\n  - {player: none, kind: stone, count: 2}\n");
        let rules = format!(
            "fn turn(g) {{ g.choose(step::walk, 1); }}
            fn moves(g, step) {{ let k = g.save(); {body} g.restore(k); g.offer_word(word::stay); }}
            fn play(g, step, m) {{ }}"
        );
        let sources = (Source::new("game.yaml", yaml), Source::new("rules.rhai", rules));
        let game = Definition::from_sources(sources.0, sources.1)?.build(&Choice::default())?;
        Play::new(Arc::new(game), Limits::default()).map(drop)
    };
    let right = "let stone = g.top(site::c1);
        if g.owner(stone) != none || g.kind(stone) != kind::stone { throw 1; }
        if g.n_pieces(none) != 4 || g.on_board(none) != 2 || g.n_on(site::c1, none) != 2 { throw 2; }
        for walk in g.walks(stone, 1) { throw 3; }
        if g.to_go(stone) != none { throw 4; }
        let n = 0;
        for spare in g.reserve(none) { g.put(spare, site::d1); n += 1; }
        for piece in g.pieces(none) { if g.owner(piece) != none { throw 5; } n += 10; }
        if n != 42 || g.holder(site::d1) != none || g.height(site::d1) != 2 { throw 6; }
        g.remove(stone);
        g.move_all(site::d1, site::c1);
        if g.on_board(none) != 3 || g.site(g.top(site::c1)) != site::c1 { throw 7; }
        if g.clear(site::c1) != 3 || g.on_board(none) != 0 { throw 8; }";
    if let Err(error) = outcome(right) {
        panic!("{error:#}");
    }
    for body in [
        "g.stacks(none);",
        "g.place(none);",
        "g.on_board(-2);",
        "g.after(g.owner(g.top(site::c1)));",
    ] {
        let body = body.replace("none", "g.owner(g.top(site::c1))");
        assert_eq!(outcome(&body).expect_err(&body).code(), "bad-argument", "{body}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_arguments_make_a_function_panic(
        turn in calls(), rolled in calls(), moves in calls(), tried in calls(), play in calls(), evaluate in calls(),
    ) {
        let rules = format!(
            "fn turn(g) {{ let s = g.roll(die::d6, step::run); g.choose(step::walk, 3); {turn} }}
            fn rolled(g, step, n) {{ {rolled} }}
            fn act(g, step) {{ }}
            fn stuck(g, step) {{ }}
            fn moves(g, step) {{
                g.offer(0, 1);
                g.refuse(0, 2, rule::R2);
                for w in g.walks(1, 2) {{ }}
                let k = g.save();
                {tried}
                g.restore(k);
                {moves}
            }}
            fn play(g, step, m) {{ {play} }}
            fn evaluate(g, player) {{ {evaluate} 0 }}"
        );
        let Ok(mut game) = start(&rules) else { return Ok(()) };
        for _ in 0..6 {
            let before = game.state().clone();
            let went = match game.node() {
                Node::Chance { .. } => game.throw(2),
                Node::Choice { .. } => {
                    let why = game.why("no-such-move");
                    prop_assert_eq!(game.state(), &before);
                    prop_assert!(!game.legal().is_empty());
                    _ = (why, game.texts());
                    game.play(0)
                }
                Node::Over => break,
            };
            if went.is_err() {
                prop_assert_eq!(game.state(), &before);
                break;
            }
            let text = game.position_text();
            let position = game.set_position(&Source::new("position", text.as_str()));
            prop_assert!(position.is_ok(), "{}\n{}\n{}", position.expect_err("it failed"), text, rules);
            let before = game.state().clone();
            _ = game.evaluate(0);
            prop_assert_eq!(game.state(), &before);
        }
    }
}

/// A few calls of any functions; most arguments are right by themselves, if not together.
fn calls() -> impl Strategy<Value = String> {
    let wild = prop_oneof![
        3 => -2..30_i64,
        1 => prop::sample::select(vec![
            i64::MIN, i64::MAX, i64::from(i32::MIN), i64::from(i32::MAX), 255, 256, 511, 512, 65_535,
        ]),
    ];
    let argument = (0..12_usize, 0..20_i64, wild);
    let call = (prop::sample::select(api_reference()), prop::collection::vec(argument, 5));
    let call = call.prop_map(|(entry, arguments)| {
        let Some((head, params)) = entry.signature.split_once('(') else {
            return format!("{};\n", entry.signature);
        };
        let params = params.trim_end_matches(')').split(", ").filter(|param| !param.is_empty());
        let values = params.zip(arguments).map(|(param, (luck, tame, wild))| {
            let n = match param {
                _ if luck == 0 => return wild.to_string(),
                "player" | "viewer" | "piece" | "zone" | "pattern" | "step" | "marks" | "mask"
                | "value" => 2,
                "site" | "to" | "from" => 20,
                "state" | "list" | "n" | "i" | "match" => 5,
                "event" => 4,
                _ => 1,
            };
            (tame % n).to_string()
        });
        format!("{head}({});\n", values.collect::<Vec<_>>().join(", "))
    });
    prop::collection::vec(call, 0..3).prop_map(|calls| calls.concat())
}

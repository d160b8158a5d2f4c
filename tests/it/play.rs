//! A game in progress: what fails leaves it as it was, and what is asked leaves no trace.

use std::sync::Arc;

use araudi::definition::{Choice, Definition};
use araudi::error::{Problem, Source};
use araudi::rules::{Node, Play, Why};
use araudi::script::Limits;

const TRAIL: &str = include_str!("../games/trail/game.yaml");

/// The trail with other rules.
#[track_caller]
fn play(rules: &str) -> Play {
    let (yaml, rules) = (Source::new("game.yaml", TRAIL), Source::new("rules.rhai", rules));
    let game = Definition::from_sources(yaml, rules).and_then(|d| d.build(&Choice::default()));
    match game.and_then(|game| Play::new(Arc::new(game), Limits::default())) {
        Ok(play) => play,
        Err(error) => panic!("{error:#}"),
    }
}

#[track_caller]
fn set(play: &mut Play, position: &str) {
    if let Err(error) = play.set_position(&Source::new("position", position)) {
        panic!("{error:#}");
    }
}

/// All that can be seen of a play.
fn seen(play: &mut Play) -> (String, Node, Vec<String>, Vec<String>) {
    let events = play.events().iter().map(|event| play.event_text(event)).collect();
    (play.position_text(), play.node(), play.texts().expect("sound notation"), events)
}

/// Every move is an event; a 6 and a move by 5 end in a fault.
const FAULTY: &str = "
fn turn(g) { g.roll(die::d6, step::roll); }
fn rolled(g, step, n) { g.choose(step::walk, n); if n == 6 { g.remove(0); g.event(event::home, 0); g.remove(n); } }
fn moves(g, step) { for p in g.stacks(g.mover) { for w in g.walks(p, g.number(step)) { g.offer(p, g.end(w)); } } g.offer_word(word::stay); }
fn play(g, step, m) {
    g.event(event::hit, g.mover, 0);
    if g.word(m) == none { g.put(g.piece(m), g.to(m)); }
    if g.number(step) == 5 { g.remove(99); }
}";

#[test]
fn what_fails_leaves_state_moves_and_events() {
    let mut play = play(FAULTY);
    play.set_history(true);
    play.throw_faces(&[2]).expect("a throw is due");
    play.play(0).expect("a move is due");
    let before = seen(&mut play);
    assert_eq!(before.3, ["hit light a1"]);
    assert_eq!(play.throw_faces(&[6]).expect_err("the hook fails").code(), "bad-argument");
    assert_eq!(seen(&mut play), before);
    let wrong = play.set_position(&Source::new("position", "light z9"));
    assert_eq!(wrong.expect_err("no such site").code(), "unknown-name");
    assert_eq!(seen(&mut play), before);

    play.throw_faces(&[5]).expect("a throw is due");
    let before = seen(&mut play);
    assert_eq!(play.play(0).expect_err("the hook fails").code(), "bad-argument");
    assert_eq!(seen(&mut play), before);
    play.undo(3).expect("three steps were made, and no failed one counts");
    assert_eq!(play.undo(1).expect_err("nothing is left").code(), "nothing-to-undo");
}

#[test]
fn the_way_back_is_as_long_as_wanted() {
    let mut play = play(FAULTY);
    // The state is copied now and then only, without a history; wherever that was, it is found again.
    for round in 0..80 {
        let before = seen(&mut play);
        assert_eq!(play.throw_faces(&[6]).expect_err("the hook fails").code(), "bad-argument");
        assert_eq!(seen(&mut play), before, "throw {round}");
        play.throw_faces(&[if round % 7 == 3 { 5 } else { 1 }]).expect("a throw is due");
        let before = seen(&mut play);
        if round % 7 == 3 {
            assert_eq!(play.play(0).expect_err("the hook fails").code(), "bad-argument");
            assert_eq!(seen(&mut play), before, "move {round}");
            // No move by a 5 can be played, so the game goes on from where it began.
            play.restart().expect("sound rules so far");
        } else {
            let last = play.legal().len() - 1;
            play.play(last).expect("a move is due");
        }
    }
}

#[test]
fn undo_needs_a_history_and_does_not_begin_one() {
    let mut play = play(FAULTY);
    play.undo(0).expect("nothing to do");
    assert_eq!(play.undo(1).expect_err("none is kept").code(), "nothing-to-undo");
    play.throw_faces(&[2]).expect("a throw is due");
    assert_eq!(play.undo(1).expect_err("none is kept").code(), "nothing-to-undo");
}

#[test]
fn a_question_leaves_no_trace() {
    let mut play = play(
        "
fn turn(g) { g.choose(step::walk, 0); }
fn moves(g, step) {
    g.offer_word(word::stay);
    if !g.explaining { return; }
    g.refuse(0, site::b1, 0, 0, rule::R1);
    let k = g.save();
    g.event(event::home, 0);
    if g.turn > 1 { g.remove(99); }
    g.restore(k);
}
fn play(g, step, m) { g.event(event::hit, 0, 0); }",
    );
    let before = seen(&mut play);
    assert_eq!(play.why("a1-b1"), Ok(Why::Refused(vec![0])));
    assert_eq!(play.why("stay"), Ok(Why::Legal));
    assert_eq!(seen(&mut play), before);
    play.play(0).expect("a move is due");
    let before = seen(&mut play);
    assert_eq!(play.why("a1-b1").expect_err("the hook fails").code(), "bad-argument");
    assert_eq!(seen(&mut play), before);
}

#[test]
fn a_position_is_judged_as_its_own_mover_sees_it() {
    let mut play = play(
        "
fn turn(g) { g.choose(step::walk, 0); }
fn moves(g, step) { g.offer_word(word::stay); }
fn play(g, step, m) { }
fn valid(g) { g.inside(site::a1, zone::goal) }",
    );
    set(&mut play, "mover dark");
    let refused = play.set_position(&Source::new("position", "mover light"));
    assert_eq!(refused.expect_err("not in light's goal").code(), "refused-position");
    set(&mut play, "mover light\nwait choose walk 0 dark");
}

#[test]
fn a_piece_that_comes_back_is_as_it_would_be_from_the_text() {
    let rules = "
fn turn(g) { g.choose(step::walk, 0); }
fn moves(g, step) { g.offer_word(word::stay); }
fn play(g, step, m) {
    if g.turn == 1 { g.clear(site::h1); } else if g.turn == 2 { for p in 2..4 { g.put(p, site::g1); } }
}";
    let (mut live, mut read) = (play(rules), play(rules));
    live.play(0).expect("a move is due");
    let text = live.position_text();
    set(&mut read, &text);
    live.play(0).expect("a move is due");
    read.play(0).expect("a move is due");
    assert_eq!(read.position_text(), live.position_text());
    assert!(live.position_text().contains("dark g1*2\n"), "{}", live.position_text());
}

#[test]
fn a_step_forgets_the_pieces_that_leave_the_board() {
    let rules = "
fn turn(g) { let s = g.choose(step::walk, 2); g.include(s, 0); g.include(s, 1); g.act(step::walk, 0); }
fn moves(g, step) { if g.number(step) == 2 { g.offer_word(word::stay); } for p in g.pieces_of(step) { g.offer(p, site::b1); } }
fn play(g, step, m) { if g.number(step) == 2 { let s = g.choose(step::walk, 1); g.include(s, 0); g.include(s, 1); } }
fn act(g, step) { let s = g.choose(step::walk, 0); g.include(s, 0); g.include(s, 1); g.remove(1); }";
    let mut live = play(rules);
    assert_eq!(live.legal().len(), 3);
    live.play(0).expect("a move is due");
    assert_eq!(live.legal().len(), 2);
    live.play(0).expect("a move is due");
    assert_eq!(live.legal().len(), 1, "one of the two is gone");
    let mut read = play(rules);
    set(&mut read, &live.position_text());
    assert_eq!(read.legal(), live.legal());
    let mut never = play(
        "fn turn(g) { g.choose(step::walk, 0); }
fn moves(g, step) { g.offer_word(word::stay); }
fn play(g, step, m) { g.remove(0); g.include(g.choose(step::walk, 1), 0); }",
    );
    assert_eq!(never.play(0).expect_err("it is off the board").code(), "bad-argument");
}

#[track_caller]
fn wrong_position(text: &str, expected: &[(&str, &str)]) {
    let mut play = play(FAULTY);
    let error = play.set_position(&Source::new("p", text)).expect_err("the position is wrong");
    let place = |p: &Problem| p.place().map_or(String::new(), ToString::to_string);
    let found: Vec<(&str, String)> =
        error.problems().iter().map(|p| (p.code(), place(p))).collect();
    let found: Vec<(&str, &str)> = found.iter().map(|(code, at)| (*code, at.as_str())).collect();
    assert_eq!(found, expected, "{error:#}");
}

#[test]
fn what_a_position_says_twice_or_too_often_is_a_problem() {
    wrong_position("mover dark\nmover light", &[("bad-position", "p:2:1")]);
    wrong_position("turn 3\nlight a1\nturn 4", &[("bad-position", "p:3:1")]);
    wrong_position("hits light = 1\nhits dark = 1\nhits light = 2", &[("bad-position", "p:3:1")]);
    wrong_position("score dark = 1\nscore dark = 1", &[("bad-position", "p:2:1")]);
    wrong_position("over home light light", &[("bad-position", "p:1:17")]);
    wrong_position("light -.slow*2 a1", &[("too-many-pieces", "p:1:16")]);
    wrong_position(&"wait act walk 0 light\n".repeat(4_097), &[("limit", "p:1:1")]);
    set(&mut play(FAULTY), "light a1\nlight a1\nwait roll d6 roll dark\nwait roll d6 roll dark");
}

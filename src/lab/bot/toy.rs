//! Games for the tests of bots that think, each so small that one can tell the best move.

use std::sync::Arc;

use crate::definition::{Choice, Definition, Seats, Setting};
use crate::error::Source;
use crate::game::Game;
use crate::rules::Play;
use crate::script::Limits;

const YAML: &str = r#"
game: heap
title: Heap
options:
  rules: {type: choice, values: [heap, gamble, lost, forever, broken], default: heap, help: what is played}
  stones: {type: int, default: 10, min: 1, max: 60, help: stones at the start}
players:
  - {id: ann, title: Ann, glyph: a}
  - {id: bob, title: Bob, glyph: b}
  - {id: cat, title: Cat, glyph: c}
seats: {2: [ann, bob], 3: [ann, bob, cat]}
board: {grid: {columns: 2, rows: 1}}
pieces:
  kinds: {stone: {title: stone, glyph: s}}
dice:
  d10: {sides: 10}
state:
  left: {type: int}
steps:
  take: {title: take}
  toss: {title: toss}
  answer: {title: answer}
setup:
  - {player: none, kind: stone, at: a1}
notation:
  words: {one: one, two: two, safe: safe, risk: risk, low: low, high: high}
  moves:
    - {text: "{from}-{to}"}
text:
  reasons:
    last: the last stone
    luck: luck
"#;

const RULES: &str = r"
fn setup(g) { g.set(state::left, opt::stones); }
fn turn(g) { g.choose(step::take, 0); }
fn moves(g, step) {
    if g.tag(step) == step::answer { g.offer_word(word::low); g.offer_word(word::high); return; }
    if opt::rules == rules::gamble { g.offer_word(word::risk); g.offer_word(word::safe); return; }
    g.offer_word(word::one);
    if g.get(state::left) > 1 { g.offer_word(word::two); }
}
// Heap: who takes the last of the stones, one or two at a time, wins, or by `lost` loses.
// Gamble: `safe` wins with six of ten; after `risk` one sees the number, and has to say whether it is
// high.
fn play(g, step, m) {
    let word = g.word(m);
    if word == word::safe { g.roll(die::d10, step::take); return; }
    if word == word::risk { g.roll(die::d10, step::toss); return; }
    if word == word::low { answer(g, g.number(step) <= 5); return; }
    if word == word::high { answer(g, g.number(step) > 5); return; }
    if opt::rules == rules::forever { return; }
    let left = g.get(state::left) - if word == word::one { 1 } else { 2 };
    if opt::rules == rules::broken && left < 5 { left = left / (left - left); }
    g.set(state::left, left);
    if left > 0 { return; }
    if opt::rules == rules::lost { g.win(g.after(g.mover), reason::last); } else { g.win(g.mover, reason::last); }
}
fn rolled(g, step, n) {
    if g.tag(step) == step::toss { g.choose(step::answer, n); }
    else { answer(g, n <= 6); }
}
fn answer(g, right) { g.win(if right { g.mover } else { g.after(g.mover) }, reason::luck); }
";

/// A play of `rules` with so many stones and players.
pub(super) fn play(rules: &str, stones: u32, n_players: usize) -> Play {
    match Play::new(game(rules, stones, n_players), Limits::default()) {
        Ok(play) => play,
        Err(error) => panic!("{error:#}"),
    }
}

/// The game of [`play`].
pub(super) fn game(rules: &str, stones: u32, n_players: usize) -> Arc<Game> {
    let definition =
        Definition::from_sources(Source::new("game.yaml", YAML), Source::new("rules.rhai", RULES));
    let setting =
        |name: &str, value: &str| Setting { name: name.into(), value: value.into(), place: None };
    let set = vec![setting("rules", rules), setting("stones", &stones.to_string())];
    let choice = Choice { set, players: Some(Seats::Count(n_players)), ..Choice::default() };
    match definition.and_then(|definition| definition.build(&choice)) {
        Ok(game) => Arc::new(game),
        Err(error) => panic!("{error:#}"),
    }
}

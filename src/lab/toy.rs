//! A game for the lab's tests: two runners on lanes of six squares, whoever arrives first wins.

use std::sync::Arc;

use crate::definition::{Choice, Definition, Setting};
use crate::error::Source;
use crate::game::Game;
use crate::rules::Play;
use crate::script::Limits;

const YAML: &str = r#"
game: lanes
title: Lanes
options:
  ending: {type: choice, values: [goal, never, broken, flat, blind], default: goal, help: how it ends}
variants:
  endless: {help: nobody wins, set: {ending: never}}
players:
  - {id: light, title: {eu: argia, en: Light}, glyph: o}
  - {id: dark, title: {eu: iluna, en: Dark}, glyph: x}
board: {grid: {columns: 6, rows: 2}}
zones:
  goal: {light: f1, dark: f2}
tracks:
  light: "a1>f1"
  dark: "a2>f2"
pieces:
  kinds: {runner: {title: {eu: korrikalari, en: runner}}}
dice:
  coin: {sides: 2}
steps:
  toss: {title: {eu: bota, en: toss}}
  run: {title: {eu: korri, en: run}}
setup:
  - {player: light, kind: runner, at: a1}
  - {player: dark, kind: runner, at: a2}
notation:
  words: {stay: {eu: gelditu, en: stay}}
  moves:
    - {text: "{from}-{to}"}
text:
  reasons:
    home: {eu: helmugan, en: at the goal}
  events:
    step: {args: [player, site], eu: urratsa, en: step}
metrics:
  steps: {title: {eu: urratsak, en: steps}, event: step}
"#;

const RULES: &str = r"
fn turn(g) { g.roll(die::coin, step::toss); }
fn rolled(g, step, n) {
    if opt::ending == ending::broken && g.turn > 4 { g.choose(step::run, n / (n - 1)); }
    g.choose(step::run, n);
}
fn moves(g, step) {
    for p in g.pieces(g.mover) {
        for w in g.walks(p, g.number(step)) { g.offer(p, g.end(w)); }
    }
    g.offer_word(word::stay);
}
fn play(g, step, m) {
    if g.word(m) == word::stay { return; }
    g.put(g.piece(m), g.to(m));
    g.event(event::step, g.mover, g.to(m));
    if g.inside(g.to(m), zone::goal) && opt::ending != ending::never { g.win(g.mover, reason::home); }
}
fn evaluate(g, player) {
    if opt::ending == ending::flat { return 0; }
    let n = if opt::ending == ending::blind { g.turn / (g.turn - 3) } else { 1 };
    for p in g.pieces(player) { n += g.column(g.site(p)); }
    n
}
";

/// The toy with a value of its option `ending`: `goal`, `never`, or `broken`, whose rules fail from
/// the fifth turn on when a 1 is tossed; `flat` has the same value everywhere, and `blind` fails to
/// find one in the third turn.
pub(crate) fn game(ending: &str) -> Arc<Game> {
    let definition =
        Definition::from_sources(Source::new("game.yaml", YAML), Source::new("rules.rhai", RULES));
    let set = vec![Setting { name: "ending".into(), value: ending.into(), place: None }];
    let choice = Choice { set, ..Choice::default() };
    match definition.and_then(|definition| definition.build(&choice)) {
        Ok(game) => Arc::new(game),
        Err(error) => panic!("{error:#}"),
    }
}

/// A play of [`game`].
pub(crate) fn play(ending: &str) -> Play {
    match Play::new(game(ending), Limits::default()) {
        Ok(play) => play,
        Err(error) => panic!("{error:#}"),
    }
}

//! Scripts made at random from what can be compiled: compiled and interpreted they do the same, errors
//! and limits included.

use std::sync::Arc;

use araudi::definition::{Choice, Definition};
use araudi::error::{Error, Source};
use araudi::rules::Play;
use araudi::script::{Limits, Uncompiled};
use proptest::prelude::*;

const YAML: &str = r#"
game: made
title: Made
players:
  - {id: light, title: {eu: argia, en: Light}, glyph: o}
  - {id: dark, title: {eu: iluna, en: Dark}, glyph: x}
board: {grid: {columns: 4, rows: 2}}
zones:
  left: "a1>b1 a2>b2"
  right: "c1>d1 c2>d2"
tracks:
  light: "a1>d1 d2>a2"
  dark: "d2>c2 fork( b2>a2 | b1>a1 )"
pieces:
  kinds: {disc: {title: {eu: fitxa, en: disc}}}
  attributes: {calm: {type: bool}, worth: {type: int}}
state:
  x: {type: int}
  y: {type: bool}
steps:
  walk: {title: {eu: ibili, en: walk}}
setup:
  - {player: light, kind: disc, at: "a1>c1"}
  - {player: dark, kind: disc, at: "b2>d2"}
notation:
  words: {on: {eu: aurrera, en: "on"}}
  moves:
    - {text: "{from}-{to}"}
text:
  rules:
    R1: {eu: bat, en: one}
  events:
    seen: {args: [number], eu: ikusia, en: seen}
"#;

/// How many functions beside the hooks a script has; each calls those before it, and itself.
const FUNCTIONS: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Int,
    Bool,
}

/// Writes a script as bytes decide; when there are none left it takes the shortest way out.
struct Writer<'a> {
    bytes: std::slice::Iter<'a, u8>,
    text: String,
    /// The variables that can be seen.
    scope: Vec<(String, Type)>,
    n_names: usize,
    /// How many functions can be called.
    n_known: usize,
    n_loops: usize,
    /// Whether the hook may change the state.
    changes: bool,
    /// Whether the hook may offer moves, and change the state as long as it is saved.
    offers: bool,
    depth: usize,
}

impl Writer<'_> {
    fn pick(&mut self, n: usize) -> usize {
        if self.depth > 5 { 0 } else { usize::from(*self.bytes.next().unwrap_or(&0)) % n }
    }

    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("v{}", self.n_names)
    }

    fn variable(&mut self, ty: Type) -> Option<String> {
        let known: Vec<String> = self
            .scope
            .iter()
            .filter(|(_, known)| *known == ty)
            .map(|(name, _)| name.clone())
            .collect();
        (!known.is_empty()).then(|| known[self.pick(known.len())].clone())
    }

    fn int(&mut self) -> String {
        self.depth += 1;
        let text = match self.pick(20) {
            0 | 1 => self.variable(Type::Int).unwrap_or_else(|| "1".to_owned()),
            2 => ["0", "2", "-3", "7", "(-1)"][self.pick(5)].to_owned(),
            3 => {
                ["9223372036854775807", "-4611686018427387904", "1000000"][self.pick(3)].to_owned()
            }
            4..=7 => {
                let operator =
                    ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "**"][self.pick(11)];
                format!("({} {operator} {})", self.int(), self.int())
            }
            8 => format!("(-{})", self.int()),
            9 => format!("if {} {{ {} }} else {{ {} }}", self.bool(), self.int(), self.int()),
            10 => {
                let (on, one, other) = (self.int(), self.int(), self.int());
                let last = self.int();
                format!(
                    "switch {on} {{ 0 | -3 => {one}, 1..4 if {} => {other}, _ => {last} }}",
                    self.bool()
                )
            }
            11 if self.n_known > 0 => {
                let function = self.pick(self.n_known);
                format!("f{function}(g, {}, {})", self.int(), self.bool())
            }
            12 => format!("{}({}, {})", ["min", "max"][self.pick(2)], self.int(), self.int()),
            13 => format!("{}({})", ["abs", "sign"][self.pick(2)], self.int()),
            14 => {
                let calls = ["g.turn", "g.n_players", "g.get(state::x)", "g.mover"];
                calls[self.pick(4)].to_owned()
            }
            15 => format!("g.count({}, zone::left)", self.int()),
            // Most of what these give is what others of them take, or nearly so.
            16..=18 => {
                let calls = ["site", "owner", "top", "holder", "height", "after", "depth", "to_go"];
                let call = calls[self.pick(8)];
                format!("g.{call}({})", self.handle())
            }
            _ => format!("g.n_on({}, {})", self.handle(), self.handle()),
        };
        self.depth -= 1;
        text
    }

    /// An integer that is a piece, a site, a player or a walk more often than others are.
    fn handle(&mut self) -> String {
        match self.pick(4) {
            0 => self.variable(Type::Int).unwrap_or_else(|| "0".to_owned()),
            1 => ["0", "1", "4", "5", "7", "8", "none"][self.pick(7)].to_owned(),
            2 => ["site::b1", "site::c2", "player::dark", "g.mover"][self.pick(4)].to_owned(),
            _ => self.int(),
        }
    }

    fn bool(&mut self) -> String {
        self.depth += 1;
        let text = match self.pick(12) {
            0 => self.variable(Type::Bool).unwrap_or_else(|| "true".to_owned()),
            1 => "false".to_owned(),
            2..=4 => {
                let operator = ["==", "!=", "<", "<=", ">", ">="][self.pick(6)];
                format!("{} {operator} {}", self.int(), self.int())
            }
            5 => format!("({} && {})", self.bool(), self.bool()),
            6 => format!("({} || {})", self.bool(), self.bool()),
            7 => format!("!({})", self.bool()),
            8 => {
                let (one, other) = (self.handle(), self.handle());
                let calls = [
                    format!("g.stands({one}, zone::left)"),
                    format!("g.inside({one}, zone::left)"),
                    format!("g.inside_for({one}, {other}, zone::left)"),
                    format!("g.has({one}, attr::calm)"),
                ];
                calls[self.pick(4)].clone()
            }
            9 => {
                let walk = self.handle();
                let calls = [
                    format!("g.passes({walk}, zone::left)"),
                    format!("g.crosses({walk}, zone::left, zone::right)"),
                ];
                calls[self.pick(2)].clone()
            }
            _ => ["g.test(state::y)", "is_even(3)", "g.holder(site::a1) == 0"][self.pick(3)]
                .to_owned(),
        };
        self.depth -= 1;
        text
    }

    fn block(&mut self, most: usize) {
        let n_seen = self.scope.len();
        self.text.push_str("{\n");
        for _ in 0..=self.pick(most) {
            self.statement();
        }
        self.text.push_str("}\n");
        self.scope.truncate(n_seen);
    }

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn statement(&mut self) {
        self.depth += 1;
        match self.pick(15) {
            0 | 1 => {
                let ty = if self.pick(3) == 0 { Type::Bool } else { Type::Int };
                let value = if ty == Type::Int { self.int() } else { self.bool() };
                let name = self.name();
                self.line(&format!("let {name} = {value};"));
                self.scope.push((name, ty));
            }
            2 => {
                if let Some(name) = self.variable(Type::Int) {
                    let operator = ["=", "+=", "-=", "*=", "/=", "|=", "<<="][self.pick(7)];
                    let value = self.int();
                    self.line(&format!("{name} {operator} {value};"));
                }
            }
            3 => {
                if let Some(name) = self.variable(Type::Bool) {
                    let value = self.bool();
                    self.line(&format!("{name} = {value};"));
                }
            }
            4 | 5 => {
                let condition = self.bool();
                self.write(&format!("if {condition} "));
                self.block(3);
                if self.pick(2) == 1 {
                    self.text.push_str("else ");
                    self.block(3);
                }
            }
            6 | 7 => self.for_loop(),
            8 => {
                let head = match self.pick(3) {
                    0 => format!("while {} ", self.bool()),
                    1 => "loop ".to_owned(),
                    _ => {
                        self.text.push_str("do ");
                        self.in_loop();
                        let until = ["while", "until"][self.pick(2)];
                        let condition = self.bool();
                        self.line(&format!("{until} {condition};"));
                        self.depth -= 1;
                        return;
                    }
                };
                self.text.push_str(&head);
                self.in_loop();
            }
            9 if self.n_loops > 0 => {
                let line = ["break;", "continue;"][self.pick(2)];
                self.line(line);
            }
            10 => {
                let value = self.int();
                self.line(&format!("return {value};"));
            }
            11 if self.offers => self.trial(),
            11 if self.changes => self.change(),
            13 if self.offers => {
                let walk = self.handle();
                let lines = [
                    format!("g.offer({}, {}, 1);", self.handle(), self.handle()),
                    format!("g.offer(g.walker({walk}), g.end({walk}));"),
                    format!("if g.offered({walk}, 1, 0, 0) {{ g.refuse(0, 1, rule::R1); }}"),
                ];
                let line = lines[self.pick(3)].clone();
                self.line(&line);
            }
            12 => {
                let (on, value) = (self.bool(), self.int());
                self.write(&format!("switch {on} {{ true => {value}, false => "));
                self.block(2);
                self.line("}");
            }
            _ => {
                let value = self.int();
                self.line(&format!("{value};"));
            }
        }
        self.depth -= 1;
    }

    fn change(&mut self) {
        let value = self.int();
        let lines = [
            format!("g.set(state::x, {value});"),
            format!("g.add(state::x, {value});"),
            format!("g.event(event::seen, {value});"),
            format!("g.set(state::y, {});", self.bool()),
            "g.choose(step::walk, 0);".to_owned(),
            format!("g.put({}, {});", self.handle(), self.handle()),
            format!("g.move_all({}, {});", self.handle(), self.handle()),
            format!("g.remove({});", self.handle()),
            format!("g.set_attr({}, attr::worth, {value});", self.handle()),
            format!("g.set_attr_on({}, attr::calm, {});", self.handle(), self.bool()),
        ];
        let line = lines[self.pick(10)].clone();
        self.line(&line);
    }

    /// Changes the state and takes it back, but for a way out in between.
    fn trial(&mut self) {
        let name = self.name();
        self.line(&format!("let {name} = g.save();"));
        for _ in 0..=self.pick(3) {
            if self.pick(3) == 0 { self.statement() } else { self.change() }
        }
        self.line(&format!("g.restore({name});"));
    }

    /// So many statements in one block, which is more than is done at once.
    fn long(&mut self) {
        for i in 0..40 {
            if i % 8 == 0 {
                self.statement();
            } else {
                self.line("total += 1;");
            }
        }
    }

    fn for_loop(&mut self) {
        let (item, counter) = (self.name(), self.name());
        let n_seen = self.scope.len();
        let over = ["0..3", "-1..=2", "g.pieces(0)", "g.pieces(1)", "5..2", "g.sites(zone::left)"];
        let over = match self.pick(12) {
            6 => format!("0..{}", self.int()),
            7 => format!("g.pieces_on({})", self.handle()),
            8 => format!("g.walks({}, {})", self.handle(), self.int()),
            9 => format!("g.walks_into({}, {}, zone::left)", self.handle(), self.handle()),
            10 => {
                let (player, n) = (self.handle(), self.handle());
                format!("g.stack_walks({player}, attr::calm, false, {n}, zone::right)")
            }
            11 => format!("g.stacks({}, attr::worth, {})", self.handle(), self.int()),
            i => over[i].to_owned(),
        };
        if self.pick(2) == 0 {
            self.write(&format!("for {item} in {over} "));
        } else {
            self.write(&format!("for ({item}, {counter}) in {over} "));
            self.scope.push((counter, Type::Int));
        }
        self.scope.push((item, Type::Int));
        self.in_loop();
        self.scope.truncate(n_seen);
    }

    fn in_loop(&mut self) {
        self.n_loops += 1;
        self.block(3);
        self.n_loops -= 1;
    }

    fn function(&mut self, head: &str, params: &[(&str, Type)]) {
        self.line(&format!("fn {head} {{"));
        self.scope = params.iter().map(|(name, ty)| ((*name).to_owned(), *ty)).collect();
        for _ in 0..=self.pick(5) {
            self.statement();
        }
        if self.pick(4) == 3 {
            self.line("let total = 0;");
            self.scope.push(("total".to_owned(), Type::Int));
            let is_loop = self.pick(2) == 1;
            if is_loop {
                self.line("for turn in 0..3 {");
                self.n_loops += 1;
            }
            let n_seen = self.scope.len();
            self.long();
            self.scope.truncate(n_seen);
            if is_loop {
                self.n_loops -= 1;
                self.line("}");
            }
        }
        let value = self.int();
        self.line(&format!("{value}\n}}"));
    }
}

fn script(bytes: &[u8]) -> String {
    let mut writer = Writer {
        bytes: bytes.iter(),
        text: String::new(),
        scope: Vec::new(),
        n_names: 0,
        n_known: 0,
        n_loops: 0,
        changes: false,
        offers: false,
        depth: 0,
    };
    for i in 0..FUNCTIONS {
        // One of them calls itself now and then.
        writer.n_known = i + usize::from(i == 1);
        writer.function(&format!("f{i}(g, a, b)"), &[("a", Type::Int), ("b", Type::Bool)]);
    }
    writer.n_known = FUNCTIONS;
    writer.function("evaluate(g, player)", &[("player", Type::Int)]);
    writer.changes = true;
    writer.function("act(g, step)", &[]);
    (writer.changes, writer.offers) = (false, true);
    writer.function("offers(g, step)", &[("step", Type::Int)]);
    writer.line("fn turn(g) { g.choose(step::walk, 0); }");
    writer.line("fn moves(g, step) { g.offer_word(word::on); offers(g, step); }");
    writer.line("fn play(g, step, m) { g.act(step::walk, 0); }");
    writer.text
}

/// All that can be seen of what a script does.
#[derive(PartialEq, Debug)]
struct Seen {
    offers: Vec<String>,
    value: Result<Option<i64>, Error>,
    played: Result<(), Error>,
    position: String,
    events: Vec<String>,
}

fn seen(play: &mut Play) -> Seen {
    let offers = play.legal().iter().map(|mv| format!("{mv:?}")).collect();
    let value = play.evaluate(0);
    let played = play.play(0);
    let events = play.events().iter().map(|event| play.event_text(event)).collect();
    Seen { offers, value, played, position: play.position_text(), events }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn compiled_scripts_do_what_interpreted_ones_do(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        operations in prop_oneof![Just(20_000_u64), 10..2_000_u64],
        calls in 1..12_u64,
    ) {
        let rules = script(&bytes);
        let definition = Definition::from_sources(
            Source::new("game.yaml", YAML),
            Source::new("rules.rhai", rules.as_str()),
        );
        let game = match definition.and_then(|definition| definition.build(&Choice::default())) {
            Ok(game) => Arc::new(game),
            Err(error) => panic!("{error:#}\n{rules}"),
        };
        let limits = Limits { operations, calls, ..Limits::default() };
        let play = |interpreted| Play::new(Arc::clone(&game), Limits { interpreted, ..limits });
        let (compiled, interpreted) = (play(false), play(true));
        match (compiled, interpreted) {
            (Ok(mut compiled), Ok(mut interpreted)) => {
                // Only a function that always calls itself has no type.
                let typed = |left: &Uncompiled| !left.by_call && !left.what.contains("never comes");
                let left = compiled.uncompiled();
                prop_assert!(!left.iter().any(typed), "{left:?}\n{rules}");
                prop_assert_eq!(seen(&mut compiled), seen(&mut interpreted), "{}", rules);
            }
            (compiled, interpreted) => {
                let (compiled, interpreted) = (compiled.err(), interpreted.err());
                prop_assert_eq!(&compiled, &interpreted, "{}", rules);
            }
        }
    }
}

//! A scriptable rules interpreter for board games.
//!
//! A game is data: its board, pieces, dice and options are YAML, and what happens is said by short
//! functions in Rhai, the hooks. This crate reads such games, plays them, tells why a move is
//! refused, replays records of play as tests of the rules, and measures games by random play.
//!
//! # A tour
//!
//! A [`Definition`](definition::Definition) is read from two texts, or from a
//! [`Library`](definition::Library) of games. Everything that is wrong with it is told at once, each
//! problem with its place and, where that is known, a way out.
//!
//! ```
//! use araudi::definition::Definition;
//! use araudi::error::Source;
//!
//! # fn main() -> araudi::error::Result<()> {
//! let yaml = "\
//! game: walk
//! title: Walk
//! options: {length: {type: int, default: 5, min: 2, max: 9, help: squares to the goal}}
//! let: {end: column(length)}
//! players: [{id: red, title: Red}, {id: blue, title: Blue}]
//! board: {grid: {columns: $length, rows: 2}}
//! tracks: {red: 'a1>{end}1', blue: 'a2>{end}2'}
//! zones: {goal: '{end}1 {end}2'}
//! pieces: {kinds: {man: {title: man}}}
//! dice: {d3: {sides: 3}}
//! steps: {roll: {title: throw}, walk: {title: walk}}
//! setup: [{player: red, kind: man, at: a1}, {player: blue, kind: man, at: a2}]
//! notation: {words: {stay: stay}, moves: [{text: '{from}-{to}'}]}
//! text: {rules: {W1: who can walk must}, reasons: {W2: at the goal}}
//! ";
//! let rules = "\
//! fn turn(g) { g.roll(die::d3, step::roll); }
//! fn rolled(g, step, n) { g.choose(step::walk, n); }
//! fn moves(g, step) {
//!     for p in g.pieces(g.mover) {
//!         for w in g.walks(p, g.number(step)) { g.offer(p, g.end(w)); }
//!     }
//!     if g.n_offers == 0 { g.offer_word(word::stay); } else { g.refuse_word(word::stay, rule::W1); }
//! }
//! fn play(g, step, m) {
//!     if g.word(m) == word::stay { return; }
//!     g.put(g.piece(m), g.to(m));
//!     if g.inside(g.to(m), zone::goal) { g.win(g.mover, reason::W2); }
//! }
//! ";
//! let walk = Definition::from_sources(
//!     Source::new("game.yaml", yaml),
//!     Source::new("rules.rhai", rules),
//! )?;
//! assert_eq!(walk.options()[0].name, "length");
//!
//! let slip = Source::new("game.yaml", yaml.replace("zones", "zone"));
//! let error = Definition::from_sources(slip, walk.rules().clone()).unwrap_err();
//! assert_eq!(error.problems()[0].help_text(), Some("did you mean `zones`?"));
//! assert_eq!(error.problems()[0].place().map(|place| place.line()), Some(8));
//! # Ok(())
//! # }
//! ```
//!
//! From a definition a [`Game`](game::Game) is built for a [`Choice`](definition::Choice) of variant,
//! options and players, and played by a [`Play`](rules::Play). It stands at a throw, at a choice or
//! at the end. Whatever cannot be done leaves it where it was.
//!
//! ```
//! use std::sync::Arc;
//!
//! use araudi::definition::{Choice, Library, Setting};
//! use araudi::rules::{Node, Play, Why};
//! use araudi::script::Limits;
//! use araudi::text::Lang;
//!
//! # fn main() -> araudi::error::Result<()> {
//! let race = Library::folder("tests/games".as_ref()).open("race")?;
//! let short = Setting { name: "length".into(), value: "5".into(), place: None };
//! let game = Arc::new(race.build(&Choice { set: vec![short], ..Choice::default() })?);
//!
//! let mut play = Play::new(game, Limits::default())?;
//! assert!(matches!(play.node(), Node::Chance { player: 0, .. }));
//! play.throw_faces(&[3])?;
//! assert_eq!(play.legal_texts()?, ["a1-d1", "a1-d2"]);
//!
//! // Why may nobody stay?
//! let Why::Refused(rules) = play.why("stay")? else { panic!("staying is refused") };
//! assert_eq!(play.rule_texts(&rules, Lang::En), ["R2: a move is possible"]);
//! assert_eq!(play.play_text("stay").unwrap_err().code(), "illegal-move");
//!
//! play.play_text("a1-d2")?;
//! assert!(matches!(play.node(), Node::Chance { player: 1, .. }));
//! assert!(play.position_text().contains("red d2"));
//! # Ok(())
//! # }
//! ```
//!
//! A [`Log`](log::Log) is a record of play with expectations in between. Replaying it tells which
//! of its scenarios hold.
//!
//! ```
//! use araudi::definition::Library;
//! use araudi::error::Source;
//! use araudi::log::{Log, Replayer};
//! use araudi::script::Limits;
//!
//! # fn main() -> araudi::error::Result<()> {
//! let log = Log::read(&Source::new("meeting.gamelog", "\
//! game race
//! set length = 5
//! (3) a1-d2
//! (3)
//! expect includes a2xd2
//! a2xd2
//! expect red a1.tired
//! expect event capture blue d2 1
//! "))?;
//! let definition = log.definition(&Library::folder("tests/games".as_ref()))?;
//! let report = Replayer::new(&definition, Limits::default()).replay(&log);
//! assert!(report.passed());
//! assert_eq!(report.n_assertions(), 3);
//! # Ok(())
//! # }
//! ```
//!
//! Random playouts measure a game: the same seed gives the same report, whatever the number of
//! threads.
//!
//! ```
//! use std::sync::Arc;
//!
//! use araudi::definition::{Choice, Library};
//! use araudi::lab::{self, Bot, Caps, Options};
//! use araudi::script::Limits;
//!
//! # fn main() -> araudi::error::Result<()> {
//! let race = Library::folder("tests/games".as_ref()).open("race")?;
//! let game = Arc::new(race.build(&Choice::default())?);
//! let options = Options { bots: vec![Bot::Random], n: 100, seed: 7, jobs: 2, max_plies: Caps::PLIES };
//! let report = lab::simulate(&game, Limits::default(), &options, &|_| {})?;
//! assert_eq!(report.n, 100);
//! assert_eq!(report.players.iter().map(|seat| seat.wins.count).sum::<u64>(), 100);
//! # Ok(())
//! # }
//! ```
//!
//! The games that are part of the program are at hand as well:
//!
//! ```
//! use araudi::definition::Library;
//!
//! # fn main() -> araudi::error::Result<()> {
//! let library = Library::embedded();
//! for name in library.names()? {
//!     assert!(!library.open(&name)?.title().en.is_empty());
//!     assert!(!library.logs(&name)?.is_empty());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Layers
//!
//! Each layer knows only those above it.
//!
//! | modules | hold |
//! |---|---|
//! | [`error`], [`text`] | problems with their places; texts in two languages |
//! | [`board`], [`piece`], [`dice`], [`moves`], [`outcome`], [`game`], [`state`] | the vocabulary: what a game has, and everything that is needed to go on with it |
//! | [`definition`], [`script`] | from texts to a checked game; the engine that runs its hooks |
//! | [`rules`], [`render`] | the turn loop, legal moves, refusals, undo; the board as text and as a plan |
//! | [`log`] | records of play: reading, printing, replaying |
//! | [`lab`] | play by bots and what it tells |
//! | [`chart`] | charts and pages of what the lab found |
//! | [`cli`] | the command line |
//!
//! # Invariants
//!
//! - Only the loader of definitions and the command line touch files, the clock or the environment;
//!   a bot that thinks so many milliseconds looks at the clock, and the same seed need not give the
//!   same game with it.
//! - A [`Definition`](definition::Definition) may be wrong, a [`Game`](game::Game) cannot be; a
//!   [`State`](state::State) changes only by its own methods.
//! - The same game, log and seed give the same bytes, on any platform and with any number of
//!   threads; nothing goes through a hash map in its order.
//! - Hooks cannot run for ever and cannot touch anything but the state of their game.
//! - The engine knows no game by name.
//! - At a choice there is a legal move, and no two are written alike. Moves keep the order in which
//!   the rules offer them; their texts are sorted for people only.
//! - In a count of moves every outcome of a throw counts once, and a throw is no depth.
//! - What somebody writes or types never makes the program panic.
//! - Replaying the beginning of a log leads where live play was.

pub mod board;
pub mod chart;
pub mod cli;
pub mod definition;
pub mod dice;
pub mod error;
pub mod game;
pub mod lab;
pub mod log;
pub mod moves;
pub mod outcome;
pub mod piece;
pub mod render;
pub mod rules;
pub mod script;
pub mod state;
pub mod text;

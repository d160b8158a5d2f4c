//! How fast games load and play, for every game that ships: `cargo bench --bench playouts`.
//!
//! Playouts are timed with compiled and with interpreted hooks; their items are moves, so that the
//! reciprocal of a rate is the time of a move, the throws before it included. The figures of one run
//! can be divided by one another.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use araudi::definition::{Choice, Library};
use araudi::game::Game;
use araudi::lab::{Caps, Stream, THROWS, perft, playout};
use araudi::rules::Play;
use araudi::script::Limits;
use divan::Bencher;
use divan::counter::ItemsCount;

/// A playout is cut after so many moves: not every game ends by random play.
const MAX_PLIES: u64 = 2_000;

/// How many playouts are timed together, since one alone may be long or short.
const PLAYOUTS: u64 = 16;

fn main() {
    divan::main();
}

/// A game, one of its variants, and how its hooks run.
#[derive(Clone)]
struct Way {
    game: String,
    variant: Option<String>,
    interpreted: bool,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.interpreted { "interpreted" } else { "compiled" };
        match &self.variant {
            Some(variant) => write!(f, "{} {variant}, {how}", self.game),
            None => write!(f, "{}, {how}", self.game),
        }
    }
}

impl Way {
    fn game(&self) -> Arc<Game> {
        let definition = library().open(&self.game).expect("a shipped definition is sound");
        let choice = Choice { variant: self.variant.clone(), ..Choice::default() };
        Arc::new(definition.build(&choice).expect("its variants fit together"))
    }

    fn play(&self) -> Play {
        let limits = Limits { interpreted: self.interpreted, ..Limits::default() };
        Play::new(self.game(), limits).expect("its rules are sound")
    }
}

/// Random playouts; the items are moves.
#[divan::bench(args = ways(true), sample_count = 5)]
fn playouts(bencher: Bencher, way: &Way) {
    let mut play = way.play();
    let caps = Caps::of_plies(MAX_PLIES);
    let mut moves = || {
        let plies = |index| {
            let record = playout(&mut play, &mut Stream::new(1, index), caps);
            record.expect("the rules of a shipped game are sound").plies
        };
        (0..PLAYOUTS).map(plies).sum::<u64>()
    };
    let n = moves();
    bencher.counter(ItemsCount::new(n)).bench_local(moves);
}

/// All positions after a few moves from the start, each outcome of a throw once; the items are those
/// positions.
#[divan::bench(args = ways(false), sample_count = 5)]
fn positions_after_two_moves(bencher: Bencher, way: &Way) {
    let mut play = way.play();
    let n = perft(&mut play, 2, THROWS).expect("the rules of a shipped game are sound");
    bencher.counter(ItemsCount::new(n)).bench_local(|| {
        perft(&mut play, 2, THROWS).expect("the rules of a shipped game are sound")
    });
}

/// One copy of a state into another one, which is what going back costs.
#[divan::bench(args = ways(false))]
fn copy_of_a_state(bencher: Bencher, way: &Way) {
    let play = way.play();
    let mut copy = play.state().clone();
    bencher.bench_local(|| copy.clone_from(play.state()));
}

/// From the texts of a definition to its first node, hooks compiled.
#[divan::bench(args = ways(false), sample_count = 20)]
fn load(bencher: Bencher, way: &Way) {
    bencher.bench_local(|| way.play());
}

fn library() -> Library {
    Library::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games"))
}

/// Every game, and where playouts are timed every variant in both ways.
fn ways(all: bool) -> Vec<Way> {
    let mut ways = Vec::new();
    for game in library().names().expect("the games can be listed") {
        let definition = library().open(&game).expect("a shipped definition is sound");
        let mut variants = vec![None];
        if all {
            variants.extend(definition.variants().iter().map(|variant| Some(variant.name.clone())));
        }
        for variant in variants {
            for interpreted in if all { vec![false, true] } else { vec![false] } {
                ways.push(Way { game: game.clone(), variant: variant.clone(), interpreted });
            }
        }
    }
    ways
}

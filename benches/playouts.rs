//! How fast games load and play, for every game that ships: `cargo bench`.

use std::path::Path;
use std::sync::Arc;

use araudi::definition::{Choice, Library};
use araudi::game::Game;
use araudi::lab::{Caps, Stream, playout};
use araudi::rules::Play;
use araudi::script::Limits;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// Random playouts; the items are throws and moves.
#[divan::bench(args = names(), sample_count = 20)]
fn playouts(bencher: Bencher, name: &str) {
    let mut play = play(name);
    let mut index = 0;
    let mut steps = || {
        let record = playout(&mut play, &mut Stream::new(1, index), Caps::default());
        let record = record.expect("the rules of a shipped game are sound");
        index += 1;
        record.plies + record.throws
    };
    // A few playouts tell how many throws and moves one has.
    let mean = (0..8).map(|_| steps()).sum::<u64>() / 8;
    bencher.counter(ItemsCount::new(mean)).bench_local(steps);
}

/// One copy of a state, which is what undo costs.
#[divan::bench(args = names())]
fn copy_of_a_state(bencher: Bencher, name: &str) {
    let play = play(name);
    bencher.bench_local(|| play.state().clone());
}

/// From the texts of a definition to its first node.
#[divan::bench(args = names(), sample_count = 20)]
fn load(bencher: Bencher, name: &str) {
    bencher.bench_local(|| play(name));
}

fn library() -> Library {
    Library::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games"))
}

fn names() -> Vec<String> {
    library().names().expect("the games can be listed")
}

fn play(name: &str) -> Play {
    let definition = library().open(name).expect("a shipped definition is sound");
    let game: Game = definition.build(&Choice::default()).expect("its defaults fit together");
    Play::new(Arc::new(game), Limits::default()).expect("its rules are sound")
}

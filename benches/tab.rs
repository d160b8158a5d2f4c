//! How fast tâb is beside the same game written by hand: `cargo bench --bench tab`.
//!
//! Everything plays the same playouts, on one thread, which is proven before anything is timed; the
//! items are throws and moves. So the figures can be divided by one another.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use araudi::definition::{Choice, Library};
use araudi::lab::{self, Caps, Stream};
use araudi::rules::Play;
use araudi::script::Limits;
use divan::Bencher;
use divan::counter::ItemsCount;

#[path = "yardstick/tab.rs"]
mod yardstick;

use yardstick::{Arrays, Bitboards, Form, hash};

/// The columns of the definition's default variant.
const COLUMNS: usize = 16;

/// How many playouts are timed together, the first ones of [`SEED`].
///
/// Of much fewer ones the processor learns every branch by heart when they are played again and again:
/// eight made the bitboards half as fast again as they are.
const PLAYOUTS: u64 = 64;

/// How many of them are proven to be the same game before.
const PROVEN: u64 = 8;

/// The seed of all playouts.
const SEED: u64 = 1;

/// One way to play.
struct Way {
    name: &'static str,
    /// Makes what plays the playout of an index and says how many throws and moves it had.
    player: fn() -> Box<dyn FnMut(u64) -> u64>,
    /// The hash of each playout.
    hashes: fn() -> Vec<u64>,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// All ways to play, the yardstick's first.
const WAYS: &[Way] = &[
    Way {
        name: "yardstick-bitboards",
        player: by_form::<Bitboards<COLUMNS>>,
        hashes: hashes_of_form::<Bitboards<COLUMNS>>,
    },
    Way {
        name: "yardstick-arrays",
        player: by_form::<Arrays<COLUMNS>>,
        hashes: hashes_of_form::<Arrays<COLUMNS>>,
    },
    Way { name: "compiled", player: || by_play(false), hashes: || hashes_of_play(false) },
    Way { name: "interpreted", player: || by_play(true), hashes: || hashes_of_play(true) },
];

fn main() {
    let expected = (WAYS[0].hashes)();
    for way in WAYS {
        assert_eq!((way.hashes)(), expected, "`{way}` plays another game than `{}`", WAYS[0]);
    }
    divan::main();
}

/// Random playouts of the default variant, five times or for a second.
#[divan::bench(args = WAYS, sample_count = 5, min_time = 1)]
fn playouts(bencher: Bencher, way: &Way) {
    let mut playout = (way.player)();
    let mut playouts = move || (0..PLAYOUTS).map(&mut playout).sum::<u64>();
    let n_items = playouts();
    bencher.counter(ItemsCount::new(n_items)).bench_local(playouts);
}

fn by_form<F: Form + 'static>() -> Box<dyn FnMut(u64) -> u64> {
    let mut form = F::default();
    Box::new(move |index| {
        let mut stream = Stream::new(SEED, index);
        let count = yardstick::playout(&mut form, &mut stream, Caps::default(), &mut ());
        count.plies + count.throws
    })
}

fn hashes_of_form<F: Form>() -> Vec<u64> {
    let mut form = F::default();
    let hash = |index| hash::of_form(&mut form, &mut Stream::new(SEED, index), Caps::default()).0;
    (0..PROVEN).map(hash).collect()
}

fn by_play(interpreted: bool) -> Box<dyn FnMut(u64) -> u64> {
    let mut play = play(interpreted);
    Box::new(move |index| {
        let mut stream = Stream::new(SEED, index);
        let record = lab::playout(&mut play, &mut stream, Caps::default());
        let record = record.expect("the rules of a shipped game are sound");
        record.plies + record.throws
    })
}

fn hashes_of_play(interpreted: bool) -> Vec<u64> {
    let mut play = play(interpreted);
    let hash = |index| {
        let hash = hash::of_play(&mut play, &mut Stream::new(SEED, index), Caps::default());
        hash.expect("the rules of a shipped game are sound").0
    };
    (0..PROVEN).map(hash).collect()
}

fn play(interpreted: bool) -> Play {
    let library = Library::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games"));
    let definition = library.open("tab").expect("a shipped definition is sound");
    let game = definition.build(&Choice::default()).expect("its defaults fit together");
    let limits = Limits { interpreted, ..Limits::default() };
    Play::new(Arc::new(game), limits).expect("its rules are sound")
}

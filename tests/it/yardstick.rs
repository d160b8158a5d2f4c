//! The hand-written tâb of the benches plays the game of the shipped definition, node by node.

use std::sync::Arc;

use araudi::definition::{Choice, Library, Setting};
use araudi::lab::{Caps, Stream};
use araudi::rules::Play;
use araudi::script::Limits;

use crate::logs::root;

#[path = "../../benches/yardstick/tab.rs"]
mod tab;

use tab::{Arrays, Bitboards, hash};

/// Compares playouts of araudi and of both forms; `YARDSTICK=200` asks for ten times as many.
fn check<const COLUMNS: usize>(caps: Caps, n: u64) {
    let n = n * std::env::var("YARDSTICK").ok().and_then(|n| n.parse().ok()).unwrap_or(20) / 20;
    let mut play = play(COLUMNS);
    let (mut arrays, mut bitboards) =
        (Arrays::<COLUMNS>::default(), Bitboards::<COLUMNS>::default());
    for index in 0..n {
        let stream = Stream::new(20, index);
        let expected = hash::of_play(&mut play, &mut stream.clone(), caps);
        let expected = expected.expect("the rules of a shipped game are sound");
        let context = format!("playout {index} on {COLUMNS} columns, {caps:?}");
        let found = hash::of_form(&mut arrays, &mut stream.clone(), caps);
        assert_eq!(found, expected, "arrays, {context}");
        let found = hash::of_form(&mut bitboards, &mut stream.clone(), caps);
        assert_eq!(found, expected, "bitboards, {context}");
    }
}

fn play(columns: usize) -> Play {
    let columns = Setting { name: "columns".into(), value: columns.to_string(), place: None };
    let choice = Choice { set: vec![columns], ..Choice::default() };
    let game = Library::folder(&root().join("games"))
        .open("tab")
        .and_then(|definition| definition.build(&choice));
    match game.and_then(|game| Play::new(Arc::new(game), Limits::default())) {
        Ok(play) => play,
        Err(error) => panic!("{error:#}"),
    }
}

#[test]
fn both_forms_play_the_definition() {
    check::<16>(Caps::default(), 20);
    check::<9>(Caps::default(), 20);
    check::<6>(Caps::default(), 20);
}

#[test]
fn a_playout_ends_at_the_same_cap() {
    for n in [1, 7, 30] {
        check::<6>(Caps::of_plies(n), 4);
        check::<6>(Caps { throws: n, ..Caps::default() }, 4);
    }
}

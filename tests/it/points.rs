//! Boards of points: neighbors, columns and rows for scripts, and what the digest covers.

use std::collections::BTreeSet;
use std::sync::Arc;

use araudi::definition::{Choice, Definition};
use araudi::error::Source;
use araudi::rules::Play;
use araudi::script::Limits;

const YAML: &str = include_str!("../definitions/ok/points.yaml");

#[test]
fn points_have_neighbors_columns_and_rows() {
    let yaml =
        include_str!("../definitions/ok/points.yaml").to_owned() + "text: {reasons: {R1: end}}\n";
    let rules = "fn next_to(g, site, sum) {
            let n = 0;
            let last = none;
            for other in g.neighbors(site) {
                if other <= last || !g.adjacent(site, other) || !g.adjacent(other, site) { throw site; }
                n = n * 100 + other;
                last = other;
            }
            if n != sum { throw n; }
        }
        fn turn(g) {
            // 0: b1 d1, 2: a2 c2 e2, 5: b3 d3, 7: pot home_red home_blue
            next_to(g, 2, 305); next_to(g, 3, 1020506); next_to(g, 1, 304); next_to(g, 7, 0);
            if g.adjacent(2, 2) || g.adjacent(2, 4) || g.adjacent(none, 2) { throw 1; }
            if g.column(site::c2) != 3 || g.row(site::b3) != 3 || g.row(site::pot) != none { throw 2; }
            if g.square(5, 2) != site::e2 || g.square(1, 1) != none || g.square(0, 9) != none { throw 3; }
            if g.row_for(player::blue, site::b3) != 1 { throw 4; }
            if g.square_for(player::blue, 2, 3) != site::b1 { throw 5; }
            let n = 0;
            for site in g.sites(zone::high) { n = n * 100 + site; }
            if n != 3040506 { throw n; }
            g.draw(reason::R1);
        }";
    let sources = (Source::new("game.yaml", yaml), Source::new("rules.rhai", rules));
    let game = Definition::from_sources(sources.0, sources.1)
        .and_then(|definition| definition.build(&Choice::default()))
        .and_then(|game| Play::new(Arc::new(game), Limits::default()));
    match game {
        Ok(play) => assert!(play.outcome().is_some(), "the hook ends the game"),
        Err(error) => panic!("{error:#}"),
    }
}

#[test]
fn the_digest_covers_points_and_neighbors() {
    let digest = |from: &str, to: &str| {
        let yaml = YAML.replace(from, to);
        assert!(from.is_empty() || yaml != YAML, "{from}");
        let rules = Source::new("rules.rhai", "fn turn(g) {}\nfn moves(g, step) {}\n");
        let definition = Definition::from_sources(Source::new("game.yaml", yaml), rules);
        let game = definition.and_then(|definition| definition.build(&Choice::default()));
        game.map(|game| game.digest().to_owned()).expect("it is right")
    };
    // Said otherwise, the neighbors are the same.
    assert_eq!(digest("[1, -1]]", "[-1, 1], [-1, -1]]"), digest("", ""));
    assert_eq!(digest("a2 c2, b1 d1", "d1 b1, a2 c2, a2 b1"), digest("", ""));
    let played_otherwise = [
        ("", ""),
        ("[1, -1]]", "[2, 0]]"),
        ("a2 c2, b1 d1", "a2 c2"),
        (". o . o .\n      o . o . o\n", ". o . o o\n      o . o . o\n"),
        // A column without points: the same names, but more places for a look.
        (
            ". o .\n      o . o . o\n      . o . o .",
            ". o . .\n      o . o . o .\n      . o . o . .",
        ),
    ];
    let digests: BTreeSet<String> =
        played_otherwise.iter().map(|(from, to)| digest(from, to)).collect();
    assert_eq!(digests.len(), played_otherwise.len());
}

//! Boards of rings, lanes and sites beside them.

use araudi::board::{Line, Shape};
use araudi::definition::{Choice, Definition, Seats, Setting};
use araudi::error::{Result, Source};
use araudi::game::{Game, NONE};

const LINES: &str = include_str!("../definitions/ok/lines.yaml");

fn build(yaml: &str, players: Option<&[&str]>, set: &[(&str, &str)]) -> Result<Game> {
    let rules = Source::new("rules.rhai", "fn turn(g) {}\nfn moves(g, step) {}\n");
    let log = Source::new("a.gamelog", "set six true\n");
    let set = set.iter().map(|(name, value)| Setting {
        name: (*name).into(),
        value: (*value).into(),
        place: Some(log.place(8..12)),
    });
    let players = players.map(|ids| Seats::Named(ids.iter().map(|id| (*id).to_owned()).collect()));
    let choice = Choice { players, set: set.collect(), ..Choice::default() };
    Definition::from_sources(Source::new("game.yaml", yaml), rules)?.build(&choice)
}

#[track_caller]
fn game(players: Option<&[&str]>, set: &[(&str, &str)]) -> Game {
    build(LINES, players, set).unwrap_or_else(|error| panic!("{error:#}"))
}

fn names(game: &Game, sites: impl IntoIterator<Item = usize>) -> String {
    let names: Vec<&str> = sites.into_iter().map(|site| game.board().name(site)).collect();
    names.join(" ")
}

#[test]
fn sites_stand_in_the_order_of_ring_lanes_and_what_is_beside() {
    let game = game(Some(&["blue", "red"]), &[]);
    let board = game.board();
    assert_eq!(
        names(&game, 0..board.n_sites()),
        "1 2 3 4 5 6 7 8 r1 r2 b1 b2 g1 g2 home_blue home_red pot"
    );
    assert_eq!(board.shape(), Shape::Lines);
    assert_eq!(board.lines().len(), 4);
    assert_eq!(board.lines()[0], Line { sites: 0..8, closed: true });
    assert_eq!(board.lines()[3], Line { sites: 12..14, closed: false });
    let home = board.site("home_red").expect("red has a home");
    assert_eq!((board.sites()[home].owner, board.name_for(home, 1)), (Some(1), "home"));
    assert_eq!(
        (board.site_for("home", 1), board.site_for("home", 0)),
        (Some(home), Some(home - 1))
    );
    assert_eq!((board.rest(0), board.rest(1)), (Some(home - 1), Some(home)));
}

#[test]
fn names_that_are_not_there_are_none_to_scripts() {
    let game = game(Some(&["blue", "red"]), &[]);
    let sites = &game.names()["site"];
    for absent in ["o1", "o2", "home_green", "home_orange", "shed", "shed_red"] {
        assert_eq!(sites.get(absent), Some(&NONE), "{absent}");
    }
    assert_eq!(sites.get("o3"), None);
    assert_eq!((sites["b2"], sites["pot"]), (11, 16));
}

#[test]
fn zones_and_pieces_follow_who_plays() {
    let game = game(None, &[]);
    let zone = |id: &str, player: usize| {
        let zone = game.zones().iter().find(|zone| zone.name == id).expect("the zone is there");
        names(&game, zone.sites[player].iter())
    };
    assert_eq!(game.players().len(), 3);
    assert_eq!(zone("home", 0), "home_red pot");
    assert_eq!(zone("home", 2), "home_green pot");
    assert_eq!(zone("every", 1), "home_red home_blue home_green");
    assert_eq!(zone("lane", 1), "b1 b2");
    let starts = |player: usize| {
        let own = game.pieces().iter().filter(|piece| piece.owner == player);
        own.map(|piece| piece.start.map_or("-", |site| game.board().name(site)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(starts(0), "home_blue home_red r1 r2");
    assert_eq!(starts(1), "home_blue home_red b1 b2 - -");
    assert_eq!(starts(2), "home_blue home_red g1 g2 home_green 1");
    let blue = game.tracks()[1].as_ref().expect("blue has a track");
    assert_eq!(names(&game, [blue.start]), "home_blue");
    let eight = game.board().site("8").expect("a square");
    assert_eq!(names(&game, blue.next[eight].iter().map(|n| usize::from(*n))), "1");
}

#[test]
fn the_lower_of_two_capacities_counts() {
    let game = game(Some(&["red", "blue", "green", "orange"]), &[("six", "true")]);
    let capacity = |name: &str| {
        let site = game.board().site(name).expect("the site is there");
        game.board().sites()[site].capacity
    };
    assert_eq!(
        ["1", "o1", "o3", "pot", "home_red"].map(capacity),
        [Some(3), Some(1), Some(1), None, None]
    );
    assert_eq!(game.teams(), ["warm", "cold"]);
    assert_eq!((game.players()[0].team, game.players()[2].team), (Some(0), None));
    assert_eq!(game.dice()[0].outcomes.len(), 4, "the number of players is known");
}

#[test]
fn seats_follow_the_options() {
    let ids = |set: &[(&str, &str)], count| {
        let players = Choice { players: Some(Seats::Count(count)), ..Choice::default() };
        let set = set.iter().map(|(name, value)| Setting {
            name: (*name).into(),
            value: (*value).into(),
            place: None,
        });
        let rules = Source::new("rules.rhai", "fn turn(g) {}\nfn moves(g, step) {}\n");
        let game = Definition::from_sources(Source::new("game.yaml", LINES), rules)
            .and_then(|d| d.build(&Choice { set: set.collect(), ..players }))
            .map_err(|error| error.code())?;
        Ok(game.players().iter().map(|p| p.id.clone()).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(ids(&[], 3), Ok("red blue green".into()));
    assert_eq!(ids(&[("six", "true")], 3), Ok("red blue orange".into()));
    assert_eq!(ids(&[("six", "true")], 4), Ok("red blue green orange".into()));
    assert_eq!(ids(&[], 4), Err("unknown-seats"));
}

#[test]
fn an_option_may_ask_who_plays() {
    let with = |condition: &str| {
        let yaml = LINES.replace("where: players > 1", &format!("where: {condition}"));
        let error = build(&yaml, Some(&["red", "blue"]), &[("six", "true")]).err();
        error.map(|error| {
            let place = error.problems()[0].place().expect("the place is known");
            (error.problems().len(), error.code(), place.to_string(), error.to_string())
        })
    };
    assert_eq!(with("seated(\"red\") && players == 2"), None);
    let (n, code, place, text) = with("seated(\"green\")").expect("green does not play");
    assert_eq!((n, code, place.as_str()), (1, "option-where", "a.gamelog:1:9"));
    assert!(text.contains("`six = true` does not fit: expected `seated(\"green\")`"), "{text}");
    let told = with("{that: players > 2, eu: gutxi, en: too few}").expect("two play");
    assert!(told.3.contains("`six = true` does not fit: too few"), "{}", told.3);
    assert_eq!(with("seated(\"grene\")").map(|found| found.1), Some("bad-expression"));
    // With the default nothing is asked.
    let yaml = LINES.replace("where: players > 1", "where: players > 9");
    assert!(build(&yaml, None, &[]).is_ok());
}

#[test]
fn a_drawing_leaves_out_what_is_not_there() {
    let game = game(Some(&["red", "blue"]), &[]);
    let drawing = &game.display().drawing;
    let row = |i: usize| {
        let cells = drawing[i].iter().map(|site| site.map_or(".", |site| game.board().name(site)));
        cells.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(drawing.len(), 3);
    assert_eq!(
        (row(0), row(1), row(2)),
        ("home_red 1 2 3 . home_blue".into(), String::new(), "r1 r2 . . . pot".into())
    );
}

#[test]
fn the_digest_knows_the_board_but_not_its_drawing() {
    let digest = |from: &str, to: &str| {
        assert!(LINES.contains(from), "{from}");
        let yaml = LINES.replace(from, to);
        build(&yaml, None, &[]).map(|game| game.digest().to_owned()).expect("it is right")
    };
    let plain = digest("game: g", "game: g");
    assert_eq!(digest("home_red 1 2 3", "home_red 3 2 1"), plain);
    for (from, to) in [
        ("ring: 3, lane", "ring: 4, lane"),
        ("rest: true", "rest: false"),
        ("pot: {}", "pot: {per: game, rest: false, when: \"1 < 2\"}"),
    ] {
        assert_eq!(digest(from, to) == plain, from.starts_with("pot"), "{from}");
    }
}

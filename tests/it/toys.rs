//! The toy games of the examples are games like any other.

use std::path::Path;
use std::sync::Arc;

use araudi::definition::{Choice, Library, Setting};
use araudi::error::Source;
use araudi::lab::{self, Bot, Caps};
use araudi::rules::{Node, Play};
use araudi::script::Limits;

fn play(settings: &[(&str, &str)]) -> Play {
    play_of("race", settings)
}

fn play_of(game: &str, settings: &[(&str, &str)]) -> Play {
    let set = settings.iter().map(|(name, value)| Setting {
        name: (*name).into(),
        value: (*value).into(),
        place: None,
    });
    let choice = Choice { set: set.collect(), ..Choice::default() };
    let game = Library::folder(Path::new("tests/games"))
        .open(game)
        .and_then(|definition| definition.build(&choice));
    match game.and_then(|game| Play::new(Arc::new(game), Limits::default())) {
        Ok(play) => play,
        Err(error) => panic!("{error:#}"),
    }
}

#[track_caller]
fn step(play: &mut Play, throw: i32, legal: &[&str], chosen: &str) {
    play.throw_faces(&[throw]).expect("a throw is due");
    assert_eq!(play.legal_texts(), Ok(legal.iter().map(|s| (*s).to_owned()).collect()));
    play.play_text(chosen).expect("the move is legal");
}

#[test]
fn the_race_is_won_at_the_goal() {
    let mut race = play(&[("length", "5")]);
    step(&mut race, 3, &["a1-d1", "a1-d2"], "a1-d2");
    // Blue meets red, who starts anew.
    step(&mut race, 3, &["a2-d1", "a2xd2"], "a2xd2");
    step(&mut race, 1, &["a1-b1"], "a1-b1");
    step(&mut race, 2, &["d2-e1"], "d2-e1");
    let outcome = race.outcome().expect("somebody won");
    assert_eq!(outcome.winner(), Some(1));
}

#[test]
fn the_exact_race_waits_for_the_right_throw() {
    let mut race = play(&[("length", "5"), ("exact", "true"), ("start", "blue")]);
    step(&mut race, 3, &["a2-d1", "a2-d2"], "a2-d1");
    step(&mut race, 1, &["a1-b1"], "a1-b1");
    step(&mut race, 3, &["stay"], "stay");
    assert_eq!(race.outcome(), None);
}

#[test]
fn the_circuit_is_run_from_home_to_the_end_of_the_lane() {
    let settings = [("squares", "8"), ("start_men", "0"), ("men", "1")];
    let mut circuit = play_of("circuit", &settings);
    step(&mut circuit, 2, &["@2"], "@2");
    step(&mut circuit, 1, &["@5"], "@5");
    step(&mut circuit, 4, &["2-6"], "2-6");
    // Blue hits red, who is at home again; the start squares are safe.
    step(&mut circuit, 1, &["5x6"], "5x6");
    step(&mut circuit, 1, &["@1"], "@1");
    step(&mut circuit, 3, &["stay"], "stay");
    step(&mut circuit, 4, &["1-5"], "1-5");
    step(&mut circuit, 4, &["6-2"], "6-2");
    step(&mut circuit, 4, &["5-r1"], "5-r1");
    step(&mut circuit, 3, &["2-b1"], "2-b1");
    step(&mut circuit, 3, &["stay"], "stay");
    step(&mut circuit, 2, &["b1-b3"], "b1-b3");
    assert_eq!(circuit.outcome().and_then(araudi::outcome::Outcome::winner), Some(1));
}

#[test]
fn three_play_the_circuit_with_lanes_and_homes_of_their_own() {
    let mut circuit = play_of("circuit", &[("three", "true"), ("first", "green")]);
    step(&mut circuit, 4, &["@8"], "@8");
    step(&mut circuit, 1, &["9-10", "@9"], "@9");
    // The ninth square is safe for blue, who now has two pieces there.
    step(&mut circuit, 4, &["1x5", "@4"], "@4");
    step(&mut circuit, 1, &["5-6"], "5-6");
    assert_eq!(circuit.outcome(), None);
}

#[test]
fn greedy_beats_random_on_the_wide_circuit() {
    let wide = play_of("circuit", &[("squares", "24"), ("men", "3"), ("start_men", "0")]);
    for seats in [[Bot::Greedy, Bot::Random], [Bot::Random, Bot::Greedy]] {
        let options =
            lab::Options { bots: seats.to_vec(), n: 200, seed: 7, jobs: 2, max_plies: Caps::PLIES };
        let report = lab::simulate(wide.game(), Limits::default(), &options, &|_| {});
        let report = report.expect("sound rules");
        for seat in &report.players {
            let (better, share) = (seat.bot == "greedy", &seat.wins);
            assert!(if better { share.low.0 > 0.5 } else { share.high.0 < 0.5 }, "{seat:?}");
        }
    }
}

#[test]
fn a_ford_with_sites_and_a_history_is_read_as_it_was_written() {
    let mut ford = play_of("ford", &[]);
    let mut twin = play_of("ford", &[]);
    let mut n_recorded = 0;
    for i in 0..60 {
        match ford.node() {
            Node::Chance { .. } => ford.throw(i % 2).expect("a throw is due"),
            Node::Choice { .. } => {
                let n = ford.legal_texts().expect("a choice is due").len();
                ford.play(i * 7 % n).expect("the move is legal");
            }
            Node::Over => break,
        }
        let text = ford.position_text();
        n_recorded += usize::from(text.contains("\nrecorded "));
        twin.set_position(&Source::new("position", text.as_str())).expect("it is as written");
        assert_eq!(twin.position_text(), text);
        assert_eq!(twin.legal_texts().ok(), ford.legal_texts().ok());
    }
    assert!(n_recorded > 5, "stones are laid");
}

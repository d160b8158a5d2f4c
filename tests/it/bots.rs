//! Bots that think, in the shipped games and in those for tests.

use std::sync::Arc;

use araudi::definition::{Choice, Library, Seats};
use araudi::game::Game;
use araudi::lab::{Bot, Caps, ContestOptions, ContestReport, Seating, Stream, contest};
use araudi::rules::{Node, Play};
use araudi::script::Limits;

use crate::conformance::sound;
use crate::logs::root;

fn game(folder: &str, name: &str, choice: &Choice) -> Arc<Game> {
    let definition = Library::folder(&root().join(folder)).open(name);
    Arc::new(sound(name, definition.and_then(|definition| definition.build(choice))))
}

fn for_two() -> Choice {
    Choice { players: Some(Seats::Count(2)), ..Choice::default() }
}

fn bots(names: &[&str]) -> Vec<Bot> {
    names.iter().map(|name| name.parse().unwrap_or_else(|e| panic!("{name}: {e}"))).collect()
}

fn meet(game: &Arc<Game>, names: &[&str], rounds: u64, max_plies: u64) -> ContestReport {
    let options = ContestOptions { bots: bots(names), rounds, seed: 1, jobs: 2, max_plies };
    sound(game.name(), contest(game, Limits::default(), &options, &|_| {}))
}

#[test]
fn thinking_beats_chance() {
    let game = game("tests/games", "circuit", &for_two());
    for thinker in ["mcts:40", "flat:40"] {
        let report = meet(&game, &[thinker, "random"], 20, Caps::PLIES);
        let [thinker, random] = report.bots.as_slice() else { panic!("two bots") };
        assert!(thinker.wins.low.0 > 0.5, "{report:?}");
        assert_eq!(thinker.wins.count + random.wins.count, report.n);
    }
}

#[test]
fn chance_is_as_good_as_chance() {
    for name in ["tab", "partxis"] {
        let report = meet(&game("games", name, &for_two()), &["random"; 2], 60, Caps::PLIES);
        for bot in &report.bots {
            let (low, high) = (bot.points.low.0, bot.points.high.0);
            assert!(low < 0.5 && 0.5 < high, "{name}: {report:?}");
        }
    }
}

#[test]
fn greedy_beats_chance_by_far() {
    // Random play finds no end at challenge for long, so that few games say it.
    let report = meet(&game("games", "challenge", &for_two()), &["greedy", "random"], 4, 2000);
    assert!(report.bots[0].wins.count > report.bots[1].wins.count, "{report:?}");
    for name in ["tab", "partxis", "daku"] {
        let game = game("games", name, &for_two());
        let report = meet(&game, &["greedy", "random"], 20, Caps::PLIES);
        assert!(report.bots[0].wins.low.0 > 0.6, "{name}: {report:?}");
    }
}

#[test]
fn every_shipped_game_can_be_thought_about() {
    let library = Library::folder(&root().join("games"));
    for name in sound("games", library.names()) {
        let game = game("games", &name, &Choice::default());
        let names = vec!["mcts:4:cap=4", "flat:4:cap=4"];
        let options =
            |jobs| ContestOptions { bots: bots(&names), rounds: 1, seed: 3, jobs, max_plies: 30 };
        let report = |jobs| contest(&game, Limits::default(), &options(jobs), &|_| {});
        let one = sound(&name, report(1));
        assert_eq!((one.n, one.repeatable), (2, true));
        assert_eq!(sound(&name, report(2)), one);
    }
}

#[test]
fn a_win_at_once_is_taken() {
    let mut n_found = 0;
    for name in ["race", "trail"] {
        let game = game("tests/games", name, &for_two());
        let mut play = sound(name, Play::new(Arc::clone(&game), Limits::default()));
        play.set_history(true);
        let mut seating = sound(name, Seating::new(&bots(&["mcts:40"]), &play));
        for index in 0..60 {
            let mut stream = Stream::new(5, index);
            sound(name, play.restart());
            loop {
                let chosen = match play.node() {
                    Node::Over => break,
                    Node::Chance { die, .. } => {
                        let outcome = stream.outcome(&game.dice()[die]);
                        sound(name, play.throw(outcome));
                        continue;
                    }
                    Node::Choice { player, .. } => {
                        let winning = winning(name, &mut play, player);
                        if !winning.is_empty() && winning.len() < play.legal().len() {
                            let chosen = sound(name, seating.choose(&mut play, &mut stream));
                            assert!(winning.contains(&chosen), "{name}: {chosen}, {winning:?}");
                            n_found += 1;
                        }
                        stream.below(play.legal().len() as u32) as usize
                    }
                };
                sound(name, play.play(chosen));
            }
        }
    }
    assert!(n_found > 5, "{n_found}");
}

/// The legal moves that win at once.
fn winning(name: &str, play: &mut Play, player: usize) -> Vec<usize> {
    let mut winning = Vec::new();
    for index in 0..play.legal().len() {
        sound(name, play.play(index));
        if play.outcome().is_some_and(|outcome| outcome.won(player)) {
            winning.push(index);
        }
        sound(name, play.undo(1));
    }
    winning
}

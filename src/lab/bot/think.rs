//! Bots that try moves by random play: what flat Monte Carlo and the tree search share.

use crate::error::{Error, Result};
use crate::lab::Stream;
use crate::rules::{Mark, Play};

use super::Bot;
use super::effort::Effort;
use super::flat::Flat;
use super::rollout::Rollouts;
use super::timer::Timer;
use super::uct::Uct;

/// What such a bot thinks with; it can be used for one bot after the other.
#[derive(Debug)]
pub(super) struct Thinker {
    /// Where the choice is due.
    start: Mark,
    rollouts: Rollouts,
    flat: Flat,
    uct: Uct,
    /// The moves that are equally good.
    best: Vec<usize>,
}

/// How a bot uses random plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// Equally many after every move.
    Flat,
    /// In a tree.
    Uct,
}

impl Thinker {
    pub(super) fn new(play: &Play) -> Self {
        Self {
            start: play.mark(),
            rollouts: Rollouts::new(play.game()),
            flat: Flat::default(),
            uct: Uct::default(),
            best: Vec::new(),
        }
    }

    /// The index of a best move for the player who has to choose.
    ///
    /// Where there are several moves, two words of the stream seed another one, from which all comes
    /// that the bot thinks: so the playout's stream goes on in the same place however long that is.
    pub(super) fn choose(
        &mut self,
        play: &mut Play,
        player: usize,
        (method, effort): (Method, Effort),
        stream: &mut Stream,
    ) -> Result<usize> {
        let n_legal = play.legal().len();
        if n_legal < 2 {
            return Ok(0);
        }
        let mut own = stream.branch();
        let timer = Timer::start(effort.budget, n_legal);
        let history = play.set_history_aside();
        play.mark_in(&mut self.start);
        self.rollouts.set_cap(effort.cap());
        self.best.clear();
        let (start, best) = (&self.start, &mut self.best);
        let with = (&mut own, &mut self.rollouts, &timer);
        let thought = match method {
            Method::Flat => self.flat.think(play, start, (player, n_legal), with, best),
            Method::Uct => self.uct.think(play, start, n_legal, with, best),
        };
        play.return_to(&self.start);
        play.restore_history(history);
        thought.map_err(|error| tried(error, (method, effort)))?;
        let among = self.best.len() as u32;
        let chosen = if among > 1 { own.below(among) as usize } else { 0 };
        Ok(self.best.get(chosen).copied().unwrap_or(0))
    }
}

fn tried(error: Error, (method, effort): (Method, Effort)) -> Error {
    let bot = match method {
        Method::Flat => Bot::Flat(effort),
        Method::Uct => Bot::Mcts(effort),
    };
    error.map(|problem| problem.note(format!("the bot `{bot}` was playing on for trial")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Budget;
    use crate::lab::bot::toy;
    use crate::rules::Node;

    const METHODS: [Method; 2] = [Method::Flat, Method::Uct];

    fn choose(
        play: &mut Play,
        method: Method,
        effort: Effort,
        stream: &mut Stream,
    ) -> Result<usize> {
        let Node::Choice { player, .. } = play.node() else { panic!("no choice is due") };
        Thinker::new(play).choose(play, player, (method, effort), stream)
    }

    /// How often each of two moves is chosen at the start of a toy.
    fn choices(mut play: Play, method: Method, n_trials: u32) -> [u32; 2] {
        let mut counts = [0; 2];
        for seed in 0..20 {
            let mut stream = Stream::new(seed, 0);
            let chosen = choose(&mut play, method, Effort::of_trials(n_trials), &mut stream);
            counts[chosen.expect("sound rules")] += 1;
            assert_eq!(stream.position(), 2);
        }
        counts
    }

    #[test]
    fn a_tree_finds_the_only_move_that_wins() {
        // Who leaves a multiple of three wins, whatever the other one does.
        assert_eq!(choices(toy::play("heap", 7, 2), Method::Uct, 400), [20, 0]);
        assert_eq!(choices(toy::play("heap", 8, 2), Method::Uct, 400), [0, 20]);
        // Who takes the last stone loses: one more has to be left.
        assert_eq!(choices(toy::play("lost", 6, 2), Method::Uct, 400), [0, 20]);
        assert_eq!(choices(toy::play("lost", 8, 2), Method::Uct, 400), [20, 0]);
    }

    #[test]
    fn a_win_at_once_is_taken() {
        for method in METHODS {
            assert_eq!(choices(toy::play("heap", 2, 2), method, 30), [0, 20]);
            assert_eq!(choices(toy::play("heap", 2, 3), method, 30), [0, 20]);
        }
    }

    #[test]
    fn a_tree_knows_a_throw_before_it_goes_on() {
        // `risk` wins whenever one answers right to the number, half of the time at random; `safe`
        // wins with six of ten.
        assert_eq!(choices(toy::play("gamble", 1, 2), Method::Uct, 2000), [20, 0]);
        let [risk, safe] = choices(toy::play("gamble", 1, 2), Method::Flat, 2000);
        assert!(safe > 15, "{risk} {safe}");
    }

    #[test]
    fn each_of_three_players_plays_for_themselves() {
        // Three stones are lost for whom they are left to: the next one takes the last. So two of five
        // leave the win to the third player, and one of five leaves it to the second to say whether
        // the third or the first one wins, which is the same to the second.
        assert_eq!(choices(toy::play("heap", 5, 3), Method::Uct, 400), [20, 0]);
    }

    #[test]
    fn the_play_stands_where_it_stood() {
        for method in METHODS {
            let mut play = toy::play("heap", 10, 2);
            play.set_history(true);
            play.play(0).expect("a move is due");
            let before = play.position_text();
            let mut stream = Stream::new(3, 0);
            let effort = Effort::of_trials(50);
            choose(&mut play, method, effort, &mut stream).expect("sound rules");
            assert_eq!((play.position_text(), play.legal().len()), (before, 2));
            play.undo(1).expect("the history is there");
            play.play(1).expect("a move is due");
        }
    }

    #[test]
    fn a_choice_between_one_takes_nothing() {
        for method in METHODS {
            let mut play = toy::play("heap", 1, 2);
            let mut stream = Stream::new(1, 0);
            let effort = Effort::of_trials(1_000_000_000);
            assert_eq!(choose(&mut play, method, effort, &mut stream), Ok(0));
            assert_eq!(stream.position(), 0);
        }
    }

    #[test]
    fn a_game_without_an_end_is_broken_off() {
        for method in METHODS {
            for cap in [None, Some(1), Some(5)] {
                let effort = Effort { budget: Budget::Trials(20), cap };
                let mut play = toy::play("forever", 9, 2);
                let chosen = choose(&mut play, method, effort, &mut Stream::new(1, 0));
                assert!(chosen.is_ok_and(|index| index < 2));
            }
        }
    }

    #[test]
    fn time_is_a_budget_too() {
        for method in METHODS {
            let effort = Effort { budget: Budget::Millis(5), cap: None };
            let mut play = toy::play("heap", 2, 2);
            let chosen = choose(&mut play, method, effort, &mut Stream::new(1, 0));
            assert_eq!(chosen, Ok(1));
        }
    }

    #[test]
    fn a_failure_tells_who_was_thinking() {
        for (method, name) in [(Method::Flat, "`flat:60`"), (Method::Uct, "`mcts:60`")] {
            let mut play = toy::play("broken", 9, 2);
            let before = play.position_text();
            let error = choose(&mut play, method, Effort::of_trials(60), &mut Stream::new(1, 0));
            let error = error.expect_err("rules that fail");
            let problem = &error.problems()[0];
            let line = problem.place().map(crate::error::Place::line);
            assert_eq!((error.code(), line), ("arithmetic", Some(21)));
            assert!(
                problem.notes().iter().any(|note| note.contains(name)),
                "{:?}",
                problem.notes()
            );
            assert_eq!(play.position_text(), before);
        }
    }
}

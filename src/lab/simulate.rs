//! Many playouts on several threads, with the same result for any number of them.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::error::Result;
use crate::game::Game;
use crate::script::Limits;

use super::bot::Bot;
use super::playout::Playout;
use super::report::Report;
use super::subject::Subject;
use super::tally::Tally;

mod workers;

pub use workers::each;

/// The stack of each thread: hooks may nest deeply.
pub(super) const STACK_BYTES: usize = 16 * 1024 * 1024;

/// How to simulate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Who plays on each seat, as [`Bot::on_seat`] says; empty for random play.
    pub bots: Vec<Bot>,
    /// How many playouts.
    pub n: u64,
    /// The seed of all their streams.
    pub seed: u64,
    /// How many threads; 0 counts as 1. The result does not depend on it.
    pub jobs: usize,
    /// The cap on moves in a playout.
    pub max_plies: u64,
}

/// Plays `n` playouts, playout i with the stream of the seed and i, and reports on them.
///
/// `progress` is told how many playouts are done, in rising order.
///
/// # Errors
///
/// Those of [`each`].
pub fn simulate(
    game: &Arc<Game>,
    limits: Limits,
    options: &Options,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report> {
    let tally = tally(game, limits, options, 0..options.n, progress)?;
    Ok(Report::new(&Subject::new(game, options), &tally))
}

/// Adds up the playouts with these indices; [`Options::n`] plays no part.
///
/// `progress` is told how many playouts are done, in rising order.
///
/// # Errors
///
/// Those of [`each`].
pub fn tally(
    game: &Arc<Game>,
    limits: Limits,
    options: &Options,
    indices: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Tally> {
    let mut tally = Tally::new(game);
    let mut add = |_, playout: Playout| {
        tally.add(&playout);
        progress(tally.n);
        ControlFlow::Continue(())
    };
    each(game, limits, options, indices, &mut add)?;
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::lab::toy;

    fn options(n: u64, jobs: usize) -> Options {
        Options { bots: Vec::new(), n, seed: 11, jobs, max_plies: 200 }
    }

    fn run(ending: &str, options: &Options) -> Result<Report> {
        simulate(&toy::game(ending), Limits::default(), options, &|_| {})
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bytes() {
        let text = |jobs| {
            let report = run("goal", &options(40, jobs)).expect("sound rules");
            serde_json::to_string_pretty(&report).expect("a report is plain data")
        };
        let one = text(1);
        assert!([0, 2, 3, 7].iter().all(|jobs| text(*jobs) == one));
        let value: serde_json::Value = serde_json::from_str(&one).expect("just written");
        assert_eq!(
            (value["n"].as_u64(), value["unfinished"]["count"].as_u64()),
            (Some(40), Some(0))
        );
        assert_eq!(value["reasons"][0]["games"]["count"], 40);
        let wins = |i: usize| value["players"][i]["wins"]["count"].as_u64().expect("a count");
        assert_eq!(wins(0) + wins(1), 40);
        assert_eq!(value["first_player"], value["players"][0]["wins"]);
        // The toy has values, so it is known who leads.
        let changes = value["leads"]["changes"]["max"].as_u64().expect("a count");
        assert!(changes > 0 && value["leads"]["drama"]["mean"].as_f64().expect("a mean") > 0.0);
    }

    #[test]
    fn bots_sit_where_they_are_put_with_any_number_of_threads() {
        let wins = |bots: &[Bot], jobs| {
            let options = Options { bots: bots.to_vec(), ..options(100, jobs) };
            let report = run("goal", &options).expect("sound rules");
            let seats = report.players.iter().map(|seat| (seat.bot.clone(), seat.wins.count));
            let [light, dark] = seats.collect::<Vec<_>>().try_into().expect("two seats");
            (light, dark)
        };
        let (light, dark) = wins(&[Bot::Greedy, Bot::Random], 1);
        assert_eq!((light.0.as_str(), dark.0.as_str()), ("greedy", "random"));
        assert!(light.1 > 80, "{light:?}");
        let (light, dark) = wins(&[Bot::Random, Bot::Greedy], 1);
        assert!(dark.1 > 80, "{dark:?}");
        assert_eq!(wins(&[Bot::Random, Bot::Greedy], 3), (light, dark));
        assert_eq!(wins(&[], 2), wins(&[Bot::Random], 1));
    }

    #[test]
    fn capped_playouts_are_unfinished() {
        let report = run("never", &options(5, 2)).expect("sound rules");
        assert_eq!((report.unfinished.count, report.draws.count), (5, 0));
        assert_eq!((report.plies.min, report.plies.max), (200, 200));
    }

    #[test]
    fn the_lowest_playout_that_fails_is_reported() {
        let error = |jobs| run("broken", &options(30, jobs)).expect_err("rules that fail");
        let one = error(1);
        assert_eq!(one.code(), "arithmetic");
        let place = one.problems()[0].place().expect("a place in the rules");
        assert_eq!((place.source().name(), place.line()), ("rules.rhai", 4));
        let notes = one.problems()[0].notes();
        assert!(notes.iter().any(|note| note.starts_with("seed 11, playout ")), "{notes:?}");
        assert!([2, 5].iter().all(|jobs| error(*jobs) == one));
    }

    #[test]
    fn progress_counts_to_the_end() {
        let last = AtomicU64::new(0);
        let progress = |done| assert_eq!(last.fetch_add(1, Ordering::SeqCst) + 1, done);
        let report = simulate(&toy::game("goal"), Limits::default(), &options(9, 3), &progress);
        assert_eq!((report.expect("sound rules").n, last.into_inner()), (9, 9));
    }

    #[test]
    fn no_playouts_are_a_report_without_figures() {
        let report = run("goal", &options(0, 4)).expect("sound rules");
        assert_eq!((report.n, report.branching.mean, report.turns.low), (0, None, None));
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let game = toy::game("goal");
        let of = |indices| tally(&game, Limits::default(), &options(0, 2), indices, &|_| {});
        let mut sum = of(0..7).expect("sound rules");
        sum.merge(&of(7..30).expect("sound rules"));
        assert_eq!(sum, of(0..30).expect("sound rules"));
        assert_eq!(sum.n, 30);
    }

    #[test]
    fn a_failing_value_is_told_with_its_turn() {
        let error = run("blind", &options(3, 1)).expect_err("the third turn has no value");
        let notes = error.problems()[0].notes();
        assert!(notes.iter().any(|note| note.contains("asked for after turn 2")), "{notes:?}");
        assert!(notes.iter().any(|note| note == "seed 11, playout 0"), "{notes:?}");
    }
}

//! Many playouts on several threads, with the same result for any number of them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::error::{Error, Problem, Result};
use crate::game::Game;
use crate::rules::Play;
use crate::script::Limits;

use super::bot::{Bot, Seating};
use super::playout::{Caps, watched};
use super::report::Report;
use super::stream::Stream;
use super::tally::Tally;

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
/// `progress` is told how many playouts are done, from any thread and in no certain order.
///
/// # Errors
///
/// The problems of the scripts; what [`Seating::new`] refuses; what a hook failed with in the playout
/// of the lowest index that fails, with a note of seed and playout; `no-thread` when the system gives
/// none.
pub fn simulate(
    game: &Arc<Game>,
    limits: Limits,
    options: &Options,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report> {
    // Scripts that do not compile and bots that cannot play fail here, once, and not in every thread.
    Seating::new(&options.bots, &Play::new(Arc::clone(game), limits)?)?;
    let work = Work {
        game,
        limits,
        options,
        progress,
        next: AtomicU64::new(0),
        end: AtomicU64::new(options.n),
        done: AtomicU64::new(0),
        failure: Mutex::new(None),
    };
    let n_threads = options.n.clamp(1, options.jobs.max(1) as u64);
    let mut tally = Tally::new(game);
    thread::scope(|scope| -> Result<()> {
        let start = |_| {
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, || work.run()).map_err(|error| {
                Problem::new("no-thread", format!("cannot start a thread: {error}"))
                    .help("use fewer with `--jobs`")
            })
        };
        let threads: Vec<_> = (0..n_threads).map(start).collect::<Result<_, _>>()?;
        for thread in threads {
            match thread.join() {
                Ok(part) => tally.merge(&part?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(())
    })?;
    match work.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((index, error)) => Err(reproducible(error, options.seed, index)),
        None => Ok(Report::new(game, &tally, &options.bots, options.seed, options.max_plies)),
    }
}

/// What the threads share.
struct Work<'a> {
    game: &'a Arc<Game>,
    limits: Limits,
    options: &'a Options,
    progress: &'a (dyn Fn(u64) + Sync),
    /// The next index that nobody has taken.
    next: AtomicU64,
    /// Where to stop: `n`, or the lowest index that has failed.
    end: AtomicU64,
    done: AtomicU64,
    /// The failure of the lowest index.
    failure: Mutex<Option<(u64, Error)>>,
}

impl Work<'_> {
    /// One thread's part: which playouts fall to it is chance, but they only add up.
    ///
    /// Indices are taken in rising order, and one that is taken is played: so when one fails, all
    /// lower ones are played too, and the lowest failure is found with any number of threads.
    fn run(&self) -> Result<Tally> {
        let mut play = Play::new(Arc::clone(self.game), self.limits)?;
        let mut seating = Seating::new(&self.options.bots, &play)?;
        let mut tally = Tally::new(self.game);
        let caps = Caps::of_plies(self.options.max_plies);
        loop {
            let index = self.next.fetch_add(1, Ordering::SeqCst);
            if index >= self.end.load(Ordering::SeqCst) {
                return Ok(tally);
            }
            let mut stream = Stream::new(self.options.seed, index);
            match watched(&mut play, &mut seating, &mut stream, caps, &mut ()) {
                Ok(record) => tally.add(&record),
                Err(error) => self.fail(index, error),
            }
            (self.progress)(self.done.fetch_add(1, Ordering::SeqCst) + 1);
        }
    }

    fn fail(&self, index: u64, error: Error) {
        self.end.fetch_min(index, Ordering::SeqCst);
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.as_ref().is_none_or(|(lowest, _)| index < *lowest) {
            *failure = Some((index, error));
        }
    }
}

fn reproducible(error: Error, seed: u64, index: u64) -> Error {
    error.map(|problem| problem.note(format!("seed {seed}, playout {index}")))
}

#[cfg(test)]
mod tests {
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
        let most = AtomicU64::new(0);
        let progress = |done| _ = most.fetch_max(done, Ordering::SeqCst);
        let report = simulate(&toy::game("goal"), Limits::default(), &options(9, 3), &progress);
        assert_eq!((report.expect("sound rules").n, most.into_inner()), (9, 9));
    }

    #[test]
    fn no_playouts_are_a_report_without_figures() {
        let report = run("goal", &options(0, 4)).expect("sound rules");
        assert_eq!((report.n, report.branching.mean, report.turns.low), (0, None, None));
    }
}

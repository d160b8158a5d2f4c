//! Threads that play, and one that takes what they played in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use super::{Options, STACK_BYTES};
use crate::error::{Error, Problem, Result};
use crate::game::Game;
use crate::lab::bot::Seating;
use crate::lab::leads::LeadWatch;
use crate::lab::playout::{Caps, Playout, watched};
use crate::lab::stream::Stream;
use crate::rules::Play;
use crate::script::Limits;

/// So many playouts for each thread may be ahead of the one that is taken next.
const AHEAD: u64 = 64;

/// Plays the playouts with these indices, each with the stream of the seed and its index, and hands
/// them over one by one, in the order of their indices, until `take` breaks; [`Options::n`] plays no
/// part.
///
/// What is handed over does not depend on the number of threads, so neither does anything that `take`
/// does with it, not even when it stops early.
///
/// # Errors
///
/// The problems of the scripts; what [`Seating::new`] refuses; what a hook failed with in the playout
/// of the lowest index that fails, with a note of seed and playout, after all before it were handed
/// over; `no-thread` when the system gives none.
pub fn each(
    game: &Arc<Game>,
    limits: Limits,
    options: &Options,
    indices: Range<u64>,
    take: &mut dyn FnMut(u64, Playout) -> ControlFlow<()>,
) -> Result<()> {
    // Scripts that do not compile and bots that cannot play fail here, once, and not in every thread.
    Seating::new(&options.bots, &Play::new(Arc::clone(game), limits)?)?;
    let n = indices.end.saturating_sub(indices.start);
    let n_threads = n.clamp(1, options.jobs.max(1) as u64);
    let work = Work {
        game,
        limits,
        options,
        gate: Mutex::new(Gate { next: indices.start, end: indices.end, taken: indices.start }),
        moved: Condvar::new(),
        ahead: AHEAD.saturating_mul(n_threads),
    };
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(work.ahead as usize);
        let mut threads = Vec::new();
        for _ in 0..n_threads {
            let (sender, builder) = (sender.clone(), thread::Builder::new());
            let work = &work;
            let started =
                builder.stack_size(STACK_BYTES).spawn_scoped(scope, move || work.run(&sender));
            match started {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    work.stop();
                    let message = format!("cannot start a thread: {error}");
                    let problem = Problem::new("no-thread", message);
                    return Err(problem.help("use fewer with `--jobs`").into());
                }
            }
        }
        drop(sender);
        let done = work.take_in_order(&receiver, indices, take);
        work.stop();
        drop(receiver);
        for thread in threads {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
        done
    })
}

/// What the threads share.
struct Work<'a> {
    game: &'a Arc<Game>,
    limits: Limits,
    options: &'a Options,
    gate: Mutex<Gate>,
    /// The gate has moved.
    moved: Condvar,
    /// How far playing may be ahead of taking.
    ahead: u64,
}

/// Which playouts are next.
struct Gate {
    /// The next index that nobody plays.
    next: u64,
    /// Where to stop.
    end: u64,
    /// The next index that was not handed over.
    taken: u64,
}

type Played = (u64, Result<Playout>);

impl Work<'_> {
    /// One thread's part: which playouts fall to it is chance.
    fn run(&self, sender: &SyncSender<Played>) {
        let ready = Play::new(Arc::clone(self.game), self.limits).and_then(|play| {
            let seating = Seating::new(&self.options.bots, &play)?;
            Ok((play, seating))
        });
        let (mut play, mut seating) = match ready {
            Ok(ready) => ready,
            Err(error) => {
                if let Some(index) = self.next() {
                    _ = sender.send((index, Err(error)));
                }
                return;
            }
        };
        let mut leads = LeadWatch::new(&play);
        while let Some(index) = self.next() {
            let played = self.playout(index, &mut play, &mut seating, leads.as_mut());
            // Nobody takes any more when it was enough.
            if sender.send((index, played)).is_err() {
                return;
            }
        }
    }

    fn playout(
        &self,
        index: u64,
        play: &mut Play,
        seating: &mut Seating,
        leads: Option<&mut LeadWatch>,
    ) -> Result<Playout> {
        let mut stream = Stream::new(self.options.seed, index);
        let caps = Caps::of_plies(self.options.max_plies);
        let Some(leads) = leads else { return watched(play, seating, &mut stream, caps, &mut ()) };
        let mut playout = watched(play, seating, &mut stream, caps, leads)?;
        let lead = leads.take(playout.outcome());
        playout.lead = Some(lead);
        Ok(playout)
    }

    /// The next index to play, once it is not too far ahead; `None` when there is none any more.
    fn next(&self) -> Option<u64> {
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let too_far =
            |gate: &mut Gate| gate.next < gate.end && gate.next - gate.taken >= self.ahead;
        let mut gate = self.moved.wait_while(gate, too_far).unwrap_or_else(PoisonError::into_inner);
        let index = gate.next;
        (index < gate.end).then(|| {
            gate.next += 1;
            index
        })
    }

    fn take_in_order(
        &self,
        receiver: &Receiver<Played>,
        indices: Range<u64>,
        take: &mut dyn FnMut(u64, Playout) -> ControlFlow<()>,
    ) -> Result<()> {
        let mut early = BTreeMap::new();
        for index in indices {
            let played = loop {
                if let Some(played) = early.remove(&index) {
                    break played;
                }
                // All threads are gone only after a panic, which goes on when they are joined.
                let Ok((other, played)) = receiver.recv() else { return Ok(()) };
                early.insert(other, played);
            };
            let playout = played.map_err(|error| reproducible(error, self.options.seed, index))?;
            if take(index, playout).is_break() {
                break;
            }
            self.gate.lock().unwrap_or_else(PoisonError::into_inner).taken = index + 1;
            self.moved.notify_all();
        }
        Ok(())
    }

    fn stop(&self) {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner).end = 0;
        self.moved.notify_all();
    }
}

fn reproducible(error: Error, seed: u64, index: u64) -> Error {
    error.map(|problem| problem.note(format!("seed {seed}, playout {index}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::toy;

    fn run(ending: &str, jobs: usize, indices: Range<u64>, most: usize) -> (Vec<u64>, Result<()>) {
        let options = Options { bots: Vec::new(), n: 0, seed: 11, jobs, max_plies: 200 };
        let mut taken = Vec::new();
        let mut take = |index, _| {
            taken.push(index);
            if taken.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let done = each(&toy::game(ending), Limits::default(), &options, indices, &mut take);
        (taken, done)
    }

    #[test]
    fn playouts_come_in_the_order_of_their_indices() {
        for jobs in [1, 2, 5] {
            let (taken, done) = run("goal", jobs, 100..400, usize::MAX);
            assert_eq!(done, Ok(()));
            assert_eq!(taken, (100..400).collect::<Vec<_>>());
        }
        assert_eq!(run("goal", 3, 7..7, usize::MAX), (vec![], Ok(())));
    }

    #[test]
    fn who_has_enough_gets_no_more() {
        for jobs in [1, 4] {
            assert_eq!(run("goal", jobs, 0..u64::MAX, 5), ((0..5).collect(), Ok(())));
        }
    }

    #[test]
    fn all_before_the_one_that_fails_are_handed_over() {
        let (alone, error) = run("broken", 1, 0..100, usize::MAX);
        assert_eq!(error.as_ref().map_err(Error::code), Err("arithmetic"));
        let note = format!("seed 11, playout {}", alone.len());
        assert!(error.as_ref().is_err_and(|e| e.problems()[0].notes().contains(&note)));
        assert_eq!(run("broken", 4, 0..100, usize::MAX), (alone, error));
    }
}

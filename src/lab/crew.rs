//! Work that falls into numbered parts, done by several threads, with the same result for any number
//! of them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::error::{Error, Problem, Result};

use super::simulate::STACK_BYTES;

/// Does the parts from 0 to `n` − 1 by `jobs` threads, at least one and no more than parts, and gives
/// what each thread has gathered.
///
/// Each thread makes itself what it works with and what it gathers in by `start`; which parts fall to
/// it is chance, so what it gathers must only add up. `progress` is told how many parts are done, from any thread and in no
/// certain order.
///
/// # Errors
///
/// What `start` failed with; what the part of the lowest number that fails failed with, whatever the
/// number of threads; `no-thread` when the system gives none.
pub(super) fn crew<W, G: Send>(
    (n, jobs): (u64, usize),
    start: &(dyn Fn() -> Result<(W, G)> + Sync),
    part: &(dyn Fn(&mut W, &mut G, u64) -> Result<()> + Sync),
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<G>> {
    let shared = Shared {
        next: AtomicU64::new(0),
        end: AtomicU64::new(n),
        done: AtomicU64::new(0),
        failure: Mutex::new(None),
    };
    let n_threads = n.clamp(1, jobs.max(1) as u64);
    let gathered = thread::scope(|scope| -> Result<Vec<G>> {
        let spawn = |_| {
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            let run = || shared.run(start, part, progress);
            builder.spawn_scoped(scope, run).map_err(|error| {
                Problem::new("no-thread", format!("cannot start a thread: {error}"))
                    .help("use fewer with `--jobs`")
            })
        };
        let threads: Vec<_> = (0..n_threads).map(spawn).collect::<Result<_, _>>()?;
        let join = |thread: thread::ScopedJoinHandle<'_, Result<G>>| match thread.join() {
            Ok(gathered) => gathered,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        threads.into_iter().map(join).collect()
    })?;
    match shared.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(gathered),
    }
}

/// What the threads share.
struct Shared {
    /// The next part that nobody has taken.
    next: AtomicU64,
    /// Where to stop: behind all parts, or at the lowest one that has failed.
    end: AtomicU64,
    done: AtomicU64,
    /// The failure of the lowest part.
    failure: Mutex<Option<(u64, Error)>>,
}

impl Shared {
    /// One thread's work.
    ///
    /// Parts are taken in rising order, and one that is taken is done: so when one fails, all lower
    /// ones are done too, and the lowest failure is found with any number of threads.
    fn run<W, G>(
        &self,
        start: &(dyn Fn() -> Result<(W, G)> + Sync),
        part: &(dyn Fn(&mut W, &mut G, u64) -> Result<()> + Sync),
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<G> {
        let (mut worker, mut gathered) = start()?;
        loop {
            let index = self.next.fetch_add(1, Ordering::SeqCst);
            if index >= self.end.load(Ordering::SeqCst) {
                return Ok(gathered);
            }
            if let Err(error) = part(&mut worker, &mut gathered, index) {
                self.fail(index, error);
            }
            progress(self.done.fetch_add(1, Ordering::SeqCst) + 1);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(n: u64, jobs: usize, fails: &(dyn Fn(u64) -> bool + Sync)) -> Result<(u64, u64)> {
        let most = AtomicU64::new(0);
        let part = |(): &mut (), sum: &mut u64, index: u64| {
            *sum += index;
            if fails(index) {
                return Err(Problem::new("fault", format!("part {index}")).into());
            }
            Ok(())
        };
        let progress = |done| _ = most.fetch_max(done, Ordering::SeqCst);
        let sums = crew((n, jobs), &|| Ok(((), 0)), &part, &progress)?;
        Ok((sums.iter().sum(), most.into_inner()))
    }

    #[test]
    fn every_part_is_done_once_by_any_number_of_threads() {
        for jobs in [0, 1, 2, 5, 200] {
            assert_eq!(sum(100, jobs, &|_| false), Ok((4950, 100)));
            assert_eq!(sum(0, jobs, &|_| false), Ok((0, 0)));
        }
    }

    #[test]
    fn the_lowest_failure_is_found_by_any_number_of_threads() {
        for jobs in [1, 2, 5] {
            let error = sum(100, jobs, &|index| index % 7 == 6).expect_err("parts that fail");
            assert_eq!((error.code(), error.to_string().contains("part 6")), ("fault", true));
        }
        let start =
            || -> Result<((), u64)> { Err(Problem::new("fault", "nothing to work with").into()) };
        let error = crew((3, 2), &start, &|(), _, _| Ok(()), &|_| {});
        assert_eq!(error.map_err(|error| error.code()), Err("fault"));
    }
}

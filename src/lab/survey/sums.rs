//! What the playouts of one case add up to, in integers, and the threads that make them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::trace::{Trace, Tracer};
use crate::board::SiteSet;
use crate::error::{Error, Problem, Result};
use crate::game::Game;
use crate::lab::playout::{Caps, Ending, watched};
use crate::lab::simulate::STACK_BYTES;
use crate::lab::{Seating, Stream, Tally};
use crate::rules::Play;
use crate::script::Limits;
use crate::state::PieceSet;

/// A case's playouts stop early when they are so many times as long as the longest one may be.
const LONGEST: u64 = 5;

/// The sums over consecutive playouts of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sums {
    /// The figures of the playouts that no hook ended.
    pub(super) tally: Tally,
    /// For each playout, in the order of the indices, a hash of its way.
    pub(super) paths: Vec<u64>,
    pub(super) moved: PieceSet,
    pub(super) stood: SiteSet,
    /// For each player the turns in playouts that ended.
    pub(super) turns: Vec<u64>,
    /// For each player those of the turns in which nothing could be done.
    pub(super) idle: Vec<u64>,
    /// The same two in playouts that were given up: at their end they may be all alike.
    pub(super) endless: [Vec<u64>; 2],
    /// How many playouts were given up because nobody could move any more.
    pub(super) stuck: u64,
    /// How many playouts had two legal moves written alike, and the first of them with its text.
    pub(super) ambiguous: (u64, Option<(u64, String)>),
    /// Texts that do not lead back to their move: the first playout with it, and the reason.
    pub(super) unreadable: BTreeMap<String, (u64, &'static str)>,
    /// Problems by which playouts ended, each once with the first playout; none for a game that
    /// cannot be set up.
    pub(super) failures: Vec<(Problem, Option<u64>)>,
    /// The moves made so far, a tenth of the throws where that is more.
    spent: u64,
}

impl Sums {
    pub(super) fn new(game: &Game) -> Self {
        let n = game.players.len();
        Self {
            tally: Tally::new(game),
            paths: Vec::new(),
            moved: PieceSet::default(),
            stood: SiteSet::EMPTY,
            turns: vec![0; n],
            idle: vec![0; n],
            endless: [vec![0; n], vec![0; n]],
            stuck: 0,
            ambiguous: (0, None),
            unreadable: BTreeMap::new(),
            failures: Vec::new(),
            spent: 0,
        }
    }

    /// Adds the sums of the playouts that follow these.
    pub(super) fn merge(&mut self, next: &Self) {
        self.tally.merge(&next.tally);
        self.paths.extend(&next.paths);
        next.moved.iter().for_each(|piece| self.moved.insert(piece));
        next.stood.iter().for_each(|site| self.stood.insert(site));
        add_each(&mut self.turns, &next.turns);
        add_each(&mut self.idle, &next.idle);
        for (sums, more) in self.endless.iter_mut().zip(&next.endless) {
            add_each(sums, more);
        }
        self.stuck += next.stuck;
        self.ambiguous.0 += next.ambiguous.0;
        if self.ambiguous.1.is_none() {
            self.ambiguous.1.clone_from(&next.ambiguous.1);
        }
        for (text, fault) in &next.unreadable {
            self.unreadable.entry(text.clone()).or_insert(*fault);
        }
        for (problem, index) in &next.failures {
            self.fail(problem, *index);
        }
        self.spent += next.spent;
    }

    /// Notes a problem; at one place only the figures differ from one playout to another.
    pub(super) fn fail(&mut self, problem: &Problem, index: Option<u64>) {
        if !self.failures.iter().any(|(old, _)| alike(old, problem)) {
            self.failures.push((problem.clone(), index));
        }
    }

    /// The turns of each player, and those of them in which nothing could be done: in playouts that
    /// ended, if any did.
    pub(super) fn turns_and_idle(&self) -> (&[u64], &[u64]) {
        let [turns, idle] = &self.endless;
        if self.turns.iter().any(|n| *n > 0) { (&self.turns, &self.idle) } else { (turns, idle) }
    }

    fn add(&mut self, index: u64, trace: &Trace, ended: bool) {
        self.paths.push(trace.path.0);
        trace.moved.iter().for_each(|piece| self.moved.insert(piece));
        trace.stood.iter().for_each(|site| self.stood.insert(site));
        let [turns, idle] = &mut self.endless;
        let (turns, idle) = if ended { (&mut self.turns, &mut self.idle) } else { (turns, idle) };
        add_each(turns, &trace.turns);
        add_each(idle, &trace.idle);
        self.stuck += u64::from(trace.stuck);
        if let Some(text) = &trace.ambiguous {
            self.ambiguous.0 += 1;
            self.ambiguous.1.get_or_insert_with(|| (index, text.clone()));
        }
        for (text, fault) in &trace.unreadable {
            self.unreadable.entry(text.clone()).or_insert((index, fault));
        }
    }
}

fn add_each(sums: &mut [u64], more: &[u64]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

/// Whether two problems are the same thing seen twice.
pub(super) fn alike(a: &Problem, b: &Problem) -> bool {
    (a.code(), a.place()) == (b.code(), b.place())
        && (a.place().is_some() || a.message() == b.message())
}

/// Playouts of one case.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) game: Arc<Game>,
    pub(super) indices: Range<u64>,
    /// What the earlier playouts of the case have spent.
    pub(super) spent: u64,
}

impl Task {
    /// The playouts that come after those of some sums, up to `end`.
    pub(super) fn after(game: &Arc<Game>, sums: &Sums, end: u64) -> Self {
        let indices = sums.paths.len() as u64..end;
        Self { game: Arc::clone(game), indices, spent: sums.spent }
    }
}

/// How all tasks are done.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) limits: Limits,
    pub(super) seed: u64,
    pub(super) jobs: usize,
    pub(super) max_plies: u64,
    /// Is told how many playouts are done, of how many.
    pub(super) progress: &'a (dyn Fn(u64, u64) + Sync),
    /// Playouts of earlier work.
    pub(super) done: u64,
}

impl Work<'_> {
    /// The sums of each task, in the order of the tasks. A task is one thread's, so that the sums do
    /// not depend on how many there are.
    ///
    /// # Errors
    ///
    /// `no-thread` when the system gives none.
    pub(super) fn run(&self, tasks: &[Task]) -> Result<Vec<Sums>> {
        let next = AtomicUsize::new(0);
        let done = AtomicU64::new(self.done);
        let length = |task: &Task| task.indices.end.saturating_sub(task.indices.start);
        let total = self.done + tasks.iter().map(length).sum::<u64>();
        let slots: Vec<Mutex<Option<Sums>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
        let work = || {
            while let Some((task, slot)) = {
                let index = next.fetch_add(1, Ordering::SeqCst);
                tasks.get(index).zip(slots.get(index))
            } {
                let tell = |n| (self.progress)(done.fetch_add(n, Ordering::SeqCst) + n, total);
                let sums = self.sums(task, &tell);
                tell(length(task) - (sums.paths.len() as u64).min(length(task)));
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(sums);
            }
        };
        thread::scope(|scope| -> Result<()> {
            let start = |_| {
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, work).map_err(|error| {
                    Problem::new("no-thread", format!("cannot start a thread: {error}"))
                        .help("use fewer with `--jobs`")
                })
            };
            let n_threads = tasks.len().min(self.jobs.max(1));
            let threads: Vec<_> = (0..n_threads).map(start).collect::<Result<_, _>>()?;
            for thread in threads {
                if let Err(panic) = thread.join() {
                    std::panic::resume_unwind(panic);
                }
            }
            Ok(())
        })?;
        let sums = slots.into_iter().zip(tasks).map(|(slot, task)| {
            let found = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
            found.unwrap_or_else(|| Sums::new(&task.game))
        });
        Ok(sums.collect())
    }

    fn sums(&self, task: &Task, tell: &dyn Fn(u64)) -> Sums {
        let mut sums = Sums::new(&task.game);
        let mut play = match Play::new(Arc::clone(&task.game), self.limits) {
            Ok(play) => play,
            Err(error) => {
                fail(&mut sums, &error, None);
                return sums;
            }
        };
        let mut tracer = Tracer::new(&play);
        let mut seating = Seating::random();
        let caps = Caps::of_plies(self.max_plies);
        for index in task.indices.clone() {
            if task.spent + sums.spent >= self.max_plies.saturating_mul(LONGEST) {
                break;
            }
            let mut stream = Stream::new(self.seed, index);
            let mut over = true;
            let trace = match watched(&mut play, &mut seating, &mut stream, caps, &mut tracer) {
                Ok(record) => {
                    sums.spent += record.plies.max(record.throws / 10);
                    sums.tally.add(&record);
                    over = record.ending != Ending::Unfinished;
                    tracer.finish(&ended(&record.ending, &task.game))
                }
                Err(error) => {
                    fail(&mut sums, &error, Some(index));
                    sums.spent += u64::from(play.state().ply());
                    tracer.finish("failed")
                }
            };
            sums.add(index, &trace, over);
            tell(1);
        }
        sums
    }
}

fn fail(sums: &mut Sums, error: &Error, index: Option<u64>) {
    for problem in error.problems() {
        sums.fail(problem, index);
    }
}

/// How a playout ended, by names that do not depend on options.
fn ended(ending: &Ending, game: &Game) -> String {
    match ending {
        Ending::Unfinished => "unfinished".to_owned(),
        Ending::Over(outcome) => {
            let ids = outcome.ranking.iter().map(|player| game.players[*player].id.as_str());
            let ranking = ids.collect::<Vec<_>>().join(" ");
            format!("{} {} {ranking}", game.reasons[outcome.reason].id, outcome.n_winners)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::toy;

    fn sums(ending: &str, ranges: &[Range<u64>], jobs: usize) -> Vec<Sums> {
        let work = Work {
            limits: Limits::default(),
            seed: 11,
            jobs,
            max_plies: 200,
            progress: &|_, _| {},
            done: 0,
        };
        let task =
            |range: &Range<u64>| Task { game: toy::game(ending), indices: range.clone(), spent: 0 };
        let tasks: Vec<Task> = ranges.iter().map(task).collect();
        work.run(&tasks).expect("threads can be had")
    }

    fn whole(ending: &str, n: u64) -> Sums {
        sums(ending, std::slice::from_ref(&(0..n)), 1).remove(0)
    }

    #[test]
    fn any_cut_and_any_number_of_threads_give_the_same_sums() {
        for ending in ["goal", "broken"] {
            let whole = whole(ending, 12);
            assert_eq!(whole.paths.len(), 12);
            for jobs in 1..4 {
                let parts = sums(ending, &[0..5, 5..6, 6..12], jobs);
                let mut merged = parts[0].clone();
                parts[1..].iter().for_each(|part| merged.merge(part));
                assert_eq!(merged, whole);
            }
        }
    }

    #[test]
    fn playouts_without_an_end_stop_early() {
        let never = whole("never", 20);
        assert_eq!((never.tally.n, never.tally.unfinished), (LONGEST, LONGEST));
        let after = Task::after(&toy::game("never"), &never, 100);
        assert_eq!((after.indices, after.spent), (5..100, 1000));
    }

    #[test]
    fn a_hook_that_fails_is_noted_once_with_the_first_playout() {
        let broken = whole("broken", 20);
        let [(problem, index)] = broken.failures.as_slice() else { panic!("{broken:?}") };
        assert_eq!(
            (problem.code(), problem.place().map(crate::error::Place::line)),
            ("arithmetic", Some(4))
        );
        assert!(index.is_some() && broken.tally.n < 20);
    }
}

//! A bar for work that takes longer than a moment, on a terminal only.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};

/// Work that is done sooner shows no bar.
const MOMENT: Duration = Duration::from_secs(1);

/// How much of some work is done; it may be told from several threads.
pub(super) struct Progress {
    bar: ProgressBar,
    started: Instant,
    terminal: bool,
}

impl Progress {
    /// Begins work of so many parts.
    pub(super) fn new(n_parts: u64) -> Self {
        Self {
            bar: ProgressBar::with_draw_target(Some(n_parts), ProgressDrawTarget::hidden()),
            started: Instant::now(),
            terminal: std::io::stderr().is_terminal(),
        }
    }

    /// One more part is done.
    pub(super) fn step(&self) {
        self.show_in_time();
        self.bar.inc(1);
    }

    /// So many parts are done, of a number that may have grown.
    pub(super) fn at(&self, n_done: u64, n_parts: u64) {
        self.show_in_time();
        self.bar.set_length(n_parts);
        self.bar.set_position(n_done);
    }

    fn show_in_time(&self) {
        if self.terminal && self.bar.is_hidden() && self.started.elapsed() > MOMENT {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

//! Flat Monte Carlo: equally many random plays after every legal move.
//!
//! It is the yardstick for a tree search, which it is without a tree and without any preference for
//! what looks good: C. Browne and others, *A Survey of Monte Carlo Tree Search Methods*, IEEE
//! Transactions on Computational Intelligence and AI in Games 4 (2012), section 2.3.

use crate::error::Result;
use crate::lab::Stream;
use crate::rules::Mark;
use crate::rules::Play;

use super::rollout::Rollouts;
use super::timer::Timer;

/// What flat Monte Carlo thinks with.
#[derive(Debug, Default)]
pub(super) struct Flat {
    /// For each legal move the sum of what its plays were worth.
    sums: Vec<f64>,
}

impl Flat {
    /// Adds to `best` the moves whose plays are worth the most on average, for the player who chooses
    /// at `start`, where the play may be anywhere afterwards.
    ///
    /// All moves have the same number of plays: what is left of the budget after a number that the
    /// moves divide is not used, and each has at least one.
    pub(super) fn think(
        &mut self,
        play: &mut Play,
        start: &Mark,
        (player, n_legal): (usize, usize),
        (stream, rollouts, timer): (&mut Stream, &mut Rollouts, &Timer),
        best: &mut Vec<usize>,
    ) -> Result<()> {
        self.sums.clear();
        self.sums.resize(n_legal, 0.0);
        let mut done = 0;
        loop {
            for index in 0..n_legal {
                play.return_to(start);
                play.play(index)?;
                rollouts.run(play, stream, 1)?;
                self.sums[index] += rollouts.worth(player);
            }
            done += n_legal as u64;
            let is_last = timer.left(done).is_some_and(|left| left < n_legal as u64);
            if is_last || !timer.goes_on(done) {
                break;
            }
        }
        let greatest = self.sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_best = |index: &usize| self.sums[*index] >= greatest;
        best.extend((0..n_legal).filter(is_best));
        Ok(())
    }
}

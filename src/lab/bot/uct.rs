//! Monte Carlo tree search by UCT, with nodes of chance and any number of players.
//!
//! The tree is that of L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning*, Proceedings of
//! the 17th European Conference on Machine Learning (2006); what is done with it is in the words of
//! C. Browne and others, *A Survey of Monte Carlo Tree Search Methods*, IEEE Transactions on
//! Computational Intelligence and AI in Games 4 (2012), sections 3 and 4.
//!
//! - At a choice the tree goes on with the move that has the greatest upper bound for the player who
//!   chooses there, whoever that is: each player plays for themselves (Browne 4.8.1), and a team has
//!   the same worth. The bound is UCB1, the mean worth plus √2 times √(ln N ÷ n), for n of the node's
//!   N trials; a move that was not tried yet comes before all others, and among several of them the
//!   stream draws.
//! - At a throw the stream draws the outcome by its weights (Browne 4.8.4, 2.2 of Kocsis and
//!   Szepesvári), and every outcome has a node of its own, so what follows a throw is known for it.
//! - A trial adds at most the moves or outcomes of one node to the tree, when it comes to the node for
//!   the second time, and plays on at random from where it leaves the tree.
//! - A move that is the only one is made without a node.
//! - In the end the move with the most trials is chosen, of several the one of the greatest mean. As
//!   soon as no other move can catch up any more the rest of the trials is saved.

use crate::error::Result;
use crate::lab::Stream;
use crate::rules::{Mark, Node as Position, Play};

use super::rollout::Rollouts;
use super::timer::Timer;

/// The weight of what is not known yet against what is, for a worth from 0 to 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// The tree does not grow beyond so many nodes, of 32 bytes each.
const MAX_NODES: usize = 4_000_000;

/// What a tree search thinks with.
#[derive(Debug, Default)]
pub(super) struct Uct {
    /// The root is the first; the nodes after one node stand side by side.
    nodes: Vec<Node>,
    /// The nodes that the trial came through, each with the player who chose it, if it was chosen.
    path: Vec<(usize, Option<usize>)>,
    /// The moves among which the stream draws.
    untried: Vec<usize>,
}

/// A move or an outcome of a throw, with what follows it.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// How many trials came through it.
    n: u64,
    /// The sum of what they were worth to the player who chose it; 0 for an outcome.
    sum: f64,
    /// The first of the nodes after it, and how many there are; 0 as long as the tree ends here.
    first: u32,
    n_next: u32,
}

impl Uct {
    /// Adds to `best` the moves to choose at `start`, where the play may be anywhere afterwards.
    pub(super) fn think(
        &mut self,
        play: &mut Play,
        start: &Mark,
        n_legal: usize,
        (stream, rollouts, timer): (&mut Stream, &mut Rollouts, &Timer),
        best: &mut Vec<usize>,
    ) -> Result<()> {
        self.nodes.clear();
        self.nodes.push(Node::default());
        self.grow(0, n_legal);
        let mut done = 0;
        while timer.goes_on(done) && !self.is_decided(timer.left(done)) {
            play.return_to(start);
            self.trial(play, stream, rollouts)?;
            done += 1;
        }
        let moves = self.after(0);
        let merit = |node: &Node| (node.n, node.sum);
        let greatest = moves.iter().map(merit).fold((0, f64::NEG_INFINITY), |greatest, merit| {
            if merit > greatest { merit } else { greatest }
        });
        best.extend((0..n_legal).filter(|index| merit(&moves[*index]) >= greatest));
        Ok(())
    }

    /// One way down the tree, a random play from there, and what it was worth told to all on the way.
    fn trial(
        &mut self,
        play: &mut Play,
        stream: &mut Stream,
        rollouts: &mut Rollouts,
    ) -> Result<()> {
        self.path.clear();
        self.path.push((0, None));
        let (mut at, mut plies) = (0, 0);
        loop {
            // The root is a choice that is not forced.
            while at != 0 && plies < rollouts.cap() && is_forced(play) {
                play.play(0)?;
                plies += 1;
            }
            let n_next = match play.node() {
                Position::Over => break,
                _ if plies >= rollouts.cap() || at != 0 && self.nodes[at].n == 0 => break,
                Position::Chance { die, .. } => play.game().dice[die].outcomes.len(),
                Position::Choice { .. } => play.legal().len(),
            };
            if self.nodes[at].n_next == 0 && !self.grow(at, n_next) {
                break;
            }
            let first = self.nodes[at].first as usize;
            if let Position::Choice { player, .. } = play.node() {
                let index = self.select(at, stream);
                play.play(index)?;
                plies += 1;
                at = first + index;
                self.path.push((at, Some(player)));
            } else if let Position::Chance { die, .. } = play.node() {
                let outcome = stream.outcome(&play.game().dice[die]);
                play.throw(outcome)?;
                at = first + outcome;
                self.path.push((at, None));
            }
        }
        rollouts.run(play, stream, plies)?;
        for (at, chooser) in &self.path {
            let node = &mut self.nodes[*at];
            node.n += 1;
            node.sum += chooser.map_or(0.0, |player| rollouts.worth(player));
        }
        Ok(())
    }

    /// The index of the move to go on with from a node, by UCB1.
    fn select(&mut self, at: usize, stream: &mut Stream) -> usize {
        let node = self.nodes[at];
        let first = node.first as usize;
        let moves = &self.nodes[first..first + node.n_next as usize];
        self.untried.clear();
        self.untried.extend((0..moves.len()).filter(|index| moves[*index].n == 0));
        match self.untried.as_slice() {
            [] => {}
            [only] => return *only,
            several => return several[stream.below(several.len() as u32) as usize],
        }
        // The library's logarithm is the same on every platform, which that of the system need not be.
        let ln = libm::log(node.n as f64);
        let bound = |next: &Node| {
            let n = next.n as f64;
            next.sum / n + EXPLORATION * (ln / n).sqrt()
        };
        let mut best = (0, f64::NEG_INFINITY);
        for (index, next) in moves.iter().enumerate() {
            let bound = bound(next);
            if bound > best.1 {
                best = (index, bound);
            }
        }
        best.0
    }

    /// Gives a node the nodes after it, if there is room.
    fn grow(&mut self, at: usize, n_next: usize) -> bool {
        let first = self.nodes.len();
        if at != 0 && first + n_next > MAX_NODES {
            return false;
        }
        self.nodes[at].first = first as u32;
        self.nodes[at].n_next = n_next as u32;
        self.nodes.resize(first + n_next, Node::default());
        true
    }

    fn after(&self, at: usize) -> &[Node] {
        let node = &self.nodes[at];
        let first = node.first as usize;
        &self.nodes[first..first + node.n_next as usize]
    }

    /// Whether one move has so many more trials than any other that the rest changes nothing.
    fn is_decided(&self, left: Option<u64>) -> bool {
        let Some(left) = left else { return false };
        let (mut most, mut second) = (0, 0);
        for node in self.after(0) {
            if node.n > most {
                (most, second) = (node.n, most);
            } else {
                second = second.max(node.n);
            }
        }
        most > second + left
    }
}

fn is_forced(play: &Play) -> bool {
    matches!(play.node(), Position::Choice { .. }) && play.legal().len() == 1
}

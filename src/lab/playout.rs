//! A play of bots to the end, and what is counted on the way.

use std::ops::ControlFlow;

use crate::error::Result;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::rules::{Node, Play};

use super::heat::sited;
use super::leads::Lead;
use super::{Seating, Stream};

/// When a playout is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caps {
    /// After so many moves.
    pub plies: u64,
    /// After so many throws, for a game that throws on without a choice.
    pub throws: u64,
}

impl Caps {
    /// The cap on moves when nothing else is said.
    pub const PLIES: u64 = 100_000;

    /// Caps for so many moves, and ten times as many throws.
    pub fn of_plies(plies: u64) -> Self {
        Self { plies, throws: plies.saturating_mul(10) }
    }
}

impl Default for Caps {
    fn default() -> Self {
        Self::of_plies(Self::PLIES)
    }
}

/// How a playout ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Over(Outcome),
    /// At a cap; this is never counted as a draw.
    Unfinished,
}

/// What happened in one play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How it ended.
    pub ending: Ending,
    /// The player whose turn was the first in which something was thrown or chosen.
    pub first: Option<usize>,
    /// How many turns began.
    pub turns: u64,
    /// How many moves were made.
    pub plies: u64,
    /// How many throws were made.
    pub throws: u64,
    /// How many of the moves were chosen among at least two.
    pub real_decisions: u64,
    /// The sum over all moves of how many were legal.
    pub legal: u64,
    /// How many throws were lost: a choice that they led to had no legal move, and none came before
    /// the next throw or the end.
    pub lost_throws: u64,
    /// Who was ahead; `None` unless somebody looked.
    pub lead: Option<Lead>,
    /// For each metric of the game how often its event happened.
    pub metrics: Vec<u64>,
    /// For each event that has a site, in the order of [`Heat::all`](super::Heat::all), where it
    /// happened each time: the index of the first of its sites.
    pub sites: Vec<Vec<u64>>,
}

/// Sees a playout go by, node by node.
pub trait Watch {
    /// The play has come to a node, the first and the last one included; nothing is thrown or chosen
    /// there yet. A break gives the playout up, as a cap does.
    ///
    /// # Errors
    ///
    /// An error ends the playout, which fails with it.
    fn arrive(&mut self, play: &mut Play) -> Result<ControlFlow<()>>;

    /// What is about to be made at the node: the index of the throw's outcome or of the legal move.
    fn leave(&mut self, play: &Play, index: usize);
}

/// Sees nothing.
impl Watch for () {
    fn arrive(&mut self, _: &mut Play) -> Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }

    fn leave(&mut self, _: &Play, _: usize) {}
}

/// Plays from the first node to the end, every throw by its weights and every legal move equally
/// likely.
///
/// A throw takes [`Stream::outcome`], a choice [`Stream::below`] the number of legal moves, as an
/// index in the order in which the rules offer them; also where only one is legal.
///
/// # Errors
///
/// What a hook failed with.
pub fn playout(play: &mut Play, stream: &mut Stream, caps: Caps) -> Result<Playout> {
    watched(play, &mut Seating::random(), stream, caps, &mut ())
}

/// As [`playout`], with bots that choose and somebody who watches; with random bots it is the same
/// game from the same stream.
///
/// # Errors
///
/// What a hook or the one who watches failed with.
pub fn watched(
    play: &mut Play,
    seating: &mut Seating,
    stream: &mut Stream,
    caps: Caps,
    watch: &mut impl Watch,
) -> Result<Playout> {
    play.restart()?;
    let mut record = Playout {
        ending: Ending::Unfinished,
        first: None,
        turns: 0,
        plies: 0,
        throws: 0,
        real_decisions: 0,
        legal: 0,
        lost_throws: 0,
        lead: None,
        metrics: vec![0; play.game().metrics.len()],
        sites: vec![Vec::new(); sited(play.game()).count()],
    };
    let site_args = site_args(play.game());
    loop {
        let goes_on = watch.arrive(play)?.is_continue();
        if !play.events().is_empty() {
            record.note_events(play, &site_args);
        }
        if record.first.is_none() && play.state().turn() > 0 {
            record.first = play.state().mover();
        }
        match play.node() {
            Node::Over => {
                if let Some(outcome) = play.outcome() {
                    record.ending = Ending::Over(outcome.clone());
                }
                break;
            }
            _ if !goes_on => break,
            Node::Chance { .. } if record.throws >= caps.throws => break,
            Node::Choice { .. } if record.plies >= caps.plies => break,
            Node::Chance { die, .. } => {
                record.throws += 1;
                let outcome = stream.outcome(&play.game().dice[die]);
                watch.leave(play, outcome);
                play.throw(outcome)?;
                let is_choice = matches!(play.node(), Node::Choice { .. });
                record.lost_throws += u64::from(play.n_stuck() > 0 && !is_choice);
            }
            Node::Choice { .. } => {
                let n_legal = play.legal().len();
                record.plies += 1;
                record.legal += n_legal as u64;
                record.real_decisions += u64::from(n_legal > 1);
                let index = seating.choose(play, stream)?;
                watch.leave(play, index);
                play.play(index)?;
            }
        }
    }
    record.turns = play.state().turn().into();
    Ok(record)
}

impl Playout {
    /// How many moves were the only legal one.
    pub fn forced_moves(&self) -> u64 {
        self.plies - self.real_decisions
    }

    /// The result, where the playout ended by the rules.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.ending {
            Ending::Over(outcome) => Some(outcome),
            Ending::Unfinished => None,
        }
    }

    fn note_events(&mut self, play: &Play, site_args: &[Option<(usize, usize)>]) {
        for event in play.events() {
            for (metric, count) in play.game().metrics.iter().zip(&mut self.metrics) {
                *count += u64::from(metric.event == event.event);
            }
            if let Some((index, arg)) = site_args[event.event] {
                // A site may be missing: then the script gave a negative number.
                if let Ok(site) = event.args[arg].try_into() {
                    self.sites[index].push(site);
                }
            }
        }
    }
}

/// For each event that has a site which of those it is, and which of its values is the site.
fn site_args(game: &Game) -> Vec<Option<(usize, usize)>> {
    let mut args = vec![None; game.events.len()];
    for (index, (event, arg)) in sited(game).enumerate() {
        args[event] = Some((index, arg));
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::toy;

    #[test]
    fn a_playout_ends_by_the_rules_and_is_counted() {
        let mut play = toy::play("goal");
        let record =
            playout(&mut play, &mut Stream::new(1, 0), Caps::default()).expect("sound rules");
        let Ending::Over(outcome) = &record.ending else { panic!("{record:?}") };
        assert_eq!(outcome.n_winners, 1);
        assert_eq!(record.first, Some(0));
        // Every turn of the toy is a throw and a choice, and every step is an event.
        assert_eq!((record.throws, record.plies), (record.turns, record.turns));
        assert_eq!(record.metrics.len(), 1);
        assert!(record.metrics[0] > 0 && record.metrics[0] <= record.plies);
        assert!(record.legal > record.plies);
        assert_eq!(record.sites[0].len() as u64, record.metrics[0]);
        assert_eq!((record.lost_throws, record.lead), (0, None));
    }

    #[test]
    fn the_same_stream_gives_the_same_playout_after_another_one() {
        let mut play = toy::play("goal");
        let mut of = |index| playout(&mut play, &mut Stream::new(7, index), Caps::default());
        let first = of(0).expect("sound rules");
        let second = of(1).expect("sound rules");
        assert_eq!(of(0).expect("sound rules"), first);
        assert_ne!(first, second);
    }

    #[test]
    fn a_game_without_an_end_is_unfinished_at_a_cap() {
        let mut play = toy::play("never");
        let mut stream = Stream::new(1, 0);
        let record = playout(&mut play, &mut stream, Caps { plies: 10, throws: 100 });
        let record = record.expect("sound rules");
        assert_eq!((record.ending, record.plies, record.throws), (Ending::Unfinished, 10, 11));
        let record = playout(&mut play, &mut stream, Caps { plies: 10, throws: 3 });
        let record = record.expect("sound rules");
        assert_eq!((record.ending, record.plies, record.throws), (Ending::Unfinished, 3, 3));
    }
}

//! Who is ahead: changes of the lead, and how far behind the later winner was.
//!
//! After each turn that does not end the game the hook `evaluate` gives a value for every player. A
//! side is a team or a player without one, and its value the sum of its members'. The leader is the
//! side that alone has the greatest value; while several have it, the lead stays where it was.
//!
//! The measures are those of C. Browne, *Automatic generation and evaluation of recombination games*,
//! doctoral thesis, Queensland University of Technology (2008), which he calls lead change and drama, made
//! to fit values that have a scale of their own:
//!
//! - lead change: the turns after which another side leads, by all turns after which somebody led
//!   already (he counts moves, but here a turn may have none or several);
//! - drama: the value of the side that was ahead less that of the later winner, in the unit of
//!   `evaluate`, on average over the turns of the playouts that were won; 0 while the winner is ahead.
//!   He takes the root of values between 0 and 1, on average over the moves on which the winner was
//!   behind. How many those are is told beside it, as the share of turns.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::outcome::Outcome;
use crate::rules::{Node, Play};

use super::playout::Watch;
use super::sides::sides;
use super::statistics::{Histogram, Ratio};

/// A distance beyond this counts as this much, so that no sum can grow beyond its number.
const FARTHEST: i128 = 1 << 32;

/// The same for the sum over one playout.
const FARTHEST_IN_ALL: u64 = 1 << 43;

/// Who was ahead in one playout.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lead {
    /// After how many turns somebody had led before.
    pub turns: u64,
    /// After how many of them another side led than before.
    pub changes: u64,
    /// How far behind the winner was; `None` when nobody won.
    pub behind: Option<Behind>,
}

/// How far behind the later winner of a playout was; the sum over all sides that won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Behind {
    /// After how many turns values were compared.
    pub turns: u64,
    /// After how many of them the winner was behind.
    pub behind: u64,
    /// The sum of the distances to the one ahead, in the unit of `evaluate`.
    pub distance: u64,
}

/// Who was ahead in many playouts, in integers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leads {
    /// Changes of the lead in a playout.
    pub changes: Histogram,
    /// Changes of the lead by turns.
    pub change_share: Ratio,
    /// Turns after which the later winner was behind, by turns.
    pub behind: Ratio,
    /// The distance of the later winner to the one ahead, by turns.
    pub drama: Ratio,
}

impl Leads {
    /// Counts a playout.
    pub fn add(&mut self, lead: &Lead) {
        self.changes.add(lead.changes);
        self.change_share.add(lead.changes, lead.turns);
        if let Some(behind) = lead.behind {
            self.behind.add(behind.behind, behind.turns);
            self.drama.add(behind.distance, behind.turns);
        }
    }

    /// Adds what others counted.
    pub fn merge(&mut self, other: &Self) {
        self.changes.merge(&other.changes);
        self.change_share.merge(&other.change_share);
        self.behind.merge(&other.behind);
        self.drama.merge(&other.drama);
    }

    /// How many playouts were counted.
    pub fn n(&self) -> u64 {
        self.changes.n()
    }
}

/// Looks after each turn who is ahead, in one playout after another of the same game.
#[derive(Debug)]
pub(super) struct LeadWatch {
    /// For each player the number of their side.
    side_of: Vec<usize>,
    turn: u32,
    leader: Option<usize>,
    lead: Lead,
    /// For each side how far behind it was.
    behind: Vec<Behind>,
}

impl LeadWatch {
    /// A watch over plays of this game; `None` when it has no hook `evaluate`.
    pub(super) fn new(play: &Play) -> Option<Self> {
        play.can_evaluate().then(|| {
            let (side_of, n_sides) = sides(play.game());
            let behind = vec![Behind::default(); n_sides];
            Self { side_of, turn: 0, leader: None, lead: Lead::default(), behind }
        })
    }

    /// What was seen in the playout that ended so; the watch is then ready for the next one.
    pub(super) fn take(&mut self, outcome: Option<&Outcome>) -> Lead {
        let mut lead = std::mem::take(&mut self.lead);
        if let Some(outcome) = outcome.filter(|outcome| !outcome.is_draw()) {
            let mut sum = Behind::default();
            let won = |side: usize| {
                self.side_of
                    .iter()
                    .enumerate()
                    .any(|(player, of)| *of == side && outcome.won(player))
            };
            for (side, behind) in self.behind.iter().enumerate() {
                if won(side) {
                    sum.turns += behind.turns;
                    sum.behind += behind.behind;
                    sum.distance = (sum.distance + behind.distance).min(FARTHEST_IN_ALL);
                }
            }
            lead.behind = Some(sum);
        }
        (self.turn, self.leader) = (0, None);
        self.behind.fill(Behind::default());
        lead
    }

    fn note(&mut self, values: &[i128]) {
        let greatest = values.iter().copied().max().unwrap_or(0);
        self.lead.turns += u64::from(self.leader.is_some());
        let mut ahead = (0..values.len()).filter(|side| values[*side] == greatest);
        if let (Some(alone), None) = (ahead.next(), ahead.next()) {
            self.lead.changes += u64::from(self.leader.is_some_and(|leader| leader != alone));
            self.leader = Some(alone);
        }
        for (behind, value) in self.behind.iter_mut().zip(values) {
            let distance = (greatest - value).min(FARTHEST) as u64;
            behind.turns += 1;
            behind.behind += u64::from(distance > 0);
            behind.distance = (behind.distance + distance).min(FARTHEST_IN_ALL);
        }
    }
}

impl Watch for LeadWatch {
    fn arrive(&mut self, play: &mut Play) -> Result<ControlFlow<()>> {
        let turn = play.state().turn();
        let was = std::mem::replace(&mut self.turn, turn);
        if turn == was || was == 0 || play.node() == Node::Over {
            return Ok(ControlFlow::Continue(()));
        }
        let mut values = vec![0; self.behind.len()];
        for (player, side) in self.side_of.iter().enumerate() {
            let value = play.evaluate(player).map_err(|error| {
                let name = &play.game().players[player].id;
                let note = format!("the value for `{name}` was asked for after turn {was}");
                error.map(|problem| problem.note(note.clone()))
            })?;
            values[*side] += i128::from(value.unwrap_or(0));
        }
        self.note(&values);
        Ok(ControlFlow::Continue(()))
    }

    fn leave(&mut self, _: &Play, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::toy;

    fn watch() -> LeadWatch {
        LeadWatch::new(&toy::play("goal")).expect("the toy has values")
    }

    fn won_by(player: usize) -> Outcome {
        Outcome { ranking: vec![player, 1 - player], n_winners: 1, reason: 0 }
    }

    #[test]
    fn the_lead_stays_while_it_is_shared() {
        let mut watch = watch();
        for values in [[0, 0], [3, 1], [4, 4], [5, 4], [5, 5], [5, 9], [6, 9]] {
            watch.note(&values);
        }
        let lead = watch.take(Some(&won_by(0)));
        // The first two turns made a leader; of the five after them one changed it.
        assert_eq!((lead.turns, lead.changes), (5, 1));
        assert_eq!(lead.behind, Some(Behind { turns: 7, behind: 2, distance: 7 }));
        watch.note(&[2, 1]);
        let next = watch.take(None);
        assert_eq!(next, Lead { turns: 0, changes: 0, behind: None });
    }

    #[test]
    fn values_of_any_size_are_taken() {
        let mut watch = watch();
        for _ in 0..3 {
            watch.note(&[i64::MIN.into(), i64::MAX.into()]);
        }
        let behind = watch.take(Some(&won_by(0))).behind.expect("somebody won");
        assert_eq!(behind.distance, 3 * FARTHEST as u64);
    }
}

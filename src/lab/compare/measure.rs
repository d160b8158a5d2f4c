//! The figures that are compared, and what each of them is in one playout.

use serde::Serialize;

use crate::game::Game;
use crate::lab::playout::{Ending, Playout};

/// What sort of number a figure is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A mean count for each playout; it changes by percents.
    Count,
    /// A mean for each move or turn; it changes by percents.
    Rate,
    /// A share of moves, throws or turns; it changes by percentage points.
    Portion,
    /// A share of playouts; it changes by percentage points.
    Share,
    /// A share of playouts above the fair one; it changes by percentage points.
    Advantage,
}

/// A figure that is compared. Players, reasons and metrics are known by their index on a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The playouts won by a player.
    Wins(usize),
    /// The playouts won by the player of the first turn.
    FirstPlayer,
    /// The first player's advantage.
    Advantage,
    /// The playouts without a winner.
    Draws,
    /// The playouts given up at a cap.
    Unfinished,
    /// The playouts that ended for a reason.
    Reason(usize),
    /// Turns in a playout.
    Turns,
    /// Moves in a playout.
    Plies,
    /// Throws in a playout.
    Throws,
    /// Legal moves at a decision.
    Branching,
    /// The share of decisions with more than one legal move.
    RealDecisions,
    /// Moves in a playout that were the only legal one.
    ForcedMoves,
    /// Throws in a playout that led to no move.
    LostThrows,
    /// The share of throws that led to no move.
    LostShare,
    /// Changes of the lead in a playout.
    LeadChanges,
    /// The share of turns after which another side leads.
    LeadChangeShare,
    /// The share of turns after which the later winner was behind.
    WinnerBehind,
    /// How far behind the later winner was on average over the turns, in the unit of `evaluate`.
    Drama,
    /// A counter of the definition.
    Metric(usize),
}

impl Measure {
    /// The figures that tell who was ahead, which only games with the hook `evaluate` have.
    pub(super) const OF_LEADS: [Self; 4] =
        [Self::LeadChanges, Self::LeadChangeShare, Self::WinnerBehind, Self::Drama];

    /// What sort of number it is.
    pub fn kind(self) -> Kind {
        match self {
            Self::Wins(_)
            | Self::FirstPlayer
            | Self::Draws
            | Self::Unfinished
            | Self::Reason(_) => Kind::Share,
            Self::Advantage => Kind::Advantage,
            Self::Branching | Self::Drama => Kind::Rate,
            Self::RealDecisions | Self::LostShare | Self::LeadChangeShare | Self::WinnerBehind => {
                Kind::Portion
            }
            Self::Turns
            | Self::Plies
            | Self::Throws
            | Self::ForcedMoves
            | Self::LostThrows
            | Self::LeadChanges
            | Self::Metric(_) => Kind::Count,
        }
    }

    /// What it is called, before the name of a player, a reason or a metric.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wins(_) => "won by",
            Self::FirstPlayer => "won by first player",
            Self::Advantage => "advantage of beginning",
            Self::Draws => "drawn",
            Self::Unfinished => "unfinished",
            Self::Reason(_) => "ended:",
            Self::Turns => "turns",
            Self::Plies => "moves",
            Self::Throws => "throws",
            Self::Branching => "legal moves",
            Self::RealDecisions => "real decisions",
            Self::ForcedMoves => "forced moves",
            Self::LostThrows => "throws lost",
            Self::LostShare => "share of throws lost",
            Self::LeadChanges => "lead changes",
            Self::LeadChangeShare => "lead changes by turn",
            Self::WinnerBehind => "winner behind",
            Self::Drama => "drama",
            Self::Metric(_) => "",
        }
    }

    /// The figures of a game with their names, which have the ids of players, reasons and metrics.
    pub fn all(game: &Game) -> Vec<(Self, String)> {
        let named = |measure: Self| {
            let id = match measure {
                Self::Wins(index) => game.players.get(index).map(|player| &player.id),
                Self::Reason(index) => game.reasons.get(index).map(|reason| &reason.id),
                Self::Metric(index) => game.metrics.get(index).map(|metric| &metric.id),
                _ => None,
            };
            let name = format!("{} {}", measure.name(), id.map_or("", String::as_str));
            (measure, name.trim().to_owned())
        };
        Self::common(game, game).into_iter().map(|(measure, _)| named(measure)).collect()
    }

    /// What is counted in a playout, and what it is counted by.
    ///
    /// The advantage of the first player is counted as the share that he wins less the fair one, by
    /// the number of players, plus this number, so that it is never negative.
    pub(super) fn observe(self, playout: &Playout, n_players: usize) -> (u64, u64) {
        let (winners, reason) = match &playout.ending {
            Ending::Unfinished => (&[][..], None),
            Ending::Over(outcome) => (&outcome.ranking[..outcome.n_winners], Some(outcome.reason)),
        };
        let won = |player: usize| winners.contains(&player);
        let first_won = playout.first.is_some_and(won);
        let each = |count: u64| (count, 1);
        let lead = playout.lead.as_ref();
        // Nobody is behind the winner of a playout that nobody won.
        let behind = lead.and_then(|lead| lead.behind).unwrap_or_default();
        let is = |is_so: bool| (u64::from(is_so), 1);
        match self {
            Self::Wins(player) => is(won(player)),
            Self::FirstPlayer => is(first_won),
            Self::Advantage => {
                let (n, k) = (n_players as u64, winners.len() as u64);
                each((n + u64::from(first_won) * n).saturating_sub(k))
            }
            Self::Draws => is(reason.is_some() && winners.is_empty()),
            Self::Unfinished => is(reason.is_none()),
            Self::Reason(wanted) => is(reason == Some(wanted)),
            Self::Turns => each(playout.turns),
            Self::Plies => each(playout.plies),
            Self::Throws => each(playout.throws),
            Self::Branching => (playout.legal, playout.plies),
            Self::RealDecisions => (playout.real_decisions, playout.plies),
            Self::ForcedMoves => each(playout.forced_moves()),
            Self::LostThrows => each(playout.lost_throws),
            Self::LostShare => (playout.lost_throws, playout.throws),
            Self::LeadChanges => each(lead.map_or(0, |lead| lead.changes)),
            Self::LeadChangeShare => lead.map_or((0, 0), |lead| (lead.changes, lead.turns)),
            Self::WinnerBehind => (behind.behind, behind.turns),
            Self::Drama => (behind.distance, behind.turns),
            Self::Metric(metric) => each(playout.metrics.get(metric).copied().unwrap_or(0)),
        }
    }

    /// The figures that two games have in common, each as it is known in the first and in the second:
    /// players by their seats, reasons and metrics by their names. [`Self::OF_LEADS`] are
    /// among them; who led is known only where the tally says so.
    pub(super) fn common(side: &Game, base: &Game) -> Vec<(Self, Self)> {
        let both = |measure: Self| (measure, measure);
        let n_players = side.players.len().min(base.players.len());
        let mut all: Vec<(Self, Self)> = (0..n_players).map(|i| both(Self::Wins(i))).collect();
        all.extend([Self::FirstPlayer, Self::Advantage, Self::Draws, Self::Unfinished].map(both));
        let reason_of = |id: &str| side.reasons.iter().position(|reason| reason.id == id);
        all.extend(base.reasons.iter().enumerate().filter_map(|(there, reason)| {
            Some((Self::Reason(reason_of(&reason.id)?), Self::Reason(there)))
        }));
        all.extend(
            [
                Self::Turns,
                Self::Plies,
                Self::Throws,
                Self::Branching,
                Self::RealDecisions,
                Self::ForcedMoves,
                Self::LostThrows,
                Self::LostShare,
            ]
            .map(both),
        );
        all.extend(Self::OF_LEADS.map(both));
        let metric_of = |id: &str| side.metrics.iter().position(|metric| metric.id == id);
        all.extend(base.metrics.iter().enumerate().filter_map(|(there, metric)| {
            Some((Self::Metric(metric_of(&metric.id)?), Self::Metric(there)))
        }));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::label::label;
    use crate::lab::toy;
    use crate::text::Lang;

    #[test]
    fn every_figure_has_a_name_of_its_own_in_both_languages() {
        let all = Measure::all(&toy::game("goal"));
        for (i, (measure, name)) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|(_, other)| other != name), "{name}");
            let known = measure.name();
            let same = known.is_empty() || *measure == Measure::Drama;
            assert_eq!(label(known, Lang::Eu) == known, same, "{name}");
        }
        let names: Vec<&str> = all.iter().map(|(_, name)| name.as_str()).collect();
        for name in ["won by light", "ended: home", "turns", "drama", "steps"] {
            assert!(names.contains(&name), "{name} in {names:?}");
        }
    }
}

//! What a simulation says: every figure with its 95 % interval, how many playouts, and the seed.

use serde::{Serialize, Serializer};

use super::leads::Leads;
use super::ruleset::Ruleset;
use super::statistics::{Histogram, Interval, Ratio, wilson};
use super::subject::Subject;
use super::tally::Tally;

/// A figure that is written with at most six decimals.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Decimal(pub f64);

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // What is rounded to nothing has no sign.
        serializer.serialize_f64((self.0 * 1e6).round() / 1e6 + 0.0)
    }
}

/// A share of all playouts.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// How many playouts.
    pub count: u64,
    /// The share of all, from 0 to 1.
    pub share: Decimal,
    /// The lower end of Wilson's interval.
    pub low: Decimal,
    /// The upper end of Wilson's interval.
    pub high: Decimal,
}

/// A figure that may be a difference, with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// The figure.
    pub value: Decimal,
    /// The lower end of the interval.
    pub low: Decimal,
    /// The upper end of the interval.
    pub high: Decimal,
}

/// A mean over all moves; the interval takes into account that moves of one playout go together.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rate {
    /// The mean; `None` when no move was made.
    pub mean: Option<Decimal>,
    /// The lower end of the interval; `None` for fewer than two playouts.
    pub low: Option<Decimal>,
    /// The upper end of the interval; `None` for fewer than two playouts.
    pub high: Option<Decimal>,
}

/// A count in each playout: its mean with the interval, and how it is spread.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The mean.
    pub mean: Decimal,
    /// The lower end of the mean's interval; `None` for fewer than two playouts.
    pub low: Option<Decimal>,
    /// The upper end of the mean's interval; `None` for fewer than two playouts.
    pub high: Option<Decimal>,
    /// The standard deviation.
    pub sd: Decimal,
    /// The least.
    pub min: u64,
    /// The first quartile: the least count that a quarter of the playouts do not exceed.
    pub q1: u64,
    /// The median: the least count that half of the playouts do not exceed.
    pub median: u64,
    /// The third quartile: the least count that three quarters of the playouts do not exceed.
    pub q3: u64,
    /// The greatest.
    pub max: u64,
}

/// Who played for a player, and how often that won.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatReport {
    /// The player's name.
    pub player: String,
    /// The bot on the player's seat, as it is written.
    pub bot: String,
    /// The playouts won, alone or with others.
    pub wins: Share,
}

/// How often a playout ended for a reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReasonReport {
    /// The reason's name.
    pub reason: String,
    /// The playouts that ended for it.
    pub games: Share,
}

/// Who was ahead, as [`Leads`] says.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeadReport {
    /// Changes of the lead in each playout.
    pub changes: Summary,
    /// The share of turns after which another side leads.
    pub change_share: Rate,
    /// The share of turns after which the later winner was behind.
    pub winner_behind: Rate,
    /// How far behind the later winner was on average over the turns, in the unit of `evaluate`.
    pub drama: Rate,
}

/// A counter of the definition.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MetricReport {
    /// The metric's name.
    pub metric: String,
    /// Its count in each playout.
    pub per_game: Summary,
}

/// The results of a simulation, with all that is needed to run it again.
///
/// Every share is one of all playouts, unfinished ones included.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The rules that were played.
    #[serde(flatten)]
    pub rules: Ruleset,
    /// How many playouts.
    pub n: u64,
    /// The seed; playout i, counted from 0, has the stream of this seed and i.
    pub seed: u64,
    /// The cap on moves in a playout.
    pub max_plies: u64,
    /// The players in the order of their seats.
    pub players: Vec<SeatReport>,
    /// The playouts won by the player of the first turn.
    pub first_player: Share,
    /// The share of the player of the first turn, less the fair one; see
    /// [`Results::advantage`](super::Results::advantage).
    pub advantage: Figure,
    /// 1 less the difference between the greatest and the smallest share of a player; see
    /// [`Results::balance`](super::Results::balance).
    pub balance: Figure,
    /// The playouts without a winner.
    pub draws: Share,
    /// The playouts given up at a cap.
    pub unfinished: Share,
    /// The reasons for the end, in the order of the definition.
    pub reasons: Vec<ReasonReport>,
    /// Turns in each playout.
    pub turns: Summary,
    /// Moves in each playout.
    pub plies: Summary,
    /// Throws in each playout.
    pub throws: Summary,
    /// Legal moves at a decision.
    pub branching: Rate,
    /// The share of decisions with more than one legal move.
    pub real_decisions: Rate,
    /// Moves in each playout that were the only legal one.
    pub forced_moves: Summary,
    /// Throws in each playout that led to no move, as [`Playout::lost_throws`](super::Playout::lost_throws) says.
    pub lost_throws: Summary,
    /// The share of all throws that led to no move.
    pub lost_share: Rate,
    /// Who was ahead; `None` for a game without the hook `evaluate`.
    pub leads: Option<LeadReport>,
    /// The counters of the definition.
    pub metrics: Vec<MetricReport>,
}

impl Report {
    /// The report on a tally of playouts of what is described.
    pub fn new(subject: &Subject, tally: &Tally) -> Self {
        let share = |count: &u64| Share::new(*count, tally.n);
        let n_players = subject.players.len();
        let seats = subject.players.iter().zip(&subject.bots).zip(&tally.wins);
        let reasons = subject.reasons.iter().zip(&tally.reasons);
        let metrics = subject.metrics.iter().zip(&tally.metrics);
        Self {
            rules: subject.rules.clone(),
            n: tally.n,
            seed: subject.seed,
            max_plies: subject.max_plies,
            players: seats
                .map(|((player, bot), wins)| SeatReport {
                    player: player.id.clone(),
                    bot: bot.clone(),
                    wins: share(wins),
                })
                .collect(),
            first_player: share(&tally.first_wins),
            advantage: Figure::new(tally.results.advantage(n_players)),
            balance: Figure::new(tally.results.balance(n_players)),
            draws: share(&tally.draws),
            unfinished: share(&tally.unfinished),
            reasons: reasons
                .map(|(reason, n)| ReasonReport { reason: reason.id.clone(), games: share(n) })
                .collect(),
            turns: Summary::new(&tally.turns),
            plies: Summary::new(&tally.plies),
            throws: Summary::new(&tally.throws),
            branching: Rate::new(&tally.branching),
            real_decisions: Rate::new(&tally.real_decisions),
            forced_moves: Summary::new(&tally.forced_moves),
            lost_throws: Summary::new(&tally.lost_throws),
            lost_share: Rate::new(&tally.lost_share),
            leads: tally.leads.as_ref().map(LeadReport::new),
            metrics: metrics
                .map(|(metric, counts)| MetricReport {
                    metric: metric.id.clone(),
                    per_game: Summary::new(counts),
                })
                .collect(),
        }
    }
}

impl LeadReport {
    fn new(leads: &Leads) -> Self {
        Self {
            changes: Summary::new(&leads.changes),
            change_share: Rate::new(&leads.change_share),
            winner_behind: Rate::new(&leads.behind),
            drama: Rate::new(&leads.drama),
        }
    }
}

impl Share {
    /// A share with Wilson's interval.
    pub fn new(count: u64, n: u64) -> Self {
        let Interval { low, high } = wilson(count, n);
        let share = if n == 0 { 0.0 } else { count as f64 / n as f64 };
        Self { count, share: Decimal(share), low: Decimal(low), high: Decimal(high) }
    }
}

impl Figure {
    /// A figure with its interval.
    pub fn new((value, interval): (f64, Interval)) -> Self {
        let Interval { low, high } = interval;
        Self { value: Decimal(value), low: Decimal(low), high: Decimal(high) }
    }
}

impl Rate {
    /// The ratio with its interval.
    pub fn new(ratio: &Ratio) -> Self {
        let (low, high) = ends(ratio.interval());
        Self { mean: ratio.value().map(Decimal), low, high }
    }
}

impl Summary {
    /// What is to be said of the counts.
    pub fn new(counts: &Histogram) -> Self {
        let (low, high) = ends(counts.interval());
        Self {
            mean: Decimal(counts.mean()),
            low,
            high,
            sd: Decimal(counts.deviation()),
            min: counts.quartile(0),
            q1: counts.quartile(1),
            median: counts.quartile(2),
            q3: counts.quartile(3),
            max: counts.quartile(4),
        }
    }
}

fn ends(interval: Option<Interval>) -> (Option<Decimal>, Option<Decimal>) {
    (interval.map(|i| Decimal(i.low)), interval.map(|i| Decimal(i.high)))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::lab::{Bot, Options, toy};

    #[test]
    fn figures_are_rounded_to_six_decimals() {
        let text = |x: f64| serde_json::to_string(&Decimal(x)).expect("a number");
        assert_eq!(text(2.0 / 3.0), "0.666667");
        assert_eq!(text(0.000_000_4), "0.0");
        assert_eq!(text(12.0), "12.0");
    }

    #[test]
    fn a_report_without_playouts_says_so() {
        let game = toy::game("never");
        let options =
            Options { bots: vec![Bot::Greedy, Bot::Random], n: 0, seed: 3, jobs: 1, max_plies: 50 };
        let report = Report::new(&Subject::new(&game, &options), &Tally::new(&game));
        let value = serde_json::to_value(&report).expect("a report is plain data");
        assert_eq!(value["options"], serde_json::json!({"ending": "never"}));
        assert_eq!(value["digest"], game.digest());
        assert_eq!(value["players"][0]["bot"], "greedy");
        assert_eq!(value["players"][1]["bot"], "random");
        assert_eq!(value["plies"]["low"], Value::Null);
        assert_eq!(value["leads"], Value::Null);
        assert_eq!(
            value["draws"],
            serde_json::json!({"count": 0, "share": 0.0, "low": 0.0, "high": 1.0})
        );
        assert_eq!(value["balance"], serde_json::json!({"value": 1.0, "low": 0.0, "high": 1.0}));
    }
}

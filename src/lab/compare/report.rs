//! What a comparison says: all figures of all sides, and how they differ.

use serde::{Serialize, Serializer};

use super::measure::{Kind, Measure};
use super::pairs::Pairs;
use super::verdict;
use crate::lab::label::both;
use crate::lab::report::{Decimal, Figure, Rate, Report, Share, Summary};
use crate::lab::statistics::{ALPHA, Interval, Paired, difference, holm};
use crate::lab::subject::Subject;
use crate::lab::tally::Tally;
use crate::text::{Named, Text};

/// The results of a comparison.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// How many playouts on each side.
    pub n: u64,
    /// The seed; playout i, counted from 0, has the stream of this seed and i on every side.
    pub seed: u64,
    /// The share of intervals of a difference that may miss: 0.05 by the number of sides beside the
    /// base, so that with 95 % all sides' intervals of one figure hold together. This is Bonferroni's
    /// correction: O. J. Dunn, *Multiple comparisons among means*, Journal of the American Statistical
    /// Association 56 (1961).
    pub alpha: Decimal,
    /// When the comparison was to end, if that was said.
    pub until: Option<Until>,
    /// The sides in their order; the first is the base.
    pub sides: Vec<SideReport>,
}

/// When a comparison was to end.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Until {
    /// How far the intervals of the headline figures may reach to either side, as a share.
    pub width: Decimal,
    /// Whether they reach no farther; otherwise there were as many playouts as was allowed.
    pub reached: bool,
}

/// One of the sides.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SideReport {
    /// What it is called.
    pub name: String,
    /// What the rules do, in words, in JSON the English ones; `None` for the base.
    #[serde(serialize_with = "english")]
    pub verdict: Option<Text>,
    /// In how many playouts any of the figures was another one than on the base; `None` for the base.
    pub differing: Option<u64>,
    /// How the figures differ from those of the base; empty for the base.
    pub changes: Vec<Change>,
    /// The figures of this side alone.
    pub report: Report,
    /// What was played, with all titles.
    #[serde(skip)]
    pub subject: Subject,
    /// The counts and distributions behind the figures.
    #[serde(skip)]
    pub tally: Tally,
}

/// How one figure differs from that of the base.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    /// The figure's name, as in the table of a simulation, with the ids of players, reasons and
    /// metrics.
    pub figure: String,
    /// The same with titles.
    #[serde(skip)]
    pub title: Text,
    /// The figure itself; its index is the one of the base.
    #[serde(skip)]
    pub measure: Measure,
    /// What sort of number it is.
    pub kind: Kind,
    /// The figure of the base.
    pub base: Decimal,
    /// The figure of this side.
    pub value: Decimal,
    /// This side's less the base's; `None` for fewer than two playouts.
    pub difference: Option<Figure>,
    /// This side's by the base's, less 1, for counts and rates above 0.
    pub relative: Option<Figure>,
    /// How probable such a difference at least would be without any in truth, corrected by Holm's
    /// method, see [`holm`]: turns and advantage for these two on all sides, the other figures for all
    /// others on all sides.
    pub p: Decimal,
    /// Whether this is below 0.05.
    pub clear: bool,
    /// Whether it was another one in any pair of playouts.
    #[serde(skip)]
    pub differs: bool,
}

impl Comparison {
    /// How far an interval may reach beyond nothing to be called unchanged, as a share: two percent or
    /// two percentage points, or twice the width that was asked for where that is less. What is asked
    /// for roughly is not thereby unchanged.
    pub fn margin(&self) -> f64 {
        self.until.map_or(verdict::MARGIN, |until| (2.0 * until.width.0).min(verdict::MARGIN))
    }

    /// The figures of the sides in the order of reports, each as the base knows it, and its titles;
    /// those that only some of the sides share included.
    pub fn measures(&self) -> Vec<(Measure, Text)> {
        let mut all: Vec<(Measure, Text)> = Vec::new();
        for change in self.sides.iter().flat_map(|side| &side.changes) {
            if all.iter().all(|(measure, _)| *measure != change.measure) {
                all.push((change.measure, change.title.clone()));
            }
        }
        all
    }

    /// A figure's name with the ids of the base.
    pub fn name(&self, measure: Measure) -> String {
        self.sides.first().map_or_else(String::new, |base| names(measure, &base.subject).0)
    }

    /// A figure of one side alone with its own 95 % interval, by its index on the base; `None` when the
    /// side does not have it.
    pub fn figure(&self, side: &SideReport, measure: Measure) -> Option<Rate> {
        let base = &self.sides.first()?.subject;
        let report = &side.report;
        let of_share = |share: &Share| Rate {
            mean: Some(share.share),
            low: Some(share.low),
            high: Some(share.high),
        };
        let of_count = |summary: &Summary| Rate {
            mean: Some(summary.mean),
            low: summary.low,
            high: summary.high,
        };
        let of_figure = |figure: &Figure| Rate {
            mean: Some(figure.value),
            low: Some(figure.low),
            high: Some(figure.high),
        };
        Some(match measure {
            Measure::Wins(seat) => of_share(&report.players.get(seat)?.wins),
            Measure::FirstPlayer => of_share(&report.first_player),
            Measure::Advantage => of_figure(&report.advantage),
            Measure::Draws => of_share(&report.draws),
            Measure::Unfinished => of_share(&report.unfinished),
            Measure::Reason(index) => {
                let id = &base.reasons.get(index)?.id;
                of_share(&report.reasons.iter().find(|reason| reason.reason == *id)?.games)
            }
            Measure::Turns => of_count(&report.turns),
            Measure::Plies => of_count(&report.plies),
            Measure::Throws => of_count(&report.throws),
            Measure::Branching => report.branching,
            Measure::RealDecisions => report.real_decisions,
            Measure::ForcedMoves => of_count(&report.forced_moves),
            Measure::LostThrows => of_count(&report.lost_throws),
            Measure::LostShare => report.lost_share,
            Measure::LeadChanges => of_count(&report.leads.as_ref()?.changes),
            Measure::LeadChangeShare => report.leads.as_ref()?.change_share,
            Measure::WinnerBehind => report.leads.as_ref()?.winner_behind,
            Measure::Drama => report.leads.as_ref()?.drama,
            Measure::Metric(index) => {
                let id = &base.metrics.get(index)?.id;
                of_count(&report.metrics.iter().find(|metric| metric.metric == *id)?.per_game)
            }
        })
    }
}

impl SideReport {
    /// What was chosen for this side beside what its name says, in one line: a variant, house rules in
    /// quotes, options as `name=value`; empty when there is nothing.
    pub fn settings(&self) -> String {
        let rules = &self.report.rules;
        let named: Vec<&str> = self.name.split(", ").collect();
        let variant = rules.variant.iter().filter(|name| !named.contains(&name.as_str())).cloned();
        let houses = rules.houses.iter().map(|house| format!("\"{house}\""));
        let options = rules.settings().filter_map(|(name, value)| {
            let is_named = named.contains(&format!("{name} {value}").as_str());
            (!is_named).then(|| format!("{name}={value}"))
        });
        variant.chain(houses).chain(options).collect::<Vec<_>>().join(" ")
    }

    /// How a figure differs, if both sides have it.
    pub fn change(&self, measure: Measure) -> Option<&Change> {
        self.changes.iter().find(|change| change.measure == measure)
    }
}

/// Whether the headline figures of all sides are known to this width.
pub(super) fn is_narrow(tallies: &[Tally], pairs: &[Pairs], width: f64) -> bool {
    let alpha = alpha(pairs.len());
    let fits = |interval: Interval| interval.high - interval.low <= 2.0 * width;
    let [base, sides @ ..] = tallies else { return true };
    sides.iter().zip(pairs).all(|(side, pairs)| {
        pairs.iter().all(|(measure, sums)| match measure {
            // A length of nothing has no percents to wait for.
            Measure::Turns => {
                sums.base() == Some(0.0) || sums.change_at(alpha).is_some_and(|(_, i)| fits(i))
            }
            Measure::Advantage => fits(advantages(side, base, sums, alpha).1),
            _ => true,
        })
    })
}

/// The report on what was played.
pub(super) fn comparison(
    names: Vec<String>,
    subjects: Vec<Subject>,
    tallies: Vec<Tally>,
    pairs: &[Pairs],
    until: Option<Until>,
) -> Comparison {
    let alpha = alpha(pairs.len());
    let (n, seed) = subjects.first().map_or((0, 0), |subject| (subject.n, subject.seed));
    let mut changes: Vec<Vec<Change>> = vec![Vec::new()];
    if let ([base, others @ ..], Some(subject)) = (tallies.as_slice(), subjects.first()) {
        changes.extend(others.iter().zip(pairs).map(|(side, pairs)| {
            let all = pairs.iter();
            all.filter_map(|(measure, sums)| change(measure, sums, (side, base), subject, alpha))
                .collect()
        }));
    }
    correct(&mut changes);
    let differing =
        std::iter::once(None).chain(pairs.iter().map(|pairs| Some(pairs.n_differing())));
    let sides = names.into_iter().zip(subjects).zip(tallies).zip(changes).zip(differing);
    let sides = sides.map(|((((name, subject), tally), changes), differing)| SideReport {
        name,
        verdict: None,
        differing,
        changes,
        report: Report::new(&subject, &tally),
        subject,
        tally,
    });
    let mut comparison =
        Comparison { n, seed, alpha: Decimal(alpha), until, sides: sides.collect() };
    let verdicts: Vec<Option<Text>> =
        comparison.sides.iter().map(|side| verdict::verdict(&comparison, side)).collect();
    for (side, verdict) in comparison.sides.iter_mut().zip(verdicts) {
        side.verdict = verdict;
    }
    comparison
}

fn alpha(n_comparisons: usize) -> f64 {
    ALPHA / n_comparisons.max(1) as f64
}

fn change(
    measure: Measure,
    sums: &Paired,
    (side, base): (&Tally, &Tally),
    subject: &Subject,
    alpha: f64,
) -> Option<Change> {
    if Measure::OF_LEADS.contains(&measure) && (side.leads.is_none() || base.leads.is_none()) {
        return None;
    }
    let kind = measure.kind();
    let (mut value, mut of_base) = (sums.value()?, sums.base()?);
    let difference = match kind {
        Kind::Share => Some(sums.difference_of_shares_at(alpha)),
        Kind::Advantage => {
            value = side.results.advantage(side.wins.len()).0;
            of_base = base.results.advantage(base.wins.len()).0;
            Some(advantages(side, base, sums, alpha))
        }
        Kind::Count | Kind::Rate | Kind::Portion => sums.difference_at(alpha),
    };
    let relative = match kind {
        Kind::Count | Kind::Rate => sums.change_at(alpha),
        Kind::Portion | Kind::Share | Kind::Advantage => None,
    };
    let (figure, title) = names(measure, subject);
    Some(Change {
        figure,
        title,
        measure,
        kind,
        base: Decimal(of_base),
        value: Decimal(value),
        difference: difference.filter(|_| sums.n() > 1).map(Figure::new),
        relative: relative.map(Figure::new),
        p: Decimal(sums.p().unwrap_or(1.0)),
        clear: false,
        differs: sums.n_differing() > 0,
    })
}

/// The difference of two advantages, from the intervals of both, as that of two shares is made. One
/// more win of who begins is worth as much as there are players, see [`Measure::observe`].
fn advantages(side: &Tally, base: &Tally, sums: &Paired, alpha: f64) -> (f64, Interval) {
    let of_side = side.results.advantage_at(alpha, side.wins.len());
    let of_base = base.results.advantage_at(alpha, base.wins.len());
    let correlation = sums.correlation(base.wins.len() as f64);
    (of_side.0 - of_base.0, difference(of_side, of_base, correlation))
}

/// Corrects the probabilities for all comparisons of a family, and says which differences are clear.
///
/// What a comparison is made for, length and first player's advantage, is a family of its own, so that
/// it is not lost among the many other figures. What was the same in all pairs was not compared.
fn correct(changes: &mut [Vec<Change>]) {
    for is_headline in [true, false] {
        let is_member = |change: &&mut Change| {
            let headline = matches!(change.measure, Measure::Turns | Measure::Advantage);
            headline == is_headline && change.differs
        };
        let family: Vec<&mut Change> = changes.iter_mut().flatten().filter(is_member).collect();
        let plain: Vec<f64> = family.iter().map(|change| change.p.0).collect();
        for (change, p) in family.into_iter().zip(holm(&plain)) {
            change.p = Decimal(p);
            change.clear = p < ALPHA;
        }
    }
}

fn names(measure: Measure, subject: &Subject) -> (String, Text) {
    let (list, index): (&[Named], usize) = match measure {
        Measure::Wins(index) => (&subject.players, index),
        Measure::Reason(index) => (&subject.reasons, index),
        Measure::Metric(index) => (&subject.metrics, index),
        _ => (&[], 0),
    };
    let name = both(measure.name());
    let text = |name: &str, of: &str| {
        if name.is_empty() { of.to_owned() } else { format!("{name} {of}") }
    };
    match list.get(index) {
        None => (name.en.clone(), name),
        Some(Named { id, title }) => {
            let title = Text { eu: text(&name.eu, &title.eu), en: text(&name.en, &title.en) };
            (text(&name.en, id), title)
        }
    }
}

#[expect(clippy::ref_option, reason = "serde hands over the field as it is")]
fn english<S: Serializer>(text: &Option<Text>, serializer: S) -> Result<S::Ok, S::Error> {
    text.as_ref().map(|text| &text.en).serialize(serializer)
}

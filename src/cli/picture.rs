//! Which charts a simulation is shown by.

use clap::{Args, ValueEnum};

use super::context::{Context, Done, Failure, Picture};
use crate::chart::{Chart, Findings};
use crate::error::Problem;
use crate::lab::{Heat, Subject};

/// The charts of `--format html` and `--format svg`.
#[derive(Args, Debug)]
pub(super) struct PictureArgs {
    /// The chart of `--format svg`
    #[arg(long, value_enum, value_name = "CHART")]
    chart: Option<ChartArg>,
    /// The event or metric whose places on the board are shown; without it those of all metrics
    #[arg(long, value_name = "NAME")]
    heat: Option<String>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ChartArg {
    /// How many turns the playouts had
    Lengths,
    /// How often each player won
    Winners,
    /// For which reasons the playouts ended
    Reasons,
    /// How often what the game counts happened
    Counters,
    /// Where on the board it happened
    Heat,
}

/// What is drawn.
#[derive(Debug)]
pub(super) enum Drawing {
    /// Nothing: the figures are printed.
    Nothing,
    /// A page, with the heat of some events.
    Page(Vec<usize>),
    /// A chart.
    Chart(Chart),
}

impl PictureArgs {
    /// What the arguments ask for; known before anything is played.
    pub(super) fn of(&self, context: &Context, subject: &Subject) -> Done<Drawing> {
        let wrong = |message: &str, help: &str| {
            Err(Failure::usage(Problem::new("wrong-format", message).help(help)))
        };
        match (context.picture, self.chart) {
            (Some(Picture::Html), None) => Ok(Drawing::Page(self.heats(subject)?)),
            (Some(Picture::Svg), Some(ChartArg::Heat)) => {
                let heats = self.heats(subject)?;
                let Some(first) = heats.first() else {
                    let message = "no event that a metric counts has a site";
                    return Err(Failure::usage(known(Problem::new("no-heat", message), subject)));
                };
                Ok(Drawing::Chart(Chart::Heat(*first)))
            }
            (_, Some(_)) if context.picture != Some(Picture::Svg) => {
                wrong("`--chart` is for single charts", "use it with `--format svg`")
            }
            (_, chart) if self.heat.is_some() && chart != Some(ChartArg::Heat) => {
                let help = "use it with `--format html`, or `--format svg --chart heat`";
                wrong("`--heat` is for pictures of the board", help)
            }
            (Some(Picture::Svg), None) => {
                let help = "use `--chart lengths`, `winners`, `reasons`, `counters` or `heat`";
                wrong("`--format svg` is a single chart", help)
            }
            (_, Some(ChartArg::Lengths)) => Ok(Drawing::Chart(Chart::Lengths)),
            (_, Some(ChartArg::Winners)) => Ok(Drawing::Chart(Chart::Winners)),
            (_, Some(ChartArg::Reasons)) => Ok(Drawing::Chart(Chart::Reasons)),
            (_, Some(_)) => Ok(Drawing::Chart(Chart::Counters)),
            (None, None) => Ok(Drawing::Nothing),
        }
    }

    /// The events that are asked for, by index: one, or those of all metrics.
    fn heats(&self, subject: &Subject) -> Done<Vec<usize>> {
        let heats = subject.heats.iter();
        let Some(name) = &self.heat else {
            let counted = heats.enumerate().filter(|(_, heat)| heat.metric.is_some());
            return Ok(counted.map(|(index, _)| index).collect());
        };
        let by_event = heats.clone().position(|heat| heat.event.id == *name);
        let has_name = |heat: &Heat| heat.metric.as_ref().is_some_and(|metric| metric.id == *name);
        let by_metric = || subject.heats.iter().position(has_name);
        by_event.or_else(by_metric).map(|index| vec![index]).ok_or_else(|| {
            let message = format!("no event or metric `{name}` has a site");
            Failure::usage(known(Problem::new("unknown-event", message), subject))
        })
    }
}

impl Drawing {
    /// The text of the picture, if there is one.
    pub(super) fn text(&self, findings: Findings<'_>) -> Option<String> {
        match self {
            Self::Nothing => None,
            Self::Page(heats) => Some(findings.html(heats)),
            Self::Chart(chart) => Some(findings.svg(*chart)),
        }
    }
}

/// With the events that there are.
fn known(problem: Problem, subject: &Subject) -> Problem {
    let names: Vec<String> =
        subject.heats.iter().map(|heat| format!("`{}`", heat.event.id)).collect();
    if names.is_empty() {
        return problem.note("no event of this game has a site");
    }
    problem.help(format!("these have: {}", names.join(", ")))
}

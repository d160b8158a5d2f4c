//! Charts and pages of what a simulation found.
//!
//! All of it is text of our own making, in the syntax of XML: charts are SVG, and the page is HTML that
//! an XML parser reads as well. The crates for charts were looked at and left, because a figure here
//! has its words on hover, a description for those who do not see it, and the colors of the reader's
//! light or dark screen: plotters writes fixed colors and no titles (issue 13 there asks for them, and
//! pull request 721 found the design in the way), kuva, which is kept well, writes fixed colors and its
//! own version into each picture, and others only draw bars or need scripts.
//!
//! The same findings give the same bytes on every platform: places come from sums, products and
//! quotients alone, and are written with a fixed number of decimals.

use crate::lab::{Report, Subject, Tally};
use crate::text::Lang;

mod bars;
mod comparison;
mod curve;
mod element;
mod frame;
mod heat;
mod lengths;
mod page;
mod scale;
mod shares;
mod sides;
mod style;
mod tongue;

pub use comparison::{Compared, compared, compared_svg, swept};
pub use curve::{Plot, Point};

use frame::Frame;
use tongue::Tongue;

/// A chart of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chart {
    /// How long the playouts were, in turns.
    Lengths,
    /// How often each player won.
    Winners,
    /// For which reasons the playouts ended.
    Reasons,
    /// How often the events that the game counts happened in a playout.
    Counters,
    /// Where on the board the event with this index in [`Subject::heats`] happened.
    Heat(usize),
}

/// What is drawn, and in which language.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'a> {
    /// What was simulated.
    pub subject: &'a Subject,
    /// What was counted.
    pub tally: &'a Tally,
    /// The language of all words.
    pub lang: Lang,
}

impl Findings<'_> {
    /// An SVG file with one chart; an index beyond the events gives a board without heat.
    pub fn svg(&self, chart: Chart) -> String {
        let frame = self.frame(chart, &self.report());
        format!("{}\n", frame.file(&self.source()))
    }

    /// An HTML file with all figures and charts, which needs nothing else; of the heat only that of
    /// the events with these indices in [`Subject::heats`].
    pub fn html(&self, heats: &[usize]) -> String {
        page::page(self, heats)
    }

    fn report(&self) -> Report {
        Report::new(self.subject, self.tally)
    }

    fn tongue(&self) -> Tongue {
        Tongue(self.lang)
    }

    fn frame(&self, chart: Chart, report: &Report) -> Frame {
        match chart {
            Chart::Lengths => lengths::turns(self),
            Chart::Winners => shares::winners(self, report),
            Chart::Reasons => shares::reasons(self, report),
            Chart::Counters => shares::counters(self, report),
            Chart::Heat(index) => heat::board(self, index),
        }
    }

    /// The game with its settings, how many playouts and from where: a line under a chart.
    fn source(&self) -> String {
        let tongue = self.tongue();
        let n = tongue.count(self.tally.n);
        let playouts = tongue.say("playouts", "partida");
        let seed = tongue.say("seed", "hazia");
        let rules = tongue.say("rules", "arauak");
        let subject = self.subject;
        let rest =
            format!("{n} {playouts} · {seed} {} · {rules} {}", subject.seed, subject.rules.digest);
        format!("{} · {rest}", self.name())
    }

    /// The game with its variant, house rules and changed options.
    fn name(&self) -> String {
        let mut words = vec![self.subject.title.get(self.lang).to_owned()];
        words.extend(self.settings());
        words.join(" · ")
    }

    fn settings(&self) -> Vec<String> {
        let rules = &self.subject.rules;
        let options = rules.settings().map(|(name, value)| format!("{name} = {value}"));
        rules.variant.iter().chain(&rules.houses).cloned().chain(options).collect()
    }
}

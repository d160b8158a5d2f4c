//! The lab: playouts with reproducible chance, what they tell of a game, and perft.
//!
//! Every playout has a random stream of its own, made from a seed and the playout's index, and all
//! results accumulate in integers and ordered histograms. So the same seed gives the same bytes on
//! every platform, with any number of threads and however the work is cut.

mod bot;
mod compare;
mod contest;
mod heat;
mod label;
mod leads;
mod part;
mod perft;
mod playout;
mod report;
mod ruleset;
mod shard;
mod sides;
mod simulate;
mod statistics;
mod stream;
mod subject;
mod survey;
mod tally;
#[cfg(test)]
pub(crate) mod toy;

pub use bot::{Bot, Budget, Effort, Seating};
pub use compare::{Change, Comparison, Kind, Measure, Pairs, Side, SideReport, Until, compare};
pub use contest::{BotReport, ContestOptions, ContestReport, SeatWins, contest};
pub use heat::Heat;
pub use label::label;
pub use leads::{Behind, Lead, Leads};
pub use part::{Part, merge};
pub use perft::{Branch, MAX_DEPTH, MAX_THROWS, THROWS, divide, perft};
pub use playout::{Caps, Ending, Playout, Watch, playout, watched};
pub use report::{
    Decimal, Figure, LeadReport, MetricReport, Rate, ReasonReport, Report, SeatReport, Share,
    Summary,
};
pub use ruleset::Ruleset;
pub use shard::Shard;
pub use simulate::{Options, each, simulate, tally};
pub use statistics::{
    ALPHA, Histogram, Interval, Moments, Paired, Ratio, difference, holm, normal_point,
    student_point, student_tail, wilson, wilson_at,
};
pub use stream::Stream;
pub use subject::Subject;
pub(crate) use survey::permitted;
pub use survey::{
    Finding, Level, Occurrence, Skipped, Survey, SurveyOptions, Surveyed, Turns, survey,
};
pub use tally::{Results, Tally};

//! The lab: playouts with reproducible chance, what they tell of a game, and perft.
//!
//! Every playout has a random stream of its own, made from a seed and the playout's index, and all
//! results accumulate in integers and ordered histograms. So the same seed gives the same bytes on
//! every platform, with any number of threads and however the work is cut.

mod bot;
mod contest;
mod crew;
mod perft;
mod playout;
mod report;
mod sides;
mod simulate;
mod statistics;
mod stream;
mod survey;
mod tally;
#[cfg(test)]
pub(crate) mod toy;

pub use bot::{Bot, Budget, Effort, Seating};
pub use contest::{BotReport, ContestOptions, ContestReport, SeatWins, contest};
pub use perft::{Branch, MAX_DEPTH, MAX_THROWS, THROWS, divide, perft};
pub use playout::{Caps, Ending, Playout, Watch, playout, watched};
pub use report::{Decimal, MetricReport, Rate, ReasonReport, Report, SeatReport, Share, Summary};
pub use simulate::{Options, simulate};
pub use statistics::{Histogram, Interval, Ratio, wilson};
pub use stream::Stream;
pub(crate) use survey::permitted;
pub use survey::{
    Finding, Level, Occurrence, Skipped, Survey, SurveyOptions, Surveyed, Turns, survey,
};
pub use tally::Tally;

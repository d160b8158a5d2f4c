//! The lab: playouts with reproducible chance, what they tell of a game, and perft.
//!
//! Every playout has a random stream of its own, made from a seed and the playout's index, and all
//! results accumulate in integers and ordered histograms. So the same seed gives the same bytes on
//! every platform, with any number of threads and however the work is cut.

mod stream;

pub use stream::Stream;

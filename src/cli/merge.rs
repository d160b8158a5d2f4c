//! `araudi merge`: the shards of a simulation become one report.

use std::path::PathBuf;

use clap::Args;

use super::context::{Context, Done, Failure};
use super::picture::PictureArgs;
use super::report;
use crate::definition::read_results;
use crate::error::{Error, Problem, Result};
use crate::lab::{Part, merge};

/// Add up the shards of a simulation and report on the whole
///
/// The shards are files that `simulate --shard I/N --out FILE` wrote, in any order. The report is, byte
/// for byte, the one that `simulate` prints when it plays all of them in one run.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Example:\n",
    "  araudi simulate trail -n 1000 --seed 7 --shard 1/2 --out 1.json\n",
    "  araudi simulate trail -n 1000 --seed 7 --shard 2/2 --out 2.json\n",
    "  araudi merge 1.json 2.json",
))]
pub(super) struct MergeArgs {
    /// The files of all shards
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    picture: PictureArgs,
}

pub(super) fn run(context: &mut Context, args: &MergeArgs) -> Done {
    let mut parts = Vec::new();
    let mut problems: Vec<Problem> = Vec::new();
    for path in &args.files {
        let part: Result<Part> = read_results(path).and_then(|source| Part::read(&source));
        match part {
            Ok(part) => parts.push(part),
            Err(error) => problems.extend(error.problems().iter().cloned()),
        }
    }
    // What cannot be read would be missing below.
    if let Some(error) = Error::from_problems(problems) {
        return Err(Failure::Usage(error));
    }
    let (subject, tally) = merge(&parts).map_err(Failure::Usage)?;
    let drawing = args.picture.of(context, &subject)?;
    report::print(context, &subject, &tally, &drawing)
}

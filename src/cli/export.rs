//! `araudi export`: the files of a game, to be edited.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::context::{Context, Done, Failure};
use super::{game_args, new, save};
use crate::error::Problem;

/// Write the files of a game into a folder, to be edited
///
/// The game is then that of the folder wherever `--games DIR` is given.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Example:\n",
    "  araudi export trail my-games\n",
    "  araudi --games my-games play trail",
))]
pub(super) struct ExportArgs {
    /// The game's name, as `araudi list` prints it
    #[arg(value_name = "GAME")]
    game: String,
    /// The folder of games, which is made if need be; the files go into a new folder `GAME` in it
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn run(context: &mut Context, args: &ExportArgs) -> Done {
    // Only a game that is right is worth to begin with.
    game_args::open_plain(context, &args.game)?;
    let target = args.folder.join(&args.game);
    if target.symlink_metadata().is_ok() {
        return Err(new::exists(&target).help("choose another folder").into());
    }
    // All are read before the first is written.
    let mut files = Vec::new();
    for path in context.library.paths(&args.game)? {
        files.push((args.folder.join(&path), context.library.file(&path)?));
    }
    for (path, source) in &files {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                let message = format!("cannot make `{}`", folder.display());
                let problem = Problem::new("unwritable-file", message);
                Failure::from(problem.note(error.to_string().to_lowercase()))
            })?;
        }
        save::write(path, source.text())?;
    }
    Ok(writeln!(context.out, "wrote {} files to {}", files.len(), target.display())?)
}

//! The arguments that choose a game, for all commands that take one.

use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::context::{Context, Done, Failure, pair};
use crate::definition::{Choice, Definition, HouseFile, Seats, Setting, read_source, read_stream};
use crate::error::{Error, Problem, Source};
use crate::game::Game;
use crate::rules::Play;

/// A game and how it is played.
#[derive(Args, Debug)]
pub(super) struct GameArgs {
    /// The game's name, as `araudi list` prints it
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    #[command(flatten)]
    pub(super) choice: ChoiceArgs,
}

/// How a game is played.
#[derive(Args, Debug)]
pub(super) struct ChoiceArgs {
    /// A variant of the game
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// House rules: the name of some that come with the game, or a file; may be given several times
    #[arg(long, value_name = "NAME|FILE")]
    house: Vec<String>,
    /// The value of an option; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,
    /// How many play, or who: `2`, or names with commas between
    #[arg(long, value_name = "N|A,B")]
    players: Option<String>,
}

impl GameArgs {
    /// The game, built as chosen.
    pub(super) fn build(&self, context: &Context) -> Done<Arc<Game>> {
        build(&self.definition(context)?, &self.choice.choice()).map(Arc::new)
    }

    /// The definition of the game with its house rules.
    pub(super) fn definition(&self, context: &Context) -> Done<Definition> {
        open(context, &self.game, &self.choice)
    }

    /// The game at its first node.
    pub(super) fn play(&self, context: &Context) -> Done<Play> {
        start(context, self.build(context)?)
    }
}

impl ChoiceArgs {
    /// The house rules, as they were named.
    pub(super) fn houses(&self) -> &[String] {
        &self.house
    }

    /// The choice that the arguments make.
    pub(super) fn choice(&self) -> Choice {
        let setting = |(name, value): &(String, String)| Setting {
            name: name.clone(),
            value: value.clone(),
            place: None,
        };
        Choice {
            variant: self.variant.clone(),
            set: self.set.iter().map(setting).collect(),
            players: self.players.as_deref().map(seats),
        }
    }
}

/// Reads the definition of a game, and lays the house rules over it.
pub(super) fn open(context: &Context, name: &str, choice: &ChoiceArgs) -> Done<Definition> {
    with_houses(&open_plain(context, name)?, choice.houses())
}

/// Reads the definition of a game without house rules.
pub(super) fn open_plain(context: &Context, name: &str) -> Done<Definition> {
    context.library.names().map_err(Failure::Usage)?;
    context.library.open(name).map_err(|error| match error.code() {
        "unknown-game" => Failure::Usage(error),
        _ => Failure::Rules(error),
    })
}

/// Lays house rules over a game; those that cannot be found are a wrong use of the command.
pub(super) fn with_houses(definition: &Definition, names: &[String]) -> Done<Definition> {
    let files: Vec<HouseFile> = names.iter().map(|name| house_file(name)).collect();
    definition.with_house_files(&files).map_err(|error| {
        let is_missing = |problem: &Problem| problem.place().is_none();
        if error.problems().iter().any(is_missing) {
            Failure::Usage(error)
        } else {
            Failure::Rules(error)
        }
    })
}

/// House rules as the command line names them.
pub(super) fn house_file(name: &str) -> HouseFile {
    HouseFile { name: name.to_owned(), place: None }
}

/// That there are no games at all.
pub(super) fn no_games() -> Failure {
    Failure::usage(
        Problem::new("no-games", "no game was found")
            .help("a game is a folder with `game.yaml` and `rules.rhai`"),
    )
}

/// Builds a game; a choice that it does not allow is a wrong use of the command.
pub(super) fn build(definition: &Definition, choice: &Choice) -> Done<Game> {
    definition.build(choice).map_err(|error| {
        if is_wrong_choice(&error) { Failure::Usage(error) } else { Failure::Rules(error) }
    })
}

/// Sets a game up and goes to its first node.
pub(super) fn start(context: &Context, game: Arc<Game>) -> Done<Play> {
    let mut play = Play::new(game, context.limits)?;
    play.set_lang(context.lang);
    Ok(play)
}

/// Reads a file that was named on the command line; `-` is the standard input.
pub(super) fn read_argument(path: &Path) -> Done<Source> {
    if path != Path::new("-") {
        return read_source(path).map_err(Failure::Usage);
    }
    read_stream("standard input", std::io::stdin().lock()).map_err(Failure::Usage)
}

/// What is wrong with settings from the command line has no place in a file, or is a constraint
/// between options, which a definition itself cannot break.
fn is_wrong_choice(error: &Error) -> bool {
    error.problems().iter().all(|p| p.place().is_none() || p.code().starts_with("option-"))
}

/// `3` is a number of players, anything else their names.
pub(super) fn seats(text: &str) -> Seats {
    match text.trim().parse() {
        Ok(count) => Seats::Count(count),
        Err(_) => Seats::Named(text.split(',').map(|id| id.trim().to_owned()).collect()),
    }
}

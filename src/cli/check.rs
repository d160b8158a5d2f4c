//! `araudi check`: all that can be known about a game without playing it, and with `--play` more.
//!
//! A game is set up, as far as its first node, in every way that it is likely to be played: every
//! variant, every number of players, and the values of each option, an integer's ends. The way is
//! the one that play takes, so what is fine here loads there.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use serde_json::Value;

use super::context::{Context, Done, Failure, Format};
use super::game_args::{house_file, no_games};
use super::table;
use crate::definition::{Choice, Definition, HouseFile, Library, Seats, Setting};
use crate::error::{Error, Problem, Result};
use crate::game::OptionValue;
use crate::lab::permitted;
use crate::rules::Play;
use crate::script::{Limits, Uncompiled};

mod play;

/// Check games, with or without playing them
///
/// Every variant, every number of players and the values of every option are set up as far as the
/// first throw or move. With `--play` each of them is also played at random, to find what only play
/// shows: hooks that fail, games that do not end, players who cannot move, pieces and sites that are
/// never used, moves that are written alike, options that change nothing.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi check trail\n",
    "  araudi check games/trail\n",
    "  araudi check --play trail --seed 1",
))]
pub(super) struct CheckArgs {
    /// Games by name, a game's folder, a folder of games, or files of house rules; without them all
    /// games
    #[arg(value_name = "GAME|DIR|HOUSE")]
    wanted: Vec<String>,
    /// House rules: the name of some that come with the games, or a file; may be given several times
    #[arg(long, value_name = "NAME|FILE")]
    house: Vec<String>,
    #[command(flatten)]
    play: play::PlayArgs,
}

/// A game to check, or house rules for it.
struct Wanted {
    name: String,
    definition: Result<Definition>,
}

/// The games that the arguments name, each followed by the house rules that come with it.
fn wanted(context: &Context, args: &CheckArgs) -> Done<Vec<Wanted>> {
    let is_house = |name: &String| {
        let path = Path::new(name);
        path.extension().is_some_and(|ending| ending == "yaml") && path.is_file()
    };
    let (files, games): (Vec<String>, Vec<String>) =
        args.wanted.iter().cloned().partition(is_house);
    let mut list = Vec::new();
    if files.is_empty() || !games.is_empty() {
        let houses: Vec<HouseFile> = args.house.iter().map(|name| house_file(name)).collect();
        for (library, name) in found(context, &games)? {
            let base = library.open(&name);
            let shipped = library.houses(&name).unwrap_or_default();
            let own =
                shipped.iter().filter(|_| houses.is_empty() && base.is_ok()).map(|house| Wanted {
                    name: format!("{name}, house {house}"),
                    definition: base
                        .clone()
                        .and_then(|base| base.with_house_files(&[house_file(house)])),
                });
            let own: Vec<Wanted> = own.collect();
            let definition = base.and_then(|base| base.with_house_files(&houses));
            list.push(Wanted { name, definition });
            list.extend(own);
        }
    }
    list.extend(files.into_iter().map(|name| {
        let definition = context.library.open_house(Path::new(&name));
        Wanted { name, definition }
    }));
    Ok(list)
}

pub(super) fn run(context: &mut Context, args: &CheckArgs) -> Done {
    if args.play.play {
        let games = wanted(context, args)?;
        return play::run(context, games, &args.play);
    }
    let mut rows: Vec<Vec<Value>> = Vec::new();
    let mut failed = false;
    for Wanted { name, definition } in wanted(context, args)? {
        let Checked { n_ways: n_checked, problems, interpreted } = match definition {
            Ok(definition) => check(context, &definition, args.play.verbose),
            Err(error) => Checked { problems: error.problems().to_vec(), ..Checked::default() },
        };
        failed |= !problems.is_empty();
        let n_problems = problems.len();
        if let (true, Some(error)) =
            (context.format == Format::Table, Error::from_problems(problems.clone()))
        {
            context.report(&error);
        }
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        if context.format == Format::Table {
            let result = match n_problems {
                0 => "fine".to_owned(),
                1 => "1 problem".to_owned(),
                n => format!("{n} problems"),
            };
            writeln!(context.out, "{name}: {result}, {n_checked} ways to play checked")?;
            if args.play.verbose && n_checked > 0 {
                show_interpreted(context, &interpreted)?;
            }
        }
        rows.push(vec![name.into(), n_checked.into(), texts.into()]);
    }
    if context.format != Format::Table {
        table::print(context, &["game", "checked", "problems"], &rows)?;
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// The games that the arguments name, with where each comes from.
fn found(context: &Context, games: &[String]) -> Done<Vec<(Library, String)>> {
    let known = context.library.names();
    let in_library = |library: &Library, names: Vec<String>| -> Vec<(Library, String)> {
        names.into_iter().map(|name| (library.clone(), name)).collect()
    };
    if games.is_empty() {
        let all = in_library(&context.library, known.map_err(Failure::Usage)?);
        return if all.is_empty() { Err(no_games()) } else { Ok(all) };
    }
    let known = known.unwrap_or_default();
    let mut found = Vec::new();
    for game in games {
        let path = Path::new(game);
        if known.contains(game) || !path.is_dir() {
            found.push((context.library.clone(), game.clone()));
        } else if path.join("game.yaml").is_file() {
            // The name of `.` or `..` is known only of its full path.
            let full = path.canonicalize()?;
            let name = full.file_name().and_then(|name| name.to_str());
            let parent = if path.file_name().is_some() { path.parent() } else { full.parent() };
            let parent = parent.filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            found.push((Library::folder(parent), name.unwrap_or(game).to_owned()));
        } else {
            let library = Library::folder(path);
            let names = library.names().map_err(Failure::Usage)?;
            if names.is_empty() {
                return Err(no_games());
            }
            found.extend(in_library(&library, names));
        }
    }
    for (library, name) in &found {
        if let Err(error) = library.open(name)
            && error.code() == "unknown-game"
        {
            return Err(Failure::Usage(error));
        }
    }
    Ok(found)
}

/// Says which functions are interpreted, and why.
fn show_interpreted(context: &mut Context, interpreted: &[Uncompiled]) -> Done {
    if interpreted.is_empty() {
        return Ok(writeln!(context.out, "  all hooks are compiled")?);
    }
    for Uncompiled { function, what, by_call, place } in interpreted {
        let what = if *by_call { format!("it calls `{what}`") } else { what.clone() };
        match place {
            Some(place) => writeln!(context.out, "  `{function}` is interpreted: {what}, {place}")?,
            None => writeln!(context.out, "  `{function}` is interpreted: {what}")?,
        }
    }
    Ok(())
}

/// What came of a check.
#[derive(Default)]
struct Checked {
    /// How many ways to play were set up.
    n_ways: usize,
    /// Everything that is wrong with any of them, once.
    problems: Vec<Problem>,
    /// Every function that is interpreted in any of them, once.
    interpreted: Vec<Uncompiled>,
}

fn check(context: &Context, definition: &Definition, verbose: bool) -> Checked {
    // Compiling finds nothing wrong, and takes longer than a turn.
    let limits = Limits { interpreted: true, ..context.limits };
    let mut checker = Checker { definition, limits, verbose, found: Checked::default() };
    checker.check(&Choice::default(), "");
    for variant in definition.variants() {
        let choice = Choice { variant: Some(variant.name.clone()), ..Choice::default() };
        // A variant of the game may exclude what a house wants.
        if !definition.houses().is_empty() && !definition.obstacles(&choice).is_empty() {
            continue;
        }
        checker.check(&choice, &format!("in the variant `{}`", variant.name));
    }
    for count in definition.seats() {
        let choice = Choice { players: Some(Seats::Count(count)), ..Choice::default() };
        let choice = permitted(definition, &choice).unwrap_or(choice);
        checker.check(&choice, &format!("with {count} players"));
    }
    for setting in settings(definition) {
        let how = format!("with `{} = {}`", setting.name, setting.value);
        let choice = Choice { set: vec![setting], ..Choice::default() };
        if let Ok(choice) = permitted(definition, &choice) {
            checker.check(&choice, &how);
        }
    }
    checker.found
}

struct Checker<'a> {
    definition: &'a Definition,
    limits: Limits,
    /// Whether somebody wants to know which functions are interpreted.
    verbose: bool,
    found: Checked,
}

impl Checker<'_> {
    /// Sets the game up as chosen; a problem that another way to play has too is not told again.
    fn check(&mut self, choice: &Choice, how: &str) {
        let Checked { n_ways, problems, interpreted } = &mut self.found;
        *n_ways += 1;
        let mut set_up = || {
            let game = Arc::new(self.definition.build(choice)?);
            let mut play = Play::new(game, self.limits)?;
            let uncompiled = if self.verbose { play.uncompiled() } else { &[] };
            for function in uncompiled {
                if !interpreted.iter().any(|known| known.function == function.function) {
                    interpreted.push(function.clone());
                }
            }
            play.texts()
        };
        let Err(error) = set_up() else { return };
        for problem in error.problems() {
            // At one place only the figures differ from one way to play to another.
            let known = |old: &Problem| {
                (old.code(), old.place()) == (problem.code(), problem.place())
                    && (old.place().is_some() || old.message() == problem.message())
            };
            if !problems.iter().any(known) {
                let problem = problem.clone();
                problems.push(if how.is_empty() { problem } else { problem.note(how) });
            }
        }
    }
}

/// The values of every option that are worth a look, save the defaults: all values of a choice, and
/// the ends of an integer's range.
fn settings(definition: &Definition) -> Vec<Setting> {
    let mut settings = Vec::new();
    for option in definition.options() {
        let values: Vec<String> = match &option.default {
            OptionValue::Int(_) => option
                .allowed
                .iter()
                .filter_map(|range| range.split_once(".."))
                .flat_map(|(least, greatest)| [least.to_owned(), greatest.to_owned()])
                .collect(),
            OptionValue::Bool(_) | OptionValue::Choice(_) => option.allowed.clone(),
        };
        let default = option.default.to_string();
        settings.extend(
            values.into_iter().filter(|value| *value != default).map(|value| Setting {
                name: option.name.clone(),
                value,
                place: None,
            }),
        );
    }
    settings
}

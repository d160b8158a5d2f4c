//! The sides of a comparison, as the command line names them.

use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::context::{Context, Done, Failure, pair};
use super::game_args::{build, open_plain, seats, with_houses};
use crate::definition::{Choice, Definition, Setting};
use crate::error::{Error, Problem};
use crate::lab::Side;

/// The variant that every game has.
const DEFAULT: &str = "default";

/// What sides the arguments name, in their order: `--variant`, `--house` and `--set` are a side each,
/// as are words without an option.
#[derive(Debug, Default)]
pub(super) struct SideArgs(Vec<Named>);

/// A side or a part of all sides.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Named {
    kind: Kind,
    text: String,
}

/// How a side was named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// By words of any kind, with commas between.
    Words,
    Variant,
    House,
    /// By settings, with commas between.
    Set,
}

/// The arguments that name a side, with what they are called.
const ARGS: [(&str, Kind); 4] =
    [("side", Kind::Words), ("variant", Kind::Variant), ("house", Kind::House), ("set", Kind::Set)];

impl Args for SideArgs {
    fn augment_args(command: Command) -> Command {
        let option = |name, value, help| {
            Arg::new(name).long(name).value_name(value).action(ArgAction::Append).help(help)
        };
        let side = Arg::new("side").value_name("SIDE").action(ArgAction::Append).help(
            "A side: a variant, house rules, settings `NAME=VALUE`, or several of these with commas \
             between; `default` is the game as it is",
        );
        command
            .arg(side)
            .arg(option("variant", "NAME", "A side with a variant of the game"))
            .arg(option(
                "house",
                "NAME|FILE",
                "A side with house rules: the name of some that come with the game, or a file",
            ))
            .arg(
                option("set", "NAME=VALUE", "A side with the value of an option, or with several")
                    .value_parser(settings),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SideArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut sides: Vec<(usize, Named)> = Vec::new();
        for (id, kind) in ARGS {
            let texts = matches.get_many::<String>(id).into_iter().flatten();
            let indices = matches.indices_of(id).into_iter().flatten();
            let named = texts.map(|text| Named { kind, text: text.clone() });
            sides.extend(indices.zip(named));
        }
        sides.sort_by_key(|(index, _)| *index);
        Ok(Self(sides.into_iter().map(|(_, named)| named).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Settings with commas between, which are kept as they are.
fn settings(text: &str) -> Result<String, String> {
    match text.split(',').find_map(|part| pair(part).err()) {
        None => Ok(text.to_owned()),
        Some(message) => Err(message),
    }
}

/// The parts of a side, sorted out.
#[derive(Clone, Default, Debug)]
struct Parts {
    variant: Option<String>,
    houses: Vec<String>,
    set: Vec<(String, String)>,
}

/// The sides of a game: those that are named, each with what all have in common; one alone is compared
/// with the game as it is.
pub(super) fn of_game(
    context: &Context,
    game: &str,
    args: &SideArgs,
    with: Option<&str>,
    players: Option<&str>,
) -> Done<Vec<Side>> {
    let definition = open_plain(context, game)?;
    let known = Names::new(context, &definition);
    let mut named = args.0.clone();
    if named.len() == 1 {
        named.insert(0, Named { kind: Kind::Words, text: DEFAULT.to_owned() });
    }
    if named.is_empty() {
        let problem = Problem::new("too-few-sides", "nothing to compare the game with");
        let help = "name a variant, house rules, or an option's value as `--set NAME=VALUE`";
        return Err(Failure::usage(problem.help(help)));
    }
    let mut failures = Failures::default();
    let words = |text: &str| Named { kind: Kind::Words, text: text.to_owned() };
    let common = with.map(words).map(|named| known.sort_out(&named)).transpose();
    let common = failures.keep(common.map_err(Failure::usage)).flatten().unwrap_or_default();
    let sides: Vec<Option<Side>> = named
        .iter()
        .map(|named| {
            let side = known.sort_out(named).map_err(Failure::usage).and_then(|parts| {
                let name = parts.name();
                let game = parts.over(&common).build(&definition, players)?;
                Ok(Side { name: name.unwrap_or_else(|| DEFAULT.to_owned()), game })
            });
            failures.keep(side)
        })
        .collect();
    failures.finish()?;
    Ok(sides.into_iter().flatten().collect())
}

/// What parts of sides may be named.
struct Names {
    game: String,
    variants: Vec<String>,
    houses: Vec<String>,
}

impl Names {
    fn new(context: &Context, definition: &Definition) -> Self {
        let game = definition.name().to_owned();
        let variants = definition.variants().iter().map(|variant| variant.name.clone());
        let houses = context.library.houses(&game).unwrap_or_default();
        Self { game, variants: variants.collect(), houses }
    }

    fn sort_out(&self, named: &Named) -> Result<Parts, Problem> {
        let mut parts = Parts::default();
        match named.kind {
            Kind::Variant => parts.variant = Some(named.text.clone()),
            Kind::House => parts.houses.push(named.text.clone()),
            Kind::Words | Kind::Set => {
                for word in named.text.split(',').map(str::trim) {
                    self.add(&mut parts, word)?;
                }
            }
        }
        Ok(parts)
    }

    fn add(&self, parts: &mut Parts, word: &str) -> Result<(), Problem> {
        let is_variant = word == DEFAULT || self.variants.iter().any(|name| name == word);
        if word.contains('=') {
            let wrong =
                |message| Problem::new("unknown-side", format!("{message}, found `{word}`"));
            parts.set.push(pair(word).map_err(wrong)?);
        } else if is_variant && parts.variant.is_some() {
            let message = format!("a side has one variant, found `{word}` besides");
            return Err(Problem::new("doubled-variant", message));
        } else if is_variant {
            parts.variant = Some(word.to_owned());
        } else if word.strip_suffix(".yaml").is_some()
            || self.houses.iter().any(|name| name == word)
        {
            parts.houses.push(word.to_owned());
        } else {
            let message =
                format!("`{}` has no variant and no house rules named `{word}`", self.game);
            let known = self.variants.iter().chain(&self.houses).map(String::as_str);
            let problem = Problem::new("unknown-side", message);
            let help = "an option's value is written `NAME=VALUE`, a file with its ending `.yaml`";
            return Err(problem.help_nearest(word, known.chain([DEFAULT])).note(help));
        }
        Ok(())
    }
}

impl Parts {
    /// What a side with these parts is called; `None` without any.
    fn name(&self) -> Option<String> {
        let mut words: Vec<String> = self.variant.iter().chain(&self.houses).cloned().collect();
        words.extend(self.set.iter().map(|(name, value)| format!("{name} {value}")));
        words.retain(|word| word != DEFAULT);
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// These parts laid over others.
    fn over(self, other: &Self) -> Self {
        Self {
            variant: self.variant.filter(|name| name != DEFAULT).or_else(|| other.variant.clone()),
            houses: other.houses.iter().cloned().chain(self.houses).collect(),
            set: other.set.iter().cloned().chain(self.set).collect(),
        }
    }

    fn build(self, definition: &Definition, players: Option<&str>) -> Done<Arc<crate::game::Game>> {
        let definition = with_houses(definition, &self.houses)?;
        let setting = |(name, value)| Setting { name, value, place: None };
        let choice = Choice {
            variant: self.variant,
            set: self.set.into_iter().map(setting).collect(),
            players: players.map(seats),
        };
        build(&definition, &choice).map(Arc::new)
    }
}

/// All that is wrong with several sides.
#[derive(Default)]
pub(super) struct Failures {
    problems: Vec<Problem>,
    in_rules: bool,
    other: Option<Failure>,
}

impl Failures {
    /// What was made, or nothing, with what is wrong kept; a problem of several sides is kept once.
    pub(super) fn keep<T>(&mut self, made: Done<T>) -> Option<T> {
        let error = match made {
            Ok(made) => return Some(made),
            Err(Failure::Usage(error)) => error,
            Err(Failure::Rules(error)) => {
                self.in_rules = true;
                error
            }
            Err(other) => {
                self.other.get_or_insert(other);
                return None;
            }
        };
        for problem in error.problems() {
            if !self.problems.contains(problem) {
                self.problems.push(problem.clone());
            }
        }
        None
    }

    /// Fails with all that was kept.
    pub(super) fn finish(self) -> Done {
        match (self.other, Error::from_problems(self.problems)) {
            (Some(other), _) => Err(other),
            (None, None) => Ok(()),
            (None, Some(error)) if self.in_rules => Err(Failure::Rules(error)),
            (None, Some(error)) => Err(Failure::Usage(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(words: &[&str]) -> SideArgs {
        let command = SideArgs::augment_args(Command::new("compare"));
        let words = std::iter::once("compare").chain(words.iter().copied());
        let matches = command.try_get_matches_from(words).expect("arguments of sides");
        SideArgs::from_arg_matches(&matches).expect("arguments of sides")
    }

    #[test]
    fn sides_come_in_the_order_in_which_they_are_named() {
        let found = args(&["--set", "a=1", "lane", "--house", "x.yaml", "--set", "a=2", "b,c=3"]);
        let texts: Vec<(Kind, &str)> =
            found.0.iter().map(|named| (named.kind, named.text.as_str())).collect();
        assert_eq!(
            texts,
            [
                (Kind::Set, "a=1"),
                (Kind::Words, "lane"),
                (Kind::House, "x.yaml"),
                (Kind::Set, "a=2"),
                (Kind::Words, "b,c=3"),
            ]
        );
        assert!(settings("a=1,b").is_err() && settings("a=1,b=2").is_ok());
    }

    #[test]
    fn a_side_is_sorted_out_by_its_words() {
        let names = Names {
            game: "trail".to_owned(),
            variants: vec!["short".to_owned(), "kinder".to_owned()],
            houses: vec!["kind".to_owned()],
        };
        let sort = |text: &str| names.sort_out(&Named { kind: Kind::Words, text: text.to_owned() });
        let parts = sort("short,kind, squares = 7,my.yaml").expect("a side");
        assert_eq!(parts.variant.as_deref(), Some("short"));
        assert_eq!(parts.houses, ["kind", "my.yaml"]);
        assert_eq!(parts.set, [("squares".to_owned(), "7".to_owned())]);
        assert_eq!(parts.name().as_deref(), Some("short, kind, my.yaml, squares 7"));
        assert_eq!(sort("default").expect("a side").name(), None);
        let code = |text: &str| sort(text).expect_err("no side").code();
        assert_eq!(code("shrt"), "unknown-side");
        assert_eq!(code("short,kinder"), "doubled-variant");
        assert_eq!(code("=3"), "unknown-side");
        assert_eq!(code(""), "unknown-side");
    }
}

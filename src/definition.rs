//! Definitions: from the text of a `game.yaml` and its rules to a checked [`Game`].
//!
//! A [`Definition`] is read once, with all that is wrong with the text reported in one pass. From it
//! [`Definition::build`] makes a [`Game`] for a [`Choice`] of variant, option values and players: only then
//! are the expressions computed, the paths followed and the names resolved.
//! Definitions come from a [`Library`], or from sources that the caller has.
//!
//! ```
//! use araudi::definition::{Choice, Library, Setting};
//!
//! # fn main() -> araudi::error::Result<()> {
//! let library = Library::folder("tests/games".as_ref());
//! let race = library.open("race")?;
//! let longer = Setting { name: "length".into(), value: "20".into(), place: None };
//! let game = race.build(&Choice { set: vec![longer], ..Choice::default() })?;
//! assert_eq!(game.board().n_sites(), 40);
//!
//! let slip = Setting { name: "lenght".into(), value: "20".into(), place: None };
//! let error = race.build(&Choice { set: vec![slip], ..Choice::default() }).unwrap_err();
//! assert_eq!(error.code(), "unknown-option");
//! assert_eq!(error.problems()[0].help_text(), Some("did you mean `length`?"));
//! # Ok(())
//! # }
//! ```

mod build;
mod document;
mod expression;
mod house;
mod load;
mod options;
mod path;
mod read;
mod yaml;

pub use house::{House, HouseFile};
pub use load::{Library, is_log, read_results, read_source, read_stream};

use crate::error::{Place, Problem, Problems, Result, Source};
use crate::game::{Game, GameOption, OptionValue};
use crate::script;
use crate::text::{Named, Text};

use document::Document;
use options::Options;
use read::Read;

/// A definition as it was written, free of mistakes that do not depend on option values.
#[derive(Clone, Debug)]
pub struct Definition {
    document: Document,
    name: String,
    title: Text,
    options: Options,
    option_list: Vec<GameOption>,
    variants: Vec<Variant>,
    yaml: Source,
    rules: Source,
    houses: Vec<House>,
    /// Where the definition comes from, and houses known by name with it.
    library: Option<Library>,
}

/// A named set of option values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The name on the command line and in logs.
    pub name: String,
    /// What it is.
    pub help: Text,
    /// Where it is described, if that is said.
    pub source: Option<String>,
    /// The options that it sets, in its order; all others keep their defaults.
    pub set: Vec<(String, OptionValue)>,
}

/// What a game is built for; by default no variant, no settings, and the seats of the definition.
#[derive(Clone, Default, Debug)]
pub struct Choice {
    /// The variant; `default` is the same as none.
    pub variant: Option<String>,
    /// Values of single options, laid over the variant's; later ones win.
    pub set: Vec<Setting>,
    /// Who plays; the whole table when nothing is said.
    pub players: Option<Seats>,
}

/// A value for an option as text, from a command line or a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The option's name.
    pub name: String,
    /// The value in the form in which it is written.
    pub value: String,
    /// Where it was written, if that can be pointed at.
    pub place: Option<Place>,
}

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seats {
    /// So many players, seated as the definition says.
    Count(usize),
    /// These players, in this order.
    Named(Vec<String>),
}

impl Definition {
    /// Reads a definition from its two texts.
    ///
    /// # Errors
    /// Everything that is wrong with the text, in the order of places. When the text has mistakes of
    /// form, those that show with the options' defaults are reported along with them.
    pub fn from_sources(yaml: Source, rules: Source) -> Result<Self> {
        let mut problems = Problems::default();
        let document =
            yaml::parse(&yaml, &mut problems).and_then(|node| Document::read(&node, &mut problems));
        let Some(document) = document else {
            let empty = Problem::new("empty-definition", "the definition is empty");
            problems.finish(())?;
            return Err(empty.into());
        };
        let options = Options::check(&document, &mut problems);
        let definition = Self {
            name: document.game.as_ref().map_or(String::new(), |name| name.0.text.clone()),
            title: document.title.clone().unwrap_or_default(),
            option_list: options.list(),
            variants: options.variants(),
            document,
            options,
            yaml,
            rules,
            houses: Vec::new(),
            library: None,
        };
        if !problems.is_empty() {
            build::attempt(&definition, &Choice::default(), &mut problems);
        }
        problems.finish(definition)
    }

    /// The game's name, which is its folder's.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The game's title.
    pub fn title(&self) -> &Text {
        &self.title
    }

    /// The options in the order of the definition, each with its default as value.
    pub fn options(&self) -> &[GameOption] {
        &self.option_list
    }

    /// The variants in the order of the definition, without the built-in `default`.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The numbers of players that the definition has seats for, in its order; empty when all of
    /// the players play, however many the options leave.
    pub fn seats(&self) -> Vec<usize> {
        self.document.seats.0.iter().filter_map(|(count, _)| count.text.parse().ok()).collect()
    }

    /// The text of the definition.
    pub fn yaml(&self) -> &Source {
        &self.yaml
    }

    /// The text of the rules.
    pub fn rules(&self) -> &Source {
        &self.rules
    }

    /// The definition with house rules laid over it, in their order: later ones may replace functions of
    /// earlier ones. What they set goes over a variant and under the settings of a choice.
    ///
    /// # Errors
    /// Everything that is wrong with the houses for this game, each with its place in the house's file.
    /// Among it are `wrong-base`, `unknown-option`, `duplicate-name` for something that the game has,
    /// `conflicting-values` when two houses set an option differently, `replaces-nothing` for a function
    /// that is no hook, is not called, and stands for none of the game's, and `wrong-arity` for one with
    /// other parameters.
    pub fn with_houses(&self, houses: &[House]) -> Result<Self> {
        let mut problems = Problems::default();
        let definition = house::lay(self, houses.to_vec(), &mut problems);
        problems.finish(definition)
    }

    /// The names and titles of the house rules that are laid over the game, in their order.
    pub fn houses(&self) -> Vec<Named> {
        house::named(&self.houses)
    }

    /// The functions of the game's own rules as they are declared, `name(a, b)`, in the order of the text.
    pub fn functions(&self) -> Vec<String> {
        script::functions(&self.rules)
    }

    /// The rules, those of the game first, then those of the houses.
    fn scripts(&self) -> Vec<Source> {
        let houses = self.houses.iter().filter_map(|house| house.rules().cloned());
        std::iter::once(self.rules.clone()).chain(houses).collect()
    }

    /// Builds the game for a choice.
    ///
    /// # Errors
    /// Everything that is wrong with the choice, and with the definition under it: unknown names
    /// of options, values and players, options that exclude each other, and whatever in the definition
    /// cannot be resolved with these values.
    pub fn build(&self, choice: &Choice) -> Result<Game> {
        build::build(self, choice)
    }

    /// What excludes a choice, as [`Self::build`] reports it along with all else, without building: options
    /// that do not go together or not with those who play, and seats that are not there.
    pub(crate) fn obstacles(&self, choice: &Choice) -> Vec<Problem> {
        build::obstacles(self, choice)
    }

    /// Whether the definition calls itself by the name it is known by.
    fn check_name(self, name: &str) -> Result<Self> {
        if self.name == name {
            return Ok(self);
        }
        let message = format!("expected the game `{name}`, found `{}`", self.name);
        let problem = Problem::new("wrong-name", message).help("a game is named as its folder");
        Err(match &self.document.game {
            Some(game) => problem.at(game.0.place.clone()),
            None => problem,
        }
        .into())
    }
}

/// The JSON schema of house rules, for editors.
pub fn house_schema() -> serde_json::Value {
    schemars::schema_for!(house::HouseDocument).to_value()
}

/// The JSON schema of `game.yaml`, for editors.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Document).to_value()
}

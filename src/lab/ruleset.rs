//! Which rules are played: a game with its variant, house rules and option values.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::label::label;
use crate::game::{Game, OptionValue};
use crate::text::Lang;

/// A game as it is chosen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// The game's name.
    pub game: String,
    /// The variant that was asked for.
    pub variant: Option<String>,
    /// The titles of the house rules, in English.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<String>,
    /// The options that do not have their default value.
    pub options: Map<String, Value>,
    /// The digest of the rules.
    pub digest: String,
}

impl Ruleset {
    /// The rules of a game.
    pub fn new(game: &Game) -> Self {
        Self {
            game: game.name.clone(),
            variant: game.variant.clone(),
            houses: game.houses.iter().map(|house| house.title.en.clone()).collect(),
            options: changed_options(game),
            digest: game.digest().to_owned(),
        }
    }

    /// The options that do not have their default value, each with the text of its value.
    pub fn settings(&self) -> impl Iterator<Item = (&str, String)> {
        self.options.iter().map(|(name, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (name.as_str(), value)
        })
    }

    /// A line for people.
    pub fn line(&self, lang: Lang) -> String {
        let mut words = vec![self.game.clone()];
        words.extend(self.variant.clone());
        words.extend(self.houses.iter().map(|house| format!("\"{house}\"")));
        words.extend(self.settings().map(|(name, value)| format!("{name}={value}")));
        format!("{}, {} {}", words.join(" "), label("rules", lang), self.digest)
    }
}

/// The options of a game that do not have their default value, with their values.
fn changed_options(game: &Game) -> Map<String, Value> {
    let changed = game.options.iter().filter(|option| option.value != option.default);
    let value = |value: &OptionValue| match value {
        OptionValue::Int(value) => Value::from(*value),
        OptionValue::Bool(value) => Value::from(*value),
        OptionValue::Choice(value) => Value::from(value.as_str()),
    };
    changed.map(|option| (option.name.clone(), value(&option.value))).collect()
}

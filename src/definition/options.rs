//! Options and variants: their declarations, and the values that a choice gives them.
//!
//! A declaration is checked once, when the definition is loaded; then [`Options::resolve`] lays a
//! variant and single settings over the defaults and checks what they need and exclude.

mod condition;
mod domain;

use crate::definition::document::{Document, Values, VariantRecord, WhereRecord};
use crate::definition::expression::PLAYERS;
use crate::definition::read::{Ident, Map, Word};
use crate::definition::yaml::Scalar;
use crate::definition::{Choice, Variant};
use crate::error::{Place, Problem, Problems};
use crate::game::{GameOption, MODULES, OptionValue};

use domain::{Valid, declare};

/// The variant that every game has: no settings.
pub(super) const DEFAULT_VARIANT: &str = "default";

/// All options and variants of a definition.
#[derive(Clone, Default, Debug)]
pub(super) struct Options {
    declared: Vec<Declared>,
    variants: Vec<DeclaredVariant>,
    /// What house rules set: over the variant, under the settings of a choice.
    houses: Vec<(usize, OptionValue, Place)>,
}

/// An option as declared.
#[derive(Clone, Debug)]
struct Declared {
    name: String,
    /// `None` when something about it is wrong.
    valid: Option<Valid>,
    requires: Vec<Condition>,
    conflicts: Vec<Condition>,
    players: Option<Vec<i64>>,
    condition: Option<WhereRecord>,
}

/// Values of another option.
#[derive(Clone, Debug)]
struct Condition {
    option: usize,
    values: Vec<OptionValue>,
}

#[derive(Clone, Debug)]
struct DeclaredVariant {
    info: Variant,
    settings: Vec<(usize, OptionValue, Place)>,
}

impl Options {
    /// Checks all declarations, and every variant against them.
    pub(super) fn check(document: &Document, problems: &mut Problems) -> Self {
        let mut all = Self::default();
        for (name, record) in &document.options.0 {
            let taken = if MODULES.contains(&name.text.as_str()) {
                Some("scripts know a part of the game by this name")
            } else if name.text == PLAYERS {
                Some("conditions know the number of players by this name")
            } else {
                None
            };
            if let Some(note) = taken {
                let message = format!("an option cannot be called `{}`", name.text);
                let problem = Problem::new("reserved-name", message).at(name.place.clone());
                problems.push(problem.note(note));
            }
            let valid = record.as_ref().and_then(|record| declare(name, record, problems));
            let players =
                record.as_ref().and_then(|r| r.players.as_ref()).map(|list| list.0.clone());
            all.declared.push(Declared {
                name: name.text.clone(),
                valid,
                requires: Vec::new(),
                conflicts: Vec::new(),
                players,
                condition: record.as_ref().and_then(|record| record.condition.clone()),
            });
        }
        for (i, (_, record)) in document.options.0.iter().enumerate() {
            if let Some(record) = record {
                all.declared[i].requires = all.conditions(&record.requires, problems);
                all.declared[i].conflicts = all.conditions(&record.conflicts, problems);
            }
        }
        for (name, record) in &document.variants.0 {
            if let Some(record) = record {
                all.check_variant(name, record, problems);
            }
        }
        all
    }

    /// The options that are declared well, with their defaults as values.
    pub(super) fn list(&self) -> Vec<GameOption> {
        self.declared.iter().filter_map(|o| o.valid.as_ref().map(|v| v.info.clone())).collect()
    }

    /// The variants in the order of the definition.
    pub(super) fn variants(&self) -> Vec<Variant> {
        self.variants.iter().map(|variant| variant.info.clone()).collect()
    }

    /// Takes over what house rules set; two values for one option are reported.
    pub(super) fn lay(&mut self, set: &Map<Ident, Scalar>, problems: &mut Problems) {
        for (option, value, place) in self.read_set(set, problems) {
            let earlier =
                self.houses.iter().find(|(known, other, _)| *known == option && *other != value);
            if let Some((_, other, earlier)) = earlier {
                let name = &self.declared[option].name;
                let message =
                    format!("`{name} = {value}` here, but `{name} = {other}` in other house rules");
                let problem = Problem::new("conflicting-values", message).at(place);
                problems.push(problem.note(format!("the other value is at {earlier}")));
            } else {
                self.houses.push((option, value, place));
            }
        }
    }

    /// The value of every option for a choice, in the order of the definition; `None` for one whose
    /// declaration or setting is wrong.
    pub(super) fn resolve(
        &self,
        choice: &Choice,
        n_players: Option<usize>,
        problems: &mut Problems,
    ) -> Vec<Option<GameOption>> {
        let settings = self.settings(choice, problems);
        self.apply(&settings, n_players, problems)
    }

    /// What a choice sets, in the order in which later ones win.
    fn settings(&self, choice: &Choice, problems: &mut Problems) -> Vec<Setting> {
        let mut settings: Vec<Setting> = Vec::new();
        if let Some(name) = choice.variant.as_deref().filter(|name| *name != DEFAULT_VARIANT) {
            if let Some(variant) = self.variants.iter().find(|v| v.info.name == name) {
                settings.extend(variant.settings.iter().map(|setting| setting.clone().into()));
            } else {
                let names = self.variants.iter().map(|v| v.info.name.as_str());
                problems.push(
                    Problem::new("unknown-variant", format!("unknown variant `{name}`"))
                        .help_nearest(name, names.chain([DEFAULT_VARIANT])),
                );
            }
        }
        settings.extend(self.houses.iter().map(|setting| setting.clone().into()));
        for setting in &choice.set {
            let point = |problem: Problem| match &setting.place {
                Some(place) => problem.at(place.clone()),
                None => problem,
            };
            let Some(option) = self.declared.iter().position(|o| o.name == setting.name) else {
                problems.push(point(self.unknown(&setting.name)));
                continue;
            };
            let value = match &self.declared[option].valid {
                Some(valid) => match valid.parse(&setting.value) {
                    Ok(value) => Some(value),
                    Err(problem) => {
                        problems.push(point(*problem));
                        None
                    }
                },
                None => None,
            };
            settings.push(Setting { option, value, place: setting.place.clone() });
        }
        settings
    }

    /// The values under some settings, of which later ones win, with their constraints checked.
    fn apply(
        &self,
        settings: &[Setting],
        n_players: Option<usize>,
        problems: &mut Problems,
    ) -> Vec<Option<GameOption>> {
        let of = |option: usize| settings.iter().rev().find(|s| s.option == option);
        let values: Vec<Option<GameOption>> = self
            .declared
            .iter()
            .enumerate()
            .map(|(i, option)| {
                let info = &option.valid.as_ref()?.info;
                let value = match of(i) {
                    Some(setting) => setting.value.clone()?,
                    None => info.default.clone(),
                };
                Some(GameOption { value, ..info.clone() })
            })
            .collect();
        for (i, (option, value)) in self.declared.iter().zip(&values).enumerate() {
            let Some(value) = value.as_ref().filter(|v| v.value != v.default) else {
                continue;
            };
            let this = format!("`{} = {}`", option.name, value.value);
            let mut report = |code, message, other: Option<usize>| {
                let place_of = |option| of(option).and_then(|setting| setting.place.clone());
                let place = place_of(i).or_else(|| place_of(other?));
                let problem = Problem::new(code, message);
                problems.push(match place {
                    Some(place) => problem.at(place),
                    None => problem,
                });
            };
            for (condition, wanted) in option.conditions() {
                let Some(other) = &values[condition.option] else {
                    continue;
                };
                if condition.values.contains(&other.value) == wanted {
                    continue;
                }
                let other_text = format!("`{} = {}`", other.name, other.value);
                if wanted {
                    let needed = list(&other.name, &condition.values);
                    let message = format!("{this} needs {needed}, found {other_text}");
                    report("option-requires", message, Some(condition.option));
                } else {
                    let message = format!("{this} conflicts with {other_text}");
                    report("option-conflicts", message, Some(condition.option));
                }
            }
            if let (Some(players), Some(n)) = (&option.players, n_players)
                && !players.contains(&(n as i64))
            {
                let counts = players.iter().map(i64::to_string).collect::<Vec<_>>().join(" or ");
                let message = format!("{this} is for {counts} players, found {n}");
                report("option-players", message, None);
            }
        }
        values
    }

    fn conditions(&self, record: &Map<Ident, Values>, problems: &mut Problems) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for (name, values) in &record.0 {
            let Some(option) = self.find(name, problems) else {
                continue;
            };
            let (Some(valid), Some(values)) = (&self.declared[option].valid, values) else {
                continue;
            };
            let values = values.0.iter().filter_map(|scalar| valid.read(scalar, problems));
            conditions.push(Condition { option, values: values.collect() });
        }
        conditions
    }

    fn check_variant(&mut self, name: &Word, record: &VariantRecord, problems: &mut Problems) {
        if name.text == DEFAULT_VARIANT {
            // Reported as a reserved word already.
            return;
        }
        let settings =
            record.set.as_ref().map_or_else(Vec::new, |set| self.read_set(set, problems));
        let list: Vec<Setting> = settings.iter().map(|s| s.clone().into()).collect();
        self.apply(&list, None, problems);
        self.variants.push(DeclaredVariant {
            info: Variant {
                name: name.text.clone(),
                help: record.help.clone().unwrap_or_default(),
                source: record.source.clone(),
                set: settings
                    .iter()
                    .map(|(i, value, _)| (self.declared[*i].name.clone(), value.clone()))
                    .collect(),
            },
            settings,
        });
    }

    /// The settings that are right; all others are reported.
    fn read_set(
        &self,
        set: &Map<Ident, Scalar>,
        problems: &mut Problems,
    ) -> Vec<(usize, OptionValue, Place)> {
        let mut settings = Vec::new();
        for (option, scalar) in &set.0 {
            let (Some(index), Some(scalar)) = (self.find(option, problems), scalar) else {
                continue;
            };
            let Some(valid) = &self.declared[index].valid else {
                continue;
            };
            if let Some(value) = valid.read(scalar, problems) {
                settings.push((index, value, scalar.place.clone()));
            }
        }
        settings
    }

    fn find(&self, name: &Word, problems: &mut Problems) -> Option<usize> {
        let found = self.declared.iter().position(|option| option.name == name.text);
        if found.is_none() {
            problems.push(self.unknown(&name.text).at(name.place.clone()));
        }
        found
    }

    fn unknown(&self, name: &str) -> Problem {
        Problem::new("unknown-option", format!("unknown option `{name}`"))
            .help_nearest(name, self.declared.iter().map(|option| option.name.as_str()))
    }
}

/// A value for an option, `None` when it is wrong and reported.
struct Setting {
    option: usize,
    value: Option<OptionValue>,
    place: Option<Place>,
}

impl From<(usize, OptionValue, Place)> for Setting {
    fn from((option, value, place): (usize, OptionValue, Place)) -> Self {
        Self { option, value: Some(value), place: Some(place) }
    }
}

impl Declared {
    /// The conditions, each with whether it must hold.
    fn conditions(&self) -> impl Iterator<Item = (&Condition, bool)> {
        let wanted = self.requires.iter().map(|condition| (condition, true));
        wanted.chain(self.conflicts.iter().map(|condition| (condition, false)))
    }
}

/// Values of an option, as `a = 1 or 2`.
fn list(name: &str, values: &[OptionValue]) -> String {
    let values = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    format!("`{name} = {values}`")
}

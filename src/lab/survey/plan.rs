//! In which ways a game is played for a survey: the defaults, then one thing at a time over them.

use super::Skipped;
use crate::definition::{Choice, Definition, Seats, Setting};
use crate::game::{GameOption, OptionValue};

/// So many other options may be set to make a value possible.
const MAX_COMPANIONS: usize = 3;

/// So many ways to set them are followed at a time.
const MAX_WAYS: usize = 8;

/// What a case tries out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trial {
    /// The defaults, or options that another case needs.
    Ground,
    /// A variant.
    Variant(String),
    /// So many players.
    Seats,
    /// A value of the option with this index.
    Value(usize),
}

/// One way to play the game.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// What people read: `default`, `variant lane`, `4 players`, `columns = 5`.
    pub(super) name: String,
    pub(super) choice: Choice,
    pub(super) trial: Trial,
    /// The case that differs only by what is tried out, to compare with.
    pub(super) base: Option<usize>,
}

/// All cases, the defaults first, and what cannot be tried out.
#[derive(Clone, Default, Debug)]
pub(super) struct Plan {
    pub(super) cases: Vec<Case>,
    /// Settings that no combination allows.
    pub(super) skipped: Vec<Skipped>,
}

impl Plan {
    /// The ways to play a definition that are worth a look.
    pub(super) fn new(definition: &Definition) -> Self {
        let mut plan = Self::default();
        plan.push("default".into(), Choice::default(), Trial::Ground, None);
        // A variant that sets nothing is a name for the game as it is.
        for variant in definition.variants().iter().filter(|variant| !variant.set.is_empty()) {
            let choice = Choice { variant: Some(variant.name.clone()), ..Choice::default() };
            let name = format!("variant {}", variant.name);
            plan.add(definition, name, &choice, &Trial::Variant(variant.name.clone()));
        }
        let seated = |choice: &Choice| definition.build(choice).map(|game| game.players).ok();
        let table = seated(&Choice::default());
        for count in definition.seats() {
            let choice = Choice { players: Some(Seats::Count(count)), ..Choice::default() };
            if table.is_none() || seated(&choice) != table {
                plan.add(definition, players(count), &choice, &Trial::Seats);
            }
        }
        for (index, option) in definition.options().iter().enumerate() {
            for setting in values(option) {
                let name = name_of(&setting);
                let choice = Choice { set: vec![setting], ..Choice::default() };
                plan.add(definition, name, &choice, &Trial::Value(index));
            }
        }
        plan
    }

    fn push(&mut self, name: String, choice: Choice, trial: Trial, base: Option<usize>) -> usize {
        self.cases.push(Case { name, choice, trial, base });
        self.cases.len() - 1
    }

    /// Adds a case with what it needs, and the case that it is compared with.
    fn add(&mut self, definition: &Definition, name: String, choice: &Choice, trial: &Trial) {
        // With other settings a variant would be another one.
        let possible = match trial {
            Trial::Variant(_) => match obstacles(definition, choice).into_iter().next() {
                None => Ok(choice.clone()),
                Some(obstacle) => Err(obstacle),
            },
            Trial::Ground | Trial::Seats | Trial::Value(_) => permitted(definition, choice),
        };
        let found = match possible {
            Ok(found) => found,
            Err(reason) => return self.skipped.push(Skipped { setting: name, reason }),
        };
        let n_own = choice.set.len();
        let companions = &found.set[..found.set.len() - n_own];
        let with: Vec<String> = companions.iter().map(name_of).collect();
        let base = match trial {
            Trial::Seats | Trial::Ground => None,
            Trial::Variant(_) | Trial::Value(_) => {
                let ground = Choice { variant: None, ..found.clone() };
                self.ground(definition, Choice { set: companions.to_vec(), ..ground }, &with)
            }
        };
        let mut name = name;
        if !with.is_empty() {
            name = format!("{name} with {}", with.join(", "));
        }
        if let (Some(Seats::Count(count)), None) = (&found.players, &choice.players) {
            name = format!("{name}, {}", players(*count));
        }
        self.push(name, found, trial.clone(), base);
    }

    /// The case of what another one needs; it is added where there is none.
    fn ground(
        &mut self,
        definition: &Definition,
        choice: Choice,
        with: &[String],
    ) -> Option<usize> {
        let known = self.cases.iter().position(|case| same(&case.choice, &choice));
        if known.is_some() {
            return known;
        }
        if !obstacles(definition, &choice).is_empty() {
            return None;
        }
        let mut name = if with.is_empty() { "default".to_owned() } else { with.join(", ") };
        if let Some(Seats::Count(count)) = &choice.players {
            name = format!("{name}, {}", players(*count));
        }
        Some(self.push(name, choice, Trial::Ground, None))
    }
}

/// The choice with as few other settings before its own as make it possible.
///
/// # Errors
///
/// What stands against the choice alone, when nothing that was tried helps.
pub(crate) fn permitted(definition: &Definition, choice: &Choice) -> Result<Choice, String> {
    let mut first = None;
    let mut ways = vec![choice.clone()];
    for _ in 0..=MAX_COMPANIONS {
        let mut next = Vec::new();
        for way in &ways {
            let against = obstacles(definition, way);
            let Some(obstacle) = against.into_iter().next() else { return Ok(way.clone()) };
            for wider in wider(definition, way) {
                let left = obstacles(definition, &wider);
                if left.is_empty() {
                    return Ok(wider);
                }
                // A chain of options that need each other goes on to the next one.
                if next.len() < MAX_WAYS && !left.contains(&obstacle) {
                    next.push(wider);
                }
            }
            first.get_or_insert(obstacle);
        }
        ways = next;
    }
    Err(first.unwrap_or_default())
}

/// The choice with one more setting, or with other seats.
fn wider(definition: &Definition, choice: &Choice) -> Vec<Choice> {
    let is_set = |name: &str| choice.set.iter().any(|setting| setting.name == name);
    let others = definition.options().iter().filter(|option| !is_set(&option.name));
    let mut all: Vec<Choice> = others
        .flat_map(values)
        .map(|setting| {
            let set = std::iter::once(setting).chain(choice.set.iter().cloned()).collect();
            Choice { set, ..choice.clone() }
        })
        .collect();
    if choice.players.is_none() {
        let seats = definition.seats().into_iter();
        all.extend(
            seats.map(|count| Choice { players: Some(Seats::Count(count)), ..choice.clone() }),
        );
    }
    all
}

/// What stands against a choice: constraints between options, and seats that are not there.
fn obstacles(definition: &Definition, choice: &Choice) -> Vec<String> {
    let problems = definition.obstacles(choice);
    problems.iter().map(|problem| problem.message().to_owned()).collect()
}

/// The values of an option that are worth a look, save its default: all of them, or of a range its
/// ends, the default's neighbors, and one between each end and the default.
fn values(option: &GameOption) -> Vec<Setting> {
    let texts = match &option.default {
        OptionValue::Int(default) => {
            let mut values = Vec::new();
            for range in &option.allowed {
                let ends = range.split_once("..").map(|(a, b)| (a.parse(), b.parse()));
                if let Some((Ok(least), Ok(greatest))) = ends {
                    values.extend(between(least, *default, greatest));
                }
            }
            values.iter().map(i64::to_string).collect()
        }
        OptionValue::Bool(_) | OptionValue::Choice(_) => option.allowed.clone(),
    };
    let default = option.default.to_string();
    let others = texts.into_iter().filter(|value| *value != default);
    others.map(|value| Setting { name: option.name.clone(), value, place: None }).collect()
}

fn between(least: i64, default: i64, greatest: i64) -> Vec<i64> {
    let middle = |a: i64, b: i64| a.midpoint(b);
    let (below, above) = (default.saturating_sub(1), default.saturating_add(1));
    let all = [least, middle(least, default), below, above, middle(default, greatest), greatest];
    let mut values: Vec<i64> =
        all.into_iter().filter(|v| (least..=greatest).contains(v) && *v != default).collect();
    values.sort_unstable();
    values.dedup();
    values
}

fn name_of(setting: &Setting) -> String {
    format!("{} = {}", setting.name, setting.value)
}

fn players(count: usize) -> String {
    if count == 1 { "1 player".to_owned() } else { format!("{count} players") }
}

fn same(a: &Choice, b: &Choice) -> bool {
    let pairs = |choice: &Choice| -> Vec<(String, String)> {
        choice.set.iter().map(|s| (s.name.clone(), s.value.clone())).collect()
    };
    (&a.variant, &a.players, pairs(a)) == (&b.variant, &b.players, pairs(b))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::definition::Library;

    /// What stands against a choice as building the game tells it.
    fn told(definition: &Definition, choice: &Choice) -> Vec<String> {
        let Err(error) = definition.build(choice) else { return Vec::new() };
        let excludes = |code: &str| code.starts_with("option-") || code == "unknown-seats";
        let problems = error.problems().iter().filter(|problem| excludes(problem.code()));
        problems.map(|problem| problem.message().to_owned()).collect()
    }

    #[test]
    fn obstacles_are_those_that_building_tells() {
        let mut n_obstacles = 0;
        for folder in ["games", "tests/games"] {
            let library = Library::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
            for name in library.names().expect("the folder can be listed") {
                let definition = library.open(&name).expect("the game is right");
                let mut choices = wider(&definition, &Choice::default());
                let unseated = Some(Seats::Count(99));
                choices.extend(
                    choices
                        .clone()
                        .into_iter()
                        .map(|choice| Choice { players: unseated.clone(), ..choice }),
                );
                for choice in choices {
                    let found = obstacles(&definition, &choice);
                    assert_eq!(found, told(&definition, &choice), "{name}, {choice:?}");
                    n_obstacles += found.len();
                }
            }
        }
        assert!(n_obstacles > 0, "nothing stood against anything");
    }

    #[test]
    fn a_range_is_tried_at_its_ends_beside_the_default_and_between() {
        assert_eq!(between(5, 16, 100), [5, 10, 15, 17, 58, 100]);
        assert_eq!(between(1, 1, 3), [2, 3]);
        assert_eq!(between(-1, 0, 0), [-1]);
        assert_eq!(between(4, 4, 4), [0_i64; 0]);
    }
}

//! House rules: a file that is laid over a game's definition. It sets options, declares more, and
//! replaces functions of the rules.
//!
//! A house only adds: what the game has declared stays as it is. So a house can be laid over every
//! version of the game that still has the names it uses.

mod files;

pub use files::HouseFile;

use crate::definition::document::{
    AttributeRecord, Document, Entry, Expression, MetricRecord, NotationRecord, OptionRecord,
    StateRecord, StepRecord, TextRecord, VariantRecord, ZoneRecord,
};
use crate::definition::options::Options;
use crate::definition::read::{Ident, Kebab, List, Map, Name, Read, Word, record};
use crate::definition::yaml::Scalar;
use crate::definition::{Choice, Definition, build, yaml};
use crate::error::{Problem, Problems, Result, Source, nearest};
use crate::script;
use crate::text::{Named, Text};

record! {
    /// House rules, which are laid over a game.
    struct HouseDocument {
        /// The game that the rules are laid over.
        "extends" extends: required Word,
        /// What people read.
        "title" title: optional Text,
        /// Values for options, of the game or of the house.
        "set" set: each Map<Ident, Scalar>,
        /// The file of functions, from the folder of this one; those of the game's names replace the game's.
        "rules" rules: optional Scalar,
        /// More options, by name.
        "options" options: each Map<Ident, OptionRecord>,
        /// More variants, by name.
        "variants" variants: each Map<Kebab, VariantRecord>,
        /// More derived values: expressions over options and earlier values.
        "let" values: each Map<Ident, Expression>,
        /// More sets of sites, by name.
        "zones" zones: each Map<Ident, ZoneRecord>,
        /// More that pieces carry.
        "pieces" pieces: optional HousePieces,
        /// More entries of the game's state, by name.
        "state" state: each Map<Ident, StateRecord>,
        /// More that the game can wait for, by name.
        "steps" steps: each Map<Ident, StepRecord>,
        /// More marks and words.
        "notation" notation: optional HouseNotation,
        /// More texts for refusals, ends and events.
        "text" text: optional TextRecord,
        /// More counters that simulations report.
        "metrics" metrics: each Map<Ident, MetricRecord>,
    }
}

record! {
    /// More that pieces carry.
    struct HousePieces {
        /// What each piece carries, by name.
        "attributes" attributes: each Map<Ident, AttributeRecord>,
    }
}

record! {
    /// More marks and words.
    struct HouseNotation {
        /// The marks that rules may put on a move.
        "marks" marks: each List<Name<Ident>>,
        /// Moves that are a word, such as `skip`.
        "words" words: each Map<Ident, Entry>,
    }
}

/// A file of house rules as it was written, not laid over any game yet.
#[derive(Clone, Debug)]
pub struct House {
    document: HouseDocument,
    yaml: Source,
    rules: Option<Source>,
}

impl House {
    /// Reads a house from its two texts; `rules` gives the text that the key `rules` names.
    ///
    /// ```
    /// use araudi::definition::{House, Library};
    /// use araudi::error::Source;
    ///
    /// # fn main() -> araudi::error::Result<()> {
    /// let race = Library::folder("tests/games".as_ref()).open("race")?;
    /// let yaml = "extends: race\ntitle: Slow race\nset: {exact: true}\nrules: slow.rhai\n";
    /// let rules = "fn turn_end(g) { base_turn_end(g); if g.turn > 99 { g.win(0, reason::R3); } }";
    /// let house = House::from_sources(Source::new("slow.yaml", yaml), |name| {
    ///     Ok(Source::new(name, rules))
    /// })?;
    /// let slow = race.with_houses(&[house])?;
    /// assert_eq!(slow.houses()[0].title.en, "Slow race");
    ///
    /// let slip = Source::new("slip.yaml", "extends: race\nset: {exat: true}\n");
    /// let house = House::from_sources(slip, |name| Ok(Source::new(name, "")))?;
    /// let error = race.with_houses(&[house]).unwrap_err();
    /// assert_eq!(error.problems()[0].to_string(),
    ///     "slip.yaml:2:7: unknown option `exat`; help: did you mean `exact`?");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the form of the text, and what `rules` fails with, at the key.
    pub fn from_sources(yaml: Source, rules: impl FnOnce(&str) -> Result<Source>) -> Result<Self> {
        let mut problems = Problems::default();
        let house = Self::read(yaml, rules, &mut problems);
        match problems.finish(house)? {
            Some(house) => Ok(house),
            None => Err(Problem::new("empty-definition", "the house rules are empty").into()),
        }
    }

    /// Reads as much of a house as can be read.
    pub(super) fn read(
        yaml: Source,
        rules: impl FnOnce(&str) -> Result<Source>,
        problems: &mut Problems,
    ) -> Option<Self> {
        let node = yaml::parse(&yaml, problems)?;
        let document = HouseDocument::read(&node, problems)?;
        let rules = document.rules.as_ref().and_then(|path| match rules(&path.text) {
            Ok(rules) => Some(rules),
            Err(error) => {
                problems.extend(error.map(|problem| problem.at(path.place.clone())));
                None
            }
        });
        Some(Self { document, yaml, rules })
    }

    /// The name of the game that the house is for, as it is written; empty when it is missing.
    pub fn extends(&self) -> &str {
        self.document.extends.as_ref().map_or("", |word| word.text.as_str())
    }

    /// A problem of the game that the house is for, at its place.
    pub(super) fn at_extends(&self, problem: Problem) -> Problem {
        match &self.document.extends {
            Some(word) => problem.at(word.place.clone()),
            None => problem.at(self.document.place.clone()),
        }
    }

    /// The text of the house file.
    pub fn yaml(&self) -> &Source {
        &self.yaml
    }

    /// The text of its rules, if it has any.
    pub fn rules(&self) -> Option<&Source> {
        self.rules.as_ref()
    }

    /// The file's name and the title, which is the file's name again when none is given.
    fn named(&self) -> Named {
        let name = self.yaml.name();
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let stem = file.strip_suffix(".yaml").unwrap_or(file);
        let title = self.document.title.clone().unwrap_or_else(|| Text::same(stem));
        Named { id: stem.to_owned(), title }
    }
}

/// Lays houses over a definition in their order; what is wrong with any of them is reported.
pub(super) fn lay(
    base: &Definition,
    mut houses: Vec<House>,
    problems: &mut Problems,
) -> Definition {
    let mut definition = base.clone();
    // A house for another game would only add noise.
    let near = |name: &str| nearest(name, [base.name.as_str()]).is_some();
    for house in houses.iter().filter(|house| house.document.extends.is_some()) {
        if house.extends() != base.name {
            problems.push(wrong_base(base, house));
        }
    }
    houses.retain(|house| near(house.extends()));
    for house in &houses {
        merge(&mut definition.document, &house.document, problems);
    }
    definition.options = Options::check(&definition.document, problems);
    for house in &houses {
        definition.options.lay(&house.document.set, problems);
        overridden(&house.document, problems);
    }
    definition.option_list = definition.options.list();
    definition.variants = definition.options.variants();
    definition.houses.extend(houses);
    let scripts = definition.scripts();
    if scripts.len() > 1 {
        script::check_links(&scripts, problems);
    }
    if !problems.is_empty() {
        build::attempt(&definition, &Choice::default(), problems);
    }
    definition
}

/// The names and titles of houses.
pub(super) fn named(houses: &[House]) -> Vec<Named> {
    houses.iter().map(House::named).collect()
}

fn wrong_base(base: &Definition, house: &House) -> Problem {
    let (name, found) = (&base.name, house.extends());
    let message = format!("house rules for `{found}` cannot be laid over `{name}`");
    let problem = house.at_extends(Problem::new("wrong-base", message));
    match nearest(found, [name.as_str()]) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help(format!("play `{found}` with them")),
    }
}

/// Adds what a house declares.
fn merge(document: &mut Document, house: &HouseDocument, problems: &mut Problems) {
    let value = "give it another value with `set`";
    let other = "choose another name";
    let mut clash = |name: &Word, known: &Word, what: &str, help: &str| {
        problems.push(taken(name, known, what).help(help));
    };
    add(&mut document.options, &house.options, |n, k| clash(n, k, "option", value));
    add(&mut document.values, &house.values, |n, k| clash(n, k, "value", other));
    // Expressions know options and values alike by their plain names.
    let of_house = |word: &Word| word.place.source() == house.place.source();
    let (options, values) = (&mut document.options.0, &mut document.values.0);
    options.retain(|(name, _)| match values.iter().find(|(k, _)| k.text == name.text) {
        Some((known, _)) if of_house(name) && !of_house(known) => {
            clash(name, known, "value", other);
            false
        }
        _ => true,
    });
    values.retain(|(name, _)| match options.iter().find(|(k, _)| k.text == name.text) {
        Some((known, _)) if of_house(name) => {
            clash(name, known, "option", other);
            false
        }
        _ => true,
    });
    add(&mut document.variants, &house.variants, |n, k| clash(n, k, "variant", other));
    add(&mut document.zones, &house.zones, |n, k| clash(n, k, "zone", other));
    add(&mut document.state, &house.state, |n, k| clash(n, k, "state entry", other));
    add(&mut document.steps, &house.steps, |n, k| clash(n, k, "step", other));
    add(&mut document.metrics, &house.metrics, |n, k| clash(n, k, "metric", other));
    if let (Some(pieces), Some(more)) = (&mut document.pieces, &house.pieces) {
        let clash = |n: &Word, k: &Word| clash(n, k, "attribute", other);
        add(&mut pieces.attributes, &more.attributes, clash);
    }
    if let Some(more) = &house.notation {
        let notation = document.notation.get_or_insert_with(|| NotationRecord {
            marks: List::default(),
            words: Map::default(),
            moves: List::default(),
            place: more.place.clone(),
        });
        for mark in &more.marks.0 {
            match notation.marks.0.iter().find(|known| known.0.text == mark.0.text) {
                Some(known) => clash(&mark.0, &known.0, "mark", other),
                None => notation.marks.0.push(mark.clone()),
            }
        }
        add(&mut notation.words, &more.words, |n, k| clash(n, k, "word", other));
    }
    if let Some(more) = &house.text {
        let text = document.text.get_or_insert_with(|| TextRecord {
            rules: Map::default(),
            reasons: Map::default(),
            events: Map::default(),
            place: more.place.clone(),
        });
        add(&mut text.rules, &more.rules, |n, k| clash(n, k, "rule", other));
        add(&mut text.reasons, &more.reasons, |n, k| clash(n, k, "reason", other));
        add(&mut text.events, &more.events, |n, k| clash(n, k, "event", other));
    }
}

/// Adds entries; one whose name is there already is left out and told of.
fn add<K, T: Clone>(into: &mut Map<K, T>, from: &Map<K, T>, mut clash: impl FnMut(&Word, &Word)) {
    for (name, entry) in &from.0 {
        match into.0.iter().find(|(known, _)| known.text == name.text) {
            Some((known, _)) => clash(name, known),
            None => into.0.push((name.clone(), entry.clone())),
        }
    }
}

fn taken(name: &Word, known: &Word, what: &str) -> Problem {
    Problem::new("duplicate-name", format!("the {what} `{}` is declared already", name.text))
        .at(name.place.clone())
        .note(format!("the other one is at {}", known.place))
}

/// A variant of a house must not set what the house sets in every variant.
fn overridden(house: &HouseDocument, problems: &mut Problems) {
    let settings = house.variants.0.iter().filter_map(|(_, record)| record.as_ref()?.set.as_ref());
    for (name, scalar) in settings.flat_map(|set| &set.0) {
        let own = house.set.0.iter().find(|(known, _)| known.text == name.text);
        let (Some(scalar), Some((_, Some(own)))) = (scalar, own) else { continue };
        if own.text != scalar.text {
            let message =
                format!("`{} = {}` here, `{}` in every variant", name.text, scalar.text, own.text);
            let problem = Problem::new("conflicting-values", message).at(scalar.place.clone());
            problems.push(problem.note(format!("the house sets it at {}", own.place)));
        }
    }
}

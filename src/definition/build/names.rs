//! Names: what is declared, switched off or broken, and the modules that scripts see.

use std::collections::BTreeMap;

use super::layout::Layout;
use super::material::Material;
use super::players::Table;
use super::texts::Texts;
use super::{Context, duplicate, number_of};
use crate::definition::read::{Ident, Key, Word};
use crate::error::Problem;
use crate::game::{GameOption, MODULES, NEUTRAL, NONE, Names, OptionValue};
use crate::piece::ValueType;

/// Values by the order of declaration, with every declared name.
pub(super) struct Index<V> {
    pub(super) values: Vec<V>,
    names: Vec<(Word, Slot)>,
}

/// What became of a declared name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    /// It has this index.
    On(usize),
    /// Its condition does not hold.
    Off,
    /// It is wrong, which is reported.
    Broken,
}

impl<V> Default for Index<V> {
    fn default() -> Self {
        Self { values: Vec::new(), names: Vec::new() }
    }
}

impl<V> Index<V> {
    pub(super) fn add(&mut self, name: &Word, value: V) {
        self.names.push((name.clone(), Slot::On(self.values.len())));
        self.values.push(value);
    }

    pub(super) fn off(&mut self, name: &Word) {
        self.names.push((name.clone(), Slot::Off));
    }

    pub(super) fn broken(&mut self, name: &Word) {
        self.names.push((name.clone(), Slot::Broken));
    }

    /// The index of a name; reported when it is not declared or switched off. `what` is its kind.
    pub(super) fn find(&self, name: &Word, what: &str, cx: &mut Context) -> Option<usize> {
        match self.slot(name, what, cx) {
            Slot::On(index) => Some(index),
            Slot::Broken => None,
            Slot::Off => {
                let message = format!("the {what} `{}` is switched off here", name.text);
                let help = "give this entry the same condition";
                let problem = Problem::new("switched-off", message).help(help);
                cx.report(problem.at(name.place.clone()));
                None
            }
        }
    }

    /// What became of a name; reported when it is not declared.
    pub(super) fn slot(&self, name: &Word, what: &str, cx: &mut Context) -> Slot {
        if let Some((_, slot)) = self.names.iter().find(|(known, _)| known.text == name.text) {
            return *slot;
        }
        let known = self.names.iter().map(|(word, _)| word.text.as_str());
        cx.report(
            Problem::new(unknown_code(what), format!("unknown {what} `{}`", name.text))
                .at(name.place.clone())
                .help_nearest(&name.text, known),
        );
        Slot::Broken
    }

    /// Whether a name is declared.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.names.iter().any(|(word, _)| word.text == name)
    }

    /// The declared names.
    pub(super) fn words(&self) -> impl Iterator<Item = &Word> {
        self.names.iter().map(|(name, _)| name)
    }

    fn numbers(&self) -> BTreeMap<String, i64> {
        let number = |slot: &Slot| match slot {
            Slot::On(index) => *index as i64,
            Slot::Off | Slot::Broken => NONE,
        };
        self.names.iter().map(|(name, slot)| (name.text.clone(), number(slot))).collect()
    }
}

fn unknown_code(what: &str) -> &'static str {
    match what {
        "player" => "unknown-player",
        "kind" => "unknown-kind",
        "attribute" => "unknown-attribute",
        "zone" => "unknown-zone",
        "mark" => "unknown-mark",
        "event" => "unknown-event",
        _ => "unknown-name",
    }
}

/// All that has names.
pub(super) struct Parts<'a> {
    pub(super) table: &'a Table,
    pub(super) layout: Option<&'a Layout>,
    pub(super) patterns: &'a Index<()>,
    pub(super) material: &'a Material,
    pub(super) texts: &'a Texts,
}

/// Words of logs and of the text of a state, which no player, site beside the board, word or state
/// entry may be called.
const KEYWORDS: [&str; 37] = [
    "game", "rules", "players", "variant", "set", "house", "seed", "scenario", "position",
    "expect", "moves", "includes", "refused", "mover", "step", "throw", "board", "event", "score",
    "winner", "draw", "that", "none", "turn", "wait", "roll", "choose", "act", "pieces", "all",
    "when", "not", "over", "phase", "places", "recorded", NEUTRAL,
];

/// The modules of names, with the names that logs could not tell apart reported.
pub(super) fn build<'a>(
    options: &[GameOption],
    parts: &Parts<'_>,
    sites: impl Iterator<Item = &'a Word>,
    cx: &mut Context,
) -> Names {
    let Parts { table, layout, patterns, material, texts } = *parts;
    check_words(parts, sites, cx);
    let mut names: Names =
        MODULES.iter().map(|module| ((*module).to_owned(), BTreeMap::new())).collect();
    for option in options {
        if let OptionValue::Choice(_) = option.value {
            let values = option.allowed.iter().enumerate();
            names.insert(
                option.name.clone(),
                values.map(|(i, value)| (value.clone(), i as i64)).collect(),
            );
        }
    }
    let mut put = |module: &str, numbers| {
        names.insert(module.to_owned(), numbers);
    };
    put("opt", options.iter().map(|o| (o.name.clone(), number_of(o))).collect());
    put("player", table.index.numbers());
    let mut teams = numbered(table.teams.iter().map(String::as_str));
    teams.retain(|team, _| Ident::fits(team));
    put("team", teams);
    if let Some(layout) = layout {
        put("zone", layout.zones.numbers());
        put("track", layout.track_names.clone());
        let absent = layout.ground.absent.keys().map(|name| (name.clone(), NONE));
        let sites = layout.ground.board.sites().iter().map(|site| site.name.as_str());
        put("site", absent.chain(numbered(sites)).collect());
    }
    put("pattern", patterns.numbers());
    put("kind", material.kinds.numbers());
    put("attr", material.attributes.numbers());
    put("die", material.dice.numbers());
    let is_list = |name: &String| {
        let entry = material.state.values.iter().find(|entry| entry.id == *name);
        entry.is_some_and(|entry| matches!(entry.ty, ValueType::List { .. }))
            || material.lists.contains(name)
    };
    let (lists, plain) = material.state.numbers().into_iter().partition(|(name, _)| is_list(name));
    put("list", lists);
    put("state", plain);
    put("step", texts.steps.numbers());
    put("word", texts.words.numbers());
    put("rule", texts.rules.numbers());
    put("reason", texts.reasons.numbers());
    put("event", texts.events.numbers());
    put("mark", numbered(texts.marks.iter().map(String::as_str)));
    names
}

fn numbered<'a>(names: impl Iterator<Item = &'a str>) -> BTreeMap<String, i64> {
    names.enumerate().map(|(i, name)| (name.to_owned(), i as i64)).collect()
}

/// Players, words and state entries stand beside keywords and sites in logs, and declared sites
/// beside keywords.
fn check_words<'a>(parts: &Parts<'_>, sites: impl Iterator<Item = &'a Word>, cx: &mut Context) {
    for name in sites {
        check_keyword(name, cx);
    }
    let players = || parts.table.index.words();
    let words = parts.texts.words.words();
    let state = parts.material.state.words();
    for name in players().chain(words).chain(state) {
        check_keyword(name, cx);
        if parts.layout.is_some_and(|layout| layout.ground.knows(&name.text)) {
            cx.report(duplicate(name, "a site has this name"));
        }
    }
    for name in parts.texts.words.words().chain(parts.material.state.words()) {
        if players().any(|player| player.text == name.text) {
            cx.report(duplicate(name, "a player has this name"));
        }
    }
}

fn check_keyword(name: &Word, cx: &mut Context) {
    if KEYWORDS.contains(&name.text.as_str()) {
        let message = format!("`{}` is a keyword of logs", name.text);
        cx.report(Problem::new("reserved-name", message).at(name.place.clone()));
    }
}

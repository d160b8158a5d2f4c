//! From a definition and a choice to a checked game: expressions computed, names resolved.
//!
//! The parts are built in the order in which they refer to each other. A part that fails keeps its
//! name known, so that nothing else complains about it.

mod display;
mod drawing;
mod ground;
mod layout;
mod material;
mod names;
mod patterns;
mod players;
mod points;
mod setup;
mod texts;

use std::sync::OnceLock;

use crate::definition::document::Expression;
use crate::definition::expression::{PLAYERS, Scope};
use crate::definition::read::{Map, Word};
use crate::definition::{Choice, Definition};
use crate::error::{Problem, Problems, Result};
use crate::game::{Display, Game, GameOption, OptionValue};

use names::Index;
use players::Table;

/// Builds the game for a choice; all problems in one pass.
pub(super) fn build(definition: &Definition, choice: &Choice) -> Result<Game> {
    let mut problems = Problems::default();
    let game = attempt(definition, choice, &mut problems);
    // A definition without a board does not come this far.
    let no_board = || Problem::new("missing-key", "the definition has no board").into();
    problems.finish(())?;
    game.ok_or_else(no_board)
}

/// Builds as much as can be built; the game counts only when there was no problem.
pub(super) fn attempt(
    definition: &Definition,
    choice: &Choice,
    problems: &mut Problems,
) -> Option<Game> {
    let Frame { mut cx, values, table, excluded } = Frame::new(definition, choice);
    if !excluded.is_empty() {
        // What does not go together may break anything that follows.
        problems.append(excluded);
        problems.append(cx.problems);
        return None;
    }
    let document = &definition.document;
    let layout = layout::build(document, &table, &mut cx);
    let patterns = patterns::build(document, &table, layout.as_ref(), &mut cx);
    let material = material::build(document, &table, layout.as_ref(), &mut cx);
    let texts = texts::build(document, &mut cx);
    let display = document.display.as_ref().map_or_else(Display::default, |record| {
        display::build(record, layout.as_ref(), &material, &mut cx)
    });
    let parts = names::Parts {
        table: &table,
        layout: layout.as_ref(),
        patterns: &patterns.index,
        material: &material,
        texts: &texts,
    };
    let options: Vec<GameOption> = values.into_iter().flatten().collect();
    let beside = document.board.iter().flat_map(|board| &board.off.0).map(|(name, _)| name);
    let names = names::build(&options, &parts, beside, &mut cx);
    problems.append(cx.problems);
    let layout = layout?;

    Some(Game {
        name: definition.name.clone(),
        title: definition.title.clone(),
        variant: choice.variant.clone(),
        options,
        players: table.players,
        teams: table.teams,
        board: layout.ground.board,
        zones: layout.zones.values,
        tracks: layout.tracks,
        patterns: patterns.patterns,
        kinds: material.kinds.values,
        pieces: material.pieces,
        attributes: material.attributes.values,
        dice: material.dice.values,
        state: material.state.values,
        steps: texts.steps.values,
        marks: texts.marks,
        words: texts.words.values,
        rules: texts.rules.values,
        reasons: texts.reasons.values,
        events: texts.events.values,
        templates: texts.templates,
        metrics: texts.metrics,
        display,
        names,
        houses: definition.houses(),
        scripts: definition.scripts(),
        digest: OnceLock::new(),
    })
}

/// What excludes a choice, whatever comes of it otherwise: options that do not go together or not with
/// those who play, and seats that are not there.
pub(super) fn obstacles(definition: &Definition, choice: &Choice) -> Vec<Problem> {
    let Frame { cx, excluded: mut problems, .. } = Frame::new(definition, choice);
    problems.append(cx.problems);
    let excludes = |code: &str| code.starts_with("option-") || code == "unknown-seats";
    let problems =
        problems.finish(()).err().into_iter().flat_map(|error| error.problems().to_vec());
    problems.filter(|problem| excludes(problem.code())).collect()
}

/// What the rest of a game hangs on: the values of names, and who plays.
struct Frame {
    cx: Context,
    /// The value of each option; `None` for one that is wrong.
    values: Vec<Option<GameOption>>,
    table: Table,
    /// What is wrong with the options together, and with those who play.
    excluded: Problems,
}

impl Frame {
    fn new(definition: &Definition, choice: &Choice) -> Self {
        let document = &definition.document;
        // The players depend on options and the other way round, but only for checks: so twice.
        let values = definition.options.resolve(choice, None, &mut Problems::default());
        let mut cx = Context { scope: Scope::new(), problems: Problems::default() };
        for ((name, _), option) in document.options.0.iter().zip(&values) {
            cx.scope.add_option(&name.text, option.as_ref().map(|o: &GameOption| &o.value));
        }
        for (name, expression) in &document.values.0 {
            if document.options.0.iter().any(|(option, _)| option.text == name.text) {
                cx.report(duplicate(name, "an option has this name"));
            } else if name.text == PLAYERS {
                cx.report(duplicate(name, "conditions know the number of players by it"));
            } else {
                cx.scope.define(&name.text, expression.as_ref(), &mut cx.problems);
            }
        }

        let table = players::build(document, choice, &mut cx);
        let mut excluded = Problems::default();
        definition.options.resolve(choice, table.n_seated(), &mut excluded);
        cx.scope.sit(table.n_seated().map(|_| table.declared()));
        definition.options.judge(choice, &values, &cx.scope, &mut excluded);
        Self { cx, values, table, excluded }
    }
}

/// What every part needs: the values of names, and where problems go.
struct Context {
    scope: Scope,
    problems: Problems,
}

impl Context {
    fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    fn holds(&mut self, when: Option<&Expression>) -> bool {
        self.scope.holds(when, &mut self.problems)
    }

    /// Builds the entries of a mapping whose conditions hold.
    fn collect<K, T, V>(
        &mut self,
        entries: &Map<K, T>,
        when: impl Fn(&T) -> Option<&Expression>,
        mut build: impl FnMut(&Word, &T, &mut Self) -> Option<V>,
    ) -> Index<V> {
        let mut index = Index::default();
        for (name, entry) in &entries.0 {
            match entry {
                None => index.broken(name),
                Some(entry) if !self.holds(when(entry)) => index.off(name),
                Some(entry) => match build(name, entry, self) {
                    None => index.broken(name),
                    Some(value) => index.add(name, value),
                },
            }
        }
        index
    }
}

/// The problem of a name that cannot be told from another.
fn duplicate(name: &Word, note: &str) -> Problem {
    Problem::new("duplicate-name", format!("the name `{}` is taken", name.text))
        .at(name.place.clone())
        .note(note)
}

/// The number by which scripts know a value.
fn number_of(option: &GameOption) -> i64 {
    match &option.value {
        OptionValue::Int(value) => *value,
        OptionValue::Bool(value) => i64::from(*value),
        OptionValue::Choice(value) => {
            option.allowed.iter().position(|v| v == value).map_or(0, |i| i as i64)
        }
    }
}

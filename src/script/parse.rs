//! From script text to a syntax tree: parse, check every name, fold the names, parse again.
//!
//! The engine would look names up while it runs. So they are replaced in the text by the numbers
//! they stand for, padded to the same length, which keeps every place; the second parse then
//! folds constants and drops the branches of options that are off.

use std::collections::BTreeSet;

use rhai::{AST, Engine, Module, OptimizationLevel, Scope, ScriptFuncDef, Stmt};

use super::limits::Limits;
use super::links::Links;
use super::{check, failure};
use crate::error::{Error, Place, Problem, Problems, Result, Source};
use crate::game::{Game, MAX_SCRIPT_BYTES};

mod memo;

use memo::{Stage, remembered};

/// A name in the text and what replaces it.
pub(super) struct Fold {
    pub(super) place: Place,
    pub(super) value: String,
}

/// The scripts of a game as one, later ones replacing functions of the same name, and their texts with
/// all names folded.
pub(super) fn scripts(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
) -> Result<(AST, Vec<String>)> {
    let mut problems = Problems::default();
    let mut parsed = Vec::new();
    engine.set_optimization_level(OptimizationLevel::None);
    for source in &game.scripts {
        let parse = || self::source(engine, source);
        match remembered(Stage::Written, source.text(), limits, parse) {
            Ok(ast) => parsed.push((source, ast)),
            Err(error) => problems.extend(error),
        }
    }
    if !problems.is_empty() {
        return problems.finish((AST::empty(), Vec::new()));
    }
    // Only now, since the first parse has names that no variable bears, and dead code is checked too.
    engine.set_strict_variables(true);
    engine.set_optimization_level(OptimizationLevel::Simple);
    let links = Links::new(parsed.iter().map(|(_, ast)| ast));
    let mut compiled = Vec::new();
    let mut texts = Vec::new();
    let mut above = 0;
    let checked = check::scripts(game, &parsed, &links, &mut problems);
    for ((source, folds), (_, written)) in checked.into_iter().zip(&parsed) {
        // Each script stands below those before it, so that a line tells the script as well.
        let folded = fold(source, &folds);
        let text = format!("{}{folded}", "\n".repeat(above));
        let by_function = functions(engine, written, &folded, above, limits);
        above += failure::n_lines(source);
        match by_function.map_or_else(|| engine.compile(&text), Ok) {
            Ok(ast) => compiled.push(ast),
            Err(error) => {
                let place = failure::locate(&game.scripts, error.position());
                problems.push(failure::parse_problem_at(&error, source, place));
            }
        }
        texts.push(text);
    }
    let whole = links.join(&compiled);
    problems.finish((whole, texts))
}

/// A folded script as its functions, each read for itself and remembered: what an option changes is
/// mostly a few of them. `None` when that does not give the functions of the script as it is written, be
/// it that a line in a comment looks like the beginning of one, or that something is wrong.
fn functions(
    engine: &Engine,
    written: &AST,
    folded: &str,
    above: usize,
    limits: &Limits,
) -> Option<AST> {
    let mut whole = Module::new();
    let mut found = BTreeSet::new();
    let mut n_lines = above;
    let mut begin = 0;
    let mut ends = folded.match_indices(START).map(|(end, _)| end + 1).chain([folded.len()]);
    while begin < folded.len() {
        let end = ends.next()?;
        let function = &folded[begin..end];
        let text = format!("{}{function}", "\n".repeat(n_lines));
        let ast = remembered(Stage::Folded, &text, limits, || engine.compile(&text)).ok()?;
        if ast.statements().iter().any(|statement| !matches!(statement, Stmt::Noop(_))) {
            return None;
        }
        for (.., function) in ast.shared_lib().iter_script_fn_info() {
            found.insert(head(function, 0));
            whole.set_script_fn(function.clone());
        }
        n_lines += function.matches('\n').count();
        begin = end;
    }
    let written = written.shared_lib();
    let written = written.iter_script_fn_info().map(|(.., function)| head(function, above));
    (found == written.collect()).then(|| AST::new([], whole))
}

/// What tells a function from all others: its name, how many parameters it takes, and where its body
/// begins in a script that stands below so many lines.
fn head(function: &ScriptFuncDef, above: usize) -> (String, usize, Option<(usize, usize)>) {
    let body = function.body.start_position();
    let place = body.line().zip(body.position()).map(|(line, column)| (line + above, column));
    (function.name.to_string(), function.params.len(), place)
}

/// Where a function begins that stands at the beginning of a line, as most do.
const START: &str = "\nfn ";

/// Reads an expression over what the scope holds, with its names folded.
pub(super) fn expression(
    engine: &mut Engine,
    game: &Game,
    scope: &Scope,
    source: &Source,
) -> Result<AST> {
    let syntax = |error| Error::from(failure::parse_problem(&error, source));
    if source.text().len() > MAX_SCRIPT_BYTES {
        return Err(too_long(source).into());
    }
    // The names are still in the text at first, and no variable bears them.
    engine.set_strict_variables(false);
    engine.set_optimization_level(OptimizationLevel::None);
    let parsed = engine.compile_expression_with_scope(scope, source.text());
    engine.set_strict_variables(true);
    engine.set_optimization_level(OptimizationLevel::Simple);
    let ast = parsed.map_err(syntax)?;
    let mut problems = Problems::default();
    let folds = check::expression(game, source, &ast, &mut problems);
    problems.finish(())?;
    let text = fold(source, &folds);
    engine.compile_expression_with_scope(scope, text).map_err(syntax)
}

/// A script as it is written.
pub(super) fn source(engine: &Engine, source: &Source) -> Result<AST> {
    if source.text().len() > MAX_SCRIPT_BYTES {
        return Err(too_long(source).into());
    }
    engine.compile(source.text()).map_err(|error| failure::parse_problem(&error, source).into())
}

fn too_long(source: &Source) -> Problem {
    let message =
        format!("a script of {} bytes, at most {MAX_SCRIPT_BYTES} are read", source.text().len());
    Problem::new("script-too-long", message)
        .at(source.place(MAX_SCRIPT_BYTES..MAX_SCRIPT_BYTES + 1))
}

/// Writes the values over the names, the last name first, padded with blanks; the ends of lines in a
/// name stay.
///
/// A value that is longer than its name, such as a seven-digit option, moves the rest of its line.
fn fold(source: &Source, folds: &[Fold]) -> String {
    let mut text = source.text().to_owned();
    for fold in folds {
        let span = fold.place.span();
        let written = &source.text()[span.clone()];
        let head = written.find('\n').unwrap_or(written.len());
        let rest = written[head..].chars().map(|c| if c == '\n' { c } else { ' ' });
        let value = format!("{:<head$}{}", fold.value, rest.collect::<String>());
        text.replace_range(span, &value);
    }
    text
}

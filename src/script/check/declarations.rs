//! What scripts declare: hooks and functions of their own.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, FnAccess, ScriptFnMetadata};

use super::{BUILTINS, RESERVED, n_arguments, reserved};
use crate::error::{Place, Problem, Problems, Source, nearest};
use crate::script::table::Hook;
use crate::script::{api, failure, sandbox};

/// The functions: hooks with their arguments, those that are needed, names that look like one, and
/// names that something else bears already.
pub(super) fn check(
    parsed: &[(&Source, AST)],
    functions: &BTreeMap<String, BTreeSet<usize>>,
    asked: &BTreeMap<String, Place>,
    called: &BTreeSet<String>,
    problems: &mut Problems,
) {
    for (source, ast) in parsed {
        for function in ast.iter_functions() {
            declaration(&function, source, problems);
        }
    }
    for (name, arities) in functions {
        let hook = Hook::ALL.iter().find(|(_, hook, _)| hook == name);
        if let Some((_, hook, arity)) = hook {
            for found in arities.iter().filter(|found| *found != arity) {
                let arguments = n_arguments(&[*arity]);
                let message = format!("the hook `{hook}` takes {arguments}, found {found}");
                problems.push(declared_at(Problem::new("wrong-arity", message), name, parsed));
            }
        } else if !called.contains(name)
            && let Some(near) = nearest(name, Hook::ALL.iter().map(|(_, hook, _)| *hook))
        {
            let problem =
                Problem::new("unknown-hook", format!("`{name}` is no hook and nothing calls it"))
                    .help(format!("did you mean `{near}`?"));
            problems.push(declared_at(problem, name, parsed));
        }
    }
    let Some((source, _)) = parsed.first() else { return };
    let mut need = |hook: &str, place: &Place, why: &str| {
        if !functions.contains_key(hook) {
            let message = format!("the hook `{hook}` is missing: {why}");
            problems.push(Problem::new("missing-hook", message).at(place.clone()));
        }
    };
    need("turn", &source.place(0..0), "every turn begins with it");
    if let Some(place) = asked.get("roll") {
        need("rolled", place, "the results of throws go to it");
    }
    if let Some(place) = asked.get("choose") {
        need("moves", place, "it offers the moves of a choice");
        need("play", place, "it plays what was chosen");
    }
    if let Some(place) = asked.get("act") {
        need("act", place, "it does what such a step asks for");
    }
}

/// Reports what is wrong with the head of a function alone.
fn declaration(function: &ScriptFnMetadata, source: &Source, problems: &mut Problems) {
    let (name, params) = (function.name, function.params.as_slice());
    let head = failure::declaration(source, name);
    let place_of = |i| head.as_ref().and_then(|head| failure::parameter(head, i));
    let mut report = |place: Option<Place>, problem: Problem| {
        problems.push(place.or(head.clone()).into_iter().fold(problem, Problem::at));
    };
    if function.access == FnAccess::Private {
        let message = format!("`{name}` is private, which hides it from the runtime");
        report(None, Problem::new("forbidden-syntax", message).help("write `fn` alone"));
    }
    if function.this_type.is_some() {
        let problem = Problem::new("forbidden-syntax", format!("`{name}` belongs to a type"));
        report(None, problem.help("write a function of the script and give it the value"));
    }
    let is_hook = Hook::ALL.iter().any(|(_, hook, _)| *hook == name);
    if let Some(hidden) = hidden(name, params.len()).filter(|_| !is_hook) {
        let message = format!("`{name}` would be called in place of {hidden}");
        report(None, Problem::new("hidden-function", message).help("choose another name"));
    }
    for (i, param) in params.iter().enumerate() {
        if RESERVED.contains(param) && !(*param == "g" && i == 0) {
            report(place_of(i), reserved(param));
        }
    }
    if let Some(first) = params.first().filter(|first| is_hook && **first != "g") {
        let message = format!("the first argument of the hook `{name}` is `g`, found `{first}`");
        let problem = Problem::new("wrong-parameter", message)
            .help("so all that hooks ask of `g` can be checked before the game begins");
        report(place_of(0), problem);
    }
}

/// What a script's function of this name would hide from every script.
fn hidden(name: &str, n_params: usize) -> Option<String> {
    if BUILTINS.iter().any(|(builtin, _)| *builtin == name) {
        return Some("the function of that name".to_owned());
    }
    // `g.f(x)` is called as a method, and as `f(g, x)`.
    let takes = |n: usize| n == n_params || n + 1 == n_params;
    api::functions()
        .filter(|function| !function.property && takes(function.params.len()))
        .find(|function| name == sandbox::alias(function.name))
        .map(|function| format!("`g.{}`", function.name))
}

fn declared_at(problem: Problem, name: &str, parsed: &[(&Source, AST)]) -> Problem {
    let place = parsed.iter().rev().find_map(|(source, _)| failure::declaration(source, name));
    place.into_iter().fold(problem, Problem::at)
}

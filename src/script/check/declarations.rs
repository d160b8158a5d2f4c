//! What scripts declare: hooks and functions of their own.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, FnAccess, ScriptFnMetadata};

use super::{BUILTINS, RESERVED, n_arguments, reserved};
use crate::error::{Problem, Problems, Source, nearest};
use crate::script::table::Hook;
use crate::script::{api, failure, sandbox};

/// The functions: hooks with their arguments, those that are needed, names that look like one, and
/// names that something else bears already.
pub(super) fn check(
    parsed: &[(&Source, AST)],
    functions: &BTreeMap<String, BTreeSet<usize>>,
    asked: &BTreeSet<&'static str>,
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
    let mut need = |hook: &str, why: &str| {
        if !functions.contains_key(hook) {
            let problem =
                Problem::new("missing-hook", format!("the hook `{hook}` is missing: {why}"));
            problems.push(problem.at(source.place(0..0)));
        }
    };
    need("turn", "every turn begins with it");
    if asked.contains("roll") {
        need("rolled", "the script asks for throws, whose results go to it");
    }
    if asked.contains("choose") {
        need("moves", "the script asks for choices, whose moves it offers");
        need("play", "the script asks for choices, which it plays");
    }
    if asked.contains("act") {
        need("act", "the script asks for work of its own");
    }
}

fn declaration(function: &ScriptFnMetadata, source: &Source, problems: &mut Problems) {
    let (name, params) = (function.name, function.params.as_slice());
    let mut report = |problem: Problem| {
        let place = failure::declaration(source, name);
        problems.push(place.into_iter().fold(problem, Problem::at));
    };
    if function.access == FnAccess::Private {
        report(
            Problem::new(
                "forbidden-syntax",
                format!("`{name}` is private, which hides it from the runtime"),
            )
            .help("write `fn` alone"),
        );
    }
    if function.this_type.is_some() {
        report(
            Problem::new("forbidden-syntax", format!("`{name}` belongs to a type"))
                .help("write a function of the script and give it the value"),
        );
    }
    // Whatever a script declares would be called in place of the function that it hides.
    let of_g = |f: &&api::ApiFn| !f.property && f.name == name && f.params.len() == params.len();
    let is_hook = Hook::ALL.iter().any(|(_, hook, _)| *hook == name);
    if BUILTINS.iter().any(|(builtin, _)| *builtin == name) {
        report(
            Problem::new(
                "hidden-function",
                format!("`{name}` would hide the function that all scripts have"),
            )
            .help("choose another name"),
        );
    } else if !is_hook && api::functions().any(|f| of_g(&f)) || sandbox::alias("act") == name {
        report(
            Problem::new(
                "hidden-function",
                format!("`{name}` with {} would hide `g.{name}`", n_arguments(&[params.len()])),
            )
            .help("choose another name"),
        );
    }
    for (i, param) in params.iter().enumerate() {
        if RESERVED.contains(param) && !(*param == "g" && i == 0) {
            report(reserved(param));
        }
    }
    if is_hook && params.first().is_some_and(|first| *first != "g") {
        report(
            Problem::new(
                "wrong-parameter",
                format!(
                    "the first argument of the hook `{name}` is called `g`, found `{}`",
                    params[0]
                ),
            )
            .help("what is asked of `g` is checked before the game begins"),
        );
    }
}

fn declared_at(problem: Problem, name: &str, parsed: &[(&Source, AST)]) -> Problem {
    let place = parsed.iter().rev().find_map(|(source, _)| failure::declaration(source, name));
    place.into_iter().fold(problem, Problem::at)
}

//! Several scripts as one: which functions replace which, and by what name the replaced ones are called.
//!
//! A script of house rules replaces functions of the scripts before it by writing them anew, and calls
//! what it has replaced as `base_NAME`. A replaced function gets a name of its own in the tree; the
//! calls get it in the text, where it is as long as what was written, so that all places stay.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, ASTNode, Expr, Module, Position, ScriptFuncDef, Stmt};

use super::limits::Limits;
use super::table::Hook;
use super::{failure, parse, sandbox};
use crate::error::{Problem, Problems, Source, nearest};

/// What stands before the name of a replaced function.
const BASE: &str = "base_";

/// No more scripts than this lie over each other: each has a digit in the names of what it loses.
const MAX_SCRIPTS: usize = 10;

/// The engine counts lines no further than this.
const MAX_LINES: usize = 60_000;

/// The functions of scripts that lie over each other, the game's own first.
pub(super) struct Links {
    /// For each script its functions, with how many parameters they take.
    functions: Vec<BTreeMap<String, BTreeSet<usize>>>,
}

/// A function that a script has replaced.
pub(super) struct Base {
    pub(super) n_params: usize,
    /// Its name now, as long as what the script writes.
    pub(super) name: String,
}

impl Links {
    pub(super) fn new<'a>(scripts: impl Iterator<Item = &'a AST>) -> Self {
        let functions = |ast: &AST| {
            let mut functions: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
            for function in ast.iter_functions() {
                let name = function.name.to_owned();
                functions.entry(name).or_default().insert(function.params.len());
            }
            functions
        };
        Self { functions: scripts.map(functions).collect() }
    }

    /// What `written` means in a script if it begins with `base_`: the functions of the name behind it
    /// that the script has replaced. `None` when it has replaced none.
    pub(super) fn bases(&self, script: usize, written: &str) -> Option<Vec<Base>> {
        let name = written.strip_prefix(BASE)?;
        let arities = self.functions[script].get(name)?;
        let base = |n_params: &usize| {
            let owner = (0..script).rev().find(|owner| self.has(*owner, name, *n_params))?;
            Some(Base { n_params: *n_params, name: replaced_name(owner, name) })
        };
        let bases: Vec<Base> = arities.iter().filter_map(base).collect();
        (!bases.is_empty()).then_some(bases)
    }

    /// The functions of all scripts, those that are replaced under their other names.
    pub(super) fn join(&self, scripts: &[AST]) -> AST {
        let mut all = Module::new();
        for (script, ast) in scripts.iter().enumerate() {
            for (.., name, n_params, function) in ast.shared_lib().iter_script_fn_info() {
                if self.is_replaced(script, name, n_params) {
                    let name = replaced_name(script, name).into();
                    all.set_script_fn(ScriptFuncDef { name, ..(**function).clone() });
                } else {
                    all.set_script_fn(function.clone());
                }
            }
        }
        AST::new([], all)
    }

    fn has(&self, script: usize, name: &str, n_params: usize) -> bool {
        self.functions[script].get(name).is_some_and(|arities| arities.contains(&n_params))
    }

    fn is_replaced(&self, script: usize, name: &str, n_params: usize) -> bool {
        (script + 1..self.functions.len()).any(|later| self.has(later, name, n_params))
    }

    /// How many parameters the functions of that name take in the scripts before this one.
    fn before(&self, script: usize, name: &str) -> BTreeSet<usize> {
        let earlier = self.functions[..script].iter().filter_map(|functions| functions.get(name));
        earlier.flatten().copied().collect()
    }

    /// The names that replaced functions have now.
    fn taken(&self) -> BTreeSet<String> {
        let mut taken = BTreeSet::new();
        for (script, functions) in self.functions.iter().enumerate() {
            for (name, arities) in functions {
                if arities.iter().any(|n_params| self.is_replaced(script, name, *n_params)) {
                    taken.insert(replaced_name(script, name));
                    taken.insert(format!("{BASE}{name}"));
                }
            }
        }
        taken
    }
}

/// The name of a replaced function as scripts call it.
pub(super) fn written(name: &str) -> String {
    match name.strip_prefix("bas").and_then(|rest| rest.split_once('_')) {
        Some((digit, rest)) if digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit() => {
            format!("{BASE}{rest}")
        }
        _ => name.to_owned(),
    }
}

/// Checks what scripts of house rules replace, the game's own script being the first: what lies in the
/// names alone, without a game.
pub(crate) fn check(scripts: &[Source], problems: &mut Problems) {
    if let Some(source) = scripts.get(MAX_SCRIPTS) {
        let message = format!("more than {} scripts of house rules", MAX_SCRIPTS - 1);
        problems.push(Problem::new("too-many-houses", message).at(source.place(0..0)));
        return;
    }
    let mut n_lines = 0;
    for source in scripts {
        n_lines += failure::n_lines(source);
        if n_lines > MAX_LINES {
            let message = format!("scripts of more than {MAX_LINES} lines together");
            problems.push(Problem::new("script-too-long", message).at(source.place(0..0)));
            return;
        }
    }
    let engine = sandbox::parser(&Limits::default());
    let mut parsed = Vec::new();
    for source in scripts {
        match parse::source(&engine, source) {
            Ok(ast) => parsed.push((source, ast)),
            Err(error) => problems.extend(error),
        }
    }
    // Whether a name means something cannot be told while one of the scripts is unreadable.
    if parsed.len() == scripts.len() {
        Checker::new(&parsed).check(problems);
    }
}

/// The functions of a script as they are declared, `name(a, b)`, in the order of the text; none when
/// it cannot be read.
pub(crate) fn functions(source: &Source) -> Vec<String> {
    let ast = parse::source(&sandbox::parser(&Limits::default()), source).unwrap_or_default();
    let mut functions: Vec<(usize, String)> = ast
        .iter_functions()
        .map(|function| {
            let start = failure::declaration(source, function.name).map(|place| place.span().start);
            let head = format!("{}({})", function.name, function.params.join(", "));
            (start.unwrap_or_default(), head)
        })
        .collect();
    functions.sort();
    functions.into_iter().map(|(_, head)| head).collect()
}

struct Checker<'a> {
    scripts: &'a [(&'a Source, AST)],
    links: Links,
    /// For each script the functions that it calls, with the places.
    calls: Vec<Vec<(String, Position)>>,
}

impl<'a> Checker<'a> {
    fn new(scripts: &'a [(&'a Source, AST)]) -> Self {
        let links = Links::new(scripts.iter().map(|(_, ast)| ast));
        let calls = scripts.iter().map(|(_, ast)| calls(ast)).collect();
        Self { scripts, links, calls }
    }

    fn check(&self, problems: &mut Problems) {
        let taken = self.links.taken();
        for (script, functions) in self.links.functions.iter().enumerate() {
            let mut missed = BTreeSet::new();
            for (name, arities) in functions {
                if taken.contains(name) {
                    let message = format!("`{name}` is what a replaced function is called");
                    let problem = Problem::new("reserved-name", message);
                    problems.push(self.declared(script, name, problem.help("choose another name")));
                }
                if script > 0 {
                    self.function(script, name, arities, &mut missed, problems);
                }
            }
            self.base_calls(script, &missed, problems);
        }
    }

    /// What is wrong with a function of house rules; `missed` is what it was probably meant to replace.
    fn function(
        &self,
        script: usize,
        name: &str,
        arities: &BTreeSet<usize>,
        missed: &mut BTreeSet<String>,
        problems: &mut Problems,
    ) {
        let before = self.links.before(script, name);
        if let Some(wrong) = arities.iter().find(|n| !before.contains(n) && !before.is_empty()) {
            let known: Vec<String> = before.iter().map(usize::to_string).collect();
            let known = known.join(" or ");
            let message =
                format!("`{name}` replaces a function of {known} parameters, found {wrong}");
            let problem = Problem::new("wrong-arity", message);
            let help = "write as many, or choose another name for a function of its own";
            missed.insert(name.to_owned());
            problems.push(self.declared(script, name, problem.help(help)));
            return;
        }
        let is_hook = || Hook::ALL.iter().any(|(_, hook, _)| *hook == name);
        let is_called = || self.calls.iter().flatten().any(|(called, _)| called == name);
        if !before.is_empty() || is_hook() || is_called() {
            return;
        }
        let hooks = Hook::ALL.iter().map(|(_, hook, _)| *hook);
        let known: BTreeSet<&str> = self.links.functions[..script]
            .iter()
            .flat_map(BTreeMap::keys)
            .map(String::as_str)
            .chain(hooks)
            .collect();
        missed.insert(name.to_owned());
        missed.extend(nearest(name, known.iter().copied()).map(str::to_owned));
        let message = format!("`{name}` replaces nothing, and nothing calls it");
        let problem = Problem::new("replaces-nothing", message).help_nearest(name, known);
        problems.push(self.declared(script, name, problem));
    }

    /// Calls of replaced functions that the script has not replaced.
    fn base_calls(&self, script: usize, missed: &BTreeSet<String>, problems: &mut Problems) {
        let own = |name: &String| self.links.functions.iter().any(|f| f.contains_key(name));
        for (called, position) in &self.calls[script] {
            let Some(name) = called.strip_prefix(BASE) else { continue };
            if own(called) || self.links.bases(script, called).is_some() || missed.contains(name) {
                continue;
            }
            let problem = Problem::new("unknown-function", format!("unknown function `{called}`"));
            let problem = if script == 0 {
                continue;
            } else if self.links.before(script, name).is_empty() {
                let known: BTreeSet<&String> =
                    self.links.functions[..script].iter().flat_map(BTreeMap::keys).collect();
                let known: Vec<String> = known.iter().map(|name| format!("{BASE}{name}")).collect();
                problem.help_nearest(called, known.iter().map(String::as_str))
            } else {
                problem.help(format!("`{name}` is not replaced here: call it by its name"))
            };
            let place = failure::place(self.scripts[script].0, *position);
            problems.push(place.into_iter().fold(problem, Problem::at));
        }
    }

    fn declared(&self, script: usize, name: &str, problem: Problem) -> Problem {
        let place = failure::declaration(self.scripts[script].0, name);
        place.into_iter().fold(problem, Problem::at)
    }
}

/// The name of a function that was replaced, by the script that it is of. It is as long as `base_NAME`,
/// and no name that a script may use.
fn replaced_name(script: usize, name: &str) -> String {
    if script == 0 { format!("{BASE}{name}") } else { format!("bas{script}_{name}") }
}

/// The functions that a script calls, in the order of the tree.
fn calls(ast: &AST) -> Vec<(String, Position)> {
    let mut calls = Vec::new();
    ast.walk(&mut |path: &[ASTNode]| {
        if let Some(
            ASTNode::Stmt(Stmt::FnCall(call, position))
            | ASTNode::Expr(Expr::FnCall(call, position)),
        ) = path.last()
        {
            calls.push((call.name.to_string(), *position));
        }
        true
    });
    calls
}

//! What can be known of a script without running it.
//!
//! Every `module::name` is resolved, every call of `g` is compared with the table of functions,
//! hooks that steps will need must be there, and a function that looks like a misspelt hook is an
//! error. Statements outside functions, modules and caught errors are refused.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, ASTNode, Expr, FnCallExpr, Position, Stmt};

use super::api::{self, ApiFn};
use super::compile::Fold;
use super::table::Hook;
use super::{failure, names};
use crate::error::{Place, Problem, Problems, Source, nearest};
use crate::game::Game;

/// Functions that every script may call beside its own.
const BUILTINS: [&str; 9] =
    ["min", "max", "abs", "sign", "range", "len", "to_string", "is_even", "is_odd"];

/// Checks the scripts together and gives what to fold into each.
pub(super) fn scripts<'a>(
    game: &Game,
    parsed: &[(&'a Source, AST)],
    problems: &mut Problems,
) -> Vec<(&'a Source, Vec<Fold>)> {
    let mut functions: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (_, ast) in parsed {
        for function in ast.iter_functions() {
            functions.entry(function.name.to_owned()).or_default().insert(function.params.len());
        }
    }
    let mut asked = BTreeSet::new();
    let mut called = BTreeSet::new();
    let mut folded = Vec::new();
    for (source, ast) in parsed {
        let mut check = Check {
            game,
            source,
            functions: Some(&functions),
            folds: Vec::new(),
            problems,
            asked: &mut asked,
            called: &mut called,
        };
        for statement in ast.statements() {
            if !matches!(statement, Stmt::Noop(_)) {
                let problem = Problem::new(
                    "statement-outside-function",
                    "a statement outside every function",
                );
                check.problem(
                    problem.help("the runtime calls functions only; move it into a hook"),
                    statement.position(),
                );
            }
        }
        check.walk(ast);
        folded.push((*source, check.folds));
    }
    hooks(parsed, &functions, &asked, &called, problems);
    folded
}

/// Checks an expression and gives what to fold into it.
pub(super) fn expression(
    game: &Game,
    source: &Source,
    ast: &AST,
    problems: &mut Problems,
) -> Vec<Fold> {
    let (mut asked, mut called) = (BTreeSet::new(), BTreeSet::new());
    let mut check = Check {
        game,
        source,
        functions: None,
        folds: Vec::new(),
        problems,
        asked: &mut asked,
        called: &mut called,
    };
    check.walk(ast);
    check.folds
}

/// The hooks: their arguments, those that are needed, and names that look like one.
fn hooks(
    parsed: &[(&Source, AST)],
    functions: &BTreeMap<String, BTreeSet<usize>>,
    asked: &BTreeSet<&'static str>,
    called: &BTreeSet<String>,
    problems: &mut Problems,
) {
    for (name, arities) in functions {
        let hook = Hook::ALL.iter().find(|(_, hook, _)| hook == name);
        if let Some((_, hook, arity)) = hook {
            for found in arities.iter().filter(|found| *found != arity) {
                let arguments = if *arity == 1 { "argument" } else { "arguments" };
                let message = format!("the hook `{hook}` takes {arity} {arguments}, found {found}");
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

fn declared_at(problem: Problem, name: &str, parsed: &[(&Source, AST)]) -> Problem {
    let place = parsed.iter().rev().find_map(|(source, _)| {
        let start = source.text().find(&format!("fn {name}("))?;
        Some(source.place(start + 3..start + 3 + name.len()))
    });
    place.into_iter().fold(problem, Problem::at)
}

struct Check<'a> {
    game: &'a Game,
    source: &'a Source,
    /// The functions of all scripts with how many arguments they take; `None` in an expression.
    functions: Option<&'a BTreeMap<String, BTreeSet<usize>>>,
    folds: Vec<Fold>,
    problems: &'a mut Problems,
    /// What kinds of step the scripts ask for.
    asked: &'a mut BTreeSet<&'static str>,
    called: &'a mut BTreeSet<String>,
}

impl Check<'_> {
    fn walk(&mut self, ast: &AST) {
        ast.walk(&mut |path: &[ASTNode]| {
            match path.last() {
                Some(ASTNode::Stmt(statement)) => self.statement(statement),
                Some(ASTNode::Expr(expression)) => self.expression(expression),
                _ => {}
            }
            true
        });
        self.folds.sort_by_key(|fold| std::cmp::Reverse(fold.place.span().start));
        self.folds.dedup_by_key(|fold| fold.place.span().start);
    }

    fn problem(&mut self, problem: Problem, position: Position) {
        let place = failure::place(self.source, position);
        self.problems.push(place.into_iter().fold(problem, Problem::at));
    }

    fn statement(&mut self, statement: &Stmt) {
        let what = match statement {
            Stmt::TryCatch(..) => "`try`: a caught error would hide a fault of the rules",
            Stmt::Import(..) | Stmt::Export(..) => "modules: a game is whole in its own files",
            Stmt::FnCall(call, position) => return self.call(call, *position),
            _ => return,
        };
        self.problem(
            Problem::new("forbidden-syntax", format!("scripts have no {what}")),
            statement.position(),
        );
    }

    fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Variable(variable, _, position) => {
                let (_, name, namespace, _) = &**variable;
                match namespace.path.as_slice() {
                    [] if name == "none" => self.fold_none(*position),
                    [] => {}
                    [module] => self.name(&module.name, name, module.pos),
                    [module, ..] => {
                        let problem = Problem::new("unknown-name", "a name has one module");
                        self.problem(problem, module.pos);
                    }
                }
            }
            Expr::FnCall(call, position) => self.call(call, *position),
            Expr::Dot(dot, ..) => {
                if matches!(&dot.lhs, Expr::Variable(variable, ..) if variable.2.path.is_empty() && variable.1 == "g")
                {
                    let next = match &dot.rhs {
                        Expr::Dot(chain, ..) => &chain.lhs,
                        other => other,
                    };
                    match next {
                        Expr::MethodCall(call, position) => self.method(call, *position),
                        Expr::Property(property, position) => self.property(&property.2, *position),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn fold_none(&mut self, position: Position) {
        if let Some(place) = failure::place(self.source, position) {
            self.folds.push(Fold { place, value: "(-1)".to_owned() });
        }
    }

    fn name(&mut self, module: &str, name: &str, position: Position) {
        let Some(place) = self.qualified(module, name, position) else { return };
        match names::resolve(self.game, module, name, place.clone()) {
            Ok(value) => self.folds.push(Fold { place, value }),
            Err(problem) => self.problems.push(problem),
        }
    }

    /// The place of `module :: name`, with whatever blanks are between them.
    fn qualified(&self, module: &str, name: &str, position: Position) -> Option<Place> {
        let start = failure::place(self.source, position)?.span().start;
        let text = &self.source.text()[start..];
        let rest = text.strip_prefix(module)?.trim_start().strip_prefix("::")?.trim_start();
        let end = text.len() - rest.strip_prefix(name)?.len();
        Some(self.source.place(start..start + end))
    }

    fn call(&mut self, call: &FnCallExpr, position: Position) {
        let name = call.name.as_str();
        self.called.insert(name.to_owned());
        if let [module, ..] = call.namespace.path.as_slice() {
            let problem = Problem::new(
                "unknown-function",
                format!("modules hold names, not functions such as `{name}`"),
            );
            return self.problem(problem, module.pos);
        }
        let operator =
            call.op_token.is_some() || !name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if operator || BUILTINS.contains(&name) {
            return;
        }
        let Some(functions) = self.functions else {
            return self.problem(
                Problem::new("unknown-function", format!("unknown function `{name}`")),
                position,
            );
        };
        match functions.get(name) {
            Some(arities) if arities.contains(&call.args.len()) => {}
            Some(arities) => {
                let expected: Vec<String> = arities.iter().map(usize::to_string).collect();
                let message = format!(
                    "`{name}` takes {} arguments, found {}",
                    expected.join(" or "),
                    call.args.len()
                );
                self.problem(Problem::new("wrong-arity", message), position);
            }
            None => {
                let problem =
                    Problem::new("unknown-function", format!("unknown function `{name}`"));
                let known = functions.keys().map(String::as_str).chain(BUILTINS);
                self.problem(problem.help_nearest(name, known), position);
            }
        }
    }

    fn property(&mut self, name: &str, position: Position) {
        if api::functions().any(|function| function.property && function.name == name) {
            return;
        }
        let problem = Problem::new("unknown-function", format!("`g` has no property `{name}`"));
        let known =
            api::functions().filter(|function| function.property).map(|function| function.name);
        let problem = if api::functions().any(|function| function.name == name) {
            problem.help(format!("it is a function: `g.{name}(…)`"))
        } else {
            problem.help_nearest(name, known)
        };
        self.problem(problem, position);
    }

    fn method(&mut self, call: &FnCallExpr, position: Position) {
        let name = call.name.as_str();
        let overloads: Vec<&ApiFn> = api::functions()
            .filter(|function| !function.property && function.name == name)
            .collect();
        if overloads.is_empty() {
            let problem = Problem::new("unknown-function", format!("`g` has no function `{name}`"));
            let known: BTreeSet<&str> = api::functions().map(|function| function.name).collect();
            return self.problem(problem.help_nearest(name, known), position);
        }
        match name {
            "roll" | "roll_for" => _ = self.asked.insert("roll"),
            "choose" | "choose_for" => _ = self.asked.insert("choose"),
            "act" | "act_for" => _ = self.asked.insert("act"),
            _ => {}
        }
        let Some(function) =
            overloads.iter().find(|function| function.params.len() == call.args.len())
        else {
            let shapes: Vec<String> = overloads
                .iter()
                .map(|f| {
                    let params: Vec<&str> = f.params.iter().map(|(name, _)| *name).collect();
                    format!("`g.{name}({})`", params.join(", "))
                })
                .collect();
            let message =
                format!("`g.{name}` takes other arguments than these {}", call.args.len());
            let problem =
                Problem::new("wrong-arity", message).help(format!("write {}", shapes.join(" or ")));
            return self.problem(problem, position);
        };
        for ((param, kind), arg) in function.params.iter().zip(&call.args) {
            // A name of another module is a slip that only chance would show in play.
            let (Some(expected), Expr::Variable(variable, ..)) = (kind.module(), arg) else {
                continue;
            };
            if let [module] = variable.2.path.as_slice()
                && module.name != expected
                && !(expected == "state" && module.name == "list")
            {
                let message = format!(
                    "`{param}` of `g.{name}` is a {}, found `{}::{}`",
                    kind.noun(),
                    module.name,
                    variable.1
                );
                self.problem(
                    Problem::new("wrong-name-kind", message)
                        .help(format!("names of that kind begin with `{expected}::`")),
                    module.pos,
                );
            }
        }
    }
}

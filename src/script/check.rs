//! What can be known of a script without running it.
//!
//! Every `module::name` is resolved, every call of `g` is compared with the table of functions,
//! hooks that steps will need must be there, and a function that looks like a misspelt hook is an
//! error. Statements outside functions, modules and caught errors are refused.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, ASTNode, Expr, FnCallExpr, Ident, Position, Stmt};

use super::api::{self, ApiFn};
use super::links::{Base, Links};
use super::parse::Fold;
use super::{failure, names};
use crate::error::{Place, Problem, Problems, Source};
use crate::game::Game;

mod declarations;

/// Functions that every script may call beside its own, with how many arguments they take.
const BUILTINS: [(&str, &[usize]); 9] = [
    ("min", &[2]),
    ("max", &[2]),
    ("abs", &[1]),
    ("sign", &[1]),
    ("range", &[2, 3]),
    ("len", &[1]),
    ("to_string", &[1]),
    ("is_even", &[1]),
    ("is_odd", &[1]),
];

/// What strings, arrays and numbers can do; nothing that calls back, since that would hide work.
const METHODS: [&str; 38] = [
    "abs",
    "append",
    "chars",
    "chop",
    "clear",
    "contains",
    "crop",
    "ends_with",
    "extract",
    "get",
    "index_of",
    "insert",
    "is_empty",
    "is_even",
    "is_odd",
    "len",
    "make_lower",
    "make_upper",
    "max",
    "min",
    "pad",
    "pop",
    "push",
    "remove",
    "replace",
    "reverse",
    "set",
    "shift",
    "sign",
    "splice",
    "split",
    "starts_with",
    "sub_string",
    "to_lower",
    "to_string",
    "to_upper",
    "trim",
    "truncate",
];

/// No method of a value takes more arguments.
const MAX_METHOD_ARGS: usize = 3;

/// Checks the scripts together and gives what to fold into each.
pub(super) fn scripts<'a>(
    game: &Game,
    parsed: &[(&'a Source, AST)],
    links: &Links,
    problems: &mut Problems,
) -> Vec<(&'a Source, Vec<Fold>)> {
    let mut functions: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (_, ast) in parsed {
        for function in ast.iter_functions() {
            functions.entry(function.name.to_owned()).or_default().insert(function.params.len());
        }
    }
    let mut asked = BTreeMap::new();
    let mut called = BTreeSet::new();
    let mut folded = Vec::new();
    for (script, (source, ast)) in parsed.iter().enumerate() {
        let mut check = Check {
            game,
            source,
            functions: Some(&functions),
            links: Some((links, script)),
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
    declarations::check(parsed, &functions, &asked, &called, problems);
    folded
}

/// Checks an expression and gives what to fold into it.
pub(super) fn expression(
    game: &Game,
    source: &Source,
    ast: &AST,
    problems: &mut Problems,
) -> Vec<Fold> {
    let (mut asked, mut called) = (BTreeMap::new(), BTreeSet::new());
    let mut check = Check {
        game,
        source,
        functions: None,
        links: None,
        folds: Vec::new(),
        problems,
        asked: &mut asked,
        called: &mut called,
    };
    check.walk(ast);
    check.folds
}

struct Check<'a> {
    game: &'a Game,
    source: &'a Source,
    /// The functions of all scripts with how many arguments they take; `None` in an expression.
    functions: Option<&'a BTreeMap<String, BTreeSet<usize>>>,
    /// What this script replaces, by its index; `None` in an expression.
    links: Option<(&'a Links, usize)>,
    folds: Vec<Fold>,
    problems: &'a mut Problems,
    /// What kinds of step the scripts ask for, and where first.
    asked: &'a mut BTreeMap<String, Place>,
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
            Stmt::Var(declared, ..) => return self.declared(&declared.0),
            Stmt::For(parts, _) => {
                self.declared(&parts.0);
                return parts.1.iter().for_each(|counter| self.declared(counter));
            }
            Stmt::Assignment(parts) => return self.assigned(&parts.1.lhs),
            _ => return,
        };
        self.problem(
            Problem::new("forbidden-syntax", format!("scripts have no {what}")),
            statement.position(),
        );
    }

    /// `g` and `none` mean the same everywhere.
    fn declared(&mut self, name: &Ident) {
        if RESERVED.contains(&name.name.as_str()) {
            self.problem(reserved(&name.name), name.pos);
        }
    }

    fn assigned(&mut self, target: &Expr) {
        match target {
            Expr::Variable(variable, _, position)
                if variable.2.path.is_empty() && RESERVED.contains(&variable.1.as_str()) =>
            {
                self.problem(reserved(&variable.1), *position);
            }
            Expr::Dot(dot, ..) if is_handle(&dot.lhs) => {
                let problem =
                    Problem::new("read-only", "the properties of `g` only tell something").help(
                        "the state is changed by functions such as `g.set` and `g.give_turn`",
                    );
                self.problem(problem, dot.rhs.position());
            }
            _ => {}
        }
    }

    fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::ThisPtr(position) => {
                self.problem(Problem::new("forbidden-syntax", "scripts have no `this`"), *position);
            }
            Expr::Index(index, ..) if is_handle(&index.lhs) => {
                let problem = Problem::new("wrong-type", "`g` has no items");
                self.problem(problem, index.lhs.position());
            }
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
                let next = match &dot.rhs {
                    Expr::Dot(chain, ..) | Expr::Index(chain, ..) => &chain.lhs,
                    other => other,
                };
                match next {
                    Expr::MethodCall(call, position) if is_handle(&dot.lhs) => {
                        self.method(call, *position);
                    }
                    Expr::Property(property, position) if is_handle(&dot.lhs) => {
                        self.property(&property.2, *position);
                    }
                    Expr::MethodCall(call, position) => self.value_method(call, *position),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Writes `g.name(x)` as `name(g,x)`, of the same length: the interpreter is quicker with a plain
    /// call than with a chain, and no script has a function that could come between.
    fn fold_call(&mut self, call: &FnCallExpr, position: Position) {
        let Some(place) = failure::place(self.source, position) else { return };
        let (text, span) = (self.source.text(), place.span());
        let alias = super::sandbox::alias(&call.name);
        if text[..span.start].ends_with("g.") && text[span.end..].starts_with('(') {
            let place = self.source.place(span.start - 2..span.end + 1);
            let comma = if call.args.is_empty() { ' ' } else { ',' };
            self.folds.push(Fold { place, value: format!("{alias}(g{comma}") });
        } else {
            // With blanks in between it stays the call of a method.
            self.folds.push(Fold { place, value: alias.to_owned() });
        }
    }

    fn fold_none(&mut self, position: Position) {
        if let Some(place) = failure::place(self.source, position) {
            self.folds.push(Fold { place, value: "(-1)".to_owned() });
        }
    }

    fn name(&mut self, module: &str, name: &str, position: Position) {
        let Some(place) = self.qualified(module, name, position) else {
            let message = format!("`{module}::{name}` cannot stand here");
            let problem = Problem::new("misplaced-name", message)
                .help("give it to a variable by `let` first, in one piece");
            return self.problem(problem, position);
        };
        let value = names::resolve(self.game, module, name, place.clone());
        let value = value.unwrap_or_else(|problem| {
            self.problems.push(problem);
            // Anything of the likely type will do for the rest to be checked.
            if module == "opt" { "true" } else { "0" }.to_owned()
        });
        self.folds.push(Fold { place, value });
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
        if operator {
            return;
        }
        if let Some(bases) = self.links.and_then(|(links, script)| links.bases(script, name)) {
            return self.base_call(call, &bases, position);
        }
        let builtin = BUILTINS.iter().find(|(builtin, _)| *builtin == name);
        let own = self.functions.and_then(|functions| functions.get(name));
        let arities: Vec<usize> = match (own, builtin) {
            (Some(own), _) => own.iter().copied().collect(),
            (None, Some((_, arities))) => arities.to_vec(),
            (None, None) => {
                let problem =
                    Problem::new("unknown-function", format!("unknown function `{name}`"));
                let problem = if api::functions().any(|function| function.name == name) {
                    problem.help(format!("it is a function of `g`: `g.{name}(…)`"))
                } else {
                    let own = self.functions.into_iter().flat_map(BTreeMap::keys);
                    let builtins = BUILTINS.iter().map(|(builtin, _)| *builtin);
                    problem.help_nearest(name, own.map(String::as_str).chain(builtins))
                };
                return self.problem(problem, position);
            }
        };
        if !arities.contains(&call.args.len()) {
            self.wrong_arity(call, &arities, position);
        }
    }

    /// A call of a function that this script replaces.
    fn base_call(&mut self, call: &FnCallExpr, bases: &[Base], position: Position) {
        let Some(base) = bases.iter().find(|base| base.n_params == call.args.len()) else {
            let arities: Vec<usize> = bases.iter().map(|base| base.n_params).collect();
            return self.wrong_arity(call, &arities, position);
        };
        if let Some(place) = failure::place(self.source, position) {
            self.folds.push(Fold { place, value: base.name.clone() });
        }
    }

    fn wrong_arity(&mut self, call: &FnCallExpr, arities: &[usize], position: Position) {
        let (takes, found) = (n_arguments(arities), call.args.len());
        let message = format!("`{}` takes {takes}, found {found}", call.name);
        self.problem(Problem::new("wrong-arity", message), position);
    }

    /// A method of anything but `g`.
    fn value_method(&mut self, call: &FnCallExpr, position: Position) {
        let name = call.name.as_str();
        if !METHODS.contains(&name) {
            let problem =
                Problem::new("unknown-function", format!("values have no function `{name}`"));
            let problem = if self.functions.is_some_and(|functions| functions.contains_key(name)) {
                problem.help(format!("a function of the script is called as `{name}(…)`"))
            } else {
                problem.help_nearest(name, METHODS)
            };
            self.problem(problem, position);
        } else if call.args.len() > MAX_METHOD_ARGS {
            let message = format!(
                "`{name}` takes at most {MAX_METHOD_ARGS} arguments, found {}",
                call.args.len()
            );
            self.problem(Problem::new("wrong-arity", message), position);
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
            let problem = if api::functions().any(|function| function.name == name) {
                problem.help(format!("it is a property: `g.{name}`"))
            } else {
                let known: BTreeSet<&str> =
                    api::functions().map(|function| function.name).collect();
                problem.help_nearest(name, known)
            };
            return self.problem(problem, position);
        }
        self.fold_call(call, position);
        let kind = name.strip_suffix("_for").unwrap_or(name);
        if let "roll" | "choose" | "act" = kind
            && let Some(place) = failure::place(self.source, position)
        {
            self.asked.entry(kind.to_owned()).or_insert(place);
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
            let mut arities: Vec<usize> = overloads.iter().map(|f| f.params.len()).collect();
            arities.sort_unstable();
            arities.dedup();
            let message =
                format!("`g.{name}` takes {}, found {}", n_arguments(&arities), call.args.len());
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
            {
                let message = format!(
                    "`{param}` of `g.{name}` is {}, found `{}::{}`",
                    kind.article(),
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

/// Names that scripts cannot give to anything of their own.
const RESERVED: [&str; 2] = ["g", "none"];

fn reserved(name: &str) -> Problem {
    Problem::new("reserved-name", format!("`{name}` always means the same and cannot be changed"))
        .help("choose another name")
}

fn is_handle(expression: &Expr) -> bool {
    matches!(expression, Expr::Variable(variable, ..) if variable.2.path.is_empty() && variable.1 == "g")
}

/// `2 or 3 arguments`; the numbers rise.
fn n_arguments(arities: &[usize]) -> String {
    let numbers: Vec<String> = arities.iter().map(usize::to_string).collect();
    let noun = if arities == [1] { "argument" } else { "arguments" };
    format!("{} {noun}", numbers.join(" or "))
}

//! From the syntax tree to the typed tree: every name becomes a slot, every value gets its type.
//!
//! A function is typed anew for each list of argument types and of constant arguments that it is called
//! with, so that what hangs on constants alone is decided here. What a function gives back may hang on
//! itself, so all are typed again until nothing changes.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{ASTNode, Expr as Syntax, Position, Stmt as Statement};

use super::switches::SwitchValues;
use super::tree::{Expr, Instance, Stmt, Type};
use crate::game::Game;

mod blocks;
mod expressions;
mod statements;

/// A function of the script.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) params: Vec<String>,
    pub(super) body: Vec<Statement>,
    /// The variables that are assigned to after they were declared, by name.
    pub(super) assigned: BTreeSet<String>,
}

/// What is known of an argument where a function is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Known {
    pub(super) ty: Type,
    /// Its value, when it is the same each time and the function never assigns to it.
    pub(super) value: Option<i64>,
}

/// Why a function cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unsupported {
    /// What stands there, as people call it.
    pub(super) what: String,
    pub(super) position: Position,
    /// Whether the function only calls one that cannot be compiled.
    pub(super) by_call: bool,
}

pub(super) type Lowered<T> = Result<T, Unsupported>;

fn unsupported<T>(what: impl Into<String>, position: Position) -> Lowered<T> {
    Err(Unsupported { what: what.into(), position, by_call: false })
}

/// All functions that the hooks need, each for the types that it is called with.
pub(super) struct Lowering<'a> {
    pub(super) functions: &'a [Function],
    pub(super) by_name: BTreeMap<(&'a str, usize), usize>,
    switches: &'a SwitchValues,
    pub(super) instances: Vec<Instance>,
    by_params: BTreeMap<(usize, Vec<Known>), usize>,
    /// How many instances each function has.
    n_instances: BTreeMap<usize, usize>,
    game: &'a Game,
    /// What `g.explaining` is.
    explaining: bool,
    /// What is wrong with an instance, in the order of instances.
    pub(super) failures: BTreeMap<usize, Unsupported>,
    /// More variables at one time are left to the interpreter.
    max_variables: usize,
    /// The instances in which a call waits for the type of an argument.
    waiting: BTreeMap<usize, Position>,
}

/// More variables in one function are never compiled.
const MAX_SLOTS: usize = 64;

/// A function with more instances gets no more for constant arguments.
const MAX_INSTANCES: usize = 8;

impl<'a> Lowering<'a> {
    /// At most so many variables may be in use at one time, `g` included.
    pub(super) fn new(
        functions: &'a [Function],
        switches: &'a SwitchValues,
        max_variables: usize,
        game: &'a Game,
        explaining: bool,
    ) -> Self {
        let max_variables = max_variables.saturating_sub(1).min(MAX_SLOTS);
        let named = |(i, function): (usize, &'a Function)| {
            ((function.name.as_str(), function.params.len()), i)
        };
        let by_name = functions.iter().enumerate().map(named).collect();
        Self {
            functions,
            by_name,
            switches,
            instances: Vec::new(),
            by_params: BTreeMap::new(),
            n_instances: BTreeMap::new(),
            game,
            explaining,
            failures: BTreeMap::new(),
            max_variables,
            waiting: BTreeMap::new(),
        }
    }

    /// The instance of a function for certain arguments, typed or still to be.
    pub(super) fn instance(&mut self, function: usize, mut params: Vec<Known>) -> usize {
        let n_known = self.n_instances.get(&function).copied().unwrap_or_default();
        if n_known >= MAX_INSTANCES {
            for param in &mut params {
                param.value = None;
            }
        }
        let key = (function, params);
        if let Some(known) = self.by_params.get(&key) {
            return *known;
        }
        let new = self.instances.len();
        let (returns, body, params) = (Type::Never, Vec::new(), key.1.clone());
        self.instances.push(Instance { function, params, returns, body, n_slots: 0 });
        *self.n_instances.entry(function).or_default() += 1;
        self.by_params.insert(key, new);
        new
    }

    /// Types everything that the instances need, until nothing changes.
    pub(super) fn run(&mut self) {
        loop {
            self.failures.clear();
            self.waiting.clear();
            let mut changed = false;
            let mut next = 0;
            while next < self.instances.len() {
                let before = self.instances[next].returns;
                match Body::lower(self, next) {
                    Ok(lowered) => self.instances[next] = lowered,
                    Err(failure) => _ = self.failures.insert(next, failure),
                }
                changed |= self.instances[next].returns != before;
                next += 1;
            }
            if !changed {
                for (instance, position) in std::mem::take(&mut self.waiting) {
                    let what = "a call with a value that never comes".to_owned();
                    let failure = Unsupported { what, position, by_call: false };
                    self.failures.entry(instance).or_insert(failure);
                }
                self.settle();
                return;
            }
        }
    }

    /// Tells every function which of those that it calls cannot be compiled.
    fn settle(&mut self) {
        loop {
            let mut failed = Vec::new();
            for (caller, instance) in self.instances.iter().enumerate() {
                let mut callees = calls(&instance.body).into_iter();
                let callee = callees.find(|callee| self.failures.contains_key(callee));
                if let Some(callee) = callee
                    && !self.failures.contains_key(&caller)
                {
                    failed.push((caller, callee));
                }
            }
            if failed.is_empty() {
                return;
            }
            for (caller, callee) in failed {
                let what = self.functions[self.instances[callee].function].name.clone();
                let position = self.failures[&callee].position;
                self.failures.insert(caller, Unsupported { what, position, by_call: true });
            }
        }
    }
}

/// The instances that a body calls, each as often as it is called.
pub(super) fn calls(body: &[Stmt]) -> Vec<usize> {
    let mut found = Vec::new();
    super::walk::statements(body, &mut |expr| {
        if let Expr::Call(callee, _) = expr {
            found.push(*callee);
        }
    });
    found
}

struct Variable {
    name: String,
    slot: usize,
    ty: Type,
    value: Option<i64>,
}

/// The function that is being typed.
struct Body<'l, 'a> {
    all: &'l mut Lowering<'a>,
    instance: usize,
    /// The variables that can be seen, the innermost last.
    scope: Vec<Variable>,
    assigned: &'a BTreeSet<String>,
    /// The slots in use, and the most that were.
    n_live: usize,
    n_slots: usize,
    returns: Type,
    /// How many loops one is in, as far as `break` reaches.
    n_loops: usize,
    /// Whether the statements are in the middle of an expression.
    in_value: bool,
}

impl<'a> Body<'_, 'a> {
    fn lower(all: &mut Lowering<'a>, instance: usize) -> Lowered<Instance> {
        let Instance { function, params, .. } = all.instances[instance].clone();
        let functions = all.functions;
        let declared = &functions[function];
        let mut body = Body {
            all,
            instance,
            scope: Vec::new(),
            assigned: &declared.assigned,
            n_live: 0,
            n_slots: 0,
            returns: Type::Never,
            n_loops: 0,
            in_value: false,
        };
        for (name, known) in declared.params.iter().zip(&params) {
            body.declare(name, known.ty, known.value);
        }
        let lowered = body.tail(&declared.body)?;
        let max = body.all.max_variables;
        if body.n_slots > max {
            let position = declared.body.first().map_or(Position::NONE, Statement::position);
            return unsupported(format!("more than {max} variables"), position);
        }
        let (returns, n_slots) = (body.returns, body.n_slots);
        Ok(Instance { function, params, returns, body: lowered, n_slots })
    }

    /// A new variable; `g` needs no slot, nor does what is known.
    fn declare(&mut self, name: &str, ty: Type, value: Option<i64>) -> usize {
        let slot = self.n_live;
        if ty != Type::Handle && value.is_none() {
            self.n_live += 1;
            self.n_slots = self.n_slots.max(self.n_live);
        }
        self.scope.push(Variable { name: name.to_owned(), slot, ty, value });
        slot
    }

    /// Runs with a scope of its own.
    fn scoped<T>(&mut self, run: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let (n_names, n_live) = (self.scope.len(), self.n_live);
        let result = run(self);
        self.scope.truncate(n_names);
        self.n_live = n_live;
        result
    }
}

/// The variables that statements assign to, by name.
pub(super) fn assigned(body: &[Statement]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut path = Vec::new();
    for statement in body {
        statement.walk(&mut path, &mut |path: &[ASTNode]| {
            if let Some(ASTNode::Stmt(Statement::Assignment(parts))) = path.last()
                && let Syntax::Variable(variable, ..) = &parts.1.lhs
            {
                names.insert(variable.1.to_string());
            }
            true
        });
    }
    names
}

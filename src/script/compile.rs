//! Hooks as graphs of nodes: compiled at load from the syntax tree that the interpreter would run.
//!
//! What is compiled: integers, booleans, texts that are joined, variables of one type, `if`, `switch`,
//! loops over ranges and over the items of `g`, functions of the script, and all of `g`. A function
//! with anything else in it stays with the interpreter, and so does every function that calls it;
//! [`Program::left`] says why. Both give the same: a compiled hook that meets an error, or a limit, gives up,
//! and the interpreter runs instead.

#![allow(
    clippy::inline_always,
    reason = "each node is small, and a call inside would cost as much as itself"
)]

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rhai::{AST, ASTNode, Engine, Module, Position, Stmt as Statement};

use super::failure;
use super::limits::Limits;
use super::links;
use super::table::{Hook, Table};
use crate::error::Place;
use crate::game::Game;

mod emit;
mod facts;
mod lower;
mod node;
mod run;
mod switches;
mod tree;
mod walk;

pub(super) use emit::{CompileItems, CompileValue};
use emit::{Emitter, Made, Plan};
use lower::{Function, Known, Lowering};
use node::{N_NODES, Node, Nodes, start};
pub(super) use run::Rows;
use run::{Run, Slots};
use switches::SwitchValues;
use tree::{Expr, Instance, Type};

/// The hooks of a game as nodes.
pub(super) struct Program {
    nodes: Box<Nodes>,
    slots: RefCell<Box<Slots>>,
    /// The texts of the script.
    texts: Rc<[Rc<str>]>,
    entries: [Option<Entry>; Hook::ALL.len()],
    left: Vec<Uncompiled>,
}

/// A hook that is compiled.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    first: u16,
    /// The slot of its first argument.
    base: u16,
    /// What a call costs at most, loops aside.
    cost: u64,
    /// Whether texts are made.
    has_texts: bool,
}

/// A function that stays with the interpreter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uncompiled {
    /// Its name.
    pub function: String,
    /// What stands there that cannot be compiled, or the function that it calls.
    pub what: String,
    /// Whether it only calls a function that cannot be compiled.
    pub by_call: bool,
    /// Where that stands.
    pub place: Option<Place>,
}

impl Program {
    /// Compiles what can be compiled. The texts are those that the tree was read from.
    pub(super) fn new(
        engine: &Engine,
        ast: &AST,
        texts: &[String],
        game: &Arc<Game>,
        limits: &Limits,
        explaining: bool,
    ) -> Self {
        let functions = functions(ast);
        let switches = SwitchValues::new(engine, texts.iter().map(String::as_str));
        let max_variables = limits.variables as usize;
        let mut lowering = Lowering::new(&functions, &switches, max_variables, game, explaining);
        let mut roots = Vec::new();
        for (i, (hook, name, arity)) in Hook::ALL.into_iter().enumerate() {
            if let Some(function) = lowering.by_name.get(&(name, arity)).copied() {
                let mut params = vec![Known { ty: Type::Int, value: None }; arity];
                params[0].ty = Type::Handle;
                roots.push((i, hook, lowering.instance(function, params)));
            }
        }
        lowering.run();
        let reached = reached(&lowering.instances, roots.iter().map(|(.., root)| *root));
        let mut left = left(&lowering, &reached, game);
        let Lowering { mut instances, failures, .. } = lowering;
        let hooks: Vec<(Hook, usize)> =
            roots.iter().map(|(_, hook, root)| (*hook, *root)).collect();
        facts::prove(&mut instances, &hooks, game);
        let is_emitted = |i: usize| reached.contains(&i) && !failures.contains_key(&i);
        let (made, entries) = match emit(&instances, &hooks, is_emitted, game) {
            Ok(made) => {
                let fits = |(_, hook, function): &&(usize, Hook, usize)| {
                    let returns = instances[*function].returns;
                    let fits = match hook {
                        Hook::Valid | Hook::Due => returns == Type::Bool,
                        Hook::NextMover | Hook::Evaluate => returns == Type::Int,
                        Hook::Notation => returns == Type::Text,
                        _ => true,
                    };
                    // Where fewer calls may be running, it would give up each time.
                    let n_levels = u64::from(made.nodes[1 + function].more);
                    fits && !failures.contains_key(function) && n_levels + 1 < limits.calls
                };
                let mut entries = [None; Hook::ALL.len()];
                for (i, _, function) in roots.iter().filter(fits) {
                    let Node { next: first, slot: base, constant, .. } = made.nodes[1 + function];
                    let mut all = self::reached(&instances, std::iter::once(*function)).into_iter();
                    let has_texts = all.any(|i| has_texts(&instances[i]));
                    entries[*i] = Some(Entry { first, base, cost: constant as u64, has_texts });
                }
                (made, entries)
            }
            Err(what) => {
                let what = format!("{what} in all functions together");
                let function = String::new();
                left.push(Uncompiled { function, what, by_call: false, place: None });
                (Made::default(), [None; Hook::ALL.len()])
            }
        };
        let Made { mut nodes, constants, texts } = made;
        nodes.resize(N_NODES, Node::end());
        Self {
            nodes: nodes.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!()),
            slots: RefCell::new(run::slots(&constants, limits)),
            texts: texts.into(),
            entries,
            left,
        }
    }

    /// The functions that stay with the interpreter.
    pub(super) fn left(&self) -> &[Uncompiled] {
        &self.left
    }

    /// A hook, by its index in [`Hook::ALL`], if it is compiled.
    #[inline(always)]
    pub(super) fn entry(&self, hook: usize) -> Option<&Entry> {
        self.entries[hook].as_ref()
    }

    /// Runs a hook. `None` when it gave up: the table is then in any state.
    #[inline(always)]
    pub(super) fn run(
        &self,
        entry: &Entry,
        args: [i64; 2],
        table: &mut Table,
        operations: &Cell<u64>,
    ) -> Option<i64> {
        let slots = &mut self.slots.borrow_mut();
        if entry.has_texts {
            table.rows.begin(&self.texts);
        }
        let mut run = Run::new(slots, table, operations.get() + entry.cost);
        if run.is_stopped() {
            return None;
        }
        // A hook with fewer arguments has other variables there, or none.
        run.set(entry.base, args[0]);
        run.set(entry.base + 1, args[1]);
        let value = start(entry.first, run.again(), &self.nodes);
        operations.set(run.used_up()?);
        Some(value)
    }
}

/// The functions of a script with their bodies, by name.
fn functions(ast: &AST) -> Vec<Function> {
    let lib = ast.shared_lib();
    let mut functions: Vec<Function> = lib
        .iter_script_fn_info()
        .map(|(.., name, _, function)| {
            // The tree of one function alone tells where its statements begin and end.
            let mut alone = Module::new();
            alone.set_script_fn(function.clone());
            let mut body: Vec<Statement> = Vec::new();
            AST::new([], alone).walk(&mut |path: &[ASTNode]| {
                if let [ASTNode::Stmt(statement)] = path {
                    body.push((*statement).clone());
                }
                true
            });
            let params = function.params.iter().map(ToString::to_string).collect();
            let assigned = lower::assigned(&body);
            Function { name: name.to_owned(), params, body, assigned }
        })
        .collect();
    functions.sort_by(|a, b| (&a.name, a.params.len()).cmp(&(&b.name, b.params.len())));
    functions
}

/// More variables in all functions together are left to the interpreter.
const MAX_SLOTS: usize = 4096;

/// Every instance as nodes, those that are not wanted as ones that give up; or what there is too much
/// of.
fn emit(
    instances: &[Instance],
    roots: &[(Hook, usize)],
    is_wanted: impl Fn(usize) -> bool,
    game: &Arc<Game>,
) -> Result<Made, String> {
    let mut n_slots = 0;
    let mut plans = Vec::new();
    for (i, instance) in instances.iter().enumerate() {
        let is_recursive = is_recursive(instances, i);
        let answers = roots.iter().any(|(hook, root)| *root == i && hook.answers());
        plans.push(Plan { base: n_slots, is_recursive, answers, hooks: Vec::new() });
        n_slots += if is_wanted(i) { instance.n_slots } else { 0 };
    }
    if n_slots > MAX_SLOTS {
        return Err(format!("more than {MAX_SLOTS} variables"));
    }
    for (hook, root) in roots {
        for instance in reached(instances, std::iter::once(*root)) {
            plans[instance].hooks.push(*hook);
        }
    }
    let mut emitter = Emitter::new(instances, &plans, n_slots, game);
    for i in 0..instances.len() {
        if is_wanted(i) { emitter.function(i) } else { emitter.giving_up(i) }
    }
    emitter.finish().map_err(|what| format!("too many {what}"))
}

/// Whether an instance can be called while it runs.
fn is_recursive(instances: &[Instance], instance: usize) -> bool {
    let called = lower::calls(&instances[instance].body);
    reached(instances, called.into_iter()).contains(&instance)
}

/// Whether texts are made in an instance itself.
fn has_texts(instance: &Instance) -> bool {
    let mut found = false;
    walk::statements(&instance.body, &mut |expr| found |= matches!(expr, Expr::Text(_)));
    found
}

/// The instances that are called when these are, themselves included.
fn reached(instances: &[Instance], roots: impl Iterator<Item = usize>) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<usize> = roots.collect();
    while let Some(instance) = waiting.pop() {
        if reached.insert(instance) {
            waiting.extend(lower::calls(&instances[instance].body));
        }
    }
    reached
}

/// What is said of the functions that are needed and failed, each once, in the order of their names.
fn left(lowering: &Lowering, reached: &BTreeSet<usize>, game: &Game) -> Vec<Uncompiled> {
    let mut left: Vec<Uncompiled> = Vec::new();
    for (instance, failure) in &lowering.failures {
        let name = &lowering.functions[lowering.instances[*instance].function].name;
        let function = links::written(name);
        if !reached.contains(instance) || left.iter().any(|known| known.function == function) {
            continue;
        }
        let place = match failure.position {
            Position::NONE => None,
            position => failure::locate(&game.scripts, position),
        };
        let what =
            if failure.by_call { links::written(&failure.what) } else { failure.what.clone() };
        left.push(Uncompiled { function, what, by_call: failure.by_call, place });
    }
    left.sort_by(|a, b| (a.by_call, &a.function).cmp(&(b.by_call, &b.function)));
    left
}

//! Hooks as closures: compiled at load from the syntax tree that the interpreter would run.
//!
//! What is compiled: integers, booleans, texts that are joined, variables of one type, `if`, `switch`,
//! loops over ranges and over the items of `g`, functions of the script, and all of `g`. A function
//! with anything else in it stays with the interpreter, and so does every function that calls it;
//! [`Program::left`] says why. Both give the same: a compiled hook that meets an error, or a limit, gives up,
//! and the interpreter runs instead.

#![allow(
    clippy::inline_always,
    reason = "each closure is small, and a call inside would cost as much as itself"
)]

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use rhai::{AST, ASTNode, Engine, Module, Position, Stmt as Statement};

use super::failure;
use super::limits::Limits;
use super::links;
use super::table::{Hook, Table};
use crate::error::Place;
use crate::game::Game;
use crate::state::State;

mod emit;
mod lower;
mod run;
mod switches;
mod tree;
mod walk;

use emit::Emitter;
pub(super) use emit::{CompileItems, CompileValue};
use lower::{Function, Known, Lowering};
use run::{Code, Memory, Run, SLOTS};
use switches::SwitchValues;
use tree::{Cost, Instance, Type};

/// The hooks of a game as closures.
pub(super) struct Program {
    functions: Vec<Compiled>,
    memory: RefCell<Memory>,
    entries: [Option<Entry>; Hook::ALL.len()],
    left: Vec<Uncompiled>,
}

struct Compiled {
    body: Code<i64>,
    slots: Range<usize>,
    /// What a call costs at most in operations of the interpreter, loops aside.
    cost: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    function: usize,
    /// The slot of its first argument.
    base: u16,
    returns: Type,
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

/// What a hook gave back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Nothing,
    Int(i64),
    Bool(bool),
    Text(String),
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
        let left = left(&lowering, &reached, game);
        let mut program = Self {
            functions: Vec::new(),
            memory: RefCell::new(Memory::new(&[])),
            entries: [None; Hook::ALL.len()],
            left,
        };
        let Lowering { instances, failures, .. } = lowering;
        let n_slots: usize = reached.iter().map(|i| instances[*i].n_slots).sum();
        if n_slots > SLOTS {
            let what = format!("more than {SLOTS} variables in all functions together");
            let function = String::new();
            program.left.push(Uncompiled { function, what, by_call: false, place: None });
            return program;
        }
        let is_emitted = |i: usize| reached.contains(&i) && !failures.contains_key(&i);
        let constants;
        (program.functions, constants) = emit(&instances, is_emitted, game);
        program.memory = RefCell::new(Memory::new(&constants));
        for (i, hook, function) in roots {
            let returns = instances[function].returns;
            let fits = match hook {
                Hook::Valid | Hook::Due => returns == Type::Bool,
                Hook::NextMover | Hook::Evaluate => returns == Type::Int,
                Hook::Notation => returns == Type::Text,
                _ => true,
            };
            if fits && !failures.contains_key(&function) {
                let base = program.functions[function].slots.start as u16;
                program.entries[i] = Some(Entry { function, base, returns });
            }
        }
        program
    }

    /// The functions that stay with the interpreter.
    pub(super) fn left(&self) -> &[Uncompiled] {
        &self.left
    }

    /// Whether a hook, by its index in [`Hook::ALL`], is compiled.
    pub(super) fn has(&self, hook: usize) -> bool {
        self.entries[hook].is_some()
    }

    /// Runs a hook, by its index in [`Hook::ALL`]. `None` when it is not compiled, or gave up: the table is
    /// then in any state.
    #[inline(always)]
    pub(super) fn run(
        &self,
        hook: usize,
        args: &[i64],
        table: &mut Table,
        operations: &Cell<u64>,
    ) -> Option<i64> {
        let Entry { function, base, .. } = self.entries[hook]?;
        let memory = &mut self.memory.borrow_mut();
        let mut run = Run::new(self, memory, table, operations.get());
        for (i, arg) in args.iter().enumerate() {
            run.set(base + i as u16, *arg);
        }
        let value = run.call(function);
        run.operations += std::mem::take(&mut run.table.work);
        if run.is_stopped() {
            return None;
        }
        operations.set(run.operations);
        Some(value)
    }

    /// What a hook gave back that has just run.
    pub(super) fn answer(&self, hook: usize, value: i64) -> Answer {
        match self.entries[hook].map(|entry| entry.returns) {
            Some(Type::Int) => Answer::Int(value),
            Some(Type::Bool) => Answer::Bool(value != 0),
            Some(Type::Text) => Answer::Text(self.memory.borrow().text(value).to_owned()),
            _ => Answer::Nothing,
        }
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

/// Every instance as closures, those that are not wanted as ones that give up, and the constants that
/// are in the last slots.
fn emit(
    instances: &[Instance],
    is_wanted: impl Fn(usize) -> bool,
    game: &Arc<Game>,
) -> (Vec<Compiled>, Vec<i64>) {
    let mut base = 0;
    let mut frames = Vec::new();
    for (i, instance) in instances.iter().enumerate() {
        frames.push((base, is_recursive(instances, i)));
        base += if is_wanted(i) { instance.n_slots } else { 0 };
    }
    let (game, state) = (Arc::clone(game), State::empty(game));
    let (n_slots, constants) = (base, RefCell::default());
    let mut emitter = Emitter { frames, base: 0, game, n_slots, constants, state };
    let mut compiled = Vec::new();
    for (i, instance) in instances.iter().enumerate() {
        emitter.base = emitter.frames[i].0;
        let slots = emitter.base..emitter.base + instance.n_slots;
        let body: Code<i64> =
            if is_wanted(i) { emitter.function(&instance.body) } else { emit::giving_up() };
        compiled.push(Compiled { body, slots, cost: instance.body.cost() + 1 });
    }
    (compiled, emitter.constants.into_inner())
}

/// Whether an instance can be called while it runs.
fn is_recursive(instances: &[Instance], instance: usize) -> bool {
    let called = lower::calls(&instances[instance].body);
    reached(instances, called.into_iter()).contains(&instance)
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

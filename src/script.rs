//! The Rhai side: limits, what hooks see, how they are checked, compiled and called.
//!
//! Scripts are compiled once for each thread, since an engine without locks is faster. A script
//! cannot touch the outside, cannot keep anything between calls but the state, and ends in an
//! error when it passes a limit.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rhai::{AST, Caches, Dynamic, Engine, EvalContext, GlobalRuntimeState, INT, Position, Scope};

use crate::error::{Error, Place, Problem, Result, Source};
use crate::game::Game;

pub(crate) mod api;
mod check;
mod compile;
mod failure;
mod limits;
mod links;
mod names;
mod parse;
mod sandbox;
pub(crate) mod table;
mod walks;

pub use compile::Uncompiled;
use compile::{Entry, Program};
pub use limits::Limits;
pub(crate) use links::{check as check_links, functions};
pub use table::Event;
use table::{Fault, Hook, Table};

/// The hooks of a game, ready to be called; one for each thread.
pub(crate) struct Hooks {
    engine: Engine,
    ast: AST,
    /// The compiled hooks, for play and for somebody who asks for reasons, made when first wanted.
    program: OnceCell<Program>,
    explaining: OnceCell<Program>,
    /// The texts from which the tree was read.
    texts: Vec<String>,
    /// Whether compiled hooks are left alone for the time.
    interpreting: Cell<bool>,
    runtime: RefCell<Runtime>,
    present: [bool; Hook::ALL.len()],
    sources: Vec<Source>,
    /// Where the table lies while a hook runs.
    slot: Slot,
    meter: Rc<Meter>,
    limits: Limits,
}

/// What the engine would otherwise make anew for each call: which function a name means is looked up
/// once for each place of the script.
struct Runtime {
    global: GlobalRuntimeState,
    caches: Caches,
}

impl Runtime {
    fn new(engine: &Engine, ast: &AST) -> Self {
        let mut global = engine.new_global_runtime_state();
        global.lib.push(ast.shared_lib().clone());
        global.source = ast.source().map(Into::into);
        Self { global, caches: Caches::new() }
    }
}

/// What the running hooks have used up, and where they were last seen.
struct Meter {
    /// The interpreter's own count starts anew with every hook, and inside some natives.
    operations: Cell<u64>,
    limit: u64,
    /// The last call of a function of `g` in the running hook.
    last: Cell<Position>,
}

impl Meter {
    fn count(&self, n: u64) -> Result<(), Fault> {
        self.operations.set(self.operations.get().saturating_add(n));
        if self.operations.get() > self.limit {
            return Err(Fault::limit("operations", self.limit));
        }
        Ok(())
    }
}

/// A place that the natives and the caller share: the caller swaps the table in and out.
type Slot = Rc<RefCell<Box<Table>>>;

impl Hooks {
    /// Checks and compiles the scripts of a game.
    ///
    /// # Errors
    ///
    /// Every problem of the scripts that can be known without running them.
    pub(crate) fn new(game: &Arc<Game>, limits: Limits) -> Result<Self> {
        let meter = Rc::new(Meter {
            operations: Cell::new(0),
            limit: limits.operations,
            last: Cell::new(Position::NONE),
        });
        let slot: Slot = Rc::new(RefCell::new(Box::new(Table::new(Arc::clone(game), limits))));
        let mut engine = sandbox::engine(&limits, &meter, &slot);
        let (ast, texts) = parse::scripts(&mut engine, game, &limits)?;
        let present = Hook::ALL.map(|(_, name, arity)| {
            ast.iter_functions().any(|f| f.name == name && f.params.len() == arity)
        });
        let runtime = RefCell::new(Runtime::new(&engine, &ast));
        let sources = game.scripts.clone();
        let hooks = Self {
            engine,
            ast,
            program: OnceCell::new(),
            explaining: OnceCell::new(),
            texts,
            interpreting: Cell::new(limits.interpreted),
            runtime,
            present,
            sources,
            slot,
            meter,
            limits,
        };
        Ok(hooks)
    }

    /// The functions of the scripts that cannot be compiled.
    pub(crate) fn uncompiled(&self, game: &Arc<Game>) -> &[Uncompiled] {
        self.for_play(game).left()
    }

    /// Lets the interpreter run all hooks, or compiled ones again where there are any.
    pub(crate) fn interpret(&self, on: bool) {
        self.interpreting.set(on || self.limits.interpreted);
    }

    /// Whether compiled hooks may have run. When anything fails then, it has to be taken back and done
    /// again by the interpreter, which tells what is wrong, or goes on: a compiled hook that gives up
    /// leaves the table in any state, and one that does not may have counted more operations.
    pub(crate) fn may_be_compiled(&self) -> bool {
        !self.interpreting.get()
    }

    /// Lets the hooks have all their operations again: a throw or a move begins, or a question.
    pub(crate) fn refill(&self) {
        self.meter.operations.set(0);
    }

    /// Whether the game has the hook.
    pub(crate) fn has(&self, hook: Hook) -> bool {
        self.present.get(hook.index()).is_some_and(|present| *present)
    }

    /// Calls a hook that gives nothing back; a hook that the game lacks does nothing. Of the arguments
    /// it takes the first ones, as many as it has.
    ///
    /// When any call fails and [`Self::may_be_compiled`], the error says nothing.
    #[allow(clippy::inline_always, reason = "who calls it knows the hook, which makes it shorter")]
    #[inline(always)]
    pub(crate) fn run(&self, table: &mut Box<Table>, hook: Hook, args: [i64; 2]) -> Result<()> {
        match self.value(table, hook, args) {
            Some(_) => Ok(()),
            None => self.run_interpreted_if_any(table, hook, args),
        }
    }

    /// What such a hook gives back means nothing.
    #[cold]
    fn run_interpreted_if_any(
        &self,
        table: &mut Box<Table>,
        hook: Hook,
        args: [i64; 2],
    ) -> Result<()> {
        if self.has(hook) { self.interpreted(table, hook, args).map(drop) } else { Ok(()) }
    }

    /// Calls a hook that answers yes or no.
    pub(crate) fn ask(&self, table: &mut Box<Table>, hook: Hook, args: [i64; 2]) -> Result<bool> {
        if let Some(answer) = self.value(table, hook, args) {
            return Ok(answer != 0);
        }
        let answer = self.interpreted(table, hook, args)?;
        answer.as_bool().map_err(|_| self.wrong_return(table, hook, "true or false", &answer))
    }

    /// Calls a hook that gives a number.
    pub(crate) fn number(&self, table: &mut Box<Table>, hook: Hook, args: [i64; 2]) -> Result<i64> {
        if let Some(number) = self.value(table, hook, args) {
            return Ok(number);
        }
        let answer = self.interpreted(table, hook, args)?;
        answer.as_int().map_err(|_| self.wrong_return(table, hook, "an integer", &answer))
    }

    /// Calls a hook that gives a text.
    pub(crate) fn string(
        &self,
        table: &mut Box<Table>,
        hook: Hook,
        args: [i64; 2],
    ) -> Result<String> {
        if let Some(text) = self.value(table, hook, args) {
            return Ok(table.rows.text(text).to_owned());
        }
        let answer = self.interpreted(table, hook, args)?;
        if answer.is_string() {
            return Ok(answer.to_string());
        }
        Err(self.wrong_return(table, hook, "a string", &answer))
    }

    /// Whether a Rhai expression over `g` holds; it may only look.
    pub(crate) fn holds(&mut self, table: &mut Box<Table>, expression: &Source) -> Result<bool> {
        let mut scope = Scope::new();
        self.refill();
        scope.push_constant("g", sandbox::Handle);
        scope.push_constant("none", crate::game::NONE);
        let ast = parse::expression(&mut self.engine, &table.game, &scope, expression)?;
        let answer = self.with_table(table, Hook::Expression, || {
            self.engine.eval_ast_with_scope::<Dynamic>(&mut scope, &ast)
        });
        let answer = answer.map_err(|error| {
            failure::problem(&error, std::slice::from_ref(expression), &self.limits)
        })?;
        answer.as_bool().map_err(|found| {
            let whole = expression.place(0..expression.text().len());
            Problem::new("wrong-type", format!("expected true or false, found {found}"))
                .at(whole)
                .into()
        })
    }

    /// The program that has the hook, and the hook in it, unless the interpreter is to run it.
    #[inline]
    fn compiled(&self, table: &Table, hook: Hook) -> Option<(&Program, &Entry)> {
        if self.interpreting.get() {
            return None;
        }
        let program = self.program(table);
        Some((program, program.entry(hook.index())?))
    }

    /// What a compiled hook gives, of the type that is wanted of it; `None` when it gave up, and where
    /// it is not compiled.
    #[allow(clippy::inline_always, reason = "who calls it knows the hook, which makes it shorter")]
    #[inline(always)]
    fn value(&self, table: &mut Table, hook: Hook, args: [i64; 2]) -> Option<i64> {
        let (program, entry) = self.compiled(table, hook)?;
        table.begin(hook);
        let value = program.run(entry, args, table, &self.meter.operations)?;
        table.saves.is_empty().then_some(value)
    }

    /// What a hook gives for which there is no value.
    #[cold]
    fn interpreted(&self, table: &mut Box<Table>, hook: Hook, args: [i64; 2]) -> Result<Dynamic> {
        if self.compiled(table, hook).is_some() {
            return Err(Self::give_up(table));
        }
        self.run_interpreted(table, hook, &args[..hook.n_args()])
    }

    #[inline]
    fn program(&self, table: &Table) -> &Program {
        if table.explaining {
            self.explaining.get_or_init(|| self.compile(&table.game, true))
        } else {
            self.for_play(&table.game)
        }
    }

    fn for_play(&self, game: &Arc<Game>) -> &Program {
        self.program.get_or_init(|| self.compile(game, false))
    }

    #[cold]
    fn compile(&self, game: &Arc<Game>, explaining: bool) -> Program {
        let Self { engine, ast, texts, limits, .. } = self;
        Program::new(engine, ast, texts, game, limits, explaining)
    }

    /// After a compiled hook has given up. One that changes nothing has changed nothing but what it has
    /// saved.
    #[cold]
    fn give_up(table: &mut Table) -> Error {
        if let Some(save) = table.saves.first() {
            table.state.clone_from(&save.state);
        }
        table.events.truncate(table.n_events);
        Problem::new("gave-up", "a compiled hook gave up").into()
    }

    fn run_interpreted(&self, table: &mut Box<Table>, hook: Hook, args: &[i64]) -> Result<Dynamic> {
        let mut scope = Scope::new();
        let mut values: Vec<Dynamic> = Vec::with_capacity(4);
        values.push(Dynamic::from(sandbox::Handle));
        values.extend(args.iter().map(|arg| Dynamic::from_int(*arg as INT)));
        let mut runtime = self.runtime.borrow_mut();
        let Runtime { global, caches } = &mut *runtime;
        global.num_operations = 0;
        let answer = self.with_table(table, hook, || {
            EvalContext::new(&self.engine, global, caches, &mut scope, None)
                .call_fn::<Dynamic>(hook.name(), values)
        });
        if answer.is_err() {
            *runtime = Runtime::new(&self.engine, &self.ast);
        }
        let answer = answer.map_err(|error| {
            let problem = failure::problem(&error, &self.sources, &self.limits);
            let problem = self.at_last_call(problem);
            let problem = match (problem.code(), problem.place()) {
                // The engine forgets where it was when it passes a limit of its own.
                ("limit", None) => problem.label("in this hook or in what it calls"),
                _ => problem,
            };
            self.about(table, hook, problem)
        })?;
        if !table.saves.is_empty() {
            let message = "`moves` has tried moves and not taken them back";
            let problem = Problem::new("unrestored", message)
                .help("every `let k = g.save()` needs its `g.restore(k)` on every way out");
            return Err(self.about(table, hook, problem).into());
        }
        Ok(answer)
    }

    /// Says where a limit was passed that the engine knows no place for.
    fn at_last_call(&self, problem: Problem) -> Problem {
        match failure::locate(&self.sources, self.meter.last.get()) {
            Some(place) if problem.place().is_none() => {
                problem.at(place).label("the last call of `g` before that")
            }
            _ => problem,
        }
    }

    /// Says in which hook it happened, and when.
    pub(crate) fn about(&self, table: &Table, hook: Hook, problem: Problem) -> Problem {
        let (game, turn, ply) = (&table.game.name, table.state.turn(), table.state.ply());
        let problem =
            problem.note(format!("in `{}` of {game}, turn {turn}, ply {ply}", hook.name()));
        self.place_of(hook).into_iter().fold(problem, Problem::at)
    }

    /// Runs with the table where the natives find it, and brings it back whatever happens.
    fn with_table<T>(&self, table: &mut Box<Table>, hook: Hook, run: impl FnOnce() -> T) -> T {
        table.begin(hook);
        self.meter.last.set(Position::NONE);
        std::mem::swap(table, &mut self.slot.borrow_mut());
        let result = run();
        std::mem::swap(table, &mut self.slot.borrow_mut());
        result
    }

    fn wrong_return(&self, table: &Table, hook: Hook, expected: &str, found: &Dynamic) -> Error {
        let found = failure::type_name(found.type_name());
        let message = format!("`{}` must return {expected}, found {found}", hook.name());
        self.about(table, hook, Problem::new("wrong-return", message)).into()
    }

    /// Where a hook is written: the last script that has it.
    fn place_of(&self, hook: Hook) -> Option<Place> {
        self.sources.iter().rev().find_map(|source| failure::declaration(source, hook.name()))
    }
}

/// A line of the reference of functions that hooks call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiEntry {
    /// How it is called: `g.offer(piece, to, n)`.
    pub signature: String,
    /// What it gives back: `int`, `bool`, `items` or nothing.
    pub returns: &'static str,
    /// What it does, in a sentence.
    pub text: &'static str,
}

/// The reference of all functions that hooks call, grouped by subject.
pub fn api_reference() -> Vec<ApiEntry> {
    api::functions()
        .map(|function| {
            let params: Vec<&str> = function.params.iter().map(|(name, _)| *name).collect();
            let signature = if function.property {
                format!("g.{}", function.name)
            } else {
                format!("g.{}({})", function.name, params.join(", "))
            };
            let returns = match function.returns {
                api::Returns::Int => "int",
                api::Returns::Bool => "bool",
                api::Returns::Items => "items",
                api::Returns::Nothing => "",
            };
            ApiEntry { signature, returns, text: function.doc }
        })
        .collect()
}

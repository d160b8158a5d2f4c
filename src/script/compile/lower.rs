//! From the syntax tree to the typed tree: every name becomes a slot, every value gets its type.
//!
//! Functions are typed for each list of argument types that they are called with. What a function gives
//! back may hang on itself, so all are typed again until nothing changes.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use rhai::{ASTFlags, Expr as Syntax, Position, Stmt as Statement};

use super::switches::SwitchValues;
use super::tree::{Expr, Instance, Iterated, Stmt, Switch, Type, Valued};

mod expressions;

/// A function of the script.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) params: Vec<String>,
    pub(super) body: Vec<Statement>,
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
    by_types: BTreeMap<(usize, Vec<u8>), usize>,
    /// What is wrong with an instance, in the order of instances.
    pub(super) failures: BTreeMap<usize, Unsupported>,
    /// More variables at one time are left to the interpreter.
    max_variables: usize,
    /// The instances in which a call waits for the type of an argument.
    waiting: BTreeMap<usize, Position>,
}

/// More variables in one function are never compiled.
const MAX_SLOTS: usize = 64;

impl<'a> Lowering<'a> {
    /// At most so many variables may be in use at one time, `g` included.
    pub(super) fn new(
        functions: &'a [Function],
        switches: &'a SwitchValues,
        max_variables: usize,
    ) -> Self {
        let max_variables = max_variables.saturating_sub(1).min(MAX_SLOTS);
        let named = |(i, function): (usize, &'a Function)| {
            ((function.name.as_str(), function.params.len()), i)
        };
        let by_name = functions.iter().enumerate().map(named).collect();
        let (by_types, failures) = (BTreeMap::new(), BTreeMap::new());
        Self {
            functions,
            by_name,
            switches,
            instances: Vec::new(),
            by_types,
            failures,
            max_variables,
            waiting: BTreeMap::new(),
        }
    }

    /// The instance of a function for certain types, typed or still to be.
    pub(super) fn instance(&mut self, function: usize, params: Vec<Type>) -> usize {
        let key = (function, params.iter().map(|ty| *ty as u8).collect());
        if let Some(known) = self.by_types.get(&key) {
            return *known;
        }
        let new = self.instances.len();
        let (returns, body) = (Type::Never, Vec::new());
        self.instances.push(Instance { function, params, returns, body, n_slots: 0 });
        self.by_types.insert(key, new);
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

/// The function that is being typed.
struct Body<'l, 'a> {
    all: &'l mut Lowering<'a>,
    instance: usize,
    /// The variables that can be seen, the innermost last.
    scope: Vec<(String, usize, Type)>,
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
            n_live: 0,
            n_slots: 0,
            returns: Type::Never,
            n_loops: 0,
            in_value: false,
        };
        for (name, ty) in declared.params.iter().zip(&params) {
            body.declare(name, *ty);
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

    /// A new variable; `g` needs no slot.
    fn declare(&mut self, name: &str, ty: Type) -> usize {
        let slot = self.n_live;
        if ty != Type::Handle {
            self.n_live += 1;
            self.n_slots = self.n_slots.max(self.n_live);
        }
        self.scope.push((name.to_owned(), slot, ty));
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

    /// Statements whose value nobody wants.
    fn block(&mut self, statements: &[Statement]) -> Lowered<Vec<Stmt>> {
        self.scoped(|body| statements.iter().map(|s| body.statement(s)).collect())
    }

    /// The statements of a loop.
    fn round(&mut self, statements: &[Statement]) -> Lowered<Vec<Stmt>> {
        self.n_loops += 1;
        let body = self.block(statements);
        self.n_loops -= 1;
        body
    }

    /// The last statements of a function, whose value is the function's.
    fn tail(&mut self, statements: &[Statement]) -> Lowered<Vec<Stmt>> {
        self.scoped(|body| {
            let Some((last, before)) = statements.split_last() else {
                return Ok(vec![body.returned(Expr::Const(0), Type::Unit)]);
            };
            let mut lowered: Vec<Stmt> =
                before.iter().map(|s| body.statement(s)).collect::<Lowered<_>>()?;
            body.last(last, &mut lowered)?;
            Ok(lowered)
        })
    }

    fn last(&mut self, last: &Statement, out: &mut Vec<Stmt>) -> Lowered<()> {
        match last {
            Statement::If(flow, _) => {
                let condition = self.condition(&flow.expr)?;
                let branches =
                    [self.tail(flow.body.statements())?, self.tail(flow.branch.statements())?];
                out.push(Stmt::If(condition, branches.into()));
            }
            Statement::Switch(switch, position) => {
                let switch = self.switch(switch, *position, Self::tail_of)?;
                out.push(Stmt::Switch(switch.into()));
            }
            Statement::Block(block) => out.extend(self.tail(block.statements())?),
            Statement::Expr(expr) => out.extend(self.tail_of(Some(expr))?),
            Statement::FnCall(call, position) => {
                let (value, ty) = self.call(call, *position)?;
                out.push(self.returned(value, ty));
            }
            Statement::Return(Some(expr), flags, _) if !flags.contains(ASTFlags::BREAK) => {
                out.extend(self.tail_of(Some(expr))?);
            }
            other => {
                out.push(self.statement(other)?);
                if !never_ends(other) {
                    out.push(self.returned(Expr::Const(0), Type::Unit));
                }
            }
        }
        Ok(())
    }

    /// What an expression at the end of a function does; nothing when there is none.
    fn tail_of(&mut self, expr: Option<&Syntax>) -> Lowered<Vec<Stmt>> {
        match expr {
            None => Ok(vec![self.returned(Expr::Const(0), Type::Unit)]),
            Some(Syntax::Stmt(block)) => self.tail(block.statements()),
            Some(expr) => {
                let (value, ty) = self.expr(expr)?;
                Ok(vec![self.returned(value, ty)])
            }
        }
    }

    fn returned(&mut self, value: Expr, ty: Type) -> Stmt {
        self.returns = self.returns.join(ty);
        Stmt::Return(value)
    }

    fn statement(&mut self, statement: &Statement) -> Lowered<Stmt> {
        Ok(match statement {
            Statement::Noop(_) => Stmt::Block(Vec::new()),
            Statement::Expr(expr) => match &**expr {
                Syntax::Stmt(block) => Stmt::Block(self.block(block.statements())?),
                expr => Stmt::Drop(self.expr(expr)?.0),
            },
            Statement::FnCall(call, position) => Stmt::Drop(self.call(call, *position)?.0),
            Statement::Block(block) => Stmt::Block(self.block(block.statements())?),
            Statement::If(flow, _) => {
                let condition = self.condition(&flow.expr)?;
                let branches =
                    [self.block(flow.body.statements())?, self.block(flow.branch.statements())?];
                Stmt::If(condition, branches.into())
            }
            Statement::Switch(switch, position) => {
                Stmt::Switch(self.switch(switch, *position, Self::dropped)?.into())
            }
            Statement::While(flow, _) => {
                let condition = match flow.expr {
                    Syntax::Unit(_) => Expr::Const(1),
                    ref expr => self.condition(expr)?,
                };
                let body = self.round(flow.body.statements())?;
                Stmt::While { condition, body, first: true }
            }
            Statement::Do(flow, flags, _) => {
                let body = self.round(flow.body.statements())?;
                let condition = self.condition(&flow.expr)?;
                let until = flags.contains(ASTFlags::NEGATED);
                let condition = if until { Expr::Not(condition.into()) } else { condition };
                Stmt::While { condition, body, first: false }
            }
            Statement::For(parts, _) => {
                let (item, counter, flow) = &**parts;
                let over = self.iterated(&flow.expr)?;
                self.scoped(|inner| {
                    let counter = counter.as_ref().map(|name| inner.declare(&name.name, Type::Int));
                    let item = inner.declare(&item.name, Type::Int);
                    let body = inner.round(flow.body.statements())?;
                    Ok(Stmt::For { item, counter, over, body })
                })?
            }
            Statement::Var(parts, ..) => {
                let (value, ty) = self.expr(&parts.1)?;
                if !matches!(ty, Type::Int | Type::Bool | Type::Text | Type::Never) {
                    let what = format!("a variable that holds {}", ty.noun());
                    return unsupported(what, parts.0.pos);
                }
                Stmt::Set(self.declare(&parts.0.name, ty), value)
            }
            Statement::Assignment(parts) => self.assignment(&parts.0, &parts.1)?,
            Statement::BreakLoop(value, flags, position) => {
                if value.is_some() {
                    return unsupported("a `break` with a value", *position);
                }
                if self.n_loops == 0 {
                    return unsupported("a `break` or `continue` out of a value", *position);
                }
                if flags.contains(ASTFlags::BREAK) { Stmt::Break } else { Stmt::Continue }
            }
            Statement::Return(value, flags, position) => {
                if flags.contains(ASTFlags::BREAK) {
                    return unsupported("a `throw`", *position);
                }
                if self.in_value {
                    return unsupported("a `return` in the middle of a value", *position);
                }
                let (value, ty) = match value {
                    Some(expr) => self.expr(expr)?,
                    None => (Expr::Const(0), Type::Unit),
                };
                self.returned(value, ty)
            }
            other => return unsupported("this statement", other.position()),
        })
    }

    fn dropped(&mut self, expr: Option<&Syntax>) -> Lowered<Vec<Stmt>> {
        match expr {
            None => Ok(Vec::new()),
            Some(Syntax::Stmt(block)) => self.block(block.statements()),
            Some(expr) => Ok(vec![Stmt::Drop(self.expr(expr)?.0)]),
        }
    }

    /// What a `for` goes through.
    fn iterated(&mut self, expr: &Syntax) -> Lowered<Iterated> {
        if let Syntax::FnCall(call, _) = expr {
            let inclusive = call.name == "..=";
            if let [from, to] = call.args.as_slice()
                && (inclusive || call.name == ".." || call.name == "range")
            {
                let ends = [self.typed(from, Type::Int)?, self.typed(to, Type::Int)?];
                return Ok(Iterated::Range { ends: ends.into(), inclusive });
            }
        }
        if let Syntax::DynamicConstant(value, _) = expr {
            // Constant ends have made a constant range.
            let exclusive = value.clone().try_cast::<Range<i64>>().map(|r| (r.start, r.end, false));
            let range = exclusive.or_else(|| {
                let range = value.clone().try_cast::<RangeInclusive<i64>>()?;
                Some((*range.start(), *range.end(), true))
            });
            if let Some((from, to, inclusive)) = range {
                let ends = [Expr::Const(from), Expr::Const(to)];
                return Ok(Iterated::Range { ends: ends.into(), inclusive });
            }
        }
        match self.items(expr)? {
            Some((function, args)) => Ok(Iterated::Items(function, args)),
            None => unsupported("a `for` over something else than integers", expr.position()),
        }
    }

    /// A block in the middle of an expression.
    fn valued(&mut self, statements: &[Statement]) -> Lowered<(Valued, Type)> {
        let (n_loops, in_value) = (self.n_loops, self.in_value);
        (self.n_loops, self.in_value) = (0, true);
        let result = self.scoped(|body| {
            let Some((last, before)) = statements.split_last() else {
                return Ok((Valued { before: Vec::new(), value: Expr::Const(0) }, Type::Unit));
            };
            let mut before: Vec<Stmt> =
                before.iter().map(|s| body.statement(s)).collect::<Lowered<_>>()?;
            let (value, ty) = match last {
                Statement::Expr(expr) => body.expr(expr)?,
                Statement::FnCall(call, position) => body.call(call, *position)?,
                Statement::Block(block) => {
                    let (block, ty) = body.valued(block.statements())?;
                    (Expr::Block(block.into()), ty)
                }
                Statement::If(flow, _) => {
                    let condition = body.condition(&flow.expr)?;
                    let (yes, first) = body.valued(flow.body.statements())?;
                    let (no, second) = body.valued(flow.branch.statements())?;
                    (Expr::If(condition.into(), [yes, no].into()), first.join(second))
                }
                Statement::Switch(parts, position) => {
                    let mut ty = Type::Never;
                    let switch = body.switch(parts, *position, |body, expr| {
                        let (value, found) = body.value_of(expr)?;
                        ty = ty.join(found);
                        Ok(value)
                    })?;
                    (Expr::Switch(switch.into()), ty)
                }
                other => {
                    before.push(body.statement(other)?);
                    (Expr::Const(0), Type::Unit)
                }
            };
            Ok((Valued { before, value }, ty))
        });
        (self.n_loops, self.in_value) = (n_loops, in_value);
        result
    }

    fn value_of(&mut self, expr: Option<&Syntax>) -> Lowered<(Valued, Type)> {
        match expr {
            None => self.valued(&[]),
            Some(Syntax::Stmt(block)) => self.valued(block.statements()),
            Some(expr) => {
                let (value, ty) = self.expr(expr)?;
                Ok((Valued { before: Vec::new(), value }, ty))
            }
        }
    }

    fn switch<T>(
        &mut self,
        parts: &(Syntax, rhai::SwitchCasesCollection),
        position: Position,
        mut body_of: impl FnMut(&mut Self, Option<&Syntax>) -> Lowered<T>,
    ) -> Lowered<Switch<T>> {
        let (on, ty) = self.expr(&parts.0)?;
        let Some(found) = self.all.switches.cases(&parts.1, ty) else {
            return unsupported(format!("a `switch` on {}", ty.noun()), position);
        };
        let mut cases = Vec::new();
        for (values, index) in found {
            let case = &parts.1.expressions[index];
            let condition = match &case.lhs {
                Syntax::BoolConstant(true, _) => None,
                condition => Some(self.condition(condition)?),
            };
            cases.push((values, condition, body_of(self, Some(&case.rhs))?));
        }
        let other = parts.1.def_case.map(|index| &parts.1.expressions[index].rhs);
        let other = body_of(self, other)?;
        Ok(Switch { on, cases, other })
    }
}

/// Whether nothing can come after a statement.
fn never_ends(statement: &Statement) -> bool {
    match statement {
        Statement::Return(..) => true,
        Statement::While(flow, _) => {
            let endless = matches!(flow.expr, Syntax::Unit(_) | Syntax::BoolConstant(true, _));
            endless && !flow.body.iter().any(has_break)
        }
        _ => false,
    }
}

/// Whether a statement can leave the loop that it is in; a value that does so is not told apart.
fn has_break(statement: &Statement) -> bool {
    let in_expr = |expr: &Syntax| match expr {
        Syntax::Stmt(block) => block.iter().any(has_break),
        _ => false,
    };
    match statement {
        Statement::BreakLoop(_, flags, _) => flags.contains(ASTFlags::BREAK),
        Statement::If(flow, _) => {
            flow.body.iter().any(has_break) || flow.branch.iter().any(has_break)
        }
        Statement::Switch(parts, _) => parts.1.expressions.iter().any(|case| in_expr(&case.rhs)),
        Statement::Block(block) => block.iter().any(has_break),
        Statement::Expr(expr) => in_expr(expr),
        _ => false,
    }
}

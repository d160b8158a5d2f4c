//! From the typed tree to closures: statements.

use std::cell::RefCell;
use std::sync::Arc;

use super::run::{Code, Flow, Run};
use super::tree::{Case, Cost, Expr, Iterated, Stmt, Switch};

use crate::game::Game;
use crate::state::State;

mod entries;
mod natives;
mod values;

pub(in crate::script) use natives::{CompileItems, CompileValue};
pub(super) use values::{Out, giving_up};

/// What comes after a statement: it is called last, which costs no more than a jump.
trait Then: 'static {
    type Out;
    fn then(&self, run: &mut Run<'_>) -> Self::Out;
    /// What comes of a statement that has left its block.
    fn left(&self, run: &mut Run<'_>, flow: Flow) -> Self::Out;
}

/// Nothing comes after the statement in its block.
struct End;

impl Then for End {
    type Out = Flow;

    #[inline(always)]
    fn then(&self, _: &mut Run<'_>) -> Flow {
        Flow::Next
    }

    #[inline(always)]
    fn left(&self, _: &mut Run<'_>, flow: Flow) -> Flow {
        flow
    }
}

/// The rest of a block.
struct Rest(Code<Flow>);

impl Then for Rest {
    type Out = Flow;

    #[inline(always)]
    fn then(&self, run: &mut Run<'_>) -> Flow {
        (self.0)(run)
    }

    #[inline(always)]
    fn left(&self, _: &mut Run<'_>, flow: Flow) -> Flow {
        flow
    }
}

/// The rest of a function, which gives its value.
struct Body(Code<i64>);

impl Then for Body {
    type Out = i64;

    #[inline(always)]
    fn then(&self, run: &mut Run<'_>) -> i64 {
        (self.0)(run)
    }

    #[inline(always)]
    fn left(&self, run: &mut Run<'_>, _: Flow) -> i64 {
        run.returned
    }
}

/// So many statements follow one another by jumps; where they are calls the stack has to bear it.
const MAX_CHAIN: usize = 16;

/// Where the functions' slots are, and which may call themselves.
pub(super) struct Emitter {
    /// For each instance its first slot, and whether it may be running when it is called.
    pub(super) frames: Vec<(usize, bool)>,
    /// The first slot of the function that is being made.
    pub(super) base: usize,
    pub(super) game: Arc<Game>,
    /// How many slots all functions have together.
    pub(super) n_slots: usize,
    /// The constants, whose slots are the last ones, from the end.
    pub(super) constants: RefCell<Vec<i64>>,
    /// Any state of the game, to ask where it keeps things.
    pub(super) state: State,
}

impl Emitter {
    /// The body of a function.
    pub(super) fn function(&self, body: &[Stmt]) -> Code<i64> {
        let body = flat(body);
        self.body(&body)
    }

    fn body(&self, body: &[&Stmt]) -> Code<i64> {
        match body {
            [] => Box::new(|_| 0),
            [Stmt::Return(value), ..] => self.value(value),
            body if body.len() % MAX_CHAIN == 0 => {
                let (chain, rest) = body.split_at(MAX_CHAIN);
                let (chain, rest) = (self.chain_of(chain), self.body(rest));
                Box::new(move |run| match chain(run) {
                    Flow::Return => run.returned,
                    _ => rest(run),
                })
            }
            [Stmt::If(condition, branches), rest @ ..]
                if rest.is_empty() || branches.iter().any(|branch| returns(branch)) =>
            {
                let condition = self.value::<bool>(condition);
                let [yes, no] = branches.each_ref().map(|branch| {
                    let mut all = flat(branch);
                    if !returns(branch) {
                        all.extend(rest);
                    }
                    self.body(&all)
                });
                Box::new(move |run| if condition(run) { yes(run) } else { no(run) })
            }
            [first, rest @ ..] => self.statement(first, Body(self.body(rest))),
        }
    }

    pub(super) fn slot(&self, slot: usize) -> u16 {
        (self.base + slot) as u16
    }

    /// Statements one after the other.
    pub(super) fn block(&self, body: &[Stmt]) -> Code<Flow> {
        let body = flat(body);
        let mut chains = body.chunks(MAX_CHAIN).map(|chain| self.chain_of(chain));
        match (chains.next(), body.len() > MAX_CHAIN) {
            (None, _) => Box::new(|_| Flow::Next),
            (Some(only), false) => only,
            (Some(first), true) => {
                let chains: Box<[Code<Flow>]> = std::iter::once(first).chain(chains).collect();
                Box::new(move |run| {
                    for chain in &chains {
                        let flow = chain(run);
                        if flow != Flow::Next {
                            return flow;
                        }
                    }
                    Flow::Next
                })
            }
        }
    }

    fn chain_of(&self, body: &[&Stmt]) -> Code<Flow> {
        match body {
            [] => Box::new(|_| Flow::Next),
            [last] => self.statement(last, End),
            [first, rest @ ..] => self.statement(first, Rest(self.chain_of(rest))),
        }
    }

    /// A statement and what comes after it.
    fn statement<T: Then>(&self, stmt: &Stmt, then: T) -> Code<T::Out> {
        match stmt {
            Stmt::Drop(value) => {
                let value = self.value::<i64>(value);
                Box::new(move |run| {
                    value(run);
                    then.then(run)
                })
            }
            Stmt::Set(slot, Expr::Const(value)) => {
                let (slot, value) = (self.slot(*slot), *value);
                Box::new(move |run| {
                    run.set(slot, value);
                    then.then(run)
                })
            }
            Stmt::Set(slot, value) => {
                let (slot, value) = (self.slot(*slot), self.value::<i64>(value));
                Box::new(move |run| {
                    let value = value(run);
                    run.set(slot, value);
                    then.then(run)
                })
            }
            Stmt::If(condition, branches) => self.branch(condition, branches, then),
            Stmt::Switch(parts) => flowing(self.switch(parts, |body| self.block(body)), then),
            Stmt::While { condition, body, first } => {
                flowing(self.repeat(condition, body, *first), then)
            }
            Stmt::For { item, counter, over, body } => {
                let counter = counter.map(|slot| self.slot(slot));
                flowing(self.go_through(self.slot(*item), counter, over, body), then)
            }
            Stmt::Block(body) => flowing(self.block(body), then),
            Stmt::Break => Box::new(move |run| then.left(run, Flow::Break)),
            Stmt::Continue => Box::new(move |run| then.left(run, Flow::Continue)),
            Stmt::Return(value) => {
                let value = self.value::<i64>(value);
                Box::new(move |run| {
                    run.returned = value(run);
                    then.left(run, Flow::Return)
                })
            }
        }
    }

    fn branch<T: Then>(
        &self,
        condition: &Expr,
        branches: &[Vec<Stmt>; 2],
        then: T,
    ) -> Code<T::Out> {
        let (condition, yes, no) = match condition {
            Expr::Not(condition) => (&**condition, &branches[1], &branches[0]),
            condition => (condition, &branches[0], &branches[1]),
        };
        let condition = self.value::<bool>(condition);
        let (so, body) = match (yes.as_slice(), no.as_slice()) {
            (yes, []) => (true, yes),
            ([], no) => (false, no),
            (yes, no) => {
                let (yes, no) = (self.block(yes), self.block(no));
                return Box::new(move |run| {
                    let flow = if condition(run) { yes(run) } else { no(run) };
                    if flow == Flow::Next { then.then(run) } else { then.left(run, flow) }
                });
            }
        };
        match body {
            [Stmt::Continue] => Box::new(move |run| {
                if condition(run) == so { then.left(run, Flow::Continue) } else { then.then(run) }
            }),
            [Stmt::Set(slot, Expr::Const(value))] => {
                let (slot, value) = (self.slot(*slot), *value);
                Box::new(move |run| {
                    if condition(run) == so {
                        run.set(slot, value);
                    }
                    then.then(run)
                })
            }
            [Stmt::Drop(value)] => {
                let value = self.value::<i64>(value);
                Box::new(move |run| {
                    if condition(run) == so {
                        value(run);
                    }
                    then.then(run)
                })
            }
            [Stmt::Return(value)] => {
                let value = self.value::<i64>(value);
                Box::new(move |run| {
                    if condition(run) == so {
                        run.returned = value(run);
                        return then.left(run, Flow::Return);
                    }
                    then.then(run)
                })
            }
            body => {
                let body = self.block(body);
                Box::new(move |run| {
                    if condition(run) == so {
                        let flow = body(run);
                        if flow != Flow::Next {
                            return then.left(run, flow);
                        }
                    }
                    then.then(run)
                })
            }
        }
    }

    pub(super) fn switch<T: 'static, B>(
        &self,
        parts: &Switch<B>,
        body_of: impl Fn(&B) -> Code<T>,
    ) -> Code<T> {
        struct Arm<T> {
            values: Vec<Case>,
            condition: Option<Code<bool>>,
            body: Code<T>,
        }
        let on = self.value::<i64>(&parts.on);
        let arm = |(values, condition, body): &(Vec<Case>, Option<Expr>, B)| Arm {
            values: values.clone(),
            condition: condition.as_ref().map(|condition| self.value(condition)),
            body: body_of(body),
        };
        let arms: Vec<Arm<T>> = parts.cases.iter().map(arm).collect();
        let other = body_of(&parts.other);
        Box::new(move |run| {
            let value = on(run);
            for arm in &arms {
                if arm.values.iter().any(|case| case.low <= value && value <= case.high)
                    && arm.condition.as_ref().is_none_or(|condition| condition(run))
                {
                    return (arm.body)(run);
                }
            }
            other(run)
        })
    }

    fn repeat(&self, condition: &Expr, body: &[Stmt], first: bool) -> Code<Flow> {
        let cost = condition.cost() + body.cost() + 1;
        let (condition, body) = (self.value::<bool>(condition), self.block(body));
        Box::new(move |run| {
            let mut looks = first;
            loop {
                if looks && !condition(run) {
                    return Flow::Next;
                }
                looks = true;
                if run.count(cost) {
                    return Flow::Return;
                }
                match body(run) {
                    Flow::Next => {}
                    Flow::Continue if first => {}
                    // `continue` in a loop whose condition stands at its end does not look at it.
                    Flow::Continue => looks = false,
                    Flow::Break => return Flow::Next,
                    Flow::Return => return Flow::Return,
                }
            }
        })
    }

    fn go_through(
        &self,
        item: u16,
        counter: Option<u16>,
        over: &Iterated,
        body: &[Stmt],
    ) -> Code<Flow> {
        let cost = body.cost() + 1;
        let body = self.block(body);
        let round = move |run: &mut Run<'_>, n: i64, value: i64| {
            run.set(item, value);
            if let Some(counter) = counter {
                run.set(counter, n);
            }
            if run.count(cost) {
                return Flow::Return;
            }
            body(run)
        };
        match over {
            Iterated::Range { ends, inclusive } => {
                let [from, to] = ends.each_ref().map(|end| self.operand(end));
                let inclusive = *inclusive;
                Box::new(move |run| {
                    let (from, to) = (from.get(run), to.get(run));
                    let mut value = from;
                    while value < to || inclusive && value == to {
                        match round(run, value.wrapping_sub(from), value) {
                            Flow::Next | Flow::Continue => {}
                            Flow::Break => break,
                            Flow::Return => return Flow::Return,
                        }
                        let Some(next) = value.checked_add(1) else { break };
                        value = next;
                    }
                    Flow::Next
                })
            }
            Iterated::Items(function, args) => {
                let items = self.items(function, args);
                Box::new(move |run| {
                    let start = run.rows.items.len();
                    items(run);
                    let end = run.rows.items.len();
                    let mut flow = Flow::Next;
                    for i in start..end {
                        let value = run.rows.items[i];
                        match round(run, (i - start) as i64, value) {
                            Flow::Next | Flow::Continue => {}
                            Flow::Break => break,
                            Flow::Return => {
                                flow = Flow::Return;
                                break;
                            }
                        }
                    }
                    run.rows.items.truncate(start);
                    flow
                })
            }
        }
    }
}

/// A statement that says how it ended, and what comes after it.
fn flowing<T: Then>(code: Code<Flow>, then: T) -> Code<T::Out> {
    Box::new(move |run| {
        let flow = code(run);
        if flow == Flow::Next { then.then(run) } else { then.left(run, flow) }
    })
}

/// Whether nothing comes after statements of a function.
fn returns(body: &[Stmt]) -> bool {
    match body.last() {
        Some(Stmt::Return(_)) => true,
        Some(Stmt::Block(body)) => returns(body),
        Some(Stmt::If(_, branches)) => branches.iter().all(|branch| returns(branch)),
        _ => false,
    }
}

/// The statements of blocks in blocks; slots know nothing of these.
fn flat(body: &[Stmt]) -> Vec<&Stmt> {
    let mut all = Vec::new();
    for stmt in body {
        match stmt {
            Stmt::Block(body) => all.extend(flat(body)),
            stmt => all.push(stmt),
        }
    }
    all
}

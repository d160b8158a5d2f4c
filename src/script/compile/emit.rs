//! From the typed tree to closures: statements.

use std::cell::RefCell;
use std::sync::Arc;

use super::run::{Code, Flow, Run};
use super::tree::{Case, Cost, Expr, Iterated, Stmt, Switch};

use crate::game::Game;
use crate::state::State;

mod natives;
mod values;

pub(in crate::script) use natives::{CompileItems, CompileValue};
pub(super) use values::{Out, giving_up};

/// A statement. The common ones are taken apart here, since each closure costs a call.
enum Step {
    Drop(Code<i64>),
    Set(u16, Code<i64>),
    SetConst(u16, i64),
    /// A block for when the condition is so.
    When(Code<bool>, bool, Code<Flow>),
    Either(Code<bool>, Box<[Code<Flow>; 2]>),
    /// The end of the block when the condition is so.
    Leave(Code<bool>, bool, Flow),
    /// The end of the function, with a value, when the condition is so.
    Out(Code<bool>, bool, Code<i64>),
    Return(Code<i64>),
    Flow(Flow),
    Run(Code<Flow>),
}

impl Step {
    /// The code of a statement that stands alone, which needs not be taken apart each time.
    fn alone(self) -> Code<Flow> {
        match self {
            Self::Drop(value) => Box::new(move |run| {
                value(run);
                Flow::Next
            }),
            Self::Set(slot, value) => Box::new(move |run| {
                let value = value(run);
                run.set(slot, value);
                Flow::Next
            }),
            Self::When(condition, so, body) => {
                Box::new(move |run| if condition(run) == so { body(run) } else { Flow::Next })
            }
            Self::Return(value) => Box::new(move |run| {
                run.returned = value(run);
                Flow::Return
            }),
            Self::Flow(flow) => Box::new(move |_| flow),
            Self::Run(code) => code,
            other => Box::new(move |run| other.run(run)),
        }
    }

    #[inline(always)]
    fn run(&self, run: &mut Run<'_>) -> Flow {
        match self {
            Self::Drop(value) => _ = value(run),
            Self::Set(slot, value) => {
                let value = value(run);
                run.set(*slot, value);
            }
            Self::SetConst(slot, value) => run.set(*slot, *value),
            Self::When(condition, so, body) => {
                if condition(run) == *so {
                    return body(run);
                }
            }
            Self::Either(condition, branches) => {
                let branch = usize::from(!condition(run));
                return branches[branch](run);
            }
            Self::Leave(condition, so, flow) => {
                if condition(run) == *so {
                    return *flow;
                }
            }
            Self::Out(condition, so, value) => {
                if condition(run) == *so {
                    run.returned = value(run);
                    return Flow::Return;
                }
            }
            Self::Return(value) => {
                run.returned = value(run);
                return Flow::Return;
            }
            Self::Flow(flow) => return *flow,
            Self::Run(code) => return code(run),
        }
        Flow::Next
    }
}

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
        match body {
            [Stmt::Return(value)] => self.value(value),
            // Whatever a function does first: it is often a way out.
            [Stmt::If(condition, branches), rest @ ..]
                if branches[1].is_empty()
                    && matches!(branches[0].as_slice(), [Stmt::Return(_)]) =>
            {
                let condition = self.value::<bool>(condition);
                let (out, rest) = (self.function(&branches[0]), self.function(rest));
                Box::new(move |run| if condition(run) { out(run) } else { rest(run) })
            }
            body => {
                let body = self.block(body);
                Box::new(move |run| match body(run) {
                    Flow::Return => run.returned,
                    _ => 0,
                })
            }
        }
    }

    pub(super) fn slot(&self, slot: usize) -> u16 {
        (self.base + slot) as u16
    }

    /// Statements one after the other.
    pub(super) fn block(&self, body: &[Stmt]) -> Code<Flow> {
        let mut steps = Vec::new();
        self.steps(body, &mut steps);
        if steps.len() == 1
            && let Some(step) = steps.pop()
        {
            return step.alone();
        }
        let steps = steps.into_boxed_slice();
        Box::new(move |run| {
            for step in &steps {
                let flow = step.run(run);
                if flow != Flow::Next {
                    return flow;
                }
            }
            Flow::Next
        })
    }

    fn steps(&self, body: &[Stmt], out: &mut Vec<Step>) {
        for stmt in body {
            match stmt {
                // Slots know nothing of blocks.
                Stmt::Block(body) => self.steps(body, out),
                stmt => out.push(self.step(stmt)),
            }
        }
    }

    fn step(&self, stmt: &Stmt) -> Step {
        match stmt {
            Stmt::Drop(value) => Step::Drop(self.value(value)),
            Stmt::Set(slot, Expr::Const(value)) => Step::SetConst(self.slot(*slot), *value),
            Stmt::Set(slot, value) => Step::Set(self.slot(*slot), self.value(value)),
            Stmt::If(condition, branches) => {
                let (condition, yes, no) = match condition {
                    Expr::Not(condition) => (&**condition, &branches[1], &branches[0]),
                    condition => (condition, &branches[0], &branches[1]),
                };
                let condition = self.value(condition);
                match (yes.as_slice(), no.as_slice()) {
                    ([Stmt::Continue], []) => Step::Leave(condition, true, Flow::Continue),
                    ([], [Stmt::Continue]) => Step::Leave(condition, false, Flow::Continue),
                    ([Stmt::Return(value)], []) => Step::Out(condition, true, self.value(value)),
                    ([], [Stmt::Return(value)]) => Step::Out(condition, false, self.value(value)),
                    (yes, []) => Step::When(condition, true, self.block(yes)),
                    ([], no) => Step::When(condition, false, self.block(no)),
                    (yes, no) => Step::Either(condition, [self.block(yes), self.block(no)].into()),
                }
            }
            Stmt::Switch(parts) => Step::Run(self.switch(parts, |body| self.block(body))),
            Stmt::While { condition, body, first } => {
                Step::Run(self.repeat(condition, body, *first))
            }
            Stmt::For { item, counter, over, body } => {
                let counter = counter.map(|slot| self.slot(slot));
                Step::Run(self.go_through(self.slot(*item), counter, over, body))
            }
            Stmt::Block(body) => Step::Run(self.block(body)),
            Stmt::Break => Step::Flow(Flow::Break),
            Stmt::Continue => Step::Flow(Flow::Continue),
            Stmt::Return(value) => Step::Return(self.value(value)),
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
                    let start = run.items.len();
                    items(run);
                    let end = run.items.len();
                    let mut flow = Flow::Next;
                    for i in start..end {
                        let value = run.items[i];
                        match round(run, (i - start) as i64, value) {
                            Flow::Next | Flow::Continue => {}
                            Flow::Break => break,
                            Flow::Return => {
                                flow = Flow::Return;
                                break;
                            }
                        }
                    }
                    run.items.truncate(start);
                    flow
                })
            }
        }
    }
}

//! From the typed tree to closures: statements.

use super::run::{Code, Flow, Run};
use super::tree::{Case, Cost, Expr, Iterated, Stmt, Switch};

mod natives;
mod values;

pub(in crate::script) use natives::{CompileItems, CompileValue};
pub(super) use values::Out;

/// Where the functions' slots are, and which may call themselves.
pub(super) struct Emitter {
    /// For each instance its first slot, and whether it may be running when it is called.
    pub(super) frames: Vec<(usize, bool)>,
    /// The first slot of the function that is being made.
    pub(super) base: usize,
    pub(super) game: std::sync::Arc<crate::game::Game>,
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
        let mut parts: Vec<Code<Flow>> = body.iter().map(|stmt| self.statement(stmt)).collect();
        if parts.len() > 4 {
            // Halves of halves: each step then knows how many follow it.
            let (head, tail) = body.split_at(4);
            let (head, tail) = (self.block(head), self.block(tail));
            return Box::new(move |run| match head(run) {
                Flow::Next => tail(run),
                flow => flow,
            });
        }
        match (parts.pop(), parts.pop(), parts.pop(), parts.pop()) {
            (None, ..) => Box::new(|_| Flow::Next),
            (Some(a), None, ..) => a,
            (Some(b), Some(a), None, _) => Box::new(move |run| match a(run) {
                Flow::Next => b(run),
                flow => flow,
            }),
            (Some(c), Some(b), Some(a), None) => Box::new(move |run| {
                for part in [&a, &b] {
                    let flow = part(run);
                    if flow != Flow::Next {
                        return flow;
                    }
                }
                c(run)
            }),
            (Some(d), Some(c), Some(b), Some(a)) => Box::new(move |run| {
                for part in [&a, &b, &c] {
                    let flow = part(run);
                    if flow != Flow::Next {
                        return flow;
                    }
                }
                d(run)
            }),
        }
    }

    fn statement(&self, stmt: &Stmt) -> Code<Flow> {
        match stmt {
            Stmt::Drop(value) => {
                let value = self.value::<i64>(value);
                Box::new(move |run| {
                    value(run);
                    Flow::Next
                })
            }
            Stmt::Set(slot, value) => self.set(self.slot(*slot), value),
            Stmt::If(condition, branches) => self.choice(condition, &branches[0], &branches[1]),
            Stmt::Switch(parts) => self.switch(parts, |body| self.block(body)),
            Stmt::While { condition, body, first } => self.repeat(condition, body, *first),
            Stmt::For { item, counter, over, body } => {
                let counter = counter.map(|slot| self.slot(slot));
                self.go_through(self.slot(*item), counter, over, body)
            }
            Stmt::Block(body) => self.block(body),
            Stmt::Break => Box::new(|_| Flow::Break),
            Stmt::Continue => Box::new(|_| Flow::Continue),
            Stmt::Return(value) => {
                let value = self.value::<i64>(value);
                Box::new(move |run| {
                    run.returned = value(run);
                    Flow::Return
                })
            }
        }
    }

    fn set(&self, slot: u16, value: &Expr) -> Code<Flow> {
        if let Expr::Const(value) = *value {
            return Box::new(move |run| {
                run.set(slot, value);
                Flow::Next
            });
        }
        let value = self.value::<i64>(value);
        Box::new(move |run| {
            let value = value(run);
            run.set(slot, value);
            Flow::Next
        })
    }

    fn choice(&self, condition: &Expr, yes: &[Stmt], no: &[Stmt]) -> Code<Flow> {
        if let Expr::Not(condition) = condition
            && !no.is_empty()
        {
            return self.choice(condition, no, yes);
        }
        let condition = self.value::<bool>(condition);
        match (yes, no) {
            ([Stmt::Continue], []) => {
                Box::new(move |run| if condition(run) { Flow::Continue } else { Flow::Next })
            }
            ([Stmt::Return(value)], []) => {
                let value = self.value::<i64>(value);
                Box::new(move |run| {
                    if condition(run) {
                        run.returned = value(run);
                        Flow::Return
                    } else {
                        Flow::Next
                    }
                })
            }
            (yes, []) => {
                let yes = self.block(yes);
                Box::new(move |run| if condition(run) { yes(run) } else { Flow::Next })
            }
            (yes, no) => {
                let (yes, no) = (self.block(yes), self.block(no));
                Box::new(move |run| if condition(run) { yes(run) } else { no(run) })
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

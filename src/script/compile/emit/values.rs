//! From the typed tree to closures: values.

use super::super::run::{Code, Run, SLOTS};
use super::super::tree::{Arithmetic, Builtin, Comparison, Expr, Type, Valued};
use super::{Emitter, Flow};

/// What a value comes as: an integer, or a boolean where it is only looked at.
pub(in crate::script::compile) trait Out: Copy + 'static {
    fn int(value: i64) -> Self;
    fn bool(value: bool) -> Self;
    /// Of two makers of values the one that makes its own.
    fn choose<A>(int: fn(A) -> Code<i64>, bool: fn(A) -> Code<bool>) -> fn(A) -> Code<Self>;
}

impl Out for i64 {
    #[inline(always)]
    fn int(value: i64) -> Self {
        value
    }

    #[inline(always)]
    fn bool(value: bool) -> Self {
        value.into()
    }

    fn choose<A>(int: fn(A) -> Code<i64>, _: fn(A) -> Code<bool>) -> fn(A) -> Code<i64> {
        int
    }
}

impl Out for bool {
    #[inline(always)]
    fn int(value: i64) -> Self {
        value != 0
    }

    #[inline(always)]
    fn bool(value: bool) -> Self {
        value
    }

    fn choose<A>(_: fn(A) -> Code<i64>, bool: fn(A) -> Code<bool>) -> fn(A) -> Code<bool> {
        bool
    }
}

/// What stands for code that is never reached.
pub(in crate::script::compile) fn giving_up<T: Out>() -> Code<T> {
    Box::new(|run| T::int(run.give_up()))
}

/// A value that is often a variable, which needs no call. Constants are in slots too.
pub(in crate::script::compile) enum Operand {
    Slot(u16),
    Code(Code<i64>),
}

impl Operand {
    #[inline(always)]
    pub(super) fn get(&self, run: &mut Run<'_>) -> i64 {
        match self {
            Self::Slot(slot) => run.slot(*slot),
            Self::Code(code) => code(run),
        }
    }
}

impl Emitter {
    pub(super) fn operand(&self, expr: &Expr) -> Operand {
        match expr {
            Expr::Const(value) => match self.constant(*value) {
                Some(slot) => Operand::Slot(slot),
                None => Operand::Code(self.value(expr)),
            },
            Expr::Slot(slot) => Operand::Slot(self.slot(*slot)),
            expr => Operand::Code(self.value(expr)),
        }
    }

    /// The slot of a constant, while there is room for one more.
    fn constant(&self, value: i64) -> Option<u16> {
        let mut constants = self.constants.borrow_mut();
        if let Some(known) = constants.iter().position(|known| *known == value) {
            return Some((SLOTS - 1 - known) as u16);
        }
        if self.n_slots + constants.len() >= SLOTS {
            return None;
        }
        constants.push(value);
        Some((SLOTS - constants.len()) as u16)
    }

    pub(super) fn value<T: Out>(&self, expr: &Expr) -> Code<T> {
        match expr {
            Expr::Const(value) => {
                let value = T::int(*value);
                Box::new(move |_| value)
            }
            Expr::Text(text) => {
                let text = text.clone();
                Box::new(move |run| T::int(run.text(text.to_string())))
            }
            Expr::Slot(slot) => {
                let slot = self.slot(*slot);
                Box::new(move |run| T::int(run.slot(slot)))
            }
            Expr::Negate(value) => {
                let value = self.operand(value);
                Box::new(move |run| {
                    let value = value.get(run).checked_neg();
                    T::int(value.unwrap_or_else(|| run.give_up()))
                })
            }
            Expr::Arithmetic(operator, ends) => self.arithmetic(*operator, ends),
            Expr::Compare(comparison, ends) => self.compare(*comparison, ends),
            Expr::Not(value) => self.negation(value),
            Expr::All(parts) => self.chain::<T, true>(parts),
            Expr::Any(parts) => self.chain::<T, false>(parts),
            Expr::Builtin(builtin, args) => self.builtin(*builtin, args),
            Expr::Join(parts) => self.join(parts),
            Expr::If(condition, branches) => {
                let condition = self.value::<bool>(condition);
                let [yes, no] = branches.each_ref().map(|branch| self.valued::<T>(branch));
                Box::new(move |run| if condition(run) { yes(run) } else { no(run) })
            }
            Expr::Block(block) => self.valued(block),
            Expr::Switch(parts) => self.switch(parts, |block| self.valued(block)),
            Expr::Call(callee, args) => self.call(*callee, args),
            Expr::Native(function, args) => {
                self.entry(function, args).unwrap_or_else(|| self.native(function, args))
            }
        }
    }

    fn valued<T: Out>(&self, block: &Valued) -> Code<T> {
        let value = self.value::<T>(&block.value);
        if block.before.is_empty() {
            return value;
        }
        let before = self.block(&block.before);
        Box::new(move |run| {
            // Only a hook that gives up leaves a value early.
            let flow = before(run);
            if flow == Flow::Return { T::int(0) } else { value(run) }
        })
    }

    /// Conditions that must all hold, or of which one must, looked at in their order.
    fn chain<T: Out, const ALL: bool>(&self, parts: &[Expr]) -> Code<T> {
        match parts {
            [] => Box::new(|_| T::bool(ALL)),
            [last] => self.value(last),
            [Expr::Not(first), rest @ ..] => {
                let (first, rest) = (self.value::<bool>(first), self.chain::<bool, ALL>(rest));
                Box::new(move |run| T::bool(if first(run) == ALL { !ALL } else { rest(run) }))
            }
            [first, rest @ ..] => {
                let (first, rest) = (self.value::<bool>(first), self.chain::<bool, ALL>(rest));
                Box::new(move |run| T::bool(if first(run) == ALL { rest(run) } else { !ALL }))
            }
        }
    }

    fn negation<T: Out>(&self, value: &Expr) -> Code<T> {
        match value {
            Expr::Not(value) => self.value(value),
            Expr::Compare(comparison, ends) => self.compare(comparison.inverse(), ends),
            value => {
                let value = self.value::<bool>(value);
                Box::new(move |run| T::bool(!value(run)))
            }
        }
    }

    fn arithmetic<T: Out>(&self, operator: Arithmetic, ends: &[Expr; 2]) -> Code<T> {
        match operator {
            Arithmetic::Add => self.binary(ends, i64::checked_add),
            Arithmetic::Subtract => self.binary(ends, i64::checked_sub),
            Arithmetic::And => self.binary(ends, |a, b| Some(a & b)),
            Arithmetic::Or => self.binary(ends, |a, b| Some(a | b)),
            Arithmetic::Xor => self.binary(ends, |a, b| Some(a ^ b)),
            other => self.binary(ends, move |a, b| other.apply(a, b)),
        }
    }

    fn binary<T: Out>(
        &self,
        ends: &[Expr; 2],
        apply: impl Fn(i64, i64) -> Option<i64> + 'static,
    ) -> Code<T> {
        match ends.each_ref().map(|end| self.operand(end)) {
            [Operand::Slot(a), Operand::Slot(b)] => Box::new(move |run| {
                let value = apply(run.slot(a), run.slot(b));
                T::int(value.unwrap_or_else(|| run.give_up()))
            }),
            [a, b] => Box::new(move |run| {
                let a = a.get(run);
                let b = b.get(run);
                T::int(apply(a, b).unwrap_or_else(|| run.give_up()))
            }),
        }
    }

    fn compare<T: Out>(&self, comparison: Comparison, ends: &[Expr; 2]) -> Code<T> {
        match comparison {
            Comparison::Equal => self.compared(ends, |a, b| a == b),
            Comparison::Unequal => self.compared(ends, |a, b| a != b),
            Comparison::Less => self.compared(ends, |a, b| a < b),
            Comparison::LessOrEqual => self.compared(ends, |a, b| a <= b),
            Comparison::Greater => self.compared(ends, |a, b| a > b),
            Comparison::GreaterOrEqual => self.compared(ends, |a, b| a >= b),
        }
    }

    fn compared<T: Out>(
        &self,
        ends: &[Expr; 2],
        holds: impl Fn(i64, i64) -> bool + 'static,
    ) -> Code<T> {
        match ends.each_ref().map(|end| self.operand(end)) {
            [Operand::Slot(a), Operand::Slot(b)] => {
                Box::new(move |run| T::bool(holds(run.slot(a), run.slot(b))))
            }
            [Operand::Code(a), Operand::Slot(b)] => Box::new(move |run| {
                let a = a(run);
                T::bool(holds(a, run.slot(b)))
            }),
            [a, b] => Box::new(move |run| {
                let a = a.get(run);
                T::bool(holds(a, b.get(run)))
            }),
        }
    }

    fn builtin<T: Out>(&self, builtin: Builtin, args: &[Expr]) -> Code<T> {
        match args {
            [a] => self.pair([a, &Expr::Const(0)], move |a, b| builtin.apply(a, b)),
            [a, b] => self.pair([a, b], move |a, b| builtin.apply(a, b)),
            // They were counted when the call was typed.
            _ => giving_up(),
        }
    }

    fn pair<T: Out>(
        &self,
        [a, b]: [&Expr; 2],
        apply: impl Fn(i64, i64) -> Option<i64> + 'static,
    ) -> Code<T> {
        self.binary(&[a.clone(), b.clone()], apply)
    }

    fn join<T: Out>(&self, parts: &[(Type, Expr); 2]) -> Code<T> {
        let [a, b] = parts.each_ref().map(|(ty, part)| (*ty, self.operand(part)));
        Box::new(move |run| {
            let mut text = String::new();
            for (ty, part) in [&a, &b] {
                let value = part.get(run);
                match ty {
                    Type::Text => {
                        if let Some(part) =
                            usize::try_from(value).ok().and_then(|index| run.rows.texts.get(index))
                        {
                            text.push_str(part);
                        }
                    }
                    Type::Bool => text.push_str(if value == 0 { "false" } else { "true" }),
                    _ => text.push_str(&value.to_string()),
                }
            }
            T::int(run.text(text))
        })
    }

    fn call<T: Out>(&self, callee: usize, args: &[Expr]) -> Code<T> {
        match args {
            [] => self.call_with::<T, 0>(callee, args),
            [_] => self.call_with::<T, 1>(callee, args),
            [_, _] => self.call_with::<T, 2>(callee, args),
            [_, _, _] => self.call_with::<T, 3>(callee, args),
            [_, _, _, _] => self.call_with::<T, 4>(callee, args),
            [_, _, _, _, _] => self.call_with::<T, 5>(callee, args),
            [_, _, _, _, _, _] => self.call_with::<T, 6>(callee, args),
            many => {
                let args: Vec<Operand> = many.iter().map(|arg| self.operand(arg)).collect();
                Box::new(move |run| {
                    let values: Vec<i64> = args.iter().map(|arg| arg.get(run)).collect();
                    T::int(run.call_again(callee, &values))
                })
            }
        }
    }

    fn call_with<T: Out, const N: usize>(&self, callee: usize, args: &[Expr]) -> Code<T> {
        let (base, again) = self.frames[callee];
        let args: Vec<Operand> = args.iter().map(|arg| self.operand(arg)).collect();
        let Ok(args) = <[Operand; N]>::try_from(args) else {
            return giving_up();
        };
        if again {
            return Box::new(move |run| {
                let values = args.each_ref().map(|arg| arg.get(run));
                T::int(run.call_again(callee, &values))
            });
        }
        let base = base as u16;
        if args.iter().all(|arg| matches!(arg, Operand::Slot(_))) {
            let slots = args.each_ref().map(|arg| match arg {
                Operand::Slot(slot) => *slot,
                Operand::Code(_) => 0,
            });
            return Box::new(move |run| {
                let values = slots.map(|slot| run.slot(slot));
                for (i, value) in values.into_iter().enumerate() {
                    run.set(base + i as u16, value);
                }
                T::int(run.call(callee))
            });
        }
        Box::new(move |run| {
            // All are known before the first is set: one of them may call the same function.
            let values = args.each_ref().map(|arg| arg.get(run));
            for (i, value) in values.into_iter().enumerate() {
                run.set(base + i as u16, value);
            }
            T::int(run.call(callee))
        })
    }
}

//! From the typed tree to closures: calls of `g`, with what is known of their arguments.

use super::super::run::{Code, Run};
use super::super::tree::Expr;
use super::values::{Operand, giving_up};
use super::{Emitter, Out};
use crate::script::api::{ApiFn, Bound, Effect, Native, NativeItems, Param, Run as How};

/// An argument with the integers that it may be: so many from `low` on, or else what its kind admits.
/// It is small, since all that hooks go through should stay near the processor.
pub(crate) struct Argument {
    value: Operand,
    n: u64,
    low: i32,
    kind: Param,
}

/// A call that is to be compiled.
pub(crate) struct Call {
    effect: Effect,
    args: Vec<Argument>,
}

/// Makes compiled calls of one native.
#[derive(Clone, Copy)]
pub(crate) struct CompileValue {
    int: fn(Call) -> Code<i64>,
    bool: fn(Call) -> Code<bool>,
}

impl CompileValue {
    pub(in crate::script) const fn new<N: Native>() -> Self {
        Self { int: compiled::<N, i64>, bool: compiled::<N, bool> }
    }
}

/// As [`CompileValue`], of a native that gives items: they are put on top of those that loops further
/// out go through.
#[derive(Clone, Copy)]
pub(crate) struct CompileItems(fn(Call) -> Code<()>);

impl CompileItems {
    pub(in crate::script) const fn new<N: NativeItems>() -> Self {
        Self(compiled_items::<N>)
    }
}

impl Argument {
    fn new(value: Operand, kind: Param, bound: Bound) -> Self {
        let (low, n) = match bound {
            Bound::Fixed { low, n } => (low as i32, n),
            // All but −1, which its kind admits.
            Bound::Any => (0, u64::MAX),
            // What hangs on the table is looked up.
            _ => (0, 0),
        };
        Self { value, n, low, kind }
    }

    /// The value, and whether the native may see it.
    #[inline(always)]
    fn get(&self, run: &mut Run<'_>) -> (i64, bool) {
        let value = self.value.get(run);
        (value, self.admits(run, value))
    }

    /// The slot, if it needs no call.
    fn slot(&self) -> Option<u16> {
        match self.value {
            Operand::Slot(slot) => Some(slot),
            Operand::Code(_) => None,
        }
    }

    #[inline(always)]
    fn admits(&self, run: &Run<'_>, value: i64) -> bool {
        (value.wrapping_sub(self.low.into()) as u64) < self.n
            || match self.kind {
                Param::Walk => (value as u64) < run.table.walks.len() as u64,
                Param::Move if value >= 0 => (value as u64) < run.table.offers.len() as u64,
                Param::Step if value == 0 => true,
                _ => false,
            }
            || looked_up(self.kind, run, value)
    }
}

#[inline(never)]
fn looked_up(kind: Param, run: &Run<'_>, value: i64) -> bool {
    kind.admits(run.table, value)
}

/// Calls a native with arguments of which it is known whether they are good.
#[inline(always)]
fn finish<N: Native, T: Out>(run: &mut Run<'_>, effect: Effect, good: bool, args: &[i64]) -> T {
    if good
        && (effect == Effect::Read || effect.is_allowed(run.table))
        && let Ok(value) = N::call(run.table, args)
    {
        return T::int(value);
    }
    T::int(run.give_up())
}

/// A compiled call; where arguments are variables or numbers it has them inside.
fn compiled<N: Native, T: Out>(call: Call) -> Code<T> {
    let Call { effect, args } = call;
    let mut args = args.into_iter();
    match (args.len(), args.next(), args.next()) {
        (0, ..) => Box::new(move |run| finish::<N, T>(run, effect, true, &[])),
        (1, Some(first), _) => match first.value {
            Operand::Slot(slot) => Box::new(move |run| {
                let a = run.slot(slot);
                let good = first.admits(run, a);
                finish::<N, T>(run, effect, good, &[a])
            }),
            Operand::Code(_) => Box::new(move |run| {
                let (a, good) = first.get(run);
                finish::<N, T>(run, effect, good, &[a])
            }),
        },
        (2, Some(first), Some(second)) => many::<N, T, 2>(effect, [first, second], args),
        (3, Some(first), Some(second)) => many::<N, T, 3>(effect, [first, second], args),
        (4, Some(first), Some(second)) => many::<N, T, 4>(effect, [first, second], args),
        (5, Some(first), Some(second)) => many::<N, T, 5>(effect, [first, second], args),
        // No native takes more.
        _ => giving_up(),
    }
}

fn many<N: Native, T: Out, const LEN: usize>(
    effect: Effect,
    first: [Argument; 2],
    rest: impl Iterator<Item = Argument>,
) -> Code<T> {
    let args: Vec<Argument> = first.into_iter().chain(rest).collect();
    let Ok(args) = <[Argument; LEN]>::try_from(args) else {
        return giving_up();
    };
    if args.iter().all(|arg| arg.slot().is_some()) {
        let slots = args.each_ref().map(|arg| arg.slot().unwrap_or_default());
        return Box::new(move |run| {
            let values = slots.map(|slot| run.slot(slot));
            let mut good = true;
            for (arg, value) in args.iter().zip(values) {
                good &= arg.admits(run, value);
            }
            finish::<N, T>(run, effect, good, &values)
        });
    }
    Box::new(move |run| {
        let mut good = true;
        let values = args.each_ref().map(|arg| {
            let (value, is_good) = arg.get(run);
            good &= is_good;
            value
        });
        finish::<N, T>(run, effect, good, &values)
    })
}

fn compiled_items<N: NativeItems>(call: Call) -> Code<()> {
    let Call { effect, args } = call;
    match args.len() {
        0 => items_of::<N, 0>(effect, args),
        1 => items_of::<N, 1>(effect, args),
        2 => items_of::<N, 2>(effect, args),
        3 => items_of::<N, 3>(effect, args),
        _ => items_of::<N, 5>(effect, args),
    }
}

fn items_of<N: NativeItems, const LEN: usize>(effect: Effect, args: Vec<Argument>) -> Code<()> {
    let Ok(args) = <[Argument; LEN]>::try_from(args) else {
        // No native that gives items takes more.
        return Box::new(|run| _ = run.give_up());
    };
    Box::new(move |run| {
        let mut good = effect == Effect::Read || effect.is_allowed(run.table);
        let values = args.each_ref().map(|arg| {
            let (value, is_good) = arg.get(run);
            good &= is_good;
            value
        });
        let start = run.rows.items.len();
        if !good
            || N::call(run.table, &values, &mut run.rows.items).is_err()
            || run.table.charge(run.rows.items.len() - start).is_err()
        {
            run.give_up();
        }
    })
}

impl Emitter {
    pub(super) fn native<T: Out>(&self, function: &'static ApiFn, args: &[Expr]) -> Code<T> {
        match function.run {
            How::Value { compile, .. } => {
                T::choose(compile.int, compile.bool)(self.call_of(function, args))
            }
            // Items stand in a `for` only, which asks for them elsewhere.
            How::Items { .. } => giving_up(),
        }
    }

    pub(super) fn items(&self, function: &'static ApiFn, args: &[Expr]) -> Code<()> {
        match function.run {
            How::Items { compile, .. } => compile.0(self.call_of(function, args)),
            How::Value { .. } => Box::new(|run| _ = run.give_up()),
        }
    }

    fn call_of(&self, function: &ApiFn, args: &[Expr]) -> Call {
        let argument = |((_, kind), arg): (&(&str, Param), &Expr)| {
            let bound = kind.bound(&self.game);
            // What is known to be in range need not be looked at again.
            let is_known = match (arg, bound) {
                (Expr::Const(value), Bound::Fixed { low, n }) => {
                    (value.wrapping_sub(low) as u64) < n
                }
                _ => false,
            };
            Argument::new(self.operand(arg), *kind, if is_known { Bound::Any } else { bound })
        };
        let args = function.params.iter().zip(args).map(argument).collect();
        Call { effect: function.effect, args }
    }
}

//! From the typed tree to closures: calls of `g`, with what is known of their arguments.

use super::super::run::{Code, Run};
use super::super::tree::Expr;
use super::values::Operand;
use super::{Emitter, Out};
use crate::script::api::{ApiFn, Bound, Effect, Native, NativeItems, Param, Run as How};

/// An argument with the integers that it may be.
pub(crate) struct Argument {
    value: Operand,
    bound: Bound,
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
    /// The value, and whether the native may see it.
    #[inline(always)]
    fn get(&self, run: &mut Run<'_>) -> (i64, bool) {
        let value = self.value.get(run);
        (value, is_good(self.bound, run, value))
    }
}

#[inline(always)]
fn is_good(bound: Bound, run: &Run<'_>, value: i64) -> bool {
    match bound {
        Bound::Any => true,
        Bound::Fixed { low, n } => (value.wrapping_sub(low) as u64) < n,
        bound => bound.admits(run.table, value),
    }
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
        (1, Some(Argument { value: Operand::Slot(slot), bound }), _) => Box::new(move |run| {
            let a = run.slot(slot);
            let good = is_good(bound, run, a);
            finish::<N, T>(run, effect, good, &[a])
        }),
        (1, Some(first), _) => Box::new(move |run| {
            let (a, good) = first.get(run);
            finish::<N, T>(run, effect, good, &[a])
        }),
        (
            2,
            Some(Argument { value: Operand::Slot(slot), bound }),
            Some(Argument { value: Operand::Const(b), bound: Bound::Any }),
        ) => Box::new(move |run| {
            let a = run.slot(slot);
            let good = is_good(bound, run, a);
            finish::<N, T>(run, effect, good, &[a, b])
        }),
        (2, Some(first), Some(second)) => Box::new(move |run| {
            let (a, is_first_good) = first.get(run);
            let (b, is_second_good) = second.get(run);
            finish::<N, T>(run, effect, is_first_good && is_second_good, &[a, b])
        }),
        (3, Some(first), Some(second)) => many::<N, T, 3>(effect, [first, second], args),
        (4, Some(first), Some(second)) => many::<N, T, 4>(effect, [first, second], args),
        (5, Some(first), Some(second)) => many::<N, T, 5>(effect, [first, second], args),
        // No native takes more.
        _ => Box::new(|run| T::int(run.give_up())),
    }
}

fn many<N: Native, T: Out, const LEN: usize>(
    effect: Effect,
    first: [Argument; 2],
    rest: impl Iterator<Item = Argument>,
) -> Code<T> {
    let args: Vec<Argument> = first.into_iter().chain(rest).collect();
    let Ok(args) = <[Argument; LEN]>::try_from(args) else {
        return Box::new(|run| T::int(run.give_up()));
    };
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
    Box::new(move |run| {
        let mut good = effect == Effect::Read || effect.is_allowed(run.table);
        let mut values = [0; 5];
        for (value, arg) in values.iter_mut().zip(&args) {
            let is_good;
            (*value, is_good) = arg.get(run);
            good &= is_good;
        }
        let start = run.items.len();
        let n_args = args.len();
        if !good
            || N::call(run.table, &values[..n_args], run.items).is_err()
            || run.table.charge(run.items.len() - start).is_err()
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
            How::Items { .. } => Box::new(|run| T::int(run.give_up())),
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
            let value = self.operand(arg);
            let bound = kind.bound(&self.game);
            // What is known to be in range need not be looked at again.
            let is_known = match (&value, bound) {
                (Operand::Const(value), Bound::Fixed { low, n }) => {
                    (value.wrapping_sub(low) as u64) < n
                }
                _ => false,
            };
            Argument { value, bound: if is_known { Bound::Any } else { bound } }
        };
        let args = function.params.iter().zip(args).map(argument).collect();
        Call { effect: function.effect, args }
    }
}

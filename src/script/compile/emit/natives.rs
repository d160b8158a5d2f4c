//! From the typed tree to closures: calls of `g`, with what is known of their arguments.

use super::super::run::{Code, Run};
use super::super::tree::Expr;
use super::values::Operand;
use super::{Emitter, Out};
use crate::script::api::{ApiFn, Bound, Param, Run as Native};
use crate::script::table::{Fault, Table};

/// A native that gives a value.
type ValueFn = fn(&mut Table, &[i64]) -> Result<i64, Fault>;

/// An argument with the integers that it may be.
struct Argument {
    value: Operand,
    bound: Bound,
}

impl Argument {
    /// The value, if the native may see it.
    #[inline(always)]
    fn get(&self, run: &mut Run<'_>, good: &mut bool) -> i64 {
        let value = self.value.get(run);
        *good &= match self.bound {
            Bound::Any => true,
            Bound::Fixed { low, n } => (value.wrapping_sub(low) as u64) < n,
            bound => bound.admits(run.table, value),
        };
        value
    }
}

impl Emitter {
    pub(super) fn native<T: Out>(&self, function: &'static ApiFn, args: &[Expr]) -> Code<T> {
        let Native::Value(native) = function.run else {
            // Items stand in a `for` only, which asks for them elsewhere.
            return Box::new(|run| T::int(run.give_up()));
        };
        let args = self.arguments(function, args);
        match args.len() {
            0 => Self::called::<T, 0>(function, native, args),
            1 => Self::called::<T, 1>(function, native, args),
            2 => Self::called::<T, 2>(function, native, args),
            3 => Self::called::<T, 3>(function, native, args),
            4 => Self::called::<T, 4>(function, native, args),
            _ => Self::called::<T, 5>(function, native, args),
        }
    }

    fn called<T: Out, const N: usize>(
        function: &'static ApiFn,
        native: ValueFn,
        args: Vec<Argument>,
    ) -> Code<T> {
        let effect = function.effect;
        let Ok(args) = <[Argument; N]>::try_from(args) else {
            // No native takes more than five.
            return Box::new(|run| T::int(run.give_up()));
        };
        Box::new(move |run| {
            let mut good = effect.is_allowed(run.table);
            let values = args.each_ref().map(|arg| arg.get(run, &mut good));
            if !good {
                return T::int(run.give_up());
            }
            match native(run.table, &values) {
                Ok(value) => T::int(value),
                Err(_) => T::int(run.give_up()),
            }
        })
    }

    /// Puts the items of a native on top of those that loops further out go through.
    pub(super) fn items(&self, function: &'static ApiFn, args: &[Expr]) -> Code<()> {
        let args = self.arguments(function, args);
        let Native::Items(native) = function.run else {
            return Box::new(|run| _ = run.give_up());
        };
        let effect = function.effect;
        Box::new(move |run| {
            let mut good = effect.is_allowed(run.table);
            let mut values = [0; 5];
            for (value, arg) in values.iter_mut().zip(&args) {
                *value = arg.get(run, &mut good);
            }
            let start = run.items.len();
            if !good
                || native(run.table, &values[..args.len()], run.items).is_err()
                || run.table.charge(run.items.len() - start).is_err()
            {
                run.give_up();
            }
        })
    }

    fn arguments(&self, function: &ApiFn, args: &[Expr]) -> Vec<Argument> {
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
        function.params.iter().zip(args).map(argument).collect()
    }
}

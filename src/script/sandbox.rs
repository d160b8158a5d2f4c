//! The engine that scripts run in: no files, modules, clock, eval, function pointers or closures.

use std::any::TypeId;
use std::rc::Rc;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicStringPackage, LogicPackage,
    MoreStringPackage, Package,
};
use rhai::{Dynamic, Engine, EvalAltResult, INT, Position};

use super::api::{self, ApiFn, Param, Returns, Run};
use super::limits::Limits;
use super::{Meter, Slot, failure};

/// What scripts hold as `g`; the table itself lies in the slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handle;

/// The integers that a `for` goes through.
#[derive(Clone, Debug)]
struct Items(Vec<i64>);

impl IntoIterator for Items {
    type Item = INT;
    type IntoIter = std::vec::IntoIter<INT>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// What scripts may not say: it would reach outside, or hide work from the limits.
const FORBIDDEN: [&str; 8] = ["eval", "Fn", "call", "curry", "import", "export", "print", "debug"];

/// An engine that reads scripts and runs none.
pub(super) fn parser(limits: &Limits) -> Engine {
    let mut engine = Engine::new_raw();
    for symbol in FORBIDDEN {
        engine.disable_symbol(symbol);
    }
    engine.set_allow_anonymous_fn(false);
    engine.set_max_functions(limits.functions as usize);
    engine.set_max_expr_depths(failure::MAX_DEPTH, failure::MAX_DEPTH);
    engine.set_max_string_size(limits.string as usize);
    engine.set_max_array_size(limits.array as usize);
    engine.set_max_map_size(16);
    engine
}

/// An engine with limits whose natives work on the table in the slot.
pub(super) fn engine(limits: &Limits, meter: &Rc<Meter>, slot: &Slot) -> Engine {
    let mut engine = parser(limits);
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    MoreStringPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    engine.set_max_call_levels(limits.calls as usize);
    engine.set_max_operations(limits.operations);
    engine.set_max_variables(limits.variables as usize);
    engine.set_max_modules(0);
    // The engine's own count starts anew inside some natives; this one does not.
    let counter = Rc::clone(meter);
    engine.on_progress(move |_| counter.count(1).err().map(Dynamic::from));
    engine.register_type_with_name::<Handle>("g");
    engine.register_type_with_name::<Items>("items");
    engine.register_iterator::<Items>();
    for function in api::functions() {
        register(&mut engine, function, meter, slot);
    }
    engine
}

/// The name under which a script reaches a function of `g`, as long as the one it writes.
///
/// A method call finds a script's own function of the same name and number of arguments first, and
/// the hook `act` is one.
pub(super) fn alias(name: &str) -> &str {
    if name == "act" { "Act" } else { name }
}

fn register(engine: &mut Engine, function: &'static ApiFn, meter: &Rc<Meter>, slot: &Slot) {
    if function.property {
        let (meter, slot) = (Rc::clone(meter), Rc::clone(slot));
        engine.register_get(function.name, move |_: &mut Handle| run(function, &meter, &slot, &[]));
        return;
    }
    let types = |value: TypeId| -> Vec<TypeId> {
        let params = function.params.iter();
        let params =
            params.map(|(_, kind)| if *kind == Param::Value { value } else { TypeId::of::<INT>() });
        std::iter::once(TypeId::of::<Handle>()).chain(params).collect()
    };
    let has_value = function.params.iter().any(|(_, kind)| *kind == Param::Value);
    let mut overloads = vec![types(TypeId::of::<INT>())];
    if has_value {
        overloads.push(types(TypeId::of::<bool>()));
    }
    for types in overloads {
        let (meter, slot) = (Rc::clone(meter), Rc::clone(slot));
        engine.register_raw_fn(alias(function.name), types, move |context, args| {
            meter.last.set(context.call_position());
            let mut values = [0_i64; 5];
            let n = args.len() - 1;
            for (value, arg) in values.iter_mut().zip(&args[1..]) {
                *value = match arg.as_int() {
                    Ok(int) => int,
                    Err(_) => arg.as_bool().unwrap_or_default().into(),
                };
            }
            run(function, &meter, &slot, &values[..n])
        });
    }
}

fn run(
    function: &ApiFn,
    meter: &Meter,
    slot: &Slot,
    args: &[i64],
) -> Result<Dynamic, Box<EvalAltResult>> {
    let mut table = slot.borrow_mut();
    let answer = function.check(&table, args).and_then(|()| match function.run {
        Run::Value { call, .. } => call(&mut table, args).map(|value| match function.returns {
            Returns::Bool => Dynamic::from_bool(value != 0),
            Returns::Nothing => Dynamic::UNIT,
            Returns::Int | Returns::Items => Dynamic::from_int(value),
        }),
        Run::Items { call, .. } => {
            let mut items = Vec::new();
            call(&mut table, args, &mut items)
                .and_then(|()| table.charge(items.len()))
                .map(|()| Dynamic::from(Items(items)))
        }
    });
    let work = std::mem::take(&mut table.work);
    let answer = answer.and_then(|answer| meter.count(work).map(|()| answer));
    answer.map_err(|fault| EvalAltResult::ErrorRuntime(Dynamic::from(fault), Position::NONE).into())
}

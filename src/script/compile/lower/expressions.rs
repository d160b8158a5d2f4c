//! Expressions, calls and assignments.

use rhai::{BinaryExpr, Expr as Syntax, FnCallExpr, OpAssignment, Position};

use super::super::tree::{Arithmetic, Builtin, Comparison, Expr, Instance, NativeCall, Stmt, Type};
use super::{Body, Known, Lowered, Unsupported, Variable, unsupported};
use crate::script::api::{self, ApiFn, Param, Returns};
use crate::script::sandbox;

impl Body<'_, '_> {
    pub(super) fn expr(&mut self, expr: &Syntax) -> Lowered<(Expr, Type)> {
        Ok(match expr {
            Syntax::IntegerConstant(value, _) => (Expr::Const(*value), Type::Int),
            Syntax::BoolConstant(value, _) => (Expr::Const((*value).into()), Type::Bool),
            Syntax::StringConstant(text, _) => (Expr::Text(text.as_str().into()), Type::Text),
            Syntax::Unit(_) => (Expr::Const(0), Type::Unit),
            Syntax::Variable(variable, _, position) => self.variable(&variable.1, *position)?,
            Syntax::FnCall(call, position) => self.call(call, *position)?,
            Syntax::And(parts, _) => (self.conditions(parts, true)?, Type::Bool),
            Syntax::Or(parts, _) => (self.conditions(parts, false)?, Type::Bool),
            Syntax::Stmt(block) => {
                let (block, ty) = self.valued(block.statements())?;
                (block.into_expr(), ty)
            }
            Syntax::Dot(parts, ..) => self.dot(parts)?,
            Syntax::CharConstant(_, position) => return unsupported("a character", *position),
            Syntax::InterpolatedString(_, position) => {
                return unsupported("a text with places to fill", *position);
            }
            Syntax::Array(_, position) => return unsupported("an array", *position),
            Syntax::Map(_, position) => return unsupported("a map", *position),
            Syntax::Index(.., position) => return unsupported("an index", *position),
            Syntax::Coalesce(_, position) => return unsupported("the operator `??`", *position),
            other => return unsupported("this expression", other.position()),
        })
    }

    /// An expression that must be of a type, or is still being typed.
    pub(super) fn typed(&mut self, expr: &Syntax, wanted: Type) -> Lowered<Expr> {
        match self.expr(expr)? {
            (value, ty) if ty == wanted || ty == Type::Never => Ok(value),
            (_, ty) => {
                let what = format!("{} where {} belongs", ty.noun(), wanted.noun());
                unsupported(what, expr.position())
            }
        }
    }

    pub(super) fn condition(&mut self, expr: &Syntax) -> Lowered<Expr> {
        self.typed(expr, Type::Bool)
    }

    /// Conditions that must all hold, or of which one must.
    fn conditions(&mut self, parts: &[Syntax], all: bool) -> Lowered<Expr> {
        let mut open = Vec::new();
        for part in parts {
            match self.condition(part)? {
                // It decides nothing, or all that follows is not looked at.
                Expr::Const(holds) if (holds != 0) == all => {}
                Expr::Const(_) if open.is_empty() => return Ok(Expr::Const((!all).into())),
                Expr::Const(holds) => {
                    open.push(Expr::Const(holds));
                    break;
                }
                condition => open.push(condition),
            }
        }
        Ok(match (open.pop(), open.is_empty(), all) {
            (None, _, all) => Expr::Const(all.into()),
            (Some(only), true, _) => only,
            (Some(last), false, all) => {
                open.push(last);
                if all { Expr::All(open) } else { Expr::Any(open) }
            }
        })
    }

    fn variable(&mut self, name: &str, position: Position) -> Lowered<(Expr, Type)> {
        match self.scope.iter().rev().find(|known| known.name == name) {
            Some(Variable { ty: Type::Handle, .. }) => Ok((Expr::Const(0), Type::Handle)),
            Some(Variable { value: Some(value), ty, .. }) => Ok((Expr::Const(*value), *ty)),
            Some(Variable { slot, ty, .. }) => Ok((Expr::Slot(*slot), *ty)),
            None => unsupported(format!("the unknown variable `{name}`"), position),
        }
    }

    /// A property or a method of `g`, or a method of an integer.
    fn dot(&mut self, parts: &BinaryExpr) -> Lowered<(Expr, Type)> {
        let position = parts.rhs.position();
        let (receiver, ty) = self.expr(&parts.lhs)?;
        match (&parts.rhs, ty) {
            (Syntax::Property(property, _), Type::Handle) => {
                self.native(&property.2, &[], position)
            }
            (Syntax::MethodCall(call, _), Type::Handle) => {
                self.native(&call.name, &call.args, position)
            }
            (Syntax::MethodCall(call, _), Type::Int) => {
                let mut args = vec![receiver];
                for arg in &call.args {
                    args.push(self.typed(arg, Type::Int)?);
                }
                builtin(&call.name, args, position)
            }
            (_, ty) => unsupported(format!("a property or method of {}", ty.noun()), position),
        }
    }

    pub(super) fn call(&mut self, call: &FnCallExpr, position: Position) -> Lowered<(Expr, Type)> {
        let name = call.name.as_str();
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return self.operator(call, position);
        }
        if let Some(function) = self.all.by_name.get(&(name, call.args.len())).copied() {
            let mut values = Vec::new();
            let mut params = Vec::new();
            let declared = &self.all.functions[function];
            for (arg, name) in call.args.iter().zip(&declared.params) {
                let (value, ty) = self.expr(arg)?;
                if matches!(ty, Type::Unit | Type::Mixed) {
                    let what = format!("{} as an argument", ty.noun());
                    return unsupported(what, arg.position());
                }
                let constant = match value {
                    Expr::Const(value) if !declared.assigned.contains(name) => Some(value),
                    _ => None,
                };
                values.push(value);
                params.push(Known { ty, value: constant.filter(|_| ty != Type::Handle) });
            }
            if params.iter().any(|param| param.ty == Type::Never) {
                self.all.waiting.insert(self.instance, position);
                return Ok((Expr::Const(0), Type::Never));
            }
            let callee = self.all.instance(function, params);
            let Instance { params, returns, .. } = &self.all.instances[callee];
            let needed = values
                .into_iter()
                .zip(params)
                .filter(|(_, param)| param.ty != Type::Handle && param.value.is_none());
            let values = needed.map(|(value, _)| value).collect();
            return Ok((Expr::Call(callee, values), *returns));
        }
        if self.begins_with_handle(&call.args) {
            return self.native(name, &call.args[1..], position);
        }
        let args =
            call.args.iter().map(|arg| self.typed(arg, Type::Int)).collect::<Lowered<_>>()?;
        builtin(name, args, position)
    }

    /// A function of `g` with its arguments, if it gives items.
    pub(super) fn items(&mut self, expr: &Syntax) -> Lowered<Option<(&'static ApiFn, Vec<Expr>)>> {
        let (call, args, position) = match expr {
            Syntax::FnCall(call, position) if self.begins_with_handle(&call.args) => {
                (call, &call.args[1..], *position)
            }
            Syntax::Dot(parts, ..) if self.begins_with_handle(std::slice::from_ref(&parts.lhs)) => {
                match &parts.rhs {
                    Syntax::MethodCall(call, position) => (call, call.args.as_slice(), *position),
                    _ => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        match find(&call.name, args.len()) {
            Some(function) if function.returns == Returns::Items => {
                Ok(Some((function, self.native_args(function, args, position)?)))
            }
            _ => Ok(None),
        }
    }

    fn begins_with_handle(&mut self, args: &[Syntax]) -> bool {
        let Some(Syntax::Variable(variable, _, position)) = args.first() else { return false };
        matches!(self.variable(&variable.1, *position), Ok((_, Type::Handle)))
    }

    fn native(&mut self, name: &str, args: &[Syntax], position: Position) -> Lowered<(Expr, Type)> {
        let Some(function) = find(name, args.len()) else {
            return unsupported(format!("`g.{name}` with {} arguments", args.len()), position);
        };
        let ty = match function.returns {
            Returns::Int => Type::Int,
            Returns::Bool => Type::Bool,
            Returns::Nothing => Type::Unit,
            Returns::Items => {
                return unsupported(format!("the items of `g.{name}` outside a `for`"), position);
            }
        };
        let args = self.native_args(function, args, position)?;
        let known = match function.name {
            "explaining" => Some(self.all.explaining.into()),
            "n_players" => Some(self.all.game.players.len() as i64),
            _ => None,
        };
        let call = || Expr::Native(NativeCall::new(function, args));
        Ok((known.map_or_else(call, Expr::Const), ty))
    }

    fn native_args(
        &mut self,
        function: &ApiFn,
        args: &[Syntax],
        position: Position,
    ) -> Lowered<Vec<Expr>> {
        let mut values = Vec::new();
        for ((_, kind), arg) in function.params.iter().zip(args) {
            let (value, ty) = self.expr(arg)?;
            let fits =
                matches!(ty, Type::Int | Type::Never) || ty == Type::Bool && *kind == Param::Value;
            if !fits {
                let what = format!("{} as an argument of `g.{}`", ty.noun(), function.name);
                return unsupported(what, position);
            }
            values.push(value);
        }
        Ok(values)
    }

    fn operator(&mut self, call: &FnCallExpr, position: Position) -> Lowered<(Expr, Type)> {
        match (call.name.as_str(), call.args.as_slice()) {
            ("!", [arg]) => match self.condition(arg)? {
                Expr::Const(holds) => Ok((Expr::Const((holds == 0).into()), Type::Bool)),
                condition => Ok((Expr::Not(condition.into()), Type::Bool)),
            },
            ("+", [arg]) => Ok((self.typed(arg, Type::Int)?, Type::Int)),
            ("-", [arg]) => {
                let value = Expr::Negate(self.typed(arg, Type::Int)?.into());
                Ok((value.folded(), Type::Int))
            }
            (operator, [left, right]) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                binary(operator, left, right, position)
            }
            (operator, _) => unsupported(format!("the operator `{operator}`"), position),
        }
    }

    pub(super) fn assignment(
        &mut self,
        operation: &OpAssignment,
        parts: &BinaryExpr,
    ) -> Lowered<Stmt> {
        let position = operation.position();
        let Syntax::Variable(variable, ..) = &parts.lhs else {
            return unsupported("an assignment to a part of a value", position);
        };
        let (value, ty) = self.expr(&parts.rhs)?;
        let (target, declared) = self.variable(&variable.1, position)?;
        let Expr::Slot(slot) = target else { return unsupported("an assignment to `g`", position) };
        let (value, ty) = match operation.get_op_assignment_info() {
            None => (value, ty),
            Some((.., operator)) => binary(operator, (target, declared), (value, ty), position)?,
        };
        if ty != declared && ty != Type::Never && declared != Type::Never {
            let what = format!("{} in a variable that holds {}", ty.noun(), declared.noun());
            return unsupported(what, position);
        }
        Ok(Stmt::Set(slot, value))
    }
}

/// The function of `g` that is written so, with so many arguments after `g`.
fn find(written: &str, n_args: usize) -> Option<&'static ApiFn> {
    api::functions().find(|function| {
        let is_named = function.name == written || sandbox::alias(function.name) == written;
        is_named && function.params.len() == n_args
    })
}

fn builtin(name: &str, args: Vec<Expr>, position: Position) -> Lowered<(Expr, Type)> {
    let (builtin, ty) = match (name, args.len()) {
        ("min", 2) => (Builtin::Min, Type::Int),
        ("max", 2) => (Builtin::Max, Type::Int),
        ("abs", 1) => (Builtin::Abs, Type::Int),
        ("sign", 1) => (Builtin::Sign, Type::Int),
        ("is_even", 1) => (Builtin::IsEven, Type::Bool),
        ("is_odd", 1) => (Builtin::IsOdd, Type::Bool),
        _ => return unsupported(format!("the function `{name}`"), position),
    };
    Ok((Expr::Builtin(builtin, args).folded(), ty))
}

fn binary(
    operator: &str,
    (left, left_type): (Expr, Type),
    (right, right_type): (Expr, Type),
    position: Position,
) -> Lowered<(Expr, Type)> {
    let wrong = || Unsupported {
        what: format!(
            "the operator `{operator}` between {} and {}",
            left_type.noun(),
            right_type.noun()
        ),
        position,
        by_call: false,
    };
    // What is still being typed is taken for what stands on the other side.
    let ty = match (left_type, right_type) {
        (Type::Never, known) | (known, Type::Never) => known,
        (one, other) if one == other => one,
        (Type::Text, Type::Int | Type::Bool) | (Type::Int | Type::Bool, Type::Text)
            if operator == "+" =>
        {
            Type::Text
        }
        _ => return Err(wrong()),
    };
    if ty == Type::Text && operator == "+" {
        return Ok((Expr::Join([(left_type, left), (right_type, right)].into()), Type::Text));
    }
    let ends = Box::new([left, right]);
    if let Some(comparison) = comparison(operator) {
        let equality = matches!(comparison, Comparison::Equal | Comparison::Unequal);
        return match ty {
            Type::Int | Type::Never => Ok((Expr::Compare(comparison, ends).folded(), Type::Bool)),
            Type::Bool if equality => Ok((Expr::Compare(comparison, ends).folded(), Type::Bool)),
            _ => Err(wrong()),
        };
    }
    let arithmetic = match operator {
        "+" => Arithmetic::Add,
        "-" => Arithmetic::Subtract,
        "*" => Arithmetic::Multiply,
        "/" => Arithmetic::Divide,
        "%" => Arithmetic::Remainder,
        "**" => Arithmetic::Power,
        "&" => Arithmetic::And,
        "|" => Arithmetic::Or,
        "^" => Arithmetic::Xor,
        "<<" => Arithmetic::ShiftLeft,
        ">>" => Arithmetic::ShiftRight,
        _ => return Err(wrong()),
    };
    let bits = matches!(arithmetic, Arithmetic::And | Arithmetic::Or | Arithmetic::Xor);
    match ty {
        Type::Int | Type::Never => Ok((Expr::Arithmetic(arithmetic, ends).folded(), Type::Int)),
        Type::Bool if bits => Ok((Expr::Arithmetic(arithmetic, ends).folded(), Type::Bool)),
        _ => Err(wrong()),
    }
}

fn comparison(operator: &str) -> Option<Comparison> {
    Some(match operator {
        "==" => Comparison::Equal,
        "!=" => Comparison::Unequal,
        "<" => Comparison::Less,
        "<=" => Comparison::LessOrEqual,
        ">" => Comparison::Greater,
        ">=" => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

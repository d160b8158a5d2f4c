//! Blocks in the middle of expressions, and `switch`.

use rhai::{Expr as Syntax, Position, Stmt as Statement};

use super::super::tree::{Expr, Stmt, Switch, Type, Valued};
use super::{Body, Lowered, unsupported};

impl Body<'_, '_> {
    /// A block in the middle of an expression.
    pub(super) fn valued(&mut self, statements: &[Statement]) -> Lowered<(Valued, Type)> {
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
                    (block.into_expr(), ty)
                }
                Statement::If(flow, _) => match body.condition(&flow.expr)? {
                    Expr::Const(holds) => {
                        let chosen = if holds == 0 { &flow.branch } else { &flow.body };
                        let (block, ty) = body.valued(chosen.statements())?;
                        (block.into_expr(), ty)
                    }
                    condition => {
                        let (yes, first) = body.valued(flow.body.statements())?;
                        let (no, second) = body.valued(flow.branch.statements())?;
                        (Expr::If(condition.into(), [yes, no].into()), first.join(second))
                    }
                },
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

    pub(super) fn value_of(&mut self, expr: Option<&Syntax>) -> Lowered<(Valued, Type)> {
        match expr {
            None => self.valued(&[]),
            Some(Syntax::Stmt(block)) => self.valued(block.statements()),
            Some(expr) => {
                let (value, ty) = self.expr(expr)?;
                Ok((Valued { before: Vec::new(), value }, ty))
            }
        }
    }

    pub(super) fn switch<T>(
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
            if let Expr::Const(value) = on
                && !values.iter().any(|case| (case.low..=case.high).contains(&value))
            {
                continue;
            }
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

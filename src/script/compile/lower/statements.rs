//! Statements.

use std::ops::{Range, RangeInclusive};

use rhai::{ASTFlags, Expr as Syntax, Stmt as Statement};

use super::super::tree::{Expr, Iterated, NativeCall, Stmt, Type};
use super::{Body, Lowered, unsupported};

impl Body<'_, '_> {
    /// Statements whose value nobody wants.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Lowered<Vec<Stmt>> {
        self.scoped(|body| statements.iter().map(|s| body.statement(s)).collect())
    }

    /// The statements of a loop.
    pub(super) fn round(&mut self, statements: &[Statement]) -> Lowered<Vec<Stmt>> {
        self.n_loops += 1;
        let body = self.block(statements);
        self.n_loops -= 1;
        body
    }

    /// The last statements of a function, whose value is the function's.
    pub(super) fn tail(&mut self, statements: &[Statement]) -> Lowered<Vec<Stmt>> {
        self.scoped(|body| {
            let Some((last, before)) = statements.split_last() else {
                return Ok(vec![body.returned(Expr::Const(0), Type::Unit)]);
            };
            let mut lowered: Vec<Stmt> =
                before.iter().map(|s| body.statement(s)).collect::<Lowered<_>>()?;
            body.last(last, &mut lowered)?;
            Ok(lowered)
        })
    }

    pub(super) fn last(&mut self, last: &Statement, out: &mut Vec<Stmt>) -> Lowered<()> {
        match last {
            Statement::If(flow, _) => match self.condition(&flow.expr)? {
                Expr::Const(0) => out.extend(self.tail(flow.branch.statements())?),
                Expr::Const(_) => out.extend(self.tail(flow.body.statements())?),
                condition => {
                    let branches =
                        [self.tail(flow.body.statements())?, self.tail(flow.branch.statements())?];
                    out.push(Stmt::If(condition, branches.into()));
                }
            },
            Statement::Switch(switch, position) => {
                let switch = self.switch(switch, *position, Self::tail_of)?;
                out.push(Stmt::Switch(switch.into()));
            }
            Statement::Block(block) => out.extend(self.tail(block.statements())?),
            Statement::Expr(expr) => out.extend(self.tail_of(Some(expr))?),
            Statement::FnCall(call, position) => {
                let (value, ty) = self.call(call, *position)?;
                out.push(self.returned(value, ty));
            }
            Statement::Return(Some(expr), flags, _) if !flags.contains(ASTFlags::BREAK) => {
                out.extend(self.tail_of(Some(expr))?);
            }
            other => {
                out.push(self.statement(other)?);
                if !never_ends(other) {
                    out.push(self.returned(Expr::Const(0), Type::Unit));
                }
            }
        }
        Ok(())
    }

    /// What an expression at the end of a function does; nothing when there is none.
    pub(super) fn tail_of(&mut self, expr: Option<&Syntax>) -> Lowered<Vec<Stmt>> {
        match expr {
            None => Ok(vec![self.returned(Expr::Const(0), Type::Unit)]),
            Some(Syntax::Stmt(block)) => self.tail(block.statements()),
            Some(expr) => {
                let (value, ty) = self.expr(expr)?;
                Ok(vec![self.returned(value, ty)])
            }
        }
    }

    pub(super) fn returned(&mut self, value: Expr, ty: Type) -> Stmt {
        self.returns = self.returns.join(ty);
        Stmt::Return(value)
    }

    pub(super) fn statement(&mut self, statement: &Statement) -> Lowered<Stmt> {
        Ok(match statement {
            Statement::Noop(_) => Stmt::Block(Vec::new()),
            Statement::Expr(expr) => match &**expr {
                Syntax::Stmt(block) => Stmt::Block(self.block(block.statements())?),
                expr => Stmt::Drop(self.expr(expr)?.0),
            },
            Statement::FnCall(call, position) => Stmt::Drop(self.call(call, *position)?.0),
            Statement::Block(block) => Stmt::Block(self.block(block.statements())?),
            Statement::If(flow, _) => match self.condition(&flow.expr)? {
                Expr::Const(0) => Stmt::Block(self.block(flow.branch.statements())?),
                Expr::Const(_) => Stmt::Block(self.block(flow.body.statements())?),
                condition => {
                    let branches = [
                        self.block(flow.body.statements())?,
                        self.block(flow.branch.statements())?,
                    ];
                    Stmt::If(condition, branches.into())
                }
            },
            Statement::Switch(switch, position) => {
                Stmt::Switch(self.switch(switch, *position, Self::dropped)?.into())
            }
            Statement::While(flow, _) => {
                let condition = match flow.expr {
                    Syntax::Unit(_) => Expr::Const(1),
                    ref expr => self.condition(expr)?,
                };
                let body = self.round(flow.body.statements())?;
                Stmt::While { condition, body, first: true }
            }
            Statement::Do(flow, flags, _) => {
                let body = self.round(flow.body.statements())?;
                let condition = self.condition(&flow.expr)?;
                let until = flags.contains(ASTFlags::NEGATED);
                let condition = if until { Expr::Not(condition.into()) } else { condition };
                Stmt::While { condition, body, first: false }
            }
            Statement::For(parts, _) => {
                let (item, counter, flow) = &**parts;
                let over = self.iterated(&flow.expr)?;
                self.scoped(|inner| {
                    let counter =
                        counter.as_ref().map(|name| inner.declare(&name.name, Type::Int, None));
                    let item = inner.declare(&item.name, Type::Int, None);
                    let body = inner.round(flow.body.statements())?;
                    Ok(Stmt::For { item, counter, over, body })
                })?
            }
            Statement::Var(parts, ..) => {
                let (value, ty) = self.expr(&parts.1)?;
                if !matches!(ty, Type::Int | Type::Bool | Type::Text | Type::Never) {
                    let what = format!("a variable that holds {}", ty.noun());
                    return unsupported(what, parts.0.pos);
                }
                match value {
                    Expr::Const(value) if !self.assigned.contains(parts.0.name.as_str()) => {
                        self.declare(&parts.0.name, ty, Some(value));
                        Stmt::Block(Vec::new())
                    }
                    value => Stmt::Set(self.declare(&parts.0.name, ty, None), value),
                }
            }
            Statement::Assignment(parts) => self.assignment(&parts.0, &parts.1)?,
            Statement::BreakLoop(value, flags, position) => {
                if value.is_some() {
                    return unsupported("a `break` with a value", *position);
                }
                if self.n_loops == 0 {
                    return unsupported("a `break` or `continue` out of a value", *position);
                }
                if flags.contains(ASTFlags::BREAK) { Stmt::Break } else { Stmt::Continue }
            }
            Statement::Return(value, flags, position) => {
                if flags.contains(ASTFlags::BREAK) {
                    return unsupported("a `throw`", *position);
                }
                if self.in_value {
                    return unsupported("a `return` in the middle of a value", *position);
                }
                let (value, ty) = match value {
                    Some(expr) => self.expr(expr)?,
                    None => (Expr::Const(0), Type::Unit),
                };
                self.returned(value, ty)
            }
            other => return unsupported("this statement", other.position()),
        })
    }

    pub(super) fn dropped(&mut self, expr: Option<&Syntax>) -> Lowered<Vec<Stmt>> {
        match expr {
            None => Ok(Vec::new()),
            Some(Syntax::Stmt(block)) => self.block(block.statements()),
            Some(expr) => Ok(vec![Stmt::Drop(self.expr(expr)?.0)]),
        }
    }

    /// What a `for` goes through.
    pub(super) fn iterated(&mut self, expr: &Syntax) -> Lowered<Iterated> {
        if let Syntax::FnCall(call, _) = expr {
            let inclusive = call.name == "..=";
            if let [from, to] = call.args.as_slice()
                && (inclusive || call.name == ".." || call.name == "range")
            {
                let ends = [self.typed(from, Type::Int)?, self.typed(to, Type::Int)?];
                return Ok(Iterated::Range { ends: ends.into(), inclusive });
            }
        }
        if let Syntax::DynamicConstant(value, _) = expr {
            // Constant ends have made a constant range.
            let exclusive = value.clone().try_cast::<Range<i64>>().map(|r| (r.start, r.end, false));
            let range = exclusive.or_else(|| {
                let range = value.clone().try_cast::<RangeInclusive<i64>>()?;
                Some((*range.start(), *range.end(), true))
            });
            if let Some((from, to, inclusive)) = range {
                let ends = [Expr::Const(from), Expr::Const(to)];
                return Ok(Iterated::Range { ends: ends.into(), inclusive });
            }
        }
        match self.items(expr)? {
            Some((function, args)) => Ok(Iterated::Items(NativeCall::new(function, args))),
            None => unsupported("a `for` over something else than integers", expr.position()),
        }
    }
}

/// Whether nothing can come after a statement.
fn never_ends(statement: &Statement) -> bool {
    match statement {
        Statement::Return(..) => true,
        Statement::While(flow, _) => {
            let endless = matches!(flow.expr, Syntax::Unit(_) | Syntax::BoolConstant(true, _));
            endless && !flow.body.iter().any(has_break)
        }
        _ => false,
    }
}

/// Whether a statement can leave the loop that it is in; a value that does so is not told apart.
fn has_break(statement: &Statement) -> bool {
    let in_expr = |expr: &Syntax| match expr {
        Syntax::Stmt(block) => block.iter().any(has_break),
        _ => false,
    };
    match statement {
        Statement::BreakLoop(_, flags, _) => flags.contains(ASTFlags::BREAK),
        Statement::If(flow, _) => {
            flow.body.iter().any(has_break) || flow.branch.iter().any(has_break)
        }
        Statement::Switch(parts, _) => parts.1.expressions.iter().any(|case| in_expr(&case.rhs)),
        Statement::Block(block) => block.iter().any(has_break),
        Statement::Expr(expr) => in_expr(expr),
        _ => false,
    }
}

//! Going through all expressions of a typed tree.

use super::tree::{Expr, Iterated, NativeCall, Stmt, Switch, Valued};

/// Shows every expression in statements, outer ones before inner ones.
pub(super) fn statements(body: &[Stmt], see: &mut impl FnMut(&Expr)) {
    for stmt in body {
        match stmt {
            Stmt::Drop(value) | Stmt::Set(_, value) | Stmt::Return(value) => expr(value, see),
            Stmt::If(condition, branches) => {
                expr(condition, see);
                branches.iter().for_each(|branch| statements(branch, see));
            }
            Stmt::Switch(parts) => switch(parts, see, |body, see| statements(body, see)),
            Stmt::While { condition, body, .. } => {
                expr(condition, see);
                statements(body, see);
            }
            Stmt::For { over, body, .. } => {
                match over {
                    Iterated::Range { ends, .. } => exprs(ends.as_slice(), see),
                    Iterated::Items(call) => exprs(&call.args, see),
                }
                statements(body, see);
            }
            Stmt::Block(body) => statements(body, see),
            Stmt::Break | Stmt::Continue => {}
        }
    }
}

/// Shows every statement that is not inside a value, outer ones before inner ones.
pub(super) fn each(body: &[Stmt], see: &mut impl FnMut(&Stmt)) {
    for stmt in body {
        see(stmt);
        match stmt {
            Stmt::If(_, branches) => branches.iter().for_each(|branch| each(branch, see)),
            Stmt::Switch(parts) => {
                parts.cases.iter().for_each(|(.., body)| each(body, see));
                each(&parts.other, see);
            }
            Stmt::While { body, .. } | Stmt::For { body, .. } | Stmt::Block(body) => {
                each(body, see);
            }
            _ => {}
        }
    }
}

fn switch<T, F: FnMut(&Expr)>(parts: &Switch<T>, see: &mut F, mut body_of: impl FnMut(&T, &mut F)) {
    expr(&parts.on, see);
    for (_, condition, body) in &parts.cases {
        if let Some(condition) = condition {
            expr(condition, see);
        }
        body_of(body, see);
    }
    body_of(&parts.other, see);
}

fn exprs(list: &[Expr], see: &mut impl FnMut(&Expr)) {
    for one in list {
        expr(one, see);
    }
}

fn valued(block: &Valued, see: &mut impl FnMut(&Expr)) {
    statements(&block.before, see);
    expr(&block.value, see);
}

/// Shows an expression and every one in it.
pub(super) fn expr(one: &Expr, see: &mut impl FnMut(&Expr)) {
    see(one);
    match one {
        Expr::Const(_) | Expr::Text(_) | Expr::Slot(_) => {}
        Expr::Negate(a) | Expr::Not(a) => expr(a, see),
        Expr::Arithmetic(_, ends) | Expr::Compare(_, ends) => exprs(ends.as_slice(), see),
        Expr::All(list)
        | Expr::Any(list)
        | Expr::Builtin(_, list)
        | Expr::Call(_, list)
        | Expr::Native(NativeCall { args: list, .. }) => exprs(list, see),
        Expr::Join(parts) => parts.iter().for_each(|(_, part)| expr(part, see)),
        Expr::If(condition, branches) => {
            expr(condition, see);
            branches.iter().for_each(|branch| valued(branch, see));
        }
        Expr::Block(block) => valued(block, see),
        Expr::Switch(parts) => switch(parts, see, |block, see| valued(block, see)),
    }
}

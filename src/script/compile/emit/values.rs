//! From the typed tree to nodes: values and conditions.

use std::rc::Rc;

use super::super::node::{Node, Nodes, Op, Reads, Variable};
use super::super::run::{FIRST_CONSTANT, Run};
use super::super::tree::{Arithmetic, Builtin, Comparison, Expr, Switch, Type, Valued};
use super::super::walk;
use super::{Emitter, Leave, Next, Tested};
use crate::script::api::Returns;

/// What has to be done before something else is.
pub(super) type Before<'e> = Vec<First<'e>>;

/// A value that has to be known first, and the slot that it goes to.
pub(super) struct First<'e> {
    pub(super) value: &'e Expr,
    pub(super) slot: u16,
    /// What it has to be, where that has to be looked at; only for values of natives.
    pub(super) range: Option<Range>,
}

/// So many integers from one on.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) low: i64,
    pub(super) n: u64,
}

/// What is done with a variable.
pub(super) const READ: Reads = Reads::of::<Variable>();

/// How a value is compared with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Test {
    Equal(i64),
    Less(i64),
}

impl Test {
    /// The test that stands for a comparison with a constant, and whether it must hold or fail.
    fn of(comparison: Comparison, constant: i64) -> Option<(Self, bool)> {
        Some(match comparison {
            Comparison::Equal => (Self::Equal(constant), true),
            Comparison::Unequal => (Self::Equal(constant), false),
            Comparison::Less => (Self::Less(constant), true),
            Comparison::GreaterOrEqual => (Self::Less(constant), false),
            Comparison::LessOrEqual => (Self::Less(constant.checked_add(1)?), true),
            Comparison::Greater => (Self::Less(constant.checked_add(1)?), false),
        })
    }

    fn holds(self, value: i64) -> bool {
        match self {
            Self::Equal(constant) => value == constant,
            Self::Less(constant) => value < constant,
        }
    }

    /// The operation that does it, and its constant.
    pub(super) fn on(self, reads: Reads) -> (Op, i64) {
        match self {
            Self::Equal(constant) => (reads.equal, constant),
            Self::Less(constant) => (reads.less, constant),
        }
    }
}

impl Emitter<'_> {
    /// The slots of operands, and what has to be done first: variables and constants are where they
    /// are, unless a later operand changes them.
    pub(super) fn operands<'e>(&mut self, operands: &[&'e Expr]) -> (Vec<u16>, Before<'e>) {
        let mut before = Vec::new();
        let mut slots = Vec::new();
        for (i, operand) in operands.iter().enumerate() {
            let known = match operand {
                Expr::Const(value) => Some(self.constant(*value)),
                Expr::Slot(slot) => {
                    let changes = operands[i + 1..].iter().any(|later| has_statements(later));
                    (!changes).then(|| self.slot(*slot))
                }
                _ => None,
            };
            slots.push(known.unwrap_or_else(|| {
                let slot = self.free_slot();
                before.push(First { value: operand, slot, range: None });
                slot
            }));
        }
        (slots, before)
    }

    /// Does first what has to be done first.
    pub(super) fn prepared(&mut self, before: Before<'_>, mut next: Next) -> Next {
        for First { value, slot, range } in before.into_iter().rev() {
            next = match (value, range) {
                (Expr::Native(call), Some(_)) => self.native(call, slot, range, next),
                _ => self.value(value, slot, next),
            };
        }
        next
    }

    /// The slot of a constant. Where there are too many nothing will run.
    fn constant(&mut self, value: i64) -> u16 {
        let constants = &mut self.made.constants;
        let known = constants.iter().position(|known| *known == value);
        let index = known.unwrap_or_else(|| {
            constants.push(value);
            constants.len() - 1
        });
        FIRST_CONSTANT.wrapping_sub(index as u16)
    }

    pub(super) fn moved(&mut self, from: u16, to: u16, next: Next) -> Next {
        if from == to {
            return next;
        }
        self.node(Node { slot: to, ..Node::reading(READ.store, &[from]) }, next)
    }

    fn known(&mut self, value: i64, slot: u16, mut next: Next) -> Next {
        // Nobody need ask then.
        while let Some(tested) = next.tested.clone()
            && tested.slot == slot
        {
            let way = if tested.test.holds(value) { &tested.yes } else { &tested.no };
            next = way.clone();
        }
        let op: Op = |node, run, all| node.store(run, all, Some(node.constant));
        self.node(Node { constant: value, slot, ..Node::new(op) }, next)
    }

    /// What is done for its effect.
    pub(super) fn effect(&mut self, expr: &Expr, next: Next) -> Next {
        match expr {
            Expr::Const(_) | Expr::Slot(_) | Expr::Text(_) => next,
            Expr::If(condition, branches) => {
                let yes = self.effect_of_block(&branches[0], next.clone());
                let no = self.effect_of_block(&branches[1], next);
                self.test(condition, yes, no)
            }
            Expr::Block(block) => self.effect_of_block(block, next),
            Expr::Call(callee, args) if self.is_inlined(*callee) => {
                self.inlined(*callee, args, &Leave::Dropped(next))
            }
            _ => {
                let slot = self.free_slot();
                self.value(expr, slot, next)
            }
        }
    }

    fn effect_of_block(&mut self, block: &Valued, next: Next) -> Next {
        let value = self.effect(&block.value, next);
        // Nothing in it can leave it.
        self.block(&block.before, &Leave::Block, value)
    }

    /// Puts a value into a slot, as the last thing before it goes on.
    pub(super) fn value(&mut self, expr: &Expr, slot: u16, next: Next) -> Next {
        match expr {
            Expr::Const(value) => self.known(*value, slot, next),
            Expr::Slot(from) => self.moved(self.slot(*from), slot, next),
            Expr::Text(text) => {
                self.made.texts.push(text.clone());
                let constant = self.made.texts.len() as i64 - 1;
                let op: Op = |node, mut run, all| {
                    let text = run.table.rows.constants[node.constant as usize].to_string();
                    let index = run.text(text);
                    node.store(run, all, Some(index))
                };
                self.node(Node { constant, slot, ..Node::new(op) }, next)
            }
            Expr::Negate(value) => {
                self.computed(|n, r, all| unary(n, r, all, i64::checked_neg), &[value], slot, next)
            }
            Expr::Arithmetic(operator, ends) => {
                self.computed(arithmetic(*operator), &[&ends[0], &ends[1]], slot, next)
            }
            Expr::Builtin(function, args) => {
                self.computed(builtin(*function), &args.iter().collect::<Vec<_>>(), slot, next)
            }
            Expr::Compare(..) | Expr::Not(_) | Expr::All(_) | Expr::Any(_) => {
                let yes = self.known(1, slot, next.clone());
                let no = self.known(0, slot, next);
                self.test(expr, yes, no)
            }
            Expr::Join(parts) => self.join(parts, slot, next),
            Expr::If(condition, branches) => {
                let yes = self.valued(&branches[0], slot, next.clone());
                let no = self.valued(&branches[1], slot, next);
                self.test(condition, yes, no)
            }
            Expr::Block(block) => self.valued(block, slot, next),
            Expr::Switch(parts) => {
                self.switch(parts, &next, |emitter, block, next| emitter.valued(block, slot, next))
            }
            Expr::Call(callee, args) => self.call(*callee, args, slot, next),
            Expr::Native(call) => match self.entry(call) {
                Some((entry, before)) => {
                    let code = self.entry_value(&entry, slot, next);
                    self.prepared(before, code)
                }
                None => self.native(call, slot, None, next),
            },
        }
    }

    fn valued(&mut self, block: &Valued, slot: u16, next: Next) -> Next {
        let value = self.value(&block.value, slot, next);
        // Nothing in it can leave it.
        self.block(&block.before, &Leave::Block, value)
    }

    /// A value that an operation makes of its operands.
    fn computed(&mut self, op: Op, operands: &[&Expr], slot: u16, next: Next) -> Next {
        let (slots, before) = self.operands(operands);
        let code = self.node(Node { slot, ..Node::reading(op, &slots) }, next);
        self.prepared(before, code)
    }

    /// Goes on in one way when a condition holds, and in the other when it does not.
    pub(super) fn test(&mut self, condition: &Expr, yes: Next, no: Next) -> Next {
        match condition {
            Expr::Const(0) => no,
            Expr::Const(_) => yes,
            Expr::Slot(slot) => self.decided(self.slot(*slot), yes, no),
            Expr::Not(condition) => self.test(condition, no, yes),
            Expr::All(parts) => {
                parts.iter().rev().fold(yes, |yes, part| self.test(part, yes, no.clone()))
            }
            Expr::Any(parts) => {
                parts.iter().rev().fold(no, |no, part| self.test(part, yes.clone(), no))
            }
            Expr::Compare(comparison, ends) => self.compared(*comparison, ends, yes, no),
            Expr::If(condition, branches) => {
                let first = self.test_of_block(&branches[0], yes.clone(), no.clone());
                let second = self.test_of_block(&branches[1], yes, no);
                self.test(condition, first, second)
            }
            Expr::Block(block) => self.test_of_block(block, yes, no),
            Expr::Call(callee, args) if self.is_inlined(*callee) => {
                self.inlined(*callee, args, &Leave::Decided(yes, no))
            }
            condition => self.test_of(condition, Test::Equal(0), no, yes),
        }
    }

    fn test_of_block(&mut self, block: &Valued, yes: Next, no: Next) -> Next {
        let value = self.test(&block.value, yes, no);
        self.block(&block.before, &Leave::Block, value)
    }

    /// What a boolean in a slot decides.
    pub(super) fn decided(&mut self, slot: u16, yes: Next, no: Next) -> Next {
        self.tested_slot(Test::Equal(0), slot, no, yes)
    }

    /// A test of what is in a slot.
    pub(super) fn tested_slot(&mut self, test: Test, slot: u16, yes: Next, no: Next) -> Next {
        let mut code = self.tested(test, READ, &[slot], yes.clone(), no.clone());
        code.tested = Some(Rc::new(Tested { slot, test, yes, no }));
        code
    }

    /// A test of what is read with operands.
    pub(super) fn tested(
        &mut self,
        test: Test,
        reads: Reads,
        operands: &[u16],
        yes: Next,
        no: Next,
    ) -> Next {
        let (op, constant) = test.on(reads);
        self.fork(Node { constant, ..Node::reading(op, operands) }, yes, no)
    }

    /// A test of any value.
    fn test_of(&mut self, value: &Expr, test: Test, yes: Next, no: Next) -> Next {
        if let Expr::Native(call) = value {
            return match self.entry(call) {
                Some((entry, before)) => {
                    let code = self.entry_test(&entry, test, yes, no);
                    self.prepared(before, code)
                }
                None => self.native_test(call, test, yes, no),
            };
        }
        let (slots, before) = self.operands(&[value]);
        let code = self.tested_slot(test, slots[0], yes, no);
        self.prepared(before, code)
    }

    fn compared(&mut self, comparison: Comparison, ends: &[Expr; 2], yes: Next, no: Next) -> Next {
        let known = match ends {
            [value, Expr::Const(constant)] => Some((value, Test::of(comparison, *constant))),
            [Expr::Const(constant), value] => {
                Some((value, Test::of(comparison.mirrored(), *constant)))
            }
            _ => None,
        };
        if let Some((value, Some((test, holds)))) = known {
            let (yes, no) = if holds { (yes, no) } else { (no, yes) };
            return self.test_of(value, test, yes, no);
        }
        let (slots, before) = self.operands(&[&ends[0], &ends[1]]);
        let op: Op = match comparison {
            Comparison::Equal | Comparison::Unequal => |node, run, all| {
                let holds = node.arg(&run, 0) == node.arg(&run, 1);
                node.decide(run, all, holds)
            },
            Comparison::Less | Comparison::GreaterOrEqual => |node, run, all| {
                let holds = node.arg(&run, 0) < node.arg(&run, 1);
                node.decide(run, all, holds)
            },
            Comparison::LessOrEqual | Comparison::Greater => |node, run, all| {
                let holds = node.arg(&run, 0) <= node.arg(&run, 1);
                node.decide(run, all, holds)
            },
        };
        let is_reversed = matches!(
            comparison,
            Comparison::Unequal | Comparison::GreaterOrEqual | Comparison::Greater
        );
        let (yes, no) = if is_reversed { (no, yes) } else { (yes, no) };
        let code = self.fork(Node::reading(op, &slots), yes, no);
        self.prepared(before, code)
    }

    pub(super) fn switch<B>(
        &mut self,
        parts: &Switch<B>,
        next: &Next,
        mut body_of: impl FnMut(&mut Self, &B, Next) -> Next,
    ) -> Next {
        let (slots, before) = self.operands(&[&parts.on]);
        let on = slots[0];
        let mut code = body_of(self, &parts.other, next.clone());
        for (values, condition, body) in parts.cases.iter().rev() {
            let mut body = body_of(self, body, next.clone());
            if let Some(condition) = condition {
                body = self.test(condition, body, code.clone());
            }
            for case in values.iter().rev() {
                let (low, beyond) = (case.low, case.high.checked_add(1));
                code = if beyond == low.checked_add(1) {
                    self.tested_slot(Test::Equal(low), on, body.clone(), code)
                } else {
                    let fits = match beyond {
                        None => body.clone(),
                        Some(beyond) => {
                            self.tested_slot(Test::Less(beyond), on, body.clone(), code.clone())
                        }
                    };
                    self.tested_slot(Test::Less(low), on, code, fits)
                };
            }
        }
        self.prepared(before, code)
    }

    fn join(&mut self, parts: &[(Type, Expr); 2], slot: u16, next: Next) -> Next {
        let (slots, before) = self.operands(&[&parts[0].1, &parts[1].1]);
        let more = kind_of(parts[0].0) | kind_of(parts[1].0) << 8;
        let node = Node { more, slot, ..Node::reading(join, &slots) };
        let code = self.node(node, next);
        self.prepared(before, code)
    }
}

/// What a part of a text is, as a number that a node can hold.
const TEXT: u32 = 0;
const BOOL: u32 = 1;
const INT: u32 = 2;

fn kind_of(ty: Type) -> u32 {
    match ty {
        Type::Text => TEXT,
        Type::Bool => BOOL,
        _ => INT,
    }
}

/// One text after the other, or after a number.
fn join(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    let mut text = String::new();
    for (i, kind) in [node.more & 0xff, node.more >> 8].into_iter().enumerate() {
        let value = node.arg(&run, i);
        match kind {
            TEXT => text.push_str(run.table.rows.text(value)),
            BOOL => text.push_str(if value == 0 { "false" } else { "true" }),
            _ => text.push_str(&value.to_string()),
        }
    }
    let index = run.text(text);
    node.store(run, all, Some(index))
}

#[inline(always)]
fn unary(node: &Node, run: Run<'_>, all: &Nodes, apply: impl Fn(i64) -> Option<i64>) -> i64 {
    let value = apply(node.arg(&run, 0));
    node.store(run, all, value)
}

#[inline(always)]
fn binary(node: &Node, run: Run<'_>, all: &Nodes, apply: impl Fn(i64, i64) -> Option<i64>) -> i64 {
    let value = apply(node.arg(&run, 0), node.arg(&run, 1));
    node.store(run, all, value)
}

fn arithmetic(operator: Arithmetic) -> Op {
    match operator {
        Arithmetic::Add => |n, r, all| binary(n, r, all, |a, b| Arithmetic::Add.apply(a, b)),
        Arithmetic::Subtract => {
            |n, r, all| binary(n, r, all, |a, b| Arithmetic::Subtract.apply(a, b))
        }
        Arithmetic::Multiply => {
            |n, r, all| binary(n, r, all, |a, b| Arithmetic::Multiply.apply(a, b))
        }
        Arithmetic::Divide => |n, r, all| binary(n, r, all, |a, b| Arithmetic::Divide.apply(a, b)),
        Arithmetic::Remainder => {
            |n, r, all| binary(n, r, all, |a, b| Arithmetic::Remainder.apply(a, b))
        }
        Arithmetic::Power => |n, r, all| binary(n, r, all, |a, b| Arithmetic::Power.apply(a, b)),
        Arithmetic::And => |n, r, all| binary(n, r, all, |a, b| Arithmetic::And.apply(a, b)),
        Arithmetic::Or => |n, r, all| binary(n, r, all, |a, b| Arithmetic::Or.apply(a, b)),
        Arithmetic::Xor => |n, r, all| binary(n, r, all, |a, b| Arithmetic::Xor.apply(a, b)),
        Arithmetic::ShiftLeft => {
            |n, r, all| binary(n, r, all, |a, b| Arithmetic::ShiftLeft.apply(a, b))
        }
        Arithmetic::ShiftRight => {
            |n, r, all| binary(n, r, all, |a, b| Arithmetic::ShiftRight.apply(a, b))
        }
    }
}

fn builtin(function: Builtin) -> Op {
    match function {
        Builtin::Min => |n, r, all| binary(n, r, all, |a, b| Builtin::Min.apply(a, b)),
        Builtin::Max => |n, r, all| binary(n, r, all, |a, b| Builtin::Max.apply(a, b)),
        Builtin::Abs => |n, r, all| unary(n, r, all, |a| Builtin::Abs.apply(a, 0)),
        Builtin::Sign => |n, r, all| unary(n, r, all, |a| Builtin::Sign.apply(a, 0)),
        Builtin::IsEven => |n, r, all| unary(n, r, all, |a| Builtin::IsEven.apply(a, 0)),
        Builtin::IsOdd => |n, r, all| unary(n, r, all, |a| Builtin::IsOdd.apply(a, 0)),
    }
}

/// Whether there are statements in the middle of a value, which may assign to variables.
fn has_statements(value: &Expr) -> bool {
    let mut found = false;
    walk::expr(value, &mut |expr| {
        found |= match expr {
            Expr::If(_, branches) => branches.iter().any(|branch| !branch.before.is_empty()),
            Expr::Block(block) => !block.before.is_empty(),
            Expr::Switch(parts) => {
                let bodies = parts.cases.iter().map(|(.., body)| body).chain([&parts.other]);
                bodies.into_iter().any(|block| !block.before.is_empty())
            }
            _ => false,
        };
    });
    found
}

/// Whether a value is nothing: what is called for its effect.
pub(super) fn is_nothing(value: &Expr) -> bool {
    matches!(value, Expr::Native(call) if call.function.returns == Returns::Nothing)
}

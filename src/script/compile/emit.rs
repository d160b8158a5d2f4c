//! From the typed tree to nodes: statements.
//!
//! A function becomes a graph of nodes, made from its end to its beginning: whoever makes a statement
//! is told what comes after it. Only loops, and functions that are too big to stand where they are
//! called, are calls inside.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::node::{BREAK, CONTINUE, END, N_NODES, NEXT, Node, Nodes, RETURN};
use super::run::{FIRST_CONSTANT, FLOW, RETURNED, Run};
use super::tree::{Cost, Expr, Instance, Stmt};
use super::{lower, walk};
use values::Test;

use crate::game::Game;
use crate::script::api::Effect;
use crate::script::table::Hook;
use crate::state::State;

mod calls;
mod entries;
mod loops;
mod natives;
mod values;

pub(in crate::script) use natives::{CompileItems, CompileValue};

/// What comes after a piece of code, with how many nodes follow one another from there on.
#[derive(Clone)]
pub(super) struct Next {
    node: u16,
    len: usize,
    /// The test that it begins with, for whoever knows the answer.
    tested: Option<Rc<Tested>>,
}

/// A test of a variable, and what comes after it.
struct Tested {
    slot: u16,
    test: Test,
    yes: Next,
    no: Next,
}

impl Next {
    /// The block has come to its end, or the function, which gives nothing.
    const END: Self = Self { node: END, len: 0, tested: None };
}

/// Where `return` leads.
enum Leave {
    /// Out of the function, with the value.
    Function,
    /// Out of a block that says how it ended; the value is in its slot.
    Block,
    /// Of a function that stands where it is called: on, with the value in a slot.
    Inlined(u16, Next),
    /// The same where the value only decides what comes next.
    Decided(Next, Next),
    /// The same where nobody wants the value, also out of a function.
    Dropped(Next),
}

/// So many nodes follow one another by jumps; where they are calls, as in builds that are not
/// optimized, the stack has to bear it.
const MAX_CHAIN: usize = if cfg!(debug_assertions) { 32 } else { 128 };

/// The slots of the function that is being made.
#[derive(Clone, Default)]
struct Frame {
    base: usize,
    /// Parameters that are variables or constants of the caller, never assigned to.
    same: BTreeMap<usize, u16>,
}

/// What is known of an instance before it is made.
pub(super) struct Plan {
    /// Its first slot.
    pub(super) base: usize,
    /// Whether it may be running when it is called.
    pub(super) is_recursive: bool,
    /// Whether it is a hook that answers something.
    pub(super) answers: bool,
    /// The hooks that call it.
    pub(super) hooks: Vec<Hook>,
}

/// Makes nodes of the functions, one after the other.
pub(super) struct Emitter<'a> {
    instances: &'a [Instance],
    plans: &'a [Plan],
    /// How often each instance is called.
    n_calls: Vec<usize>,
    /// The instance that is being made.
    instance: usize,
    frame: Frame,
    /// The next slot for a value on its way, and one more than the last that was used.
    next_free: usize,
    end: usize,
    /// What the functions cost that stand where they are called.
    inlined_cost: u64,
    /// How many such functions one is in, and the most of them.
    level: u64,
    max_level: u64,
    /// Whether a part of a block is being made that others follow.
    is_part: bool,
    game: Arc<Game>,
    /// Any state of the game, to ask where it keeps things.
    state: State,
    made: Made,
}

/// What is made beside the functions.
#[derive(Default)]
pub(super) struct Made {
    /// The end, the heads of the functions, then every node behind those that it leads to.
    pub(super) nodes: Vec<Node>,
    /// The constants, whose slots are the last ones, from the end.
    pub(super) constants: Vec<i64>,
    /// The texts of the script.
    pub(super) texts: Vec<Rc<str>>,
}

/// What stands for a function: its first node is the next one, the constant what it costs at most in
/// operations of the interpreter, loops and calls aside, `more` how many calls more may be running in
/// it than it makes, the slot that of its first argument. The operands are from where to where the
/// slots are that are put aside when it may be running already: its own and those of values on their
/// way.
fn head(function: usize) -> Next {
    let node = u16::try_from(function + 1).unwrap_or(END);
    Next { node, ..Next::END }
}

impl<'a> Emitter<'a> {
    pub(super) fn new(
        instances: &'a [Instance],
        plans: &'a [Plan],
        n_slots: usize,
        game: &Arc<Game>,
    ) -> Self {
        let mut n_calls = vec![0; instances.len()];
        for instance in instances {
            for callee in lower::calls(&instance.body) {
                n_calls[callee] += 1;
            }
        }
        Self {
            instances,
            plans,
            n_calls,
            instance: 0,
            frame: Frame::default(),
            next_free: n_slots,
            end: n_slots,
            inlined_cost: 0,
            level: 0,
            max_level: 0,
            is_part: false,
            game: Arc::clone(game),
            state: State::empty(game),
            made: Made { nodes: vec![Node::end(); 1 + instances.len()], ..Made::default() },
        }
    }

    /// What was made, or of what there is too much.
    pub(super) fn finish(self) -> Result<Made, &'static str> {
        if self.end + self.made.constants.len() > usize::from(FIRST_CONSTANT) {
            Err("variables")
        } else if self.made.nodes.len() >= N_NODES {
            Err("steps")
        } else {
            Ok(self.made)
        }
    }

    /// Makes an instance a function of its own.
    pub(super) fn function(&mut self, instance: usize) {
        let first = self.end;
        self.instance = instance;
        self.next_free = first;
        let Plan { base, answers, .. } = self.plans[instance];
        self.frame = Frame { base, same: BTreeMap::new() };
        (self.inlined_cost, self.level, self.max_level) = (0, 0, 0);
        let Instance { body, n_slots, .. } = &self.instances[instance];
        let is_wanted = answers || self.n_calls[instance] > 0;
        let leave = if is_wanted { Leave::Function } else { Leave::Dropped(Next::END) };
        let next = self.block(body, &leave, Next::END).node;
        let constant = i64::try_from(body.cost() + 1 + self.inlined_cost).unwrap_or(i64::MAX);
        let more = self.max_level as u32;
        let slots = [base, base + n_slots, first, self.end].map(|slot| slot as u16);
        let end = Node::reading(Node::end().op, &slots);
        self.made.nodes[1 + instance] = Node { next, constant, more, slot: base as u16, ..end };
    }

    /// Makes a function that is never called.
    pub(super) fn giving_up(&mut self, instance: usize) {
        let next = self.given_up().node;
        self.made.nodes[1 + instance].next = next;
    }

    /// Whether every hook that comes here may have an effect.
    fn may_have(&self, effect: Effect) -> bool {
        self.plans[self.instance].hooks.iter().all(|hook| effect.is_allowed_in(*hook))
    }

    fn slot(&self, slot: usize) -> u16 {
        let same = self.frame.same.get(&slot).copied();
        same.unwrap_or((self.frame.base + slot) as u16)
    }

    /// A slot for a value on its way, until the statement ends.
    fn free_slot(&mut self) -> u16 {
        let slot = self.next_free;
        self.next_free += 1;
        self.end = self.end.max(self.next_free);
        slot as u16
    }

    /// A node, and what comes after it.
    fn node(&mut self, node: Node, next: Next) -> Next {
        self.fork(node, next, Next::END)
    }

    /// A node after which one thing or another comes.
    #[allow(clippy::needless_pass_by_value, reason = "what comes after is made for the node")]
    fn fork(&mut self, node: Node, next: Next, other: Next) -> Next {
        let len = next.len.max(other.len);
        self.inner(node, Next { len, ..next }, other)
    }

    /// A node that calls another one and comes back.
    #[allow(clippy::needless_pass_by_value, reason = "as above")]
    fn inner(&mut self, mut node: Node, next: Next, other: Next) -> Next {
        (node.next, node.other) = (next.node, other.node);
        let nodes = &mut self.made.nodes;
        // Where there are too many nothing will run.
        if nodes.len() < N_NODES {
            nodes.push(node);
        }
        Next { node: (nodes.len() - 1) as u16, len: next.len + 1, tested: None }
    }

    /// A node after which nothing comes, and which gives a number.
    fn ended(&mut self, value: i64) -> Next {
        let node = Node { constant: value, ..Node::new(|node, _, _| node.constant) };
        self.node(node, Next::END)
    }

    fn given_up(&mut self) -> Next {
        self.node(Node::new(|_, mut run, _| run.give_up()), Next::END)
    }

    /// Statements one after the other.
    fn block(&mut self, body: &[Stmt], leave: &Leave, next: Next) -> Next {
        self.sequence(&flat(body), leave, next)
    }

    fn sequence(&mut self, body: &[&Stmt], leave: &Leave, mut next: Next) -> Next {
        for (i, stmt) in body.iter().enumerate().rev() {
            if next.len >= MAX_CHAIN {
                let body = &body[..=i];
                let is_part = std::mem::replace(&mut self.is_part, true);
                let before = self.sequence(body, &Leave::Block, Next::END);
                self.is_part = is_part;
                let may_leave = body.iter().any(|stmt| has_return(std::slice::from_ref(stmt)));
                let next = self.after_block(may_leave, leave, next);
                return self.inner(Node::new(segment), next, before);
            }
            let next_free = self.next_free;
            next = self.statement(stmt, leave, next);
            self.next_free = next_free;
        }
        next
    }

    /// A statement and what comes after it.
    fn statement(&mut self, stmt: &Stmt, leave: &Leave, next: Next) -> Next {
        match stmt {
            Stmt::Drop(value) => self.effect(value, next),
            Stmt::Set(slot, value) => self.value(value, self.slot(*slot), next),
            Stmt::If(condition, branches) => {
                let yes = self.block(&branches[0], leave, next.clone());
                let no = self.block(&branches[1], leave, next);
                self.test(condition, yes, no)
            }
            Stmt::Switch(parts) => {
                self.switch(parts, &next, |emitter, body, next| emitter.block(body, leave, next))
            }
            Stmt::While { condition, body, first } => {
                self.repeat(condition, body, *first, leave, next)
            }
            Stmt::For { item, counter, over, body } => {
                let item = self.slot(*item);
                let counter = counter.map(|slot| self.slot(slot));
                self.go_through([Some(item), counter], over, body, leave, next)
            }
            Stmt::Block(body) => self.block(body, leave, next),
            Stmt::Break => self.ended(BREAK),
            Stmt::Continue if self.is_part => self.ended(CONTINUE),
            // The next round begins at the end of this one too.
            Stmt::Continue => Next::END,
            Stmt::Return(value) => self.returned(value, leave),
        }
    }

    /// What `return` does.
    fn returned(&mut self, value: &Expr, leave: &Leave) -> Next {
        match (leave, value) {
            (Leave::Function, Expr::Const(0)) => Next::END,
            (Leave::Function, Expr::Const(value)) => self.ended(*value),
            (Leave::Function, value) if values::is_nothing(value) => self.effect(value, Next::END),
            (Leave::Function, value) => {
                let slot = match value {
                    Expr::Slot(slot) => self.slot(*slot),
                    _ => self.free_slot(),
                };
                let given = self.given(slot);
                self.value(value, slot, given)
            }
            (Leave::Block, value) => {
                let returned = self.ended(RETURN);
                self.value(value, RETURNED, returned)
            }
            (Leave::Inlined(slot, next), value) => self.value(value, *slot, next.clone()),
            (Leave::Decided(yes, no), value) => self.test(value, yes.clone(), no.clone()),
            (Leave::Dropped(next), value) => self.effect(value, next.clone()),
        }
    }

    /// A node that gives what is in a slot.
    fn given(&mut self, slot: u16) -> Next {
        let node = Node::reading(|node, run, _| node.arg(&run, 0), &[slot]);
        self.node(node, Next::END)
    }

    /// What comes after a block that was left, with the value in its slot.
    fn left(&mut self, leave: &Leave) -> Next {
        match leave {
            Leave::Function => self.given(RETURNED),
            Leave::Block => self.ended(RETURN),
            Leave::Inlined(slot, next) => self.moved(RETURNED, *slot, next.clone()),
            Leave::Decided(yes, no) => self.decided(RETURNED, yes.clone(), no.clone()),
            Leave::Dropped(next) => next.clone(),
        }
    }

    /// What comes after a block that says how it ended, which may be by `return`.
    fn after_block(&mut self, may_leave: bool, leave: &Leave, next: Next) -> Next {
        if !may_leave {
            return next;
        }
        let left = self.left(leave);
        self.tested_slot(Test::Equal(RETURN), FLOW, left, next)
    }
}

/// Does a part of a block that is too long to be done at once.
fn segment(node: &Node, mut run: Run<'_>, all: &Nodes) -> i64 {
    let flow = node.go_aside(run.again(), all);
    if run.is_stopped() {
        return NEXT;
    }
    run.set(FLOW, flow);
    if flow == NEXT || flow == RETURN { node.go_on(run, all) } else { flow }
}

/// Whether a function can end in the middle of statements.
fn has_return(body: &[Stmt]) -> bool {
    let mut found = false;
    walk::each(body, &mut |stmt| found |= matches!(stmt, Stmt::Return(_)));
    found
}

/// The statements of blocks in blocks; slots know nothing of these.
fn flat(body: &[Stmt]) -> Vec<&Stmt> {
    let mut all = Vec::new();
    for stmt in body {
        match stmt {
            Stmt::Block(body) => all.extend(flat(body)),
            stmt => all.push(stmt),
        }
    }
    all
}

//! What is known of values before a program runs, so that natives need not look at their arguments
//! each time: what another native gave is a piece, or a site; what was looked at once is known from
//! there on.
//!
//! Functions are gone through in the order in which they run, with what is known of each variable;
//! again and again as long as less turns out to be known of what functions are given and give back.

use super::lower;
use super::tree::{Arithmetic, Expr, Instance, Iterated, NativeCall, Stmt, Switch, Valued};
use crate::game::Game;
use crate::script::api::{Bound, Param};
use crate::script::table::Hook;

/// A set of kinds of arguments, a bit for each: a value is good for all of them.
type Kinds = u32;

/// What holds of values that never come.
const ALL: Kinds = Kinds::MAX;

fn bit(kind: Param) -> Kinds {
    1 << kind as u32
}

/// A kind with those that admit whatever it admits.
fn with_wider(kind: Param) -> Kinds {
    bit(kind)
        | match kind {
            Param::Player => bit(Param::Owner),
            Param::Site => bit(Param::Target),
            _ => 0,
        }
}

/// Marks in all natives of the instances the arguments that need no look. The roots are instances with
/// the hooks that they are.
pub(super) fn prove(instances: &mut [Instance], roots: &[(Hook, usize)], game: &Game) {
    let mut prover = Prover {
        game,
        params: instances.iter().map(of_nothing).collect(),
        returns: vec![ALL; instances.len()],
        restores: restoring(instances),
        any: kinds_of(game, i64::MIN) & kinds_of(game, i64::MAX),
        given: ALL,
        loops: Vec::new(),
        changed: true,
    };
    for (hook, root) in roots {
        let kinds: &[Kinds] = match hook {
            Hook::Play | Hook::Notation => &[bit(Param::Step), bit(Param::Move)],
            Hook::Rolled | Hook::Moves | Hook::Stuck | Hook::Due | Hook::Act => &[bit(Param::Step)],
            Hook::Evaluate => &[with_wider(Param::Player)],
            _ => &[],
        };
        for (i, param) in prover.params[*root].iter_mut().enumerate() {
            *param = kinds.get(i).copied().unwrap_or_default() | prover.any;
        }
    }
    while std::mem::take(&mut prover.changed) {
        for (i, instance) in instances.iter_mut().enumerate() {
            let mut facts = prover.params[i].clone();
            prover.given = ALL;
            prover.block(&mut instance.body, &mut facts);
            let given = prover.given;
            prover.narrow(|prover| &mut prover.returns[i], given);
        }
    }
}

/// What is known of the variables of an instance that nobody has called.
fn of_nothing(instance: &Instance) -> Facts {
    vec![ALL; instance.n_slots.max(instance.params.len())]
}

/// The instances after which walks that were found before may be forgotten.
fn restoring(instances: &[Instance]) -> Vec<bool> {
    let restores = |instance: &Instance| {
        let mut found = false;
        super::walk::statements(&instance.body, &mut |expr| {
            found |= matches!(expr, Expr::Native(call) if call.function.name == "restore");
        });
        found
    };
    let mut all: Vec<bool> = instances.iter().map(restores).collect();
    loop {
        let more: Vec<usize> = (0..instances.len())
            .filter(|i| !all[*i] && lower::calls(&instances[*i].body).iter().any(|c| all[*c]))
            .collect();
        if more.is_empty() {
            return all;
        }
        for i in more {
            all[i] = true;
        }
    }
}

/// The kinds that a number is good for, whatever there is on the table.
fn kinds_of(game: &Game, value: i64) -> Kinds {
    let fits = |kind: &Param| match kind.bound(game) {
        Bound::Any => true,
        Bound::Fixed { low, n } => (value.wrapping_sub(low) as u64) < n,
        // The step that is up.
        Bound::Steps => value == 0,
        Bound::Walks | Bound::Moves | Bound::Saves => false,
    };
    Param::ALL.iter().filter(|kind| fits(kind)).map(|kind| bit(*kind)).sum()
}

/// What is known of each variable of a function.
type Facts = Vec<Kinds>;

/// What is known when one came from here or from there.
fn join(facts: &mut Facts, others: &Facts) {
    for (known, other) in facts.iter_mut().zip(others) {
        *known &= other;
    }
}

/// Nobody comes here.
fn leave(facts: &mut Facts) {
    facts.fill(ALL);
}

struct Prover<'a> {
    game: &'a Game,
    /// What is known of the arguments of each instance, and of what it gives.
    params: Vec<Facts>,
    returns: Vec<Kinds>,
    restores: Vec<bool>,
    /// The kinds that admit every number.
    any: Kinds,
    /// What the running instance gives.
    given: Kinds,
    /// What is known where the loops one is in are left, and where their next round begins.
    loops: Vec<[Facts; 2]>,
    changed: bool,
}

impl Prover<'_> {
    /// Less is known than was thought.
    fn narrow(&mut self, known: impl Fn(&mut Self) -> &mut Kinds, found: Kinds) {
        let known = known(self);
        let before = std::mem::replace(known, *known & found);
        self.changed |= before & found != before;
    }

    fn block(&mut self, body: &mut [Stmt], facts: &mut Facts) {
        for stmt in body {
            self.statement(stmt, facts);
        }
    }

    fn statement(&mut self, stmt: &mut Stmt, facts: &mut Facts) {
        match stmt {
            Stmt::Drop(value) => _ = self.value(value, facts),
            Stmt::Set(slot, value) => facts[*slot] = self.value(value, facts),
            Stmt::If(condition, branches) => {
                self.value(condition, facts);
                let mut other = facts.clone();
                let [yes, no] = &mut **branches;
                self.block(yes, facts);
                self.block(no, &mut other);
                join(facts, &other);
            }
            Stmt::Switch(parts) => {
                self.switch(parts, facts, |prover, body, facts| {
                    prover.block(body, facts);
                    ALL
                });
            }
            Stmt::While { condition, body, first } => {
                let first = *first;
                self.rounds(facts, |prover, facts| {
                    if first {
                        prover.value(condition, facts);
                    }
                    let mut end = facts.clone();
                    prover.block(body, facts);
                    if !first {
                        // `continue` does not look at the condition.
                        end.clone_from(facts);
                        prover.value(condition, &mut end);
                        join(facts, &end);
                    }
                    end
                });
            }
            Stmt::For { item, counter, over, body } => {
                let kinds = match over {
                    Iterated::Range { ends, .. } => {
                        let [from, to] = &mut **ends;
                        self.value(from, facts);
                        self.value(to, facts);
                        self.any
                    }
                    Iterated::Items(call) => self.native(call, facts),
                };
                self.rounds(facts, |prover, facts| {
                    let end = facts.clone();
                    facts[*item] = kinds;
                    if let Some(counter) = counter {
                        facts[*counter] = prover.any;
                    }
                    prover.block(body, facts);
                    end
                });
            }
            Stmt::Block(body) => self.block(body, facts),
            Stmt::Break | Stmt::Continue => {
                let which = usize::from(matches!(stmt, Stmt::Continue));
                if let Some(ends) = self.loops.last_mut() {
                    join(&mut ends[which], facts);
                }
                leave(facts);
            }
            Stmt::Return(value) => {
                // A function that gives up gives 0.
                let kinds = self.value(value, facts) & kinds_of(self.game, 0);
                self.given &= kinds;
                leave(facts);
            }
        }
    }

    /// Goes through a loop until nothing changes. A round gives what is known when there is none.
    fn rounds(&mut self, facts: &mut Facts, mut round: impl FnMut(&mut Self, &mut Facts) -> Facts) {
        loop {
            let never = vec![ALL; facts.len()];
            self.loops.push([never.clone(), never]);
            let mut next = facts.clone();
            let mut end = round(self, &mut next);
            if let Some([left, continued]) = self.loops.pop() {
                join(&mut next, &continued);
                join(&mut end, &left);
            }
            join(&mut next, facts);
            if next == *facts {
                *facts = end;
                return;
            }
            *facts = next;
        }
    }

    fn switch<B>(
        &mut self,
        parts: &mut Switch<B>,
        facts: &mut Facts,
        mut body_of: impl FnMut(&mut Self, &mut B, &mut Facts) -> Kinds,
    ) -> Kinds {
        self.value(&mut parts.on, facts);
        let mut end = vec![ALL; facts.len()];
        let mut kinds = ALL;
        for (_, condition, body) in &mut parts.cases {
            if let Some(condition) = condition {
                // It may be looked at or not.
                let before = facts.clone();
                self.value(condition, facts);
                join(facts, &before);
            }
            let mut inside = facts.clone();
            kinds &= body_of(self, body, &mut inside);
            join(&mut end, &inside);
        }
        kinds &= body_of(self, &mut parts.other, facts);
        join(facts, &end);
        kinds
    }

    /// What a value is good for.
    fn value(&mut self, expr: &mut Expr, facts: &mut Facts) -> Kinds {
        match expr {
            Expr::Const(value) => kinds_of(self.game, *value),
            Expr::Text(_) => self.any,
            Expr::Slot(slot) => facts[*slot],
            Expr::Negate(value) | Expr::Not(value) => {
                self.value(value, facts);
                self.any
            }
            Expr::Arithmetic(operator, ends) => {
                let [a, b] = &mut **ends;
                let both = self.value(a, facts) & self.value(b, facts);
                match operator {
                    // Marks stay marks.
                    Arithmetic::And | Arithmetic::Or | Arithmetic::Xor => {
                        both & bit(Param::Marks) | self.any
                    }
                    _ => self.any,
                }
            }
            Expr::Compare(_, ends) => {
                for end in &mut **ends {
                    self.value(end, facts);
                }
                self.any
            }
            Expr::All(parts) | Expr::Any(parts) => {
                // All but the first may be looked at or not.
                let mut running = facts.clone();
                for (i, part) in parts.iter_mut().enumerate() {
                    self.value(part, &mut running);
                    if i == 0 {
                        facts.clone_from(&running);
                    }
                    join(facts, &running);
                }
                self.any
            }
            Expr::Builtin(_, args) => {
                for arg in args {
                    self.value(arg, facts);
                }
                self.any
            }
            Expr::Join(parts) => {
                for (_, part) in &mut **parts {
                    self.value(part, facts);
                }
                self.any
            }
            Expr::If(condition, branches) => {
                self.value(condition, facts);
                let mut other = facts.clone();
                let [yes, no] = &mut **branches;
                let kinds = self.valued(yes, facts) & self.valued(no, &mut other);
                join(facts, &other);
                kinds
            }
            Expr::Block(block) => self.valued(block, facts),
            Expr::Switch(parts) => self.switch(parts, facts, Self::valued),
            Expr::Call(callee, args) => {
                let callee = *callee;
                for (i, arg) in args.iter_mut().enumerate() {
                    let kinds = self.value(arg, facts);
                    self.narrow(|prover| &mut prover.params[callee][i], kinds);
                }
                if self.restores[callee] {
                    forget_walks(facts);
                }
                self.returns[callee]
            }
            Expr::Native(call) => self.native(call, facts),
        }
    }

    fn valued(&mut self, block: &mut Valued, facts: &mut Facts) -> Kinds {
        self.block(&mut block.before, facts);
        self.value(&mut block.value, facts)
    }

    fn native(&mut self, call: &mut NativeCall, facts: &mut Facts) -> Kinds {
        let kinds: Vec<Kinds> = call.args.iter_mut().map(|arg| self.value(arg, facts)).collect();
        call.open = 0;
        for (i, ((_, kind), known)) in call.function.params.iter().zip(kinds).enumerate() {
            if known & bit(*kind) == 0 {
                call.open |= 1 << i;
            }
        }
        // What has been looked at is known, unless what comes after it in the call has changed it.
        for (i, (_, kind)) in call.function.params.iter().enumerate() {
            let others =
                call.args[i + 1..].iter().all(|arg| matches!(arg, Expr::Slot(_) | Expr::Const(_)));
            if let Expr::Slot(slot) = call.args[i]
                && others
            {
                facts[slot] |= with_wider(*kind);
            }
        }
        if call.function.name == "restore" {
            forget_walks(facts);
        }
        call.function.gives.map_or(0, with_wider) | self.any
    }
}

fn forget_walks(facts: &mut Facts) {
    for known in facts {
        *known &= !bit(Param::Walk);
    }
}

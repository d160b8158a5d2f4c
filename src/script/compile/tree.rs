//! Hooks as a typed tree: what is left of the syntax tree when every name and type is known.

use std::rc::Rc;

use super::lower::Known;
use crate::script::api::ApiFn;

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Type {
    /// Nothing comes back, as far as is known yet: a call that is being typed itself.
    Never,
    Unit,
    Int,
    Bool,
    Text,
    /// `g` itself.
    Handle,
    /// Of several types; such a value can only be dropped.
    Mixed,
}

impl Type {
    /// What a value is that is of one type or of the other.
    pub(super) fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Never, known) | (known, Self::Never) => known,
            (one, another) if one == another => one,
            _ => Self::Mixed,
        }
    }

    /// What scripts' authors call it.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Never | Self::Unit => "nothing",
            Self::Int => "an integer",
            Self::Bool => "a boolean",
            Self::Text => "a text",
            Self::Handle => "`g`",
            Self::Mixed => "a value of several types",
        }
    }
}

/// Operators on two integers that give one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
}

/// Operators that compare two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Arithmetic {
    /// The result; `None` where the interpreter has an error, or a rule of its own.
    pub(super) fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Subtract => a.checked_sub(b),
            Self::Multiply => a.checked_mul(b),
            Self::Divide => a.checked_div(b),
            Self::Remainder => a.checked_rem(b),
            Self::Power => a.checked_pow(u32::try_from(b).ok()?),
            Self::And => Some(a & b),
            Self::Or => Some(a | b),
            Self::Xor => Some(a ^ b),
            Self::ShiftLeft => (0..64).contains(&b).then(|| a << b),
            Self::ShiftRight => (0..64).contains(&b).then(|| a >> b),
        }
    }
}

impl Comparison {
    /// Whether it holds.
    pub(super) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::Less => a < b,
            Self::LessOrEqual => a <= b,
            Self::Greater => a > b,
            Self::GreaterOrEqual => a >= b,
        }
    }

    /// The comparison that holds with the operands the other way round.
    pub(super) fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            same => same,
        }
    }
}

/// Functions that every script may call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    Min,
    Max,
    Abs,
    Sign,
    IsEven,
    IsOdd,
}

impl Builtin {
    /// The result, of one number or of two; `None` where the interpreter has an error.
    pub(super) fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Min => Some(a.min(b)),
            Self::Max => Some(a.max(b)),
            Self::Abs => a.checked_abs(),
            Self::Sign => Some(a.signum()),
            Self::IsEven => Some((a % 2 == 0).into()),
            Self::IsOdd => Some((a % 2 != 0).into()),
        }
    }
}

/// A value; booleans are 0 and 1, texts are the indices of where they are kept.
#[derive(Clone)]
pub(super) enum Expr {
    Const(i64),
    Text(Rc<str>),
    Slot(usize),
    Negate(Box<Self>),
    Arithmetic(Arithmetic, Box<[Self; 2]>),
    Compare(Comparison, Box<[Self; 2]>),
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
    Builtin(Builtin, Vec<Self>),
    /// One text after the other; integers are written in decimal, booleans as words.
    Join(Box<[(Type, Self); 2]>),
    /// A condition and the values of both branches.
    If(Box<Self>, Box<[Valued; 2]>),
    Block(Box<Valued>),
    Switch(Box<Switch<Valued>>),
    /// A function of the script, by the index of its instance.
    Call(usize, Vec<Self>),
    /// A function of `g` that gives a value or nothing.
    Native(NativeCall),
}

/// A call of a function of `g`.
#[derive(Clone)]
pub(super) struct NativeCall {
    pub(super) function: &'static ApiFn,
    pub(super) args: Vec<Expr>,
    /// The arguments that have to be looked at each time, a bit for each.
    pub(super) open: u8,
}

impl NativeCall {
    /// A call of which nothing is known yet.
    pub(super) fn new(function: &'static ApiFn, args: Vec<Expr>) -> Self {
        Self { function, args, open: u8::MAX }
    }
}

impl Expr {
    /// The value itself where the operands are constants; what fails stays to fail when it runs.
    pub(super) fn folded(self) -> Self {
        let value = match &self {
            Self::Negate(value) => match **value {
                Self::Const(value) => value.checked_neg(),
                _ => None,
            },
            Self::Arithmetic(operator, ends) => match **ends {
                [Self::Const(a), Self::Const(b)] => operator.apply(a, b),
                _ => None,
            },
            Self::Compare(comparison, ends) => match **ends {
                [Self::Const(a), Self::Const(b)] => Some(comparison.holds(a, b).into()),
                _ => None,
            },
            Self::Builtin(builtin, args) => match args.as_slice() {
                [Self::Const(a)] => builtin.apply(*a, 0),
                [Self::Const(a), Self::Const(b)] => builtin.apply(*a, *b),
                _ => None,
            },
            _ => None,
        };
        value.map_or(self, Self::Const)
    }
}

/// A block that has a value.
#[derive(Clone)]
pub(super) struct Valued {
    pub(super) before: Vec<Stmt>,
    pub(super) value: Expr,
}

impl Valued {
    /// The block as an expression.
    pub(super) fn into_expr(self) -> Expr {
        if self.before.is_empty() { self.value } else { Expr::Block(self.into()) }
    }
}

/// Cases by their values; the last one without a value.
#[derive(Clone)]
pub(super) struct Switch<T> {
    pub(super) on: Expr,
    pub(super) cases: Vec<(Vec<Case>, Option<Expr>, T)>,
    pub(super) other: T,
}

/// The values of a case, the ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Case {
    pub(super) low: i64,
    pub(super) high: i64,
}

/// What a `for` goes through.
#[derive(Clone)]
pub(super) enum Iterated {
    /// From the first integer to the second, with or without the latter.
    Range { ends: Box<[Expr; 2]>, inclusive: bool },
    /// The items of a function of `g`.
    Items(NativeCall),
}

#[derive(Clone)]
pub(super) enum Stmt {
    /// The value is dropped.
    Drop(Expr),
    Set(usize, Expr),
    If(Expr, Box<[Vec<Stmt>; 2]>),
    Switch(Box<Switch<Vec<Stmt>>>),
    /// As long as the condition holds, looked at before or after each round.
    While {
        condition: Expr,
        body: Vec<Stmt>,
        first: bool,
    },
    For {
        item: usize,
        counter: Option<usize>,
        over: Iterated,
        body: Vec<Stmt>,
    },
    Block(Vec<Stmt>),
    Break,
    Continue,
    Return(Expr),
}

/// A function of the script for certain arguments.
#[derive(Clone)]
pub(super) struct Instance {
    /// Its index among the script's functions.
    pub(super) function: usize,
    pub(super) params: Vec<Known>,
    pub(super) returns: Type,
    pub(super) body: Vec<Stmt>,
    /// How many slots it needs, first those of parameters that are not known.
    pub(super) n_slots: usize,
}

/// So many operations the interpreter counts at most for a node of its tree: one for the node, one
/// more as an argument, as a call, or as the body of a function.
const PER_NODE: u64 = 4;

/// What a tree costs in operations of the interpreter at most, loops aside: those count each round.
pub(super) trait Cost {
    fn cost(&self) -> u64;
}

impl<T: Cost> Cost for [T] {
    fn cost(&self) -> u64 {
        self.iter().map(Cost::cost).sum()
    }
}

impl<T: Cost> Cost for Vec<T> {
    fn cost(&self) -> u64 {
        self.as_slice().cost()
    }
}

impl Cost for Valued {
    fn cost(&self) -> u64 {
        self.before.cost() + self.value.cost()
    }
}

impl<T: Cost> Cost for Switch<T> {
    fn cost(&self) -> u64 {
        let conditions = self.cases.iter().filter_map(|(_, condition, _)| condition.as_ref());
        let cases = self.cases.iter().map(|(.., body)| body);
        let bodies = cases.chain([&self.other]).map(Cost::cost).max().unwrap_or_default();
        self.on.cost() + conditions.map(Cost::cost).sum::<u64>() + bodies
    }
}

impl Cost for Iterated {
    fn cost(&self) -> u64 {
        match self {
            Self::Range { ends, .. } => ends.as_slice().cost(),
            Self::Items(call) => call.args.cost(),
        }
    }
}

impl Cost for Expr {
    fn cost(&self) -> u64 {
        PER_NODE
            + match self {
                Self::Const(_) | Self::Text(_) | Self::Slot(_) => 0,
                Self::Negate(a) | Self::Not(a) => a.cost(),
                Self::Arithmetic(_, ends) | Self::Compare(_, ends) => ends.as_slice().cost(),
                Self::All(parts) | Self::Any(parts) => parts.cost(),
                // `g` is an argument too.
                Self::Builtin(_, args)
                | Self::Call(_, args)
                | Self::Native(NativeCall { args, .. }) => 2 * PER_NODE + args.cost(),
                Self::Join(parts) => parts.iter().map(|(_, part)| part.cost()).sum(),
                Self::If(condition, branches) => {
                    condition.cost() + branches[0].cost().max(branches[1].cost())
                }
                Self::Block(block) => block.cost(),
                Self::Switch(switch) => switch.cost(),
            }
    }
}

impl Cost for Stmt {
    fn cost(&self) -> u64 {
        PER_NODE
            + match self {
                Self::Drop(value) | Self::Set(_, value) | Self::Return(value) => value.cost(),
                Self::If(condition, branches) => {
                    condition.cost() + branches[0].cost().max(branches[1].cost())
                }
                Self::Switch(switch) => switch.cost(),
                Self::While { condition, .. } => condition.cost(),
                Self::For { over, .. } => over.cost(),
                Self::Block(body) => body.cost(),
                Self::Break | Self::Continue => 0,
            }
    }
}

//! The one table of functions that hooks call.
//!
//! Everything that knows the API reads it from here: the interpreter's registration, the static
//! check of scripts and the reference that `araudi api` prints. Every value is an integer or a
//! boolean; arguments are checked against their kind before a function runs, so that the functions
//! themselves may index freely.

use std::marker::PhantomData;
use std::ops::Range;

use super::compile::{CompileItems, CompileValue};
use super::table::{Fault, Hook, Table};
use crate::game::{Game, NONE};

mod attributes;
mod ends;
mod grid;
mod history;
mod lists;
mod offers;
mod patterns;
mod pieces;
mod steps;
mod values;
mod walks;

/// What an argument means, and so which integers it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Param {
    Player,
    /// A player, or −1 for nobody.
    Owner,
    Piece,
    Site,
    /// A site, or −1 for off the board.
    Target,
    Zone,
    Attr,
    Die,
    Tag,
    /// A step's handle.
    Step,
    Int,
    /// An integer or a boolean.
    Value,
    /// Marks joined by `|`.
    Marks,
    Rule,
    Reason,
    Team,
    Event,
    Word,
    Entry,
    List,
    Walk,
    /// A move's handle.
    Move,
    /// The handle of a saved state.
    Save,
    /// A pattern, or −1 for one that is switched off.
    Pattern,
    /// A place where a pattern can stand.
    Match,
}

impl Param {
    /// Every kind.
    pub(crate) const ALL: &[Self] = &[
        Self::Player,
        Self::Owner,
        Self::Piece,
        Self::Site,
        Self::Target,
        Self::Zone,
        Self::Attr,
        Self::Die,
        Self::Tag,
        Self::Step,
        Self::Int,
        Self::Value,
        Self::Marks,
        Self::Rule,
        Self::Reason,
        Self::Team,
        Self::Event,
        Self::Word,
        Self::Entry,
        Self::List,
        Self::Walk,
        Self::Move,
        Self::Save,
        Self::Pattern,
        Self::Match,
    ];

    /// The module whose names an argument of this kind takes, if only such names make sense.
    pub(crate) fn module(self) -> Option<&'static str> {
        Some(match self {
            Self::Zone => "zone",
            Self::Attr => "attr",
            Self::Die => "die",
            Self::Tag => "step",
            Self::Marks => "mark",
            Self::Rule => "rule",
            Self::Reason => "reason",
            Self::Team => "team",
            Self::Event => "event",
            Self::Word => "word",
            Self::Entry => "state",
            Self::List => "list",
            Self::Player | Self::Owner => "player",
            Self::Site | Self::Target => "site",
            Self::Pattern => "pattern",
            _ => return None,
        })
    }

    /// What people call it.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Player | Self::Owner => "player",
            Self::Piece => "piece",
            Self::Site | Self::Target => "site",
            Self::Zone => "zone",
            Self::Attr => "attribute",
            Self::Die => "die",
            Self::Tag => "step name",
            Self::Step => "step",
            Self::Int => "integer",
            Self::Value => "integer or boolean",
            Self::Marks => "marks",
            Self::Rule => "rule",
            Self::Reason => "reason",
            Self::Team => "team",
            Self::Event => "event",
            Self::Word => "word",
            Self::Entry => "state entry",
            Self::List => "list",
            Self::Walk => "walk",
            Self::Move => "move",
            Self::Save => "saved state",
            Self::Pattern => "pattern",
            Self::Match => "match",
        }
    }

    /// The noun with its article.
    pub(crate) fn article(self) -> String {
        let noun = self.noun();
        match self {
            Self::Marks => noun.to_owned(),
            _ if noun.starts_with(['a', 'e', 'i', 'o']) => format!("an {noun}"),
            _ => format!("a {noun}"),
        }
    }

    /// Whether it may be this integer.
    pub(crate) fn admits(self, table: &Table, value: i64) -> bool {
        self.bound(&table.game).admits(table, value)
    }

    /// What it may be, as far as the game alone tells.
    pub(crate) fn bound(self, game: &Game) -> Bound {
        let (low, n) = match self {
            Self::Int | Self::Value => return Bound::Any,
            Self::Step => return Bound::Steps,
            Self::Walk => return Bound::Walks,
            Self::Move => return Bound::Moves,
            Self::Save => return Bound::Saves,
            Self::Player => (0, game.players.len()),
            Self::Owner => (NONE, game.players.len() + 1),
            Self::Piece => (0, game.pieces.len()),
            Self::Site => (0, game.board.n_sites()),
            Self::Target => (NONE, game.board.n_sites() + 1),
            Self::Zone => (0, game.zones.len()),
            Self::Attr => (0, game.attributes.len()),
            Self::Die => (0, game.dice.len()),
            Self::Tag => (0, game.steps.len()),
            Self::Rule => (0, game.rules.len()),
            Self::Reason => (0, game.reasons.len()),
            Self::Team => (0, game.teams.len()),
            Self::Event => (0, game.events.len()),
            Self::Word => (0, game.words.len()),
            Self::Entry | Self::List => (0, game.state.len()),
            Self::Pattern => (NONE, game.patterns.list().len() + 1),
            Self::Match => (0, game.patterns.n_matches()),
            Self::Marks => (0, 1 << game.marks.len()),
        };
        Bound::Fixed { low, n: n as u64 }
    }
}

/// The integers that an argument may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Any,
    /// So many from `low` on.
    Fixed {
        low: i64,
        n: u64,
    },
    /// The step that is up, and those that wait.
    Steps,
    Walks,
    /// Offers, then refusals.
    Moves,
    Saves,
}

impl Bound {
    /// Whether an integer is one of them.
    #[inline]
    pub(crate) fn admits(self, table: &Table, value: i64) -> bool {
        let (low, n) = self.on(table);
        self == Self::Any || (value.wrapping_sub(low) as u64) < n
    }

    /// The least of them and how many there are.
    fn on(self, table: &Table) -> (i64, u64) {
        let n = match self {
            Self::Any => return (i64::MIN, u64::MAX),
            Self::Fixed { low, n } => return (low, n),
            Self::Steps => table.state.agenda().len() + 1,
            Self::Walks => table.walks.len(),
            Self::Moves => table.offers.len() + table.refusals.len(),
            Self::Saves => table.saves.len(),
        };
        (0, n as u64)
    }
}

/// What a function gives back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Returns {
    Int,
    Bool,
    Nothing,
    /// Integers to go through with `for`.
    Items,
}

/// What a function does, which decides in which hooks it may be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Looks only: everywhere.
    Read,
    /// Changes the state: in hooks that may, and in `moves` after `save`.
    Change,
    /// Offers or refuses: in `moves`.
    Offer,
    /// Saves and restores: in `moves`.
    Try,
    /// Refuses a position: in `valid`.
    Reject,
}

impl Effect {
    /// Whether a hook may have it, whatever it does before.
    pub(crate) fn is_allowed_in(self, hook: Hook) -> bool {
        match self {
            Self::Read => true,
            Self::Change => hook.changes(),
            Self::Offer | Self::Try => hook == Hook::Moves,
            Self::Reject => hook == Hook::Valid,
        }
    }

    /// Whether the running hook may have it.
    #[inline]
    pub(crate) fn is_allowed(self, table: &Table) -> bool {
        self.is_allowed_in(table.hook) || self == Self::Change && !table.saves.is_empty()
    }
}

/// What a function does that gives one value, with checked arguments; one that gives nothing gives 0.
///
/// Each is a type, so that a compiled call has it inside.
pub(crate) trait Native: 'static {
    fn call(table: &mut Table, args: &[i64]) -> Result<i64, Fault>;
}

/// What a function does that gives items, with checked arguments: it appends them.
pub(crate) trait NativeItems: 'static {
    fn call(table: &mut Table, args: &[i64], out: &mut Vec<i64>) -> Result<(), Fault>;
}

/// What a function does that gives items one after the other, with checked arguments.
pub(crate) trait NativeRange: 'static {
    fn call(table: &mut Table, args: &[i64]) -> Result<Range<usize>, Fault>;
}

/// Such items one by one.
struct OneByOne<N>(PhantomData<N>);

impl<N: NativeRange> NativeItems for OneByOne<N> {
    fn call(table: &mut Table, args: &[i64], out: &mut Vec<i64>) -> Result<(), Fault> {
        out.extend(N::call(table, args)?.map(|item| item as i64));
        Ok(())
    }
}

/// How a function runs: for the interpreter, and what makes a compiled call of it.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    Value { call: ValueFn, compile: CompileValue },
    Items { call: ItemsFn, compile: CompileItems },
}

type ValueFn = fn(&mut Table, &[i64]) -> Result<i64, Fault>;

type ItemsFn = fn(&mut Table, &[i64], &mut Vec<i64>) -> Result<(), Fault>;

impl Run {
    const fn value<N: Native>() -> Self {
        Self::Value { call: N::call, compile: CompileValue::new::<N>() }
    }

    const fn items<N: NativeItems>() -> Self {
        Self::Items { call: N::call, compile: CompileItems::new::<N>() }
    }

    const fn range<N: NativeRange>() -> Self {
        Self::Items { call: OneByOne::<N>::call, compile: CompileItems::in_range::<N>() }
    }
}

/// Makes a native that gives a value of what looks like a closure, or of a function.
macro_rules! value {
    (|$table:pat_param, $args:pat_param| $body:expr $(,)?) => {{
        struct This;
        impl $crate::script::api::Native for This {
            #[allow(clippy::inline_always, reason = "a compiled call has it inside")]
            #[inline(always)]
            fn call($table: &mut Table, $args: &[i64]) -> Result<i64, Fault> {
                $body
            }
        }
        $crate::script::api::Run::value::<This>()
    }};
    ($function:path) => {
        value!(|table, args| $function(table, args))
    };
}

/// Makes a native that gives items of what looks like a closure.
macro_rules! items {
    (|$table:pat_param, $args:pat_param, $out:pat_param| $body:expr $(,)?) => {{
        struct This;
        impl $crate::script::api::NativeItems for This {
            #[inline]
            fn call($table: &mut Table, $args: &[i64], $out: &mut Vec<i64>) -> Result<(), Fault> {
                $body
            }
        }
        $crate::script::api::Run::items::<This>()
    }};
}

/// Makes a native that gives items one after the other of what looks like a closure.
macro_rules! range {
    (|$table:pat_param, $args:pat_param| $body:expr $(,)?) => {{
        struct This;
        impl $crate::script::api::NativeRange for This {
            #[allow(clippy::inline_always, reason = "a compiled call has it inside")]
            #[inline(always)]
            fn call($table: &mut Table, $args: &[i64]) -> Result<std::ops::Range<usize>, Fault> {
                $body
            }
        }
        $crate::script::api::Run::range::<This>()
    }};
}

use {items, range, value};

/// One function of the API.
#[derive(Clone, Copy)]
pub(crate) struct ApiFn {
    pub(crate) name: &'static str,
    /// The arguments after `g`, by name and kind.
    pub(crate) params: &'static [(&'static str, Param)],
    pub(crate) returns: Returns,
    /// What the integers are that it gives, where all of them are arguments of one kind.
    pub(crate) gives: Option<Param>,
    pub(crate) effect: Effect,
    /// Whether it is written without parentheses: `g.mover`.
    pub(crate) property: bool,
    pub(crate) doc: &'static str,
    pub(crate) run: Run,
}

/// Every function, grouped by subject.
pub(crate) fn functions() -> impl Iterator<Item = &'static ApiFn> {
    [
        pieces::FUNCTIONS,
        grid::FUNCTIONS,
        attributes::FUNCTIONS,
        walks::FUNCTIONS,
        steps::FUNCTIONS,
        offers::FUNCTIONS,
        values::FUNCTIONS,
        ends::FUNCTIONS,
        lists::FUNCTIONS,
        history::FUNCTIONS,
        patterns::FUNCTIONS,
    ]
    .into_iter()
    .flatten()
}

impl ApiFn {
    /// A property of `g`.
    const fn property(name: &'static str, returns: Returns, doc: &'static str, run: Run) -> Self {
        let (params, gives, effect) = (&[], None, Effect::Read);
        Self { name, params, returns, gives, effect, property: true, doc, run }
    }

    /// A function that only looks.
    const fn read(
        name: &'static str,
        params: &'static [(&'static str, Param)],
        returns: Returns,
        doc: &'static str,
        run: Run,
    ) -> Self {
        let (gives, effect) = (None, Effect::Read);
        Self { name, params, returns, gives, effect, property: false, doc, run }
    }

    /// A function with an effect, which gives nothing back.
    const fn effect(
        effect: Effect,
        name: &'static str,
        params: &'static [(&'static str, Param)],
        doc: &'static str,
        run: Run,
    ) -> Self {
        let (returns, gives) = (Returns::Nothing, None);
        Self { name, params, returns, gives, effect, property: false, doc, run }
    }

    /// The same function, of which is known what it gives.
    const fn gives(mut self, kind: Param) -> Self {
        self.gives = Some(kind);
        self
    }

    /// The same function, giving something back.
    const fn returns(mut self, returns: Returns) -> Self {
        self.returns = returns;
        self
    }

    /// Refuses the call when the running hook may not make it, or when an argument is out of range.
    pub(crate) fn check(&self, table: &Table, args: &[i64]) -> Result<(), Fault> {
        if !self.effect.is_allowed(table) {
            return Err(self.not_here(table));
        }
        for ((name, kind), value) in self.params.iter().zip(args) {
            if !kind.admits(table, *value) {
                let (low, n) = kind.bound(&table.game).on(table);
                let noun = if *kind == Param::Marks { "set of marks" } else { kind.noun() };
                let message =
                    format!("`{name}` of `g.{}` is {value}, which is no {noun}", self.name);
                let fault = Fault::new("bad-argument", message);
                return Err(match low + n as i64 - 1 {
                    ..0 => fault.help("there are none here"),
                    _ if *value == NONE => {
                        fault.help("-1 is `none`: nothing was found, or the name is switched off")
                    }
                    last => fault.help(format!("it may be {low} to {last}")),
                });
            }
        }
        Ok(())
    }

    fn not_here(&self, table: &Table) -> Fault {
        let (name, hook) = (self.name, table.hook.name());
        match self.effect {
            Effect::Change if table.hook == Hook::Moves => {
                Fault::new("change-in-moves", format!("`g.{name}` changes the state, which `moves` must not"))
                    .help("keep the state with `let k = g.save()` first, and take the change back with `g.restore(k)`")
            }
            Effect::Offer | Effect::Try => {
                Fault::new("wrong-hook", format!("`g.{name}` is for `moves`, not for `{hook}`"))
            }
            Effect::Reject => Fault::new("wrong-hook", format!("`g.{name}` is for `valid`, not for `{hook}`")),
            Effect::Change | Effect::Read => {
                Fault::new("wrong-hook", format!("`g.{name}` changes the state, which `{hook}` must not"))
            }
        }
    }
}

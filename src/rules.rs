//! The turn loop: chance, decision or end; legal moves; play; refusals; undo.
//!
//! A [`Play`] is one game in progress. It always stands at a node: a throw that is due, a choice
//! between legal moves, or the end. Between nodes the agenda is worked off: when it is empty the
//! turn ends and the next one begins.

use std::sync::Arc;

use crate::error::{Error, Problem, Result, Source};
use crate::game::Game;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::script::table::{Hook, Table};
use crate::script::{Event, Hooks, Limits, Uncompiled};
use crate::state::{Phase, State, StepKind, parse_position, position_text};
use crate::text::Lang;

mod attempt;
mod back;
mod explain;
mod mark;

use back::{Made, WayBack};
pub use explain::Why;
pub(crate) use mark::Mark;

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// A throw is due.
    Chance {
        /// Who throws.
        player: usize,
        /// The die's index.
        die: usize,
        /// The index of the step's name.
        step: usize,
    },
    /// A player chooses between the legal moves.
    Choice {
        /// Who chooses.
        player: usize,
        /// The index of the step's name.
        step: usize,
    },
    /// The game has ended.
    Over,
}

/// One game in progress, with its hooks compiled for this thread.
pub struct Play {
    hooks: Hooks,
    table: Box<Table>,
    node: Node,
    lang: Lang,
    /// The way back to the node, for when a hook fails.
    way_back: WayBack,
    /// How many choices got stuck on the way to the node.
    n_stuck: u32,
    /// The states before every throw and move, when undo is wanted.
    history: Option<Vec<State>>,
}

impl Play {
    /// Compiles the hooks, runs `setup` and stands at the first node.
    ///
    /// # Errors
    ///
    /// Every problem of the scripts, or what a hook failed with.
    pub fn new(game: Arc<Game>, limits: Limits) -> Result<Self> {
        let hooks = Hooks::new(&game, limits)?;
        let table = Box::new(Table::new(game, limits));
        let way_back = WayBack::new(&table.state);
        let mut play = Self {
            hooks,
            table,
            node: Node::Over,
            lang: Lang::En,
            way_back,
            n_stuck: 0,
            history: None,
        };
        play.restart()?;
        Ok(play)
    }

    /// Goes back to the first node, with nothing to take back; the hooks stay compiled.
    ///
    /// # Errors
    ///
    /// What a hook failed with.
    pub fn restart(&mut self) -> Result<()> {
        self.forget();
        self.attempt(
            |play| {
                play.table.state = State::new(&play.table.game);
                play.table.current = None;
            },
            |play| {
                play.hooks.run(&mut play.table, Hook::Setup, [0, 0])?;
                play.settle()
            },
        )
    }

    /// The game that is played.
    pub fn game(&self) -> &Arc<Game> {
        &self.table.game
    }

    /// The state at the node.
    pub fn state(&self) -> &State {
        &self.table.state
    }

    /// The functions of the scripts that are interpreted, since they cannot be compiled; those that only
    /// call others come last.
    pub fn uncompiled(&self) -> &[Uncompiled] {
        self.hooks.uncompiled(&self.table.game)
    }

    /// Where the game stands.
    pub fn node(&self) -> Node {
        self.node
    }

    /// The legal moves in the order in which the rules offer them; empty unless a choice is due.
    pub fn legal(&self) -> &[Move] {
        match self.node {
            Node::Choice { .. } => &self.table.offers,
            Node::Chance { .. } | Node::Over => &[],
        }
    }

    /// What happened at the last throw or move, and in the steps that followed it by themselves.
    pub fn events(&self) -> &[Event] {
        &self.table.events
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.table.state.outcome()
    }

    /// The language of rule texts in errors; English at first.
    pub fn set_lang(&mut self, lang: Lang) {
        self.lang = lang;
    }

    /// The language of rule texts in errors.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Throws: `outcome` is an index among the outcomes of the die that is due.
    ///
    /// # Errors
    ///
    /// `no-throw-due`, `no-such-throw`, or what a hook failed with; the state is then untouched.
    #[inline]
    pub fn throw(&mut self, outcome: usize) -> Result<()> {
        match self.node {
            Node::Chance { die, .. } if outcome < self.table.game.dice[die].outcomes.len() => {
                self.advance(Made::Throw { die, outcome })
            }
            _ => Err(self.no_throw(outcome)),
        }
    }

    #[cold]
    fn no_throw(&self, outcome: usize) -> Error {
        let problem = match self.node {
            Node::Chance { die, .. } => {
                let message = format!("outcome {outcome} of `{}`", self.table.game.dice[die].id);
                Problem::new("no-such-throw", message)
            }
            _ => Problem::new("no-throw-due", "no throw is due").note(self.describe_node()),
        };
        problem.into()
    }

    /// Throws what the dice show, in any order.
    ///
    /// # Errors
    ///
    /// As [`Self::throw`].
    pub fn throw_faces(&mut self, faces: &[i32]) -> Result<()> {
        let outcome = match self.node {
            Node::Chance { die, .. } => {
                let die = &self.table.game.dice[die];
                match die.outcome(faces) {
                    Some(outcome) => outcome,
                    None => return Err(explain::no_such_throw(die, faces).into()),
                }
            }
            Node::Choice { .. } | Node::Over => 0,
        };
        self.throw(outcome)
    }

    /// Plays the legal move with this index in [`Self::legal`].
    ///
    /// # Errors
    ///
    /// `no-move-due`, `illegal-move` for an index beyond, or what a hook failed with; the state is
    /// then untouched.
    #[inline]
    pub fn play(&mut self, index: usize) -> Result<()> {
        match self.node {
            Node::Choice { .. } if index < self.table.offers.len() => {
                self.advance(Made::Move { index })
            }
            _ => Err(self.no_move(index)),
        }
    }

    #[cold]
    fn no_move(&self, index: usize) -> Error {
        let problem = match self.node {
            Node::Choice { .. } => {
                let n = self.table.offers.len();
                let message = format!("move {index} of {n}, counted from 0");
                Problem::new("illegal-move", message)
            }
            _ => Problem::new("no-move-due", "no move is due").note(self.describe_node()),
        };
        problem.into()
    }

    /// Takes back `n` throws and moves.
    ///
    /// # Errors
    ///
    /// `nothing-to-undo` when there are fewer, or when no history is kept.
    pub fn undo(&mut self, n: usize) -> Result<()> {
        let n_made = self.history.as_ref().map_or(0, Vec::len);
        if n > n_made {
            let message = format!("{n} to take back, but only {n_made} throws and moves were made");
            return Err(Problem::new("nothing-to-undo", message).into());
        }
        if n > 0
            && let Some(state) =
                self.history.as_mut().and_then(|history| history.drain(n_made - n..).next())
        {
            self.way_back.forget();
            self.attempt(|play| play.table.state.clone_from(&state), Self::settle)?;
        }
        Ok(())
    }

    /// Keeps the states that [`Self::undo`] goes back to, from now on; playouts need none.
    pub fn set_history(&mut self, on: bool) {
        self.history = on.then(Vec::new);
    }

    /// The text form of the state, a line for each item.
    pub fn position_text(&self) -> String {
        position_text(&self.table.game, &self.table.state)
    }

    /// Goes on from a state in its text form; nothing can be taken back beyond it.
    ///
    /// # Errors
    ///
    /// Every problem of the text with its place, or `refused-position` when the rules have none
    /// such; the game then stays where it was.
    pub fn set_position(&mut self, text: &Source) -> Result<()> {
        let state = parse_position(&self.table.game, text)?;
        let limit = self.table.limits.steps;
        if state.agenda().len() as u64 > limit {
            let message = format!("the limit `steps` of {limit} is passed");
            let problem = Problem::new("limit", message).at(text.place_of_line(1));
            return Err(problem.help("raise the limit with `--limit steps=N`").into());
        }
        self.leave();
        let stand = |play: &mut Self| {
            play.table.state.clone_from(&state);
            play.table.current = play.table.state.agenda().first().copied();
        };
        let go_on = |play: &mut Self| {
            play.check_position(text)?;
            play.settle()
        };
        match self.attempt(stand, go_on) {
            Ok(()) => {
                self.forget();
                Ok(())
            }
            Err(error) => self.go_back(error),
        }
    }

    /// Whether a read-only Rhai expression over `g` is true.
    ///
    /// # Errors
    ///
    /// What is wrong with the expression, with its place in the source.
    pub fn holds(&mut self, expression: &Source) -> Result<bool> {
        self.hooks.holds(&mut self.table, expression)
    }

    /// Whether the game has the hook `evaluate`.
    pub fn can_evaluate(&self) -> bool {
        self.hooks.has(Hook::Evaluate)
    }

    /// How good the state is for a player, if the game has the hook `evaluate`.
    ///
    /// # Errors
    ///
    /// What the hook failed with.
    pub fn evaluate(&mut self, player: usize) -> Result<Option<i64>> {
        if !self.can_evaluate() {
            return Ok(None);
        }
        self.asked(|play| {
            play.hooks.number(&mut play.table, Hook::Evaluate, [player as i64, 0]).map(Some)
        })
    }

    /// How many choices without a legal move came up since the last throw or move, on the way to the
    /// node.
    pub fn n_stuck(&self) -> u32 {
        self.n_stuck
    }

    fn check_position(&mut self, text: &Source) -> Result<()> {
        if !self.hooks.has(Hook::Valid) || self.hooks.ask(&mut self.table, Hook::Valid, [0, 0])? {
            return Ok(());
        }
        let problem = Problem::new("refused-position", "the rules have no such position");
        let problem = problem.at(text.place_of_line(1));
        Err(match self.table.rejected {
            Some(rule) => problem.note(self.table.game.rule_text(rule, self.lang)),
            None => problem,
        }
        .into())
    }

    /// Nothing can be taken back any more.
    fn forget(&mut self) {
        self.way_back.forget();
        if let Some(history) = &mut self.history {
            history.clear();
        }
    }

    /// Works off the agenda up to the next throw, choice or end.
    fn settle(&mut self) -> Result<()> {
        self.n_stuck = 0;
        for _ in 0..self.table.limits.idle {
            if self.table.state.outcome().is_some() {
                self.table.current = None;
                self.node = Node::Over;
                return Ok(());
            }
            let Table { state, current, .. } = &mut *self.table;
            let Some(step) = state.agenda().first() else {
                self.next_turn()?;
                continue;
            };
            let (player, tag, kind) = (usize::from(step.player), usize::from(step.tag), step.kind);
            *current = Some(*step);
            if self.hooks.has(Hook::Due) && !self.hooks.ask(&mut self.table, Hook::Due, [0, 0])? {
                self.table.state.drop_step();
                continue;
            }
            match kind {
                StepKind::Roll { die } => {
                    self.node = Node::Chance { player, die: die.into(), step: tag };
                    return Ok(());
                }
                StepKind::Choose => {
                    self.hooks.run(&mut self.table, Hook::Moves, [0, 0])?;
                    if !self.table.duties.is_empty() {
                        self.table.apply_duties();
                    }
                    if !self.table.offers.is_empty() {
                        self.node = Node::Choice { player, step: tag };
                        return Ok(());
                    }
                    if !self.hooks.has(Hook::Stuck) {
                        return Err(self.no_moves(tag));
                    }
                    self.n_stuck += 1;
                    self.table.state.drop_step();
                    self.hooks.run(&mut self.table, Hook::Stuck, [0, 0])?;
                }
                StepKind::Act => {
                    self.table.state.drop_step();
                    self.hooks.run(&mut self.table, Hook::Act, [0, 0])?;
                }
            }
        }
        let limit = self.table.limits.idle;
        Err(Problem::new(
            "limit",
            format!(
                "the limit `idle` of {limit} turns and steps without a throw or a choice is passed"
            ),
        )
        .note(self.moment())
        .help("ask for a throw or a choice in `turn`, or raise the limit with `--limit idle=N`")
        .into())
    }

    /// The agenda is empty: ends the turn, chooses the next mover, or begins the turn.
    fn next_turn(&mut self) -> Result<()> {
        self.table.current = None;
        match self.table.state.phase() {
            Phase::Turn => {
                self.table.state.set_phase(Phase::Closing);
                self.hooks.run(&mut self.table, Hook::TurnEnd, [0, 0])
            }
            Phase::Begin => {
                self.table.state.set_phase(Phase::Turn);
                self.hooks.run(&mut self.table, Hook::Turn, [0, 0])
            }
            Phase::Setup | Phase::Closing => {
                let next = self.next_mover()?;
                let turn = self.table.state.turn();
                self.table.state.set_mover(Some(next));
                self.table.state.set_turn(turn.saturating_add(1));
                self.table.state.set_phase(Phase::Begin);
                Ok(())
            }
        }
    }

    fn next_mover(&mut self) -> Result<usize> {
        let n_players = self.table.game.players.len();
        if !self.hooks.has(Hook::NextMover) {
            let state = &self.table.state;
            // Whoever has been given the turn before the first one begins.
            let ahead = usize::from(state.phase() != Phase::Setup);
            return Ok(state.mover().map_or(0, |mover| (mover + ahead) % n_players));
        }
        let next = self.hooks.number(&mut self.table, Hook::NextMover, [0, 0])?;
        usize::try_from(next).ok().filter(|next| *next < n_players).ok_or_else(|| {
            let message = format!("`next_mover` must return a player, found {next}");
            let problem = Problem::new("wrong-return", message);
            self.hooks.about(&self.table, Hook::NextMover, problem).into()
        })
    }

    fn no_moves(&self, tag: usize) -> Error {
        let step = &self.table.game.steps[tag].id;
        let message =
            format!("no move is legal in the step `{step}`, and the game has no hook `stuck`");
        let problem = Problem::new("no-moves", message)
            .help("write `fn stuck(g, step)`, which may do nothing: the step then passes");
        self.hooks.about(&self.table, Hook::Moves, problem).into()
    }

    fn moment(&self) -> String {
        let (name, state) = (&self.table.game.name, &self.table.state);
        format!("in {name}, turn {}, ply {}", state.turn(), state.ply())
    }
}

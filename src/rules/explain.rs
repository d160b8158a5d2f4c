//! Moves as text, and why a text is not a legal move.

use std::sync::Arc;

use super::{Node, Play};
use crate::dice::Die;
use crate::error::{Problem, Result, nearest};
use crate::game::ArgKind;
use crate::moves::{Move, Refusal};
use crate::script::Event;
use crate::script::table::Hook;
use crate::text::Lang;

/// At most so many legal moves are listed in a message.
const SHOWN: usize = 24;

/// The answer to a question why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// It is legal.
    Legal,
    /// The rules refuse it: the indices of the rules that do, each once, in the order found.
    Refused(Vec<usize>),
    /// No rule considers such a move.
    NoSuchMove,
}

impl Play {
    /// The notation of the legal move with this index in [`Self::legal`].
    ///
    /// # Errors
    ///
    /// What the hook `notation` failed with.
    pub fn text_of(&mut self, index: usize) -> Result<String> {
        match self.legal().get(index).copied() {
            Some(mv) => self.asked(|play| play.notation(index, &mv)),
            None => {
                Err(Problem::new("illegal-move", format!("no legal move has the index {index}"))
                    .into())
            }
        }
    }

    /// The notations of all legal moves in the order of [`Self::legal`].
    ///
    /// # Errors
    ///
    /// What the hook `notation` failed with, or `ambiguous-notation` when two legal moves would be
    /// written alike.
    pub fn texts(&mut self) -> Result<Vec<String>> {
        let legal = self.legal().to_vec();
        let texts: Vec<String> = self
            .asked(|play| legal.iter().enumerate().map(|(i, mv)| play.notation(i, mv)).collect())?;
        let mut sorted: Vec<&String> = texts.iter().collect();
        sorted.sort_unstable();
        if let Some([twice, _]) = sorted.array_windows().find(|[a, b]| a == b) {
            let message = format!("two legal moves are both written `{twice}`");
            let problem = Problem::new("ambiguous-notation", message)
                .help("tell them apart by marks in `notation.moves`, or by the hook `notation`");
            return Err(self.hooks.about(&self.table, Hook::Moves, problem).into());
        }
        Ok(texts)
    }

    /// The notations of all legal moves, sorted as text.
    ///
    /// # Errors
    ///
    /// As [`Self::texts`].
    pub fn legal_texts(&mut self) -> Result<Vec<String>> {
        let mut texts = self.texts()?;
        texts.sort_unstable();
        Ok(texts)
    }

    /// Plays the legal move with this notation.
    ///
    /// # Errors
    ///
    /// `no-move-due`; `illegal-move` with the rules that refuse it and the legal moves; or what a
    /// hook failed with; the state is then untouched.
    pub fn play_text(&mut self, text: &str) -> Result<()> {
        let found = self.texts()?.iter().position(|known| known == text);
        match (found, self.node()) {
            (Some(index), _) => self.play(index),
            (None, Node::Choice { .. }) => Err(self.illegal(text)?.into()),
            (None, _) => self.play(0),
        }
    }

    /// Asks the rules about a move's text.
    ///
    /// # Errors
    ///
    /// `no-move-due`, or what a hook failed with.
    pub fn why(&mut self, text: &str) -> Result<Why> {
        if !matches!(self.node(), Node::Choice { .. }) {
            return Err(Problem::new("no-move-due", "no move is due")
                .note(self.describe_node())
                .into());
        }
        let why = self.asked(|play| {
            play.explain()?;
            play.reasons(text)
        });
        self.table.refusals.clear();
        why
    }

    /// Every move that the rules refuse here, with the rule, in the order found.
    ///
    /// # Errors
    ///
    /// What the hook `moves` failed with.
    pub fn refusals(&mut self) -> Result<Vec<Refusal>> {
        if !matches!(self.node(), Node::Choice { .. }) {
            return Ok(Vec::new());
        }
        self.asked(Self::explain)?;
        Ok(std::mem::take(&mut self.table.refusals))
    }

    /// An event as logs write it: its name and its values.
    pub fn event_text(&self, event: &Event) -> String {
        let game = self.game();
        let kind = &game.events[event.event];
        let mut text = kind.id.clone();
        for (arg, value) in kind.args.iter().zip(event.args) {
            text.push(' ');
            match (arg, usize::try_from(value)) {
                (ArgKind::Player, Ok(player)) if player < game.players.len() => {
                    text.push_str(&game.players[player].id);
                }
                (ArgKind::Site, Ok(site)) => text.push_str(game.board.name(site)),
                _ => text.push_str(&value.to_string()),
            }
        }
        text
    }

    /// What is due, in a sentence.
    pub fn describe_node(&self) -> String {
        let game = self.game();
        match self.node() {
            Node::Chance { player, die, step } => format!(
                "{} throws `{}` now (step `{}`)",
                game.players[player].id, game.dice[die].id, game.steps[step].id
            ),
            Node::Choice { player, step } => {
                format!(
                    "{} chooses a move now (step `{}`)",
                    game.players[player].id, game.steps[step].id
                )
            }
            Node::Over => match self.outcome() {
                Some(outcome) => format!("the game is over ({})", game.reasons[outcome.reason].id),
                None => "the game is over".to_owned(),
            },
        }
    }

    /// The rules in words, a line each.
    pub fn rule_texts(&self, rules: &[usize], lang: Lang) -> Vec<String> {
        rules.iter().map(|rule| self.game().rule_text(*rule, lang)).collect()
    }

    /// Runs `moves` once more with refusals wanted; when that fails everything is as before.
    fn explain(&mut self) -> Result<()> {
        let (state, legal) = (self.table.state.clone(), self.table.offers.clone());
        let n_events = self.table.events.len();
        self.table.explaining = true;
        let ran = self.hooks.run(&mut self.table, Hook::Moves, [0, 0]);
        self.table.apply_duties();
        self.table.explaining = false;
        let same = self.table.offers == legal;
        if ran.is_ok() && same {
            return Ok(());
        }
        self.table.state = state;
        self.table.events.truncate(n_events);
        self.table.offers = legal;
        self.table.refusals.clear();
        ran?;
        let message = "`moves` offers other moves when it is asked for its reasons";
        let problem = Problem::new("unsteady-moves", message)
            .help("where `g.explaining` is true it may refuse more, but must offer the same");
        Err(self.hooks.about(&self.table, Hook::Moves, problem).into())
    }

    /// Looks a text up among the offers and the refusals that [`Self::explain`] has found.
    fn reasons(&mut self, text: &str) -> Result<Why> {
        let n_offers = self.table.offers.len();
        for index in 0..n_offers {
            let mv = self.table.offers[index];
            if self.notation(index, &mv)? == text {
                return Ok(Why::Legal);
            }
        }
        let mut rules = Vec::new();
        for i in 0..self.table.refusals.len() {
            let refusal = self.table.refusals[i];
            if self.notation(n_offers + i, &refusal.mv)? == text && !rules.contains(&refusal.rule) {
                rules.push(refusal.rule);
            }
        }
        Ok(if rules.is_empty() { Why::NoSuchMove } else { Why::Refused(rules) })
    }

    fn illegal(&mut self, text: &str) -> Result<Problem> {
        let why = self.why(text)?;
        let legal = self.legal_texts()?;
        let mut problem = Problem::new("illegal-move", format!("`{text}` is not a legal move"));
        match why {
            Why::Refused(rules) => {
                for rule in self.rule_texts(&rules, self.lang) {
                    problem = problem.note(rule);
                }
            }
            Why::NoSuchMove | Why::Legal => {
                problem = problem.note("no-such-move: no rule considers it");
            }
        }
        let shown = legal.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
        let more = if legal.len() > SHOWN {
            format!(" … ({} in all)", legal.len())
        } else {
            String::new()
        };
        problem = problem.note(format!("legal now: {shown}{more}"));
        Ok(match nearest(text, legal.iter().map(String::as_str)) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem,
        })
    }

    /// A move as text by the templates; `handle` is what the hook `notation` knows it by.
    fn notation(&mut self, handle: usize, mv: &Move) -> Result<String> {
        let game = Arc::clone(self.game());
        if let Ok(word) = usize::try_from(mv.word) {
            return Ok(game.words[word].id.clone());
        }
        let template = game.templates.iter().find(|t| mv.marks & t.marks == t.marks);
        let Some(template) = template else {
            let problem =
                Problem::new("no-template", "no template of `notation.moves` fits a legal move");
            return Err(problem
                .help("let the last template have no marks, so that it fits all")
                .into());
        };
        let mut text = String::new();
        let mut rest = template.text.as_str();
        while let Some((plain, tail)) = rest.split_once('{') {
            let (slot, after) = tail.split_once('}').unwrap_or((tail, ""));
            text.push_str(plain);
            match slot {
                "from" => text.push_str(game.board.name(mv.from as usize)),
                "to" => text.push_str(game.board.name(mv.to as usize)),
                "number" => text.push_str(&mv.number.to_string()),
                "piece" => text.push_str(&game.kinds[game.pieces[mv.piece as usize].kind].id),
                // The loader knows no other slot than these and this one.
                _ => text.push_str(&self.own_notation(handle)?),
            }
            rest = after;
        }
        text.push_str(rest);
        Ok(text)
    }

    fn own_notation(&mut self, handle: usize) -> Result<String> {
        let args = [0, handle as i64];
        let text = self.hooks.string(&mut self.table, Hook::Notation, args)?;
        // Logs are cut into tokens at blanks.
        if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
            let message = format!("`notation` must return a text without blanks, found {text:?}");
            let problem = Problem::new("wrong-return", message);
            return Err(self.hooks.about(&self.table, Hook::Notation, problem).into());
        }
        Ok(text)
    }
}

/// The problem of faces that a die does not have.
pub(super) fn no_such_throw(die: &Die, faces: &[i32]) -> Problem {
    let write = |faces: &[i32]| faces.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
    let known: Vec<String> =
        die.outcomes.iter().take(SHOWN).map(|o| format!("({})", write(&o.faces))).collect();
    Problem::new("no-such-throw", format!("`{}` cannot show ({})", die.id, write(faces)))
        .help(format!("it shows {}", known.join(" ")))
}

//! Bots: who chooses among the legal moves when no person does.
//!
//! A bot takes what is left to chance from the stream of the playout or game, so that a seed gives
//! the same game whoever plays.

use std::fmt;
use std::str::FromStr;

use crate::error::{Problem, Result};
use crate::rules::{Node, Play};

use super::Stream;

mod effort;
mod flat;
mod greedy;
mod rollout;
mod think;
mod timer;
#[cfg(test)]
mod toy;
mod uct;

pub use effort::{Budget, Effort};
use greedy::Greedy;
use think::{Method, Thinker};

/// A way to choose moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bot {
    /// Every legal move is equally likely.
    Random,
    /// The move after which the side of the one who chooses stands best beside the others, by the hook
    /// `evaluate`: its value, the sum of its players', less what the other sides have on average.
    ///
    /// The values are those of the next node, a throw included, as it stands there, and of the end of a
    /// game that is not won, since who has lost already may still play for something. A win counts
    /// more than any value. Among equal moves each is equally likely.
    Greedy,
    /// The move after which random plays are worth the most on average: equally many after each.
    ///
    /// It is written `flat:500` for 500 plays in all, `flat:200ms` for as many as there is time for,
    /// `flat:500:cap=50` when plays are broken off after 50 moves.
    Flat(Effort),
    /// The move that is tried most in a tree which grows where random plays are worth the most to
    /// whoever chooses there (UCT).
    ///
    /// It is written `mcts:500`, `mcts:200ms`, `mcts:500:cap=50`, each with the same meaning as for
    /// [`Self::Flat`].
    Mcts(Effort),
}

impl Bot {
    /// The names of all bots; behind those of [`Self::Flat`] and [`Self::Mcts`] comes how much they
    /// think.
    pub const NAMES: [&str; 4] = ["random", "greedy", "flat", "mcts"];

    /// The bot on a seat, counted from 0: the last one has all seats beyond the list as well. Where
    /// the list is empty all are random.
    pub fn on_seat(bots: &[Self], seat: usize) -> Self {
        bots.get(seat).or(bots.last()).copied().unwrap_or(Self::Random)
    }

    /// Whether the same seed gives the same moves again, which it need not for a bot that thinks by
    /// the clock.
    pub fn is_repeatable(self) -> bool {
        match self {
            Self::Random | Self::Greedy => true,
            Self::Flat(effort) | Self::Mcts(effort) => effort.is_repeatable(),
        }
    }

    fn needs_evaluate(self) -> bool {
        self == Self::Greedy
    }

    fn thinks(self) -> bool {
        matches!(self, Self::Flat(_) | Self::Mcts(_))
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Flat(effort) => write!(f, "flat:{effort}"),
            Self::Mcts(effort) => write!(f, "mcts:{effort}"),
        }
    }
}

/// Reads what [`Display`](fmt::Display) writes; fails with `unknown-bot`, or with `bad-bot` for how much
/// one thinks.
impl FromStr for Bot {
    type Err = Problem;

    fn from_str(text: &str) -> std::result::Result<Self, Problem> {
        let (name, effort) = match text.split_once(':') {
            Some((name, effort)) => (name, Some(effort)),
            None => (text, None),
        };
        let plain = |bot| match effort {
            None => Ok(bot),
            Some(_) => {
                Err(Problem::new("bad-bot", format!("nothing follows `{name}` after a colon"))
                    .help(format!("write `{name}`")))
            }
        };
        let thinking = |bot: fn(Effort) -> Self| {
            let example = || format!("write `{name}:500` or `{name}:200ms`, `{name}:500:cap=50`");
            let none = || {
                Problem::new("bad-bot", format!("how long `{name}` thinks is missing"))
                    .help(example())
            };
            let read = effort.ok_or_else(none)?.parse().map(bot);
            read.map_err(|problem: Problem| match problem.help_text() {
                Some(_) => problem,
                None => problem.help(example()),
            })
        };
        match name {
            "random" => plain(Self::Random),
            "greedy" => plain(Self::Greedy),
            "flat" => thinking(Self::Flat),
            "mcts" => thinking(Self::Mcts),
            _ => Err(Problem::new("unknown-bot", format!("unknown bot `{text}`"))
                .help_nearest(name, Self::NAMES)),
        }
    }
}

/// The bots on the seats of one play, with what they need to think.
#[derive(Debug)]
pub struct Seating {
    bots: Vec<Bot>,
    greedy: Option<Greedy>,
    thinker: Option<Thinker>,
}

impl Seating {
    /// Random bots on all seats.
    pub fn random() -> Self {
        Self { bots: Vec::new(), greedy: None, thinker: None }
    }

    /// Seats bots at a play, as [`Bot::on_seat`] says.
    ///
    /// # Errors
    ///
    /// `no-evaluate` for a bot that needs the hook `evaluate`, when the game has none.
    pub fn new(bots: &[Bot], play: &Play) -> Result<Self> {
        let evaluator = bots.iter().find(|bot| bot.needs_evaluate());
        if let Some(bot) = evaluator
            && !play.can_evaluate()
        {
            let name = play.game().name();
            let message = format!("`{bot}` needs the hook `evaluate`, which {name} has not");
            return Err(Problem::new("no-evaluate", message)
                .help("write `fn evaluate(g, player)`, or let `random` play")
                .into());
        }
        let greedy = evaluator.map(|_| Greedy::new(play));
        let thinker = bots.iter().any(|bot| bot.thinks()).then(|| Thinker::new(play));
        Ok(Self { bots: bots.to_vec(), greedy, thinker })
    }

    /// The index of the move that the bot chooses whose player has to; 0 when no choice is due.
    ///
    /// The random bot uses [`Stream::below`] the number of legal moves, also where only one is legal;
    /// the greedy one [`Stream::below`] the number of the best moves where there are several. One
    /// that thinks takes two words where several moves are legal, which seed a stream of its own. The
    /// play stands where it stood, also after an error.
    ///
    /// # Errors
    ///
    /// What a hook failed with, with a note of the move that was tried.
    #[inline]
    pub fn choose(&mut self, play: &mut Play, stream: &mut Stream) -> Result<usize> {
        let n_legal = play.legal().len() as u32;
        if self.bots.is_empty() && n_legal > 0 {
            return Ok(stream.below(n_legal) as usize);
        }
        self.choose_by_bots(play, stream)
    }

    fn choose_by_bots(&mut self, play: &mut Play, stream: &mut Stream) -> Result<usize> {
        let Node::Choice { player, .. } = play.node() else { return Ok(0) };
        match (Bot::on_seat(&self.bots, player), &mut self.greedy, &mut self.thinker) {
            (Bot::Greedy, Some(greedy), _) => greedy.choose(play, player, stream),
            (Bot::Flat(effort), _, Some(thinker)) => {
                thinker.choose(play, player, (Method::Flat, effort), stream)
            }
            (Bot::Mcts(effort), _, Some(thinker)) => {
                thinker.choose(play, player, (Method::Uct, effort), stream)
            }
            _ => Ok(stream.below(play.legal().len() as u32) as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::definition::{Choice, Definition};
    use crate::error::Source;
    use crate::lab::{Caps, Ending, Playout, playout, toy, watched};
    use crate::script::Limits;

    fn run(ending: &str, bots: &[Bot], index: u64) -> Result<Playout> {
        let mut play = toy::play(ending);
        let mut seating = Seating::new(bots, &play)?;
        watched(&mut play, &mut seating, &mut Stream::new(2, index), Caps::of_plies(60), &mut ())
    }

    #[test]
    fn a_bot_is_read_as_it_is_written() {
        for name in ["random", "greedy", "flat:500", "mcts:1", "mcts:200ms", "flat:3ms:cap=50"] {
            assert_eq!(name.parse::<Bot>().expect("a bot").to_string(), name);
        }
        for (text, code, help) in [
            ("gredy", "unknown-bot", "did you mean `greedy`?"),
            ("mtcs:500", "unknown-bot", "did you mean `mcts`?"),
            ("random:5", "bad-bot", "write `random`"),
            ("mcts", "bad-bot", "write `mcts:500` or `mcts:200ms`, `mcts:500:cap=50`"),
            ("flat:no", "bad-bot", "write `flat:500` or `flat:200ms`, `flat:500:cap=50`"),
            ("flat:5:cup=5", "bad-bot", "did you mean `cap`?"),
        ] {
            let error = text.parse::<Bot>().expect_err("no such bot");
            assert_eq!((error.code(), error.help_text()), (code, Some(help)), "{text}");
        }
    }

    #[test]
    fn the_last_bot_has_the_seats_that_are_left() {
        let seats = |bots: &[Bot]| [0, 1, 2].map(|seat| Bot::on_seat(bots, seat));
        assert_eq!(seats(&[]), [Bot::Random; 3]);
        assert_eq!(seats(&[Bot::Random, Bot::Greedy]), [Bot::Random, Bot::Greedy, Bot::Greedy]);
    }

    #[test]
    fn the_random_bot_plays_as_a_random_playout() {
        let plain = playout(&mut toy::play("goal"), &mut Stream::new(2, 5), Caps::of_plies(60));
        let plain = plain.expect("sound rules");
        for bots in [vec![], vec![Bot::Random], vec![Bot::Random; 2]] {
            assert_eq!(run("goal", &bots, 5), Ok(plain.clone()));
        }
    }

    #[test]
    fn a_greedy_runner_never_stays() {
        for index in 0..20 {
            let record = run("goal", &[Bot::Greedy], index).expect("sound rules");
            assert!(matches!(record.ending, Ending::Over(_)), "{record:?}");
            // The metric counts steps: every move is one where it can be.
            assert!(record.metrics[0] >= record.real_decisions, "{record:?}");
        }
    }

    #[test]
    fn equal_moves_are_drawn_from_the_stream() {
        let steps = |index| run("flat", &[Bot::Greedy], index).expect("sound rules");
        let (all, again): (Vec<_>, Vec<_>) = (0..20).map(|i| (steps(i), steps(i))).unzip();
        assert_eq!(all, again);
        let stayed = all.iter().filter(|record| record.metrics[0] < record.real_decisions).count();
        assert!(stayed > 10, "{stayed}");
        assert!(all.iter().all(|record| matches!(record.ending, Ending::Over(_))));
    }

    #[test]
    fn a_win_is_better_than_any_value() {
        let mut play = toy::play("flat");
        let text = Source::new("position", "light e1\ndark a2\nmover light\nturn 1\n");
        play.set_position(&text).expect("a position of the toy");
        let mut seating = Seating::new(&[Bot::Greedy], &play).expect("it can evaluate");
        for seed in 0..10 {
            let mut stream = Stream::new(seed, 0);
            play.throw(0).expect("a throw is due");
            let position = stream.position();
            assert_eq!(seating.choose(&mut play, &mut stream), Ok(0));
            assert_eq!(stream.position(), position);
            play.set_position(&text).expect("a position of the toy");
        }
        assert_eq!(seating.choose(&mut play, &mut Stream::new(0, 0)), Ok(0));
    }

    #[test]
    fn a_failure_has_its_place_and_the_move() {
        let mut play = toy::play("blind");
        let mut seating = Seating::new(&[Bot::Greedy], &play).expect("it can evaluate");
        let mut stream = Stream::new(1, 0);
        let error = watched(&mut play, &mut seating, &mut stream, Caps::default(), &mut ());
        let error = error.expect_err("the third turn has no value");
        let problem = &error.problems()[0];
        let place = problem.place().expect("a place in the rules");
        assert_eq!(
            (error.code(), place.source().name(), place.line()),
            ("arithmetic", "rules.rhai", 21)
        );
        let note = problem.notes().iter().find(|note| note.contains("greedy"));
        assert!(note.is_some_and(|note| note.contains("tried `")), "{:?}", problem.notes());
        // The play is still at the choice.
        assert_eq!(play.state().turn(), 2);
        assert!(play.legal().len() > 1);
        play.play(0).expect("the move itself is fine");
    }

    #[test]
    fn only_who_looks_at_values_needs_them() {
        let source = |name, text| Source::new(name, text);
        let definition = Definition::from_sources(
            source("game.yaml", include_str!("../../tests/games/trail/game.yaml")),
            source("rules.rhai", include_str!("../../tests/games/trail/rules.rhai")),
        );
        let game = definition.and_then(|d| d.build(&Choice::default())).expect("a sound game");
        let play = Play::new(Arc::new(game), Limits::default()).expect("a sound game");
        assert!(Seating::new(&[Bot::Random], &play).is_ok());
        let error = Seating::new(&[Bot::Random, Bot::Greedy], &play).expect_err("no values");
        assert_eq!(error.code(), "no-evaluate");
    }
}

//! Comparisons: the same playouts by several rules, and what the rules do to them.
//!
//! Playout i has the stream of the seed and i on every side (common random numbers), and what is
//! compared are pairs of playouts with the same stream. As far as the rules do not matter, chance is
//! the same on both sides, and the difference is known better than from two simulations.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::error::{Error, Problem, Result};
use crate::game::Game;
use crate::rules::Play;
use crate::script::Limits;

use super::bot::Seating;
use super::playout::Playout;
use super::report::Decimal;
use super::simulate::{Options, each};
use super::subject::Subject;
use super::tally::Tally;

mod measure;
mod pairs;
mod phrases;
mod report;
mod verdict;

pub use measure::{Kind, Measure};
pub use pairs::Pairs;
pub use report::{Change, Comparison, SideReport, Until};

/// So many playouts are made on each side before the widths of intervals are looked at.
const BATCH: u64 = 1000;

/// One of the rules that are compared.
#[derive(Clone, Debug)]
pub struct Side {
    /// What it is called in the report.
    pub name: String,
    /// The game with these rules.
    pub game: Arc<Game>,
}

/// Plays [`Options::n`] playouts on each side and reports on all sides, and on the difference of each to
/// the first one, which is the base.
///
/// With `until` it plays in batches, and no longer than until the intervals of the length and of the
/// first player's advantage reach no farther than this to either side, as a share: 0.01 for one
/// percent, or one percentage point. To stop by the width of an interval leaves it valid as the number
/// grows: Y. S. Chow and H. Robbins, *On the asymptotic theory of fixed-width sequential confidence
/// intervals for the mean*, The Annals of Mathematical Statistics 36 (1965).
///
/// `progress` is told how many playouts of how many are done, in rising order. Nothing depends on the
/// number of threads.
///
/// # Errors
///
/// `too-few-sides` for fewer than two; `different-players` when not all sides have as many players as
/// the base; those of [`each`], with a note of the side.
pub fn compare(
    sides: &[Side],
    limits: Limits,
    options: &Options,
    until: Option<f64>,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Comparison> {
    check(sides, limits, options)?;
    let [base, others @ ..] = sides else { return Err(too_few(sides.len()).into()) };
    let mut run = Run {
        limits,
        options,
        progress,
        n_done: 0,
        n_all: options.n.saturating_mul(sides.len() as u64),
        tallies: sides.iter().map(|side| Tally::new(&side.game)).collect(),
        pairs: others.iter().map(|side| Pairs::new(&side.game, &base.game)).collect(),
    };
    let mut start = 0;
    let mut reached = false;
    while start < options.n && !reached {
        let end = start.saturating_add(BATCH).min(options.n);
        run.batch(sides, start..end)?;
        start = end;
        reached = until.is_some_and(|width| report::is_narrow(&run.tallies, &run.pairs, width));
    }
    let until = until.map(|width| Until { width: Decimal(width), reached });
    let n = Options { n: start, ..options.clone() };
    let subjects = sides.iter().map(|side| Subject::new(&side.game, &n)).collect();
    let names = sides.iter().map(|side| side.name.clone()).collect();
    Ok(report::comparison(names, subjects, run.tallies, &run.pairs, until))
}

/// What is known before anything is played.
fn check(sides: &[Side], limits: Limits, options: &Options) -> Result<()> {
    let mut problems = Vec::new();
    if sides.len() < 2 {
        problems.push(too_few(sides.len()));
    }
    let n_players = sides.first().map_or(0, |side| side.game.players.len());
    for side in sides {
        let found = side.game.players.len();
        if found != n_players {
            let name = &sides[0].name;
            let message =
                format!("`{name}` has {n_players} players, but `{}` has {found}", side.name);
            let problem = Problem::new("different-players", message);
            problems.push(problem.help("seats are compared one by one: give all sides as many"));
            continue;
        }
        let ready = Play::new(Arc::clone(&side.game), limits)
            .and_then(|play| Seating::new(&options.bots, &play));
        if let Err(error) = ready {
            problems.extend(on(error, side).problems().iter().cloned());
        }
    }
    Error::from_problems(problems).map_or(Ok(()), Err)
}

fn too_few(n: usize) -> Problem {
    Problem::new("too-few-sides", format!("expected at least 2 sides, found {n}"))
}

fn on(error: Error, side: &Side) -> Error {
    error.map(|problem| problem.note(format!("on the side `{}`", side.name)))
}

/// What adds up while the sides are played.
struct Run<'a> {
    limits: Limits,
    options: &'a Options,
    progress: &'a (dyn Fn(u64, u64) + Sync),
    n_done: u64,
    n_all: u64,
    tallies: Vec<Tally>,
    pairs: Vec<Pairs>,
}

impl Run<'_> {
    /// The playouts with these indices on every side, after each other, so that no more than those of
    /// the base are kept.
    fn batch(&mut self, sides: &[Side], indices: Range<u64>) -> Result<()> {
        let mut of_base: Vec<Playout> = Vec::new();
        for (i, side) in sides.iter().enumerate() {
            let start = indices.start;
            let mut take = |index: u64, playout: Playout| {
                self.tallies[i].add(&playout);
                if let Some(pairs) = i.checked_sub(1).map(|i| &mut self.pairs[i]) {
                    pairs.add(&playout, &of_base[(index - start) as usize]);
                } else {
                    of_base.push(playout);
                }
                self.n_done += 1;
                (self.progress)(self.n_done, self.n_all);
                ControlFlow::Continue(())
            };
            each(&side.game, self.limits, self.options, indices.clone(), &mut take)
                .map_err(|error| on(error, side))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::definition::{Choice, Definition, Setting};
    use crate::error::Source;
    use crate::lab::toy;

    /// So many turns, in the last of which a die with so many sides is thrown: the first player wins
    /// when it shows a 1, the second one otherwise.
    const YAML: &str = r#"
game: dice
title: Dice
options:
  length: {type: int, default: 4, min: 1, max: 40, help: turns}
  sides: {type: int, default: 2, min: 2, max: 6, help: sides of the die}
players:
  - {id: light, title: {eu: argia, en: Light}, glyph: o}
  - {id: dark, title: {eu: iluna, en: Dark}, glyph: x}
  - {id: gray, title: {eu: grisa, en: Gray}, glyph: g, when: sides == 6}
board: {grid: {columns: 2, rows: 1}}
pieces:
  kinds: {man: {title: {eu: gizon, en: man}}}
dice:
  die: {sides: $sides}
steps:
  toss: {title: {eu: bota, en: toss}}
setup:
  - {player: light, kind: man, at: a1}
notation:
  moves:
    - {text: "{from}-{to}"}
text:
  reasons:
    over: {eu: bukatuta, en: over}
"#;

    const RULES: &str = r"
fn turn(g) { g.roll(die::die, step::toss); }
fn rolled(g, step, n) {
    if g.turn < opt::length { return; }
    if n == 1 { g.win(player::light, reason::over); } else { g.win(player::dark, reason::over); }
}
";

    fn side(set: &[(&str, &str)]) -> Side {
        let setting = |(name, value): &(&str, &str)| Setting {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
            place: None,
        };
        let choice = Choice { set: set.iter().map(setting).collect(), ..Choice::default() };
        let definition = Definition::from_sources(
            Source::new("game.yaml", YAML),
            Source::new("rules.rhai", RULES),
        );
        match definition.and_then(|definition| definition.build(&choice)) {
            Ok(game) => Side { name: format!("{set:?}"), game: Arc::new(game) },
            Err(error) => panic!("{error:#}"),
        }
    }

    fn toy_side(ending: &str) -> Side {
        Side { name: ending.to_owned(), game: toy::game(ending) }
    }

    fn options(n: u64, jobs: usize) -> Options {
        Options { bots: Vec::new(), n, seed: 5, jobs, max_plies: 60 }
    }

    fn run(sides: &[Side], options: &Options, until: Option<f64>) -> Result<Comparison> {
        compare(sides, Limits::default(), options, until, &|_, _| {})
    }

    #[track_caller]
    fn compared(sides: &[Side], options: &Options, until: Option<f64>) -> Comparison {
        match run(sides, options, until) {
            Ok(comparison) => comparison,
            Err(error) => panic!("{error:#}"),
        }
    }

    #[test]
    fn what_is_known_of_a_game_is_found() {
        let sides =
            [side(&[]), side(&[("length", "6"), ("sides", "4")]), side(&[("length", "40")])];
        let found = compared(&sides, &options(2000, 2), None);
        assert_eq!((found.n, found.seed, found.alpha.0), (2000, 5, 0.025));
        let [base, both, longer] = &found.sides[..] else { panic!("three sides") };
        assert_eq!((base.verdict.clone(), base.changes.len(), base.differing), (None, 0, None));
        let turns = both.change(Measure::Turns).expect("turns");
        assert_eq!((turns.base.0, turns.value.0, turns.clear), (4.0, 6.0, true));
        let relative = turns.relative.expect("a length");
        assert!((relative.value.0 - 0.5).abs() < 1e-9 && (relative.high.0 - relative.low.0) < 1e-6);
        let advantage = both.change(Measure::Advantage).expect("an advantage");
        let interval = advantage.difference.expect("many playouts");
        assert!(interval.low.0 < -0.25 && -0.25 < interval.high.0 && advantage.clear);
        assert!(interval.high.0 - interval.low.0 < 0.12);
        let verdict = both.verdict.as_ref().map(|text| &*text.en).expect("a verdict");
        assert!(
            verdict.contains(": 50.00 % longer (50.00–50.00), first player's adv"),
            "{verdict}"
        );
        // The same die fell on both sides or another one, but it is the same die.
        let advantage = longer.change(Measure::Advantage).expect("an advantage");
        let interval = advantage.difference.expect("many playouts");
        assert!(interval.low.0 < 0.0 && 0.0 < interval.high.0 && !advantage.clear);
        assert_eq!(longer.differing, Some(2000));
        // No move is made in this game.
        assert_eq!(base.report.branching.mean, None);
        assert!(both.change(Measure::Branching).is_none());
        assert!(Measure::OF_LEADS.iter().all(|measure| both.change(*measure).is_none()));
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bytes() {
        let sides = [toy_side("goal"), toy_side("never"), toy_side("flat")];
        let text = |jobs, n, until| {
            let found = compared(&sides, &options(n, jobs), until);
            serde_json::to_string(&found).expect("plain data")
        };
        let one = text(1, 60, None);
        assert!([2, 5].iter().all(|jobs| text(*jobs, 60, None) == one));
        // Whether the end is looked for changes nothing but that it is told.
        assert_eq!(text(3, 60, Some(0.5)), text(1, 60, Some(0.5)));
    }

    #[test]
    fn the_same_rules_differ_in_nothing() {
        let found = compared(&[toy_side("goal"), toy_side("goal")], &options(80, 2), None);
        let side = &found.sides[1];
        assert_eq!(side.verdict.as_ref().map(|text| &*text.en), Some("goal: the same rules"));
        assert_eq!(side.differing, Some(0));
        for change in &side.changes {
            let difference = change.difference.expect("many playouts");
            assert!(difference.value.0 == 0.0 && !change.clear, "{change:?}");
            assert!(difference.low.0 <= 0.0 && 0.0 <= difference.high.0, "{change:?}");
        }
        let figures: Vec<&str> = side.changes.iter().map(|change| &*change.figure).collect();
        for figure in [
            "won by light",
            "ended: home",
            "moves",
            "lead changes",
            "winner behind",
            "drama",
            "steps",
        ] {
            assert!(figures.contains(&figure), "{figure} in {figures:?}");
        }
        // What is evaluated otherwise is played alike.
        let found = compared(&[toy_side("goal"), toy_side("flat")], &options(40, 2), None);
        assert_ne!(found.sides[1].differing, None);
        // What is told of the lead is what each side alone tells.
        let [base, flat] = &found.sides[..] else { panic!("two sides") };
        for measure in Measure::OF_LEADS {
            let alone = |side| found.figure(side, measure).and_then(|rate| rate.mean);
            let (change, there) = (flat.change(measure), alone(base).expect("a mean"));
            // Where nobody ever leads, nobody can take the lead.
            assert_eq!(change.is_none(), measure == Measure::LeadChangeShare);
            let (Some(change), Some(here)) = (change, alone(flat)) else { continue };
            assert!((change.base.0 - there.0).abs() < 1e-9, "{change:?}");
            assert!((change.value.0 - here.0).abs() < 1e-9, "{change:?}");
            assert!(there.0 > 0.0 || measure == Measure::LeadChanges, "{change:?}");
        }
    }

    #[test]
    fn capped_playouts_are_an_outcome_of_their_own() {
        let found = compared(&[toy_side("goal"), toy_side("never")], &options(40, 1), None);
        let side = &found.sides[1];
        let change = side.change(Measure::Unfinished).expect("shares");
        assert_eq!((change.base.0, change.value.0, change.clear), (0.0, 1.0, true));
        let draws = side.change(Measure::Draws).expect("shares");
        assert_eq!((draws.value.0, draws.clear), (0.0, false));
        let verdict = side.verdict.as_ref().map(|text| &*text.en).expect("a verdict");
        let end = "; unfinished 100.0 %, on the base 0.0 %: lengths end at the cap";
        assert!(verdict.ends_with(end), "{verdict}");
    }

    #[test]
    fn it_goes_on_until_the_intervals_are_narrow() {
        let sides = [side(&[]), side(&[("length", "6")])];
        let found = compared(&sides, &options(20_000, 2), Some(0.03));
        let until = found.until.expect("it was asked for");
        assert!(until.reached && found.n < 20_000 && found.n.is_multiple_of(BATCH), "{}", found.n);
        assert_eq!(found.sides[1].report.n, found.n);
        let width = |found: &Comparison| {
            let change = found.sides[1].change(Measure::Advantage).expect("an advantage");
            let interval = change.difference.expect("many playouts");
            interval.high.0 - interval.low.0
        };
        assert!(width(&found) <= 0.06);
        // One batch less is not enough, and a cap ends it sooner.
        let before = compared(&sides, &options(found.n - BATCH, 1), Some(0.03));
        assert!(width(&before) > 0.06);
        assert_eq!(
            (before.n, before.until.map(|until| until.reached)),
            (found.n - BATCH, Some(false))
        );
    }

    /// Few playouts of nearly the same rules, or intervals that were asked for wide, say little.
    #[test]
    fn little_is_not_called_unchanged() {
        let sides = [side(&[]), side(&[("length", "40")])];
        for (n, until) in [(60, None), (60, Some(0.4)), (20_000, Some(0.4))] {
            let found = compared(&sides, &options(n, 1), until);
            assert!((found.margin() - 0.02).abs() < 1e-9);
            let verdict = found.sides[1].verdict.as_ref().map_or("", |text| &*text.en);
            assert!(verdict.contains("advantage not clearly different"), "{verdict}");
        }
        assert!((compared(&sides, &options(60, 1), Some(0.004)).margin() - 0.008).abs() < 1e-9);
        // Each playout goes as its base, since the same die falls on both.
        let alike = compared(&[toy_side("goal"), toy_side("goal")], &options(60, 1), None);
        let change = alike.sides[1].change(Measure::Advantage).expect("an advantage");
        let interval = change.difference.expect("many playouts");
        assert!(!change.differs && interval.low.0 < -0.02 && 0.02 < interval.high.0, "{change:?}");
    }

    #[test]
    fn progress_counts_the_playouts_of_all_sides() {
        let told = Mutex::new(Vec::new());
        let progress = |done, all| told.lock().expect("nobody panics").push((done, all));
        let sides = [toy_side("goal"), toy_side("flat")];
        let done = compare(&sides, Limits::default(), &options(7, 2), None, &progress);
        assert!(done.is_ok());
        let expected: Vec<(u64, u64)> = (1..=14).map(|done| (done, 14)).collect();
        assert_eq!(told.into_inner().expect("nobody panics"), expected);
    }

    #[test]
    fn sides_that_cannot_be_compared_are_refused() {
        let code = |sides: &[Side]| run(sides, &options(5, 1), None).expect_err("no comparison");
        assert_eq!(code(&[]).code(), "too-few-sides");
        assert_eq!(code(&[side(&[])]).code(), "too-few-sides");
        let error = code(&[side(&[]), side(&[("sides", "6")])]);
        assert_eq!(error.code(), "different-players");
        assert!(error.problems()[0].message().ends_with("has 3"), "{error}");
        let error = code(&[toy_side("goal"), toy_side("broken")]);
        assert_eq!(error.code(), "arithmetic");
        let notes = error.problems()[0].notes();
        assert!(notes.iter().any(|note| note == "on the side `broken`"), "{notes:?}");
    }
}

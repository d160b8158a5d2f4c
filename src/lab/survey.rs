//! A survey: a game is played at random in every way that is likely to be asked for, to find what
//! only play shows.
//!
//! One thing at a time is laid over the defaults: each variant, each number of players, values of
//! each option. Where a look at few playouts raises a suspicion that chance might have raised, more are
//! made before anything is said.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::definition::{Definition, Seats};
use crate::error::Result;
use crate::game::Game;
use crate::script::Limits;

use super::{Options, Report, Subject};

mod findings;
mod judge;
mod plan;
mod sums;
mod trace;

pub use findings::{Finding, Level, Occurrence};
pub(crate) use plan::permitted;

use plan::Plan;
use sums::{Sums, Task, Work};

/// A suspicion is followed up with so many times the playouts of the first look.
const MORE: u64 = 6;

/// How to survey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SurveyOptions {
    /// How many playouts of each way to play, at first. Fewer are made of games that are very long:
    /// a way to play gets five times [`Self::max_plies`] moves in all, and whatever the last playout needs.
    pub n: u64,
    /// The seed of all playouts: playout i of every way to play has the stream of this seed and i.
    pub seed: u64,
    /// How many threads; 0 counts as 1. The result does not depend on it.
    pub jobs: usize,
    /// The cap on moves in a playout.
    pub max_plies: u64,
}

/// What a survey found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Survey {
    /// The game's name.
    pub game: String,
    /// The seed of all playouts.
    pub seed: u64,
    /// How many playouts of each way to play were made at first.
    pub n: u64,
    /// The cap on moves in a playout.
    pub max_plies: u64,
    /// What is wrong or remarkable: errors first, then in the order in which it was found.
    pub findings: Vec<Finding>,
    /// The ways to play, the defaults first.
    pub cases: Vec<Surveyed>,
    /// What could not be tried.
    pub skipped: Vec<Skipped>,
}

/// One way to play, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Surveyed {
    /// What people read: `default`, `variant long`, `squares = 5`.
    pub setting: String,
    /// The variant.
    pub variant: Option<String>,
    /// The options that are set.
    pub set: Map<String, Value>,
    /// How many play, where that is not left to the definition.
    pub players: Option<usize>,
    /// The way to play that differs only by what is tried here.
    pub compared_with: Option<String>,
    /// How many playouts went another way than those of [`Self::compared_with`].
    pub differing: Option<u64>,
    /// How many playouts were begun.
    pub playouts: u64,
    /// How many of them ended by a fault of the rules.
    pub failed: u64,
    /// How many of them were given up because nobody could move any more; they are unfinished.
    pub stuck: u64,
    /// The turns of each player, in playouts that ended if any did.
    pub turns: Vec<Turns>,
    /// Pieces that never could move.
    pub dead_pieces: Vec<String>,
    /// Sites on which no piece ever stood.
    pub dead_sites: Vec<String>,
    /// The figures of all playouts that did not fail; none for a game that cannot be set up.
    pub report: Option<Report>,
}

/// The turns of a player over all playouts of a way to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Turns {
    /// The player's name.
    pub player: String,
    /// How many turns there were.
    pub turns: u64,
    /// In how many of them no piece could move and there was nothing to choose.
    pub idle: u64,
}

/// A setting that constraints between options forbid, whatever else is set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Skipped {
    /// What people read, as in [`Surveyed::setting`].
    pub setting: String,
    /// What stands against it.
    pub reason: String,
}

/// Surveys a definition.
///
/// What is wrong with the game is in the result. `progress` is told how many playouts are done and
/// how many there are, from any thread and in no certain order; there may come to be more.
///
/// # Errors
///
/// `no-thread` when the system gives none.
pub fn survey(
    definition: &Definition,
    limits: Limits,
    options: &SurveyOptions,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Survey> {
    let plan = Plan::new(definition);
    let mut built: Vec<Built> = Vec::new();
    for case in &plan.cases {
        let game = definition.build(&case.choice).map(Arc::new);
        built.push(game.map(|game| {
            let sums = Sums::new(&game);
            (game, sums)
        }));
    }
    let mut work = Work {
        limits,
        seed: options.seed,
        jobs: options.jobs,
        max_plies: options.max_plies,
        progress,
        done: 0,
    };
    go_on(&mut work, &mut built, options.n, |_| true)?;
    let suspected = judge::suspected(&plan, &built);
    let more = options.n.saturating_mul(MORE);
    go_on(&mut work, &mut built, more, |case| suspected.contains(&case))?;
    Ok(Survey {
        game: definition.name().to_owned(),
        seed: options.seed,
        n: options.n,
        max_plies: options.max_plies,
        findings: judge::findings(definition, &plan, &built, options),
        cases: (0..built.len()).map(|case| surveyed(&plan, &built, case, options)).collect(),
        skipped: plan.skipped,
    })
}

/// A case's game with its sums, or why there is none.
type Built = Result<(Arc<Game>, Sums)>;

/// Makes the playouts of some cases up to the index `end`.
fn go_on(
    work: &mut Work,
    built: &mut [Built],
    end: u64,
    wanted: impl Fn(usize) -> bool,
) -> Result<()> {
    let (mut indices, mut tasks) = (Vec::new(), Vec::new());
    for (index, case) in built.iter().enumerate() {
        if let (Ok((game, sums)), true) = (case, wanted(index)) {
            indices.push(index);
            tasks.push(Task::after(game, sums, end));
        }
    }
    for (index, more) in indices.into_iter().zip(work.run(&tasks)?) {
        if let Ok((_, sums)) = &mut built[index] {
            sums.merge(&more);
        }
    }
    work.done +=
        tasks.iter().map(|task| task.indices.end.saturating_sub(task.indices.start)).sum::<u64>();
    Ok(())
}

/// The report of one case.
fn surveyed(plan: &Plan, built: &[Built], index: usize, options: &SurveyOptions) -> Surveyed {
    let case = &plan.cases[index];
    let set = case.choice.set.iter();
    let mut report = Surveyed {
        setting: case.name.clone(),
        variant: case.choice.variant.clone(),
        set: set.map(|s| (s.name.clone(), s.value.clone().into())).collect(),
        players: match case.choice.players {
            Some(Seats::Count(count)) => Some(count),
            Some(Seats::Named(_)) | None => None,
        },
        compared_with: case.base.map(|base| plan.cases[base].name.clone()),
        differing: judge::differing(plan, built, index).map(|(differing, _)| differing),
        playouts: 0,
        failed: 0,
        stuck: 0,
        turns: Vec::new(),
        dead_pieces: Vec::new(),
        dead_sites: Vec::new(),
        report: None,
    };
    if let Ok((game, sums)) = &built[index] {
        report.playouts = sums.paths.len() as u64;
        report.failed = report.playouts - sums.tally.n;
        report.stuck = sums.stuck;
        let (turns, idle) = sums.turns_and_idle();
        let turns = game.players.iter().zip(turns.iter().zip(idle));
        report.turns = turns
            .map(|(player, (turns, idle))| Turns {
                player: player.id.clone(),
                turns: *turns,
                idle: *idle,
            })
            .collect();
        report.dead_pieces = judge::dead_pieces(game, sums);
        report.dead_sites = judge::dead_sites(game, sums);
        let played = Options {
            bots: Vec::new(),
            n: sums.tally.n,
            seed: options.seed,
            jobs: options.jobs,
            max_plies: options.max_plies,
        };
        report.report = Some(Report::new(&Subject::new(game, &played), &sums.tally));
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Source;

    const LANES: [&str; 2] = [
        include_str!("../../tests/cmd/survey/lanes/game.yaml"),
        include_str!("../../tests/cmd/survey/lanes/rules.rhai"),
    ];
    const SOUND: [&str; 2] = [
        include_str!("../../tests/cmd/survey/sound/game.yaml"),
        include_str!("../../tests/cmd/survey/sound/rules.rhai"),
    ];

    fn run([yaml, rules]: [&str; 2], jobs: usize) -> Survey {
        let definition = Definition::from_sources(
            Source::new("game.yaml", yaml),
            Source::new("rules.rhai", rules),
        );
        let definition = definition.expect("the definition is right");
        let options = SurveyOptions { n: 20, seed: 1, jobs, max_plies: 400 };
        let most = std::sync::atomic::AtomicU64::new(0);
        let progress = |done, of| {
            assert!(done <= of);
            most.fetch_max(done, std::sync::atomic::Ordering::SeqCst);
        };
        let survey = survey(&definition, Limits::default(), &options, &progress);
        let survey = survey.expect("threads can be had");
        let playouts = survey.cases.iter().map(|case| case.playouts).sum::<u64>();
        assert!(most.into_inner() >= playouts);
        survey
    }

    /// The findings with this code: the message, and the settings.
    fn with_code(survey: &Survey, code: &str) -> Vec<(String, Vec<String>)> {
        let found = survey.findings.iter().filter(|finding| finding.code == code);
        let settings = |finding: &Finding| {
            finding.settings.iter().map(|occurrence| occurrence.setting.clone()).collect()
        };
        found.map(|finding| (finding.message.clone(), settings(finding))).collect()
    }

    #[track_caller]
    fn assert_found(survey: &Survey, code: &str, message: &str, settings: &[&str]) {
        let found = with_code(survey, code);
        let expected = (message.to_owned(), settings.iter().map(|s| (*s).to_owned()).collect());
        assert!(found.contains(&expected), "{code}: {expected:?} is not in {found:#?}");
    }

    #[test]
    fn each_fault_is_found_where_it_is() {
        let lanes = run(LANES, 2);
        let message = "no playout ends within 400 moves";
        assert_found(&lanes, "never-ends", message, &["ending = never"]);
        let alike = "two legal moves are written alike";
        assert_found(&lanes, "ambiguous-notation", alike, &["alike = true"]);
        for number in ["1", "2"] {
            let message = format!("the move `{number}` cannot be read back from a log");
            assert_found(&lanes, "unreadable-move", &message, &["numbers = true"]);
        }
        let stuck = "nobody can move any more in some playouts, and they do not end";
        assert_found(&lanes, "stuck", stuck, &["frozen = true"]);
        assert_found(&lanes, "dead-player", "`dark` never has a move", &["tied = true"]);
        let far_more = "`dark` passes far more turns than the others";
        assert_found(&lanes, "passes", far_more, &["slow = true"]);
        assert_found(&lanes, "no-effect", "the option `idle` changes nothing", &["idle = true"]);
        assert_found(&lanes, "no-effect", "the variant `same` changes nothing", &["variant same"]);
        let bound = ["bound = high with length = 9, far = true"];
        assert_found(&lanes, "no-effect", "the option `bound` changes nothing", &bound);

        let failed = with_code(&lanes, "arithmetic");
        assert_eq!(failed.len(), 1);
        assert_eq!(failed[0].1, ["faulty = true"]);
        let finding = lanes.findings.iter().find(|finding| finding.code == "arithmetic");
        let finding = finding.expect("it is there");
        assert_eq!(finding.place.as_deref(), Some("rules.rhai:6:58"));
        assert!(finding.settings[0].playout.is_some());

        let default = &lanes.cases[0];
        assert_eq!(default.setting, "default");
        assert_eq!(default.dead_pieces, ["light guard c3", "dark guard d3"]);
        assert_eq!(default.dead_sites, ["a1", "a2"]);
        let skipped: Vec<&str> = lanes.skipped.iter().map(|s| s.setting.as_str()).collect();
        assert_eq!(skipped, ["never = true"]);
        assert!(lanes.findings.is_sorted_by_key(|finding| finding.level));
    }

    #[test]
    fn what_needs_another_option_is_compared_with_that() {
        let lanes = run(LANES, 1);
        let case = |name: &str| lanes.cases.iter().find(|case| case.setting == name);
        let bound = case("bound = high with length = 9, far = true").expect("it is played");
        assert_eq!(bound.compared_with.as_deref(), Some("length = 9, far = true"));
        assert_eq!((bound.differing, bound.playouts), (Some(0), 120));
        let length = case("length = 5").expect("it is played");
        assert_eq!(length.compared_with.as_deref(), Some("default"));
        assert!(length.differing.is_some_and(|differing| differing > 0));
    }

    #[test]
    fn a_sound_game_raises_no_word() {
        let sound = run(SOUND, 3);
        assert_eq!(sound.findings, []);
        let names: Vec<&str> = sound.cases.iter().map(|case| case.setting.as_str()).collect();
        assert_eq!(names, ["default", "variant long", "length = 5", "length = 7", "length = 8"]);
        assert!(sound.cases.iter().all(|case| case.playouts == 20));
    }

    #[test]
    fn any_number_of_threads_finds_the_same() {
        let one = run(LANES, 1);
        assert!([0, 2, 5].iter().all(|jobs| run(LANES, *jobs) == one));
    }
}

//! What the sums of a survey mean.
//!
//! All figures are integers, and what is said depends only on them. What may be chance is said only of
//! enough playouts: [`suspected`] tells which cases need more of them.

use std::collections::BTreeSet;

use super::findings::{Finding, Findings, Level, Occurrence};
use super::plan::{Plan, Trial};
use super::sums::Sums;
use super::{Built, SurveyOptions};
use crate::board::SiteSet;
use crate::definition::Definition;
use crate::game::{Game, OptionValue};

/// Shares of turns are judged from so many turns of a player on.
const TURNS: u64 = 50;

/// A player of whose turns so many in a hundred pass without a move hardly plays.
const NEARLY_ALL: u64 = 95;

/// A player who passes so many turns in a hundred more than the others, and twice as many, stands out.
const STANDS_OUT: u64 = 20;

/// Who wins is judged from so many playouts on.
const WINS: u64 = 20;

/// A piece is judged when its owner had so many turns with a move for each piece.
const TURNS_A_PIECE: u64 = 10;

/// A site is judged when there were so many turns with a move for each site.
const TURNS_A_SITE: u64 = 2;

/// Single pieces and sites are called dead after so many playouts, of which long games have fewer.
const SURE: usize = 50;

/// One of so many pieces or sites are called dead in any case.
const UNLIKELY: usize = 4;

/// At most so many names are listed.
const SHOWN: usize = 12;

/// The cases of which more playouts are needed, and those that they are compared with.
pub(super) fn suspected(plan: &Plan, built: &[Built]) -> BTreeSet<usize> {
    let mut cases = BTreeSet::new();
    for (index, case) in built.iter().enumerate() {
        let Ok((game, sums)) = case else { continue };
        if !dead_pieces(game, sums).is_empty() || !dead_sites(game, sums).is_empty() {
            cases.insert(index);
        }
        if changes_nothing(plan, built, index) {
            cases.insert(index);
            cases.extend(plan.cases[index].base);
        }
    }
    cases
}

/// Everything that is to be said.
pub(super) fn findings(
    definition: &Definition,
    plan: &Plan,
    built: &[Built],
    options: &SurveyOptions,
) -> Vec<Finding> {
    let mut findings = Findings::default();
    for (case, built) in plan.cases.iter().zip(built) {
        let in_case = |detail: String, playout: Option<u64>| Occurrence {
            setting: case.name.clone(),
            detail,
            playout,
        };
        match built {
            Err(error) => {
                for problem in error.problems() {
                    findings.add_problem(problem, in_case(String::new(), None));
                }
            }
            Ok((game, sums)) => {
                for (problem, playout) in &sums.failures {
                    findings.add_problem(problem, in_case(String::new(), *playout));
                }
                texts(&mut findings, sums, &in_case);
                ends(&mut findings, game, sums, options, &in_case);
                turns(&mut findings, game, sums, &in_case);
                deaths(&mut findings, game, sums, &in_case);
            }
        }
    }
    idle_settings(&mut findings, definition, plan, built);
    findings.sorted()
}

type InCase<'a> = &'a dyn Fn(String, Option<u64>) -> Occurrence;

fn texts(findings: &mut Findings, sums: &Sums, in_case: InCase) {
    if let (count, Some((playout, text))) = &sums.ambiguous {
        let detail = format!("`{text}`, in {count} of {} playouts", sums.paths.len());
        let message = "two legal moves are written alike";
        let finding = findings.add(
            Level::Error,
            "ambiguous-notation",
            message,
            in_case(detail, Some(*playout)),
        );
        finding.help =
            Some("tell them apart by marks in `notation.moves`, or by the hook `notation`".into());
    }
    for (text, (playout, reason)) in &sums.unreadable {
        let message = format!("the move `{text}` cannot be read back from a log");
        findings.add(
            Level::Error,
            "unreadable-move",
            message,
            in_case((*reason).to_owned(), Some(*playout)),
        );
    }
}

fn ends(
    findings: &mut Findings,
    game: &Game,
    sums: &Sums,
    options: &SurveyOptions,
    in_case: InCase,
) {
    let (tally, cap) = (&sums.tally, options.max_plies);
    let of = |count: u64| format!("{count} of {} playouts", tally.n);
    if tally.n > 0 && tally.unfinished == tally.n {
        let message = format!("no playout ends within {cap} moves");
        let finding = findings.add(Level::Error, "never-ends", message, in_case(of(tally.n), None));
        finding.help = Some("give the rules an end, or allow more with `--max-plies`".into());
    } else if tally.unfinished > 0 {
        let message = "nobody can move any more in some playouts, and they do not end";
        if sums.stuck > 0 {
            findings.add(Level::Warning, "stuck", message, in_case(of(sums.stuck), None));
        }
        let long = tally.unfinished - sums.stuck;
        if long > 0 {
            let message = format!("some playouts do not end within {cap} moves");
            findings.add(Level::Warning, "unfinished", message, in_case(of(long), None));
        }
    }
    if tally.n < WINS {
        return;
    }
    if tally.draws == tally.n {
        findings.add(Level::Warning, "all-drawn", "nobody ever wins", in_case(of(tally.n), None));
    }
    for (player, wins) in game.players.iter().zip(&tally.wins) {
        // A game that one player or team has to itself is won by all who play.
        if *wins == tally.n && tally.wins.contains(&0) {
            let message = format!("`{}` always wins", player.id);
            findings.add(Level::Warning, "one-sided", message, in_case(of(*wins), None));
        }
    }
}

fn turns(findings: &mut Findings, game: &Game, sums: &Sums, in_case: InCase) {
    let (n_turns, n_idle) = sums.turns_and_idle();
    let all: u64 = n_turns.iter().sum();
    let all_idle: u64 = n_idle.iter().sum();
    let n_players = game.players.len() as u64;
    for (index, player) in game.players.iter().enumerate() {
        let (turns, idle) = (n_turns[index], n_idle[index]);
        if turns == 0 {
            if all >= TURNS * n_players {
                let message = format!("`{}` never has a turn", player.id);
                let detail = format!("{all} turns of others");
                findings.add(Level::Error, "dead-player", message, in_case(detail, None));
            }
            continue;
        }
        if turns < TURNS {
            continue;
        }
        if idle == turns {
            let message = format!("`{}` never has a move", player.id);
            let detail = format!("{turns} turns");
            findings.add(Level::Error, "dead-player", message, in_case(detail, None));
            continue;
        }
        let share = percent(idle, turns);
        let others = percent(all_idle - idle, all - turns);
        let detail = match others {
            Some(others) => {
                format!("{} % of {turns} turns, {others} % of the others'", share.unwrap_or(0))
            }
            None => format!("{} % of {turns} turns", share.unwrap_or(0)),
        };
        let mut warn = |message: String| {
            findings.add(Level::Warning, "passes", message, in_case(detail.clone(), None));
        };
        match (share, others) {
            (Some(share), _) if share >= NEARLY_ALL => {
                warn(format!("`{}` passes nearly every turn", player.id));
            }
            (Some(share), Some(others)) if share >= others + STANDS_OUT && share >= 2 * others => {
                warn(format!("`{}` passes far more turns than the others", player.id));
            }
            _ => {}
        }
    }
}

fn percent(part: u64, all: u64) -> Option<u64> {
    (part * 100).checked_div(all)
}

fn deaths(findings: &mut Findings, game: &Game, sums: &Sums, in_case: InCase) {
    let sure =
        |n_dead: usize, n_all: usize| sums.paths.len() >= SURE || n_dead * UNLIKELY >= n_all.max(1);
    let pieces = dead_pieces(game, sums);
    if !pieces.is_empty() && sure(pieces.len(), game.pieces.len()) {
        let message = "pieces that never could move";
        let detail = list(&pieces);
        findings.add(Level::Warning, "dead-piece", message, in_case(detail, None));
    }
    let sites = dead_sites(game, sums);
    if !sites.is_empty() && sure(sites.len(), game.board.n_sites()) {
        let message = "sites on which no piece ever stood or could come to stand";
        findings.add(Level::Warning, "dead-site", message, in_case(list(&sites), None));
    }
}

fn list(names: &[String]) -> String {
    let shown = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The pieces that never could move, where their owners had moves enough.
///
/// Pieces that nothing tells apart at the start count as one: which of them moves is the rules'
/// choice.
pub(super) fn dead_pieces(game: &Game, sums: &Sums) -> Vec<String> {
    let (turns, idle) = sums.turns_and_idle();
    let mut dead = Vec::new();
    let pieces = game.pieces.iter().enumerate().filter(|(_, piece)| piece.owner < game.nobody());
    for (index, piece) in pieces {
        let alike: Vec<usize> =
            (0..game.pieces.len()).filter(|i| game.pieces[*i] == *piece).collect();
        let n_own = game.pieces.iter().filter(|other| other.owner == piece.owner).count() as u64;
        let active = turns[piece.owner] - idle[piece.owner];
        let judged = alike[0] == index && active >= n_own * TURNS_A_PIECE;
        if !judged || alike.iter().any(|other| sums.moved.contains(*other)) {
            continue;
        }
        let (owner, kind) = (&game.players[piece.owner].id, &game.kinds[piece.kind].id);
        let count = if alike.len() > 1 { format!("*{}", alike.len()) } else { String::new() };
        dead.push(match piece.start {
            Some(site) => format!("{owner} {kind} {}{count}", game.board.name(site)),
            None => format!("{owner} {kind} off the board{count}"),
        });
    }
    dead
}

/// The sites on which no piece ever stood or could come to stand, where there were moves enough.
///
/// Where players have tracks, a site that is on none of them in play is the table's, not the game's.
pub(super) fn dead_sites(game: &Game, sums: &Sums) -> Vec<String> {
    let n_sites = game.board.n_sites();
    let (turns, idle) = sums.turns_and_idle();
    let active = turns.iter().sum::<u64>() - idle.iter().sum::<u64>();
    if active < n_sites as u64 * TURNS_A_SITE {
        return Vec::new();
    }
    let walked = walked(game);
    let wanted = |site: &usize| walked.is_empty() || walked.contains(*site);
    let dead = (0..n_sites).filter(wanted).filter(|site| !sums.stood.contains(*site));
    dead.map(|site| game.board.name(site).to_owned()).collect()
}

/// The sites on the tracks of the players in play.
fn walked(game: &Game) -> SiteSet {
    let mut sites = SiteSet::EMPTY;
    for track in game.tracks.iter().flatten() {
        sites.insert(track.start);
        track.next.iter().flatten().for_each(|site| sites.insert(usize::from(*site)));
    }
    sites
}

/// How many playouts of a case went another way than its base's, of how many; `None` without a base
/// or without playouts of both.
pub(super) fn differing(plan: &Plan, built: &[Built], index: usize) -> Option<(u64, u64)> {
    let base = plan.cases[index].base?;
    let (Ok((_, ours)), Ok((_, theirs))) = (&built[index], &built[base]) else { return None };
    let pairs = ours.paths.iter().zip(&theirs.paths);
    let n = ours.paths.len().min(theirs.paths.len()) as u64;
    (n > 0).then(|| (pairs.filter(|(a, b)| a != b).count() as u64, n))
}

fn changes_nothing(plan: &Plan, built: &[Built], index: usize) -> bool {
    let sound = built[index].as_ref().is_ok_and(|(_, sums)| sums.failures.is_empty());
    sound && differing(plan, built, index).is_some_and(|(differing, _)| differing == 0)
}

/// Variants, options and their values that change nothing.
fn idle_settings(findings: &mut Findings, definition: &Definition, plan: &Plan, built: &[Built]) {
    const CODE: &str = "no-effect";
    const HELP: &str = "if it only matters together with another option, say so by `requires`";
    let in_case = |index: usize| {
        let n = differing(plan, built, index).map_or(0, |(_, n)| n);
        let base = plan.cases[index].base.map_or("default", |base| &plan.cases[base].name);
        Occurrence {
            setting: plan.cases[index].name.clone(),
            detail: format!("the same {n} playouts as {base}"),
            playout: None,
        }
    };
    for (index, case) in plan.cases.iter().enumerate() {
        if let Trial::Variant(name) = &case.trial
            && changes_nothing(plan, built, index)
        {
            let message = format!("the variant `{name}` changes nothing");
            findings.add(Level::Warning, CODE, message, in_case(index));
        }
    }
    for (number, option) in definition.options().iter().enumerate() {
        let all: Vec<usize> = (0..plan.cases.len())
            .filter(|i| plan.cases[*i].trial == Trial::Value(number))
            .collect();
        let idle: Vec<usize> =
            all.iter().copied().filter(|index| changes_nothing(plan, built, *index)).collect();
        let whole = idle.len() == all.len();
        // A number next to the default often makes no difference in so few playouts.
        if idle.is_empty() || !whole && matches!(option.default, OptionValue::Int(_)) {
            continue;
        }
        for index in idle {
            let message = if whole {
                format!("the option `{}` changes nothing", option.name)
            } else {
                format!("values of the option `{}` change nothing", option.name)
            };
            let finding = findings.add(Level::Warning, CODE, message, in_case(index));
            finding.help = Some(HELP.to_owned());
        }
    }
}

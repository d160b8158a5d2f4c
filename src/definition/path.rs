//! The path language: runs, forks and joins over the sites of a board.
//!
//! The grammar is `grammar/path.pest`. Before a path is parsed the values in braces are filled in;
//! problems point to what was written all the same.

mod fill;
mod geometry;
mod naming;
mod track;

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};

use crate::board::Shape;
use crate::definition::expression::Scope;
use crate::definition::yaml::Scalar;
use crate::error::{Problem, Problems};

pub(super) use fill::Filled;
pub(super) use naming::{Absent, Ground, Speaker};

use geometry::{rectangle, straight_line, stretch};
use grammar::{PathParser, Rule};
use naming::Meaning;
use track::Walk;

#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated from the grammar")]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/path.pest"]
    pub struct PathParser;
}

/// More forks than this in one path are an error: the parser recurses into them.
const MAX_FORKS: usize = 64;

/// The sites of a path without forks and joins, in its order, as the speaker names them.
pub(super) fn sites(
    scalar: &Scalar,
    ground: &Ground,
    speaker: Speaker,
    scope: &Scope,
    problems: &mut Problems,
) -> Option<Vec<usize>> {
    let text = Filled::new(scalar, scope, problems)?;
    if text.text.trim().is_empty() {
        let problem = Problem::new("empty-path", "expected sites, found nothing");
        problems.push(problem.at(scalar.place.clone()));
        return None;
    }
    let pairs = parse(&text, problems)?;
    if speaker == Speaker::Off {
        return Some(Vec::new());
    }
    let mut reader = Reader::new(&text, ground, speaker, problems);
    let mut all = Vec::new();
    for pair in pairs {
        match pair.as_rule() {
            Rule::fork | Rule::join => {
                let message = "expected sites, runs and blocks, found a fork or a join";
                let help = "forks and joins are for tracks";
                let problem = Problem::new("not-a-track", message).help(help);
                reader.report(problem, &pair);
            }
            _ => all.extend(reader.line(&pair)),
        }
    }
    (!reader.failed).then_some(all)
}

/// The walk that a path describes, as the speaker names the sites; always one for a player in play
/// when there is no problem.
pub(super) fn walk(
    scalar: &Scalar,
    ground: &Ground,
    speaker: Speaker,
    scope: &Scope,
    problems: &mut Problems,
) -> Option<Walk> {
    let text = Filled::new(scalar, scope, problems)?;
    let pairs = parse(&text, problems)?;
    if speaker == Speaker::Off {
        return None;
    }
    track::trace(Reader::new(&text, ground, speaker, problems), pairs)
}

/// The steps of a path as the grammar reads them.
fn parse<'t>(path: &'t Filled<'_>, problems: &mut Problems) -> Option<Pairs<'t, Rule>> {
    if path.text.matches('(').count() > MAX_FORKS {
        let message = format!("more than {MAX_FORKS} forks in a path");
        problems.push(Problem::new("too-deep", message).at(path.scalar.place.clone()));
        return None;
    }
    match PathParser::parse(Rule::path, &path.text) {
        Ok(mut pairs) => Some(pairs.next()?.into_inner().next()?.into_inner()),
        Err(error) => {
            let range = match error.location {
                InputLocation::Pos(at) => {
                    let length = path.text[at..].chars().next().map_or(0, char::len_utf8);
                    at..at + length
                }
                InputLocation::Span((start, end)) => start..end,
            };
            let expected = match &error.variant {
                ErrorVariant::ParsingError { positives, .. } => expected(positives),
                ErrorVariant::CustomError { message } => message.clone(),
            };
            let found = match &path.text[range.clone()] {
                "" => "the end".to_owned(),
                text => format!("`{text}`"),
            };
            let message = format!("expected {expected}, found {found}");
            problems.push(Problem::new("bad-path", message).at(path.at(range)));
            None
        }
    }
}

/// What the grammar would have taken, in words.
fn expected(rules: &[Rule]) -> String {
    let mut words: Vec<&str> = rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::EOI => Some("the end"),
            Rule::walk | Rule::site | Rule::run | Rule::block | Rule::join | Rule::fork => {
                Some("a site")
            }
            _ => None,
        })
        .collect();
    words.dedup();
    if words.is_empty() { "a path".to_owned() } else { words.join(" or ") }
}

/// Reads single sites, runs and blocks.
struct Reader<'a> {
    text: &'a Filled<'a>,
    ground: &'a Ground,
    speaker: Speaker,
    problems: &'a mut Problems,
    /// The sites that were read, each with the first place that names it.
    seen: Vec<bool>,
    failed: bool,
    /// Whether a site was passed over because it is not there.
    skipped: bool,
}

impl<'a> Reader<'a> {
    fn new(
        text: &'a Filled<'a>,
        ground: &'a Ground,
        speaker: Speaker,
        problems: &'a mut Problems,
    ) -> Self {
        let seen = vec![false; ground.board.n_sites()];
        Self { text, ground, speaker, problems, seen, failed: false, skipped: false }
    }

    /// Whether something is missing, so that what follows may look wrong without being so.
    fn is_partial(&self) -> bool {
        self.failed || self.skipped
    }

    fn report(&mut self, problem: Problem, pair: &Pair<'_, Rule>) {
        let span = pair.as_span();
        self.problems.push(problem.at(self.text.at(span.start()..span.end())));
        self.failed = true;
    }

    fn site(&mut self, pair: &Pair<'_, Rule>) -> Option<usize> {
        match self.ground.meaning(pair.as_str(), self.speaker) {
            Meaning::Site(site) => return Some(site),
            Meaning::Nothing => self.skipped = true,
            Meaning::Wrong(problem) => self.report(*problem, pair),
        }
        None
    }

    /// The sites of a single site, a run or a block; a site that was read before is a problem.
    fn line(&mut self, pair: &Pair<'_, Rule>) -> Vec<usize> {
        let sites = match pair.as_rule() {
            Rule::run => self.run(pair),
            Rule::block => self.block(pair),
            _ => self.site(pair).into_iter().collect(),
        };
        for &site in &sites {
            if std::mem::replace(&mut self.seen[site], true) {
                let name = self.ground.board.name(site);
                let problem = Problem::new("repeated-site", format!("`{name}` is passed twice"));
                self.report(problem, pair);
                break;
            }
        }
        sites
    }

    /// The sites of a block; one of points may have a corner where no point is.
    fn block(&mut self, pair: &Pair<'_, Rule>) -> Vec<usize> {
        let mut elsewhere = false;
        let mut corner = |end: &Pair<'_, Rule>| {
            let spot = self.ground.board.spot(end.as_str());
            spot.or_else(|| {
                let site = self.site(end)?;
                let at = self.ground.board.sites()[site].at;
                elsewhere |= at.is_none();
                at
            })
        };
        let ends: Vec<_> = pair.clone().into_inner().map(|end| corner(&end)).collect();
        let sites = match ends[..] {
            [Some(from), Some(to)] => rectangle(&self.ground.board, from, to),
            _ if elsewhere => {
                let message = format!("`{}` is not a block of a grid", pair.as_str());
                self.report(Problem::new("no-block", message), pair);
                return Vec::new();
            }
            _ => return Vec::new(),
        };
        if sites.is_empty() {
            let message = format!("there is no point in `{}`", pair.as_str());
            self.report(Problem::new("no-block", message), pair);
        }
        sites
    }

    fn run(&mut self, pair: &Pair<'_, Rule>) -> Vec<usize> {
        let ends: Vec<_> = pair.clone().into_inner().map(|end| self.site(&end)).collect();
        let [Some(from), Some(to)] = ends[..] else {
            return Vec::new();
        };
        let board = &self.ground.board;
        let (sites, code, what, help) = match board.shape() {
            Shape::Grid { .. } => (
                straight_line(board, from, to),
                "crooked-run",
                "a straight line",
                "a run goes along a row, a column or a diagonal",
            ),
            Shape::Points { .. } => {
                let message = format!("a board of points has no runs, found `{}`", pair.as_str());
                let help = "write single points, or a block such as `a1:c3`";
                self.report(Problem::new("no-run", message).help(help), pair);
                return Vec::new();
            }
            Shape::Lines => (
                stretch(board, from, to),
                "broken-run",
                "within one ring or lane",
                "write a run for each",
            ),
        };
        if sites.is_none() {
            let message = format!("`{}` is not {what}", pair.as_str());
            self.report(Problem::new(code, message).help(help), pair);
        }
        sites.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::{Board, Line, Site, column_name};
    use crate::error::Source;
    use crate::game::OptionValue;

    const SEATED: Speaker = Speaker::Seated(0);

    /// A board of four columns and three rows.
    fn grid() -> Ground {
        let sites = (0..12).map(|i| Site {
            name: format!("{}{}", column_name(i % 4 + 1), i / 4 + 1),
            at: Some((i as i32 % 4, i as i32 / 4)),
            ..Site::default()
        });
        Ground {
            board: Board::new(Shape::Grid { columns: 4, rows: 3, first_row: 1 }, sites.collect()),
            absent: BTreeMap::new(),
        }
    }

    fn scope() -> Scope {
        let mut scope = Scope::new();
        scope.add_option("last", Some(&OptionValue::Choice("d".into())));
        scope.add_option("n", Some(&OptionValue::Int(2)));
        scope
    }

    fn scalar(text: &str) -> Scalar {
        let source = Source::new("t", format!("path: '{text}'"));
        let place = source.place(6..source.text().len());
        Scalar { text: text.into(), plain: false, place }
    }

    fn names(sites: &[usize]) -> String {
        let board = grid().board;
        sites.iter().map(|site| board.name(*site)).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn zone(text: &str, expected: &str) {
        let mut problems = Problems::default();
        let found = sites(&scalar(text), &grid(), SEATED, &scope(), &mut problems);
        assert_eq!(problems.finish(()).map_err(|e| e.to_string()), Ok(()));
        assert_eq!(found.map(|sites| names(&sites)).as_deref(), Some(expected), "{text}");
    }

    /// The track as `site: next next`, for each site that something follows.
    #[track_caller]
    fn track(text: &str, expected: &[&str]) {
        let mut problems = Problems::default();
        let found = walk(&scalar(text), &grid(), SEATED, &scope(), &mut problems);
        assert_eq!(problems.finish(()).map_err(|e| e.to_string()), Ok(()));
        let found = found.expect("a track without problems");
        let lines: Vec<String> = (0..12)
            .filter(|site| !found.next[*site].is_empty())
            .map(|site| {
                let next: Vec<usize> = found.next[site].iter().map(|n| usize::from(*n)).collect();
                format!("{}: {}", names(&[site]), names(&next))
            })
            .collect();
        assert_eq!(lines, expected, "{text}");
    }

    /// One problem, with its code and the text that is marked.
    #[track_caller]
    fn wrong(text: &str, code: &str, marked: &str) {
        let mut problems = Problems::default();
        assert_eq!(walk(&scalar(text), &grid(), SEATED, &scope(), &mut problems), None, "{text}");
        let error = problems.finish(()).expect_err("the path is wrong");
        let place = error.problems()[0].place().expect("the place is known");
        let found = (error.problems().len(), error.code(), &place.source().text()[place.span()]);
        assert_eq!(found, (1, code, marked), "{error}");
    }

    #[test]
    fn a_block_goes_row_by_row_from_its_first_corner() {
        zone("b1:c2", "b1 c1 b2 c2");
        zone("d3:c1", "d3 c3 d2 c2 d1 c1");
        zone("a1 b2:b2", "a1 b2");
    }

    #[test]
    fn runs_go_along_rows_columns_and_diagonals() {
        zone("a1>d1", "a1 b1 c1 d1");
        zone("d2>a2 a1", "d2 c2 b2 a2 a1");
        zone("b3>b1", "b3 b2 b1");
        zone("a1>c3 d1 > b3 ", "a1 b2 c3 d1 c2 b3");
        zone("a1>a1", "a1");
        zone("a1>{last}1 {last}{n} {last}{n + 1}", "a1 b1 c1 d1 d2 d3");
    }

    #[test]
    fn a_fork_offers_its_first_branch_first() {
        track("a1>d1", &["a1: b1", "b1: c1", "c1: d1"]);
        track(
            "a1 b1 fork( c1 | b2 c2 ) d1",
            &["a1: b1", "b1: c1 b2", "c1: d1", "b2: c2", "c2: d1"],
        );
        track("a1>c1 fork( d1 | c2 a1.. )", &["a1: b1", "b1: c1", "c1: d1 c2", "c2: a1"]);
        track(
            "a1 b1 fork(c1 fork(d1 | c2 b1..) | b2)",
            &["a1: b1", "b1: c1 b2", "c1: d1 c2", "c2: b1"],
        );
    }

    #[test]
    fn a_branch_may_join_a_site_that_comes_later() {
        track("a1 fork( b1 | a2 c1.. ) c1>d1", &["a1: b1 a2", "b1: c1", "c1: d1", "a2: c1"]);
        track("a1>{last}1 a1..", &["a1: b1", "b1: c1", "c1: d1", "d1: a1"]);
    }

    #[test]
    fn problems_point_at_the_part_that_is_wrong() {
        wrong("a1 x9", "unknown-site", "x9");
        wrong("a1>{last}9", "unknown-site", "{last}9");
        wrong("a1>b3", "crooked-run", "a1>b3");
        wrong("a1>{last}1 c1", "repeated-site", "c1");
        wrong("a1 b1 a2..", "loose-join", "a2");
        wrong("a1 b1 a1.. c1", "dead-path", "c1");
        wrong("a1 fork( b1 a1.. | a2 a1.. ) c1", "dead-path", "c1");
        wrong("fork( a1 | b1 )", "bad-path", "fork( a1 | b1 )");
        wrong("a1.. b1", "bad-path", "a1..");
        wrong("a1 fork( b1 |", "bad-path", "");
        wrong("a1 fork b1", "unknown-site", "fork");
        wrong("a1 > ", "bad-path", "");
        wrong("a1>>b1", "bad-path", ">");
        wrong("a1, b1", "bad-path", ",");
        wrong("a1 {last", "bad-path", "{");
        wrong("a1>{lost}1", "unknown-name", "lost");
        wrong("a1 {n == 2}", "wrong-type", "{n == 2}");
        wrong("", "bad-path", "");
        let long = "a1 ".repeat(3000);
        wrong(&long, "too-large", &format!("'{long}'"));
        let forks = "fork( a1 | ".repeat(100);
        wrong(&forks, "too-deep", &format!("'{forks}'"));
    }

    /// A ring of eight with a lane of three, another one that is switched off, and homes of the
    /// first two of three players.
    fn ring() -> Ground {
        let named = |name: String| Site { name, ..Site::default() };
        let mut sites: Vec<Site> = (1..=8).map(|i| named(i.to_string())).collect();
        sites.extend((1..=3).map(|i| named(format!("y{i}"))));
        sites.extend(["red", "blue"].iter().enumerate().map(|(owner, id)| Site {
            owner: Some(owner),
            short: Some("home".into()),
            ..named(format!("home_{id}"))
        }));
        let lines = [Line { sites: 0..8, closed: true }, Line { sites: 8..11, closed: false }];
        let absent = [("o1", Absent::Off), ("home_green", Absent::Unseated)];
        Ground {
            board: Board::new(Shape::Lines, sites).with_lines(lines.into()),
            absent: absent.map(|(name, why)| (name.into(), why)).into(),
        }
    }

    /// The sites that a speaker means, or the problem's code.
    fn said(text: &str, speaker: Speaker) -> String {
        let mut problems = Problems::default();
        let found = sites(&scalar(text), &ring(), speaker, &scope(), &mut problems);
        let board = ring().board;
        match problems.finish(()) {
            Ok(()) => found.map_or("none".into(), |sites| {
                sites.iter().map(|site| board.name(*site)).collect::<Vec<_>>().join(" ")
            }),
            Err(error) => error.problems().iter().map(Problem::code).collect(),
        }
    }

    #[test]
    fn runs_go_round_a_ring_and_along_a_lane() {
        for (text, expected) in [
            ("2>4", "2 3 4"),
            ("7>2", "7 8 1 2"),
            ("5>4", "5 6 7 8 1 2 3 4"),
            ("5>5", "5"),
            ("y1>y3", "y1 y2 y3"),
            ("y3>y2 8>1", "y3 y2 8 1"),
            ("8>y1", "broken-run"),
            ("home>y1", "broken-run"),
            ("7>2 1", "repeated-site"),
            ("9", "unknown-site"),
        ] {
            assert_eq!(said(text, SEATED), expected, "{text}");
        }
    }

    #[test]
    fn a_name_means_what_its_speaker_has() {
        assert_eq!(said("1 home", SEATED), "1 home_red");
        assert_eq!(said("1 home", Speaker::Seated(1)), "1 home_blue");
        assert_eq!(said("home_red home", SEATED), "repeated-site");
        assert_eq!(said("home_blue home_green home", SEATED), "home_blue home_red");
        assert_eq!(said("1 home o1", Speaker::Unseated), "1");
        assert_eq!(said("1 hoem", Speaker::Unseated), "unknown-site");
        assert_eq!(said("1 o1", SEATED), "switched-off");
        assert_eq!(said("99 o1>o8", Speaker::Off), "");
        assert_eq!(said("99 o1>", Speaker::Off), "bad-path");
    }

    #[test]
    fn a_track_passes_over_sites_that_are_not_there() {
        let follow = |text: &str, speaker| {
            let mut problems = Problems::default();
            let found = walk(&scalar(text), &ring(), speaker, &scope(), &mut problems);
            (found.map(|walk| walk.start), problems.finish(()).map_err(|error| error.code()))
        };
        assert_eq!(follow("home 2>4 y1>y3", SEATED), (Some(11), Ok(())));
        assert_eq!(follow("home_green 2>4", SEATED), (Some(1), Ok(())));
        assert_eq!(follow("home_green", SEATED), (None, Err("empty-path")));
        assert_eq!(follow("2 o1", SEATED), (None, Err("switched-off")));
        assert_eq!(follow("home fork( o1 | 2 home.. )", Speaker::Unseated).1, Ok(()));
        assert_eq!(follow("home 99", Speaker::Off), (None, Ok(())));
    }
}

//! What shards are written as, and how they become the whole again.
//!
//! A file is one JSON object with `format`, `version`, `shard`, `subject` and `tally`. All counts are
//! whole numbers; those that may pass 64 bits are texts. So adding up all shards gives exactly what
//! one run gives.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::board::MAX_SITES;
use crate::error::{Error, Place, Problem, Result, Source};
use crate::game::MAX_PLAYERS;

use super::shard::Shard;
use super::subject::Subject;
use super::tally::Tally;

/// By what a file is known.
const FORMAT: &str = "araudi-tally";

/// The version that is written and read.
const VERSION: u64 = 1;

/// So many missing shards are named.
const NAMED: usize = 8;

/// What one shard of a simulation came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// What was simulated: the same for all shards.
    pub subject: Subject,
    /// Which shard it is.
    pub shard: Shard,
    /// The sums over the playouts of this shard.
    pub tally: Tally,
    /// Where it was read.
    source: Source,
}

/// The parts of a file that tell what it is.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: Value,
    #[serde(default)]
    version: Value,
}

/// All of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u64,
    shard: Shard,
    subject: Subject,
    tally: Tally,
}

impl Part {
    /// The text of a file with these sums; a line for each entry.
    pub fn text(subject: &Subject, shard: Shard, tally: &Tally) -> String {
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            shard,
            subject: subject.clone(),
            tally: tally.clone(),
        };
        let mut text = String::new();
        // Plain data with texts as keys can be written, and a text takes all that is written.
        if let Ok(value) = serde_json::to_value(file) {
            write_lines(&mut text, &value, 1);
            text.push('\n');
        }
        text
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// `not-a-tally` for another file, `unknown-version` for one of another version, and
    /// `damaged-tally` where something is missing or does not add up; with their places.
    pub fn read(source: &Source) -> Result<Self> {
        let head: Head = serde_json::from_str(source.text())
            .map_err(|error| malformed("not-a-tally", source, &error))?;
        if head.format != FORMAT {
            let message = format!("`{}` has no results of `simulate --out`", source.name());
            let problem = Problem::new("not-a-tally", message).at(place(source, "", "format"));
            return Err(problem.into());
        }
        if head.version != VERSION {
            let message = format!("expected version {VERSION}, found {}", head.version);
            let problem = Problem::new("unknown-version", message);
            return Err(problem.at(place(source, "", "version")).into());
        }
        let file: File = serde_json::from_str(source.text())
            .map_err(|error| malformed("damaged-tally", source, &error))?;
        let File { shard, subject, tally, .. } = file;
        let n_players = subject.players.len();
        if !(1..=MAX_PLAYERS).contains(&n_players) || subject.bots.len() != n_players {
            let message = format!("expected 1 to {MAX_PLAYERS} players, each with a bot");
            let problem = Problem::new("damaged-tally", message);
            return Err(problem.at(place(source, "subject", "players")).into());
        }
        if subject.plan.len() > MAX_SITES {
            let problem =
                Problem::new("damaged-tally", format!("expected at most {MAX_SITES} sites"));
            return Err(problem.at(place(source, "subject", "plan")).into());
        }
        let range = shard.range(subject.n);
        let part = Self { subject, shard, tally, source: source.clone() };
        match part.flaw(&part.tally, range.end - range.start) {
            Some(problem) => Err(problem.into()),
            None => Ok(part),
        }
    }

    fn flaw(&self, tally: &Tally, n: u64) -> Option<Problem> {
        let subject = &self.subject;
        let sizes = [
            subject.players.len(),
            subject.reasons.len(),
            subject.metrics.len(),
            subject.heats.len(),
            subject.plan.len(),
        ];
        tally.flaw(n, sizes).map(|name| {
            let message = format!("`{name}` does not fit {n} playouts of shard {}", self.shard);
            Problem::new("damaged-tally", message).at(place(&self.source, "tally", name))
        })
    }
}

/// Adds up all shards of one simulation, in any order.
///
/// # Errors
///
/// All that is wrong with the parts together: `different-runs` for what is not the same in all, with
/// the place in the file that differs from the first; `doubled-shard`; `missing-shard`, also when
/// there is no part at all.
pub fn merge(parts: &[Part]) -> Result<(Subject, Tally)> {
    let mut problems = Vec::new();
    let mut by_index: BTreeMap<u64, &Part> = BTreeMap::new();
    let Some(first) = parts.first() else {
        return Err(Problem::new("missing-shard", "there is no shard at all").into());
    };
    for part in parts {
        // One of another run may be there by mistake: it is not missing besides.
        let other = by_index.insert(part.shard.index(), part);
        if let Some(problem) = different(first, part) {
            problems.push(problem);
        } else if let Some(other) = other {
            let message = format!("shard {} is in `{}` too", part.shard, other.source.name());
            let problem = Problem::new("doubled-shard", message);
            problems.push(problem.at(place(&part.source, "", "shard")));
        }
    }
    problems.extend(missing(first.shard.of(), &by_index));
    if let Some(error) = Error::from_problems(problems) {
        return Err(error);
    }
    let mut tally = first.tally.clone();
    for part in &parts[1..] {
        tally.merge(&part.tally);
    }
    match first.flaw(&tally, first.subject.n) {
        Some(problem) => Err(problem.into()),
        None => Ok((first.subject.clone(), tally)),
    }
}

/// What is not the same as in the first part.
fn different(first: &Part, part: &Part) -> Option<Problem> {
    let (section, name) = match first.subject.differs(&part.subject) {
        Some(name) => ("subject", name),
        None if first.shard.of() != part.shard.of() => ("", "shard"),
        None => return None,
    };
    let there = place(&first.source, section, name);
    let message = format!("`{name}` is not the same as in `{}`", first.source.name());
    let problem = Problem::new("different-runs", message).at(place(&part.source, section, name));
    Some(problem.note(format!("there: {}", line_of(&there))))
}

fn missing(of: u64, by_index: &BTreeMap<u64, &Part>) -> Option<Problem> {
    let n_missing = of.saturating_sub(by_index.len() as u64);
    let absent = (1..=of).filter(|index| !by_index.contains_key(index));
    let mut names: Vec<String> = absent.take(NAMED).map(|index| format!("{index}/{of}")).collect();
    let one = names.first()?.clone();
    if n_missing > NAMED as u64 {
        names.push(format!("{} more", n_missing - NAMED as u64));
    }
    let (shards, are) = if n_missing == 1 { ("shard", "is") } else { ("shards", "are") };
    let message = format!("{shards} {} {are} missing", names.join(", "));
    let help = format!("run `araudi simulate` as before with `--shard {one} --out FILE`");
    Some(Problem::new("missing-shard", message).help(help))
}

/// A line for each entry of an object, and of the objects in it down to a depth.
fn write_lines(text: &mut String, value: &Value, depth: usize) {
    let Some(object) = value.as_object().filter(|object| depth <= 2 && !object.is_empty()) else {
        _ = write!(text, "{value}");
        return;
    };
    text.push('{');
    for (i, (key, value)) in object.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        _ = write!(text, "{comma}\n{}{}: ", "  ".repeat(depth), Value::from(key.as_str()));
        write_lines(text, value, depth + 1);
    }
    _ = write!(text, "\n{}}}", "  ".repeat(depth - 1));
}

/// The place of an entry, behind the beginning of another one; the first line when it is not there.
fn place(source: &Source, section: &str, name: &str) -> Place {
    let text = source.text();
    let find = |name: &str, from: usize| {
        let key = format!("\"{name}\"");
        text[from..].find(&key).map(|i| from + i..from + i + key.len())
    };
    let from = find(section, 0).map_or(0, |span| span.end);
    match find(name, from) {
        Some(span) => source.place(span),
        None => source.place_of_line(1),
    }
}

/// The text of the line that a place is in.
fn line_of(place: &Place) -> String {
    let line = place.source().place_of_line(place.line());
    place.source().text()[line.span()].trim_end_matches(',').to_owned()
}

fn malformed(code: &'static str, source: &Source, error: &serde_json::Error) -> Error {
    let whole = error.to_string();
    let message = whole.split(" at line ").next().unwrap_or(&whole);
    Problem::new(code, format!("cannot read `{}`", source.name()))
        .at(source.place_at(error.line().max(1), error.column().max(1)))
        .note(message.to_lowercase())
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{self, Bot, Options, Report, toy};
    use crate::script::Limits;

    fn options() -> Options {
        Options { bots: Vec::new(), n: 20, seed: 3, jobs: 2, max_plies: 90 }
    }

    fn text(ending: &str, options: &Options, shard: &str) -> String {
        let game = toy::game(ending);
        let shard: Shard = shard.parse().expect("a shard");
        let indices = shard.range(options.n);
        let tally = lab::tally(&game, Limits::default(), options, indices, &|_| {});
        Part::text(&Subject::new(&game, options), shard, &tally.expect("sound rules"))
    }

    fn part(name: &str, text: String) -> Part {
        match Part::read(&Source::new(name, text)) {
            Ok(part) => part,
            Err(error) => panic!("{error:#}"),
        }
    }

    fn shards(list: &[&str]) -> Vec<Part> {
        list.iter().map(|shard| part(shard, text("goal", &options(), shard))).collect()
    }

    /// The codes of all problems, with the lines where they are.
    fn problems(error: &Error) -> Vec<(&'static str, Option<usize>)> {
        error.problems().iter().map(|p| (p.code(), p.place().map(Place::line))).collect()
    }

    #[test]
    fn all_shards_are_the_whole_in_any_order() {
        let whole = lab::simulate(&toy::game("goal"), Limits::default(), &options(), &|_| {});
        for list in [["1/3", "2/3", "3/3"].as_slice(), &["3/3", "1/3", "2/3"], &["1/1"]] {
            let (subject, tally) = merge(&shards(list)).expect("all shards");
            assert_eq!(Ok(Report::new(&subject, &tally)), whole);
        }
        let many: Vec<String> = (1..=30).map(|index| format!("{index}/30")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(merge(&shards(&many)).map(|(_, tally)| tally.n), Ok(20));
    }

    #[test]
    fn a_part_is_read_as_it_is_written() {
        let text = text("goal", &options(), "2/3");
        let part = part("a.json", text.clone());
        assert_eq!((part.shard.index(), part.shard.of(), part.tally.n), (2, 3, 7));
        assert_eq!(Part::text(&part.subject, part.shard, &part.tally), text);
        assert!(text.lines().count() < 45 && text.contains("\n    \"turns\": [["), "{text}");
    }

    #[test]
    fn what_is_missing_or_doubled_is_told() {
        let error = merge(&shards(&["2/4", "3/4", "2/4"])).expect_err("no whole");
        assert_eq!(problems(&error), [("missing-shard", None), ("doubled-shard", Some(4))]);
        assert_eq!(error.problems()[0].message(), "shards 1/4, 4/4 are missing");
        assert_eq!(problems(&merge(&[]).expect_err("nothing")), [("missing-shard", None)]);
        let error = merge(&shards(&["7/1000000000000"])).expect_err("nearly nothing");
        assert!(error.problems()[0].message().ends_with("999999999991 more are missing"));
    }

    #[test]
    fn parts_of_different_runs_are_told_apart() {
        let first = part("a.json", text("goal", &options(), "1/2"));
        for (line, other) in [
            (6, text("flat", &options(), "2/2")),
            (8, text("goal", &Options { bots: vec![Bot::Greedy], ..options() }, "2/2")),
            (11, text("goal", &Options { n: 21, ..options() }, "2/2")),
            (12, text("goal", &Options { seed: 4, ..options() }, "2/2")),
            (13, text("goal", &Options { max_plies: 91, ..options() }, "2/2")),
            (4, text("goal", &options(), "2/3")),
        ] {
            let error = merge(&[first.clone(), part("b.json", other)]).expect_err("two runs");
            assert_eq!(problems(&error), [("different-runs", Some(line))], "{error:#}");
            let place = error.problems()[0].place().expect("just seen");
            assert_eq!(place.source().name(), "b.json");
        }
    }

    #[test]
    fn a_damaged_file_is_told_with_its_place() {
        let right = text("goal", &options(), "1/2");
        let read =
            |text: &str| problems(&Part::read(&Source::new("a.json", text)).expect_err("wrong"));
        let with = |old: &str, new: &str| {
            assert!(right.contains(old), "{old} in {right}");
            read(&right.replacen(old, new, 1))
        };
        assert_eq!(read(""), [("not-a-tally", Some(1))]);
        assert_eq!(read("[1, 2]"), [("not-a-tally", Some(1))]);
        assert_eq!(read("{\n  \"games\": 3}"), [("not-a-tally", Some(1))]);
        assert_eq!(read(&right[..right.len() / 2])[0].0, "not-a-tally");
        assert_eq!(with("araudi-tally", "other"), [("not-a-tally", Some(2))]);
        assert_eq!(with("\"version\": 1", "\"version\": 2"), [("unknown-version", Some(3))]);
        assert_eq!(with("\"version\": 1,", ""), [("unknown-version", Some(1))]);
        assert_eq!(with("\"1/2\"", "\"0/2\""), [("damaged-tally", Some(4))]);
        assert_eq!(with("\"draws\": 0", "\"draws\": -1"), [("damaged-tally", Some(21))]);
        assert_eq!(with("\"draws\"", "\"drawn\""), [("damaged-tally", Some(21))]);
        assert_eq!(with("\"draws\": 0", "\"draws\": 1"), [("damaged-tally", Some(24))]);
        assert_eq!(with("\"bots\": [\"random\",", "\"bots\": ["), [("damaged-tally", Some(7))]);
        assert_eq!(with("\"turns\": [[", "\"turns\": [[0,1],["), [("damaged-tally", Some(26))]);
    }
}

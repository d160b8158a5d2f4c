//! The log language: fixtures with goldens, the examples of its description, and round trips.
//!
//! `SNAPSHOTS=overwrite cargo test` rewrites the goldens.

use std::path::{Path, PathBuf};

use araudi::error::Source;
use araudi::log::{
    At, Entry, Expectation, Header, Item, Log, Moves, Placed, PlayLine, Scenario, Word,
};
use proptest::prelude::*;
use snapbox::{Assert, Data};

#[test]
fn right_logs_are_read_and_printed() {
    for (path, source) in fixtures("ok") {
        let log = Log::read(&source).unwrap_or_else(|e| panic!("{}: {e:#}", path.display()));
        let printed = log.to_string();
        golden(&path, printed.clone());
        assert_eq!(reread(&printed), log, "{} is read back as another log", path.display());
    }
}

#[test]
fn every_fault_of_a_log_is_reported_with_its_place() {
    for (path, source) in fixtures("err") {
        let error = Log::read(&source).expect_err("a fixture of an error is wrong");
        let short: Vec<String> =
            error.problems().iter().map(|p| format!("[{}] {p}", p.code())).collect();
        golden(&path, format!("{}\n\n{error:#}\n", short.join("\n")));
    }
}

proptest! {
    #[test]
    fn a_printed_log_is_read_back(log in log()) {
        let printed = log.to_string();
        prop_assert_eq!(reread(&printed), log, "printed as\n{}", printed);
    }

    #[test]
    fn no_text_makes_the_reader_fail_otherwise_than_with_problems(
        lines in prop::collection::vec("(expect |scenario |position|\\| |set |moves |1\\. |\\(|\"|#|[a-c*.=()|# \t\u{a0}é])*", 0..8)
    ) {
        let text = format!("game toy\n{}", lines.join("\n"));
        match Log::read(&Source::new("any", text.as_str())) {
            Ok(log) => prop_assert_eq!(reread(&log.to_string()), log),
            Err(error) => for problem in error.problems() {
                let place = problem.place().expect("a place is known");
                prop_assert!(place.line() <= lines.len() + 1);
            }
        }
    }
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[allow(clippy::disallowed_methods, reason = "tests read their fixtures")]
pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[allow(clippy::disallowed_methods, reason = "tests read their fixtures")]
pub(crate) fn fixtures(folder: &str) -> Vec<(PathBuf, Source)> {
    let folder = root().join("tests/logs").join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of fixtures exists")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "gamelog"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "there are no fixtures");
    paths
        .into_iter()
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            let text = read(&path);
            (path, Source::new(name, text))
        })
        .collect()
}

#[track_caller]
pub(crate) fn golden(path: &Path, actual: String) {
    let expected = Data::read_from(&path.with_extension("txt"), None);
    Assert::new().action_env("SNAPSHOTS").eq(Data::text(actual).raw(), expected.raw());
}

#[track_caller]
pub(crate) fn reread(printed: &str) -> Log {
    Log::read(&Source::new("printed", printed)).unwrap_or_else(|e| panic!("{e:#}\nin\n{printed}"))
}

/// A word that no reader can take for anything else: it neither is nearly a keyword nor a number.
fn word() -> impl Strategy<Value = Word> {
    "[a-z]{1,3}[0-9]{1,2}[-x~#'^+=(|.*]?[a-zé0-9#'=|(!]{0,4}".prop_map(|w| At::from(w.as_str()))
}

fn words(least: usize, most: usize) -> impl Strategy<Value = Vec<Word>> {
    prop::collection::vec(word(), least..=most)
}

fn name() -> impl Strategy<Value = Word> {
    "[a-z]{1,2}[0-9]".prop_map(|w| At::from(w.as_str()))
}

/// Lines of a block, which neither begin nor end with a blank.
fn lines(pattern: &'static str) -> impl Strategy<Value = Vec<At<String>>> {
    prop::collection::vec(pattern.prop_map(|l| At::from(l.as_str())), 1..4)
}

fn header() -> impl Strategy<Value = Header> {
    prop_oneof![
        word().prop_map(Header::Rules),
        word().prop_map(Header::Variant),
        (name(), word()).prop_map(|(name, value)| Header::Set(name, value)),
        "[a-z]{3}( [a-z]{2})?\\.yaml".prop_map(|f| Header::House(f.into())),
        words(1, 4).prop_map(Header::Players),
        any::<u64>().prop_map(|seed| Header::Seed(seed.into())),
    ]
}

/// Headers of which no two say the same kind of thing.
fn headers() -> impl Strategy<Value = Vec<Header>> {
    prop::collection::vec(header(), 0..5).prop_map(|headers| {
        let mut kept: Vec<Header> = Vec::new();
        for header in headers {
            let kind = std::mem::discriminant(&header);
            if !kept.iter().any(|other| std::mem::discriminant(other) == kind) {
                kept.push(header);
            }
        }
        kept
    })
}

fn entry() -> impl Strategy<Value = Entry> {
    prop_oneof![
        prop::collection::vec(-9..99, 1..3).prop_map(Entry::Throw),
        word().prop_map(|w| Entry::Word(w.value)),
    ]
}

fn placed() -> impl Strategy<Value = At<Placed>> {
    let attribute = ("[a-z]{1,3}", prop::option::of("-?[0-9]"));
    let kind = prop::option::of("[a-z]{3}");
    (kind, "[a-z][0-9]", 0..5_usize, prop::collection::vec(attribute, 0..3))
        .prop_map(|(kind, site, count, attributes)| Placed { kind, site, count, attributes }.into())
}

fn expectation() -> impl Strategy<Value = Expectation> {
    let one_of_few = prop_oneof![
        (0..999_usize).prop_map(|n| Expectation::Moves(Moves::Count(n.into()))),
        Just(Expectation::Moves(Moves::None(().into()))),
        words(1, 30).prop_map(|list| Expectation::Moves(Moves::List(list))),
        "[0-9]{1,3}".prop_map(|w| Expectation::Moves(Moves::List(vec![w.into()]))),
        words(1, 30).prop_map(Expectation::Includes),
        (word(), word()).prop_map(|(text, rule)| Expectation::Refused(text, rule)),
        word().prop_map(Expectation::Mover),
        words(1, 2).prop_map(Expectation::Step),
        words(0, 2).prop_map(Expectation::Throw),
    ];
    prop_oneof![
        one_of_few,
        (name(), prop::collection::vec(placed(), 1..4))
            .prop_map(|(player, pieces)| Expectation::Placement(player, pieces)),
        lines("[ .|#o]{0,5}[.|#o]").prop_map(Expectation::Board),
        lines("[a-z]{1,3}( [a-z=*.][a-z=*#.]{0,3})?").prop_map(Expectation::Position),
        words(1, 3).prop_map(Expectation::Event),
        (name(), any::<i64>()).prop_map(|(player, n)| Expectation::Score(player, n.into())),
        words(1, 3).prop_map(Expectation::Winner),
        Just(Expectation::Draw),
        prop::option::of(word()).prop_map(Expectation::Over),
        "[a-z(!]{1,5}( [=!|(]{1,2}#?[ ]{1,3}[a-z0-9]#?)?"
            .prop_map(|text| Expectation::That(text.into())),
    ]
}

fn item() -> impl Strategy<Value = Item> {
    let turn = prop::option::of(any::<u32>().prop_map(At::from));
    let entries = prop::collection::vec(entry().prop_map(At::from), 1..5);
    prop_oneof![
        (turn, entries).prop_map(|(turn, entries)| Item::Play(PlayLine { turn, entries })),
        lines("[a-z]{1,3}( [a-z=*.][a-z=*#.]{0,3})?").prop_map(Item::Position),
        expectation().prop_map(Item::Expect),
    ]
}

fn scenario(name: Option<String>) -> impl Strategy<Value = Scenario> {
    let named = name.is_some();
    let items = prop::collection::vec(item().prop_map(At::from), usize::from(!named)..6);
    (headers(), items).prop_map(move |(headers, items)| Scenario {
        name: name.clone().map(At::from),
        headers: if named { headers.into_iter().map(At::from).collect() } else { Vec::new() },
        items,
    })
}

fn log() -> impl Strategy<Value = Log> {
    let named = prop::collection::btree_set("[a-z \"\\\\#]{1,8}", 0..3).prop_flat_map(|names| {
        names.into_iter().map(|name| scenario(Some(name))).collect::<Vec<_>>()
    });
    let scenarios = prop_oneof![named, scenario(None).prop_map(|plain| vec![plain])];
    (headers(), scenarios).prop_map(|(mut headers, scenarios)| {
        headers.insert(0, Header::Game("toy".into()));
        Log::new(headers, scenarios)
    })
}

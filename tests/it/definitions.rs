//! Definitions: fixtures that must load, and fixtures whose errors are compared with goldens.
//!
//! `tests/definitions/err/NAME.yaml` has its errors, as people see them, in `NAME.txt` beside it;
//! `SNAPSHOTS=overwrite cargo test` rewrites them.

use std::path::{Path, PathBuf};

use araudi::definition::{Choice, Definition};
use araudi::error::{Result, Source};
use araudi::game::Game;
use araudi::log::{EXPECTATIONS, KEYWORDS};

use crate::logs::{golden, read, root};

const RULES: &str = "fn turn(g) {}\nfn moves(g, step) {}\n";

#[allow(clippy::disallowed_methods, reason = "tests read their fixtures")]
fn definitions(kind: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root().join("tests/definitions").join(kind))
        .expect("the folder of fixtures exists")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "yaml"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no fixtures in {kind}");
    paths
}

fn load(path: &Path) -> Result<Game> {
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    Definition::from_sources(Source::new(name, read(path)), Source::new("rules.rhai", RULES))?
        .build(&Choice::default())
}

#[test]
fn good_definitions_load() {
    for path in definitions("ok") {
        if let Err(error) = load(&path) {
            panic!("{}\n{error:#}", path.display());
        }
    }
}

#[test]
fn no_name_is_a_keyword_of_logs() {
    let minimal = read(&root().join("tests/definitions/ok/minimal.yaml"));
    for keyword in KEYWORDS.into_iter().chain(EXPECTATIONS) {
        let texts = [
            minimal.replace("id: blue", &format!("glyph: x, id: {keyword}")),
            format!("{minimal}notation: {{words: {{{keyword}: Word}}}}\n"),
            format!("{minimal}state: {{{keyword}: {{type: int}}}}\n"),
            minimal.replace("rows: 3}", &format!("rows: 3}}, off: {{{keyword}: {{}}}}")),
        ];
        for text in texts {
            let source = Source::new("game.yaml", text.as_str());
            let error = Definition::from_sources(source, Source::new("rules.rhai", RULES))
                .and_then(|definition| definition.build(&Choice::default()))
                .expect_err(keyword);
            assert_eq!(error.code(), "reserved-name", "{error:#}");
            let place = error.problems()[0].place().expect("the place is known");
            assert_eq!(&text[place.span()], keyword, "{error:#}");
        }
    }
}

#[test]
fn wrong_definitions_say_what_is_wrong() {
    for path in definitions("err") {
        let error = load(&path).expect_err(&path.display().to_string());
        golden(&path, format!("{}\n", error.render(false)));
    }
}

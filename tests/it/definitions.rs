//! Definitions: fixtures that must load, and fixtures whose errors are compared with goldens.
//!
//! `tests/definitions/err/NAME.yaml` has its errors, as people see them, in `NAME.txt` beside it. With
//! `BLESS=1` in the environment the goldens are written anew.

use std::fs;
use std::path::{Path, PathBuf};

use araudi::definition::{Choice, Definition};
use araudi::error::{Result, Source};
use araudi::game::Game;

const RULES: &str = "fn turn(g) {}\nfn moves(g, step) {}\n";

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn fixtures(kind: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder("definitions").join(kind))
        .expect("the folder of fixtures exists")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "yaml"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no fixtures in {kind}");
    paths
}

fn load(path: &Path) -> Result<Game> {
    let text = fs::read_to_string(path).expect("the fixture can be read");
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    Definition::from_sources(Source::new(name, text), Source::new("rules.rhai", RULES))?
        .build(&Choice::default())
}

#[test]
fn good_definitions_load() {
    for path in fixtures("ok") {
        if let Err(error) = load(&path) {
            panic!("{}\n{error:#}", path.display());
        }
    }
}

#[test]
fn wrong_definitions_say_what_is_wrong() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut failed = Vec::new();
    for path in fixtures("err") {
        let error = load(&path).expect_err(&path.display().to_string());
        let found = format!("{}\n", error.render(false));
        let golden = path.with_extension("txt");
        if bless {
            fs::write(&golden, &found).expect("the golden can be written");
        } else if fs::read_to_string(&golden).ok().as_deref() != Some(&found) {
            failed.push(format!("{}\n{found}", golden.display()));
        }
    }
    assert!(failed.is_empty(), "other errors than in the goldens:\n{}", failed.join("\n"));
}

//! Shards of a simulation, as the program writes them and adds them up.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

fn araudi(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_araudi"))
        .args(["--games", "tests/games"])
        .args(args)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        .output()
        .expect("the program runs")
}

/// What was printed by a command that went well.
#[track_caller]
fn printed(args: &[&str]) -> String {
    let output = araudi(args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("the program prints UTF-8")
}

/// The exit code and the codes of all problems of a command that failed.
#[track_caller]
fn failed(args: &[&str]) -> (Option<i32>, Vec<String>) {
    let output = araudi(args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let codes = errors.lines().filter_map(|line| line.strip_prefix("error[")?.split(']').next());
    (output.status.code(), codes.map(str::to_owned).collect())
}

/// A folder with shards `1.json` to `N.json` of the simulation that is asked for.
struct Shards {
    folder: TempDir,
    n: u64,
}

impl Shards {
    fn new(simulation: &[&str], n: u64) -> Self {
        let shards = Self { folder: tempfile::tempdir().expect("a folder for the test"), n };
        for index in 1..=n {
            let (shard, path) = (format!("{index}/{n}"), shards.path(index));
            let out = ["--shard", &shard, "--out", text(&path), "--jobs", "1"];
            let line = printed(&[simulation, &out].concat());
            assert!(line.contains(&format!(": shard {shard}, ")), "{line}");
        }
        shards
    }

    fn path(&self, index: u64) -> PathBuf {
        self.folder.path().join(format!("{index}.json"))
    }

    /// What `merge` of all is called with, the last shard first.
    fn merge(&self, more: &[&str]) -> Vec<String> {
        let files = (1..=self.n).rev().map(|index| text(&self.path(index)).to_owned());
        let more = more.iter().map(|arg| (*arg).to_owned());
        std::iter::once("merge".to_owned()).chain(files).chain(more).collect()
    }

    fn merged(&self, more: &[&str]) -> String {
        let args = self.merge(more);
        printed(&args.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn merged_shards_are_the_single_run_byte_for_byte() {
    for (simulation, n) in [
        (["simulate", "race", "-n", "50", "--seed", "7"].as_slice(), 1),
        (&["simulate", "race", "-n", "50", "--seed", "18446744073709551615"], 3),
        (&["simulate", "trail", "--variant", "short", "-n", "5", "--seed", "1"], 7),
        (&["simulate", "trail", "-n", "20", "--seed", "1", "--max-plies", "3"], 2),
        (
            &[
                "simulate",
                "circuit",
                "--variant",
                "trio",
                "--players",
                "3",
                "-n",
                "9",
                "--seed",
                "7",
                "--seats",
                "greedy,random",
            ],
            2,
        ),
    ] {
        let shards = Shards::new(simulation, n);
        for format in ["table", "json", "csv"] {
            for lang in ["en", "eu"] {
                let more = ["--format", format, "--lang", lang];
                let whole = printed(&[simulation, &more].concat());
                assert_eq!(shards.merged(&more), whole, "{simulation:?} {format} {lang}");
            }
        }
    }
}

#[test]
fn the_merged_report_needs_no_games() {
    let shards = Shards::new(&["simulate", "race", "-n", "6", "--seed", "2"], 2);
    let output = Command::new(env!("CARGO_BIN_EXE_araudi"))
        .args(shards.merge(&[]))
        .current_dir(shards.folder.path())
        .output()
        .expect("the program runs");
    let table = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    assert!(table.contains("won by Red"), "{table}");
}

#[test]
fn shards_that_are_no_whole_are_refused() {
    let shards = Shards::new(&["simulate", "race", "-n", "20", "--seed", "7"], 2);
    let other = Shards::new(&["simulate", "race", "-n", "20", "--seed", "8"], 2);
    let (one, two, strange) = (shards.path(1), shards.path(2), other.path(2));
    let (one, two, strange) = (text(&one), text(&two), text(&strange));
    let of = |codes: &[&str]| (Some(2), codes.iter().map(|c| (*c).to_owned()).collect());
    assert_eq!(failed(&["merge", one]), of(&["missing-shard"]));
    assert_eq!(failed(&["merge", one, two, one]), of(&["doubled-shard"]));
    assert_eq!(failed(&["merge", one, strange]), of(&["different-runs"]));

    // Everything that cannot be read is told at once.
    let missing = shards.folder.path().join("3.json");
    let newer = shards.folder.path().join("4.json");
    let text_of_one = fs::read_to_string(one).expect("it was written");
    fs::write(&newer, text_of_one.replace("\"version\": 1", "\"version\": 9")).expect("a folder");
    let args = ["merge", one, text(&missing), text(&newer), "tests/games/race/game.yaml"];
    let (code, mut codes) = failed(&args);
    codes.sort();
    assert_eq!((code, codes), of(&["not-a-tally", "unknown-version", "unreadable-file"]));
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("a.json");
    let simulation = ["simulate", "race", "-n", "4", "--seed", "7", "--out"];
    printed(&[&simulation[..], &[text(&path)]].concat());
    let first = fs::read_to_string(&path).expect("it was written");
    assert!(first.contains("\"shard\": \"1/1\""), "{first}");
    let names = || fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(names(), 1);

    // Rules that fail, or a folder that is not there, leave what was.
    let broken = ["simulate", "race", "-n", "4", "--limit", "operations=10", "--out", text(&path)];
    assert_eq!(failed(&broken).0, Some(1));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), first);
    let nowhere = folder.path().join("no").join("a.json");
    for path in [&nowhere, folder.path()] {
        let args = [&simulation[..], &[text(path)]].concat();
        assert_eq!(failed(&args), (Some(2), vec!["unwritable-file".to_owned()]));
    }
    assert_eq!(names(), 1);
}

#[test]
fn a_shard_needs_a_seed_and_a_file() {
    for args in [
        ["--shard", "1/2", "--out", "a.json"].as_slice(),
        &["--shard", "1/2", "--seed", "1"],
        &["--shard", "3/2", "--seed", "1", "--out", "a.json"],
    ] {
        assert_eq!(araudi(&[&["simulate", "race"], args].concat()).status.code(), Some(2));
    }
}

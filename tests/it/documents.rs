//! Every fenced block of the documents is run.
//!
//! A block's first word says what it is, the words behind tell what to do with it:
//!
//! | block | is |
//! |---|---|
//! | `yaml`, `rust` or `gamelog` with `file=PATH` | written to this file |
//! | the same with `append=PATH` | written at the end of this file |
//! | `console` | a session: `$` and a command, what it prints, `>` and what is typed into it |
//! | `sh` | commands that `.ci/run` runs as well |
//!
//! The commands run in a folder that holds the shipped games and the files so far. `...` alone on a
//! line stands for any lines. `SNAPSHOTS=overwrite cargo test` rewrites what commands print, save
//! where a line is `...` or typed input is not answered line by line.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::logs::{read, root};

#[test]
fn the_readme_tells_the_truth() {
    check("README.md");
}

#[test]
fn the_manual_of_games_tells_the_truth() {
    check("games/README.md");
}

/// A fenced block: the words behind the fence, and the lines `start..end` between the fences.
struct Block {
    info: Vec<String>,
    start: usize,
    end: usize,
}

/// Runs the blocks of a document in their order.
fn check(name: &str) {
    let path = root().join(name);
    let text = read(&path);
    let lines: Vec<&str> = text.lines().collect();
    let folder = tempfile::tempdir().expect("a folder can be made");
    copy(&root().join("games"), &folder.path().join("games"));
    let mut printed: Vec<String> = Vec::new();
    let mut faults = Vec::new();
    let mut done = 0;
    for block in blocks(name, &lines) {
        printed.extend(lines[done..block.start].iter().map(|line| (*line).to_owned()));
        done = block.end;
        let body = &lines[block.start..block.end];
        let place = format!("{name}:{}", block.start + 1);
        let target = block.info.get(1).and_then(|word| word.split_once('='));
        match (block.info[0].as_str(), target) {
            ("yaml" | "rust" | "gamelog", Some(("file", file))) => {
                write(&folder.path().join(file), body);
            }
            ("yaml" | "rust" | "gamelog", Some(("append", file))) => {
                append(&folder.path().join(file), body);
            }
            ("sh", None) => faults.extend(body.iter().filter_map(|line| unknown(line, &place))),
            ("console", None) => {
                let actual = session(&folder, body, &place, &mut faults);
                printed.extend(actual);
                continue;
            }
            _ => faults.push(format!("{place}: nobody knows how to test this block")),
        }
        printed.extend(body.iter().map(|line| (*line).to_owned()));
    }
    printed.extend(lines[done..].iter().map(|line| (*line).to_owned()));
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        write(&path, &printed.iter().map(String::as_str).collect::<Vec<_>>());
    } else {
        assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    }
}

fn blocks(name: &str, lines: &[&str]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (i, line) in lines.iter().enumerate() {
        let Some(info) = line.strip_prefix("```") else { continue };
        open = match open {
            None => {
                let info: Vec<String> = info.split_whitespace().map(str::to_owned).collect();
                assert!(!info.is_empty(), "{name}:{}: the block does not say what it is", i + 1);
                Some(Block { info, start: i + 1, end: i + 1 })
            }
            Some(block) => {
                blocks.push(Block { end: i, ..block });
                None
            }
        };
    }
    assert!(open.is_none(), "{name}: the last block has no end");
    assert!(!blocks.is_empty(), "{name} has no blocks");
    blocks
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the folder can be made");
    for entry in std::fs::read_dir(from).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        let to = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            std::fs::copy(&path, &to).expect("the file can be copied");
        }
    }
}

fn write(path: &Path, lines: &[&str]) {
    std::fs::create_dir_all(path.parent().expect("a file is in a folder"))
        .and_then(|()| std::fs::write(path, format!("{}\n", lines.join("\n"))))
        .expect("the file can be written");
}

fn append(path: &Path, lines: &[&str]) {
    let before = if path.exists() { read(path) } else { String::new() };
    let before: Vec<&str> = before.lines().collect();
    write(path, &[&before, lines].concat());
}

/// What is wrong with a command that only `.ci/run` can run.
fn unknown(line: &str, place: &str) -> Option<String> {
    let command = line.split('#').next().unwrap_or_default().trim();
    let script = read(&root().join(".ci/run")).replace(" --locked", "");
    let run = command.is_empty() || script.lines().any(|run| run.contains(command));
    (!run).then(|| format!("{place}: `.ci/run` does not run `{command}`"))
}

/// Runs the commands of a session and gives it with what they really print.
fn session(folder: &TempDir, body: &[&str], place: &str, faults: &mut Vec<String>) -> Vec<String> {
    let mut actual = Vec::new();
    let starts: Vec<usize> = (0..body.len()).filter(|i| body[*i].starts_with("$ ")).collect();
    if starts.first() != Some(&0) {
        faults.push(format!("{place}: a session begins with `$` and a command"));
    }
    for (n, start) in starts.iter().enumerate() {
        let end = starts.get(n + 1).copied().unwrap_or(body.len());
        let expected = &body[start + 1..end];
        let typed: Vec<&str> = expected.iter().filter_map(|line| line.strip_prefix("> ")).collect();
        let command = body[*start].trim_start_matches("$ ");
        let output = run(folder, command, &typed);
        if !fits(&without_typed(expected), &output.iter().map(String::as_str).collect::<Vec<_>>()) {
            let mut fault = format!("{place}: `{command}` prints\n");
            for line in &output {
                _ = writeln!(fault, "    {line}");
            }
            faults.push(fault);
        }
        actual.push(body[*start].to_owned());
        if typed.is_empty() && !expected.contains(&"...") {
            actual.extend(output);
        } else if typed.len() == output.len() {
            let pairs = typed.iter().zip(output);
            actual.extend(pairs.flat_map(|(typed, output)| [format!("> {typed}"), output]));
        } else {
            actual.extend(expected.iter().map(|line| (*line).to_owned()));
        }
    }
    actual
}

fn without_typed<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    lines.iter().filter(|line| !line.starts_with("> ")).copied().collect()
}

/// What a command prints, both for its reader and for its errors.
fn run(folder: &TempDir, command: &str, typed: &[&str]) -> Vec<String> {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_araudi"));
    let programs = program.parent().expect("a program is in a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(programs).chain(std::env::split_paths(&path));
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder.path())
        .env("PATH", std::env::join_paths(paths).expect("paths have no colon"))
        .env("LC_ALL", "C")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell can be started");
    let input: String = typed.iter().flat_map(|line| [*line, "\n"]).collect();
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    // A command that reads nothing may have ended already.
    _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let output = String::from_utf8(output.stdout).expect("the output is text");
    output.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// Whether lines are what is expected, where `...` is any number of lines.
fn fits(expected: &[&str], actual: &[&str]) -> bool {
    match (expected.split_first(), actual.split_first()) {
        (None, None) => true,
        (Some((&"...", rest)), _) => (0..=actual.len()).any(|n| fits(rest, &actual[n..])),
        (Some((line, expected)), Some((found, actual))) => {
            line.trim_end() == *found && fits(expected, actual)
        }
        (None, Some(_)) | (Some(_), None) => false,
    }
}

#[test]
fn the_check_of_documents_sees_differences() {
    assert!(fits(&["a", "...", "c"], &["a", "b", "b", "c"]));
    assert!(fits(&["..."], &[]));
    assert!(!fits(&["a", "...", "c"], &["a", "b"]));
    assert!(!fits(&["a"], &["a", "b"]));
    assert!(unknown("cargo fly", "here").is_some());
    assert!(unknown("cargo test # all of them", "here").is_none());
}

//! The rules of the house that no lint of the compiler knows.

use std::path::{Path, PathBuf};

use crate::logs::{read, root};

const MAX_LINES: usize = 500;
const MAX_README: usize = 300;
const MAX_MANUAL: usize = 320;

/// The modules that may touch files, the clock and the environment: the clock alone in the last one.
const OUTSIDE: [&str; 5] =
    ["src/definition/load.rs", "src/cli.rs", "src/cli/", "src/main.rs", "src/lab/bot/timer.rs"];

/// Ways to the outside that the other modules must not even name.
const TOUCHES: [&str; 6] =
    ["std::fs", "std::env::", "std::net", "std::process", "SystemTime", "Instant"];

#[test]
fn no_file_of_source_is_long() {
    let mut faults = Vec::new();
    for (name, text) in sources() {
        let n = text.lines().count();
        if n > MAX_LINES {
            faults.push(format!("{name} has {n} lines, {MAX_LINES} at most: split it"));
        }
    }
    report(&faults);
}

#[test]
fn every_file_of_source_says_what_it_is() {
    let mut faults = Vec::new();
    for (name, text) in sources() {
        let doc = text.lines().next().and_then(|line| line.strip_prefix("//! "));
        if doc.is_none_or(|doc| doc.len() < 10) {
            faults.push(format!("{name} must begin with `//!` and a sentence"));
        }
    }
    report(&faults);
}

#[test]
fn the_engine_knows_no_game_by_name() {
    let games = games();
    let mut faults = Vec::new();
    for (name, text) in sources() {
        let code = without_comments(&text);
        for (i, line) in code.lines().enumerate() {
            let words = line.split(|c: char| !c.is_ascii_alphanumeric());
            let words = words.flat_map(parts_of_camel_case).collect::<Vec<_>>();
            for game in games.iter().filter(|game| words.contains(game)) {
                faults.push(format!("{name}:{} names the game `{game}`", i + 1));
            }
        }
    }
    report(&faults);
}

#[test]
fn no_work_is_left_for_later() {
    // The words are put together here, so that this file does not find itself.
    let words = [["TO", "DO"], ["FIX", "ME"], ["X", "XX"], ["HA", "CK"]].map(|pair| pair.concat());
    let calls = [".unwrap()", "todo!(", "unimplemented!(", "dbg!("];
    let mut faults = Vec::new();
    for (name, text) in sources() {
        for (i, line) in text.lines().enumerate() {
            let is_word =
                |word: &String| line.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
            if words.iter().any(is_word) {
                faults.push(format!("{name}:{} leaves work for later", i + 1));
            }
        }
        // In an example of a doc comment an error may end the example.
        for (i, line) in without_comments(&text).lines().enumerate() {
            for call in calls.iter().filter(|call| line.contains(**call)) {
                faults.push(format!("{name}:{} calls `{call}`", i + 1));
            }
        }
    }
    report(&faults);
}

#[test]
fn only_the_loader_and_the_command_line_touch_the_outside() {
    let mut faults = Vec::new();
    for (name, text) in sources() {
        if OUTSIDE.iter().any(|path| name.starts_with(path)) {
            continue;
        }
        for (i, line) in without_comments(&text).lines().enumerate() {
            for way in TOUCHES.iter().filter(|way| line.contains(**way)) {
                faults.push(format!("{name}:{} names `{way}`", i + 1));
            }
        }
    }
    report(&faults);
}

#[test]
fn the_documents_are_short() {
    let mut faults = Vec::new();
    for (name, limit) in [("README.md", MAX_README), ("games/README.md", MAX_MANUAL)] {
        let n = read(&root().join(name)).lines().count();
        if n > limit {
            faults.push(format!("{name} has {n} lines, {limit} at most"));
        }
    }
    report(&faults);
}

#[test]
fn the_lints_see_what_they_should() {
    let code = "a // tab\nb /* tab /* x */ tab */ c \"// tab\" 'x' 'a r#\"tab \"q\" //\"# d";
    assert_eq!(without_comments(code), "a \nb  c \"// tab\" 'x' 'a r#\"tab \"q\" //\"# d");
    assert_eq!(without_comments("'\"' // x\n'\\'' // y"), "'\"' \n'\\'' ");
    assert_eq!(without_comments("\"a\\\"// b\" // c"), "\"a\\\"// b\" ");
    assert_eq!(parts_of_camel_case("FooBarHTTP"), ["foo", "bar", "http"]);
}

#[track_caller]
fn report(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The files of source with their paths from the root, sorted.
fn sources() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    collect(&root().join("src"), &mut paths);
    paths.sort();
    assert!(paths.len() > 50, "the sources are found");
    let name = |path: &PathBuf| {
        let path = path.strip_prefix(root()).expect("the source is below the root");
        path.to_string_lossy().replace('\\', "/")
    };
    paths.iter().map(|path| (name(path), read(path))).collect()
}

#[allow(clippy::disallowed_methods, reason = "tests read the sources")]
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|e| e == "rs") {
            paths.push(path);
        }
    }
}

fn games() -> Vec<String> {
    let library = araudi::definition::Library::folder(&root().join("games"));
    let names = library.names().expect("the games can be listed");
    assert!(!names.is_empty(), "there are games");
    names
}

/// The words of a name such as `OpenGame`, in lower case.
fn parts_of_camel_case(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut was_lower = true;
    for c in name.chars() {
        if parts.is_empty() || (c.is_ascii_uppercase() && was_lower) {
            parts.push(String::new());
        }
        was_lower = !c.is_ascii_uppercase();
        let part = parts.last_mut().expect("a part was just begun");
        part.push(c.to_ascii_lowercase());
    }
    parts
}

/// The code with its texts, in the same lines, but without comments.
fn without_comments(code: &str) -> String {
    let mut kept = String::new();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let n = if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            continue;
        } else if rest.starts_with("/*") {
            let n = length_of_block(rest);
            kept.extend(rest[..n].chars().filter(|c| *c == '\n'));
            rest = &rest[n..];
            continue;
        } else if rest.starts_with("r\"") || rest.starts_with("r#") {
            length_of_raw(rest)
        } else if c == '"' {
            1 + length_to_quote(&rest[1..], '"')
        } else if c == '\'' && is_character(rest) {
            1 + length_to_quote(&rest[1..], '\'')
        } else {
            c.len_utf8()
        };
        kept.push_str(&rest[..n]);
        rest = &rest[n..];
    }
    kept
}

/// How long a comment is that begins here; comments nest.
fn length_of_block(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let Some(mark) = rest.find("/*").into_iter().chain(rest.find("*/")).min() else {
            return text.len();
        };
        depth = if rest[mark..].starts_with("/*") { depth + 1 } else { depth - 1 };
        at += mark + 2;
        if depth == 0 {
            return at;
        }
    }
}

/// How long a raw text is that begins here; 1 for a raw name.
fn length_of_raw(text: &str) -> usize {
    let n_signs = text[1..].chars().take_while(|c| *c == '#').count();
    if !text[1 + n_signs..].starts_with('"') {
        return 1;
    }
    let end = format!("\"{}", "#".repeat(n_signs));
    let body = &text[2 + n_signs..];
    body.find(&end).map_or(text.len(), |at| 2 + n_signs + at + end.len())
}

/// How far it is behind the quotation mark that ends a text.
fn length_to_quote(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices() {
        if !escaped && c == quote {
            return i + 1;
        }
        escaped = !escaped && c == '\\';
    }
    text.len()
}

/// Whether a quotation mark begins a character and not a lifetime.
fn is_character(text: &str) -> bool {
    let mut chars = text.chars().skip(1);
    matches!((chars.next(), chars.next()), (Some('\\'), _) | (Some(_), Some('\'')))
}

//! Games played by an independent implementation, driven through `araudi pipe`: the same throws
//! are asked for, the same moves are legal, the end is the same.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

#[test]
fn games_played_elsewhere_replay_alike() {
    let mut files = Vec::new();
    collect(Path::new("tests/pipe"), &mut files);
    assert!(files.len() >= 190, "only {} games under tests/pipe", files.len());
    let mut pipe = Pipe::start();
    let differing: Vec<String> =
        files.iter().filter_map(|file| replay(&mut pipe, file).err()).collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// The program at the other end of a pipe.
struct Pipe {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Pipe {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_araudi"))
            .args(["pipe", "--games", "games"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let requests = child.stdin.take().expect("a pipe to it");
        let answers = BufReader::new(child.stdout.take().expect("a pipe from it"));
        Self { child, requests, answers }
    }

    fn ask(&mut self, request: &Value) -> Value {
        writeln!(self.requests, "{request}").expect("the program reads");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("the program answers");
        serde_json::from_str(&answer).expect("an answer in JSON")
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // The test is over, whatever the program is doing.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Replays a game; the error says where the two part.
fn replay(pipe: &mut Pipe, file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).expect("a readable game");
    let mut node = Value::Null;
    for (i, line) in text.lines().enumerate() {
        let line: Value = serde_json::from_str(line).expect("a line in JSON");
        let differs = |what: &str, node: &Value| {
            Err(format!("{}:{}: {what}, the program is at {node}", file.display(), i + 1))
        };
        if line.get("game").is_some() {
            let mut new = json!({"game": line["game"], "set": line["set"], "seed": 1});
            // The files name a variant among the options; the protocol names it beside them.
            let options = new["set"].as_object_mut().expect("options");
            if let Some(variant) = options.remove("variant") {
                new["variant"] = variant;
            }
            if let Some(players) = line.get("players") {
                new["players"] = players.clone();
            }
            node = pipe.ask(&json!({"new": new}));
        } else if let Some(throw) = line.get("throw") {
            if node["node"] != "throw" {
                return differs("a throw", &node);
            }
            node = pipe.ask(&json!({"throw": throw}));
        } else if let Some(legal) = line.get("legal") {
            if node["player"] != line["mover"] || node["legal"] != *legal {
                return differs(&format!("a choice of {} from {legal}", line["mover"]), &node);
            }
            node = pipe.ask(&json!({"move": line["move"]}));
        } else {
            // Either the winner, or an object with the winner and the places.
            let over = &line["over"];
            let winner =
                if over == "draw" { &Value::Null } else { over.get("winner").unwrap_or(over) };
            let ranking = over.get("ranking").unwrap_or(&node["ranking"]);
            let same = node["winner"] == *winner && node["ranking"] == *ranking;
            if node["node"] != "over" || !same {
                return differs(&format!("over, {}", line["over"]), &node);
            }
        }
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of games")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
}

//! The program as users meet it: sessions under `tests/cmd`, and what sessions cannot show.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Sessions with their output. After a change that is meant, `TRYCMD=overwrite cargo test` writes
/// the new output.
#[test]
fn sessions() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        .register_bin("araudi", Path::new(env!("CARGO_BIN_EXE_araudi")))
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml");
}

#[test]
fn every_shipped_game_is_fine() {
    let output = araudi(&["check", "--games", "games"], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn games_are_part_of_the_program() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let output = command(&["list", "--format", "csv"]).current_dir(&folder).output();
    let embedded = text(&output.expect("the program runs").stdout);
    assert_eq!(
        embedded,
        text(&araudi(&["list", "--format", "csv", "--games", "games"], "").stdout)
    );
}

#[test]
fn a_saved_game_replays() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("saved.gamelog");
    let file = path.to_str().expect("a path in UTF-8");
    let seats = ["play", "trail", "--games", "tests/games", "--seats", "random,random"];
    let played = araudi(&[&seats[..], &["--seed", "5", "--save", file]].concat(), "");
    assert!(played.status.success(), "{}", text(&played.stderr));
    let tested = araudi(&["test", file, "--games", "tests/games"], "");
    assert_eq!(
        text(&tested.stdout),
        "1 scenarios, 2 assertions passed, 0 failed\n1 passed, 0 failed\n"
    );
    let again = araudi(&[&seats[..], &["--seed", "5", "--save", file]].concat(), "");
    assert_eq!(text(&played.stdout), text(&again.stdout));
    let other = araudi(&[&seats[..], &["--seed", "6", "--save", file]].concat(), "");
    assert_ne!(text(&played.stdout), text(&other.stdout));
}

#[test]
fn a_game_is_saved_as_far_as_it_went() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("saved.gamelog");
    let input = format!("throw 2\na1-c1\nthrow 2\nsave {}\nundo 1\n", path.display());
    let file = path.to_str().expect("a path in UTF-8");
    let args = ["play", "trail", "--games", "tests/games", "--seed", "1"];
    let output = araudi(&args, &input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let saved = fs::read_to_string(&path).expect("the game was saved");
    assert!(saved.ends_with("\n1. light (2) a1-c1\n2. dark (2)\n"), "{saved}");
    let output = araudi(&[&args[..], &["--save", file]].concat(), &input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let saved = fs::read_to_string(&path).expect("the game was saved");
    assert!(saved.ends_with("\n1. light (2) a1-c1\n"), "{saved}");
}

#[test]
fn new_house_rules_load_as_they_were_written_and_change_nothing() {
    for games in ["games", "tests/games"] {
        let listed = text(&araudi(&["list", "--games", games, "--format", "csv"], "").stdout);
        for game in listed.lines().skip(1).filter_map(|line| line.split(',').next()) {
            let folder = tempfile::tempdir().expect("a folder for the test");
            let path = folder.path().join("my house.yaml");
            let file = path.to_str().expect("a path in UTF-8");
            let new = ["new", "--house", game, file, "--games", games];
            assert_eq!(text(&araudi(&new, "").stderr), "");
            let checked = araudi(&["check", file, "--games", games], "");
            assert!(text(&checked.stdout).contains(": fine, "), "{}", text(&checked.stderr));
            let lab = [
                "simulate",
                game,
                "--games",
                games,
                "-n",
                "3",
                "--seed",
                "1",
                "--max-plies",
                "300",
            ];
            let figures = |args: &[&str]| {
                let output = text(&araudi(args, "").stdout);
                output.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(figures(&lab), figures(&[&lab[..], &["--house", file]].concat()));

            // What is there stays, the functions too.
            let rules = path.with_extension("rhai");
            fs::write(&rules, "// mine").expect("the folder can be written");
            fs::remove_file(&path).expect("the file is there");
            let again = araudi(&new, "");
            assert_eq!(again.status.code(), Some(1));
            assert!(text(&again.stderr).contains("file-exists"), "{}", text(&again.stderr));
            assert!(!path.exists());
            assert!(araudi(&[&new[..], &["--force"]].concat(), "").status.success());
            assert_ne!(fs::read_to_string(&rules).expect("the file is there"), "// mine");
        }
    }
}

#[test]
fn new_house_rules_need_a_game_and_a_fitting_name() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let at = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_owned();
    for (game, file, code) in
        [("trial", "a.yaml", "unknown-game"), ("trail", "a.yml", "wrong-file")]
    {
        let output = araudi(&["new", "--house", game, &at(file), "--games", "tests/games"], "");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(code), "{}", text(&output.stderr));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder is there").count(), 0);
}

#[test]
fn an_exported_game_passes_its_tests_and_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let target = folder.path().join("mine");
    let games = target.to_str().expect("a path in UTF-8");
    let exported = araudi(&["export", "trail", games, "--games", "tests/games"], "");
    assert!(exported.status.success(), "{}", text(&exported.stderr));
    for file in ["game.yaml", "rules.rhai", "houses/kind.yaml", "houses/kind.rhai"] {
        let copy = fs::read_to_string(target.join("trail").join(file)).expect("the file is there");
        let original = fs::read_to_string(Path::new("tests/games/trail").join(file));
        assert_eq!(copy, original.expect("the toy game has it"));
    }
    let again = araudi(&["export", "trail", games, "--games", "tests/games"], "");
    assert_eq!(again.status.code(), Some(1));
    assert!(text(&again.stderr).contains("file-exists"), "{}", text(&again.stderr));
    // From the program itself, away from any folder of games.
    let listed = command(&["list", "--format", "csv"]).current_dir(&folder).output();
    let listed = text(&listed.expect("the program runs").stdout);
    let game = listed.lines().nth(1).and_then(|line| line.split(',').next()).expect("a game");
    let exported = command(&["export", game, "mine"]).current_dir(&folder).output();
    assert!(exported.expect("the program runs").status.success());
    let tested = araudi(&["--games", games, "test", &format!("{games}/{game}/logs")], "");
    assert!(text(&tested.stdout).ends_with(" 0 failed\n"), "{}", text(&tested.stdout));
}

#[test]
fn a_game_under_house_rules_is_saved_so_that_it_replays() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let at = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_owned();
    fs::create_dir(folder.path().join("logs")).expect("the folder can be made");
    let yaml = "extends: trail\noptions: {slow: {type: bool, default: true, help: slow}}\n";
    fs::write(at("slow house.yaml"), yaml).expect("the folder can be written");
    let (house, saved) = (at("slow house.yaml"), at("logs/saved.gamelog"));
    let played =
        ["play", "trail", "--games", "tests/games", "--seats", "random,random", "--seed", "5"];
    let houses = ["--house", "kind", "--house", &house, "--save", &saved];
    let output = araudi(&[&played[..], &houses[..]].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        text(&output.stdout).starts_with("Trail, house Kind trail, house slow house, seed 5\n")
    );
    let log = fs::read_to_string(&saved).expect("the game was saved");
    assert!(log.contains("\nhouse kind\nhouse ../slow house.yaml\n"), "{log}");
    let tested = araudi(&["test", &saved, "--games", "tests/games"], "");
    assert!(tested.status.success(), "{}", text(&tested.stdout));
}

#[test]
fn a_blessed_log_passes_and_a_broken_one_stays() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (mendable, broken) = (folder.path().join("a.gamelog"), folder.path().join("b.gamelog"));
    let wrong = "game trail\n1. light (2)\nexpect moves a1-b1  # why\nexpect mover dark\n";
    let illegal = "game trail\n1. light (2)\nexpect moves 5\na1-b1\n";
    fs::write(&mendable, wrong).expect("the folder can be written");
    fs::write(&broken, illegal).expect("the folder can be written");
    let paths = folder.path().to_str().expect("a path in UTF-8");
    let blessed = araudi(&["test", paths, "--bless", "--games", "tests/games"], "");
    assert_eq!(blessed.status.code(), Some(1), "{}", text(&blessed.stdout));
    assert!(text(&blessed.stdout).ends_with("2 logs, 2 expectations rewritten, 1 failed\n"));
    let read = |path: &Path| fs::read_to_string(path).expect("the log is there");
    let right = "game trail\n1. light (2)\nexpect moves a1-c1  # why\nexpect mover light\n";
    assert_eq!(read(&mendable), right);
    assert_eq!(read(&broken), illegal);
    let mendable = mendable.to_str().expect("a path in UTF-8");
    let tested = araudi(&["test", mendable, "--games", "tests/games"], "");
    assert!(tested.status.success(), "{}", text(&tested.stdout));
}

#[test]
fn a_log_that_cannot_be_written_stays_and_the_others_are_blessed() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (kept, mendable) = (folder.path().join("a.gamelog"), folder.path().join("b.gamelog"));
    let wrong = "game trail\n1. light (2)\nexpect mover dark\n";
    for path in [&kept, &mendable] {
        fs::write(path, wrong).expect("the folder can be written");
    }
    let mut permissions = fs::metadata(&kept).expect("the log is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&kept, permissions).expect("the log is ours");
    let paths = folder.path().to_str().expect("a path in UTF-8");
    let blessed = araudi(&["test", paths, "--bless", "--games", "tests/games"], "");
    assert_eq!(blessed.status.code(), Some(1), "{}", text(&blessed.stdout));
    assert!(text(&blessed.stdout).contains("error[unwritable-file]"), "{}", text(&blessed.stdout));
    let read = |path: &Path| fs::read_to_string(path).expect("the log is there");
    assert_eq!(read(&kept), wrong);
    assert_eq!(read(&mendable), wrong.replace("dark", "light"));
}

#[test]
fn a_game_that_ends_by_a_fault_in_its_rules_is_saved_up_to_there() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let game = folder.path().join("trail");
    fs::create_dir(&game).expect("the folder can be made");
    fs::copy("tests/games/trail/game.yaml", game.join("game.yaml")).expect("the game is there");
    let rules = fs::read_to_string("tests/games/trail/rules.rhai").expect("the game is there");
    let faulty = "fn play(g, step, m) {\n    let x = 1 / (g.turn - 2);\n";
    fs::write(game.join("rules.rhai"), rules.replace("fn play(g, step, m) {\n", faulty))
        .expect("the folder can be written");
    let saved = folder.path().join("saved.gamelog");
    let [games, file] = [folder.path(), &saved].map(|path| path.to_str().expect("a path in UTF-8"));
    let args = ["play", "trail", "--games", games, "--seats", "random,random", "--save", file];
    let played = araudi(&[&args[..], &["--seed", "5"]].concat(), "");
    assert_eq!(played.status.code(), Some(1));
    assert!(text(&played.stderr).contains("error[arithmetic]"), "{}", text(&played.stderr));
    let replayed = araudi(&["replay", file, "--games", games], "");
    assert!(replayed.status.success(), "{}", text(&replayed.stderr));
    let log = fs::read_to_string(&saved).expect("the game was saved");
    assert!(log.contains("\n1. light ("), "{log}");
}

#[test]
fn a_report_in_the_form_of_junit_names_what_failed() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("report.xml");
    let file = path.to_str().expect("a path in UTF-8");
    let args = ["test", "tests/cmd/wrong", "--games", "tests/games", "--junit", file];
    assert_eq!(araudi(&args, "").status.code(), Some(1));
    let report = fs::read_to_string(&path).expect("the report was written");
    let head = "<testsuites name=\"araudi\" tests=\"6\" skipped=\"0\" failures=\"5\" errors=\"0\">";
    assert!(report.contains(head), "{report}");
    for part in ["an illegal move", "type=\"illegal-move\"", "tests/cmd/wrong/failing.gamelog:13"] {
        assert!(report.contains(part), "{part} is missing in\n{report}");
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    let mut child = command(&["api"]).spawn().expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_pipe_answers_before_the_next_request() {
    let mut child = command(&["pipe", "--games", "tests/games"]).spawn().expect("the program runs");
    let mut requests = child.stdin.take().expect("the input is a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("the output is a pipe"));
    let mut ask = |request: &str| -> serde_json::Value {
        writeln!(requests, "{request}").expect("the program reads");
        let mut line = String::new();
        answers.read_line(&mut line).expect("the program answers");
        serde_json::from_str(&line).expect("the answer is JSON")
    };
    let new = ask("{\"new\": {\"game\": \"trail\"}}");
    let seed = new["seed"].as_u64().expect("a drawn seed is told");
    let thrown: Vec<_> = (0..3).map(|_| throw_and_move(&mut ask)).collect();
    let again = ask(&format!("{{\"new\": {{\"game\": \"trail\", \"seed\": {seed}}}}}"));
    assert_eq!(again.get("seed"), None);
    assert_eq!(thrown, (0..3).map(|_| throw_and_move(&mut ask)).collect::<Vec<_>>());
    assert_eq!(ask("{\"quit\": true}")["quit"], true);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn a_pipe_stays_where_it_was_when_a_node_cannot_be_told() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let game = folder.path().join("trail");
    fs::create_dir(&game).expect("the folder can be made");
    fs::copy("tests/games/trail/game.yaml", game.join("game.yaml")).expect("the game is there");
    // Below a 6 both moves are written alike, and a 6 fails in every turn but the first.
    let rules = "
fn turn(g) { g.roll(die::d6, step::roll); }
fn rolled(g, step, n) { g.choose(step::walk, n); if g.turn > 1 { g.remove(99); } }
fn moves(g, step) { g.offer_word(word::stay); if g.number(step) < 6 { g.offer_word(word::stay); } }
fn play(g, step, m) { }";
    fs::write(game.join("rules.rhai"), rules).expect("the folder can be written");
    let games = folder.path().to_str().expect("a path in UTF-8");
    let requests = "{\"throw\": 3}\n{\"throw\": 6}\n{\"move\": \"stay\"}\n\
                    {\"throw\": \"random\"}\n{\"show\": true}\n";
    let output = araudi(&["pipe", "trail", "--games", games, "--seed", "1"], requests);
    let answers: Vec<serde_json::Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    let [ambiguous, thrown, moved, failed, shown] = answers.as_slice() else {
        panic!("{answers:?}")
    };
    assert_eq!(ambiguous["error"]["code"], "ambiguous-notation");
    assert_eq!(
        (&thrown["node"], &thrown["legal"]),
        (&"choose".into(), &serde_json::json!(["stay"]))
    );
    assert_eq!(moved["node"], "throw");
    assert_eq!(failed["error"]["code"], "bad-argument");
    let position = shown["position"].as_str().expect("a text");
    assert!(position.contains("turn 2\nwait roll d6 roll dark\n"), "{position}");
}

/// Plays a turn by chance and the first move; the node after the throw.
fn throw_and_move(ask: &mut dyn FnMut(&str) -> serde_json::Value) -> serde_json::Value {
    let node = ask("{\"throw\": \"random\"}");
    if let Some(text) = node["legal"][0].as_str() {
        ask(&format!("{{\"move\": \"{text}\"}}"));
    }
    node
}

fn araudi(args: &[&str], input: &str) -> Output {
    let mut child = command(args).spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    // The program may end before it has read everything.
    _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_araudi"));
    command.args(args).env("LC_ALL", "C").env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

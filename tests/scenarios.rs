//! Every scenario of every log of the shipped games is a test of its own.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use araudi::definition::{Definition, Library};
use araudi::log::{Log, Replayer};
use araudi::script::Limits;
use libtest_mimic::{Arguments, Failed, Trial};

const STACK: usize = 16 * 1024 * 1024;

fn main() -> ExitCode {
    let library = Library::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games"));
    let mut trials = Vec::new();
    for game in library.names().expect("the games can be listed") {
        trials.extend(trials_of(&library, &game));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The scenarios of a game, or one failure that says why there are none.
fn trials_of(library: &Library, game: &str) -> Vec<Trial> {
    let broken = |name: &str, message: String| {
        vec![Trial::test(format!("{game}/{name}"), || Err(Failed::from(message)))]
    };
    let definition = match library.open(game) {
        Ok(definition) => Arc::new(definition),
        Err(error) => return broken("definition", format!("{error:#}")),
    };
    let logs = match library.logs(game) {
        Ok(logs) if logs.is_empty() => {
            let message = format!("write its first log: games/{game}/logs/NAME.gamelog");
            return broken("logs", message);
        }
        Ok(logs) => logs,
        Err(error) => return broken("logs", format!("{error:#}")),
    };
    let mut trials = Vec::new();
    for source in logs {
        let path = Path::new(source.name());
        let file = path.file_stem().map_or(String::new(), |name| name.display().to_string());
        match Log::read(&source) {
            Err(error) => trials.extend(broken(&file, format!("{error:#}"))),
            Ok(log) => {
                let log = Arc::new(log);
                for (i, scenario) in log.scenarios.iter().enumerate() {
                    let name = scenario.name.as_ref().map_or("", |name| &name.value);
                    let name = format!("{game}/{file}/{name}");
                    let (log, definition) = (Arc::clone(&log), Arc::clone(&definition));
                    trials.push(Trial::test(name, move || replay(&log, i, &definition)));
                }
            }
        }
    }
    trials
}

fn replay(log: &Log, scenario: usize, definition: &Definition) -> Result<(), Failed> {
    // Scripts may call deeper than a test's own thread has room for.
    let report = thread::scope(|scope| {
        let run = || Replayer::new(definition, Limits::default()).replay_scenario(log, scenario);
        let replay = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        replay.map(thread::ScopedJoinHandle::join)
    });
    let report = report?.map_err(|_| Failed::from("the replay panicked"))?;
    match (report.failure, report.warnings.as_slice()) {
        (Some(failure), _) => Err(format!("\n{failure:#}").into()),
        (None, []) => Ok(()),
        (None, warnings) => {
            let texts: Vec<String> = warnings.iter().map(|w| format!("\n{w:#}")).collect();
            Err(texts.concat().into())
        }
    }
}

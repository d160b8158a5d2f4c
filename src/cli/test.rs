//! `araudi test`: replays logs and tells which scenarios fail.
#![allow(clippy::disallowed_methods)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;

use super::STACK_BYTES;
use super::context::{Context, Done, Failure, Format};
use super::progress::Progress;
use super::save;
use crate::definition::{Definition, is_log, read_source};
use crate::error::{Problem, Result, Source};
use crate::log::{Log, Replayer, ScenarioReport, bless};

mod report;

use report::Summary;

/// Replay logs and tell which of their scenarios fail
///
/// Without paths all logs of all games are replayed.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi test games/trail/logs --verbose\n",
    "  araudi test --filter \"goal\" --junit report.xml",
))]
pub(super) struct TestArgs {
    /// Logs, or folders that are searched for files `*.gamelog`
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Replay only scenarios whose name, or whose log's name, contains the text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Rewrite the expected values that are not met, and nothing else
    #[arg(long, conflicts_with_all = ["filter", "junit"])]
    bless: bool,
    /// Write a report in the form of `JUnit`
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print a line for each scenario
    #[arg(long, short)]
    verbose: bool,
}

pub(super) fn run(context: &mut Context, args: &TestArgs) -> Done {
    context.without_csv()?;
    let sources = sources(context, &args.paths)?;
    if sources.is_empty() {
        let problem = Problem::new("no-logs", "no log was found");
        return Err(problem.help("logs are files `*.gamelog`").into());
    }
    let logs = read(context, sources);
    if args.bless {
        return rewrite(context, &logs);
    }
    let results = replay(context, &logs, args.filter.as_deref())?;
    let summary = Summary::new(&results);
    if let Some(path) = &args.junit {
        save::write(path, &report::junit(&results)?)?;
    }
    if summary.n_scenarios() == 0 {
        let text = args.filter.as_deref().unwrap_or("");
        let problem = Problem::new("no-scenarios", format!("no scenario's name contains `{text}`"));
        return Err(problem.into());
    }
    if context.format == Format::Json {
        context.json(&report::json(&results, &summary))?;
    } else {
        report::text(context, &results, &summary, args.verbose)?;
    }
    if summary.failed == 0 { Ok(()) } else { Err(Failure::Reported) }
}

/// A log with the definition that it is of, or why it cannot be replayed.
struct Entry {
    name: String,
    read: Result<(Log, String)>,
}

/// What was read: the logs in order, and the definitions that they are of.
struct Logs {
    entries: Vec<Entry>,
    definitions: BTreeMap<String, Result<Definition>>,
}

/// What came out of a log: its scenarios, or why there are none.
struct LogResult {
    name: String,
    scenarios: Result<Vec<ScenarioReport>>,
}

/// The logs that the paths name, else all logs of all games, each with its name. A log that was
/// found in a folder and cannot be read fails alone; one that was named is a wrong use.
fn sources(context: &Context, paths: &[PathBuf]) -> Done<Vec<(String, Result<Source>)>> {
    let library = &context.library;
    let mut sources = Vec::new();
    if paths.is_empty() {
        for game in library.names().map_err(Failure::Usage)? {
            let paths = library.log_paths(&game)?;
            sources.extend(paths.iter().map(|path| (library.path_name(path), library.log(path))));
        }
        return Ok(sources);
    }
    let mut seen = BTreeSet::new();
    for path in paths {
        let mut files = Vec::new();
        let named = !path.is_dir();
        if named {
            files.push(path.clone());
        } else {
            find_logs(path, &mut files)?;
            files.sort();
        }
        // A log that two of the paths lead to is replayed once.
        files.retain(|path| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
        for file in files {
            let source = read_source(&file);
            if named && let Err(error) = source {
                return Err(Failure::Usage(error));
            }
            sources.push((file.display().to_string(), source));
        }
    }
    Ok(sources)
}

fn find_logs(folder: &Path, files: &mut Vec<PathBuf>) -> Done {
    let unreadable = |error: std::io::Error| {
        let message = format!("cannot read `{}`", folder.display());
        let problem = Problem::new("unreadable-file", message);
        Failure::usage(problem.note(error.to_string().to_lowercase()))
    };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        // A linked folder could lead back here.
        if entry.file_type().map_err(unreadable)?.is_dir() {
            find_logs(&path, files)?;
        } else if is_log(&path) {
            files.push(path);
        }
    }
    Ok(())
}

fn read(context: &Context, sources: Vec<(String, Result<Source>)>) -> Logs {
    let mut definitions = BTreeMap::new();
    let mut entries = Vec::new();
    for (name, source) in sources {
        let read = source.and_then(|source| Log::read(&source)).map(|log| {
            let game = log.game().map_or(String::new(), |game| game.value.clone());
            let definition = || log.definition(&context.library);
            definitions.entry(game.clone()).or_insert_with(definition);
            (log, game)
        });
        entries.push(Entry { name, read });
    }
    Logs { entries, definitions }
}

impl Logs {
    /// A log with its definition.
    ///
    /// # Errors
    ///
    /// What is wrong with the log, or with the definition, which every log of it reports.
    fn open<'l>(&'l self, entry: &'l Entry) -> Result<(&'l Log, &'l Definition)> {
        let (log, game) = entry.read.as_ref().map_err(Clone::clone)?;
        match self.definitions.get(game) {
            Some(Ok(definition)) => Ok((log, definition)),
            Some(Err(error)) => Err(error.clone()),
            None => Err(Problem::new("unknown-game", format!("unknown game `{game}`")).into()),
        }
    }
}

fn replay(context: &Context, logs: &Logs, filter: Option<&str>) -> Done<Vec<LogResult>> {
    let (limits, lang) = (context.limits, context.lang);
    let progress = Progress::new(logs.entries.len() as u64);
    let pool =
        rayon::ThreadPoolBuilder::new().stack_size(STACK_BYTES).build().map_err(|error| {
            Problem::new("no-threads", "cannot start threads").note(error.to_string())
        })?;
    let one = |entry: &Entry| {
        let name = entry.name.clone();
        let whole = filter.is_none_or(|text| name.contains(text));
        let scenarios = logs.open(entry).map(|(log, definition)| {
            let mut replayer = Replayer::with_lang(definition, limits, lang);
            let wanted = |i: &usize| {
                let scenario = log.scenarios[*i].name.as_ref();
                whole || filter.is_some_and(|text| scenario.is_some_and(|n| n.value.contains(text)))
            };
            let chosen = (0..log.scenarios.len()).filter(wanted);
            chosen.map(|i| replayer.replay_scenario(log, i)).collect()
        });
        progress.step();
        LogResult { name, scenarios }
    };
    Ok(pool.install(|| logs.entries.par_iter().map(one).collect()))
}

/// Rewrites what the logs expect; a log that fails for another reason stays as it is.
fn rewrite(context: &mut Context, logs: &Logs) -> Done {
    if context.format == Format::Json {
        let problem = Problem::new("wrong-format", "blessing has no output in JSON");
        return Err(Failure::usage(problem));
    }
    let (mut n_rewritten, mut n_failed) = (0, 0);
    for entry in &logs.entries {
        let name = &entry.name;
        let outcome = match logs.open(entry) {
            Ok((log, definition)) => bless(log, definition, context.limits),
            Err(error) => Err(vec![error.into()]),
        };
        match outcome {
            Ok(blessed) => {
                let Some(text) = blessed.text else { continue };
                if !Path::new(name).is_file() {
                    let problem = Problem::new("unwritable-file", format!("no file `{name}`"));
                    let help = "give the logs' paths: those in the program cannot be written";
                    return Err(Failure::usage(problem.help(help)));
                }
                match save::write(Path::new(name), &text) {
                    Ok(()) => {
                        writeln!(context.out, "{name}: {} rewritten", blessed.n_rewritten)?;
                        n_rewritten += blessed.n_rewritten;
                    }
                    // The other logs are blessed all the same.
                    Err(error) => {
                        n_failed += 1;
                        writeln!(context.out, "{name}: not rewritten")?;
                        writeln!(context.out, "{}\n", error.render(context.color))?;
                    }
                }
            }
            Err(failures) => {
                n_failed += 1;
                writeln!(context.out, "{name}: not rewritten")?;
                for failure in failures {
                    writeln!(context.out, "{}\n", failure.render(context.color))?;
                }
            }
        }
    }
    let n_logs = logs.entries.len();
    writeln!(
        context.out,
        "{n_logs} logs, {n_rewritten} expectations rewritten, {n_failed} failed"
    )?;
    if n_failed == 0 { Ok(()) } else { Err(Failure::Reported) }
}

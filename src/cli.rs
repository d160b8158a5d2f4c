//! The command line: one module for each command, and the only ones that print.
//!
//! The exit code is 0 when all is well, 1 for a problem of rules or logs, 2 for a command that
//! cannot be carried out as it was given. Results go to the standard output, problems to the standard
//! error; a reader that closes the output early ends the command quietly.
#![allow(
    clippy::disallowed_methods,
    reason = "commands read and write files and look at the clock"
)]

use std::process::ExitCode;
use std::thread;

use clap::{Parser, Subcommand};

mod bench;
mod chance_args;
mod check;
mod compare;
mod contest;
mod context;
mod export;
mod game_args;
mod list;
mod merge;
mod new;
mod perft;
mod picture;
mod pipe;
mod play;
mod progress;
mod reference;
mod replay;
mod report;
mod save;
mod seats;
mod show;
mod sides;
mod simulate;
mod sweep;
mod table;
mod test;
mod why;

use context::{Context, Global};

/// The stack for hooks, which may nest deeply; a main thread's is small on some systems.
const STACK_BYTES: usize = 16 * 1024 * 1024;

const AFTER_HELP: &str = "\
Examples:
  araudi list
  araudi play GAME --seats human,random
  araudi test

Every command has examples under --help; the game `trail` in them stands for any of `araudi list`.
The exit code is 0 when all is well, 1 for a problem of rules or logs, 2 for a wrong command.";

/// A scriptable rules interpreter for board games.
///
/// Games are data: a layout in YAML and rules in Rhai. They come from `--games DIR`, else from the
/// folder `games` here, else from the program itself.
#[derive(Parser, Debug)]
#[command(name = "araudi", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    List(list::ListArgs),
    Show(show::ShowArgs),
    Play(play::PlayArgs),
    Test(test::TestArgs),
    Replay(replay::ReplayArgs),
    Check(check::CheckArgs),
    Why(why::WhyArgs),
    Simulate(simulate::SimulateArgs),
    Match(contest::MatchArgs),
    Merge(merge::MergeArgs),
    Compare(compare::CompareArgs),
    Sweep(sweep::SweepArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Pipe(pipe::PipeArgs),
    New(new::NewArgs),
    Export(export::ExportArgs),
    Api(reference::ApiArgs),
    Schema(reference::SchemaArgs),
    Completions(reference::CompletionsArgs),
}

impl Command {
    /// Whether the output may be a picture.
    fn draws(&self) -> bool {
        matches!(self, Self::Simulate(_) | Self::Merge(_) | Self::Compare(_) | Self::Sweep(_))
    }
}

impl Cli {
    /// Carries out the command and gives the program's exit code.
    pub fn run(self) -> ExitCode {
        let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || self.carry_out());
        match worker.map(thread::JoinHandle::join) {
            Ok(Ok(code)) => code,
            Ok(Err(_)) | Err(_) => ExitCode::from(101),
        }
    }

    fn carry_out(self) -> ExitCode {
        let mut context = match Context::new(&self.global) {
            Ok(context) => context,
            Err(failure) => return failure.report(self.global.color_of_errors()),
        };
        if !self.command.draws()
            && let Err(failure) = context.without_picture()
        {
            return failure.report(context.color_of_errors);
        }
        let done = match self.command {
            Command::List(args) => list::run(&mut context, &args),
            Command::Show(args) => show::run(&mut context, &args),
            Command::Play(args) => play::run(&mut context, &args),
            Command::Test(args) => test::run(&mut context, &args),
            Command::Replay(args) => replay::run(&mut context, &args),
            Command::Check(args) => check::run(&mut context, &args),
            Command::Why(args) => why::run(&mut context, &args),
            Command::Simulate(args) => simulate::run(&mut context, &args),
            Command::Match(args) => contest::run(&mut context, &args),
            Command::Merge(args) => merge::run(&mut context, &args),
            Command::Compare(args) => compare::run(&mut context, &args),
            Command::Sweep(args) => sweep::run(&mut context, &args),
            Command::Bench(args) => bench::run(&mut context, &args),
            Command::Perft(args) => perft::run(&mut context, &args),
            Command::Pipe(args) => pipe::run(&mut context, &args),
            Command::New(args) => new::run(&mut context, &args),
            Command::Export(args) => export::run(&mut context, &args),
            Command::Api(_) => reference::api(&mut context),
            Command::Schema(args) => reference::schema(&mut context, &args),
            Command::Completions(args) => reference::completions(&mut context, &args),
        };
        match done.and_then(|()| context.finish()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => failure.report(self.global.color_of_errors()),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Cli::command().get_subcommands() {
            let example = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let call = format!("araudi {}", command.get_name());
            assert!(example.contains(&call), "{} has no example", command.get_name());
        }
    }

    #[test]
    fn options_of_every_command_hide_no_argument() {
        let command = Cli::command();
        let globals: Vec<_> = command.get_arguments().map(clap::Arg::get_id).collect();
        for command in command.get_subcommands() {
            for arg in command.get_arguments() {
                let id = arg.get_id();
                assert!(!globals.contains(&id), "`{id}` of {} is hidden", command.get_name());
            }
        }
    }
}

//! The program `araudi`: reads the command line and does what it says.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    araudi::cli::Cli::parse().run()
}

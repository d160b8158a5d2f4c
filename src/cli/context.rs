//! What all commands share: where games come from, how to print, how a command ends.
#![allow(clippy::print_stderr)]

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anstream::AutoStream;
use clap::{Args, ColorChoice, ValueEnum};

use crate::definition::Library;
use crate::error::{Error, Problem};
use crate::script::Limits;
use crate::text::Lang;

const HEADING: &str = "Options of every command";

/// The options of every command.
#[derive(Args, Debug)]
pub(super) struct Global {
    /// The folder of games; without it `./games` if there is one, else the games in the program
    #[arg(long, global = true, help_heading = HEADING, value_name = "DIR")]
    games: Option<PathBuf>,
    /// The language of the games' texts; without it that of the locale, else English
    #[arg(long, global = true, help_heading = HEADING, value_enum)]
    lang: Option<LangArg>,
    /// When to color the output
    #[arg(long, global = true, help_heading = HEADING, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
    /// What hooks may use up, such as `operations=5000000`; may be given several times
    #[arg(long = "limit", global = true, help_heading = HEADING, value_name = "NAME=N", value_parser = pair)]
    limits: Vec<(String, String)>,
    /// Interpret all hooks, as the environment's `ARAUDI_SCRIPT=interpreted` does; without it they are
    /// compiled where that can be, and do the same
    #[arg(long, global = true, help_heading = HEADING)]
    interpreted: bool,
    /// The form of the output
    #[arg(long, global = true, help_heading = HEADING, value_enum, default_value_t = FormatArg::Table)]
    format: FormatArg,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum LangArg {
    /// Basque
    Eu,
    /// English
    En,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum FormatArg {
    /// Text for people
    Table,
    /// One JSON value
    Json,
    /// Comma-separated values, for output that is rows
    Csv,
    /// A page with figures and charts, for the results of simulations
    Html,
    /// A single chart, for the results of simulations
    Svg,
}

/// The form of a command's output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Text for people.
    Table,
    /// One JSON value.
    Json,
    /// Comma-separated values, for output that is rows.
    Csv,
}

/// The form of an output that is to be looked at; only some commands have one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Picture {
    /// A page with figures and charts.
    Html,
    /// A single chart.
    Svg,
}

impl Global {
    /// Whether messages on the standard error are colored.
    pub(super) fn color_of_errors(&self) -> bool {
        self.colors(&io::stderr())
    }

    fn colors(&self, stream: &impl anstream::stream::RawStream) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => AutoStream::choice(stream) != anstream::ColorChoice::Never,
        }
    }
}

/// Whether the variable `ARAUDI_SCRIPT` asks for interpreted hooks.
fn interpreted_by_environment() -> Done<bool> {
    match std::env::var("ARAUDI_SCRIPT").as_deref() {
        Err(std::env::VarError::NotPresent) | Ok("" | "compiled") => Ok(false),
        Ok("interpreted") => Ok(true),
        found => {
            let found = found.unwrap_or("something unreadable");
            let message =
                format!("`ARAUDI_SCRIPT` is `compiled` or `interpreted`, found `{found}`");
            Err(Failure::usage(Problem::new("bad-environment", message)))
        }
    }
}

/// What a command runs in.
pub(super) struct Context {
    /// Where games come from.
    pub(super) library: Library,
    /// The language of the games' texts.
    pub(super) lang: Lang,
    /// Whether the output is colored.
    pub(super) color: bool,
    /// Whether messages on the standard error are colored.
    pub(super) color_of_errors: bool,
    /// What hooks may use up.
    pub(super) limits: Limits,
    /// The form of the output, where it is no picture.
    pub(super) format: Format,
    /// What is asked for in place of figures.
    pub(super) picture: Option<Picture>,
    /// The standard output.
    pub(super) out: Box<dyn Write>,
}

impl Context {
    pub(super) fn new(global: &Global) -> Done<Self> {
        let mut limits = Limits::default();
        for (name, value) in &global.limits {
            limits.set(name, value).map_err(Failure::Usage)?;
        }
        limits.interpreted = global.interpreted || interpreted_by_environment()?;
        let lang = match global.lang {
            Some(LangArg::Eu) => Lang::Eu,
            Some(LangArg::En) => Lang::En,
            None => sys_locale::get_locale().map_or(Lang::En, |locale| Lang::of_locale(&locale)),
        };
        let color = global.colors(&io::stdout());
        let choice =
            if color { anstream::ColorChoice::Always } else { anstream::ColorChoice::Never };
        let (format, picture) = match global.format {
            FormatArg::Table => (Format::Table, None),
            FormatArg::Json => (Format::Json, None),
            FormatArg::Csv => (Format::Csv, None),
            FormatArg::Html => (Format::Table, Some(Picture::Html)),
            FormatArg::Svg => (Format::Table, Some(Picture::Svg)),
        };
        Ok(Self {
            library: Library::find(global.games.as_deref()),
            lang,
            color,
            color_of_errors: global.color_of_errors(),
            limits,
            format,
            picture,
            out: Box::new(AutoStream::new(io::stdout(), choice)),
        })
    }

    /// Refuses `csv` for a command whose output is no rows.
    pub(super) fn without_csv(&self) -> Done {
        if self.format != Format::Csv {
            return Ok(());
        }
        let problem = Problem::new("wrong-format", "the output of this command is no rows");
        Err(Failure::usage(problem.help("use `--format table` or `--format json`")))
    }

    /// Refuses `html` and `svg` for a command that has nothing to draw.
    pub(super) fn without_picture(&self) -> Done {
        if self.picture.is_none() {
            return Ok(());
        }
        let problem = Problem::new("wrong-format", "this command draws nothing");
        let help = "`simulate`, `merge`, `compare` and `sweep` do; use `--format table` here";
        Err(Failure::usage(problem.help(help)))
    }

    /// Prints a JSON value over several lines.
    pub(super) fn json(&mut self, value: &serde_json::Value) -> Done {
        Ok(writeln!(self.out, "{value:#}")?)
    }

    pub(super) fn finish(mut self) -> Done {
        Ok(self.out.flush()?)
    }

    /// Prints an error that does not end the command.
    pub(super) fn report(&self, error: &Error) {
        print_error(error, self.color_of_errors);
    }
}

/// How a command ends; see [`Failure`].
pub(super) type Done<T = ()> = Result<T, Failure>;

/// Why a command ends before its end, or without success.
#[derive(Debug)]
pub(super) enum Failure {
    /// Something is wrong with rules or logs.
    Rules(Error),
    /// The command cannot be carried out as it was given.
    Usage(Error),
    /// The output cannot be written.
    Output(io::Error),
    /// What was wrong has been printed already.
    Reported,
}

impl Failure {
    pub(super) fn usage(problem: Problem) -> Self {
        Self::Usage(problem.into())
    }

    /// Prints what is to be said and gives the exit code.
    pub(super) fn report(self, color: bool) -> ExitCode {
        let (code, error) = match self {
            Self::Rules(error) => (1, error),
            Self::Usage(error) => (2, error),
            Self::Reported => return ExitCode::from(1),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::Output(error) => {
                let problem = Problem::new("unwritable-output", "cannot write the output");
                (1, problem.note(error.to_string()).into())
            }
        };
        print_error(&error, color);
        ExitCode::from(code)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Rules(error)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Rules(problem.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Reads `NAME=VALUE`.
pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

fn print_error(error: &Error, color: bool) {
    // A closed standard error leaves nowhere to complain.
    _ = writeln!(io::stderr(), "{}", error.render(color));
}

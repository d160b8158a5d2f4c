//! `araudi new`: files to begin with.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use super::context::{Context, Done, Failure};
use super::save;
use crate::definition::Definition;
use crate::error::Problem;
use crate::text::Lang;

/// Write house rules to begin with: a commented file, and one of functions beside it
///
/// Laid over the game they change nothing yet.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Example:\n",
    "  araudi new --house trail my-house.yaml\n",
    "  araudi play trail --house my-house.yaml",
))]
pub(super) struct NewArgs {
    /// The game that the house rules are for
    #[arg(long, value_name = "GAME")]
    house: String,
    /// The file to write, `NAME.yaml`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write over files that are there
    #[arg(long)]
    force: bool,
}

pub(super) fn run(context: &mut Context, args: &NewArgs) -> Done {
    let definition = super::game_args::open_plain(context, &args.house)?;
    if args.file.extension().is_none_or(|ending| ending != "yaml") {
        let message = format!("expected a file `NAME.yaml`, found `{}`", args.file.display());
        return Err(Failure::usage(Problem::new("wrong-file", message)));
    }
    let rules = args.file.with_extension("rhai");
    let rules_name = rules.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for path in [&args.file, &rules] {
        if !args.force && path.symlink_metadata().is_ok() {
            return Err(exists(path).into());
        }
    }
    save::write(&rules, &functions(&definition))?;
    save::write(&args.file, &declarations(context, &definition, &args.file, &rules_name))?;
    Ok(writeln!(context.out, "wrote {} and {}", args.file.display(), rules.display())?)
}

/// That a file or a folder is there already.
pub(super) fn exists(path: &Path) -> Problem {
    Problem::new("file-exists", format!("`{}` is there already", path.display()))
}

/// The house file, whose every line but three is a comment.
fn declarations(
    context: &Context,
    definition: &Definition,
    file: &Path,
    rules_name: &str,
) -> String {
    let (game, file) = (definition.name(), file.display());
    let title = definition.title().get(context.lang);
    let mut text = format!(
        "# House rules for {title}. To play by them:\n\
         #   araudi play {game} --house {file}\n\
         # To see what is wrong with them:\n\
         #   araudi check {file}\n\
         extends: {game}\n\
         title: {{eu: etxeko arauak, en: House rules}}\n\n"
    );
    let width = definition.options().iter().map(|option| option.name.len()).max();
    if let Some(width) = width {
        text.push_str("# Values for options. These are the game's own; take the first sign away before `set` and\n");
        text.push_str("# before each option that is to have another value.\n# set:\n");
        for option in definition.options() {
            let setting = format!(
                "{:width$} {}",
                format!("{}:", option.name),
                option.default,
                width = width + 1
            );
            let help = option.help.get(context.lang).replace('\n', " ");
            let allowed = option.allowed.join(", ");
            _ = writeln!(text, "#   {setting:<32} # {allowed}: {help}");
        }
        text.push('\n');
    }
    text.push_str(
        "# An option of the house, which functions know as `opt::extra`.\n\
         # options:\n\
         #   extra: {type: bool, default: false, help: what it does}\n\n\
         # What a refusal under a rule of the house says; functions know it as `rule::H1`.\n\
         # text:\n\
         #   rules:\n\
         #     H1: what the rule says\n\n\
         # More variants, values, zones, attributes of pieces, state, steps, words, marks, reasons, events\n\
         # and metrics are declared as in a game: `variants`, `let`, `zones`, `pieces`, `state`, …\n\n\
         # The functions of the house; those of the game's names take the place of the game's.\n",
    );
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let is_plain = rules_name.chars().all(plain);
    let rules_name = if is_plain { rules_name.to_owned() } else { format!("{rules_name:?}") };
    _ = writeln!(text, "rules: {rules_name}");
    text
}

/// The functions: one of the game's, replaced by one that does the same.
fn functions(definition: &Definition) -> String {
    let functions = definition.functions();
    let has =
        |name: &str| functions.iter().any(|function| function.starts_with(&format!("{name}(")));
    let (hook, when) = if has("turn_end") { ("turn_end", "ends") } else { ("turn", "begins") };
    let title = definition.title().get(Lang::En);
    let mut text = format!("// House rules for {title}.\n//\n");
    text.push_str("// A function of one of these names takes the place of the game's, which `base_NAME` calls:\n");
    for function in functions {
        _ = writeln!(text, "//   {function}");
    }
    _ = write!(
        text,
        "// `araudi api` lists what functions can ask of `g`.\n\n\
         /// Called when a turn {when}: for now all is as it was. What is to come in addition goes below.\n\
         fn {hook}(g) {{\n    base_{hook}(g);\n}}\n"
    );
    text
}

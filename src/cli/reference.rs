//! `araudi api`, `araudi schema` and `araudi completions`: what other tools and authors need to know.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::context::{Context, Done};
use super::{Cli, table};
use crate::definition;
use crate::script::api_reference;

/// List the functions that the rules of a game call
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  araudi api --format json")]
pub(super) struct ApiArgs {}

/// Print the JSON schema of `game.yaml`, for editors
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi schema > game.schema.json\n",
    "  araudi schema --house > house.schema.json",
))]
pub(super) struct SchemaArgs {
    /// Print that of house rules
    #[arg(long)]
    house: bool,
}

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  araudi completions bash > ~/.local/share/bash-completion/completions/araudi"
)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn api(context: &mut Context) -> Done {
    let rows: Vec<_> = api_reference()
        .into_iter()
        .map(|entry| {
            let returns = if entry.returns.is_empty() { None } else { Some(entry.returns) };
            vec![entry.signature.into(), returns.into(), entry.text.into()]
        })
        .collect();
    table::print(context, &["function", "returns", "text"], &rows)
}

pub(super) fn schema(context: &mut Context, args: &SchemaArgs) -> Done {
    let schema = if args.house { definition::house_schema() } else { definition::schema() };
    context.json(&schema)
}

pub(super) fn completions(context: &mut Context, args: &CompletionsArgs) -> Done {
    // Written in one go, because the generator panics on a closed output.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "araudi", &mut script);
    Ok(context.out.write_all(&script)?)
}

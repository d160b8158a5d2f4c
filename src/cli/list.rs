//! `araudi list`: the games there are.

use clap::Args;
use serde_json::Value;

use super::context::{Context, Done, Failure};
use super::game_args::no_games;
use super::table;

/// List the games, with their variants, options and house rules
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  araudi list --lang eu")]
pub(super) struct ListArgs {}

pub(super) fn run(context: &mut Context, _args: &ListArgs) -> Done {
    let mut rows: Vec<Vec<Value>> = Vec::new();
    let mut failed = false;
    let names = context.library.names().map_err(Failure::Usage)?;
    if names.is_empty() {
        return Err(no_games());
    }
    for name in names {
        match context.library.open(&name) {
            Ok(definition) => {
                let variants: Vec<&str> =
                    definition.variants().iter().map(|variant| variant.name.as_str()).collect();
                let options: Vec<&str> =
                    definition.options().iter().map(|option| option.name.as_str()).collect();
                let title = definition.title().get(context.lang);
                let houses = context.library.houses(&name)?.into();
                let (variants, options) = (variants.into(), options.into());
                rows.push(vec![name.into(), title.into(), variants, options, houses]);
            }
            // The other games are listed all the same.
            Err(error) => {
                failed = true;
                context.report(&error);
            }
        }
    }
    table::print(context, &["game", "title", "variants", "options", "houses"], &rows)?;
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

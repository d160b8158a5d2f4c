//! `araudi show`: a game's board, state, options, variants and rules.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use super::context::{Context, Done, Format};
use super::game_args::{self, GameArgs};
use super::pipe::answer;
use super::table;
use crate::definition::Definition;
use crate::game::Game;
use crate::render;
use crate::rules::Play;
use crate::text::{Lang, Named};

/// Show a game: its board, state, options, variants and rules
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  araudi show trail --set squares=20 --only board")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Show only this part; may be given several times
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    only: Vec<Part>,
    /// Show a position from a file in place of the first one; `-` is the standard input
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// The board
    Board,
    /// The state as text, and what is due
    State,
    /// The options and the variants
    Options,
    /// The rules that refusals and results cite
    Rules,
}

impl ShowArgs {
    fn wants(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

pub(super) fn run(context: &mut Context, args: &ShowArgs) -> Done {
    context.without_csv()?;
    let definition = args.game.definition(context)?;
    let game = std::sync::Arc::new(game_args::build(&definition, &args.game.choice.choice())?);
    let mut play = None;
    if args.wants(Part::Board) || args.wants(Part::State) || args.position.is_some() {
        let mut begun = game_args::start(context, std::sync::Arc::clone(&game))?;
        if let Some(path) = &args.position {
            begun.set_position(&game_args::read_argument(path)?)?;
        }
        play = Some(begun);
    }
    match context.format {
        Format::Json => {
            let value = as_json(context, args, &definition, &game, play.as_mut())?;
            context.json(&value)
        }
        Format::Table | Format::Csv => as_text(context, args, &definition, &game, play.as_ref()),
    }
}

fn as_text(
    context: &mut Context,
    args: &ShowArgs,
    definition: &Definition,
    game: &Game,
    play: Option<&Play>,
) -> Done {
    let mut parts: Vec<String> = Vec::new();
    if args.only.is_empty() {
        parts.push(heading(context, game));
    }
    if let Some(play) = play {
        if args.wants(Part::Board) {
            let draw = if context.color { render::board_colored } else { render::board };
            parts.push(draw(game, play.state()));
        }
        if args.wants(Part::State) {
            parts.push(format!("{}# {}\n", play.position_text(), play.describe_node()));
        }
    }
    if args.wants(Part::Options) {
        let shipped = context.library.shipped_houses(game.name())?;
        let shipped = named("house rules", &shipped, context);
        parts.extend([options(context, game), variants(context, definition), shipped]);
    }
    if args.wants(Part::Rules) {
        parts.extend([
            named("rules", game.rules(), context),
            named("reasons for the end", game.reasons(), context),
        ]);
    }
    parts.retain(|part| !part.is_empty());
    write!(context.out, "{}", parts.join("\n"))?;
    Ok(())
}

fn heading(context: &Context, game: &Game) -> String {
    let variant = game.variant().map(|name| format!(", variant {name}")).unwrap_or_default();
    let players: Vec<String> = game
        .players()
        .iter()
        .map(|player| format!("{} ({})", player.title.get(context.lang), player.id))
        .collect();
    format!(
        "{} ({}{variant}{}), rules {}\n{}\n",
        game.title().get(context.lang),
        game.name(),
        houses(game, context.lang),
        game.digest(),
        players.join(", ")
    )
}

/// The house rules of a game, as a part of its title.
pub(super) fn houses(game: &Game, lang: Lang) -> String {
    let titles = game.houses().iter().map(|house| house.title.get(lang));
    titles.flat_map(|title| [", house ", title]).collect()
}

fn options(context: &Context, game: &Game) -> String {
    let rows = game.options().iter().map(|option| {
        vec![
            option.name.clone(),
            option.value.to_string(),
            option.default.to_string(),
            option.allowed.join(" "),
            option.help.get(context.lang).to_owned(),
        ]
    });
    let head = ["option", "value", "default", "allowed", ""].map(str::to_owned).to_vec();
    lines(head, rows)
}

fn variants(context: &Context, definition: &Definition) -> String {
    let rows = definition.variants().iter().map(|variant| {
        let set: Vec<String> =
            variant.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let source = variant.source.as_ref().map(|source| format!(" ({source})"));
        vec![
            variant.name.clone(),
            set.join(" "),
            format!("{}{}", variant.help.get(context.lang), source.unwrap_or_default()),
        ]
    });
    lines(["variant", "sets", ""].map(str::to_owned).to_vec(), rows)
}

fn named(title: &str, list: &[Named], context: &Context) -> String {
    let row = |named: &Named| vec![named.id.clone(), named.title.get(context.lang).to_owned()];
    lines(vec![title.to_owned()], list.iter().map(row))
}

/// A table under its head; nothing when it has no rows.
fn lines(head: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return String::new();
    }
    // A title over fewer columns than the rows have says nothing about their width.
    let title = if head.len() < rows[0].len() { Some(head.concat()) } else { None };
    if title.is_none() {
        rows.insert(0, head);
    }
    let lines = title.into_iter().chain(table::aligned(&rows));
    lines.map(|line| line + "\n").collect()
}

fn as_json(
    context: &Context,
    args: &ShowArgs,
    definition: &Definition,
    game: &Game,
    play: Option<&mut Play>,
) -> Done<Value> {
    let lang = context.lang;
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    put("game", game.name().into());
    put("title", game.title().get(lang).into());
    put("variant", game.variant().into());
    let house = |house: &Named| json!({ "name": house.id, "title": house.title.get(lang) });
    put("houses", game.houses().iter().map(house).collect());
    put("rules_digest", game.digest().into());
    let players = game.players().iter();
    put("players", players.map(|p| json!({ "id": p.id, "title": p.title.get(lang) })).collect());
    if let Some(play) = play {
        if args.wants(Part::Board) {
            put("board", render::board(game, play.state()).into());
        }
        if args.wants(Part::State) {
            put("position", play.position_text().into());
            put("node", answer::node(play)?.into());
        }
    }
    if args.wants(Part::Options) {
        let option = |option: &crate::game::GameOption| {
            json!({
                "name": option.name,
                "value": option.value.to_string(),
                "default": option.default.to_string(),
                "allowed": option.allowed,
                "help": option.help.get(lang),
            })
        };
        put("options", game.options().iter().map(option).collect());
        let variant = |variant: &crate::definition::Variant| {
            let set: Map<String, Value> = variant
                .set
                .iter()
                .map(|(name, value)| (name.clone(), value.to_string().into()))
                .collect();
            json!({
                "name": variant.name,
                "set": set,
                "source": variant.source,
                "help": variant.help.get(lang),
            })
        };
        put("variants", definition.variants().iter().map(variant).collect());
        let shipped = context.library.shipped_houses(game.name())?;
        put("shipped_houses", shipped.iter().map(house).collect());
    }
    if args.wants(Part::Rules) {
        let texts = |list: &[Named]| -> Value {
            list.iter().map(|n| json!({ "id": n.id, "text": n.title.get(lang) })).collect()
        };
        put("rules", texts(game.rules()));
        put("reasons", texts(game.reasons()));
    }
    Ok(map.into())
}

//! `araudi why`: the rules that refuse a move.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use super::context::{Context, Done, Failure, Format};
use super::game_args::{self, GameArgs};
use super::pipe::answer;
use crate::error::{Problem, nearest};
use crate::rules::{Node, Play};

/// Tell which rules refuse a move
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  araudi why trail a1-b1 --moves '(2)'")]
pub(super) struct WhyArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The move in the game's notation
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    text: String,
    /// The position to ask about, from a file; `-` is the standard input
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// Throws in parentheses and moves to play first
    #[arg(long, value_name = "PLAY", allow_hyphen_values = true)]
    moves: Option<String>,
}

pub(super) fn run(context: &mut Context, args: &WhyArgs) -> Done {
    context.without_csv()?;
    let mut play = args.game.play(context)?;
    if let Some(path) = &args.position {
        play.set_position(&game_args::read_argument(path)?)?;
    }
    if let Some(moves) = &args.moves {
        follow(&mut play, moves)?;
    }
    let why = answer::why(&mut play, &args.text).map_err(|error| match play.node() {
        Node::Chance { .. } => {
            let problem = Problem::new("no-move-due", "no move is due").note(play.describe_node());
            problem.help("give the throw: `--moves '(N)'`").into()
        }
        _ => error,
    })?;
    if context.format == Format::Json {
        return context.json(&why);
    }
    let text = &args.text;
    match why["answer"].as_str() {
        Some("legal") => writeln!(context.out, "`{text}` is legal")?,
        Some("refused") => {
            let field = |rule: &Value, key: &str| rule[key].as_str().unwrap_or("").to_owned();
            for rule in why["rules"].as_array().into_iter().flatten() {
                writeln!(context.out, "{}: {}", field(rule, "rule"), field(rule, "text"))?;
            }
        }
        _ => {
            writeln!(context.out, "no-such-move: no rule considers `{text}`")?;
            let legal = play.legal_texts()?;
            if let Some(near) = nearest(text, legal.iter().map(String::as_str)) {
                writeln!(context.out, "did you mean `{near}`?")?;
            }
        }
    }
    Ok(())
}

/// Plays throws, written in parentheses, and moves.
fn follow(play: &mut Play, text: &str) -> Done {
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('(') {
            let unclosed = || Failure::usage(wrong_throw(rest));
            let (faces, after) = inside.split_once(')').ok_or_else(unclosed)?;
            let faces =
                faces.split_ascii_whitespace().map(str::parse).collect::<Result<Vec<i32>, _>>();
            play.throw_faces(&faces.map_err(|_| Failure::usage(wrong_throw(rest)))?)?;
            rest = after.trim_start();
        } else {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            play.play_text(&rest[..end])?;
            rest = rest[end..].trim_start();
        }
    }
    Ok(())
}

fn wrong_throw(text: &str) -> Problem {
    Problem::new("bad-throw", format!("expected a throw such as `(4)`, found `{text}`"))
}

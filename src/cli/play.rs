//! `araudi play`: a game at the terminal, between people and bots.
//!
//! What is printed depends on the game, the seed and the input only, so a session can be repeated.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;

use super::context::{Context, Done, Failure};
use super::game_args::GameArgs;
use super::pipe::draw_seed;
use super::seats;
use crate::error::Problem;
use crate::lab::Stream;
use crate::log::Recorder;

mod input;
mod session;

use input::Command;
use session::{Session, Turn};

/// Play a game against others at the same terminal, or against bots
///
/// A move is typed as it is written in the list, or by its number there; `help` tells what else can be
/// typed.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi play trail --seats human,random --seed 7\n",
    "  araudi play trail --seats human,mcts:1000\n",
    "  araudi play trail --set squares=12 --save mine.gamelog",
))]
pub(super) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays on each seat, in the order of seats, the last one on those that are left: `human`,
    /// `random`, `greedy`, which needs the hook `evaluate`, `flat:N` or `mcts:N`, which think by N random
    /// plays, or by `Nms` for N milliseconds; without it all are people
    #[arg(long, value_name = "SEAT,SEAT", value_delimiter = ',')]
    seats: Vec<String>,
    /// The seed of throws and bots; without it one is drawn and printed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the game as a log at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

pub(super) fn run(context: &mut Context, args: &PlayArgs) -> Done {
    context.without_csv()?;
    if context.format == super::context::Format::Json {
        let problem = Problem::new("wrong-format", "a game at the terminal has no output in JSON");
        return Err(Failure::usage(problem.help("use `araudi pipe`")));
    }
    let mut play = args.game.play(context)?;
    let seats = seats::of_all(&args.seats, play.game())?;
    let seating = seats::take(&seats, &play)?;
    play.set_history(true);
    let seed = args.seed.unwrap_or_else(draw_seed);
    let recorder = Recorder::new(&play, &args.game.choice.choice(), Some(seed), false);
    let houses = args.game.choice.houses().to_vec();
    let mut session = Session::new(play, (seats, seating), Stream::new(seed, 0), recorder, houses);
    writeln!(context.out, "{}, seed {seed}", session.title(context))?;
    let played = converse(context, &mut session);
    if let Err(Failure::Rules(error)) = played {
        // What was played up to a fault in the rules shows how to come to it again.
        if let Some(path) = &args.save {
            session.save(context, path)?;
        }
        return Err(error.map(|problem| problem.note(format!("seed {seed}"))).into());
    }
    played?;
    if let Some(path) = &args.save {
        session.save(context, path)?;
    }
    Ok(())
}

/// Plays until the game is over or the input ends.
fn converse(context: &mut Context, session: &mut Session) -> Done {
    let stdin = std::io::stdin();
    let prompts = stdin.is_terminal();
    let mut input = stdin.lock();
    let mut line = Vec::new();
    loop {
        match session.go_on(context)? {
            Turn::Over => return Ok(()),
            Turn::Human => {}
        }
        loop {
            if prompts {
                write!(context.out, "> ")?;
            }
            context.out.flush()?;
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                if prompts {
                    writeln!(context.out)?;
                }
                return Ok(());
            }
            let text = String::from_utf8_lossy(&line);
            match session.obey(context, &Command::read(text.trim()))? {
                session::Next::Ask => {}
                session::Next::GoOn => break,
                session::Next::Quit => return Ok(()),
            }
        }
    }
}

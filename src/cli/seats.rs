//! Who plays on which seat, as commands are told.

use crate::cli::context::{Done, Failure};
use crate::error::{Error, Problem};
use crate::game::Game;
use crate::lab::{Bot, Seating};
use crate::rules::Play;

/// How a person is written.
const HUMAN: &str = "human";

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seat {
    /// Someone at the terminal.
    Human,
    /// A bot.
    Bot(Bot),
}

impl Seat {
    /// The bot, or one that is never asked.
    fn bot(self) -> Bot {
        match self {
            Self::Human => Bot::Random,
            Self::Bot(bot) => bot,
        }
    }
}

/// People and bots by seat; the last one given has the seats that are left, and without any all are
/// people.
pub(super) fn of_all(given: &[String], game: &Game) -> Done<Vec<Seat>> {
    let seat = |text: &str| match text {
        HUMAN => Ok(Seat::Human),
        _ => text.parse().map(Seat::Bot).map_err(|problem: Problem| {
            if problem.code() != "unknown-bot" {
                return problem;
            }
            let name = text.split(':').next().unwrap_or(text);
            problem.help_nearest(name, std::iter::once(HUMAN).chain(Bot::NAMES))
        }),
    };
    let mut seats = read(given, too_many(given, game), seat)?;
    let last = seats.last().copied().unwrap_or(Seat::Human);
    seats.resize(game.players().len(), last);
    Ok(seats)
}

/// Bots by seat, as [`Bot::on_seat`] says.
pub(super) fn of_bots(given: &[String], game: &Game) -> Done<Vec<Bot>> {
    read(given, too_many(given, game), str::parse)
}

/// Bots that meet in a match, of which the command says itself how many there may be.
pub(super) fn of_match(given: &[String]) -> Done<Vec<Bot>> {
    read(given, None, str::parse)
}

/// Seats bots and people at a play; a bot that cannot play the game is a wrong use of the command.
pub(super) fn take(seats: &[Seat], play: &Play) -> Done<Seating> {
    let bots: Vec<Bot> = seats.iter().map(|seat| seat.bot()).collect();
    Seating::new(&bots, play).map_err(Failure::Usage)
}

/// That more seats are given than the game has.
fn too_many(given: &[String], game: &Game) -> Option<Problem> {
    let n_players = game.players().len();
    let ids: Vec<&str> = game.players().iter().map(|player| player.id.as_str()).collect();
    (given.len() > n_players).then(|| {
        let message = format!("expected at most {n_players} seats, found {}", given.len());
        let problem = Problem::new("wrong-seats", message);
        problem.note(format!("the players are {}", ids.join(", ")))
    })
}

/// Reads each seat, and tells everything that is wrong, with a problem that is known already.
fn read<T>(
    given: &[String],
    problem: Option<Problem>,
    seat: impl Fn(&str) -> Result<T, Problem>,
) -> Done<Vec<T>> {
    let mut problems = Vec::from_iter(problem);
    let mut seats = Vec::new();
    for text in given {
        match seat(text.trim()) {
            Ok(seat) => seats.push(seat),
            Err(problem) => problems.push(problem),
        }
    }
    match Error::from_problems(problems) {
        None => Ok(seats),
        Some(error) => Err(Failure::Usage(error)),
    }
}

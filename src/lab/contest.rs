//! A match: bots play a game against each other, each on every seat as often as the others.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;

use crate::error::{Problem, Result};
use crate::game::Game;
use crate::script::Limits;

use super::bot::Bot;
use super::playout::{Ending, Playout};
use super::report::{Figure, Share, Summary};
use super::ruleset::Ruleset;
use super::sides::sides;
use super::simulate::{Options, each};
use super::statistics::{Histogram, Interval, wilson};

/// How to play a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestOptions {
    /// Who plays: at least two, and no more than there are sides, which are the teams and the players
    /// without a team.
    ///
    /// In the first seating the first bot has the first side, the second one the second, and after
    /// the last bot the first one comes again; from one seating to the next each side goes to the
    /// next bot. So there are as many seatings as bots, and in all of them together each bot has
    /// each seat once.
    pub bots: Vec<Bot>,
    /// In how many rounds: in each every seating plays once. A seating plays all its games before the
    /// next one.
    pub rounds: u64,
    /// The seed of all streams; game i, counted from 0 through all seatings, has the stream of this seed
    /// and i.
    pub seed: u64,
    /// How many threads; 0 counts as 1. The result does not depend on it, unless a bot thinks by the
    /// clock.
    pub jobs: usize,
    /// The cap on moves in a game.
    pub max_plies: u64,
}

/// How often a bot won.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotReport {
    /// The bot, as it is written.
    pub bot: String,
    /// The games that a player of the bot won, alone or with others, of all games.
    pub wins: Share,
    /// The points of all that there were: a game is a point, for those who won it in equal parts, or for
    /// all bots where nobody did. Equal bots have one by their number.
    ///
    /// The interval is Wilson's of the whole games between which the points lie. It is wide enough: shared
    /// points vary less than won ones.
    pub points: Figure,
    /// How often it won on each seat, of the games in which it had it.
    pub seats: Vec<SeatWins>,
}

/// How often a bot won on a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatWins {
    /// The player's name.
    pub player: String,
    /// The games that the player won, of those in which the bot had the seat.
    pub wins: Share,
}

/// The result of a match, with all that is needed to play it again.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ContestReport {
    /// The rules that were played.
    #[serde(flatten)]
    pub rules: Ruleset,
    /// How many games.
    pub n: u64,
    /// How many rounds, in each of which every seating plays once.
    pub rounds: u64,
    /// The seed; game i, counted from 0 through all seatings, has the stream of this seed and i.
    pub seed: u64,
    /// The cap on moves in a game.
    pub max_plies: u64,
    /// Whether the same seed gives the same match again; it need not where a bot thinks by the clock.
    pub repeatable: bool,
    /// The bots in the order in which they were given.
    pub bots: Vec<BotReport>,
    /// The games without a winner.
    pub draws: Share,
    /// The games given up at the cap; they are no draws.
    pub unfinished: Share,
    /// Moves in each game.
    pub plies: Summary,
}

/// Plays a match and reports on it.
///
/// `progress` is told how many games are done, in rising order.
///
/// # Errors
///
/// `wrong-bots` for fewer bots than two or more than sides; those of [`each`], with a note of who sits
/// where.
pub fn contest(
    game: &Arc<Game>,
    limits: Limits,
    options: &ContestOptions,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<ContestReport> {
    let seats = Seats::new(game, options)?;
    let n_bots = options.bots.len();
    let mut sums = Sums::new(n_bots, game.players.len());
    for seating in 0..n_bots {
        let seated = seats.bots(seating);
        let bots: Vec<Bot> = seated.iter().map(|bot| options.bots[*bot]).collect();
        let options = Options {
            n: options.rounds,
            seed: options.seed,
            jobs: options.jobs,
            max_plies: options.max_plies,
            bots,
        };
        let mut add = |_, playout: Playout| {
            sums.add(&seated, &playout);
            progress(sums.n);
            ControlFlow::Continue(())
        };
        // No two games have a stream in common, so that all are independent of each other.
        let first = options.n.saturating_mul(seating as u64);
        let games = first..first.saturating_add(options.n);
        let done = each(game, limits, &options, games, &mut add);
        done.map_err(|error| {
            let names = options.bots.iter().map(ToString::to_string).collect::<Vec<_>>();
            let note = format!("on the seats: {}", names.join(", "));
            error.map(|problem| problem.note(note.as_str()))
        })?;
    }
    Ok(report(game, options, &sums))
}

/// Which bot has which seat.
struct Seats {
    side_of: Vec<usize>,
    n_bots: usize,
}

impl Seats {
    fn new(game: &Game, options: &ContestOptions) -> Result<Self> {
        let (side_of, n_sides) = sides(game);
        let n_bots = options.bots.len();
        if (2..=n_sides).contains(&n_bots) {
            return Ok(Self { side_of, n_bots });
        }
        let name = game.name();
        let problem = if n_sides < 2 {
            Problem::new("wrong-bots", format!("nobody plays against another in {name}"))
        } else {
            let most = if n_sides == 2 { "2".to_owned() } else { format!("2 to {n_sides}") };
            Problem::new("wrong-bots", format!("expected {most} bots, found {n_bots}"))
                .note(format!("{name} is played by {n_sides} players or teams"))
        };
        Err(problem.into())
    }

    /// For each player the index of the bot, in a seating counted from 0.
    fn bots(&self, seating: usize) -> Vec<usize> {
        self.side_of.iter().map(|side| (side + seating) % self.n_bots).collect()
    }
}

/// A point in parts: it can be shared by any number of bots up to [`MAX_PLAYERS`](crate::game::MAX_PLAYERS).
const POINT: u64 = 840;

/// Sums over all games.
struct Sums {
    n: u64,
    /// For each bot the games that it won.
    wins: Vec<u64>,
    /// For each bot its points, each of [`POINT`] parts.
    points: Vec<u64>,
    /// For each bot and player the games that the bot won as this player.
    wins_as: Vec<Vec<u64>>,
    draws: u64,
    unfinished: u64,
    plies: Histogram,
}

impl Sums {
    fn new(n_bots: usize, n_players: usize) -> Self {
        Self {
            n: 0,
            wins: vec![0; n_bots],
            points: vec![0; n_bots],
            wins_as: vec![vec![0; n_players]; n_bots],
            draws: 0,
            unfinished: 0,
            plies: Histogram::default(),
        }
    }

    fn add(&mut self, bots: &[usize], record: &Playout) {
        self.n += 1;
        self.plies.add(record.plies);
        let Ending::Over(outcome) = &record.ending else {
            self.unfinished += 1;
            self.share(|_| true);
            return;
        };
        self.draws += u64::from(outcome.is_draw());
        let has_won = |bot: usize| {
            bots.iter().enumerate().any(|(player, of)| *of == bot && outcome.won(player))
        };
        for (bot, wins) in self.wins.iter_mut().enumerate() {
            *wins += u64::from(has_won(bot));
        }
        self.share(|bot| outcome.is_draw() || has_won(bot));
        for (player, bot) in bots.iter().enumerate() {
            self.wins_as[*bot][player] += u64::from(outcome.won(player));
        }
    }

    /// Gives the point of a game to these bots.
    fn share(&mut self, gets: impl Fn(usize) -> bool) {
        let bots: Vec<usize> = (0..self.points.len()).filter(|bot| gets(*bot)).collect();
        for bot in &bots {
            self.points[*bot] += POINT / bots.len() as u64;
        }
    }
}

fn report(game: &Game, options: &ContestOptions, sums: &Sums) -> ContestReport {
    let seats = |wins_as: &[u64]| {
        let players = game.players.iter().zip(wins_as);
        let seat = |(player, wins): (&crate::game::Player, &u64)| SeatWins {
            player: player.id.clone(),
            wins: Share::new(*wins, options.rounds),
        };
        players.map(seat).collect()
    };
    let points = |points: u64| {
        let low = wilson(points / POINT, sums.n).low;
        let high = wilson(points.div_ceil(POINT), sums.n).high;
        let share = points as f64 / (POINT * sums.n.max(1)) as f64;
        Figure::new((share, Interval { low, high }))
    };
    let bots = options.bots.iter().zip(&sums.wins).zip(&sums.points).zip(&sums.wins_as);
    ContestReport {
        rules: Ruleset::new(game),
        n: sums.n,
        rounds: options.rounds,
        seed: options.seed,
        max_plies: options.max_plies,
        repeatable: options.bots.iter().all(|bot| bot.is_repeatable()),
        bots: bots
            .map(|(((bot, wins), parts), wins_as)| BotReport {
                bot: bot.to_string(),
                wins: Share::new(*wins, sums.n),
                points: points(*parts),
                seats: seats(wins_as),
            })
            .collect(),
        draws: Share::new(sums.draws, sums.n),
        unfinished: Share::new(sums.unfinished, sums.n),
        plies: Summary::new(&sums.plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{Effort, toy};

    fn options(bots: &[Bot], rounds: u64, jobs: usize) -> ContestOptions {
        ContestOptions { bots: bots.to_vec(), rounds, seed: 11, jobs, max_plies: 200 }
    }

    fn run(ending: &str, options: &ContestOptions) -> Result<ContestReport> {
        contest(&toy::game(ending), Limits::default(), options, &|_| {})
    }

    #[test]
    fn each_bot_has_each_seat_as_often() {
        let mut game = Game::clone(&toy::game("goal"));
        let seats = |game: &Game, n_bots: usize| -> Vec<Vec<usize>> {
            let options = options(&vec![Bot::Random; n_bots], 1, 1);
            let seats = Seats::new(game, &options).expect("enough sides");
            (0..n_bots).map(|seating| seats.bots(seating)).collect()
        };
        assert_eq!(seats(&game, 2), [[0, 1], [1, 0]]);
        let third = game.players[0].clone();
        game.players.push(third);
        assert_eq!(seats(&game, 2), [[0, 1, 0], [1, 0, 1]]);
        assert_eq!(seats(&game, 3), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        let fourth = game.players[0].clone();
        game.players.push(fourth);
        for (player, team) in [0, 0, 1, 1].into_iter().enumerate() {
            game.players[player].team = Some(team);
        }
        assert_eq!(seats(&game, 2), [[0, 0, 1, 1], [1, 1, 0, 0]]);
    }

    #[test]
    fn the_better_bot_wins_on_every_seat() {
        let mcts = Bot::Mcts(Effort::of_trials(60));
        let report = run("goal", &options(&[mcts, Bot::Random], 15, 2)).expect("sound rules");
        assert_eq!((report.n, report.rounds, report.repeatable), (30, 15, true));
        let [better, worse] = report.bots.as_slice() else { panic!("two bots") };
        assert_eq!((better.bot.as_str(), worse.bot.as_str()), ("mcts:60", "random"));
        assert_eq!(better.wins.count + worse.wins.count, 30);
        assert!(better.wins.low.0 > 0.5, "{report:?}");
        for bot in &report.bots {
            let counts: Vec<u64> = bot.seats.iter().map(|seat| seat.wins.count).collect();
            assert_eq!(counts.iter().sum::<u64>(), bot.wins.count);
            assert!(counts.iter().all(|count| *count <= 15));
        }
        assert!(better.seats.iter().all(|seat| seat.wins.count >= 10), "{report:?}");
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bytes() {
        let bots = [Bot::Mcts(Effort::of_trials(20)), Bot::Flat(Effort::of_trials(20))];
        let text = |jobs| {
            let report = run("goal", &options(&bots, 5, jobs)).expect("sound rules");
            serde_json::to_string_pretty(&report).expect("a report is plain data")
        };
        let one = text(1);
        assert!([0, 2, 3, 7].iter().all(|jobs| text(*jobs) == one));
    }

    #[test]
    fn a_bot_is_as_good_as_itself() {
        let report = run("goal", &options(&[Bot::Random; 2], 300, 2)).expect("sound rules");
        for bot in &report.bots {
            assert!(bot.wins.low.0 < 0.5 && bot.wins.high.0 > 0.5, "{report:?}");
            assert!(bot.points.low.0 < 0.5 && bot.points.high.0 > 0.5, "{report:?}");
        }
        // The second seating is not the first one once more.
        let wins = |bot: usize, seat: usize| report.bots[bot].seats[seat].wins.count;
        assert_ne!((wins(0, 0), wins(0, 1)), (wins(1, 0), wins(1, 1)));
    }

    #[test]
    fn a_game_at_the_cap_is_nobodys() {
        let report = run("never", &options(&[Bot::Random; 2], 3, 1)).expect("sound rules");
        assert_eq!((report.unfinished.count, report.draws.count, report.plies.max), (6, 0, 200));
        assert_eq!(report.bots[0].wins.count + report.bots[1].wins.count, 0);
        let points = report.bots[1].points;
        let text = serde_json::to_string(&points).expect("plain data");
        assert!(text.starts_with(r#"{"value":0.5,"#), "{text}");
        assert!(points.low.0 < 0.5 && points.high.0 > 0.5, "{points:?}");
    }

    #[test]
    fn bots_must_be_as_many_as_can_meet() {
        for n in [0, 1, 3] {
            let error = run("goal", &options(&vec![Bot::Random; n], 1, 1)).expect_err("two sides");
            assert_eq!(error.code(), "wrong-bots");
            assert!(error.to_string().contains(&format!("expected 2 bots, found {n}")), "{error}");
        }
    }

    #[test]
    fn the_first_game_that_fails_is_reported() {
        let bots = [Bot::Flat(Effort::of_trials(4)), Bot::Random];
        let error = |jobs| run("broken", &options(&bots, 9, jobs)).expect_err("rules that fail");
        let one = error(1);
        assert_eq!(one.code(), "arithmetic");
        let notes = one.problems()[0].notes();
        assert!(notes.iter().any(|note| note == "on the seats: flat:4, random"), "{notes:?}");
        assert!([2, 5].iter().all(|jobs| error(*jobs) == one));
    }
}

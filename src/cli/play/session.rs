//! A game in progress at the terminal.

use std::io::Write;
use std::path::Path;

use super::input::{Command, HELP, WORDS};
use crate::cli::context::{Context, Done};
use crate::cli::seats::Seat;
use crate::cli::{save, show};
use crate::error::{Error, Problem, Result, nearest};
use crate::lab::{Seating, Stream};
use crate::log::{Header, Recorder};
use crate::render;
use crate::rules::{Node, Play, Why};
use crate::text::Lang;

/// The legal moves are listed in lines of this width.
const WIDTH: usize = 78;

pub(super) struct Session {
    play: Play,
    seats: Vec<Seat>,
    /// The bots among the seats.
    seating: Seating,
    stream: Stream,
    recorder: Recorder,
    /// The house rules, as they were named.
    houses: Vec<String>,
    /// The number of moves after which the board was last shown.
    shown_at: Option<u32>,
}

/// What comes next in the game.
pub(super) enum Turn {
    /// Someone at the terminal throws or chooses.
    Human,
    /// Nothing more.
    Over,
}

/// What comes next in the conversation.
pub(super) enum Next {
    /// Another line of input; the game stands where it stood.
    Ask,
    /// The game, which has gone on.
    GoOn,
    /// The end.
    Quit,
}

impl Session {
    pub(super) fn new(
        play: Play,
        (seats, seating): (Vec<Seat>, Seating),
        stream: Stream,
        recorder: Recorder,
        houses: Vec<String>,
    ) -> Self {
        Self { play, seats, seating, stream, recorder, houses, shown_at: None }
    }

    /// The game's title, its variant and its house rules.
    pub(super) fn title(&self, context: &Context) -> String {
        let game = self.play.game();
        let variant = game.variant().map(|name| format!(", variant {name}")).unwrap_or_default();
        let title = game.title().get(context.lang);
        format!("{title}{variant}{}", show::houses(game, context.lang))
    }

    /// Lets bots play until someone at the terminal is asked for, and tells what is asked.
    pub(super) fn go_on(&mut self, context: &mut Context) -> Done<Turn> {
        loop {
            let node = self.play.node();
            let player = match node {
                Node::Chance { player, .. } | Node::Choice { player, .. } => player,
                Node::Over => {
                    self.board(context)?;
                    self.result(context)?;
                    return Ok(Turn::Over);
                }
            };
            if self.seats[player] == Seat::Human {
                if let Node::Choice { .. } = node {
                    if self.shown_at != Some(self.play.state().ply()) {
                        self.board(context)?;
                    }
                    self.moves(context)?;
                } else {
                    writeln!(context.out, "{}:", self.due(context))?;
                }
                return Ok(Turn::Human);
            }
            if let Node::Chance { .. } = node {
                self.draw(context)?;
            } else {
                let index = self.seating.choose(&mut self.play, &mut self.stream)?;
                let text = self.play.text_of(index)?;
                self.make(context, &text)?;
            }
        }
    }

    /// Does what was typed; a command that cannot be done is answered and changes nothing.
    pub(super) fn obey(&mut self, context: &mut Context, command: &Command) -> Done<Next> {
        let chance = matches!(self.play.node(), Node::Chance { .. });
        match command {
            Command::Nothing if !chance => return Ok(Next::Ask),
            Command::Nothing | Command::Roll if chance => self.draw(context)?,
            Command::Throw(faces) => {
                if let Err(error) = self.throw(context, faces)? {
                    return complain(context, &error);
                }
            }
            Command::Roll | Command::Nothing => return complain(context, &self.no_throw()),
            Command::Undo(n) => {
                if let Err(error) = self.undo(*n) {
                    return complain(context, &error);
                }
                self.shown_at = None;
            }
            Command::Move(text) => {
                if let Err(error) = self.choose(context, text)? {
                    let command = nearest(text, WORDS);
                    let error = error.map(|problem| match (problem.help_text(), command) {
                        (None, Some(word)) => problem.help(format!("did you mean `{word}`?")),
                        _ => problem,
                    });
                    return complain(context, &error);
                }
            }
            Command::Quit => return Ok(Next::Quit),
            Command::Why(text) => self.why(context, text)?,
            Command::Moves => self.moves(context)?,
            Command::Board => self.board(context)?,
            Command::State => write!(context.out, "{}", self.play.position_text())?,
            Command::Help => write!(context.out, "{HELP}")?,
            Command::Save(path) => match self.save(context, path) {
                Err(crate::cli::context::Failure::Rules(error)) => {
                    return complain(context, &error);
                }
                done => done?,
            },
            Command::Wrong(expected) => {
                let problem = Problem::new("wrong-command", format!("expected {expected}"));
                return complain(context, &problem.into());
            }
        }
        Ok(match command {
            Command::Nothing
            | Command::Roll
            | Command::Throw(_)
            | Command::Undo(_)
            | Command::Move(_) => Next::GoOn,
            _ => Next::Ask,
        })
    }

    /// Writes the game so far as a log.
    pub(super) fn save(&self, context: &mut Context, path: &Path) -> Done {
        let mut log = self.recorder.log(&self.play);
        let is_first = |header: &Header| {
            matches!(header, Header::Game(_) | Header::Rules(_) | Header::Variant(_))
        };
        let at = log.headers.iter().take_while(|header| is_first(&header.value)).count();
        let houses = self.houses.iter().map(|name| save::from_file(path, name));
        log.headers.splice(at..at, houses.map(|name| Header::House(name.as_str().into()).into()));
        save::write(path, &log.to_string())?;
        Ok(writeln!(context.out, "saved {}", path.display())?)
    }

    /// Throws what the seed gives.
    fn draw(&mut self, context: &mut Context) -> Done {
        let Node::Chance { die, .. } = self.play.node() else { return Ok(()) };
        let die = &self.play.game().dice()[die];
        let faces = die.outcomes[self.stream.outcome(die)].faces.clone();
        Ok(self.throw(context, &faces)??)
    }

    /// Throws what the dice show; the inner error is of a throw that they cannot show.
    fn throw(&mut self, context: &mut Context, faces: &[i32]) -> Done<Result<()>> {
        let thrower = self.player();
        let recorder = self.recorder.clone();
        self.recorder.throw(&self.play, faces);
        if let Err(error) = self.play.throw_faces(faces) {
            self.recorder = recorder;
            return wrong_input(error, &["no-throw-due", "no-such-throw"]);
        }
        let faces: Vec<String> = faces.iter().map(i32::to_string).collect();
        let name = self.name(thrower, context);
        self.tell(context, &format!("{name}: ({})", faces.join(" ")))?;
        Ok(Ok(()))
    }

    /// Plays a move given by its notation or its number in the list.
    fn choose(&mut self, context: &mut Context, text: &str) -> Done<Result<()>> {
        let legal = self.play.legal_texts()?;
        let number = text.parse::<usize>().ok().and_then(|n| legal.get(n.checked_sub(1)?));
        let known = if legal.iter().any(|known| known == text) { None } else { number };
        let text = known.map_or(text, String::as_str).to_owned();
        if !legal.contains(&text) {
            let done = self.play.play_text(&text);
            return done.map_or_else(
                |error| wrong_input(error, &["no-move-due", "illegal-move"]),
                |()| Ok(Ok(())),
            );
        }
        self.make(context, &text)?;
        Ok(Ok(()))
    }

    /// Plays a legal move.
    fn make(&mut self, context: &mut Context, text: &str) -> Done {
        let player = self.player();
        self.recorder.play(&self.play, text);
        if let Err(error) = self.play.play_text(text) {
            self.recorder.undo(1);
            return Err(error.into());
        }
        let name = self.name(player, context);
        self.tell(context, &format!("{name}: {text}"))
    }

    /// Takes back throws and moves, and those of bots before them, which would only play again.
    fn undo(&mut self, n: usize) -> Result<()> {
        self.play.undo(n)?;
        self.recorder.undo(n);
        while self.seats[self.player()] != Seat::Human && self.play.undo(1).is_ok() {
            self.recorder.undo(1);
        }
        Ok(())
    }

    /// A line for what was done, with what came of it.
    fn tell(&mut self, context: &mut Context, what: &str) -> Done {
        let game = self.play.game();
        let titles: Vec<&str> = self
            .play
            .events()
            .iter()
            .map(|event| game.events[event.event].title.get(context.lang))
            .collect();
        let events =
            if titles.is_empty() { String::new() } else { format!("  [{}]", titles.join(", ")) };
        Ok(writeln!(context.out, "{what}{events}")?)
    }

    fn why(&mut self, context: &mut Context, text: &str) -> Done {
        match self.play.why(text) {
            Ok(Why::Legal) => writeln!(context.out, "`{text}` is legal")?,
            Ok(Why::Refused(rules)) => {
                for rule in self.play.rule_texts(&rules, context.lang) {
                    writeln!(context.out, "{rule}")?;
                }
            }
            Ok(Why::NoSuchMove) => {
                writeln!(context.out, "no-such-move: no rule considers `{text}`")?;
            }
            Err(error) => _ = complain(context, &error)?,
        }
        Ok(())
    }

    /// The legal moves with their numbers.
    fn moves(&mut self, context: &mut Context) -> Done {
        writeln!(context.out, "{}:", self.due(context))?;
        let texts = self.play.legal_texts()?;
        let digits = texts.len().to_string().len();
        let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let n_columns = (WIDTH / (digits + width + 4)).max(1);
        for (row, texts) in texts.chunks(n_columns).enumerate() {
            let cells = texts
                .iter()
                .enumerate()
                .map(|(i, text)| format!("  {:>digits$} {text:width$}", row * n_columns + i + 1));
            writeln!(context.out, "{}", cells.collect::<Vec<_>>().join(" ").trim_end())?;
        }
        Ok(())
    }

    fn board(&mut self, context: &mut Context) -> Done {
        let draw = if context.color { render::board_colored } else { render::board };
        self.shown_at = Some(self.play.state().ply());
        Ok(writeln!(context.out, "\n{}", draw(self.play.game(), self.play.state()))?)
    }

    fn result(&self, context: &mut Context) -> Done {
        let Some(outcome) = self.play.outcome() else { return Ok(()) };
        let winners = &outcome.ranking[..outcome.n_winners];
        let winners: Vec<String> = match self.play.game().whole_team(winners) {
            Some(team) => vec![team.to_owned()],
            None => winners.iter().map(|player| self.name(*player, context)).collect(),
        };
        let reason = &self.play.game().reasons()[outcome.reason];
        let result = match (winners.len(), context.lang) {
            (0, Lang::En) => "draw".to_owned(),
            (0, Lang::Eu) => "berdinketa".to_owned(),
            (1, Lang::En) => format!("winner: {}", winners[0]),
            (1, Lang::Eu) => format!("irabazlea: {}", winners[0]),
            (_, Lang::En) => format!("winners: {}", winners.join(", ")),
            (_, Lang::Eu) => format!("irabazleak: {}", winners.join(", ")),
        };
        Ok(writeln!(context.out, "{result} ({}: {})", reason.id, reason.title.get(context.lang))?)
    }

    /// Who throws or chooses now; the first player once the game is over.
    fn player(&self) -> usize {
        match self.play.node() {
            Node::Chance { player, .. } | Node::Choice { player, .. } => player,
            Node::Over => 0,
        }
    }

    /// Who throws or chooses now, and in which step.
    fn due(&self, context: &Context) -> String {
        match self.play.node() {
            Node::Chance { player, step, .. } | Node::Choice { player, step } => {
                let title = self.play.game().steps[step].title.get(context.lang);
                format!("{} ({title})", self.name(player, context))
            }
            Node::Over => self.play.describe_node(),
        }
    }

    fn name(&self, player: usize, context: &Context) -> String {
        self.play.game().players()[player].title.get(context.lang).to_owned()
    }

    fn no_throw(&self) -> Error {
        Problem::new("no-throw-due", "no throw is due").note(self.play.describe_node()).into()
    }
}

/// Tells what is wrong with what was typed.
fn complain(context: &mut Context, error: &Error) -> Done<Next> {
    let text = error.render(context.color);
    writeln!(context.out, "{text}")?;
    Ok(Next::Ask)
}

/// An error of someone's input is theirs to mend; any other ends the game.
fn wrong_input(error: Error, codes: &[&str]) -> Done<Result<()>> {
    if codes.contains(&error.code()) { Ok(Err(error)) } else { Err(error.into()) }
}

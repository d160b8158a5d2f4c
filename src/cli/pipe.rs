//! `araudi pipe`: a game for other programs, one JSON object a line each way.
//!
//! Every request line is answered by one line, at once: the node now reached, or an error, after
//! which the game is where it was. Nothing that a request says ends the program, save `quit`.

use std::io::{BufRead, Write};
use std::sync::Arc;

use clap::Args;
use serde_json::{Map, Value};

use super::context::{Context, Done};
use super::game_args::{self, ChoiceArgs};
use crate::definition::Choice;
use crate::error::{Error, Problem, Result, Source};
use crate::lab::Stream;
use crate::rules::{Node, Play};

pub(super) mod answer;
mod request;

use request::{New, Request, Throw};

/// Play a game by JSON lines, for other programs
///
/// Each line of the input is a request, an object with one key: new, throw, move, undo, why, show,
/// position, node, legal or quit. Each is answered by one line.
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Example:\n",
    "  $ araudi pipe\n",
    "  {\"new\": {\"game\": \"trail\", \"set\": {\"squares\": 20}, \"players\": 2, \"seed\": 1}}\n",
    "  {\"throw\": 2}\n",
    "  {\"move\": \"a1-c1\"}\n",
    "  {\"throw\": \"random\"}\n",
    "  {\"undo\": 2}",
))]
pub(super) struct PipeArgs {
    /// A game to begin with; else the first request is `new`
    #[arg(value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    choice: ChoiceArgs,
    /// The seed of random throws; without it one is drawn and told in the first answer
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

pub(super) fn run(context: &mut Context, args: &PipeArgs) -> Done {
    let mut server = Server { session: None, drawn: None };
    if let Some(name) = &args.game {
        let definition = game_args::open(context, name, &args.choice)?;
        let game = game_args::build(&definition, &args.choice.choice())?;
        server.begin(game_args::start(context, Arc::new(game))?, args.seed);
    }
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let (answer, goes_on) = match request::read(line.trim_ascii()) {
            Ok(Request::Quit) => (Map::from_iter([("quit".to_owned(), true.into())]), false),
            Ok(request) => {
                let done = server.answer(context, request);
                (done.unwrap_or_else(|error| answer::error(&error, Map::new())), true)
            }
            Err(problem) => (answer::error(&problem.into(), Map::new()), true),
        };
        writeln!(context.out, "{}", Value::from(answer))?;
        context.out.flush()?;
        if !goes_on {
            return Ok(());
        }
    }
}

struct Server {
    session: Option<Session>,
    /// A seed that was drawn and not told yet.
    drawn: Option<u64>,
}

struct Session {
    play: Play,
    stream: Stream,
}

type Answer = Map<String, Value>;

impl Server {
    fn begin(&mut self, mut play: Play, seed: Option<u64>) {
        play.set_history(true);
        self.drawn = if seed.is_none() { Some(draw_seed()) } else { None };
        let seed = seed.or(self.drawn).unwrap_or(0);
        self.session = Some(Session { play, stream: Stream::new(seed, 0) });
    }

    fn answer(&mut self, context: &Context, request: Request) -> Result<Answer> {
        let mut answer = match request {
            Request::New(new) => {
                let (play, seed) = new_play(context, new)?;
                self.begin(play, seed);
                self.session()?.node(true)?
            }
            request => self.session()?.answer(request)?,
        };
        if !answer.contains_key("error")
            && let Some(seed) = self.drawn.take()
        {
            answer.insert("seed".to_owned(), seed.into());
        }
        Ok(answer)
    }

    fn session(&mut self) -> Result<&mut Session> {
        self.session.as_mut().ok_or_else(|| {
            let problem = Problem::new("no-game", "no game is in progress");
            problem.help("begin one: {\"new\": {\"game\": NAME}}").into()
        })
    }
}

impl Session {
    fn answer(&mut self, request: Request) -> Result<Answer> {
        let play = &mut self.play;
        match request {
            Request::Throw(Throw::Faces(faces)) => {
                play.throw_faces(&faces)?;
                return self.made();
            }
            Request::Throw(Throw::Random) => {
                // A throw that fails takes nothing from the stream.
                let mut stream = self.stream.clone();
                let outcome = match play.node() {
                    Node::Chance { die, .. } => stream.outcome(&play.game().dice()[die]),
                    Node::Choice { .. } | Node::Over => 0,
                };
                play.throw(outcome)?;
                let answer = self.made()?;
                self.stream = stream;
                return Ok(answer);
            }
            Request::Move(text) => {
                if let Err(error) = play.play_text(&text) {
                    return self.refusal(&text, &error);
                }
                return self.made();
            }
            Request::Undo(n) => play.undo(n)?,
            Request::Position(text) => play.set_position(&Source::new("position", text))?,
            Request::Why(text) => {
                let why = answer::why(play, &text)?;
                let mut answer = self.node(false)?;
                answer.insert("why".to_owned(), why);
                return Ok(answer);
            }
            Request::Show => {
                let mut answer = self.node(false)?;
                answer::insert_pictures(&mut answer, &self.play);
                return Ok(answer);
            }
            Request::Legal => {
                let mut answer = self.node(false)?;
                let legal = self.play.legal_texts()?;
                answer.insert("legal".to_owned(), legal.into());
                return Ok(answer);
            }
            Request::Node | Request::New(_) | Request::Quit => return self.node(false),
        }
        self.node(true)
    }

    /// The node after a throw or move; one that cannot be told takes the step back.
    fn made(&mut self) -> Result<Answer> {
        let answer = self.node(true);
        if answer.is_err() {
            self.play.undo(1)?;
        }
        answer
    }

    /// The node, with what happened if something was just done.
    fn node(&mut self, news: bool) -> Result<Answer> {
        let mut answer = answer::node(&mut self.play)?;
        let play = &self.play;
        let events: Vec<String> = if news {
            play.events().iter().map(|event| play.event_text(event)).collect()
        } else {
            Vec::new()
        };
        answer.insert("events".to_owned(), events.into());
        Ok(answer)
    }

    /// The answer to a move that cannot be played: with the rules that refuse it and what is legal.
    fn refusal(&mut self, text: &str, error: &Error) -> Result<Answer> {
        let mut facts = Map::new();
        if error.code() == "illegal-move" {
            let why = answer::why(&mut self.play, text)?;
            // A move that no rule considers has the answer in place of a rule.
            let rule = why["rules"].get(0).map_or(&why["answer"], |first| &first["rule"]);
            facts.insert("rule".to_owned(), rule.clone());
            facts.insert("rules".to_owned(), why["rules"].clone());
            facts.insert("legal".to_owned(), self.play.legal_texts()?.into());
        }
        Ok(answer::error(error, facts))
    }
}

/// A seed from the system, small enough to be exact in every JSON reader.
pub(super) fn draw_seed() -> u64 {
    u64::from(rand::random::<u32>())
}

fn new_play(context: &Context, new: New) -> Result<(Play, Option<u64>)> {
    let houses: Vec<_> = new.houses.iter().map(|name| game_args::house_file(name)).collect();
    let definition = context.library.open(&new.game)?.with_house_files(&houses)?;
    let choice = Choice { variant: new.variant, set: new.set, players: new.players };
    let mut play = Play::new(Arc::new(definition.build(&choice)?), context.limits)?;
    play.set_lang(context.lang);
    // The old game goes on when the new one's first moves cannot be told.
    play.texts()?;
    Ok((play, new.seed))
}

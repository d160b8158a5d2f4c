//! `araudi replay`: a log step by step.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::context::{Context, Done, Failure, Format};
use super::game_args;
use crate::error::{Problem, Result};
use crate::log::{Log, Replayer, ScenarioReport};
use crate::render;
use crate::rules::{Node, Play};

/// Replay a log step by step
#[derive(Args, Debug)]
#[command(after_help = concat!(
    "Examples:\n",
    "  araudi replay games/trail/logs/first.gamelog --at 12\n",
    "  araudi replay rules.gamelog --scenario \"two pieces close a square\" --boards",
))]
pub(super) struct ReplayArgs {
    /// The log; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop after so many throws and moves
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Replay only the scenario of this name
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Show the board after every step
    #[arg(long)]
    boards: bool,
}

pub(super) fn run(context: &mut Context, args: &ReplayArgs) -> Done {
    context.without_csv()?;
    let log = Log::read(&game_args::read_argument(&args.file)?)?;
    let chosen = chosen(&log, args.scenario.as_deref()).map_err(Failure::Usage)?;
    let definition = log.definition(&context.library)?;
    let mut replayer = Replayer::with_lang(&definition, context.limits, context.lang);
    let mut values = Vec::new();
    let mut failed = false;
    for (i, scenario) in chosen.iter().enumerate() {
        let mut steps = Steps { at: args.at, list: Vec::new(), last: None };
        let watch = &mut |play: &mut Play, made: Option<&str>| steps.see(play, made);
        let report = replayer.watch_scenario(&log, *scenario, watch);
        failed |= !report.passed();
        if context.format == Format::Json {
            values.push(as_json(&report, &steps));
            continue;
        }
        if i > 0 {
            writeln!(context.out)?;
        }
        as_text(context, args, &report, &steps)?;
    }
    if context.format == Format::Json {
        context.json(&values.into())?;
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// The indices of the scenarios to replay.
fn chosen(log: &Log, name: Option<&str>) -> Result<Vec<usize>> {
    let Some(name) = name else { return Ok((0..log.scenarios.len()).collect()) };
    let names = log.scenarios.iter().map(|s| s.name.as_ref().map_or("", |n| n.value.as_str()));
    if let Some(index) = names.clone().position(|known| known == name) {
        return Ok(vec![index]);
    }
    let problem = Problem::new("unknown-scenario", format!("unknown scenario `{name}`"));
    Err(problem.help_nearest(name, names.filter(|known| !known.is_empty())).into())
}

/// A throw or move that was made.
struct Step {
    /// The turn in which it was made, from 1; 0 before the first.
    turn: u32,
    player: Option<String>,
    text: String,
    events: Vec<String>,
    board: Board,
}

/// The board after a step, with and without colors.
struct Board {
    plain: String,
    colored: String,
}

/// Where the game stands.
struct Stand {
    turn: u32,
    player: Option<String>,
    due: String,
    board: Board,
    position: String,
}

/// What is seen of a replay.
struct Steps {
    at: Option<usize>,
    list: Vec<Step>,
    last: Option<Stand>,
}

impl Steps {
    fn see(&mut self, play: &mut Play, made: Option<&str>) -> ControlFlow<()> {
        // What is expected where the replay stops is checked, so it stops one step later.
        if made.is_some() && self.at.is_some_and(|at| self.list.len() >= at) {
            return ControlFlow::Break(());
        }
        let stand = Stand::of(play);
        if let Some(text) = made {
            let before = self.last.as_ref();
            self.list.push(Step {
                turn: before.map_or(0, |before| before.turn),
                player: before.and_then(|before| before.player.clone()),
                text: text.to_owned(),
                events: play.events().iter().map(|event| play.event_text(event)).collect(),
                board: Board::of(play),
            });
        }
        self.last = Some(stand);
        ControlFlow::Continue(())
    }
}

impl Stand {
    fn of(play: &Play) -> Self {
        let player = match play.node() {
            Node::Chance { player, .. } | Node::Choice { player, .. } => Some(player),
            Node::Over => None,
        };
        Self {
            turn: play.state().turn(),
            player: player.map(|player| play.game().players()[player].id.clone()),
            due: play.describe_node(),
            board: Board::of(play),
            position: play.position_text(),
        }
    }
}

impl Board {
    fn of(play: &Play) -> Self {
        let (game, state) = (play.game(), play.state());
        Self { plain: render::board(game, state), colored: render::board_colored(game, state) }
    }

    fn get(&self, color: bool) -> &str {
        if color { &self.colored } else { &self.plain }
    }
}

fn as_text(
    context: &mut Context,
    args: &ReplayArgs,
    report: &ScenarioReport,
    steps: &Steps,
) -> Done {
    let color = context.color;
    writeln!(context.out, "{}", report.name)?;
    for (i, step) in steps.list.iter().enumerate() {
        let player = step.player.as_deref().unwrap_or("");
        write!(context.out, "{:>4}  {}. {player} {}", i + 1, step.turn, step.text)?;
        for event in &step.events {
            write!(context.out, "  [{event}]")?;
        }
        writeln!(context.out)?;
        if args.boards {
            writeln!(context.out, "\n{}", step.board.get(color))?;
        }
    }
    if let Some(stand) = &steps.last {
        if !args.boards || steps.list.is_empty() {
            writeln!(context.out, "\n{}", stand.board.get(color))?;
        }
        writeln!(context.out, "{}", stand.due)?;
    }
    let unreached = args.at.filter(|at| *at > steps.list.len());
    if let (Some(at), None) = (unreached, &report.failure) {
        writeln!(context.out, "step {at} is never reached: the log ends sooner")?;
    }
    if let Some(failure) = &report.failure {
        writeln!(context.out, "\n{}", failure.render(color))?;
    }
    Ok(())
}

fn as_json(report: &ScenarioReport, steps: &Steps) -> Value {
    let list: Vec<Value> = steps
        .list
        .iter()
        .map(|step| {
            json!({
                "turn": step.turn,
                "player": step.player,
                "text": step.text,
                "events": step.events,
                "board": step.board.plain,
            })
        })
        .collect();
    json!({
        "scenario": report.name,
        "steps": list,
        "board": steps.last.as_ref().map(|stand| stand.board.plain.as_str()),
        "position": steps.last.as_ref().map(|stand| stand.position.as_str()),
        "due": steps.last.as_ref().map(|stand| stand.due.as_str()),
        "passed": report.passed(),
        "problem": report.failure.as_ref().map(ToString::to_string),
    })
}

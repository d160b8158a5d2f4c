//! A state as text: `light a1*3 f2.been`, `mover dark`, `wait roll d6 throwing dark`.
//!
//! One item a line. What is left out has its initial value: no piece there, the first seat to
//! move, declared entries as the definition starts them, and the mover's turn about to begin.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{LATER, OFF_BOARD, Phase, State, Step, StepKind};
use crate::game::Game;
use crate::piece::ValueType;

/// Placement lines are wrapped at this width, in characters.
const WIDTH: usize = 90;

/// The text of a state, a line for each item, each with its line break.
pub(crate) fn position_text(game: &Game, state: &State) -> String {
    let mut text = String::new();
    placements(game, state, &mut text);
    match state.phase {
        Phase::Setup => text.push_str("phase setup\n"),
        Phase::Closing => text.push_str("phase closing\n"),
        Phase::Begin | Phase::Turn => {}
    }
    if let Some(mover) = state.mover() {
        _ = writeln!(text, "mover {}", game.players[mover].id);
    }
    if state.turn > 1 {
        _ = writeln!(text, "turn {}", state.turn);
    }
    for (i, entry) in game.state.iter().enumerate() {
        for player in 0..if entry.per_player { game.players.len() } else { 1 } {
            let value = match entry.ty {
                ValueType::List { .. } => {
                    let items: Vec<String> =
                        state.list(i, player).iter().map(i32::to_string).collect();
                    items.join(" ")
                }
                _ if state.entry(i, player) == entry.default => continue,
                ValueType::Bool => (state.entry(i, player) != 0).to_string(),
                ValueType::Int => state.entry(i, player).to_string(),
            };
            if value.is_empty() {
                continue;
            }
            let owner = if entry.per_player {
                format!(" {}", game.players[player].id)
            } else {
                String::new()
            };
            _ = writeln!(text, "{}{owner} = {value}", entry.id);
        }
    }
    for (player, score) in state.scores.iter().enumerate().filter(|(_, score)| **score != 0) {
        _ = writeln!(text, "score {} = {score}", game.players[player].id);
    }
    if !state.places.is_empty() {
        let ids = state.places.iter().map(|player| game.players[usize::from(*player)].id.as_str());
        _ = writeln!(text, "places {}", ids.collect::<Vec<_>>().join(" "));
    }
    for step in &state.agenda {
        _ = writeln!(text, "{}", step_text(game, state, step));
    }
    if let Some(outcome) = &state.outcome {
        _ = write!(text, "over {}", game.reasons[outcome.reason].id);
        for player in &outcome.ranking[..outcome.n_winners] {
            _ = write!(text, " {}", game.players[*player].id);
        }
        text.push('\n');
    }
    text
}

/// Where owners share a site, a piece bears a sign for every change of owner under it.
/// Of the pieces off the board only those are written that differ from what is left out.
fn placements(game: &Game, state: &State, text: &mut String) {
    let mut words: Vec<Vec<String>> = vec![Vec::new(); game.players.len()];
    for site in 0..game.board.n_sites() {
        let mut site_name = String::new();
        let mut run: Option<(usize, String, usize)> = None;
        for piece in state.pieces_on(site) {
            let owner = state.owner(piece);
            let base = game.board.name_for(site, owner);
            match &run {
                None => base.clone_into(&mut site_name),
                Some((last, ..)) if *last == owner => {}
                Some(_) => {
                    let n_later = site_name.chars().rev().take_while(|c| *c == LATER).count();
                    base.clone_into(&mut site_name);
                    site_name.extend(std::iter::repeat_n(LATER, n_later + 1));
                }
            }
            let word = piece_text(game, state, piece, &site_name);
            match &mut run {
                Some((last, text, n)) if *last == owner && *text == word => *n += 1,
                _ => {
                    if let Some((owner, word, n)) = run.replace((owner, word, 1)) {
                        words[owner].push(counted((word, n)));
                    }
                }
            }
        }
        if let Some((owner, word, n)) = run {
            words[owner].push(counted((word, n)));
        }
    }
    for (player, words) in words.iter().enumerate() {
        wrap(&game.players[player].id, words, text);
    }
    let mut off: Vec<BTreeMap<String, usize>> = vec![BTreeMap::new(); game.players.len()];
    for piece in state.marked_off_board(game) {
        *off[state.owner(piece)].entry(piece_text(game, state, piece, OFF_BOARD)).or_default() += 1;
    }
    for (player, words) in off.into_iter().enumerate() {
        let words: Vec<String> = words.into_iter().map(counted).collect();
        wrap(&game.players[player].id, &words, text);
    }
}

fn counted((word, n): (String, usize)) -> String {
    if n == 1 { word } else { format!("{word}*{n}") }
}

fn wrap(player: &str, words: &[String], text: &mut String) {
    let mut width = 0;
    for word in words {
        if width == 0 || width + word.len() >= WIDTH {
            if width > 0 {
                text.push('\n');
            }
            text.push_str(player);
            width = player.len();
        }
        text.push(' ');
        text.push_str(word);
        width += word.len() + 1;
    }
    if width > 0 {
        text.push('\n');
    }
}

/// A piece as a word: its site, its kind where there are several, and what its attributes say.
fn piece_text(game: &Game, state: &State, piece: usize, site: &str) -> String {
    let mut word = String::new();
    if game.kinds.len() > 1 {
        word = format!("{}:", game.kinds[game.pieces[piece].kind].id);
    }
    word.push_str(site);
    for (i, attribute) in game.attributes.iter().enumerate() {
        let value = state.attribute(piece, i);
        if value == attribute.default {
            continue;
        }
        _ = match (attribute.ty, value) {
            (ValueType::Bool, 1) => write!(word, ".{}", attribute.id),
            (ValueType::Bool, _) => write!(word, ".{}=false", attribute.id),
            _ => write!(word, ".{}={value}", attribute.id),
        };
    }
    word
}

fn step_text(game: &Game, state: &State, step: &Step) -> String {
    let tag = &game.steps[usize::from(step.tag)].id;
    let player = &game.players[usize::from(step.player)].id;
    let mut line = match step.kind {
        StepKind::Roll { die } => {
            format!("wait roll {} {tag} {player}", game.dice[usize::from(die)].id)
        }
        StepKind::Choose => format!("wait choose {tag} {} {player}", step.number),
        StepKind::Act => format!("wait act {tag} {} {player}", step.number),
    };
    // By where they stand, since pieces that cannot be told apart have no order of their own.
    let mut stands: Vec<(usize, usize)> = Vec::new();
    for piece in step.pieces.iter() {
        let Some(site) = state.site_of(piece) else { continue };
        stands.push((site, state.pieces_down(site).take_while(|other| *other != piece).count()));
    }
    stands.sort_unstable();
    for (site, depth) in stands {
        _ = write!(line, " {}", game.board.name(site));
        if depth > 0 {
            _ = write!(line, ":{depth}");
        }
    }
    line
}

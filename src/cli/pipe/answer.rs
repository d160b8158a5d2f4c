//! What is answered: nodes, reasons and errors as JSON.

use serde_json::{Map, Value, json};

use crate::error::{Error, Result};
use crate::render;
use crate::rules::{Node, Play, Why};

/// The node now reached.
///
/// # Errors
///
/// What the hook `notation` failed with.
pub(in crate::cli) fn node(play: &mut Play) -> Result<Map<String, Value>> {
    let game = play.game().clone();
    let player_id = |player: usize| game.players()[player].id.as_str();
    let value = match play.node() {
        Node::Chance { player, die, .. } => {
            let outcomes: Vec<Value> = game.dice()[die]
                .outcomes
                .iter()
                .map(|outcome| match outcome.faces.as_slice() {
                    [face] => json!([face, outcome.weight]),
                    faces => json!([faces, outcome.weight]),
                })
                .collect();
            json!({ "node": "throw", "player": player_id(player), "outcomes": outcomes })
        }
        Node::Choice { player, step } => json!({
            "node": "choose",
            "player": player_id(player),
            "step": game.steps[step].id,
            "legal": play.legal_texts()?,
        }),
        Node::Over => {
            let outcome = play.outcome().cloned();
            let scores: Map<String, Value> = (0..game.players().len())
                .map(|player| (player_id(player).to_owned(), play.state().scores()[player].into()))
                .collect();
            let (winner, ranking) = outcome.as_ref().map_or((None, Vec::new()), |outcome| {
                let winners = &outcome.ranking[..outcome.n_winners];
                let winner = places(play, winners).into_iter().next();
                (winner, places(play, &outcome.ranking))
            });
            json!({
                "node": "over",
                "winner": winner,
                "ranking": ranking,
                "scores": scores,
                "reason": outcome.as_ref().map(|o| game.reasons()[o.reason].id.as_str()),
            })
        }
    };
    Ok(match value {
        Value::Object(map) => map,
        _ => Map::new(),
    })
}

/// The places of players: partners who follow one another share one, by the name of their team
/// when they are all of it, else as `red+blue`.
fn places(play: &Play, players: &[usize]) -> Vec<String> {
    let game = play.game();
    let all = game.players();
    let allied = |a: &usize, b: &usize| all[*a].team.is_some() && all[*a].team == all[*b].team;
    let ids = |group: &[usize]| match game.whole_team(group) {
        Some(team) => team.to_owned(),
        None => group.iter().map(|player| all[*player].id.as_str()).collect::<Vec<_>>().join("+"),
    };
    players.chunk_by(allied).map(ids).collect()
}

/// Whether a move is legal, and the rules that refuse it if it is not.
///
/// # Errors
///
/// `no-move-due`, or what a hook failed with.
pub(in crate::cli) fn why(play: &mut Play, text: &str) -> Result<Value> {
    let (answer, rules) = match play.why(text)? {
        Why::Legal => ("legal", Vec::new()),
        Why::Refused(rules) => ("refused", rules),
        Why::NoSuchMove => ("no-such-move", Vec::new()),
    };
    let rules: Vec<Value> = rules
        .iter()
        .map(|rule| {
            let named = &play.game().rules()[*rule];
            json!({ "rule": named.id, "text": named.title.get(play.lang()) })
        })
        .collect();
    Ok(json!({ "move": text, "answer": answer, "rules": rules }))
}

/// Adds the board and the position, both as text of several lines.
pub(in crate::cli) fn insert_pictures(answer: &mut Map<String, Value>, play: &Play) {
    answer.insert("board".to_owned(), render::board(play.game(), play.state()).into());
    answer.insert("position".to_owned(), play.position_text().into());
}

/// An error as an answer, with what else is known about it.
pub(super) fn error(error: &Error, facts: Map<String, Value>) -> Map<String, Value> {
    let first = &error.problems()[0];
    let mut map = Map::new();
    map.insert("code".to_owned(), first.code().into());
    map.insert("message".to_owned(), first.message().into());
    if let Some(place) = first.place() {
        map.insert("place".to_owned(), place.to_string().into());
    }
    // The notes of an illegal move are the facts in words.
    if facts.is_empty() && !first.notes().is_empty() {
        map.insert("notes".to_owned(), first.notes().into());
    }
    if let Some(help) = first.help_text() {
        map.insert("help".to_owned(), help.into());
    }
    if error.problems().len() > 1 {
        let (shown, more) = error.shown();
        let texts: Vec<String> = shown.iter().map(ToString::to_string).collect();
        map.insert("problems".to_owned(), texts.into());
        if more > 0 {
            map.insert("more".to_owned(), more.into());
        }
    }
    map.extend(facts);
    Map::from_iter([("error".to_owned(), map.into())])
}

//! What is answered: nodes, reasons and errors as JSON.

use serde_json::{Map, Value, json};

use crate::error::{Error, Result};
use crate::outcome::Outcome;
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
            let ids = |players: &[usize]| -> Vec<&str> {
                players.iter().map(|player| player_id(*player)).collect()
            };
            let scores: Map<String, Value> = (0..game.players().len())
                .map(|player| (player_id(player).to_owned(), play.state().scores()[player].into()))
                .collect();
            let mut over = json!({
                "node": "over",
                "winner": outcome.as_ref().and_then(Outcome::winner).map(player_id),
                "ranking": outcome.as_ref().map_or(Vec::new(), |o| ids(&o.ranking)),
                "scores": scores,
                "reason": outcome.as_ref().map(|o| game.reasons()[o.reason].id.as_str()),
            });
            // One key cannot name a team that won together.
            if let Some(outcome) = outcome.filter(|outcome| outcome.n_winners > 1) {
                over["winners"] = ids(&outcome.ranking[..outcome.n_winners]).into();
            }
            over
        }
    };
    Ok(match value {
        Value::Object(map) => map,
        _ => Map::new(),
    })
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

//! Reads a request line.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::error::Category;

use crate::definition::{Seats, Setting};
use crate::error::Problem;

/// The keys that name a request.
const KEYS: [&str; 10] =
    ["new", "throw", "move", "undo", "why", "show", "position", "node", "legal", "quit"];

/// What another program asks for.
#[derive(Debug)]
pub(super) enum Request {
    /// A new game in place of the old one.
    New(New),
    /// A throw.
    Throw(Throw),
    /// A move by its notation.
    Move(String),
    /// To take back so many throws and moves.
    Undo(usize),
    /// Why a move is not legal.
    Why(String),
    /// The node with the board and the position as text.
    Show,
    /// To go on from a position.
    Position(String),
    /// The node again.
    Node,
    /// The node with the legal moves, none if no choice is due.
    Legal,
    /// The end.
    Quit,
}

/// The game that is wanted.
#[derive(Debug)]
pub(super) struct New {
    pub(super) game: String,
    pub(super) variant: Option<String>,
    /// House rules: names of some that come with the game, or files.
    pub(super) houses: Vec<String>,
    pub(super) set: Vec<Setting>,
    pub(super) players: Option<Seats>,
    pub(super) seed: Option<u64>,
}

/// What the dice show.
#[derive(Debug)]
pub(super) enum Throw {
    /// These faces, in any order.
    Faces(Vec<i32>),
    /// What the seed gives.
    Random,
}

/// Reads a line, which holds one object with one key.
///
/// # Errors
///
/// Codes `bad-json` for what is no JSON, `unknown-request`, and `bad-request` for all else.
pub(super) fn read(line: &[u8]) -> Result<Request, Problem> {
    let keys: Pairs<IgnoredAny> = serde_json::from_slice(line).map_err(|e| unreadable(&e))?;
    let (key, _) = match keys.0.as_slice() {
        [pair] => pair,
        [] => return Err(bad("expected a request, found an empty object").help(known())),
        [(first, _), (second, _), ..] => {
            let message = format!("expected one request in a line, found `{first}` and `{second}`");
            return Err(bad(message));
        }
    };
    if !KEYS.contains(&key.as_str()) {
        let problem = Problem::new("unknown-request", format!("unknown request `{key}`"));
        return Err(problem.help_nearest(key, KEYS));
    }
    let wire: Wire = serde_json::from_slice(line).map_err(|e| unreadable(&e))?;
    let plain = |wanted: bool, request| {
        if wanted { Ok(request) } else { Err(bad(format!("expected `true` after `{key}`"))) }
    };
    match wire {
        Wire::New(new) => Ok(Request::New(new.into())),
        Wire::Throw(WireThrow::Face(face)) => Ok(Request::Throw(Throw::Faces(vec![face]))),
        Wire::Throw(WireThrow::Faces(faces)) => Ok(Request::Throw(Throw::Faces(faces))),
        Wire::Throw(WireThrow::Word(word)) if word == "random" => Ok(Request::Throw(Throw::Random)),
        Wire::Throw(WireThrow::Word(word)) => {
            Err(bad(format!("expected faces or `random`, found `{word}`")))
        }
        Wire::Move(text) => Ok(Request::Move(text)),
        Wire::Undo(n) => Ok(Request::Undo(n)),
        Wire::Why(text) => Ok(Request::Why(text)),
        Wire::Position(text) => Ok(Request::Position(text)),
        Wire::Show(wanted) => plain(wanted, Request::Show),
        Wire::Node(wanted) => plain(wanted, Request::Node),
        Wire::Legal(wanted) => plain(wanted, Request::Legal),
        Wire::Quit(wanted) => plain(wanted, Request::Quit),
    }
}

/// A request as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Wire {
    New(WireNew),
    Throw(WireThrow),
    Move(String),
    Undo(usize),
    Why(String),
    Show(bool),
    Position(String),
    Node(bool),
    Legal(bool),
    Quit(bool),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that names the game")]
struct WireNew {
    game: String,
    variant: Option<String>,
    house: Option<WireHouses>,
    #[serde(default)]
    set: Pairs<WireValue>,
    players: Option<WireSeats>,
    seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a face, a list of faces or \"random\"")]
enum WireThrow {
    Face(i32),
    Faces(Vec<i32>),
    Word(String),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected an integer, a boolean or a string as an option's value")]
enum WireValue {
    Int(i64),
    Bool(bool),
    Choice(String),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected the name or file of house rules, or a list of them")]
enum WireHouses {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number of players or a list of their names")]
enum WireSeats {
    Count(usize),
    Named(Vec<String>),
}

impl From<WireNew> for New {
    fn from(new: WireNew) -> Self {
        let setting = |(name, value)| {
            let value = match value {
                WireValue::Int(value) => value.to_string(),
                WireValue::Bool(value) => value.to_string(),
                WireValue::Choice(value) => value,
            };
            Setting { name, value, place: None }
        };
        Self {
            game: new.game,
            variant: new.variant,
            houses: match new.house {
                None => Vec::new(),
                Some(WireHouses::One(name)) => vec![name],
                Some(WireHouses::Several(names)) => names,
            },
            set: new.set.0.into_iter().map(setting).collect(),
            players: new.players.map(|players| match players {
                WireSeats::Count(count) => Seats::Count(count),
                WireSeats::Named(names) => Seats::Named(names),
            }),
            seed: new.seed,
        }
    }
}

/// The entries of an object in their order; a key that comes twice is an error.
struct Pairs<T>(Vec<(String, T)>);

impl<T> Default for Pairs<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Pairs<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs: Vec<(String, T)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, T>()? {
                    if pairs.iter().any(|(known, _)| *known == key) {
                        return Err(A::Error::custom(format!("duplicate key `{key}`")));
                    }
                    pairs.push((key, value));
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}

fn bad(message: impl Into<String>) -> Problem {
    Problem::new("bad-request", message)
}

fn known() -> String {
    format!("requests are {}", KEYS.map(|key| format!("`{key}`")).join(", "))
}

fn unreadable(error: &serde_json::Error) -> Problem {
    // A request is one line, so the column says all there is to the place.
    let text = error.to_string();
    // The names of types mean nothing to those who write other languages.
    let text = text.replace("expected u64", "expected a whole number from 0 to 2^64 - 1");
    let text = text.replace("expected usize", "expected a whole number from 0");
    let end = text.rfind(" at line ").unwrap_or(text.len());
    let message = match error.column() {
        0 => text[..end].to_owned(),
        column => format!("{} (column {column})", &text[..end]),
    };
    match error.classify() {
        Category::Data => bad(message),
        Category::Io | Category::Syntax | Category::Eof => Problem::new("bad-json", message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, code: &str) {
        let problem = read(line.as_bytes()).expect_err("the request is wrong");
        assert_eq!(problem.code(), code, "{problem}");
    }

    #[test]
    fn what_is_no_request_is_told_apart() {
        check("{", "bad-json");
        check("what", "bad-json");
        check("{\"node\": true} {}", "bad-json");
        check("3", "bad-request");
        check("{}", "bad-request");
        check("{\"node\": true, \"show\": true}", "bad-request");
        check("{\"node\": true, \"node\": true}", "bad-request");
        check("{\"node\": false}", "bad-request");
        check("{\"nodes\": true}", "unknown-request");
        check("{\"throw\": \"randon\"}", "bad-request");
        check("{\"throw\": 2.5}", "bad-request");
        check("{\"throw\": [1, \"a\"]}", "bad-request");
        check("{\"undo\": -1}", "bad-request");
        check("{\"new\": {}}", "bad-request");
        check("{\"new\": {\"game\": \"trail\", \"sed\": 1}}", "bad-request");
        check("{\"new\": {\"game\": \"trail\", \"game\": \"trail\"}}", "bad-request");
        check("{\"new\": {\"game\": \"trail\", \"set\": {\"a\": 1, \"a\": 2}}}", "bad-request");
        check("{\"new\": {\"game\": \"trail\", \"set\": {\"a\": []}}}", "bad-request");
        check("{\"new\": {\"game\": \"trail\", \"seed\": -1}}", "bad-request");
        check("{\"new\": {\"game\": \"trail\", \"house\": 1}}", "bad-request");
        check("{\"new\": {\"game\": \"trail\", \"house\": [1]}}", "bad-request");
    }

    #[test]
    fn no_message_speaks_of_types_of_this_program() {
        for request in
            ["{\"undo\": -1}", "{\"undo\": 1.5}", "{\"new\": 5}", "{\"new\": {\"seed\": 1.5}}"]
        {
            let problem = read(request.as_bytes()).expect_err("the request is wrong");
            for word in ["usize", "u64", "Wire"] {
                assert!(!problem.message().contains(word), "{problem}");
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error() {
        assert_eq!(read(b"{\"move\": \"\xff\"}").expect_err("no UTF-8").code(), "bad-json");
    }

    #[test]
    fn house_rules_are_one_name_or_a_list() {
        for (house, expected) in
            [("\"a\"", vec!["a"]), ("[\"a\", \"b.yaml\"]", vec!["a", "b.yaml"])]
        {
            let line = format!("{{\"new\": {{\"game\": \"trail\", \"house\": {house}}}}}");
            let Ok(Request::New(new)) = read(line.as_bytes()) else {
                panic!("expected a new game")
            };
            assert_eq!(new.houses, expected);
        }
    }

    #[test]
    fn option_values_may_have_their_own_type() {
        let line =
            r#"{"new": {"game": "trail", "set": {"squares": 9, "fork": true, "end": "all"}}}"#;
        let Ok(Request::New(new)) = read(line.as_bytes()) else { panic!("expected a new game") };
        let set: Vec<_> = new.set.iter().map(|s| (s.name.as_str(), s.value.as_str())).collect();
        assert_eq!(set, [("squares", "9"), ("fork", "true"), ("end", "all")]);
    }
}

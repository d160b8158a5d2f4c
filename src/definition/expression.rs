//! Expressions over options and derived values, evaluated by Rhai without anything but arithmetic.
//!
//! A [`Scope`] knows some names as *broken*: their value is wrong and already reported. An expression that
//! uses one has no value either, and says nothing.

use rhai::packages::{ArithmeticPackage, LogicPackage, Package};
use rhai::{Dynamic, Engine, EvalAltResult, ParseErrorType, Position};

use crate::board::column_name;
use crate::definition::document::Expression;
use crate::definition::yaml::Scalar;
use crate::error::{Place, Problem, Problems};
use crate::game::OptionValue;

/// More operations than this in one expression are an error.
const MAX_OPERATIONS: u64 = 1000;

/// The greatest number that `column` makes a name of; no board has so many columns.
const MAX_COLUMN: usize = 1000;

/// The greatest length of an expression in bytes.
const MAX_BYTES: usize = 1024;

/// The functions that expressions may call; the last one only where it is known who plays.
const FUNCTIONS: [&str; 5] = ["column", "min", "max", "pick", "seated"];

/// What the number of players is called where it is known who plays.
pub(super) const PLAYERS: &str = "players";

/// The names that expressions may use, with their values.
pub(super) struct Scope {
    engine: Engine,
    values: rhai::Scope<'static>,
    names: Vec<String>,
    broken: Vec<String>,
    functions: &'static [&'static str],
}

impl Scope {
    /// A scope without names.
    pub(super) fn new() -> Self {
        Self {
            engine: engine(),
            values: rhai::Scope::new(),
            names: Vec::new(),
            broken: Vec::new(),
            functions: &FUNCTIONS[..FUNCTIONS.len() - 1],
        }
    }

    /// Adds `players`, the number of those who play, and `seated("id")`. The table has all declared
    /// players, each with whether they play; `None` makes both names broken.
    pub(super) fn sit(&mut self, table: Option<Vec<(String, bool)>>) {
        let playing =
            |table: &Vec<(String, bool)>| table.iter().filter(|(_, plays)| *plays).count();
        let n_players = table.as_ref().map(|table| playing(table) as i64);
        self.add(PLAYERS, n_players.map(Dynamic::from));
        self.functions = &FUNCTIONS;
        self.engine.register_fn("seated", move |id: &str| -> Result<bool, Box<EvalAltResult>> {
            // An empty message is not told.
            let table = table.as_ref().ok_or_else(String::new)?;
            let known = table.iter().find(|(player, _)| player == id);
            known.map(|(_, plays)| *plays).ok_or_else(|| format!("unknown player `{id}`").into())
        });
    }

    /// Adds an option; `None` makes the name broken.
    pub(super) fn add_option(&mut self, name: &str, value: Option<&OptionValue>) {
        self.add(
            name,
            value.map(|value| match value {
                OptionValue::Int(value) => (*value).into(),
                OptionValue::Bool(value) => (*value).into(),
                OptionValue::Choice(value) => value.clone().into(),
            }),
        );
    }

    /// Evaluates an expression and adds its value under a name.
    pub(super) fn define(
        &mut self,
        name: &str,
        expression: Option<&Expression>,
        problems: &mut Problems,
    ) {
        let value = expression.and_then(|e| self.evaluate(&e.0, 0..e.0.text.len(), problems));
        self.add(name, value);
    }

    /// Whether a condition holds; one that is missing or wrong does.
    pub(super) fn holds(&self, when: Option<&Expression>, problems: &mut Problems) -> bool {
        self.truth(when, problems).unwrap_or(true)
    }

    /// Whether a condition holds, as one that is missing does; `None` when it is wrong.
    pub(super) fn truth(&self, when: Option<&Expression>, problems: &mut Problems) -> Option<bool> {
        let Some(Expression(scalar)) = when else {
            return Some(true);
        };
        let value = self.evaluate(scalar, 0..scalar.text.len(), problems)?;
        let truth = value.as_bool();
        truth.map_err(|_| problems.push(unexpected("a condition", &value, scalar))).ok()
    }

    /// A whole number: written as such, or computed by an expression that starts with `$`.
    pub(super) fn int(&self, scalar: &Scalar, problems: &mut Problems) -> Option<i64> {
        let value = self.scalar(scalar, problems)?;
        value
            .as_int()
            .map_err(|_| {
                problems.push(unexpected("a whole number", &value, scalar));
            })
            .ok()
    }

    /// A whole number from `least` to `most`; `what` names it in messages.
    pub(super) fn int_within(
        &self,
        scalar: &Scalar,
        what: &str,
        (least, most): (i64, i64),
        problems: &mut Problems,
    ) -> Option<i64> {
        let value = self.int(scalar, problems)?;
        if (least..=most).contains(&value) {
            return Some(value);
        }
        let message = format!("expected {what} from {least} to {most}, found {value}");
        problems.push(Problem::new("out-of-range", message).at(scalar.place.clone()));
        None
    }

    /// A boolean, written as such or computed.
    pub(super) fn bool(&self, scalar: &Scalar, problems: &mut Problems) -> Option<bool> {
        let value = self.scalar(scalar, problems)?;
        value
            .as_bool()
            .map_err(|_| {
                let problem = unexpected("true or false", &value, scalar);
                problems.push(problem.help("write `true` or `false`"));
            })
            .ok()
    }

    /// A text, written as such or computed.
    pub(super) fn text(&self, scalar: &Scalar, problems: &mut Problems) -> Option<String> {
        let value = self.scalar(scalar, problems)?;
        if !value.is_string() {
            problems.push(unexpected("a text", &value, scalar));
            return None;
        }
        Some(value.to_string())
    }

    /// Evaluates the part `range` of a scalar; problems point into it.
    pub(super) fn evaluate(
        &self,
        scalar: &Scalar,
        range: std::ops::Range<usize>,
        problems: &mut Problems,
    ) -> Option<Dynamic> {
        // `$name` and `name` are the same; a blank in its place keeps all positions.
        let text = scalar.text[range.clone()].replace('$', " ");
        let name = text.trim();
        if self.broken.iter().any(|n| n == name) {
            return None;
        }
        if let Some(value) = self.values.get(name) {
            return Some(value.clone());
        }
        if text.len() > MAX_BYTES {
            let message = format!("an expression has at most {MAX_BYTES} bytes");
            problems.push(Problem::new("too-large", message).at(scalar.at(range)));
            return None;
        }
        let at = |position: Position| scalar.at(word_at(&text, position, range.start));
        let ast = match self.engine.compile_expression_with_scope(&self.values, &text) {
            Ok(ast) => ast,
            Err(error) => {
                let place = at(error.position());
                if let ParseErrorType::VariableUndefined(name) = error.err_type() {
                    problems.extend_with(self.unknown(name, place));
                } else {
                    let message = match error.err_type() {
                        ParseErrorType::UnexpectedEOF => "the expression is incomplete".into(),
                        other => format!("unreadable expression: {other}"),
                    };
                    problems.push(Problem::new("bad-expression", tidy(&message)).at(place));
                }
                return None;
            }
        };
        match self.engine.eval_ast_with_scope::<Dynamic>(&mut self.values.clone(), &ast) {
            Ok(value) if value.is_unit() => {
                let problem = Problem::new("bad-expression", "expected an expression");
                problems.push(problem.at(scalar.at(range)));
                None
            }
            Ok(value) => Some(value),
            Err(error) => {
                problems.extend_with(self.failure(&error, at(error.position())));
                None
            }
        }
    }

    fn add(&mut self, name: &str, value: Option<Dynamic>) {
        self.names.push(name.to_owned());
        match value {
            Some(value) => {
                self.values.push_constant_dynamic(name.to_owned(), value);
            }
            None => self.broken.push(name.to_owned()),
        }
    }

    /// The value of a scalar as YAML reads it, or of the expression that it is.
    fn scalar(&self, scalar: &Scalar, problems: &mut Problems) -> Option<Dynamic> {
        if scalar.text.starts_with('$') {
            return self.evaluate(scalar, 0..scalar.text.len(), problems);
        }
        let bare = scalar.plain.then_some(scalar.text.as_str());
        Some(match bare {
            Some("true") => true.into(),
            Some("false") => false.into(),
            Some(text) if text.parse::<i64>().is_ok() => {
                text.parse::<i64>().unwrap_or_default().into()
            }
            _ => scalar.text.clone().into(),
        })
    }

    /// The problem of a name that is not in scope; none for a broken one.
    fn unknown(&self, name: &str, place: Place) -> Option<Problem> {
        if self.broken.iter().any(|n| n == name) {
            return None;
        }
        let problem = Problem::new("unknown-name", format!("unknown name `{name}`")).at(place);
        let known = self.names.iter().map(String::as_str);
        Some(problem.help_nearest(name, known))
    }

    fn failure(&self, error: &EvalAltResult, place: Place) -> Option<Problem> {
        match error {
            EvalAltResult::ErrorVariableNotFound(name, _) => self.unknown(name, place),
            EvalAltResult::ErrorFunctionNotFound(signature, _) => {
                let name = signature.split([' ', '(']).next().unwrap_or_default();
                let problem =
                    if self.functions.contains(&name) || !name.starts_with(char::is_alphabetic) {
                        let message = format!("these values do not fit: `{}`", types(signature));
                        Problem::new("bad-expression", message)
                    } else {
                        Problem::new("unknown-name", format!("unknown function `{name}`"))
                            .help_nearest(name, self.functions.iter().copied())
                    };
                Some(problem.at(place))
            }
            // What one of the functions here refuses, in its own words.
            EvalAltResult::ErrorRuntime(message, _) => {
                let message = Some(message.to_string()).filter(|message| !message.is_empty());
                message.map(|message| Problem::new("bad-expression", message).at(place))
            }
            other => {
                let mut bare = other.to_string();
                if let Some(at) = bare.rfind(" (line") {
                    bare.truncate(at);
                }
                Some(Problem::new("bad-expression", tidy(&bare)).at(place))
            }
        }
    }
}

/// The problem of a value of the wrong type; a text is shown in quotes when it is written so.
fn unexpected(expected: &str, value: &Dynamic, scalar: &Scalar) -> Problem {
    let value = value.to_string();
    let quote = if !scalar.plain && value == scalar.text { "\"" } else { "" };
    let message = format!("expected {expected}, found `{quote}{value}{quote}`");
    Problem::new("wrong-type", message).at(scalar.place.clone())
}

fn engine() -> Engine {
    let mut engine = Engine::new_raw();
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    engine
        .set_strict_variables(true)
        .set_max_operations(MAX_OPERATIONS)
        .set_max_expr_depths(32, 0)
        .set_max_call_levels(2)
        .set_max_string_size(256)
        .set_max_array_size(16)
        .set_max_map_size(16)
        .set_allow_anonymous_fn(false)
        .set_allow_looping(false);
    for symbol in ["eval", "Fn", "call", "curry", "print", "debug", "type_of", "is_def_var"] {
        engine.disable_symbol(symbol);
    }
    engine.register_fn("column", |n: i64| -> Result<String, Box<EvalAltResult>> {
        match usize::try_from(n) {
            Ok(n @ 1..=MAX_COLUMN) => Ok(column_name(n)),
            _ => Err(format!("expected a column from 1 to {MAX_COLUMN}, found {n}").into()),
        }
    });
    engine.register_fn("min", |a: i64, b: i64| a.min(b));
    engine.register_fn("max", |a: i64, b: i64| a.max(b));
    engine.register_fn(
        "pick",
        |condition: bool, a: Dynamic, b: Dynamic| {
            if condition { a } else { b }
        },
    );
    engine
}

/// The byte range of the word at a position of `text`, moved by `offset`.
fn word_at(text: &str, position: Position, offset: usize) -> std::ops::Range<usize> {
    let line = position.line().unwrap_or(1) - 1;
    let column = position.position().unwrap_or(1).max(1) - 1;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = &text[start..];
    let from = rest.char_indices().nth(column).map_or(rest.len(), |(i, _)| i);
    let word = &rest[from..];
    let length = word
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(word.len())
        .max(word.chars().next().map_or(0, char::len_utf8));
    let start = offset + start + from;
    start..start + length
}

/// A sentence of Rhai in the form of ours.
fn tidy(sentence: &str) -> String {
    let sentence = sentence.trim_end_matches('.').replace('\'', "`");
    let mut chars = sentence.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}

/// A signature with the names that our users know.
fn types(signature: &str) -> String {
    signature.replace("i64", "number").replace("&str | ImmutableString | String", "text")
}

impl Problems {
    fn extend_with(&mut self, problem: Option<Problem>) {
        if let Some(problem) = problem {
            self.push(problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Source;

    fn scope() -> Scope {
        let mut scope = Scope::new();
        scope.add_option("columns", Some(&OptionValue::Int(16)));
        scope.add_option("split", Some(&OptionValue::Bool(false)));
        scope.add_option("throws", Some(&OptionValue::Choice("each".into())));
        scope.add_option("wrong", None);
        scope
    }

    fn scalar(text: &str) -> Scalar {
        let source = Source::new("t", text);
        Scalar { text: text.into(), plain: true, place: source.place(0..text.len()) }
    }

    #[track_caller]
    fn gives(text: &str, expected: &str) {
        let mut problems = Problems::default();
        let value = scope().evaluate(&scalar(text), 0..text.len(), &mut problems);
        assert_eq!(problems.finish(()), Ok(()));
        assert_eq!(value.map(|v| v.to_string()).as_deref(), Some(expected), "{text}");
    }

    #[track_caller]
    fn fails(text: &str, code: &str, marked: &str) {
        let mut problems = Problems::default();
        assert!(scope().evaluate(&scalar(text), 0..text.len(), &mut problems).is_none(), "{text}");
        let error = problems.finish(()).expect_err("the expression is wrong");
        let place = error.problems()[0].place().expect("the place is known");
        let found = (error.problems().len(), error.code(), &place.source().text()[place.span()]);
        assert_eq!(found, (1, code, marked), "{error}");
    }

    #[test]
    fn expressions_compute_with_options() {
        gives("column($columns)", "p");
        gives("columns / 2 + 1", "9");
        gives("columns", "16");
        gives("-columns", "-16");
        gives("throws == \"each\" && !split", "true");
        gives("max(200, 15 * columns) - min(1, 2)", "239");
        gives("pick(split, 1, 2)", "2");
    }

    #[test]
    fn a_wrong_expression_is_marked_at_the_word() {
        fails("columns + colums", "unknown-name", "colums");
        fails("colum(3)", "unknown-name", "colum");
        fails("columns + ", "bad-expression", "");
        fails("column(split)", "bad-expression", "column");
        fails("column(columns - 16)", "bad-expression", "column");
        fails("column(0 - columns)", "bad-expression", "column");
        fails("column(columns * 100)", "bad-expression", "column");
        fails("columns / 0", "bad-expression", "/");
        fails("while true {}", "bad-expression", "while");
        fails("columns = 3", "bad-expression", "=");
        fails("|x| x", "bad-expression", "|");
        fails("eval(\"1\")", "bad-expression", "eval");
        let long = "1+".repeat(600) + "1";
        fails(&long, "too-large", &long);
        let deep = format!("{}1{}", "(".repeat(200), ")".repeat(200));
        fails(&deep, "bad-expression", "(");
        fails("throws + split + columns * colums", "unknown-name", "colums");
    }

    #[test]
    fn a_broken_name_makes_no_noise() {
        let mut problems = Problems::default();
        assert_eq!(scope().int(&scalar("$wrong"), &mut problems), None);
        assert!(scope().holds(Some(&Expression(scalar("wrong > 3"))), &mut problems));
        assert!(scope().evaluate(&scalar("wrong + 1"), 0..9, &mut problems).is_none());
        assert_eq!(problems.finish(()).map_err(|e| e.to_string()), Ok(()));
    }

    #[test]
    fn types_are_strict() {
        let mut problems = Problems::default();
        let scope = scope();
        assert_eq!(scope.int(&scalar("3"), &mut problems), Some(3));
        assert_eq!(scope.bool(&scalar("true"), &mut problems), Some(true));
        assert!(problems.is_empty());
        for text in ["yes", "on", "1", "True", "$columns"] {
            assert_eq!(scope.bool(&scalar(text), &mut problems), None, "{text}");
        }
        for text in ["1.5", "0x10", "true", "$split"] {
            assert_eq!(scope.int(&scalar(text), &mut problems), None, "{text}");
        }
        let error = problems.finish(()).expect_err("nine values are wrong");
        assert!(error.problems().iter().all(|p| p.code() == "wrong-type"), "{error}");
        assert_eq!(error.problems().len(), 9);
    }
}

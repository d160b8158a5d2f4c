//! From the engine's errors to ours: where it happened, by which way it was reached, what to do.

use rhai::{EvalAltResult, LexError, ParseError, ParseErrorType, Position};

use super::limits::Limits;
use super::links;
use super::table::Fault;
use crate::error::{Place, Problem, Source};

/// Expressions and blocks may lie in each other so deep, since the engine goes through them by recursion.
pub(super) const MAX_DEPTH: usize = 32;

/// So many types of arguments are shown.
const MAX_SHOWN: usize = 8;

/// The problem of a script that failed while it ran.
pub(super) fn problem(error: &EvalAltResult, sources: &[Source], limits: &Limits) -> Problem {
    let mut inner = error;
    let mut chain = Vec::new();
    while let EvalAltResult::ErrorInFunctionCall(name, _, next, position) = inner {
        if let Some(place) = locate(sources, *position) {
            chain.push(format!("`{}` was called at {place}", links::written(name)));
        }
        inner = next;
    }
    let mut problem = describe(inner, limits);
    if let Some(place) = locate(sources, inner.position()) {
        problem = problem.at(place);
    }
    chain.into_iter().rev().fold(problem, Problem::note)
}

/// The problem of a script that does not compile.
pub(super) fn parse_problem(error: &ParseError, source: &Source) -> Problem {
    parse_problem_at(error, source, place(source, error.position()))
}

/// The problem of a script that does not compile, at a place that is known already.
pub(super) fn parse_problem_at(
    error: &ParseError,
    source: &Source,
    place: Option<Place>,
) -> Problem {
    let problem = describe_parse(error.err_type());
    match place {
        Some(place) => problem.at(place),
        // The engine knows no place when the text ends too early.
        None => {
            problem.at(source.place(source.text().trim_end().len()..source.text().trim_end().len()))
        }
    }
}

/// How many lines a script has; the next one is compiled as if it stood below them.
pub(super) fn n_lines(source: &Source) -> usize {
    source.text().matches('\n').count() + 1
}

/// The place of the engine's position in scripts that were compiled as if one stood below the other.
pub(super) fn locate(sources: &[Source], position: Position) -> Option<Place> {
    let mut line = position.line()?;
    let (last, others) = sources.split_last()?;
    for source in others {
        let n = n_lines(source);
        if line <= n {
            return place(source, Position::new(line as u16, column(position)));
        }
        line -= n;
    }
    place(last, Position::new(line as u16, column(position)))
}

fn column(position: Position) -> u16 {
    position.position().unwrap_or(0) as u16
}

/// The place of the engine's position; the engine counts lines and columns from 1 as we do.
pub(super) fn place(source: &Source, position: Position) -> Option<Place> {
    let place = source.place_at(position.line()?, position.position().unwrap_or(1));
    let span = place.span();
    // What is written `g.name(…)` is run as `name(g,…)`, and means the name.
    if source.text()[span.clone()] == *"g" && source.text()[span.end..].starts_with('.') {
        return Some(source.place_at(place.line(), place.column() + 2));
    }
    Some(place)
}

/// The place of the name in the head of a function.
pub(super) fn declaration(source: &Source, name: &str) -> Option<Place> {
    let text = source.text();
    text.match_indices(name).map(|(start, _)| start).find_map(|start| {
        let (mut before, after) = (&text[..start], &text[start + name.len()..]);
        if let Some(of_type) = before.strip_suffix('.') {
            before = of_type.trim_end_matches(|c: char| c.is_alphanumeric() || "_\"".contains(c));
        }
        let line = before.rsplit('\n').next().unwrap_or_default();
        let head = before.ends_with(char::is_whitespace) && before.trim_end().ends_with("fn");
        (head && after.trim_start().starts_with('(') && !line.contains("//"))
            .then(|| source.place(start..start + name.len()))
    })
}

/// The place of the `i`-th parameter of a function whose name stands at `head`.
pub(super) fn parameter(head: &Place, i: usize) -> Option<Place> {
    let (source, end) = (head.source(), head.span().end);
    let open = end + source.text()[end..].find('(')? + 1;
    let close = open + source.text()[open..].find(')')?;
    let mut start = open;
    for (n, param) in source.text()[open..close].split(',').enumerate() {
        if n == i {
            let blank = param.len() - param.trim_start().len();
            return Some(source.place(start + blank..start + param.trim_end().len()));
        }
        start += param.len() + 1;
    }
    None
}

/// A type of the engine as scripts' authors know it.
pub(super) fn type_name(name: &str) -> &str {
    match name {
        "i64" => "int",
        "()" => "nothing",
        "&str" | "ImmutableString" => "string",
        other => other,
    }
}

fn describe_parse(error: &ParseErrorType) -> Problem {
    match error {
        ParseErrorType::ExprTooDeep => {
            let message = format!("an expression or block nested more than {MAX_DEPTH} deep");
            Problem::new("script-too-deep", message)
                .help("give parts of it names with `let`, or move them into functions")
        }
        ParseErrorType::TooManyFunctions => {
            Problem::new("limit", "more functions than the limit `functions` allows")
                .help("if the rules really need more, raise it with `--limit functions=N`")
        }
        ParseErrorType::LiteralTooLarge(what, max) => {
            let what = what.to_lowercase();
            let message = if what.contains("string") {
                format!("a string of more than {max} characters")
            } else if what.contains("map") {
                format!("a map of more than {max} properties")
            } else {
                format!("an array of more than {max} items")
            };
            Problem::new("limit", message)
        }
        ParseErrorType::BadInput(LexError::StringTooLong(max)) => {
            Problem::new("limit", format!("a string of more than {max} characters"))
        }
        ParseErrorType::FnDuplicatedDefinition(name, _) => {
            Problem::new("duplicate-name", format!("the function `{name}` is written twice"))
        }
        ParseErrorType::PropertyExpected => {
            Problem::new("script-syntax", "expected the name of a function or a property")
        }
        ParseErrorType::VariableUndefined(name) => {
            Problem::new("unknown-name", format!("unknown variable `{name}`"))
                .help("variables are declared with `let`; functions are no values")
        }
        ParseErrorType::BadInput(LexError::UnexpectedInput(input)) if input.starts_with('|') => {
            Problem::new("forbidden-syntax", "scripts have no closures")
                .help("write a `for` loop, or a function")
        }
        ParseErrorType::Reserved(word) if word == "import" || word == "export" => {
            let message = "scripts have no modules: a game is whole in its own files";
            Problem::new("forbidden-syntax", message)
        }
        ParseErrorType::Reserved(word) if word.starts_with(char::is_alphabetic) => {
            Problem::new("script-syntax", format!("`{word}` is a reserved word"))
                .help("choose another name")
        }
        ParseErrorType::BadInput(LexError::ImproperSymbol(word, reason))
            if reason.ends_with("is disabled") =>
        {
            Problem::new("forbidden-syntax", format!("scripts have no `{word}`"))
        }
        other => Problem::new("script-syntax", lower(&other.to_string())),
    }
}

fn describe(error: &EvalAltResult, limits: &Limits) -> Problem {
    let from_fault = |fault: Fault| {
        let cause = fault.cause();
        let problem = Problem::new(cause.code, cause.message);
        cause.help.into_iter().fold(problem, Problem::help)
    };
    match error {
        EvalAltResult::ErrorRuntime(value, _) | EvalAltResult::ErrorTerminated(value, _) => {
            match value.clone().try_cast::<Fault>() {
                Some(fault) => from_fault(fault),
                None => Problem::new("script-throw", format!("the script threw `{value}`")),
            }
        }
        EvalAltResult::ErrorTooManyOperations(_) => {
            from_fault(Fault::limit("operations", limits.operations))
        }
        EvalAltResult::ErrorStackOverflow(_) => from_fault(Fault::limit("calls", limits.calls)),
        EvalAltResult::ErrorTooManyVariables(_) => {
            from_fault(Fault::limit("variables", limits.variables))
        }
        EvalAltResult::ErrorDataTooLarge(what, _)
            if what.contains("string") || what.contains("String") =>
        {
            from_fault(Fault::limit("string", limits.string))
        }
        EvalAltResult::ErrorDataTooLarge(..) => from_fault(Fault::limit("array", limits.array)),
        EvalAltResult::ErrorArithmetic(message, _) => Problem::new("arithmetic", lower(message)),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            let (name, types) = signature.split_once(" (").unwrap_or((signature, ""));
            let types: Vec<&str> =
                types.trim_end_matches(')').split(", ").take(MAX_SHOWN).map(type_name).collect();
            let message = match types.as_slice() {
                ["g", types @ ..] => format!("`g.{name}` does not take ({})", types.join(", ")),
                types => format!("there is no `{name}` for ({})", types.join(", ")),
            };
            Problem::new("unknown-function", message)
        }
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            Problem::new("unknown-name", format!("unknown variable `{name}`"))
        }
        EvalAltResult::ErrorMismatchDataType(expected, found, _)
        | EvalAltResult::ErrorMismatchOutputType(expected, found, _) => {
            let (expected, found) = (type_name(expected), type_name(found));
            Problem::new("wrong-type", format!("expected {expected}, found {found}"))
        }
        EvalAltResult::ErrorFor(_) => Problem::new("wrong-type", "`for` needs a range or items"),
        other => {
            // The engine's sentence ends with a position, which the place says better.
            let text = other.to_string();
            let end = text.rfind(" (line ").unwrap_or(text.len());
            Problem::new("script-error", lower(&text[..end]))
        }
    }
}

/// Our messages begin in lower case and quote by backticks.
fn lower(text: &str) -> String {
    let text = text.replace('\'', "`");
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

//! From the engine's errors to ours: where it happened, by which way it was reached, what to do.

use rhai::{EvalAltResult, ParseError, Position};

use super::limits::Limits;
use super::table::Fault;
use crate::error::{Place, Problem, Source};

/// The problem of a script that failed while it ran.
pub(super) fn problem(error: &EvalAltResult, sources: &[Source], limits: &Limits) -> Problem {
    let mut inner = error;
    let mut source = sources.last();
    let mut chain = Vec::new();
    while let EvalAltResult::ErrorInFunctionCall(name, file, next, position) = inner {
        if let Some(place) = source.and_then(|source| place(source, *position)) {
            chain.push(format!("`{name}` was called at {place}"));
        }
        source = sources.iter().find(|source| source.name() == file).or(source);
        inner = next;
    }
    let mut problem = describe(inner, limits);
    if let Some(place) = source.and_then(|source| place(source, inner.position())) {
        problem = problem.at(place);
    }
    chain.into_iter().rev().fold(problem, Problem::note)
}

/// The problem of a script that does not compile.
pub(super) fn parse_problem(error: &ParseError, source: &Source) -> Problem {
    let message = lower(&error.err_type().to_string());
    let problem = Problem::new("script-syntax", message);
    match place(source, error.position()) {
        Some(place) => problem.at(place),
        // The engine knows no place when the text ends too early.
        None => {
            problem.at(source.place(source.text().trim_end().len()..source.text().trim_end().len()))
        }
    }
}

/// The place of the engine's position; the engine counts lines and columns from 1 as we do.
pub(super) fn place(source: &Source, position: Position) -> Option<Place> {
    Some(source.place_at(position.line()?, position.position().unwrap_or(1)))
}

fn describe(error: &EvalAltResult, limits: &Limits) -> Problem {
    let from_fault = |fault: Fault| {
        let problem = Problem::new(fault.code, fault.message);
        fault.help.into_iter().fold(problem, Problem::help)
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
            Problem::new("unknown-function", format!("no function takes `{signature}`"))
        }
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            Problem::new("unknown-name", format!("unknown variable `{name}`"))
        }
        EvalAltResult::ErrorMismatchDataType(expected, found, _)
        | EvalAltResult::ErrorMismatchOutputType(expected, found, _) => {
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

/// Our messages begin in lower case.
fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

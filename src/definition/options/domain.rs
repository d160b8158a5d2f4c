//! The values that an option may have, as YAML, the command line and logs write them.

use crate::definition::document::{Bound, OptionKind, OptionRecord};
use crate::definition::read::Word;
use crate::definition::yaml::Scalar;
use crate::error::{Problem, Problems};
use crate::game::{GameOption, OptionValue};

/// What a valid declaration says.
#[derive(Clone, Debug)]
pub(super) struct Valid {
    pub(super) info: GameOption,
    domain: Domain,
}

/// The values that an option may have.
#[derive(Clone, Debug)]
enum Domain {
    Int(i64, i64),
    Bool,
    Choice(Vec<String>),
}

impl Valid {
    /// A value as YAML writes it.
    pub(super) fn read(&self, scalar: &Scalar, problems: &mut Problems) -> Option<OptionValue> {
        match self.domain.read(scalar) {
            Ok(value) => Some(value),
            Err(problem) => {
                problems.push(problem.at(scalar.place.clone()));
                None
            }
        }
    }

    /// A value as the command line and logs write it.
    pub(super) fn parse(&self, text: &str) -> Result<OptionValue, Box<Problem>> {
        let named =
            |problem: Box<Problem>| problem.note(format!("for the option `{}`", self.info.name));
        self.domain.parse(text).map_err(|problem| Box::new(named(problem)))
    }
}

impl Domain {
    fn read(&self, scalar: &Scalar) -> Result<OptionValue, Box<Problem>> {
        match self {
            Self::Choice(_) => self.parse(&scalar.text),
            _ if !scalar.plain => Err(self.mismatch(&format!("\"{}\"", scalar.text))),
            _ => self.parse(&scalar.text),
        }
    }

    fn parse(&self, text: &str) -> Result<OptionValue, Box<Problem>> {
        match self {
            Self::Int(min, max) => match text.parse() {
                Ok(value) if (*min..=*max).contains(&value) => Ok(OptionValue::Int(value)),
                Ok(value) => {
                    let message = format!("expected a number from {min} to {max}, found {value}");
                    Err(Box::new(Problem::new("out-of-range", message)))
                }
                Err(_) => Err(self.mismatch(text)),
            },
            Self::Bool => match text {
                "true" => Ok(OptionValue::Bool(true)),
                "false" => Ok(OptionValue::Bool(false)),
                _ => Err(self.mismatch(text)),
            },
            Self::Choice(values) if values.iter().any(|value| value == text) => {
                Ok(OptionValue::Choice(text.to_owned()))
            }
            Self::Choice(values) => {
                let message = format!("expected one of `{}`, found `{text}`", values.join("`, `"));
                let known = values.iter().map(String::as_str);
                let problem = Problem::new("unknown-value", message).help_nearest(text, known);
                Err(Box::new(problem))
            }
        }
    }

    fn mismatch(&self, found: &str) -> Box<Problem> {
        let expected = match self {
            Self::Int(..) => "a whole number",
            Self::Bool => "true or false",
            Self::Choice(_) => "a name",
        };
        let message = format!("expected {expected}, found `{found}`");
        let problem = Problem::new("wrong-type", message);
        Box::new(match self {
            Self::Bool => problem.help("write `true` or `false`"),
            _ => problem,
        })
    }
}

/// Checks a declaration.
pub(super) fn declare(
    name: &Word,
    record: &OptionRecord,
    problems: &mut Problems,
) -> Option<Valid> {
    let domain = domain(name, record, problems)?;
    let scalar = record.default.as_ref()?;
    let default = match domain.read(scalar) {
        Ok(default) => default,
        Err(problem) => {
            problems.push(problem.at(scalar.place.clone()));
            return None;
        }
    };
    let allowed = match &domain {
        Domain::Int(min, max) => vec![format!("{min}..{max}")],
        Domain::Bool => vec!["false".into(), "true".into()],
        Domain::Choice(values) => values.clone(),
    };
    let info = GameOption {
        name: name.text.clone(),
        help: record.help.clone().unwrap_or_default(),
        value: default.clone(),
        default,
        allowed,
    };
    Some(Valid { info, domain })
}

fn domain(name: &Word, record: &OptionRecord, problems: &mut Problems) -> Option<Domain> {
    let mut report = |code, message: String| {
        problems.push(Problem::new(code, message).at(name.place.clone()));
    };
    let kind = record.ty?;
    let (min, max) = (record.min, record.max);
    if kind != OptionKind::Int && (min.is_some() || max.is_some()) {
        report("wrong-key", "`min` and `max` are for options of type `int`".into());
    }
    if kind != OptionKind::Choice && record.values.is_some() {
        report("wrong-key", "`values` is for options of type `choice`".into());
    }
    match kind {
        OptionKind::Bool => Some(Domain::Bool),
        OptionKind::Int => match (min, max) {
            (Some(Bound(Some(min))), Some(Bound(Some(max)))) if min <= max => {
                Some(Domain::Int(min, max))
            }
            (Some(Bound(Some(min))), Some(Bound(Some(max)))) => {
                report("out-of-range", format!("no number is from {min} to {max}"));
                None
            }
            // An end that could not be read has been reported.
            (Some(_), Some(_)) => None,
            _ => {
                let what = "an option of type `int` needs the keys `min` and `max`";
                report("missing-key", what.into());
                None
            }
        },
        OptionKind::Choice => {
            let values: Vec<String> =
                record.values.iter().flat_map(|list| &list.0).map(|v| v.0.text.clone()).collect();
            if values.is_empty() {
                report("missing-key", "an option of type `choice` needs `values`".into());
                return None;
            }
            if let Some(twice) = values.iter().enumerate().find(|(i, v)| values[..*i].contains(v)) {
                report("duplicate-name", format!("the value `{}` is listed twice", twice.1));
            }
            Some(Domain::Choice(values))
        }
    }
}

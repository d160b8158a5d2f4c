//! What a survey says: one finding for each thing that is wrong or remarkable, with all the ways to
//! play in which it shows.

use serde::Serialize;

use super::sums::alike;
use crate::error::Problem;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The game cannot be played so.
    Error,
    /// It can, but hardly as it was meant.
    Warning,
}

/// Something that is wrong or remarkable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub level: Level,
    /// The stable kebab-case code; for a problem of definition or rules that problem's own.
    pub code: &'static str,
    /// The sentence, as in messages of problems.
    pub message: String,
    /// Where it is in definition or rules, if that is known, as `file:line:column`.
    pub place: Option<String>,
    /// In which ways to play it shows; never empty.
    pub settings: Vec<Occurrence>,
    /// What to do about it, if anything is known.
    pub help: Option<String>,
    /// The problem of definition or rules that it is.
    #[serde(skip)]
    pub problem: Option<Problem>,
}

/// A way to play in which something shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Occurrence {
    /// The way to play, as [`Surveyed::setting`](super::Surveyed::setting).
    pub setting: String,
    /// The figures or names.
    pub detail: String,
    /// The first playout in which it shows, where it is one playout's; the seed is the survey's.
    pub playout: Option<u64>,
}

/// All findings so far.
#[derive(Default)]
pub(super) struct Findings(Vec<Finding>);

impl Findings {
    /// Adds what shows in a setting to the finding of the same code and message, or begins one.
    pub(super) fn add(
        &mut self,
        level: Level,
        code: &'static str,
        message: impl Into<String>,
        occurrence: Occurrence,
    ) -> &mut Finding {
        let message = message.into();
        let same = |f: &Finding| f.problem.is_none() && f.code == code && f.message == message;
        let index = self.0.iter().position(same).unwrap_or(self.0.len());
        if index == self.0.len() {
            self.0.push(Finding {
                level,
                code,
                message,
                place: None,
                settings: Vec::new(),
                help: None,
                problem: None,
            });
        }
        let finding = &mut self.0[index];
        finding.settings.push(occurrence);
        finding
    }

    /// Adds a problem of definition or rules, or another setting to the problem at the same place.
    pub(super) fn add_problem(&mut self, problem: &Problem, occurrence: Occurrence) {
        let same = |f: &&mut Finding| f.problem.as_ref().is_some_and(|old| alike(old, problem));
        if let Some(finding) = self.0.iter_mut().find(same) {
            finding.settings.push(occurrence);
            return;
        }
        self.0.push(Finding {
            level: Level::Error,
            code: problem.code(),
            message: problem.message().to_owned(),
            place: problem.place().map(ToString::to_string),
            settings: vec![occurrence],
            help: problem.help_text().map(str::to_owned),
            problem: Some(problem.clone()),
        });
    }

    /// The findings, errors first.
    pub(super) fn sorted(mut self) -> Vec<Finding> {
        self.0.sort_by_key(|finding| finding.level);
        self.0
    }
}

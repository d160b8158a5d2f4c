//! What came out of testing: for people, as JSON and in the form of `JUnit`.

use std::io::Write;
use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::{Value, json};

use super::LogResult;
use crate::cli::context::{Context, Done};
use crate::error::{Error, Problem};
use crate::log::ScenarioReport;

/// How many scenarios and assertions there were; a log that cannot be read counts as a scenario
/// that failed.
pub(super) struct Summary {
    pub(super) passed: usize,
    pub(super) failed: usize,
    assertions_passed: usize,
}

impl Summary {
    pub(super) fn new(results: &[LogResult]) -> Self {
        let mut summary = Self { passed: 0, failed: 0, assertions_passed: 0 };
        for result in results {
            let Ok(scenarios) = &result.scenarios else {
                summary.failed += 1;
                continue;
            };
            for scenario in scenarios {
                if scenario.passed() {
                    summary.passed += 1;
                } else {
                    summary.failed += 1;
                }
                summary.assertions_passed += scenario.n_assertions - scenario.n_failed;
            }
        }
        summary
    }

    pub(super) fn n_scenarios(&self) -> usize {
        self.passed + self.failed
    }
}

/// Prints what failed, what deserves a warning, and the sums; with `verbose` every scenario.
pub(super) fn text(
    context: &mut Context,
    results: &[LogResult],
    summary: &Summary,
    verbose: bool,
) -> Done {
    let color = context.color;
    for result in results {
        let scenarios = match &result.scenarios {
            Ok(scenarios) => scenarios,
            Err(error) => {
                writeln!(context.out, "FAILED {}", result.name)?;
                writeln!(context.out, "{}\n", error.render(color))?;
                continue;
            }
        };
        for scenario in scenarios {
            let title = title(result, scenario);
            match &scenario.failure {
                Some(failure) => {
                    writeln!(context.out, "FAILED {title}")?;
                    writeln!(context.out, "{}\n", failure.render(color))?;
                }
                None if verbose => {
                    let n = scenario.n_assertions;
                    writeln!(context.out, "ok {title} ({n} assertions)")?;
                }
                None => {}
            }
            for warning in &scenario.warnings {
                let (code, help) = (warning.code(), warning.help_text());
                let plain = Problem::new(code, warning.message());
                let plain = warning.place().cloned().into_iter().fold(plain, Problem::at);
                let help = help.map(|help| format!("; help: {help}")).unwrap_or_default();
                writeln!(context.out, "warning[{code}] {plain}{help}")?;
            }
        }
    }
    let (n, assertions) = (summary.n_scenarios(), summary.assertions_passed);
    writeln!(
        context.out,
        "{n} scenarios, {assertions} assertions passed, {} failed",
        summary.failed
    )?;
    writeln!(context.out, "{} passed, {} failed", summary.passed, summary.failed)?;
    Ok(())
}

/// Everything as one JSON value.
pub(super) fn json(results: &[LogResult], summary: &Summary) -> Value {
    let mut scenarios: Vec<Value> = Vec::new();
    for result in results {
        match &result.scenarios {
            Err(error) => scenarios.push(json!({
                "log": result.name,
                "passed": false,
                "problems": problems(error),
            })),
            Ok(reports) => scenarios.extend(reports.iter().map(|scenario| {
                json!({
                    "log": result.name,
                    "scenario": scenario.name,
                    "line": scenario.place.line(),
                    "passed": scenario.passed(),
                    "assertions": scenario.n_assertions,
                    "throws": scenario.n_throws,
                    "moves": scenario.n_moves,
                    "problems": scenario.failure.as_ref().map(|f| problems(&f.error)),
                    "diff": scenario.failure.as_ref().and_then(|f| f.diff.as_deref()),
                    "warnings": scenario.warnings.iter().map(problem).collect::<Vec<_>>(),
                })
            })),
        }
    }
    json!({
        "scenarios": scenarios,
        "passed": summary.passed,
        "failed": summary.failed,
        "assertions_passed": summary.assertions_passed,
    })
}

/// A report in the form of `JUnit`: a suite for each log, a case for each scenario.
pub(super) fn junit(results: &[LogResult]) -> Result<String, Error> {
    let mut report = Report::new("araudi");
    for result in results {
        let mut suite = TestSuite::new(result.name.as_str());
        match &result.scenarios {
            Err(error) => {
                suite.add_test_case(case(&result.name, Some((error, error.render(false)))))
            }
            Ok(scenarios) => suite.add_test_cases(scenarios.iter().map(|scenario| {
                let failure = scenario.failure.as_ref();
                case(&scenario.name, failure.map(|failure| (&failure.error, failure.render(false))))
            })),
        };
        if suite.tests > 0 {
            report.add_test_suite(suite);
        }
    }
    report.to_string().map_err(|error| {
        Problem::new("unwritable-file", "cannot write the report").note(error.to_string()).into()
    })
}

fn case(name: &str, failure: Option<(&Error, String)>) -> TestCase {
    let Some((error, text)) = failure else {
        return TestCase::new(name, TestCaseStatus::success());
    };
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(error.code()).set_message(error.problems()[0].message()).set_description(text);
    TestCase::new(name, status)
}

/// The log's name, and the scenario's where it has one of its own.
fn title(result: &LogResult, scenario: &ScenarioReport) -> String {
    let file = Path::new(&result.name).display();
    if scenario.name == result.name {
        format!("{file}")
    } else {
        format!("{file}:{} \"{}\"", scenario.place.line(), scenario.name)
    }
}

fn problems(error: &Error) -> Vec<Value> {
    error.shown().0.iter().map(problem).collect()
}

fn problem(problem: &Problem) -> Value {
    json!({
        "code": problem.code(),
        "message": problem.message(),
        "place": problem.place().map(ToString::to_string),
        "notes": problem.notes(),
        "help": problem.help_text(),
    })
}

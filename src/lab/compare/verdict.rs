//! What a comparison comes to, in words.

use super::measure::{Kind, Measure};
use super::report::{Change, Comparison, SideReport};
use crate::lab::report::Figure;

/// As far as this, as a share, a change may reach and be called none, when nothing else is said.
pub(super) const MARGIN: f64 = 0.02;

/// What the rules of a side do; `None` for the base.
///
/// First comes the length, in turns, then the first player's advantage. Then come draws, real decisions
/// and the game's counters as far as they clearly differ, and how many playouts were given up.
pub(super) fn verdict(comparison: &Comparison, side: &SideReport) -> Option<String> {
    let base = comparison.sides.first()?;
    let differing = side.differing?;
    let said = if base.report.rules.digest == side.report.rules.digest {
        vec!["the same rules".to_owned()]
    } else if differing == 0 {
        vec!["no playout went differently".to_owned()]
    } else {
        let margin = comparison.margin();
        let mut said = Vec::new();
        said.extend(side.change(Measure::Turns).and_then(|change| length(change, margin)));
        said.extend(side.change(Measure::Advantage).and_then(|change| advantage(change, margin)));
        said.extend(side.changes.iter().filter(|change| is_worth_saying(change)).filter_map(other));
        said
    };
    let mut text = format!("{}: {}", side.name, said.join(", "));
    let unfinished = [side, base].map(|side| side.report.unfinished.share.0);
    if unfinished.iter().any(|share| *share > 0.0) {
        let [here, there] = unfinished.map(|share| number(100.0 * share, 1));
        text =
            format!("{text}; unfinished {here} %, on the base {there} %: lengths end at the cap");
    }
    Some(text)
}

/// Longer or shorter, by percents.
fn length(change: &Change, margin: f64) -> Option<String> {
    let relative = change.relative?;
    let sign = sign(&relative);
    if sign == 0 {
        return Some(undecided("length", &relative, margin, " %"));
    }
    let word = if sign > 0 { "longer" } else { "shorter" };
    let (value, range) = by(&relative, sign);
    Some(format!("{value} % {word} ({range})"))
}

/// More or less, by percentage points.
fn advantage(change: &Change, margin: f64) -> Option<String> {
    let difference = change.difference?;
    let sign = sign(&difference);
    if sign == 0 {
        return Some(undecided("first player's advantage", &difference, margin, ""));
    }
    let word = if sign > 0 { "greater" } else { "smaller" };
    let (value, range) = by(&difference, sign);
    Some(format!("first player's advantage {} {word} ({range})", points(&value)))
}

fn is_worth_saying(change: &Change) -> bool {
    let kind =
        matches!(change.measure, Measure::Draws | Measure::RealDecisions | Measure::Metric(_));
    kind && change.clear
}

/// Another figure that clearly differs.
fn other(change: &Change) -> Option<String> {
    let name = &change.figure;
    if change.kind == Kind::Count {
        // What there is none of on the base has no percents.
        let Some(relative) = change.relative else {
            return Some(format!("{name} {} instead of none", number(change.value.0, 2)));
        };
        let sign = if relative.value.0 < 0.0 { -1 } else { 1 };
        let word = if sign > 0 { "more" } else { "fewer" };
        let (value, range) = by(&relative, sign);
        return Some(format!("{name} {value} % {word} ({range})"));
    }
    let difference = change.difference?;
    let sign = if difference.value.0 < 0.0 { -1 } else { 1 };
    let word = if sign > 0 { "more" } else { "fewer" };
    let (value, range) = by(&difference, sign);
    Some(format!("{name} {} {word} ({range})", points(&value)))
}

/// Which way an interval lies: 0 when it reaches to both sides or begins at 0.
fn sign(figure: &Figure) -> i8 {
    match (figure.low.0 > 0.0, figure.high.0 < 0.0) {
        (true, _) => 1,
        (_, true) => -1,
        _ => 0,
    }
}

fn undecided(what: &str, figure: &Figure, margin: f64, unit: &str) -> String {
    let is_none = figure.low.0 >= -margin && figure.high.0 <= margin;
    let word = if is_none { "unchanged" } else { "not clearly different" };
    let decimals = decimals(figure);
    let end = |x: f64| {
        let text = number(100.0 * x, decimals);
        let is_nothing = text.chars().all(|c| matches!(c, '0' | '.' | '−'));
        if x > 0.0 && !is_nothing { format!("+{text}") } else { text }
    };
    format!("{what} {word} ({}…{}{unit})", end(figure.low.0), end(figure.high.0))
}

/// A change in hundredths without its sign, and its interval from the end that is nearer to 0.
fn by(figure: &Figure, sign: i8) -> (String, String) {
    let scale = 100.0 * f64::from(sign);
    let (near, far) = if sign > 0 { (figure.low, figure.high) } else { (figure.high, figure.low) };
    let mut decimals = decimals(figure);
    // An end beyond 0 is not to look like 0.
    let is_nothing = |text: &str| !text.contains(|c| matches!(c, '1'..='9'));
    while decimals < 2 && scale * near.0 > 0.0 && is_nothing(&number(scale * near.0, decimals)) {
        decimals += 1;
    }
    let text = |x: f64| number(scale * x, decimals);
    let dash = if near.0 * scale < 0.0 { "…" } else { "–" };
    (text(figure.value.0), format!("{}{dash}{}", text(near.0), text(far.0)))
}

fn points(value: &str) -> String {
    let word = if value == "1" { "point" } else { "points" };
    format!("{value} {word}")
}

/// As many decimals as are known.
fn decimals(figure: &Figure) -> usize {
    let spread = 50.0 * (figure.high.0 - figure.low.0);
    match spread {
        _ if spread >= 0.95 => 0,
        _ if spread >= 0.095 => 1,
        _ => 2,
    }
}

/// A number as people write it; what is rounded to nothing has no sign.
fn number(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    match text.strip_prefix('-') {
        None => text,
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::report::Decimal;
    use crate::text::Text;

    fn figure(value: f64, low: f64, high: f64) -> Figure {
        Figure { value: Decimal(value), low: Decimal(low), high: Decimal(high) }
    }

    fn change(measure: Measure, found: Figure) -> Change {
        let kind = measure.kind();
        let relative = matches!(kind, Kind::Count | Kind::Rate);
        Change {
            figure: "captures".to_owned(),
            title: Text::default(),
            measure,
            kind,
            base: Decimal(1.0),
            value: Decimal(1.0),
            difference: Some(found),
            relative: relative.then_some(found),
            p: Decimal(0.0),
            clear: true,
            differs: true,
        }
    }

    #[test]
    fn lengths_are_told_by_percents() {
        let says = |found| length(&change(Measure::Turns, found), 0.02);
        assert_eq!(says(figure(-0.31, -0.33, -0.29)).as_deref(), Some("31 % shorter (29–33)"));
        assert_eq!(says(figure(0.125, 0.121, 0.129)).as_deref(), Some("12.5 % longer (12.1–12.9)"));
        assert_eq!(
            says(figure(0.001, -0.004, 0.009)).as_deref(),
            Some("length unchanged (−0.4…+0.9 %)")
        );
        assert_eq!(
            says(figure(0.01, -0.03, 0.05)).as_deref(),
            Some("length not clearly different (−3…+5 %)")
        );
        assert_eq!(says(figure(0.0, 0.0, 0.0)).as_deref(), Some("length unchanged (0.00…0.00 %)"));
    }

    #[test]
    fn advantages_are_told_by_points() {
        let says = |found| advantage(&change(Measure::Advantage, found), 0.02);
        assert_eq!(
            says(figure(0.002, -0.004, 0.009)).as_deref(),
            Some("first player's advantage unchanged (−0.4…+0.9)")
        );
        assert_eq!(
            says(figure(-0.051, -0.06, -0.04)).as_deref(),
            Some("first player's advantage 5 points smaller (4–6)")
        );
        assert_eq!(
            says(figure(0.046, 0.0028, 0.089)).as_deref(),
            Some("first player's advantage 4.6 points greater (0.3–8.9)")
        );
    }

    #[test]
    fn others_are_told_as_they_are_counted() {
        let says = |measure, found| other(&change(measure, found));
        assert_eq!(
            says(Measure::Metric(0), figure(-0.4, -0.45, -0.35)).as_deref(),
            Some("captures 40 % fewer (35–45)")
        );
        assert_eq!(
            says(Measure::Draws, figure(0.01, -0.002, 0.03)).as_deref(),
            Some("captures 1 point more (0…3)")
        );
        let mut new = change(Measure::Metric(0), figure(0.2, 0.1, 0.3));
        new.relative = None;
        assert_eq!(other(&new).as_deref(), Some("captures 1.00 instead of none"));
    }
}

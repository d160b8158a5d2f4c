//! What a comparison comes to, in words.

use super::measure::{Kind, Measure};
use super::phrases::{Head, Phrases};
use super::report::{Change, Comparison, SideReport};
use crate::lab::report::Figure;
use crate::text::{Lang, Text};

/// As far as this, as a share, a change may reach at most and be called none.
pub(super) const MARGIN: f64 = 0.02;

/// What the rules of a side do; `None` for the base.
///
/// First comes the length, in turns, then the first player's advantage. Then come draws, real decisions,
/// drama and the game's counters as far as they clearly differ, and how many playouts were given up.
pub(super) fn verdict(comparison: &Comparison, side: &SideReport) -> Option<Text> {
    let base = comparison.sides.first()?;
    let differing = side.differing?;
    let in_lang = |lang| said(comparison, (side, base), differing, Phrases(lang));
    Some(Text { eu: in_lang(Lang::Eu), en: in_lang(Lang::En) })
}

fn said(
    comparison: &Comparison,
    (side, base): (&SideReport, &SideReport),
    differing: u64,
    phrases: Phrases,
) -> String {
    let said = if base.report.rules.digest == side.report.rules.digest {
        vec![phrases.same_rules()]
    } else if differing == 0 {
        vec![phrases.nothing_differs()]
    } else {
        let margin = comparison.margin();
        let about = |measure| side.change(measure);
        let mut said = Vec::new();
        said.extend(about(Measure::Turns).and_then(|change| length(change, margin, phrases)));
        let advantage = |change| advantage(change, margin, phrases);
        said.extend(about(Measure::Advantage).and_then(advantage));
        let others = side.changes.iter().filter(|change| is_worth_saying(change));
        said.extend(others.filter_map(|change| other(change, phrases)));
        said
    };
    let mut text = format!("{}: {}", side.name, said.join(", "));
    let unfinished = [side, base].map(|side| side.report.unfinished.share.0);
    if unfinished.iter().any(|share| *share > 0.0) {
        let shares = unfinished.map(|share| phrases.number(100.0 * share, 1));
        text = format!("{text}; {}", phrases.unfinished(&shares));
    }
    text
}

/// Longer or shorter, by percents.
fn length(change: &Change, margin: f64, phrases: Phrases) -> Option<String> {
    let relative = change.relative?;
    let sign = sign(&relative);
    if sign == 0 {
        return Some(undecided(Head::Length, &relative, margin, phrases));
    }
    let (value, range) = by(&relative, sign, phrases);
    Some(phrases.longer(sign, &value, &range))
}

/// More or less, by percentage points.
fn advantage(change: &Change, margin: f64, phrases: Phrases) -> Option<String> {
    let difference = change.difference?;
    let sign = sign(&difference);
    if sign == 0 {
        return Some(undecided(Head::Advantage, &difference, margin, phrases));
    }
    let (value, range) = by(&difference, sign, phrases);
    Some(phrases.greater(sign, &value, &range))
}

fn is_worth_saying(change: &Change) -> bool {
    let kind = matches!(
        change.measure,
        Measure::Draws | Measure::RealDecisions | Measure::Drama | Measure::Metric(_)
    );
    kind && change.clear
}

/// Another figure that clearly differs.
fn other(change: &Change, phrases: Phrases) -> Option<String> {
    let name = change.title.get(phrases.0);
    let is_relative = matches!(change.kind, Kind::Count | Kind::Rate);
    if is_relative && change.relative.is_none() {
        // What there is none of on the base has no percents.
        return Some(phrases.come(name, &phrases.number(change.value.0, 2)));
    }
    if is_relative && change.value.0 == 0.0 {
        return Some(phrases.gone(name, &phrases.number(change.base.0, 2)));
    }
    let figure = if is_relative { change.relative? } else { change.difference? };
    let sign = if figure.value.0 < 0.0 { -1 } else { 1 };
    let (value, range) = by(&figure, sign, phrases);
    Some(match change.kind {
        Kind::Count => phrases.counted(name, sign, &value, &range),
        Kind::Rate => phrases.measured(name, sign, &value, &range),
        Kind::Portion | Kind::Share | Kind::Advantage => phrases.shared(name, sign, &value, &range),
    })
}

/// Which way an interval lies: 0 when it reaches to both sides or begins at 0.
fn sign(figure: &Figure) -> i8 {
    match (figure.low.0 > 0.0, figure.high.0 < 0.0) {
        (true, _) => 1,
        (_, true) => -1,
        _ => 0,
    }
}

fn undecided(head: Head, figure: &Figure, margin: f64, phrases: Phrases) -> String {
    let is_none = figure.low.0 >= -margin && figure.high.0 <= margin;
    let decimals = decimals(figure);
    let end = |x: f64| {
        let text = phrases.number(100.0 * x, decimals);
        let is_nothing = !text.contains(|c| matches!(c, '1'..='9'));
        if x > 0.0 && !is_nothing { format!("+{text}") } else { text }
    };
    let range = format!("{}…{}", end(figure.low.0), end(figure.high.0));
    phrases.undecided(head, is_none, &range)
}

/// A change in hundredths without its sign, and its interval from the end that is nearer to 0.
fn by(figure: &Figure, sign: i8, phrases: Phrases) -> (String, String) {
    let scale = 100.0 * f64::from(sign);
    let (near, far) = if sign > 0 { (figure.low, figure.high) } else { (figure.high, figure.low) };
    let mut decimals = decimals(figure);
    let text = |x: f64, decimals| phrases.number(scale * x, decimals);
    // An end beyond 0 is not to look like 0.
    let is_nothing = |text: &str| !text.contains(|c| matches!(c, '1'..='9'));
    while decimals < 2 && scale * near.0 > 0.0 && is_nothing(&text(near.0, decimals)) {
        decimals += 1;
    }
    let text = |x: f64| text(x, decimals);
    let dash = if near.0 * scale < 0.0 { "…" } else { "–" };
    (text(figure.value.0), format!("{}{dash}{}", text(near.0), text(far.0)))
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

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Phrases = Phrases(Lang::En);
    const EU: Phrases = Phrases(Lang::Eu);
    use crate::lab::report::Decimal;

    fn figure(value: f64, low: f64, high: f64) -> Figure {
        Figure { value: Decimal(value), low: Decimal(low), high: Decimal(high) }
    }

    fn change(measure: Measure, found: Figure) -> Change {
        let kind = measure.kind();
        let relative = matches!(kind, Kind::Count | Kind::Rate);
        Change {
            figure: "captures".to_owned(),
            title: Text { eu: "harrapaketak".to_owned(), en: "captures".to_owned() },
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
        let says = |found| length(&change(Measure::Turns, found), 0.02, EN);
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
        let says = |found| advantage(&change(Measure::Advantage, found), 0.02, EN);
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
        let says = |measure, found| other(&change(measure, found), EN);
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
        assert_eq!(other(&new, EN).as_deref(), Some("captures 1.00 instead of none"));
        let mut gone = change(Measure::Metric(0), figure(-1.0, -1.0, -1.0));
        gone.value = Decimal(0.0);
        assert_eq!(other(&gone, EN).as_deref(), Some("captures none instead of 1.00"));
        assert_eq!(other(&gone, EU).as_deref(), Some("harrapaketak bat ere ez, oinarrian 1,00"));
    }

    #[test]
    fn all_is_said_in_basque_too() {
        let length = |found| length(&change(Measure::Turns, found), 0.02, EU);
        assert_eq!(
            length(figure(-0.31, -0.33, -0.29)).as_deref(),
            Some("iraupena % 31 laburragoa (29–33)")
        );
        assert_eq!(
            length(figure(0.001, -0.004, 0.009)).as_deref(),
            Some("iraupena aldatu gabe (% −0,4…+0,9)")
        );
        assert_eq!(
            length(figure(0.01, -0.03, 0.05)).as_deref(),
            Some("iraupenean alde argirik ez (% −3…+5)")
        );
        let advantage = |found| advantage(&change(Measure::Advantage, found), 0.02, EU);
        assert_eq!(
            advantage(figure(0.046, 0.0028, 0.089)).as_deref(),
            Some("hasten denaren abantaila 4,6 puntu handiagoa (0,3–8,9)")
        );
        assert_eq!(
            advantage(figure(0.01, -0.03, 0.05)).as_deref(),
            Some("hasten denaren abantailan alde argirik ez (−3…+5)")
        );
        let other = |measure, found| other(&change(measure, found), EU);
        assert_eq!(
            other(Measure::Metric(0), figure(-0.4, -0.45, -0.35)).as_deref(),
            Some("harrapaketak % 40 gutxiago (35–45)")
        );
        assert_eq!(
            other(Measure::Draws, figure(0.01, -0.002, 0.03)).as_deref(),
            Some("harrapaketak puntu 1 gehiago (0…3)")
        );
        assert_eq!(
            other(Measure::Drama, figure(0.2, 0.1, 0.3)).as_deref(),
            Some("harrapaketak % 20 handiagoa (10–30)")
        );
        let mut new = change(Measure::Metric(0), figure(0.2, 0.1, 0.3));
        new.relative = None;
        assert_eq!(
            super::other(&new, EU).as_deref(),
            Some("harrapaketak 1,00, oinarrian bat ere ez")
        );
    }
}

//! How long playouts are: a histogram with median and quartiles.

use super::Findings;
use super::element::Element;
use super::frame::{Frame, TOP, WIDTH, anchored, line, rect};
use super::scale::{Scale, step};
use super::tongue::Tongue;
use crate::lab::{Histogram, Summary};
use crate::text::Lang;

const LEFT: f64 = 66.0;
const RIGHT: f64 = WIDTH - 24.0;
const BASE: f64 = 330.0;
const HEIGHT: f64 = 384.0;
/// The middle half has its words above the bars.
const CEILING: f64 = TOP + 26.0;
const MAX_BINS: u64 = 48;

/// The counts between two values.
pub(super) struct Bin {
    /// The least value.
    pub(super) from: u64,
    /// The greatest value.
    to: u64,
    times: u64,
}

/// The lengths of all playouts in turns.
pub(super) fn turns(findings: &Findings<'_>) -> Frame {
    let tongue = findings.tongue();
    let counts = &findings.tally.turns;
    let summary = Summary::new(counts);
    let n = counts.n().max(1) as f64;
    let (bins, width, beyond) = bins(counts);
    let low = bins.first().map_or(0, |bin| bin.from) as f64;
    let high = bins.last().map_or(1, |bin| bin.from + width) as f64;
    let x = Scale { values: (low, high), places: (LEFT, RIGHT) };
    let most = bins.iter().map(|bin| bin.times).max().unwrap_or(0).max(1) as f64 / n;
    let y = Scale { values: (0.0, most), places: (BASE, CEILING + 10.0) };
    // A whole number takes the room up to the next one.
    let middle = |value: u64| x.place((value as f64 + 0.5).min(high));
    let mut shapes = axes(&x, &y, width == 1, tongue);
    let (q1, q3) = (middle(summary.q1), middle(summary.q3));
    shapes.push(rect("band", (q1, CEILING), (q3 - q1, BASE - CEILING)));
    shapes.extend(bins.iter().map(|bin| bar(bin, width, n, (&x, &y), tongue)));
    shapes.push(line("axis", (LEFT, BASE), (RIGHT, BASE)));
    let at = middle(summary.median);
    shapes.push(line("mark", (at, CEILING - 6.0), (at, BASE)));
    let words = format!("{} {}", tongue.label("median"), tongue.count(summary.median));
    let place = at.clamp(LEFT + 40.0, RIGHT - 40.0);
    shapes.push(anchored("middle", "marked small", (place, CEILING - 11.0), &words));
    let title = tongue.say("How long it lasts", "Zenbat irauten du").to_owned();
    let note = note(&summary, beyond, tongue);
    let description = format!("{note}. {}.", spread(&summary, tongue));
    Frame { title, note, description, height: HEIGHT, shapes }
}

fn note(summary: &Summary, beyond: u64, tongue: Tongue) -> String {
    let decimal = |value: f64| tongue.decimal(value, 1);
    let mut note = format!(
        "{} {}, {} {}–{}",
        tongue.say("turns: mean", "txandak: batez beste"),
        decimal(summary.mean.0),
        tongue.say("half of the playouts", "partiden erdiak"),
        tongue.count(summary.q1),
        tongue.count(summary.q3),
    );
    if beyond > 0 {
        let count = tongue.count(beyond);
        let most = tongue.count(summary.max);
        let rest = match tongue.0 {
            Lang::En => format!("; {count} longer ones, up to {most}, not drawn"),
            Lang::Eu => format!("; {count} luzeago, {most} arte, marraztu gabe"),
        };
        note += &rest;
    }
    note
}

fn spread(summary: &Summary, tongue: Tongue) -> String {
    let words = [
        (tongue.say("least", "txikiena"), summary.min),
        (tongue.say("first quartile", "lehen kuartila"), summary.q1),
        (tongue.label("median"), summary.median),
        (tongue.say("third quartile", "hirugarren kuartila"), summary.q3),
        (tongue.say("greatest", "handiena"), summary.max),
    ];
    words.map(|(name, value)| format!("{name} {}", tongue.count(value))).join(", ")
}

/// The bins from the least value on, how many values each holds, and how many counts lie beyond: a
/// few that are far off would leave no room for the others.
pub(super) fn bins(counts: &Histogram) -> (Vec<Bin>, u64, u64) {
    let n = counts.n();
    let Some(least) = counts.iter().next().map(|(value, _)| value) else {
        return (Vec::new(), 1, 0);
    };
    let mut passed = 0_u64;
    let mut limit = least;
    let greatest = counts.quartile(4);
    for (value, times) in counts.iter() {
        limit = value;
        passed = passed.saturating_add(times);
        let rest = greatest - value;
        // One in 200 is left out where the chart becomes much narrower by it.
        if u128::from(passed) * 200 >= u128::from(n) * 199 && rest > (value - least) / 4 {
            break;
        }
    }
    let (width, _) = step((limit - least + 1) as f64 / MAX_BINS as f64);
    let width = (width as u64).max(1);
    let first = least / width;
    let n_bins = (limit / width).saturating_sub(first) + 1;
    let mut bins: Vec<Bin> = (first..first + n_bins)
        .map(|i| Bin { from: i * width, to: (i * width).saturating_add(width - 1), times: 0 })
        .collect();
    let mut beyond = 0_u64;
    for (value, times) in counts.iter() {
        match bins.get_mut((value / width - first) as usize) {
            Some(bin) => bin.times = bin.times.saturating_add(times),
            None => beyond = beyond.saturating_add(times),
        }
    }
    (bins, width, beyond)
}

fn axes(x: &Scale, y: &Scale, centered: bool, tongue: Tongue) -> Vec<Element> {
    let mut shapes = Vec::new();
    let (ticks, decimals) = y.ticks(5);
    for value in ticks {
        let place = y.place(value);
        let text = tongue.percent(value, decimals.saturating_sub(2));
        shapes.push(line("grid", (LEFT, place), (RIGHT, place)));
        shapes.push(anchored("end", "muted small", (LEFT - 8.0, place + 4.0), &text));
    }
    let (ticks, _) = x.ticks(9);
    let aside = if centered { 0.5 } else { 0.0 };
    for value in ticks.into_iter().filter(|value| value.fract() == 0.0) {
        let place = x.place(value + aside);
        if place <= RIGHT {
            shapes.push(line("axis", (place, BASE), (place, BASE + 5.0)));
            let text = tongue.count(value as u64);
            shapes.push(anchored("middle", "muted small", (place, BASE + 19.0), &text));
        }
    }
    let middle = f64::midpoint(LEFT, RIGHT);
    let words = tongue.say("turns in a playout", "partidako txandak");
    shapes.push(anchored("middle", "muted", (middle, BASE + 41.0), words));
    shapes
}

fn bar(bin: &Bin, width: u64, n: f64, (x, y): (&Scale, &Scale), tongue: Tongue) -> Element {
    let share = bin.times as f64 / n;
    let (left, right) = (x.place(bin.from as f64), x.place((bin.from + width) as f64));
    let gap = if right - left > 6.0 { 1.0 } else { 0.3 };
    let top = y.place(share);
    let mut values = tongue.count(bin.from);
    if bin.to > bin.from {
        values = format!("{values}–{}", tongue.count(bin.to));
    }
    let count = tongue.count(bin.times);
    let tip = format!("{values}: {count} ({})", tongue.percent(share, 2));
    rect("bar", (left + gap / 2.0, top), ((right - left - gap).max(0.5), BASE - top)).tip(&tip)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(values: impl IntoIterator<Item = (u64, u64)>) -> Histogram {
        let mut histogram = Histogram::default();
        for (value, times) in values {
            histogram.add_times(value, times);
        }
        histogram
    }

    #[test]
    fn every_count_is_in_a_bin_or_beyond() {
        for counts in [
            histogram([]),
            histogram([(7, 3)]),
            histogram((5..400).map(|value| (value, value % 7))),
            histogram((5..50).map(|value| (value, 100)).chain([(90_000, 2)])),
            histogram([(1, 1), (u64::MAX, 1)]),
            histogram([(0, 10), (1, 4)]),
        ] {
            let (bins, width, beyond) = bins(&counts);
            let sum: u64 = bins.iter().map(|bin| bin.times).sum();
            assert_eq!(sum + beyond, counts.n());
            assert!(bins.len() as u64 <= MAX_BINS + 1 && width > 0);
        }
    }

    #[test]
    fn a_few_that_are_far_off_are_left_out() {
        let far = histogram((5..50).map(|value| (value, 100)).chain([(90_000, 2)]));
        let (found, width, beyond) = bins(&far);
        assert_eq!((found.len(), width, beyond), (45, 1, 2));
        let (found, width, beyond) = bins(&histogram((0..96).map(|value| (value, 1))));
        assert_eq!((found.len(), width, beyond), (48, 2, 0));
        assert_eq!((found[1].from, found[1].to, found[1].times), (2, 3, 2));
    }
}

//! Several sides over one axis: how long each lasts, and who wins on each.

use super::element::Element;
use super::frame::{Frame, TOP, WIDTH, anchored, line, rect, shortened, width, words};
use super::lengths::bins;
use super::scale::Scale;
use super::shares::title;
use super::tongue::Tongue;
use crate::lab::{Histogram, Interval, Share, SideReport, Summary};

const MARGIN: f64 = 20.0;
/// Names of sides are no wider.
const MAX_NAME: f64 = 150.0;
/// The room of one side's distribution.
const RIDGE: f64 = 66.0;
const BAR: f64 = 24.0;
/// Between two sides.
const GAP: f64 = 12.0;

/// The distributions of the lengths of all sides, one below the other.
pub(super) fn lengths(sides: &[SideReport], tongue: Tongue) -> Frame {
    let mut all = Histogram::default();
    for side in sides {
        all.merge(&side.tally.turns);
    }
    let (bins_of_all, step, beyond) = bins(&all);
    let low = bins_of_all.first().map_or(0, |bin| bin.from);
    let high = bins_of_all.last().map_or(1, |bin| bin.from.saturating_add(step));
    let summaries: Vec<Summary> =
        sides.iter().map(|side| Summary::new(&side.tally.turns)).collect();
    let figures: Vec<String> = summaries.iter().map(|summary| figure(summary, tongue)).collect();
    let figures_width = figures.iter().map(|text| width(text, 13.0)).fold(0.0, f64::max);
    let names = names(sides);
    let places = (MARGIN + names + 14.0, WIDTH - MARGIN - figures_width - 14.0);
    let x = Scale { values: (low as f64, high as f64), places };
    let n_bins = bins_of_all.len();
    let spreads: Vec<Vec<f64>> =
        sides.iter().map(|side| spread(&side.tally.turns, low, step, n_bins)).collect();
    let most = spreads.iter().flatten().copied().fold(0.0, f64::max);
    let bottom = TOP + 4.0 + RIDGE * sides.len() as f64;
    let mut shapes = Vec::new();
    let (ticks, _) = x.ticks(6);
    for value in ticks.into_iter().filter(|value| value.fract() == 0.0) {
        let at = x.place(value);
        shapes.push(line("grid", (at, TOP), (at, bottom)));
        let text = tongue.count(value as u64);
        shapes.push(anchored("middle", "muted small", (at, bottom + 17.0), &text));
    }
    for (i, (side, spread)) in sides.iter().zip(&spreads).enumerate() {
        let base = TOP + 4.0 + RIDGE * (i + 1) as f64;
        let y = Scale { values: (0.0, most), places: (base, base - RIDGE + 10.0) };
        let (summary, figure) = (&summaries[i], &figures[i]);
        let middle = |value: u64| x.place((value as f64 + 0.5).min(high as f64));
        let (q1, q3) = (middle(summary.q1), middle(summary.q3));
        let mut group = Element::new("g")
            .tip(&format!("{}: {figure}, {}", side.name, half(summary, tongue)))
            .child(rect("band", (q1, base - RIDGE + 8.0), (q3 - q1, RIDGE - 8.0)));
        for (bin, share) in spread.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let from = low.saturating_add(step.saturating_mul(bin as u64)) as f64;
            let (left, right) = (x.place(from), x.place(from + step as f64));
            let gap = if right - left > 6.0 { 1.0 } else { 0.3 };
            let size = ((right - left - gap).max(0.5), base - y.place(*share));
            group = group.child(rect("bar", (left + gap / 2.0, y.place(*share)), size));
        }
        let median = middle(summary.median);
        let text = base - RIDGE / 2.0 + 8.0;
        let name = shortened(&side.name, 13.0, MAX_NAME);
        shapes.push(
            group
                .child(line("axis", (places.0, base), (places.1, base)))
                .child(line("mark", (median, base - RIDGE + 6.0), (median, base)))
                .child(anchored("end", "ink", (places.0 - 10.0, text), &name))
                .child(words("ink", places.1 + 14.0, text, figure)),
        );
    }
    let axis = f64::midpoint(places.0, places.1);
    let turns = tongue.say("turns in a playout", "partidako txandak");
    shapes.push(anchored("middle", "muted small", (axis, bottom + 36.0), turns));
    let mut note = tongue
        .say(
            "share of playouts by turns; median (dashed), band: middle half",
            "partidak txanden arabera; mediana (etena), banda: erdiko erdia",
        )
        .to_owned();
    if beyond > 0 {
        let count = tongue.count(beyond);
        note += "; ";
        note += &count;
        note += tongue.say(" longer not drawn", " luzeago kanpoan");
    }
    let told = sides.iter().zip(&figures).zip(&summaries).map(|((side, figure), summary)| {
        format!("{}: {figure}, {}", side.name, half(summary, tongue))
    });
    let description = format!("{note}. {}.", told.collect::<Vec<_>>().join("; "));
    let title = tongue.say("How long it lasts", "Zenbat irauten du").to_owned();
    Frame { title, note, description, height: bottom + 50.0, shapes }
}

/// The share of each bin.
fn spread(counts: &Histogram, low: u64, step: u64, n_bins: usize) -> Vec<f64> {
    let n = counts.n().max(1) as f64;
    let mut shares = vec![0.0; n_bins];
    for (value, times) in counts.iter() {
        let bin = usize::try_from(value.saturating_sub(low) / step).unwrap_or(usize::MAX);
        if let Some(share) = shares.get_mut(bin) {
            *share += times as f64 / n;
        }
    }
    shares
}

fn figure(summary: &Summary, tongue: Tongue) -> String {
    format!("{} {}", tongue.label("median"), tongue.count(summary.median))
}

fn half(summary: &Summary, tongue: Tongue) -> String {
    let (q1, q3) = (tongue.count(summary.q1), tongue.count(summary.q3));
    format!("{} {q1}–{q3}", tongue.say("half of the playouts", "partiden erdiak"))
}

/// How much room the names of sides take.
fn names(sides: &[SideReport]) -> f64 {
    sides.iter().map(|side| width(&side.name, 13.0)).fold(0.0, f64::max).min(MAX_NAME)
}

/// One bar of a side.
struct Bar {
    class: String,
    name: String,
    share: Share,
    figure: String,
}

/// How often each player won on each side, with the share that all would have alike.
pub(super) fn winners(sides: &[SideReport], tongue: Tongue) -> Frame {
    let groups: Vec<Vec<Bar>> = sides.iter().map(|side| bars(side, sides, tongue)).collect();
    let widest = |text: &dyn Fn(&Bar) -> &String| {
        groups.iter().flatten().map(|bar| width(text(bar), 13.0)).fold(0.0, f64::max)
    };
    let side_names = names(sides);
    let bar_names = widest(&|bar| &bar.name).min(MAX_NAME);
    let figures = widest(&|bar| &bar.figure);
    let left = MARGIN + side_names + 18.0 + bar_names + 10.0;
    let places = (left, WIDTH - MARGIN - figures - 14.0);
    let n_players = sides.first().map_or(1, |side| side.report.players.len().max(1));
    let fair = 1.0 / n_players as f64;
    let reach = groups.iter().flatten().map(|bar| bar.share.high.0).fold(fair, f64::max);
    let x = Scale { values: (0.0, (reach * 1.04).min(1.0)), places };
    let top = TOP + 24.0;
    let n_rows = groups.iter().map(Vec::len).sum::<usize>() as f64;
    let bottom = top + BAR * n_rows + GAP * groups.len() as f64;
    let mut shapes = Vec::new();
    let (ticks, decimals) = x.ticks(5);
    for value in ticks {
        let at = x.place(value);
        shapes.push(line("grid", (at, top), (at, bottom)));
        let text = tongue.percent(value, decimals.saturating_sub(2));
        shapes.push(anchored("middle", "muted small", (at, bottom + 17.0), &text));
    }
    let mut y = top + GAP / 2.0;
    for (i, (side, bars)) in sides.iter().zip(&groups).enumerate() {
        if i > 0 {
            let between = y - GAP / 2.0;
            shapes.push(line("grid", (MARGIN, between), (WIDTH - MARGIN, between)));
        }
        let middle = y + BAR * bars.len() as f64 / 2.0 + 4.5;
        let name = shortened(&side.name, 13.0, MAX_NAME);
        shapes.push(words("ink strong", MARGIN, middle, &name));
        for bar in bars {
            shapes.push(row(&side.name, bar, &x, y));
            y += BAR;
        }
        y += GAP;
    }
    shapes.push(line("axis", (places.0, top), (places.0, bottom)));
    let at = x.place(fair);
    shapes.push(line("mark", (at, top - 4.0), (at, bottom)));
    let even = format!("{} {}", tongue.say("even share", "zati berdina"), tongue.percent(fair, 1));
    shapes.push(anchored("middle", "marked small", (at, top - 9.0), &even));
    let note = tongue
        .say("share of playouts, with 95 % intervals", "partiden zatia, % 95eko tarteekin")
        .to_owned();
    let told = sides.iter().zip(&groups).flat_map(|(side, bars)| {
        bars.iter().map(move |bar| format!("{}, {}: {}", side.name, bar.name, bar.figure))
    });
    let description = format!("{note}. {}.", told.collect::<Vec<_>>().join("; "));
    let title = tongue.say("Who wins", "Nork irabazten du").to_owned();
    Frame { title, note, description, height: bottom + 30.0, shapes }
}

/// The players of a side in the order of seats; draws and unfinished playouts where any side has
/// them.
fn bars(side: &SideReport, sides: &[SideReport], tongue: Tongue) -> Vec<Bar> {
    let report = &side.report;
    let bar = |class: String, name: &str, share: &Share| {
        let ends = Interval { low: share.low.0, high: share.high.0 };
        let figure = format!("{} ({})", tongue.percent(share.share.0, 1), tongue.percents(ends));
        Bar { class, name: name.to_owned(), share: *share, figure }
    };
    let seats = report.players.iter().enumerate().map(|(seat, player)| {
        let name = title(&side.subject.players, &player.player, tongue.0);
        bar(format!("seat{}", seat % 8), name, &player.wins)
    });
    let mut all: Vec<Bar> = seats.collect();
    if sides.iter().any(|side| side.report.draws.count > 0) {
        all.push(bar("rest".to_owned(), tongue.label("drawn"), &report.draws));
    }
    if sides.iter().any(|side| side.report.unfinished.count > 0) {
        let name = tongue.label("unfinished");
        all.push(bar("rest".to_owned(), name, &report.unfinished));
    }
    all
}

fn row(side: &str, bar: &Bar, x: &Scale, top: f64) -> Element {
    let middle = top + BAR / 2.0;
    let text = middle + 4.5;
    let (from, to) = (x.places.0, x.place(bar.share.share.0));
    let (low, high) = (x.place(bar.share.low.0), x.place(bar.share.high.0));
    let name = shortened(&bar.name, 13.0, MAX_NAME);
    let mut group = Element::new("g")
        .tip(&format!("{side}, {}: {}", bar.name, bar.figure))
        .child(anchored("end", "ink", (from - 10.0, text), &name))
        .child(rect(&bar.class, (from, middle - 8.0), (to - from, 16.0)).with("rx", 2))
        .child(line("error", (low, middle), (high, middle)));
    for end in [low, high] {
        group = group.child(line("error", (end, middle - 4.0), (end, middle + 4.0)));
    }
    group.child(words("ink", x.places.1 + 14.0, text, &bar.figure))
}

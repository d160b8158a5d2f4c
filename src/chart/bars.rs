//! Bars that lie, each with its name, its figure and an interval.

use super::element::Element;
use super::frame::{TOP, WIDTH, anchored, line, rect, shortened, width, words};
use super::scale::Scale;

const ROW: f64 = 34.0;
const THICK: f64 = 18.0;
const MARGIN: f64 = 20.0;

/// One bar.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) value: f64,
    /// The ends of the interval, where there is one.
    pub(super) interval: Option<(f64, f64)>,
    /// The figure in words, at the end of the row.
    pub(super) figure: String,
}

impl Bar {
    /// Names that are wider take two lines, and are cut when these are full.
    pub(super) const MAX_NAME: f64 = 250.0;
}

/// Bars over one axis that begins at 0.
#[derive(Clone, Debug)]
pub(super) struct Bars {
    pub(super) rows: Vec<Bar>,
    /// A value that is marked, with its words.
    pub(super) mark: Option<(f64, String)>,
    /// The axis ends here at the latest.
    pub(super) limit: Option<f64>,
}

impl Bars {
    /// The shapes and how high the chart becomes; `tick` writes a value with so many decimals.
    pub(super) fn draw(&self, tick: impl Fn(f64, usize) -> String) -> (Vec<Element>, f64) {
        let widest = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|text| width(text, 13.0)).fold(0.0, f64::max)
        };
        let names = widest(&mut self.rows.iter().map(|bar| &bar.name)).min(Bar::MAX_NAME);
        let figures = widest(&mut self.rows.iter().map(|bar| &bar.figure));
        let places = (MARGIN + names + 14.0, WIDTH - MARGIN - figures - 14.0);
        let scale = Scale { values: (0.0, self.end()), places };
        let top = TOP + if self.mark.is_some() { 22.0 } else { 6.0 };
        let bottom = top + ROW * self.rows.len() as f64;
        let mut shapes = Vec::new();
        let (ticks, decimals) = scale.ticks(5);
        for value in ticks {
            let x = scale.place(value);
            shapes.push(line("grid", (x, top), (x, bottom)));
            shapes.push(anchored(
                "middle",
                "muted small",
                (x, bottom + 17.0),
                &tick(value, decimals),
            ));
        }
        for (i, bar) in self.rows.iter().enumerate() {
            shapes.push(row(bar, &scale, top + ROW * i as f64));
        }
        shapes.push(line("axis", (places.0, top), (places.0, bottom)));
        if let Some((value, text)) = &self.mark {
            let x = scale.place(*value);
            shapes.push(line("mark", (x, top - 4.0), (x, bottom)));
            shapes.push(anchored("middle", "marked small", (x, top - 9.0), text));
        }
        (shapes, bottom + 30.0)
    }

    /// Where the axis ends: a little beyond all there is.
    fn end(&self) -> f64 {
        let reaches =
            self.rows.iter().flat_map(|bar| [bar.value, bar.interval.map_or(0.0, |i| i.1)]);
        let most = reaches.chain(self.mark.as_ref().map(|mark| mark.0)).fold(0.0, f64::max);
        let end = most * 1.04;
        let end = self.limit.map_or(end, |limit| end.min(limit));
        if end > 0.0 { end } else { 1.0 }
    }
}

fn row(bar: &Bar, scale: &Scale, top: f64) -> Element {
    let middle = top + ROW / 2.0;
    let text = middle + 4.5;
    let (from, to) = (scale.places.0, scale.place(bar.value));
    let lines = lines(&bar.name);
    let first = text - 7.0 * (lines.len() - 1) as f64;
    let name = lines
        .iter()
        .enumerate()
        .map(|(i, line)| anchored("end", "ink", (from - 10.0, first + 14.0 * i as f64), line));
    let mut group = Element::new("g")
        .tip(&format!("{}: {}", bar.name, bar.figure))
        .children(name)
        .child(rect("bar", (from, middle - THICK / 2.0), (to - from, THICK)).with("rx", 2));
    if let Some((low, high)) = bar.interval {
        let (low, high) = (scale.place(low), scale.place(high));
        group = group.child(line("error", (low, middle), (high, middle)));
        for end in [low, high] {
            group = group.child(line("error", (end, middle - 5.0), (end, middle + 5.0)));
        }
    }
    group.child(words("ink", scale.places.1 + 14.0, text, &bar.figure))
}

/// A name in one line, or in two where it is too wide for one.
fn lines(name: &str) -> Vec<String> {
    let room = Bar::MAX_NAME;
    if width(name, 13.0) <= room {
        return vec![name.to_owned()];
    }
    let blanks = name.match_indices(' ').map(|(i, _)| i);
    match blanks.take_while(|i| width(&name[..*i], 13.0) <= room).last() {
        Some(i) => vec![name[..i].to_owned(), shortened(&name[i + 1..], 13.0, room)],
        None => vec![shortened(name, 13.0, room)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_take_two_lines() {
        assert_eq!(lines("home"), ["home"]);
        let name = "the play came to rest, and the standing decided";
        assert_eq!(lines(name), ["the play came to rest, and the", "standing decided"]);
        let endless = "x".repeat(90);
        assert!(matches!(lines(&endless).as_slice(), [one] if one.ends_with('…')));
        assert!(lines(&name.repeat(3))[1].ends_with('…'));
    }
}

//! What every chart has around it: size, title, description, and where it comes from.

use super::element::Element;
use super::style;

/// Every chart is so wide; its height is its own.
pub(super) const WIDTH: f64 = 720.0;

/// Below the heading of a chart.
pub(super) const TOP: f64 = 62.0;

/// Room for a line under a chart.
const FOOT: f64 = 26.0;

/// A chart with its words.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// By what the chart is known in a page.
    pub(super) title: String,
    /// A line under the title: what the chart says in figures.
    pub(super) note: String,
    /// All that the chart shows, for those who do not see it.
    pub(super) description: String,
    pub(super) height: f64,
    pub(super) shapes: Vec<Element>,
}

impl Frame {
    /// A part of a page.
    pub(super) fn figure(self) -> Element {
        let height = self.height;
        Element::new("figure").child(self.svg(height, Vec::new()))
    }

    /// A file of its own, with a line that tells where it comes from.
    pub(super) fn file(self, source: &str) -> Element {
        let height = self.height + FOOT;
        let style = Element::new("style").text(style::CHART);
        let foot = words("muted small", 20.0, height - 14.0, &shortened(source, 11.0, 680.0));
        self.svg(height, vec![style, foot])
    }

    fn svg(self, height: f64, mut more: Vec<Element>) -> Element {
        let foot = more.split_off(more.len().min(1));
        let ground =
            Element::new("rect").class("ground").at([("width", WIDTH), ("height", height)]);
        Element::new("svg")
            .with("xmlns", "http://www.w3.org/2000/svg")
            .with("viewBox", format!("0 0 {WIDTH:.0} {height:.0}"))
            .at([("width", WIDTH), ("height", height.ceil())])
            .with("role", "img")
            .with("aria-label", &self.title)
            .child(Element::new("title").text(&self.title))
            .child(Element::new("desc").text(&self.description))
            .children(more)
            .child(ground)
            .child(words("head", 20.0, 30.0, &shortened(&self.title, 17.0, 680.0)))
            .child(words("muted", 20.0, 50.0, &shortened(&self.note, 13.0, 680.0)))
            .children(self.shapes)
            .children(foot)
    }
}

/// A text that begins at a place.
pub(super) fn words(class: &str, x: f64, y: f64, text: &str) -> Element {
    Element::new("text").class(class).at([("x", x), ("y", y)]).text(text)
}

/// A text that ends at a place, or lies around it.
pub(super) fn anchored(anchor: &str, class: &str, (x, y): (f64, f64), text: &str) -> Element {
    words(class, x, y, text).with("text-anchor", anchor)
}

pub(super) fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> Element {
    let ends = [("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)];
    Element::new("line").class(class).at(ends)
}

pub(super) fn rect(class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) -> Element {
    let lengths = [("x", x), ("y", y), ("width", width), ("height", height)];
    Element::new("rect").class(class).at(lengths)
}

/// About how wide a text is in letters of a size: fonts differ, so it is rather too much.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let wide = |c: char| match c {
        '\u{2e80}'.. => 1.05,
        'm' | 'w' | 'M' | 'W' => 0.98,
        _ => 0.58,
    };
    text.chars().map(wide).sum::<f64>() * size
}

/// A text that is no wider than some room, cut where it would be.
pub(super) fn shortened(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        short.push(c);
        if width(&short, size) + size > room {
            break;
        }
    }
    short.trim_end().to_owned() + "…"
}

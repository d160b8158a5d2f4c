//! A figure over the values of an option, and differences beside nothing: for comparisons.

use super::bars::Bar;
use super::element::Element;
use super::frame::{Frame, TOP, WIDTH, anchored, line, rect, shortened, width, words};
use super::scale::Scale;

const LEFT: f64 = 76.0;
const RIGHT: f64 = WIDTH - 36.0;
const BASE: f64 = 310.0;
const ROW: f64 = 34.0;

/// A figure with its interval, and in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// What it is the figure of: the value of an option, or a variant.
    pub name: String,
    /// The figure.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
    /// The figure with its interval, as it is read.
    pub figure: String,
}

/// A chart of some points, with all its words.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// What the chart is of.
    pub title: String,
    /// A line under the title.
    pub note: String,
    /// The line under the chart that tells where it comes from.
    pub source: String,
    /// The points, in the order in which they are drawn.
    pub points: Vec<Point>,
}

impl Plot {
    /// An SVG file with a curve through the points, from the left to the right, each with its
    /// interval; `tick` writes a value on the axis with so many decimals.
    pub fn curve(&self, tick: impl Fn(f64, usize) -> String) -> String {
        self.file(self.curve_frame(tick))
    }

    /// An SVG file with a row for each point, which is a difference, on an axis where 0 is marked.
    pub fn differences(&self, tick: impl Fn(f64, usize) -> String) -> String {
        self.file(self.differences_frame(tick))
    }

    pub(super) fn curve_frame(&self, tick: impl Fn(f64, usize) -> String) -> Frame {
        let y = Scale { values: self.reach(), places: (BASE, TOP + 14.0) };
        let pitch = (RIGHT - LEFT) / self.points.len().max(1) as f64;
        let mut shapes = Vec::new();
        let (ticks, decimals) = y.ticks(6);
        for value in ticks {
            let place = y.place(value);
            shapes.push(line("grid", (LEFT, place), (RIGHT, place)));
            let text = tick(value, decimals);
            shapes.push(anchored("end", "muted small", (LEFT - 8.0, place + 4.0), &text));
        }
        let x = |i: usize| LEFT + pitch * (i as f64 + 0.5);
        for (i, pair) in self.points.windows(2).enumerate() {
            let ends = (y.place(pair[0].value), y.place(pair[1].value));
            shapes.push(line("curve", (x(i), ends.0), (x(i + 1), ends.1)));
        }
        for (i, point) in self.points.iter().enumerate() {
            let (low, high) = (y.place(point.low), y.place(point.high));
            let mut group = tipped(point).child(line("error", (x(i), low), (x(i), high)));
            for end in [low, high] {
                group = group.child(line("error", (x(i) - 5.0, end), (x(i) + 5.0, end)));
            }
            let name = shortened(&point.name, 13.0, pitch - 4.0);
            shapes.push(group.child(dot(x(i), y.place(point.value))).child(anchored(
                "middle",
                "ink",
                (x(i), BASE + 22.0),
                &name,
            )));
        }
        shapes.push(line("axis", (LEFT, BASE), (RIGHT, BASE)));
        self.frame(shapes, BASE + 40.0)
    }

    pub(super) fn differences_frame(&self, tick: impl Fn(f64, usize) -> String) -> Frame {
        let widest = |text: &dyn Fn(&Point) -> &String| {
            self.points.iter().map(|point| width(text(point), 13.0)).fold(0.0, f64::max)
        };
        let names = widest(&|point| &point.name).min(Bar::MAX_NAME);
        let figures = widest(&|point| &point.figure);
        let (low, high) = self.reach();
        let places = (34.0 + names, WIDTH - 34.0 - figures);
        let x = Scale { values: (low.min(0.0), high.max(0.0)), places };
        let (top, bottom) = (TOP + 6.0, TOP + 6.0 + ROW * self.points.len() as f64);
        let mut shapes = Vec::new();
        let (ticks, decimals) = x.ticks(5);
        for value in ticks {
            let place = x.place(value);
            let text = tick(value, decimals);
            shapes.push(line("grid", (place, top), (place, bottom)));
            shapes.push(anchored("middle", "muted small", (place, bottom + 17.0), &text));
        }
        shapes.push(line("mark", (x.place(0.0), top), (x.place(0.0), bottom)));
        for (i, point) in self.points.iter().enumerate() {
            let middle = top + ROW * (i as f64 + 0.5);
            let (low, high) = (x.place(point.low), x.place(point.high));
            let name = shortened(&point.name, 13.0, Bar::MAX_NAME);
            shapes.push(
                tipped(point)
                    .child(anchored("end", "ink", (places.0 - 10.0, middle + 4.5), &name))
                    .child(rect("band", (low, middle - 8.0), (high - low, 16.0)).with("rx", 3))
                    .child(line("error", (low, middle), (high, middle)))
                    .child(dot(x.place(point.value), middle))
                    .child(words("ink", places.1 + 14.0, middle + 4.5, &point.figure)),
            );
        }
        self.frame(shapes, bottom + 30.0)
    }

    /// The values that all points and their intervals lie between, with some room.
    fn reach(&self) -> (f64, f64) {
        let ends = || self.points.iter().flat_map(|point| [point.low, point.value, point.high]);
        let (low, high) = (ends().fold(f64::MAX, f64::min), ends().fold(f64::MIN, f64::max));
        if low > high {
            return (0.0, 1.0);
        }
        let room = if high > low { (high - low) * 0.06 } else { (high.abs() * 0.1).max(0.01) };
        (low - room, high + room)
    }

    fn frame(&self, shapes: Vec<Element>, height: f64) -> Frame {
        let told = |point: &Point| format!("{}: {}", point.name, point.figure);
        let told: Vec<String> = self.points.iter().map(told).collect();
        let description = format!("{}. {}.", self.note, told.join("; "));
        let (title, note) = (self.title.clone(), self.note.clone());
        Frame { title, note, description, height, shapes }
    }

    fn file(&self, frame: Frame) -> String {
        format!("{}\n", frame.file(&self.source))
    }
}

fn tipped(point: &Point) -> Element {
    Element::new("g").tip(&format!("{}: {}", point.name, point.figure))
}

fn dot(x: f64, y: f64) -> Element {
    Element::new("circle").class("dot").at([("cx", x), ("cy", y), ("r", 4.5)])
}

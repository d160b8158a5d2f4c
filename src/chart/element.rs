//! Elements of SVG and HTML, with all texts escaped.

use std::borrow::Borrow;
use std::fmt::{self, Write as _};

/// An element with its attributes and what is in it.
#[derive(Clone, Debug)]
pub(super) struct Element {
    name: &'static str,
    attributes: String,
    inner: String,
    /// Whether what is in it stands on lines of its own.
    lines: bool,
}

impl Element {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, attributes: String::new(), inner: String::new(), lines: false }
    }

    /// With one more attribute.
    pub(super) fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        let value = escaped(&value.to_string());
        // A text takes all that is written.
        _ = write!(self.attributes, " {key}=\"{value}\"");
        self
    }

    pub(super) fn class(self, class: &str) -> Self {
        self.with("class", class)
    }

    /// With attributes that are lengths.
    pub(super) fn at<const N: usize>(self, lengths: [(&str, f64); N]) -> Self {
        lengths.into_iter().fold(self, |element, (key, value)| element.with(key, length(value)))
    }

    /// With a text at its end.
    pub(super) fn text(mut self, text: &str) -> Self {
        self.inner += &escaped(text);
        self
    }

    /// With another element at its end.
    pub(super) fn child(mut self, child: impl Borrow<Self>) -> Self {
        self.lines = true;
        _ = write!(self.inner, "\n{}", child.borrow());
        self
    }

    pub(super) fn children(self, children: impl IntoIterator<Item = Self>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// With words that are shown on hover.
    pub(super) fn tip(self, text: &str) -> Self {
        self.child(Self::new("title").text(text))
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, attributes, inner, lines } = self;
        // Only elements that can have nothing in them may end at once in HTML too.
        let can_end = ["rect", "line", "path", "circle", "meta", "br"].contains(name);
        if inner.is_empty() && can_end {
            return write!(f, "<{name}{attributes}/>");
        }
        let end = if *lines { "\n" } else { "" };
        write!(f, "<{name}{attributes}>{inner}{end}</{name}>")
    }
}

/// A length in pixels, with one decimal where it is not whole.
pub(super) fn length(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    // What is rounded to nothing has no sign.
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text as XML and HTML can hold it: what they cannot is shown as a replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            c if c.is_control() => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        let element = Element::new("text").with("x", "a\"<b").text("<&>\u{1}\u{1b}[31m\u{ffff}'");
        let text = "<text x=\"a&quot;&lt;b\">&lt;&amp;&gt;\u{fffd}\u{fffd}[31m\u{fffd}'</text>";
        assert_eq!(element.to_string(), text);
    }

    #[test]
    fn only_what_is_always_empty_ends_at_once() {
        assert_eq!(Element::new("rect").to_string(), "<rect/>");
        assert_eq!(Element::new("td").to_string(), "<td></td>");
        let group = Element::new("g").child(Element::new("line").at([("x1", 2.0), ("y1", -0.01)]));
        assert_eq!(group.to_string(), "<g>\n<line x1=\"2\" y1=\"0\"/>\n</g>");
    }
}

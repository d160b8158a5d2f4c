//! Words and numbers in the reader's language.

use crate::lab::{Decimal, Interval, label};
use crate::text::Lang;

/// Says things in a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tongue(pub(super) Lang);

impl Tongue {
    /// One of two texts.
    pub(super) fn say(self, en: &'static str, eu: &'static str) -> &'static str {
        match self.0 {
            Lang::En => en,
            Lang::Eu => eu,
        }
    }

    /// What a figure or a column is called, as in tables.
    pub(super) fn label(self, name: &'static str) -> &'static str {
        label(name, self.0)
    }

    /// A whole number, its digits in groups of three.
    pub(super) fn count(self, count: u64) -> String {
        let digits = count.to_string();
        let mut text = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text += self.say(",", ".");
            }
            text.push(digit);
        }
        text
    }

    /// A number with so many decimals.
    pub(super) fn decimal(self, value: f64, decimals: usize) -> String {
        let text = format!("{value:.decimals$}");
        // What is rounded to nothing has no sign.
        let is_nothing = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
        let text = if is_nothing { text.replace('-', "") } else { text.replace('-', "−") };
        match self.0 {
            Lang::En => text,
            Lang::Eu => text.replace('.', ","),
        }
    }

    /// A share of 1 in percent.
    pub(super) fn percent(self, share: f64, decimals: usize) -> String {
        let number = self.decimal(share * 100.0, decimals);
        match self.0 {
            Lang::En => format!("{number} %"),
            Lang::Eu => format!("% {number}"),
        }
    }

    /// The ends of an interval, each as `text` writes it.
    pub(super) fn interval(
        low: Option<Decimal>,
        high: Option<Decimal>,
        text: impl Fn(f64) -> String,
    ) -> String {
        match (low, high) {
            (Some(low), Some(high)) => format!("{} – {}", text(low.0), text(high.0)),
            _ => String::new(),
        }
    }

    /// The ends of an interval of shares in percent, without the sign.
    pub(super) fn percents(self, Interval { low, high }: Interval) -> String {
        format!("{}–{}", self.decimal(low * 100.0, 1), self.decimal(high * 100.0, 1))
    }
}

/// A title as it stands at the head of a page or a chart.
pub(super) fn capital(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_does() {
        let (en, eu) = (Tongue(Lang::En), Tongue(Lang::Eu));
        assert_eq!(
            [1, 999, 1000, 12_345_678].map(|n| en.count(n)),
            ["1", "999", "1,000", "12,345,678"]
        );
        assert_eq!(eu.count(1000), "1.000");
        assert_eq!(
            (en.percent(0.5417, 1), eu.percent(0.5417, 1)),
            ("54.2 %".into(), "% 54,2".into())
        );
        assert_eq!((en.decimal(-0.04, 1), en.decimal(-1.25, 2)), ("0.0".into(), "−1.25".into()));
        assert_eq!(eu.percents(Interval { low: 0.1, high: 0.25 }), "10,0–25,0");
    }
}

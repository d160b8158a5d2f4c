//! The phrases of verdicts, in English and Basque.

use crate::text::Lang;

/// What a verdict is about at its head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Head {
    /// How long it lasts.
    Length,
    /// What it is worth to begin.
    Advantage,
}

/// Says what was found, in one language. Numbers come as texts without signs, as [`Phrases::number`]
/// writes them; `sign` is above 0 for more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phrases(pub(super) Lang);

impl Phrases {
    fn say(self, en: &'static str, eu: &'static str) -> &'static str {
        match self.0 {
            Lang::En => en,
            Lang::Eu => eu,
        }
    }

    pub(super) fn same_rules(self) -> String {
        self.say("the same rules", "arau berberak").to_owned()
    }

    pub(super) fn nothing_differs(self) -> String {
        self.say("no playout went differently", "partida bat ere ez da bestela joan").to_owned()
    }

    pub(super) fn unfinished(self, [here, there]: &[String; 2]) -> String {
        match self.0 {
            Lang::En => {
                format!("unfinished {here} %, on the base {there} %: lengths end at the cap")
            }
            Lang::Eu => {
                format!("amaitu gabe % {here}, oinarrian % {there}: iraupenak mugan eteten dira")
            }
        }
    }

    pub(super) fn longer(self, sign: i8, value: &str, range: &str) -> String {
        let long = sign > 0;
        match self.0 {
            Lang::En => {
                format!("{value} % {} ({range})", if long { "longer" } else { "shorter" })
            }
            Lang::Eu => {
                let word = if long { "luzeagoa" } else { "laburragoa" };
                format!("iraupena % {value} {word} ({range})")
            }
        }
    }

    pub(super) fn greater(self, sign: i8, value: &str, range: &str) -> String {
        let name = self.say("first player's advantage", "hasten denaren abantaila");
        format!("{name} {} {} ({range})", self.points(value), self.size(sign))
    }

    pub(super) fn undecided(self, head: Head, is_none: bool, range: &str) -> String {
        match (self.0, head) {
            (Lang::En, _) => {
                let (what, unit) = match head {
                    Head::Length => ("length", " %"),
                    Head::Advantage => ("first player's advantage", ""),
                };
                let word = if is_none { "unchanged" } else { "not clearly different" };
                format!("{what} {word} ({range}{unit})")
            }
            (Lang::Eu, Head::Length) if is_none => format!("iraupena aldatu gabe (% {range})"),
            (Lang::Eu, Head::Length) => format!("iraupenean alde argirik ez (% {range})"),
            (Lang::Eu, Head::Advantage) if is_none => {
                format!("hasten denaren abantaila aldatu gabe ({range})")
            }
            (Lang::Eu, Head::Advantage) => {
                format!("hasten denaren abantailan alde argirik ez ({range})")
            }
        }
    }

    /// A count that is greater or smaller by percents.
    pub(super) fn counted(self, name: &str, sign: i8, value: &str, range: &str) -> String {
        format!("{name} {} {} ({range})", self.percent(value), self.more(sign))
    }

    /// A mean value that is greater or smaller by percents.
    pub(super) fn measured(self, name: &str, sign: i8, value: &str, range: &str) -> String {
        format!("{name} {} {} ({range})", self.percent(value), self.size(sign))
    }

    /// A share that is greater or smaller by percentage points.
    pub(super) fn shared(self, name: &str, sign: i8, value: &str, range: &str) -> String {
        format!("{name} {} {} ({range})", self.points(value), self.more(sign))
    }

    pub(super) fn come(self, name: &str, value: &str) -> String {
        match self.0 {
            Lang::En => format!("{name} {value} instead of none"),
            Lang::Eu => format!("{name} {value}, oinarrian bat ere ez"),
        }
    }

    pub(super) fn gone(self, name: &str, base: &str) -> String {
        match self.0 {
            Lang::En => format!("{name} none instead of {base}"),
            Lang::Eu => format!("{name} bat ere ez, oinarrian {base}"),
        }
    }

    fn more(self, sign: i8) -> &'static str {
        if sign > 0 { self.say("more", "gehiago") } else { self.say("fewer", "gutxiago") }
    }

    fn size(self, sign: i8) -> &'static str {
        if sign > 0 { self.say("greater", "handiagoa") } else { self.say("smaller", "txikiagoa") }
    }

    fn percent(self, value: &str) -> String {
        match self.0 {
            Lang::En => format!("{value} %"),
            Lang::Eu => format!("% {value}"),
        }
    }

    fn points(self, value: &str) -> String {
        match (self.0, value) {
            (Lang::Eu, "1") => "puntu 1".to_owned(),
            (Lang::Eu, _) => format!("{value} puntu"),
            (Lang::En, "1") => "1 point".to_owned(),
            (Lang::En, _) => format!("{value} points"),
        }
    }

    /// A number as people write it; what is rounded to nothing has no sign.
    pub(super) fn number(self, x: f64, decimals: usize) -> String {
        let text = format!("{x:.decimals$}");
        let text = match text.strip_prefix('-') {
            None => text,
            Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
            Some(rest) => format!("−{rest}"),
        };
        if self.0 == Lang::Eu { text.replace('.', ",") } else { text }
    }
}

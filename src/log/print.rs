//! The text of a log in its canonical layout: what the parser reads back as the same log.

use std::fmt::{self, Display, Formatter};

use super::tree::{At, Entry, Expectation, Header, Item, Log, Moves, Placed, PlayLine, Scenario};

/// Lists of moves that are longer than this go into a block.
pub(super) const WIDTH: usize = 100;

impl Display for Log {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for header in &self.headers {
            writeln!(f, "{}", header.value)?;
        }
        for (i, scenario) in self.scenarios.iter().enumerate() {
            if i > 0 || !self.headers.is_empty() {
                writeln!(f)?;
            }
            write!(f, "{scenario}")?;
        }
        Ok(())
    }
}

impl Display for Scenario {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            writeln!(f, "scenario {}", quoted(&name.value))?;
        }
        for header in &self.headers {
            writeln!(f, "{}", header.value)?;
        }
        for item in &self.items {
            writeln!(f, "{}", item.value)?;
        }
        Ok(())
    }
}

impl Display for Header {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(name) => write!(f, "game {}", name.value),
            Self::Rules(digest) => write!(f, "rules {}", digest.value),
            Self::Variant(name) => write!(f, "variant {}", name.value),
            Self::Set(name, value) => write!(f, "set {} = {}", name.value, value.value),
            Self::House(file) => write!(f, "house {}", file.value),
            Self::Players(players) => write!(f, "players{}", Words(players)),
            Self::Seed(seed) => write!(f, "seed {}", seed.value),
        }
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(lines) => write!(f, "position{}", Block(lines)),
            Self::Play(line) => line.fmt(f),
            Self::Expect(expectation) => write!(f, "expect {expectation}"),
        }
    }
}

impl Display for PlayLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let turn = self.turn.iter().map(|turn| format!("{}.", turn.value));
        let parts: Vec<String> =
            turn.chain(self.entries.iter().map(|entry| entry.value.to_string())).collect();
        f.write_str(&parts.join(" "))
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Throw(faces) => {
                let faces: Vec<String> = faces.iter().map(i32::to_string).collect();
                write!(f, "({})", faces.join(" "))
            }
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl Display for Expectation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(Moves::Count(n)) => write!(f, "moves {}", n.value),
            Self::Moves(Moves::None(_)) => f.write_str("moves none"),
            Self::Moves(Moves::List(moves)) => write_moves(f, "moves", moves),
            Self::Includes(moves) => write_moves(f, "includes", moves),
            Self::Refused(text, rule) => write!(f, "refused {} {}", text.value, rule.value),
            Self::Mover(player) => write!(f, "mover {}", player.value),
            Self::Step(words) => write!(f, "step{}", Words(words)),
            Self::Throw(words) => write!(f, "throw{}", Words(words)),
            Self::Placement(player, pieces) => {
                write!(f, "{}{}", player.value, Words(pieces))
            }
            Self::Board(lines) => write!(f, "board{}", Block(lines)),
            Self::Position(lines) => write!(f, "position{}", Block(lines)),
            Self::Event(words) => write!(f, "event{}", Words(words)),
            Self::Score(player, n) => write!(f, "score {} {}", player.value, n.value),
            Self::Winner(players) => write!(f, "winner{}", Words(players)),
            Self::Draw => f.write_str("draw"),
            Self::Over(None) => f.write_str("over"),
            Self::Over(Some(reason)) => write!(f, "over {}", reason.value),
            Self::That(expression) => write!(f, "that {}", expression.value),
        }
    }
}

impl Display for Placed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(kind) = &self.kind {
            write!(f, "{kind}:")?;
        }
        f.write_str(&self.site)?;
        for (name, value) in &self.attributes {
            match value {
                None => write!(f, ".{name}")?,
                Some(value) => write!(f, ".{name}={value}")?,
            }
        }
        if self.count == 1 { Ok(()) } else { write!(f, "*{}", self.count) }
    }
}

/// Whether a list of these moves alone would be read as a count or as none.
pub(super) fn reads_as_count(moves: &[&str]) -> bool {
    matches!(moves, [one] if *one == "none" || one.bytes().all(|b| b.is_ascii_digit()))
}

/// The moves in rows that keep to the width with what stands before each row.
pub(super) fn rows(moves: &[&str], before: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for text in moves {
        match rows.last_mut() {
            Some(row) if before + row.chars().count() + 1 + text.chars().count() <= WIDTH => {
                row.push(' ');
                row.push_str(text);
            }
            _ => rows.push((*text).to_owned()),
        }
    }
    rows
}

fn write_moves(f: &mut Formatter<'_>, kind: &str, moves: &[At<String>]) -> fmt::Result {
    let moves: Vec<&str> = moves.iter().map(|text| text.value.as_str()).collect();
    let line = format!("{kind} {}", moves.join(" "));
    if "expect ".len() + line.chars().count() <= WIDTH && !reads_as_count(&moves) {
        return f.write_str(&line);
    }
    f.write_str(kind)?;
    for row in rows(&moves, 2) {
        write!(f, "\n| {row}")?;
    }
    Ok(())
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Each word with a blank before it.
struct Words<'a, T>(&'a [At<T>]);

impl<T: Display> Display for Words<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|word| write!(f, " {}", word.value))
    }
}

/// Each line on its own line, behind a bar.
struct Block<'a>(&'a [At<String>]);

impl Display for Block<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|line| {
            f.write_str("\n|")?;
            if line.value.is_empty() { Ok(()) } else { write!(f, " {}", line.value) }
        })
    }
}

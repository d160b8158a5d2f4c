//! The digest of a game: equal for two games exactly when they are played alike.
//!
//! It is taken over a canonical text of all that decides play, after options and conditions. What people
//! read does not count: titles, texts, colors, comments and blanks may change freely.

use std::fmt::{self, Write};

use rhai::Engine;
use sha2::{Digest, Sha256};

use crate::board::Shape;
use crate::board::pattern::Cell;
use crate::game::{Game, MAX_SCRIPT_BYTES, StateEntry, View};
use crate::piece::ValueType;
use crate::text::Named;

/// The first line of the canonical text; another one for every change of its form.
const FORM: &str = "araudi rules 1";

/// The digest in 16 hexadecimal digits.
pub(super) fn of(game: &Game) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = canonical(game, &mut text);
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().take(8).fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

fn canonical(game: &Game, out: &mut String) -> fmt::Result {
    writeln!(out, "{FORM}\ngame {}", game.name)?;
    for option in &game.options {
        writeln!(out, "option {} {}", option.name, option.value)?;
    }
    for player in &game.players {
        writeln!(out, "player {} {:?}", player.id, player.team)?;
    }
    for site in game.board.sites() {
        writeln!(out, "site {} {:?}", site.name, site.at)?;
    }
    ground(game, out)?;
    for zone in &game.zones {
        writeln!(out, "zone {}", zone.name)?;
        for sites in &zone.sites {
            writeln!(out, "sites {:?}", sites.iter().collect::<Vec<_>>())?;
        }
    }
    for track in &game.tracks {
        match track {
            Some(track) => writeln!(out, "track {} {} {:?}", track.name, track.start, track.next)?,
            None => writeln!(out, "track none")?,
        }
    }
    patterns(game, out)?;
    for kind in &game.kinds {
        writeln!(out, "kind {}", kind.id)?;
    }
    for attribute in &game.attributes {
        writeln!(out, "attribute {} {} {}", attribute.id, ty(attribute.ty), attribute.default)?;
    }
    for piece in &game.pieces {
        let (owner, kind) = (piece.owner, piece.kind);
        writeln!(out, "piece {owner} {kind} {:?} {:?}", piece.start, piece.attributes)?;
    }
    for die in &game.dice {
        writeln!(out, "die {}", die.id)?;
        for outcome in &die.outcomes {
            writeln!(out, "outcome {:?} {}", outcome.faces, outcome.weight)?;
        }
    }
    for StateEntry { id, per_player, ty: kind, of_sites, default } in &game.state {
        let of = if *of_sites { " site" } else { "" };
        writeln!(out, "state {id} {per_player} {}{of} {default}", ty(*kind))?;
    }
    names(out, "step", &game.steps)?;
    for mark in &game.marks {
        writeln!(out, "mark {mark}")?;
    }
    names(out, "word", &game.words)?;
    names(out, "rule", &game.rules)?;
    names(out, "reason", &game.reasons)?;
    for event in &game.events {
        writeln!(out, "event {} {:?}", event.id, event.args)?;
    }
    for template in &game.templates {
        writeln!(out, "template {} {:?}", template.marks, template.text)?;
    }
    for script in game.scripts.iter().map(|script| compact(script.text())) {
        // House rules of nothing but comments change nothing.
        if !script.trim().is_empty() {
            writeln!(out, "script {script:?}")?;
        }
    }
    Ok(())
}

/// What only some boards have.
fn ground(game: &Game, out: &mut String) -> fmt::Result {
    for line in game.board.lines() {
        writeln!(out, "line {:?} {}", line.sites, line.closed)?;
    }
    for (i, site) in game.board.sites().iter().enumerate() {
        if let Some(owner) = site.owner {
            writeln!(out, "own {i} {owner} {:?}", site.short)?;
        }
        if let Some(capacity) = site.capacity {
            writeln!(out, "capacity {i} {capacity}")?;
        }
        if game.board.has_neighbors() {
            writeln!(out, "neighbors {i} {:?}", game.board.neighbors(i))?;
        }
    }
    if let Shape::Points { columns, rows } = game.board.shape() {
        writeln!(out, "points {columns} {rows}")?;
    }
    for player in 0..game.players.len() {
        if let Some(site) = game.board.rest(player) {
            writeln!(out, "rest {player} {site}")?;
        }
    }
    Ok(())
}

/// Views count only where a player looks from the far side.
fn patterns(game: &Game, out: &mut String) -> fmt::Result {
    for (i, _) in game.players.iter().enumerate().filter(|(_, p)| p.view == View::Far) {
        writeln!(out, "far {i}")?;
    }
    for pattern in game.patterns.list() {
        writeln!(out, "pattern {} {} {:?}", pattern.name, pattern.least, pattern.within)?;
        for picture in &pattern.pictures {
            writeln!(out, "picture")?;
            for Cell { right, ahead, content, marked } in picture.cells() {
                writeln!(out, "cell {right} {ahead} {} {marked}", content.letter())?;
            }
        }
    }
    Ok(())
}

fn names(out: &mut String, what: &str, list: &[Named]) -> fmt::Result {
    list.iter().try_for_each(|named| writeln!(out, "{what} {}", named.id))
}

fn ty(ty: ValueType) -> String {
    match ty {
        ValueType::Bool => "bool".into(),
        ValueType::Int => "int".into(),
        ValueType::List { max } => format!("list {max}"),
    }
}

/// A script without comments and needless blanks; one that does not parse, or is too long to be
/// played, stays as it is.
fn compact(script: &str) -> String {
    if script.len() > MAX_SCRIPT_BYTES {
        return script.to_owned();
    }
    let mut engine = Engine::new_raw();
    engine.set_max_expr_depths(64, 64);
    engine.compact_script(script).unwrap_or_else(|_| script.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blanks_of_a_script_do_not_count() {
        let a = "// T5\nfn turn(g) { let x = 1;  /* two */ g.roll(die::d, step::s) }\n";
        let b = "fn turn(g) {\n    let x = 1;\n    g.roll(die::d, step::s)\n}";
        assert_eq!(compact(a), compact(b));
        assert_ne!(compact(a), compact("fn turn(g) { let x = 2; g.roll(die::d, step::s) }"));
        assert_ne!(compact("fn f() { \"a  b\" }"), compact("fn f() { \"a b\" }"));
    }
}

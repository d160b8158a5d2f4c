//! The lines below a board: one for each player, and one for each kind of pieces that are nobody's.

use std::fmt::Write as _;

use anstyle::Style;

use super::paint::Paint;
use crate::board::Shape;
use crate::game::Game;
use crate::piece::ValueType;
use crate::state::{State, value_text};

/// Where the player's pieces are, and what the definition declares for each player.
pub(super) fn line(game: &Game, state: &State, player: usize, paint: Paint<'_>) -> String {
    let seat = &game.players[player];
    let mut line = head(game, player, seat.glyph, &seat.id, paint);
    line += &standing(game, state, player, |piece| game.pieces[piece].owner == player);
    for (i, entry) in game.state.iter().enumerate().filter(|(_, entry)| entry.per_player) {
        let value = value_text(game, state, i, player);
        _ = match entry.ty {
            ValueType::List { .. } => write!(line, "  {} ({value})", entry.id),
            ValueType::Int | ValueType::Bool => write!(line, "  {} {value}", entry.id),
        };
    }
    if state.scores().iter().any(|score| *score != 0) {
        _ = write!(line, "  score {}", state.scores()[player]);
    }
    line
}

/// Where the pieces are that are nobody's: a line for each kind of them.
pub(super) fn neutral_lines(game: &Game, state: &State, paint: Paint<'_>) -> Vec<String> {
    let nobody = game.nobody();
    let is_of =
        |piece: usize, kind| game.pieces[piece].owner == nobody && game.pieces[piece].kind == kind;
    let line = |kind: usize| {
        let declared = &game.kinds[kind];
        let head = head(game, nobody, declared.glyph.unwrap_or('?'), &declared.id, paint);
        let standing = standing(game, state, nobody, |piece| is_of(piece, kind));
        format!("{head}{standing}")
    };
    neutral_kinds(game).map(line).collect()
}

/// The kinds of pieces that are nobody's.
fn neutral_kinds(game: &Game) -> impl Iterator<Item = usize> {
    let is_neutral = |kind: usize| {
        game.pieces.iter().any(|piece| piece.owner == game.nobody() && piece.kind == kind)
    };
    (0..game.kinds.len()).filter(move |kind| is_neutral(*kind))
}

/// The letter and the name that a line begins with.
fn head(game: &Game, owner: usize, glyph: char, id: &str, paint: Paint<'_>) -> String {
    let ids = game.players.iter().map(|player| &player.id);
    let ids = ids.chain(neutral_kinds(game).map(|kind| &game.kinds[kind].id));
    let width = ids.map(|id| id.chars().count()).max().unwrap_or(0);
    let style = paint.letter(owner, Style::new());
    format!("{style}{glyph}{style:#} {id:width$} ")
}

/// Where some of the owner's pieces are.
///
/// A grid shows its pieces in full, so they are only counted. Elsewhere the pieces of a site hide
/// its name, so each place is listed as in the text of a state.
fn standing(game: &Game, state: &State, owner: usize, is_of: impl Fn(usize) -> bool) -> String {
    let on = |site: usize| state.pieces_down(site).filter(|piece| is_of(*piece)).count();
    let places = state.occupied(owner).iter().map(|site| (site, on(site)));
    let places: Vec<(usize, usize)> = places.filter(|(_, n)| *n > 0).collect();
    let n_on: usize = places.iter().map(|(_, n)| n).sum();
    let n_off = (0..game.pieces.len()).filter(|piece| is_of(*piece)).count() - n_on;
    let mut text = String::new();
    match game.board.shape() {
        Shape::Grid { .. } | Shape::Points { .. } if game.display.drawing.is_empty() => {
            let beside = || places.iter().filter(|(site, _)| game.board.is_beside(*site));
            let n_beside: usize = beside().map(|(_, n)| n).sum();
            _ = write!(text, " on {}  off {n_off}", n_on - n_beside);
            for (site, n) in beside() {
                _ = write!(text, "  {} {n}", game.board.name_for(*site, owner));
            }
        }
        _ => {
            for (site, n) in places {
                let name = game.board.name_for(site, owner);
                _ = if n > 1 { write!(text, " {name}*{n}") } else { write!(text, " {name}") };
            }
            if n_off > 0 {
                let gap = if n_on > 0 { "  " } else { " " };
                _ = write!(text, "{gap}off {n_off}");
            }
        }
    }
    text
}

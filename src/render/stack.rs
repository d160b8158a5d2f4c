//! The pieces of a site as they are shown: by owner, with the signs of their attributes.

use crate::game::Game;
use crate::state::State;

/// The pieces on a site from the lowest, those of one owner that lie on one another together; of those
/// that are nobody's, each kind for itself.
pub(super) fn runs(game: &Game, state: &State, site: usize) -> Vec<(usize, Vec<usize>)> {
    let mut runs: Vec<(usize, Vec<usize>)> = Vec::new();
    for piece in state.pieces_on(site) {
        let owner = state.owner(piece);
        match runs.last_mut() {
            Some((last, pieces))
                if *last == owner && glyph(game, state, pieces[0]) == glyph(game, state, piece) =>
            {
                pieces.push(piece);
            }
            _ => runs.push((owner, vec![piece])),
        }
    }
    runs
}

/// The letter or sign of a piece: its owner's, or its kind's where it is nobody's.
pub(super) fn glyph(game: &Game, state: &State, piece: usize) -> char {
    let kind = || game.kinds[game.pieces[piece].kind].glyph.unwrap_or('?');
    game.players.get(state.owner(piece)).map_or_else(kind, |player| player.glyph)
}

/// The signs of the attributes that any of the pieces bears.
pub(super) fn marks(game: &Game, state: &State, pieces: &[usize]) -> String {
    let borne =
        |attribute: usize| pieces.iter().any(|piece| state.attribute(*piece, attribute) != 0);
    let shown = game.display.attributes.iter().filter(|(attribute, _)| borne(*attribute));
    shown.map(|(_, sign)| *sign).collect()
}

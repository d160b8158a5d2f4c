//! Pieces come on the board, go in stacks and leave it; what is known of their sites stays in step.

use super::{NOTHING, State};
use crate::game::Game;

impl State {
    /// Puts a piece that is off the board on top of a site.
    pub(crate) fn put(&mut self, piece: usize, site: usize) {
        let owner = self.owner(piece);
        let [top, below, height, count] =
            [self.top_of(site), self.below_of(piece), self.height_of(site), self.count_of(owner)];
        let places = &mut self.places_of;
        places[piece] = site as i16;
        places[below] = places[top];
        places[top] = piece as i16;
        places[height] += 1;
        places[count] += 1;
        self.occupied[owner].insert(site);
    }

    /// Takes a piece off the board, wherever in a stack it is.
    pub(crate) fn lift(&mut self, piece: usize) {
        let Some(site) = self.site_of(piece) else { return };
        let owner = self.owner(piece);
        let above = self.pieces_down(site).find(|above| self.below(*above) == Some(piece));
        let [below, height, count] =
            [self.below_of(piece), self.height_of(site), self.count_of(owner)];
        let hole = above.map_or_else(|| self.top_of(site), |above| self.below_of(above));
        let places = &mut self.places_of;
        places[hole] = places[below];
        places[below] = NOTHING;
        places[piece] = NOTHING;
        places[height] -= 1;
        places[count] -= 1;
        if !self.pieces_down(site).any(|other| self.owner(other) == owner) {
            self.occupied[owner].remove(site);
        }
    }

    /// Takes a piece off the board for good: there it is like any other, with no attribute kept, and
    /// on no step that waits.
    pub(crate) fn remove(&mut self, piece: usize, game: &Game) {
        self.lift(piece);
        for (attribute, declared) in game.attributes.iter().enumerate() {
            self.set_attribute(piece, attribute, declared.default);
        }
        for step in &mut self.agenda {
            step.pieces.remove(piece);
        }
    }

    /// Moves everything that stands on a site on top of another one, in its order.
    pub(crate) fn move_all(&mut self, from: usize, to: usize) {
        let Some(top) = self.top(from) else { return };
        if from == to {
            return;
        }
        let mut piece = top;
        loop {
            let owner = self.owner(piece);
            self.places_of[piece] = to as i16;
            self.occupied[owner].remove(from);
            self.occupied[owner].insert(to);
            match self.below(piece) {
                Some(next) => piece = next,
                None => break,
            }
        }
        let [from_top, from_height] = [self.top_of(from), self.height_of(from)];
        let [to_top, to_height, below] =
            [self.top_of(to), self.height_of(to), self.below_of(piece)];
        let places = &mut self.places_of;
        places[below] = places[to_top];
        places[to_top] = top as i16;
        places[from_top] = NOTHING;
        places[to_height] += places[from_height];
        places[from_height] = 0;
    }
}

//! Copies of a state: block by block, and without new memory where there is a state already.

use std::sync::Arc;

use super::State;

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            sizes: Arc::clone(&self.sizes),
            owners: Arc::clone(&self.owners),
            places_of: self.places_of.clone(),
            numbers: self.numbers.clone(),
            occupied: self.occupied.clone(),
            places: self.places.clone(),
            history: self.history.clone(),
            agenda: self.agenda.clone(),
            outcome: self.outcome.clone(),
            ..*self
        }
    }

    /// Copies into what is there, which takes no memory. Both must be states of one game.
    fn clone_from(&mut self, other: &Self) {
        if self.places_of.len() != other.places_of.len()
            || self.numbers.len() != other.numbers.len()
        {
            *self = other.clone();
            return;
        }
        self.mover = other.mover;
        self.turn = other.turn;
        self.ply = other.ply;
        self.phase = other.phase;
        self.places_of.copy_from_slice(&other.places_of);
        self.numbers.copy_from_slice(&other.numbers);
        self.occupied.copy_from_slice(&other.occupied);
        self.agenda.clone_from(&other.agenda);
        if !self.places.is_empty() || !other.places.is_empty() {
            self.places.clone_from(&other.places);
        }
        self.history.clone_from(&other.history);
        if self.outcome.is_some() || other.outcome.is_some() {
            self.outcome.clone_from(&other.outcome);
        }
    }
}

//! How a game ends.

/// The result of a finished game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The players by index whose places are decided, in their order, the winners first.
    pub ranking: Vec<usize>,
    /// How many players at the head of the ranking won together; 0 for a draw.
    pub n_winners: usize,
    /// The index of the reason among the definition's reasons.
    pub reason: usize,
}

impl Outcome {
    /// Whether nobody won.
    pub fn is_draw(&self) -> bool {
        self.n_winners == 0
    }

    /// The only winner, if there is one.
    pub fn winner(&self) -> Option<usize> {
        (self.n_winners == 1).then(|| self.ranking[0])
    }

    /// Whether the player is among the winners.
    pub fn won(&self, player: usize) -> bool {
        self.ranking[..self.n_winners].contains(&player)
    }
}

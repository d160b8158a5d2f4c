//! Dice: what a throw can show, and how likely each outcome is.

/// One result of a throw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DieOutcome {
    /// What each die shows, ascending; one entry for a single die.
    pub faces: Vec<i32>,
    /// How many of the die's [`Die::total_weight`] ways lead here, at least 1.
    pub weight: u32,
}

/// A die, a set of sticks, or several dice thrown together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Die {
    /// The name that scripts use.
    pub id: String,
    /// The outcomes by rising faces; never empty.
    pub outcomes: Vec<DieOutcome>,
}

impl Die {
    /// The sum of all weights, at least 1.
    pub fn total_weight(&self) -> u32 {
        self.outcomes.iter().map(|outcome| outcome.weight).sum()
    }

    /// The index of the outcome with these faces, in any order.
    pub fn outcome(&self, faces: &[i32]) -> Option<usize> {
        let mut faces = faces.to_vec();
        faces.sort_unstable();
        self.outcomes.iter().position(|outcome| outcome.faces == faces)
    }

    /// The outcome that the `ticket`-th of [`Self::total_weight`] equally likely ways leads to.
    pub(crate) fn draw(&self, ticket: u32) -> usize {
        let mut rest = ticket;
        for (i, outcome) in self.outcomes.iter().enumerate() {
            if rest < outcome.weight {
                return i;
            }
            rest -= outcome.weight;
        }
        self.outcomes.len() - 1
    }

    /// What hooks and logs call an outcome: the face of a single die, else the outcome's index.
    pub fn number(&self, outcome: usize) -> i32 {
        match self.outcomes[outcome].faces.as_slice() {
            [face] => *face,
            _ => outcome as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tickets_follow_the_weights_in_the_order_of_faces() {
        let outcomes = [(1, 4), (2, 6), (3, 4), (4, 1), (6, 1)]
            .map(|(face, weight)| DieOutcome { faces: vec![face], weight });
        let die = Die { id: "sticks".into(), outcomes: outcomes.into() };
        let faces: Vec<i32> = (0..die.total_weight()).map(|t| die.number(die.draw(t))).collect();
        assert_eq!(faces, [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 6]);
        assert_eq!(die.outcome(&[6]), Some(4));
        assert_eq!(die.outcome(&[5]), None);
    }
}

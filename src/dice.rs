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
    total_weight: u32,
    /// The outcome of each ticket, where there are few tickets; else nothing.
    by_ticket: Vec<u16>,
    /// What each outcome is called.
    numbers: Vec<i32>,
}

/// So many tickets have their outcomes in a list.
const MAX_LISTED: u32 = 1 << 12;

impl Die {
    /// A die with outcomes by rising faces.
    pub(crate) fn new(id: String, outcomes: Vec<DieOutcome>) -> Self {
        let total_weight = outcomes.iter().map(|outcome| outcome.weight).sum();
        let tickets = |(i, outcome): (usize, &DieOutcome)| {
            std::iter::repeat_n(i as u16, outcome.weight as usize)
        };
        let by_ticket = if total_weight <= MAX_LISTED {
            outcomes.iter().enumerate().flat_map(tickets).collect()
        } else {
            Vec::new()
        };
        let number = |(i, outcome): (usize, &DieOutcome)| match outcome.faces.as_slice() {
            [face] => *face,
            _ => i as i32,
        };
        let numbers = outcomes.iter().enumerate().map(number).collect();
        Self { id, outcomes, total_weight, by_ticket, numbers }
    }

    /// The sum of all weights, at least 1.
    pub fn total_weight(&self) -> u32 {
        self.total_weight
    }

    /// The index of the outcome with these faces, in any order.
    pub fn outcome(&self, faces: &[i32]) -> Option<usize> {
        let mut faces = faces.to_vec();
        faces.sort_unstable();
        self.outcomes.iter().position(|outcome| outcome.faces == faces)
    }

    /// The outcome that the `ticket`-th of [`Self::total_weight`] equally likely ways leads to.
    pub(crate) fn draw(&self, ticket: u32) -> usize {
        if let Some(outcome) = self.by_ticket.get(ticket as usize) {
            return usize::from(*outcome);
        }
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
        self.numbers[outcome]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tickets_follow_the_weights_in_the_order_of_faces() {
        let outcomes = [(1, 4), (2, 6), (3, 4), (4, 1), (6, 1)]
            .map(|(face, weight)| DieOutcome { faces: vec![face], weight });
        let die = Die::new("sticks".into(), outcomes.into());
        let faces: Vec<i32> = (0..die.total_weight()).map(|t| die.number(die.draw(t))).collect();
        assert_eq!(faces, [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 6]);
        assert_eq!(die.outcome(&[6]), Some(4));
        assert_eq!(die.outcome(&[5]), None);
    }

    #[test]
    fn many_tickets_follow_the_weights_too() {
        let outcomes = [(1, 3000), (2, 1), (7, 2000)]
            .map(|(face, weight)| DieOutcome { faces: vec![face], weight });
        let die = Die::new("big".into(), outcomes.into());
        let faces = [0, 2999, 3000, 3001, 5000].map(|ticket| die.number(die.draw(ticket)));
        assert_eq!((die.total_weight(), faces), (5001, [1, 1, 2, 7, 7]));
    }
}

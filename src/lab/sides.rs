//! Who wins with whom.

use crate::game::Game;

/// For each player the number of their side, which is a team or a player alone, counted from 0 in
/// the order of the sides' first seats; and how many sides there are.
pub(super) fn sides(game: &Game) -> (Vec<usize>, usize) {
    let mut side_of = Vec::with_capacity(game.players.len());
    let mut n_sides = 0;
    for player in 0..game.players.len() {
        let team = game.players[player].team;
        let mate = (0..player).find(|mate| team.is_some() && game.players[*mate].team == team);
        side_of.push(mate.map_or_else(
            || {
                n_sides += 1;
                n_sides - 1
            },
            |mate| side_of[mate],
        ));
    }
    (side_of, n_sides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::toy;

    #[test]
    fn a_team_is_one_side() {
        let mut game = Game::clone(&toy::game("goal"));
        assert_eq!(sides(&game), (vec![0, 1], 2));
        for team in [None, Some(1), Some(0), Some(1), None] {
            let player = crate::game::Player { team, ..game.players[0].clone() };
            game.players.push(player);
        }
        assert_eq!(sides(&game), (vec![0, 1, 2, 3, 4, 3, 5], 6));
    }
}

//! Perft: how many ways of playing there are to a depth, to compare rules with other programs.

use crate::error::{Problem, Result};
use crate::rules::{Node, Play};

/// The greatest depth: beyond it the counting would not end anyway.
pub const MAX_DEPTH: u32 = 64;

/// The greatest number of throws between two moves when nothing else is said.
pub const THROWS: u32 = 2;

/// The greatest number of throws between two moves: each of them nests the counting deeper.
pub const MAX_THROWS: u32 = 64;

/// The ways of playing behind one first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The throws before the first move and its notation, as logs write them: `(2) (4) a1-e1`.
    pub text: String,
    /// The ways of playing that begin so.
    pub leaves: u64,
}

/// Counts the ways of playing with exactly `depth` moves from where the game stands.
///
/// A throw is no depth, and each of its outcomes counts once, whatever its weight. A way of playing
/// in which the game ends with fewer moves counts nothing, as in chess; nor does one with more than
/// `throws` throws between two moves, since some games may throw for ever. At depth 0 there is one.
///
/// The play keeps its history from here on and stands where it stood, with nothing to take back.
///
/// # Errors
///
/// `wrong-depth` beyond [`MAX_DEPTH`] or [`MAX_THROWS`], or what a hook failed with.
pub fn perft(play: &mut Play, depth: u32, throws: u32) -> Result<u64> {
    check(depth, throws)?;
    play.set_history(true);
    count(play, depth, throws, throws)
}

/// As [`perft`] for each first move, in the order of the throws' outcomes and of the offers.
///
/// # Errors
///
/// `wrong-depth` for a depth of 0, or beyond [`MAX_DEPTH`] or [`MAX_THROWS`], or what a hook failed
/// with.
pub fn divide(play: &mut Play, depth: u32, throws: u32) -> Result<Vec<Branch>> {
    check(depth, throws)?;
    if depth == 0 {
        let problem = Problem::new("wrong-depth", "expected a depth of at least 1, found 0");
        return Err(problem.help("there is no first move to divide by").into());
    }
    play.set_history(true);
    let mut branches = Vec::new();
    let mut prefix = Vec::new();
    branch(play, depth, (throws, throws), &mut prefix, &mut branches)?;
    Ok(branches)
}

fn check(depth: u32, throws: u32) -> Result<()> {
    for (what, most, found) in
        [("a depth of", MAX_DEPTH, depth), ("a number of throws of", MAX_THROWS, throws)]
    {
        if found > most {
            let message = format!("expected {what} at most {most}, found {found}");
            return Err(Problem::new("wrong-depth", message).into());
        }
    }
    Ok(())
}

/// The ways from here; `left` throws may still come before the next move.
fn count(play: &mut Play, depth: u32, left: u32, throws: u32) -> Result<u64> {
    if depth == 0 {
        return Ok(1);
    }
    let mut leaves = 0;
    match play.node() {
        Node::Over => {}
        Node::Chance { .. } if left == 0 => {}
        Node::Chance { die, .. } => {
            for outcome in 0..play.game().dice[die].outcomes.len() {
                play.throw(outcome)?;
                leaves += count(play, depth, left - 1, throws)?;
                play.undo(1)?;
            }
        }
        // The moves need not be played to be counted.
        Node::Choice { .. } if depth == 1 => leaves = play.legal().len() as u64,
        Node::Choice { .. } => {
            for index in 0..play.legal().len() {
                play.play(index)?;
                leaves += count(play, depth - 1, throws, throws)?;
                play.undo(1)?;
            }
        }
    }
    Ok(leaves)
}

/// Adds a branch for every first move from here; `throws` are those left before it, and the limit.
fn branch(
    play: &mut Play,
    depth: u32,
    (left, throws): (u32, u32),
    prefix: &mut Vec<String>,
    branches: &mut Vec<Branch>,
) -> Result<()> {
    match play.node() {
        Node::Over => {}
        Node::Chance { .. } if left == 0 => {}
        Node::Chance { die, .. } => {
            for outcome in 0..play.game().dice[die].outcomes.len() {
                let faces = &play.game().dice[die].outcomes[outcome].faces;
                let faces: Vec<String> = faces.iter().map(i32::to_string).collect();
                prefix.push(format!("({})", faces.join(" ")));
                play.throw(outcome)?;
                branch(play, depth, (left - 1, throws), prefix, branches)?;
                play.undo(1)?;
                prefix.pop();
            }
        }
        Node::Choice { .. } => {
            for (index, text) in play.texts()?.into_iter().enumerate() {
                play.play(index)?;
                let leaves = count(play, depth - 1, throws, throws)?;
                play.undo(1)?;
                prefix.push(text);
                branches.push(Branch { text: prefix.join(" "), leaves });
                prefix.pop();
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Source;
    use crate::lab::toy;

    /// Every turn is a toss of two outcomes, then a step or none.
    #[test]
    fn throws_are_no_depth_and_count_once_each() {
        let mut play = toy::play("goal");
        let before = play.position_text();
        let counts: Vec<u64> =
            (0..5).map(|depth| perft(&mut play, depth, 4).expect("sound rules")).collect();
        assert_eq!(counts, [1, 4, 16, 64, 256]);
        assert_eq!(play.position_text(), before);
    }

    #[test]
    fn a_game_that_ends_early_counts_nothing() {
        let mut play = toy::play("goal");
        let position = Source::new("position", "light e1\ndark e2\nmover light\n");
        play.set_position(&position).expect("a position of the game");
        // A 1 leads home or stays, a 2 can only stay: two of the three ways go on.
        assert_eq!(perft(&mut play, 1, 4), Ok(3));
        assert_eq!(perft(&mut play, 2, 4), Ok(6));
        assert_eq!(perft(&mut play, 3, 4), Ok(12));
    }

    #[test]
    fn throws_beyond_the_limit_are_not_followed() {
        let mut play = toy::play("goal");
        assert_eq!(perft(&mut play, 1, 0), Ok(0));
        assert_eq!(perft(&mut play, 1, 1), Ok(4));
        assert_eq!(perft(&mut play, MAX_DEPTH + 1, 1).expect_err("too deep").code(), "wrong-depth");
        let beyond = perft(&mut play, 1, MAX_THROWS + 1);
        assert_eq!(beyond.expect_err("too many throws").code(), "wrong-depth");
    }

    #[test]
    fn branches_add_up_to_the_whole() {
        let mut play = toy::play("goal");
        let branches = divide(&mut play, 3, 4).expect("sound rules");
        let texts: Vec<&str> = branches.iter().map(|branch| branch.text.as_str()).collect();
        assert_eq!(texts, ["(1) a1-b1", "(1) stay", "(2) a1-c1", "(2) stay"]);
        assert!(branches.iter().all(|branch| branch.leaves == 16));
        assert_eq!(divide(&mut play, 0, 4).expect_err("no move").code(), "wrong-depth");
    }
}

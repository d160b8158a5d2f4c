//! Expected ends: winners, a draw, a reason, or that the game goes on.

use super::{Check, Found, Mismatch, failed, mismatch, unknown};
use crate::error::Result;
use crate::log::tree::Word;
use crate::outcome::Outcome;

impl Check<'_> {
    pub(super) fn winner(&mut self, players: &[Word]) -> Result<Option<Mismatch>> {
        let mut expected = Vec::new();
        if !matches!(players, [one] if one.value == "none") {
            for word in players {
                expected.extend(self.winning(word)?);
            }
        }
        expected.sort_unstable();
        let mut winners = match self.stand.play.outcome() {
            Some(outcome) => outcome.ranking[..outcome.n_winners].to_vec(),
            None => Vec::new(),
        };
        winners.sort_unstable();
        Ok((expected != winners).then(|| self.other_end()))
    }

    /// The players that a word means who won: a player, or all of a team.
    fn winning(&self, word: &Word) -> Result<Vec<usize>> {
        let game = self.stand.play.game();
        if let Some(team) = game.teams().iter().position(|team| *team == word.value) {
            return Ok(game.members(team).collect());
        }
        let teams = game.teams().iter().map(String::as_str);
        let others: Vec<&str> = teams.chain(["none"]).collect();
        self.player(word, &others).map(|player| vec![player])
    }

    pub(super) fn draw(&self) -> Option<Mismatch> {
        let drawn = self.stand.play.outcome().is_some_and(Outcome::is_draw);
        (!drawn).then(|| self.other_end())
    }

    /// The game ended otherwise than expected, or goes on.
    fn other_end(&self) -> Mismatch {
        let play = &self.stand.play;
        let (found, text) = match play.outcome() {
            None => ("a game that goes on".to_owned(), "winner none".to_owned()),
            Some(outcome) if outcome.is_draw() => ("a draw".to_owned(), "draw".to_owned()),
            Some(outcome) => {
                let game = play.game();
                let winners = &outcome.ranking[..outcome.n_winners];
                let ids = winners.iter().map(|player| game.players()[*player].id.as_str());
                let ids = game
                    .whole_team(winners)
                    .map_or_else(|| ids.collect::<Vec<_>>().join(" "), str::to_owned);
                (format!("the winner {ids}"), format!("winner {ids}"))
            }
        };
        let message = format!("expected another result, found {found}");
        let problem = failed(self.log, self.item, message).note(play.describe_node());
        mismatch(problem, Found::Whole(text))
    }

    pub(super) fn over(&mut self, reason: Option<&Word>) -> Result<Option<Mismatch>> {
        let play = &self.stand.play;
        let reasons = play.game().reasons();
        if let Some(reason) = reason
            && !reasons.iter().any(|known| known.id == reason.value)
        {
            let known = reasons.iter().map(|reason| reason.id.as_str());
            return Err(unknown(self.log, reason, "reason", known).into());
        }
        let Some(outcome) = play.outcome() else {
            let message = "expected that the game is over, but it goes on";
            let problem = failed(self.log, self.item, message).note(play.describe_node());
            return Ok(Some(mismatch(problem, Found::Nothing)));
        };
        let found = &reasons[outcome.reason].id;
        let Some(reason) = reason.filter(|reason| reason.value != *found) else { return Ok(None) };
        let message = format!("expected the end for reason {}, found {found}", reason.value);
        let problem = failed(self.log, reason, message);
        Ok(Some(mismatch(problem, Found::Words(vec![(reason.span.clone(), found.clone())]))))
    }
}

//! What is simulated and how: all that is needed to do it again, and to print what came of it.

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::render::{self, Spot};
use crate::text::{Named, Text};

use super::bot::Bot;
use super::heat::Heat;
use super::ruleset::Ruleset;
use super::simulate::Options;

/// A game as it is chosen, and how it is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// The rules that are played.
    pub rules: Ruleset,
    /// The players in the order of their seats.
    pub players: Vec<Named>,
    /// The bot on each of the seats, as it is written.
    pub bots: Vec<String>,
    /// The reasons for the end, in the order of the definition.
    pub reasons: Vec<Named>,
    /// The counters of the definition.
    pub metrics: Vec<Named>,
    /// How many playouts there are in all.
    pub n: u64,
    /// The seed; playout i, counted from 0, has the stream of this seed and i.
    pub seed: u64,
    /// The cap on moves in a playout.
    pub max_plies: u64,
    /// The game's title.
    pub title: Text,
    /// The events that are counted by sites.
    pub heats: Vec<Heat>,
    /// The sites by index, with their places in a drawing of the board.
    pub plan: Vec<Spot>,
}

impl Subject {
    /// What playing this game with these options is; the bots are those of [`Bot::on_seat`].
    pub fn new(game: &Game, options: &Options) -> Self {
        let named = |id: &String, title: &_| Named { id: id.clone(), title: Clone::clone(title) };
        let seats = 0..game.players.len();
        Self {
            rules: Ruleset::new(game),
            players: game.players.iter().map(|player| named(&player.id, &player.title)).collect(),
            bots: seats.map(|seat| Bot::on_seat(&options.bots, seat).to_string()).collect(),
            reasons: game.reasons.clone(),
            metrics: game.metrics.iter().map(|metric| named(&metric.id, &metric.title)).collect(),
            n: options.n,
            seed: options.seed,
            max_plies: options.max_plies,
            title: game.title.clone(),
            heats: Heat::all(game),
            plan: render::plan(game),
        }
    }

    /// The first thing that is not the same in another one, by its name here; titles and what only
    /// pictures need do not count.
    pub(super) fn differs(&self, other: &Self) -> Option<&'static str> {
        let ids = |list: &[Named]| list.iter().map(|named| named.id.clone()).collect::<Vec<_>>();
        let events =
            |list: &[Heat]| list.iter().map(|heat| heat.event.id.clone()).collect::<Vec<_>>();
        let same = [
            ("game", self.rules.game == other.rules.game),
            ("variant", self.rules.variant == other.rules.variant),
            ("houses", self.rules.houses == other.rules.houses),
            ("options", self.rules.options == other.rules.options),
            ("digest", self.rules.digest == other.rules.digest),
            ("players", ids(&self.players) == ids(&other.players)),
            ("bots", self.bots == other.bots),
            ("reasons", ids(&self.reasons) == ids(&other.reasons)),
            ("metrics", ids(&self.metrics) == ids(&other.metrics)),
            ("n", self.n == other.n),
            ("seed", self.seed == other.seed),
            ("max_plies", self.max_plies == other.max_plies),
            ("heats", events(&self.heats) == events(&other.heats)),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::toy;

    #[test]
    fn what_differs_has_a_name() {
        let options = Options { bots: vec![], n: 9, seed: 3, jobs: 1, max_plies: 50 };
        let subject = Subject::new(&toy::game("never"), &options);
        let with = |options: &Options| subject.differs(&Subject::new(&toy::game("never"), options));
        assert_eq!(with(&options), None);
        assert_eq!(with(&Options { jobs: 7, bots: vec![Bot::Random], ..options.clone() }), None);
        assert_eq!(with(&Options { seed: 4, ..options.clone() }), Some("seed"));
        assert_eq!(with(&Options { bots: vec![Bot::Greedy], ..options.clone() }), Some("bots"));
        let other = Subject::new(&toy::game("goal"), &options);
        assert_eq!(subject.differs(&other), Some("options"));
    }
}

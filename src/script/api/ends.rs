//! Teams, scores, places and the end of a game.

use super::Effect::Change;
use super::Param::{Int as N, Player, Reason, Team};
use super::Returns::{Bool, Int};
use super::values::small;
use super::{ApiFn, value};
use crate::script::table::{Fault, Table};

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::read(
        "team",
        &[("player", Player)],
        Int,
        "the team of a player, to compare with `team::…`; −1 without one",
        value!(|t, a| Ok(team_of(t, a[0] as usize).map_or(-1, |team| team as i64))),
    ),
    ApiFn::read(
        "partner",
        &[("player", Player)],
        Int,
        "the next member of the player's team in the order of seats; the player alone is their own",
        value!(|t, a| Ok(partner(t, a[0] as usize) as i64)),
    )
    .gives(Player),
    ApiFn::read(
        "allied",
        &[("player", Player), ("other", Player)],
        Bool,
        "whether two players are one, or of one team",
        value!(|t, a| Ok(allied(t, a[0] as usize, a[1] as usize).into())),
    ),
    ApiFn::effect(
        Change,
        "score",
        &[("player", Player), ("n", N)],
        "adds to a player's score",
        value!(|t, a| {
            t.state.add_score(a[0] as usize, small(a[1])?);
            Ok(0)
        }),
    ),
    ApiFn::effect(
        Change,
        "place",
        &[("player", Player)],
        "gives a player the next place while the others play on; a place once given stays",
        value!(|t, a| {
            t.state.add_place(a[0] as usize);
            Ok(0)
        }),
    ),
    ApiFn::read(
        "placed",
        &[("player", Player)],
        Bool,
        "whether a player has a place already",
        value!(|t, a| Ok(t.state.places().any(|player| player == a[0] as usize).into())),
    ),
    ApiFn::property(
        "n_placed",
        Int,
        "how many players have their places",
        value!(|t, _| Ok(t.state.places().count() as i64)),
    ),
    ApiFn::effect(
        Change,
        "win",
        &[("player", Player), ("reason", Reason)],
        "ends the game: the player wins",
        value!(|t, a| finish(t, &[a[0] as usize], a[1])),
    ),
    ApiFn::effect(
        Change,
        "win_team",
        &[("team", Team), ("reason", Reason)],
        "ends the game: every player of the team wins",
        value!(|t, a| {
            let members = t.game.members(a[0] as usize);
            finish(t, &members.collect::<Vec<_>>(), a[1])
        }),
    ),
    ApiFn::effect(
        Change,
        "finish",
        &[("reason", Reason)],
        "ends the game by the places: the first wins, with those of the same team that have one, and players without a place come last",
        value!(|t, a| {
            let Some(first) = t.state.places().next() else {
                return Err(Fault::new("no-places", "no player has a place").help(
                    "give places with `g.place(player)` first, or end with `g.draw(reason)`",
                ));
            };
            let with_first = t.state.places().filter(|player| allied(t, first, *player));
            let winners: Vec<usize> = with_first.collect();
            for player in 0..t.game.players.len() {
                t.state.add_place(player);
            }
            finish(t, &winners, a[0])
        }),
    ),
    ApiFn::effect(
        Change,
        "draw",
        &[("reason", Reason)],
        "ends the game: nobody wins",
        value!(|t, a| finish(t, &[], a[0])),
    ),
    ApiFn::property(
        "over",
        Bool,
        "whether the game has ended",
        value!(|t, _| Ok(t.state.outcome().is_some().into())),
    ),
];

fn team_of(table: &Table, player: usize) -> Option<usize> {
    table.game.players[player].team
}

fn allied(table: &Table, player: usize, other: usize) -> bool {
    let team = team_of(table, player);
    player == other || team.is_some() && team == team_of(table, other)
}

fn partner(table: &Table, player: usize) -> usize {
    let n_players = table.game.players.len();
    let others = (1..n_players).map(|i| (player + i) % n_players);
    others.into_iter().find(|other| allied(table, player, *other)).unwrap_or(player)
}

fn finish(table: &mut Table, winners: &[usize], reason: i64) -> Result<i64, Fault> {
    if table.state.outcome().is_some() {
        return Err(Fault::new("already-over", "the game has already ended"));
    }
    table.state.finish(winners, reason as usize);
    table.asked = 0;
    Ok(0)
}

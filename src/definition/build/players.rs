//! The players: who is declared, who is seated, and in which team.

use super::names::{Index, Slot};
use super::{Context, duplicate};
use crate::definition::document::{Document, PlayerRecord, SeatRecord, Team, ViewWord};
use crate::definition::path::Speaker;
use crate::definition::read::{Key, TeamWord, Word};
use crate::definition::{Choice, Seats};
use crate::error::{Problem, Result};
use crate::game::{MAX_PLAYERS, Player, View};

/// The players in play, and all declared ones by name.
#[derive(Default)]
pub(super) struct Table {
    /// In the order of their seats.
    pub(super) players: Vec<Player>,
    /// The teams of the players in play, in the order of their first members.
    pub(super) teams: Vec<String>,
    /// Declared players; one who is not seated is switched off.
    pub(super) index: Index<()>,
    seat_of: Vec<usize>,
    /// The players whose conditions do not hold.
    off: Vec<String>,
    failed: bool,
}

impl Table {
    /// How many play, if that is known.
    pub(super) fn n_seated(&self) -> Option<usize> {
        (!self.failed).then_some(self.players.len())
    }

    /// Whether there is such a player, seated or not.
    pub(super) fn knows(&self, name: &Word) -> bool {
        self.index.words().any(|word| word.text == name.text)
    }

    /// As what a player names sites; one who is not known does so as one who is not in play.
    pub(super) fn speaker(&self, name: &Word) -> Speaker {
        match self.players.iter().position(|player| player.id == name.text) {
            Some(seat) => Speaker::Seated(seat),
            None if self.off.contains(&name.text) => Speaker::Off,
            None => Speaker::Unseated,
        }
    }

    /// All declared players, each with whether they play.
    pub(super) fn declared(&self) -> Vec<(String, bool)> {
        let plays = |id: &str| self.players.iter().any(|player| player.id == id);
        self.index.words().map(|id| (id.text.clone(), plays(&id.text))).collect()
    }

    /// The seat of a player, `None` for one who is not in play; reported when there is no such player.
    pub(super) fn seat(&self, name: &Word, cx: &mut Context) -> Option<usize> {
        if self.failed && !self.knows(name) {
            // Perhaps one of those who could not be read.
            return None;
        }
        match self.index.slot(name, "player", cx) {
            Slot::On(index) => self.seat_of.get(index).copied(),
            Slot::Off | Slot::Broken => None,
        }
    }
}

/// Seats the players that a choice asks for.
pub(super) fn build(document: &Document, choice: &Choice, cx: &mut Context) -> Table {
    let mut table = Table::default();
    let Some(list) = &document.players else {
        table.failed = true;
        return table;
    };
    let mut declared: Vec<(&Word, &PlayerRecord)> = Vec::new();
    let mut off: Vec<&Word> = Vec::new();
    for record in &list.0 {
        let Some(id) = &record.id else {
            table.failed = true;
            continue;
        };
        if declared.iter().map(|(w, _)| *w).chain(off.iter().copied()).any(|w| w.text == id.0.text)
        {
            cx.report(duplicate(&id.0, "another player has this name"));
        } else if cx.holds(record.when.as_ref()) {
            declared.push((&id.0, record));
        } else {
            off.push(&id.0);
        }
    }
    if list.0.is_empty() {
        let place = document.game.as_ref().map_or(&document.place, |game| &game.0.place);
        cx.report(Problem::new("no-players", "a game needs players").at(place.clone()));
        table.failed = true;
    }
    if let Some((id, _)) = declared.get(MAX_PLAYERS) {
        let message = format!("more than {MAX_PLAYERS} players");
        cx.report(Problem::new("too-many-players", message).at(id.place.clone()));
    }

    let names: Vec<&str> = declared.iter().map(|(id, _)| id.text.as_str()).collect();
    let known: Vec<&str> =
        names.iter().copied().chain(off.iter().map(|id| id.text.as_str())).collect();
    let lists = seat_lists(document, &known, cx);
    let seated = match seated(&lists, choice, &names) {
        Ok(seated) => seated,
        Err(error) => {
            table.failed = true;
            cx.problems.extend(error);
            names.iter().map(|name| (*name).to_owned()).collect()
        }
    };
    let mut teams = Vec::new();
    for name in &seated {
        if let Some((id, record)) = declared.iter().find(|(id, _)| id.text == *name) {
            table.seat_of.push(table.players.len());
            table.index.add(id, ());
            seat(&mut table, &mut teams, id, record, cx);
        }
    }
    check_teams(&teams, &table.players, cx);
    table.teams = teams.into_iter().map(|team| team.text).collect();
    for (id, _) in declared.iter().filter(|(id, _)| !seated.contains(&id.text)) {
        table.index.off(id);
    }
    for id in off {
        table.index.off(id);
        table.off.push(id.text.clone());
    }
    table
}

fn seat(
    table: &mut Table,
    teams: &mut Vec<Word>,
    id: &Word,
    record: &PlayerRecord,
    cx: &mut Context,
) {
    let glyph = record.glyph.map_or_else(|| id.text.chars().next().unwrap_or('?'), |g| g.0);
    if let Some(other) = table.players.iter().find(|player| player.glyph == glyph) {
        let message = format!("`{}` and `{}` are both shown as `{glyph}`", other.id, id.text);
        let problem = Problem::new("duplicate-glyph", message).at(id.place.clone());
        cx.report(problem.help("give one of them another `glyph`"));
    }
    let team = record.team.as_ref().and_then(|team| team_name(team, cx)).map(|word| {
        teams.iter().position(|known| known.text == word.text).unwrap_or_else(|| {
            teams.push(word);
            teams.len() - 1
        })
    });
    table.players.push(Player {
        id: id.text.clone(),
        title: record.title.clone().unwrap_or_default(),
        glyph,
        color: record.color.as_ref().map(|color| color.0.clone()),
        team,
        view: if record.view == Some(ViewWord::Far) { View::Far } else { View::Near },
    });
}

/// The name of a team; `None` when an expression gives an empty one.
fn team_name(Team(scalar): &Team, cx: &mut Context) -> Option<Word> {
    let name = cx.scope.text(scalar, &mut cx.problems).filter(|name| !name.is_empty())?;
    if TeamWord::fits(&name) {
        return Some(Word { text: name, place: scalar.place.clone() });
    }
    let message = format!("expected {}, found `{name}`", TeamWord::EXPECTED);
    cx.report(Problem::new("bad-name", message).at(scalar.place.clone()));
    None
}

/// Teams stand beside players in logs and answers.
fn check_teams(teams: &[Word], players: &[Player], cx: &mut Context) {
    for team in teams {
        if players.iter().any(|player| player.id == team.text) {
            cx.report(duplicate(team, "a player has this name"));
        } else if team.text == "none" {
            let message = "`none` is a keyword of logs";
            cx.report(Problem::new("reserved-name", message).at(team.place.clone()));
        }
    }
}

/// The players of a list of seats whose conditions hold, by the number of players.
struct SeatList<'a> {
    count: &'a Word,
    ids: Vec<&'a str>,
}

/// The ids of the players in play, in the order of their seats.
fn seated(seats: &[SeatList<'_>], choice: &Choice, names: &[&str]) -> Result<Vec<String>> {
    let ids = |count: usize| -> Option<Vec<String>> {
        if seats.is_empty() {
            return (count == names.len()).then(|| owned(names));
        }
        let list = seats.iter().find(|list| list.count.text.parse() == Ok(count))?;
        let mut ids: Vec<String> = Vec::new();
        for id in list.ids.iter().filter(|id| names.contains(id)) {
            if !ids.iter().any(|earlier| earlier == id) {
                ids.push((*id).to_owned());
            }
        }
        Some(ids)
    };
    let unseated = |count: usize| {
        let counts: Vec<String> = match seats {
            [] => vec![names.len().to_string()],
            seats => seats.iter().map(|list| list.count.text.clone()).collect(),
        };
        let message = format!("no seats for {count} players");
        let help = format!("it is played by {}", counts.join(" or "));
        Problem::new("unknown-seats", message).help(help)
    };
    match &choice.players {
        // The whole table if it has seats, else the greatest number that has.
        None => {
            let greatest = seats.iter().filter_map(|list| list.count.text.parse().ok()).max();
            Ok(ids(names.len()).or_else(|| ids(greatest?)).unwrap_or_else(|| owned(names)))
        }
        Some(Seats::Count(count)) => ids(*count).ok_or_else(|| unseated(*count).into()),
        Some(Seats::Named(list)) => {
            for (i, id) in list.iter().enumerate() {
                if !names.contains(&id.as_str()) {
                    let problem = Problem::new("unknown-player", format!("unknown player `{id}`"));
                    return Err(problem.help_nearest(id, names.iter().copied()).into());
                }
                if list[..i].contains(id) {
                    let message = format!("the player `{id}` is seated twice");
                    return Err(Problem::new("duplicate-name", message).into());
                }
            }
            ids(list.len()).map(|_| list.clone()).ok_or_else(|| unseated(list.len()).into())
        }
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The lists of seats, each of which has as many known players as its key says; one whose players
/// are all switched off is left out.
fn seat_lists<'a>(document: &'a Document, known: &[&str], cx: &mut Context) -> Vec<SeatList<'a>> {
    let mut lists = Vec::new();
    for (count, list) in &document.seats.0 {
        let Some(list) = list else {
            lists.push(SeatList { count, ids: Vec::new() });
            continue;
        };
        for SeatRecord { id, .. } in list.0.iter().filter(|s| !known.contains(&s.id.text.as_str()))
        {
            let problem = Problem::new("unknown-player", format!("unknown player `{}`", id.text))
                .at(id.place.clone());
            cx.report(problem.help_nearest(&id.text, known.iter().copied()));
        }
        // A condition that is wrong leaves open how many there are.
        let truths: Vec<Option<bool>> = list
            .0
            .iter()
            .map(|seat| cx.scope.truth(seat.when.as_ref(), &mut cx.problems))
            .collect();
        let on = list.0.iter().zip(&truths).filter(|(_, truth)| **truth != Some(false));
        let on: Vec<&Word> = on.map(|(seat, _)| &seat.id).collect();
        if on.is_empty() && !list.0.is_empty() {
            continue;
        }
        let is_sure = !truths.contains(&None);
        if is_sure && count.text.parse::<i32>().is_ok_and(|n| n as usize != on.len()) {
            let message = format!("expected {} players, found {}", count.text, on.len());
            cx.report(Problem::new("wrong-seats", message).at(count.place.clone()));
        }
        for (i, word) in on.iter().enumerate() {
            if on[..i].iter().any(|earlier| earlier.text == word.text) {
                let message = format!("the player `{}` is seated twice", word.text);
                cx.report(Problem::new("duplicate-name", message).at(word.place.clone()));
            }
        }
        lists.push(SeatList { count, ids: on.iter().map(|word| word.text.as_str()).collect() });
    }
    lists
}

//! A state as text: `light a1*3 f2.been`, `mover dark`, `wait roll d6 throwing dark`.
//!
//! One item a line. What is left out has its initial value: no piece there, the first seat to
//! move, declared entries as the definition starts them, and the mover's turn about to begin.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{LATER, OFF_BOARD, Phase, State, Step, StepKind};
use crate::game::Game;
use crate::piece::ValueType;

/// Placement lines are wrapped at this width, in characters.
const WIDTH: usize = 90;

/// The text of a state, a line for each item, each with its line break.
pub(crate) fn position_text(game: &Game, state: &State) -> String {
    let mut text = String::new();
    placements(game, state, &mut text);
    match state.phase {
        Phase::Setup => text.push_str("phase setup\n"),
        Phase::Closing => text.push_str("phase closing\n"),
        Phase::Begin | Phase::Turn => {}
    }
    if let Some(mover) = state.mover() {
        _ = writeln!(text, "mover {}", game.players[mover].id);
    }
    if state.turn > 1 {
        _ = writeln!(text, "turn {}", state.turn);
    }
    for (i, entry) in game.state.iter().enumerate() {
        for player in 0..if entry.per_player { game.players.len() } else { 1 } {
            let is_default = match entry.ty {
                ValueType::List { .. } => state.list(i, player).is_empty(),
                ValueType::Bool | ValueType::Int => state.entry(i, player) == entry.default,
            };
            if is_default {
                continue;
            }
            let value = value_text(game, state, i, player);
            let owner = if entry.per_player {
                format!(" {}", game.players[player].id)
            } else {
                String::new()
            };
            _ = writeln!(text, "{}{owner} = {value}", entry.id);
        }
    }
    recorded(state, &mut text);
    for (player, score) in state.scores().iter().enumerate().filter(|(_, score)| **score != 0) {
        _ = writeln!(text, "score {} = {score}", game.players[player].id);
    }
    if !state.places.is_empty() {
        let ids = state.places.iter().map(|player| game.players[usize::from(*player)].id.as_str());
        _ = writeln!(text, "places {}", ids.collect::<Vec<_>>().join(" "));
    }
    for step in &state.agenda {
        _ = writeln!(text, "{}", step_text(game, state, step));
    }
    if let Some(outcome) = &state.outcome {
        _ = write!(text, "over {}", game.reasons[outcome.reason].id);
        for player in &outcome.ranking[..outcome.n_winners] {
            _ = write!(text, " {}", game.players[*player].id);
        }
        text.push('\n');
    }
    text
}

/// The value of a declared entry as it is written: a list's items with blanks between them.
pub(crate) fn value_text(game: &Game, state: &State, entry: usize, player: usize) -> String {
    let declared = &game.state[entry];
    let one = |value: &i32| match usize::try_from(*value) {
        Ok(site) if declared.of_sites => game.board.name(site).to_owned(),
        Err(_) if declared.of_sites => OFF_BOARD.to_owned(),
        _ => value.to_string(),
    };
    match declared.ty {
        ValueType::List { .. } => {
            state.list(entry, player).iter().map(one).collect::<Vec<_>>().join(" ")
        }
        ValueType::Bool => (state.entry(entry, player) != 0).to_string(),
        ValueType::Int => one(&state.entry(entry, player)),
    }
}

/// Where owners share a site, a piece bears a sign for every change of owner under it.
/// Of the pieces off the board only those are written that differ from what is left out.
fn placements(game: &Game, state: &State, text: &mut String) {
    let mut words: Vec<Vec<String>> = vec![Vec::new(); game.nobody() + 1];
    for site in 0..game.board.n_sites() {
        let mut site_name = String::new();
        let mut run: Option<(usize, String, usize)> = None;
        for piece in state.pieces_on(site) {
            let owner = state.owner(piece);
            let base = game.board.name_for(site, owner);
            match &run {
                None => base.clone_into(&mut site_name),
                Some((last, ..)) if *last == owner => {}
                Some(_) => {
                    let n_later = site_name.chars().rev().take_while(|c| *c == LATER).count();
                    base.clone_into(&mut site_name);
                    site_name.extend(std::iter::repeat_n(LATER, n_later + 1));
                }
            }
            let word = piece_text(game, state, piece, &site_name);
            match &mut run {
                Some((last, text, n)) if *last == owner && *text == word => *n += 1,
                _ => {
                    if let Some((owner, word, n)) = run.replace((owner, word, 1)) {
                        words[owner].push(counted((word, n)));
                    }
                }
            }
        }
        if let Some((owner, word, n)) = run {
            words[owner].push(counted((word, n)));
        }
    }
    for (owner, words) in words.iter().enumerate() {
        wrap(game.owner_id(owner), words, text);
    }
    let mut off: Vec<BTreeMap<String, usize>> = vec![BTreeMap::new(); game.nobody() + 1];
    for piece in state.marked_off_board(game) {
        *off[state.owner(piece)].entry(piece_text(game, state, piece, OFF_BOARD)).or_default() += 1;
    }
    for (owner, words) in off.into_iter().enumerate() {
        let words: Vec<String> = words.into_iter().map(counted).collect();
        wrap(game.owner_id(owner), &words, text);
    }
}

/// The keys of the game's history in rising order, each with how often it occurred.
fn recorded(state: &State, text: &mut String) {
    let word = |(key, n): (i64, u32)| counted((key.to_string(), n as usize));
    let words: Vec<String> = state.history.iter().map(word).collect();
    wrap("recorded", &words, text);
}

fn counted((word, n): (String, usize)) -> String {
    if n == 1 { word } else { format!("{word}*{n}") }
}

fn wrap(owner: &str, words: &[String], text: &mut String) {
    let mut width = 0;
    for word in words {
        if width == 0 || width + word.len() >= WIDTH {
            if width > 0 {
                text.push('\n');
            }
            text.push_str(owner);
            width = owner.len();
        }
        text.push(' ');
        text.push_str(word);
        width += word.len() + 1;
    }
    if width > 0 {
        text.push('\n');
    }
}

/// A piece as a word: its site, its kind where there are several, and what its attributes say.
fn piece_text(game: &Game, state: &State, piece: usize, site: &str) -> String {
    let mut word = String::new();
    if game.only_kind(state.owner(piece)).is_none() {
        word = format!("{}:", game.kinds[game.pieces[piece].kind].id);
    }
    word.push_str(site);
    for (i, attribute) in game.attributes.iter().enumerate() {
        let value = state.attribute(piece, i);
        if value == attribute.default {
            continue;
        }
        _ = match (attribute.ty, value) {
            (ValueType::Bool, 1) => write!(word, ".{}", attribute.id),
            (ValueType::Bool, _) => write!(word, ".{}=false", attribute.id),
            _ => write!(word, ".{}={value}", attribute.id),
        };
    }
    word
}

fn step_text(game: &Game, state: &State, step: &Step) -> String {
    let tag = &game.steps[usize::from(step.tag)].id;
    let player = &game.players[usize::from(step.player)].id;
    let mut line = match step.kind {
        StepKind::Roll { die } => {
            format!("wait roll {} {tag} {player}", game.dice[usize::from(die)].id)
        }
        StepKind::Choose => format!("wait choose {tag} {} {player}", step.number),
        StepKind::Act => format!("wait act {tag} {} {player}", step.number),
    };
    // By where they stand, since pieces that cannot be told apart have no order of their own.
    let mut stands: Vec<(usize, usize)> = Vec::new();
    for piece in step.pieces.iter() {
        let Some(site) = state.site_of(piece) else { continue };
        stands.push((site, state.pieces_down(site).take_while(|other| *other != piece).count()));
    }
    stands.sort_unstable();
    for (site, depth) in stands {
        _ = write!(line, " {}", game.board.name(site));
        if depth > 0 {
            _ = write!(line, ":{depth}");
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::definition::{Choice, Library, Setting};
    use crate::error::Source;
    use crate::state::parse_position;

    fn ford(boulders: bool) -> Game {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
        let definition = Library::folder(&games).open("ford").expect("the game is right");
        let value = boulders.to_string();
        let set = vec![Setting { name: "boulders".into(), value, place: None }];
        definition.build(&Choice { set, ..Choice::default() }).expect("the game is right")
    }

    fn read(game: &Game, text: &str) -> State {
        let read = parse_position(game, &Source::new("test", text));
        read.unwrap_or_else(|error| panic!("{error:#}"))
    }

    #[track_caller]
    fn check(boulders: bool, text: &str) {
        let game = ford(boulders);
        let state = read(&game, text);
        let printed = position_text(&game, &state);
        assert_eq!(printed, text);
        let again = read(&game, &printed);
        assert_eq!(again, state);
        assert_eq!(again.likeness(&game), state.likeness(&game));
    }

    #[test]
    fn pieces_that_are_nobodys_are_read_as_they_are_written() {
        check(false, "light a0\nneutral a2 c3*2\nmover light\n");
        check(false, "light b0 a2'\ndark a2''\nneutral b0' a2\nmover dark\n");
        check(false, "light a0.wet\nneutral a1.wet\nneutral -.wet\nmover light\n");
        check(true, "light a0\nneutral stone:a2 boulder:b2.wet stone:b2*2\nmover light\n");
        check(true, "light b2'\nneutral stone:a2 boulder:b2\nneutral stone:-.wet\nmover light\n");
    }

    #[test]
    fn sites_and_the_history_are_read_as_they_are_written() {
        check(false, "light a0\nmover light\nlaid = a1\ntrod light = c3 a0\n");
        check(false, "light a0\nmover light\ntrod light = - a0\ntrod dark = -\n");
        check(false, "light a0\nmover light\nrecorded -9223372036854775808 -1*2 0 77*4294967295\n");
        let keys: Vec<String> = (1_000_000..1_000_030).map(|key| key.to_string()).collect();
        let (first, second) = keys.split_at(10);
        let (second, third) = second.split_at(10);
        let lines = [first, second, third].map(|keys| format!("recorded {}\n", keys.join(" ")));
        check(false, &format!("light a0\nmover light\n{}", lines.concat()));
    }

    #[test]
    fn wrong_sites_and_histories_are_refused() {
        let game = ford(false);
        for (text, code, at) in [
            ("laid = a9", "unknown-name", "a9"),
            ("laid = 3", "unknown-name", "3"),
            ("laid =", "bad-position", "laid"),
            ("trod light = a0 aa", "unknown-name", "aa"),
            ("trod light = a0 a1 a2", "bad-position", "trod"),
            ("recorded", "bad-position", "recorded"),
            ("recorded 5 a1", "bad-position", "a1"),
            ("recorded 5*0", "bad-position", "5*0"),
            ("recorded 5*", "bad-position", ""),
            ("recorded 5 6\nrecorded 7 6*2", "bad-position", "6"),
            ("recorded 9223372036854775808", "bad-position", "9223372036854775808"),
        ] {
            let error = parse_position(&game, &Source::new("test", text)).expect_err(text);
            assert_eq!(error.code(), code, "{error:#}");
            let place = error.problems()[0].place().expect("the place is known");
            assert_eq!(&text[place.span()], at);
        }
    }

    #[test]
    fn a_history_tells_states_apart() {
        let game = ford(false);
        let (once, twice) = (read(&game, "recorded 5"), read(&game, "recorded 5*2"));
        assert_ne!(once, twice);
        assert_ne!(once.likeness(&game), twice.likeness(&game));
        assert_eq!(read(&game, "recorded 5*2 7"), read(&game, "recorded 7\nrecorded 5*2"));
    }

    #[test]
    fn pieces_of_an_only_kind_may_say_it() {
        let game = ford(false);
        let state = read(&game, "light walker:a0\nneutral stone:b1");
        assert_eq!(position_text(&game, &state), "light a0\nneutral b1\nmover light\n");
        assert_eq!(state.neutral_sites().iter().collect::<Vec<_>>(), [4]);
        assert_eq!(state.owner(state.top(4).expect("a stone")), game.nobody());
    }

    #[test]
    fn who_owns_a_piece_tells_states_apart() {
        let game = ford(false);
        let (stone, walker) = (read(&game, "neutral a1"), read(&game, "light a1"));
        assert_ne!(stone, walker);
        assert_ne!(stone.likeness(&game), walker.likeness(&game));
    }

    #[test]
    fn nobody_has_no_more_pieces_than_there_are() {
        let game = ford(false);
        for (text, code, at) in [
            ("neutral a1*4", "too-many-pieces", "a1*4"),
            ("neutral walker:a1", "too-many-pieces", "walker:a1"),
            ("neutrall a1", "unknown-name", "neutrall"),
            ("mover neutral", "unknown-name", "neutral"),
        ] {
            let error = parse_position(&game, &Source::new("test", text)).expect_err(text);
            assert_eq!(error.code(), code, "{error:#}");
            let place = error.problems()[0].place().expect("the place is known");
            assert_eq!(&text[place.span()], at);
        }
    }
}

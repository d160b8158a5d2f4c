//! What one playout shows to somebody who watches every node.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::board::SiteSet;
use crate::error::{Result, Source};
use crate::lab::playout::Watch;
use crate::log::{Entry, Expectation, Item, Log, Moves};
use crate::rules::{Node, Play, Why};
use crate::state::{PieceSet, State};

/// The rules are asked for their reasons at one choice of so many.
const ASKED: u32 = 16;

/// The first choices, at which they are asked each time.
const FIRST: u32 = 8;

/// After so many turns in a row without a move nobody is thought to move any more.
const STUCK: u64 = 1000;

/// Watches one playout after another of the same game.
pub(super) struct Tracer {
    players: Vec<String>,
    /// Move texts that were tried out already, with what is wrong with them.
    known: BTreeMap<String, Option<&'static str>>,
    trace: Trace,
    turn: Option<Turn>,
    /// How many turns in a row, up to the last one, passed without a move.
    idle_run: u64,
    sites: Vec<Option<usize>>,
    texts: Option<Vec<String>>,
}

/// What was seen in one playout.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Trace {
    /// A hash over all that happened, in order: throws, choices with their moves, events, the end.
    pub(super) path: Path,
    /// The pieces that could move or came to another site.
    pub(super) moved: PieceSet,
    /// The sites on which a piece stood or could come to stand.
    pub(super) stood: SiteSet,
    /// For each player the turns in which something was thrown or chosen, or which passed without.
    pub(super) turns: Vec<u64>,
    /// For each player those of the turns in which no piece could move and nothing was to choose.
    pub(super) idle: Vec<u64>,
    /// Whether it was given up because nobody could move any more.
    pub(super) stuck: bool,
    /// A text by which two legal moves are written.
    pub(super) ambiguous: Option<String>,
    /// Texts that do not lead back to their move, with the reason.
    pub(super) unreadable: BTreeMap<String, &'static str>,
}

/// A hash that is the same everywhere: FNV-1a with 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Path(pub(super) u64);

impl Default for Path {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Path {
    /// Goes on with a word; `ab` `c` is another way than `a` `bc`.
    pub(super) fn go(&mut self, word: &str) {
        for byte in word.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// The turn that goes on.
#[derive(Clone, Copy)]
struct Turn {
    number: u32,
    mover: usize,
    active: bool,
}

impl Tracer {
    pub(super) fn new(play: &Play) -> Self {
        let players = play.game().players.iter().map(|player| player.id.clone()).collect();
        let mut tracer = Self {
            players,
            known: BTreeMap::new(),
            trace: Trace::default(),
            turn: None,
            idle_run: 0,
            sites: Vec::new(),
            texts: None,
        };
        tracer.begin();
        tracer
    }

    /// Forgets what was seen, for the next playout.
    pub(super) fn begin(&mut self) {
        let n = self.players.len();
        self.trace = Trace { turns: vec![0; n], idle: vec![0; n], ..Trace::default() };
        self.turn = None;
        self.idle_run = 0;
        self.sites.clear();
        self.texts = None;
    }

    /// What was seen since [`Self::begin`]; `ended` tells how the playout ended, in any words.
    pub(super) fn finish(&mut self, ended: &str) -> Trace {
        self.trace.path.go(ended);
        if let Some(turn) = self.turn.take() {
            self.close(turn);
        }
        let trace = std::mem::take(&mut self.trace);
        self.begin();
        trace
    }

    fn note_turn(&mut self, state: &State) {
        let Some(mover) = state.mover().filter(|_| state.turn() > 0) else { return };
        let number = state.turn();
        match self.turn {
            Some(turn) if turn.number == number => return,
            Some(turn) => {
                self.close(turn);
                self.note_silent(turn, number, mover);
            }
            None => self.note_silent(Turn { number: 0, mover, active: true }, number, mover),
        }
        self.turn = Some(Turn { number, mover, active: false });
    }

    fn close(&mut self, turn: Turn) {
        self.trace.turns[turn.mover] += 1;
        self.trace.idle[turn.mover] += u64::from(!turn.active);
        self.idle_run = if turn.active { 0 } else { self.idle_run + 1 };
    }

    /// Turns between two others in which there was nothing to throw or choose. Whose they were shows
    /// where the players take turns in the order of their seats; elsewhere they are not counted.
    fn note_silent(&mut self, last: Turn, number: u32, mover: usize) {
        let n_players = self.players.len();
        let n_turns = (number - last.number) as usize;
        let in_order = last.number > 0 && (last.mover + n_turns) % n_players == mover;
        for passed in (1..n_turns).filter(|_| in_order) {
            let player = (last.mover + passed) % n_players;
            self.trace.turns[player] += 1;
            self.trace.idle[player] += 1;
        }
    }

    fn note_pieces(&mut self, state: &State, n_pieces: usize) {
        let first = self.sites.is_empty();
        self.sites.resize(n_pieces, None);
        for piece in 0..n_pieces {
            let site = state.site_of(piece);
            let before = std::mem::replace(&mut self.sites[piece], site);
            if let Some(site) = site.filter(|_| before != site) {
                self.trace.stood.insert(site);
                if !first {
                    self.trace.moved.insert(piece);
                }
            }
        }
    }

    fn note_choice(&mut self, play: &mut Play) -> Result<()> {
        let mut active = play.legal().len() > 1;
        for mv in play.legal() {
            if let Ok(piece) = usize::try_from(mv.piece) {
                active = true;
                self.trace.moved.insert(piece);
            }
            if let Ok(site) = usize::try_from(mv.to) {
                self.trace.stood.insert(site);
            }
        }
        if let Some(turn) = &mut self.turn
            && matches!(play.node(), Node::Choice { player, .. } if player == turn.mover)
        {
            turn.active |= active;
        }
        let texts = match play.texts() {
            Ok(texts) => texts,
            Err(error) if error.code() == "ambiguous-notation" => {
                return self.note_ambiguous(play);
            }
            Err(error) => return Err(error),
        };
        for text in &texts {
            self.trace.path.go(text);
            let players = &self.players;
            if !self.known.contains_key(text) {
                self.known.insert(text.clone(), fault(text, players));
            }
            if let Some(Some(fault)) = self.known.get(text) {
                self.trace.unreadable.insert(text.clone(), fault);
            }
        }
        let n_made = play.state().ply();
        if n_made < FIRST || n_made.is_multiple_of(ASKED) {
            let text = &texts[n_made as usize % texts.len()];
            if play.why(text)? != Why::Legal {
                self.trace.unreadable.insert(text.clone(), "the rules do not know it again");
            }
        }
        self.texts = Some(texts);
        Ok(())
    }

    /// Which texts are meant is not clear, so that the moves themselves are hashed.
    fn note_ambiguous(&mut self, play: &mut Play) -> Result<()> {
        let mut seen = BTreeSet::new();
        for index in 0..play.legal().len() {
            let text = play.text_of(index)?;
            self.trace.path.go(&format!("{:?}", play.legal()[index]));
            if !seen.insert(text.clone()) {
                self.trace.ambiguous.get_or_insert(text);
            }
        }
        Ok(())
    }
}

impl Watch for Tracer {
    fn arrive(&mut self, play: &mut Play) -> Result<ControlFlow<()>> {
        self.note_turn(play.state());
        let n_pieces = play.game().pieces.len();
        self.note_pieces(play.state(), n_pieces);
        self.texts = None;
        for event in play.events() {
            self.trace.path.go(&play.event_text(event));
        }
        match play.node() {
            Node::Chance { player, die, .. } => {
                self.trace.path.go(&self.players[player]);
                self.trace.path.go(&play.game().dice[die].id);
                self.trace.stuck = self.idle_run >= STUCK;
            }
            Node::Choice { player, .. } => {
                self.trace.path.go(&self.players[player]);
                self.note_choice(play)?;
            }
            Node::Over => {
                for score in play.state().scores() {
                    self.trace.path.go(&score.to_string());
                }
            }
        }
        let stuck = self.trace.stuck;
        Ok(if stuck { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn leave(&mut self, play: &Play, index: usize) {
        match (play.node(), &self.texts) {
            (Node::Chance { die, .. }, _) => {
                let faces = &play.game().dice[die].outcomes[index].faces;
                self.trace.path.go(&format!("{faces:?}"));
            }
            (_, Some(texts)) => self.trace.path.go(&texts[index]),
            (_, None) => self.trace.path.go(&index.to_string()),
        }
    }
}

/// Why a move's text, written in a log, would not be read as this move; `None` when it is.
fn fault(text: &str, players: &[String]) -> Option<&'static str> {
    if players.iter().any(|player| player == text) {
        return Some("it is a player's name");
    }
    let source = |line: String| Source::new("move", format!("game x\n{line}\n"));
    let item = |line: String| {
        let log = Log::read(&source(line)).ok()?;
        let mut items = log.scenarios.into_iter().flat_map(|scenario| scenario.items);
        let item = items.next()?.value;
        items.next().is_none().then_some(item)
    };
    let played = match item(text.to_owned()) {
        Some(Item::Play(line)) => {
            line.turn.is_none()
                && matches!(line.entries.as_slice(), [one]
                    if matches!(&one.value, Entry::Word(word) if word == text))
        }
        _ => false,
    };
    if !played {
        return Some("a line of play that begins with it is read as something else");
    }
    let expected = match item(format!("expect moves {text}")) {
        Some(Item::Expect(Expectation::Moves(Moves::List(words)))) => {
            matches!(words.as_slice(), [one] if one.value == text)
        }
        _ => false,
    };
    (!expected).then_some("`expect moves` reads it as something else")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::playout::{Caps, watched};
    use crate::lab::{Seating, Stream, playout, toy};

    #[test]
    fn a_text_must_be_a_word_of_a_log() {
        let players = ["red".to_owned()];
        for text in ["a1-b1", "stay", "c9#c16", "f2'xe2", "^i2+g2", "a3-f3=4+1", "!d17#", "@5"] {
            assert_eq!(fault(text, &players), None, "{text}");
        }
        for text in ["", "red", "expect", "12", "3.", "(4)", "a b", "#1", "none", "|x"] {
            assert!(fault(text, &players).is_some(), "{text}");
        }
    }

    #[test]
    fn who_watches_changes_nothing_and_sees_the_same_again() {
        let mut play = toy::play("goal");
        let mut tracer = Tracer::new(&play);
        let mut run = |index| {
            let (mut seating, mut stream) = (Seating::random(), Stream::new(3, index));
            let record =
                watched(&mut play, &mut seating, &mut stream, Caps::default(), &mut tracer);
            (record.expect("sound rules"), tracer.finish("over"))
        };
        let (record, trace) = run(0);
        assert_ne!(run(1).1.path, trace.path);
        assert_eq!(run(0), (record.clone(), trace.clone()));
        let plain = playout(&mut toy::play("goal"), &mut Stream::new(3, 0), Caps::default());
        assert_eq!(plain, Ok(record.clone()));
        assert_eq!(trace.turns.iter().sum::<u64>(), record.turns);
        assert_eq!(trace.moved.iter().count(), 2);
        assert!(trace.stood.contains(0) && trace.ambiguous.is_none());
    }

    #[test]
    fn words_are_hashed_with_their_ends() {
        let path = |words: &[&str]| {
            let mut path = Path::default();
            for word in words {
                path.go(word);
            }
            path
        };
        assert_ne!(path(&["ab", "c"]), path(&["a", "bc"]));
        assert_eq!(path(&[]).0, 0xcbf2_9ce4_8422_2325);
    }
}

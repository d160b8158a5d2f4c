//! What every game must keep: one suite over all games, all their variants, and every value of every
//! boolean option and choice.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use araudi::definition::{Choice, Definition, Library, Setting};
use araudi::error::{Error, Source};
use araudi::game::{ArgKind, Game, OptionValue};
use araudi::lab::{self, Bot, Ending, Seating, Stream};
use araudi::log::{Log, Recorder, Replayer};
use araudi::rules::{Node, Play, Why};
use araudi::script::Limits;

use crate::logs::root;

/// The nodes from the start of a play at which everything is tried out, and from there on each
/// how-many-th.
const CLOSE: usize = 24;
const SPARSE: usize = 40;

/// At most so many moves and throws are tried out at one node.
const TRIED: usize = 4;

/// A game built in one way.
pub(crate) struct Case {
    pub(crate) name: String,
    choice: Choice,
    definition: Arc<Definition>,
    pub(crate) game: Arc<Game>,
}

#[test]
fn every_variant_keeps_the_promises() {
    for case in variants() {
        case.check();
    }
}

#[test]
fn every_value_of_an_option_keeps_the_promises() {
    for case in values() {
        case.check();
    }
}

#[test]
fn a_simulation_is_the_same_with_any_number_of_threads() {
    for case in variants() {
        let report = |jobs| {
            let bots = bots(&case.play());
            let options = lab::Options { bots, n: 4, seed: 5, jobs, max_plies: lab::Caps::PLIES };
            let report = lab::simulate(&case.game, Limits::default(), &options, &|_| {});
            serde_json::to_string(&sound(&case.name, report)).expect("a report is plain data")
        };
        assert_eq!(report(1), report(2), "{}", case.name);
    }
}

/// The choices of every game's variants, `default` among them.
pub(crate) fn choices(definition: &Definition) -> Vec<Choice> {
    let names = definition.variants().iter().map(|variant| Some(variant.name.clone()));
    std::iter::once(None)
        .chain(names)
        .map(|variant| Choice { variant, ..Choice::default() })
        .collect()
}

/// The definitions of all games: those that ship and those for tests.
pub(crate) fn definitions(folder: &Path) -> Vec<Arc<Definition>> {
    let library = Library::folder(folder);
    let names = library.names().expect("the games can be listed");
    assert!(!names.is_empty(), "no game in {}", folder.display());
    names.iter().map(|name| Arc::new(sound(name, library.open(name)))).collect()
}

fn all_definitions() -> Vec<Arc<Definition>> {
    ["games", "tests/games"].iter().flat_map(|folder| definitions(&root().join(folder))).collect()
}

pub(crate) fn variants() -> Vec<Case> {
    let mut cases = Vec::new();
    for definition in all_definitions() {
        for choice in choices(&definition) {
            let name =
                format!("{} {}", definition.name(), choice.variant.as_deref().unwrap_or("default"));
            cases.push(sound(&name, Case::new(&definition, choice)));
        }
    }
    cases
}

/// A case for each value that differs from the default, under the first variant that allows it.
pub(crate) fn values() -> Vec<Case> {
    let mut cases = Vec::new();
    for definition in all_definitions() {
        for option in definition.options() {
            let default = option.default.to_string();
            if matches!(option.default, OptionValue::Int(_)) {
                continue;
            }
            for value in option.allowed.iter().filter(|value| **value != default) {
                let set =
                    vec![Setting { name: option.name.clone(), value: value.clone(), place: None }];
                let built = choices(&definition)
                    .into_iter()
                    .map(|choice| Case::new(&definition, Choice { set: set.clone(), ..choice }))
                    .find(
                        |case| !matches!(case, Err(error) if error.code().starts_with("option-")),
                    );
                let name = format!("{} {}={value}", definition.name(), option.name);
                let built = built.unwrap_or_else(|| panic!("no variant of {name} allows it"));
                cases.push(sound(&name, built));
            }
        }
    }
    cases
}

/// Who plays: random bots, or greedy ones where random play may have no end.
pub(crate) fn bots(play: &Play) -> Vec<Bot> {
    if play.can_evaluate() { vec![Bot::Greedy] } else { Vec::new() }
}

impl Case {
    fn new(definition: &Arc<Definition>, choice: Choice) -> Result<Self, Error> {
        let game = Arc::new(definition.build(&choice)?);
        let mut name = format!("{} {:?}", definition.name(), choice.variant);
        for setting in &choice.set {
            name = format!("{name} {}={}", setting.name, setting.value);
        }
        Ok(Self { name, choice, definition: Arc::clone(definition), game })
    }

    fn play(&self) -> Play {
        sound(&self.name, Play::new(Arc::clone(&self.game), Limits::default()))
    }

    fn check(&self) {
        self.playouts_end_and_depend_on_the_seed_only();
        let mut walk =
            Walk { case: self, play: self.play(), twin: self.play(), states: Vec::new() };
        walk.play.set_history(true);
        walk.run();
    }

    fn playouts_end_and_depend_on_the_seed_only(&self) {
        let mut play = self.play();
        let mut playout = |index| {
            let mut seating = sound(&self.name, Seating::new(&bots(&play), &play));
            let (mut stream, caps) = (Stream::new(3, index), lab::Caps::default());
            sound(&self.name, lab::watched(&mut play, &mut seating, &mut stream, caps, &mut ()))
        };
        let first = playout(0);
        assert_ne!(first.ending, Ending::Unfinished, "{} does not end", self.name);
        assert_ne!(playout(1).ending, Ending::Unfinished, "{} does not end", self.name);
        assert_eq!(playout(0), first, "{}: the same stream, another play", self.name);
    }
}

/// A random play in which everything is tried out at many nodes.
struct Walk<'a> {
    case: &'a Case,
    play: Play,
    /// A second play of the same game, to be put where the first one is.
    twin: Play,
    /// The texts of the states so far.
    states: Vec<String>,
}

impl Walk<'_> {
    fn run(&mut self) {
        let mut stream = Stream::new(8, 0);
        let mut recorder = Recorder::new(&self.play, &self.case.choice, Some(8), false);
        let mut seating = sound(&self.case.name, Seating::new(&bots(&self.play), &self.play));
        self.check_events();
        loop {
            let n = self.states.len();
            self.states.push(self.play.position_text());
            if n < CLOSE || n.is_multiple_of(SPARSE) {
                self.check_node(&mut stream);
            }
            match self.play.node() {
                Node::Over => break,
                Node::Chance { die, .. } => {
                    let die = &self.play.game().dice()[die];
                    let outcome = stream.outcome(die);
                    recorder.throw(&self.play, &die.outcomes[outcome].faces);
                    self.sound(|play| play.throw(outcome));
                }
                Node::Choice { .. } => {
                    let index = self.sound(|play| seating.choose(play, &mut stream));
                    let text = self.sound(|play| play.text_of(index));
                    recorder.play(&self.play, &text);
                    self.sound(|play| play.play(index));
                }
            }
            self.check_events();
        }
        self.check_node(&mut stream);
        self.check_log(&recorder.log(&self.play));
        self.take_back();
    }

    fn check_node(&mut self, stream: &mut Stream) {
        self.check_copy();
        match self.play.node() {
            Node::Over => {
                assert!(self.play.outcome().is_some(), "{}", self.place());
                self.refused("no-throw-due", |play| play.throw(0));
                self.refused("no-move-due", |play| play.play(0));
            }
            Node::Chance { die, .. } => {
                self.refused("no-move-due", |play| play.play(0));
                let n = self.play.game().dice()[die].outcomes.len();
                self.refused("no-such-throw", |play| play.throw(n));
                self.refused("no-such-throw", |play| play.throw_faces(&[]));
                for outcome in some(n, stream) {
                    let faces = self.play.game().dice()[die].outcomes[outcome].faces.clone();
                    self.both(|play| play.throw(outcome), |twin| twin.throw_faces(&faces));
                }
            }
            Node::Choice { .. } => {
                self.refused("no-throw-due", |play| play.throw(0));
                let texts = self.sound(Play::texts);
                assert!(!texts.is_empty(), "{}: a choice of nothing", self.place());
                let n = texts.len();
                self.refused("illegal-move", |play| play.play(n));
                self.refused("illegal-move", |play| play.play_text("no such move"));
                assert_eq!(self.sound(|play| play.why("no such move")), Why::NoSuchMove);
                for index in some(n, stream) {
                    let text = &texts[index];
                    let why = self.sound(|play| play.why(text));
                    assert_eq!(why, Why::Legal, "{}: {text}", self.place());
                    self.both(|play| play.play(index), |twin| twin.play_text(text));
                }
            }
        }
    }

    /// The text of the state is that of a game that stands at the same node.
    fn check_copy(&mut self) {
        let text = self.play.position_text();
        let source = Source::new("position", text.as_str());
        sound(&self.place(), self.twin.set_position(&source));
        assert_eq!(self.twin.position_text(), text, "{}", self.place());
        assert_eq!(self.twin.node(), self.play.node(), "{} in\n{text}", self.place());
        let texts = sound(&self.place(), self.twin.texts());
        assert_eq!(texts, self.sound(Play::texts), "{} in\n{text}", self.place());
        assert_eq!(self.twin.outcome(), self.play.outcome(), "{}", self.place());
    }

    /// Goes on in two ways, which must be one, and takes it back.
    fn both(
        &mut self,
        ours: impl FnOnce(&mut Play) -> Result<(), Error>,
        theirs: impl FnOnce(&mut Play) -> Result<(), Error>,
    ) {
        let (state, legal) = (self.play.state().clone(), self.play.legal().to_vec());
        let text = self.play.position_text();
        sound(&self.place(), self.twin.set_position(&Source::new("position", text)));
        sound(&self.place(), theirs(&mut self.twin));
        self.sound(ours);
        let events = |play: &Play| -> Vec<String> {
            play.events().iter().map(|event| play.event_text(event)).collect()
        };
        assert_eq!(self.twin.position_text(), self.play.position_text(), "{}", self.place());
        assert_eq!(events(&self.twin), events(&self.play), "{}", self.place());
        self.check_events();
        self.sound(|play| play.undo(1));
        assert_eq!(*self.play.state(), state, "{}: undone", self.place());
        assert_eq!(self.play.legal(), legal, "{}: undone", self.place());
    }

    /// What cannot be done changes nothing.
    #[track_caller]
    fn refused(&mut self, code: &str, act: impl FnOnce(&mut Play) -> Result<(), Error>) {
        let (state, legal, node) =
            (self.play.state().clone(), self.play.legal().to_vec(), self.play.node());
        let error = act(&mut self.play).expect_err("this cannot be done");
        assert_eq!(error.code(), code, "{}", self.place());
        assert_eq!(*self.play.state(), state, "{}: {code}", self.place());
        assert_eq!(self.play.legal(), legal, "{}: {code}", self.place());
        assert_eq!(self.play.node(), node, "{}: {code}", self.place());
    }

    /// Events have the values that are declared, and players and sites that there are.
    fn check_events(&self) {
        let game = self.play.game();
        for event in self.play.events() {
            let kind = &game.events()[event.event];
            for (arg, value) in kind.args.iter().zip(event.args) {
                let fine = match arg {
                    ArgKind::Player => (0..game.players().len() as i64).contains(&value),
                    // A piece may come from off the board or go there.
                    ArgKind::Site => (-1..game.board().n_sites() as i64).contains(&value),
                    ArgKind::Number => true,
                };
                assert!(fine, "{}: `{}` with {value}", self.place(), kind.id);
            }
            assert!(self.play.event_text(event).starts_with(&kind.id), "{}", self.place());
        }
    }

    /// The log of the play is read back, replays, and ends as the play did.
    fn check_log(&self, log: &Log) {
        let text = log.to_string();
        let read = Log::read(&Source::new("playout.gamelog", text.as_str()));
        let read = sound(&self.case.name, read);
        let report = Replayer::new(&self.case.definition, Limits::default()).replay(&read);
        if let Some(failure) = report.failures().next() {
            panic!("{}\n{}\n{text}", self.case.name, failure.render(false));
        }
        assert!(report.n_assertions() > 0, "{}\n{text}", self.case.name);
    }

    /// Takes everything back, the last steps one by one.
    fn take_back(&mut self) {
        let end = self.states.len() - 1;
        for back in 1..=end.min(60) {
            self.sound(|play| play.undo(1));
            assert_eq!(self.play.position_text(), self.states[end - back], "{}", self.place());
        }
        self.sound(|play| play.undo(end.saturating_sub(60)));
        assert_eq!(self.play.position_text(), self.states[0], "{}", self.place());
        let error = self.play.undo(1).expect_err("nothing is left");
        assert_eq!(error.code(), "nothing-to-undo");
    }

    #[track_caller]
    fn sound<T: Debug>(&mut self, act: impl FnOnce(&mut Play) -> Result<T, Error>) -> T {
        let place = self.place();
        sound(&place, act(&mut self.play))
    }

    fn place(&self) -> String {
        format!("{}, node {}", self.case.name, self.states.len())
    }
}

/// Some of the indices below `n`, all when they are few.
fn some(n: usize, stream: &mut Stream) -> Vec<usize> {
    if n <= TRIED {
        return (0..n).collect();
    }
    (0..TRIED).map(|_| stream.below(n as u32) as usize).collect()
}

#[track_caller]
pub(crate) fn sound<T>(place: &str, result: Result<T, Error>) -> T {
    result.unwrap_or_else(|error| panic!("{place}\n{error:#}"))
}

//! Compiled hooks do what interpreted ones do: node by node, refusal by refusal, error by error.

use std::sync::Arc;

use araudi::error::Error;
use araudi::lab::{Caps, Seating, Stream};
use araudi::rules::{Node, Play};
use araudi::script::Limits;

use crate::conformance::{Case, bots, sound, values, variants};

/// Refusals are asked for at so many nodes from the start, and from there on at each how-many-th.
const CLOSE: usize = 12;
const SPARSE: usize = 50;

const INTERPRETED: Limits = {
    let mut limits = Limits::DEFAULT;
    limits.interpreted = true;
    limits
};

#[test]
fn every_variant_is_played_alike() {
    for case in variants() {
        Pair::new(&case).run(2, 4_000);
    }
}

#[test]
fn every_value_of_an_option_is_played_alike() {
    for case in values() {
        Pair::new(&case).run(1, 400);
    }
}

#[test]
fn every_hook_that_ships_is_compiled() {
    for case in variants().into_iter().chain(values()) {
        let play = sound(&case.name, Play::new(Arc::clone(&case.game), Limits::default()));
        assert_eq!(play.uncompiled(), [], "{}", case.name);
        let play = sound(&case.name, Play::new(Arc::clone(&case.game), INTERPRETED));
        assert_eq!(play.uncompiled(), [], "{}", case.name);
    }
}

/// One game twice, with compiled and with interpreted hooks.
struct Pair<'a> {
    name: &'a str,
    compiled: Play,
    interpreted: Play,
}

impl<'a> Pair<'a> {
    fn new(case: &'a Case) -> Self {
        let play = |limits| sound(&case.name, Play::new(Arc::clone(&case.game), limits));
        let (compiled, interpreted) = (play(Limits::default()), play(INTERPRETED));
        Self { name: &case.name, compiled, interpreted }
    }

    /// Plays so often, each time so many nodes at most.
    fn run(&mut self, times: u64, nodes: usize) {
        let mut seating = sound(self.name, Seating::new(&bots(&self.compiled), &self.compiled));
        for index in 0..times {
            let mut stream = Stream::new(17, index);
            self.both(&format!("playout {index}"), Play::restart);
            for node in 0..nodes.min(Caps::PLIES as usize) {
                let place = format!("{}, playout {index}, node {node}", self.name);
                self.check_node(&place, node < CLOSE || node.is_multiple_of(SPARSE));
                match self.compiled.node() {
                    Node::Over => break,
                    Node::Chance { die, .. } => {
                        let outcome = stream.outcome(&self.compiled.game().dice()[die]);
                        self.both(&place, |play| play.throw(outcome));
                    }
                    Node::Choice { .. } => {
                        let index = sound(&place, seating.choose(&mut self.compiled, &mut stream));
                        self.both(&place, |play| play.play(index));
                    }
                }
            }
        }
    }

    /// Both stand alike.
    fn check_node(&mut self, place: &str, closely: bool) {
        let (one, other) = (&self.compiled, &self.interpreted);
        assert_eq!(one.node(), other.node(), "{place}");
        assert_eq!(one.legal(), other.legal(), "{place}\n{}", one.position_text());
        assert_eq!(one.events(), other.events(), "{place}");
        assert_eq!(one.outcome(), other.outcome(), "{place}");
        if one.state() != other.state() {
            assert_eq!(one.position_text(), other.position_text(), "{place}");
            panic!("{place}: the states differ, but not as texts");
        }
        if !closely {
            return;
        }
        self.both(place, Play::texts);
        self.both(place, |play| play.evaluate(0));
        if matches!(self.compiled.node(), Node::Choice { .. }) {
            self.both(place, Play::refusals);
        }
    }

    /// Does the same twice, with the same result.
    #[track_caller]
    fn both<T: PartialEq + std::fmt::Debug>(
        &mut self,
        place: &str,
        act: impl Fn(&mut Play) -> Result<T, Error>,
    ) {
        let (one, other) = (act(&mut self.compiled), act(&mut self.interpreted));
        assert_eq!(one, other, "{} {place}", self.name);
        sound(place, one);
    }
}

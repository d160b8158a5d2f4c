//! Going on for trial, and back again.

use super::{Node, Play};
use crate::moves::Move;
use crate::script::Event;
use crate::state::{State, Step};

/// A node of a play with all that belongs to it, for [`Play::return_to`] to go back to.
///
/// It holds for the play that made it, as long as nothing made before it is taken back.
#[derive(Debug)]
pub(crate) struct Mark {
    state: State,
    node: Node,
    current: Option<Step>,
    thrown: (usize, usize),
    offers: Vec<Move>,
    events: Vec<Event>,
    /// How many states the history had.
    n_made: usize,
}

impl Play {
    /// Marks the node at which the game stands.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            state: self.table.state.clone(),
            node: self.node,
            current: self.table.current,
            thrown: self.table.thrown,
            offers: self.table.offers.clone(),
            events: self.table.events.clone(),
            n_made: self.n_made(),
        }
    }

    /// Marks the node at which the game stands in place of the one marked before, which takes no
    /// new memory.
    pub(crate) fn mark_in(&self, mark: &mut Mark) {
        mark.state.clone_from(&self.table.state);
        mark.node = self.node;
        mark.current = self.table.current;
        mark.thrown = self.table.thrown;
        mark.offers.clone_from(&self.table.offers);
        mark.events.clone_from(&self.table.events);
        mark.n_made = self.n_made();
    }

    /// Goes back to a marked node, as often as wanted. No hook is called, so it cannot fail, and
    /// what was made since is not in the history either.
    pub(crate) fn return_to(&mut self, mark: &Mark) {
        self.table.state.clone_from(&mark.state);
        self.way_back.forget();
        self.node = mark.node;
        self.table.current = mark.current;
        self.table.thrown = mark.thrown;
        self.table.offers.clone_from(&mark.offers);
        self.table.events.clone_from(&mark.events);
        if let Some(history) = &mut self.history {
            history.truncate(mark.n_made);
        }
        self.hooks.refill();
    }

    /// Takes the history out, so that nothing is kept of what is tried until
    /// [`Self::restore_history`] puts it back.
    pub(crate) fn set_history_aside(&mut self) -> Option<Vec<State>> {
        self.history.take()
    }

    /// Puts back what [`Self::set_history_aside`] took out; the game has to stand where it stood then.
    pub(crate) fn restore_history(&mut self, history: Option<Vec<State>>) {
        self.history = history;
    }

    fn n_made(&self) -> usize {
        self.history.as_ref().map_or(0, Vec::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::toy;

    /// All that can be seen of a play.
    fn seen(play: &mut Play) -> (String, Node, Vec<Move>, Vec<Event>, Vec<String>) {
        let texts = play.texts().expect("sound notation");
        (play.position_text(), play.node(), play.legal().to_vec(), play.events().to_vec(), texts)
    }

    #[test]
    fn a_trial_leaves_no_trace() {
        let mut play = toy::play("goal");
        play.set_history(true);
        play.throw(1).expect("a throw is due");
        play.play(0).expect("a move is due");
        let events = play.events().to_vec();
        assert_eq!(events.len(), 1);
        let at_throw = play.mark();
        let before_throw = seen(&mut play);
        play.throw(0).expect("a throw is due");
        let mut mark = play.mark();
        let before = seen(&mut play);
        for index in [0, 1, 0] {
            play.play(index).expect("a move is due");
            play.throw(1).expect("a throw is due");
            play.play(0).expect("a move is due");
            assert_ne!(seen(&mut play), before);
            play.return_to(&mark);
            assert_eq!(seen(&mut play), before);
        }
        play.play(0).expect("the step that is up is known again");
        play.mark_in(&mut mark);
        let later = seen(&mut play);
        play.return_to(&at_throw);
        assert_eq!(seen(&mut play), before_throw);
        assert_eq!(play.undo(3).expect_err("two were made").code(), "nothing-to-undo");
        play.throw(0).expect("a throw is due");
        play.play(0).expect("a move is due");
        assert_eq!(seen(&mut play), later);
        play.undo(4).expect("four were made");
    }

    #[test]
    fn nothing_is_kept_while_the_history_is_set_aside() {
        let mut play = toy::play("goal");
        play.set_history(true);
        play.throw(1).expect("a throw is due");
        let history = play.set_history_aside();
        let mark = play.mark();
        play.play(0).expect("a move is due");
        assert_eq!(play.undo(1).expect_err("nothing is kept").code(), "nothing-to-undo");
        play.return_to(&mark);
        play.restore_history(history);
        assert_eq!(play.undo(2).expect_err("one was made").code(), "nothing-to-undo");
        play.undo(1).expect("one was made");
        assert!(matches!(play.node(), Node::Chance { .. }));
    }

    #[test]
    fn one_can_go_back_from_the_end() {
        let mut play = toy::play("goal");
        play.throw(1).expect("a throw is due");
        let mark = play.mark();
        let before = seen(&mut play);
        while play.node() != Node::Over {
            match play.node() {
                Node::Chance { .. } => play.throw(0).expect("a throw is due"),
                _ => play.play(0).expect("a move is due"),
            }
        }
        play.return_to(&mark);
        assert_eq!((seen(&mut play), play.outcome()), (before, None));
    }
}

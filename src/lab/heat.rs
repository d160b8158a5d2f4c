//! Where on the board things happen.

use serde::{Deserialize, Serialize};

use crate::game::{ArgKind, Game};
use crate::text::Named;

/// An event that happens at a site, so that it can be counted by sites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heat {
    /// The event.
    pub event: Named,
    /// The metric that counts it, if one does.
    pub metric: Option<Named>,
}

impl Heat {
    /// The events of a game that have a site, in the order of the definition.
    pub fn all(game: &Game) -> Vec<Self> {
        let named = |id: &String, title: &_| Named { id: id.clone(), title: Clone::clone(title) };
        let of_event = |event: usize| {
            let metric = game.metrics.iter().find(|metric| metric.event == event);
            let kind = &game.events[event];
            Self {
                event: named(&kind.id, &kind.title),
                metric: metric.map(|metric| named(&metric.id, &metric.title)),
            }
        };
        sited(game).map(|(event, _)| of_event(event)).collect()
    }
}

/// Each event that has a site, with the position of the first one among its values.
pub(super) fn sited(game: &Game) -> impl Iterator<Item = (usize, usize)> + '_ {
    let site = |args: &[ArgKind]| args.iter().position(|kind| *kind == ArgKind::Site);
    game.events.iter().enumerate().filter_map(move |(i, event)| Some((i, site(&event.args)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::toy;

    #[test]
    fn events_with_a_site_are_known_by_their_metric() {
        let heats = Heat::all(&toy::game("goal"));
        let names: Vec<_> = heats
            .iter()
            .map(|heat| (heat.event.id.as_str(), heat.metric.as_ref().map(|m| m.id.as_str())))
            .collect();
        assert_eq!(names, [("step", Some("steps"))]);
    }
}

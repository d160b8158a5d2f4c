//! Steps: asking for throws, choices and work, and reading what a step carries.

use super::Effect::Change;
use super::Param::{Die, Int as N, Piece, Player, Step as Handle, Tag};
use super::Returns::{Bool, Int, Items};
use super::{ApiFn, items, value};
use crate::script::table::{Fault, Hook, Table};
use crate::state::{PieceSet, Step, StepKind};

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::effect(
        Change,
        "roll",
        &[("die", Die), ("step", Tag)],
        "asks for a throw by the mover; the result goes to `rolled`",
        value!(|t, a| {
            let player = mover(t)?;
            ask(t, StepKind::Roll { die: a[0] as u16 }, a[1], player, 0)
        }),
    )
    .returns(Int),
    ApiFn::effect(
        Change,
        "roll_for",
        &[("player", Player), ("die", Die), ("step", Tag)],
        "asks for a throw by a player",
        value!(|t, a| ask(t, StepKind::Roll { die: a[1] as u16 }, a[2], a[0], 0)),
    )
    .returns(Int),
    ApiFn::effect(
        Change,
        "choose",
        &[("step", Tag), ("n", N)],
        "asks the mover for a move, with a number of the rules' own",
        value!(|t, a| {
            let player = mover(t)?;
            ask(t, StepKind::Choose, a[0], player, a[1])
        }),
    )
    .returns(Int),
    ApiFn::effect(
        Change,
        "choose_for",
        &[("player", Player), ("step", Tag), ("n", N)],
        "asks a player for a move",
        value!(|t, a| ask(t, StepKind::Choose, a[1], a[0], a[2])),
    )
    .returns(Int),
    ApiFn::effect(
        Change,
        "act",
        &[("step", Tag), ("n", N)],
        "asks for work of the rules when the step comes up, in the hook `act`",
        value!(|t, a| {
            let player = mover(t)?;
            ask(t, StepKind::Act, a[0], player, a[1])
        }),
    )
    .returns(Int),
    ApiFn::effect(
        Change,
        "act_for",
        &[("player", Player), ("step", Tag), ("n", N)],
        "asks for work of the rules on behalf of a player",
        value!(|t, a| ask(t, StepKind::Act, a[1], a[0], a[2])),
    )
    .returns(Int),
    ApiFn::effect(
        Change,
        "include",
        &[("step", Handle), ("piece", Piece)],
        "puts a piece of the board on a step that was just asked for; it stays there until it leaves the board",
        value!(|t, a| {
            let Some(index) = (a[0] as usize).checked_sub(1) else {
                return Err(Fault::new("bad-argument", "the step that is up takes no more pieces"));
            };
            if t.state.site_of(a[1] as usize).is_none() {
                // The text of a state could not say which of them it is.
                let message = "a piece off the board cannot be put on a step";
                return Err(Fault::new("bad-argument", message));
            }
            if let Some(step) = t.state.step_mut(index) {
                step.pieces.insert(a[1] as usize);
            }
            Ok(0)
        }),
    ),
    ApiFn::effect(
        Change,
        "give_turn",
        &[("player", Player)],
        "makes a player the mover at once",
        value!(|t, a| {
            t.state.set_mover(Some(a[0] as usize));
            Ok(0)
        }),
    ),
    ApiFn::effect(
        Change,
        "end_turn",
        &[],
        "drops every step that waits",
        value!(|t, _| {
            t.state.clear_agenda();
            t.asked = 0;
            Ok(0)
        }),
    ),
    ApiFn::read(
        "tag",
        &[("step", Handle)],
        Int,
        "the name of a step, to compare with `step::…`",
        value!(|t, a| Ok(step(t, a[0])?.tag.into())),
    )
    .gives(Tag),
    ApiFn::read(
        "number",
        &[("step", Handle)],
        Int,
        "the number that a step was asked for with",
        value!(|t, a| Ok(step(t, a[0])?.number)),
    ),
    ApiFn::read(
        "player",
        &[("step", Handle)],
        Int,
        "who throws or chooses in a step",
        value!(|t, a| Ok(step(t, a[0])?.player.into())),
    )
    .gives(Player),
    ApiFn::read(
        "pieces_of",
        &[("step", Handle)],
        Items,
        "the pieces that were put on a step, by site, the lowest of a stack first",
        items!(|t, a, out| {
            let start = out.len();
            out.extend(step(t, a[0])?.pieces.iter().map(|piece| piece as i64));
            // Pieces that cannot be told apart have no order of their own.
            let state = &t.state;
            out[start..].sort_by_cached_key(|piece| {
                let piece = *piece as usize;
                let below = std::iter::successors(state.below(piece), |p| state.below(*p)).count();
                (state.site_of(piece), below)
            });
            Ok(())
        }),
    )
    .gives(Piece),
    ApiFn::read(
        "n_pieces_of",
        &[("step", Handle)],
        Int,
        "how many pieces are on a step",
        value!(|t, a| Ok(step(t, a[0])?.pieces.iter().count() as i64)),
    ),
    ApiFn::effect(
        Change,
        "hand_over",
        &[("from", Handle), ("to", Handle)],
        "puts the pieces of a step on one that was just asked for, too",
        value!(|t, a| {
            let pieces = step(t, a[0])?.pieces;
            if let Some(to) = (a[1] as usize).checked_sub(1).and_then(|i| t.state.step_mut(i)) {
                for piece in pieces.iter() {
                    to.pieces.insert(piece);
                }
            }
            Ok(0)
        }),
    ),
    ApiFn::read(
        "includes",
        &[("step", Handle), ("piece", Piece)],
        Bool,
        "whether a piece was put on a step",
        value!(|t, a| Ok(step(t, a[0])?.pieces.contains(a[1] as usize).into())),
    ),
    ApiFn::effect(
        Change,
        "exclude",
        &[("step", Handle), ("piece", Piece)],
        "takes a piece off a step that waits",
        value!(|t, a| {
            let waiting = (a[0] as usize).checked_sub(1);
            if let Some(step) = waiting.and_then(|index| t.state.step_mut(index)) {
                step.pieces.remove(a[1] as usize);
            }
            Ok(0)
        }),
    ),
    ApiFn::read(
        "waiting",
        &[("name", Tag)],
        Items,
        "the steps of a name that wait, the next one first, without the one that is up; they are known so until another step is asked for",
        items!(|t, a, out| {
            // While moves are asked for, the step that is up still stands among those that wait.
            let up = (t.hook == Hook::Moves).then_some(t.asked);
            let steps = t.state.agenda().iter().enumerate();
            let named = steps.filter(|(i, step)| i64::from(step.tag) == a[0] && Some(*i) != up);
            out.extend(named.map(|(i, _)| i as i64 + 1));
            Ok(())
        }),
    ),
    ApiFn::read(
        "face",
        &[("i", N)],
        Int,
        "what the `i`-th die of the last throw shows, counted from 0, ascending",
        value!(|t, a| {
            if t.hook != Hook::Rolled {
                return Err(Fault::new(
                    "wrong-hook",
                    "`g.face` is for `rolled`, where a throw has just been made",
                ));
            }
            let (die, outcome) = t.thrown;
            let faces = t
                .game
                .dice
                .get(die)
                .map(|die| die.outcomes[outcome].faces.as_slice())
                .unwrap_or_default();
            let face = usize::try_from(a[0]).ok().and_then(|i| faces.get(i));
            face.map(|face| i64::from(*face)).ok_or_else(|| {
                Fault::new("bad-argument", format!("die {} of a throw of {}", a[0], faces.len()))
            })
        }),
    ),
];

fn mover(table: &Table) -> Result<i64, Fault> {
    table.state.mover().map(|player| player as i64).ok_or_else(|| {
        Fault::new("no-mover", "nobody is the mover before the first turn")
            .help("name the player: `g.roll_for(player, …)`, `g.choose_for(player, …)`")
    })
}

fn ask(
    table: &mut Table,
    kind: StepKind,
    tag: i64,
    player: i64,
    number: i64,
) -> Result<i64, Fault> {
    if table.state.agenda().len() as u64 >= table.limits.steps {
        return Err(Fault::limit("steps", table.limits.steps));
    }
    let step =
        Step { kind, tag: tag as u16, player: player as u16, number, pieces: PieceSet::default() };
    table.state.insert_step(table.asked, step);
    table.asked += 1;
    Ok(table.asked as i64)
}

/// The step that is up, or one that the running hook has just asked for.
fn step(table: &Table, handle: i64) -> Result<&Step, Fault> {
    let found = match (handle as usize).checked_sub(1) {
        None => table.current.as_ref(),
        Some(index) => table.state.agenda().get(index),
    };
    found.ok_or_else(|| Fault::new("bad-argument", format!("{handle} is no step here")))
}

//! Moves: offering, refusing, requiring, trying, and reading the move that was chosen.

use super::Effect::{Offer, Reject, Try};
use super::Param::{Int as N, Marks, Move as M, Piece, Rule, Save as S, Target, Word};
use super::Returns::{Bool, Int};
use super::{ApiFn, value};
use crate::moves::{Move, Refusal};
use crate::script::table::{Fault, Table};

pub(super) const FUNCTIONS: &[ApiFn] = &[
    ApiFn::effect(
        Offer,
        "offer",
        &[("piece", Piece), ("to", Target)],
        "offers the move of a piece to a site",
        value!(|t, a| offer(t, t.state.piece_move(a[0] as usize, a[1] as i16, 0, 0))),
    ),
    ApiFn::effect(
        Offer,
        "offer",
        &[("piece", Piece), ("to", Target), ("n", N)],
        "offers a move that carries a number",
        value!(|t, a| offer(t, t.state.piece_move(a[0] as usize, a[1] as i16, a[2], 0))),
    ),
    ApiFn::effect(
        Offer,
        "offer",
        &[("piece", Piece), ("to", Target), ("n", N), ("marks", Marks)],
        "offers a move that carries a number and marks, joined by `|`",
        value!(|t, a| {
            offer(t, t.state.piece_move(a[0] as usize, a[1] as i16, a[2], a[3] as u32))
        }),
    ),
    ApiFn::effect(
        Offer,
        "offer_word",
        &[("word", Word)],
        "offers a word such as a pass",
        value!(|t, a| offer(t, word(a[0]))),
    ),
    ApiFn::effect(
        Offer,
        "offer_word",
        &[("word", Word), ("marks", Marks)],
        "offers a word that bears marks, so that a duty to those leaves it",
        value!(|t, a| offer(t, Move { marks: a[1] as u32, ..word(a[0]) })),
    ),
    ApiFn::effect(
        Offer,
        "refuse",
        &[("piece", Piece), ("to", Target), ("rule", Rule)],
        "says which rule forbids a move",
        value!(|t, a| refuse(t, t.state.piece_move(a[0] as usize, a[1] as i16, 0, 0), a[2])),
    ),
    ApiFn::effect(
        Offer,
        "refuse",
        &[("piece", Piece), ("to", Target), ("n", N), ("marks", Marks), ("rule", Rule)],
        "says which rule forbids a move that would carry a number and marks",
        value!(|t, a| {
            refuse(t, t.state.piece_move(a[0] as usize, a[1] as i16, a[2], a[3] as u32), a[4])
        }),
    ),
    ApiFn::effect(
        Offer,
        "refuse_word",
        &[("word", Word), ("rule", Rule)],
        "says which rule forbids a word",
        value!(|t, a| refuse(t, word(a[0]), a[1])),
    ),
    ApiFn::effect(
        Offer,
        "require",
        &[("marks", Marks), ("rule", Rule)],
        "a duty: when any offer bears the marks, all others are refused under the rule; several duties bind in the order in which they are required",
        value!(|t, a| {
            let duty = (a[0] as u32, a[1] as usize);
            if t.duties.len() as u64 >= t.limits.offers {
                return Err(Fault::limit("offers", t.limits.offers));
            }
            t.charge(t.duties.len())?;
            // Required twice it binds as it does required once.
            if !t.duties.contains(&duty) {
                t.duties.push(duty);
            }
            Ok(0)
        }),
    ),
    ApiFn::read(
        "offered",
        &[("piece", Piece), ("to", Target), ("marks", Marks), ("mask", Marks)],
        Bool,
        "whether the running hook has offered the move of a piece to a site whose marks, of those in the mask, are just these",
        value!(|t, a| {
            let same = |mv: &Move| {
                let marks = i64::from(mv.marks) & a[3];
                (i64::from(mv.piece), i64::from(mv.to), marks) == (a[0], a[1], a[2] & a[3])
            };
            let found = t.offers.iter().any(same);
            t.charge(t.offers.len())?;
            Ok(found.into())
        }),
    ),
    ApiFn::property(
        "n_offers",
        Int,
        "how many moves the running hook has offered",
        value!(|t, _| Ok(t.offers.len() as i64)),
    ),
    ApiFn::read(
        "n_offered",
        &[("marks", Marks)],
        Int,
        "how many moves that bear all the marks the running hook has offered",
        value!(|t, a| {
            t.charge(t.offers.len())?;
            let marks = a[0] as u32;
            Ok(t.offers.iter().filter(|mv| mv.marks & marks == marks).count() as i64)
        }),
    ),
    ApiFn::property(
        "explaining",
        Bool,
        "whether somebody asks why a move is refused; in play it is false and refusals cost nothing",
        value!(|t, _| Ok(t.explaining.into())),
    ),
    ApiFn::read(
        "piece",
        &[("m", M)],
        Int,
        "the piece that a move moves, −1 for a word",
        value!(|t, a| Ok(mv(t, a[0]).piece.into())),
    ),
    ApiFn::read(
        "from",
        &[("m", M)],
        Int,
        "where a move begins, −1 off the board or for a word",
        value!(|t, a| Ok(mv(t, a[0]).from.into())),
    )
    .gives(Target),
    ApiFn::read(
        "to",
        &[("m", M)],
        Int,
        "where a move ends, −1 off the board or for a word",
        value!(|t, a| Ok(mv(t, a[0]).to.into())),
    )
    .gives(Target),
    ApiFn::read(
        "points",
        &[("m", M)],
        Int,
        "the number that a move carries",
        value!(|t, a| Ok(mv(t, a[0]).number)),
    ),
    ApiFn::read(
        "marked",
        &[("m", M), ("marks", Marks)],
        Bool,
        "whether a move bears all the marks",
        value!(|t, a| Ok((mv(t, a[0]).marks & a[1] as u32 == a[1] as u32).into())),
    ),
    ApiFn::read(
        "word",
        &[("m", M)],
        Int,
        "the word of a move, to compare with `word::…`; −1 for a piece's move",
        value!(|t, a| Ok(mv(t, a[0]).word.into())),
    ),
    ApiFn::effect(
        Try,
        "save",
        &[],
        "keeps the state, so that a move can be played for trial",
        value!(|t, _| {
            if t.saves.len() as u64 >= t.limits.saves {
                return Err(Fault::limit("saves", t.limits.saves));
            }
            t.charge(t.state.size())?;
            t.save();
            Ok(t.saves.len() as i64 - 1)
        }),
    )
    .returns(Int),
    ApiFn::effect(
        Try,
        "restore",
        &[("save", S)],
        "takes everything back since the state was kept",
        value!(|t, a| {
            t.restore(a[0] as usize);
            Ok(0)
        }),
    ),
    ApiFn::effect(
        Try,
        "recall",
        &[],
        "what `remember` kept for a state like this in the running hook, −1 when nothing; states are alike when only pieces that cannot be told apart have changed places",
        value!(|t, _| {
            if t.memory.is_empty() {
                return Ok(-1);
            }
            let key = likeness(t)?;
            Ok(t.memory.get(&key).copied().unwrap_or(-1))
        }),
    )
    .returns(Int),
    ApiFn::effect(
        Try,
        "remember",
        &[("value", N)],
        "keeps a value for a state like this until the running hook ends, so that a search need not repeat itself; when memory is full it keeps nothing",
        value!(|t, a| {
            let key = likeness(t)?;
            let size = (size_of_val(key.as_slice()) + ENTRY) as u64;
            if t.remembered + size <= t.limits.memory {
                t.remembered += size;
                t.memory.insert(key, a[0]);
            }
            Ok(0)
        }),
    ),
    ApiFn::effect(
        Reject,
        "reject",
        &[("rule", Rule)],
        "refuses a position under a rule",
        value!(|t, a| {
            t.rejected = Some(a[0] as usize);
            Ok(0)
        }),
    ),
];

fn word(word: i64) -> Move {
    Move { piece: -1, from: -1, to: -1, word: word as i16, marks: 0, number: 0 }
}

fn offer(table: &mut Table, mv: Move) -> Result<i64, Fault> {
    if table.offers.len() as u64 >= table.limits.offers {
        return Err(Fault::limit("offers", table.limits.offers));
    }
    table.offers.push(mv);
    Ok(0)
}

fn refuse(table: &mut Table, mv: Move, rule: i64) -> Result<i64, Fault> {
    if table.explaining {
        if table.refusals.len() as u64 >= table.limits.offers {
            return Err(Fault::limit("offers", table.limits.offers));
        }
        table.refusals.push(Refusal { mv, rule: rule as usize });
    }
    Ok(0)
}

/// The bytes that a remembered state takes beside its likeness.
const ENTRY: usize = 64;

fn likeness(table: &mut Table) -> Result<Vec<i32>, Fault> {
    let key = table.state.likeness(&table.game);
    // Building it and looking it up takes long for each item.
    table.charge(8 * key.len())?;
    Ok(key)
}

/// The move of a handle: offers first, refused moves after them.
fn mv(table: &Table, handle: i64) -> Move {
    let handle = handle as usize;
    table
        .offers
        .get(handle)
        .copied()
        .unwrap_or_else(|| table.refusals[handle - table.offers.len()].mv)
}

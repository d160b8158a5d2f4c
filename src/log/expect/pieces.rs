//! Checks an expected placement: `light f2.been*3 a1*0`.

use std::ops::Range;

use super::{Found, Mismatch, failed, unknown};
use crate::error::{Problem, Result};
use crate::game::Game;
use crate::log::tree::{At, Log, Placed, Word};
use crate::piece::ValueType;
use crate::rules::Play;

/// Checks the pieces of one player on the sites that are named; `None` when they stand as
/// expected. Several entries for one site go from the bottom up.
///
/// # Errors
///
/// `unknown-name` for a kind, site or attribute, `bad-expectation` for an attribute's value.
pub(super) fn check(
    play: &Play,
    log: &Log,
    (id, player): (&Word, usize),
    placed: &[At<Placed>],
) -> Result<Option<Mismatch>> {
    let game = play.game();
    let mut wanted: Vec<Wanted<'_>> = Vec::new();
    for entry in placed {
        wanted.push(Wanted::resolve(game, log, entry, player)?);
    }
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut problem: Option<Problem> = None;
    for (i, first) in wanted.iter().enumerate() {
        if wanted[..i].iter().any(|other| other.site == first.site) {
            continue;
        }
        let same: Vec<&Wanted<'_>> = wanted[i..].iter().filter(|w| w.site == first.site).collect();
        let pieces: Vec<usize> = play
            .state()
            .pieces_on(first.site)
            .filter(|piece| play.state().owner(*piece) == player)
            .collect();
        if stand_as_wanted(play, &pieces, &same) {
            continue;
        }
        let found = describe(play, &pieces, &same);
        let expected: Vec<String> = same.iter().map(|w| w.entry.value.to_string()).collect();
        let message = format!(
            "expected {} {}, found {}",
            id.value,
            expected.join(" "),
            if pieces.is_empty() { "none there" } else { &found }
        );
        let everything = game.board().name(first.site);
        let note = match play.state().height(first.site) {
            n if n == pieces.len() => None,
            n => Some(format!("{n} pieces of all players stand on {everything}")),
        };
        match &mut problem {
            None => {
                let new = failed(log, first.entry, message);
                problem = Some(match note {
                    Some(note) => new.note(note),
                    None => new,
                });
            }
            Some(first) => *first = first.clone().note(message),
        }
        edits.push((first.entry.span.clone(), found));
        edits.extend(same[1..].iter().map(|other| (other.entry.span.clone(), String::new())));
    }
    Ok(problem.map(|problem| Mismatch { problem, diff: None, found: Found::Words(edits) }))
}

/// An entry with its names resolved.
struct Wanted<'a> {
    entry: &'a At<Placed>,
    kind: Option<usize>,
    site: usize,
    /// Attributes with the value asked for; `None` for any but 0.
    attributes: Vec<(usize, Option<i32>)>,
}

impl<'a> Wanted<'a> {
    fn resolve(game: &Game, log: &Log, entry: &'a At<Placed>, player: usize) -> Result<Self> {
        let word = |text: &str| At::new(text.to_owned(), entry.span.clone());
        let placed = &entry.value;
        let board = game.board();
        let site = board
            .site_for(&placed.site, player)
            .ok_or_else(|| unknown(log, &word(&placed.site), "site", board.names_for(player)))?;
        let kind = match &placed.kind {
            None => None,
            Some(name) => {
                let found = game.kinds.iter().position(|kind| kind.id == *name);
                let known = game.kinds.iter().map(|kind| kind.id.as_str());
                Some(found.ok_or_else(|| unknown(log, &word(name), "kind", known))?)
            }
        };
        let mut attributes = Vec::new();
        for (name, value) in &placed.attributes {
            let found = game.attributes.iter().position(|attribute| attribute.id == *name);
            let known = game.attributes.iter().map(|attribute| attribute.id.as_str());
            let index = found.ok_or_else(|| unknown(log, &word(name), "attribute", known))?;
            let value = match (value.as_deref(), game.attributes[index].ty) {
                (None, _) => None,
                (Some("true"), ValueType::Bool) => Some(1),
                (Some("false"), ValueType::Bool) => Some(0),
                (Some(text), ty) => match text.parse() {
                    Ok(value) if ty != ValueType::Bool => Some(value),
                    _ => return Err(bad_value(log, entry, text, ty).into()),
                },
            };
            attributes.push((index, value));
        }
        Ok(Self { entry, kind, site, attributes })
    }

    fn fits(&self, play: &Play, piece: usize) -> bool {
        let value = |attribute| play.state().attribute(piece, attribute);
        self.kind.is_none_or(|kind| play.game().pieces[piece].kind == kind)
            && self.attributes.iter().all(|(attribute, wanted)| match wanted {
                Some(wanted) => value(*attribute) == *wanted,
                None => value(*attribute) != 0,
            })
    }
}

fn bad_value(log: &Log, entry: &At<Placed>, text: &str, ty: ValueType) -> Problem {
    let wanted = if ty == ValueType::Bool { "`true` or `false`" } else { "an integer" };
    Problem::new("bad-expectation", format!("expected {wanted}, found `{text}`"))
        .at(log.place(entry))
}

/// Whether these pieces, bottom first, are what the entries say one after the other.
fn stand_as_wanted(play: &Play, pieces: &[usize], wanted: &[&Wanted<'_>]) -> bool {
    let mut rest = pieces;
    for entry in wanted {
        let Some((these, above)) = rest.split_at_checked(entry.entry.value.count) else {
            return false;
        };
        if !these.iter().all(|piece| entry.fits(play, *piece)) {
            return false;
        }
        rest = above;
    }
    rest.is_empty()
}

/// The pieces as entries that say as much about them as the ones they stand for.
fn describe(play: &Play, pieces: &[usize], wanted: &[&Wanted<'_>]) -> String {
    let game = play.game();
    let with_kind = wanted.iter().any(|entry| entry.kind.is_some());
    let mut attributes: Vec<usize> =
        wanted.iter().flat_map(|entry| entry.attributes.iter().map(|(index, _)| *index)).collect();
    attributes.sort_unstable();
    attributes.dedup();
    let site = wanted[0].entry.value.site.clone();
    let mut entries: Vec<Placed> = Vec::new();
    for piece in pieces {
        let kind = with_kind.then(|| game.kinds[game.pieces[*piece].kind].id.clone());
        let attributes = attributes
            .iter()
            .map(|index| {
                let value = play.state().attribute(*piece, *index);
                let text = match (game.attributes[*index].ty, value) {
                    (ValueType::Bool, 0) => Some("false".to_owned()),
                    (ValueType::Bool, _) => None,
                    _ => Some(value.to_string()),
                };
                (game.attributes[*index].id.clone(), text)
            })
            .collect();
        let next = Placed { kind, site: site.clone(), count: 1, attributes };
        match entries.last_mut() {
            Some(last) if last.kind == next.kind && last.attributes == next.attributes => {
                last.count += 1;
            }
            _ => entries.push(next),
        }
    }
    if entries.is_empty() {
        entries.push(Placed { kind: None, site, count: 0, attributes: Vec::new() });
    }
    entries.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

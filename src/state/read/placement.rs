//! Reads who stands where: `yellow 12 33 home*2`, `red 22'.slow`.

use super::{Reader, Word};
use crate::error::Problem;
use crate::piece::ValueType;
use crate::state::{LATER, OFF_BOARD};

/// A word of a placement line, understood.
struct Placement {
    /// The piece's index.
    piece: usize,
    /// Its site; `None` for off the board.
    site: Option<usize>,
    /// How many signs say that it came there after others.
    later: usize,
    /// Where its word stands among the words of the position.
    word: usize,
}

impl Reader<'_> {
    /// Places all pieces; those that nobody speaks of stand where the board says, if it does.
    pub(super) fn placements(&mut self, lines: &[&Vec<Word<'_>>]) {
        let mut placements = Vec::new();
        let mut words: Vec<Word<'_>> = Vec::new();
        for line in lines {
            let Some((owner, rest)) = line.split_first() else { continue };
            let Some(owner) = self.game.owner(owner.text) else { continue };
            for word in rest {
                if let Err(problem) = self.placement(owner, *word, words.len(), &mut placements) {
                    self.problems.push(problem);
                }
                words.push(*word);
            }
        }
        placements.sort_by_key(|placement| placement.later);
        for Placement { piece, site, word, .. } in placements {
            let Some(site) = site else { continue };
            let capacity = self.game.board.sites()[site].capacity;
            if let Some(most) = capacity.filter(|most| self.state.height(site) >= *most) {
                let name = self.game.board.name(site);
                let message = format!("`{name}` holds at most {most}");
                let place = self.place(words[word]);
                self.problems.push(Problem::new("full-site", message).at(place));
                continue;
            }
            self.state.put(piece, site);
        }
        for (piece, declared) in self.game.pieces.iter().enumerate() {
            if let Some(rest) = self.game.board.rest(declared.owner)
                && !self.placed.contains(piece)
            {
                self.state.put(piece, rest);
            }
        }
    }

    fn placement(
        &mut self,
        owner: usize,
        word: Word<'_>,
        word_index: usize,
        placements: &mut Vec<Placement>,
    ) -> Result<(), Problem> {
        let (piece, n) = match word.text.split_once('*') {
            None => (word.text, 1),
            Some((piece, n)) => {
                let n_word = Word { text: n, start: word.start + piece.len() + 1 };
                (piece, self.number::<usize>(n_word)?)
            }
        };
        let mut parts = piece.split('.');
        let head = parts.next().unwrap_or_default();
        let (kind, site) = match head.split_once(':') {
            None => (self.unsaid_kind(owner), Word { text: head, start: word.start }),
            Some((kind, site)) => {
                let kind_word = Word { text: kind, start: word.start };
                let kinds = &self.game.kinds;
                let found = kinds.iter().position(|k| k.id == kind);
                let index = found.ok_or_else(|| {
                    self.unknown(kind_word, "kind", kinds.iter().map(|k| k.id.as_str()))
                })?;
                (index, Word { text: site, start: word.start + kind.len() + 1 })
            }
        };
        let base = site.text.trim_end_matches(LATER);
        let later = site.text.len() - base.len();
        let site = Word { text: base, start: site.start };
        let site = if base == OFF_BOARD { None } else { Some(self.site_for(site, owner)?) };
        let mut attributes = Vec::new();
        let mut offset = word.start + head.len() + 1;
        for part in parts {
            attributes.push(self.attribute(Word { text: part, start: offset })?);
            offset += part.len() + 1;
        }
        for _ in 0..n {
            let free = (0..self.game.pieces.len()).find(|&piece| {
                let declared = &self.game.pieces[piece];
                declared.owner == owner && declared.kind == kind && !self.placed.contains(piece)
            });
            let Some(piece) = free else {
                let owner = self.game.owner_id(owner);
                return Err(Problem::new(
                    "too-many-pieces",
                    format!("more pieces than {owner} has"),
                )
                .at(self.place(word)));
            };
            self.placed.insert(piece);
            placements.push(Placement { piece, site, later, word: word_index });
            for (attribute, value) in &attributes {
                self.state.set_attribute(piece, *attribute, *value);
            }
        }
        Ok(())
    }

    /// The kind of a piece of which none is said: the only one that there is, or the first.
    fn unsaid_kind(&self, owner: usize) -> usize {
        self.game.only_kind(owner).unwrap_or_default()
    }

    /// A site as the owner of its piece says it.
    fn site_for(&self, word: Word<'_>, owner: usize) -> Result<usize, Problem> {
        let board = &self.game.board;
        let found = board.site_for(word.text, owner);
        found.ok_or_else(|| self.unknown(word, "site", board.names_for(owner)))
    }

    fn attribute(&self, word: Word<'_>) -> Result<(usize, i32), Problem> {
        let (name, value) = match word.text.split_once('=') {
            None => (word.text, None),
            Some((name, value)) => {
                (name, Some(Word { text: value, start: word.start + name.len() + 1 }))
            }
        };
        let attributes = &self.game.attributes;
        let found = attributes.iter().position(|attribute| attribute.id == name);
        let Some(index) = found else {
            let word = Word { text: name, start: word.start };
            return Err(self.unknown(word, "attribute", attributes.iter().map(|a| a.id.as_str())));
        };
        let value = match (attributes[index].ty, value) {
            (ValueType::Bool, None | Some(Word { text: "true", .. })) => 1,
            (ValueType::Bool, Some(Word { text: "false", .. })) => 0,
            (ValueType::Bool, Some(value)) => {
                return Err(
                    self.bad(value, format!("expected `true` or `false`, found `{}`", value.text))
                );
            }
            (_, Some(value)) => self.number(value)?,
            (_, None) => return Err(self.bad(word, format!("expected `{name}=NUMBER`"))),
        };
        Ok((index, value))
    }
}

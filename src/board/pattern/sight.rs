//! What a player sees of the board when patterns are looked for.

use super::Content;
use crate::board::SiteSet;

/// Which sites hold what, as one player sees it: the player's own pieces, those of nobody and those of
/// enemies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight<'a> {
    pub(crate) own: &'a SiteSet,
    pub(crate) neutral: &'a SiteSet,
    pub(crate) enemy: &'a SiteSet,
}

impl Sight<'_> {
    /// 64 sites that hold something, the first of them in the lowest bit.
    #[inline]
    pub(super) fn word(&self, content: Content, first: i64) -> u64 {
        let of = |set: &SiteSet| set.word_from(first);
        match content {
            Content::Own => of(self.own),
            Content::Shared => of(self.own) | of(self.neutral),
            Content::Neutral => of(self.neutral),
            Content::Enemy => of(self.enemy),
            Content::Clear => !(of(self.own) | of(self.neutral)),
        }
    }

    #[inline]
    pub(super) fn fits(&self, (site, content): (u16, Content)) -> bool {
        let holds = |set: &SiteSet| set.contains(site.into());
        match content {
            Content::Own => holds(self.own),
            Content::Shared => holds(self.own) || holds(self.neutral),
            Content::Neutral => holds(self.neutral),
            Content::Enemy => holds(self.enemy),
            Content::Clear => !holds(self.own) && !holds(self.neutral),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_says_of_each_of_64_sites_what_it_says_of_one() {
        let all = |sites: &[usize]| sites.iter().copied().collect::<SiteSet>();
        let (own, neutral) = (all(&[0, 63, 64, 200]), all(&[5, 130]));
        let enemy = all(&[0, 70, 511]);
        let sight = Sight { own: &own, neutral: &neutral, enemy: &enemy };
        for content in Content::ALL {
            for first in [0, 1, 63, 64, 140, 448, 480] {
                let word = sight.word(content, first);
                for i in 0..64 {
                    let site = first as u16 + i;
                    let fits = sight.fits((site, content));
                    assert_eq!(word >> i & 1 == 1, fits, "{content:?} {site}");
                }
            }
        }
    }
}

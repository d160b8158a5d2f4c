//! Walks along tracks. Which there are hangs on the game alone, so short ones are found once.

use crate::game::Game;
use crate::script::Limits;
use crate::script::table::Fault;

/// A walk of a piece along its track.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Walk {
    /// Where its sites begin, the starting site first, and how many they are.
    start: u32,
    pub(crate) len: u32,
    /// The site where it ends.
    pub(crate) end: u16,
    /// The player on whose track it goes, who decides what zones mean.
    pub(crate) player: u8,
    /// Whether its sites are kept beyond the running hook.
    is_kept: bool,
    /// The piece that it was found for; wide, so that a walk has no gaps and is copied at once.
    pub(crate) piece: u32,
}

/// Which walks are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) player: usize,
    /// So many sites far.
    pub(crate) n: usize,
    /// A zone in which a way that enters it must end.
    pub(crate) only: Option<usize>,
}

/// The walks of the running hook by their handles, and what was found before.
#[derive(Debug, Default)]
pub(crate) struct Walks {
    found: Vec<Walk>,
    /// The sites of walks that only the running hook knows.
    path: Vec<u16>,
    book: Book,
    /// The walk that is being found, its sites so far.
    way: Vec<u16>,
    /// Branches that the walk being found has not taken yet: after how many sites, and to where.
    waiting: Vec<(usize, u16)>,
    /// How many sites all walks of the running hook have together.
    n_sites: u64,
}

/// Longer walks are found each time.
const MAX_KEPT: usize = 24;

/// The short walks that were found once.
#[derive(Debug, Default)]
struct Book {
    /// For no zone and for each zone, when it was asked for, the entry of each player, length and site.
    pages: Vec<Vec<Entry>>,
    walks: Vec<Walk>,
    sites: Vec<u16>,
}

/// The walks of a way, and the work of finding them: small, since many are looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Where the sites of the only walk are in the book, or where several walks are.
    place: u32,
    /// 0 for a way that nobody has asked for yet.
    work: u32,
    n: u32,
    /// The site where the only walk ends.
    end: u16,
}

impl Way {
    /// The page of the book where they are.
    fn page(self) -> usize {
        self.only.map_or(0, |zone| zone + 1)
    }

    /// Where the entries of all sites begin on a page.
    fn row(self, game: &Game) -> usize {
        (self.player * (MAX_KEPT + 1) + self.n) * game.board.n_sites()
    }
}

impl Walks {
    /// Forgets the walks of the last hook.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.found.clear();
        self.path.clear();
        self.n_sites = 0;
    }

    /// How many walks the running hook has found.
    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// Forgets the walks found since there were so many.
    pub(crate) fn truncate(&mut self, n: usize) {
        let dropped = self.found.drain(n..).map(|walk| u64::from(walk.len)).sum::<u64>();
        self.n_sites -= dropped;
        let kept = self.found.iter().rev().find(|walk| !walk.is_kept);
        self.path.truncate(kept.map_or(0, |walk| (walk.start + walk.len) as usize));
    }

    /// The walk of a handle.
    pub(crate) fn get(&self, handle: usize) -> Walk {
        self.found[handle]
    }

    /// The sites of a walk, the starting site first.
    pub(crate) fn sites(&self, handle: usize) -> &[u16] {
        let walk = self.found[handle];
        let all = if walk.is_kept { &self.book.sites } else { &self.path };
        &all[walk.start as usize..(walk.start + walk.len) as usize]
    }

    /// Finds the walks of pieces on their sites, the main way of each fork first; their handles follow
    /// those given out before. The player has a track. Gives the work of finding them, the same each
    /// time.
    ///
    /// # Errors
    ///
    /// A limit that is passed.
    #[allow(clippy::inline_always, reason = "few call it, and one of them all the time")]
    #[inline(always)]
    pub(crate) fn find(
        &mut self,
        game: &Game,
        limits: &Limits,
        way: Way,
        pieces: &[(u16, u16)],
    ) -> Result<usize, Fault> {
        let first = self.found.len();
        let work = if way.n <= MAX_KEPT {
            loop {
                match self.look_up(game, way, pieces) {
                    Ok(work) => break work,
                    Err(site) => {
                        self.found.truncate(first);
                        self.write(game, limits, way, site)?;
                    }
                }
            }
        } else {
            self.search_all(game, limits, way, pieces)?
        };
        self.n_sites += (self.found.len() - first) as u64 * (way.n as u64 + 1);
        if self.found.len() as u64 > limits.walks {
            return Err(Fault::limit("walks", limits.walks));
        }
        if self.n_sites > limits.sites {
            return Err(Fault::limit("sites", limits.sites));
        }
        Ok(work)
    }

    /// Finds short walks in the book, or gives the first site whose walks are not there yet.
    #[allow(clippy::inline_always, reason = "as above")]
    #[inline(always)]
    fn look_up(&mut self, game: &Game, way: Way, pieces: &[(u16, u16)]) -> Result<usize, usize> {
        let Self { found, book, .. } = self;
        let page = book.pages.get(way.page()).map_or(&[][..], Vec::as_slice);
        let entries = page.get(way.row(game)..).unwrap_or_default();
        let (len, player) = (way.n as u32 + 1, way.player as u8);
        let mut work = 0;
        for (piece, site) in pieces {
            let (piece, site) = (u32::from(*piece), usize::from(*site));
            let entry = match entries.get(site) {
                Some(entry) if entry.work > 0 => entry,
                _ => return Err(site),
            };
            work += entry.work as usize;
            if entry.n == 1 {
                let Entry { place: start, end, .. } = *entry;
                found.push(Walk { start, len, end, player, is_kept: true, piece });
            } else {
                let first = entry.place as usize;
                for walk in &book.walks[first..first + entry.n as usize] {
                    found.push(Walk { piece, ..*walk });
                }
            }
        }
        Ok(work)
    }

    /// Finds long walks, which are not kept.
    #[cold]
    fn search_all(
        &mut self,
        game: &Game,
        limits: &Limits,
        way: Way,
        pieces: &[(u16, u16)],
    ) -> Result<usize, Fault> {
        let mut work = 0;
        for (piece, site) in pieces.iter().copied() {
            let first = self.found.len();
            let search = Search { way: &mut self.way, waiting: &mut self.waiting };
            work += search.run(game, limits, way, site.into(), &mut self.found, &mut self.path)?;
            for walk in &mut self.found[first..] {
                walk.piece = piece.into();
            }
            // They may be very many, so the next piece waits until it is known that there is room.
            let n_sites = (self.found.len() - first) as u64 * (way.n as u64 + 1);
            if self.n_sites + n_sites > limits.sites {
                return Err(Fault::limit("sites", limits.sites));
            }
        }
        Ok(work)
    }

    /// Finds the walks of a way for good.
    #[cold]
    fn write(&mut self, game: &Game, limits: &Limits, way: Way, site: usize) -> Result<(), Fault> {
        let page = way.page();
        let Book { pages, walks, sites } = &mut self.book;
        let first = walks.len();
        let search = Search { way: &mut self.way, waiting: &mut self.waiting };
        let work = match search.run(game, limits, way, site, walks, sites) {
            Ok(work) => work,
            Err(fault) => {
                walks.truncate(first);
                return Err(fault);
            }
        };
        for walk in &mut walks[first..] {
            walk.is_kept = true;
        }
        let n = walks.len() - first;
        let entry = match &walks[first..] {
            [only] => Entry { place: only.start, work: work as u32, end: only.end, n: 1 },
            _ => Entry { place: first as u32, work: work as u32, end: 0, n: n as u32 },
        };
        if pages.len() <= page {
            pages.resize_with(page + 1, Vec::new);
        }
        if pages[page].is_empty() {
            let n_entries = game.players.len() * game.board.n_sites() * (MAX_KEPT + 1);
            pages[page].resize(n_entries, Entry::default());
        }
        pages[page][way.row(game) + site] = entry;
        Ok(())
    }
}

/// The search for the walks of one way.
struct Search<'a> {
    way: &'a mut Vec<u16>,
    waiting: &'a mut Vec<(usize, u16)>,
}

impl Search<'_> {
    /// Appends the walks and their sites. Gives how many sites were looked at, at least 1.
    ///
    /// The branches not yet taken wait on a stack as the length of the common beginning and the site
    /// that follows it, so that a long walk costs no recursion.
    fn run(
        self,
        game: &Game,
        limits: &Limits,
        Way { player, n, only }: Way,
        site: usize,
        walks: &mut Vec<Walk>,
        sites: &mut Vec<u16>,
    ) -> Result<usize, Fault> {
        let Self { way, waiting } = self;
        let Some(track) = game.tracks.get(player).and_then(Option::as_ref) else { return Ok(1) };
        let only = only.map(|zone| &game.zones[zone].sites[player]);
        let (first, first_site) = (walks.len() as u64, sites.len() as u64);
        waiting.clear();
        way.clear();
        way.push(site as u16);
        let mut work = 0_usize;
        loop {
            work += 1;
            if work as u64 > limits.operations {
                return Err(Fault::limit("operations", limits.operations));
            }
            if way.len() == n + 1 {
                if walks.len() as u64 - first >= limits.walks {
                    return Err(Fault::limit("walks", limits.walks));
                }
                let (start, len) = (sites.len() as u32, way.len() as u32);
                if u64::from(start) + u64::from(len) - first_site > limits.sites {
                    return Err(Fault::limit("sites", limits.sites));
                }
                let end = way[n];
                let player = player as u8;
                walks.push(Walk { start, len, end, player, is_kept: false, piece: 0 });
                sites.extend_from_slice(way);
            } else {
                let here = way[way.len() - 1];
                let allowed = |to: &u16| {
                    // Whoever has entered the zone on this walk must not leave it again.
                    only.is_none_or(|zone| {
                        let inside = |site: &u16| zone.contains((*site).into());
                        inside(to) || !inside(&here) || way.iter().all(inside)
                    })
                };
                let mut ways = track.next[usize::from(here)].iter().filter(|to| allowed(to));
                if let Some(main) = ways.next() {
                    for branch in ways.rev() {
                        waiting.push((way.len(), *branch));
                    }
                    way.push(*main);
                    continue;
                }
            }
            let Some((len, next)) = waiting.pop() else { return Ok(work) };
            way.truncate(len);
            way.push(next);
        }
    }
}

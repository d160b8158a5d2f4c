//! Tracks: what follows each site, with forks and joins.

use pest::iterators::{Pair, Pairs};

use super::Reader;
use super::grammar::Rule;
use super::naming::Speaker;
use crate::error::{Place, Problem};

/// A track's shape: where it starts and what follows each site, the main way first.
#[derive(PartialEq, Eq, Debug)]
pub(in crate::definition) struct Walk {
    pub(in crate::definition) start: usize,
    pub(in crate::definition) next: Vec<Vec<u16>>,
}

/// Follows the steps of a path.
pub(super) fn trace(reader: Reader<'_>, steps: Pairs<'_, Rule>) -> Option<Walk> {
    let next = vec![Vec::new(); reader.ground.board.n_sites()];
    let mut tracer = Tracer { reader, start: None, next, joins: Vec::new() };
    tracer.walk(steps, Vec::new());
    tracer.finish()
}

/// Follows a track and keeps the loose ends that the next site is tied to.
struct Tracer<'a> {
    reader: Reader<'a>,
    start: Option<usize>,
    next: Vec<Vec<u16>>,
    joins: Vec<(usize, Place)>,
}

impl Tracer<'_> {
    /// Follows the steps from `ends` on; the ends that are loose behind them.
    fn walk(&mut self, steps: Pairs<'_, Rule>, mut ends: Vec<usize>) -> Vec<usize> {
        let mut joined = false;
        for pair in steps {
            if joined {
                if !self.reader.is_partial() {
                    let message = "nothing can follow: every branch ended";
                    let problem = Problem::new("dead-path", message);
                    self.reader.report(problem.help("a join ends its branch"), &pair);
                }
                return ends;
            }
            match pair.as_rule() {
                Rule::fork => {
                    let before = ends;
                    ends = Vec::new();
                    if before.is_empty() && !self.reader.is_partial() {
                        let problem =
                            Problem::new("bad-path", "a track cannot begin with a fork or a join");
                        self.reader.report(problem, &pair);
                    }
                    for branch in pair.into_inner() {
                        for end in self.walk(branch.into_inner(), before.clone()) {
                            if !ends.contains(&end) {
                                ends.push(end);
                            }
                        }
                    }
                    joined = ends.is_empty();
                }
                Rule::join => {
                    self.join(&pair, &ends);
                    ends = Vec::new();
                    joined = true;
                }
                _ => {
                    for site in self.reader.line(&pair) {
                        self.tie(&ends, site);
                        self.start.get_or_insert(site);
                        ends = vec![site];
                    }
                }
            }
        }
        ends
    }

    fn join(&mut self, pair: &Pair<'_, Rule>, ends: &[usize]) {
        let Some(name) = pair.clone().into_inner().next() else {
            return;
        };
        if ends.is_empty() && !self.reader.is_partial() {
            let problem = Problem::new("bad-path", "a track cannot begin with a fork or a join");
            self.reader.report(problem, pair);
        }
        if let Some(site) = self.reader.site(&name) {
            self.tie(ends, site);
            let span = name.as_span();
            self.joins.push((site, self.reader.text.at(span.start()..span.end())));
        }
    }

    fn tie(&mut self, ends: &[usize], site: usize) {
        for &end in ends {
            let site = site as u16;
            if !self.next[end].contains(&site) {
                self.next[end].push(site);
            }
        }
    }

    fn finish(self) -> Option<Walk> {
        let mut ok = !self.reader.failed;
        if self.start.is_none() && ok && self.reader.speaker != Speaker::Unseated {
            let problem = Problem::new("empty-path", "none of these sites is there");
            self.reader.problems.push(problem.at(self.reader.text.scalar.place.clone()));
        }
        // A site that could not be read may be the one that is joined: then nothing is said.
        let quiet = self.reader.is_partial();
        for (site, place) in self.joins.into_iter().filter(|_| !quiet).collect::<Vec<_>>() {
            if !self.reader.seen[site] {
                let name = self.reader.ground.board.name(site);
                let message = format!("`{name}` is not on this track");
                let help = "a join goes on at a site that the track passes elsewhere";
                self.reader.problems.push(Problem::new("loose-join", message).at(place).help(help));
                ok = false;
            }
        }
        Some(Walk { start: self.start.filter(|_| ok)?, next: self.next })
    }
}

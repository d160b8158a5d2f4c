//! What the names of sites mean, which depends on who says them and on who plays.

use std::collections::BTreeMap;

use crate::board::{Board, Shape};
use crate::error::Problem;

/// A board with the names of sites that are declared but not there.
pub(in crate::definition) struct Ground {
    pub(in crate::definition) board: Board,
    pub(in crate::definition) absent: BTreeMap<String, Absent>,
}

/// Why a declared site is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::definition) enum Absent {
    /// It belongs to a player who is not in play.
    Unseated,
    /// Its condition does not hold.
    Off,
}

/// Who says a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::definition) enum Speaker {
    /// A player in play, by seat.
    Seated(usize),
    /// A player who does not play here: sites of players who do not either are passed over.
    Unseated,
    /// A player whom options switch off, perhaps along with sites: only the form is looked at.
    Off,
}

/// What a name means.
pub(super) enum Meaning {
    Site(usize),
    /// Nothing here, which is no mistake.
    Nothing,
    Wrong(Box<Problem>),
}

impl Ground {
    /// Whether a site is declared by this name, be it there or not.
    pub(in crate::definition) fn knows(&self, name: &str) -> bool {
        self.board.site(name).is_some() || self.absent.contains_key(name) || self.is_short(name)
    }

    /// The site of a name that is the same for everybody; `None` for one that is not there.
    ///
    /// # Errors
    /// The problem of a name that is not declared.
    pub(in crate::definition) fn full_name(&self, name: &str) -> Result<Option<usize>, Problem> {
        match self.board.site(name) {
            None if self.absent.contains_key(name) => Ok(None),
            None if self.is_short(name) => {
                let message = format!("every player has a site `{name}`");
                let own =
                    self.board.sites().iter().find(|site| site.short.as_deref() == Some(name));
                let full = own.map_or(name, |site| &site.name);
                let help = format!("write whose it is, as in `{full}`");
                Err(Problem::new("unknown-site", message).help(help))
            }
            None => Err(self.unknown(name)),
            site => Ok(site),
        }
    }

    /// What a name means when the speaker says it.
    pub(super) fn meaning(&self, name: &str, speaker: Speaker) -> Meaning {
        let site = match speaker {
            Speaker::Seated(player) => self.board.site_for(name, player),
            Speaker::Unseated | Speaker::Off => self.board.site(name),
        };
        match (site, self.absent.get(name)) {
            (Some(site), _) => Meaning::Site(site),
            (None, Some(Absent::Unseated)) => Meaning::Nothing,
            (None, Some(Absent::Off)) if speaker == Speaker::Unseated => Meaning::Nothing,
            (None, Some(Absent::Off)) => {
                let message = format!("the site `{name}` is switched off here");
                let problem = Problem::new("switched-off", message);
                Meaning::Wrong(Box::new(problem.help("give this entry the same condition")))
            }
            (None, None) if self.is_short(name) => Meaning::Nothing,
            (None, None) => Meaning::Wrong(Box::new(self.unknown(name))),
        }
    }

    fn is_short(&self, name: &str) -> bool {
        self.board.sites().iter().any(|site| site.short.as_deref() == Some(name))
    }

    fn unknown(&self, name: &str) -> Problem {
        let sites = self.board.sites();
        if self.board.spot(name).is_some() {
            return Problem::new("unknown-site", format!("there is no point at `{name}`"));
        }
        let problem = Problem::new("unknown-site", format!("unknown site `{name}`"));
        match (self.board.shape(), sites.first()) {
            (Shape::Grid { columns, rows, .. }, Some(first)) if sites.len() > 12 => {
                let (first, last) = (&first.name, self.board.name(columns * rows - 1));
                problem.help(format!("sites are `{first}` to `{last}`{}", self.beside()))
            }
            (Shape::Lines, Some(_)) if sites.len() > 12 => {
                let ends = self.board.lines().iter().filter_map(|line| {
                    let first = self.board.name(line.sites.start);
                    Some(format!("`{first}` to `{}`", sites.get(line.sites.clone())?.last()?.name))
                });
                let lines = ends.collect::<Vec<_>>().join(", ");
                problem.help(format!("sites are {lines}{}", self.beside()))
            }
            _ => problem.help_nearest(name, sites.iter().map(|site| site.name.as_str())),
        }
    }

    /// The names of the sites beside the others, once each.
    fn beside(&self) -> String {
        let n_lines = self.board.lines().last().map_or(0, |line| line.sites.end);
        let beside = self.board.sites().iter().skip(n_lines).filter(|site| site.at.is_none());
        let mut names: Vec<&str> = Vec::new();
        for name in beside.map(|site| site.short.as_deref().unwrap_or(&site.name)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.into_iter().fold(String::new(), |all, name| all + ", `" + name + "`")
    }
}

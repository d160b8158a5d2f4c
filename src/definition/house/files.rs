//! Finding house rules: those that come with a game by their names, all others by their paths.

use std::path::Path;

use crate::definition::{Definition, House, Library, house, read_source};
use crate::error::{Place, Problem, Problems, Result, Source};
use crate::text::{Named, Text};

/// House rules that somebody names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseFile {
    /// The name of house rules that come with the game, or the path of a file: from the folder of the
    /// log that names it, else from the current folder.
    pub name: String,
    /// Where a log names it.
    pub place: Option<Place>,
}

impl HouseFile {
    /// Whether the name can only be the path of a file.
    fn is_path(&self) -> bool {
        self.name.contains(['/', '\\', '.'])
    }

    /// A problem of this file as a whole, at the place where it is named.
    fn located(&self, problem: Problem) -> Problem {
        match &self.place {
            Some(place) => problem.at(place.clone()),
            None => problem,
        }
    }
}

impl Library {
    /// The game that a house file is for, with the house rules laid over it.
    ///
    /// # Errors
    /// `unreadable-file`, `unknown-game` at the place that names the game, and those of
    /// [`Definition::with_houses`]; all in one pass.
    pub fn open_house(&self, path: &Path) -> Result<Definition> {
        let mut problems = Problems::default();
        let yaml = read_source(path)?;
        let near = yaml.name().to_owned();
        let house = House::read(yaml, |rules| self.beside(&near, rules), &mut problems);
        let Some(house) = house.filter(|house| !house.extends().is_empty()) else {
            problems.finish(())?;
            return Err(Problem::new("empty-definition", "the house rules are empty").into());
        };
        match self.open(house.extends()) {
            Ok(base) => {
                let definition = house::lay(&base, vec![house], &mut problems);
                problems.finish(definition)
            }
            Err(error) => {
                problems.extend(error.map(|problem| house.at_extends(problem)));
                problems.finish(())?;
                Err(Problem::new("unknown-game", "there is no such game").into())
            }
        }
    }

    /// The house rules that come with a game, by their names and titles; those that cannot be read have
    /// their names as titles.
    ///
    /// # Errors
    /// Those of [`Self::houses`].
    pub fn shipped_houses(&self, game: &str) -> Result<Vec<Named>> {
        let named = |name: String| {
            let yaml = self.house(game, &name)?.ok()?;
            let near = yaml.name().to_owned();
            let house = House::from_sources(yaml, |rules| self.beside(&near, rules));
            let title = house.map_or_else(|_| Text::same(&name), |house| house.named().title);
            Some(Named { id: name, title })
        };
        Ok(self.houses(game)?.into_iter().filter_map(named).collect())
    }
}

impl Definition {
    /// The definition with the house rules of some files laid over it, as
    /// [`Self::with_houses`] does with those at hand.
    ///
    /// # Errors
    /// `unknown-house` for a name that neither the game nor the folder knows, `unreadable-file`, both at
    /// the place of the log that names it, and those of [`Self::with_houses`]; all in one pass.
    pub fn with_house_files(&self, files: &[HouseFile]) -> Result<Self> {
        if files.is_empty() {
            return Ok(self.clone());
        }
        let library = self.library();
        let mut problems = Problems::default();
        let mut houses = Vec::new();
        for file in files {
            match self.find(file) {
                Ok(yaml) => {
                    let near = yaml.name().to_owned();
                    let rules = |path: &str| library.beside(&near, path);
                    houses.extend(House::read(yaml, rules, &mut problems));
                }
                Err(error) => problems.extend(error),
            }
        }
        let definition = house::lay(self, houses, &mut problems);
        problems.finish(definition)
    }

    /// Where the definition comes from; one that was made of texts knows only files.
    fn library(&self) -> Library {
        self.library.clone().unwrap_or(Library::folder(Path::new("")))
    }

    fn find(&self, file: &HouseFile) -> Result<Source> {
        let library = self.library();
        if let Some(shipped) = library.house(&self.name, &file.name) {
            return shipped;
        }
        let near = file.place.as_ref().map_or("", |place| place.source().name());
        match library.beside(near, &file.name) {
            Ok(source) => Ok(source),
            Err(error) if file.is_path() => Err(error.map(|problem| file.located(problem))),
            Err(_) => {
                let (game, name) = (&self.name, &file.name);
                let message = format!("`{game}` has no house rules `{name}`");
                let problem = Problem::new("unknown-house", message)
                    .note("a file is named with its ending, as `NAME.yaml`");
                let known = library.houses(game).unwrap_or_default();
                let known = known.iter().map(String::as_str);
                Err(file.located(problem.help_nearest(name, known)).into())
            }
        }
    }
}

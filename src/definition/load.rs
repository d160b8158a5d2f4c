//! Where definitions and logs come from: a folder, or the games inside the program.
//!
//! The only module of the library that reads files.
#![allow(clippy::disallowed_methods, reason = "definitions and logs are files")]

use std::io::Read;
use std::path::{Component, Path, PathBuf};

use include_dir::{Dir, include_dir};

use crate::definition::Definition;
use crate::error::{Error, Problem, Result, Source};
use crate::game::MAX_SCRIPT_BYTES;

/// The greatest size of a file in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The greatest size of a file of results in bytes.
const MAX_RESULT_BYTES: u64 = 256 * 1024 * 1024;

static GAMES: Dir = include_dir!("$CARGO_MANIFEST_DIR/games");

const YAML: &str = "game.yaml";
const RULES: &str = "rules.rhai";

/// The folder of a game's house rules.
const HOUSES: &str = "houses";

/// What the paths of files within the program begin with in messages.
const INSIDE: &str = "games";

/// A collection of games, each in a folder of its name.
#[derive(Clone, Debug)]
pub struct Library(Origin);

#[derive(Clone, Debug)]
enum Origin {
    Embedded,
    Folder(PathBuf),
}

impl Library {
    /// The games that are part of the program.
    pub fn embedded() -> Self {
        Self(Origin::Embedded)
    }

    /// The games in the subfolders of a folder.
    pub fn folder(path: &Path) -> Self {
        Self(Origin::Folder(path.to_owned()))
    }

    /// The given folder; without one `games` in the current folder if it exists, else the games
    /// that are part of the program.
    pub fn find(folder: Option<&Path>) -> Self {
        let here = Path::new("games");
        match folder {
            Some(folder) => Self::folder(folder),
            None if here.is_dir() => Self::folder(here),
            None => Self::embedded(),
        }
    }

    /// The names of the games, sorted: of the folders that hold a `game.yaml`.
    ///
    /// # Errors
    /// `unreadable-file` when the folder cannot be listed.
    pub fn names(&self) -> Result<Vec<String>> {
        let mut names: Vec<String> = match &self.0 {
            Origin::Embedded => GAMES
                .dirs()
                .filter(|dir| dir.get_file(dir.path().join(YAML)).is_some())
                .filter_map(|dir| Some(dir.path().file_name()?.to_str()?.to_owned()))
                .collect(),
            Origin::Folder(folder) => entries(folder)?
                .into_iter()
                .filter(|path| path.join(YAML).is_file())
                .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
                .collect(),
        };
        names.sort();
        Ok(names)
    }

    /// Reads a game's definition.
    ///
    /// # Errors
    /// `unknown-game` for a name that is not among [`Self::names`], `unreadable-file`, and whatever is
    /// wrong with the definition.
    pub fn open(&self, name: &str) -> Result<Definition> {
        self.check(name)?;
        let yaml = self.read(&Path::new(name).join(YAML))?;
        let rules = self.read(&Path::new(name).join(RULES))?;
        let definition = Definition::from_sources(yaml, rules)?.check_name(name)?;
        Ok(Definition { library: Some(self.clone()), ..definition })
    }

    /// The names of the house rules that come with a game, sorted: of the files `*.yaml` in its
    /// folder `houses`, without their ending.
    ///
    /// # Errors
    /// `unknown-game`, and `unreadable-file` when the folder cannot be listed.
    pub fn houses(&self, name: &str) -> Result<Vec<String>> {
        let paths = self.files(name, HOUSES, "yaml")?;
        Ok(paths.iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect())
    }

    /// Where all files of a game are, sorted, as [`Self::file`] takes them.
    ///
    /// # Errors
    /// `unknown-game`, and `unreadable-file` when a folder cannot be listed. What begins with a dot is
    /// left out.
    pub fn paths(&self, name: &str) -> Result<Vec<PathBuf>> {
        self.check(name)?;
        let mut paths = Vec::new();
        match &self.0 {
            Origin::Embedded => {
                if let Some(dir) = GAMES.get_dir(name) {
                    embedded_paths(dir, &mut paths);
                }
            }
            Origin::Folder(folder) => {
                folder_paths(&folder.join(name), &mut paths)?;
                let inner = |path: PathBuf| path.strip_prefix(folder).map(Path::to_owned).ok();
                paths = paths.into_iter().filter_map(inner).collect();
            }
        }
        paths.sort();
        Ok(paths)
    }

    /// A game's logs, sorted by their paths: the files `*.gamelog` in its folder `logs`.
    ///
    /// # Errors
    /// `unknown-game` and `unreadable-file`. A game without a folder of logs has none.
    pub fn logs(&self, name: &str) -> Result<Vec<Source>> {
        self.log_paths(name)?.iter().map(|path| self.log(path)).collect()
    }

    /// Where a game's logs are, sorted, as [`Self::log`] takes them.
    ///
    /// # Errors
    /// `unknown-game`, and `unreadable-file` when the folder cannot be listed.
    pub fn log_paths(&self, name: &str) -> Result<Vec<PathBuf>> {
        self.files(name, "logs", "gamelog")
    }

    /// Reads the log at one of the [`Self::log_paths`].
    ///
    /// # Errors
    /// `unreadable-file`.
    pub fn log(&self, path: &Path) -> Result<Source> {
        self.file(path)
    }

    /// Reads a file at one of the [`Self::paths`].
    ///
    /// # Errors
    /// `unreadable-file`.
    pub fn file(&self, path: &Path) -> Result<Source> {
        self.read(path)
    }

    /// The name of such a path in messages.
    pub fn path_name(&self, path: &Path) -> String {
        match &self.0 {
            Origin::Folder(folder) => folder.join(path).display().to_string(),
            Origin::Embedded => Path::new(INSIDE).join(path).display().to_string(),
        }
    }

    /// The files with that ending in a folder of a game, sorted; none when there is no such folder.
    fn files(&self, name: &str, folder: &str, ending: &str) -> Result<Vec<PathBuf>> {
        self.check(name)?;
        let inner = Path::new(name).join(folder);
        let mut paths: Vec<PathBuf> = match &self.0 {
            Origin::Embedded => GAMES
                .get_dir(&inner)
                .map(|dir| dir.files().map(|file| file.path().to_owned()).collect())
                .unwrap_or_default(),
            Origin::Folder(folder) if folder.join(&inner).is_dir() => {
                entries(&folder.join(&inner))?
                    .iter()
                    .filter(|path| is_text(path))
                    .filter_map(|path| path.strip_prefix(folder).ok().map(Path::to_owned))
                    .collect()
            }
            Origin::Folder(_) => Vec::new(),
        };
        paths.retain(|path| path.extension().is_some_and(|e| e == ending));
        paths.sort();
        Ok(paths)
    }

    /// Only names from the list are ever made part of a path.
    fn check(&self, name: &str) -> Result<()> {
        let names = self.names()?;
        if names.iter().any(|known| known == name) {
            return Ok(());
        }
        let mut problem = Problem::new("unknown-game", format!("unknown game `{name}`"))
            .help_nearest(name, names.iter().map(String::as_str));
        if let Origin::Folder(folder) = &self.0 {
            problem = problem.note(format!("looked in `{}`", folder.display()));
        }
        Err(problem.into())
    }

    /// The house rules of that name that come with a game, if there are any.
    pub(super) fn house(&self, game: &str, name: &str) -> Option<Result<Source>> {
        let known = self.houses(game).unwrap_or_default();
        let file = || Path::new(game).join(HOUSES).join(format!("{name}.yaml"));
        known.iter().any(|known| known == name).then(|| self.read(&file()))
    }

    /// Reads a file that another one names, whose path starts from that one's folder. Files within the
    /// program name each other.
    pub(super) fn beside(&self, other: &str, path: &str) -> Result<Source> {
        match &self.0 {
            Origin::Embedded if Path::new(other).starts_with(INSIDE) => {
                let inner = plain(&folder_of(other).join(path));
                self.read(inner.strip_prefix(INSIDE).unwrap_or(&inner))
            }
            _ => read_source(&folder_of(other).join(path)),
        }
    }

    fn read(&self, path: &Path) -> Result<Source> {
        match &self.0 {
            Origin::Folder(folder) => read_source(&folder.join(path)),
            Origin::Embedded => {
                let name = self.path_name(path);
                let file = GAMES
                    .get_file(path)
                    .ok_or_else(|| unreadable(&name, "it is not part of the program"))?;
                let text =
                    file.contents_utf8().ok_or_else(|| unreadable(&name, "it is not UTF-8"))?;
                Ok(Source::new(name, text))
            }
        }
    }
}

/// Reads a text file; a leading byte order mark is left out.
///
/// # Errors
/// `unreadable-file` when it cannot be read, is not UTF-8, or is larger than 4 MiB (a script: 64 KiB).
pub fn read_source(path: &Path) -> Result<Source> {
    let name = path.display().to_string();
    let is_script = path.extension().is_some_and(|e| e == "rhai");
    let limit = if is_script { MAX_SCRIPT_BYTES as u64 } else { MAX_BYTES };
    read_from(&name, open(path), limit)
}

/// Reads a file of results that a program wrote, which may be larger than what people write.
///
/// # Errors
/// Those of [`read_source`].
pub fn read_results(path: &Path) -> Result<Source> {
    read_from(&path.display().to_string(), open(path), MAX_RESULT_BYTES)
}

/// Reads a text of a file's greatest size from anywhere else; `name` is for messages.
///
/// # Errors
/// Those of [`read_source`].
pub fn read_stream(name: &str, stream: impl Read) -> Result<Source> {
    read_from(name, Ok(stream), MAX_BYTES)
}

fn read_from(name: &str, stream: std::io::Result<impl Read>, limit: u64) -> Result<Source> {
    let mut bytes = Vec::new();
    stream
        .and_then(|stream| stream.take(limit + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(name, &error.to_string().to_lowercase()))?;
    if bytes.len() as u64 > limit {
        return Err(unreadable(name, &format!("it is larger than {} KiB", limit / 1024)));
    }
    decode(name, bytes)
}

/// A text from the bytes of a file; a leading byte order mark is left out.
///
/// # Errors
/// `unreadable-file`, at the first byte that is not UTF-8.
fn decode(name: &str, bytes: Vec<u8>) -> Result<Source> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let source = Source::new(name, String::from_utf8_lossy(error.as_bytes()));
        let at = error.utf8_error().valid_up_to();
        let problem = Problem::new("unreadable-file", format!("cannot read `{name}`"));
        problem.at(source.place(at..at + 1)).note("it is not UTF-8")
    })?;
    Ok(Source::new(name, text.strip_prefix('\u{feff}').unwrap_or(&text)))
}

/// Whether something in a folder is a log: a file `*.gamelog`, also a link to one that is missing,
/// but no folder and no pipe, which might never end.
pub fn is_log(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "gamelog") && is_text(path)
}

/// Whether something in a folder is a file or a broken link, which shall not be passed over.
fn is_text(path: &Path) -> bool {
    path.is_file() || !path.exists()
}

/// The folder of a file; the current one when there is none.
fn folder_of(file: &str) -> &Path {
    Path::new(file).parent().unwrap_or(Path::new(""))
}

/// The path without `..` and `.`, which files within the program do not understand.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

fn embedded_paths(dir: &Dir, paths: &mut Vec<PathBuf>) {
    paths.extend(dir.files().map(|file| file.path().to_owned()));
    dir.dirs().for_each(|dir| embedded_paths(dir, paths));
}

fn folder_paths(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    for path in entries(folder)? {
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        // A linked folder could lead back here.
        if !hidden && path.is_dir() && !path.is_symlink() {
            folder_paths(&path, paths)?;
        } else if !hidden && path.is_file() {
            paths.push(path);
        }
    }
    Ok(())
}

fn open(path: &Path) -> std::io::Result<std::fs::File> {
    let file = std::fs::File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(std::io::Error::other("it is a folder"));
    }
    Ok(file)
}

/// The paths in a folder, unsorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let name = folder.display().to_string();
    let list = std::fs::read_dir(folder).and_then(|list| {
        list.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<_>>()
    });
    list.map_err(|error| unreadable(&name, &error.to_string().to_lowercase()))
}

fn unreadable(name: &str, why: &str) -> Error {
    Problem::new("unreadable-file", format!("cannot read `{name}`")).note(why).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
        let path = folder.join(name);
        let parent = path.parent().expect("a file in a folder");
        std::fs::create_dir_all(parent).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let yaml = include_str!("../../tests/games/race/game.yaml");
        write(folder.path(), "race/game.yaml", yaml);
        write(folder.path(), "race/rules.rhai", "fn turn(g) {}\nfn moves(g, step) {}\n");
        write(folder.path(), "race/logs/b.gamelog", "game race\n");
        write(folder.path(), "race/logs/a.gamelog", "game race\n");
        write(folder.path(), "race/logs/notes.txt", "no log");
        write(folder.path(), "walk/game.yaml", yaml);
        write(folder.path(), "empty/readme.txt", "no game");
        folder
    }

    #[track_caller]
    fn code<T: std::fmt::Debug>(result: Result<T>) -> &'static str {
        result.expect_err("it cannot be read").code()
    }

    #[test]
    fn a_folder_has_the_games_with_a_definition() {
        let folder = folder();
        let library = Library::folder(folder.path());
        assert_eq!(library.names(), Ok(vec!["race".to_owned(), "walk".to_owned()]));
        assert_eq!(library.open("race").map(|d| d.name().to_owned()), Ok("race".into()));
        let logs = library.logs("race").expect("the logs can be read");
        let names: Vec<&str> = logs.iter().map(Source::name).collect();
        assert_eq!(names.len(), 2);
        assert!(names[0].ends_with("a.gamelog") && names[1].ends_with("b.gamelog"), "{names:?}");
    }

    #[test]
    fn what_is_missing_is_named() {
        let folder = folder();
        let library = Library::folder(folder.path());
        let error = library.open("rcae").expect_err("there is no such game");
        assert_eq!(
            (error.code(), error.problems()[0].help_text()),
            ("unknown-game", Some("did you mean `race`?"),)
        );
        assert_eq!(code(library.open("../race")), "unknown-game");
        assert_eq!(code(library.logs("empty")), "unknown-game");
        // No rules at all, and then a definition that calls itself otherwise.
        assert_eq!(code(library.open("walk")), "unreadable-file");
        write(folder.path(), "walk/rules.rhai", "");
        assert_eq!(code(library.open("walk")), "wrong-name");
        assert_eq!(code(Library::folder(&folder.path().join("none")).names()), "unreadable-file");
    }

    #[test]
    fn house_rules_are_the_files_with_the_right_ending() {
        let folder = folder();
        let library = Library::folder(folder.path());
        assert_eq!(library.houses("race"), Ok(Vec::new()));
        for name in ["b.yaml", "a.yaml", "a.rhai", "deep/c.yaml"] {
            write(folder.path(), &format!("race/houses/{name}"), "extends: race\n");
        }
        assert_eq!(library.houses("race"), Ok(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(code(library.houses("rcae")), "unknown-game");
        let paths = library.paths("race").expect("the files can be listed");
        assert_eq!(paths.len(), 9);
        assert_eq!(paths[0], Path::new("race/game.yaml"));
        assert_eq!(library.file(&paths[1]).map(|s| s.text().len()), Ok(14));
    }

    #[test]
    fn a_file_must_be_text_of_a_sensible_size() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        write(folder.path(), "bytes.yaml", [0xff, 0xfe, 0]);
        write(folder.path(), "long.rhai", "a".repeat(65 * 1024));
        write(folder.path(), "long.gamelog", "a".repeat(65 * 1024));
        write(folder.path(), "marked.yaml", "\u{feff}a: 1");
        write(folder.path(), "byte.gamelog", b"game race\n\xc3\xb1 (\xff)\n");
        let error = read_source(&at("byte.gamelog")).expect_err("one byte is no text");
        let place = error.problems()[0].place().expect("the byte has a place");
        assert_eq!((error.code(), place.line(), place.column()), ("unreadable-file", 2, 4));
        assert_eq!(code(read_source(&at("bytes.yaml"))), "unreadable-file");
        assert_eq!(code(read_source(&at("long.rhai"))), "unreadable-file");
        assert_eq!(code(read_source(&at("race"))), "unreadable-file");
        assert_eq!(read_source(&at("long.gamelog")).map(|s| s.text().len()), Ok(65 * 1024));
        assert_eq!(read_source(&at("marked.yaml")).map(|s| s.text().to_owned()), Ok("a: 1".into()));
    }

    #[test]
    fn the_program_holds_the_same_games_as_the_folder() {
        let (inside, outside) = (Library::embedded(), Library::folder(Path::new("games")));
        assert_eq!(inside.names(), outside.names());
        for name in inside.names().expect("the games are listed") {
            let texts = |library: &Library| {
                let definition = library.open(&name).expect("a shipped game is right");
                [definition.yaml().text().to_owned(), definition.rules().text().to_owned()]
            };
            assert_eq!(texts(&inside), texts(&outside));
            let logs = |library: &Library| library.logs(&name).map(|logs| logs.len());
            assert_eq!(logs(&inside), logs(&outside));
            assert_eq!(inside.houses(&name), outside.houses(&name));
            let from_log = |library: &Library| {
                let text =
                    library.beside(&format!("games/{name}/logs/x.gamelog"), "./../rules.rhai");
                text.map(|rules| rules.text().to_owned())
            };
            assert_eq!(from_log(&inside), from_log(&outside));
            assert_eq!(code(inside.beside("x.gamelog", "no/such.yaml")), "unreadable-file");
        }
    }
}

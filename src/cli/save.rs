//! Writes files whole or not at all.
#![allow(clippy::disallowed_methods)]

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use crate::error::{Problem, Result};

/// Writes a file by way of one beside it, so that the old one stays until the new one is complete.
/// What is no file, such as a device or a pipe, is written to as it is and never replaced.
///
/// # Errors
///
/// `unwritable-file`; the old file is then untouched.
pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    let written = match fs::metadata(path) {
        Ok(old) if old.is_dir() => Err(io::Error::other("it is a folder")),
        Ok(old) if !old.is_file() => write_into(path, text),
        // A new file could be put in its place all the same, but somebody wanted it to stay.
        Ok(old) if old.permissions().readonly() => Err(io::Error::other("it is read-only")),
        Ok(old) => replace(path, text, Some(old.permissions())),
        Err(_) => replace(path, text, None),
    };
    written.map_err(|error| {
        let message = format!("cannot write `{}`", path.display());
        Problem::new("unwritable-file", message).note(error.to_string().to_lowercase()).into()
    })
}

/// How a file calls the house rules that the command line calls `name`: those that come with the game
/// by their name, all others by their path from the file's folder.
pub(super) fn from_file(file: &Path, name: &str) -> String {
    let is_path = name.contains(['/', '\\', '.']) || Path::new(name).is_file();
    let (Ok(to), Ok(from)) = (std::path::absolute(name), std::path::absolute(file)) else {
        return name.to_owned();
    };
    let Some(from) = from.parent().filter(|_| is_path) else { return name.to_owned() };
    // What a link leads to lies beside other files than the link does.
    let [to, from] =
        [to.as_path(), from].map(|p| p.canonicalize().unwrap_or_else(|_| p.to_owned()));
    let common = to.components().zip(from.components()).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return to.display().to_string();
    }
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(common)).collect();
    path.display().to_string()
}

fn write_into(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.flush()
}

fn replace(path: &Path, text: &str, permissions: Option<fs::Permissions>) -> io::Result<()> {
    // What a link points to is written, not the link itself.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    let beside = target.with_file_name(name);
    // Whoever has a file of this name keeps it.
    let mut file = fs::File::create_new(&beside)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .and_then(|()| permissions.map_or(Ok(()), |p| fs::set_permissions(&beside, p)))
        .and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("a.gamelog");
        write(&path, "first").expect("the folder can be written");
        write(&path, "second").expect("the file can be replaced");
        assert_eq!(fs::read_to_string(&path).expect("the file is there"), "second");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder is there").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_never_replaced_by_one() {
        use std::os::unix::fs::FileTypeExt;
        use std::os::unix::net::UnixListener;

        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("socket");
        let _listener = UnixListener::bind(&path).expect("the socket can be made");
        assert_eq!(write(&path, "text").expect_err("a socket").code(), "unwritable-file");
        let kind = fs::symlink_metadata(&path).expect("the socket is there").file_type();
        assert!(kind.is_socket());
        assert_eq!(fs::read_dir(folder.path()).expect("the folder is there").count(), 1);
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let missing = folder.path().join("no").join("a.gamelog");
        assert_eq!(write(&missing, "text").expect_err("no folder").code(), "unwritable-file");
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).expect("the folder can be made");
        assert_eq!(write(&taken, "text").expect_err("a folder").code(), "unwritable-file");
        let kept = folder.path().join("kept");
        fs::write(&kept, "old").expect("the folder can be written");
        let mut permissions = fs::metadata(&kept).expect("the file is there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&kept, permissions).expect("the file is ours");
        assert_eq!(write(&kept, "new").expect_err("read-only").code(), "unwritable-file");
        assert_eq!(fs::read_to_string(&kept).expect("the file is there"), "old");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder is there").count(), 2);
    }
}

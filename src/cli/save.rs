//! Writes files whole or not at all.
#![allow(clippy::disallowed_methods)]

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;

use crate::error::{Problem, Result};

/// Writes a file by way of one beside it, so that the old one stays until the new one is complete.
///
/// # Errors
///
/// `unwritable-file`; the old file is then untouched.
pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    // What a link points to is written, not the link itself.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    let beside = target.with_file_name(name);
    let written = fs::File::create_new(&beside)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| keep_permissions(&target, &beside))
        .and_then(|()| fs::rename(&beside, &target));
    written.map_err(|error| {
        _ = fs::remove_file(&beside);
        let message = format!("cannot write `{}`", path.display());
        Problem::new("unwritable-file", message).note(error.to_string().to_lowercase()).into()
    })
}

fn keep_permissions(old: &Path, new: &Path) -> std::io::Result<()> {
    match fs::metadata(old) {
        Ok(metadata) if metadata.is_dir() => Err(std::io::Error::other("it is a folder")),
        // A new file could be put in its place all the same, but somebody wanted it to stay.
        Ok(metadata) if metadata.permissions().readonly() => {
            Err(std::io::Error::other("it is read-only"))
        }
        Ok(metadata) => fs::set_permissions(new, metadata.permissions()),
        Err(_) => Ok(()),
    }
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

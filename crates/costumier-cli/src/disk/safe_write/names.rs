//! Names in files that Costumier reads back: the journal of an export, the list of `put --in-place`. Anybody may have
//! written such a file, so every name in one goes through [`inside`] before anything is done with it.

use std::path::{Component, Path, PathBuf};

use anyhow::{Result, anyhow};
use costumier::files::folder::{path_of, text_of};
use costumier::format::escape;

use crate::output::failure::hinted;

/// The beginning of the name of each costume's folder in an export.
pub(crate) const COSTUME: &str = "costume-";

/// Returns why a name is not written into a folder: it leads out of the folder, or a terminal would obey or hide
/// characters of it. Names come from games and folders of others.
pub(super) fn fault_of(name: &str) -> Option<&'static str> {
    let goes_down = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || !goes_down {
        Some("leads out of the folder")
    } else if !name.chars().all(escape::is_shown) {
        Some("holds characters that cannot be shown")
    } else {
        None
    }
}

/// Checks that files may have a name.
///
/// # Errors
/// If it leads out of its folder, or a terminal would obey or hide characters of it.
pub(crate) fn require_name(name: &str) -> Result<()> {
    match fault_of(name) {
        None => Ok(()),
        Some(fault) => {
            let error = anyhow!("the name \"{name}\" {fault}, so no such file is written");
            Err(hinted(error, "rename the file that it comes from"))
        }
    }
}

/// Returns the path of a file that a list in a folder names, or `None` if the name may lead elsewhere.
///
/// A name is relative and only goes down, without links that lead out of the folder, and it means one file on every
/// system: it has no `\` and no `:` (drives and streams on Windows). The file itself need not exist, and may be a link.
pub(crate) fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_plain = fault_of(name).is_none() && !name.contains(['\\', ':']);
    let is_plain = is_plain && name.split('/').all(|part| !part.is_empty());
    if !is_plain {
        return None;
    }
    let path = path_of(folder, name);
    let on_the_way = path.parent()?;
    leads_inside(folder, on_the_way).then_some(path)
}

/// Whether no link leads out of a folder on the way to `below`, as far as that exists.
pub(super) fn leads_inside(folder: &Path, below: &Path) -> bool {
    let deepest = below.ancestors().find(|it| it.symlink_metadata().is_ok());
    let real = |path: &Path| path.canonicalize().ok();
    deepest.and_then(real).zip(real(folder)).is_some_and(|(deepest, folder)| deepest.starts_with(folder))
}

/// Returns a name in a list for a file in this folder, or a name that leads out if it is elsewhere.
pub(crate) fn name_in(folder: &Path, place: &Path) -> String {
    let inside = place.strip_prefix(folder).unwrap_or(place);
    inside.iter().map(text_of).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
pub(super) mod tests {
    use std::fs;

    use super::*;

    /// Names that no list may hold.
    pub(in crate::disk::safe_write) const HOSTILE: [&str; 22] = [
        "",
        ".",
        "..",
        "./a",
        "../a",
        "../../a",
        "a/../../b",
        "a/..",
        "/a",
        "//a",
        "a//b",
        "a/",
        "C:a",
        "C:\\a",
        "c:/a",
        "\\a",
        "..\\a",
        "\\\\server\\share\\a",
        "a:stream",
        "a\0b",
        "a\nb",
        "a\tb",
    ];

    #[test]
    fn a_name_stays_in_its_folder() {
        let at = tempfile::tempdir().unwrap();
        fs::create_dir_all(at.path().join("in/below")).unwrap();
        let folder = at.path().join("in");
        for name in HOSTILE {
            assert_eq!(inside(&folder, name), None, "{name:?}");
        }
        for name in ["a", "A", "below/a", "below/deeper/a", "..a", "a b", "ä", "a.before-costumier"] {
            let path = inside(&folder, name).unwrap();
            assert_eq!(name_in(&folder, &path), name);
        }
        assert_eq!(inside(&at.path().join("none"), "a"), None);
        assert_eq!(inside(&folder, &name_in(&folder, &at.path().join("a"))), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_on_the_way_stay_in_the_folder() {
        let at = tempfile::tempdir().unwrap();
        let folder = at.path().join("in");
        fs::create_dir_all(folder.join("below")).unwrap();
        for (link, to) in [("out", ".."), ("gone", "../none"), ("round", "below"), ("self", ".")] {
            std::os::unix::fs::symlink(to, folder.join(link)).unwrap();
        }
        for name in ["out/a", "out/b/a", "gone/a", "gone/b/a", "below/../out/a"] {
            assert_eq!(inside(&folder, name), None, "{name}");
        }
        for name in ["round/a", "self/a", "self/below/a", "out"] {
            assert!(inside(&folder, name).is_some(), "{name}");
        }
    }
}

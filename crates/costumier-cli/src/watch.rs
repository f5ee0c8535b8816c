//! `--watch`: doing the same again whenever files change, while somebody draws.
//!
//! Files are asked for their time and size a few times a second. That serves on every system and on network
//! folders, and there are few of them. What surprises: painting programs write a file in several steps, so a
//! change counts when nothing has changed for one more look.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use anyhow::Result;

use crate::Outcome;
use crate::report::{self, Teller};

/// Time from look to look.
const PAUSE: Duration = Duration::from_millis(250);

/// Most files that are looked at.
const MOST_FILES: usize = 10_000;

/// How deep folders are looked into.
const DEEP: usize = 4;

/// What is known of a file without reading it.
type State = Vec<(PathBuf, u64, Option<SystemTime>)>;

/// Does something now and whenever one of these files, or one in these folders, changes. Something that goes
/// wrong is told, and does not end it; Ctrl-C does.
pub(crate) fn again(
    paths: &[PathBuf],
    teller: &Teller,
    mut act: impl FnMut() -> Result<Outcome>,
) -> Result<Outcome> {
    loop {
        let before = state(paths);
        match act() {
            Ok(_) => {}
            Err(error) if report::is_broken_pipe(&error) => return Err(error),
            Err(error) => report::error(&error),
        }
        teller.say("watching; Ctrl-C ends it");
        wait(&before, || state(paths), || sleep(PAUSE));
    }
}

/// Waits until the state is another than `before` and stays so for a look.
fn wait(before: &State, mut look: impl FnMut() -> State, mut pause: impl FnMut()) {
    let mut last = look();
    loop {
        pause();
        let now = look();
        if now == last && now != *before {
            return;
        }
        last = now;
    }
}

/// The files as they are now.
fn state(paths: &[PathBuf]) -> State {
    let mut state = State::new();
    for path in paths {
        add(path, 0, &mut state);
    }
    state.sort();
    state
}

fn add(path: &Path, level: usize, state: &mut State) {
    let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    // A folder may be given by a hidden name, but what is hidden inside is a program's own.
    if hidden && level > 0 || state.len() >= MOST_FILES {
        return;
    }
    let Ok(about) = fs::metadata(path) else { return };
    if !about.is_dir() {
        state.push((path.to_owned(), about.len(), about.modified().ok()));
    } else if level < DEEP {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            add(&entry.path(), level + 1, state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_counts_once_it_is_over() {
        let version = |n: u64| vec![(PathBuf::from("a"), n, None)];
        let (mut looks, mut pauses) = ([1, 1, 2, 3, 3, 4].into_iter(), 0);
        wait(&version(1), || version(looks.next().unwrap()), || pauses += 1);
        assert_eq!((pauses, looks.next()), (4, Some(4)), "not before 3 has stayed for a look");
    }

    #[test]
    fn files_in_folders_are_seen_and_hidden_ones_are_not() {
        let at = tempfile::tempdir().unwrap();
        let paths = [at.path().to_owned()];
        fs::create_dir(at.path().join("pictures")).unwrap();
        fs::write(at.path().join("pictures/a.png"), "a").unwrap();
        let before = state(&paths);
        assert_eq!(before.len(), 1);
        fs::write(at.path().join("pictures/.a.png.swp"), "a").unwrap();
        assert_eq!(state(&paths), before);
        fs::write(at.path().join("pictures/a.png"), "ab").unwrap();
        assert_ne!(state(&paths), before);
        fs::remove_file(at.path().join("pictures/a.png")).unwrap();
        assert!(state(&paths).is_empty());
    }
}

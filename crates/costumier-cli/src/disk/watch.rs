//! `--watch`: repeats a command whenever files change.
//!
//! It compares the times and sizes of files a few times a second. That works on every system and on network folders,
//! and there are few files.
//!
//! **Note:** painting programs write a file in several steps. A change counts only if nothing changes until the next
//! look.

use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use anyhow::Result;

use crate::Outcome;
use crate::output::report::{self, Reporter};
use crate::process::signals;

/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(250);

/// Largest number of files looked at.
const MOST_FILES: usize = 10_000;

/// Largest number of levels of folders looked into.
const DEEP: usize = 4;

/// What is known of files without reading them.
type State = Vec<(PathBuf, u64, Option<SystemTime>)>;

/// Calls a command now and whenever one of these files, or one in these folders, changes. Changes of what the command
/// writes (`output`, a file or a folder) do not count. An error is printed and does not end it; Ctrl-C does.
pub(crate) fn again(
    paths: &[PathBuf],
    output: Option<&Path>,
    reporter: &Reporter,
    mut act: impl FnMut() -> Result<Outcome>,
) -> Result<Outcome> {
    let state = || {
        let mut state = state(paths);
        state.retain(|(path, ..)| !output.is_some_and(|output| is_below(path, output)));
        state
    };
    signals::listen()?;
    loop {
        report::begin_round();
        let before = state();
        match act() {
            Ok(_) => {}
            Err(error) if report::is_broken_pipe(&error) || signals::stopped().is_some() => {
                return Err(error);
            }
            Err(error) => report::error(&error),
        }
        reporter.say("watching; Ctrl-C ends it");
        wait(&before, state, || sleep(PAUSE), || signals::stopped().is_some());
        if let Some(signal) = signals::stopped() {
            return Ok(Outcome::Ended(signal));
        }
    }
}

/// Waits until the state differs from `before` and stays the same for one look, or until the end.
fn wait(before: &State, mut look: impl FnMut() -> State, mut pause: impl FnMut(), ended: impl Fn() -> bool) {
    let mut last = look();
    loop {
        pause();
        let now = look();
        if ended() || now == last && now != *before {
            return;
        }
        last = now;
    }
}

/// Whether a path is another one or inside it, however both are written.
fn is_below(path: &Path, of: &Path) -> bool {
    let absolute = |path| absolute(path).ok();
    absolute(path).zip(absolute(of)).is_some_and(|(path, of)| path.starts_with(of))
}

/// Returns the state of the files now.
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
    // A folder may be given by a hidden name, but hidden files inside belong to other programs.
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
        wait(&version(1), || version(looks.next().unwrap()), || pauses += 1, || false);
        assert_eq!((pauses, looks.next()), (4, Some(4)), "not before 3 has stayed for a look");
    }

    #[test]
    fn what_is_written_is_known_however_it_is_called() {
        for (path, of, is) in [
            ("odile/a.cost", "odile/a.cost", true),
            ("./odile/out/a.gif", "odile/out/", true),
            ("odile/costume.toml", "odile/a.cost", false),
            ("odile/out.toml", "odile/out", false),
        ] {
            assert_eq!(is_below(Path::new(path), Path::new(of)), is, "{path}");
        }
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

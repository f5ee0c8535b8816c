//! The guides: every command of these pages is run, one after the other, in one folder, as a reader types them.
#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Run, shell, top, walk};
use crate::support;

/// The pages whose `sh` blocks are run.
pub(super) const PAGES: [&str; 4] =
    ["README.md", "docs/ripping.md", "docs/modding.md", "docs/own-costume.md"];

/// Beginnings of lines that no test runs: getting the program, and what needs a screen.
pub(super) const LEFT_OUT: [&str; 4] = ["cargo ", "scummvm ", "costumier view ", "(cd "];

/// Runs a guide, in which at least so many commands show their output. Returns the folder.
fn follow(page: &str, shown: usize) -> PathBuf {
    let folder = support::folder(&page.replace(['/', '.'], "-"));
    // Pages name files of the repository as they lie in it.
    std::os::unix::fs::symlink(top().join("docs"), folder.join("docs")).unwrap();
    let (count, wrong) = walk(&top().join(page), &folder, true);
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= shown, "{page} shows the output of {count} commands");
    folder
}

#[test]
fn the_readme_can_be_followed() {
    let at = follow("README.md", 0);
    for file in ["minuet/index.html", "walk.gif", "cast.png", "odile/costume.toml", "odile.bps"] {
        assert!(at.join(file).is_file(), "{file}");
    }
}

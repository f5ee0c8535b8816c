//! The guides: every command of these pages is run, one after the other, in one folder, as a reader types them.
#![allow(clippy::print_stderr, reason = "tests")]

use std::path::PathBuf;
use std::process::Command;

use super::{top, walk};
use crate::support;

/// Runs a guide, in which at least so many commands show their output. Returns the folder.
fn follow(page: &str, shown: usize) -> PathBuf {
    let folder = support::folder(&page.replace(['/', '.'], "-"));
    let (count, wrong) = walk(&top().join(page), &folder, true);
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= shown, "{page} shows the output of {count} commands");
    folder
}

#[test]
fn the_readme_can_be_followed() {
    let at = follow("README.md", 0);
    for file in ["minuet/index.html", "walk.gif", "cast.png", "odile/costume.toml"] {
        assert!(at.join(file).is_file(), "{file}");
    }
}

#[test]
fn the_readme_of_the_crate_can_be_followed() {
    let at = follow("crates/costumier-cli/README.md", 0);
    for file in ["walk.gif", "wardrobe/index.html", "odile/costume.toml"] {
        assert!(at.join(file).is_file(), "{file}");
    }
}

#[test]
fn the_guide_to_ripping_can_be_followed() {
    let at = follow("docs/ripping.md", 7);
    for file in [
        "walk.gif",
        "minuet/index.html",
        "minuet/manifest.json",
        "stage.gif",
        "wardrobe/index.html",
        "cast.png",
        "minuet.png",
        "grid.json",
    ] {
        assert!(at.join(file).is_file(), "{file}");
    }
}

#[test]
fn the_guide_to_modding_can_be_followed() {
    let at = follow("docs/modding.md", 4);
    let files = |folder: &str| support::tree(&at.join(folder));
    let (backup, index, data) = ("sample.001.before-costumier", "sample.000", "sample.001");
    let (game, mod_) = (files("game"), files("mod"));
    assert_ne!(game[backup], game[data], "the game itself is changed at the end");
    assert_ne!(mod_[data], game[backup], "something was changed");
    assert_eq!(mod_[data], game[data], "the same in a copy and in place");
    assert_eq!(mod_[index], game[index], "the index stays");
    assert_eq!(files("patched"), mod_, "the patch gives the copy");
    for (played, written) in [("monkey2.000", index), ("monkey2.001", data)] {
        assert_eq!(files("play")[played], mod_[written], "{played}");
    }
    // The dress is red, and was teal.
    let palette = |game: &str| {
        let dump = support::run_in(&at, &["dump", game, "1", "--json"]).json();
        dump["palette"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect::<Vec<_>>()
    };
    let (before, after) = (palette("sample"), palette("mod"));
    let red = |colour: &u64| match colour {
        28 => 45,
        29 => 46,
        31 => 48,
        other => *other,
    };
    assert_eq!(after, before.iter().map(red).collect::<Vec<_>>());
    assert_ne!(after, before);

    // ScummVM finds a game there, under the name that the page has.
    let scummvm = ["scummvm", "/usr/games/scummvm"];
    let asked = scummvm.iter().find_map(|program| {
        let mut call = Command::new(program);
        call.args(["-p", "play", "--detect"]).current_dir(&at).env("HOME", &at).output().ok()
    });
    match asked {
        Some(said) => {
            let said = String::from_utf8_lossy(&said.stdout).into_owned();
            assert!(said.contains("scumm:monkey2"), "{said}");
        }
        None => eprintln!("left out: ScummVM is not installed"),
    }
}

#[test]
fn the_guide_to_own_costumes_can_be_followed() {
    let at = follow("docs/own-costume.md", 6);
    let ids = |game: &str| {
        let list = support::run_in(&at, &["list", game, "--json"]).json();
        list.as_array().unwrap().iter().map(|it| it["id"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let new = [ids("sample"), vec![9]].concat();
    assert_eq!(ids("bigger"), new);
    assert_eq!(ids("bigger-v4"), [ids("sample-v4-ega"), vec![9]].concat());
    let pictures = support::run_in(&at, &["list", "replaced", "--json"]).json()[5]["pictures"].clone();
    assert_eq!(pictures, 2, "the dancer has the place of costume 6");
    for file in ["drafts/index.html", "dancer.gif", "pixel-hero/costume.toml", "hero.akos"] {
        assert!(at.join(file).is_file(), "{file}");
    }
}

#[test]
fn the_guide_to_rooms_can_be_followed() {
    let at = follow("docs/room-folder.md", 2);
    let files = |folder: &str| support::tree(&at.join(folder));
    assert_eq!(files("game"), files("mod"), "an unedited room changes nothing");
    for file in ["background.png", "plane-1.png", "plane-2.png", "preview.png", "room.toml", "original.bin"] {
        assert!(at.join("wardrobe").join(file).is_file(), "{file}");
    }
}

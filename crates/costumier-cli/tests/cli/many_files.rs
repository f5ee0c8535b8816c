//! An export of very many files says so before it begins.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{costume, folder, room, run_in, store};
use costumier::Dialect;
use costumier::raw::build::game::GameBuilder;

/// A game of so many costumes, all alike.
fn game(at: &Path, costumes: u16) {
    let mut game = GameBuilder::new(Dialect::V5);
    let room = game.room(1, "pier", room());
    for id in 1..=costumes {
        room.costume(id, 1, costume());
    }
    store(&game.finish().unwrap(), at, "many");
}

const ALL: [&str; 6] = ["export", ".", "-o", "out", "--as", "frames,gif,apng,webp,png,bmp"];

#[test]
fn more_than_20000_files_are_announced_before_the_first_is_written() {
    let at = folder("many files");
    game(&at, 400);
    let mut child = Command::new(env!("CARGO_BIN_EXE_costumier"))
        .args(ALL)
        .current_dir(&at)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let line = lines.find(|line| line.contains("this writes about"));
    // The rest of it would take long, and shows nothing.
    child.kill().unwrap();
    child.wait().unwrap();
    let line = line.expect("it is said");
    let count: u32 = line.split("about ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((22_000..27_000).contains(&count), "{line}");
    assert!(line.contains("MB") && line.contains("`--as gif` writes one file per animation"), "{line}");
}

#[test]
fn the_number_is_about_right_and_few_files_are_not_announced() {
    let at = folder("few files");
    game(&at, 40);
    let run = run_in(&at, &ALL);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(!run.stderr.contains("this writes about"), "{}", run.stderr);
    let written = crate::support::tree(&at.join("out")).len();
    assert!((22_000..27_000).contains(&(written * 10)), "400 of them write {}", written * 10);
}

//! An export of very many files says so before it begins.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{costume, folder, room, run_in, store};
use costumier::Dialect;
use costumier_build::game::GameBuilder;

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

/// What is announced of a game of 400 costumes, and of how many files and megabytes that speaks.
fn announced() -> (String, f64, f64) {
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
    let line = line.unwrap();
    let before = |unit: &str| {
        let word = line.split(unit).next().and_then(|text| text.trim_end().rsplit(' ').next());
        word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no {unit} in {line}"))
    };
    let (files, megabytes) = (before(" files"), before(" MB"));
    (line, files, megabytes)
}

#[test]
fn more_than_20000_files_are_announced_before_the_first_is_written() {
    let (line, files, megabytes) = announced();
    assert!(line.contains("`--as gif` writes one file per animation"), "{line}");
    let at = folder("few files");
    game(&at, 40);
    run_in(&at, &ALL).ends(0).lacks(&["this writes about"]);
    let written = crate::support::tree(&at.join("out"));
    let ten_times = 10.0 * written.len() as f64;
    assert!((0.8..1.25).contains(&(files / ten_times)), "{line}: 400 of them write {ten_times}");
    // A guess, from the bytes that pictures take in the game.
    let bytes: usize = written.values().map(Vec::len).sum();
    let ten_times = 10.0 * bytes as f64 / 1e6;
    assert!((0.4..2.5).contains(&(megabytes / ten_times)), "{line}: 400 of them write {ten_times} MB");
}

//! Opening a game of 500 costumes and listing them, compared with a program that reads all blocks, in the same
//! run.
//!
//! `cargo bench -p costumier-benches --bench games`. Files are in memory, so no time of a disk is counted.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::time::Duration;

use costumier::format::codec::{ColourTable, Decoder};
use costumier::{Costume, Files, Game, Limits, MemoryFiles};
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::costumes;
use costumier_benches::rounds::{self, Pass};

const ROUNDS: usize = 15;
const LEAST: Duration = Duration::from_millis(6);

/// Costumes of the game.
const COSTUMES: usize = 500;

fn main() {
    let Some(recipe) = RECIPES.iter().find(|recipe| recipe.name == "act16") else { return };
    let corpus = Corpus::new(recipe, COSTUMES);
    let files = &costumes::game(&costumes::payloads(&corpus));
    let bytes: u64 =
        files.names().iter().filter_map(|name| files.open(name).ok()).map(|file| file.len()).sum();
    println!(
        "a game of {COSTUMES} costumes, {} pictures, {:.1} M pixels, {:.1} MB\n",
        corpus.pictures.len(),
        corpus.pixels as f64 / 1e6,
        bytes as f64 / 1e6
    );
    let counts = (corpus.pictures.len(), COSTUMES * usize::from(costumes::CHORES) * 4);
    assert_eq!(list(files), counts);
    assert_eq!(everything(files), counts);
    let mut passes: Vec<Pass<'_>> = vec![
        Box::new(|| drop(std::hint::black_box(open(files)))),
        Box::new(|| drop(std::hint::black_box(costumes_of(&open(files))))),
        Box::new(|| assert_eq!(list(files), counts)),
        Box::new(|| assert_eq!(everything(files), counts)),
    ];
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);
    let names = ["open", "open, read all costumes", "open and list", "walk, read, decode all"];
    println!("{:<30}{:>10}{:>14}", "", "ms", "times faster");
    for (pass, name) in names.into_iter().enumerate() {
        let faster = if pass == 3 { String::new() } else { format!("{:.1}", samples.ratio(pass, 3)) };
        println!("{name:<30}{:>10.3}{faster:>14}", samples.median(pass) * 1e3);
    }
}

/// Opens the game.
///
/// # Panics
/// If it cannot be opened, which does not happen.
fn open(files: &MemoryFiles) -> Game {
    Game::open(files, None, Limits::default()).unwrap_or_else(|why| panic!("{why}"))
}

fn costumes_of(game: &Game) -> Vec<Costume> {
    let read = |id| Costume::read(game.costume_bytes(id)?);
    game.costume_ids().map(|id| read(id).unwrap_or_else(|why| panic!("{why}"))).collect()
}

/// Does the work of `costumier list`: opens every costume, counts its pictures and records, and checks it. Returns
/// the counts.
fn list(files: &MemoryFiles) -> (usize, usize) {
    costumes_of(&open(files)).iter().fold((0, 0), |(pictures, records), costume| {
        assert!(costume.check().is_empty());
        (pictures + costume.picture_keys().len(), records + costume.actions().len())
    })
}

/// Does the same without the directories: visits all blocks, reads each costume and
/// decodes each picture (with the library's own decoder) to see whether it is one.
fn everything(files: &MemoryFiles) -> (usize, usize) {
    let game = open(files);
    let mut blocks = 0;
    let walked =
        game.data().tree(1).map(|tree| tree.visit(|_, block| blocks += usize::from(&block.tag == b"COST")));
    assert!(walked.is_ok() && blocks == COSTUMES);
    let mut decoder = Decoder::new();
    let mut counts = (0, 0);
    for costume in costumes_of(&game) {
        for picture in costume.picture_keys().into_iter().filter_map(|key| costume.packed(key).ok()) {
            let mut rows = Vec::new();
            decoder.picture(&picture, &ColourTable::IDENTITY, &mut rows);
            std::hint::black_box(rows);
            counts.0 += 1;
        }
        counts.1 += costume.actions().len();
    }
    counts
}

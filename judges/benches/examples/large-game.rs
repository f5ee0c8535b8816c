//! Writes a large game: `cargo run -p costumier-benches --example large-game -- FOLDER
//! [COSTUMES [v5|v7|v8|he72 [windows|programs|chance]]]`. Without more it is the game of 500 costumes that
//! benchmarks open; the viewer's tests measure with it. AKOS costumes hold the same pictures and chores, and with
//! `chance` a limb more.

#![allow(clippy::print_stdout, reason = "it says what it wrote")]

use std::error::Error;
use std::fs;
use std::path::Path;

use costumier::{Dialect, Files as _};
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::costumes::{self, Played};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder?")?;
    let count = arguments.next().map_or(Ok(500), |count| count.parse())?;
    let dialect = match arguments.next().as_deref() {
        None | Some("v5") => Dialect::V5,
        Some("v7") => Dialect::V7,
        Some("v8") => Dialect::V8,
        Some("he72") => Dialect::humongous(72),
        Some(other) => return Err(format!("{other}: v5, v7, v8 or he72").into()),
    };
    let played = match arguments.next().as_deref() {
        Some("windows") => Played::Windows,
        None | Some("programs") => Played::Programs,
        Some("chance") => Played::Chance,
        Some(other) => return Err(format!("{other}: windows, programs or chance").into()),
    };
    let recipe = RECIPES.iter().find(|recipe| recipe.name == "act16").ok_or("no such recipe")?;
    let corpus = Corpus::new(recipe, count);
    let payloads = match dialect.has_akos() {
        true => costumes::akos_payloads(&corpus, dialect, played),
        false => costumes::payloads(&corpus),
    };
    fs::create_dir_all(&folder)?;
    let game = costumes::game_of(dialect, &payloads);
    for name in game.names() {
        let file = game.open(&name)?;
        let mut bytes = vec![0; usize::try_from(file.len())?];
        file.read_at(0, &mut bytes)?;
        fs::write(Path::new(&folder).join(&name), bytes)?;
    }
    println!("{count} costumes in {folder}");
    Ok(())
}

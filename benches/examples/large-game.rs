//! Writes the game of 500 costumes that benchmarks open, for whoever needs a large one: `cargo run -p
//! costumier-benches --example large-game -- FOLDER [COSTUMES]`. The viewer's tests measure with it.

#![allow(clippy::print_stdout, reason = "it says what it wrote")]

use std::error::Error;
use std::fs;
use std::path::Path;

use costumier::Files as _;
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::costumes;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder?")?;
    let count = arguments.next().map_or(Ok(500), |count| count.parse())?;
    let recipe = RECIPES.iter().find(|recipe| recipe.name == "act16").ok_or("no such recipe")?;
    fs::create_dir_all(&folder)?;
    let game = costumes::game(&costumes::payloads(&Corpus::new(recipe, count)));
    for name in game.names() {
        let file = game.open(&name)?;
        let mut bytes = vec![0; usize::try_from(file.len())?];
        file.read_at(0, &mut bytes)?;
        fs::write(Path::new(&folder).join(&name), bytes)?;
    }
    println!("{count} costumes in {folder}");
    Ok(())
}

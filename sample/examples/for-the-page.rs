//! Writes the sample game as the viewer's page takes it: `game.json`, which says what it is called, and the
//! game's files beside it.
//!
//! `cargo run -p costumier-sample --example for-the-page -- FOLDER`
#![allow(clippy::print_stdout, reason = "a tool")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() -> std::io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_else(|| ".".into());
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let files = costumier_sample::game(costumier::Generation::V5).unwrap_or_default();
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes)?;
    }
    fs::write(folder.join("game.json"), about(files))?;
    println!("wrote {} files into {}", files.len() + 1, folder.display());
    Ok(())
}

/// The game's name, its files, its names. None of them holds a character that JSON has to escape.
fn about(files: &[costumier_sample::File]) -> String {
    let mut out = format!("{{\n  \"title\": \"{}\",\n  \"files\": [", costumier_sample::TITLE);
    let comma = |number: usize| if number == 0 { "\n" } else { ",\n" };
    // Writing to a string does not fail.
    for (number, (name, bytes)) in files.iter().enumerate() {
        let _ = write!(out, "{}    {{ \"name\": \"{name}\", \"size\": {} }}", comma(number), bytes.len());
    }
    out.push_str("\n  ],\n  \"names\": [");
    for (number, it) in costumier_sample::names().enumerate() {
        let chore = it.chore.map(|chore| format!("\"chore\": {chore}, ")).unwrap_or_default();
        let _ = write!(
            out,
            "{}    {{ \"costume\": {}, {chore}\"name\": \"{}\" }}",
            comma(number),
            it.costume,
            it.name
        );
    }
    out.push_str("\n  ]\n}\n");
    out
}

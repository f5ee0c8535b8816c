//! Compiles the sources in this folder into the two files of the game, and lists what costumes and chores are called: the game itself does
//! not say.

#[path = "compile/mod.rs"]
mod compile;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for source in ["game.toml", "boot.script", "rooms", "costumes"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let sources = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    match compile::compile(&sources) {
        Ok(game) => {
            std::fs::write(out.join("sample.000"), game.index)?;
            std::fs::write(out.join("sample.001"), game.data)?;
            std::fs::write(out.join("names.txt"), names(&sources)?)?;
        }
        // Cargo fails the build after these, and shows them all.
        Err(refused) => {
            for problem in refused.problems {
                println!("cargo::error={}: {}", problem.path, problem.text.replace('\n', " "));
            }
        }
    }
    Ok(())
}

/// A line for each costume and each of its own chores: costume id, chore number (nothing for the costume itself), name, parted by tabs.
fn names(sources: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let read = |path: PathBuf| {
        Ok::<_, Box<dyn std::error::Error>>(std::fs::read_to_string(path)?.parse::<toml::Table>()?)
    };
    let list = |table: &toml::Table, key: &str| {
        table.get(key).and_then(|it| it.as_array()).cloned().unwrap_or_default()
    };
    let text =
        |it: &toml::Value, key: &str| it.get(key).and_then(|it| it.as_str()).unwrap_or_default().to_owned();
    let number =
        |it: &toml::Value, key: &str| it.get(key).and_then(toml::Value::as_integer).unwrap_or_default();
    let mut out = String::new();
    for costume in list(&read(sources.join("game.toml"))?, "costume") {
        let id = number(&costume, "id");
        writeln!(out, "{id}\t\t{}", text(&costume, "name"))?;
        let file = sources.join("costumes").join(text(&costume, "folder")).join("costume.toml");
        for chore in list(&read(file)?, "chore") {
            writeln!(out, "{id}\t{}\t{}", number(&chore, "number"), text(&chore, "name"))?;
        }
    }
    Ok(out)
}

//! Compiles the sources in this folder into the files of the game, in several generations, and lists what
//! costumes and chores are called: the games themselves do not say.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use costumier::Dialect;

/// What files are called in every generation, before the ending.
const STEM: &str = "sample";

/// The generations: how Rust calls them, and all about them.
const GENERATIONS: [(&str, Dialect); 5] = [
    ("V5", Dialect::V5),
    ("V6", Dialect::V6),
    ("V7", Dialect::V7),
    ("V8", Dialect::V8),
    ("Humongous", Dialect::humongous(90)),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for source in ["game.toml", "boot.script", "understudy.script", "rooms", "costumes"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let sources = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let mut games = String::from("&[\n");
    for (rust, dialect) in GENERATIONS {
        match costumier_sample_compiler::compile(&sources, &dialect) {
            Ok(game) => {
                write!(games, "    (Generation::{rust}, &[")?;
                // v7 and v8 use the same names.
                std::fs::create_dir_all(out.join(rust))?;
                for (name, bytes) in game.named(STEM, &dialect) {
                    std::fs::write(out.join(rust).join(&name), bytes)?;
                    let path = format!("{rust}/{name}");
                    write!(games, "({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{path}\"))), ")?;
                }
                games.push_str("]),\n");
            }
            // Cargo fails the build after these, and shows them all.
            Err(refused) => {
                for problem in refused.problems {
                    let text = problem.text.replace('\n', " ");
                    println!("cargo::error={}: {}: {text}", dialect.generation, problem.path);
                }
            }
        }
    }
    games.push_str("]\n");
    std::fs::write(out.join("games.rs"), games)?;
    std::fs::write(out.join("names.txt"), names(&sources)?)?;
    Ok(())
}

/// A line for each costume and each of its own chores: costume id, chore number (nothing for the costume
/// itself), name, parted by tabs.
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
    let game = read(sources.join("game.toml"))?;
    let twins = list(&game, "twin");
    let mut out = String::new();
    for costume in list(&game, "costume") {
        let (id, name) = (number(&costume, "id"), text(&costume, "name"));
        let mut named = vec![(id, name.clone())];
        for twin in twins.iter().filter(|twin| number(twin, "of") == id) {
            let programs = twin.get("programs").and_then(toml::Value::as_bool).unwrap_or_default();
            let how = if programs { " and programs" } else { "" };
            named.push((number(twin, "id"), format!("{name} in codec {}{how}", number(twin, "codec"))));
        }
        let file = sources.join("costumes").join(text(&costume, "folder")).join("costume.toml");
        let chores = list(&read(file)?, "chore");
        for (id, name) in named {
            writeln!(out, "{id}\t\t{name}")?;
            for chore in &chores {
                writeln!(out, "{id}\t{}\t{}", number(chore, "number"), text(chore, "name"))?;
            }
        }
    }
    Ok(out)
}

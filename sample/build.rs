//! Compiles the sources in this folder into the files of the game, in several editions, and lists what
//! costumes and chores are called: the games themselves do not say.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use costumier::Dialect;
use costumier_sample_compiler::Edition;

/// With the dialect as Rust writes it.
macro_rules! editions {
    ($(($name:literal, $stem:literal, $dialect:expr)),* $(,)?) => {
        &[$((Edition { name: $name, stem: $stem, dialect: $dialect }, stringify!($dialect))),*]
    };
}

/// The one table of editions: `sample-NAME` on the command line, what files are called before their ending where
/// that is free, and the kind of game. That a game of Humongous 9.9 has 16 bits a pixel its name says and nothing
/// else (`docs/format/humongous-rooms.md §6`); so the sample's files are called like those of a game that has
/// them there.
const EDITIONS: &[(Edition<'static>, &str)] = editions![
    ("v5", "sample", Dialect::V5),
    ("v6", "sample", Dialect::V6),
    ("v2", "", Dialect::V2),
    ("v3-ega", "", Dialect::V3),
    ("v4-ega", "", Dialect::V4_EGA),
    ("v7", "sample", Dialect::V7),
    ("v8", "sample", Dialect::V8),
    ("he72", "sample", Dialect::humongous(72)),
    ("he", "sample", Dialect::humongous(90)),
    ("he99-16", "freddicove", Dialect::humongous(99).with_high_colour()),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for source in ["game.toml", "boot.script", "understudy.script", "rooms", "costumes"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let sources = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let mut games = String::from("&[\n");
    for (edition, code) in EDITIONS {
        let name = edition.name;
        match costumier_sample_compiler::compile(&sources, edition) {
            Ok(made) => {
                write!(games, "    Edition {{ name: {name:?}, dialect: {code}, files: &[")?;
                // Some use the same names.
                std::fs::create_dir_all(out.join(name))?;
                for (file, bytes) in made {
                    std::fs::write(out.join(name).join(&file), bytes)?;
                    let path = format!("{name}/{file}");
                    write!(games, "({file:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{path}\"))), ")?;
                }
                games.push_str("] },\n");
            }
            // Cargo fails the build after these, and shows them all.
            Err(refused) => {
                for problem in refused.problems {
                    let text = problem.text.replace('\n', " ");
                    println!("cargo::error={name}: {}: {text}", problem.path);
                }
            }
        }
    }
    games.push_str("]\n");
    std::fs::write(out.join("games.rs"), games)?;
    std::fs::write(out.join("names.txt"), names(&sources)?)?;
    Ok(())
}

/// A line for each costume, and one for each of its own chores: costume id, chore number (nothing for the costume
/// itself), name, parted by tabs. Names of twins are not here: a script of the game has them.
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
        writeln!(out, "{id}\t\t{name}")?;
        let twins = twins.iter().filter(|twin| number(twin, "of") == id).map(|twin| number(twin, "id"));
        let file = sources.join("costumes").join(text(&costume, "folder")).join("costume.toml");
        let chores = list(&read(file)?, "chore");
        for id in std::iter::once(id).chain(twins) {
            for chore in &chores {
                writeln!(out, "{id}\t{}\t{}", number(chore, "number"), text(chore, "name"))?;
            }
        }
    }
    Ok(out)
}

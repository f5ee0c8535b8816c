//! Compiles the sources in this folder into the two files of the game.

#[path = "compile/mod.rs"]
mod compile;

use std::path::PathBuf;

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

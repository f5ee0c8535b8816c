//! Builds what cargo alone does not: `cargo xtask wasm` the npm package's WebAssembly and its glue, `cargo
//! xtask web` the page besides.
//!
//! The glue is made by the library behind the command `wasm-bindgen`, in the version that Cargo.toml pins, so
//! that nothing has to be installed.

mod glue;
mod web;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

const HELP: &str = "\
cargo xtask wasm [--dev]   packages/costumier/dist: WebAssembly, glue, types
cargo xtask web [--dev]    that, and web/dist: the page, with the sample game
cargo xtask viewer         that, and target/release/costumier with the page inside, for `costumier view`
cargo xtask sample         web/public/sample: the sample game's files

--dev builds quickly, for a module that is large and slow.
";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["wasm"] => glue::package(true),
        ["wasm", "--dev"] => glue::package(false),
        ["web"] => web::page(true),
        ["web", "--dev"] => web::page(false),
        ["viewer"] => {
            web::page(true)?;
            let words = ["build", "--release", "-p", "costumier-cli", "--features", "viewer"];
            run(".", "cargo", &words)
        }
        ["sample"] => web::sample(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => bail!("no such task\n\n{HELP}"),
    }
}

/// The repository's folder.
fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Where cargo puts what it builds in the repository.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| top().join("target"), PathBuf::from)
}

/// Runs a command in a folder of the repository.
fn run(folder: &str, program: &str, arguments: &[&str]) -> Result<()> {
    let said = format!("{program} {}", arguments.join(" "));
    // On Windows npm is a script, which cmd finds and `Command` does not.
    let is_script = cfg!(windows) && program == "npm";
    let mut call = Command::new(if is_script { "cmd" } else { program });
    if is_script {
        call.args(["/C", program]);
    }
    let status = call
        .args(arguments)
        .current_dir(top().join(folder))
        .status()
        .with_context(|| format!("cannot run {program}"))?;
    if !status.success() {
        bail!("in {folder}/: `{said}` failed");
    }
    Ok(())
}

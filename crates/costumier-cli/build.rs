//! Puts the viewer's page into the program where the feature `viewer` asks for it: a list of the files of
//! `web/dist`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut list = String::from("&[");
    if env::var_os("CARGO_FEATURE_VIEWER").is_some() {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
        println!("cargo::rerun-if-changed={}", dist.display());
        if !dist.join("index.html").is_file() {
            return Err(io::Error::other("the feature `viewer` needs web/dist: run `cargo xtask web` first"));
        }
        add(&dist, "", &mut list)?;
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("page.rs"), list)
}

/// Adds the files of a folder.
fn add(folder: &Path, prefix: &str, list: &mut String) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            add(&entry.path(), &format!("{path}/"), list)?;
        } else {
            let whole = fs::canonicalize(entry.path())?;
            // Writing to a string does not fail.
            let _ = write!(list, "({path:?}, include_bytes!({:?})), ", whole.display().to_string());
        }
    }
    Ok(())
}

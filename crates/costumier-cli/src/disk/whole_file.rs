//! Reads whole files, up to a limit. Files that a call names, and files of the folders that it names, may be of any
//! origin: opening a pipe waits for its writer, and a device may have no end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context as _, Result, bail};

/// Opens a file that is neither a pipe nor a device. Follows links.
pub(crate) fn open(place: &Path) -> io::Result<File> {
    let kind = place.metadata()?.file_type();
    // A folder gets the error of the system.
    if !kind.is_file() && !kind.is_dir() {
        return Err(io::Error::other("it is a pipe or a device; copy its contents into a file"));
    }
    File::open(place)
}

/// Reads a file of at most `most` bytes.
pub(crate) fn read(place: &Path, most: u64) -> Result<Vec<u8>> {
    if place.is_dir() {
        bail!("{} is a folder, and the call reads a file", place.display());
    }
    let file = open(place).with_context(|| format!("cannot read {}", place.display()))?;
    read_from(file, &place.display().to_string(), most)
}

/// Reads the standard input, of at most `most` bytes.
pub(crate) fn read_stdin(most: u64) -> Result<Vec<u8>> {
    read_from(io::stdin().lock(), "the standard input", most)
}

fn read_from(from: impl Read, name: &str, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > most {
        bail!("{name} is too large: at most {most} bytes are read");
    }
    Ok(bytes)
}

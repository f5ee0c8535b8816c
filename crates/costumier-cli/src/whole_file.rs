//! Reads whole files, up to a limit.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

/// Reads a file of at most `most` bytes.
pub(crate) fn read(place: &Path, most: u64) -> Result<Vec<u8>> {
    if place.is_dir() {
        bail!("{} is a folder, and the call reads a file", place.display());
    }
    let failed = || format!("cannot read {}", place.display());
    let mut bytes = Vec::new();
    File::open(place)
        .and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut bytes))
        .with_context(failed)?;
    if bytes.len() as u64 > most {
        bail!("{} is too large: at most {most} bytes are read", place.display());
    }
    Ok(bytes)
}

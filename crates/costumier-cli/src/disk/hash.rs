//! SHA-256 of files and blocks, as hexadecimal text.

use std::fmt::Write as _;
use std::io::{self, Read};

use costumier::Source;
use sha2::{Digest as _, Sha256};

/// Number of bytes read at a time.
const PART: u64 = 1 << 20;

/// Returns the hash of bytes.
pub(crate) fn hex(bytes: &[u8]) -> String {
    text(&Sha256::digest(bytes))
}

/// Returns the hash of a file as it is stored.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn of_file(source: &dyn Source) -> costumier::Result<String> {
    let mut hash = Sha256::new();
    let mut part = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let size = (source.len() - at).min(PART);
        part.resize(usize::try_from(size).unwrap_or(0), 0);
        source.read_at(at, &mut part)?;
        hash.update(&part);
        at += size;
    }
    Ok(text(&hash.finalize()))
}

/// Returns the hash of everything that a reader gives.
///
/// # Errors
/// If reading fails.
pub(crate) fn of_reader(mut reader: impl Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    io::copy(&mut reader, &mut hash)?;
    Ok(text(&hash.finalize()))
}

/// The hash of bytes that arrive in parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running(Sha256);

impl Running {
    /// Adds the next part.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the hash of all parts.
    pub(crate) fn text(self) -> String {
        text(&self.0.finalize())
    }
}

fn text(digest: &[u8]) -> String {
    digest.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use costumier::{Files as _, MemoryFiles};

    #[test]
    fn a_file_hashes_as_its_bytes_do_however_long_it_is() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hex(b""), empty);
        let bytes = vec![7; (1 << 20) + 5];
        let files: MemoryFiles = [("a", bytes.clone()), ("b", Vec::new())].into_iter().collect();
        assert_eq!(of_file(&*files.open("a").unwrap()).unwrap(), hex(&bytes));
        assert_eq!(of_file(&*files.open("b").unwrap()).unwrap(), empty);
    }
}

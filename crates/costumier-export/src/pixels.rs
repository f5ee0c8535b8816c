//! A picture's pixel values as they are stored, row by row, and their hash.

use costumier::format::codec::{ColourTable, Decoded, Decoder};
use costumier::{Error, ErrorKind, Limits, Picture};
use sha2::{Digest, Sha256};

/// Reads pictures one after the other into the same buffer.
#[derive(Clone, Debug)]
pub(crate) struct PixelReader {
    decoder: Decoder,
    rows: Vec<u8>,
    most_pixels: usize,
}

impl PixelReader {
    /// Makes a reader that refuses pictures above `limits.picture_pixels`.
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { decoder: Decoder::new(), rows: Vec::new(), most_pixels: limits.picture_pixels }
    }

    /// Decodes a picture.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for a picture with too many pixels.
    pub(crate) fn read(&mut self, picture: &Picture<'_>) -> costumier::Result<Decoded> {
        let info = &picture.info;
        if info.pixels() > self.most_pixels {
            let why =
                format!("{} × {} pixels; at most {} are allowed", info.width, info.height, self.most_pixels);
            return Err(Error::new(ErrorKind::Limit(why), info.key.to_string()).at(info.offset as u64));
        }
        Ok(self.decoder.picture(&picture.packed, &ColourTable::IDENTITY, &mut self.rows))
    }

    /// Returns the pixels of the last picture: width × height values as they are stored.
    pub(crate) fn rows(&self) -> &[u8] {
        &self.rows
    }
}

/// Returns the SHA-256 in lower-case hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Formats bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|b| [b >> 4, b & 15]).map(|d| char::from(DIGITS[usize::from(d)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_standard_s() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}

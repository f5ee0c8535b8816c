//! Deflate compressors that keep their memory (a quarter of a megabyte) from use to use.
//!
//! Half of a costume's frames equal others of its frames, so data that was compressed before is not compressed again.
//! It is found by a hash and then compared byte for byte.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use flate2::{Compress, Compression, FlushCompress, Status};

use crate::image::ImageError;

/// Largest number of bytes remembered, before and after compression together.
const MOST_KEPT: usize = 4 << 20;

/// A compressor that is used repeatedly.
#[derive(Debug)]
pub(crate) struct Deflate {
    how: How,
    out: Vec<u8>,
    /// The remembered data, by hash.
    known: BTreeMap<u64, CompressedData>,
    /// Number of bytes in `known`.
    kept: usize,
    /// Largest number of bytes in `known`.
    most: usize,
}

#[derive(Debug)]
enum How {
    Zlib(Box<Compress>),
    /// One set of Huffman codes for everything, and runs of zeros: for rows that are filtered.
    ZeroRuns,
}

/// Data that was compressed, and the result.
#[derive(Debug)]
struct CompressedData {
    before: Box<[u8]>,
    zlib: Box<[u8]>,
}

impl Deflate {
    /// Makes a compressor of this level that writes zlib streams.
    pub(crate) fn new(level: Compression) -> Self {
        Self::how(How::Zlib(Box::new(Compress::new(level, true))))
    }

    /// Makes the fastest compressor, which is good if most bytes are zeros.
    pub(crate) fn of_zero_runs() -> Self {
        Self::how(How::ZeroRuns)
    }

    fn how(how: How) -> Self {
        Self { how, out: Vec::new(), known: BTreeMap::new(), kept: 0, most: MOST_KEPT }
    }

    /// Makes the compressor remember nothing, for data that never repeats.
    pub(crate) fn forgetful(self) -> Self {
        Self { most: 0, ..self }
    }

    /// Releases a stream of more than `most` bytes.
    pub(crate) fn tidy(&mut self, most: usize) {
        if self.out.capacity() > most {
            self.out = Vec::new();
        }
    }

    /// Returns the bytes as a zlib stream.
    pub(crate) fn zlib(&mut self, bytes: &[u8]) -> Result<&[u8], ImageError> {
        if self.most == 0 {
            self.compress(bytes)?;
            return Ok(&self.out);
        }
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let hash = hasher.finish();
        let is_known = self.known.get(&hash).is_some_and(|known| *known.before == *bytes);
        if !is_known {
            self.compress(bytes)?;
            self.keep(hash, bytes);
        }
        match self.known.get(&hash) {
            Some(known) if is_known => Ok(&known.zlib),
            _ => Ok(&self.out),
        }
    }

    /// Remembers the source of `out`. If that would be too much, everything else is forgotten.
    fn keep(&mut self, hash: u64, bytes: &[u8]) {
        let more = bytes.len() + self.out.len();
        if more > self.most / 4 {
            return;
        }
        if self.kept + more > self.most {
            self.known.clear();
            self.kept = 0;
        }
        self.kept += more;
        self.known.insert(hash, CompressedData { before: bytes.into(), zlib: self.out.as_slice().into() });
    }

    fn compress(&mut self, bytes: &[u8]) -> Result<(), ImageError> {
        self.out.clear();
        match &mut self.how {
            How::Zlib(state) => zlib(state, bytes, &mut self.out),
            How::ZeroRuns => zero_runs(bytes, &mut self.out).map_err(ImageError::of),
        }
    }
}

fn zlib(state: &mut Compress, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), ImageError> {
    state.reset();
    loop {
        let read = usize::try_from(state.total_in()).unwrap_or(usize::MAX);
        let rest = bytes.get(read..).unwrap_or_default();
        out.reserve(4096 + rest.len() / 4);
        let status = state.compress_vec(rest, out, FlushCompress::Finish);
        if status.map_err(|e| e.to_string())? == Status::StreamEnd {
            return Ok(());
        }
    }
}

/// Compresses bytes; data that would grow is stored.
fn zero_runs(bytes: &[u8], out: &mut Vec<u8>) -> std::io::Result<()> {
    let mut compressor = fdeflate::Compressor::new(std::mem::take(out))?;
    compressor.write_data(bytes)?;
    *out = compressor.finish()?;
    if out.len() > fdeflate::StoredOnlyCompressor::<()>::compressed_size(bytes.len()) {
        out.clear();
        let mut compressor = fdeflate::StoredOnlyCompressor::new(std::io::Cursor::new(std::mem::take(out)))?;
        compressor.write_data(bytes)?;
        *out = compressor.finish()?.into_inner();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_the_same_as_what_is_compressed_anew() {
        let things: Vec<Vec<u8>> =
            (0..50u8).map(|i| (0..2000).map(|k: u32| (k % 7) as u8 * (i % 5)).collect()).collect();
        for compressor in [|| Deflate::new(Compression::new(6)), Deflate::of_zero_runs] {
            let mut once = compressor();
            for thing in things.iter().chain(&things) {
                assert_eq!(once.zlib(thing).unwrap(), compressor().zlib(thing).unwrap());
                assert_eq!(once.zlib(thing).unwrap(), compressor().forgetful().zlib(thing).unwrap());
            }
            assert_eq!(once.known.len(), 5);
        }
    }

    fn inflated(zlib: &[u8]) -> Vec<u8> {
        let mut back = Vec::with_capacity(70_000);
        flate2::Decompress::new(true)
            .decompress_vec(zlib, &mut back, flate2::FlushDecompress::Finish)
            .unwrap();
        back
    }

    #[test]
    fn what_is_compressed_comes_back_and_noise_is_stored() {
        for length in [0, 1, 3000, 4096, 5000, 60_000] {
            let noise = |i: usize| i.wrapping_mul(2_654_435_761).to_be_bytes()[5];
            let noise: Vec<u8> = (0..length / 2).map(noise).collect();
            // The second half is far behind the first.
            let bytes = [&noise[..], &noise].concat();
            for mut compressor in [Deflate::new(Compression::new(5)), Deflate::of_zero_runs()] {
                let zlib = compressor.zlib(&bytes).unwrap();
                assert!(zlib.len() < bytes.len() + 40);
                assert_eq!(inflated(zlib), bytes);
            }
        }
    }

    #[test]
    fn a_hash_is_not_trusted_and_memory_is_bounded() {
        let mut it = Deflate::new(Compression::new(1));
        let right = it.zlib(b"right").unwrap().to_vec();
        for known in it.known.values_mut() {
            known.before = (*b"wrong").into();
        }
        assert_eq!(it.zlib(b"right").unwrap(), right);
        for i in 0..200u32 {
            it.zlib(&i.to_le_bytes().repeat(30_000)).unwrap();
            assert!(it.kept <= MOST_KEPT);
        }
    }
}

//! The deflate compressor, its memory (a quarter of a megabyte) kept from use to use.
//!
//! Half of a costume's frames are the same as others of its frames: what was compressed before is not
//! compressed again. It is found by a hash and then compared, byte for byte.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use flate2::{Compress, Compression, FlushCompress, Status};

/// Most bytes that are remembered, before and after compression.
const MOST_KEPT: usize = 4 << 20;

/// Compresses one thing after the other.
#[derive(Debug)]
pub(crate) struct Deflate {
    state: Compress,
    out: Vec<u8>,
    /// By hash.
    known: BTreeMap<u64, Known>,
    /// Bytes in `known`.
    kept: usize,
    /// Most of them.
    most: usize,
}

/// What was compressed, and what it became.
#[derive(Debug)]
struct Known {
    before: Box<[u8]>,
    zlib: Box<[u8]>,
}

impl Deflate {
    /// A compressor of this level that writes zlib streams.
    pub(crate) fn new(level: Compression) -> Self {
        let state = Compress::new(level, true);
        Self { state, out: Vec::new(), known: BTreeMap::new(), kept: 0, most: MOST_KEPT }
    }

    /// One that remembers nothing, for what never comes twice.
    pub(crate) fn forgetful(level: Compression) -> Self {
        Self { most: 0, ..Self::new(level) }
    }

    /// Gives back a stream that has more bytes than `most`.
    pub(crate) fn tidy(&mut self, most: usize) {
        if self.out.capacity() > most {
            self.out = Vec::new();
        }
    }

    /// The bytes as a zlib stream.
    pub(crate) fn zlib(&mut self, bytes: &[u8]) -> Result<&[u8], String> {
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

    /// Remembers what `out` was made of; where that would be too much, everything else is forgotten.
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
        self.known.insert(hash, Known { before: bytes.into(), zlib: self.out.as_slice().into() });
    }

    fn compress(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.state.reset();
        self.out.clear();
        loop {
            let read = usize::try_from(self.state.total_in()).unwrap_or(usize::MAX);
            let rest = bytes.get(read..).unwrap_or_default();
            self.out.reserve(4096 + rest.len() / 4);
            let status = self.state.compress_vec(rest, &mut self.out, FlushCompress::Finish);
            if status.map_err(|e| e.to_string())? == Status::StreamEnd {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_the_same_as_what_is_compressed_anew() {
        let things: Vec<Vec<u8>> =
            (0..50u8).map(|i| (0..2000).map(|k: u32| (k % 7) as u8 * (i % 5)).collect()).collect();
        let mut once = Deflate::new(Compression::new(6));
        for thing in things.iter().chain(&things) {
            let anew = Deflate::new(Compression::new(6)).zlib(thing).unwrap().to_vec();
            assert_eq!(once.zlib(thing).unwrap(), anew);
        }
        assert_eq!(once.known.len(), 5);
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

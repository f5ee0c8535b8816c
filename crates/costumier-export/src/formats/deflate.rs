//! The deflate compressor, its memory (a quarter of a megabyte) kept from use to use.

use flate2::{Compress, Compression, FlushCompress, Status};

/// Compresses one thing after the other.
#[derive(Debug)]
pub(crate) struct Deflate {
    state: Compress,
    out: Vec<u8>,
}

impl Deflate {
    /// A compressor of this level that writes zlib streams.
    pub(crate) fn new(level: Compression) -> Self {
        Self { state: Compress::new(level, true), out: Vec::new() }
    }

    /// The bytes as a zlib stream.
    pub(crate) fn zlib(&mut self, bytes: &[u8]) -> Result<&[u8], String> {
        self.state.reset();
        self.out.clear();
        loop {
            let read = usize::try_from(self.state.total_in()).unwrap_or(usize::MAX);
            let rest = bytes.get(read..).unwrap_or_default();
            self.out.reserve(4096 + rest.len() / 4);
            let status = self.state.compress_vec(rest, &mut self.out, FlushCompress::Finish);
            if status.map_err(|e| e.to_string())? == Status::StreamEnd {
                return Ok(&self.out);
            }
        }
    }
}

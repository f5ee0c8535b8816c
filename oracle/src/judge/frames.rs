//! The stream of pictures that the preloaded shim sends (`shim.c` says how it is laid out).

use std::io::{self, Read};

use crate::engine::Area;

/// "FRAM" as the machine stores it.
const MAGIC: u32 = 0x4D41_5246;

/// Bytes of the palette behind the pixels.
const PALETTE: usize = 3 * 256;

/// Most pixels that a picture can have.
const MAX_PIXELS: usize = 640 * 480;

/// What the screen showed: palette indices, row by row, and the palette.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<u8>,
    pub(crate) palette: Vec<u8>,
}

impl Frame {
    /// Keeps a part.
    pub(crate) fn cut(&mut self, area: Area) {
        let side = |side: u32| usize::try_from(side).unwrap_or(0);
        let (left, width) = (side(area.left), side(area.width));
        let rows = self.pixels.chunks_exact(self.width.max(1)).skip(side(area.top)).take(side(area.height));
        self.pixels = rows.flat_map(|row| row.iter().skip(left).take(width)).copied().collect();
        self.width = width.min(self.width.saturating_sub(left));
        self.height = self.pixels.len() / self.width.max(1);
    }

    /// Red, green and blue of a palette entry.
    pub(crate) fn colour(&self, entry: u8) -> [u8; 3] {
        let at = 3 * usize::from(entry);
        [self.palette[at], self.palette[at + 1], self.palette[at + 2]]
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Frame({} x {})", self.width, self.height)
    }
}

/// Reads the next picture; `None` where the stream ends before one is complete.
///
/// # Errors
/// Where reading fails, and where the stream is not one of pictures.
pub(crate) fn read(stream: &mut impl Read) -> io::Result<Option<Frame>> {
    let mut head = [[0; 4]; 3];
    if !fill(stream, head.as_flattened_mut())? {
        return Ok(None);
    }
    let [magic, width, height] = head.map(u32::from_ne_bytes);
    let [width, height] = [width, height].map(|side| usize::try_from(side).unwrap_or(usize::MAX));
    let pixels = width.saturating_mul(height);
    if magic != MAGIC || pixels > MAX_PIXELS {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the stream is not one of pictures"));
    }
    let mut frame = Frame { width, height, pixels: vec![0; pixels], palette: vec![0; PALETTE] };
    let complete = fill(stream, &mut frame.pixels)? && fill(stream, &mut frame.palette)?;
    Ok(complete.then_some(frame))
}

/// Whether there were enough bytes.
fn fill(stream: &mut impl Read, out: &mut [u8]) -> io::Result<bool> {
    match stream.read_exact(out) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(width: u32, height: u32, pixels: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = [MAGIC, width, height].iter().flat_map(|word| word.to_ne_bytes()).collect();
        bytes.extend((0..pixels).map(|i| u8::try_from(i).unwrap()));
        bytes.extend((0..PALETTE).map(|i| u8::try_from(i / 3).unwrap()));
        bytes
    }

    #[test]
    fn pictures_are_read_one_after_another() {
        let mut bytes = stream(3, 2, 6);
        bytes.extend(stream(1, 1, 1));
        let mut from = bytes.as_slice();
        let frame = read(&mut from).unwrap().unwrap();
        assert_eq!((frame.width, frame.height), (3, 2));
        assert_eq!(frame.pixels, [0, 1, 2, 3, 4, 5]);
        assert_eq!(frame.colour(254), [254; 3]);
        assert_eq!(read(&mut from).unwrap().unwrap().pixels, [0]);
        assert!(read(&mut from).unwrap().is_none());
    }

    #[test]
    fn a_cut_stream_ends_and_a_wrong_one_is_refused() {
        let bytes = stream(3, 2, 6);
        for end in [0, 5, 12, 17, bytes.len() - 1] {
            assert!(read(&mut &bytes[..end]).unwrap().is_none(), "{end}");
        }
        assert!(read(&mut &b"User picked target 'probe'"[..]).is_err());
        assert!(read(&mut &stream(0xFFFF_FFFF, 0xFFFF_FFFF, 0)[..]).is_err());
    }
}

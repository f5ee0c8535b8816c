//! The stream of pictures from the preloaded shim (`shim.c` has the format).

use std::io::{self, Read};

use crate::colours::Colours;
use crate::corner;
use crate::engine::Area;
use crate::wide;

/// "FRAM" as the machine stores it.
const MAGIC: u32 = 0x4D41_5246;

/// "WIDE".
const WIDE_MAGIC: u32 = 0x4544_4957;

/// Bytes of a pixel that is no index.
pub(crate) const WIDE: usize = 2;

/// Bytes of the palette behind the pixels.
const PALETTE: usize = 3 * 256;

/// Most pixels that a picture can have.
const MAX_PIXELS: usize = 640 * 480;

/// A picture of the screen: palette indices, row by row, and the palette; or pixels of two bytes each.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<u8>,
    /// Empty where there are no indices.
    pub(crate) palette: Vec<u8>,
}

impl Frame {
    /// Keeps a part.
    pub(crate) fn cut(&mut self, area: Area) {
        let side = |side: u32| usize::try_from(side).unwrap_or(0);
        if self.is_wide() {
            // Screens of such pixels show nothing but rooms, and the frame's number.
            wide::wipe(&mut self.pixels, self.width);
            return;
        }
        let (left, width) = (side(area.left), side(area.width));
        let rows = self.pixels.chunks_exact(self.width.max(1)).skip(side(area.top)).take(side(area.height));
        self.pixels = rows.flat_map(|row| row.iter().skip(left).take(width)).copied().collect();
        self.width = width.min(self.width.saturating_sub(left));
        self.height = self.pixels.len() / self.width.max(1);
    }

    /// Keeps the columns of a room that stands in the middle, from column 0 on; the rest is black. What this ScummVM
    /// leaves beside such a room are colours of rooms before.
    pub(crate) fn move_to_left(&mut self, width: usize) {
        let left = self.width.saturating_sub(width) / 2;
        for row in self.pixels.chunks_exact_mut(self.width.max(1)) {
            row.rotate_left(left);
            row.iter_mut().skip(width).for_each(|pixel| *pixel = 0);
        }
    }

    /// Makes the corner that tells a frame's number black, on an EGA screen.
    pub(crate) fn wipe_corner(&mut self) {
        corner::wipe(&mut self.pixels, self.width);
    }

    /// Keeps a part of a picture whose pixels have two bytes.
    pub(crate) fn cut_wide(&mut self, area: Area) {
        let side = |side: u32| usize::try_from(side).unwrap_or(0);
        let (left, width) = (side(area.left), side(area.width));
        let rows = self.pixels.chunks_exact((WIDE * self.width).max(1));
        let rows = rows.skip(side(area.top)).take(side(area.height));
        self.pixels = rows.flat_map(|row| row.iter().skip(WIDE * left).take(WIDE * width)).copied().collect();
        self.width = width.min(self.width.saturating_sub(left));
        self.height = self.pixels.len() / (WIDE * self.width).max(1);
    }

    /// The same with palette indices, where pixels have two bytes: those of `wanted` wherever their colours are
    /// what is shown, others of that colour elsewhere, and 255 for what no entry looks like.
    pub(crate) fn in_colours_of(mut self, wanted: &[u8], colours: &Colours) -> Self {
        if !self.is_wide() {
            return self;
        }
        let index = |(at, pixel): (usize, &[u8; WIDE])| {
            let shown = rgb(u16::from_ne_bytes(*pixel));
            let own = wanted.get(at).copied().filter(|index| colours[usize::from(*index)] == shown);
            own.or_else(|| (0..u8::MAX).find(|index| colours[usize::from(*index)] == shown))
                .unwrap_or(u8::MAX)
        };
        self.pixels = self.pixels.as_chunks().0.iter().enumerate().map(index).collect();
        self.palette = colours.as_flattened().to_vec();
        // A colour of its own, for people who look.
        self.palette.splice(PALETTE - 3.., [255, 0, 255]);
        self
    }

    /// Whether pixels have two bytes and are no indices.
    pub(crate) fn is_wide(&self) -> bool {
        self.palette.is_empty()
    }

    /// A pixel of two bytes; `None` beyond the picture, and where there are no such.
    pub(crate) fn wide(&self, x: usize, y: usize) -> Option<u16> {
        let at = WIDE * (y * self.width + x);
        let bytes = self.pixels.get(at..at + WIDE).filter(|_| self.is_wide() && x < self.width)?;
        bytes.first_chunk().map(|bytes| u16::from_ne_bytes(*bytes))
    }

    /// Red, green and blue of a palette entry; black where there is no palette.
    pub(crate) fn colour(&self, entry: u8) -> [u8; 3] {
        let at = 3 * usize::from(entry);
        self.palette.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default()
    }
}

/// The colour of a pixel of two bytes.
fn rgb(pixel: u16) -> [u8; 3] {
    [10, 5, 0].map(|shift| {
        let five = u8::try_from(pixel >> shift & 31).unwrap_or(0);
        five << 3 | five >> 2
    })
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
    let wide = magic == WIDE_MAGIC;
    if !wide && magic != MAGIC || pixels > MAX_PIXELS {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the stream is not one of pictures"));
    }
    let (bytes, palette) = if wide { (WIDE * pixels, 0) } else { (pixels, PALETTE) };
    let mut frame = Frame { width, height, pixels: vec![0; bytes], palette: vec![0; palette] };
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
    fn pixels_of_two_bytes_have_no_palette() {
        let mut bytes: Vec<u8> = [WIDE_MAGIC, 2, 1].iter().flat_map(|word| word.to_ne_bytes()).collect();
        bytes.extend([0x7C1F_u16, 9].iter().flat_map(|pixel| pixel.to_ne_bytes()));
        let frame = read(&mut bytes.as_slice()).unwrap().unwrap();
        assert!(frame.is_wide() && frame.colour(7) == [0; 3]);
        assert_eq!([0, 1, 2].map(|x| frame.wide(x, 0)), [Some(0x7C1F), Some(9), None]);
        assert!(read(&mut &bytes[..15]).unwrap().is_none());
    }

    #[test]
    fn pixels_of_two_bytes_are_told_by_colours() {
        let pixels: [u16; 6] = [0x7C00, 0x03E0, 0x7FFF, 0, 0x0010, 0x7C00];
        let bytes = pixels.iter().flat_map(|pixel| pixel.to_ne_bytes()).collect();
        let mut frame = Frame { width: 3, height: 2, pixels: bytes, palette: Vec::new() };
        frame.cut_wide(Area { left: 1, top: 0, width: 2, height: 2 });
        assert_eq!((frame.width, frame.height), (2, 2));
        assert_eq!((frame.wide(0, 0), frame.wide(1, 1), frame.wide(2, 0)), (Some(0x3E0), Some(0x7C00), None));
        let mut colours = [[0; 3]; 256];
        colours[7] = [0, 255, 0];
        colours[8] = [0, 255, 0];
        colours[9] = [0, 0, 0x84];
        let indexed = frame.in_colours_of(&[8, 8, 8, 8], &colours);
        assert_eq!(indexed.pixels, [8, 255, 9, 255], "white and red are none");
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

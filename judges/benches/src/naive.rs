//! Plain code to compare with, for speed and for pixels: one pixel at a time, straight from the format's
//! description.
//!
//! Most programs that read costumes do it so. Compilers cannot improve it much, because the length of the inner
//! loop depends on the data.

use costumier::format::codec::Depth;

use crate::corpus::Picture;

fn split(depth: Depth) -> (u32, u8) {
    match depth {
        Depth::Colours16 => (4, 15),
        Depth::Colours32 => (3, 7),
        Depth::Colours64 => (2, 3),
    }
}

/// Reads runs and hands out pixels one by one.
struct Pixels<'a> {
    data: std::slice::Iter<'a, u8>,
    shift: u32,
    mask: u8,
    colour: u8,
    left: u32,
}

impl<'a> Pixels<'a> {
    fn new(data: &'a [u8], depth: Depth) -> Self {
        let (shift, mask) = split(depth);
        Self { data: data.iter(), shift, mask, colour: 0, left: 0 }
    }

    #[inline(always)]
    fn next(&mut self) -> u8 {
        if self.left == 0 {
            let code = self.data.next().copied().unwrap_or(0);
            self.colour = code >> self.shift;
            self.left = u32::from(code & self.mask);
            if self.left == 0 {
                self.left = self.data.next().map_or(u32::MAX, |n| if *n == 0 { 256 } else { u32::from(*n) });
            }
        }
        self.left -= 1;
        self.colour
    }
}

/// Decodes to rows of costume colours, pixel by pixel.
pub fn decode(picture: &Picture, depth: Depth, rows: &mut Vec<u8>) {
    let (width, height) = (usize::from(picture.width), usize::from(picture.height));
    rows.resize(width * height, 0);
    let mut data = picture.data.iter();
    let (shift, mask) = split(depth);
    let (mut x, mut y) = (0, 0);
    while x < width {
        let Some(&code) = data.next() else { break };
        let mut length = u32::from(code & mask);
        if length == 0 {
            length = data.next().map_or(0, |n| u32::from(*n));
        }
        for _ in 0..length {
            rows[y * width + x] = code >> shift;
            y += 1;
            if y == height {
                y = 0;
                x += 1;
                if x == width {
                    return;
                }
            }
        }
    }
}

/// A bound: one `memset` per run, to columns, with colours and lengths known beforehand.
pub fn fill_runs(runs: &[(u8, u16)], columns: &mut [u8]) {
    let mut rest = columns;
    for &(colour, length) in runs {
        let Some((run, after)) = rest.split_at_mut_checked(usize::from(length)) else { return };
        run.fill(colour);
        rest = after;
    }
}

/// Runs of a picture, as [`fill_runs`] takes them.
#[must_use]
pub fn runs(picture: &Picture) -> Vec<(u8, u16)> {
    picture.columns.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u16)).collect()
}

/// The stage of the plain painter.
#[derive(Clone, Debug)]
pub struct Surface {
    /// Width in pixels, a multiple of 8.
    pub width: i32,
    /// The height in pixels.
    pub height: i32,
    /// The pixels, row by row.
    pub pixels: Vec<u8>,
    /// Rows of mask bits, the highest leftmost; empty without a mask.
    pub mask: Vec<u8>,
}

/// The options of the plain painter.
#[derive(Clone, Debug)]
pub struct How<'a> {
    /// Room colour of each costume colour.
    pub palette: &'a [u8],
    /// Where the anchor is.
    pub anchor: (i32, i32),
    /// Left column and top row of the picture, from the anchor.
    pub at: (i32, i32),
    /// Whether columns run to the left.
    pub flip: bool,
    /// 255 is full size.
    pub scale: u8,
    /// The thresholds of scaling.
    pub table: &'a [u8; 256],
}

/// Draws a picture, pixel by pixel: decoding, scaling, mask and edges are decided for each pixel.
pub fn draw(surface: &mut Surface, picture: &Picture, depth: Depth, how: &How<'_>) {
    let step = if how.flip { -1 } else { 1 };
    let keeps = |index: i32| how.scale == 255 || how.table[(index & 255) as usize] < how.scale;
    let (m, n) = how.at;
    let column = if how.flip { 128 + m.abs() } else { 128 - m.abs() };
    let line = 128 - n.abs();
    let (mut x, top) = if how.scale == 255 {
        (how.anchor.0 + step * m, how.anchor.1 + n)
    } else {
        let across = (0..m.abs()).filter(|i| keeps(column + step * i)).count() as i32;
        let down = (0..n.abs()).filter(|i| keeps(line + i)).count() as i32;
        (how.anchor.0 + step * m.signum() * across, how.anchor.1 + n.signum() * down)
    };
    let mut pixels = Pixels::new(&picture.data, depth);
    for c in 0..i32::from(picture.width) {
        let mut y = top;
        for r in 0..i32::from(picture.height) {
            let colour = pixels.next();
            if !keeps(line + r) {
                continue;
            }
            if colour != 0 && x >= 0 && x < surface.width && y >= 0 && y < surface.height {
                let hidden = !surface.mask.is_empty()
                    && surface.mask[(y * surface.width / 8 + x / 8) as usize] & (0x80 >> (x & 7)) != 0;
                if !hidden {
                    surface.pixels[(y * surface.width + x) as usize] = how.palette[usize::from(colour)];
                }
            }
            y += 1;
        }
        if keeps(column + step * c) {
            x += step;
        }
    }
}

//! Runs of pixels: which bits of a picture's data hold which of its pixels. Viewers link the two, and editors show
//! changes.
//!
//! [`Packed::runs`] goes through the data command by command, once and slowly. Every pixel is in one [`Run`], in
//! the order in which the codec stores pixels; [`Packed::place`] converts this order to positions in the picture. A
//! command that holds pixels of different values (a literal, rows of a cell, a block) becomes a run for each value,
//! all with the same [`Run::command`].
//!
//! **Note:** pixels can be in no command, where rows of codec 32 end early or data is damaged; they become runs of
//! the kind [`RunKind::Unsaid`]. Commands without pixels become runs of 0 pixels. Mirroring is ignored: pictures
//! are described as stored. The size before a row of codecs 5 and 32 belongs to no run, and a row of codec 5 may
//! read beyond that size, as in decoding.

use std::ops::Range;

use super::{Depth, Encoded, Packed, blocks, nes_tiles};

mod commands;
mod place;
mod planes;
#[cfg(test)]
mod tests;

/// Successive pixels of one value in stored order, and the bits that hold them.
///
/// Bits are counted from the lowest bit of the data's first byte: bit `n` is `data[n / 8] >> (n % 8) & 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Run {
    /// Bits of the whole command: its code and its values.
    pub command: Range<usize>,
    /// Bits within the command that this run's value comes from; empty if it comes from none. For a tile, from the
    /// pixel's bit in one plane to its bit in the other.
    pub own: Range<usize>,
    /// Number of the first pixel, in stored order.
    pub first: usize,
    /// Number of pixels, without those beyond the picture.
    pub count: usize,
    /// The pixels' value, as the decoder gives it: a costume colour or a room colour.
    pub value: u8,
    /// How the pixels are stored.
    pub kind: RunKind,
}

/// How pixels are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RunKind {
    /// One value for all pixels.
    Repeat,
    /// Values of their own, of which this is one.
    Literal,
    /// Not drawn, without a value (codec 32).
    Skip,
    /// Not stored: the row or the data ends before them.
    Unsaid,
}

/// Iterator over the runs of a picture; made by [`Packed::runs`].
#[derive(Clone, Debug)]
pub struct Runs<'a> {
    encoded: Encoded<'a>,
    data: &'a [u8],
    width: usize,
    /// The command whose runs are being returned.
    open: Option<Open>,
    /// Position of the next command: a byte, or a bit in codec 16.
    at: usize,
    /// Position where the commands of this row end.
    row_end: usize,
    /// Position where the next row begins.
    next_row: usize,
    /// Number of the next pixel.
    first: usize,
    /// Number of the first pixel that belongs to the next row, or to no command.
    goal: usize,
    /// Number of pixels that the codec stores.
    stored: usize,
    /// Number of pixels of the picture.
    pixels: usize,
    /// The colour so far (codec 16).
    colour: u8,
    /// The planes of the last block.
    planes: [u8; blocks::BYTES],
}

/// A command, or what is left of it.
#[derive(Clone, Debug)]
struct Open {
    command: Range<usize>,
    count: usize,
    paint: Paint,
}

/// Where a command's pixels get their values.
#[derive(Clone, Debug)]
enum Paint {
    Same {
        own: Range<usize>,
        value: u8,
        kind: RunKind,
    },
    /// One byte for each pixel.
    Bytes {
        at: usize,
    },
    /// A pixel of a tile is one bit in each of two planes, the highest bit first; `row` counts from 0.
    Tile {
        row: usize,
        bit: usize,
    },
    /// Two bits for two pixels, the highest ones first; the next row of the cell is `step` bytes on.
    Pairs {
        at: usize,
        step: usize,
        pair: usize,
    },
    /// The block's planes, from this pixel on.
    Planes {
        pixel: usize,
    },
}

impl<'a> Packed<'a> {
    /// The picture's pixels as runs, in stored order: each pixel in one run.
    ///
    /// Time is bounded by the number of pixels and bytes; nothing is allocated.
    #[must_use]
    pub fn runs(&self) -> Runs<'a> {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let pixels = self.pixels();
        let by_rows =
            matches!(self.encoded, Encoded::Bomp { .. } | Encoded::Trle { .. } | Encoded::Blocks { .. });
        let stored = match self.encoded {
            Encoded::Cells { .. } | Encoded::CellRows { .. } => {
                place::whole_cells(width).saturating_mul(height)
            }
            Encoded::Blocks { .. } => {
                (width / blocks::SIDE).saturating_mul(blocks::SIDE).saturating_mul(height)
            }
            _ => pixels,
        };
        Runs {
            encoded: self.encoded,
            data: self.encoded.data(),
            width,
            open: None,
            at: 0,
            row_end: 0,
            next_row: 0,
            first: 0,
            goal: if by_rows { 0 } else { stored },
            stored,
            pixels,
            colour: self.encoded.transparent(),
            planes: [0; blocks::BYTES],
        }
    }

    /// The run that a pixel is in; `None` outside the picture.
    #[must_use]
    pub fn run_at(&self, x: u16, y: u16) -> Option<Run> {
        let number = self.number(x, y)?;
        self.runs().find(|run| number.checked_sub(run.first).is_some_and(|behind| behind < run.count))
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        if let Some(open) = self.open.take() {
            return Some(self.tell(open));
        }
        if self.first >= self.pixels {
            return None;
        }
        if self.first >= self.stored {
            return Some(self.unsaid(self.pixels));
        }
        let open = match self.encoded {
            Encoded::Rle { depth, .. } | Encoded::RleByRows { depth, .. } => self.byte_run(depth),
            Encoded::Cells { .. } => self.cell_rows(),
            Encoded::CellRows { .. } => self.bare_cells(),
            Encoded::Blocks { stated, .. } => return Some(self.block(stated)),
            Encoded::Tile { .. } => self.whole_tile(),
            Encoded::MajMin { .. } => self.bit_command(),
            Encoded::Bomp { .. } | Encoded::Trle { .. } if self.first >= self.goal => {
                if !self.begin_row() {
                    return Some(self.unsaid(self.pixels));
                }
                return self.next_of_row();
            }
            Encoded::Bomp { .. } | Encoded::Trle { .. } => return self.next_of_row(),
        };
        Some(match open {
            Some(open) => self.tell(open),
            None => self.unsaid(self.stored),
        })
    }
}

impl Runs<'_> {
    fn next_of_row(&mut self) -> Option<Run> {
        let open = match self.encoded {
            Encoded::Trle { .. } => self.trle_code(),
            _ => self.bomp_code(),
        };
        Some(match open {
            Some(open) => self.tell(open),
            None => self.unsaid(self.goal),
        })
    }

    /// Returns the first run of a command; the rest of the command stays open.
    fn tell(&mut self, open: Open) -> Run {
        let Open { command, count, paint } = open;
        let count = count.min(self.goal.saturating_sub(self.first));
        let byte = |at: usize| self.data.get(at).copied().unwrap_or(0);
        let literal = RunKind::Literal;
        let (own, value, kind, told, next) = match paint {
            Paint::Same { own, value, kind } => (own, value, kind, count, None),
            Paint::Bytes { .. } | Paint::Pairs { .. } | Paint::Tile { .. } | Paint::Planes { .. }
                if count == 0 =>
            {
                (0..0, 0, literal, 0, None)
            }
            Paint::Bytes { at } => {
                let next = Paint::Bytes { at: at.saturating_add(1) };
                (bytes(at, at.saturating_add(1)), byte(at), literal, 1, Some(next))
            }
            Paint::Tile { row, bit } => {
                let plane = |row: usize| byte(row).wrapping_shr(u32::try_from(bit).unwrap_or(0)) & 1;
                let value = plane(row) | plane(row.saturating_add(8)) << 1;
                let palette = if let Encoded::Tile { palette, .. } = self.encoded { palette } else { 0 };
                let begin = row.saturating_mul(8).saturating_add(bit);
                let next = match bit.checked_sub(1) {
                    Some(bit) => Paint::Tile { row, bit },
                    None => Paint::Tile { row: row.saturating_add(1), bit: 7 },
                };
                (begin..begin.saturating_add(65), nes_tiles::colour(palette, value), literal, 1, Some(next))
            }
            Paint::Pairs { at, step, pair } => {
                let lowest = 6_usize.saturating_sub(pair.saturating_mul(2));
                let begin = at.saturating_mul(8).saturating_add(lowest);
                let value = byte(at).wrapping_shr(u32::try_from(lowest).unwrap_or(0)) & 3;
                let next = match pair {
                    3 => Paint::Pairs { at: at.saturating_add(step), step, pair: 0 },
                    pair => Paint::Pairs { at, step, pair: pair.saturating_add(1) },
                };
                let kind = if step == 0 { RunKind::Repeat } else { literal };
                (begin..begin.saturating_add(2), value, kind, count.min(2), Some(next))
            }
            Paint::Planes { pixel } => {
                let (value, same) = planes::colour(&self.planes, pixel);
                let next = Paint::Planes { pixel: pixel.saturating_add(same) };
                (command.clone(), value, literal, count.min(same.max(1)), Some(next))
            }
        };
        let left = count.saturating_sub(told);
        self.open = match next {
            Some(paint) if left > 0 => Some(Open { command: command.clone(), count: left, paint }),
            _ => None,
        };
        let run = Run { command, own, first: self.first, count: told, value, kind };
        self.first = self.first.saturating_add(told);
        run
    }

    /// Returns a run of pixels up to `until` that no command holds.
    fn unsaid(&mut self, until: usize) -> Run {
        let value = match self.encoded {
            Encoded::MajMin { .. } => self.colour,
            _ => self.encoded.transparent(),
        };
        let end = match self.encoded {
            Encoded::Trle { .. } => self.row_end,
            _ => self.data.len(),
        };
        let at = end.saturating_mul(8);
        let count = until.saturating_sub(self.first);
        let run =
            Run { command: at..at, own: at..at, first: self.first, count, value, kind: RunKind::Unsaid };
        self.first = until;
        run
    }
}

/// The range of bits of a range of bytes.
fn bytes(from: usize, to: usize) -> Range<usize> {
    from.saturating_mul(8)..to.saturating_mul(8)
}

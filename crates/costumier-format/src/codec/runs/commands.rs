//! The commands of each codec, read one at a time: a second, literal reading of the formats. Tests compare it with
//! the decoders.

use super::{Depth, Open, Paint, RunKind, Runs, bytes};
use crate::codec::nes_tiles::TILE;

/// Width of a cell in pixels.
const CELL_WIDTH: usize = 8;

impl Runs<'_> {
    /// The byte at `at`; `None` behind the end of the data.
    fn byte(&self, at: usize) -> Option<u8> {
        self.data.get(at).copied()
    }

    /// Reads a code of COST or codec 1 ([`rle`](crate::codec::rle)).
    pub(super) fn byte_run(&mut self, depth: Depth) -> Option<Open> {
        let at = self.at;
        let code = self.byte(at)?;
        // 16 colours leave four bits for the length, 32 three, 64 two.
        let length_bits: u8 = match depth {
            Depth::Colours16 => 4,
            Depth::Colours32 => 3,
            Depth::Colours64 => 2,
        };
        let (value, short) = (code >> length_bits, code & !(0xFF << length_bits));
        let mut end = at.saturating_add(1);
        let count = if short == 0 {
            let length = self.byte(end)?;
            end = end.saturating_add(1);
            if length == 0 { 256 } else { usize::from(length) }
        } else {
            usize::from(short)
        };
        self.at = end;
        let code_at = at.saturating_mul(8);
        let own = code_at.saturating_add(usize::from(length_bits))..code_at.saturating_add(8);
        let paint = Paint::Same { own, value, kind: RunKind::Repeat };
        Some(Open { command: bytes(at, end), count, paint })
    }

    /// Reads a command of v1 ([`cell`](crate::codec::cell)).
    pub(super) fn cell_rows(&mut self) -> Option<Open> {
        let at = self.at;
        let head = self.byte(at)?;
        let rows = usize::from(head & 0x7F);
        let from = at.saturating_add(1);
        let (end, given, step) = if head & 0x80 != 0 {
            self.byte(from)?;
            (from.saturating_add(1), rows, 0)
        } else {
            let end = from.saturating_add(rows).min(self.data.len());
            (end, end.saturating_sub(from), 1)
        };
        self.at = end;
        let paint = Paint::Pairs { at: from, step, pair: 0 };
        Some(Open { command: bytes(at, end), count: given.saturating_mul(CELL_WIDTH), paint })
    }

    /// Reads all cells of all rows as one command, since they are not packed.
    pub(super) fn bare_cells(&mut self) -> Option<Open> {
        let (at, end) = (self.at, self.data.len());
        let cells = end.checked_sub(at).filter(|cells| *cells > 0)?;
        self.at = end;
        let paint = Paint::Pairs { at, step: 1, pair: 0 };
        Some(Open { command: bytes(at, end), count: cells.saturating_mul(CELL_WIDTH), paint })
    }

    /// Reads a whole tile as one command.
    pub(super) fn whole_tile(&mut self) -> Option<Open> {
        let (at, end) = (self.at, self.data.len().min(TILE));
        self.at = end;
        let paint = Paint::Tile { row: 0, bit: 7 };
        (at == 0 && end == TILE).then_some(Open { command: bytes(0, end), count: 64, paint })
    }

    /// Reads the size before a row of codecs 5 and 32; false if it is missing.
    pub(super) fn begin_row(&mut self) -> bool {
        let at = self.next_row;
        let end = self.data.len();
        let (Some(low), Some(high)) = (self.byte(at), self.byte(at.saturating_add(1))) else {
            self.row_end = end;
            return false;
        };
        let size = usize::from(u16::from_le_bytes([low, high]));
        self.at = at.saturating_add(2);
        self.next_row = self.at.saturating_add(size).min(end);
        // In codec 5 only the pixels end a row.
        let bounded = matches!(self.encoded, super::Encoded::Trle { .. });
        self.row_end = if bounded { self.next_row } else { end };
        // If the data ends within a row of codec 32, no row follows.
        if bounded && self.at.saturating_add(size) > end {
            self.next_row = end;
        }
        self.goal = self.first.saturating_add(self.width).min(self.stored);
        true
    }

    /// Reads a code of codec 5 ([`bomp`](crate::codec::bomp)).
    pub(super) fn bomp_code(&mut self) -> Option<Open> {
        let at = self.at;
        let code = self.byte(at)?;
        let count = usize::from(code >> 1).saturating_add(1);
        self.same_or_bytes(at, count, code & 1 != 0)
    }

    /// Reads a code of codec 32 ([`trle`](crate::codec::trle)).
    pub(super) fn trle_code(&mut self) -> Option<Open> {
        let at = self.at;
        if at >= self.row_end {
            return None;
        }
        let code = self.byte(at)?;
        if code & 1 != 0 {
            let end = at.saturating_add(1);
            self.at = end;
            let paint = Paint::Same { own: 0..0, value: self.encoded.transparent(), kind: RunKind::Skip };
            return Some(Open { command: bytes(at, end), count: usize::from(code >> 1), paint });
        }
        let count = usize::from(code >> 2).saturating_add(1);
        self.same_or_bytes(at, count, code & 2 != 0)
    }

    /// Reads what follows a code: one value for all pixels, or a value for each.
    fn same_or_bytes(&mut self, at: usize, count: usize, same: bool) -> Option<Open> {
        let from = at.saturating_add(1);
        if same {
            if from >= self.row_end {
                return None;
            }
            let (value, end) = (self.byte(from)?, from.saturating_add(1));
            self.at = end;
            let paint = Paint::Same { own: bytes(from, end), value, kind: RunKind::Repeat };
            return Some(Open { command: bytes(at, end), count, paint });
        }
        let end = from.saturating_add(count).min(self.row_end);
        self.at = end;
        let count = end.saturating_sub(from);
        Some(Open { command: bytes(at, end), count, paint: Paint::Bytes { at: from } })
    }

    /// Reads a command of codec 16 ([`majmin`](crate::codec::majmin)); here `at` counts bits.
    pub(super) fn bit_command(&mut self) -> Option<Open> {
        let (depth, first) = (self.byte(0)?, self.byte(1)?);
        let depth = usize::from(depth.min(8));
        let end = self.data.len().saturating_mul(8);
        if self.first == 0 {
            self.colour = first;
            self.at = 16;
            let paint = Paint::Same { own: 8..16, value: first, kind: RunKind::Repeat };
            return Some(Open { command: 0..16, count: 1, paint });
        }
        let at = self.at;
        if at >= end {
            return None;
        }
        let same = |until: usize, own: std::ops::Range<usize>, count: usize, value: u8| {
            // Bits behind the end of the data are 0.
            let own = own.start.min(end)..own.end.min(end);
            let paint = Paint::Same { own, value, kind: RunKind::Repeat };
            Some(Open { command: at..until.min(end), count, paint })
        };
        if self.bits(at, 1) == 0 {
            let left = self.stored.saturating_sub(self.first);
            let zeros = (at..end).take(left).take_while(|bit| self.bits(*bit, 1) == 0).count();
            self.at = at.saturating_add(zeros);
            return same(self.at, at..self.at, zeros, self.colour);
        }
        let behind = |bits: usize| at.saturating_add(bits);
        if self.bits(behind(1), 1) == 0 {
            self.colour = self.bits(behind(2), depth);
            self.at = behind(depth.saturating_add(2));
            return same(self.at, behind(2)..self.at, 1, self.colour);
        }
        let step = self.bits(behind(2), 3);
        if step != 4 {
            self.colour = self.colour.wrapping_add(step).wrapping_sub(4);
            self.at = behind(5);
            return same(self.at, behind(2)..self.at, 1, self.colour);
        }
        let count = usize::from(self.bits(behind(5), 8)).max(1);
        self.at = behind(13);
        same(self.at, behind(5)..self.at, count, self.colour)
    }

    /// Reads `count` bits, the first one lowest.
    fn bits(&self, at: usize, count: usize) -> u8 {
        let bit = |at: usize| self.byte(at / 8).unwrap_or(0) >> (at % 8) & 1;
        (at..at.saturating_add(count)).rev().fold(0, |value, at| value << 1 | bit(at))
    }
}

//! Tests of encoders against plain ones, which work run by run and bit by bit without optimisation.

use proptest::prelude::*;

use super::bomp::{self, Split};
use super::{Depth, majmin, rle};

const LONGEST: usize = 128;

fn rle(columns: &[u8], depth: Depth) -> Vec<u8> {
    let shift = (256 / depth.colours()).trailing_zeros();
    let mut out = Vec::new();
    for run in columns.chunk_by(|a, b| a == b) {
        for piece in run.chunks(255) {
            let (code, length) = (run[0] << shift, u8::try_from(piece.len()).unwrap());
            if length < 1 << shift {
                out.push(code | length);
            } else {
                out.extend([code, length]);
            }
        }
    }
    out
}

fn majmin(rows: &[u8], depth: u8) -> Vec<u8> {
    let mut bits: Vec<bool> = Vec::new();
    let mut write = |value: u32, count: u8| bits.extend((0..count).map(|bit| value >> bit & 1 != 0));
    write(depth.into(), 8);
    write(rows[0].into(), 8);
    let mut before = None;
    for run in rows.chunk_by(|a, b| a == b) {
        let value = run[0];
        if let Some(before) = before.replace(value) {
            match i16::from(value) - i16::from(before) {
                by @ -4..=3 => write(0b11 | u32::try_from(by + 4).unwrap() << 2, 5),
                _ => {
                    write(0b01, 2);
                    write(value.into(), depth);
                }
            }
        }
        for piece in run[1..].chunks(255) {
            if piece.len() >= 13 {
                write(0b1_0011, 5);
                write(u32::try_from(piece.len()).unwrap(), 8);
            } else {
                write(0, u8::try_from(piece.len()).unwrap());
            }
        }
    }
    let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    bits.chunks(8).map(byte).collect()
}

fn bomp(rows: &[u8], width: u16, split: Split) -> Vec<u8> {
    let mut out = Vec::new();
    let mut codes = Codes::default();
    for row in rows.chunks(usize::from(width).max(1)) {
        codes.out.clear();
        codes.row(row, split);
        let Ok(size) = u16::try_from(codes.out.len()) else {
            panic!("a row that is too long");
        };
        out.extend(size.to_le_bytes());
        out.extend(&codes.out);
    }
    out
}

/// Collects the codes of one row.
#[derive(Default)]
struct Codes {
    out: Vec<u8>,
    pending: Vec<u8>,
}

impl Codes {
    fn row(&mut self, row: &[u8], split: Split) {
        for run in row.chunk_by(|a, b| a == b) {
            let Some(&value) = run.first() else { continue };
            let mut length = run.len();
            loop {
                if self.pending.len() >= 2 && is_one_value(&self.pending) {
                    self.flush_as_run();
                }
                if split == Split::LoneZeroRun && value == 0 && length == 1 {
                    self.flush();
                    self.run(value, 1);
                    break;
                }
                if length < (if split == Split::JoinFirst { 4 } else { 3 }) || self.pending.len() > 125 {
                    self.pending.extend(std::iter::repeat_n(value, length));
                    if self.pending.len() > LONGEST {
                        let rest = self.pending.split_off(LONGEST);
                        self.flush();
                        self.pending = rest;
                    }
                    break;
                }
                if split == Split::JoinFirst && !self.pending.is_empty() {
                    self.pending.push(value);
                    length = length.saturating_sub(1);
                }
                self.flush();
                self.run(value, length.min(LONGEST));
                if length <= LONGEST {
                    break;
                }
                length = length.saturating_sub(LONGEST);
            }
        }
        let lone = split == Split::LonePixelRun && self.pending.len() == 1;
        if lone || (self.pending.len() >= 2 && is_one_value(&self.pending)) {
            self.flush_as_run();
        }
        self.flush();
    }

    fn run(&mut self, value: u8, length: usize) {
        self.out.extend([code(length) | 1, value]);
    }

    /// Writes the pending pixels as a literal.
    fn flush(&mut self) {
        for piece in self.pending.chunks(LONGEST) {
            self.out.push(code(piece.len()));
            self.out.extend(piece);
        }
        self.pending.clear();
    }

    /// Writes the pending pixels, all of one value, as a run.
    fn flush_as_run(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        for piece in pending.chunks(LONGEST) {
            piece.first().into_iter().for_each(|value| self.run(*value, piece.len()));
        }
    }
}

fn is_one_value(bytes: &[u8]) -> bool {
    bytes.iter().zip(bytes.iter().skip(1)).all(|(a, b)| a == b)
}

fn code(length: usize) -> u8 {
    u8::try_from(length - 1).unwrap() << 1
}

fn runs() -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![2 => 0u8..6, 1 => any::<u8>()];
    let length = prop_oneof![3 => Just(1), 4 => 1usize..6, 2 => 1usize..40, 1 => 1usize..700];
    prop::collection::vec((value, length), 1..80).prop_map(|runs| {
        runs.into_iter().flat_map(|(value, length)| std::iter::repeat_n(value, length)).collect()
    })
}

proptest! {
    #[test]
    fn fast_encoders_write_what_plain_ones_write(pixels in runs(), width in 1u16..400) {
        for depth in [Depth::Colours16, Depth::Colours32, Depth::Colours64] {
            let most = u8::try_from(depth.colours()).unwrap();
            let columns: Vec<u8> = pixels.iter().map(|pixel| pixel % most).collect();
            prop_assert_eq!(rle::encode(&columns, depth).unwrap(), rle(&columns, depth));
        }
        for depth in [majmin::least_depth(&pixels), 8] {
            prop_assert_eq!(majmin::encode(&pixels, depth).unwrap(), majmin(&pixels, depth));
        }
        for split in Split::ALL {
            prop_assert_eq!(bomp::encode(&pixels, width, split).unwrap(), bomp(&pixels, width, split));
        }
    }
}

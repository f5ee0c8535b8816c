//! Pixels of AKOS pictures, also in encodings that no usual packer makes: a decoder must read those, too.

use costumier::format::akos::{Codec, Packer};

use crate::failure::{Failure, Outcome};
use crate::rng::Rng;

/// Packs pixels at random in the way of a codec.
pub(super) fn pack(rng: &mut Rng, codec: Codec, colours: usize, width: usize, rows: &[u8]) -> Vec<u8> {
    match codec {
        Codec::Rle => runs(rng, colours, width, rows),
        Codec::Bomp => lines(rng, width, rows),
        Codec::Trle => skips(rng, width, rows),
        _ => bits(rng, rows),
    }
}

/// As the library packs them.
pub(crate) fn packed_by_library(
    codec: Codec,
    palette: &[u8],
    size: (u16, u16),
    rows: &[u8],
) -> Outcome<Vec<u8>> {
    let packer = Packer::of(codec, palette).ok_or_else(|| Failure::new("no such codec"))?;
    packer.pack(size, rows).map_err(|why| Failure::because("a random picture", why))
}

/// How many pixels from `at` on are alike.
fn alike(pixels: &[u8], at: usize) -> usize {
    pixels[at..].iter().take_while(|pixel| **pixel == pixels[at]).count()
}

fn low(value: usize) -> u8 {
    value.to_le_bytes()[0]
}

/// Codec 1: runs down the columns, cut anywhere, their lengths inside the code or behind it. 256 is written
/// as 0.
fn runs(rng: &mut Rng, colours: usize, width: usize, rows: &[u8]) -> Vec<u8> {
    let shift = match colours {
        32 => 3,
        64 => 2,
        _ => 4,
    };
    let inside = (1 << shift) - 1;
    let height = rows.len() / width.max(1);
    let columns: Vec<u8> = (0..width).flat_map(|x| (0..height).map(move |y| rows[y * width + x])).collect();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < columns.len() {
        let mut length = alike(&columns, at).min(256);
        if rng.chance(20) {
            length = 1 + rng.below(length);
        }
        let colour = columns[at] << shift;
        if length <= inside && rng.chance(80) {
            out.push(colour | low(length));
        } else {
            out.extend([colour, low(length)]);
        }
        at += length;
    }
    out
}

/// Codec 5: rows of runs and literals; bytes behind a row's last pixel mean nothing.
fn lines(rng: &mut Rng, width: usize, rows: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for row in rows.chunks(width.max(1)) {
        let mut codes = Vec::new();
        let mut at = 0;
        while at < row.len() {
            let same = alike(row, at).min(128);
            if same > 1 && rng.chance(70) || same == 1 && rng.chance(15) {
                let length = if rng.chance(20) { 1 + rng.below(same) } else { same };
                codes.extend([low(2 * (length - 1) + 1), row[at]]);
                at += length;
            } else {
                let length = (1 + rng.below(20)).min(row.len() - at);
                codes.push(low(2 * (length - 1)));
                codes.extend(&row[at..at + length]);
                at += length;
            }
        }
        if rng.chance(5) {
            codes.push(0);
        }
        out.extend(u16::try_from(codes.len()).unwrap_or(u16::MAX).to_le_bytes());
        out.extend(codes);
    }
    out
}

/// Codec 32: rows of skips, runs and literals. Each covers its row, or is empty: this ScummVM would go on in the
/// bytes of the next.
fn skips(rng: &mut Rng, width: usize, rows: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for row in rows.chunks(width.max(1)) {
        let mut codes = Vec::new();
        let mut at = 0;
        let blank = row.iter().all(|pixel| *pixel == super::TRANSPARENT) && rng.chance(50);
        while at < row.len() && !blank {
            let same = alike(row, at);
            let cut = |rng: &mut Rng, most: usize| {
                let most = same.min(most);
                if rng.chance(20) { 1 + rng.below(most) } else { most }
            };
            if row[at] == super::TRANSPARENT {
                let length = cut(rng, 127);
                codes.push(low(2 * length + 1));
                at += length;
            } else if rng.chance(if same > 1 { 70 } else { 15 }) {
                let length = cut(rng, 64);
                codes.extend([low(4 * (length - 1) + 2), row[at]]);
                at += length;
            } else {
                let drawn = row[at..].iter().take_while(|pixel| **pixel != super::TRANSPARENT).count();
                let length = (1 + rng.below(20)).min(drawn);
                codes.push(low(4 * (length - 1)));
                codes.extend(&row[at..at + length]);
                at += length;
            }
        }
        out.extend(u16::try_from(codes.len()).unwrap_or(u16::MAX).to_le_bytes());
        out.extend(codes);
    }
    out
}

/// Bits, the lowest of a byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: usize,
}

impl Bits {
    fn push(&mut self, value: u32, count: usize) {
        for bit in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= u8::from(value >> bit & 1 == 1) << (self.used % 8);
            }
            self.used += 1;
        }
    }
}

/// Codec 16: a colour, then for each further pixel whether it is the same, another, or one that is near.
fn bits(rng: &mut Rng, pixels: &[u8]) -> Vec<u8> {
    let Some(first) = pixels.first() else { return Vec::new() };
    let (mut bits, mut before, mut at) = (Bits::default(), *first, 1);
    while at < pixels.len() {
        let (colour, same) = (pixels[at], alike(pixels, at));
        let step = i32::from(colour.wrapping_sub(before).cast_signed());
        if colour == before && same >= 2 && rng.chance(60) {
            let count = (2 + rng.below(same - 1)).min(255);
            bits.push(0b10011, 5);
            bits.push(u32::try_from(count).unwrap_or(2), 8);
            at += count;
        } else if colour == before && rng.chance(90) {
            bits.push(0, 1);
            at += 1;
        } else if step != 0 && (-4..=3).contains(&step) && rng.chance(70) {
            // Wraps, where colours do.
            bits.push(0b11, 2);
            bits.push(u32::try_from(step + 4).unwrap_or(0), 3);
            at += 1;
        } else {
            bits.push(0b01, 2);
            bits.push(colour.into(), 8);
            at += 1;
        }
        before = colour;
    }
    let mut out = vec![8, *first];
    out.append(&mut bits.bytes);
    // The interpreter reads ahead.
    out.extend([0, 0]);
    out
}

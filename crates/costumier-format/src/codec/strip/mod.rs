//! Background strips: eight pixels wide, as high as the room. A strip's first byte is the code of its packing.
//!
//! ```text
//! code             method                          order          transparent variants
//! 1                raw, eight bytes a row          rows           149
//! 14…18            A: keep, step, absolute         columns        34…38
//! 24…28            A                               rows           44…48
//! 64…68, 104…108   B: keep, delta, absolute, run   rows           84…88, 124…128
//! 134…138          delta (Humongous)               rows           143…148
//! 9                byte runs (3DO)                 rows           8
//! ```
//! The last decimal digit of a code is the number of bits of an absolute colour. Bits are taken lowest first
//! (`docs/format/containers.md §11.3`).
//!
//! **Note:** method A's step keeps its direction from pixel to pixel. Transparent pixels are not written, so the
//! buffer keeps its contents there. Codes of v3 and v4 (2, 3, 4, 7, 10) are in [`old`].

mod encode;
mod kind;
pub mod old;

pub(super) use encode::{LEAST_DEPTH, depth_of, encode_deltas};
pub use encode::{StripEncoding, encode, encode_leaving_out, encode_smallest, encode_transparent};
pub use kind::StripKind;

use super::feed::Feed;
use crate::bits::BitReader;
use crate::error::{Error, ErrorKind, Result};

/// Width of a strip in pixels.
pub const STRIP_WIDTH: usize = 8;

/// Result of decoding a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodedStrip {
    /// The strip's code, its first byte.
    pub code: u8,
    /// Number of bytes used, code included.
    pub bytes: usize,
    /// Whether the data ended early; missing bits read as 0.
    pub cut: bool,
}

/// How a strip's pixels are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Raw,
    Steps,
    Runs,
    Deltas,
    ByteRuns,
}

/// Whether pixels follow each other along rows or down columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Rows,
    Columns,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packing {
    method: Method,
    order: Order,
    transparent: bool,
    /// Number of bits of an absolute colour.
    depth: u8,
}

fn packing(code: u8) -> Option<Packing> {
    use {Method as M, Order as O};
    let (method, order, transparent) = match code {
        1 => (M::Raw, O::Rows, false),
        RAW_TRANSPARENT => (M::Raw, O::Rows, true),
        8 => (M::ByteRuns, O::Rows, true),
        9 => (M::ByteRuns, O::Rows, false),
        14..=18 => (M::Steps, O::Columns, false),
        34..=38 => (M::Steps, O::Columns, true),
        24..=28 => (M::Steps, O::Rows, false),
        44..=48 => (M::Steps, O::Rows, true),
        64..=68 | 104..=108 => (M::Runs, O::Rows, false),
        84..=88 | 124..=128 => (M::Runs, O::Rows, true),
        134..=138 => (M::Deltas, O::Rows, false),
        143..=148 => (M::Deltas, O::Rows, true),
        _ => return None,
    };
    Some(Packing { method, order, transparent, depth: code % 10 })
}

/// Whether strips with this code omit pixels of the transparent colour.
#[must_use]
pub fn is_transparent(code: u8) -> bool {
    packing(code).is_some_and(|packing| packing.transparent)
}

/// The destination of decoded pixels, one after another.
struct Sink<'a> {
    out: &'a mut [u8],
    stride: usize,
    height: usize,
    order: Order,
    skipped: Option<u8>,
    done: usize,
}

impl Sink<'_> {
    fn is_full(&self) -> bool {
        self.done >= STRIP_WIDTH.saturating_mul(self.height)
    }

    #[allow(
        clippy::arithmetic_side_effects,
        reason = "nothing is put where the height is 0, and each pixel once"
    )]
    fn put(&mut self, colour: u8) {
        let (x, y) = match self.order {
            Order::Rows => (self.done % STRIP_WIDTH, self.done / STRIP_WIDTH),
            Order::Columns => (self.done / self.height, self.done % self.height),
        };
        self.done += 1;
        if self.skipped != Some(colour)
            && let Some(pixel) = self.out.get_mut(y.saturating_mul(self.stride).saturating_add(x))
        {
            *pixel = colour;
        }
    }
}

/// Decodes a strip of `height` rows. `out` begins at the strip's upper left pixel; rows are `stride` bytes apart.
/// In the transparent variants, pixels of colour `transparent` are left unchanged.
///
/// # Errors
/// [`ErrorKind::Truncated`] without a code,
/// [`ErrorKind::Unsupported`] for a code that is not in the table above.
pub fn decode(
    data: &[u8],
    height: usize,
    transparent: u8,
    out: &mut [u8],
    stride: usize,
) -> Result<DecodedStrip> {
    let Some((&code, body)) = data.split_first() else {
        return Err(Error::truncated("strip", 0, 1, 0));
    };
    let Some(packing) = packing(code) else {
        return Err(Error::new(ErrorKind::Unsupported(format!("strip code {code}")), "strip").at(0));
    };
    let skipped = packing.transparent.then_some(transparent);
    let mut sink = Sink { out, stride, height, order: packing.order, skipped, done: 0 };
    let used = match packing.method {
        Method::Raw => decode_raw(body, &mut sink),
        Method::ByteRuns => decode_byte_runs(body, &mut sink),
        Method::Steps => decode_bits(body, &mut sink, |bits, state| state.step(bits, packing.depth)),
        Method::Runs => decode_bits(body, &mut sink, |bits, state| state.run(bits, packing.depth)),
        Method::Deltas => decode_bits(body, &mut sink, |bits, state| state.delta(bits, packing.depth)),
    };
    Ok(DecodedStrip { code, bytes: used.min(body.len()).saturating_add(1), cut: used > body.len() })
}

fn decode_raw(body: &[u8], sink: &mut Sink<'_>) -> usize {
    let mut bytes = body.iter().copied().chain(std::iter::repeat(0));
    while !sink.is_full() {
        sink.put(bytes.next().unwrap_or(0));
    }
    sink.done
}

fn decode_byte_runs(body: &[u8], sink: &mut Sink<'_>) -> usize {
    let mut feed = Feed::new(body);
    while !sink.is_full() {
        let head = feed.next();
        let mut colour = if head & 1 != 0 { feed.next() } else { 0 };
        for _ in 0..=head >> 1 {
            if sink.is_full() {
                break;
            }
            if head & 1 == 0 {
                colour = feed.next();
            }
            sink.put(colour);
        }
    }
    feed.asked()
}

/// What the bit methods keep from pixel to pixel.
pub(super) struct State {
    pub(super) colour: u8,
    /// Method A: what the next step adds to the colour.
    step: u8,
    /// Method B: number of pixels that still repeat before bits are read again.
    repeat: u32,
}

/// The step −1: colours are added modulo 256.
const DOWN: u8 = 0xff;

impl State {
    /// The state at the first pixel.
    pub(super) fn new(colour: u8) -> Self {
        Self { colour, step: DOWN, repeat: 0 }
    }

    fn step(&mut self, bits: &mut BitReader<'_>, depth: u8) {
        if !bits.bit() {
            return;
        }
        if bits.bit() {
            if bits.bit() {
                self.step = self.step.wrapping_neg();
            }
            self.colour = self.colour.wrapping_add(self.step);
        } else {
            self.colour = bits.bits(depth);
            self.step = DOWN;
        }
    }

    fn run(&mut self, bits: &mut BitReader<'_>, depth: u8) {
        if let Some(left) = self.repeat.checked_sub(1) {
            self.repeat = left;
        } else if bits.bit() {
            if !bits.bit() {
                self.colour = bits.bits(depth);
                return;
            }
            match bits.bits(3) {
                // Lengths of 0 and 1 never end: interpreters count down from there.
                4 => {
                    self.repeat = match bits.bits(8) {
                        0 | 1 => u32::MAX,
                        length => u32::from(length.wrapping_sub(1)),
                    };
                }
                delta => self.colour = self.colour.wrapping_add(delta).wrapping_sub(4),
            }
        }
    }

    pub(super) fn delta(&mut self, bits: &mut BitReader<'_>, depth: u8) {
        if bits.bit() {
            self.colour = if bits.bit() {
                let delta = bits.bits(3);
                self.colour.wrapping_add(delta).wrapping_sub(if delta < 4 { 4 } else { 3 })
            } else {
                bits.bits(depth)
            };
        }
    }
}

fn decode_bits(
    body: &[u8],
    sink: &mut Sink<'_>,
    mut advance: impl FnMut(&mut BitReader<'_>, &mut State),
) -> usize {
    let (colour, rest) = body.split_first().map_or((0, body), |(first, rest)| (*first, rest));
    let mut bits = BitReader::new(rest);
    let mut state = State::new(colour);
    while !sink.is_full() {
        sink.put(state.colour);
        if !sink.is_full() {
            advance(&mut bits, &mut state);
        }
    }
    bits.bytes().saturating_add(1)
}

/// Code of raw pixels with those of the transparent colour omitted.
pub const RAW_TRANSPARENT: u8 = 149;

#[cfg(test)]
mod tests;

//! Packing strips: each way that the table of codes has, in the fewest bits for absolute colours.

use super::{DOWN, RAW_TRANSPARENT, STRIP_WIDTH};
use crate::bits::BitWriter;

/// A way to pack a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StripEncoding {
    /// Code 1: pixels that are not packed.
    Raw,
    /// Method A down the columns.
    StepsByColumns,
    /// Method A along the rows.
    StepsByRows,
    /// Method B along the rows.
    Runs,
    /// Deltas along the rows (Humongous from 7.0 on).
    Deltas,
    /// Runs of whole bytes along the rows (3DO).
    ByteRuns,
}

impl StripEncoding {
    /// The ways that every interpreter from v5 on reads.
    pub const ALL: [Self; 4] = [Self::Raw, Self::StepsByColumns, Self::StepsByRows, Self::Runs];

    /// The codes of this way without its depth: of opaque strips, and of strips that leave pixels out.
    fn codes(self) -> [u8; 2] {
        match self {
            Self::Raw => [1, RAW_TRANSPARENT],
            Self::StepsByColumns => [10, 30],
            Self::StepsByRows => [20, 40],
            Self::Runs => [60, 80],
            Self::Deltas => [130, 140],
            Self::ByteRuns => [9, 8],
        }
    }

    fn packs_bits(self) -> bool {
        !matches!(self, Self::Raw | Self::ByteRuns)
    }
}

/// Packs a strip of `height` rows in one way. `pixels` begins at the strip's upper left pixel; rows are `stride`
/// bytes apart. Pixels beyond its end are 0.
#[must_use]
pub fn encode(pixels: &[u8], height: usize, stride: usize, encoding: StripEncoding) -> Vec<u8> {
    let [code, _] = encoding.codes();
    encoded(&sequence(pixels, height, stride, encoding), encoding, code, LEAST_DEPTH)
}

/// Packs a strip that omits pixels of the room's transparent colour in one way; the rest is as in [`encode`].
#[must_use]
pub fn encode_leaving_out(pixels: &[u8], height: usize, stride: usize, encoding: StripEncoding) -> Vec<u8> {
    let [_, code] = encoding.codes();
    // Only deltas that leave pixels out have a code for colours of three bits.
    let least = if encoding == StripEncoding::Deltas { LEAST_DEPTH - 1 } else { LEAST_DEPTH };
    encoded(&sequence(pixels, height, stride, encoding), encoding, code, least)
}

/// Returns a strip's pixels in the order in which a way stores them.
#[allow(clippy::arithmetic_side_effects, reason = "no place where the height is 0")]
fn sequence(pixels: &[u8], height: usize, stride: usize, encoding: StripEncoding) -> Vec<u8> {
    let columns = encoding == StripEncoding::StepsByColumns;
    (0..STRIP_WIDTH.saturating_mul(height))
        .map(|at| if columns { (at / height, at % height) } else { (at % STRIP_WIDTH, at / STRIP_WIDTH) })
        .map(|(x, y)| pixels.get(y.saturating_mul(stride).saturating_add(x)).copied().unwrap_or(0))
        .collect()
}

fn encoded(sequence: &[u8], encoding: StripEncoding, code: u8, least: u8) -> Vec<u8> {
    let depth = depth_of(sequence, least);
    let code = if encoding.packs_bits() { code.saturating_add(depth) } else { code };
    let first = sequence.first().copied().unwrap_or(0);
    match encoding {
        StripEncoding::Raw => [&[code], sequence].concat(),
        StripEncoding::StepsByColumns | StripEncoding::StepsByRows => {
            encode_steps(sequence, vec![code, first], depth)
        }
        StripEncoding::Runs => encode_runs(sequence, vec![code, first], depth),
        StripEncoding::Deltas => {
            let mut bits = BitWriter::after(vec![code, first]);
            encode_deltas(sequence, &mut bits, depth);
            end_of_bits(bits)
        }
        StripEncoding::ByteRuns => encode_byte_runs(sequence, code),
    }
}

/// Smallest number of bits of an absolute colour that most codes have.
pub(in crate::codec) const LEAST_DEPTH: u8 = 4;

/// Number of bits that hold all of these colours: `least` to 8.
pub(in crate::codec) fn depth_of(colours: &[u8], least: u8) -> u8 {
    let most = colours.iter().max().copied().unwrap_or(0);
    let depth = u8::BITS.saturating_sub(most.leading_zeros());
    u8::try_from(depth).unwrap_or(8).max(least)
}

/// Packs a strip that omits pixels of the room's transparent colour. It never uses [`RAW_TRANSPARENT`]: the
/// interpreter keeps no plane beneath such a strip of an object.
#[must_use]
pub fn encode_transparent(pixels: &[u8], height: usize, stride: usize) -> Vec<u8> {
    let ways = [StripEncoding::StepsByColumns, StripEncoding::StepsByRows, StripEncoding::Runs];
    let packed = ways.iter().map(|encoding| encode_leaving_out(pixels, height, stride, *encoding));
    packed.min_by_key(Vec::len).unwrap_or_default()
}

/// Packs a strip in the fewest bytes.
#[must_use]
pub fn encode_smallest(pixels: &[u8], height: usize, stride: usize) -> Vec<u8> {
    let packed = StripEncoding::ALL.iter().map(|encoding| encode(pixels, height, stride, *encoding));
    packed.min_by_key(Vec::len).unwrap_or_default()
}

fn encode_steps(sequence: &[u8], head: Vec<u8>, depth: u8) -> Vec<u8> {
    let mut bits = BitWriter::after(head);
    let mut step = DOWN;
    for pair in sequence.windows(2) {
        let [from, to] = *pair else { break };
        let difference = to.wrapping_sub(from);
        if difference == 0 {
            bits.write(0b0, 1);
        } else if difference == step {
            bits.write(0b011, 3);
        } else if difference == step.wrapping_neg() {
            bits.write(0b111, 3);
            step = difference;
        } else {
            bits.write(0b01, 2);
            bits.write(to, depth);
            step = DOWN;
        }
    }
    end_of_bits(bits)
}

/// Number of equal pixels from which on a run (13 bits) is shorter than keeping the colour (1 bit each).
const RUN_PAYS: usize = 14;

fn encode_runs(sequence: &[u8], head: Vec<u8>, depth: u8) -> Vec<u8> {
    let mut bits = BitWriter::after(head);
    let mut rest = sequence;
    while let [from, tail @ ..] = rest {
        let Some(to) = tail.first() else { break };
        let equal = tail.iter().take(255).take_while(|colour| *colour == from).count();
        let difference = to.wrapping_sub(*from);
        if equal >= RUN_PAYS {
            bits.write(0b10011, 5);
            bits.write(u8::try_from(equal).unwrap_or(255), 8);
            // Reading continues at the run's last pixel.
            rest = tail.get(equal.saturating_sub(1)..).unwrap_or_default();
            continue;
        }
        match difference {
            0 => bits.write(0b0, 1),
            1..=3 | 252..=255 => {
                bits.write(0b11, 2);
                bits.write(difference.wrapping_add(4), 3);
            }
            _ => {
                bits.write(0b01, 2);
                bits.write(*to, depth);
            }
        }
        rest = tail;
    }
    end_of_bits(bits)
}

/// Packs each pixel but the first as the same colour, a delta, or a colour of `depth` bits.
pub(in crate::codec) fn encode_deltas(sequence: &[u8], bits: &mut BitWriter, depth: u8) {
    for pair in sequence.windows(2) {
        let [from, to] = *pair else { break };
        match to.wrapping_sub(from) {
            0 => bits.write(0, 1),
            up @ 1..=4 => bits.write(0b11 | up.wrapping_add(3) << 2, 5),
            down @ 252..=255 => bits.write(0b11 | down.wrapping_add(4) << 2, 5),
            _ => {
                bits.write(0b01, 2);
                bits.write(to, depth);
            }
        }
    }
}

/// Largest number of pixels of a run of bytes, and of bytes that are not packed.
const MOST_BYTES: usize = 128;

fn encode_byte_runs(sequence: &[u8], code: u8) -> Vec<u8> {
    let mut out = vec![code];
    let mut literal: Vec<u8> = Vec::new();
    let head = |count: usize, is_run: u8| u8::try_from(count.saturating_sub(1)).unwrap_or(127) << 1 | is_run;
    let flush = |out: &mut Vec<u8>, literal: &mut Vec<u8>| {
        for part in literal.chunks(MOST_BYTES) {
            out.push(head(part.len(), 0));
            out.extend(part);
        }
        literal.clear();
    };
    for run in sequence.chunk_by(|a, b| a == b).flat_map(|run| run.chunks(MOST_BYTES)) {
        match run {
            [colour, _, _, ..] => {
                flush(&mut out, &mut literal);
                out.extend([head(run.len(), 1), *colour]);
            }
            few => literal.extend(few),
        }
    }
    flush(&mut out, &mut literal);
    out
}

/// Appends one more "keep", which interpreters read after the last pixel.
fn end_of_bits(mut bits: BitWriter) -> Vec<u8> {
    bits.write(0, 1);
    bits.finish()
}

//! Packs strips of v3 and v4: 16 colours, and the codes of v3's 256-colour games. Decoders stand in [`old`](super).

use crate::bits::BitWriter;
use crate::codec::strip::STRIP_WIDTH;

/// A code of v3's 256-colour games that others do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum V3Encoding {
    /// Code 1: pixels that are not packed.
    Raw,
    /// Code 2: counts and colours.
    Runs,
    /// Code 3: halves of colours.
    Nibbles,
    /// Code 4: a palette of the strip's own.
    OwnPalette,
    /// Code 7: steps up and down from colour to colour.
    Steps,
}

impl V3Encoding {
    /// All codes that only v3 has, raw pixels first.
    pub const ALL: [Self; 5] = [Self::Raw, Self::Runs, Self::Nibbles, Self::OwnPalette, Self::Steps];

    /// The byte that a strip in this code begins with.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Raw => 1,
            Self::Runs => 2,
            Self::Nibbles => 3,
            Self::OwnPalette => 4,
            Self::Steps => 7,
        }
    }
}

/// Packs a strip in one of v3's codes. `pixels` begins at the strip's upper left pixel; rows are `stride` bytes apart.
/// Pixels beyond its end are 0.
#[must_use]
pub fn encode_v3(pixels: &[u8], height: usize, stride: usize, encoding: V3Encoding) -> Vec<u8> {
    let sequence = down_columns(pixels, height, stride);
    let mut out = vec![encoding.code()];
    match encoding {
        V3Encoding::Raw => out.extend(sequence),
        V3Encoding::Runs => runs(&sequence, &mut out),
        V3Encoding::Nibbles => return nibbles(&sequence, out),
        V3Encoding::OwnPalette => own_palette(&sequence, &mut out),
        V3Encoding::Steps => return steps(&sequence, out),
    }
    out
}

/// The pixels of a strip, down its columns.
#[allow(clippy::arithmetic_side_effects, reason = "there are no places where the height is 0")]
fn down_columns(pixels: &[u8], height: usize, stride: usize) -> Vec<u8> {
    (0..STRIP_WIDTH.saturating_mul(height))
        .map(|at| (at / height).saturating_add((at % height).saturating_mul(stride)))
        .map(|at| pixels.get(at).copied().unwrap_or(0))
        .collect()
}

/// The stored form of a count of at least 1: one less.
fn one_less(count: usize) -> u8 {
    u8::try_from(count.saturating_sub(1)).unwrap_or(u8::MAX)
}

fn runs(sequence: &[u8], out: &mut Vec<u8>) {
    for run in sequence.chunk_by(|a, b| a == b) {
        for piece in run.chunks(256) {
            out.push(one_less(piece.len()));
            out.extend(piece.first());
        }
    }
}

/// The high half of a colour.
fn high(colour: u8) -> u8 {
    colour & 0xF0
}

/// Code 3: commands of four bits and more. A run takes as much as two colours do.
fn nibbles(sequence: &[u8], head: Vec<u8>) -> Vec<u8> {
    let mut bits = BitWriter::after(head);
    let (mut rest, mut now) = (sequence, 0);
    while let [first, ..] = rest {
        if high(*first) != now {
            now = high(*first);
            bits.write(0b1000, 4);
            bits.write(now >> 4, 4);
        }
        let equal = rest.iter().take(5).take_while(|colour| *colour == first).count();
        if equal >= 2 {
            bits.write(u8::try_from(equal.saturating_sub(2)).unwrap_or(0), 4);
            bits.write(first & 15, 4);
            rest = rest.get(equal..).unwrap_or_default();
            continue;
        }
        // Up to four colours with the same high half, as far as no run of three begins.
        let is_run =
            |at: usize| rest.get(at..).is_some_and(|it| matches!(it, [a, b, c, ..] if a == b && b == c));
        let fits = |at: &usize| rest.get(*at).is_some_and(|colour| high(*colour) == now) && !is_run(*at);
        let count = (1..4).take_while(fits).count().saturating_add(1);
        bits.write(0b0100 | one_less(count), 4);
        rest.iter().take(count).for_each(|colour| bits.write(colour & 15, 4));
        rest = rest.get(count..).unwrap_or_default();
    }
    bits.finish()
}

/// Code 4: colours that often stand alone get a number each; other values are lengths of runs.
fn own_palette(sequence: &[u8], out: &mut Vec<u8>) {
    let mut alone = [0_usize; 256];
    let parts = || sequence.chunk_by(|a, b| a == b);
    for run in parts() {
        if let [colour] = run
            && let Some(count) = alone.get_mut(usize::from(*colour))
        {
            *count = count.saturating_add(1);
        }
    }
    // An entry of the palette takes a byte, and saves one each time.
    let palette: Vec<u8> = (0..=u8::MAX)
        .zip(alone)
        .filter(|(_, count)| *count > 1)
        .map(|(colour, _)| colour)
        .take(128)
        .collect();
    out.push(u8::try_from(palette.len()).unwrap_or(0));
    out.extend_from_slice(&palette);
    let longest = 256_usize.saturating_sub(palette.len());
    for run in parts() {
        let own = (0_u8..).zip(&palette).find(|(_, colour)| run.first() == Some(*colour));
        match own {
            Some((value, _)) if run.len() == 1 => out.push(value),
            _ => {
                for piece in run.chunks(longest) {
                    let value = piece.len().saturating_sub(1).saturating_add(palette.len());
                    out.push(u8::try_from(value).unwrap_or(u8::MAX));
                    out.extend(piece.first());
                }
            }
        }
    }
}

/// Code 7: keep, step as before, step the other way, or any colour.
fn steps(sequence: &[u8], mut head: Vec<u8>) -> Vec<u8> {
    head.push(sequence.first().copied().unwrap_or(0));
    let mut bits = BitWriter::after(head);
    let mut step = 1_u8;
    for pair in sequence.windows(2) {
        let [from, to] = *pair else { break };
        let difference = from.wrapping_sub(to);
        if difference == 0 {
            bits.write(0b0, 1);
        } else if difference == step {
            bits.write(0b011, 3);
        } else if difference == step.wrapping_neg() {
            bits.write(0b01, 2);
            step = difference;
        } else {
            bits.write(0b111, 3);
            bits.write(to, 8);
            step = 1;
        }
    }
    // One more "keep", which interpreters may read after the last pixel.
    bits.write(0, 1);
    bits.finish()
}

/// The three commands of 16 colours: the bits of the head, and the longest count that the head itself can hold.
const COMMANDS: [(u8, usize); 3] = [(0x00, 7), (0x80, 0x3F), (0xC0, 0x3F)];

/// Longest run of 16 colours: 256 would be written as 0.
const LONGEST: usize = 255;

/// A command of 16 colours: which one, and how many pixels.
#[derive(Clone, Copy, Default)]
struct Command {
    kind: usize,
    count: usize,
    /// Bytes from this command to the strip's end.
    bytes: usize,
}

/// Packs a strip of 16 colours in the fewest bytes: runs, pairs of colours in turn, and copies of the column to the
/// left. Only the low four bits of a colour are kept.
///
/// **Note:** the first column never copies: what is left of a strip on the screen can be something else.
#[must_use]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "places up to the sequence's length, and counts of pixels in it"
)]
pub fn encode_sixteen(pixels: &[u8], height: usize, stride: usize) -> Vec<u8> {
    let sequence: Vec<u8> = down_columns(pixels, height, stride).iter().map(|colour| colour & 15).collect();
    let total = sequence.len();
    // From the end on: how far each command reaches, and the shortest way from there.
    let mut best = vec![Command::default(); total + 1];
    let mut reach = [0_usize; 3];
    for at in (0..total).rev() {
        let alike = |other: usize| sequence.get(other) == Some(&sequence[at]);
        reach = [
            if alike(at + 1) { reach[0] + 1 } else { 1 },
            if at >= height && alike(at - height) { reach[1] + 1 } else { 0 },
            if alike(at + 2) { reach[2] + 1 } else { 2.min(total - at) },
        ];
        let mut shortest = Command { bytes: usize::MAX, ..Command::default() };
        for (kind, ((_, short), reach)) in COMMANDS.into_iter().zip(reach).enumerate() {
            for count in [reach.min(short), reach.min(LONGEST)] {
                let own = 1 + usize::from(kind == 2) + usize::from(count > short);
                let bytes = own + best[at + count].bytes;
                if count > 0 && bytes < shortest.bytes {
                    shortest = Command { kind, count, bytes };
                }
            }
        }
        best[at] = shortest;
    }
    let (mut out, mut at) = (Vec::with_capacity(best[0].bytes), 0);
    while at < total {
        let Command { kind, count, .. } = best[at];
        let (head, short) = COMMANDS[kind];
        let count_byte = u8::try_from(count).unwrap_or(u8::MAX);
        let stored = if count > short { 0 } else { count_byte };
        out.push(match kind {
            0 => stored << 4 | sequence[at],
            _ => head | stored,
        });
        if kind == 2 {
            out.push(sequence[at] << 4 | sequence.get(at + 1).copied().unwrap_or(0));
        }
        if count > short {
            out.push(count_byte);
        }
        at += count.max(1);
    }
    out
}

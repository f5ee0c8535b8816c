//! Pictures of rooms in Humongous games from 7.1 on (`BMAP`), stored as a whole instead of in strips.
//!
//! ```text
//! 134…138   deltas: first byte = first colour, then bits, lowest first, for each further pixel along the rows:
//!             0                     the same colour
//!             1 0 + code mod 10     that colour
//!             1 1 + 3 bits          −4 −3 −2 −1 +1 +2 +3 +4, modulo 256
//! 144…148   the same; ScummVM 2.7 leaves pixels of the room's transparent colour out (docs/interpreters.md, rule 9)
//! 150       one byte: every pixel has that colour
//! 8, 9      objects only: rows of skips, runs and literals, as codec 32 of AKOS ([`trle`](super::trle))
//! ```
//! (`docs/format/humongous-rooms.md §3.2`.) **Note:** the data does not say how large the picture is. It is as
//! large as the interpreter's screen, whatever the room's header says. Interpreters read a few bytes beyond the
//! last bit.

use super::strip::{DecodedStrip, LEAST_DEPTH, State, depth_of, encode_deltas};
use crate::bits::{BitReader, BitWriter};
use crate::error::{Error, ErrorKind, Result};

/// First code of deltas; the number of bits of an absolute colour is added to it.
const DELTAS: u8 = 130;

/// What codes of pictures that leave pixels out have in addition.
const LEAVES_OUT: u8 = 10;

/// Code of a picture in which every pixel has one colour.
pub const ONE_COLOUR: u8 = 150;

/// Zero bytes behind the last bit, since interpreters read ahead.
const PADDING: usize = 4;

/// The rows of an object's picture, packed by codec 32 of AKOS; `None` for another code.
#[must_use]
pub fn object_rows(data: &[u8]) -> Option<&[u8]> {
    match data.split_first() {
        Some((8 | 9, rows)) => Some(rows),
        _ => None,
    }
}

/// Whether a room's picture has only one colour (code 150).
#[must_use]
pub fn is_one_colour(data: &[u8]) -> bool {
    data.first() == Some(&ONE_COLOUR)
}

/// Decodes a room's picture into `out`, pixels row by row without gaps. Codes 144 to 148 leave pixels of the colour
/// `skipped` unchanged.
///
/// # Errors
/// [`ErrorKind::Truncated`] without a code,
/// [`ErrorKind::Unsupported`] for a code that rooms do not have.
pub fn decode(data: &[u8], skipped: Option<u8>, out: &mut [u8]) -> Result<DecodedStrip> {
    let Some((&code, body)) = data.split_first() else {
        return Err(Error::truncated("picture", 0, 1, 0));
    };
    let used = match code {
        134..=138 | 144..=148 => {
            let skipped = skipped.filter(|_| matches!(code, 144..=148));
            decode_deltas(body, code % 10, skipped, out)
        }
        ONE_COLOUR => {
            out.fill(body.first().copied().unwrap_or(0));
            1
        }
        _ => return Err(Error::new(ErrorKind::Unsupported(format!("picture code {code}")), "picture").at(0)),
    };
    Ok(DecodedStrip { code, bytes: used.min(body.len()).saturating_add(1), cut: used > body.len() })
}

/// Packs a room's picture, pixels row by row, in the fewest bytes.
#[must_use]
pub fn encode(pixels: &[u8]) -> Vec<u8> {
    let first = pixels.first().copied().unwrap_or(0);
    if pixels.iter().all(|pixel| *pixel == first) {
        return [[ONE_COLOUR, first].as_slice(), &[0; PADDING]].concat();
    }
    encode_as_deltas(pixels, false)
}

/// Packs a room's picture as deltas, with the fewest bits for absolute colours. `leaves_out`: with a code that leaves
/// out pixels of the room's transparent colour.
#[must_use]
pub fn encode_as_deltas(pixels: &[u8], leaves_out: bool) -> Vec<u8> {
    let depth = depth_of(pixels, LEAST_DEPTH);
    let code = DELTAS.saturating_add(depth).saturating_add(if leaves_out { LEAVES_OUT } else { 0 });
    let mut bits = BitWriter::after(vec![code, pixels.first().copied().unwrap_or(0)]);
    encode_deltas(pixels, &mut bits, depth);
    let mut out = bits.finish();
    out.extend([0; PADDING]);
    out
}

/// Decodes deltas with absolute colours of `depth` bits. Pixels of the colour `skipped` are left unchanged. Returns
/// how many bytes were asked for.
fn decode_deltas(body: &[u8], depth: u8, skipped: Option<u8>, out: &mut [u8]) -> usize {
    let (colour, rest) = body.split_first().map_or((0, body), |(first, rest)| (*first, rest));
    let mut bits = BitReader::new(rest);
    let mut state = State::new(colour);
    let last = out.len().saturating_sub(1);
    for (at, pixel) in out.iter_mut().enumerate() {
        if skipped != Some(state.colour) {
            *pixel = state.colour;
        }
        if at < last {
            state.delta(&mut bits, depth);
        }
    }
    bits.bytes().saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of `docs/format/humongous-rooms.md §3.2`.
    const PIXELS: [u8; 10] = [0x20, 0x20, 0x21, 0x21, 0x1D, 0x1D, 0x80, 0x80, 0x80, 0x80];
    const PACKED: [u8; 6] = [0x8A, 0x20, 0xA6, 0x21, 0x40, 0x00];

    #[test]
    fn the_worked_example_both_ways() {
        let mut out = [0; 10];
        let read = decode(&PACKED, Some(255), &mut out).unwrap();
        assert_eq!((out, read.code, read.cut), (PIXELS, 138, false));
        assert_eq!(encode(&PIXELS), [PACKED.as_slice(), &[0; 4]].concat());
    }

    #[test]
    fn transparent_pixels_leave_what_was_there() {
        let mut packed = PACKED;
        packed[0] += 10;
        let mut out = [7; 10];
        decode(&packed, Some(0x1D), &mut out).unwrap();
        assert_eq!(out, [0x20, 0x20, 0x21, 0x21, 7, 7, 0x80, 0x80, 0x80, 0x80]);
    }

    #[test]
    fn one_colour_takes_a_byte() {
        assert_eq!(encode(&[9; 100]), [150, 9, 0, 0, 0, 0]);
        let mut out = [0; 100];
        assert!(!decode(&[150, 9], None, &mut out).unwrap().cut);
        assert_eq!(out, [9; 100]);
    }

    #[test]
    fn few_colours_take_few_bits() {
        for (most, code) in [(15, 134), (31, 135), (63, 136), (127, 137), (255, 138)] {
            let pixels: Vec<u8> =
                (0..600_u32).map(|at| (at * at % 97 * most / 96).to_le_bytes()[0]).collect();
            let packed = encode(&pixels);
            let mut out = vec![0; pixels.len()];
            assert_eq!(packed[0], code);
            assert!(!decode(&packed, None, &mut out).unwrap().cut);
            assert_eq!(out, pixels);
        }
    }

    #[test]
    fn what_is_cut_or_of_another_kind_is_said() {
        let mut out = [0; 10];
        for end in 1..5 {
            assert!(decode(&PACKED[..end], None, &mut out).unwrap().cut, "{end}");
        }
        for code in [0, 1, 8, 9, 133, 139, 143, 149, 151, 255] {
            assert!(decode(&[code, 0, 0], None, &mut out).is_err(), "{code}");
        }
        assert!(decode(&[], None, &mut out).is_err());
        assert_eq!(object_rows(&[8, 1]), Some([1].as_slice()));
        assert_eq!(object_rows(&[138, 1]), None);
    }
}

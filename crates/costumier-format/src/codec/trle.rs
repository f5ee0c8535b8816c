//! Codec 32 of AKOS: rows of skips, runs and literal bytes, each row behind its length ("TRLE", as in Humongous'
//! AWIZ images).
//!
//! ```text
//! row:   u16 size, size bytes of codes             `height` rows, back to back; size 0: nothing in this row
//! code:  skip      c & 1 = 1    c >> 1 pixels are transparent, 0 … 127
//!        run       c & 3 = 2    (c >> 2) + 1 pixels of the byte that follows, 1 … 64
//!        literal   c & 3 = 0    (c >> 2) + 1 literal bytes follow, 1 … 64
//! ```
//! Transparency is in the codes, not in a pixel value: all pixels that are not skipped are opaque. A row may end
//! before its width; the rest is transparent (`docs/format/codecs.md §5`). The interpreter does not mirror
//! these pictures.

use super::Decoded;
use crate::error::{Error, ErrorKind, Result};

/// Largest number of pixels of one run or literal.
const LONGEST: usize = 64;

/// Largest number of pixels of one skip.
const LONGEST_SKIP: usize = 127;

/// Decodes a picture into `rows`: afterwards `width × height` bytes, row by row, `transparent` where nothing is
/// drawn.
///
/// A picture is complete if it has all its rows, however short they are. `rows` keeps its memory: decoding picture
/// after picture into one buffer allocates nothing once it is large enough.
pub fn decode(data: &[u8], (width, height): (u16, u16), transparent: u8, rows: &mut Vec<u8>) -> Decoded {
    let width = usize::from(width);
    let wanted = width.saturating_mul(usize::from(height));
    rows.resize(wanted, 0);
    rows.fill(transparent);
    over(data, width, rows)
}

/// Draws a picture over `rows`, which holds whole rows of `width` pixels. Skipped pixels are left unchanged.
pub fn over(data: &[u8], width: usize, rows: &mut [u8]) -> Decoded {
    let wanted = rows.len();
    let (mut rest, mut missing) = (data, wanted);
    for out in rows.chunks_mut(width.max(1)) {
        let [low, high, after @ ..] = rest else { break };
        let size = usize::from(u16::from_le_bytes([*low, *high]));
        row(after.get(..size).unwrap_or(after), out);
        let Some(after) = after.get(size..) else {
            rest = &[];
            break;
        };
        rest = after;
        missing = missing.saturating_sub(out.len());
    }
    let bytes = data.len().saturating_sub(rest.len());
    Decoded { bytes, pixels: wanted.saturating_sub(missing), complete: missing == 0 }
}

/// Finds a pixel value that the picture does not draw: `wanted` if possible, else the lowest. If the picture draws
/// all 256, `wanted`.
#[must_use]
#[allow(clippy::indexing_slicing, reason = "an entry for every byte")]
pub fn unused(data: &[u8], (_, height): (u16, u16), wanted: u8) -> u8 {
    let mut used = [false; 256];
    let mut rest = data;
    for _ in 0..height {
        let [low, high, after @ ..] = rest else { break };
        let size = usize::from(u16::from_le_bytes([*low, *high]));
        let mut codes = after.get(..size).unwrap_or(after);
        while let [code, after @ ..] = codes {
            let drawn = match code & 3 {
                1 | 3 => 0,
                2 => 1,
                _ => usize::from(code >> 2) + 1,
            };
            for value in after.iter().take(drawn) {
                used[usize::from(*value)] = true;
            }
            codes = after.get(drawn..).unwrap_or_default();
        }
        rest = after.get(size..).unwrap_or_default();
    }
    if used[usize::from(wanted)] {
        (0..=255).find(|v| !used[usize::from(*v)]).unwrap_or(wanted)
    } else {
        wanted
    }
}

#[inline(always)]
fn row(mut codes: &[u8], mut out: &mut [u8]) {
    while let ([code, after @ ..], false) = (codes, out.is_empty()) {
        if code & 1 != 0 {
            let skip = usize::from(code >> 1);
            out = out.get_mut(skip..).unwrap_or_default();
            codes = after;
            continue;
        }
        let length = usize::from(code >> 2) + 1;
        if code & 2 != 0 {
            let [value, after @ ..] = after else { return };
            let (to, next) = out.split_at_mut(length.min(out.len()));
            to.fill(*value);
            (out, codes) = (next, after);
        } else {
            let count = length.min(out.len()).min(after.len());
            let (to, next) = out.split_at_mut(count);
            if let Some(from) = after.get(..count) {
                to.copy_from_slice(from);
            }
            (out, codes) = (next, after.get(length..).unwrap_or_default());
        }
    }
}

/// Encodes rows of pixels; pixels of the value `transparent` become skips.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] for a row whose codes do not fit its 16-bit size.
pub fn encode(rows: &[u8], width: u16, transparent: u8) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut codes = Codes::default();
    for row in rows.chunks(usize::from(width).max(1)) {
        codes.out.clear();
        if row.iter().any(|v| *v != transparent) {
            codes.row(row, transparent);
        }
        let Ok(size) = u16::try_from(codes.out.len()) else {
            let why = format!("a row of {width} pixels takes {} bytes, more than 65535", codes.out.len());
            return Err(Error::new(ErrorKind::CannotWrite(why), "picture"));
        };
        out.extend(size.to_le_bytes());
        out.extend(&codes.out);
    }
    Ok(out)
}

/// Collects the codes of one row.
#[derive(Default)]
struct Codes {
    out: Vec<u8>,
    literal: Vec<u8>,
}

impl Codes {
    fn row(&mut self, row: &[u8], transparent: u8) {
        for run in row.chunk_by(|a, b| a == b) {
            let [value, ..] = run else { continue };
            if *value == transparent {
                self.flush();
                self.skip(run.len());
            } else {
                self.run(*value, run.len());
            }
        }
        self.flush();
    }

    /// Appends a skip. Each full skip of 127 pixels is followed by a skip of 1, as the original tools wrote it.
    #[allow(clippy::arithmetic_side_effects, reason = "more than is taken away, by the loop's condition")]
    fn skip(&mut self, mut length: usize) {
        while length > LONGEST_SKIP {
            self.out.push(skip_code(LONGEST_SKIP));
            self.out.push(skip_code(1));
            length -= LONGEST_SKIP + 1;
        }
        if length > 0 {
            self.out.push(skip_code(length));
        }
    }

    #[allow(
        clippy::arithmetic_side_effects,
        reason = "literals are no longer than the longest, and room no more than length"
    )]
    fn run(&mut self, value: u8, mut length: usize) {
        while length > 0 {
            if length == 1 || (length == 2 && !self.literal.is_empty()) {
                let room = (LONGEST - self.literal.len()).min(length);
                self.literal.extend(std::iter::repeat_n(value, room));
                length -= room;
                if length > 0 {
                    self.flush();
                }
                continue;
            }
            self.flush();
            self.put_run(value, length.min(LONGEST));
            if length == LONGEST + 1 {
                self.put_run(value, 1);
                return;
            }
            length = length.saturating_sub(LONGEST);
        }
    }

    fn put_run(&mut self, value: u8, length: usize) {
        self.out.extend([code(length) | 2, value]);
    }

    fn flush(&mut self) {
        if !self.literal.is_empty() {
            self.out.push(code(self.literal.len()));
            self.out.append(&mut self.literal);
        }
    }
}

/// The code of a literal of 1 to 64 bytes.
pub(super) fn code(length: usize) -> u8 {
    u8::try_from(length.saturating_sub(1)).unwrap_or(0) << 2
}

/// The code of a skip of 0 to 127 pixels.
pub(super) fn skip_code(length: usize) -> u8 {
    u8::try_from(length).unwrap_or(0) << 1 | 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decoded(data: &[u8], size: (u16, u16)) -> (Vec<u8>, Decoded) {
        let mut rows = vec![77; 40];
        let decoded = decode(data, size, 0, &mut rows);
        (rows, decoded)
    }

    fn check(pixels: &[u8], codes: &[u8]) {
        let width = u16::try_from(pixels.len()).unwrap();
        let data = encode(pixels, width, 0).unwrap();
        assert_eq!(usize::from(data[0]), codes.len());
        assert_eq!(&data[2..], codes);
        let all = Decoded { bytes: data.len(), pixels: pixels.len(), complete: true };
        assert_eq!(decoded(&data, (width, 1)), (pixels.to_vec(), all));
    }

    #[test]
    fn the_worked_rows_of_codecs_section_5_3() {
        check(&[0, 0, 0, 5, 5, 5, 6, 7, 7, 0], &[0x07, 0x0A, 5, 0x08, 6, 7, 7, 0x03]);
        check(&[0; 10], &[]);
        check(&[1, 2, 2, 3, 0, 0, 4, 4, 5, 5], &[0x0C, 1, 2, 2, 3, 0x05, 0x06, 4, 0x06, 5]);
        let mut row = vec![0; 300];
        row.extend([1; 70]);
        row.push(2);
        check(&row, &[0xFF, 0x03, 0xFF, 0x03, 0x59, 0xFE, 1, 0x16, 1, 0x00, 2]);
    }

    #[test]
    fn lengths_around_their_limits() {
        for (skip, codes) in
            [(127, &[0xFF, 0, 9][..]), (128, &[0xFF, 0x03, 0, 9]), (129, &[0xFF, 0x03, 0x03, 0, 9])]
        {
            let mut row = vec![0; skip];
            row.push(9);
            check(&row, codes);
        }
        let literal: Vec<u8> = (1..=65).collect();
        check(&literal[..64], &[&[0xFC], &literal[..64]].concat());
        check(&literal, &[&[0xFC], &literal[..64], &[0x00, 65]].concat());
        check(&[9; 64], &[0xFE, 9]);
        check(&[9; 65], &[0xFE, 9, 0x02, 9]);
        check(&[9; 66], &[0xFE, 9, 0x06, 9]);
    }

    #[test]
    fn rows_may_end_early_and_are_clipped() {
        let data = [2, 0, 0x0A, 5, 0, 0, 4, 0, 0x0C, 1, 2, 3];
        let all = Decoded { bytes: 12, pixels: 8, complete: true };
        // The third row's literal needs a fourth byte, which the row's size does not cover.
        assert_eq!(decoded(&data, (4, 2)).0, [5, 5, 5, 0, 0, 0, 0, 0]);
        assert_eq!(decoded(&data[..6], (4, 2)), (vec![5, 5, 5, 0, 0, 0, 0, 0], Decoded { bytes: 6, ..all }));
        assert_eq!(decoded(&data, (2, 3)).0, [5, 5, 0, 0, 1, 2]);
        assert!(!decoded(&data[..11], (4, 3)).1.complete);
        assert!(!decoded(&data, (4, 4)).1.complete);
    }

    #[test]
    fn a_value_that_is_not_drawn_is_found() {
        let data = [5, 0, 0x04, 0, 1, 0x06, 2, 2, 0, 0x02, 9];
        assert_eq!([0, 2, 5, 9].map(|wanted| unused(&data, (9, 2), wanted)), [3, 3, 5, 3]);
        let all: Vec<u8> = (0..=255u8).collect();
        assert_eq!(unused(&encode(&all, 256, 7).unwrap(), (256, 1), 3), 7);
        assert_eq!(unused(&[], (9, 9), 3), 3);
    }

    #[test]
    fn drawing_over_leaves_skipped_pixels() {
        let data = [3, 0, 0x03, 0x06, 5];
        let mut rows = [1, 2, 3, 4];
        over(&data, 4, &mut rows);
        assert_eq!(rows, [1, 5, 5, 4]);
    }

    proptest! {
        #[test]
        fn decoding_undoes_encoding(
            runs in prop::collection::vec(
                (prop_oneof![Just(0), any::<u8>()], prop_oneof![Just(1), 1_usize..5, 1_usize..400]),
                0..200,
            ),
            (width, height) in (1_u16..500, 0_u16..9),
            transparent in prop_oneof![Just(0), any::<u8>()],
        ) {
            let mut rows: Vec<u8> = runs.into_iter().flat_map(|(v, n)| std::iter::repeat_n(v, n)).collect();
            rows.resize(usize::from(width) * usize::from(height), transparent);
            let data = encode(&rows, width, transparent).unwrap();
            let mut back = Vec::new();
            let state = decode(&data, (width, height), transparent, &mut back);
            prop_assert_eq!(state, Decoded { bytes: data.len(), pixels: rows.len(), complete: true });
            prop_assert_eq!(back, rows);
        }

        #[test]
        fn any_bytes_are_handled(
            data in prop::collection::vec(prop_oneof![any::<u8>(), 0_u8..8], 0..400),
            size in (0_u16..200, 0_u16..9),
        ) {
            let (rows, state) = decoded(&data, size);
            prop_assert_eq!(rows.len(), usize::from(size.0) * usize::from(size.1));
            prop_assert!(state.bytes <= data.len() && state.pixels <= rows.len());
        }
    }
}

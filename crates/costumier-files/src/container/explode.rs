//! The unpacker of PKWARE's Data Compression Library ("implode").
//!
//! ```text
//! u8   0: literals are plain bytes; 1: they are coded
//! u8   4 to 6: low bits of a distance
//! bits 1, length, distance   a copy; length 519 ends
//!      0, literal
//! ```
//! **Note:** each bit of a code is stored inverted, and a copy of two bytes has only two low bits of distance. (Ben
//! Rudiak-Gould's notes of 2001 and zlib's `blast` describe the format in public; lengths of codes are listed in
//! the same short form.)

use crate::{Error, Result};

/// Lengths of codes, in runs: number of further symbols in the high half, their length in the low half.
const LITERALS: [u8; 98] = [
    11, 124, 8, 7, 28, 7, 188, 13, 76, 4, 10, 8, 12, 10, 12, 10, 8, 23, 8, 9, 7, 6, 7, 8, 7, 6, 55, 8, 23,
    24, 12, 11, 7, 9, 11, 12, 6, 7, 22, 5, 7, 24, 6, 11, 9, 6, 7, 22, 7, 11, 38, 7, 9, 8, 25, 11, 8, 11, 9,
    12, 8, 12, 5, 38, 5, 38, 5, 11, 7, 5, 6, 21, 6, 10, 53, 8, 7, 24, 10, 27, 44, 253, 253, 253, 252, 252,
    252, 13, 12, 45, 12, 45, 12, 61, 12, 45, 44, 173,
];
const LENGTHS: [u8; 6] = [2, 35, 36, 53, 38, 23];
const DISTANCES: [u8; 7] = [2, 20, 53, 230, 247, 151, 248];

/// For each length symbol, the shortest copy and the number of extra bits.
const COPIES: [(usize, u32); 16] = [
    (3, 0),
    (2, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 1),
    (12, 2),
    (16, 3),
    (24, 4),
    (40, 5),
    (72, 6),
    (136, 7),
    (264, 8),
];

/// The copy length that means the end of the data.
const END: usize = 519;

/// Length of the longest code in bits.
const LONGEST: usize = 13;

/// The codes of an alphabet.
struct Code {
    /// Number of codes of each length.
    counts: [u16; LONGEST + 1],
    /// Symbols by length, then by number.
    symbols: Vec<u8>,
}

impl Code {
    fn new(runs: &[u8]) -> Self {
        let lengths = runs
            .iter()
            .flat_map(|run| std::iter::repeat_n(run & 15, usize::from(run >> 4).saturating_add(1)));
        let mut by_length: Vec<(u8, u8)> = lengths.zip(0u8..=255).collect();
        by_length.sort_unstable();
        let mut counts = [0u16; LONGEST + 1];
        for (length, _) in &by_length {
            if let Some(count) = counts.get_mut(usize::from(*length)) {
                *count = count.saturating_add(1);
            }
        }
        Self { counts, symbols: by_length.into_iter().map(|(_, symbol)| symbol).collect() }
    }
}

struct Bits<'a> {
    bytes: std::slice::Iter<'a, u8>,
    held: u32,
    count: u32,
    used: u64,
}

impl Bits<'_> {
    fn bit(&mut self) -> Result<u32> {
        if self.count == 0 {
            let cut = Error::truncated("unpacking", self.used, 1, 0);
            self.held = u32::from(*self.bytes.next().ok_or(cut)?);
            self.count = 8;
            self.used = self.used.saturating_add(1);
        }
        let bit = self.held & 1;
        self.held >>= 1;
        self.count = self.count.saturating_sub(1);
        Ok(bit)
    }

    /// Reads a number of `count` bits, the lowest first.
    fn number(&mut self, count: u32) -> Result<usize> {
        let mut number = 0usize;
        for at in 0..count {
            number |= usize::from(self.bit()? == 1) << at;
        }
        Ok(number)
    }

    fn symbol(&mut self, code: &Code) -> Result<usize> {
        let (mut value, mut first, mut index) = (0usize, 0usize, 0usize);
        for count in code.counts.iter().skip(1).map(|count| usize::from(*count)) {
            value |= usize::from(self.bit()? == 0);
            let beyond = value.checked_sub(first).filter(|beyond| *beyond < count);
            let symbol = beyond.and_then(|beyond| code.symbols.get(index.saturating_add(beyond)));
            if let Some(symbol) = symbol {
                return Ok(usize::from(*symbol));
            }
            index = index.saturating_add(count);
            first = first.saturating_add(count) << 1;
            value <<= 1;
        }
        Err(Error::bad("unpacking", self.used, "no code is so long"))
    }
}

/// Unpacks `packed`, which must give `size` bytes.
///
/// # Errors
/// An error for data that ends early, an unknown kind, a copy from before the start, and another size.
pub(super) fn explode(packed: &[u8], size: usize) -> Result<Vec<u8>> {
    let [kind, low_bits, rest @ ..] = packed else {
        return Err(Error::truncated("unpacking", 0, 2, packed.len() as u64));
    };
    if *kind > 1 || !(4..=6).contains(low_bits) {
        return Err(Error::bad("unpacking", 0, format!("{kind} and {low_bits} begin no imploded data")));
    }
    let [literals, lengths, distances] = [&LITERALS[..], &LENGTHS, &DISTANCES].map(Code::new);
    let mut bits = Bits { bytes: rest.iter(), held: 0, count: 0, used: 2 };
    let mut out = Vec::with_capacity(size.min(packed.len().saturating_mul(8)));
    loop {
        if bits.bit()? == 0 {
            let literal = if *kind == 1 { bits.symbol(&literals)? } else { bits.number(8)? };
            out.push(literal.to_le_bytes()[0]);
        } else {
            let (shortest, extra) = COPIES.get(bits.symbol(&lengths)?).copied().unwrap_or_default();
            let length = shortest.saturating_add(bits.number(extra)?);
            if length == END {
                break;
            }
            let low = if length == 2 { 2 } else { u32::from(*low_bits) };
            let distance =
                (bits.symbol(&distances)? << low).saturating_add(bits.number(low)?).saturating_add(1);
            let Some(from) = out.len().checked_sub(distance) else {
                return Err(Error::bad("unpacking", bits.used, "a copy from before the start"));
            };
            for at in from..from.saturating_add(length) {
                let byte = out.get(at).copied().unwrap_or_default();
                out.push(byte);
            }
        }
        if out.len() > size {
            return Err(Error::bad(
                "unpacking",
                bits.used,
                format!("it gives more than the {size} bytes that were said"),
            ));
        }
    }
    if out.len() != size {
        return Err(Error::truncated("unpacking", bits.used, size as u64, out.len() as u64));
    }
    Ok(out)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Packs with literals alone, which suffices for tests of archives.
    pub(in super::super) fn implode(plain: &[u8]) -> Vec<u8> {
        let mut bits: Vec<bool> = Vec::new();
        for byte in plain {
            bits.push(false);
            bits.extend((0..8).map(|at| byte >> at & 1 == 1));
        }
        // The end is a copy of 264 + 255. Its code is the last of seven bits, all ones, stored inverted as zeros.
        bits.push(true);
        bits.extend([false; 7]);
        bits.extend([true; 8]);
        let mut out = vec![0, 4];
        out.extend(
            bits.chunks(8).map(|eight| {
                eight.iter().enumerate().fold(0u8, |byte, (at, bit)| byte | u8::from(*bit) << at)
            }),
        );
        out
    }

    #[test]
    fn the_known_example() {
        let packed = [0, 4, 0x82, 0x24, 0x25, 0x8f, 0x80, 0x7f];
        assert_eq!(explode(&packed, 13).unwrap(), b"AIAIAIAIAIAIA");
        for size in [0, 12, 14, 1000] {
            assert!(explode(&packed, size).is_err(), "{size}");
        }
        for len in 0..packed.len() {
            assert!(explode(&packed[..len], 13).is_err(), "{len}");
        }
    }

    proptest! {
        #[test]
        fn literals_come_back(plain in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert_eq!(explode(&implode(&plain), plain.len()).unwrap(), plain);
        }

        #[test]
        fn any_bytes_are_handled(
            kind in 0u8..3,
            low in 3u8..8,
            packed in prop::collection::vec(any::<u8>(), 0..300),
            size in 0usize..5000,
        ) {
            let packed = [vec![kind, low], packed].concat();
            if let Ok(out) = explode(&packed, size) {
                prop_assert_eq!(out.len(), size);
            }
        }
    }
}

//! Hand-made costumes for tests: the worked examples of `docs/format/cost.md §12`, and a small maker for
//! playback tests. It lays a payload out without the library's own writer.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "costumes for tests, all known"
)]

use crate::cost::Cost;
use crate::dialect::{Dialect, Starts};

/// The payload of the v5 example, `docs/format/cost.md §12.1`.
pub const V5_EXAMPLE: &str = "
07 58 00 01 02 03 04 05 06 07 08 09 0A 0B 0C D4 0E 0F
56 00 59 00 5D 00 5D 00 5D 00 5D 00 5D 00 5D 00 5D 00 5D 00 5D 00
5D 00 5D 00 5D 00 5D 00 5D 00 5D 00 00 00 00 00 00 00 00 00 4A 00
4A 00 4F 00 4F 00 00 80 00 00 01 00 C0 02 00 80 FF FF 00 01 01 5D
00 72 00 03 00 04 00 FF FF FD FF 00 00 00 00 01 12 01 11 22 11 01
12 01 02 00 14 00 FF FF ED FF 08 00 00 00 50 28";

/// Bytes from a hexadecimal dump.
pub fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// The same costume in v6 wrapping (`docs/format/cost.md §12.3`): the inner size and `CO` come first, nothing
/// else changes.
pub fn v6_example() -> Vec<u8> {
    let mut payload = hex("80 00 00 00 43 4F");
    payload.extend(hex(V5_EXAMPLE));
    payload
}

/// The chunk of the example of v3 with 16 colours, `docs/format/cost.md §12.4`, with its four header bytes.
pub const OLD_EXAMPLE: &str = "
6C 00 00 00 07 58 0C 42 00 45 00 49 00 49 00 49
00 49 00 49 00 49 00 49 00 49 00 49 00 49 00 49
00 49 00 49 00 49 00 49 00 00 00 00 00 00 00 00
00 39 00 39 00 3D 00 3D 00 00 80 00 01 00 C0 02
80 FF 00 01 01 49 00 5E 00 03 00 04 00 47 00 61
00 00 00 00 00 01 12 01 11 22 11 01 12 01 02 00
14 00 47 00 51 00 08 00 00 00 50 28";

/// One limb of a made-up record.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// The limb shows nothing.
    Off,
    /// A window of commands, by its start and last offset, that repeats.
    Loop(u16, u8),
    /// A window of commands, by its start and last offset, that plays once.
    Once(u16, u8),
}

/// A v3 (256 colours) to v6 costume with 16 pictures on each of `limbs` limbs: picture k of limb l is 1 × 1
/// pixel of colour 1, at (k, l), moving by (1, 2).
pub fn make(dialect: Dialect, limbs: usize, stream: &[u8], records: &[(u8, &[(u8, Entry)])]) -> Cost {
    let last = records.iter().map(|(index, _)| *index).max().unwrap_or(0);
    let header = dialect.cost.header;
    let base = dialect.cost.base;
    let width = if dialect.cost.starts == Starts::Byte { 1 } else { 2 };
    let stored =
        |at: usize| u16::try_from(i64::try_from(at).unwrap() - i64::from(base)).unwrap().to_le_bytes();
    let mut out = vec![0; header];
    if header == 6 {
        out[4..6].copy_from_slice(b"CO");
    }
    out.extend([last, 0x58]);
    out.extend(0..16);
    let fields = out.len();
    out.resize(fields + 34 + 2 * (usize::from(last) + 1), 0);
    for (index, entries) in records {
        let at = out.len();
        let slot = fields + 34 + 2 * usize::from(*index);
        out[slot..slot + 2].copy_from_slice(&stored(at));
        let mask = entries.iter().fold(0u16, |mask, (limb, _)| mask | 0x8000 >> limb);
        out.extend(mask.to_le_bytes());
        for (_, entry) in *entries {
            match entry {
                Entry::Off => out.extend(std::iter::repeat_n(0xFF, width)),
                Entry::Loop(start, length) | Entry::Once(start, length) => {
                    out.extend(&start.to_le_bytes()[..width]);
                    let once = matches!(entry, Entry::Once(..));
                    out.push((length - 1) | if once { 0x80 } else { 0 });
                }
            }
        }
    }
    let commands = stored(out.len());
    out[fields..fields + 2].copy_from_slice(&commands);
    out.extend(stream);
    let tables = out.len();
    let pictures = tables + 32 * limbs;
    for limb in 0..16 {
        let at = if limb < limbs { tables + 32 * limb } else { pictures };
        let slot = fields + 2 + 2 * limb;
        out[slot..slot + 2].copy_from_slice(&stored(at));
    }
    for picture in 0..16 * limbs {
        out.extend(stored(pictures + 13 * picture));
    }
    for limb in (0u16..).take(limbs) {
        for index in 0..16u16 {
            for field in [1, 1, index, limb, 1, 2] {
                out.extend(field.to_le_bytes());
            }
            out.push(0x11);
        }
    }
    Cost::open(out, dialect).unwrap()
}

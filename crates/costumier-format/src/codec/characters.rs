//! Tables of v1 rooms: characters, and maps of cells (`docs/format/old-rooms.md §3.1`).
//!
//! ```text
//! k0 k1 k2 k3     four common bytes, then until the table is full:
//! 1iin nnnn       n + 1 times common byte i
//! 01nn nnnn, b    n + 1 times byte b
//! 00nn nnnn       n + 1 bytes as they are
//! ```
//! **Note:** a table does not say how long it is; the room's size does.

use std::iter::repeat_n;

use super::feed::Feed;
use super::pieces::{Piece, split};

/// Longest run of a common byte, and longest other run or literal.
const LONGEST_COMMON: usize = 32;
const LONGEST: usize = 64;

/// Unpacks a table of `length` bytes. Returns the number of bytes used, and whether the data ended early; missing
/// bytes read as 0.
pub fn decode(data: &[u8], length: usize, out: &mut Vec<u8>) -> (usize, bool) {
    out.clear();
    let mut feed = Feed::new(data);
    // Skip the four common bytes.
    (0..4).for_each(|_| _ = feed.next());
    let common = |i: u8| data.get(usize::from(i)).copied().unwrap_or(0);
    while out.len() < length {
        let head = feed.next();
        let left = length.saturating_sub(out.len());
        if head & 0x80 != 0 {
            let count = (usize::from(head & 0x1F) + 1).min(left);
            out.extend(repeat_n(common(head >> 5 & 3), count));
            continue;
        }
        let count = (usize::from(head & 0x3F) + 1).min(left);
        if head & 0x40 != 0 {
            let byte = feed.next();
            out.extend(repeat_n(byte, count));
        } else {
            (0..count).for_each(|_| out.push(feed.next()));
        }
    }
    (feed.used(), feed.is_cut())
}

/// Packs a table; its four most frequent bytes become the common bytes.
#[must_use]
pub fn encode(table: &[u8]) -> Vec<u8> {
    let count = |byte: u8| table.iter().filter(|other| **other == byte).count();
    let mut common: Vec<u8> = (0..=255).collect();
    common.sort_by_cached_key(|byte| std::cmp::Reverse(count(*byte)));
    common.truncate(4);
    let mut out = common.clone();
    let place =
        |run: &[u8]| (0u8..).zip(&common).find(|(_, common)| run.first() == Some(*common)).map(|it| it.0);
    let repeats = |run: &[u8], after_literal: bool| match place(run) {
        Some(_) if run.len() > 1 || !after_literal => run.len(),
        None if run.len() > 2 => run.len(),
        _ => 0,
    };
    split(table, repeats, |piece| match piece {
        Piece::Literal(bytes) => {
            for part in bytes.chunks(LONGEST) {
                out.push(one_less(part.len()));
                out.extend_from_slice(part);
            }
        }
        Piece::Repeat(bytes) => match place(bytes) {
            Some(i) => {
                bytes.chunks(LONGEST_COMMON).for_each(|part| out.push(0x80 | i << 5 | one_less(part.len())));
            }
            None => {
                for part in bytes.chunks(LONGEST) {
                    out.push(0x40 | one_less(part.len()));
                    out.extend(part.first());
                }
            }
        },
    });
    out
}

/// The stored form of a length, at most [`LONGEST`]: one less.
fn one_less(length: usize) -> u8 {
    u8::try_from(length.saturating_sub(1)).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_example_of_old_rooms_section_3_1() {
        let data = [0x00, 0xFF, 0x55, 0xAA, 0x84, 0xA0, 0x01, 0x12, 0x34, 0x46, 0x07];
        let mut out = Vec::new();
        assert_eq!(decode(&data, 15, &mut out), (11, false));
        assert_eq!(out, [0, 0, 0, 0, 0, 0xFF, 0x12, 0x34, 7, 7, 7, 7, 7, 7, 7]);
        assert_eq!(decode(&data, 16, &mut out), (11, true), "one more is missing");
        assert!(encode(&out).len() <= data.len() + 1);
    }

    proptest! {
        #[test]
        fn tables_survive(runs in prop::collection::vec((0_u8..9, 1_usize..80), 0..60), noise in any::<bool>()) {
            let all = runs.iter().enumerate().flat_map(|(i, (byte, count))| {
                let byte = if noise { byte.wrapping_mul(31).wrapping_add(i.to_le_bytes()[0]) } else { *byte };
                std::iter::repeat_n(byte, if noise { 1 + count % 3 } else { *count })
            });
            let table: Vec<u8> = all.collect();
            let packed = encode(&table);
            let mut out = Vec::new();
            prop_assert_eq!(decode(&packed, table.len(), &mut out), (packed.len(), false));
            prop_assert_eq!(out, table);
        }

        #[test]
        fn any_bytes_are_handled(data in prop::collection::vec(any::<u8>(), 0..40), length in 0_usize..3000) {
            let mut out = Vec::new();
            let _ = decode(&data, length, &mut out);
            prop_assert_eq!(out.len(), length);
        }
    }
}

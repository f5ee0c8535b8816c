//! Z-plane strips: one byte per row (eight pixels, highest bit leftmost), packed by runs of rows.
//!
//! ```text
//! 0x80 | n, b      n rows of byte b
//! n, b1 … bn       n rows as they are
//! ```
//! Rows follow until the room's height is reached, even in the middle of a run
//! (`docs/format/containers.md §12`). A strip without a set pixel is not stored; its offset is 0.
//!
//! **Note:** a count of 0 means 256 to an interpreter that counts down before it looks. Real data has none.

use super::feed::{Consumed, Feed};

/// Longest run or literal that one count byte can express.
const LONGEST: usize = 127;

/// Decodes a strip of `height` rows. `out` begins at the byte of its first row; rows are `stride` bytes apart.
pub fn decode(data: &[u8], height: usize, out: &mut [u8], stride: usize) -> Consumed {
    let mut feed = Feed::new(data);
    let mut row = 0;
    while row < height {
        let head = feed.next();
        let count = match usize::from(head & 0x7f) {
            0 => 256,
            count => count,
        };
        let repeated = head & 0x80 != 0;
        let mut byte = if repeated { feed.next() } else { 0 };
        for _ in 0..count.min(height.saturating_sub(row)) {
            if !repeated {
                byte = feed.next();
            }
            if let Some(place) = out.get_mut(row.saturating_mul(stride)) {
                *place = byte;
            }
            row = row.saturating_add(1);
        }
    }
    feed.taken()
}

/// Packs a strip: one byte for each row.
#[must_use]
pub fn encode(rows: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = rows;
    while !rest.is_empty() {
        let run = run_length(rest);
        // A run of two rows is shorter only if no literal has begun. Here none has.
        if run >= 2 {
            out.push(0x80 | u8::try_from(run).unwrap_or(0x7f));
            out.extend(rest.first());
            rest = rest.get(run..).unwrap_or_default();
            continue;
        }
        let pays = |at: &usize| rest.get(*at..).is_none_or(|tail| !(1..3).contains(&run_length(tail)));
        let literal = (1..LONGEST).find(pays).unwrap_or(LONGEST);
        out.push(u8::try_from(literal).unwrap_or(0x7f));
        let (now, later) = rest.split_at(literal.min(rest.len()));
        out.extend_from_slice(now);
        rest = later;
    }
    out
}

/// Number of equal rows at the beginning, at most [`LONGEST`].
fn run_length(rows: &[u8]) -> usize {
    rows.iter().take(LONGEST).take_while(|row| Some(*row) == rows.first()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unpack(data: &[u8], height: usize) -> (Vec<u8>, Consumed) {
        let mut out = vec![0xaa; height];
        let decoded = decode(data, height, &mut out, 1);
        (out, decoded)
    }

    #[test]
    fn runs_and_literals() {
        let (rows, decoded) = unpack(&[0x83, 0xff, 2, 1, 2, 0x85, 7], 7);
        assert_eq!(rows, [0xff, 0xff, 0xff, 1, 2, 7, 7]); // the last run is cut by the height
        assert_eq!(decoded, Consumed { bytes: 7, cut: false });
        assert_eq!(encode(&[0xff, 0xff, 0xff, 1, 2, 7, 7]), [0x83, 0xff, 4, 1, 2, 7, 7]);
        assert_eq!(encode(&[]), [0; 0]);
    }

    #[test]
    fn a_count_of_zero_is_256() {
        assert_eq!(unpack(&[0x80, 9, 1, 3], 257).0[255..], [9, 3]);
        assert!(unpack(&[0, 1, 2], 4).1.cut);
    }

    #[test]
    fn rows_go_where_they_belong() {
        let mut out = [0; 6];
        decode(&[0x83, 5], 3, &mut out[1..], 2);
        assert_eq!(out, [0, 5, 0, 5, 0, 5]);
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            runs in prop::collection::vec((0_u8..4, 1_usize..200), 0..20),
            noise in prop::collection::vec(any::<u8>(), 0..300),
        ) {
            let runs = runs.into_iter().flat_map(|(byte, count)| std::iter::repeat_n(byte, count));
            let rows: Vec<u8> = runs.chain(noise).collect();
            let packed = encode(&rows);
            let (out, decoded) = unpack(&packed, rows.len());
            prop_assert_eq!(out, rows.clone());
            prop_assert_eq!(decoded, Consumed { bytes: packed.len(), cut: false });
            prop_assert!(packed.len() <= rows.len() + rows.len().div_ceil(LONGEST) + 1);
        }

        #[test]
        fn any_bytes_are_handled(data in prop::collection::vec(any::<u8>(), 0..40), height in 0_usize..300) {
            let (_, decoded) = unpack(&data, height);
            prop_assert!(decoded.bytes <= data.len());
            decode(&data, height, &mut [], 3);
        }
    }
}

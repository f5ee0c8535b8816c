//! Tests of codec 5: the worked rows of `docs/format/codecs.md §3.3`, odd ends, and a plain decoder to compare
//! with.

use super::*;
use proptest::prelude::*;

/// A decoder after `docs/format/codecs.md §3.1`, one pixel at a time; mirrored rows as ScummVM draws them.
fn plain(data: &[u8], (width, height): (u16, u16), side: Side) -> (Vec<u8>, usize, usize) {
    let (width, mut at, mut bytes, mut given) = (usize::from(width), 0, 0, 0);
    let mut out = Vec::new();
    for _ in 0..height {
        let mut row: Vec<Vec<u8>> = Vec::new();
        let mut have = 0;
        let size = match (data.get(at), data.get(at + 1)) {
            (Some(low), Some(high)) if width > 0 => Some(usize::from(*low) + 256 * usize::from(*high)),
            _ => None,
        };
        if let Some(size) = size {
            let mut p = at + 2;
            while have < width {
                let Some(c) = data.get(p) else { break };
                p += 1;
                let n = usize::from(c >> 1) + 1;
                let mut piece = Vec::new();
                for i in 0..n {
                    let v = data.get(if c & 1 == 1 { p } else { p + i });
                    if let (Some(v), true) = (v, have < width) {
                        piece.push(*v);
                        have += 1;
                    }
                }
                p += if c & 1 == 1 { 1 } else { n };
                row.push(piece);
            }
            at = (at + 2 + size).min(data.len());
            bytes = at;
        }
        given += have;
        match side {
            Side::AsStored => {
                out.extend(row.into_iter().flatten());
                out.extend(vec![255; width - have]);
            }
            Side::Mirrored => {
                out.extend(vec![255; width - have]);
                out.extend(row.into_iter().rev().flatten());
            }
        }
    }
    (out, bytes, given)
}

fn decoded(data: &[u8], size: (u16, u16), side: Side) -> (Vec<u8>, Decoded) {
    let mut rows = vec![77; 40];
    let decoded = decode(data, size, side, &mut rows);
    (rows, decoded)
}

#[test]
fn worked_rows() {
    let rows: [(&[u8], &[u8]); 6] = [
        (&[255, 255, 7, 7, 255], &[6, 0, 0x03, 0xFF, 0x03, 7, 0x00, 0xFF]),
        (&[255, 7, 9, 7, 255], &[6, 0, 0x08, 255, 7, 9, 7, 255]),
        (&[255; 5], &[2, 0, 0x09, 255]),
        (&[9, 9, 1, 2, 2, 2, 2, 3], &[8, 0, 0x03, 9, 0x00, 1, 0x07, 2, 0x00, 3]),
        (&[4; 8], &[2, 0, 0x0F, 4]),
        (&[1, 1, 2, 3, 3, 3, 3, 3], &[6, 0, 0x03, 1, 0x00, 2, 0x09, 3]),
    ];
    for (pixels, bytes) in rows {
        let width = u16::try_from(pixels.len()).unwrap();
        assert_eq!(encode(pixels, width, Split::Plain).unwrap(), bytes);
        let all = Decoded { bytes: bytes.len(), pixels: pixels.len(), complete: true };
        assert_eq!(decoded(bytes, (width, 1), Side::AsStored), (pixels.to_vec(), all));
    }
}

#[test]
fn splits_differ_where_the_table_says() {
    let row = [1, 1, 1, 1, 1, 0, 5, 6, 7, 7, 7, 7, 9];
    let code = |split| encode(&row, 13, split).unwrap()[2..].to_vec();
    assert_eq!(code(Split::Plain), [9, 1, 4, 0, 5, 6, 7, 7, 0, 9]);
    assert_eq!(code(Split::LonePixelRun), [9, 1, 4, 0, 5, 6, 7, 7, 1, 9]);
    assert_eq!(code(Split::JoinFirst), [9, 1, 6, 0, 5, 6, 7, 5, 7, 0, 9]);
    assert_eq!(code(Split::LoneZeroRun), [9, 1, 1, 0, 2, 5, 6, 7, 7, 0, 9]);
}

#[test]
fn codes_that_reach_over_the_row_and_rows_that_are_longer_than_their_codes() {
    // A run of 8 in a row of 3, then two surplus bytes that the size covers; the second row ends exactly.
    let data = [4, 0, 0x0F, 4, 0xAA, 0xAA, 2, 0, 0x05, 9];
    let all = Decoded { bytes: 10, pixels: 6, complete: true };
    assert_eq!(decoded(&data, (3, 2), Side::AsStored), (vec![4, 4, 4, 9, 9, 9], all));
    // A zero byte behind the last row belongs to no row.
    let more = [&data[..], &[0]].concat();
    assert_eq!(decoded(&more, (3, 2), Side::AsStored), (vec![4, 4, 4, 9, 9, 9], all));
}

#[test]
fn a_short_last_row_ends_transparent() {
    let data = [2, 0, 0x05, 9, 3, 0, 0x02, 1, 2];
    let (rows, state) = decoded(&data, (3, 3), Side::AsStored);
    assert_eq!(rows, [9, 9, 9, 1, 2, 255, 255, 255, 255]);
    assert_eq!(state, Decoded { bytes: 9, pixels: 5, complete: false });
    assert_eq!(decoded(&data, (3, 3), Side::Mirrored).0, [9, 9, 9, 255, 1, 2, 255, 255, 255]);
}

#[test]
fn mirrored_rows_keep_the_order_inside_literals() {
    let data = [7, 0, 0x03, 5, 0x04, 1, 2, 3, 0];
    assert_eq!(decoded(&data, (5, 1), Side::AsStored).0, [5, 5, 1, 2, 3]);
    assert_eq!(decoded(&data, (5, 1), Side::Mirrored).0, [1, 2, 3, 5, 5]);
}

#[test]
fn a_row_that_cannot_be_said_in_16_bits_is_refused() {
    let row: Vec<u8> = (0..65_535u32).map(|i| (i % 251) as u8).collect();
    assert!(matches!(encode(&row, 65_535, Split::Plain).unwrap_err().kind(), ErrorKind::CannotWrite(_)));
}

fn picture() -> impl Strategy<Value = (u16, u16, Vec<u8>)> {
    (1_u16..300, 0_u16..12).prop_flat_map(|(width, height)| {
        let pixels = usize::from(width) * usize::from(height);
        let run =
            (prop_oneof![Just(0), Just(255), any::<u8>()], prop_oneof![Just(1), 1_usize..6, 1_usize..300]);
        prop::collection::vec(run, 0..400).prop_map(move |runs| {
            let mut out: Vec<u8> = runs.into_iter().flat_map(|(v, n)| std::iter::repeat_n(v, n)).collect();
            out.resize(pixels, 255);
            (width, height, out)
        })
    })
}

proptest! {
    #[test]
    fn decoding_undoes_encoding((width, height, rows) in picture()) {
        for split in Split::ALL {
            let data = encode(&rows, width, split).unwrap();
            let all = Decoded { bytes: data.len(), pixels: rows.len(), complete: true };
            prop_assert_eq!(decoded(&data, (width, height), Side::AsStored), (rows.clone(), all));
        }
    }

    #[test]
    fn any_bytes_give_what_the_plain_decoder_gives(
        data in prop::collection::vec(prop_oneof![any::<u8>(), 0_u8..8], 0..400),
        size in (0_u16..200, 0_u16..9),
    ) {
        for side in [Side::AsStored, Side::Mirrored] {
            let (expected, bytes, given) = plain(&data, size, side);
            let (rows, state) = decoded(&data, size, side);
            prop_assert_eq!(state, Decoded { bytes, pixels: given, complete: given == expected.len() });
            prop_assert_eq!(rows, expected);
        }
    }
}

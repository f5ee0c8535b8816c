//! Tests of the byte runs: the worked examples of `docs/format/codecs.md §2.4`, odd ends, and a plain decoder
//! to compare with.

use super::*;
use crate::codec::Decoder;
use crate::error::ErrorKind;
use proptest::prelude::*;

const DEPTHS: [Depth; 3] = [Depth::Colours16, Depth::Colours32, Depth::Colours64];

/// A decoder after `docs/format/cost.md §10`, one pixel at a time, to compare the fast decoder with.
fn plain(data: &[u8], depth: Depth, pixels: usize) -> (Vec<u8>, Decoded) {
    let (shift, mask) = match depth {
        Depth::Colours16 => (4, 15),
        Depth::Colours32 => (3, 7),
        Depth::Colours64 => (2, 3),
    };
    let mut out = Vec::new();
    let mut at = 0;
    let mut bytes = 0;
    while out.len() < pixels {
        let Some(&code) = data.get(at) else { break };
        at += 1;
        let mut length = u32::from(code & mask);
        if length == 0 {
            let Some(&long) = data.get(at) else { break };
            at += 1;
            length = if long == 0 { 256 } else { u32::from(long) };
        }
        for _ in 0..length {
            if out.len() < pixels {
                out.push(code >> shift);
            }
        }
        bytes = at;
    }
    let given = out.len();
    out.resize(pixels, 0);
    (out, Decoded { bytes, pixels: given, complete: given == pixels })
}

fn fast(data: &[u8], depth: Depth, pixels: usize) -> (Vec<u8>, Decoded) {
    let mut columns = Vec::new();
    let decoded = decode_columns(data, depth, &ColourTable::IDENTITY, pixels, &mut columns);
    columns.truncate(pixels);
    (columns, decoded)
}

/// The 5 × 4 cel of `docs/format/codecs.md §2.4`, row by row and column by column.
const CEL_ROWS: [u8; 20] = [0, 0, 3, 3, 0, 0, 3, 3, 3, 0, 0, 3, 5, 3, 0, 0, 0, 5, 0, 0];
const CEL_COLUMNS: [u8; 20] = [0, 0, 0, 0, 0, 3, 3, 0, 3, 3, 5, 5, 3, 3, 3, 0, 0, 0, 0, 0];

#[test]
fn worked_example_in_three_depths() {
    let bytes: [(&[u8], Depth); 3] = [
        (&[0x05, 0x32, 0x01, 0x32, 0x52, 0x33, 0x05], Depth::Colours16),
        (&[0x05, 0x1A, 0x01, 0x1A, 0x2A, 0x1B, 0x05], Depth::Colours32),
        (&[0x00, 0x05, 0x0E, 0x01, 0x0E, 0x16, 0x0F, 0x00, 0x05], Depth::Colours64),
    ];
    for (data, depth) in bytes {
        assert_eq!(encode(&CEL_COLUMNS, depth).unwrap(), data, "{depth:?}");
        let (columns, decoded) = fast(data, depth, 20);
        assert_eq!(columns, CEL_COLUMNS, "{depth:?}");
        assert_eq!(decoded, Decoded { bytes: data.len(), pixels: 20, complete: true });
        let mut rows = Vec::new();
        Decoder::new().rows(data, depth, (5, 4), &ColourTable::IDENTITY, &mut rows);
        assert_eq!(rows, CEL_ROWS);
        Decoder::new().rows_mirrored(data, depth, (5, 4), &ColourTable::IDENTITY, &mut rows);
        let mirrored: Vec<u8> = CEL_ROWS.chunks(5).flat_map(|row| row.iter().rev().copied()).collect();
        assert_eq!(rows, mirrored);
    }
}

#[test]
fn long_runs_are_split_at_255() {
    assert_eq!(encode(&[2; 300], Depth::Colours16).unwrap(), [0x20, 0xFF, 0x20, 0x2D]);
    assert_eq!(encode(&[2; 20], Depth::Colours32).unwrap(), [0x10, 0x14]);
    assert_eq!(encode(&[1; 256], Depth::Colours16).unwrap(), [0x10, 0xFF, 0x11]);
    assert_eq!(encode(&[], Depth::Colours16).unwrap(), [0; 0]);
}

#[test]
fn an_escaped_zero_is_256_pixels() {
    let (columns, decoded) = fast(&[0x70, 0x00, 0x21], Depth::Colours16, 257);
    assert_eq!(&columns[..256], &[7; 256]);
    assert_eq!(columns[256], 2);
    assert_eq!(decoded, Decoded { bytes: 3, pixels: 257, complete: true });
}

#[test]
fn surplus_of_the_last_run_is_dropped_and_its_bytes_count() {
    let (columns, decoded) = fast(&[0x10, 0xFF, 0x33], Depth::Colours16, 3);
    assert_eq!(columns, [1, 1, 1]);
    assert_eq!(decoded, Decoded { bytes: 2, pixels: 3, complete: true });
    let (columns, decoded) = fast(&[0x1F, 0x33], Depth::Colours16, 3);
    assert_eq!(columns, [1, 1, 1]);
    assert_eq!(decoded, Decoded { bytes: 1, pixels: 3, complete: true });
}

#[test]
fn data_that_ends_early_leaves_transparent_pixels() {
    let table = ColourTable::new(&[200, 11, 12]);
    // The second data ends in an escape without its length.
    for data in [&[0x12_u8][..], &[0x12, 0x20]] {
        let mut columns = vec![9; 300];
        let decoded = decode_columns(data, Depth::Colours16, &table, 100, &mut columns);
        assert_eq!(&columns[..2], &[11, 11]);
        assert_eq!(&columns[2..100], &[200; 98]);
        assert_eq!(decoded, Decoded { bytes: 1, pixels: 2, complete: false });
        assert_eq!(measure(data, Depth::Colours16, 100), decoded);
    }
}

#[test]
fn a_picture_without_pixels_takes_no_bytes() {
    assert_eq!(fast(&[0x12], Depth::Colours16, 0).1, Decoded { bytes: 0, pixels: 0, complete: true });
    let mut rows = vec![1, 2, 3];
    Decoder::new().rows(&[0x12], Depth::Colours16, (0, 7), &ColourTable::IDENTITY, &mut rows);
    assert!(rows.is_empty());
}

#[test]
fn colours_that_the_depth_does_not_have_are_refused() {
    for depth in DEPTHS {
        let colour = u8::try_from(depth.colours()).unwrap();
        assert!(matches!(encode(&[0, colour], depth).unwrap_err().kind(), ErrorKind::CannotWrite(_)));
        assert!(encode(&[0, colour - 1], depth).is_ok());
    }
}

#[test]
fn a_stream_of_one_pixel_escapes_is_only_as_long_as_its_pixels() {
    let data: Vec<u8> = (0..200_000).map(|i| if i % 2 == 0 { 0x50 } else { 1 }).collect();
    let (columns, decoded) = fast(&data, Depth::Colours16, 1000);
    assert_eq!(columns, [5; 1000]);
    assert_eq!(decoded, Decoded { bytes: 2000, pixels: 1000, complete: true });
}

#[test]
fn a_warm_decoder_keeps_its_memory() {
    let data = encode(&[3; 4000], Depth::Colours16).unwrap();
    let (mut decoder, mut rows) = (Decoder::new(), Vec::new());
    decoder.rows(&data, Depth::Colours16, (80, 50), &ColourTable::IDENTITY, &mut rows);
    let before = (decoder.columns.as_ptr(), rows.as_ptr());
    for size in [(10, 10), (80, 50), (1, 1), (50, 80)] {
        decoder.rows(&data, Depth::Colours16, size, &ColourTable::IDENTITY, &mut rows);
    }
    assert_eq!((decoder.columns.as_ptr(), rows.as_ptr()), before);
}

fn any_depth() -> impl Strategy<Value = Depth> {
    prop::sample::select(&DEPTHS[..])
}

/// A picture of random runs. The test reduces its values to a depth's colours.
fn picture() -> impl Strategy<Value = (u16, u16, Vec<u8>)> {
    (0_u16..70, 0_u16..70).prop_flat_map(|(width, height)| {
        let pixels = usize::from(width) * usize::from(height);
        prop::collection::vec((any::<u8>(), prop_oneof![1_usize..6, 1_usize..600]), 0..200).prop_map(
            move |runs| {
                let mut out: Vec<u8> = runs
                    .into_iter()
                    .flat_map(|(colour, length)| std::iter::repeat_n(colour, length))
                    .collect();
                out.resize(pixels, 0);
                (width, height, out)
            },
        )
    })
}

proptest! {
    #[test]
    fn decoding_undoes_encoding((width, height, columns) in picture(), depth in any_depth()) {
        let colours = u8::try_from(depth.colours()).unwrap();
        let columns: Vec<u8> = columns.into_iter().map(|c| c % colours).collect();
        let data = encode(&columns, depth).unwrap();
        let (back, decoded) = fast(&data, depth, columns.len());
        prop_assert_eq!(&back, &columns);
        prop_assert_eq!(decoded, Decoded { bytes: data.len(), pixels: columns.len(), complete: true });
        let mut rows = Vec::new();
        Decoder::new().rows(&data, depth, (width, height), &ColourTable::IDENTITY, &mut rows);
        let (width, height) = (usize::from(width), usize::from(height));
        for y in 0..height {
            for x in 0..width {
                prop_assert_eq!(rows[y * width + x], columns[x * height + y]);
            }
        }
    }

    #[test]
    fn any_bytes_give_what_the_plain_decoder_gives(
        data in prop::collection::vec(any::<u8>(), 0..600),
        depth in any_depth(),
        pixels in 0_usize..5000,
    ) {
        let (expected, counts) = plain(&data, depth, pixels);
        let (got, decoded) = fast(&data, depth, pixels);
        prop_assert_eq!(got, expected);
        prop_assert_eq!(decoded, counts);
        prop_assert_eq!(measure(&data, depth, pixels), counts);
    }
}

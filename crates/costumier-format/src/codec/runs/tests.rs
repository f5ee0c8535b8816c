//! Tests of runs: worked data of each codec with every bit named, and a comparison with the decoders on random
//! data.

use super::*;
use crate::codec::{ColourTable, Decoded, Decoder, bomp, cell, majmin, rle, trle};
use proptest::prelude::*;

/// A run as a tuple: command, own bits, first pixel, count, value, kind.
type Told = (Range<usize>, Range<usize>, usize, usize, u8, RunKind);

fn told(width: u16, height: u16, encoded: Encoded<'_>) -> Vec<Told> {
    let packed = Packed { width, height, encoded };
    packed.runs().map(|run| (run.command, run.own, run.first, run.count, run.value, run.kind)).collect()
}

use RunKind::{Literal, Repeat, Skip, Unsaid};

#[test]
fn byte_runs_name_their_colour_bits() {
    let data = [0x53, 0xA0, 0x02, 0x17, 0x99];
    // Five and two pixels cross the column's end; four of the last seven are beyond the picture.
    let wanted =
        [(0..8, 4..8, 0, 3, 5, Repeat), (8..24, 12..16, 3, 2, 10, Repeat), (24..32, 28..32, 5, 1, 1, Repeat)];
    let encoded = Encoded::Rle { data: &data, depth: Depth::Colours16 };
    assert_eq!(told(2, 3, encoded), wanted);
    let picture = Packed { width: 2, height: 3, encoded };
    assert_eq!((picture.place(4), picture.number(1, 1)), (Some((1, 1)), Some(4)));
    assert_eq!(picture.run_at(1, 1).unwrap().command, 8..24);
    assert_eq!((picture.run_at(2, 0), picture.run_at(0, 3), picture.place(6)), (None, None, None));
    // The same bytes by rows, and with other depths.
    let by_rows = Packed { encoded: Encoded::RleByRows { data: &data, depth: Depth::Colours16 }, ..picture };
    assert_eq!((by_rows.place(4), by_rows.run_at(0, 2).unwrap().value), (Some((0, 2)), 10));
    let wanted = [
        (0..8, 3..8, 0, 3, 10, Repeat),
        (8..24, 11..16, 3, 2, 20, Repeat),
        (24..32, 27..32, 5, 1, 2, Repeat),
    ];
    assert_eq!(told(2, 3, Encoded::Rle { data: &data, depth: Depth::Colours32 }), wanted);
    // An escape without its length is not a command; a length of 0 means 256.
    let wanted = [(0..16, 2..8, 0, 256, 0x10, Repeat), (24..24, 24..24, 256, 44, 0, Unsaid)];
    assert_eq!(told(100, 3, Encoded::Rle { data: &[0x40, 0, 0x40], depth: Depth::Colours64 }), wanted);
}

#[test]
fn cells_tell_two_bits_for_two_pixels() {
    let data = [0x82, 0b00_01_10_11, 1, 0b11_00_00_01];
    let picture = Packed { width: 8, height: 3, encoded: Encoded::Cells { data: &data } };
    let runs: Vec<Run> = picture.runs().collect();
    assert_eq!(runs.len(), 12);
    assert!(runs[..8].iter().all(|run| run.command == (0..16) && run.kind == Repeat));
    assert!(runs[8..].iter().all(|run| run.command == (16..32) && run.kind == Literal && run.count == 2));
    let run = picture.run_at(5, 1).unwrap();
    assert_eq!((run.own, run.first, run.value), (10..12, 12, 2));
    let run = picture.run_at(0, 2).unwrap();
    assert_eq!((run.own, run.value), (30..32, 3));
    // Columns behind the last whole cell are in no command.
    let wide = Packed { width: 10, ..picture };
    assert_eq!(wide.run_at(9, 0).unwrap().kind, Unsaid);
    assert_eq!(wide.place(24), Some((8, 0)));
}

#[test]
fn rows_of_codec_5_tell_each_literal_by_itself() {
    let data = [5, 0, 0x03, 7, 0x02, 8, 9, 2, 0, 0x07, 255];
    let wanted = [
        (16..32, 24..32, 0, 2, 7, Repeat),
        (32..56, 40..48, 2, 1, 8, Literal),
        (32..56, 48..56, 3, 1, 9, Literal),
        (72..88, 80..88, 4, 4, 255, Repeat),
        (88..88, 88..88, 8, 4, 255, Unsaid),
    ];
    assert_eq!(told(4, 3, Encoded::Bomp { data: &data }), wanted);
}

#[test]
fn codec_16_tells_bits() {
    // 8 bits; 5; 0 0 · 1 0 colour 200 · 1 1 step +1 · 1 1 repeat 2 · then nothing.
    let data = majmin::encode(&[5, 5, 5, 200, 201, 201, 201], 8).unwrap();
    let wanted = [
        (0..16, 8..16, 0, 1, 5, Repeat),
        (16..18, 16..18, 1, 2, 5, Repeat),
        (18..28, 20..28, 3, 1, 200, Repeat),
        (28..33, 30..33, 4, 1, 201, Repeat),
        (33..35, 33..35, 5, 2, 201, Repeat),
    ];
    assert_eq!(told(7, 1, Encoded::MajMin { data: &data, transparent: 255 }), wanted);
    let mut more = wanted.to_vec();
    more[4] = (33..40, 33..40, 5, 7, 201, Repeat);
    more.push((40..40, 40..40, 12, 2, 201, Unsaid));
    assert_eq!(told(7, 2, Encoded::MajMin { data: &data, transparent: 255 }), more);
    let long = majmin::encode(&[7; 21], 8).unwrap();
    let wanted = [(0..16, 8..16, 0, 1, 7, Repeat), (16..29, 21..29, 1, 20, 7, Repeat)];
    assert_eq!(told(21, 1, Encoded::MajMin { data: &long, transparent: 255 }), wanted);
    assert_eq!(
        told(2, 1, Encoded::MajMin { data: &[8], transparent: 255 }),
        [(8..8, 8..8, 0, 2, 255, Unsaid)]
    );
}

#[test]
fn rows_of_codec_32_skip_and_end_early() {
    let data = [4, 0, 0x03, 0x06, 5, 0x01, 0, 0, 2, 0, 0x04, 9];
    let wanted = [
        (16..24, 0..0, 0, 1, 0, Skip),
        (24..40, 32..40, 1, 2, 5, Repeat),
        (40..48, 0..0, 3, 0, 0, Skip),
        (48..48, 48..48, 3, 1, 0, Unsaid),
        (64..64, 64..64, 4, 4, 0, Unsaid),
        (80..96, 88..96, 8, 1, 9, Literal),
        (96..96, 96..96, 9, 3, 0, Unsaid),
    ];
    let encoded = Encoded::Trle { data: &data, transparent: 0, mirrors_place: true, mirrors_lines: false };
    assert_eq!(told(4, 3, encoded), wanted);
}

/// Compares the runs with the decoder, which is independent of them.
fn check(packed: &Packed<'_>) -> Result<(), TestCaseError> {
    let mut rows = Vec::new();
    let decoded = Decoder::new().picture(packed, &ColourTable::IDENTITY, &mut rows);
    let mut next = 0;
    let mut said = Decoded { bytes: 0, pixels: 0, complete: true };
    let bits = packed.encoded.data().len() * 8;
    for run in packed.runs() {
        prop_assert_eq!(run.first, next, "one behind the other");
        next += run.count;
        prop_assert!(run.command.start <= run.command.end && run.command.end <= bits, "{:?}", &run);
        let inside = run.command.start <= run.own.start && run.own.end <= run.command.end;
        prop_assert!(inside || run.own.is_empty(), "{:?}", &run);
        for number in run.first..next {
            let (x, y) = packed.place(number).unwrap();
            prop_assert_eq!(packed.number(x, y), Some(number));
            let at = usize::from(y) * usize::from(packed.width) + usize::from(x);
            prop_assert_eq!(rows[at], run.value, "{},{}: {:?}", x, y, &run);
        }
        if run.kind == Unsaid {
            prop_assert!(run.command.is_empty() && run.count > 0);
            said.complete = false;
        } else {
            said.pixels += run.count;
            said.bytes = run.command.end.div_ceil(8);
        }
    }
    prop_assert_eq!(next, packed.pixels(), "every pixel");
    match packed.encoded {
        // Codec 5 counts bytes by the rows' sizes; in codec 32, a row that ends early is complete.
        Encoded::Bomp { .. } => prop_assert_eq!(said.pixels, decoded.pixels),
        Encoded::Trle { .. } => {}
        Encoded::Cells { .. } if !packed.width.is_multiple_of(8) => {}
        _ => prop_assert_eq!(said, decoded),
    }
    Ok(())
}

fn kinds(data: &[u8], transparent: u8) -> [Encoded<'_>; 9] {
    [
        Encoded::Rle { data, depth: Depth::Colours16 },
        Encoded::Rle { data, depth: Depth::Colours32 },
        Encoded::Rle { data, depth: Depth::Colours64 },
        Encoded::RleByRows { data, depth: Depth::Colours16 },
        Encoded::RleByRows { data, depth: Depth::Colours32 },
        Encoded::Cells { data },
        Encoded::Bomp { data },
        Encoded::MajMin { data, transparent: 255 },
        Encoded::Trle { data, transparent, mirrors_place: true, mirrors_lines: false },
    ]
}

proptest! {
    #[test]
    fn any_bytes_are_told_as_they_are_decoded(
        data in prop::collection::vec(prop_oneof![any::<u8>(), 0_u8..8, Just(0)], 0..300),
        (width, height) in (0_u16..40, 0_u16..20),
        transparent in prop_oneof![Just(0), any::<u8>()],
    ) {
        for encoded in kinds(&data, transparent) {
            check(&Packed { width, height, encoded })?;
        }
    }

    #[test]
    fn pictures_are_told_whole(
        runs in prop::collection::vec((0_u8..4, prop_oneof![1_usize..6, 1_usize..300]), 1..60),
        (cells, height) in (1_u16..6, 1_u16..40),
    ) {
        let width = 8 * cells;
        let pixels = usize::from(width) * usize::from(height);
        let pixel = runs.iter().flat_map(|(v, n)| std::iter::repeat_n(*v, *n));
        let mut rows: Vec<u8> = pixel.cycle().take(pixels).collect();
        let data = [
            rle::encode(&rows, Depth::Colours16).unwrap(),
            bomp::encode(&rows, width, bomp::Split::Plain).unwrap(),
            majmin::encode(&rows, 8).unwrap(),
            trle::encode(&rows, width, 0).unwrap(),
        ];
        // Cells are twice as wide: the left pixel of each pair for both.
        for pair in rows.chunks_mut(2 * usize::from(height)) {
            let (left, right) = pair.split_at_mut(usize::from(height));
            right.copy_from_slice(left);
        }
        let packed = cell::encode(&rows, usize::from(width)).unwrap();
        for encoded in [
            Encoded::Rle { data: &data[0], depth: Depth::Colours16 },
            Encoded::RleByRows { data: &data[0], depth: Depth::Colours16 },
            Encoded::Bomp { data: &data[1] },
            Encoded::MajMin { data: &data[2], transparent: 255 },
            Encoded::Trle { data: &data[3], transparent: 0, mirrors_place: true, mirrors_lines: false },
            Encoded::Cells { data: &packed },
        ] {
            let picture = Packed { width, height, encoded };
            check(&picture)?;
            // Only rows of codec 32 may end early.
            let early = matches!(encoded, Encoded::Trle { .. });
            prop_assert!(early || picture.runs().all(|run| run.kind != Unsaid));
        }
    }
}

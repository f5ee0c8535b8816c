//! Tests of strips: hand-packed bits, round trips, damage.

use super::*;
use crate::bits::BitWriter;
use proptest::prelude::*;

/// Bits written as in `docs/format/containers.md §11.3`: first bit leftmost, spaces ignored.
fn bits(text: &str) -> Vec<u8> {
    let mut writer = BitWriter::default();
    for bit in text.bytes().filter(|byte| *byte != b' ') {
        writer.write(bit - b'0', 1);
    }
    writer.finish()
}

fn decode_rows(data: &[u8], height: usize) -> Vec<u8> {
    let mut out = vec![0xaa; 8 * height];
    let decoded = decode(data, height, 255, &mut out, 8).unwrap();
    assert!(!decoded.cut);
    out
}

#[test]
fn raw_rows() {
    assert_eq!(decode_rows(&[1, 1, 2, 3, 4, 5, 6, 7, 8], 1), [1, 2, 3, 4, 5, 6, 7, 8]);
    let mut out = [9; 8];
    decode(&[RAW_TRANSPARENT, 1, 255, 3, 255, 5, 6, 7, 8], 1, 255, &mut out, 8).unwrap();
    assert_eq!(out, [1, 9, 3, 9, 5, 6, 7, 8]);
}

#[test]
fn steps_remember_their_direction() {
    // Starts at 5: keep, step down, turn and step up, step up again, absolute 9 (lowest bit first), step down (the
    // direction is reset), keep.
    let data = [&[24, 5], bits("0 110 111 110 10 1001 110 0").as_slice()].concat();
    assert_eq!(decode_rows(&data, 1), [5, 5, 4, 5, 6, 9, 8, 8]);
    let columns = [&[14, 5], bits("0 110 111 110 10 1001 110 0").as_slice(), &[0]].concat();
    assert_eq!(decode_rows(&columns, 2)[..8], [5, 4, 6, 8, 8, 8, 8, 8]);
    assert_eq!(decode_rows(&columns, 2)[8..], [5, 5, 9, 8, 8, 8, 8, 8]);
}

#[test]
fn runs_and_deltas() {
    // Starts at 5: +3 (stored as 7), −4 (0), absolute 3, three more of it, then −1 (3).
    let data = [&[64, 5], bits("11 111 11 000 10 1100 11 001 11000000 11 110").as_slice()].concat();
    assert_eq!(decode_rows(&data, 1), [5, 8, 4, 3, 3, 3, 3, 2]);
}

#[test]
fn humongous_deltas_have_no_zero() {
    let data = [&[134, 10], bits("11 000 11 110 11 001 11 101 0 10 1111 11 111").as_slice()].concat();
    // −4, −1 … : {−4, −3, −2, −1, +1, +2, +3, +4} by number, lowest bit first.
    assert_eq!(decode_rows(&data, 1), [10, 6, 5, 6, 8, 8, 15, 19]);
}

#[test]
fn byte_runs() {
    assert_eq!(decode_rows(&[9, 5, 7, 8, 1, 2, 3, 4, 5], 1), [7, 7, 7, 1, 2, 3, 4, 5]);
    assert_eq!(decode_rows(&[9, 0xff, 7], 1), [7; 8]);
}

#[test]
fn ways_of_the_humongous_and_of_the_3do_are_written() {
    let colours = [10, 6, 5, 6, 8, 8, 15, 19];
    assert_eq!(encode(&colours, 1, 8, StripEncoding::Deltas)[0], 135);
    let few = [1, 1, 1, 1, 0, 7, 3, 3];
    let bits = bits("0 0 0 11 110 10 111 11 000 0 0");
    assert_eq!(encode_leaving_out(&few, 1, 8, StripEncoding::Deltas), [&[143, 1], bits.as_slice()].concat());
    assert_eq!(encode(&few, 1, 8, StripEncoding::Deltas)[0], 134);
    assert_eq!(encode(&few, 1, 8, StripEncoding::ByteRuns), [9, 7, 1, 6, 0, 7, 3, 3]);
    assert_eq!(encode_leaving_out(&[7; 8], 1, 8, StripEncoding::ByteRuns), [8, 15, 7]);
    assert_eq!(encode_leaving_out(&few, 1, 8, StripEncoding::Raw)[0], RAW_TRANSPARENT);
}

#[test]
fn unknown_codes_and_no_data_are_errors() {
    let mut out = [0; 8];
    assert_eq!(
        decode(&[], 1, 255, &mut out, 8).unwrap_err().kind(),
        &ErrorKind::Truncated { needed: 1, available: 0 }
    );
    for code in [0, 2, 3, 4, 7, 10, 13, 19, 99, 150, 255] {
        let error = decode(&[code, 0, 0], 1, 255, &mut out, 8).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Unsupported(text) if text.contains(&code.to_string())));
    }
}

#[test]
fn every_code_but_those_of_the_table_is_refused() {
    let known: Vec<u8> = (0..=255).filter(|code| packing(*code).is_some()).collect();
    assert_eq!(known.len(), 4 + 4 * 5 + 4 * 5 + 5 + 6);
    assert_eq!(packing(143).unwrap().depth, 3);
}

#[test]
fn cut_data_reads_as_zeros_and_is_noticed() {
    let mut out = [9; 16];
    let decoded = decode(&[1, 1, 2, 3], 2, 255, &mut out, 8).unwrap();
    assert!(decoded.cut);
    assert_eq!(out, [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for code in [9, 14, 24, 64, 134] {
        assert!(decode(&[code], 2, 255, &mut out, 8).unwrap().cut, "{code}");
    }
}

#[test]
fn a_plain_strip_becomes_few_bytes() {
    let plain = [7; 8 * 144];
    let packed = encode_smallest(&plain, 144, 8);
    assert!(packed.len() < 12, "{packed:?}");
    assert_eq!(decode_rows(&packed, 144), plain);
}

fn strip() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let colour = prop_oneof![4 => Just(3_u8), 2 => 0_u8..6, 1 => any::<u8>()];
    let run = (colour, prop_oneof![3 => 1_usize..4, 1 => 1_usize..300]);
    (0_usize..40, prop::collection::vec(run, 0..60)).prop_map(|(height, runs)| {
        let mut pixels: Vec<u8> =
            runs.into_iter().flat_map(|(colour, count)| std::iter::repeat_n(colour, count)).collect();
        pixels.resize(8 * height, 200);
        (height, pixels)
    })
}

proptest! {
    #[test]
    fn what_is_packed_is_unpacked((height, pixels) in strip()) {
        for encoding in StripEncoding::ALL.into_iter().chain([StripEncoding::Deltas, StripEncoding::ByteRuns]) {
            let packed = encode(&pixels, height, 8, encoding);
            let mut out = vec![0x55; 8 * height];
            let decoded = decode(&packed, height, 255, &mut out, 8).unwrap();
            prop_assert_eq!(&out, &pixels, "{:?}", encoding);
            prop_assert!(!decoded.cut && decoded.bytes <= packed.len());
            // With a code that leaves pixels out, the buffer shows where they are.
            let holed = encode_leaving_out(&pixels, height, 8, encoding);
            let mut out = vec![0x55; 8 * height];
            let decoded = decode(&holed, height, 3, &mut out, 8).unwrap();
            prop_assert!(is_transparent(holed[0]) && !decoded.cut && decoded.bytes <= holed.len());
            for (pixel, wanted) in out.iter().zip(&pixels) {
                prop_assert_eq!(*pixel, if *wanted == 3 { 0x55 } else { *wanted }, "{:?}", encoding);
            }
        }
        let smallest = encode_smallest(&pixels, height, 8);
        prop_assert!(smallest.len() <= 1 + 8 * height);
    }

    #[test]
    fn any_bytes_fill_the_strip_and_nothing_else(
        data in prop::collection::vec(any::<u8>(), 0..80), height in 0_usize..20, code in any::<u8>(),
    ) {
        let data = [&[code], data.as_slice()].concat();
        let mut out = vec![0x55; 11 * 20];
        if let Ok(decoded) = decode(&data, height, 255, &mut out, 11) {
            prop_assert!(decoded.bytes <= data.len());
        }
        for (at, pixel) in out.iter().enumerate() {
            prop_assert!(at % 11 < 8 && at / 11 < height || *pixel == 0x55);
        }
        let _ = decode(&data, height, 255, &mut out[..5], 11);
    }
}

/// Behaviour of ScummVM 2.7.0 and 2026.1.1: the length is counted down from 0 or 1 and never becomes 0.
#[test]
fn runs_of_0_and_1_never_end() {
    let read = |length: u16| {
        let run = 0b10011 | length << 5 | 0xE000;
        let data = [&[68, 5], run.to_le_bytes().as_slice(), &[0xFF; 20]].concat();
        let mut out = [0; 16];
        decode(&data, 2, 0, &mut out, 8).unwrap();
        out
    };
    assert_eq!((read(0), read(1)), ([5; 16], [5; 16]));
    assert_eq!(read(2)[..5], [5, 5, 5, 8, 11]);
}

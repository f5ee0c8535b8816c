//! Tests of codec 16: the worked stream of `docs/format/codecs.md §4.4`, the vectors of `§10`, and a plain
//! decoder to compare with.

use super::*;
use proptest::prelude::*;

/// A decoder after `docs/format/codecs.md §4.2`, bit by bit. The data is complete if each command begins in it.
fn plain(data: &[u8], pixels: usize) -> (Vec<u8>, Decoded) {
    let at = std::cell::Cell::new(16);
    let bit = || {
        let byte = data.get(at.get() / 8).copied().unwrap_or(0);
        at.set(at.get() + 1);
        u32::from(byte >> ((at.get() - 1) % 8) & 1)
    };
    let (Some(&depth), Some(&first)) = (data.first(), data.get(1)) else {
        return (vec![255; pixels], Decoded { bytes: 0, pixels: 0, complete: pixels == 0 });
    };
    let (mut colour, mut repeat) = (u32::from(first), 0);
    let mut out = Vec::new();
    let mut sure = None;
    while out.len() < pixels {
        out.push((colour & 0xFF) as u8);
        if out.len() == pixels {
            break;
        }
        if repeat > 0 {
            repeat -= 1;
            continue;
        }
        if at.get() >= data.len() * 8 {
            sure.get_or_insert(out.len());
        }
        if bit() == 0 {
            continue;
        }
        if bit() == 0 {
            colour = (0..u32::from(depth.min(8))).map(|i| bit() << i).sum();
            continue;
        }
        let d: u32 = (0..3).map(|i| bit() << i).sum();
        if d != 4 {
            colour = (colour + 256 + d - 4) % 256;
        } else {
            let n: u32 = (0..8).map(|i| bit() << i).sum();
            repeat = n.max(1) - 1;
        }
    }
    let bytes = if pixels == 0 { 0 } else { at.get().div_ceil(8).min(data.len()) };
    let said = match sure {
        Some(sure) => Decoded { bytes: data.len(), pixels: sure, complete: false },
        None => Decoded { bytes, pixels, complete: true },
    };
    (out, said)
}

fn decoded(data: &[u8], size: (u16, u16)) -> (Vec<u8>, Decoded) {
    let mut rows = vec![77; 40];
    let decoded = decode(data, size, false, &mut rows);
    (rows, decoded)
}

fn runs(runs: &[(u8, usize)]) -> Vec<u8> {
    runs.iter().flat_map(|(v, n)| std::iter::repeat_n(*v, *n)).collect()
}

fn round_trip(rows: &[u8], depth: u8) -> Vec<u8> {
    let data = encode(rows, depth).unwrap();
    let width = u16::try_from(rows.len()).unwrap();
    let all = Decoded { bytes: data.len(), pixels: rows.len(), complete: true };
    assert_eq!(decoded(&data, (width, 1)), (rows.to_vec(), all));
    data
}

#[test]
fn the_worked_stream() {
    let rows = runs(&[(255, 20), (10, 1), (11, 2), (200, 14), (254, 1)]);
    let data = round_trip(&rows, 8);
    assert_eq!(data, [0x08, 0xFF, 0x73, 0x22, 0x85, 0x2B, 0xE4, 0xD9, 0x90, 0x3F]);
    let mut mirrored = Vec::new();
    decode(&data, (19, 2), true, &mut mirrored);
    let expected: Vec<u8> = rows.chunks(19).flat_map(|row| row.iter().rev().copied()).collect();
    assert_eq!(mirrored, expected);
}

#[test]
fn steps_and_where_absolute_colours_begin() {
    assert_eq!(round_trip(&[10, 13], 8), [8, 10, 0b1_1111]);
    assert_eq!(round_trip(&[10, 6], 8), [8, 10, 0b0_0011]);
    assert_eq!(round_trip(&[10, 14], 8), [8, 10, 0b0011_1001, 0]);
    assert_eq!(round_trip(&[254, 1], 8), [8, 254, 0b101, 0]);
    // A step may leave the range 0 to 255 and wraps around.
    assert_eq!(decoded(&[8, 1, 0b0_0011], (2, 1)).0, [1, 253]);
}

#[test]
fn repeats_begin_at_13_and_end_at_255() {
    assert_eq!(round_trip(&[7; 13], 8), [8, 7, 0, 0]);
    assert_eq!(round_trip(&[7; 14], 8), [8, 7, 0b1011_0011, 0b1]);
    assert_eq!(round_trip(&[7; 256], 8), [8, 7, 0b1111_0011, 0b1_1111]);
    assert_eq!(round_trip(&[7; 257], 8), [8, 7, 0b1111_0011, 0b1_1111]);
    for n in 2..900 {
        round_trip(&runs(&[(7, n), (9, 3)]), 8);
    }
}

#[test]
fn a_repeat_of_none_is_one() {
    for n in [0, 1] {
        let mut bits = BitWriter::after(vec![8, 7]);
        bits.write(0b1_0011, 5);
        bits.write(n, 8);
        bits.write(0b1_0111, 5);
        let data = bits.finish();
        assert_eq!(decoded(&data, (4, 1)).0, [7, 7, 8, 8], "{n}");
        assert_eq!(plain(&data, 4).0, [7, 7, 8, 8]);
    }
}

#[test]
fn colours_of_fewer_bits() {
    assert_eq!(least_depth(&[200, 201, 3, 15, 15]), 4);
    assert_eq!(least_depth(&[200; 5]), 1);
    assert_eq!(least_depth(&[0, 255]), 8);
    let data = round_trip(&[200, 201, 3, 15, 15], 4);
    assert_eq!(data[0], 4);
    assert!(matches!(encode(&[0, 16], 4).unwrap_err().kind(), ErrorKind::CannotWrite(_)));
    assert!(encode(&[0], 0).is_err() && encode(&[0], 9).is_err() && encode(&[], 8).is_err());
}

#[test]
fn one_pixel_takes_two_bytes() {
    assert_eq!(encode(&[5], 8).unwrap(), [8, 5]);
    let all = Decoded { bytes: 2, pixels: 1, complete: true };
    assert_eq!(decoded(&[8, 5, 0xFF, 0xFF], (1, 1)), (vec![5], all));
}

#[test]
fn streams_that_end_early_go_on_in_their_colour() {
    // Cut behind the last needed bit: complete.
    assert_eq!(decoded(&[8, 5, 0b1_1111], (2, 1)).1, Decoded { bytes: 3, pixels: 2, complete: true });
    // Three zero bits are left in the byte, then nothing.
    let (rows, state) = decoded(&[8, 5, 0b1_1111], (9, 1));
    assert_eq!(rows, [5, 8, 8, 8, 8, 8, 8, 8, 8]);
    assert_eq!(state, Decoded { bytes: 3, pixels: 5, complete: false });
    for short in [&[][..], &[8]] {
        assert_eq!(
            decoded(short, (2, 1)),
            (vec![255, 255], Decoded { bytes: 0, pixels: 0, complete: false })
        );
    }
    assert_eq!(decoded(&[8, 5], (0, 9)), (vec![], Decoded { bytes: 0, pixels: 0, complete: true }));
}

fn picture() -> impl Strategy<Value = (Vec<u8>, u8)> {
    let run = (any::<u8>(), prop_oneof![Just(1), 1_usize..20, 1_usize..700]);
    (prop::collection::vec(run, 1..200), 1_u8..=8, any::<bool>()).prop_map(|(list, depth, near)| {
        let mut colour = 0u8;
        let mut out = Vec::new();
        for (value, n) in list {
            colour = if near { colour.saturating_add(value % 8).saturating_sub(4) } else { value };
            let colour = colour & (255 >> (8 - depth));
            out.extend(std::iter::repeat_n(colour, n));
        }
        out.truncate(60_000);
        (out, depth)
    })
}

proptest! {
    #[test]
    fn decoding_undoes_encoding((rows, depth) in picture()) {
        let least = least_depth(&rows);
        prop_assert!(least <= depth);
        round_trip(&rows, depth);
        round_trip(&rows, least);
    }

    #[test]
    fn any_bytes_give_what_the_plain_decoder_gives(
        data in prop::collection::vec(prop_oneof![any::<u8>(), Just(0), Just(0x13)], 0..300),
        depth in 0_u8..10,
        size in (0_u16..100, 0_u16..50),
    ) {
        let data = [&[depth], &data[..]].concat();
        let expected = plain(&data, usize::from(size.0) * usize::from(size.1));
        prop_assert_eq!(decoded(&data, size), expected);
    }
}

//! Reading COST blocks: the worked examples, and blocks that are damaged in one way each.

use super::fixture::{Entry, V5_EXAMPLE, hex, make, v6_example};
use super::record::{LimbEntry, Window};
use super::*;
use crate::codec::rle::{ColourTable, Decoder};
use crate::problem::Severity;

fn key(limb: u8, index: u16) -> PictureKey {
    PictureKey { limb, index }
}

fn rows(cost: &Cost, key: PictureKey) -> Vec<u8> {
    let picture = cost.picture(key).unwrap();
    let size = (picture.info.width, picture.info.height);
    let mut out = Vec::new();
    Decoder::new().rows(picture.encoded, picture.depth, size, &ColourTable::IDENTITY, &mut out);
    out
}

fn check_example(cost: &Cost, shift: usize) {
    assert_eq!((cost.last_record(), cost.record_count()), (7, 8));
    assert_eq!(cost.format().name(), "0x58");
    assert_eq!(cost.palette()[13], 0xD4);
    assert_eq!(cost.commands(), [0, 1, 1]);
    assert_eq!(cost.commands_at(), 0x50 + shift);
    assert_eq!(cost.picture_keys().collect::<Vec<_>>(), [key(0, 0), key(0, 1)]);
    assert_eq!(cost.record_indices().collect::<Vec<_>>(), [4, 5, 6, 7]);

    let alpha = cost.record(5).unwrap();
    assert_eq!((alpha.offset, alpha.bytes), (0x44 + shift, 5));
    let window = Window { start: 0, length: 2, play_once: false };
    assert_eq!(alpha.limbs[0], Some(LimbEntry::Window(window)));
    assert_eq!(alpha.limbs[1..], [None; 15]);
    let beta = cost.record(6).unwrap();
    let window = Window { start: 2, length: 1, play_once: true };
    assert_eq!(beta.limbs[0], Some(LimbEntry::Window(window)));
    assert_eq!(beta.limbs[1], Some(LimbEntry::Off));

    let first = cost.picture(key(0, 0)).unwrap();
    assert_eq!(first.info.offset, 0x57 + shift);
    assert_eq!((first.info.width, first.info.height, first.info.x, first.info.y), (3, 4, -1, -3));
    assert_eq!(rows(cost, key(0, 0)), [0, 1, 0, 1, 2, 1, 1, 2, 1, 0, 1, 0]);
    let second = cost.picture(key(0, 1)).unwrap();
    assert_eq!((second.info.width, second.info.height, second.info.move_x), (2, 20, 8));
    assert_eq!(rows(cost, key(0, 1)), [5; 40]);
    assert!(cost.problems().is_empty(), "{:?}", cost.problems());
}

#[test]
fn the_v5_example_of_reference_02_section_12_1() {
    check_example(&Cost::open(hex(V5_EXAMPLE), Dialect::V5).unwrap(), 0);
}

#[test]
fn the_v6_example_of_reference_02_section_12_3() {
    check_example(&Cost::open(v6_example(), Dialect::V6).unwrap(), 6);
}

#[test]
fn a_block_is_read_as_it_is_laid_out_whatever_the_game_says() {
    let cost = Cost::open(v6_example(), Dialect::V5).unwrap();
    assert_eq!(cost.layout(), Dialect::V6.cost);
    assert_eq!(cost.problems().len(), 1);
    assert_eq!(cost.record_count(), 8);
    let cost = Cost::open(hex(V5_EXAMPLE), Dialect::V6).unwrap();
    assert_eq!(cost.layout(), Dialect::V5.cost);
}

#[test]
fn an_unknown_format_is_refused_with_its_position() {
    let mut payload = hex(V5_EXAMPLE);
    payload[1] = 0x62;
    let e = Cost::open(payload, Dialect::V5).unwrap_err();
    assert!(matches!(e.kind(), ErrorKind::BadValue(_)));
    assert_eq!((e.offset(), e.block()), (Some(1), Some("COST")));
}

#[test]
fn every_truncation_is_an_error_or_a_costume_that_can_be_read() {
    for payload in [hex(V5_EXAMPLE), v6_example()] {
        for len in 0..payload.len() {
            for dialect in [Dialect::V5, Dialect::V6] {
                let Ok(cost) = Cost::open(payload[..len].to_vec(), dialect) else { continue };
                // Reads every record and picture, and must find that something is missing.
                let problems = check::check(&cost);
                assert!(!problems.is_empty(), "cut to {len} bytes");
            }
        }
    }
}

#[test]
fn a_cut_picture_is_named_with_its_place() {
    let payload = hex(V5_EXAMPLE);
    let cost = Cost::open(payload[..0x6E].to_vec(), Dialect::V5).unwrap();
    let e = cost.picture(key(0, 1)).unwrap_err();
    assert_eq!(e.kind(), &ErrorKind::Truncated { needed: 12, available: 2 });
    assert_eq!(e.offset(), Some(0x6C));
    assert_eq!(e.what(), "header of limb 0 / picture 1");
}

#[test]
fn an_offset_before_the_payload_is_no_panic() {
    let mut payload = hex(V5_EXAMPLE);
    let at = payload.windows(2).position(|w| w == [0x72, 0]).unwrap();
    payload[at] = 3;
    let cost = Cost::open(payload, Dialect::V5).unwrap();
    let e = cost.picture(key(0, 1)).unwrap_err();
    assert!(matches!(e.kind(), ErrorKind::BadValue(_)), "{e}");
}

#[test]
fn a_redirected_picture_borrows_pixels_and_keeps_its_geometry() {
    // Two pictures with 14-byte headers: #1 borrows #0's pixels and is shaped differently.
    let mut payload = v6_example();
    payload[7] = 0x60;
    let first = 0x5D;
    payload.truncate(first);
    let table = 0x59;
    payload[table..table + 4].copy_from_slice(&[0x5D, 0, 0x74, 0]);
    payload.extend(hex("03 00 04 00 FF FF FD FF 00 00 00 00 FF FF 01 12 01 11 22 11 01 12 01"));
    payload.extend(hex("04 00 03 00 05 00 06 00 07 00 08 00 00 00"));
    let cost = Cost::open(payload, Dialect::V6).unwrap();
    let picture = cost.picture(key(0, 1)).unwrap();
    assert_eq!(picture.info.redirect, Some(key(0, 0)));
    assert_eq!((picture.info.width, picture.info.height, picture.info.x), (4, 3, 5));
    assert_eq!(rows(&cost, key(0, 1)), [0, 0, 2, 1, 1, 1, 1, 1, 1, 2, 0, 0]);
    assert_eq!(rows(&cost, key(0, 0)), [0, 1, 0, 1, 2, 1, 1, 2, 1, 0, 1, 0]);
}

#[test]
fn a_redirection_into_the_void_is_an_error() {
    let mut payload = v6_example();
    payload[7] = 0x60;
    // Header bytes 12 and 13 of picture 0 become its first pixels, 01 12: limb 1, picture 18.
    let cost = Cost::open(payload.clone(), Dialect::V6).unwrap();
    let e = cost.picture(key(0, 0)).unwrap_err();
    assert!(matches!(e.kind(), ErrorKind::NoSuchItem(_)), "{e}");
    payload.truncate(0x5D + 13);
    let cost = Cost::open(payload, Dialect::V6).unwrap();
    assert!(cost.picture(key(0, 0)).is_err());
}

#[test]
fn tables_end_where_the_next_begins() {
    let cost = make(Dialect::V5, 3, &[0, 1], &[(4, &[(0, Entry::Loop(0, 2))])]);
    for limb in 0..3 {
        assert_eq!(cost.limb(limb).len, 16);
    }
    for limb in 3..16 {
        assert_eq!(cost.limb(limb).len, 0, "sentinel");
    }
    assert_eq!(cost.limb(0).reach, 48);
    assert_eq!(cost.picture_keys().count(), 48);
    // An index beyond the limb's own table reaches the next limb's, as in the interpreter.
    assert_eq!(cost.picture_info(key(0, 17)).map(|p| (p.x, p.y)), Some((1, 1)));
    assert!(cost.picture_info(key(2, 16)).is_none());
}

#[test]
fn a_costume_with_one_shared_table_ends_at_its_first_picture() {
    let mut payload = hex(V5_EXAMPLE);
    for limb in 1..16 {
        payload[20 + 2 * limb] = 0x59;
    }
    let cost = Cost::open(payload, Dialect::V5).unwrap();
    for limb in 0..16 {
        assert_eq!(cost.limb(limb).len, 2);
    }
}

#[test]
fn the_record_table_is_cut_where_the_first_record_begins() {
    let mut payload = hex(V5_EXAMPLE);
    payload[0] = 8;
    let cost = Cost::open(payload, Dialect::V5).unwrap();
    assert_eq!(cost.record_count(), 8);
    assert_eq!(cost.problems()[0].severity, Severity::Note);
}

#[test]
fn the_check_finds_a_clean_example_clean_and_says_what_is_off() {
    let cost = Cost::open(hex(V5_EXAMPLE), Dialect::V5).unwrap();
    assert_eq!(check::check(&cost), []);

    let mut payload = hex(V5_EXAMPLE);
    payload.pop();
    let cost = Cost::open(payload, Dialect::V5).unwrap();
    let problems = check::check(&cost);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].path, "limb 0 / picture 1");
    assert!(problems[0].text.contains("ends early"));

    let mut payload = hex(V5_EXAMPLE);
    let stream = 0x50;
    payload[stream + 1] = 9;
    let cost = Cost::open(payload, Dialect::V5).unwrap();
    let texts: Vec<String> = check::check(&cost).iter().map(|p| p.text.clone()).collect();
    assert!(texts.iter().any(|t| t.contains("shows picture 9")), "{texts:?}");
}

#[test]
fn a_window_that_would_hang_the_interpreter_is_reported() {
    let records: &[(u8, &[(u8, Entry)])] = &[(4, &[(0, Entry::Once(0, 3))])];
    let cost = make(Dialect::V5, 1, &[0, 1, 0x7C], records);
    assert!(check::check(&cost).iter().any(|p| p.text.contains("hang")));
    let cost = make(Dialect::V5, 1, &[0, 0x7C, 1], records);
    assert!(!check::check(&cost).iter().any(|p| p.text.contains("hang")));
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_handled(payload in proptest::collection::vec(proptest::num::u8::ANY, 0..400), v6: bool) {
        let dialect = if v6 { Dialect::V6 } else { Dialect::V5 };
        let mut payload = payload;
        if let Some(byte) = payload.get_mut(dialect.cost.header + 1) {
            *byte = 0x58 | (*byte & 0x81);
        }
        if let Ok(cost) = Cost::open(payload, dialect) {
            let _ = check::check(&cost);
            let _ = crate::text::listing(&crate::costume::Costume::Cost(cost));
        }
    }
}

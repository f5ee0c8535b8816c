//! Tests of reading COST blocks: the worked examples, and blocks that are damaged in one way each.

use super::fixture::{Entry, OLD_EXAMPLE, V5_EXAMPLE, hex, make, v6_example};
use super::record::{CostEntry, Window};
use super::*;
use crate::codec::{ColourTable, Decoder};
use crate::dialect::V1Game;
use crate::problem::Severity;

fn key(limb: u8, index: u16) -> PictureKey {
    PictureKey { limb, index }
}

fn rows(cost: &Cost, key: PictureKey) -> Vec<u8> {
    let picture = cost.picture(key).unwrap();
    let mut out = Vec::new();
    Decoder::new().picture(&picture.packed, &ColourTable::IDENTITY, &mut out);
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
    assert_eq!(alpha.limbs[0], Some(CostEntry::Window(window)));
    assert_eq!(alpha.limbs[1..], [None; 15]);
    let beta = cost.record(6).unwrap();
    let window = Window { start: 2, length: 1, play_once: true };
    assert_eq!(beta.limbs[0], Some(CostEntry::Window(window)));
    assert_eq!(beta.limbs[1], Some(CostEntry::Off));

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
fn the_v5_example_of_cost_section_12_1() {
    check_example(&Cost::open(hex(V5_EXAMPLE), Dialect::V5).unwrap(), 0);
}

#[test]
fn the_v6_example_of_cost_section_12_3() {
    check_example(&Cost::open(v6_example(), Dialect::V6).unwrap(), 6);
}

#[test]
fn the_v4_example_of_cost_section_12_2() {
    // After a header of 6 bytes, the same as in v5 after one of 8.
    let cost = Cost::open(hex(V5_EXAMPLE), Dialect::V4).unwrap();
    check_example(&cost, 0);
    assert_eq!(cost.layout().base, -6);
}

#[test]
fn the_old_bundle_example_of_cost_section_12_4() {
    let chunk = hex(OLD_EXAMPLE);
    let cost = Cost::open(chunk[4..].to_vec(), Dialect::V3).unwrap();
    assert_eq!((cost.last_record(), cost.record_count(), cost.stored_palette()), (7, 8, &[12][..]));
    assert_eq!(cost.palette(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 13, 14, 15]);
    assert_eq!((cost.commands(), cost.commands_at() + 4), (&[0, 1, 1][..], 0x42));
    let alpha = cost.record(5).unwrap();
    assert_eq!((alpha.offset + 4, alpha.bytes), (0x39, 4));
    assert_eq!(alpha.limbs[0], Some(CostEntry::Window(Window { start: 0, length: 2, play_once: false })));
    let beta = cost.record(6).unwrap();
    assert_eq!((beta.offset + 4, beta.bytes), (0x3D, 5));
    assert_eq!(beta.limbs[0], Some(CostEntry::Window(Window { start: 2, length: 1, play_once: true })));
    assert_eq!(beta.limbs[1], Some(CostEntry::Off));
    let first = cost.picture(key(0, 0)).unwrap();
    assert_eq!((first.info.offset + 4, first.info.x, first.info.y), (0x49, 71, 97));
    assert_eq!(rows(&cost, key(0, 0)), [0, 1, 0, 1, 2, 1, 1, 2, 1, 0, 1, 0]);
    assert_eq!(cost.picture(key(0, 1)).unwrap().info.offset + 4, 0x5E);
    assert!(cost.problems().is_empty(), "{:?}", cost.problems());
    assert!(check::check(&cost).is_empty(), "{:?}", check::check(&cost));
}

/// A hand-made v1 costume after `docs/format/cost.md §2, §6, §8`: two limbs, one record, one picture of 16 × 2
/// pixels.
fn v1_example() -> Vec<u8> {
    hex("00 57 1B 00 1D 00 1F 00 1F 00 1F 00 1F 00 1F 00 1F 00 1F 00 16 00
         C0 00 01 01 80  00 7B  1F 00  02 02 FF 03 01 FE 82 1B 02 FF E4")
}

#[test]
fn a_v1_block_has_eight_limbs_masks_of_a_byte_and_cells() {
    let cost = Cost::open(v1_example(), Dialect::v1(V1Game::Maniac)).unwrap();
    assert_eq!((cost.layout().limbs, cost.stored_palette(), cost.palette().len()), (8, &[][..], 4));
    let record = cost.record(0).unwrap();
    assert_eq!((record.offset, record.bytes), (0x16, 5));
    assert_eq!(record.limbs[0], Some(CostEntry::Window(Window { start: 0, length: 2, play_once: false })));
    assert_eq!(record.limbs[1], Some(CostEntry::Window(Window { start: 1, length: 1, play_once: true })));
    let info = cost.picture_info(key(0, 0)).unwrap();
    assert_eq!((info.width, info.height, info.x, info.y), (16, 2, -8, -3));
    assert_eq!((info.move_x, info.move_y, info.offset), (8, -2, 0x1F));
    let row = [0, 0, 1, 1, 2, 2, 3, 3];
    let second = [[3; 8], [3, 3, 2, 2, 1, 1, 0, 0]];
    assert_eq!(rows(&cost, key(0, 0)), [row, second[0], row, second[1]].concat());
    assert_eq!(check::check(&cost), []);
}

#[test]
fn old_bundles_tell_v1_from_v2_by_the_format() {
    let cost = Cost::open(v1_example(), Dialect::V2).unwrap();
    assert_eq!(cost.layout(), Dialect::v1(V1Game::Zak).cost);
    assert_eq!(cost.problems().len(), 1);
    let old = hex(OLD_EXAMPLE)[4..].to_vec();
    let cost = Cost::open(old, Dialect::v1(V1Game::Zak)).unwrap();
    assert_eq!(cost.layout(), Dialect::V3.cost);
    // Only v1 has cells.
    let mut payload = hex(V5_EXAMPLE);
    payload[1] = 0x57;
    for dialect in [Dialect::V4, Dialect::V5, Dialect::V6] {
        assert!(Cost::open(payload.clone(), dialect).is_err());
    }
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
    for payload in [hex(V5_EXAMPLE), v6_example(), hex(OLD_EXAMPLE)[4..].to_vec(), v1_example()] {
        for len in 0..payload.len() {
            for dialect in Dialect::CLASSIC {
                let Ok(cost) = Cost::open(payload[..len].to_vec(), dialect) else { continue };
                // Every record and picture is read, and something must be reported as missing.
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
    fn any_bytes_are_handled(
        payload in proptest::collection::vec(proptest::num::u8::ANY, 0..400),
        which in 0..Dialect::CLASSIC.len(),
    ) {
        let dialect = Dialect::CLASSIC[which];
        let mut payload = payload;
        if let Some(byte) = payload.get_mut(dialect.cost.header + 1) {
            *byte = if dialect.cost.limbs == 8 { 0x57 } else { 0x58 } | (*byte & 0x81);
        }
        if let Ok(cost) = Cost::open(payload, dialect) {
            let _ = check::check(&cost);
        }
    }
}

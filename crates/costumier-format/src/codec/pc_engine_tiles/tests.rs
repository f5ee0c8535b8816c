//! Tests of tiles, masks and strips, with worked and random data.

use super::*;
use proptest::prelude::*;

#[test]
fn tiles_are_pairs_of_planes() {
    // Row 0: planes 0 and 1; seven rows of nothing; row 0 of plane 3 only, then nothing.
    let data = [0x00, 0x80, 0x41, 0xD6, 0x10, 0x81, 0xD6];
    let (tile, cut) = tile(&data);
    let mut wanted = [0; 64];
    (wanted[0], wanted[1], wanted[7]) = (1 + 8, 2, 2 + 8);
    assert_eq!((tile, cut), (wanted, false));
    assert_eq!(encode_tile(&wanted), data);
    assert_eq!(super::tile(&[0xD6, 0xD8]).0, [0; 64]);
    assert!(super::tile(&[0xD6]).1);
}

#[test]
fn masks_are_turned_round() {
    let rows = [0xFF, 0xFF, 0, 0, 0x0F, 0x0F, 0x0F, 1];
    let data = [0xC2, 0xA2, 0x83, 0xF0, 0x01, 0xFE];
    assert_eq!((mask(&data), encode_mask(&rows)), ((rows, false), data.to_vec()));
    assert_eq!(mask(&[0x02, 0xAA, 0x55, 0x26, 0, 1, 2, 3, 4, 5]).0[..3], [0x55, 0xAA, 0xFF]);
    assert!(mask(&[0x82]).1);
}

#[test]
fn strips_have_borders_palettes_and_masks() {
    let shape = Shape { rows: 8, numbers: 1, borders: true };
    let strip = Strip {
        tiles: vec![9, 5, 5, 6, 7, 3, 3, 8],
        palettes: vec![1, 2, 1, 2, 3, 4, 3, 4],
        masks: vec![0, 0, 4, 4, 255, 255, 9, 0],
    };
    let data = [
        9, 0x80, 8, 0x40, 5, 0, 0x81, 0x42, 1, 3, 0, 0x81, // tiles
        0x12, 0x81, 1, 0x34, 0x81, // palettes
        0xC2, 0x82, 4, 0xA2, 1, 9, 0xC1, // masks
    ];
    assert_eq!(shape.write(&strip), data);
    assert_eq!(shape.read(&data), (strip.clone(), false));
    let bare = Shape { rows: 8, numbers: 2, borders: false };
    let (read, cut) = bare.read(&bare.write(&strip));
    assert_eq!((read, cut), (strip, false));
    // Pictures with more rows have no masks.
    let high = Shape { rows: 20, numbers: 2, borders: true };
    let (read, cut) = high.read(&[1, 0, 0x91, 0xFE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1F]);
    assert_eq!((read.palettes[18..].to_vec(), read.masks.len(), cut), (vec![1, 15], 0, false));
}

#[test]
fn offsets_count_from_behind_themselves() {
    let data = table(&[vec![7, 7], vec![8], Vec::new()]).unwrap();
    assert_eq!(data, [4, 0, 4, 0, 3, 0, 7, 7, 8]);
    assert_eq!((entries(&data), entry(&data, 0).unwrap()[0], entry(&data, 1).unwrap()[0]), (3, 7, 8));
    assert_eq!((entry(&data, 3), entry(&data, 4), entries(&[4])), (None, None, 0));
}

proptest! {
    #[test]
    fn what_is_packed_is_unpacked(
        colours in prop::collection::vec(prop_oneof![3 => Just(0u8), 2 => 0u8..16], 64),
        rows in prop::array::uniform8(prop_oneof![Just(0u8), Just(255), any::<u8>()]),
        tiles in prop::collection::vec(prop_oneof![2 => 0u16..4, 1 => 0u16..0x3FFF], 2..30),
        palettes in prop::collection::vec(0u8..16, 30),
        masks in prop::collection::vec(prop_oneof![Just(0u16), Just(255), 0u16..256], 30),
        numbers in 0u8..3,
        borders: bool,
    ) {
        let colours: [u8; 64] = colours.try_into().unwrap();
        prop_assert_eq!(tile(&encode_tile(&colours)), (colours, false));
        prop_assert_eq!(mask(&encode_mask(&rows)), (rows, false));
        let rows = tiles.len();
        let shape = Shape { rows, numbers, borders };
        let masks = if numbers > 0 && rows <= 18 { masks[..rows].to_vec() } else { Vec::new() };
        let strip = Strip { tiles, palettes: palettes[..rows].to_vec(), masks };
        let data = shape.write(&strip);
        prop_assert_eq!(shape.read(&data), (strip, false));
        for end in 0..data.len() {
            let (cut, is_cut) = shape.read(&data[..end]);
            prop_assert!(is_cut && cut.tiles.len() == rows && cut.palettes.len() == rows);
        }
    }

    #[test]
    fn no_data_is_too_much(data in prop::collection::vec(any::<u8>(), 0..200), rows in 0usize..256, numbers in 0u8..4) {
        for borders in [true, false] {
            let (strip, _) = Shape { rows, numbers, borders }.read(&data);
            prop_assert_eq!((strip.tiles.len(), strip.palettes.len()), (rows, rows));
        }
        let _ = (tile(&data), mask(&data), entries(&data), entry(&data, rows));
    }
}

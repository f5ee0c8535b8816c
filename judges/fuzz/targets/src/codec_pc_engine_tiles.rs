//! Pictures for the PC-Engine: any bytes are read as tiles, masks, strips of a room and blocks of a costume; what is
//! packed again is the same.

use costumier::format::codec::blocks;
use costumier::format::codec::pc_engine_tiles::{
    Shape, encode_mask, encode_tile, entries, entry, mask, tile,
};
use costumier::format::codec::rle::ColourTable;

pub(crate) fn run(input: &[u8]) {
    // The input: rows of tiles, flags, blocks across and down, the data.
    let &[rows, flags, across, down, ref data @ ..] = input else { return };
    let (colours, _) = tile(data);
    assert_eq!(tile(&encode_tile(&colours)), (colours, false));
    let (hidden, _) = mask(data);
    assert_eq!(mask(&encode_mask(&hidden)), (hidden, false));
    for number in 0..entries(data).min(64) {
        let _ = entry(data, number).map(tile);
    }
    let shape = Shape { rows: rows.into(), numbers: flags & 3, borders: flags & 4 != 0 };
    let (mut strip, _) = shape.read(data);
    assert_eq!((strip.tiles.len(), strip.palettes.len()), (shape.rows, shape.rows));
    // Numbers of tiles have 14 bits, those of masks as many as are stored.
    strip.tiles.iter_mut().for_each(|tile| *tile &= 0x3FFF);
    if shape.rows > 2 && shape.numbers < 3 {
        let (again, cut) = shape.read(&shape.write(&strip));
        assert!(!cut && again == strip, "{strip:?} became {again:?}");
    }
    let (across, down) = (across & 7, down & 7);
    let height = blocks::rows(data, (across, down));
    let (width, stated) = (u16::from(across) * 16, u16::from(down) * 16);
    assert!(height >= stated);
    let mut columns = Vec::new();
    let decoded = blocks::decode_columns(data, &ColourTable::IDENTITY, (width, height), stated, &mut columns);
    assert_eq!(decoded, blocks::measure(data, width, stated));
    let size = (usize::from(width), usize::from(height));
    let pixels: Vec<u8> = (0..size.1)
        .flat_map(|y| (0..size.0).map(move |x| (x, y)))
        .map(|(x, y)| columns[x * size.1 + y])
        .collect();
    // Gaps are of any height, blocks are not.
    if let Ok((_, packed)) = blocks::encode(&pixels, size.0) {
        let mut again = Vec::new();
        blocks::decode_columns(&packed, &ColourTable::IDENTITY, (width, height), height, &mut again);
        assert_eq!(columns[..size.0 * size.1], again[..size.0 * size.1]);
    }
}

//! Any bytes are decoded as a picture of any size; decoding, measuring and encoding agree.

use costumier::format::codec::{ColourTable, Decoder, Depth, rle};

pub(crate) fn run(input: &[u8]) {
    let &[depth, width, height, ref data @ ..] = input else { return };
    let depth = [Depth::Colours16, Depth::Colours32, Depth::Colours64][usize::from(depth) % 3];
    let size = (u16::from(width), u16::from(height));
    let pixels = usize::from(width) * usize::from(height);
    let mut decoder = Decoder::new();
    let (mut rows, mut mirrored) = (Vec::new(), Vec::new());
    let decoded = decoder.rows(data, depth, size, &ColourTable::IDENTITY, &mut rows);
    assert_eq!(rows.len(), pixels);
    assert_eq!(decoded, rle::measure(data, depth, pixels));
    assert!(decoded.bytes <= data.len());
    decoder.rows_mirrored(data, depth, size, &ColourTable::IDENTITY, &mut mirrored);
    for (row, mirror) in
        rows.chunks_exact(usize::from(width).max(1)).zip(mirrored.chunks_exact(usize::from(width).max(1)))
    {
        assert!(row.iter().eq(mirror.iter().rev()));
    }
    let columns: Vec<u8> = (0..usize::from(width))
        .flat_map(|x| rows.iter().skip(x).step_by(usize::from(width).max(1)).copied().collect::<Vec<_>>())
        .collect();
    let encoded = rle::encode(&columns, depth).expect("decoded colours fit their depth");
    let mut again = Vec::new();
    decoder.rows(&encoded, depth, size, &ColourTable::IDENTITY, &mut again);
    assert_eq!(rows, again);
}

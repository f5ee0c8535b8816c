//! Codec 16: any bytes are decoded as a picture of any size, to either side; encoded with any depth it
//! decodes to the same pixels.

use costumier::format::codec::majmin::{decode, encode, least_depth};

pub(crate) fn run(input: &[u8]) {
    let &[low, high, height, ref data @ ..] = input else { return };
    let (size, pixels) = crate::size(low, high, height);
    let (mut rows, mut mirrored, mut again) = (Vec::new(), Vec::new(), Vec::new());
    let decoded = decode(data, size, false, &mut rows);
    assert_eq!(rows.len(), pixels);
    assert!(decoded.bytes <= data.len() && decoded.pixels <= pixels);
    assert_eq!(decoded, decode(data, size, true, &mut mirrored));
    let width = usize::from(size.0).max(1);
    for (row, mirror) in rows.chunks_exact(width).zip(mirrored.chunks_exact(width)) {
        assert!(row.iter().eq(mirror.iter().rev()));
    }
    if pixels == 0 {
        return;
    }
    for depth in least_depth(&rows)..=8 {
        let encoded = encode(&rows, depth).expect("deep enough");
        let whole = decode(&encoded, size, false, &mut again);
        assert_eq!(rows, again);
        assert!(whole.complete && whole.bytes <= encoded.len());
    }
}

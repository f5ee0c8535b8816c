//! Codec 32: any bytes are decoded as a picture of any size, drawn over another, and encoded again to the same
//! pixels.

use costumier::format::codec::trle::{decode, encode, over, unused};

pub(crate) fn run(input: &[u8]) {
    let &[low, high, height, wanted, ref data @ ..] = input else { return };
    let (size, pixels) = crate::size(low, high, height);
    // A value that no pixel of the picture has, so that what is skipped can be told from what is drawn.
    let transparent = unused(data, size, wanted);
    let mut rows = Vec::new();
    let decoded = decode(data, size, transparent, &mut rows);
    assert_eq!(rows.len(), pixels);
    assert!(decoded.bytes <= data.len() && decoded.pixels <= pixels);
    let mut drawn = vec![7; pixels];
    assert_eq!(decoded, over(data, usize::from(size.0), &mut drawn));
    if !rows.contains(&transparent) || unused(data, size, transparent) == transparent {
        let kept = |(row, over): (&u8, &u8)| {
            if *row == transparent { *over == 7 || *over == transparent } else { row == over }
        };
        assert!(rows.iter().zip(&drawn).all(kept));
    }
    let encoded = encode(&rows, size.0, transparent).expect("rows of 511 pixels fit");
    let mut again = Vec::new();
    let whole = decode(&encoded, size, transparent, &mut again);
    assert_eq!(rows, again);
    assert!(whole.complete && whole.bytes == encoded.len());
}

//! Pictures of Humongous rooms: any bytes are decoded as a picture of any size; what is encoded decodes to the same
//! pixels.

use costumier::format::codec::bmap::{decode, encode, object_rows};

pub(crate) fn run(input: &[u8]) {
    let &[low, high, transparent, ref data @ ..] = input else { return };
    // Large ones cost time and show nothing more.
    let mut out = vec![7; usize::from(u16::from_le_bytes([low, high & 15]))];
    if let Ok(decoded) = decode(data, Some(transparent), &mut out) {
        assert!(decoded.bytes <= data.len() && object_rows(data).is_none());
    }
    let mut again = vec![0; out.len()];
    let encoded = encode(&out);
    assert!(!decode(&encoded, Some(transparent), &mut again).expect("what was encoded").cut);
    assert_eq!(out, again);
}

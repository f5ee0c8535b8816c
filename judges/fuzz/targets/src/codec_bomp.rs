//! Codec 5: any bytes are decoded as a picture of any size; however it is split into codes, it decodes to the
//! same pixels.

use costumier::format::codec::bomp::{Side, Split, decode, encode};

pub(crate) fn run(input: &[u8]) {
    let &[low, high, height, ref data @ ..] = input else { return };
    let (size, pixels) = crate::size(low, high, height);
    let (mut rows, mut mirrored, mut again) = (Vec::new(), Vec::new(), Vec::new());
    let decoded = decode(data, size, Side::AsStored, &mut rows);
    assert_eq!(rows.len(), pixels);
    assert!(decoded.bytes <= data.len() && decoded.pixels <= pixels);
    assert_eq!(decoded, decode(data, size, Side::Mirrored, &mut mirrored));
    for split in Split::ALL {
        let encoded = encode(&rows, size.0, split).expect("rows of 511 pixels fit");
        let whole = decode(&encoded, size, Side::AsStored, &mut again);
        assert_eq!(rows, again);
        assert!(whole.complete && whole.bytes == encoded.len());
        // What is cut off is not made up of what was there before.
        decode(&encoded[..encoded.len() / 2], size, Side::AsStored, &mut again);
        assert_eq!(again.len(), pixels);
    }
}

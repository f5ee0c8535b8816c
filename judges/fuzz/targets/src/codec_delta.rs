//! Auxiliary frames in all three packings: any bytes are performed on a layer of any size; the frame, packed
//! again, is the same frame.

use costumier::format::codec::delta::{Change, Packing, apply, encode};

pub(crate) fn run(input: &[u8]) {
    let &[width, height, colours, ref rest @ ..] = input else { return };
    let Some((table, data)) = rest.split_at_checked(usize::from(colours % 33)) else { return };
    // Large ones cost time and show nothing more.
    let (width, height) = (usize::from(width), height & 31);
    for packing in [Packing::Drle, Packing::Srle(table), Packing::Wrle(table)] {
        let mut frame = vec![Change::Leave; width * usize::from(height)];
        let done = apply(data, packing, width, &mut frame);
        assert!(done.bytes <= data.len() && done.pixels <= frame.len());
        if packing != Packing::Drle {
            // What is not reached is not touched.
            assert!(frame[done.pixels..].iter().all(|change| *change == Change::Leave));
        }
        // On a layer where something is, only what the frame changes is changed.
        let mut layer = vec![Change::Colour(200); frame.len()];
        apply(data, packing, width, &mut layer);
        let laid = |(change, over): (&Change, &Change)| match change {
            Change::Leave => *over == Change::Colour(200),
            change => change == over,
        };
        assert!(frame.iter().zip(&layer).all(laid));
        let encoded = encode(&frame, packing, width).expect("a frame that was packed before");
        let mut again = vec![Change::Leave; frame.len()];
        apply(&encoded, packing, width, &mut again);
        assert_eq!(frame, again);
    }
}

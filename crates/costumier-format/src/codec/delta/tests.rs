//! Tests of the auxiliary frames' packings: worked codes of `docs/format/codecs.md §7–8`, odd ends, and round
//! trips.

use super::Change::{Colour, Erase, Leave};
use super::*;
use proptest::prelude::*;

fn table() -> Vec<u8> {
    (100..132).collect()
}

fn run(change: Change, n: usize) -> Vec<Change> {
    vec![change; n]
}

fn applied(data: &[u8], packing: Packing<'_>, width: usize, pixels: usize) -> (Vec<Change>, Decoded) {
    let mut layer = vec![Leave; pixels];
    let decoded = apply(data, packing, width, &mut layer);
    (layer, decoded)
}

#[test]
fn the_worked_codes_of_wrle() {
    let table = table();
    let cases: [(Vec<Change>, &[u8]); 6] = [
        (run(Colour(103), 5), &[0x1D]),
        (run(Leave, 10), &[0x28]),
        (run(Colour(0x7E), 20), &[0xA6, 0x7E]),
        (run(Colour(102), 1), &[0x12]),
        (run(Colour(9), 200), &[0x06, 0xC7, 9]),
        (run(Leave, 1000), &[0x00, 0xE7, 0x03]),
    ];
    for (pixels, bytes) in cases {
        assert_eq!(encode(&pixels, Packing::Wrle(&table), 640).unwrap(), bytes);
        let (back, state) = applied(bytes, Packing::Wrle(&table), 640, pixels.len());
        assert_eq!((back, state.complete, state.bytes), (pixels, true, bytes.len()));
    }
    assert!(encode(&[Erase], Packing::Wrle(&table), 1).is_err());
}

#[test]
fn the_codes_of_srle() {
    let table = table();
    let pixels =
        [run(Leave, 5), run(Erase, 64), run(Colour(131), 1), run(Colour(131), 0), run(Colour(7), 2)].concat();
    let bytes = [5 << 1 | 1, 63 << 2, 31 << 3 | 2, 2 << 3 | 6, 7];
    assert_eq!(encode(&pixels, Packing::Srle(&table), 640).unwrap(), bytes);
    assert_eq!(applied(&bytes, Packing::Srle(&table), 640, 72).0, pixels);
    let long = run(Leave, 128);
    assert_eq!(encode(&long, Packing::Srle(&table), 640).unwrap(), [1, 127, 0]);
}

#[test]
fn rows_of_drle() {
    let mut frame = [run(Leave, 2), run(Colour(5), 3), run(Erase, 1)].concat();
    frame.extend(run(Leave, 6));
    let bytes = [4, 0, 2 << 1 | 1, 2 << 2 | 2, 5, 0, 0, 0];
    assert_eq!(encode(&frame, Packing::Drle, 6).unwrap(), bytes);
    let all = Decoded { bytes: 8, pixels: 12, complete: true };
    assert_eq!(applied(&bytes, Packing::Drle, 6, 12), (frame, all));
}

#[test]
fn frames_lie_over_each_other() {
    let mut layer = vec![Colour(1), Colour(2), Colour(3)];
    // Leave one, erase one, draw one.
    apply(&[4, 0, 3, 0, 2, 9], Packing::Drle, 3, &mut layer);
    assert_eq!(layer, [Colour(1), Erase, Colour(9)]);
}

#[test]
fn streams_that_end_early_leave_the_rest() {
    let table = table();
    for data in [&[][..], &[0x06], &[0x06, 3], &[0x00, 1]] {
        let (layer, state) = applied(data, Packing::Wrle(&table), 4, 4);
        assert_eq!((layer, state.complete, state.pixels), (run(Leave, 4), false, 0), "{data:?}");
    }
    // A table that is shorter than 32 colours gives 0.
    assert_eq!(applied(&[0xFA], Packing::Srle(&[]), 1, 1).0, [Colour(0)]);
}

fn frame() -> impl Strategy<Value = Vec<Change>> {
    let change =
        prop_oneof![Just(Leave), Just(Erase), any::<u8>().prop_map(Colour), (98_u8..134).prop_map(Colour)];
    let run = (change, prop_oneof![Just(1), 1_usize..8, 1_usize..700, Just(70_000)]);
    prop::collection::vec(run, 0..60)
        .prop_map(|runs| runs.into_iter().flat_map(|(c, n)| std::iter::repeat_n(c, n)).collect())
}

proptest! {
    #[test]
    fn applying_undoes_encoding(frame in frame(), width in 1_usize..700) {
        let table = table();
        let opaque: Vec<Change> = frame.iter().map(|c| if *c == Erase { Leave } else { *c }).collect();
        let srle = (&frame, Packing::Srle(&table));
        for (frame, packing) in [(&frame, Packing::Drle), srle, (&opaque, Packing::Wrle(&table))] {
            let data = encode(frame, packing, width).unwrap();
            let (back, state) = applied(&data, packing, width, frame.len());
            prop_assert_eq!(state, Decoded { bytes: data.len(), pixels: frame.len(), complete: true });
            prop_assert_eq!(&back, frame);
        }
    }

    #[test]
    fn any_bytes_are_handled(
        data in prop::collection::vec(any::<u8>(), 0..300),
        width in 0_usize..70,
        height in 0_usize..20,
    ) {
        let table = table();
        for packing in [Packing::Drle, Packing::Srle(&table), Packing::Wrle(&table)] {
            let (_, state) = applied(&data, packing, width, width * height);
            prop_assert!(state.bytes <= data.len() && state.pixels <= width * height);
        }
    }
}

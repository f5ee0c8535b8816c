//! Tests of costumes of v0, from their blocks to listings and clips.

use crate::codec::ColourTable;
use crate::codec::Decoder;
use crate::costume::Costume;
use crate::model::{PictureSource, PixelSource};
use crate::v0::*;
use crate::{Dialect, Limits, PictureKey, Severity};
use proptest::prelude::*;

/// The example of `docs/format/old-rooms.md §6.3`, from `C` on.
pub(crate) fn example() -> Vec<u8> {
    let mut out = vec![0xDD, 0, 0, 0, 4, 6, 0, 0x26, 0];
    out.extend([0, 1, 0xC6, 0xCE, 0, 0]);
    out.extend(8..=0x0F);
    out.extend((0x10..=0x1E).step_by(2));
    out.extend([0, 0xFF]);
    out.extend([1, 0xFF].repeat(7));
    out.extend([0; 96]);
    out.extend([0xFF; 64]);
    out.extend([1, 2, 1, 1, 0, 0, 0xE4, 0x1B]);
    out.extend([0; 6]);
    out
}

fn opened() -> V0 {
    V0::open(example()[4..].to_vec(), Dialect::V0).unwrap()
}

#[test]
fn the_example_is_read() {
    assert_eq!(example().len(), 221);
    let costume = opened();
    assert_eq!((costume.pictures(), costume.commands()), (2, 20));
    assert_eq!(costume.problems(), []);
    let picture = costume.picture(PictureKey { limb: 0, index: 0 }).unwrap();
    let info = picture.info;
    assert_eq!((info.width, info.height, info.x, info.y), (8, 2, 8, -1));
    let mut rows = Vec::new();
    Decoder::new().picture(&picture.packed, &ColourTable::IDENTITY, &mut rows);
    assert_eq!(rows[..16], [3, 3, 2, 2, 1, 1, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(costume.picture_info(1).unwrap().pixels(), 0);
    assert_eq!((costume.sequence(0, 0), costume.sequence(7, 0)), (Some(&[0][..]), Some(&[1][..])));
    let plain = Some(V0Order { sequence: 0, flipped: false });
    assert_eq!((costume.command(11), costume.command(12)), (Some([plain; 8]), Some([None; 8])));
    assert_eq!(costume.command(20), None);
    assert_eq!(check(&costume).iter().filter(|it| it.severity != Severity::Note).count(), 0);
}

#[test]
fn the_example_is_written_as_it_was_and_every_byte_has_a_meaning() {
    let source = V0Source::read(&opened()).unwrap();
    assert!(source.is_usual());
    assert_eq!(source.write().unwrap(), &example()[4..]);
    let costume = Costume::V0(opened());
    let parts = costume.byte_map();
    assert!(parts.iter().all(|part| part.meaning != costumier_format::map::Meaning::Nothing), "{parts:?}");
    let text = crate::text::listing(&costume);
    assert!(text.contains("limb 0, sequence 0: 0\n") && text.contains("12 mouth open west"), "{text}");
}

#[test]
fn an_unusual_layout_is_kept_until_something_changes() {
    let mut bytes = example()[4..].to_vec();
    bytes.extend([1, 2, 3]);
    let mut source = V0Source::read(&V0::open(bytes.clone(), Dialect::V0).unwrap()).unwrap();
    assert!(!source.is_usual());
    assert_eq!(source.write().unwrap(), bytes);
    source.commands[12][3] = Some(V0Order { sequence: 0, flipped: true });
    let written = source.write().unwrap();
    assert_eq!(written.len(), example().len() - 4);
    let again = V0::open(written, Dialect::V0).unwrap();
    assert_eq!(again.command(12).unwrap()[3], Some(V0Order { sequence: 0, flipped: true }));
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |change: fn(&mut V0Source)| {
        let mut source = V0Source::read(&opened()).unwrap();
        change(&mut source);
        source.write().unwrap_err().to_string()
    };
    for (change, said) in [
        ((|it| it.pictures.truncate(1)) as fn(&mut V0Source), "there are 2 to 129"),
        (|it| it.pictures[0].x = 3, "its x does not fit"),
        (|it| it.pictures[0].y = 1, "its y does not fit"),
        (|it| it.pictures[0].width = 16, "its pixels are not those of 4"),
        (|it| it.commands.clear(), "there are 1 to 255"),
        (|it| it.limbs[2][0] = vec![9], "shows a picture that is not there"),
        (|it| it.commands[0][1] = V0Order::from_byte(5), "does not have"),
        (|it| it.limbs[0] = (0..=250).map(|n| vec![n % 2; 3]).collect(), "more than 256 bytes"),
    ] {
        let text = refused(change);
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn every_cut_and_every_change_is_handled() {
    let whole = example()[4..].to_vec();
    let ask = |bytes: Vec<u8>| {
        let Ok(costume) = V0::open(bytes, Dialect::V0) else { return };
        if let Ok(source) = V0Source::read(&costume) {
            assert_eq!(source.write().unwrap(), costume.payload());
        }
        let costume = Costume::V0(costume);
        let _ = (costume.check(), crate::text::listing(&costume), costume.byte_map().len());
        let costume = std::sync::Arc::new(costume);
        let limits = Limits::with(|limits| limits.clip_ticks = 50);
        for action in costume.actions().iter().take(8) {
            let _ = crate::play::Clip::record(&costume, action.chore, action.facing, &limits);
        }
    };
    for at in 0..whole.len() {
        ask(whole[..at].to_vec());
        for value in [0, 1, 0x7F, 0x80, 0xFE, 0xFF] {
            let mut changed = whole.clone();
            changed[at] = value;
            ask(changed);
        }
    }
}

fn any_source() -> impl Strategy<Value = V0Source> {
    let picture = (0u16..4, 0u16..9, any::<u8>(), any::<u8>(), any::<i8>(), any::<i8>(), any::<u64>())
        .prop_map(|(cells, height, x, y, move_x, move_y, noise)| PictureSource {
            width: cells * 8,
            height,
            x: i16::from(x) * 8,
            y: -i16::from(y),
            move_x: i16::from(move_x) * 8,
            move_y: i16::from(move_y),
            pixels: PixelSource::Encoded(
                noise.to_le_bytes().into_iter().cycle().take(usize::from(cells * height)).collect(),
            ),
        });
    let limbs = prop::array::uniform8(prop::collection::vec(prop::collection::vec(any::<u8>(), 1..5), 1..4));
    let order = prop::option::of((any::<u8>(), any::<bool>()));
    let commands = prop::collection::vec(prop::array::uniform8(order), 1..24);
    (prop::collection::vec(picture, 2..20), limbs, commands).prop_map(|(pictures, mut limbs, commands)| {
        let count = u8::try_from(pictures.len()).unwrap();
        limbs.iter_mut().flatten().flatten().for_each(|picture| *picture %= count);
        let mut commands: Vec<[Option<V0Order>; LIMBS]> = commands
            .into_iter()
            .map(|orders| {
                let mut limb = 0;
                orders.map(|order| {
                    let sequences = u8::try_from(limbs[limb].len()).unwrap();
                    limb += 1;
                    order.map(|(sequence, flipped)| V0Order { sequence: sequence % sequences, flipped })
                })
            })
            .collect();
        // Reading does not find sequences that no command names.
        let all = std::array::from_fn(|limb| {
            Some(V0Order { sequence: u8::try_from(limbs[limb].len() - 1).unwrap(), flipped: false })
        });
        commands.push(all);
        let mut source = V0Source::new();
        (source.pictures, source.limbs, source.commands) = (pictures, limbs, commands);
        source
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(source in any_source()) {
        let payload = source.write().unwrap();
        let costume = V0::open(payload.clone(), Dialect::V0).unwrap();
        let again = V0Source::read(&costume).unwrap();
        prop_assert_eq!(&again.pictures, &source.pictures);
        prop_assert_eq!(&again.limbs, &source.limbs);
        prop_assert_eq!(&again.commands, &source.commands);
        prop_assert_eq!(again.write().unwrap(), payload);
    }
}

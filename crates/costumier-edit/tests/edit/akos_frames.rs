//! Auxiliary frames of AKOS costumes as pictures in a folder: the same when nothing changed, and what was painted
//! where something was.

use crate::support::{akax, akos_block, edited, indexed, pack, refusal, unpack, with_picture};
use costumier::format::akos::{Akos, AkosSource, Codec};
use costumier::format::codec::delta::{self, Change, Packing};
use costumier::{Costume, Dialect};
use costumier_edit::folder::{About, ORIGINAL};
use proptest::prelude::*;

/// Colours of the frames, the table among them.
const TABLE: [u8; 32] = [9; 32];

fn change(n: u8) -> Change {
    match n {
        0..=3 => Change::Leave,
        4..=5 => Change::Erase,
        n => Change::Colour(n),
    }
}

/// AKAX of one frame for each kind that is a picture, packed by the library, or pixel by pixel.
fn drawn_frames(noise: &[u8], (width, height): (u16, u16), by_pixels: bool) -> Vec<u8> {
    let pixels = usize::from(width * height);
    let bodies: Vec<Vec<u8>> = [0x01u8, 0x10, 0x20]
        .iter()
        .map(|kind| {
            let erases = *kind != 0x20;
            let all: Vec<Change> = noise.iter().cycle().take(pixels).map(|n| change(*n)).collect();
            let all: Vec<Change> =
                all.iter().map(|c| if erases || *c != Change::Erase { *c } else { Change::Leave }).collect();
            let packing = match kind {
                0x01 => Packing::Drle,
                0x10 => Packing::Srle(&TABLE),
                _ => Packing::Wrle(&TABLE),
            };
            let data = match (by_pixels, packing) {
                (true, Packing::Drle) => all.chunks(width.into()).flat_map(one_by_one).collect(),
                _ => delta::encode(&all, packing, width.into()).unwrap(),
            };
            let mut picture = [*kind, 0, 3, 0, 0xFE, 0xFF].to_vec();
            picture.extend([width.to_le_bytes(), height.to_le_bytes()].concat());
            if *kind == 0x20 {
                picture.extend(TABLE);
            }
            picture.extend(data);
            let mut body = akos_block(b"AXFD", &picture);
            if *kind == 0x10 {
                body.extend(akos_block(b"CLRS", &TABLE));
            }
            akos_block(b"AUXD", &body)
        })
        .collect();
    akax(&bodies)
}

/// A row of DRLE with a code for each pixel.
fn one_by_one(row: &[Change]) -> Vec<u8> {
    let codes: Vec<u8> = row
        .iter()
        .flat_map(|change| match change {
            Change::Leave => vec![3],
            Change::Erase => vec![0],
            Change::Colour(value) => vec![2, *value],
        })
        .collect();
    [&(codes.len() as u16).to_le_bytes()[..], &codes].concat()
}

fn with_frames(frames: Vec<u8>) -> Costume {
    let mut source = AkosSource::new(Codec::Rle, (0..16).collect());
    source.sequence = vec![0];
    source.others.push((*b"AKAX", frames));
    Costume::open(*b"AKOS", source.write().unwrap(), Dialect::humongous(80)).unwrap()
}

/// What a frame does to each pixel.
fn shown(akos: &Akos, index: u16) -> Vec<Change> {
    let frame = akos.frame(index).unwrap();
    let mut layer = vec![Change::Leave; usize::from(frame.width) * usize::from(frame.height)];
    assert!(delta::apply(frame.data, frame.packing.unwrap(), frame.width.into(), &mut layer).complete);
    layer
}

proptest! {
    #[test]
    fn auxiliary_frames_are_pictures(
        noise in proptest::collection::vec(0u8..40, 1..60),
        size in (1u16..12, 1u16..9),
        by_pixels: bool,
        known: bool,
        at in any::<proptest::sample::Index>(),
        value in 6u8..40,
    ) {
        let costume = with_frames(drawn_frames(&noise, size, by_pixels));
        let room_colours = (0..=255u8).filter(|_| known).map(|n| [n, 255 - n, n / 2 * 2]).collect();
        let about = About { room_colours, ..About::default() };
        let files = unpack(&costume, &about);
        prop_assert!(!files.keys().any(|name| name.starts_with("frames/") && name.ends_with(".bin")));
        let same = pack(&files).payload;
        prop_assert_eq!(same.as_slice(), costume.payload());
        // Without the block they are packed anew, and say the same.
        let mut anew = files.clone();
        anew.remove(ORIGINAL);
        let again = pack(&anew).costume().unwrap();
        for index in 0..3 {
            prop_assert_eq!(
                shown(again.as_akos().unwrap(), index), shown(costume.as_akos().unwrap(), index)
            );
        }
        // A pixel of one, painted: the other two keep their bytes.
        for index in 0..3u16 {
            let name = format!("frames/frame-{index}.png");
            let (size, mut indices, shown_in) = indexed(&files, &name);
            let at = at.index(indices.len());
            indices[at] = value;
            let edited = pack(&with_picture(&files, &name, size, &indices, &shown_in)).costume().unwrap();
            let (old, new) = (costume.as_akos().unwrap(), edited.as_akos().unwrap());
            for other in 0..3 {
                let mut wanted = shown(old, other);
                if other == index {
                    wanted[at] = Change::Colour(value);
                } else {
                    prop_assert_eq!(old.frame(other).unwrap().data, new.frame(other).unwrap().data);
                }
                prop_assert_eq!(shown(new, other), wanted);
            }
        }
    }
}

#[test]
fn what_a_frame_cannot_say_is_refused() {
    let costume = with_frames(drawn_frames(&[1, 8, 4, 20], (4, 2), false));
    let files = unpack(&costume, &About::default());
    let erasing = edited(
        &files,
        "file = \"frames/frame-2.png\"\nkeep = 0",
        "file = \"frames/frame-0.png\"\nkeep = 0\nerase = 255",
    );
    assert!(refusal(&erasing).contains("cannot erase"), "{}", refusal(&erasing));
    let same = edited(&files, "erase = 255", "erase = 0");
    assert!(refusal(&same).contains("the same pixel value"), "{}", refusal(&same));
    let missing = edited(&files, "frames/frame-1.png", "frames/gone.png");
    assert!(refusal(&missing).contains("frames/gone.png"), "{}", refusal(&missing));
}

//! Tests of hand-made rooms: read, decoded, damaged.

use proptest::prelude::*;

use super::super::tests::block;
use super::picture::MOST_PLANES;
use super::*;
use crate::codec::strip::StripKind;
use crate::codec::{mask, strip};

/// A room of 24 × 6 pixels with all parts.
struct Sketch {
    width: u16,
    height: u16,
    pixels: Vec<u8>,
    /// One byte per row and strip.
    plane: Vec<u8>,
}

impl Sketch {
    fn new() -> Self {
        let pixels = (0..24 * 6).map(|at| u8::try_from(at % 7 + at / 50).unwrap()).collect();
        let plane = (0..3 * 6).map(|at| if at % 3 == 1 { 0 } else { 0x80 >> (at / 3) }).collect();
        Self { width: 24, height: 6, pixels, plane }
    }

    fn smap(&self) -> Vec<u8> {
        let (stride, height) = (usize::from(self.width), usize::from(self.height));
        let strips = stride / 8;
        let (mut table, mut data) = (Vec::new(), Vec::new());
        for number in 0..strips {
            let at = u32::try_from(8 + strips * 4 + data.len()).unwrap();
            table.extend(at.to_le_bytes());
            data.extend(strip::encode_smallest(
                self.pixels.get(number * 8..).unwrap_or_default(),
                height,
                stride,
            ));
        }
        block(b"SMAP", &[table, data].concat())
    }

    fn zplane(&self) -> Vec<u8> {
        let strips = usize::from(self.width) / 8;
        let (mut table, mut data) = (Vec::new(), Vec::new());
        for number in 0..strips {
            let rows: Vec<u8> = self.plane.iter().skip(number).step_by(strips).copied().collect();
            let stored = rows.iter().any(|row| *row != 0);
            let at = if stored { u16::try_from(8 + strips * 2 + data.len()).unwrap() } else { 0 };
            table.extend(at.to_le_bytes());
            if stored {
                data.extend(mask::encode(&rows));
            }
        }
        block(b"ZP01", &[table, data].concat())
    }

    fn payload(&self) -> Vec<u8> {
        let walk = |corners: [i16; 8], tail: [u8; 4]| {
            let bytes: Vec<u8> = corners.into_iter().flat_map(i16::to_le_bytes).chain(tail).collect();
            bytes
        };
        let boxes = [
            vec![4, 0],
            walk([-32000; 8], [0, 0, 255, 0]),
            walk([0, 2, 23, 2, 23, 5, 0, 5], [1, 0, 1, 0x80]),
            walk([10, 2, 15, 2, 15, 5, 10, 5], [9, 0, 90, 0]),
            walk([0, 2, 23, 2, 23, 5, 0, 5], [0, 0x80, 1, 0]),
        ]
        .concat();
        let slots: Vec<u8> =
            [0, 0, 0, 0, 100, 0, 200, 10_u16].into_iter().chain([0; 8]).flat_map(u16::to_le_bytes).collect();
        let size = [self.width, self.height, 3].into_iter().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        let image = [self.smap(), self.zplane()].concat();
        let image = [block(b"RMIH", &[1, 0]), block(b"IM00", &image)].concat();
        [
            block(b"RMHD", &size),
            block(b"TRNS", &[5, 0]),
            block(b"CLUT", &[33; 768]),
            block(b"BOXD", &boxes),
            block(b"BOXM", &[0xff, 0xff, 1, 1, 1, 2, 2, 2, 0xff, 0xff]),
            block(b"SCAL", &slots),
            block(b"RMIM", &image),
        ]
        .concat()
    }

    fn read(&self) -> Result<Room> {
        read(self.payload())
    }
}

fn read(payload: Vec<u8>) -> Result<Room> {
    let block = RawBlock { room: 7, file: "tiny.001".into(), offset: 1000, tag: *b"ROOM", payload };
    Room::read(&block, None, Some("quay"), &Dialect::V5, &Limits::default())
}

#[test]
fn a_whole_room() {
    let sketch = Sketch::new();
    let room = sketch.read().unwrap();
    assert_eq!((room.id, room.name.as_deref()), (7, Some("quay")));
    assert_eq!((room.width, room.height, room.objects.len(), room.transparent), (24, 6, 0, 5));
    assert_eq!(room.problems, []);
    assert_eq!(room.palettes.len(), 1);
    assert_eq!(room.palettes[0].colours[255], [33; 3]);
    let background = room.background().unwrap();
    assert_eq!(background.problems, []);
    assert_eq!(background.pixels, sketch.pixels);
    assert_eq!(room.planes.len(), 1);
    assert_eq!(room.planes[0].bits(), sketch.plane);
}

#[test]
fn boxes_give_planes_and_scales() {
    let room = Sketch::new().read().unwrap();
    assert_eq!(room.boxes.len(), 4);
    // Box 2 lies on box 1; box 3 lies on both, but is invisible.
    assert_eq!(
        [(0, 2), (12, 3), (9, 5), (9, 6)].map(|(x, y)| room.box_at(x, y)),
        [Some(1), Some(2), Some(1), None]
    );
    assert_eq!(room.plane_for(Some(1)), 1);
    assert_eq!(room.plane_for(Some(2)), 1, "held to the last plane");
    assert_eq!(room.plane_for(None), 0);
    assert_eq!(room.plane_for(Some(99)), 0);
    assert_eq!(room.boxes[1].scale, BoxScale::Slot(1));
    assert_eq!(room.scale_for(Some(1), 5), 150);
    assert_eq!(room.scale_for(Some(2), 5), 90);
    assert_eq!(room.scale_for(None, 5), 255);
    assert_eq!(room.scale_for(Some(99), 5), 255);
    assert_eq!(room.neighbours(1), [2]);
    assert_eq!(room.neighbours(99), [0; 0]);
}

#[test]
fn only_the_header_must_be_there() {
    let room = read(block(b"RMHD", &[16, 0, 2, 0, 0, 0])).unwrap();
    assert_eq!((room.width, room.planes.len(), room.transparent), (16, 0, 255));
    assert_eq!(room.problems.len(), 1, "no palette");
    let error = room.background().unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::NoSuchItem("picture in room 7".into()));
    let error = read(block(b"CLUT", &[])).unwrap_err();
    assert_eq!((error.block(), error.file(), error.offset()), (Some("ROOM"), Some("tiny.001"), Some(1000)));
    let error = read(block(b"RMHD", &[0xff; 6])).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit(_)));
    let error = read(block(b"RMHD", &[16, 0, 2])).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Truncated { needed: 2, available: 1 });
    assert_eq!((error.block(), error.offset()), (Some("RMHD"), Some(1018)));
}

#[test]
fn something_else_is_no_room() {
    let block = RawBlock { room: 7, file: "x".into(), offset: 0, tag: *b"COST", payload: Vec::new() };
    let error = Room::read(&block, None, None, &Dialect::V5, &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("COST stands where room 7 should be"), "{error}");
}

/// Raw strips do not keep planes, as frames of ScummVM show.
#[test]
fn planes_stay_beneath_strips_that_leave_pixels_out_but_for_raw_ones() {
    for (code, keeps) in
        [(1, false), (18, false), (38, true), (48, true), (88, true), (148, true), (149, false)]
    {
        assert_eq!(StripKind::Modern.keeps_planes(code), keeps, "{code}");
        assert!(!StripKind::Sixteen.keeps_planes(code), "{code}");
    }
}

#[test]
fn damaged_strips_are_left_out_one_by_one() {
    let sketch = Sketch::new();
    let mut payload = sketch.payload();
    let smap = payload.windows(4).position(|window| window == b"SMAP").unwrap();
    payload[smap + 8] = 0xff; // strip 0's offset leads outside
    let second = u32::from_le_bytes(payload[smap + 12..smap + 16].try_into().unwrap());
    payload[smap + second as usize] = 200; // strip 1's code is unknown
    let room = read(payload).unwrap();
    let Background { pixels, problems } = room.background().unwrap();
    let paths: Vec<_> = problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["room 7 / SMAP / strip 0", "room 7 / SMAP / strip 1"]);
    let smap_at = 1008 + smap as u64;
    assert_eq!(problems[0].at, Some(smap_at + 8));
    assert_eq!(problems[1].at, Some(smap_at + u64::from(second)));
    for (row, expected) in pixels.chunks(24).zip(sketch.pixels.chunks(24)) {
        assert_eq!((&row[..16], &row[16..]), (&[0; 16][..], &expected[16..]));
    }
}

#[test]
fn many_problems_do_not_become_a_mountain() {
    let header = block(b"RMHD", &[0xf8, 0xff, 1, 0, 0, 0]);
    let image = [block(b"SMAP", &[]), block(b"ZP01", &[])].concat();
    let image = [block(b"RMIH", &[0xff, 0xff]), block(b"IM00", &image)].concat();
    let room = read([header, block(b"RMIM", &image)].concat()).unwrap();
    assert_eq!(room.problems.len(), MOST_PROBLEMS);
    assert_eq!(room.planes.len(), MOST_PLANES);
    assert_eq!(room.background().unwrap().problems.len(), MOST_PROBLEMS);
}

#[test]
fn rooms_cut_anywhere_are_handled() {
    let payload = Sketch::new().payload();
    for len in 0..payload.len() {
        match read(payload[..len].to_vec()) {
            Ok(room) => {
                assert!(len >= 12, "width and height must be there");
                let complete = room.problems.is_empty()
                    && room.background().is_ok_and(|found| found.problems.is_empty());
                assert!(!complete, "cut at {len}");
            }
            Err(error) => assert!(error.offset().is_some(), "{error}"),
        }
    }
}

#[test]
fn changed_bytes_are_handled() {
    let payload = Sketch::new().payload();
    let clut = payload.windows(4).position(|window| window == b"CLUT").unwrap() + 8;
    for at in (0..payload.len()).filter(|at| !(clut..clut + 760).contains(at)) {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut payload = payload.clone();
            payload[at] = value;
            if let Ok(room) = read(payload) {
                let _ = room.background();
                for (x, y) in [(0, 0), (12, 3), (i32::MAX, i32::MIN)] {
                    let number = room.box_at(x, y);
                    let _ = (room.plane_for(number), room.scale_for(number, y), room.neighbours(1));
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn pictures_and_planes_come_back(
        strips in 1_u16..5, height in 0_u16..30, seed in prop::collection::vec((any::<u8>(), 1_usize..40), 1..40),
    ) {
        let noise: Vec<u8> = seed.into_iter().flat_map(|(value, count)| std::iter::repeat_n(value, count)).collect();
        let fill = |len: usize| noise.iter().copied().cycle().take(len).collect::<Vec<u8>>();
        let count = usize::from(strips) * usize::from(height);
        let sketch = Sketch { width: strips * 8, height, pixels: fill(count * 8), plane: fill(count) };
        let room = sketch.read().unwrap();
        prop_assert_eq!(&room.problems, &[]);
        let background = room.background().unwrap();
        prop_assert_eq!(background.problems, []);
        prop_assert_eq!(background.pixels, sketch.pixels);
        prop_assert_eq!(room.planes[0].bits(), &sketch.plane);
    }

    #[test]
    fn any_bytes_are_handled(body in prop::collection::vec(any::<u8>(), 0..200)) {
        let header = block(b"RMHD", &[64, 0, 20, 0, 0, 0]);
        for tag in [b"RMIM", b"PALS", b"BOXD", b"BOXM", b"SCAL", b"CLUT", b"TRNS"] {
            let room = read([header.clone(), block(tag, &body)].concat()).unwrap();
            let _ = room.background();
        }
        let parts = [b"SMAP", b"ZP01", b"ZP02"].map(|tag| block(tag, &body)).concat();
        let image = block(b"RMIM", &[block(b"RMIH", &[2, 0]), block(b"IM00", &parts)].concat());
        let room = read([header, image].concat()).unwrap();
        prop_assert_eq!(room.background().unwrap().pixels.len(), 64 * 20);
    }
}

/// The code of the Amiga's Monkey Island 1: a strip of 16 colours, which can copy from the strip before it.
#[test]
fn a_strip_with_code_10_has_sixteen_colours() {
    // Two columns of five rows: copies of the column to the left; a pair; then one colour.
    let strip = [10, 0x85, 0xC5, 0x12, 0x07, 30];
    for kind in [StripKind::Modern, StripKind::V3] {
        let mut pixels = vec![9; 16 * 5];
        let decoded = kind.decode(&strip, (5, 255), &mut pixels, 16, 8).unwrap();
        assert_eq!((decoded.code, decoded.bytes, decoded.cut), (10, 6, false), "{kind:?}");
        let row = |y: usize| pixels[16 * y + 7..16 * y + 16].to_vec();
        assert_eq!(row(0), [9, 9, 1, 7, 7, 7, 7, 7, 7], "{kind:?}");
        assert_eq!(row(1), [9, 9, 2, 7, 7, 7, 7, 7, 7], "{kind:?}");
    }
}

use proptest::prelude::*;

use super::*;
use crate::game::GameBuilder;
use costumier::MemoryFiles;
use costumier::game::{BoxScale, Game, Room};
use costumier_format::Limits;
use costumier_format::dialect::Dialect;

/// The children of a container's payload: tag and payload.
fn children(bytes: &[u8]) -> Vec<(String, &[u8])> {
    let mut rest = bytes;
    let mut out = Vec::new();
    while !rest.is_empty() {
        let size = u32::from_be_bytes(rest[4..8].try_into().unwrap()) as usize;
        out.push((String::from_utf8(rest[..4].to_vec()).unwrap(), &rest[8..size]));
        rest = &rest[size..];
    }
    out
}

fn child<'a>(bytes: &'a [u8], path: &[&str]) -> &'a [u8] {
    path.iter().fold(bytes, |bytes, tag| children(bytes).into_iter().find(|(name, _)| name == tag).unwrap().1)
}

fn walk_box(scale: BoxScale) -> WalkBox {
    WalkBox { corners: [(1, -2), (3, 4), (5, 6), (7, 8)], mask: 2, flags: 0x40, scale }
}

fn room() -> RoomSource {
    let mut room = RoomSource::new(24, 5);
    room.palette = vec![[1, 2, 3], [4, 5, 6]];
    room.transparent = Some(255);
    // The outer strips are equal.
    room.background = (0..5)
        .flat_map(|y| (0..24).map(move |x| (y * 8 + x % 8) * 2 + u8::from((8..16).contains(&x))))
        .collect();
    let mut plane = Plane::new(24, 5);
    plane.set(9, 0, true);
    room.planes = vec![Plane::new(24, 5), plane];
    room.boxes = vec![walk_box(BoxScale::Constant(200)), walk_box(BoxScale::Slot(0))];
    room.neighbours = vec![vec![2], vec![1]];
    room.scale_slots[0] = Some(ScaleSlot { scale1: 128, y1: 110, scale2: 255, y2: 180 });
    room
}

#[test]
fn blocks_are_where_readers_look_for_them() {
    let bytes = room().write().unwrap();
    let tags: Vec<_> = children(&bytes).into_iter().map(|(tag, _)| tag).collect();
    assert_eq!(tags, ["RMHD", "TRNS", "BOXD", "BOXM", "CLUT", "SCAL", "RMIM"]);
    assert_eq!(child(&bytes, &["RMHD"]), [24, 0, 5, 0, 0, 0]);
    assert_eq!(child(&bytes, &["TRNS"]), [255, 0]);
    let clut = child(&bytes, &["CLUT"]);
    assert_eq!((clut.len(), &clut[..8]), (768, &[1, 2, 3, 4, 5, 6, 0, 0][..]));
    assert_eq!(child(&bytes, &["RMIM", "RMIH"]), [2, 0]);
    let slots = child(&bytes, &["SCAL"]);
    assert_eq!((slots.len(), &slots[..10]), (32, &[128, 0, 110, 0, 255, 0, 180, 0, 0, 0][..]));
}

#[test]
fn v7_puts_a_version_before_the_size() {
    let bytes = room().write_for(&Dialect::V7).unwrap();
    assert_eq!(child(&bytes, &["RMHD"])[4..], [24, 0, 5, 0, 0, 0]);
    let (v5, v7) = (room().write().unwrap(), children(&bytes).split_off(1));
    assert_eq!(children(&v5)[1..], v7);
}

#[test]
fn v8_wraps_its_lists_together_with_their_tables() {
    let bytes = room().write_for(&Dialect::V8).unwrap();
    let tags: Vec<_> = children(&bytes).into_iter().map(|(tag, _)| tag).collect();
    assert_eq!(tags, ["RMHD", "BOXD", "BOXM", "CLUT", "SCAL", "IMAG"]);
    assert_eq!(child(&bytes, &["RMHD"])[4..], [24, 5, 0, 2, 255].map(u32::to_le_bytes).concat());
    let outer = child(&bytes, &["IMAG", "WRAP"]);
    assert_eq!(outer[..16], *b"OFFS\0\0\0\x0c\x0c\0\0\0SMAP");
    let strips = child(outer, &["SMAP", "BSTR", "WRAP"]);
    // Three strips, the outer ones equal, behind 8 + 12 bytes.
    assert_eq!(strips[..12], *b"OFFS\0\0\0\x14\x14\0\0\0");
    assert_eq!(strips[8..12], strips[16..20]);
    let planes = child(outer, &["SMAP", "ZPLN", "WRAP"]);
    let second = usize::from(planes[12]);
    assert_eq!((&planes[16..20], &planes[second..second + 4]), (&b"ZSTR"[..], &b"ZSTR"[..]));
    let masks = child(&planes[second..], &["ZSTR", "WRAP"]);
    assert_eq!(masks[8..20], [0, 20, 0].map(u32::to_le_bytes).concat(), "only the middle strip is stored");
    assert_eq!(masks[20..], mask::encode(&[0x40, 0, 0, 0, 0]));
    let boxes = child(&bytes, &["BOXD"]);
    assert_eq!((boxes.len(), boxes[0]), (4 + 3 * 52, 3));
    assert_eq!(boxes[4 + 2 * 52 + 32..][..16], [2, 0x40, 1, 0].map(u32::to_le_bytes).concat());
    assert_eq!(child(&bytes, &["SCAL"])[..16], [128, 110, 255, 180].map(u32::to_le_bytes).concat());
}

#[test]
fn boxes_have_a_dummy_in_front() {
    let bytes = room().write().unwrap();
    let boxes = child(&bytes, &["BOXD"]);
    assert_eq!((boxes.len(), boxes[0]), (2 + 3 * 20, 3));
    assert_eq!(boxes[2..6], [0x00, 0x83, 0x00, 0x83]);
    let common = [1, 0, 0xFE, 0xFF, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 2, 0x40];
    assert_eq!(boxes[22..40], common);
    assert_eq!(boxes[40..42], [200, 0]);
    assert_eq!(boxes[60..62], [0, 0x80]);
    assert_eq!(child(&bytes, &["BOXM"]), [0, 0, 0, 0xFF, 1, 1, 1, 2, 2, 2, 0xFF, 1, 1, 1, 2, 2, 2, 0xFF]);
}

#[test]
fn strips_decode_to_the_background_and_equal_ones_are_shared() {
    let room = room();
    let bytes = room.write().unwrap();
    let smap = child(&bytes, &["RMIM", "IM00", "SMAP"]);
    let offsets: Vec<_> =
        (0..3).map(|s| usize::from(smap[4 * s]) + 256 * usize::from(smap[4 * s + 1])).collect();
    assert_eq!(offsets[0], 8 + 12);
    assert_eq!(offsets[2], offsets[0]);
    assert!(offsets[1] > offsets[0]);
    let mut pixels = vec![0; 24 * 5];
    for (strip, offset) in offsets.into_iter().enumerate() {
        strip::decode(&smap[offset - 8..], 5, 255, &mut pixels[strip * 8..], 24).unwrap();
    }
    assert_eq!(pixels, room.background);
}

#[test]
fn an_empty_plane_has_no_strips() {
    let bytes = room().write().unwrap();
    assert_eq!(child(&bytes, &["RMIM", "IM00", "ZP01"]), [0; 6]);
    let plane = child(&bytes, &["RMIM", "IM00", "ZP02"]);
    assert_eq!(plane[..6], [0, 0, 14, 0, 0, 0]);
    let mut rows = [0; 5];
    mask::decode(&plane[6..], 5, &mut rows, 1);
    assert_eq!(rows, [0x40, 0, 0, 0, 0]);
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let mut room = room();
    room.width = 25;
    room.palette = vec![[255; 3]; 17];
    room.planes = vec![Plane::new(8, 8); 5];
    room.boxes[0].scale = BoxScale::Constant(0);
    room.boxes[1].scale = BoxScale::Slot(1);
    room.neighbours[1] = vec![3];
    room.neighbours.push(vec![]);
    room.scale_slots[2] = Some(ScaleSlot { scale1: 1, y1: 5, scale2: -1, y2: 5 });
    let refused = room.write().unwrap_err();
    let paths: Vec<_> = refused.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "size",
            "background",
            "z-planes",
            "z-plane 1",
            "z-plane 2",
            "z-plane 3",
            "z-plane 4",
            "z-plane 5",
            "palette / colour 16",
            "neighbours",
            "box 1",
            "box 2",
            "box 2",
            "scale slot 3",
            "scale slot 3",
        ]
    );
}

#[test]
fn a_plane_beyond_its_offsets_is_refused() {
    let mut room = RoomSource::new(2400, 400);
    let mut plane = Plane::new(2400, 400);
    plane.bits_mut().iter_mut().zip((1..=251).cycle()).for_each(|(byte, value)| *byte = value);
    room.planes = vec![plane];
    assert_eq!(room.write().unwrap_err().problems[0].path, "z-plane 1");
}

fn any_room() -> impl Strategy<Value = RoomSource> {
    let slot = (0..400i32, 0..200i32, 0..400i32, 1..200i32);
    let slot = slot.prop_map(|(scale1, y1, scale2, dy)| ScaleSlot { scale1, y1, scale2, y2: y1 + dy });
    let corner = (any::<i16>(), any::<i16>());
    let scale = prop_oneof![(1..=255u16).prop_map(BoxScale::Constant), (0..4u8).prop_map(BoxScale::Slot)];
    let walk_box = ([corner, corner, corner, corner], any::<u8>(), any::<u8>(), scale);
    let walk_box = walk_box.prop_map(|(corners, mask, flags, scale)| WalkBox { corners, mask, flags, scale });
    let boxes = prop::collection::vec(walk_box, 0..8).prop_flat_map(|boxes| {
        let count = u8::try_from(boxes.len()).unwrap();
        let neighbours = prop::collection::btree_set(1..=count.max(1), 0..4);
        (Just(boxes), prop::collection::vec(neighbours, usize::from(count)))
    });
    let size = (1u16..6, 1u16..40);
    let colours = prop::collection::vec(prop::array::uniform3(0u8..252), 0..=256);
    (size, colours, any::<u8>(), boxes, prop::array::uniform4(slot), 0..=MAX_PLANES, any::<u64>()).prop_map(
        |((strips, height), palette, transparent, (boxes, neighbours), slots, planes, seed)| {
            let mut room = RoomSource::new(strips * 8, height);
            // Pixels that are sometimes like their neighbours, sometimes not.
            let mut state = seed;
            let mut random = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                u8::try_from(state >> 56).unwrap()
            };
            let mut colour = 0;
            for pixel in &mut room.background {
                match random() % 8 {
                    0 => colour = random(),
                    1 => colour = u8::wrapping_add(colour, 1),
                    _ => {}
                }
                *pixel = colour;
            }
            for _ in 0..planes {
                let mut plane = Plane::new(room.width, height);
                let chance = random();
                plane
                    .bits_mut()
                    .iter_mut()
                    .for_each(|byte| *byte = if random() < chance { random() } else { 0 });
                room.planes.push(plane);
            }
            room.ega_pairs = (random() % 2 == 0).then(|| Box::new(std::array::from_fn(|_| random())));
            room.palette = palette;
            room.transparent = Some(transparent);
            room.boxes = boxes;
            room.neighbours = neighbours.into_iter().map(|set| set.into_iter().collect()).collect();
            room.scale_slots = slots.map(Some);
            room
        },
    )
}

/// The source that would write a room that was read.
fn source_of(room: &Room) -> RoomSource {
    let mut source = RoomSource::new(room.width, room.height);
    source.palette = room.palettes[0].colours.to_vec();
    source.more_palettes = room.palettes[1..].iter().map(|palette| palette.colours.to_vec()).collect();
    source.carried_over = (0..=255).filter(|entry| room.palettes[0].is_skipped(*entry)).collect();
    source.ega_pairs.clone_from(&room.ega_pairs);
    source.transparent = Some(room.transparent);
    source.background = room.background().unwrap().pixels;
    source.planes.clone_from(&room.planes);
    source.boxes = room.boxes[1..].to_vec();
    source.neighbours = (1..room.boxes.len()).map(|number| room.neighbours(number)).collect();
    source.scale_slots = room.slots;
    source
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(source in any_room()) {
        for dialect in [Dialect::V5, Dialect::V7, Dialect::V8, Dialect::humongous(80)] {
            let mut game = GameBuilder::new(dialect);
            let written = source.write_for(&dialect).unwrap();
            game.room_source(1, "den", &source).unwrap();
            let files = game.finish().unwrap().named("a", &dialect);
            let room = Game::open(&MemoryFiles::from_iter(files), None, Limits::default()).unwrap().room(1).unwrap();
            prop_assert_eq!(&room.problems, &[]);
            prop_assert_eq!((room.width, room.height), (source.width, source.height));
            prop_assert_eq!(Some(room.transparent), source.transparent);
            prop_assert_eq!(&room.planes, &source.planes);
            prop_assert_eq!(&room.boxes[1..], &source.boxes[..]);
            prop_assert_eq!(room.slots, source.scale_slots);
            for (number, neighbours) in (1..).zip(&source.neighbours) {
                let others = neighbours.iter().copied().filter(|other| usize::from(*other) != number);
                let others: Vec<u8> = others.collect();
                prop_assert_eq!(room.neighbours(number), others);
            }
            let mixed = source.ega_pairs.as_ref().filter(|_| dialect.has_ega_pairs());
            prop_assert_eq!(room.ega_pairs.as_ref(), mixed);
            for (colour, wanted) in room.palettes[0].colours.iter().zip(&source.palette) {
                prop_assert_eq!(colour, wanted);
            }
            let background = room.background().unwrap();
            prop_assert_eq!(&background.problems, &[]);
            prop_assert_eq!(&background.pixels, &source.background);
            prop_assert_eq!(source_of(&room).write_for(&dialect).unwrap(), written);
            prop_assert_eq!(source_of(&room).write_image(&dialect).unwrap(), source.write_image(&dialect).unwrap());
        }
    }
}

#[test]
fn a_room_has_several_palettes_in_their_order() {
    let palette = |first: u8| -> Vec<[u8; 3]> { (0..=255).map(|i| [i / 2, first, 7]).collect() };
    for dialect in [Dialect::V6, Dialect::V7, Dialect::humongous(72), Dialect::humongous(100)] {
        let mut source = room();
        source.palette = palette(1);
        source.more_palettes = vec![palette(2), palette(3)];
        let mut game = GameBuilder::new(dialect);
        game.room_source(1, "stage", &source).unwrap().script(1, 1, vec![0]);
        let files = game.finish().unwrap();
        let names = [0, 1].map(|disk| dialect.disks.file_name("game", disk));
        let files: MemoryFiles = names.into_iter().zip([files.index, files.data]).collect();
        let opened = Game::open(&files, None, Limits::default()).unwrap().room(1).unwrap();
        let seconds: Vec<_> = opened.palettes.iter().map(|palette| palette.colours[20]).collect();
        assert_eq!(seconds, [[10, 1, 7], [10, 2, 7], [10, 3, 7]], "{dialect:?}");
        source.more_palettes[1].push([0; 3]);
        assert!(source.write_for(&dialect).unwrap_err().to_string().contains("257 colours"));
    }
}

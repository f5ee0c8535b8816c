//! Room folders of v5 and later, and of Humongous games up to 7.0: pictures and planes of strips, in blocks.

use std::collections::BTreeMap;

use costumier::format::block::blocks_in;
use costumier::format::bytes::Bytes;
use costumier::format::dialect::Dialect;
use costumier::format::room::Plane;
use costumier::game::{ObjectStates, ObjectsShown};
use costumier::{Limits, MemoryFiles};
use costumier_build::game::GameBuilder;
use costumier_build::room::{ObjectPictureSource, RoomSource};
use costumier_edit::folder::ORIGINAL;
use costumier_edit::put::NewRoom;
use costumier_edit::room::{self, RoomOptions};

use crate::room::{differences, object, opened, packed, painted, plane, put, put_back, refusal, unpacked};
use crate::support::payload;

const HOLE: u8 = 9;

const SIZE: (u16, u16) = (64, 40);

/// The dialects of v5 and later whose rooms can be edited.
pub(crate) const DIALECTS: [Dialect; 7] = [
    Dialect::V5,
    Dialect::V6,
    Dialect::V7,
    Dialect::V8,
    Dialect::HE60,
    Dialect::humongous(61),
    Dialect::humongous(70),
];

/// A room with two planes and two objects: a sign in two states with a plane, and a plant that leaves pixels out.
/// Their numbers follow from `number`, that of the room. Objects of v8 have all planes of their room.
pub(crate) fn source(dialect: Dialect, noise: u8, number: u8) -> RoomSource {
    let has_all = dialect == Dialect::V8;
    let mut room = RoomSource::new(SIZE.0, SIZE.1);
    room.palette = (0..=251).map(|i| [i, 251 - i, 40]).collect();
    room.transparent = Some(HOLE);
    room.background = (0..64 * 40_u32)
        .map(|at| match at % 64 / 8 {
            0..3 => 3,
            3 => (at % 8) as u8 + 20,
            _ => (at * u32::from(noise) / 7 % 100) as u8 + 30,
        })
        .collect();
    let first = plane(SIZE, (0..64).map(|x| (x, 30)).chain((0..40).map(|y| (20, y))));
    room.planes = vec![first, Plane::new(SIZE.0, SIZE.1)];
    let own = || [Some(plane((16, 8), [(3, 3)]))].into_iter();
    let sign = |colour: u8| ObjectPictureSource {
        pixels: vec![colour; 16 * 8],
        planes: own().chain(has_all.then(|| Some(Plane::new(16, 8)))).collect(),
        ..ObjectPictureSource::default()
    };
    let plant = ObjectPictureSource {
        pixels: (0..8 * 16).map(|at| if at % 3 == 0 { HOLE } else { at }).collect(),
        leaves_out: true,
        planes: vec![has_all.then(|| Plane::new(8, 16)), Some(Plane::new(8, 16))],
        ..ObjectPictureSource::default()
    };
    let first = u16::from(number) * 10;
    room.objects = vec![
        object(first + 1, (8, 8), (16, 8), [(1, sign(40)), (2, sign(41))]),
        object(first + 2, (40, 16), (8, 16), [(1, plant)]),
    ];
    room
}

/// A game with three rooms, and costumes and a script behind each room's block.
pub(crate) fn game(dialect: Dialect, noise: u8) -> MemoryFiles {
    let mut game = GameBuilder::new(dialect);
    for number in [1, 2, 3] {
        game.room_source(number, "den", &source(dialect, noise, number)).unwrap();
        game.costume(number.into(), number, payload(dialect, 12));
    }
    game.script(1, 3, vec![0xA0]);
    game.finish().unwrap().named("game", &dialect).into_iter().collect()
}

/// Every block of a room that holds no other blocks, by its path; strips of pictures and planes are parts of their
/// own. Tables of v8 that say where blocks are are left out. It reads the bytes without the code that is tested.
pub(crate) fn parts(payload: &[u8]) -> BTreeMap<String, Vec<u8>> {
    fn walk(data: &[u8], path: &str, out: &mut BTreeMap<String, Vec<u8>>) {
        let mut count = 0;
        for (number, block) in blocks_in(Bytes::new(data), &Limits::default()).list.iter().enumerate() {
            let path = format!("{path}/{number} {}", block.name());
            let own = &data[block.offset as usize..block.end() as usize];
            let inside = &own[8..];
            let is_wide = [b"IMAG", b"SMAP", b"ZPLN", b"WRAP"].contains(&&block.tag)
                && [b"WRAP", b"BSTR", b"OFFS"].iter().any(|tag| inside.starts_with(*tag));
            let table = match &block.tag {
                b"BSTR" | b"ZSTR" => Some(4),
                b"SMAP" if !is_wide => Some(4),
                [b'Z', b'P', digit, _] if digit.is_ascii_digit() => Some(2),
                b"OFFS" => continue,
                _ => None,
            };
            // The offsets of a wrapped table count from its own header.
            let own = if inside.starts_with(b"WRAP") { &inside[8..] } else { own };
            let Some(width) = table else {
                if block.is_container() || is_wide {
                    walk(inside, &path, out);
                } else {
                    out.insert(path, inside.to_vec());
                }
                continue;
            };
            let offset = |at: usize| {
                own[8 + at..8 + at + width].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
            };
            // The lowest offset is the end of a picture's table; planes have as many strips.
            if own.starts_with(b"OFFS") {
                count = (u32::from_be_bytes(own[4..8].try_into().unwrap()) as usize - 8) / 4;
            } else if width == 4 {
                let mut first = own.len();
                count = 0;
                while 8 + count * width < first {
                    first = first.min(offset(count * width));
                    count += 1;
                }
            }
            let starts: Vec<usize> = (0..count).map(|strip| offset(strip * width)).collect();
            let mut sorted = starts.clone();
            sorted.push(own.len());
            sorted.sort_unstable();
            for (strip, start) in starts.iter().enumerate() {
                let next = sorted.iter().find(|it| *it > start).copied().unwrap_or(own.len());
                let bytes = if *start == 0 { &[] } else { &own[*start..next] };
                out.insert(format!("{path}/strip {strip}"), bytes.to_vec());
            }
        }
    }
    let mut out = BTreeMap::new();
    walk(payload, "", &mut out);
    out
}

#[test]
fn a_pixel_changes_its_strip_and_nothing_else() {
    for dialect in DIALECTS {
        let files = game(dialect, 5);
        let game = opened(&files, dialect);
        let folder = unpacked(&game, 2);
        let tagged = [
            ("background.png", 3 * 64 + 41, "RMIM/1 IM00/0 SMAP/strip 5"),
            // It shares its bytes with two other strips.
            ("background.png", 3 * 64 + 9, "RMIM/1 IM00/0 SMAP/strip 1"),
            ("plane-1.png", 63, "RMIM/1 IM00/1 ZP01/strip 7"),
            // It was empty.
            ("plane-2.png", 9, "RMIM/1 IM00/2 ZP02/strip 1"),
            ("objects/21-2.png", 15, "IM02/0 SMAP/strip 1"),
            ("objects/21-1-plane-1.png", 9, "IM01/1 ZP01/strip 1"),
            ("objects/22-1.png", 1, "IM01/0 SMAP/strip 0"),
        ];
        let wrapped = [
            ("background.png", 3 * 64 + 41, "IMAG/0 WRAP/1 SMAP/0 BSTR/strip 5"),
            ("background.png", 3 * 64 + 9, "IMAG/0 WRAP/1 SMAP/0 BSTR/strip 1"),
            ("plane-1.png", 63, "WRAP/1 SMAP/1 ZPLN/0 WRAP/1 ZSTR/strip 7"),
            ("plane-2.png", 9, "WRAP/1 SMAP/1 ZPLN/0 WRAP/2 ZSTR/strip 1"),
            ("objects/1-2.png", 15, "IMAG/0 WRAP/2 SMAP/0 BSTR/strip 1"),
            ("objects/1-1-plane-1.png", 9, "WRAP/1 SMAP/1 ZPLN/0 WRAP/1 ZSTR/strip 1"),
            ("objects/2-1.png", 1, "IMAG/0 WRAP/1 SMAP/0 BSTR/strip 0"),
        ];
        for (name, at, path) in if dialect == Dialect::V8 { wrapped } else { tagged } {
            let mut edited = folder.clone();
            painted(&mut edited, name, |pixels| {
                pixels[at] = if pixels.iter().all(|pixel| *pixel < 2) { 1 - pixels[at] } else { 77 };
            });
            let found = differences(dialect, &folder[ORIGINAL], &packed(&edited));
            assert!(matches!(&*found, [only] if only.ends_with(path)), "{name}: {found:?}");
            put_back(&files, &game, &edited);
        }
    }
}

#[test]
fn holes_in_an_opaque_object_are_left_out_and_its_plane_still_replaces() {
    let files = game(Dialect::V6, 5);
    let game = opened(&files, Dialect::V6);
    let mut folder = unpacked(&game, 2);
    painted(&mut folder, "objects/21-1.png", |pixels| pixels[0] = HOLE);
    let packed = room::pack(&folder, &RoomOptions::default()).unwrap();
    assert!(packed.notes[0].contains("had no transparent pixels"), "{:?}", packed.notes);
    let (_, after) = put(&files, &game, &[NewRoom { id: 2, payload: packed.payload }]);
    let after = opened(&after, Dialect::V6).room(2).unwrap();
    let scenery = after.scenery(&ObjectStates::from(ObjectsShown::All)).unwrap();
    assert_eq!(scenery.pixels[8 * 64 + 8], 3, "the background shows");
    assert_eq!(scenery.pixels[8 * 64 + 9], 40);
    assert!(!scenery.planes[0].hides(20, 8), "the object's plane takes the place of the room's");
    assert!(scenery.planes[0].hides(11, 11));
}

#[test]
fn a_plane_that_offsets_cannot_reach_is_refused() {
    let mut source = RoomSource::new(2400, 320);
    source.planes = vec![Plane::new(2400, 320)];
    let dialect = Dialect::V6;
    let mut game = GameBuilder::new(dialect);
    game.room_source(1, "hall", &source).unwrap();
    game.costume(1, 1, payload(dialect, 12));
    let files: MemoryFiles = game.finish().unwrap().named("game", &dialect).into_iter().collect();
    let game = opened(&files, dialect);
    let mut folder = unpacked(&game, 1);
    painted(&mut folder, "plane-1.png", |pixels| {
        // Every strip is different, and every row another byte.
        pixels
            .iter_mut()
            .enumerate()
            .for_each(|(at, pixel)| *pixel = (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & 1) as u8);
    });
    let told = refusal(&folder);
    assert!(told.contains("plane-1.png: a strip of this plane would begin"), "{told}");
}

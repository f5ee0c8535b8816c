//! Room folders of v3 and v4: strips of each code, strips that copy from their neighbours, numbers inside the room that
//! follow.

use std::collections::BTreeMap;

use costumier::MemoryFiles;
use costumier::format::codec::strip::old::{self, V3Encoding};
use costumier::format::codec::strip::{self, StripEncoding};
use costumier::format::dialect::{BlockHeaders, Dialect, FileLayout};
use costumier::format::room::Plane;
use costumier::game::{ObjectStates, ObjectsShown};
use costumier_build::classic::ClassicBuilder;
use costumier_build::room::{ObjectPictureSource, RoomSource};
use costumier_edit::folder::ORIGINAL;
use costumier_edit::put::NewRoom;

use crate::room::{
    differences, game as any_game, object, opened, packed, painted, pixels, plane, put, put_back, refusal,
    unpacked,
};
use crate::support::payload;

/// The dialects of v2 to v4 whose rooms can be edited.
pub(crate) const DIALECTS: [Dialect; 6] =
    [Dialect::V2, Dialect::V3, Dialect::V3_256, Dialect::V4, Dialect::V4_AMIGA, Dialect::V4_EGA];

/// The colour that objects of v3 and v4 leave out.
const HOLE: u8 = 255;

/// A colour that pictures of a dialect can have.
pub(crate) fn in_palette(dialect: Dialect, colour: u8) -> u8 {
    match dialect.fixed_colours {
        true => colour & 15,
        false => colour.max(dialect.background_base),
    }
}

/// A room like that of later generations: planes as many as there can be, a sign and a plant, which is opaque where
/// objects cannot leave pixels out. The background has a strip of each code of the generation.
pub(crate) fn source(dialect: Dialect, noise: u8, number: u8) -> RoomSource {
    let chained = dialect.files == FileLayout::Lec;
    let stored = |colour: u8| if dialect.fixed_colours { colour & 15 } else { colour };
    let mut room = RoomSource::new(64, 40);
    room.palette = (0..=251).map(|i| [i, 251 - i, 40]).collect();
    room.background = (0..64 * 40_u32)
        .map(|at| match at % 64 / 8 {
            0..3 => 3,
            3 => (at % 8) as u8,
            _ => stored((at * u32::from(noise) / 7 % 100) as u8 + 30),
        })
        .collect();
    let strip = |x: usize| &room.background[x * 8..];
    match (dialect.fixed_colours, chained) {
        (true, _) => {}
        (false, false) => {
            let own = (0..).zip(V3Encoding::ALL).map(|(x, code)| old::encode_v3(strip(x), 40, 64, code));
            let later = [StripEncoding::StepsByColumns, StripEncoding::StepsByRows, StripEncoding::Runs];
            let later = (5..).zip(later).map(|(x, way)| strip::encode(strip(x), 40, 64, way));
            room.strips = own.chain(later).collect();
        }
        (false, true) => {
            room.strips = (0..8).map(|x| strip::encode_smallest(strip(x), 40, 64)).collect();
            if dialect.background_base > 0 {
                // The Amiga's code of 16 colours. It copies the last column of the strip before.
                room.strips[3] = [&[old::SIXTEEN], old::encode_sixteen(strip(3), 40, 64).as_slice()].concat();
            }
        }
    }
    room.planes = vec![plane((64, 40), (0..64).map(|x| (x, 30)).chain((0..40).map(|y| (20, y))))];
    let mut planes = vec![Some(plane((16, 8), [(3, 3)]))];
    let mut leafy = vec![Some(Plane::new(8, 16))];
    if chained {
        room.planes.push(Plane::new(64, 40));
        planes.push(Some(Plane::new(16, 8)));
        leafy.push(Some(Plane::new(8, 16)));
    }
    let leaves_out = chained && !dialect.fixed_colours;
    let sign =
        ObjectPictureSource { pixels: vec![stored(40); 16 * 8], planes, ..ObjectPictureSource::default() };
    let plant = ObjectPictureSource {
        pixels: (0..8 * 16).map(|at| if at % 3 == 0 && leaves_out { HOLE } else { stored(at) }).collect(),
        leaves_out,
        planes: leafy,
        ..ObjectPictureSource::default()
    };
    let state = dialect.objects.only_picture();
    let first = u16::from(number) * 10;
    room.objects = vec![
        object(first + 1, (8, 8), (16, 8), [(state, sign)]),
        object(first + 2, (40, 16), (8, 16), [(state, plant)]),
    ];
    room
}

/// A game of three rooms, with costumes and a script behind each room's block.
pub(crate) fn game(dialect: Dialect, noise: u8) -> MemoryFiles {
    built(dialect, |number| source(dialect, noise, number))
}

pub(crate) fn built(dialect: Dialect, source: impl Fn(u8) -> RoomSource) -> MemoryFiles {
    let mut game = ClassicBuilder::new(dialect);
    for number in [1, 2, 3] {
        game.room_source(number, "den", 1, &source(number)).unwrap();
        game.costume(number.into(), number, payload(dialect, 12));
    }
    game.script(1, 3, vec![0xA0]);
    game.finish().unwrap().into_iter().collect()
}

fn number(data: &[u8], at: usize, width: usize) -> usize {
    data[at..at + width].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
}

/// The strips of a picture and its planes, by path. It reads the bytes without the code that is tested.
fn picture(dialect: Dialect, path: &str, data: &[u8], width: usize, out: &mut BTreeMap<String, Vec<u8>>) {
    let mut table = |name: &str, data: &[u8], at: usize, wide: usize| {
        let starts: Vec<usize> = (0..width / 8).map(|strip| number(data, at + strip * wide, wide)).collect();
        for (strip, start) in starts.iter().enumerate() {
            let end = starts.iter().copied().filter(|it| it > start).min().unwrap_or(data.len());
            let bytes = if *start == 0 { Vec::new() } else { data[*start..end].to_vec() };
            out.insert(format!("{path}/{name}/strip {strip}"), bytes);
        }
    };
    if dialect == Dialect::V2 {
        // Pixels and rows of strips: 40 rows in rooms, 8 in a sign, 16 in a plant.
        let height = if width == 64 { 40 } else { 24 - width };
        let [mut at, mut done] = [0; 2];
        while done < width * height {
            let head = usize::from(data[at]);
            let count = if head & 0x80 != 0 { head & 0x7F } else { head >> 4 };
            done += if count == 0 { number(data, at + 1, 1) } else { count };
            at += 1 + usize::from(count == 0);
        }
        out.insert(format!("{path}/picture/stream"), data[..at].to_vec());
        out.insert(format!("{path}/plane 1/stream"), data[at..].to_vec());
        return;
    }
    let wide = if dialect.fixed_colours { 2 } else { 4 };
    let mut at = number(data, 0, wide);
    table("picture", &data[..at], wide, wide);
    for plane in 1..=3 {
        let name = format!("plane {plane}");
        let (size, before) = match (dialect.blocks, dialect.files) {
            (BlockHeaders::Bare, _) => (data.len() - at, 0),
            (_, FileLayout::Lec) => (number(data, at, 2), 2),
            _ => (number(data, at, 4), 4),
        };
        if size == 0 {
            break;
        }
        table(&name, &data[at..at + size], before, 2);
        at += size;
        if at >= data.len() {
            break;
        }
    }
}

/// Every part of a room, by its path.
pub(crate) fn parts(dialect: Dialect, payload: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    let object_width = |id: usize| if id % 10 == 1 { 16 } else { 8 };
    if dialect.blocks == BlockHeaders::Small {
        let mut at = 0;
        while at + 6 <= payload.len() {
            let (size, tag) = (number(payload, at, 4), &payload[at + 4..at + 6]);
            let inside = &payload[at + 6..at + size];
            match tag {
                b"BM" => picture(dialect, "room", inside, 64, &mut out),
                b"OI" => {
                    let id = number(inside, 0, 2);
                    picture(dialect, &format!("object {id}"), &inside[2..], object_width(id), &mut out);
                }
                _ => _ = out.insert(format!("{} {}", out.len(), tag.escape_ascii()), inside.to_vec()),
            }
            at += size;
        }
        return out;
    }
    let whole = [&[0; 4], payload].concat();
    let objects = usize::from(whole[0x14]);
    // Where v2's header differs.
    let old = usize::from(dialect == Dialect::V2);
    let table = |at: usize| (0..objects).map(move |object| at + 2 * object);
    let pictures: Vec<usize> = table(0x1D - old).map(|at| number(&whole, at, 2)).collect();
    let codes: Vec<usize> = table(0x1D - old + 2 * objects).map(|at| number(&whole, at, 2)).collect();
    let others = [(0x0A, 2), (0x15, 2 - old), (0x19 - old, 2), (0x1B - old, 2)];
    let others = others.map(|(at, width)| number(&whole, at, width));
    let mut ends: Vec<usize> = pictures.iter().chain(&codes).chain(&others).copied().collect();
    ends.push(whole.len());
    let piece = |start: usize| &whole[start..*ends.iter().filter(|end| **end > start).min().unwrap()];
    picture(dialect, "room", piece(others[0]), 64, &mut out);
    for (start, code) in pictures.iter().zip(&codes) {
        let id = number(&whole, code + 4, 2);
        out.insert(format!("code {id}"), piece(*code).to_vec());
        picture(dialect, &format!("object {id}"), piece(*start), object_width(id), &mut out);
    }
    for (name, start) in ["boxes", "exit", "entry"].iter().zip(&others[1..]) {
        out.insert((*name).to_owned(), piece(*start).to_vec());
    }
    out.insert("header".to_owned(), whole[4..0x0A].to_vec());
    out
}

#[test]
fn a_pixel_changes_its_strip_and_nothing_else() {
    for dialect in DIALECTS {
        let files = any_game(dialect, 5);
        let game = opened(&files, dialect);
        let folder = unpacked(&game, 2);
        let state = dialect.objects.only_picture();
        let (sign, plane, plant) = (
            format!("objects/21-{state}.png"),
            format!("objects/21-{state}-plane-1.png"),
            format!("objects/22-{state}.png"),
        );
        let mut places = vec![
            ("background.png", 3 * 64 + 41, "room/picture/strip 5"),
            ("background.png", 3 * 64 + 9, "room/picture/strip 1"),
            ("background.png", 63, "room/picture/strip 7"),
            ("plane-1.png", 63, "room/plane 1/strip 7"),
            ("plane-1.png", 9, "room/plane 1/strip 1"),
            (sign.as_str(), 15, "object 21/picture/strip 1"),
            (plane.as_str(), 9, "object 21/plane 1/strip 1"),
            (plant.as_str(), 1, "object 22/picture/strip 0"),
        ];
        if dialect.files == FileLayout::Lec {
            places.push(("plane-2.png", 9, "room/plane 2/strip 1"));
        }
        for (name, at, path) in places {
            let mut edited = folder.clone();
            painted(&mut edited, name, |pixels| {
                let old = pixels[at];
                pixels[at] = match name.contains("plane-") {
                    true => 1 - old,
                    false => in_palette(dialect, if old == 77 { 78 } else { 77 }),
                };
            });
            let found = differences(dialect, &folder[ORIGINAL], &packed(&edited));
            let stream = path.rsplit_once('/').map(|(picture, _)| format!("{picture}/stream")).unwrap();
            let path = if dialect == Dialect::V2 { &stream } else { path };
            assert!(matches!(&*found, [only] if only == path), "{dialect:?} {name}: {found:?}");
            put_back(&files, &game, &edited);
        }
    }
}

/// Only codes that the room has are written: here raw pixels, and none of v3's others.
#[test]
fn rooms_of_v3_keep_to_their_codes() {
    let dialect = Dialect::V3_256;
    let plain = |number| RoomSource { strips: Vec::new(), ..source(dialect, 5, number) };
    let files = built(dialect, plain);
    let game = opened(&files, dialect);
    let mut folder = unpacked(&game, 2);
    painted(&mut folder, "background.png", |pixels| pixels.fill(7));
    for (path, strip) in parts(dialect, &packed(&folder)) {
        assert!(!path.starts_with("room/picture") || strip[0] == 1, "{path}");
    }
    // A room with runs gets runs, which are smaller.
    let files = any_game(dialect, 5);
    let game = opened(&files, dialect);
    let mut folder = unpacked(&game, 2);
    painted(&mut folder, "background.png", |pixels| pixels.fill(7));
    let strips = parts(dialect, &packed(&folder));
    assert!(strips["room/picture/strip 0"].len() < 8, "{:?}", strips["room/picture/strip 0"]);
}

#[test]
fn strips_that_copy_from_their_neighbour_keep_their_pixels() {
    // Each strip but the first copies the column left of it, all its columns.
    let copying = |dialect: Dialect| {
        let mut room = source(dialect, 5, 2);
        let first = old::encode_sixteen(&room.background, 40, 64);
        let copies = [0x80_u8, 255, 0x80, 65];
        let all = std::iter::once(first).chain((1..8).map(|_| copies.to_vec()));
        let code = if dialect.fixed_colours { vec![] } else { vec![old::SIXTEEN] };
        room.strips = all.map(|strip| [code.as_slice(), &strip].concat()).collect();
        room.objects[0].pictures.values_mut().for_each(|picture| {
            picture.strips =
                vec![[code.as_slice(), &[0x80, 64]].concat(), [code.as_slice(), &[0x80, 64]].concat()];
        });
        room
    };
    for dialect in [Dialect::V3, Dialect::V4_EGA, Dialect::V4_AMIGA] {
        let files =
            built(dialect, |number| if number == 2 { copying(dialect) } else { source(dialect, 5, number) });
        let game = opened(&files, dialect);
        let folder = unpacked(&game, 2);
        assert_eq!(packed(&folder), folder[ORIGINAL]);
        let state = dialect.objects.only_picture();
        let base = dialect.background_base;
        assert!(pixels(&folder, "background.png").iter().all(|pixel| *pixel == 3 + base));
        let sign = format!("objects/21-{state}.png");
        assert!(pixels(&folder, &sign).iter().all(|pixel| *pixel == 3 + base), "it copies the background");
        let mut edited = folder.clone();
        painted(&mut edited, "background.png", |pixels| {
            // The column left of the sign, and the last of another strip.
            (0..40).for_each(|y| (pixels[y * 64 + 7], pixels[y * 64 + 39]) = (5 + base, 6 + base));
        });
        let payload = packed(&edited);
        let found = differences(dialect, &folder[ORIGINAL], &payload);
        let wanted = ["object 21/picture/strip 0", "room/picture/strip 0", "room/picture/strip 1"];
        assert_eq!(found[..3], wanted);
        assert_eq!(found[3..], ["room/picture/strip 4", "room/picture/strip 5"]);
        let (_, after) = put(&files, &game, &[NewRoom { id: 2, payload }]);
        let again = unpacked(&opened(&after, dialect), 2);
        for file in ["background.png", &sign] {
            assert_eq!(pixels(&again, file), pixels(&edited, file), "{file}");
        }
    }
}

#[test]
fn holes_in_an_opaque_object_of_v4_are_left_out() {
    for dialect in [Dialect::V4, Dialect::V4_AMIGA] {
        let base = dialect.background_base;
        let files = any_game(dialect, 5);
        let game = opened(&files, dialect);
        let mut folder = unpacked(&game, 2);
        // On the Amiga, the sum wraps to a colour of costumes.
        painted(&mut folder, "objects/21-1.png", |pixels| pixels[0] = HOLE.wrapping_add(base));
        let (_, after) = put(&files, &game, &[NewRoom { id: 2, payload: packed(&folder) }]);
        let after = opened(&after, dialect).room(2).unwrap();
        let scenery = after.scenery(&ObjectStates::from(ObjectsShown::All)).unwrap();
        assert_eq!(scenery.pixels[8 * 64 + 8], 3 + base, "the background shows");
        assert_eq!(scenery.pixels[8 * 64 + 9], 40 + base);
        assert!(!scenery.planes[0].hides(20, 8), "the object's plane takes the place of the room's");
        assert!(scenery.planes[0].hides(11, 11));
    }
}

#[test]
fn sixteen_colours_have_no_others_and_no_holes() {
    let files = any_game(Dialect::V3, 5);
    let game = opened(&files, Dialect::V3);
    let folder = unpacked(&game, 2);
    let with = |name: &str, colour: [u8; 4]| {
        let mut folder = folder.clone();
        let image = costumier_edit::pictures::png::read(&folder[name]).unwrap();
        let mut out = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut out, image.width as u32, image.height as u32);
        encoder.set_color(::png::ColorType::Rgba);
        let pixels = colour.repeat(image.width * image.height);
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        folder.insert(name.to_owned(), out);
        refusal(&folder)
    };
    let told = with("background.png", [12, 13, 14, 255]);
    assert!(
        told.contains("#0c0d0e is not in the room's palette") && told.contains("The nearest is 0,"),
        "{told}"
    );
    let told = with("objects/21-1.png", [0; 4]);
    assert!(
        told.contains("0,0 is transparent; objects of this generation have no holes: paint it"),
        "{told}"
    );
}

#[test]
fn a_room_of_16_colours_that_becomes_too_large_is_refused() {
    let mut large = RoomSource::new(1024, 128);
    large.planes = vec![Plane::new(1024, 128)];
    for (dialect, wanted) in
        [(Dialect::V3, "the room would have "), (Dialect::V4_EGA, "a strip of this picture would begin ")]
    {
        let files = built(dialect, |_| large.clone());
        let game = opened(&files, dialect);
        let mut folder = unpacked(&game, 2);
        painted(&mut folder, "background.png", |pixels| {
            let noise = |at: usize| (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & 15) as u8;
            pixels.iter_mut().enumerate().for_each(|(at, pixel)| *pixel = noise(at));
        });
        let told = refusal(&folder);
        assert!(told.contains("background.png: ") && told.contains(wanted), "{told}");
        assert!(told.contains("the strip from pixel ") && told.contains(" ▸ "), "{told}");
    }
}

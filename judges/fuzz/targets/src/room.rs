//! Rooms of damaged games are unpacked, painted, and put back: bytes of a small room, changed anywhere. An unedited
//! folder gives the same block, and the game shows what was painted and nothing else that is new.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use costumier::format::codec::strip::StripKind;
use costumier::format::codec::strip::old::{V3Encoding, encode_v3};
use costumier::format::dialect::{BlockHeaders, FileLayout};
use costumier::format::room::Plane;
use costumier::{Dialect, Files as _, Game, Limits, MemoryFiles};
use costumier_build::classic::ClassicBuilder;
use costumier_build::game::GameBuilder;
use costumier_build::room::{ObjectPictureSource, ObjectSource, RoomSource};
use costumier_edit::folder::{Files, ORIGINAL};
use costumier_edit::pictures::palette::ShownPalette;
use costumier_edit::pictures::png::{self, Pixels};
use costumier_edit::put::NewRoom;
use costumier_edit::room::{self, PREVIEW, RoomOptions, RoomOrigin};
use costumier_edit::{Plan, PutOptions};

/// A game of one room: its files, and where the room's block is.
struct SmallGame {
    files: Vec<(String, Vec<u8>)>,
    dialect: Dialect,
    file: String,
    from: usize,
    len: usize,
}

static GAMES: LazyLock<Vec<SmallGame>> = LazyLock::new(|| {
    let late = [Dialect::V5, Dialect::V6, Dialect::V7, Dialect::V8, Dialect::HE60];
    let humongous = [Dialect::humongous(70), Dialect::humongous(72)];
    let old = [Dialect::V4, Dialect::V4_EGA, Dialect::V4_AMIGA, Dialect::V3_256, Dialect::V3, Dialect::V2];
    let oldest = [Dialect::V1_C64, Dialect::V0, Dialect::V3_PCE];
    late.into_iter().chain(old).chain(oldest).chain(humongous).map(small).collect()
});

/// A small room as a generation has it.
fn small(dialect: Dialect) -> SmallGame {
    let named = match dialect.blocks {
        BlockHeaders::Tagged => {
            let mut game = GameBuilder::new(dialect);
            game.key(0).room_source(1, "den", &late(dialect)).expect("a room");
            game.script(1, 1, vec![0xA0]);
            game.finish().expect("a game").named("game", &dialect)
        }
        _ => {
            let mut game = ClassicBuilder::new(dialect);
            game.room_source(1, "den", 1, &old(dialect)).expect("a room");
            game.script(1, 1, vec![0xA0]);
            game.finish().expect("a game")
        }
    };
    let files: MemoryFiles = named.into_iter().collect();
    let game = opened(&files, dialect).expect("a game");
    let block = game.data().room_block(1).expect("its room");
    // The picture's block, if there is one, stands before the room's.
    let image = game.data().room_image(1).expect("its picture");
    let first = image.map_or(block.offset, |image| image.offset.min(block.offset));
    let from = usize::try_from(first + dialect.blocks.len()).expect("small");
    let len = usize::try_from(block.offset - first).expect("small") + block.payload.len();
    let named = files.names().into_iter().map(|name| (name.clone(), crate::put::bytes(&files, &name)));
    SmallGame { files: named.collect(), dialect, file: block.file, from, len }
}

/// A room of v0 to v4 of 24 × 16 pixels with as many planes as there can be, and an object. Its colours are those of
/// cells of v0 and v1; a strip of v3 has runs, so that others can have them.
fn old(dialect: Dialect) -> RoomSource {
    let mut source = RoomSource::new(24, 16);
    source.palette = (0..=251).map(|shade| [shade, 251 - shade, 40]).collect();
    source.background =
        (0..24 * 16_u32).map(|at| [0, 1, 6][(at / 2 % 12 * (at / 24) % 3) as usize]).collect();
    if dialect.objects.tiles {
        source.palette = RoomSource::tiled_palette();
    } else if dialect.old_strips().kind == StripKind::V3 {
        let strip = |x: usize, way| encode_v3(&source.background[x * 8..], 16, 24, way);
        source.strips =
            vec![strip(0, V3Encoding::Runs), strip(1, V3Encoding::Nibbles), strip(2, V3Encoding::OwnPalette)];
    }
    let planes = if dialect.files == FileLayout::Lec { 2 } else { 1 };
    source.planes = vec![Plane::new(24, 16); planes];
    (0..24).for_each(|x| source.planes[0].set(x, 5, true));
    let state = dialect.objects.only_picture();
    let picture = ObjectPictureSource {
        pixels: (0..16 * 8_u8).map(|at| if at / 2 % 5 == 0 { 1 } else { 6 }).collect(),
        planes: vec![Some(Plane::new(16, 8)); planes],
        ..ObjectPictureSource::default()
    };
    source.objects = vec![object(state, BTreeMap::from([(state, picture)]))];
    source
}

/// An object that begins in this state.
fn object(initial: u8, pictures: BTreeMap<u8, ObjectPictureSource>) -> ObjectSource {
    let name = "sign".to_owned();
    let (left, top, width, height) = (8, 8, 16, 8);
    ObjectSource {
        id: 20,
        name,
        left,
        top,
        width,
        height,
        initial,
        pictures,
        adds: true,
        ..Default::default()
    }
}

/// A room of 24 × 16 pixels with two planes, and an object in two states with both planes.
fn late(dialect: Dialect) -> RoomSource {
    let mut source = RoomSource::new(24, 16);
    source.palette = (0..=251).map(|shade| [shade, 251 - shade, 40]).collect();
    source.transparent = Some(9);
    source.background = (0..24 * 16_u32).map(|at| (at * at % 100) as u8 + 10).collect();
    source.planes = vec![Plane::new(24, 16); 2];
    (0..24).for_each(|x| source.planes[0].set(x, 5, true));
    let picture = |colour: u8| ObjectPictureSource {
        pixels: (0..16 * 8_u8).map(|at| if at % 5 == 0 { 9 } else { colour }).collect(),
        leaves_out: true,
        planes: vec![Some(Plane::new(16, 8)); 2],
        cleared: dialect.objects.clears.then(|| Plane::new(16, 8)),
        ..ObjectPictureSource::default()
    };
    source.objects = vec![object(1, BTreeMap::from([(1, picture(40)), (2, picture(41))]))];
    source
}

fn opened(files: &MemoryFiles, dialect: Dialect) -> Option<Game> {
    let mut game = Game::open(files, None, Limits::default()).ok()?;
    if game.dialect() != dialect {
        game.assume(dialect);
    }
    Some(game)
}

fn unpacked(game: &Game) -> Option<Files> {
    room::unpack(game, 1, RoomOrigin::default()).ok().map(|unpacked| unpacked.files)
}

fn indices(file: &[u8]) -> (usize, usize, Vec<u8>, Vec<[u8; 4]>) {
    let image = png::read(file).expect("a file that unpacking wrote");
    let Pixels::Indexed { indices, palette } = image.pixels else { panic!("a file without a palette") };
    (image.width, image.height, indices, palette)
}

/// Gives some pixels of a picture a colour that it has, or of a plane the other one.
fn paint(folder: &mut Files, name: &str, at: usize, len: usize, from: usize) {
    let (width, height, mut pixels, palette) = indices(&folder[name]);
    let Some(colour) = pixels.get(from % pixels.len().max(1)).copied() else { return };
    let colour = if name.contains("plane") || name.contains("clears") { 1 - colour.min(1) } else { colour };
    let start = at % pixels.len();
    pixels.iter_mut().skip(start).take(len).for_each(|pixel| *pixel = colour);
    let clear = palette.iter().position(|colour| colour[3] == 0);
    let spare = (0..=u8::MAX).rev().find(|index| !pixels.contains(index));
    let shown: Vec<[u8; 3]> = palette.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let transparent = clear.map_or(spare.unwrap_or(0), |index| u8::try_from(index).expect("a colour"));
    let palette = ShownPalette { exact: shown.clone(), shown, transparent, now: Vec::new() };
    folder.insert(name.to_owned(), png::write(width, height, &pixels, &palette).expect("a PNG file"));
}

// The input: which game, which picture, where it is painted, how far, and with the colour of which pixel; then changes
// of two bytes of place in the room and one of value.
pub(crate) fn run(input: &[u8]) {
    let [which, picture, at, len, from, changes @ ..] = input else { return };
    let game = &GAMES[usize::from(*which) % GAMES.len()];
    let mut named = game.files.clone();
    let bytes = &mut named.iter_mut().find(|(name, _)| *name == game.file).expect("its file").1;
    for [high, low, value] in changes.as_chunks().0.iter().take(48) {
        let place = usize::from(u16::from_be_bytes([*high, *low])) % game.len;
        if let Some(byte) = bytes.get_mut(game.from + place) {
            *byte ^= value;
        }
    }
    let files: MemoryFiles = named.into_iter().collect();
    let Some(before) = opened(&files, game.dialect) else { return };
    let Some(mut folder) = unpacked(&before) else { return };
    let options = RoomOptions::default();
    match room::pack(&folder, &options) {
        Ok(packed) => assert_eq!(packed.payload, folder[ORIGINAL], "an unedited room"),
        Err(_) => return,
    }
    let names: Vec<String> =
        folder.keys().filter(|name| name.ends_with(".png") && *name != PREVIEW).cloned().collect();
    let Some(name) = names.get(usize::from(*picture) % names.len().max(1)) else { return };
    paint(&mut folder, name, usize::from(*at) * 3, usize::from(*len), usize::from(*from) * 2);
    let Ok(packed) = room::pack(&folder, &options) else { return };
    let new = NewRoom { id: 1, payload: packed.payload };
    let Ok(plan) = Plan::with_rooms(&before, &files, &[], &[new], PutOptions::default()) else { return };
    let mut after = files.clone();
    for file in plan.changed() {
        let source = files.open(&file.name).expect("a file of the game");
        after.insert(file.name.clone(), file.to_vec(&*source, 1 << 24).expect("a small file"));
    }
    let again = opened(&after, game.dialect).and_then(|game| unpacked(&game)).expect("the painted room");
    for name in &names {
        assert_eq!(indices(&again[name]).2, indices(&folder[name]).2, "{name}");
    }
}

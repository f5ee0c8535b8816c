//! Room folders of the PC-Engine, whose pictures are tiles of 8 × 8 pixels in one of sixteen palettes.

use costumier::format::dialect::Dialect;
use costumier::{Game, MemoryFiles};
use costumier_build::classic::ClassicBuilder;
use costumier_build::room::{ObjectPictureSource, RoomSource};
use costumier_edit::folder::{Files as Folder, ORIGINAL};
use costumier_edit::put::NewRoom;
use proptest::prelude::*;

use crate::room::{
    assert_same_pictures, object, opened, packed, painted, pictures, pixels, plane, put, refusal, unedited,
    unpacked,
};

pub(crate) const PCE: Dialect = Dialect::V3_PCE;

/// Pixels of tiles that repeat, in several palettes.
fn tiles(width: usize, height: usize) -> Vec<u8> {
    let pixel = |x: usize, y: usize| {
        let cell = x / 8 * 3 + y / 8;
        (((cell % 5) << 4) | ((x + y * (cell % 7)) % 15)) as u8
    };
    (0..width * height).map(|at| pixel(at % width, at / width)).collect()
}

fn source(number: u8, height: u16) -> RoomSource {
    let mut room = RoomSource::new(64, height);
    room.palette = RoomSource::tiled_palette();
    room.background = tiles(64, height.into());
    if height <= 144 {
        room.planes = vec![plane((64, height), (0..64).map(|x| (x, 30)))];
    }
    let thing = |id: u16, left: u16, pixels: Vec<u8>| {
        let planes = vec![Some(plane((16, 8), [(3, 3)]))];
        let picture = ObjectPictureSource { pixels, planes, ..Default::default() };
        object(u16::from(number) * 10 + id, (left, 8), (16, 8), [(PCE.objects.only_picture(), picture)])
    };
    room.objects = vec![thing(1, 8, vec![0x32; 16 * 8]), thing(2, 40, tiles(16, 8))];
    room
}

pub(crate) fn built(height: u16) -> (MemoryFiles, Game) {
    let mut game = ClassicBuilder::new(PCE);
    for number in [1, 2] {
        game.room_source(number, "den", number, &source(number, height)).unwrap();
    }
    game.script(1, 1, vec![0xA0]);
    let files: MemoryFiles = game.finish().unwrap().into_iter().collect();
    let game = opened(&files, PCE);
    (files, game)
}

fn put_back(edited: &Folder) -> Folder {
    let (files, game) = built(40);
    unpacked(&crate::room::put_back(&files, &game, edited).2, 2)
}

#[test]
fn an_unedited_room_of_tiles_gives_the_same_files() {
    for height in [40, 160] {
        let (files, game) = built(height);
        assert!(unedited(&files, &game).iter().all(|folder| pictures(folder).len() == 6));
    }
}

#[test]
fn a_changed_cell_leaves_all_others_alone() {
    let folder = unpacked(&built(40).1, 2);
    let object = |name: &&String| name.starts_with("objects/21") && !name.contains("plane");
    let object = pictures(&folder).iter().find(object).unwrap().clone();
    for (name, at, colour) in [("background.png", 9, 0x3A), (&*object, 9, 0x3A), ("plane-1.png", 70, 1)] {
        let mut edited = folder.clone();
        let before = pixels(&folder, name)[at];
        let colour = if colour > 1 { before & 0xF0 | (colour ^ before) & 15 } else { 1 - before };
        painted(&mut edited, name, |pixels| pixels[at] = colour);
        put_back(&edited);
    }
    // A tile that no cell needs any more is used again.
    let mut edited = folder.clone();
    painted(&mut edited, "background.png", |pixels| pixels.fill(0x21));
    painted(&mut edited, "plane-1.png", |pixels| pixels.fill(0));
    let few = packed(&edited);
    assert!(few.len() < folder[ORIGINAL].len());
    let again = put_back(&edited);
    let mut edited = again.clone();
    painted(&mut edited, "background.png", |pixels| {
        (0..40 * 64).for_each(|at| pixels[at] = 0x21 + (at / 64 / 8 + at % 64 / 8) as u8 % 4);
    });
    assert_same_pictures(&again, &put_back(&again));
    assert!(packed(&edited).len() <= again[ORIGINAL].len() + 100);
}

#[test]
fn a_pixel_that_looks_like_one_of_the_palette_becomes_that_one() {
    let folder = unpacked(&built(40).1, 2);
    let mut edited = folder.clone();
    painted(&mut edited, "background.png", |pixels| {
        (0..8 * 64).filter(|at| at % 64 < 8).for_each(|at| pixels[at] = [0x32, 0x50, 0x4F][at % 3]);
    });
    let (files, game) = built(40);
    let (_, after) = put(&files, &game, &[NewRoom { id: 2, payload: packed(&edited) }]);
    let again = unpacked(&opened(&after, PCE), 2);
    for at in (0..8 * 64).filter(|at| at % 64 < 8) {
        assert_eq!(pixels(&again, "background.png")[at], [0x32, 0x30, 0x3F][at % 3]);
    }
}

#[test]
fn cells_and_planes_that_cannot_be_are_refused() {
    let mut folder = unpacked(&built(40).1, 2);
    painted(&mut folder, "background.png", |pixels| (pixels[64 * 8 + 8], pixels[64 * 9 + 10]) = (0x32, 0x75));
    let told = refusal(&folder);
    assert!(
        told.contains("background.png: the cell of 8 × 8 pixels from 8,8 on has colours of palette"),
        "{told}"
    );
    assert!(told.contains("another one at 8,8") || told.contains("another one at 9,8"), "{told}");
    let mut folder = unpacked(&built(160).1, 2);
    painted(&mut folder, "plane-1.png", |pixels| pixels[0] = 1);
    let told = refusal(&folder);
    assert!(told.contains("plane-1.png: a picture has no plane if it has more than 18 rows"), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Cells that are copied or filled are shown.
    #[test]
    fn painted_cells_are_shown(
        strokes in prop::collection::vec((0_usize..6, 0_usize..40, 0_usize..40, any::<u8>()), 1..30),
    ) {
        let mut folder = unpacked(&built(40).1, 2);
        let names = pictures(&folder);
        for (file, to, from, colour) in strokes {
            let name = &names[file % names.len()];
            painted(&mut folder, name, |pixels| {
                let width = if name.starts_with("objects") { 16 } else { 64 };
                let columns = width / 8;
                let cells = pixels.len() / 64;
                let at = |cell: usize, pixel: usize| {
                    let cell = cell % cells;
                    (cell / columns * 8 + pixel / 8) * width + cell % columns * 8 + pixel % 8
                };
                for pixel in 0..64 {
                    pixels[at(to, pixel)] = match (colour < 128, name.contains("plane")) {
                        (true, _) => pixels[at(from, pixel)],
                        (false, true) => (usize::from(colour) >> (pixel % 3) & 1) as u8,
                        // Colours 0 and 15 are those of all palettes.
                        (false, false) => (colour & 0xF0) | (colour.wrapping_add(pixel as u8) % 14 + 1),
                    };
                }
            });
        }
        put_back(&folder);
    }
}

//! Room folders of v0 and v1, whose pictures are cells of 8 × 8 pixels in few colours.

use costumier::MemoryFiles;
use costumier::format::colour::from_c64;
use costumier::format::dialect::{Dialect, V1Game};
use costumier::format::room::Plane;
use costumier_build::classic::ClassicBuilder;
use costumier_build::room::{ObjectPictureSource, RoomSource};
use costumier_edit::folder::{Files as Folder, ORIGINAL};
use costumier_edit::put::NewRoom;
use proptest::prelude::*;

use crate::room::{
    assert_same_pictures, object, opened, packed, painted, pixels, plane, put, refusal, unedited, unpacked,
};

pub(crate) const DIALECTS: [Dialect; 4] =
    [Dialect::V0, Dialect::v1(V1Game::Maniac), Dialect::v1(V1Game::Zak), Dialect::V1_C64];

/// The room's colours on the screen, and those of which each cell has one.
fn colours(dialect: Dialect) -> ([u8; 3], [u8; 8]) {
    let shown = from_c64(dialect.colours).unwrap();
    ([0, 9, 14].map(|colour| shown[colour]), std::array::from_fn(|colour| shown[colour]))
}

/// Pixels of cells that are all different from one to the next.
fn cells(dialect: Dialect, width: usize, height: usize) -> Vec<u8> {
    let (common, own) = colours(dialect);
    let pixel = |x: usize, y: usize| {
        let cell = x / 8 + y / 8 * 3;
        match (x / 2 + y + cell * 5 / 3) % 4 {
            3 => own[cell % 8],
            value => common[value],
        }
    };
    (0..width * height).map(|at| pixel(at % width, at / width)).collect()
}

fn source(dialect: Dialect, number: u8) -> RoomSource {
    let mut room = RoomSource::new(64, 40);
    room.background = cells(dialect, 64, 40);
    room.planes = vec![plane((64, 40), (0..64).map(|x| (x, 30)))];
    let thing = |id: u16, left: u16, pixels: Vec<u8>| {
        let planes = vec![Some(plane((16, 8), [(3, 3)]))];
        let picture = ObjectPictureSource { pixels, planes, ..Default::default() };
        let pictures = [(dialect.objects.only_picture(), picture)];
        object(u16::from(number) * 10 + id, (left, 8), (16, 8), pictures)
    };
    let (common, _) = colours(dialect);
    room.objects = vec![thing(1, 8, vec![common[1]; 16 * 8]), thing(2, 40, cells(dialect, 16, 8))];
    room
}

pub(crate) fn game(dialect: Dialect) -> MemoryFiles {
    let mut game = ClassicBuilder::new(dialect);
    for number in [1, 2, 3] {
        game.room_source(number, "den", 1, &source(dialect, number)).unwrap();
    }
    game.script(1, 3, vec![0xA0]);
    game.finish().unwrap().into_iter().collect()
}

/// The room with these pictures, put into the game and unpacked again.
fn put_back(dialect: Dialect, edited: &Folder) -> Folder {
    let files = game(dialect);
    let game = opened(&files, dialect);
    unpacked(&crate::room::put_back(&files, &game, edited).2, 2)
}

#[test]
fn an_unedited_room_of_cells_gives_the_same_bytes() {
    for dialect in DIALECTS {
        let files = game(dialect);
        let game = opened(&files, dialect);
        for folder in unedited(&files, &game) {
            assert_eq!(pixels(&folder, "background.png"), cells(dialect, 64, 40));
            let names: Vec<&str> =
                folder.keys().map(String::as_str).filter(|it| it.starts_with("objects")).collect();
            assert_eq!(names.len(), 4, "{names:?}");
        }
    }
}

#[test]
fn a_changed_cell_leaves_all_others_alone() {
    for dialect in DIALECTS {
        let files = game(dialect);
        let folder = unpacked(&opened(&files, dialect), 2);
        let (common, own) = colours(dialect);
        let state = dialect.objects.only_picture();
        let sign = format!("objects/21-{state}.png");
        for (name, stride, colour) in [
            ("background.png", 64, common[0]),
            ("background.png", 64, own[5]),
            (sign.as_str(), 16, common[2]),
            (sign.as_str(), 16, own[2]),
        ] {
            let mut edited = folder.clone();
            painted(&mut edited, name, |pixels| {
                // A whole cell, so that its own colour does not matter.
                for y in 0..8 {
                    pixels[y * stride + 8..y * stride + 16].fill(if y == 3 { common[1] } else { colour });
                }
            });
            put_back(dialect, &edited);
        }
        for (name, at) in [("plane-1.png".to_owned(), 777), (format!("objects/22-{state}-plane-1.png"), 9)] {
            let mut edited = folder.clone();
            painted(&mut edited, &name, |pixels| pixels[at] ^= 1);
            put_back(dialect, &edited);
        }
    }
}

#[test]
fn cells_that_cannot_be_are_refused() {
    for dialect in DIALECTS {
        let files = game(dialect);
        let folder = unpacked(&opened(&files, dialect), 2);
        let (common, own) = colours(dialect);
        let told = |paint: &dyn Fn(&mut [u8])| {
            let mut edited = folder.clone();
            painted(&mut edited, "background.png", |pixels| paint(pixels));
            refusal(&edited)
        };
        let other = |colour: u8| own.into_iter().find(|it| *it != colour && !common.contains(it)).unwrap();
        let lone = told(&|pixels| {
            pixels[64 * 9 + 17] = if pixels[64 * 9 + 17] == common[0] { common[1] } else { common[0] }
        });
        assert!(lone.contains("the pixels at 16,9 and right of it differ"), "{lone}");
        let third = told(&|pixels| {
            let first = other(common[0]);
            pixels[..8].fill(first);
            pixels[64..72].fill(other(first));
        });
        assert!(third.contains("the cell of 8 × 8 pixels from 0,0 on has the colours"), "{third}");
        assert!(third.contains("background.png: "), "{third}");
    }
}

#[test]
fn the_last_character_is_the_last() {
    let dialect = Dialect::V1_C64;
    let (common, _) = colours(dialect);
    // 400 cells, nearly all of which are the same.
    let mut source = source(dialect, 2);
    (source.width, source.height, source.objects) = (320, 80, Vec::new());
    source.background = vec![common[0]; 320 * 80];
    for x in 0..8 {
        source.background[x] = common[1 + x / 4];
    }
    source.planes = vec![Plane::new(320, 80)];
    let mut game = ClassicBuilder::new(dialect);
    game.room_source(1, "den", 1, &source).unwrap();
    let files: MemoryFiles = game.finish().unwrap().into_iter().collect();
    let game = opened(&files, dialect);
    let folder = unpacked(&game, 1);
    let different = |count: usize| {
        let mut edited = folder.clone();
        painted(&mut edited, "background.png", |pixels| {
            for cell in 0..count {
                for bit in 0..16 {
                    let colour = if (cell + 1) >> bit & 1 == 1 { common[1] } else { common[0] };
                    let at = (cell / 40 * 8 + bit / 4) * 320 + cell % 40 * 8 + bit % 4 * 2;
                    pixels[at..at + 2].fill(colour);
                }
                pixels[(cell / 40 * 8 + 7) * 320 + cell % 40 * 8..][..2].fill(common[1]);
            }
        });
        edited
    };
    let edited = different(255);
    let (_, after) = put(&files, &game, &[NewRoom { id: 1, payload: packed(&edited) }]);
    assert_same_pictures(&unpacked(&opened(&after, dialect), 1), &edited);
    let told = refusal(&different(300));
    assert!(told.contains("needs a character of its own, and the room's 256 are all in use"), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Cells that are copied to other places are there in the game.
    #[test]
    fn copied_cells_are_shown(
        dialect in prop::sample::select(DIALECTS.to_vec()),
        copies in prop::collection::vec((0_usize..40, 0_usize..40, any::<bool>()), 1..20),
    ) {
        let mut edited = unpacked(&opened(&game(dialect), dialect), 2);
        for (from, to, is_plane) in copies {
            let name = if is_plane { "plane-1.png" } else { "background.png" };
            painted(&mut edited, name, |pixels| {
                for row in 0..8 {
                    let at = |cell: usize| (cell / 8 * 8 + row) * 64 + cell % 8 * 8;
                    pixels.copy_within(at(from)..at(from) + 8, at(to));
                }
            });
        }
        let again = put_back(dialect, &edited);
        prop_assert_eq!(packed(&again), again[ORIGINAL].clone());
    }
}

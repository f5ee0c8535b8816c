//! A changed `palette`: previews, painted pixels and drafts have the colours of the game. And a sheet that a program
//! saved with space above its pictures.

use crate::support::{edited, indexed, refusal, sample, text, unpack, with_picture};
use costumier::{Game, Generation, Limits, MemoryFiles};
use costumier_edit::draft::{Draft, Edit};
use costumier_edit::folder::{self, About, Files, ORIGINAL, PackOptions, Packed, PictureFiles};
use costumier_edit::preview;

const SHEET: &str = "limb-0.png";

fn game() -> Game {
    sample(Generation::V5)
}

/// Odile's folder.
fn unpacked(game: &Game) -> Files {
    let costume = game.costume(1).unwrap();
    let about = About::of(game, 1, 1, &costume);
    unpack(&costume, &about)
}

/// The folder with the red dress.
fn red(files: &Files) -> Files {
    edited(files, "28, 29, 31", "45, 46, 48")
}

fn pack(files: &Files, nearest: bool) -> Packed {
    folder::pack(files, &PackOptions { nearest, ..PackOptions::default() }).unwrap()
}

/// The palette of the game that shows a folder.
fn preview_palette(packed: &Packed) -> [[u8; 3]; 256] {
    let files: MemoryFiles = preview::game(packed).unwrap().into_iter().collect();
    Game::open(&files, None, Limits::default()).unwrap().costume_palette(1).unwrap()
}

/// The sheet's pixel values, with one pixel that had the costume colour `was` painted in a colour.
fn painted(files: &Files, was: u8, colour: [u8; 3]) -> (Files, usize) {
    let (size, mut indices, mut palette) = indexed(files, SHEET);
    let at = indices.iter().position(|index| *index == was).unwrap();
    indices[at] = palette.shown.len() as u8;
    palette.shown.push(colour);
    palette.exact.push(colour);
    (with_picture(files, SHEET, size, &indices, &palette), at)
}

/// The costume colour of a pixel of the sheet, as the block has it.
fn value(packed: &Packed, at: usize) -> u8 {
    let about = About { colours: vec![[1; 3]; 16], ..About::default() };
    indexed(&unpack(&packed.costume().unwrap(), &about), SHEET).1[at]
}

#[test]
fn a_folder_knows_all_colours_of_its_room() {
    let game = game();
    let (folder, room) = (unpacked(&game), game.costume_palette(1).unwrap());
    assert_eq!(costumier_edit::pictures::gpl::read(&folder["room.gpl"]).unwrap(), room);
    let packed = pack(&red(&folder), false);
    let shown = preview_palette(&packed);
    for (k, number) in [(8, 45), (9, 46), (10, 48)] {
        assert_eq!((packed.about.colours[k], shown[number]), (room[number], room[number]), "{k}");
    }
    assert_eq!(preview::unknown_colours(&packed), None);
    let mut broken = folder.clone();
    broken.insert("room.gpl".into(), b"GIMP Palette\n1 2\n".to_vec());
    let refused = refusal(&broken);
    assert!(refused.contains("room.gpl: line 2 is no colour with a number: 1 2. Unpack"), "{refused}");
}

#[test]
fn without_the_room_a_changed_colour_is_unknown_and_not_shown() {
    let game = game();
    let (mut folder, room) = (unpacked(&game), game.costume_palette(1).unwrap());
    folder.remove("room.gpl");
    let packed = pack(&edited(&folder, "28, 29, 31", "200, 201, 203"), false);
    assert_eq!(packed.about.unknown, [8, 9, 10].into());
    let shown = preview_palette(&packed);
    for number in [200, 201, 203] {
        assert_eq!(shown[number], [number as u8; 3], "grey, and not the old colour");
    }
    let told = preview::unknown_colours(&packed).unwrap();
    assert!(told.contains("palette: the colours of 8, 9, 10 in the game are unknown"), "{told}");
    // The number of another entry is known by that entry.
    let original = game.costume(1).unwrap().palette().to_vec();
    let to = format!("{}, 29, 31", original[1]);
    let packed = pack(&edited(&folder, "28, 29, 31", &to), false);
    assert_eq!(packed.about.unknown, [].into());
    assert_eq!(packed.about.colours[8], room[usize::from(original[1])]);
    // Without the block, rgb and palette belong together.
    folder.remove(ORIGINAL);
    assert_eq!(pack(&red(&folder), false).about.unknown, [].into());
}

#[test]
fn pixels_can_have_the_colour_of_the_picture_or_of_the_game() {
    let game = game();
    let (folder, room) = (red(&unpacked(&game)), game.costume_palette(1).unwrap());
    let (plain, before) = (room[28], pack(&folder, false));
    for colour in [room[45], plain] {
        let (files, at) = painted(&folder, 1, colour);
        let packed = pack(&files, false);
        assert_eq!(value(&packed, at), 8, "{colour:?}");
        let said = packed.notes.join("\n");
        assert!(!said.contains("ambiguous"), "{said}");
    }
    // Near the new colour, and near the old one.
    for [r, g, b] in [room[45], plain] {
        let near = [r ^ 1, g, b];
        let (files, at) = painted(&folder, 1, near);
        let refused = refusal(&files);
        let hex = format!("The nearest is 8, #{r:02x}{g:02x}{b:02x}");
        assert!(refused.contains(&hex), "{refused}");
        assert_eq!(value(&pack(&files, true), at), 8);
    }
    assert_ne!(before.payload, folder[ORIGINAL]);
}

#[test]
fn a_colour_with_two_meanings_is_told() {
    let game = game();
    let (folder, room) = (unpacked(&game), game.costume_palette(1).unwrap());
    // 8 and 9 exchange their colours: each has in the game what the picture shows of the other.
    let swapped = edited(&folder, "28, 29, 31", "29, 28, 31");
    let (files, at) = painted(&swapped, 1, room[28]);
    let packed = pack(&files, false);
    assert_eq!(value(&packed, at), 8, "the picture's own colour counts");
    let said = packed.notes.join("\n");
    assert!(
        said.contains(
            "is ambiguous: the pictures show costume colour 8 in it, and in the game 9 has it now. 1 pixel"
        ),
        "{said}"
    );
    // A picture saved in true colour, unchanged, says nothing.
    let (files, _) = painted(&swapped, 8, room[28]);
    assert!(!pack(&files, false).notes.join("\n").contains("ambiguous"));
}

#[test]
fn a_draft_shows_and_writes_the_colours_of_its_palette() {
    let game = game();
    let (folder, room) = (unpacked(&game), game.costume_palette(1).unwrap());
    let costume = game.costume(1).unwrap();
    let about = About::of(&game, 1, 1, &costume);
    let mut draft = Draft::of(&costume, about, Limits::default()).unwrap();
    assert_eq!(draft.files(PictureFiles::Sheets).unwrap(), folder);
    let mut colours = draft.palette().to_vec();
    colours[8] = 45;
    draft.apply(Edit::Palette { colours }).unwrap();
    assert_eq!(draft.about().colours[8], room[45]);
    let files = draft.files(PictureFiles::Sheets).unwrap();
    let (read, notes) = Draft::read(&files, &PackOptions::default()).unwrap();
    assert_eq!(notes, Vec::<String>::new());
    assert_eq!(read.files(PictureFiles::Sheets).unwrap(), files);
    assert_eq!(pack(&files, false).payload, draft.pack().unwrap().payload);
    draft.undo();
    assert_eq!(draft.files(PictureFiles::Sheets).unwrap(), folder);
    // A folder that was recoloured by hand is shown in the new colours.
    let (read, _) = Draft::read(&red(&folder), &PackOptions::default()).unwrap();
    assert_eq!(read.about().colours[8], room[45]);
}

#[test]
fn only_rooms_with_colours_of_their_own_are_written() {
    for (generation, is_written) in [(Generation::V2, false), (Generation::V5, true), (Generation::V7, true)]
    {
        let game = sample(generation);
        let folder = unpacked(&game);
        let expected = is_written && !game.dialect().fixed_colours;
        assert_eq!(folder.contains_key("room.gpl"), expected, "{generation:?}");
        assert_eq!(pack(&folder, false).payload, game.costume_bytes(1).unwrap().payload);
    }
}

/// The sheet with columns and rows of transparent pixels on the left and above, and on the right and below.
fn framed(files: &Files, (left, top): (usize, usize), (right, bottom): (usize, usize)) -> Files {
    let ((wide, high), indices, palette) = indexed(files, SHEET);
    let (width, height) = (left + wide + right, top + high + bottom);
    let mut pixels = vec![0; width * height];
    for (y, row) in indices.chunks(wide).enumerate() {
        let at = (top + y) * width + left;
        pixels[at..at + row.len()].copy_from_slice(row);
    }
    with_picture(files, SHEET, (width, height), &pixels, &palette)
}

#[test]
fn a_sheet_with_space_above_its_pictures_is_refused() {
    let folder = unpacked(&game());
    for (corner, text) in [
        ((0, 8), "its pictures are 8 rows below their rects"),
        ((3, 0), "its pictures are 3 columns right of their rects"),
        ((2, 5), "its pictures are 2 columns right of and 5 rows below their rects"),
    ] {
        let refused = folder::pack(&framed(&folder, corner, (0, 0)), &PackOptions::default()).unwrap_err();
        assert!(refused.to_string().contains(text), "{refused}");
    }
    // Space on the right and below moves no picture.
    let packed = pack(&framed(&folder, (0, 0), (40, 30)), false);
    assert_eq!((packed.payload, packed.notes), (folder[ORIGINAL].clone(), Vec::new()));
}

#[test]
fn a_number_that_is_too_large_is_told_with_the_range() {
    let folder = unpacked(&game());
    for (from, to, range) in [
        ("28, 29, 31", "300, 29, 31", "0 to 255"),
        ("at = [-", "at = [-99999", "-32768 to 32767"),
        ("number = 1\nname = \"limb-1\"", "number = -1\nname = \"limb-1\"", "0 on"),
    ] {
        let refused = folder::pack(&edited(&folder, from, to), &PackOptions::default()).unwrap_err();
        assert!(refused.to_string().contains(&format!("expected a number from {range}")), "{refused}");
    }
}

/// `rgb` describes; an edit of it, or of a PNG's palette, is told once, where it was made.
#[test]
fn an_edit_without_effect_is_told_where_it_was_made() {
    let game = game();
    let (folder, room) = (unpacked(&game), game.costume_palette(1).unwrap());
    let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
    let costume = game.costume(1).unwrap();
    let last = room[usize::from(costume.palette()[15])];
    let packed = pack(&edited(&folder, &hex(last), "#00ff00"), false);
    assert_eq!(packed.payload, folder[ORIGINAL]);
    let notes = packed.notes.join("\n");
    assert!(notes.contains("rgb: costume colour 15 changed, which changes nothing in the game"), "{notes}");
    assert!(notes.starts_with("costume.toml: line "), "{notes}");
    assert_eq!(pack(&red(&folder), false).notes, [""; 0]);
    // The palette of a PNG.
    let (size, indices, mut palette) = indexed(&folder, SHEET);
    (palette.shown[15], palette.exact[15]) = ([0, 255, 0], [0, 255, 0]);
    let files = with_picture(&folder, SHEET, size, &indices, &palette);
    let refused = folder::pack(&files, &PackOptions::default()).unwrap_err();
    assert_eq!(refused.problems.len(), 1, "{refused}");
    let said = refused.to_string();
    assert!(said.contains("is where costume colour 15 was") && !said.contains("rgb"), "{said}");
}

#[test]
fn a_rect_that_takes_pixels_of_another_picture_is_told() {
    let folder = unpacked(&game());
    let text = text(&folder);
    let sheet: Vec<&str> = text.lines().filter(|line| line.starts_with("rect = [")).collect();
    let numbers = |line: &str| -> Vec<usize> {
        line.trim_matches(|c: char| !c.is_ascii_digit()).split(", ").map(|it| it.parse().unwrap()).collect()
    };
    let (first, second) = (numbers(sheet[0]), numbers(sheet[1]));
    assert_eq!((first[1], first[0] + first[2] + 1), (second[1], second[0]), "neighbours");
    let wide = format!("rect = [{}, {}, {}, {}]", first[0], first[1], first[2] + 6, first[3]);
    let notes = pack(&edited(&folder, sheet[0], &wide), false).notes;
    assert!(notes.iter().any(|note| note.contains("its rect reaches into that of limb 0")), "{notes:?}");
}

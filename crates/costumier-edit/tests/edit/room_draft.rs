//! Room drafts: any edits and their inverses give the same block again, and a draft packs like the folder that it
//! writes.

use costumier::format::dialect::{BlockHeaders, Dialect};
use costumier::{Game, MemoryFiles};
use costumier_build::game::GameBuilder;
use costumier_edit::put::NewRoom;
use costumier_edit::room::{self, RoomDraft, RoomEdit, RoomFacts, RoomOptions, RoomOrigin};
use proptest::prelude::*;

use crate::room::{dialects, folder_of, game, opened, packed, pixels, put, unpacked};
use crate::room_late::source;
use crate::support::payload;
use crate::{room_cells, room_humongous, room_tiles};

fn draft(game: &Game, id: u32) -> RoomDraft {
    RoomDraft::of(game, id, RoomOrigin::default()).unwrap()
}

/// All dialects whose rooms can be edited, each with its game.
pub(crate) fn games() -> Vec<Dialect> {
    [dialects(), room_cells::DIALECTS.to_vec(), room_humongous::DIALECTS.to_vec(), vec![room_tiles::PCE]]
        .concat()
}

pub(crate) fn built(dialect: Dialect) -> MemoryFiles {
    match dialect {
        _ if dialect == room_tiles::PCE => room_tiles::built(64).0,
        _ if room_humongous::DIALECTS.contains(&dialect) => room_humongous::game(dialect).0,
        _ if room_cells::DIALECTS.contains(&dialect) => room_cells::game(dialect),
        _ => game(dialect, 5),
    }
}

fn block(draft: &RoomDraft) -> Option<Vec<u8>> {
    draft.pack().ok().map(|packed| packed.payload)
}

fn edit(picture: &str, at: (u16, u16), size: (u16, u16), rows: &[u8]) -> RoomEdit {
    RoomEdit::Pixels { picture: picture.into(), at, size, rows: rows.to_vec() }
}

/// An edit that numbers choose. Some are refused, which is part of the test.
fn chosen(draft: &RoomDraft, facts: &RoomFacts, n: [u8; 6]) -> RoomEdit {
    let picture = &facts.pictures[usize::from(n[0]) % facts.pictures.len()];
    let (width, height) = (picture.size.0 as u16, picture.size.1 as u16);
    let at = (u16::from(n[1]) % width, u16::from(n[2]) % height);
    let size = (u16::from(n[3]) % 20 + 1, u16::from(n[4]) % 12 + 1);
    let size = (size.0.min(width - at.0 + u16::from(n[5] == 0)), size.1.min(height - at.1));
    let there = draft.pixels(&picture.name).unwrap();
    let value = |pixel: usize| match picture.plane {
        Some(_) => n[5] & 1,
        // Cells have few colours: those that the picture has.
        None if ["cells", "tiles"].contains(&picture.codec) => there[usize::from(n[5]) * 8 % there.len()],
        None if facts.colours.len() == 16 => n[5].wrapping_add(pixel as u8) & 15,
        None => n[5].wrapping_mul(pixel as u8 | 1).max(facts.first_colour),
    };
    let rows: Vec<u8> = (0..usize::from(size.0) * usize::from(size.1)).map(value).collect();
    edit(&picture.name, at, size, &rows)
}

fn edited_and_undone(dialect: Dialect, numbers: &[[u8; 6]]) -> bool {
    let files = built(dialect);
    let game = opened(&files, dialect);
    let before = folder_of(&game, 2);
    let mut draft = draft(&game, 2);
    let facts = draft.facts();
    assert_eq!(block(&draft).as_ref(), Some(&before), "{dialect:?}, not edited");
    for n in numbers {
        let _refused = draft.apply(chosen(&draft, &facts, *n));
    }
    let edits: Vec<RoomEdit> = draft.edits().cloned().collect();
    let after = block(&draft);
    if let Some(after) = &after {
        let folder = draft.files().unwrap();
        assert_eq!(packed(&folder), *after, "{dialect:?}, by its folder: {edits:?}");
        let (read, _) = RoomDraft::read(&folder, &RoomOptions::default()).unwrap();
        assert_eq!(block(&read).as_ref(), Some(after), "{dialect:?}, read from its folder: {edits:?}");
        let (_, put) = put(&files, &game, &[NewRoom { id: 2, payload: after.clone() }]);
        let again = unpacked(&opened(&put, dialect), 2);
        for picture in &facts.pictures {
            let shown = pixels(&again, &format!("{}.png", picture.name));
            let painted = draft.pixels(&picture.name).unwrap();
            // Tiles: colours that look the same in all palettes become those of their cell's palette.
            let looks = |pixels: &[u8]| match picture.codec == "tiles" && picture.plane.is_none() {
                true => pixels.iter().map(|it| facts.colours[usize::from(*it)].to_vec()).collect(),
                false => vec![pixels.to_vec()],
            };
            assert_eq!(looks(&shown), looks(&painted), "{dialect:?} {}: {edits:?}", picture.name);
        }
    }
    while draft.undo() {}
    assert_eq!(block(&draft).as_ref(), Some(&before), "{dialect:?}, all undone: {edits:?}");
    while draft.redo() {}
    assert_eq!(block(&draft), after, "{dialect:?}, all done again: {edits:?}");
    let stored = serde_json::to_string(&edits).unwrap();
    let mut again = self::draft(&game, 2);
    for edit in serde_json::from_str::<Vec<RoomEdit>>(&stored).unwrap() {
        again.apply(edit).unwrap();
    }
    assert_eq!(block(&again), after, "{dialect:?}, from stored edits: {stored}");
    after.is_some_and(|after| after != before)
}

/// Each dialect gets edits that its rooms can hold.
#[test]
fn every_dialect_is_painted() {
    for dialect in games() {
        let changed = (0..12).any(|n: u8| {
            let numbers =
                [[n, n * 7, n * 3, 7, 5, n * 11 + 1], [n + 1, 9, 9, 19, 11, 1], [n + 2, 1, 2, 9, 3, 2]];
            edited_and_undone(dialect, &numbers)
        });
        assert!(changed, "{dialect:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn edits_and_their_inverses_give_the_same_block(
        numbers in prop::collection::vec(any::<[u8; 6]>(), 1..16),
        dialect in prop::sample::select(games()),
    ) {
        edited_and_undone(dialect, &numbers);
    }
}

#[test]
fn a_draft_starts_from_a_game_or_a_folder() {
    for dialect in games() {
        let game = opened(&built(dialect), dialect);
        let draft = draft(&game, 2);
        let folder = unpacked(&game, 2);
        assert_eq!(draft.files().unwrap(), folder, "{dialect:?}");
        let (read, notes) = RoomDraft::read(&folder, &RoomOptions::default()).unwrap();
        assert_eq!((notes.len(), read.facts()), (0, draft.facts()), "{dialect:?}");
        let names: Vec<String> = read.facts().pictures.into_iter().map(|it| it.name + ".png").collect();
        let files = folder.keys().filter(|name| name.ends_with(".png") && *name != room::PREVIEW);
        assert!(files.eq(names.iter().collect::<std::collections::BTreeSet<_>>()), "{dialect:?}");
        for picture in &names {
            assert_eq!(read.pixels(picture.trim_end_matches(".png")), Some(pixels(&folder, picture)));
        }
    }
}

#[test]
fn impossible_edits_say_why_and_change_nothing() {
    let files = game(Dialect::V6, 5);
    let mut draft = draft(&opened(&files, Dialect::V6), 2);
    for (edit, wanted) in [
        (edit("plane-3", (0, 0), (1, 1), &[1]), "no such picture; some that it has: background, plane-1"),
        (
            edit("background", (60, 0), (5, 1), &[1; 5]),
            "5 × 1 pixels at 60,0 leaves the picture, which has 64 × 40",
        ),
        (edit("background", (0, 0), (2, 2), &[1; 3]), "2 × 2 pixels need 4 values, not 3"),
        (edit("plane-1", (1, 2), (2, 1), &[1, 2]), "the pixel at 2,2 would be 2; a plane has 1"),
    ] {
        let told = draft.apply(edit).unwrap_err().to_string();
        assert!(told.contains(wanted), "{told}");
    }
    assert!(draft.edits().next().is_none() && !draft.undo() && !draft.redo());
    let unknown =
        r#"{"pixels": {"picture": "background", "at": [0, 0], "size": [1, 1], "rows": [1], "more": 1}}"#;
    assert!(serde_json::from_str::<RoomEdit>(unknown).is_err());
    // 16 colours, and the Amiga's first 16, which belong to costumes.
    for (dialect, colour, wanted) in [
        (Dialect::V3, 16, "would be 16; this picture has colours from 0 to 15"),
        (Dialect::V4_AMIGA, 3, "would be 3; this picture has colours from 16 to 255"),
    ] {
        let mut draft = self::draft(&opened(&game(dialect, 5), dialect), 2);
        let told = draft.apply(edit("background", (0, 0), (1, 1), &[colour])).unwrap_err().to_string();
        assert!(told.contains(wanted), "{told}");
    }
}

#[test]
fn facts_tell_what_is_in_the_room() {
    for dialect in dialects() {
        let game = opened(&game(dialect, 5), dialect);
        let facts = draft(&game, 2).facts();
        assert_eq!((facts.room, facts.size), (Some(2), (64, 40)), "{dialect:?}");
        assert_eq!(facts.objects.len(), 2);
        let row = costumier_export::view::room_row(&game.room(2).unwrap());
        assert_eq!(row.objects.len(), 2, "{dialect:?}");
        for (seen, object) in row.objects.iter().zip(&facts.objects) {
            let ((left, top), (width, height)) = (object.at, object.size);
            assert_eq!(seen.states, object.states, "{dialect:?}");
            // Folders of v8 count objects in each room.
            assert!(seen.number == object.id || dialect == Dialect::V8, "{dialect:?}");
            assert_eq!(seen.area, [left, top, width.into(), height.into()], "{dialect:?}");
        }
        let sign = facts.pictures.iter().find(|it| it.object == Some(facts.objects[0].id)).unwrap();
        assert_eq!((sign.at, sign.size, sign.plane), ((8, 8), (16, 8), None));
        assert!(facts.pictures.iter().any(|it| it.name == "plane-1" && it.plane == Some(1)));
        let codes = facts.pictures[0].codes.len();
        let has_codes = dialect != Dialect::V2 && !dialect.fixed_colours;
        assert_eq!(codes, if has_codes { 8 } else { 0 }, "{dialect:?}");
    }
}

/// A room whose palette cycles: pixels in these colours are named.
#[test]
fn painted_colours_that_cycle_are_told() {
    let dialect = Dialect::V5;
    let mut game = GameBuilder::new(dialect);
    game.room_source(1, "den", &source(dialect, 5, 1)).unwrap();
    game.costume(1, 1, payload(dialect, 12));
    let files: MemoryFiles = game.finish().unwrap().named("game", &dialect).into_iter().collect();
    let mut folder = unpacked(&opened(&files, dialect), 1);
    assert_eq!(dialect.blocks, BlockHeaders::Tagged);
    // Colours 60 to 67 cycle.
    let cycles = [b"CYCL\0\0\0\x12".as_slice(), &[2, 0, 0, 1, 0, 0, 0, 60, 67, 0]].concat();
    folder.get_mut("original.bin").unwrap().extend(cycles);
    let text = String::from_utf8(folder["room.toml"].clone()).unwrap();
    let cycle = "\n[[cycle]]\nnumber = 2\ncolours = [60, 67]\nspeed = 256\n\n[[object]]";
    folder.insert("room.toml".into(), text.replacen("\n[[object]]", cycle, 1).into());
    let (mut draft, _) = RoomDraft::read(&folder, &RoomOptions::default()).unwrap();
    assert!(draft.pack().unwrap().notes.is_empty(), "nothing is painted");
    draft.apply(edit("background", (9, 3), (3, 1), &[59, 60, 67])).unwrap();
    let told = draft.pack().unwrap().notes;
    let wanted = "background.png: 2 painted pixels have 2 colours of cycle 2 (colours 60 to 67)";
    assert!(told.len() == 1 && told[0].contains(wanted), "{told:?}");
}

//! Drafts: any edits and their inverses give the same bytes again, and a draft packs like the folder that it writes.

use crate::support::{files, open, pack, sample};
use costumier::format::codec::{ColourTable, Decoder};
use costumier::{Costume, Dialect, Direction, Game, Generation, Limits, PictureKey};
use costumier_edit::draft::{Action, Draft, Edit, EntryKind, Picture, Pixels, Record, Stretch, Window};
use costumier_edit::folder::{About, PackOptions, PictureFiles};
use proptest::prelude::*;

fn draft(game: &Game, id: u32) -> Draft {
    Draft::of(&game.costume(id).unwrap(), About::default(), Limits::default()).unwrap()
}

fn payload(draft: &Draft) -> Option<Vec<u8>> {
    draft.pack().ok().map(|packed| packed.payload)
}

/// An edit that numbers choose. Many are refused, which is part of the test.
fn edit(draft: &Draft, n: [u8; 6]) -> Edit {
    let limb = if draft.is_akos() { 0 } else { n[1] % 4 };
    let len = draft.entries(limb).len();
    let key = PictureKey { limb, index: (usize::from(n[2]) % (len + 1)) as u16 };
    let other = PictureKey { limb: n[3] % 3, index: u16::from(n[4] % 4) };
    let size = (u16::from(n[3] % 9) + 1, u16::from(n[4] % 9) + 1);
    let painted = |(width, height): (u16, u16)| {
        let most = draft.colours().0.min(255) as u8;
        Pixels::Rows((0..width * height).map(|at| (at as u8).wrapping_mul(n[5] | 1) % most).collect())
    };
    let new = Picture { size, at: (i16::from(n[3]) - 9, -20), moves: (0, 0), pixels: painted(size) };
    let set = |to| Edit::Picture { key, name: None, to };
    match (n[0] % 10, draft.picture(key)) {
        (0 | 1, Some(picture)) => {
            set(EntryKind::Picture(Picture { pixels: painted(picture.size), ..picture.clone() }))
        }
        (2, Some(picture)) => {
            let moves = (i16::from(n[3] % 5), i16::from(n[4] % 3));
            set(EntryKind::Picture(Picture { at: (i16::from(n[5]), -3), moves, ..picture.clone() }))
        }
        (0..=3, _) => set(EntryKind::Picture(new)),
        (4, _) => set(EntryKind::SameAs(other)),
        (5, _) => set(EntryKind::Picture(Picture { pixels: Pixels::Borrowed(other), ..new })),
        (6, _) => set(EntryKind::Empty),
        (7, _) => Edit::RemovePicture { limb },
        (8, _) => {
            let mut colours = draft.palette().to_vec();
            let at = usize::from(n[2]) % colours.len().max(1);
            colours.iter_mut().skip(at).take(1).for_each(|colour| *colour = n[3] % 16);
            Edit::Palette { colours }
        }
        _ if draft.is_akos() && n[5].is_multiple_of(3) => program_edit(draft, n),
        _ if draft.is_akos() => {
            let facing = ["west", "east", "south", "north"][usize::from(n[2] % 4)].to_owned();
            let commands =
                (0..=n[4] % 3).map(|more| [u16::from(n[5] % 5 + more), 0x8081][usize::from(more / 2)]);
            let window = Window::Play { commands: commands.collect(), once: n[5].is_multiple_of(3) };
            let chore = u16::from(n[1] % 12);
            let record = match n[3] % 4 {
                0 => None,
                1 => draft.windows(u16::from(n[4] % 6), &facing).map(|(_, windows)| windows),
                _ => {
                    let mut windows = draft.windows(chore, &facing).map(|it| it.1).unwrap_or_default();
                    windows.insert(n[1] % 3, window);
                    Some(windows)
                }
            };
            Edit::Windows { chore, facing, record }
        }
        _ => {
            let record = match n[3] % 4 {
                0 => None,
                1 => Some(Record::SameAs(Direction::from_number(n[4] % 4))),
                _ => {
                    let commands = (0..=n[4] % 3).map(|more| (n[5] % 2 + more) % 4).collect();
                    let action = match n[5] % 4 {
                        0 => Action::Off,
                        _ => Action::Play { commands, once: n[5].is_multiple_of(3) },
                    };
                    Some(Record::Limbs([(n[1] % 3, action)].into()))
                }
            };
            let direction = Direction::from_number(n[2] % 4);
            Edit::Record { chore: u16::from(n[1] % 12), direction, name: None, record }
        }
    }
}

/// An edit of the program: other pictures in a stretch, or a line once more.
fn program_edit(draft: &Draft, n: [u8; 6]) -> Edit {
    let at = u16::from(n[1]) + 256 * u16::from(n[2] % 2);
    if let Ok(Some(Stretch { start, mut pictures })) = draft.stretch(at) {
        let index = usize::from(n[3]) % pictures.len();
        match n[4] % 3 {
            0 => drop(pictures.remove(index)),
            1 => pictures.insert(index, pictures[index]),
            _ => pictures[index] = u16::from(n[4]),
        }
        return Edit::Stretch { start, pictures };
    }
    let text = draft.program().ok().flatten().unwrap_or_default();
    let mut lines: Vec<&str> = text.lines().collect();
    let line = usize::from(n[3]) % lines.len().max(1);
    lines.extend(lines.get(line).copied());
    Edit::Program { text: lines.join("\n") }
}

fn edited_and_undone(game: &Game, id: u32, numbers: &[[u8; 6]]) {
    let before = game.costume_bytes(id).unwrap().payload;
    let mut draft = draft(game, id);
    assert_eq!(payload(&draft).as_ref(), Some(&before), "costume {id}, not edited");
    for n in numbers {
        let _refused = draft.apply(edit(&draft, *n));
    }
    let edits: Vec<Edit> = draft.edits().cloned().collect();
    let after = payload(&draft);
    if after.is_some() {
        let folder = draft.files(PictureFiles::Sheets).unwrap();
        let packed = pack(&folder);
        assert_eq!(Some(&packed.payload), after.as_ref(), "costume {id}, by its folder: {edits:?}");
        let (read, _) = Draft::read(&folder, &PackOptions::default()).unwrap();
        assert_eq!(payload(&read), after, "costume {id}, read from its folder: {edits:?}");
    }
    while draft.undo() {}
    assert_eq!(payload(&draft).as_ref(), Some(&before), "costume {id}, all undone: {edits:?}");
    while draft.redo() {}
    assert_eq!(payload(&draft), after, "costume {id}, all done again: {edits:?}");
    let stored = serde_json::to_string(&edits).unwrap();
    let mut again = self::draft(game, id);
    for edit in serde_json::from_str::<Vec<Edit>>(&stored).unwrap() {
        again.apply(edit).unwrap();
    }
    assert_eq!(payload(&again), after, "costume {id}, from stored edits: {stored}");
}

/// A picture with `sides` more columns and rows (left, top, right, bottom; fewer if negative), perhaps flipped, with
/// its old pixels `by` further to the right and down.
fn resized(picture: &Picture, sides: [i16; 4], by: (i16, i16), flipped: bool) -> Option<Picture> {
    let Pixels::Rows(was) = &picture.pixels else { return None };
    let [left, top, right, bottom] = sides;
    let (width, height) = (picture.size.0 as i16, picture.size.1 as i16);
    let size = (left + width + right, top + height + bottom);
    let at = |x: i16, y: i16| {
        let x = if flipped { size.0 - 1 - x } else { x };
        let (x, y) = (x - left - by.0, y - top - by.1);
        let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
        if is_inside { was[y as usize * width as usize + x as usize] } else { 0 }
    };
    let rows = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y))).map(|(x, y)| at(x, y)).collect();
    let is_picture = size.0 > 0 && size.1 > 0;
    let size = (size.0 as u16, size.1 as u16);
    is_picture.then(|| Picture { size, pixels: Pixels::Rows(rows), ..picture.clone() })
}

/// Paints on all pictures that numbers choose: size, pixels and `at` change in every combination.
fn painted_over(draft: &mut Draft, numbers: &[[u8; 8]]) {
    let limbs: Vec<u8> = if draft.is_akos() { vec![0] } else { (0..4).collect() };
    let keys = |limb: u8| (0..draft.entries(limb).len() as u16).map(move |index| PictureKey { limb, index });
    let keys: Vec<PictureKey> = limbs.into_iter().flat_map(keys).collect();
    let begun = draft.clone();
    for n in numbers {
        let key = draft.owner(keys[usize::from(n[0]) % keys.len()]);
        let (Some(picture), Some(was)) = (draft.picture(key), begun.picture(key)) else { continue };
        let side = |n: u8| [0, 0, 0, 10, 3, 1, -1, -2][usize::from(n % 8)];
        let sides = [side(n[1]), side(n[2]), side(n[3]), side(n[4])];
        let by = (side(n[5] / 8) % 3, side(n[6] / 8) % 3);
        let Some(new) = resized(picture, sides, by, n[7] & 4 > 0) else { continue };
        let at = match n[7] % 4 {
            0 => was.at,
            1 => (picture.at.0 - sides[0], picture.at.1 - sides[1]),
            2 => (picture.at.0 - sides[0] - by.0, picture.at.1 - sides[1] - by.1),
            _ => picture.at,
        };
        let _refused =
            draft.apply(Edit::Picture { key, name: None, to: EntryKind::Picture(Picture { at, ..new }) });
    }
}

/// A folder is also read for changes by art programs, which give a picture space at its left and leave `at`. The same
/// change in a draft is meant as it is.
fn packs_like_its_folder(draft: &Draft, what: &str) {
    let Some(after) = payload(draft) else { return };
    for pictures in [PictureFiles::Sheets, PictureFiles::Single, PictureFiles::Aseprite] {
        let told = || format!("{what}, {pictures:?}: {:?}", draft.edits().collect::<Vec<_>>());
        let folder = draft.files(pictures).unwrap();
        let read = Draft::read(&folder, &PackOptions::default());
        let (read, _) = read.unwrap_or_else(|refused| panic!("{refused}: {}", told()));
        assert!(payload(&read).as_ref() == Some(&after), "{}", told());
        let packed = pack(&folder);
        assert!(packed.payload == after, "by its folder: {}", told());
    }
}

/// A draft of a costume in the colours that a game shows costume `id` in.
fn coloured(game: &Game, id: u32, costume: &Costume) -> Draft {
    Draft::of(costume, About::of(game, id, 2, costume), Limits::default()).unwrap()
}

/// Changes all pictures of a draft that have pixels of their own.
fn change_all(draft: &mut Draft, change: impl Fn(&Picture) -> Option<Picture>) {
    let keys = (0..16)
        .flat_map(|limb| (0..draft.entries(limb).len() as u16).map(move |index| PictureKey { limb, index }));
    let keys: Vec<PictureKey> = keys.filter(|key| draft.owner(*key) == *key).collect();
    for key in keys {
        let Some(to) = draft.picture(key).and_then(&change) else { continue };
        draft.apply(Edit::Picture { key, name: None, to: EntryKind::Picture(to) }).unwrap();
    }
}

#[test]
fn pixels_that_move_inside_their_pictures_are_written_where_they_are() {
    for generation in [Generation::V5, Generation::V7] {
        let game = sample(generation);
        let mut draft = draft(&game, 1);
        change_all(&mut draft, |picture| resized(picture, [0, 0, 3, 2], (0, 0), false));
        let costume = draft.pack().unwrap().costume().unwrap();
        let mut draft = coloured(&game, 1, &costume);
        change_all(&mut draft, |picture| {
            let at = (picture.at.0 - 2, picture.at.1 - 1);
            Some(Picture { at, ..resized(picture, [0; 4], (2, 1), false)? })
        });
        assert!(draft.edits().count() > 4);
        packs_like_its_folder(&draft, generation.name());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn edits_and_their_inverses_give_the_same_bytes(
        numbers in prop::collection::vec(any::<[u8; 6]>(), 1..24),
        which in 0..Dialect::CLASSIC.len(),
    ) {
        let dialect = Dialect::CLASSIC[which];
        edited_and_undone(&open(&files(dialect), dialect), 1, &numbers);
    }

    #[test]
    fn the_samples_costumes_are_edited_and_undone(
        numbers in prop::collection::vec(any::<[u8; 6]>(), 1..16),
        generation in prop::sample::select(vec![Generation::V2, Generation::V5, Generation::V7]),
        id in 1..3_u32,
    ) {
        edited_and_undone(&sample(generation), id, &numbers);
    }

    #[test]
    fn a_painted_draft_packs_like_the_folder_that_it_writes(
        numbers in prop::collection::vec(any::<[u8; 8]>(), 1..16),
        generation in prop::sample::select(vec![
            Generation::V2, Generation::V5, Generation::V7, Generation::V8, Generation::Humongous,
        ]),
        id in 1..3_u32,
    ) {
        let game = sample(generation);
        let mut draft = coloured(&game, id, &game.costume(id).unwrap());
        painted_over(&mut draft, &numbers);
        packs_like_its_folder(&draft, &format!("{generation}, costume {id}"));
    }
}

#[test]
fn a_small_picture_that_borrows_from_a_large_one_keeps_the_large_ones_pixels() {
    edited_and_undone(&sample(Generation::V7), 1, &[[75, 0, 0, 24, 29, 0]]);
}

#[test]
fn a_painted_picture_is_drawn_as_it_was_painted() {
    for generation in [Generation::V2, Generation::V5, Generation::V6, Generation::V7, Generation::V8] {
        let game = sample(generation);
        let mut draft = draft(&game, 1);
        let keys = game.costume(1).unwrap().picture_keys();
        let key = *keys.iter().find(|key| draft.picture(**key).is_some_and(|it| it.size.0 > 4)).unwrap();
        let key = draft.owner(key);
        let mut picture = draft.picture(key).unwrap().clone();
        let Pixels::Rows(rows) = &mut picture.pixels else { panic!("no rows") };
        let painted = rows.iter().position(|value| *value != 3).unwrap();
        rows[painted] = 3;
        let wanted = rows.clone();
        draft.apply(Edit::Picture { key, name: None, to: EntryKind::Picture(picture) }).unwrap();
        let packed = draft.pack().unwrap();
        let pictures = packed.changes.iter().filter(|change| change.part.contains("picture")).count();
        assert_eq!(pictures, 1, "{generation:?}: {:?}", packed.changes);
        let costume = packed.costume().unwrap();
        let mut rows = Vec::new();
        Decoder::new().picture(&costume.packed(key).unwrap(), &ColourTable::IDENTITY, &mut rows);
        assert_eq!(rows[..wanted.len()], wanted, "{generation:?}");
    }
}

#[test]
fn impossible_edits_are_refused_and_change_nothing() {
    let game = sample(Generation::V5);
    let mut draft = draft(&game, 1);
    let key = PictureKey { limb: 0, index: 0 };
    let picture = draft.picture(key).unwrap().clone();
    let with = |pixels| EntryKind::Picture(Picture { pixels, ..picture.clone() });
    let pixels = usize::from(picture.size.0) * usize::from(picture.size.1);
    let far = PictureKey { limb: 0, index: 999 };
    for (key, to, wanted) in [
        (key, with(Pixels::Rows(vec![0; pixels - 1])), "pixels for a picture of"),
        (key, with(Pixels::Rows(vec![200; pixels])), "has colour 200"),
        (key, EntryKind::SameAs(key), "has no pixels to share"),
        (far, with(Pixels::Rows(vec![1; pixels])), "the next one is"),
        (PictureKey { limb: 16, index: 0 }, with(Pixels::Rows(vec![1; pixels])), "limbs are 0 to 15"),
    ] {
        let refused = draft.apply(Edit::Picture { key, name: None, to }).unwrap_err().to_string();
        assert!(refused.contains(wanted), "{refused}");
    }
    // Pixels are shared with the entry that stores them.
    let game_v7 = sample(Generation::V7);
    let mut akos = self::draft(&game_v7, 1);
    let to = EntryKind::SameAs(PictureKey { limb: 3, index: 1 });
    let refused = akos.apply(Edit::Picture { key, name: None, to }).unwrap_err().to_string();
    assert!(refused.contains("has no pixels to share"), "{refused}");
    // What others share is neither emptied nor borrowed from a third.
    let last = PictureKey { limb: 0, index: draft.entries(0).len() as u16 };
    draft.apply(Edit::Picture { key: last, name: None, to: EntryKind::SameAs(key) }).unwrap();
    let second = PictureKey { limb: 0, index: 1 };
    for to in [EntryKind::Empty, with(Pixels::Borrowed(second))] {
        let refused = draft.apply(Edit::Picture { key, name: None, to }).unwrap_err().to_string();
        assert!(refused.contains("other pictures share its pixels"), "{refused}");
    }
    assert!(draft.undo());
    let none = Edit::Palette { colours: Vec::new() };
    assert!(draft.apply(none).unwrap_err().to_string().contains("palette: it has"));
    assert_eq!(draft.edits().count(), 0);
    assert_eq!(payload(&draft).unwrap(), game.costume_bytes(1).unwrap().payload);
}

#[test]
fn windows_of_akos_costumes_are_edited_as_lists_of_pictures() {
    for generation in [Generation::V7, Generation::V8] {
        let game = sample(generation);
        let mut draft = draft(&game, 1);
        let (facing, windows) = draft.windows(2, "east").unwrap();
        assert_eq!(facing, "east");
        let (limb, commands) = windows
            .iter()
            .find_map(|(limb, window)| match window {
                Window::Play { commands, once: false } if commands.len() > 2 => {
                    Some((*limb, commands.clone()))
                }
                _ => None,
            })
            .unwrap();
        let mut held = commands.clone();
        held.insert(1, commands[1]);
        let mut wanted = windows.clone();
        wanted.insert(limb, Window::Play { commands: held, once: true });
        let set = |chore, record| Edit::Windows { chore, facing: "east".to_owned(), record };
        draft.apply(set(2, Some(wanted.clone()))).unwrap();
        draft.apply(set(60, Some(windows.clone()))).unwrap();
        let costume = draft.pack().unwrap().costume().unwrap();
        let again = Draft::of(&costume, About::default(), Limits::default()).unwrap();
        assert_eq!(again.windows(2, "east").unwrap().1, wanted, "{generation:?}");
        assert_eq!(again.windows(60, "east").unwrap().1, windows, "{generation:?}");
        assert_eq!(again.windows(60, "north"), None, "{generation:?}");
        for (record, wanted) in [
            (Window::Play { commands: Vec::new(), once: false }, "plays nothing"),
            (Window::Play { commands: vec![0x99], once: false }, "is no code"),
        ] {
            let refused = draft.apply(set(2, Some([(limb, record)].into()))).unwrap_err().to_string();
            assert!(refused.contains(wanted), "{refused}");
        }
        let refused = draft.apply(Edit::Windows { chore: 2, facing: "up".to_owned(), record: None });
        assert!(refused.unwrap_err().to_string().contains("no such facing"));
    }
}

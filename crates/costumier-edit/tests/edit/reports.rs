//! What is told about an edited folder: one mistake is one line, with what to do.

use crate::support::{edited as with, indexed, pack, parts, sample, with_picture};
use costumier::{Costume, Dialect, Generation, Limits, PictureKey};
use costumier_edit::folder::{self, About, Files, ORIGINAL, PackOptions, PictureFiles, TEXT};
use costumier_edit::pictures::palette::ShownPalette;
use costumier_edit::pictures::png;

const SHEET: &str = "limb-0.png";

/// Costume 1 of the sample game, in its room's colours.
fn odile(pictures: PictureFiles) -> Files {
    let game = sample(Generation::V5);
    let costume = game.costume(1).unwrap();
    let palette = game.costume_palette(1).unwrap();
    let colours = costume.palette().iter().map(|colour| palette[usize::from(*colour)]).collect();
    let about = About { id: Some(1), colours, ..About::default() };
    folder::unpack(&costume, &about, pictures, &Limits::default()).unwrap()
}

/// Costume 1 of an edition of the sample game.
fn folder_of(generation: Generation, pictures: PictureFiles) -> Files {
    let game = sample(generation);
    let costume = game.costume(1).unwrap();
    folder::unpack(&costume, &About::of(&game, 1, 1, &costume), pictures, &Limits::default()).unwrap()
}

/// Paths and texts of what is wrong.
fn problems(files: &Files) -> Vec<String> {
    let refused = folder::pack(files, &PackOptions::default()).unwrap_err();
    refused.problems.iter().map(|problem| format!("{}: {}", problem.path, problem.text)).collect()
}

/// A costume of one limb with so many pictures, of which a chore shows some.
fn many(count: usize, shown: &[usize]) -> Files {
    let list: Vec<String> = shown.iter().map(|number| format!("\"p{number}\"")).collect();
    let mut text = format!(
        "format = 1\nkind = \"cost\"\ngeneration = \"v5\"\ncolours = 16\npalette = [{}]\n[[limb]]\nnumber = 0\nname = \
         \"body\"\n",
        (0..16).map(|n: u8| n.to_string()).collect::<Vec<_>>().join(", ")
    );
    for number in 0..count {
        text.push_str(&format!(
            "[[limb.picture]]\nname = \"p{number}\"\nsheet = \"s.png\"\nrect = [{number}, 0, 1, 2]\n"
        ));
    }
    text.push_str(&format!(
        "[[chore]]\nnumber = 1\nname = \"init\"\n[chore.east]\nbody = {{ loop = [{}] }}\n",
        list.join(", ")
    ));
    let pixels: Vec<u8> = (0..2 * count).map(|n| (n % 15 + 1) as u8).collect();
    let sheet = png::write(count, 2, &pixels, &ShownPalette::grey(16, 0)).unwrap();
    [(TEXT.to_owned(), text.into_bytes()), ("s.png".to_owned(), sheet)].into()
}

#[test]
fn pictures_that_no_command_names_are_refused_once_and_first() {
    let all: Vec<usize> = (0..128).collect();
    let said = problems(&many(128, &all));
    assert_eq!(said.len(), 1, "{said:?}");
    let wanted = "costume.toml: line 6: limb 0 \"body\": chores show pictures that no command of v5 can name: 120 \
                  \"p120\", 121 \"p121\", 122 \"p122\", 123 \"p123\" and 1 more. Commands can show pictures 0 to \
                  119 and 125 to 127";
    assert!(said[0].starts_with(wanted), "{said:?}");
    for number in 120..125 {
        assert_eq!(problems(&many(128, &[number])).len(), 1, "{number}");
    }
    let said = problems(&many(244, &(0..92).map(|n| n + 90).collect::<Vec<_>>()));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("120 \"p120\"") && said[0].contains("more"), "{said:?}");
    // Those on either side are what they are.
    let shown = [0, 119, 125, 127];
    let mut files = many(128, &shown);
    files.insert(ORIGINAL.into(), pack(&many(113, &[0])).payload);
    let costume = Costume::open(*b"COST", pack(&files).payload, Dialect::V5).unwrap();
    let record = costume.as_cost().unwrap().record(5).unwrap();
    let costumier::format::cost::CostEntry::Window(window) = record.limbs[0].unwrap() else { panic!() };
    let commands: Vec<u8> =
        (0..4).map(|n| costume.as_cost().unwrap().command_byte(window.start + n)).collect();
    assert_eq!(commands.iter().map(|byte| usize::from(*byte)).collect::<Vec<_>>(), shown);
}

#[test]
fn changed_rgb_entries_say_that_rgb_only_describes() {
    let folder = odile(PictureFiles::Sheets);
    let mut edited = folder.clone();
    let text = String::from_utf8(folder[TEXT].clone()).unwrap();
    let rgb = text.find("rgb = [").unwrap();
    let colours: Vec<&str> = text[rgb..].split('"').skip(1).step_by(2).take(16).collect();
    for (number, new) in [(2, "#010203"), (3, "#010204"), (4, "#010205")] {
        edited = with(&edited, colours[number], new);
    }
    let said = problems(&edited);
    assert!(said[0].contains("costume colours 2, 3, 4") && said[0].contains("`palette`"), "{said:?}");
    assert!(said.len() <= 8, "{} lines: {said:?}", said.len());
}

#[test]
fn a_filter_over_a_sheet_is_told_by_colour() {
    let folder = odile(PictureFiles::Sheets);
    let mut edited = folder.clone();
    let (size, indices, mut palette) = indexed(&folder, SHEET);
    palette.shown.iter_mut().for_each(|colour| colour[0] = colour[0].wrapping_add(1));
    let used = |n: u8| indices.iter().filter(|index| **index == n).count();
    edited = with_picture(&edited, SHEET, size, &indices, &palette);
    let said = problems(&edited);
    assert!(said.len() <= 12, "{} lines: {said:?}", said.len());
    let most = (1..16).max_by_key(|n| used(*n)).unwrap();
    let line = said.iter().find(|line| line.contains(&format!("{} pixels", used(most))));
    assert!(line.is_some_and(|line| line.starts_with(SHEET) && line.contains("--nearest")), "{said:?}");
    let taken = folder::pack(&edited, &PackOptions { nearest: true, ..PackOptions::default() }).unwrap();
    assert!(taken.notes.len() <= 12, "{:?}", taken.notes);
}

#[test]
fn a_sheet_of_twice_its_size_is_refused_with_both_sizes() {
    let folder = odile(PictureFiles::Sheets);
    let ((width, height), indices, palette) = indexed(&folder, SHEET);
    let twice: Vec<u8> = (0..4 * width * height)
        .map(|at| indices[at / (2 * width) / 2 * width + at % (2 * width) / 2])
        .collect();
    let mut edited = folder.clone();
    edited.insert(SHEET.into(), png::write(2 * width, 2 * height, &twice, &palette).unwrap());
    let wanted =
        format!("{SHEET}: has {} × {} pixels, and its rects need {width} × {height}", 2 * width, 2 * height);
    let said = problems(&edited);
    assert!(said.len() == 1 && said[0].starts_with(&wanted), "{said:?}");
    let half: Vec<u8> = (0..height / 2)
        .flat_map(|y| (0..width / 2).map(move |x| (x, y)))
        .map(|(x, y)| indices[2 * y * width + 2 * x])
        .collect();
    edited.insert(SHEET.into(), png::write(width / 2, height / 2, &half, &palette).unwrap());
    let said = problems(&edited);
    assert!(said.len() == 1 && said[0].contains("its rects need"), "{said:?}");
}

#[test]
fn a_picture_in_the_middle_is_one_change_and_has_no_past() {
    let folder = odile(PictureFiles::Sheets);
    let place = "[[limb.picture]]\nname = \"walk-east-3\"";
    let text = String::from_utf8(folder[TEXT].clone()).unwrap();
    let rect = text[text.find(place).unwrap()..].lines().find(|line| line.starts_with("rect")).unwrap();
    // Of the size of the one that had its number, in other colours.
    let mut edited =
        with(&folder, place, &format!("[[limb.picture]]\nname = \"new\"\nfile = \"new.png\"\n{place}"));
    let (_, _, palette) = indexed(&folder, SHEET);
    let size: Vec<usize> =
        rect.trim_matches(|c: char| !c.is_ascii_digit()).split(", ").map(|n| n.parse().unwrap()).collect();
    edited.insert(
        "new.png".into(),
        png::write(size[2], size[3], &vec![1; size[2] * size[3]], &palette).unwrap(),
    );
    let packed = pack(&edited);
    let parts = parts(&packed);
    assert!(parts[0].ends_with("\"new\"") && parts[1].starts_with("numbers of pictures in "), "{parts:?}");
    // Tables and steps that all share come last.
    assert!(
        parts[2..].iter().all(|part| part.starts_with("the ") || part.starts_with("headers")),
        "{parts:?}"
    );
    assert_eq!(packed.notes, [""; 0]);
}

#[test]
fn files_that_no_picture_names_are_told() {
    let folder = odile(PictureFiles::Single);
    let mut edited = folder.clone();
    edited.insert("limb-0/walk-east-9.png".into(), folder["limb-0/walk-east-1.png"].clone());
    let notes = pack(&edited).notes;
    assert!(notes.len() == 1 && notes[0].starts_with("limb-0/walk-east-9.png: no picture"), "{notes:?}");
    let mut edited = folder.clone();
    let renamed = edited.remove("limb-0/walk-east-1.png").unwrap();
    edited.insert("limb-0/walk-east-01.png".into(), renamed);
    let said = problems(&edited);
    let wanted = "limb 0 \"limb-0\" / picture \"walk-east-1\": limb-0/walk-east-1.png is missing; perhaps it was \
                  renamed to limb-0/walk-east-01.png";
    assert!(said.len() == 1 && said[0].contains(wanted), "{said:?}");
    assert!(said[0].starts_with("costume.toml: line "), "{said:?}");
}

#[test]
fn a_misspelt_picture_is_told_once_with_what_is_meant() {
    let folder = odile(PictureFiles::Sheets);
    let edited = with(&folder, "\"walk-east-3\", \"walk-east-4\"", "\"walk-east-3\", \"walk-est-4\"");
    let said = problems(&edited);
    assert!(said.len() == 1 && said[0].contains("did you mean \"walk-east-4\"?"), "{said:?}");
}

/// What `check` says of a game, `pack` says before it is in one.
#[test]
fn what_interpreters_do_not_draw_is_told() {
    let folder = odile(PictureFiles::Sheets);
    let place = "[[limb.picture]]\nname = \"walk-east-3\"";
    let mut edited =
        with(&folder, place, &format!("[[limb.picture]]\nname = \"tall\"\nfile = \"tall.png\"\n{place}"));
    edited.insert("tall.png".into(), png::write(2, 300, &[1; 600], &indexed(&folder, SHEET).2).unwrap());
    let notes = pack(&edited).notes;
    let wanted =
        "limb 0 \"limb-0\" / picture \"tall\": is 256 or more rows tall: the interpreter does not draw it";
    assert!(notes.len() == 1 && notes[0].contains(wanted), "{notes:?}");
    let key = PictureKey { limb: 0, index: 0 };
    assert!(Costume::open(*b"COST", pack(&edited).payload, Dialect::V5).unwrap().picture(key).is_ok());
}

#[test]
fn a_chore_that_is_there_twice_is_told_with_both_lines() {
    let folder = odile(PictureFiles::Sheets);
    let mut edited = folder.clone();
    let text = String::from_utf8(folder[TEXT].clone()).unwrap();
    let lines = text.lines().count();
    let text = format!("{text}\n[[chore]]\nnumber = 7\nname = \"again\"\neast = \"south\"\n");
    edited.insert(TEXT.into(), text.into_bytes());
    let said = problems(&edited);
    let both = format!(" and {}; remove all but one", lines + 2);
    assert!(said[0].contains("is described twice: in lines ") && said[0].ends_with(&both), "{said:?}");
}

/// Returns the files of a folder with free space around a picture that has a file of its own: left, top, right, bottom.
fn enlarged(folder: &Files, file: &str, [left, top, right, bottom]: [usize; 4]) -> Files {
    let ((wide, high), indices, palette) = indexed(folder, file);
    let (width, height) = (left + wide + right, top + high + bottom);
    let mut rows = vec![0; width * height];
    for (number, row) in indices.chunks(wide).enumerate() {
        let at = (top + number) * width + left;
        rows[at..at + row.len()].copy_from_slice(row);
    }
    with_picture(folder, file, (width, height), &rows, &palette)
}

/// Art programs give a picture space at any side. Its old pixels stay where they were, and this is told.
#[test]
fn a_picture_that_gained_space_at_its_top_stays_in_place() {
    for folder in [odile(PictureFiles::Single), folder_of(Generation::V7, PictureFiles::Single)] {
        let heads: Vec<String> =
            folder.keys().filter(|name| name.ends_with(".png")).take(3).cloned().collect();
        let before = pack(&folder).costume().unwrap();
        let mut edited = folder.clone();
        for head in &heads {
            edited = enlarged(&edited, head, [2, 5, 1, 0]);
        }
        let packed = pack(&edited);
        let told = "gained 2 columns at its left and gained 5 rows at its top";
        let note = packed.notes.iter().filter(|note| note.contains(told)).collect::<Vec<_>>();
        assert!(note.len() == 1 && note[0].contains("(and 2 more places)"), "{:?}", packed.notes);
        let after = packed.costume().unwrap();
        let mut moved = 0;
        for key in before.picture_keys() {
            let (was, is) = (before.picture(key).unwrap(), after.picture(key).unwrap());
            let by = (was.info.x - is.info.x, was.info.y - is.info.y, is.packed.width - was.packed.width);
            moved += usize::from(by == (2, 5, 3));
            assert!(by == (2, 5, 3) || by == (0, 0, 0), "{key:?}: {by:?}");
        }
        assert!(moved >= 3, "{moved}");
        // Space at the right and below moves nothing, and neither does a place that was changed.
        let said = pack(&enlarged(&folder, &heads[0], [0, 0, 3, 4])).notes;
        assert!(!said.iter().any(|note| note.contains("gained")), "{said:?}");
        // With the size that `at` is for, nothing is assumed.
        let mut sized = edited.clone();
        let text = String::from_utf8(sized[TEXT].clone()).unwrap();
        let ((width, height), ..) = indexed(&edited, &heads[0]);
        let file = format!("file = \"{}\"\n", heads[0]);
        let text = text.replace(&file, &format!("{file}size = [{width}, {height}]\n"));
        sized.insert(TEXT.to_owned(), text.into_bytes());
        let said = pack(&sized).notes;
        assert!(said.iter().any(|note| note.contains("(and 1 more place)")), "{said:?}");
    }
}

/// JPEG leaves colours near that of transparent pixels. Where they join the edge they are the ground.
#[test]
fn a_damaged_ground_stays_transparent() {
    let folder = odile(PictureFiles::Single);
    let file = folder.keys().find(|name| name.ends_with(".png")).unwrap().clone();
    let ((width, height), indices, palette) = indexed(&folder, &file);
    let is_edge = |at: usize| {
        let (x, y) = (at % width, at / width);
        x == 0 || y == 0 || x + 1 == width || y + 1 == height
    };
    let damaged = |at: usize, value: u8| match (value, at % 3) {
        (0, 0) if is_edge(at) => [252, 4, 249],
        (0, 1) if is_edge(at) => [248, 0, 255],
        (value, _) => palette.shown[usize::from(value)],
    };
    let pixels: Vec<u8> = indices
        .iter()
        .enumerate()
        .flat_map(|(at, value)| [&damaged(at, *value)[..], &[255]].concat())
        .collect();
    let mut out = Vec::new();
    let size = (width as u32, height as u32);
    costumier_export::formats::png::write_rgba(size, &pixels, &mut out).unwrap();
    let mut edited = folder.clone();
    edited.insert(file.clone(), out);
    assert!(problems(&edited).concat().contains("`--nearest`"));
    let packed = folder::pack(&edited, &PackOptions { nearest: true, ..PackOptions::default() }).unwrap();
    assert!(packed.notes.iter().any(|note| note.contains("the ground is damaged")), "{:?}", packed.notes);
    assert!(!packed.notes.iter().any(|note| note.contains("became colour")), "{:?}", packed.notes);
    assert_eq!(packed.payload, pack(&folder).payload);
}

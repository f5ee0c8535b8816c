//! Rooms, as a user repaints them: unpack, paint, pack, put, patch, undo.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::fs;
use std::path::Path;

use crate::support::{ok, run, tree};

/// Changes pixel values of an indexed PNG file, and keeps its palette.
fn paint(place: &Path, paint: impl FnOnce(&mut [u8])) {
    let bytes = fs::read(place).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    paint(&mut pixels);
    let info = reader.info();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, info.width, info.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(info.palette.clone().unwrap().into_owned());
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    fs::write(place, out).unwrap();
}

#[test]
fn unpacked_packed_and_put_rooms_are_the_same() {
    for generation in ["v5", "v7"] {
        let temp = tempfile::tempdir().unwrap();
        let at = temp.path();
        ok(at, &format!("sample game --generation {generation}"));
        ok(at, "unpack game --rooms all -o rooms");
        for folder in ["rooms/001-wardrobe", "rooms/002-stage"] {
            let preview = ok(at, &format!("pack {folder} --preview"));
            assert!(preview.stdout.contains("nothing changed"), "{}", preview.stdout);
        }
        let put = ok(at, "put game rooms -o mod");
        assert!(put.stderr.contains("the game has these rooms already"), "{}", put.stderr);
        assert_eq!(tree(&at.join("mod")), tree(&at.join("game")));
    }
}

#[test]
fn a_repainted_room_arrives_by_copy_by_patch_and_in_place() {
    for generation in ["v5", "v7"] {
        let temp = tempfile::tempdir().unwrap();
        let at = temp.path();
        ok(at, &format!("sample game --generation {generation}"));
        let before = tree(&at.join("game"));
        ok(at, "unpack game --rooms 2 -o stage");
        // Noise needs more bytes than a drawing.
        paint(&at.join("stage/background.png"), |pixels| {
            pixels.iter_mut().enumerate().for_each(|(at, pixel)| {
                if at % 320 < 8 {
                    *pixel = u8::try_from(at * at / 7 % 200).unwrap();
                }
            });
        });
        let preview = ok(at, "pack stage --preview");
        assert!(preview.stdout.contains("background.png / strip 0: "), "{}", preview.stdout);
        let put = ok(at, "put game stage -o mod");
        assert!(put.stderr.contains("room 2: replaced in "), "{}", put.stderr);
        ok(at, "unpack mod --rooms 2 -o again");
        let read = |folder: &str| fs::read(at.join(folder).join("plane-1.png")).unwrap();
        assert_eq!(read("stage"), read("again"));
        let check = ok(at, "check mod");
        assert!(!check.stdout.contains("room 2"), "{}", check.stdout);
        ok(at, "put game stage --patch stage.zip");
        ok(at, "patch apply game stage.zip -o patched");
        assert_eq!(tree(&at.join("patched")), tree(&at.join("mod")));
        // Costumes and rooms go together; the game itself can be changed, and changed back.
        ok(at, "unpack game 6 -o minuet");
        ok(at, "put game stage minuet --in-place");
        let now = tree(&at.join("game"));
        for (name, bytes) in tree(&at.join("mod")) {
            assert_eq!(now[&name], bytes, "{name}");
        }
        // It is the folder's own work that is replaced.
        paint(&at.join("stage/background.png"), |pixels| pixels[0] ^= 1);
        ok(at, "put game stage --in-place");
        ok(at, "put game --undo");
        ok(at, "put game --undo");
        let after = tree(&at.join("game"));
        for (name, bytes) in &before {
            assert_eq!(after[name], *bytes, "{name}");
        }
    }
}

#[test]
fn mistakes_with_room_folders_say_what_to_do() {
    let temp = tempfile::tempdir().unwrap();
    let at = temp.path();
    ok(at, "sample game");
    ok(at, "unpack game --rooms 2 -o stage");
    for (call, wanted) in [
        (
            "unpack sample-v8 --rooms 1 -o no",
            "rooms of v5, v6, v7 and of Humongous games up to 6.2 can be edited",
        ),
        (
            "unpack sample-v2 --rooms 1 -o no",
            "rooms of v5, v6, v7 and of Humongous games up to 6.2 can be edited",
        ),
        ("unpack game --rooms 9 -o no", "room 9"),
        ("unpack game --rooms nowhere -o no", "`costumier info GAME` lists all rooms"),
        ("unpack game 1 --rooms 2 -o no", "cannot be used with"),
        ("unpack game --rooms 2 -o stage", "may have been edited"),
        ("put game stage --id 3 -o no", "--id names a costume, and stage is a room folder"),
        ("put stage game -o no", "the arguments are swapped: stage is a room folder"),
        ("list stage", "stage is a room folder, not a game"),
        ("try stage", "stage is a room folder, no costume folder"),
        ("pack stage", "name the file to write with `-o FILE`"),
        ("pack stage --preview -o walk.gif", "rooms have no animations"),
        ("pack stage --as v6 -o room.bin", "it takes --preview, --nearest and -o"),
        ("put sample-v7 stage -o no", "another game or another edition"),
    ] {
        let told = run(at, call);
        assert_ne!(told.status, 0, "{call}");
        assert!(told.stderr.contains(wanted), "{call}: {}", told.stderr);
        assert!(!at.join("no").exists(), "{call}");
    }
    // A room of the game that somebody else changed is not replaced.
    ok(at, "unpack game --rooms 2 -o other");
    paint(&at.join("other/background.png"), |pixels| pixels[0] ^= 1);
    ok(at, "put game other --in-place");
    let told = run(at, "put game stage --in-place");
    assert!(
        told.stderr.contains("room 2 in the game is not the one that stage was unpacked from"),
        "{}",
        told.stderr
    );
}

//! Rooms, as a user repaints them: unpack, paint, pack, put, patch, undo.
use std::fs;
use std::path::Path;

use crate::support::{Scratch, ok, run, tree};

/// Changes pixel values of an indexed PNG file, and keeps its palette.
pub(crate) fn paint(place: &Path, paint: impl FnOnce(&mut [u8])) {
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
    if let Some(trns) = &info.trns {
        encoder.set_trns(trns.to_vec());
    }
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    fs::write(place, out).unwrap();
}

#[test]
fn unpacked_packed_and_put_rooms_are_the_same() {
    for generation in ["v4-ega", "v5", "v7", "he72", "he99-16"] {
        let at = &Scratch::new();
        ok(at, &format!("sample game --generation {generation}"));
        ok(at, "unpack game --rooms all -o rooms");
        for folder in ["rooms/001-wardrobe", "rooms/002-stage"] {
            ok(at, &format!("pack {folder} --preview")).prints(&["nothing changed"]);
        }
        ok(at, "put game rooms -o mod").warns(&["the game has these rooms already"]);
        assert_eq!(tree(&at.join("mod")), tree(&at.join("game")));
    }
}

#[test]
fn a_repainted_room_arrives_by_copy_by_patch_and_in_place() {
    for generation in ["v3-ega", "v4-ega", "v5", "v7", "he72"] {
        let at = &Scratch::new();
        ok(at, &format!("sample game --generation {generation}"));
        let before = tree(&at.join("game"));
        ok(at, "unpack game --rooms 2 -o stage");
        // Noise needs more bytes than a drawing.
        paint(&at.join("stage/background.png"), |pixels| {
            pixels.iter_mut().enumerate().for_each(|(at, pixel)| {
                if at % 320 < 8 {
                    let colours = if generation.ends_with("ega") { 16 } else { 200 };
                    *pixel = u8::try_from(at * at / 7 % colours).unwrap();
                }
            });
        });
        let preview = ok(at, "pack stage --preview");
        // Humongous games have one picture, which is packed anew.
        let part = if generation == "he72" { "background.png: " } else { "background.png / strip 0: " };
        preview.prints(&[part]);
        let put = ok(at, "put game stage -o mod");
        run(at, "diff game mod").warns(&["`diff` compares costumes only"]);
        put.warns(&["room 2: replaced in "]);
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
    let at = &Scratch::after(["sample game", "unpack game --rooms 2 -o stage"]);
    for (call, wanted) in [
        ("unpack game --rooms 9 -o no", "room 9"),
        ("unpack game --rooms nowhere -o no", "`costumier info GAME` lists all rooms"),
        ("unpack game 1 --rooms 2 -o no", "cannot be used with"),
        ("unpack game --rooms 2 -o stage", "may have been edited"),
        ("put game stage --id 3 -o no", "--id names a costume, and stage is a room folder"),
        (
            "put game stage --room 1 -o no",
            "--room names the room of a new costume, and stage is a room folder",
        ),
        ("unpack game --rooms 7-9 -o no", "the game has no room from 7 to 9"),
        ("unpack game --rooms 2-1 -o no", "write 1-2"),
        ("put stage game -o no", "the arguments are swapped: stage is a room folder"),
        ("list stage", "stage is a room folder, not a game"),
        ("try stage", "stage is a room folder, which is tried with a costume of its game"),
        ("pack stage", "name the file to write with `-o FILE`"),
        ("pack stage --preview -o walk.gif", "rooms have no animations"),
        (
            "pack stage --preview -o same.png",
            "no picture of stage looks different, so same.png was not written",
        ),
        ("unpack game --json -o no", "--rooms"),
        ("unpack game 1 --json -o no", "cannot be used with"),
        ("pack stage --as v6 -o room.bin", "it takes --preview, --nearest and -o"),
        ("put sample-v7 stage -o no", "another game or another edition"),
    ] {
        let told = run(at, call);
        assert_ne!(told.status, 0, "{call}");
        told.warns(&[wanted]);
        assert!(!at.join("no").exists(), "{call}");
    }
    // A room of the game that somebody else changed is not replaced.
    ok(at, "unpack game --rooms 2 -o other");
    paint(&at.join("other/background.png"), |pixels| pixels[0] ^= 1);
    ok(at, "put game other --in-place");
    run(at, "put game stage --in-place")
        .warns(&["room 2 in the game is not the one that stage was unpacked from"]);
}

#[test]
fn a_text_that_names_something_else_is_refused() {
    let at = &Scratch::after(["sample game", "unpack game --rooms 1 -o wardrobe"]);
    let place = at.join("wardrobe/room.toml");
    let text = fs::read_to_string(&place).unwrap();
    let refused = |from: &str, to: &str, wanted: &str| {
        assert!(text.contains(from), "{text}");
        fs::write(&place, text.replacen(from, to, 1)).unwrap();
        for call in ["put game wardrobe -o no", "put game wardrobe --in-place --force"] {
            let told = run(at, call);
            assert_ne!(told.status, 0, "{call}");
            told.warns(&[wanted]);
        }
    };
    refused("room = 1\n", "room = 2\n", "room is 2, and original.bin is room 1 of the game");
    refused("generation = \"v5\"", "generation = \"v6\"", "generation is v6, and the game is of v5");
    // An error of TOML keeps its lines.
    fs::write(&place, format!("{text}\nx = [1,\n")).unwrap();
    run(at, "pack wardrobe --preview").warns(&["x = [1,"]).lacks(&["\\n"]);
    // Names are free.
    fs::write(&place, text.replacen("name = \"wardrobe\"", "name = \"closet\"", 1)).unwrap();
    ok(at, "put game wardrobe -o mod");
    // Without the text, it was a room folder all the same.
    fs::remove_file(&place).unwrap();
    run(at, "pack wardrobe --preview").warns(&["it has no room.toml"]).lacks(&["import"]);
    ok(at, "unpack game --rooms 1-2 -o both");
    ok(at, "unpack game --rooms wardrobe,stage -o named");
    run(at, "pack both --preview").warns(&["both is no room folder, but holds 2 room folders"]);
}

#[test]
fn a_replaced_folder_keeps_what_unpack_did_not_write() {
    let at = &Scratch::after(["sample game"]);
    for (call, text) in
        [("unpack game --rooms 2 -o stage", "room.toml"), ("unpack game 1 -o odile", "costume.toml")]
    {
        let folder = at.join(call.rsplit(' ').next().unwrap());
        ok(at, call);
        let fresh = tree(&folder);
        fs::write(folder.join("mine.txt"), "mine").unwrap();
        fs::create_dir_all(folder.join("objects")).unwrap();
        fs::write(folder.join("objects/sign.xcf"), "mine").unwrap();
        ok(at, &format!("{call} --force")).warns(&["mine.txt", "sign.xcf"]);
        let now = tree(&folder);
        assert_eq!(now.len(), fresh.len() + 2, "{call}");
        assert!(folder.join(text).is_file());
        // What an earlier call wrote goes.
        ok(at, &call.replace("game", "sample-v7").replace("unpack", "unpack --force")).warns(&["mine.txt"]);
    }
}

#[test]
fn what_the_game_has_is_not_put_again() {
    for generation in ["v5", "v7"] {
        let at = &Scratch::new();
        ok(at, &format!("sample game --generation {generation}"));
        ok(at, "unpack game --rooms 2 -o stage");
        // One colour takes fewer bytes, so the block is filled up.
        paint(&at.join("stage/background.png"), |pixels| pixels.iter_mut().for_each(|pixel| *pixel = 17));
        ok(at, "put game stage --in-place").warns(&["of them padding"]);
        let before = tree(&at.join("game"));
        for _ in 0..2 {
            ok(at, "put game stage --in-place").warns(&["nothing changed: the game has these rooms already"]);
            assert_eq!(tree(&at.join("game")), before);
        }
        let patch = ok(at, "put game stage --patch stage.zip").stderr;
        assert!(patch.contains("no patch was written") && !at.join("stage.zip").exists(), "{patch}");
        ok(at, "put game --undo").lacks(&["can be undone too"]);
    }
}

/// `unpack --rooms --json` prints a row for each room, and `pack --preview` draws what changed.
#[test]
fn facts_are_printed_and_changes_are_drawn() {
    let temp = tempfile::tempdir().unwrap();
    let at = temp.path();
    ok(at, "sample game");
    let told = ok(at, "unpack game --rooms all -o rooms --json");
    let facts: serde_json::Value = serde_json::from_str(&told.stdout).unwrap();
    let [wardrobe, _] = facts.as_array().unwrap().as_slice() else { panic!("{facts}") };
    assert_eq!((&wardrobe["room"], &wardrobe["name"]), (&1.into(), &"wardrobe".into()));
    assert_eq!(wardrobe["pictures"][0]["name"], "background");
    assert_eq!(
        (wardrobe["boxes"][0]["plane"].as_u64(), wardrobe["scale_slots"][0]["y2"].as_u64()),
        (Some(1), Some(186))
    );
    let text = fs::read_to_string(at.join("rooms/001-wardrobe/room.toml")).unwrap();
    for wanted in [
        "palettes = [\"CLUT\"]",
        "file = \"background.png\"",
        "codec = \"strips\"",
        "codes = [",
        "[[scale-slot]]",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    paint(&at.join("rooms/001-wardrobe/background.png"), |pixels| pixels[0] ^= 1);
    paint(&at.join("rooms/001-wardrobe/plane-1.png"), |pixels| pixels[0] ^= 1);
    ok(at, "pack rooms/001-wardrobe --preview -o changes.png")
        .warns(&["wrote the changed pictures, before and after"]);
    let bytes = fs::read(at.join("changes.png")).unwrap();
    let picture = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    // Two pictures of the room in a row.
    assert!(picture.info().width > 2 * 320, "{}", picture.info().width);
}

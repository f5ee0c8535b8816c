//! Loom for the PC-Engine: told by its tiles, shown in the colours of rooms and costumes, written out, and kept from
//! what cannot be changed.

use std::fs;
use std::path::Path;

use crate::pack;
use crate::support::{folder, ok, run, run_in, tree};
use crate::whatis::Rgba;
use costumier::Dialect;
use costumier_build::classic::ClassicBuilder;
use costumier_build::example;

const PCE: Dialect = Dialect::V3_PCE;

/// A game of one room and one costume. Red is costume colour 1, green 2, blue 3.
fn store(at: &Path) {
    let mut design = example::costume(PCE);
    // Ninth bits of eight colours, then their low bytes: bits 8 to 6 green, 5 to 3 red, 2 to 0 blue.
    design.palette = vec![0b010, 0o070, 0xC0, 0o007, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut room = example::room(PCE);
    // Palette 3 in the upper half.
    room.background.iter_mut().take(320 * 72).for_each(|pixel| *pixel |= 0x30);
    let mut game = ClassicBuilder::new(PCE);
    game.room_source(1, "den", 1, &room).unwrap();
    game.costume(1, 1, design.write().unwrap()).script(1, 1, vec![0xA0]);
    pack::store(at, &game.finish().unwrap());
}

#[test]
fn it_is_told_and_everything_in_it_is_found() {
    let at = folder("pce");
    store(&at.join("loom"));
    let info = run(&at, "info loom");
    for part in ["Loom, PC-Engine", ", pc-engine\n", "made of tiles (TL)", "odd         nothing"] {
        info.prints(&[part]);
    }
    let json = run(&at, "info loom --json --full").json();
    assert_eq!((&json["platform"], &json["edition"]), (&"pc-engine".into(), &"PC-Engine".into()));
    let room = &json["rooms"][0];
    assert_eq!((&room["width"], &room["height"], &room["picture"]), (&320.into(), &144.into(), &true.into()));
    let list = run(&at, "list loom --json").json();
    assert_eq!(
        (&list[0]["status"], &list[0]["colours"], &list[0]["pictures"]),
        (&"ok".into(), &16.into(), &3.into())
    );
    run(&at, "dump loom 1").prints(&["1:#ff0000   2:#00ff00   3:#0000ff"]);
    ok(&at, "dump loom 1 --bytes").prints(&["ninth bits"]);
    ok(&at, "dump loom 1 --colours").prints(&["the costume has colours of its own"]);
    ok(&at, "check loom").prints(&["0 odd, 0 broken", "rooms of tiles and costumes of blocks"]);
    ok(&at, "script loom 1");
}

#[test]
fn actors_have_their_own_colours_beside_those_of_the_room() {
    let at = folder("pce-scenes");
    store(&at.join("loom"));
    let scene = r#"{"scenes": [{"name": "den", "room": 1, "actors": [
        {"costume": 1, "position": [160, 120], "facing": "east", "steps": [{"chore": "stand"}]}]}]}"#;
    fs::write(at.join("scene.json"), scene).unwrap();
    ok(&at, "render loom --scenes scene.json --raw -o out");
    let Rgba { width, pixels, .. } = Rgba::read(&at.join("out/den.png"));
    let places = |colour: [u8; 3]| pixels.iter().filter(|pixel| pixel[..3] == colour).count();
    // Bits of 555 are widened by their highest ones.
    for colour in [[255, 0, 0], [0, 255, 0], [0, 0, 255]] {
        assert!(places(colour) > 40, "{colour:?}: {}", places(colour));
    }
    let index = fs::read(at.join("out/den.idx")).unwrap();
    let high = fs::read(at.join("out/den.555")).unwrap();
    assert_eq!((index.len(), high.len()), (320 * 144, 2 * 320 * 144));
    // Palette 3 above, palette 0 below; the first colour of a band of 36 rows.
    assert_eq!((index[0], index[320 * 143]), (0x32, 5));
    assert_ne!(pixels[0], pixels[width * 143]);
    let red = pixels.iter().position(|pixel| *pixel == [255, 0, 0, 255]).unwrap();
    assert_eq!(high[2 * red..2 * red + 2], 0x7C00_u16.to_le_bytes());
    // Which costume colour it is.
    assert_eq!(index[red], 1);
    ok(&at, "render loom --scenes scene.json --explain 160,115");
}

#[test]
fn it_is_exported_in_every_format() {
    let at = folder("pce-export");
    store(&at.join("loom"));
    let all =
        "png,frames,gif,apng,webp,contact,sheet,aseprite-json,texturepacker-json,godot,aseprite,pal,bmp,json";
    run_in(&at, &["export", "loom", "-o", "wardrobe", "--as", all]).ends(0);
    let files = tree(&at.join("wardrobe"));
    for end in ["contact.png", ".gif", ".webp", ".aseprite", ".tres", ".bmp", ".pal"] {
        assert!(files.keys().any(|name| name.ends_with(end)), "{end}: {:?}", files.keys());
    }
    let room = run(&at, "export loom -o behind --as gif,frames --background room");
    // The format cannot hold it, and the costume is whole: a warning.
    room.ends(0);
    for part in
        ["warning: costume 1: left out", "pixels have 16 bits", "`costumier render` draws such scenes"]
    {
        room.warns(&[part]);
    }
    ok(&at, "montage loom -o cast.png");
    assert!(Rgba::read(&at.join("cast.png")).pixels.contains(&[255, 0, 0, 255]));
}

#[test]
fn what_cannot_be_changed_is_refused_in_clear_words() {
    let at = folder("pce-edit");
    store(&at.join("loom"));
    run(&at, "unpack loom 1 -o one").fails(2, &["costume folders for the PC-Engine"]);
    assert!(!at.join("one").exists());
    run(&at, "info loom --screen ega").fails(2, &["--screen ega does not fit this game"]);
    run(&at, "info loom --platform amiga").fails(2, &["--platform amiga does not fit this game"]);
    // The block is what it was.
    ok(&at, "extract loom 1 -o block");
}

//! The compiler of the sources, on sources made for the purpose: a good game, and one with something wrong
//! everywhere.

#![expect(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

use std::fs;
use std::path::Path;

use costumier::format::codec::{ColourTable, Decoder};
use costumier::format::cost::Cost;
use costumier::format::screen::high;
use costumier::{Dialect, Game, Limits, MemoryFiles, PictureKey};
use costumier_sample_compiler::{Edition, compile};

const V5: Edition<'static> = Edition { name: "v5", stem: "x", dialect: Dialect::V5 };

fn png(path: &Path, (width, height): (u32, u32), depth: png::BitDepth, packed: &[u8]) {
    let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette([0, 0, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90].as_slice());
    encoder.write_header().unwrap().write_image_data(packed).unwrap();
}

/// A room of 16 × 2 pixels and a costume with one picture of 3 × 2.
fn sources(folder: &Path) {
    for path in ["rooms/01-den", "costumes/01-dot"] {
        fs::create_dir_all(folder.join(path)).unwrap();
    }
    let write = |path: &str, text: &str| fs::write(folder.join(path), text).unwrap();
    write(
        "game.toml",
        "name = 'Test'
        [[room]]\nid = 7\nname = 'den'\nfolder = '01-den'
        [[costume]]\nid = 3\nname = 'Dot'\nfolder = '01-dot'\nroom = 7",
    );
    write("boot.script", "room 7 # the only one\n\nlabel on\nbreak\njump on\n");
    write(
        "rooms/01-den/room.toml",
        "size = [16, 2]
        top_in_v2 = 0
        scale_slots = [{ scale1 = 1, y1 = 0, scale2 = 255, y2 = 2 }]
        [[box]]\ncorners = [[0, 0], [15, 0], [15, 1], [0, 1]]\nmask = 1\nflags = 0\nscale = 'slot 1'",
    );
    write(
        "costumes/01-dot/costume.toml",
        "colours = 16\nnever_mirror = true\npalette = [0, 1, 2, 3]
        [[limb]]\nnumber = 2\nname = 'dot'
        [[limb.picture]]\nname = 'only'\nsheet = 'dot.png'\nrect = [1, 0, 3, 2]\nat = [-1, -2]\nmove = [3, 4]
        [[chore]]\nnumber = 1\nname = 'init'\nwest = 'east'
        [chore.east]\ndot = { loop = ['only', '@count'] }
        [chore.north]\ndot = 'off'",
    );
    png(&folder.join("rooms/01-den/background.png"), (16, 2), png::BitDepth::Two, &[0x1B; 8]);
    png(&folder.join("rooms/01-den/zplane-1.png"), (16, 2), png::BitDepth::One, &[0x80, 0x01, 0, 0]);
    // 4 bits each: 0 1 2 3 0 over 0 3 2 1 0
    let pixels = [0x01, 0x23, 0x00, 0x03, 0x21, 0x00];
    png(&folder.join("costumes/01-dot/dot.png"), (5, 2), png::BitDepth::Four, &pixels);
}

#[test]
fn sources_become_a_game_that_opens() {
    let folder = tempfile::tempdir().unwrap();
    sources(folder.path());
    let made = compile(folder.path(), &V5).unwrap();
    let files: MemoryFiles = made.into_iter().collect();
    let game = Game::open(&files, None, Limits::default()).unwrap();
    assert_eq!(game.problems(), &[]);
    assert_eq!(game.room_name(7), Some("den"));
    let bytes = game.costume_bytes(3).unwrap();
    assert_eq!(bytes.room, 7);
    let cost = Cost::open(bytes.payload, Dialect::V5).unwrap();
    assert!(cost.format().never_mirror);
    assert_eq!(cost.palette()[..5], [0, 1, 2, 3, 0]);
    assert_eq!(cost.record_indices().collect::<Vec<_>>(), [4, 5, 7]);
    assert_eq!(cost.commands(), [0, 0x7C]);
    let picture = cost.picture(PictureKey { limb: 2, index: 0 }).unwrap();
    let info = picture.info;
    assert_eq!((info.width, info.height, info.x, info.y, info.move_x, info.move_y), (3, 2, -1, -2, 3, 4));
    let mut rows = Vec::new();
    Decoder::new().picture(&picture.packed, &ColourTable::IDENTITY, &mut rows);
    assert_eq!(rows, [1, 2, 3, 3, 2, 1]);
}

#[test]
fn every_problem_of_every_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    sources(folder.path());
    let change = |path: &str, from: &str, to: &str| {
        let path = folder.path().join(path);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(path, text.replace(from, to)).unwrap();
    };
    change("boot.script", "jump on", "jump off\ndance 1\nput 300 in 7 at 1 2");
    change("rooms/01-den/room.toml", "slot 1", "slot 9");
    change("rooms/01-den/room.toml", "size = [16, 2]", "size = [16, 3]");
    change("costumes/01-dot/costume.toml", "rect = [1, 0, 3, 2]", "rect = [3, 0, 3, 2]");
    change("costumes/01-dot/costume.toml", "['only', '@count']", "['@count', 'lonely']");
    change("costumes/01-dot/costume.toml", "dot = 'off'", "dot = 'on'\nhat = 'off'");
    change("costumes/01-dot/costume.toml", "west = 'east'", "west = 'up'");
    let refused = compile(folder.path(), &V5).unwrap_err();
    let found: Vec<_> = refused.problems.iter().map(|p| format!("{}: {}", p.path, p.text)).collect();
    let (room, costume) = ("rooms/01-den/room.toml", "costumes/01-dot/costume.toml");
    let loop_path = format!("{costume}: line 18: chore 1 \"init\" / east / limb \"dot\"");
    assert_eq!(
        found,
        [
            format!("{room}: box 1: scale \"slot 9\" is no number and none of \"slot 1\" to \"slot 4\""),
            format!("{room}: background: 32 pixels, but 16 × 3 is 48"),
            format!("{room}: z-plane 1: 16 × 2, but the room is 16 × 3"),
            format!(
                "{costume}: line 7: limb 2 \"dot\" / picture \"only\": [3, 0, 3, 2] is not inside dot.png, which has \
                 5 × 2 pixels"
            ),
            format!(
                "{costume}: line 16: chore 1 \"init\" / west: repeats \"up\", which this chore does not \
                 describe"
            ),
            format!("{loop_path}: \"lonely\" is no picture of this limb, and not @hide, @count or a sound"),
            format!(
                "{costume}: line 20: chore 1 \"init\" / north / limb \"dot\": \"on\" is no action; use off, \
                 stop, start, or a list of steps"
            ),
            format!("{costume}: line 21: chore 1 \"init\" / north / limb \"hat\": no limb has this name"),
            "boot.script: line 6: \"dance 1\" is not understood".into(),
            "boot.script: line 7: \"300\" is not a number that fits here".into(),
            "boot.script: line 5: jumps to label 1, which is not there".into(),
        ]
    );
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().unwrap();
    sources(folder.path());
    fs::remove_file(folder.path().join("boot.script")).unwrap();
    fs::write(folder.path().join("costumes/01-dot/dot.png"), b"no picture").unwrap();
    fs::write(folder.path().join("rooms/01-den/room.toml"), "size = 3").unwrap();
    let refused = compile(folder.path(), &V5).unwrap_err();
    let paths: Vec<_> = refused.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["rooms/01-den/room.toml", "costumes/01-dot/dot.png", "boot.script"]);
}

/// Where pixels have 16 bits, the first and last ten colours of a room are numbers and no colours.
#[test]
fn rooms_of_sixteen_bits_are_painted_in_colours_between() {
    let folder = tempfile::tempdir().unwrap();
    sources(folder.path());
    let dialect = Dialect::humongous(99).with_high_colour();
    let edition = Edition { name: "he99-16", stem: "freddicove", dialect };
    let files: MemoryFiles = compile(folder.path(), &edition).unwrap().into_iter().collect();
    let game = Game::open(&files, None, Limits::default()).unwrap();
    assert_eq!((game.dialect(), game.problems()), (dialect, &[][..]));
    let background = game.room(7).unwrap().background().unwrap();
    let palette = game.room_palette(7).unwrap();
    let shown = background.pixels.iter().map(|it| high::pixel(palette[usize::from(*it)]));
    let painted = [[0, 0, 0], [10, 20, 30], [40, 50, 60], [70, 80, 90]];
    assert_eq!(shown.take(4).collect::<Vec<_>>(), painted.map(high::pixel));
    assert!(background.pixels.iter().take(16).all(|colour| (10..=245).contains(colour)));
}

//! Games of v7, v8 and Humongous with AKOS costumes in every codec, on one disk or two: every command works
//! on them, nothing is odd about them, and what is missing or cut is named.

use std::fs;
use std::path::Path;

use crate::pack;
use crate::support::{folder, ok, run, run_in};
use costumier::Dialect;
use costumier::format::akos::{AkosEntry, AkosSource, Codec, Mode};
use costumier::format::block::write::block;
use costumier::game::{BoxScale, Plane, ScaleSlot, WalkBox};
use costumier_build::PictureSource;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

/// Codecs by costume id.
const CODECS: [Codec; 4] = [Codec::Rle, Codec::Bomp, Codec::MajMin, Codec::Trle];

/// A walker: two pictures in turn, in four directions; it stands and starts with the first.
fn costume(codec: Codec, dialect: &Dialect) -> Vec<u8> {
    let (palette, hole): (Vec<u8>, u8) = match (codec, dialect.akos.majmin_transparent) {
        (Codec::Rle, _) => ((16..32).collect(), 0),
        (Codec::Bomp, _) => ((0..=255).collect(), 255),
        (Codec::MajMin, Some(hole)) => ((0..=255).collect(), hole),
        _ => (vec![200, 0], 200),
    };
    let mut source = AkosSource::new(codec, palette);
    source.sequence = vec![0, 1];
    let limbs = |length| {
        let mut limbs = [None; 16];
        limbs[2] = Some(AkosEntry { mode: Mode::Loop, start: 0, length });
        limbs
    };
    source.records = vec![limbs(0), limbs(1)];
    // Chores 1 (init), 2 (walk), 3 (stand).
    source.record_table = [vec![None; 4], vec![Some(0); 4], vec![Some(1); 4], vec![Some(0); 4]].concat();
    let picture = |which: u8| {
        PictureSource::new(
            (16, 24),
            (-8, -23),
            (0..16 * 24_u16)
                .map(|i| match (i % 16 + i / 16) % 5 {
                    0 => hole,
                    n => u8::try_from(n).unwrap() + which,
                })
                .collect(),
        )
    };
    source.pictures = vec![picture(0), picture(1)];
    if !dialect.akos.eight_ways {
        let entry = [block(*b"NAME", b"strut\0"), block(*b"STOF", &[0, 0])].concat();
        let names = [block(*b"OFFS", &[0; 4]), block(*b"SEQI", &entry)].concat();
        source.others.push((*b"SQDB", block(*b"WRAP", &names)));
    }
    source.write().unwrap()
}

/// A room with a slope, a z-plane and a scale slot.
fn room(width: u16, height: u16) -> RoomSource {
    let mut room = RoomSource::new(width, height);
    room.palette = (0..=250).map(|i| [i, 250 - i, 128]).collect();
    let pixels = 0..usize::from(width) * usize::from(height);
    room.background = pixels.map(|i| (40 + i / usize::from(width) % 16).to_le_bytes()[0]).collect();
    let mut plane = Plane::new(width, height);
    (0..height).for_each(|y| plane.set(20, y, true));
    room.planes = vec![plane];
    let (right, bottom) = (width.cast_signed() - 1, height.cast_signed() - 1);
    room.boxes = vec![WalkBox {
        corners: [(0, 0), (right, 0), (right, bottom), (0, bottom)],
        mask: 1,
        flags: 0,
        scale: BoxScale::Slot(0),
    }];
    room.neighbours = vec![vec![]];
    room.scale_slots[0] = Some(ScaleSlot { scale1: 100, y1: 0, scale2: 255, y2: 100 });
    room
}

/// Two rooms, the second on the second disk, with two costumes each.
fn store(dialect: &Dialect, at: &Path, stem: &str) {
    let mut game = GameBuilder::new(*dialect);
    let height = if dialect.screen_size().1 > 200 { 240 } else { 200 };
    game.room_source(1, "hall", &room(320, height)).unwrap();
    game.room_source(2, "yard", &room(328, height)).unwrap();
    game.disk(2, 2);
    for (codec, id) in CODECS.into_iter().zip(1..) {
        game.costume(id, if id < 3 { 1 } else { 2 }, costume(codec, dialect));
    }
    pack::store(at, &game.finish().unwrap().named(stem, dialect));
}

/// What is called how: name of the generation in listings, files.
fn kinds() -> Vec<(Dialect, &'static str, [&'static str; 3])> {
    vec![
        (Dialect::V7, "v7", ["g.la0", "g.la1", "g.la2"]),
        (Dialect::V8, "v8", ["g.la0", "g.la1", "g.la2"]),
        (Dialect::humongous(61), "he", ["g.he0", "g.he1", "g.he2"]),
        (Dialect::humongous(71), "he", ["g.he0", "g.he1", "g.he2"]),
        (Dialect::humongous(72), "he", ["g.he0", "g.he1", "g.he2"]),
        (Dialect::humongous(80), "he", ["g.he0", "g.he1", "g.he2"]),
        (Dialect::humongous(90), "he", ["g.he0", "g.he1", "g.he2"]),
        (Dialect::humongous(99), "he", ["g.he0", "g.(a)", "g.(b)"]),
    ]
}

#[test]
fn every_command_works_on_them() {
    for (number, (dialect, generation, files)) in kinds().into_iter().enumerate() {
        let at = folder(&format!("akos-{number}"));
        fs::create_dir(at.join("game")).unwrap();
        store(&dialect, &at.join("game"), "g");
        let info = ok(&at, "info game");
        for part in
            files.iter().copied().chain([&*format!("generation  {generation}\n"), "odd         nothing"])
        {
            info.prints(&[part]);
        }
        let list = ok(&at, "list game");
        for codec in CODECS {
            list.prints(&[&format!("codec {} ", codec.number())]);
        }
        let check = run(&at, "check game");
        let told = "2 rooms, 4 costumes: 8 pictures decoded, 48 records played over";
        check.prints(&[told, "1 odd, 0 broken"]);
        // Those of codec 32, which this game shows one by one.
        assert_eq!(check.stdout.matches("by itself: ScummVM ends there").count(), 2, "{}", check.stdout);
        check.ends(0);
        assert_eq!(check.stdout.contains("which engine it is"), generation == "he", "{}", check.stdout);
        for id in ["1", "2", "3", "4"] {
            let dump = run_in(&at, &["dump", "game", id]);
            dump.ends(0);
            assert_eq!(dump.stdout.contains("strut"), generation == "he", "{}", dump.stdout);
            let json = run_in(&at, &["dump", "game", id, "--json"]).json();
            let named = serde_json::json!([{ "name": "strut", "start": 0 }]);
            assert_eq!(json["sequences"], if generation == "he" { named } else { serde_json::Value::Null });
            assert_eq!((&json["kind"], json["pictures"].as_array().unwrap().len()), (&"akos".into(), 2));
        }
        ok(&at, "export game -o out --as png,gif");
        assert!(fs::metadata(at.join("out/index.html")).is_ok());
        // Costume 1 is drawn on the ground: its colours are the room's 17 and later.
        fs::write(
            at.join("scenes.json"),
            r#"{ "scenes": [ { "name": "one", "room": 2, "actors": [
                { "costume": 1, "position": [100, 90], "facing": "east",
                "chores": ["init", "walk"], "ticks": 1, "zplane": "box", "scale": 255 } ] },
              { "name": "none", "room": 2, "actors": [] } ] }"#,
        )
        .unwrap();
        ok(&at, "render game --scenes scenes.json -o scenes --raw");
        let [one, none] =
            ["one", "none"].map(|name| fs::read(at.join(format!("scenes/{name}.idx"))).unwrap());
        let height = none.len() / 328;
        assert_eq!(none[..328], [40; 328], "{generation}: the picture is the room's");
        assert_eq!(none[328 * (height - 1)], 40 + u8::try_from((height - 1) % 16).unwrap());
        let changed: Vec<u8> = one.iter().zip(&none).filter(|(a, b)| a != b).map(|(a, _)| *a).collect();
        assert!(changed.len() > 200, "{generation}: {} pixels", changed.len());
        assert!(changed.iter().all(|colour| (17..=21).contains(colour)), "{changed:?}");
    }
}

#[test]
fn a_missing_second_disk_takes_only_its_rooms_away() {
    for (number, (dialect, _, [index, first, second])) in kinds().into_iter().enumerate() {
        let at = folder(&format!("akos-missing-{number}"));
        store(&dialect, &at, "g");
        fs::remove_file(at.join(second)).unwrap();
        let info = run(&at, "info .");
        info.ends(1).prints(&[&format!("{second}: ")]);
        let list = run(&at, "list .");
        list.ends(1);
        assert_eq!(list.stdout.matches("ok").count(), 2, "{}", list.stdout);
        run(&at, "dump . 3").fails(1, &[&format!("file {second} is missing"), "hint: copy"]);
        fs::remove_file(at.join(first)).unwrap();
        // Without data files, an index of 9.0 to 9.8 that says which disk rooms are on is one of 9.8.
        let missing = if dialect == Dialect::humongous(90) { "g.(a)" } else { first };
        run(&at, "info .").fails(2, &[&format!("file {missing} is missing"), "hint: copy"]);
        store(&dialect, &at, "g");
        let whole = fs::read(at.join(first)).unwrap();
        fs::write(at.join(first), &whole[..whole.len() * 3 / 4]).unwrap();
        let info = run(&at, "info .");
        info.prints(&["LECF says"]);
        run(&at, "check .").ends(1);
        fs::write(at.join(first), &whole[..5]).unwrap();
        run(&at, "list .")
            .warns(&[&format!("{first} is cut off: it ends after 5 bytes")])
            .prints(&["failed: the file is cut off"]);
        let text = fs::read(at.join(index)).unwrap();
        fs::write(at.join(index), &text[..60]).unwrap();
        run(&at, "info .").fails(2, &[index]);
        fs::remove_file(at.join(index)).unwrap();
        run(&at, "info .").fails(2, &["is a data file", &format!("file {index} is missing")]);
        store(&dialect, &at, "other");
        store(&dialect, &at, "g");
        run(&at, "dump . 1").fails(2, &["there are 2 games here", index]);
        ok(&at, "info .").prints(&[index, "other."]);
        run_in(&at, &["info", index]).ends(0);
    }
}

use costumier_files::{Key, Kind};

use proptest::prelude::*;

use super::*;
use crate::script::{ActorOp, Op, assemble};
use costumier::{Game, MemoryFiles};
use costumier_format::ErrorKind;
use costumier_format::Limits;
use costumier_format::dialect::Maxima;

fn open(files: &GameFiles) -> Game {
    let files = MemoryFiles::from_iter([("A.000", files.index.clone()), ("a.001", files.data.clone())]);
    Game::open(&files, None, Limits::default()).unwrap()
}

/// Three rooms, costumes in unusual places, two scripts.
fn builder(dialect: Dialect) -> GameBuilder {
    let mut game = GameBuilder::new(dialect);
    game.room(1, "one", vec![1; 3]).room(200, "twohundr.", vec![2; 40]).room(3, "", vec![]);
    game.costume(1, 200, b"first".to_vec()).costume(77, 1, b"second".to_vec()).costume(3, 200, vec![]);
    game.script(1, 3, vec![0x80]).script(9, 1, vec![0xA0]);
    game
}

#[test]
fn everything_is_found_where_it_was_asked_for() {
    for dialect in [Dialect::V5, Dialect::V6] {
        let game = open(&builder(dialect).finish().unwrap());
        assert_eq!(game.problems(), &[]);
        assert_eq!(game.generation(), dialect.generation());
        let rooms: Vec<_> = game.rooms().map(|room| (room.id, room.name.unwrap_or_default())).collect();
        assert_eq!(rooms, [(1, "one".into()), (3, String::new()), (200, "twohundr.".into())]);
        let costumes: Vec<_> = game.costume_slots().map(|slot| (slot.id, slot.room)).collect();
        assert_eq!(costumes, [(1, 200), (3, 200), (77, 1)]);
        for (id, payload) in [(1, &b"first"[..]), (77, b"second"), (3, b"")] {
            assert_eq!(game.costume_bytes(id).unwrap().payload, payload);
        }
        for (room, payload) in [(1, vec![1; 3]), (200, vec![2; 40]), (3, vec![])] {
            let block = game.data().block_at(room, 0).unwrap();
            assert_eq!((&block.tag, block.payload), (b"ROOM", payload));
        }
    }
}

#[test]
fn the_key_is_one_s_own_choice() {
    let plain = builder(Dialect::V5).key(0).finish().unwrap();
    assert_eq!(&plain.index[..4], b"RNAM");
    assert_eq!(&plain.data[..4], b"LECF");
    let hidden = builder(Dialect::V5).finish().unwrap();
    assert_eq!(&hidden.index[..4], [0x3B, 0x27, 0x28, 0x24]);
    assert!(plain.data.iter().zip(&hidden.data).all(|(plain, hidden)| plain ^ hidden == KEY));
    assert_eq!(open(&plain).data().files().next().unwrap().found.unwrap().1, Key(0));
}

#[test]
fn the_index_is_laid_out_as_the_interpreter_wants_it() {
    let mut game = GameBuilder::new(Dialect::V5);
    game.key(0).room(1, "den", vec![]).costume(1, 1, vec![0; 2]).script(1, 1, vec![0; 3]);
    let files = game.finish().unwrap();
    // ROOM 8, SCRP 11, COST 10, then CHAR: offsets count from ROOM.
    let wanted: &[&[u8]] = &[
        b"RNAM\0\0\0\x13\x01\x9b\x9a\x91\xff\xff\xff\xff\xff\xff\0",
        b"MAXS\0\0\0\x1a\x20\x03\x10\0\0\x08\xc8\0\x32\0\x02\0\x64\0\x32\0\x50\0",
        b"DROO\0\0\0\x14\x02\0\0\x01\0\0\0\0\0\0\0\0",
        b"DSCR\0\0\0\x14\x02\0\0\x01\0\0\0\0\x08\0\0\0",
        b"DSOU\0\0\0\x14\x02\0\0\0\0\0\0\0\0\0\0\0",
        b"DCOS\0\0\0\x14\x02\0\0\x01\0\0\0\0\x13\0\0\0",
        b"DCHR\0\0\0\x14\x02\0\0\x01\0\0\0\0\x1d\0\0\0",
        b"DOBJ\0\0\0\x4b\x0d\0",
        &[0; 65],
    ];
    assert_eq!(files.index, wanted.concat());
    assert_eq!(files.data[8..22], *b"LOFF\0\0\0\x0e\x01\x01\x1e\0\0\0");
    assert_eq!(files.data[30..34], *b"ROOM");
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let mut game = builder(Dialect::V5);
    game.room(0, "zero", vec![]).room(3, "again", vec![]).room(4, "longer than nine", vec![]);
    game.costume(0, 1, vec![]).costume(1, 1, vec![]).costume(5, 9, vec![]).script(2, 8, vec![]);
    let refused = game.finish().unwrap_err();
    let text: Vec<_> = refused.problems.iter().map(|problem| (&*problem.path, &*problem.text)).collect();
    assert_eq!(
        text,
        [
            ("room 0", "number 0 means \"no room\""),
            ("room 3", "is given twice"),
            ("room 4", "the name \"longer than nine\" is not one of up to 9 ASCII letters"),
            ("costume 0", "id 0 means \"none\""),
            ("costume 1", "is given twice"),
            ("script 2", "belongs to room 8, which is not there"),
            ("costume 5", "belongs to room 9, which is not there"),
        ]
    );
    let empty = GameBuilder::new(Dialect::V5).finish().unwrap_err();
    assert_eq!(empty.problems[0].path, "rooms");
}

#[test]
fn humongous_6_0_is_v6_under_another_name() {
    let files = builder(Dialect::HE60).finish().unwrap();
    let files = MemoryFiles::from_iter([("PUTT.HE0", files.index), ("putt.he1", files.data)]);
    let game = Game::open(&files, None, Limits::default()).unwrap();
    assert_eq!(game.dialect(), Dialect::HE60, "{}", game.why());
    assert_eq!(game.costume_bytes(1).unwrap().payload, b"first");
    let told = builder(Dialect::V4).finish().unwrap_err();
    assert!(told.to_string().contains("v4"), "{told}");
}

#[test]
fn v7_has_akos_costumes_and_files_of_its_own() {
    let files = builder(Dialect::V7).finish().unwrap();
    assert_eq!(&files.index[..4], b"RNAM", "v7 is not encrypted");
    let files = files.named("dig", &Dialect::V7);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["dig.la0", "dig.la1"]);
    let game = Game::open(&MemoryFiles::from_iter(files), None, Limits::default()).unwrap();
    assert_eq!((game.dialect(), game.problems()), (Dialect::V7, &[][..]));
    assert_eq!(game.title().map(|title| title.name), Some("The Dig"));
    for (id, room, payload) in [(1, 200, &b"first"[..]), (77, 1, b"second"), (3, 200, b"")] {
        let costume = game.costume_bytes(id).unwrap();
        assert_eq!((&costume.tag, costume.room, &*costume.payload), (b"AKOS", room, payload));
    }
    assert_eq!(game.data().index().maxima.len(), 15);
    assert_eq!(game.data().index().maxima[14], 78, "costume slots come last");
    assert_eq!(game.data().index().objects, 30);
}

#[test]
fn v8_counts_with_32_bits_and_from_the_folder_of_a_room() {
    let files = builder(Dialect::V8).finish().unwrap();
    // Three rooms; the first folder begins behind this table.
    let table = [&b"LOFF\0\0\0\x18\x03\x01"[..], &32_u32.to_le_bytes(), &[3]].concat();
    assert_eq!(files.data[8..23], table);
    assert_eq!(&files.data[32..36], b"LFLF");
    assert_eq!(&files.data[40..44], b"ROOM");
    let files = MemoryFiles::from_iter(files.named("comi", &Dialect::V8));
    let game = Game::open(&files, None, Limits::default()).unwrap();
    assert_eq!((game.dialect(), game.problems()), (Dialect::V8, &[][..]));
    for (id, room, payload) in [(1, 200, &b"first"[..]), (77, 1, b"second"), (3, 200, b"")] {
        let costume = game.costume_bytes(id).unwrap();
        assert_eq!((&costume.tag, costume.room, &*costume.payload), (b"AKOS", room, payload));
    }
    assert_eq!((game.data().index().maxima.len(), game.data().index().maxima[6]), (17, 78));
    assert_eq!(game.data().index().objects, 80);
    assert_eq!(game.data().block_at(1, 8).unwrap().tag, *b"ROOM");
}

#[test]
fn rooms_may_lie_on_several_disks() {
    for dialect in [Dialect::V5, Dialect::V6, Dialect::V7, Dialect::V8] {
        let mut source = builder(dialect);
        source.disk(200, 2);
        let files = source.finish().unwrap().named("two", &dialect);
        assert_eq!(files.len(), 3);
        let game = Game::open(&MemoryFiles::from_iter(files), None, Limits::default()).unwrap();
        assert_eq!(game.problems(), &[]);
        let rooms: Vec<_> = game.rooms().map(|room| (room.id, room.disk, room.present)).collect();
        assert_eq!(rooms, [(1, 1, true), (3, 1, true), (200, 2, true)]);
        assert_eq!(game.costume_bytes(1).unwrap().payload, b"first");
        assert_eq!(game.costume_bytes(77).unwrap().payload, b"second");
        assert_eq!(game.data().block_at(200, dialect.disks.room_at).unwrap().payload, vec![2; 40]);
    }
    let told = builder(Dialect::V5).disk(9, 1).disk(1, 0).finish().unwrap_err();
    let paths: Vec<_> = told.problems.iter().map(|problem| &*problem.path).collect();
    assert_eq!(paths, ["room 9", "room 1"]);
}

#[test]
fn humongous_games_from_7_0_on_have_an_index_of_their_own() {
    for (version, names) in [
        (70, ["g.he0", "g.he1", "g.he2"]),
        (72, ["g.he0", "g.he1", "g.he2"]),
        (80, ["g.he0", "g.he1", "g.he2"]),
        (90, ["g.he0", "g.he1", "g.he2"]),
        (99, ["g.he0", "g.(a)", "g.(b)"]),
    ] {
        let dialect = Dialect::humongous(version);
        let mut source = builder(dialect);
        source.disk(200, 2).room_image(1, vec![9; 5]);
        let files = source.finish().unwrap().named("g", &dialect);
        assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
        assert_eq!(files[0].1[..4], [0x3B, 0x27, 0x28, 0x24], "RNAM under the key");
        let files = MemoryFiles::from_iter(files);
        let game = Game::open(&files, None, Limits::default()).unwrap();
        assert_eq!((game.dialect(), game.problems()), (dialect, &[][..]), "{}", game.why());
        for (id, room, payload) in [(1, 200, &b"first"[..]), (77, 1, b"second"), (3, 200, b"")] {
            let costume = game.costume_bytes(id).unwrap();
            assert_eq!((&costume.tag, costume.room, &*costume.payload), (b"AKOS", room, payload));
        }
        let block = game.data().room_block(200).unwrap();
        assert_eq!((&block.tag, block.payload), (b"RMDA", vec![2; 40]));
        assert_eq!(game.data().room_image(1).unwrap().unwrap().payload, [9; 5]);
        assert_eq!(game.data().room_image(3).unwrap(), None);
        let names: Vec<_> = game.rooms().map(|room| (room.id, room.name.unwrap_or_default())).collect();
        assert_eq!(names, [(1, "one".into()), (3, String::new()), (200, "twohundr.".into())]);
    }
}

#[test]
fn a_humongous_directory_has_three_lanes_and_rooms_begin_behind_their_folder_s_header() {
    let mut game = GameBuilder::new(Dialect::humongous(80));
    game.key(0).room(1, "den", vec![0; 4]).room_image(1, vec![0; 2]).costume(1, 1, vec![0; 3]);
    let files = game.finish().unwrap();
    // LECF 8, LFLF 8, then RMIM of 10 bytes, RMDA of 12, AKOS of 11.
    assert_eq!(files.data[8..12], *b"LFLF");
    assert_eq!(files.data[16..20], *b"RMIM");
    let find = |tag: &[u8]| files.index.windows(4).position(|four| four == tag).unwrap();
    let lanes = |room: u8, offset: u32, size: u32| {
        [&[0, 0, 0, 0x1C, 2, 0, 0, room][..], &[0; 4], &offset.to_le_bytes(), &[0; 4], &size.to_le_bytes()]
            .concat()
    };
    assert_eq!(files.index[find(b"DIRI") + 4..][..24], lanes(1, 0, 10));
    assert_eq!(files.index[find(b"DIRR") + 4..][..24], lanes(1, 10, 12));
    assert_eq!(files.index[find(b"DIRC") + 4..][..24], lanes(1, 22, 11));
    assert_eq!(files.index[find(b"DLFL") + 4..][..14], [0, 0, 0, 0x12, 2, 0, 0, 0, 0, 0, 16, 0, 0, 0]);
    let has = |index: &[u8], tag: &[u8]| index.windows(4).any(|four| four == tag);
    // 9.8 says which disk rooms are on; images come with 7.2, talkies with 9.9.
    assert!(!has(&files.index, b"DISK") && has(&files.index, b"DIRM") && !has(&files.index, b"DIRT"));
    game.dialect = Dialect::humongous(99);
    let index = game.finish().unwrap().index;
    let disks = index.windows(4).position(|four| four == b"DISK").unwrap();
    assert_eq!(index[disks + 4..][..8], [0, 0, 0, 0x0C, 2, 0, 0, 1]);
    assert!(has(&index, b"DIRM") && has(&index, b"DIRT"));
    assert_eq!(files.index[..15], *b"RNAM\0\0\0\x10\x01\0den\0\0");
}

#[test]
fn versions_before_7_2_show_in_costumes_and_rooms() {
    let open = |game: &GameBuilder, name: &str| {
        let files = game.finish().unwrap();
        let stem = name.strip_suffix('0').unwrap();
        let files =
            MemoryFiles::from_iter([(format!("{stem}0"), files.index), (format!("{stem}1"), files.data)]);
        Game::open(&files, None, Limits::default()).unwrap()
    };
    let old = builder(Dialect::humongous(61));
    for name in ["putt.he0", "putt.000"] {
        let game = open(&old, name);
        assert_eq!(game.dialect(), Dialect::humongous(61), "{}", game.why());
        assert_eq!(game.costume_bytes(77).unwrap().tag, *b"AKOS");
    }
    for version in [70, 71] {
        let mut game = GameBuilder::new(Dialect::humongous(version));
        game.room_source(1, "hall", &RoomSource::new(320, 200)).unwrap();
        assert_eq!(open(&game, "g.he0").dialect(), Dialect::humongous(version));
    }
}

#[test]
fn later_versions_show_in_disks_scripts_and_names() {
    let open = |version: u8, stem: &str, script: &[u8]| {
        let dialect = Dialect::humongous(version);
        let mut game = GameBuilder::new(dialect);
        game.room_source(1, "hall", &RoomSource::new(320, 200)).unwrap().script(1, 1, script.to_vec());
        let files = game.finish().unwrap().named(stem, &dialect);
        Game::open(&MemoryFiles::from_iter(files), None, Limits::default()).unwrap().dialect()
    };
    let ops =
        [Op::Cursor(false), Op::LoadRoom(1), Op::Actor(1, vec![ActorOp::Costume(1)]), Op::Break, Op::End];
    let script = assemble(&ops, &Dialect::humongous(99)).unwrap();
    for (version, stem) in [(72, "g"), (73, "PuttZoo"), (74, "jungle"), (80, "g"), (85, "putttime")] {
        assert_eq!(open(version, stem, &script), Dialect::humongous(version), "{version}");
    }
    for (version, stem) in [(90, "g"), (95, "pajama2"), (98, "lost"), (99, "g")] {
        assert_eq!(open(version, stem, &script), Dialect::humongous(version), "{version}");
    }
    let script_of_9 = script;
    // `docs/format/humongous-rooms.md §8.4`.
    let script = b"\x8B\x87\x8B\x8C\x5F\x01\0\x0E\x5F\x01\0\0\x81\0\x1B\x07\x3B\xFC\xFF";
    // Only the title gives the bits of a pixel.
    for (stem, high) in [
        ("FreddiCove", true),
        ("spyozon", true),
        ("arttime", true),
        ("SoccerMLS", true),
        ("Blue's Reading Time", true),
        ("football", false),
        ("pajama", false),
    ] {
        let found = open(99, stem, &[]);
        assert_eq!((found.high_colour.is_some(), found.akos), (high, Dialect::humongous(99).akos), "{stem}");
    }
    for (stem, version, high) in [
        ("g", 100, false),
        ("pajama", 100, false),
        ("SPYFoxDC", 100, false),
        ("puttzoo", 100, false),
        ("maze", 100, false),
        ("game", 100, false),
        ("freddicove", 100, true),
        ("pjgames", 100, true),
        ("Soccer2004", 100, true),
        ("moonbase", 100, true),
        ("moondemo", 100, true),
        ("baseball2003", 101, true),
        ("basketball", 101, true),
        ("FootBall2002", 101, true),
    ] {
        let eight = Dialect::humongous(version);
        let wanted = if high { eight.with_high_colour() } else { eight };
        assert_eq!(open(version, stem, script), wanted, "{stem}");
    }
    assert_eq!(open(90, "freddicove", &[]), Dialect::humongous(90));
    assert_eq!(open(70, "moondemo", &[]), Dialect::humongous(70));
    // Names in other languages are believed, too.
    assert_eq!(open(72, "zoodemo", &script_of_9), Dialect::humongous(73));
    assert_eq!(open(80, "toffzeit", &script_of_9), Dialect::humongous(85));
    // A name that contradicts the index is ignored.
    assert_eq!(open(90, "puttzoo", &[]), Dialect::humongous(90));
}

#[test]
fn data_files_of_humongous_games_may_have_letters_or_numbers() {
    for (version, wanted) in [(90, "putt.he1"), (99, "putt.(a)")] {
        let files = builder(Dialect::humongous(version)).finish().unwrap();
        for name in ["Putt.(A)", "PUTT.HE1", "putt.hea"] {
            let files =
                MemoryFiles::from_iter([("PUTT.HE0", files.index.clone()), (name, files.data.clone())]);
            let game = Game::open(&files, None, Limits::default()).unwrap();
            assert_eq!(game.costume_bytes(1).unwrap().file, name);
        }
        let alone = MemoryFiles::from_iter([("putt.he0", files.index.clone())]);
        let told = Game::open(&alone, None, Limits::default()).unwrap_err();
        assert_eq!(told.kind(), &ErrorKind::MissingFile(wanted.into()));
        let data = MemoryFiles::from_iter([("putt.(a)", files.data.clone())]);
        let told = Game::open(&data, None, Limits::default()).unwrap_err();
        assert_eq!(told.kind(), &ErrorKind::MissingFile("putt.he0".into()));
    }
}

/// The parts of a random game: rooms with disks and payloads, then scripts, sounds, costumes and charsets
/// with ids, the room's place in the list and payloads.
type Parts = (Vec<(u8, u8, Vec<u8>)>, [BTreeMap<u16, (prop::sample::Index, Vec<u8>)>; 4]);

fn parts() -> impl Strategy<Value = Parts> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..40);
    let room = (1..=9_u8, bytes());
    let rooms = prop::collection::btree_map(1..=u8::MAX, room, 1..5);
    let rooms = rooms.prop_map(|rooms| rooms.into_iter().map(|(id, (disk, b))| (id, disk, b)).collect());
    let resource = || prop::collection::btree_map(1..300_u16, (any::<prop::sample::Index>(), bytes()), 0..5);
    (rooms, [resource(), resource(), resource(), resource()])
}

fn builder_of((rooms, [scripts, sounds, costumes, charsets]): &Parts, dialect: Dialect) -> GameBuilder {
    let mut game = GameBuilder::new(dialect);
    for (number, disk, payload) in rooms {
        game.room(*number, &format!("r{number}"), payload.clone()).disk(*number, *disk);
        if dialect.disks.directories == Directories::Humongous && number % 3 > 0 {
            game.room_image(*number, payload.clone());
        }
    }
    let at = |index: &prop::sample::Index| rooms[index.index(rooms.len())].0;
    scripts.iter().for_each(|(id, (room, bytes))| _ = game.script(*id, at(room), bytes.clone()));
    sounds.iter().for_each(|(id, (room, bytes))| _ = game.sound(*id, at(room), bytes.clone()));
    costumes.iter().for_each(|(id, (room, bytes))| _ = game.costume(*id, at(room), bytes.clone()));
    charsets.iter().for_each(|(id, (room, bytes))| _ = game.charset(*id, at(room), bytes.clone()));
    game
}

/// The builder that would write an open game.
fn builder_from(game: &Game) -> GameBuilder {
    let (index, mut again) = (game.data().index(), GameBuilder::new(game.dialect()));
    for room in game.rooms() {
        let number = u8::try_from(room.id).unwrap();
        let block = game.data().room_block(room.id).unwrap();
        again.room(number, room.name.as_deref().unwrap_or_default(), block.payload).disk(number, room.disk);
        if let Some(image) = game.data().room_image(room.id).unwrap() {
            again.room_image(number, image.payload);
        }
    }
    for kind in Kind::ALL {
        for (slot, id) in index.slots(kind).iter().zip(0..).filter(|(slot, _)| slot.is_used()) {
            let (room, block) =
                (u8::try_from(slot.room).unwrap(), game.data().block_at(slot.room, slot.offset).unwrap());
            match kind {
                Kind::Script => again.script(id, room, block.payload),
                Kind::Sound => again.sound(id, room, block.payload),
                Kind::Costume => again.costume_block(id, room, block.tag, block.payload),
                Kind::Charset => again.charset(id, room, block.payload),
            };
        }
    }
    again
}

proptest! {
    #[test]
    fn a_game_that_was_read_is_written_byte_for_byte(parts in parts()) {
        let humongous = [70, 72, 80, 90, 99].map(Dialect::humongous);
        for dialect in [Dialect::V5, Dialect::V6, Dialect::V7, Dialect::V8].into_iter().chain(humongous) {
            let written = builder_of(&parts, dialect).finish().unwrap();
            let files = MemoryFiles::from_iter(written.clone().named("g", &dialect));
            let game = Game::open(&files, None, Limits::default()).unwrap();
            if dialect.disks.maxima == Maxima::He99 {
                // 9.9 and 10.0 differ in their scripts, which are random bytes here.
                prop_assert_eq!(game.dialect().disks, dialect.disks);
            } else {
                prop_assert_eq!(game.dialect(), dialect);
            }
            let counted = |text: &str| text.contains("MAXS says");
            let mut odd = game.problems().iter();
            let odd = odd.find(|p| p.severity > Severity::Note || counted(&p.text));
            prop_assert!(odd.is_none(), "{:?}", odd);
            prop_assert_eq!(builder_from(&game).finish().unwrap(), written);
        }
    }
}

#[test]
fn images_with_shadow_tables_are_found_again() {
    let open = |dialect: Dialect, payload: Vec<u8>| {
        let mut game = GameBuilder::new(dialect);
        game.room_source(1, "hall", &RoomSource::new(320, 200)).unwrap().image(3, 1, payload);
        let files = game.finish().unwrap().named("g", &dialect);
        Game::open(&MemoryFiles::from_iter(files), None, Limits::default()).unwrap()
    };
    let table: Vec<u8> = (0..0x1_0000_u32).map(|at| (at % 251).to_le_bytes()[0]).collect();
    let block = [b"XMAP", &0x1_0008_u32.to_be_bytes()[..], &table].concat();
    for version in [72, 90, 99] {
        let game = open(Dialect::humongous(version), block.clone());
        let found = game.data().xmap(3).unwrap();
        assert_eq!(found.as_flattened(), table, "{version}");
        assert!(game.data().xmap(2).is_err() && game.data().xmap(4).is_err());
    }
    // One that is cut is none.
    let short = [b"XMAP", &0x108_u32.to_be_bytes()[..], &table[..0x100]].concat();
    assert!(open(Dialect::humongous(90), short).data().xmap(3).is_err());
    let mut old = builder(Dialect::V6);
    assert!(old.image(1, 1, Vec::new()).finish().is_err());
}

/// A file of other files, as the Macintosh's CDs have it (`docs/format/editions.md §5.2`).
fn macintosh_file(files: Vec<(String, Vec<u8>)>) -> Vec<u8> {
    let number = |value: usize| u32::try_from(value).unwrap().to_be_bytes();
    let (mut members, mut directory) = (vec![0; 8], Vec::new());
    for (name, bytes) in files {
        directory.extend([number(members.len()), number(bytes.len())].concat());
        directory.extend(name.bytes().chain([0; 32]).take(32));
        members.extend(bytes);
    }
    let sizes = [number(members.len()), number(directory.len())].concat();
    members[..8].copy_from_slice(&sizes);
    [members, directory].concat()
}

#[test]
fn editions_for_the_macintosh_are_shown_with_its_gamma() {
    use costumier::Interpreter;
    use costumier::container::FileSet;
    use costumier::screen::Screen;
    use std::sync::Arc;

    for dialect in [Dialect::V5, Dialect::V6, Dialect::V7] {
        let mut room = RoomSource::new(320, 200);
        room.palette = (0..=255).map(|i| [i, 0x40, 0x80]).collect();
        let mut game = GameBuilder::new(dialect);
        game.room_source(1, "hall", &room).unwrap().script(1, 1, vec![0]);
        let files: Vec<(String, Vec<u8>)> =
            game.finish().unwrap().named("atlantis", &dialect).into_iter().collect();
        let open = |files: MemoryFiles| {
            let files = FileSet::new(Arc::new(files));
            Game::open(&files, None, Limits::default()).unwrap()
        };
        let stored = open(MemoryFiles::from_iter(files.clone()));
        let mut mac = open(MemoryFiles::from_iter([("Fate of Atlantis Data", macintosh_file(files))]));
        let colour = |game: &Game| game.room_palette(1).unwrap()[0x55];
        assert_eq!(colour(&stored), [0x55, 0x40, 0x80]);
        assert_eq!(colour(&mac), [0x77, 0x62, 0x9E], "{}", mac.why());
        assert!(mac.knows_screen(Screen::Mac) && mac.knows_screen(Screen::Vga));
        // The colours as stored decide shadows.
        assert_eq!(mac.room(1).unwrap().palettes[0].colours[0x55], [0x55, 0x40, 0x80]);
        let older = |game: &mut Game, by| {
            game.set_interpreter(by);
            colour(game)
        };
        assert_eq!(older(&mut mac, Interpreter::ScummVm2_7), [0x55, 0x40, 0x80]);
        mac.set_screen(Screen::Mac);
        assert_eq!(colour(&mac), [0x77, 0x62, 0x9E], "whatever the interpreter");
        mac.set_interpreter(Interpreter::Current);
        mac.set_screen(Screen::Vga);
        assert_eq!(colour(&mac), [0x55, 0x40, 0x80]);
        let mut shown = stored;
        shown.set_screen(Screen::Mac);
        assert_eq!(colour(&shown), [0x77, 0x62, 0x9E]);
    }
    for dialect in [Dialect::V8, Dialect::humongous(72)] {
        let files = builder(dialect).finish().unwrap().named("game", &dialect);
        let game = Game::open(&MemoryFiles::from_iter(files), None, Limits::default()).unwrap();
        assert!(!game.knows_screen(Screen::Mac) && !game.knows_screen(Screen::Vga), "{dialect:?}");
    }
}

//! Tests of whole games, built by hand in memory: found, refused, damaged.

use costumier_files::{Key, Kind};

use super::*;
use crate::{Fault, Generation, Limits, MemoryFiles};

/// A block with that tag.
pub(super) fn block(tag: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let size = u32::try_from(payload.len() + 8).unwrap();
    [tag.as_slice(), &size.to_be_bytes(), payload].concat()
}

fn directory(tag: &[u8; 4], slots: &[(u8, u32)]) -> Vec<u8> {
    let mut payload = u16::try_from(slots.len()).unwrap().to_le_bytes().to_vec();
    payload.extend(slots.iter().map(|(lane, _)| *lane));
    payload.extend(slots.iter().flat_map(|(_, offset)| offset.to_le_bytes()));
    block(tag, &payload)
}

/// A game of two rooms: room 1 with costumes 1 and 2, room 3 on disk 2 with costume 5.
struct Tiny {
    key: u8,
    maxima: usize,
    name: &'static str,
    costumes: Vec<(u8, u32)>,
    rooms: Vec<(u8, u32)>,
}

/// Distance from a room's ROOM block to the first block after it.
const AFTER_ROOM: u32 = 8 + 14;

impl Tiny {
    fn new() -> Self {
        let costumes = vec![
            (0, 0),
            (1, AFTER_ROOM),
            (1, AFTER_ROOM + 12),
            (0, 0),
            (9, 0),
            (3, AFTER_ROOM),
            (1, 0),
            (1, 70_000),
            (3, AFTER_ROOM + 11),
        ];
        Self { key: 0x69, maxima: 9, name: "tiny.00", costumes, rooms: vec![(0, 0), (1, 0), (0, 0), (2, 0)] }
    }

    fn index(&self) -> Vec<u8> {
        let mut names = vec![1];
        names.extend(b"pier\0\0\0\0\0".map(|byte| byte ^ 0xff));
        names.push(0);
        [
            block(b"RNAM", &names),
            block(b"MAXS", &self.maxima()),
            directory(b"DROO", &self.rooms),
            directory(b"DSCR", &[(0, 0), (1, AFTER_ROOM)]),
            directory(b"DSOU", &[(0, 0)]),
            directory(b"DCOS", &self.costumes),
            directory(b"DCHR", &[(0, 0)]),
            block(b"DOBJ", &[0, 0]),
        ]
        .concat()
    }

    fn maxima(&self) -> Vec<u8> {
        let mut fields = vec![0; self.maxima];
        let costumes = u16::try_from(self.costumes.len()).unwrap();
        match self.maxima {
            9 => fields[5] = 1,
            15 => fields[9..14].copy_from_slice(&[4, 2, 1, 1, costumes]),
            _ => {}
        }
        fields.into_iter().flat_map(u16::to_le_bytes).collect()
    }

    fn disk(room: u8, blocks: &[u8]) -> Vec<u8> {
        let room_block = block(b"ROOM", &block(b"RMHD", &[8, 0, 2, 0, 0, 0]));
        let table = [[1, room].as_slice(), &30_u32.to_le_bytes()].concat();
        let body =
            [block(b"LOFF", &table), block(b"LFLF", &[room_block.as_slice(), blocks].concat())].concat();
        block(b"LECF", &body)
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let first = Self::disk(1, &[block(b"COST", &[1, 2, 3, 4]), block(b"COST", &[5])].concat());
        let second = Self::disk(3, &[block(b"COST", &[6, 7, 8]), block(b"AKOS", &[])].concat());
        [("0", self.index()), ("1", first), ("2", second)]
            .map(|(disk, mut bytes)| {
                Key(self.key).apply(&mut bytes);
                (format!("{}{disk}", self.name), bytes)
            })
            .into()
    }

    fn memory(&self) -> MemoryFiles {
        self.files().into_iter().collect()
    }

    fn open(&self) -> Result<Game> {
        Game::open(&self.memory(), None, Limits::default())
    }
}

fn open(files: &MemoryFiles) -> Result<Game> {
    Game::open(files, None, Limits::default())
}

#[test]
fn a_game_crosses_threads() {
    fn check<T: Send + Sync + 'static>() {}
    check::<Game>();
}

#[test]
fn costumes_are_found_through_the_directories() {
    for key in Key::ALL {
        let game = Tiny { key: key.0, ..Tiny::new() }.open().unwrap();
        assert_eq!(game.generation(), Generation::V5);
        let costume = game.costume_bytes(1).unwrap();
        assert_eq!((costume.room, costume.offset, costume.payload.as_slice()), (1, 52, &[1, 2, 3, 4][..]));
        assert_eq!((costume.file.as_str(), &costume.tag), ("tiny.001", b"COST"));
        assert_eq!(game.costume_bytes(2).unwrap().payload, [5]);
        let far = game.costume_bytes(5).unwrap();
        assert_eq!((far.file.as_str(), far.room, far.payload.as_slice()), ("tiny.002", 3, &[6, 7, 8][..]));
        assert_eq!(game.costume_ids().collect::<Vec<_>>(), [1, 2, 4, 5, 6, 7, 8]);
        let keys: Vec<_> = game.data().files().map(|file| file.found.unwrap().1).collect();
        assert_eq!(keys, [key; 3]);
    }
}

#[test]
fn each_way_to_fail_has_its_own_kind_and_the_id() {
    let game = Tiny::new().open().unwrap();
    for (id, kind, fault) in [
        (0, ErrorKind::CostumeZero, Fault::Caller),
        (9, ErrorKind::CostumeOutOfRange { count: 9 }, Fault::Caller),
        (u32::MAX, ErrorKind::CostumeOutOfRange { count: 9 }, Fault::Caller),
        (3, ErrorKind::CostumeUnused, Fault::Caller),
        (4, ErrorKind::RoomMissing { room: 9 }, Fault::File),
        (6, ErrorKind::NotACostume { found: "ROOM".into() }, Fault::File),
        (7, ErrorKind::Truncated { needed: 8, available: 0 }, Fault::File),
    ] {
        let error = game.costume_bytes(id).unwrap_err();
        assert_eq!(error.kind(), &kind);
        assert_eq!(error.costume(), Some(id));
        assert_eq!(error.fault(), fault);
    }
    let akos = game.costume_bytes(8).unwrap_err();
    assert_eq!(akos.fault(), Fault::Unsupported);
    assert!(akos.to_string().contains("AKOS"), "{akos}");
    assert_eq!((akos.file(), akos.offset()), (Some("tiny.002"), Some(63)));
}

#[test]
fn slot_0_counts_only_if_it_is_used() {
    let mut tiny = Tiny::new();
    tiny.costumes[0] = (1, AFTER_ROOM);
    let game = tiny.open().unwrap();
    assert_eq!(game.costume_ids().next(), Some(0));
    assert_eq!(game.costume_bytes(0).unwrap().payload, [1, 2, 3, 4]);
}

#[test]
fn other_blocks_are_reached_in_the_same_way() {
    let game = Tiny::new().open().unwrap();
    let slot = game.data().index().slots(Kind::Script)[1];
    assert_eq!(game.data().block_at(slot.room, slot.offset).unwrap().tag, *b"COST");
    let mut seen = Vec::new();
    let problems = game.data().tree(1).unwrap().visit(|depth, block| seen.push((depth, block.name())));
    assert_eq!(problems, []);
    assert_eq!(seen.len(), 7);
    assert_eq!(seen[4], (3, "RMHD".to_owned()));
}

#[test]
fn rooms_have_names_disks_and_presence() {
    let game = Tiny::new().open().unwrap();
    let rooms: Vec<_> = game.rooms().map(|room| (room.id, room.name, room.disk, room.present)).collect();
    assert_eq!(rooms, [(1, Some("pier".into()), 1, true), (3, None, 2, true)]);
    assert_eq!(game.problems(), []);
}

#[test]
fn names_may_be_written_in_any_case_and_lie_one_folder_down() {
    let files: MemoryFiles = Tiny::new()
        .files()
        .into_iter()
        .map(|(name, bytes)| (format!("Data/{}", name.replace("tiny", "TiNy")), bytes))
        .collect();
    let mut mixed = files.clone();
    mixed.insert("notes.txt", b"nothing to see".as_slice());
    mixed.insert("Data/deeper/tiny.000", Tiny::new().index());
    assert_eq!(open(&mixed).unwrap().costume_bytes(2).unwrap().file, "Data/TiNy.001");
    let upper = Tiny { name: "TINY.SM", maxima: 15, ..Tiny::new() };
    let game = Game::open(&upper.memory(), Some("tiny.sm0"), Limits::default()).unwrap();
    assert_eq!(game.generation(), Generation::V6);
    assert!(game.why().contains("38 bytes"), "{}", game.why());
    assert_eq!(game.problems(), []);
}

#[test]
fn a_missing_disk_takes_only_its_rooms_away() {
    let tiny = Tiny::new();
    let files: MemoryFiles = tiny.files().into_iter().filter(|(name, _)| !name.ends_with('2')).collect();
    let game = open(&files).unwrap();
    assert!(game.costume_bytes(1).is_ok());
    assert_eq!(game.costume_bytes(5).unwrap_err().kind(), &ErrorKind::MissingFile("tiny.002".into()));
    assert_eq!(game.problems().len(), 1);
    assert_eq!(game.data().files().filter(|file| file.found.is_none()).count(), 1);
    let none: MemoryFiles = tiny.files().into_iter().take(1).collect();
    assert_eq!(open(&none).unwrap_err().kind(), &ErrorKind::MissingFile("tiny.001".into()));
    let data: MemoryFiles = tiny.files().into_iter().skip(1).collect();
    assert_eq!(open(&data).unwrap_err().kind(), &ErrorKind::MissingFile("tiny.000".into()));
}

#[test]
fn several_games_are_named_and_one_can_be_chosen() {
    let mut files = Tiny::new().memory();
    let other = Tiny { name: "other.00", maxima: 15, key: 0, ..Tiny::new() };
    for (name, bytes) in other.files() {
        files.insert(name, bytes);
    }
    let error = open(&files).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::SeveralGames(vec!["other.000  v6".into(), "tiny.000   v5".into()]));
    let game = Game::open(&files, Some("Other.000"), Limits::default()).unwrap();
    assert_eq!(game.generation(), Generation::V6);
    assert_eq!(game.costume_bytes(1).unwrap().file, "other.001");
    // Each row of the error can be used as the game's name.
    let ErrorKind::SeveralGames(rows) = error.kind() else { panic!("{error}") };
    for (row, generation) in rows.iter().zip([Generation::V6, Generation::V5]) {
        assert_eq!(Game::open(&files, Some(row), Limits::default()).unwrap().generation(), generation);
    }

    let below: MemoryFiles = Tiny::new()
        .files()
        .into_iter()
        .chain(other.files().into_iter().map(|(name, bytes)| (format!("b/{name}"), bytes)))
        .collect();
    let game = open(&below).unwrap();
    assert_eq!(game.generation(), Generation::V5);
    assert_eq!(game.problems()[0].path, "b/other.000");
}

#[test]
fn other_generations_are_named() {
    let files: MemoryFiles = [("00.LFL", &[0xcd, 0xff][..])].into_iter().collect();
    let error = open(&files).unwrap_err();
    assert_eq!(error.fault(), Fault::Unsupported);
    assert!(error.to_string().contains("Apple II"), "{error}");
    assert_eq!(error.file(), Some("00.LFL"));
    for (maxima, name, word) in [(16, "x.he", "unknown"), (3, "tiny.00", "unknown")] {
        let error = Tiny { maxima, name, ..Tiny::new() }.open().unwrap_err();
        assert_eq!(error.fault(), Fault::Unsupported, "{name}");
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[test]
fn what_is_no_game_is_said_to_be_none() {
    let empty = MemoryFiles::new();
    assert!(matches!(open(&empty).unwrap_err().kind(), ErrorKind::NotAGame(_)));
    let files: MemoryFiles =
        [("00.lfl", b"hello, world".as_slice()), ("a", b"R"), ("b", b"")].into_iter().collect();
    assert!(matches!(open(&files).unwrap_err().kind(), ErrorKind::NotAGame(_)));
    let named = |name| Game::open(&Tiny::new().memory(), Some(name), Limits::default()).unwrap_err();
    assert!(matches!(named("tiny.001").kind(), ErrorKind::NotAGame(text) if text.contains("tiny.000")));
    let there = "game called \"nowhere.000\" here; the games are tiny.000";
    assert_eq!(named("nowhere.000").kind(), &ErrorKind::NoSuchItem(there.into()));
    let unknown_key = Tiny { key: 0x42, ..Tiny::new() };
    assert!(matches!(unknown_key.open().unwrap_err().kind(), ErrorKind::NotAGame(_)));
}

#[test]
fn a_data_file_may_have_a_key_of_its_own_but_no_unknown_one() {
    let tiny = Tiny::new();
    let with_data = |key: u8| -> MemoryFiles {
        let key = costumier_files::Key(key ^ tiny.key);
        tiny.files()
            .into_iter()
            .map(|(name, mut bytes)| {
                if name.ends_with('1') {
                    key.apply(&mut bytes);
                }
                (name, bytes)
            })
            .collect()
    };
    assert!(open(&with_data(0)).unwrap().costume_bytes(1).is_ok());
    let game = open(&with_data(0x42)).unwrap();
    let error = game.costume_bytes(1).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::BadValue(_)), "{error}");
    assert_eq!((error.file(), error.costume()), (Some("tiny.001"), Some(1)));
    assert!(game.costume_bytes(5).is_ok());
}

/// Every cut of every file gives a game, or an error with a message; so does every costume.
#[test]
fn files_cut_anywhere_are_handled() {
    let files = Tiny::new().files();
    for (which, (name, bytes)) in files.iter().enumerate() {
        for len in 0..bytes.len() {
            let mut cut: MemoryFiles = files.clone().into_iter().collect();
            cut.insert(name.clone(), &bytes[..len]);
            match open(&cut) {
                Ok(game) => {
                    assert!(which > 0 || len > bytes.len() - 80, "index cut at {len}");
                    for id in 0..10 {
                        if let Err(error) = game.costume_bytes(id) {
                            assert_eq!(error.costume(), Some(id));
                        }
                    }
                    assert!(!game.problems().is_empty(), "{name} cut at {len}");
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

/// Every byte of every file is changed in a few ways.
#[test]
fn changed_bytes_are_handled() {
    let files = Tiny { key: 0, ..Tiny::new() }.files();
    for (name, bytes) in &files {
        for at in 0..bytes.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[at] = value;
                let mut changed: MemoryFiles = files.clone().into_iter().collect();
                changed.insert(name.clone(), bytes);
                if let Ok(game) = open(&changed) {
                    for id in 0..10 {
                        let _ = game.costume_bytes(id);
                    }
                    for room in 0..4 {
                        let _ = game.data().block_at(room, u32::MAX);
                    }
                    let _ = game.data().tree(1).map(|tree| tree.visit(|_, _| {}));
                    let _ = game.rooms().count();
                }
            }
        }
    }
}

#[test]
fn a_huge_directory_is_bounded_by_its_block() {
    let mut tiny = Tiny::new();
    tiny.costumes = vec![(1, AFTER_ROOM); 65_535];
    let game = tiny.open().unwrap();
    assert_eq!(game.costume_ids().count(), 65_535);
    assert_eq!(game.costume_bytes(65_534).unwrap().payload, [1, 2, 3, 4]);
    let limits = Limits::with(|limits| limits.index_bytes = 1000);
    let error = Game::open(&tiny.memory(), None, limits).unwrap_err();
    assert_eq!(error.fault(), Fault::Limit);
}

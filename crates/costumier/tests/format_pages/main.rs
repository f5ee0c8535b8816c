//! The worked examples of docs/format: their bytes are read from the pages and decoded to what the pages say.
//!
//! A comment `<!-- example: NAME -->` stands before each fenced block or table that is read here.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod codecs;
mod playing;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use costumier::files::layout::IndexLayout;
use costumier::files::{FileSet, Index, Kind, read_vec};
use costumier::format::akos::{Akos, AkosEntry, Codec, Mode};
use costumier::format::bytes::Bytes;
use costumier::format::codec::{ColourTable, Decoder};
use costumier::format::cost::{Cost, CostEntry, Window};
use costumier::scripts::script::{Script, lines};
use costumier::{Costume, Dialect, Files, Limits, MemoryFiles, PictureKey};

/// The text of an example: the lines of a fenced block, or the rows of a table without its head.
fn example(page: &str, name: &str) -> Vec<String> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/format").join(page).with_extension("md");
    let text = fs::read_to_string(&path).expect("a page of the formats");
    let marker = format!("<!-- example: {name} -->");
    let (_, rest) = text.split_once(&marker).unwrap_or_else(|| panic!("{page} has no example {name}"));
    let rest = rest.trim_start();
    let found: Vec<String> = match rest.strip_prefix("```text\n") {
        Some(block) => block.lines().take_while(|line| !line.starts_with("```")).map(str::to_owned).collect(),
        None => rest.lines().take_while(|line| line.starts_with('|')).skip(2).map(str::to_owned).collect(),
    };
    assert!(!found.is_empty(), "{page}: {name}");
    found
}

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect()
}

/// Hexadecimal numbers: `1F 20 | 03` and `FF × 20`. `|`, `/` and commas only separate; the first other word ends them.
fn numbers(text: &str) -> Vec<u8> {
    let text = text.replace(['|', '/', ','], " ").replace('×', " × ");
    let mut found = Vec::new();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match (word, u8::from_str_radix(word, 16)) {
            ("×", _) => {
                let times: usize = words.next().and_then(|it| it.parse().ok()).expect("a number of times");
                let last = *found.last().expect("what is repeated");
                found.extend(std::iter::repeat_n(last, times - 1));
            }
            (_, Ok(number)) => found.push(number),
            _ => break,
        }
    }
    found
}

/// The bytes of an example: each line is a position (optional), bytes, and after three spaces a comment.
fn bytes(page: &str, name: &str) -> Vec<u8> {
    let mut found = Vec::new();
    for line in example(page, name) {
        let words = line.split("   ").next().unwrap_or_default();
        let first = words.split(' ').next().unwrap_or_default();
        let is_position = first.contains('+') || first.len() == 4 || first.ends_with(':');
        found.extend(numbers(if is_position { &words[first.len()..] } else { words }));
    }
    found
}

/// The part of an example's line behind `LABEL:`, without a comment.
fn field(lines: &[String], label: &str) -> String {
    let line = lines.iter().find_map(|line| line.strip_prefix(label)?.strip_prefix(':'));
    line.expect("a line with this label").trim_start().split("   ").next().unwrap_or_default().to_owned()
}

#[test]
fn every_page_has_an_example() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/format");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("<!-- example: ") || path.ends_with("README.md"), "{}", path.display());
    }
}

#[test]
fn containers_a_directory_names_room_and_offset() {
    let directory = bytes("containers", "directory");
    let index =
        Index::read(Bytes::new(&directory), &IndexLayout::of(&Dialect::V5), &Limits::default()).unwrap();
    let costumes = index.slots(Kind::Costume);
    assert_eq!((costumes.len(), costumes[2].room, costumes[2].offset), (3, 10, 0x1234));
    assert!(costumes[..2].iter().all(|slot| slot.room == 0));
    let rooms = bytes("containers", "rooms");
    let rooms: [u8; 5] = rooms[9..].try_into().expect("a room and its offset");
    let at = u32::from_le_bytes([rooms[1], rooms[2], rooms[3], rooms[4]]);
    assert_eq!((u32::from(rooms[0]), at + costumes[2].offset), (costumes[2].room, 0x5833A));
    let v4 = bytes("containers", "directory-v4");
    assert_eq!((usize::from(v4[0]), &v4[v4.len() - 5..]), (v4.len(), &[10, 0x34, 0x12, 0, 0][..]));
}

fn rows(cost: &Cost, index: u16) -> Vec<u8> {
    let picture = cost.picture(PictureKey { limb: 0, index }).unwrap();
    let mut rows = Vec::new();
    Decoder::new().picture(&picture.packed, &ColourTable::IDENTITY, &mut rows);
    rows
}

#[test]
fn cost_one_costume_in_four_layouts() {
    let v5 = bytes("cost", "v5");
    assert_eq!(v5.len(), usize::from(v5[7]), "the size in the header");
    let head = bytes("cost", "v6");
    // The page shows the first bytes of v6; the rest is v5's.
    let v6 = [&head[8..], &v5[8 + head.len() - 14..]].concat();
    assert_eq!(v6.len() + 8, usize::from(head[7]));
    let old = bytes("cost", "old-bundle");
    assert_eq!(old.len(), usize::from(old[0]));
    let v4 = &v5[8..];
    for (payload, dialect, moved) in [
        (&v5[8..], Dialect::V5, 0),
        (v4, Dialect::V4, 0),
        (&v6[..], Dialect::V6, 0),
        (&old[4..], Dialect::V3, 1),
    ] {
        let cost = Cost::open(payload.to_vec(), dialect).unwrap();
        assert_eq!(cost.record_indices().collect::<Vec<_>>(), [4, 5, 6, 7]);
        assert_eq!((cost.last_record(), cost.commands()), (7, &[0, 1, 1][..]));
        let window = |start, length, play_once| Some(CostEntry::Window(Window { start, length, play_once }));
        for record in [4, 5] {
            assert_eq!(cost.record(record).unwrap().limbs[..2], [window(0, 2, false), None]);
        }
        for record in [6, 7] {
            assert_eq!(cost.record(record).unwrap().limbs[..2], [window(2, 1, true), Some(CostEntry::Off)]);
        }
        let info = |index| cost.picture_info(PictureKey { limb: 0, index }).unwrap();
        let place = |index| (info(index).width, info(index).height, info(index).x, info(index).y);
        assert_eq!(place(0), (3, 4, -1 + 72 * moved, -3 + 100 * moved));
        assert_eq!(place(1), (2, 20, -1 + 72 * moved, -19 + 100 * moved));
        assert_eq!((info(0).move_x, info(1).move_x), (0, 8));
        assert_eq!(rows(&cost, 0), [0, 1, 0, 1, 2, 1, 1, 2, 1, 0, 1, 0]);
        assert_eq!(rows(&cost, 1), [5; 40]);
        assert!(cost.problems().is_empty(), "{:?}", cost.problems());
    }
}

#[test]
fn akos_a_whole_block() {
    let block = bytes("akos", "block");
    assert_eq!((&block[..4], usize::from(block[7])), (&b"AKOS"[..], block.len()));
    let akos = Akos::open(block[8..].to_vec(), Dialect::V7).unwrap();
    assert_eq!((akos.record_count(), akos.picture_count(), akos.header().codec), (8, 1, Codec::Rle));
    assert_eq!((akos.palette().len(), &akos.palette()[1..3]), (16, &[0x0F, 0x20][..]));
    assert_eq!(akos.record_indices().collect::<Vec<_>>(), [4, 5, 6, 7]);
    let limbs = akos.record(4).unwrap().limbs;
    assert_eq!(limbs[0], Some(AkosEntry { mode: Mode::Loop, start: 0, length: 0 }));
    assert_eq!(limbs[1..], [None; 15]);
    let info = akos.picture_info(0).unwrap();
    assert_eq!((info.width, info.height, info.x, info.y), (3, 2, -1, -1));
    let costume = Costume::Akos(akos);
    assert_eq!(costume.values(costume.picture_keys()[0]).unwrap(), [1, 1, 0, 2, 2, 2]);
    assert_eq!(costume.check(), []);
}

/// The listing of one script in one line.
fn listing(profile: &str, code: Vec<u8>) -> String {
    let script = Script::read(profile.parse().unwrap(), code, 0, &[]);
    let mut found: Vec<String> = lines(&script).into_iter().map(|line| line.text).collect();
    found.extend(script.problems.iter().map(ToString::to_string));
    found.join("; ")
}

#[test]
fn scripts_instructions_are_listed() {
    for row in example("scripts", "instructions") {
        let [profile, code, text, _] = cells(&row)[..] else { panic!("{row}") };
        assert_eq!(listing(profile, numbers(code)), text, "{row}");
    }
    let chain = listing("v6", numbers(&example("scripts", "chain")[0]));
    for part in
        ["setCurrentActor(1)", "costume(5)", "name(\"Berta\")", "walkChore(2)", "initChore(1)", "100, 10)"]
    {
        assert!(chain.contains(part), "{part}: {chain}");
    }
}

#[test]
fn editions_archives_are_opened() {
    let members = |name: &str, file: &str| {
        let files: MemoryFiles = [(file.to_owned(), bytes("editions", name))].into_iter().collect();
        let set = FileSet::new(Arc::new(files));
        let read = |name: String| {
            let source = set.open(&name).unwrap();
            (name, read_vec(&*source, 0, source.len(), 99, "member").unwrap())
        };
        let inside = set.names().into_iter().filter(|it| it != file).map(read);
        let named = |(name, bytes): (String, Vec<u8>)| {
            (name.strip_prefix(&format!("{file}/")).expect("a member").to_owned(), bytes)
        };
        inside.map(named).collect::<BTreeMap<_, _>>()
    };
    let named =
        |list: &[(&str, &[u8])]| list.iter().map(|(name, it)| ((*name).to_owned(), it.to_vec())).collect();
    let index = [0x3B, 0x27, 0x28, 0x24];
    let wanted: BTreeMap<String, Vec<u8>> = named(&[("classic/en/monkey1.000", &index), ("a", b"xyz")]);
    assert_eq!(members("lpak-1.0", "monkey1.pak"), wanted);
    let wanted: BTreeMap<String, Vec<u8>> = named(&[("classic/en/ft.la0", b"RNAM")]);
    assert_eq!(members("lpak-1.5", "full.data"), wanted);
    let wanted: BTreeMap<String, Vec<u8>> = named(&[("A.000", &index), ("A.001", &[0x25, 0x2C, 0x2A, 0x2F])]);
    assert_eq!(members("mac", "Data"), wanted);
}

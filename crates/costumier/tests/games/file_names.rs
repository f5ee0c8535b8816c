//! Games under every name that editions have (`docs/format/editions.md §3.1, §4`): each opens from its folder, from its
//! index and from each of its data files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use costumier::files::shelf;
use costumier::format::dialect::{FileLayout, V1Game};
use costumier::{Dialect, Game, Limits, MemoryFiles};
use costumier_build::classic::ClassicBuilder;
use costumier_build::example;
use costumier_build::game::GameBuilder;

/// The bytes of an index and its data files.
fn bytes(dialect: Dialect, disks: u8) -> Vec<Vec<u8>> {
    let mut game = GameBuilder::new(dialect);
    for disk in 1..=disks {
        let costume = u16::from(disk);
        game.room(disk, "den", vec![disk; 40]).costume(costume, disk, vec![disk; 9]).disk(disk, disk);
    }
    let files = game.script(1, 1, vec![0xA0]).finish().unwrap();
    [files.index, files.data].into_iter().chain(files.further).collect()
}

/// Opens the game from its folder, its index and its data files. `rest` are files that belong to it and are not read.
fn open(names: &[String], bytes: &[Vec<u8>], rest: &[String]) -> Game {
    let named = names.iter().zip(bytes).map(|(name, bytes)| (format!("Game/{name}"), bytes.clone()));
    let rest = rest.iter().map(|name| (format!("Game/{name}"), b"no game's file".to_vec()));
    let files = Arc::new(named.chain(rest).collect::<MemoryFiles>());
    let from = |start: Option<&str>| {
        let start = start.map(|name| format!("Game/{name}"));
        let (shelf, index) = shelf(files.clone(), start.as_deref(), &Limits::default());
        let game = Game::open(&shelf, index.as_deref(), Limits::default());
        let game = game.unwrap_or_else(|error| panic!("{names:?} from {start:?}: {error}"));
        assert_eq!(game.problems(), &[], "{names:?} from {start:?}");
        for disk in game.data().files() {
            assert!(disk.found.is_some(), "{names:?}: {disk:?}");
        }
        game
    };
    let costumes = |game: &Game| game.costume_ids().collect::<Vec<_>>();
    let game = from(None);
    for name in names {
        assert_eq!(costumes(&from(Some(name))), costumes(&game), "{name}");
    }
    for id in costumes(&game) {
        game.costume_bytes(id).unwrap_or_else(|error| panic!("{names:?}: {error}"));
    }
    game
}

/// A row of the table of Humongous games.
struct Row {
    title: String,
    versions: Vec<u8>,
    /// Whether its editions from 9.9 on have 16 bits a pixel.
    high: bool,
    /// Names of files for PCs, and for Macs.
    names: [Vec<String>; 2],
    /// Whether those for Macs have no brackets.
    bare: bool,
}

fn humongous() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/format/editions.md");
    let page = fs::read_to_string(path).unwrap();
    let (_, table) = page.split_once("### 4.2").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let rows = table.lines().filter(|line| line.starts_with('|')).skip(2).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let eight = cells[1].strip_suffix(" (16 bits)");
        Row {
            title: cells[0].into(),
            versions: eight.unwrap_or(cells[1]).split(", ").map(|it| it.parse().unwrap()).collect(),
            high: eight.is_some(),
            names: [quoted(cells[2]), quoted(cells[3])],
            bare: cells[3].starts_with("without brackets"),
        }
    });
    rows.collect()
}

/// Names that two games have.
const SHARED: [&str; 4] = ["moondemo", "pjsamdemo", "samdemo", "game"];

/// The file of disk 2 of a game that shares it with another.
fn stem_of_b(stem: &str) -> &str {
    ["Blue'sBirthday", "Blue'sTreasureHunt"].into_iter().find(|it| stem.starts_with(it)).unwrap_or(stem)
}

#[test]
fn humongous_games_open_under_each_of_their_names() {
    let (mut made, mut tried) = (BTreeMap::new(), [0; 2]);
    for Row { title, versions, high, names: [pc, mac], bare } in humongous() {
        for (version, (on_mac, stem)) in versions.iter().flat_map(|version| {
            let names = pc.iter().map(|name| (false, name)).chain(mac.iter().map(|name| (true, name)));
            names.map(move |name| (*version, name))
        }) {
            let dialect = if version == 60 { Dialect::HE60 } else { Dialect::humongous(version) };
            let lettered = version >= 98;
            let bytes: &Vec<Vec<u8>> =
                made.entry(version).or_insert_with(|| bytes(dialect, if lettered { 2 } else { 1 }));
            let b = stem_of_b(stem);
            let names = match (on_mac, lettered) {
                (false, false) => vec![format!("{stem}.he0"), format!("{stem}.he1")],
                (false, true) => vec![format!("{stem}.he0"), format!("{stem}.(a)"), format!("{b}.(b)")],
                (true, _) if bare => vec![format!("{stem} 0"), format!("{stem} 1")],
                (true, false) => vec![format!("{stem} (0)"), format!("{stem} (1)")],
                (true, true) => vec![format!("{stem} (0)"), format!("{stem} (a)"), format!("{b} (b)")],
            };
            let rest = match (on_mac, bare) {
                (false, _) => {
                    ["he2", "he3", "he4", "he7", "he9"].map(|ending| format!("{stem}.{ending}")).to_vec()
                }
                (true, false) => [2, 4].map(|number| format!("{stem} ({number})")).to_vec(),
                (true, true) => vec![format!("{stem} 2")],
            };
            let game = open(&names, bytes, &rest);
            assert_eq!(game.dialect().high_colour.is_some(), high, "{names:?}, version {version}");
            if !SHARED.contains(&stem.to_ascii_lowercase().as_str()) && !bare {
                assert_eq!(game.title().map(|it| it.name), Some(title.as_str()), "{names:?}");
            }
            tried[usize::from(on_mac)] += 1;
        }
    }
    assert_eq!(tried, [454, 393], "names of the table, once for each version of their game");
    // Some applications for iOS.
    let bytes = bytes(Dialect::humongous(99), 1);
    open(&["game.he0", "game.hea"].map(str::to_owned), &bytes, &[]);
}

#[test]
fn two_discs_of_a_game_share_the_file_of_disk_2() {
    let bytes = bytes(Dialect::humongous(98), 2);
    for (stem, discs) in [("Blue'sBirthday", ["Red", "Yellow"]), ("Blue'sTreasureHunt", ["Disc1", "Disc2"])] {
        for (zero, [a, b]) in [(".he0", [".(a)", ".(b)"]), (" (0)", [" (a)", " (b)"])] {
            let mut files = MemoryFiles::from_iter([(format!("{stem}{b}"), bytes[2].clone())]);
            for disc in discs {
                files.insert(format!("{stem}-{disc}{zero}"), bytes[0].clone());
                files.insert(format!("{stem}-{disc}{a}"), bytes[1].clone());
            }
            for disc in discs {
                let game =
                    Game::open(&files, Some(&format!("{stem}-{disc}{zero}")), Limits::default()).unwrap();
                let names: Vec<String> = game.data().files().map(|file| file.name).collect();
                assert_eq!(names[1..], [format!("{stem}-{disc}{a}"), format!("{stem}{b}")]);
                assert_eq!(game.problems().len(), 0);
            }
        }
    }
}

/// Names of games of v5 and later: title, generation, index. The digits at the end are the disk's number.
const LATER: [(&str, Dialect, &str); 26] = [
    ("The Secret of Monkey Island", Dialect::V5, "monkey.000"),
    ("The Secret of Monkey Island", Dialect::V5, "monkey1.000"),
    ("The Secret of Monkey Island", Dialect::V5_TOWNS, "monkeyk.000"),
    ("", Dialect::V5, "game.000"),
    ("Monkey Island 2: LeChuck's Revenge", Dialect::V5, "monkey2.000"),
    ("Monkey Island 2: LeChuck's Revenge", Dialect::V5, "mi2demo.000"),
    ("Indiana Jones and the Fate of Atlantis", Dialect::V5, "atlantis.000"),
    ("Indiana Jones and the Fate of Atlantis", Dialect::V5, "fate.000"),
    ("Indiana Jones and the Fate of Atlantis", Dialect::V5, "playfate.000"),
    ("Indiana Jones and the Fate of Atlantis", Dialect::V5_TOWNS, "indy4.000"),
    ("Indiana Jones and the Fate of Atlantis", Dialect::V5_TOWNS, "indydemo.000"),
    ("Day of the Tentacle", Dialect::V6, "tentacle.000"),
    ("Day of the Tentacle", Dialect::V6, "dottdemo.000"),
    ("Sam & Max Hit the Road", Dialect::V6, "samnmax.000"),
    ("Sam & Max Hit the Road", Dialect::V6, "samnmax.sm0"),
    ("Sam & Max Hit the Road", Dialect::V6, "ramnmax.000"),
    ("Sam & Max Hit the Road", Dialect::V6, "samdemo.000"),
    ("Sam & Max Hit the Road", Dialect::V6, "snmdemo.sm0"),
    ("Sam & Max Hit the Road", Dialect::V6, "snmidemo.000"),
    ("Sam & Max Hit the Road", Dialect::V6, "sdemo.sm0"),
    ("The Dig", Dialect::V7, "dig.la0"),
    ("The Dig", Dialect::V7, "thedig.la0"),
    ("Full Throttle", Dialect::V7, "ft.la0"),
    ("Full Throttle", Dialect::V7, "ft.000"),
    ("Full Throttle", Dialect::V7, "ftdemo.la0"),
    ("The Curse of Monkey Island", Dialect::V8, "comi.la0"),
];

/// The spellings of a name that file systems make of it.
fn spellings(names: &[String]) -> [Vec<String>; 3] {
    let upper = |names: &[String]| names.iter().map(|name| name.to_uppercase()).collect::<Vec<_>>();
    let mut mixed = upper(names);
    mixed[0].clone_from(&names[0]);
    [names.to_vec(), upper(names), mixed]
}

#[test]
fn later_games_open_under_each_of_their_names() {
    for (title, dialect, index) in LATER {
        let bytes = bytes(dialect, 2);
        let stem = index.strip_suffix('0').unwrap();
        let names: Vec<String> = (0..=2).map(|disk| format!("{stem}{disk}")).collect();
        for names in spellings(&names) {
            let game = open(&names, &bytes, &[]);
            assert_eq!(game.title().map_or("", |it| it.name), title, "{names:?}");
            assert_eq!(game.dialect(), dialect, "{names:?}");
        }
    }
}

#[test]
fn older_games_open_under_each_of_their_names() {
    let dialects = [
        Dialect::v1(V1Game::Maniac),
        Dialect::v1(V1Game::Zak),
        Dialect::V2,
        Dialect::V3,
        Dialect::V3_256,
        Dialect::V3_TOWNS,
        Dialect::V4,
    ];
    for dialect in dialects {
        let room = example::room(dialect).write_for(&dialect).unwrap();
        let mut game = ClassicBuilder::new(dialect);
        game.room(2, "den", 1, room).costume(3, 2, example::costume(dialect).write().unwrap());
        let (names, bytes): (Vec<String>, Vec<Vec<u8>>) = game.finish().unwrap().into_iter().unzip();
        let endings: &[&str] = if dialect.files == FileLayout::Lec { &["lfl"] } else { &["lfl", "man"] };
        for ending in endings {
            let names: Vec<String> = names.iter().map(|name| name.replace("lfl", ending)).collect();
            for names in spellings(&names) {
                let opened = open(&names, &bytes, &[]);
                assert_eq!(opened.dialect().edition(), dialect.edition(), "{names:?}");
                let edition = opened.title().and_then(|title| title.edition);
                if dialect == Dialect::v1(V1Game::Maniac) {
                    assert_eq!(edition, (*ending == "man").then_some("demo"));
                }
            }
        }
    }
}

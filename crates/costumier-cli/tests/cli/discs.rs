//! CD dumps: an image and its description are one game, however the files are named and wherever they are.

use std::fs;

use crate::pack::{self, Costumes, below, costumes};
use crate::support::{NamedFiles, folder, generated, run, run_in};

/// The sample's files, and their costumes.
fn game() -> (NamedFiles, Costumes) {
    let game = generated().into_iter().find(|(name, _)| name == "sample v5").unwrap().1;
    let found = costumes(game.clone(), None).unwrap();
    (game, found)
}

/// Opens the files as a folder and by each of the names, and lists the games that a folder of them holds.
fn one_game(what: &str, wanted: &Costumes, files: &NamedFiles, names: &[&str]) {
    for start in std::iter::once(None).chain(names.iter().copied().map(Some)) {
        match costumes(files.clone(), start) {
            Ok(found) => assert!(found == *wanted, "{what} by {start:?}: other costumes"),
            Err(error) => panic!("{what} by {start:?}: {error}"),
        }
    }
    let shelf = costumier::container::FileSet::new(std::sync::Arc::new(
        files.iter().cloned().collect::<costumier::MemoryFiles>(),
    ));
    let games = costumier::files::games(&shelf, &costumier::Limits::default());
    assert_eq!(games.len(), 1, "{what}: {:?}", games.iter().map(|game| &game.index).collect::<Vec<_>>());
}

fn cue(files: &[(&str, &str, &str)]) -> Vec<u8> {
    let tracks = files.iter().zip(1..).map(|((file, kind, mode), number)| {
        format!("FILE \"{file}\" {kind}\r\n  TRACK {number:02} {mode}\r\n    INDEX 01 00:00:00\r\n")
    });
    tracks.collect::<String>().into_bytes()
}

const CCD: &str = "[CloneCD]\r\nVersion=3\r\n[Disc]\r\nTocEntries=4\r\n[TRACK 1]\r\nMODE=1\r\nINDEX 1=0\r\n";

#[test]
fn an_image_with_its_description_is_one_game() {
    let (files, wanted) = game();
    let (plain, raw) = (pack::iso(&files), pack::raw_sectors(&pack::iso(&files), 1));
    let named = |files: &[(&str, &[u8])]| -> NamedFiles {
        files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect()
    };
    let binary = |file: &str, mode: &str| cue(&[(file, "BINARY", mode)]);
    for (image, mode, bytes) in [
        ("game.bin", "MODE1/2352", &raw),
        ("Game (USA).bin", "MODE1/2352", &raw),
        ("a.img", "MODE1/2352", &raw),
        ("game.iso", "MODE1/2048", &plain),
        ("zz.raw", "MODE1/2352", &raw),
        ("a.mdf", "MODE1/2352", &raw),
    ] {
        let stem = image.rsplit_once('.').unwrap().0;
        let sheet = format!("{stem}.cue");
        for (what, text) in [
            ("its name", binary(image, mode)),
            ("its name in capitals", binary(&image.to_uppercase(), mode)),
            ("its earlier name", binary("Another (Track 1).bin", mode)),
            ("a place on another machine", binary(&format!("C:\\Rips\\{image}"), mode)),
            ("a byte order mark", [b"\xEF\xBB\xBF".to_vec(), binary(image, mode)].concat()),
        ] {
            let files = named(&[(image, bytes), (&sheet, &text)]);
            one_game(&format!("{image}, {what}"), &wanted, &files, &[image, &sheet]);
            let below = below("Dumps/Game/", &files);
            let [image, sheet] = [image, &sheet].map(|name| format!("Dumps/Game/{name}"));
            one_game(&format!("{image}, {what}, below"), &wanted, &below, &[&image, &sheet]);
        }
    }
    let sheet = cue(&[("any.bin", "BINARY", "MODE1/2352")]);
    let renamed = named(&[("Loom.bin", &raw), ("disc.cue", &sheet)]);
    one_game("both renamed", &wanted, &renamed, &["Loom.bin", "disc.cue"]);
    let clone = named(&[("game.img", &raw), ("game.ccd", CCD.as_bytes()), ("game.sub", &[0; 96 * 40])]);
    one_game("CloneCD", &wanted, &clone, &["game.img", "game.ccd"]);
    let alcohol = named(&[("game.mdf", &raw), ("game.mds", b"MEDIA DESCRIPTOR\x01\x03")]);
    one_game("Alcohol", &wanted, &alcohol, &["game.mdf", "game.mds"]);
    let both = named(&[
        ("game.ccd", CCD.as_bytes()),
        ("game.cue", &binary("game.img", "MODE1/2352")),
        ("game.img", &raw),
    ]);
    one_game("two descriptions", &wanted, &both, &["game.img", "game.ccd", "game.cue"]);
}

#[test]
fn a_disc_of_several_files_is_one_game() {
    let (files, wanted) = game();
    let raw = pack::raw_sectors(&pack::iso(&files), 2);
    let audio: Vec<u8> = (0..2352 * 20).map(|at| (at % 251) as u8).collect();
    let [first, second, third] = [1, 2, 3].map(|track| format!("Game (Track {track}).bin"));
    let sheet =
        cue(&[(&first, "BINARY", "MODE2/2352"), (&second, "BINARY", "AUDIO"), (&third, "BINARY", "AUDIO")]);
    let dump: NamedFiles = vec![
        (first.clone(), raw.clone()),
        (second.clone(), audio.clone()),
        (third.clone(), audio.clone()),
        ("Game.cue".into(), sheet),
    ];
    one_game("Redump", &wanted, &dump, &[&first, &second, &third, "Game.cue"]);
    // Music first, as on discs of the PC-Engine.
    let sheet = cue(&[(&first, "BINARY", "AUDIO"), (&second, "BINARY", "MODE2/2352")]);
    let dump: NamedFiles = vec![(first.clone(), audio), (second.clone(), raw), ("Game.cue".into(), sheet)];
    one_game("music first", &wanted, &dump, &[&first, &second, "Game.cue"]);
}

#[test]
fn the_data_of_one_image_may_begin_behind_its_music() {
    let (files, wanted) = game();
    let music = vec![7; 4 * 2352];
    let image = [music, pack::raw_sectors(&pack::iso(&files), 1)].concat();
    let sheet = "FILE \"GAME.BIN\" BINARY\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n TRACK 02 MODE1/2352\n  \
        INDEX 00 00:00:02\n  INDEX 01 00:00:04\n";
    let dump =
        vec![("game.bin".to_owned(), image.clone()), ("game.cue".to_owned(), sheet.as_bytes().to_vec())];
    one_game("a cue sheet", &wanted, &dump, &["game.bin", "game.cue"]);
    let ccd = "[CloneCD]\n[TRACK 1]\nMODE=0\nINDEX 1=0\n[TRACK 2]\nMODE=1\nINDEX 0=2\nINDEX 1=4\n";
    let dump = vec![("game.img".to_owned(), image), ("game.ccd".to_owned(), ccd.as_bytes().to_vec())];
    one_game("CloneCD", &wanted, &dump, &["game.img", "game.ccd"]);
}

#[test]
fn the_command_opens_dumps_and_names_a_missing_image() {
    let (files, _) = game();
    let at = folder("discs");
    let raw = pack::raw_sectors(&pack::iso(&files), 1);
    pack::store(&at.join("in"), &files);
    pack::store(
        &at.join("cd"),
        &[("game.bin".into(), raw), ("game.cue".into(), cue(&[("game.bin", "BINARY", "MODE1/2352")]))],
    );
    let plain = run(&at, "list in --json").json();
    for place in ["cd", "cd/game.cue", "cd/game.bin"] {
        let listed = run_in(&at, &["list", place, "--json"]);
        assert_eq!((listed.status, listed.json()), (0, plain.clone()), "{place}: {}", listed.stderr);
    }
    fs::remove_file(at.join("cd/game.bin")).unwrap();
    for place in ["cd", "cd/game.cue"] {
        run_in(&at, &["list", place]).fails(2, &["game.cue", "game.bin is missing"]);
    }
}

//! What is known and not opened (`docs/format/editions.md §8`): a person is told what it is, which game it
//! probably holds, and the one step that helps.

use std::fs;

use crate::support::{folder, run_in};

/// A row: the number in `docs/format/editions.md §8`, where its mark stands, the mark, what it is called, the step.
type Row = (u32, usize, &'static [u8], &'static str, &'static str);

const HOLD_GAMES: &[Row] = &[
    (10, 0x400, b"BD", "a Macintosh disk (HFS)", "7z x -oFOLDER FILE"),
    (10, 0x400, b"H+", "a Macintosh disk (HFS+)", "7z x -oFOLDER FILE"),
    (15, 0, b"7z\xbc\xaf\x27\x1c", "a 7z archive", "7z x -oFOLDER FILE"),
    (16, 0, b"Rar!\x1a\x07", "a RAR archive", "unrar x FILE"),
    (17, 0, b"ISc(", "a cabinet of InstallShield", "unshield -d FOLDER x FILE"),
    (17, 0, b"\x13\x5d\x65\x8c", "an archive of InstallShield 3", "7z x -oFOLDER FILE"),
    (17, 0, b"MSCF", "a Windows cabinet", "cabextract -d FOLDER FILE"),
    (18, 0, b"SIT!", "a StuffIt archive", "unar FILE"),
    (18, 0, b"StuffIt", "a StuffIt archive", "unar FILE"),
    (18, 0, b"(This file must be converted with BinHex", "a BinHex file", "unar FILE"),
    (19, 0, b"xar!", "a package for macOS", "pkgutil --expand-full FILE FOLDER"),
    (19, 0, b"hsqs", "a SquashFS image", "unsquashfs -d FOLDER FILE"),
    (19, 0, b"MComprHD", "a compressed CD image (CHD)", "chdman extractcd -i FILE"),
    (19, 0, b"DMS!", "a compressed Amiga disk (DMS)", "xdms u FILE"),
    (19, 0, b"CAPS", "an Amiga disk as flux (IPF)", "convert it to a plain image"),
    (19, 0, b"2IMG", "an Apple II disk", "(v0) are not handled"),
    (19, 0, b"WOZ", "an Apple II disk as flux", "(v0) are not handled"),
    (19, 0, b"GCR-1541", "a C64 disk as flux", "turn it into .d64 (nibconv FILE game.d64)"),
    (19, 0, b"HXCPICFE", "a floppy of an emulator (HFE)", "convert it to a plain image"),
    (19, 0, b"\x0e\x0f\0", "an Atari ST disk (MSA)", "convert it to .st"),
    (20, 0, b"NES\x1a", "a cartridge of the NES", "scummvm-tools-cli --tool extract_mm_nes"),
];

const LIE_BESIDE: &[Row] = &[
    (21, 0, b"WBND", "sound of a remaster", "give the folder"),
    (21, 0, b"LB83", "sound of a game (a bundle)", "give the folder"),
    (21, 0, b"ANIM", "a film of a game (SMUSH)", "give the folder"),
    (21, 0, b"SOU ", "speech of a game", "give the folder"),
    (21, 0, b"SCVM", "a saved game of ScummVM", "give the folder"),
    (21, 0, b"LABN", "Grim Fandango", "three-dimensional"),
];

/// The file alone in its folder, named itself and through the folder.
fn is_told(what: &str, name: &str, bytes: &[u8], texts: &[&str]) {
    let at = folder(&format!("named {what}"));
    fs::create_dir(at.join("in")).unwrap();
    fs::write(at.join("in").join(name), bytes).unwrap();
    for given in ["in", &format!("in/{name}")] {
        run_in(&at, &["list", given]).fails(2, texts);
    }
}

fn marked(at: usize, mark: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 3000];
    bytes[at..at + mark.len()].copy_from_slice(mark);
    bytes
}

#[test]
fn what_may_hold_a_game_is_told_with_the_game_and_the_step() {
    for (at, (row, place, mark, what, step)) in HOLD_GAMES.iter().enumerate() {
        let name = "Day of the Tentacle.xyz";
        let step = step.replace("FILE", name);
        let texts = [*what, "Day of the Tentacle by its name", &step];
        is_told(&format!("{row} {at}"), name, &marked(*place, mark), &texts);
    }
}

#[test]
fn programs_ends_and_sizes_are_told_too() {
    let program = |text: &str| [b"MZ".as_slice(), &[1; 5000], text.as_bytes(), &[2; 70]].concat();
    let game = "Monkey Island 2 by its name";
    for (name, bytes, texts) in [
        (
            "setup_monkey_island2_1.0.exe",
            program("Inno Setup Setup Data (5.5.0)"),
            ["Inno Setup", game, "innoextract -d FOLDER setup_monkey_island2_1.0.exe"],
        ),
        ("monkey2.exe", program("NullsoftInst"), ["Nullsoft", game, "7z x -oFOLDER monkey2.exe"]),
        (
            "monkey2.dmg",
            [vec![7; 3000], b"koly".to_vec(), vec![0; 508]].concat(),
            ["a disk image for macOS (dmg)", game, "7z x -oFOLDER monkey2.dmg"],
        ),
        (
            "maniac1.d64",
            vec![0; 174_848],
            ["a C64 disk (D64), by its size", "Maniac Mansion by its name", "have to lie side by side"],
        ),
        (
            "maniac1.dsk",
            vec![0; 143_360],
            ["an Apple II disk, by its size", "Maniac Mansion by its name", "(v0) are not handled"],
        ),
    ] {
        is_told(name, name, &bytes, &texts);
    }
}

#[test]
fn what_lies_beside_a_game_says_so() {
    for (at, (row, place, mark, what, step)) in LIE_BESIDE.iter().enumerate() {
        is_told(&format!("beside {row} {at}"), "thing.dat", &marked(*place, mark), &[what, step]);
    }
}

//! Files that are recognised but not opened: archives, installers and images of other kinds, and files that
//! accompany a game (`docs/format/editions.md §8`). Each has an advice.

use super::d64;
use super::sniff::head_of;
use crate::source::{Source, read_vec};

/// A recognised file that is not opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The kind of the file.
    pub(super) what: &'static str,
    /// The advice for the user. `FILE` stands for the file's name.
    pub(super) next: &'static str,
    /// Whether a game may be in it. Otherwise the file accompanies a game.
    pub(super) holds: bool,
}

/// Endings of archives' names.
const ARCHIVES: [&str; 8] = ["zip", "7z", "rar", "tar", "tgz", "gz", "bz2", "xz"];

/// Endings of names of images and of remasters' archives; other files have such names too.
const IMAGES: [&str; 10] = ["iso", "img", "bin", "ima", "adf", "adz", "d64", "dmg", "pak", "cle"];

/// Number of bytes of a program that are searched for its installer's name.
const SEARCHED: u64 = 4 << 20;

/// Advice for archives that a program unpacks.
macro_rules! unpack {
    ($program:literal) => {
        concat!("unpack it (", $program, ") and give the folder")
    };
}

const SEVEN: &str = unpack!("7z x -oFOLDER FILE");
const CONVERT: &str = "convert it to a plain image of its sectors and give that";
const UNAR: &str = "unpack it with The Unarchiver (unar FILE) and give the folder";
const JOIN: &str = "join its parts (zip -s 0 NAME.zip --out whole.zip) and give that";
const BESIDE: &str = "give the folder that the game's index and data files lie in";
const GZIP: &str = "unpack it (tar xzf FILE -C FOLDER, or gunzip FILE) and give what comes out";
const INNO: &str = "give its setup program to innoextract -d FOLDER, and then the folder";
const XAR: &str = unpack!("7z x -oFOLDER FILE, or pkgutil --expand-full FILE FOLDER");
const APPIMAGE: &str = "unpack it (FILE --appimage-extract) and give the folder squashfs-root";
const CHD: &str = "turn it into a plain one (chdman extractcd -i FILE -o game.cue) and give that";
const MDS: &str = "turn the image into .iso (mdf2iso) and give that";
const OPERA: &str = "unpack its Opera file system and give the folder";
const APPLE_DOUBLE: &str = "give the file that they belong to: the same name without ._ or .rsrc";
const GRIM: &str = "their characters are three-dimensional: there are no costumes in it";

/// Magic numbers: position, bytes, kind, advice, whether a game may be in it.
const MAGICS: &[(usize, &[u8], &str, &str, bool)] = &[
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive", SEVEN, true),
    (0, b"Rar!\x1a\x07", "a RAR archive", unpack!("unrar x FILE, or unar FILE"), true),
    // Without the feature `inflate`; with it, the file is opened.
    (0, b"\x1f\x8b", "a gzip file", GZIP, true),
    (0, b"PK\x07\x08", "the first part of a split zip", JOIN, true),
    (0, b"BZh", "a bzip2 file", unpack!("tar xjf FILE -C FOLDER"), true),
    (0, b"\xfd7zXZ\0", "an xz file", unpack!("tar xJf FILE -C FOLDER"), true),
    (0, b"\x28\xb5\x2f\xfd", "a Zstandard file", "unpack it (unzstd FILE) and give what comes out", true),
    (0, b"ISc(", "a cabinet of InstallShield", unpack!("unshield -d FOLDER x FILE"), true),
    (0, b"\x13\x5d\x65\x8c", "an archive of InstallShield 3", SEVEN, true),
    (0, b"MSCF", "a Windows cabinet", unpack!("cabextract -d FOLDER FILE"), true),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an installer for Windows (MSI)", SEVEN, true),
    (0, b"idska32\x1a", "a part of an installer for Windows (Inno Setup)", INNO, true),
    (0, b"xar!", "a package for macOS", XAR, true),
    (0, b"!<arch>\ndebian-binary", "a package for Debian", unpack!("dpkg-deb -x FILE FOLDER"), true),
    (8, b"AI\x02", "an AppImage", APPIMAGE, true),
    (0, b"hsqs", "a SquashFS image, as snaps are", unpack!("unsquashfs -d FOLDER FILE"), true),
    (0x400, b"BD", "a Macintosh disk (HFS)", SEVEN, true),
    (0x400, b"H+", "a Macintosh disk (HFS+)", SEVEN, true),
    (0x400, b"HX", "a Macintosh disk (HFS+)", SEVEN, true),
    (0x200, b"PM", "a Macintosh disk with a partition map", SEVEN, true),
    (0, b"SIT!", "a StuffIt archive", UNAR, true),
    (0, b"StuffIt", "a StuffIt archive", UNAR, true),
    (0, b"(This file must be converted with BinHex", "a BinHex file", UNAR, true),
    (0, b"MComprHD", "a compressed CD image (CHD)", CHD, true),
    (0, b"CISO", "a compressed CD image (CSO)", CONVERT, true),
    (0, b"MEDIA DESCRIPTOR", "the description of a CD image (MDS)", MDS, true),
    (0, b"[CloneCD]", "the description of a CD image (CloneCD)", "give the .img that lies beside it", true),
    (0, b"\x01\x5a\x5a\x5a\x5a\x5a\x01", "a disc of the 3DO", OPERA, true),
    (0, b"DMS!", "a compressed Amiga disk (DMS)", "unpack it (xdms u FILE) and give the .adf", true),
    (0, b"CAPS", "an Amiga disk as flux (IPF)", CONVERT, true),
    (2, b"-lh", "an LHA archive, as WHDLoad's are", unpack!("lha x FILE, or unar FILE"), true),
    (0, b"MNIB-1541-RAW", "a C64 disk as its drive reads it", TO_D64, true),
    (0, b"86BX", "a floppy of an emulator (86F)", CONVERT, true),
    (0, b"\0\x05\x16\x07", "the resources of a Mac's file (AppleDouble)", APPLE_DOUBLE, false),
    (0, b"SCP", "a floppy as flux (SCP)", CONVERT, true),
    (0, b"HXCPICFE", "a floppy of an emulator (HFE)", CONVERT, true),
    (0, b"IMD ", "a floppy image (IMD)", CONVERT, true),
    (0, b"TD\0", "a floppy image (Teledisk)", CONVERT, true),
    (0, b"td\0", "a floppy image (Teledisk)", CONVERT, true),
    (0, b"\x0e\x0f\0", "an Atari ST disk (MSA)", "convert it to .st and give that", true),
    (0, b"2IMG", "an Apple II disk", APPLE, true),
    (0, b"WOZ", "an Apple II disk as flux", APPLE, true),
    (0, b"GCR-1541", "a C64 disk as flux", TO_D64, true),
    (0, b"NES\x1a", "a cartridge of the NES", NES, true),
    (0, b"LABN", "an archive of Grim Fandango or Escape from Monkey Island", GRIM, false),
    (0, b"PACK", "an archive of Quake", "there is no SCUMM game in it", false),
    (0, b"WBND", "sound of a remaster", BESIDE, false),
    (0, b"LB83", "sound of a game (a bundle)", BESIDE, false),
    (0, b"LB23", "sound of a game (a bundle)", BESIDE, false),
    (0, b"COMP", "sound of a game (a bundle)", BESIDE, false),
    (0, b"ANIM", "a film of a game (SMUSH)", BESIDE, false),
    (0, b"SANM", "a film of a game (SMUSH)", BESIDE, false),
    (0, b"SOU ", "speech of a game", BESIDE, false),
    (0, b"\x3a\x26\x3c\x49", "speech of a game", BESIDE, false),
    (0, b"SCVM", "a saved game of ScummVM", BESIDE, false),
];

const NERO: Named =
    Named { what: "a CD image of Nero", next: "turn it into .iso (nrg2iso) and give that", holds: true };

const NES: &str = "only the files 00.LFL, 01.LFL … that are taken from it are handled. `scummvm-tools-cli --tool \
    extract_mm_nes -o FOLDER GAME.prg` writes them; GAME.prg is GAME.nes without its first 16 bytes";

/// Length in bytes of Maniac Mansion's program for the NES.
const NES_PROGRAM: u64 = 262_144;

const APPLE: &str = "games of the Apple II (v0) are not handled";

const TO_D64: &str =
    "turn it into .d64 (nibconv FILE game.d64) and give that, with the game's other disk beside it";

const D64: &str = "a C64 disk (D64), by its size";

const D64_NEXT: &str = "a game's first disk begins with the bytes 31 0A, its second with 32 01, and the images of \
    both have to lie side by side";

/// A second disk without a first one.
const D64_SECOND: Named = Named {
    what: "the second C64 disk (D64) of a game",
    next: "put the image of the game's first disk beside it, which begins with the bytes 31 0A",
    holds: true,
};

/// Sizes in bytes of disks without a magic number, with kind and advice.
const SIZES: &[(u64, &str, &str)] = &[
    (174_848, D64, D64_NEXT),
    (175_531, D64, D64_NEXT),
    (196_608, D64, D64_NEXT),
    (197_376, D64, D64_NEXT),
    (143_360, "an Apple II disk, by its size", APPLE),
];

/// Words in file names and the games that they mean; more specific words first.
const TITLES: &[(&str, &str)] = &[
    ("monkeyisland2", "Monkey Island 2"),
    ("monkey2", "Monkey Island 2"),
    ("lechuck", "Monkey Island 2"),
    ("curseofmonkey", "The Curse of Monkey Island"),
    ("monkeyisland3", "The Curse of Monkey Island"),
    ("comi", "The Curse of Monkey Island"),
    ("monkey", "The Secret of Monkey Island"),
    ("fateofatlantis", "Indiana Jones and the Fate of Atlantis"),
    ("atlantis", "Indiana Jones and the Fate of Atlantis"),
    ("indy4", "Indiana Jones and the Fate of Atlantis"),
    ("lastcrusade", "Indiana Jones and the Last Crusade"),
    ("indy3", "Indiana Jones and the Last Crusade"),
    ("tentacle", "Day of the Tentacle"),
    ("dott", "Day of the Tentacle"),
    ("samandmax", "Sam & Max Hit the Road"),
    ("sammax", "Sam & Max Hit the Road"),
    ("samnmax", "Sam & Max Hit the Road"),
    ("fullthrottle", "Full Throttle"),
    ("thedig", "The Dig"),
    ("loom", "Loom"),
    ("zakmckracken", "Zak McKracken"),
    ("zak", "Zak McKracken"),
    ("maniac", "Maniac Mansion"),
    ("puttputt", "a Putt-Putt game"),
    ("freddi", "a Freddi Fish game"),
    ("pajamasam", "a Pajama Sam game"),
    ("spyfox", "a SPY Fox game"),
    ("backyard", "a Backyard Sports game"),
];

/// The kind of the file and an advice, if it is known.
pub(super) fn name_it(name: &str, source: &dyn Source) -> Option<Named> {
    let head = head_of(source);
    let has = |at: usize, magic: &[u8]| head.get(at..).is_some_and(|rest| rest.starts_with(magic));
    if has(0, b"MZ") {
        let start = read_vec(source, 0, source.len().min(SEARCHED), SEARCHED, "program").ok()?;
        let holds = |text: &[u8]| start.windows(text.len()).any(|window| window == text);
        if holds(b"Inno Setup") {
            let next = "install the game and give its folder, or unpack it (innoextract -d FOLDER FILE) and give that";
            return Some(Named {
                what: "an installer for Windows (Inno Setup), as GOG's are",
                next,
                holds: true,
            });
        }
        return holds(b"NullsoftInst").then_some(Named {
            what: "an installer for Windows (Nullsoft)",
            next: SEVEN,
            holds: true,
        });
    }
    if d64::disk_of(&head, source.len()) == Some(2) {
        return Some(D64_SECOND);
    }
    let magic = MAGICS.iter().find(|(at, magic, ..)| has(*at, magic));
    if let Some((_, _, what, next, holds)) = magic {
        return Some(Named { what, next, holds: *holds });
    }
    let tail = source.len().checked_sub(512).and_then(|at| read_vec(source, at, 4, 4, "end").ok());
    if tail.as_deref() == Some(b"koly") {
        let next = "open it in macOS, or unpack it (7z x -oFOLDER FILE), and give the folder";
        return Some(Named { what: "a disk image for macOS (dmg)", next, holds: true });
    }
    // The end record of a zip's last part has the number of the part, counted from 0.
    let zip = source.len().checked_sub(22).and_then(|at| read_vec(source, at, 6, 6, "end").ok());
    if zip.as_deref().is_some_and(|end| end.starts_with(b"PK\x05\x06") && !end.ends_with(&[0, 0])) {
        let next = "join its parts (zip -s 0 FILE --out whole.zip) and give that";
        return Some(Named { what: "the last part of a split zip", next, holds: true });
    }
    let lower = name.to_ascii_lowercase();
    // Nero's mark is 8 or 12 bytes before the end.
    let nero = source.len().checked_sub(12).and_then(|at| read_vec(source, at, 12, 12, "end").ok());
    if nero.is_some_and(|end| end.starts_with(b"NER5") || end.get(4..8) == Some(b"NERO")) {
        return Some(NERO);
    }
    if lower.ends_with(".cdi") {
        return Some(Named { what: "a CD image of DiscJuggler", next: CONVERT, holds: true });
    }
    if lower.ends_with(".cpt") && head.starts_with(&[1, 1]) {
        return Some(Named { what: "an archive of Compact Pro", next: UNAR, holds: true });
    }
    if lower.ends_with(".prg") && source.len() == NES_PROGRAM {
        return Some(Named { what: "a cartridge of the NES, by its size", next: NES, holds: true });
    }
    if lower.ends_with(".cup") {
        return Some(Named {
            what: "a preview of a Humongous game, which plays by itself",
            next: BESIDE,
            holds: false,
        });
    }
    if lower.ends_with(".nrg") {
        return Some(NERO);
    }
    let size = SIZES.iter().find(|(size, ..)| *size == source.len());
    size.map(|(_, what, next)| Named { what, next, holds: true })
        .or_else(|| not_what_it_is_called(&lower, source.len()))
}

/// A file with an archive's name but other contents: an interrupted download, or an error page of a server.
fn not_what_it_is_called(lower: &str, len: u64) -> Option<Named> {
    let (_, ending) = lower.rsplit_once('.')?;
    let next = "copy it or download it again";
    let named = |what| Some(Named { what, next, holds: true });
    match ending {
        _ if len == 0 && (ARCHIVES.contains(&ending) || IMAGES.contains(&ending)) => {
            named("an empty file that is called an archive")
        }
        _ if ARCHIVES.contains(&ending) => named("called an archive, and is none"),
        _ => None,
    }
}

/// Number of letters that a file's name and a game's must share to be similar.
const ALIKE: usize = 4;

/// The three games with names most similar to a file's, the nearest first.
pub(super) fn guesses(name: &str) -> Vec<&'static str> {
    let plain = plain(name.rsplit('/').next().unwrap_or(name));
    let shared = |word: &str| {
        let starts = (0..word.len()).filter_map(|from| word.get(from..));
        let lengths = starts.map(|rest| {
            (0..=rest.len()).rev().find(|len| rest.get(..*len).is_some_and(|part| plain.contains(part)))
        });
        lengths.flatten().max().unwrap_or(0)
    };
    let mut alike: Vec<(usize, &'static str)> =
        TITLES.iter().map(|(word, title)| (shared(word), *title)).filter(|(len, _)| *len >= ALIKE).collect();
    alike.sort_by_key(|(len, _)| std::cmp::Reverse(*len));
    let mut guesses: Vec<&'static str> = Vec::new();
    for (_, title) in alike {
        if !guesses.contains(&title) {
            guesses.push(title);
        }
    }
    guesses.truncate(3);
    guesses
}

/// Letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The game that a file's name mentions.
pub(super) fn probable_game(name: &str) -> Option<&'static str> {
    let plain = plain(name);
    TITLES.iter().find(|(word, _)| plain.contains(word)).map(|(_, title)| *title)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn each_magic_is_told_and_has_a_step_that_helps() {
        for (at, magic, what, ..) in MAGICS {
            let mut bytes = vec![0; 2000];
            bytes[*at..at + magic.len()].copy_from_slice(magic);
            let named = name_it("x", &Arc::<[u8]>::from(bytes)).unwrap();
            assert_eq!((named.what, named.next.is_empty()), (*what, false));
        }
        for (size, what, _) in SIZES {
            let bytes = vec![0; usize::try_from(*size).unwrap()];
            assert_eq!(name_it("x.d64", &Arc::<[u8]>::from(bytes)).unwrap().what, *what);
        }
        let program = |text: &str| {
            Arc::<[u8]>::from([b"MZ".as_slice(), &[1; 5000], text.as_bytes(), &[2; 70]].concat())
        };
        assert!(
            name_it("a.exe", &program("Inno Setup Setup Data (5.5.0)")).unwrap().next.contains("innoextract")
        );
        assert!(name_it("a.exe", &program("\u{1}NullsoftInst")).unwrap().what.contains("Nullsoft"));
        assert_eq!(name_it("a.exe", &program("nothing")), None);
        let ended = |end: &[u8]| Arc::<[u8]>::from([&[7; 3000], end].concat());
        for (name, bytes, what) in [
            ("cd.nrg", ended(b"x"), "Nero"),
            ("cd.img", ended(b"NER5\0\0\0\0\0\0\0\x09"), "Nero"),
            ("cd.img", ended(b"....NERO\0\0\0\x09"), "Nero"),
            ("cd.cdi", ended(b"x"), "DiscJuggler"),
            ("game.dmg", ended(&[b"koly".as_slice(), &[0; 508]].concat()), "macOS"),
            ("game.cpt", Arc::from([1, 1, 0, 0].as_slice()), "Compact Pro"),
            ("Maniac Mansion (E).prg", Arc::from(vec![0; 262_144]), "NES"),
            ("demo.cup", ended(b"x"), "preview"),
        ] {
            let named = name_it(name, &bytes).unwrap();
            assert!(named.what.contains(what) && !named.next.is_empty(), "{name}: {named:?}");
        }
        let empty = Arc::<[u8]>::from([].as_slice());
        assert_eq!(name_it("Monkey.ZIP", &empty).unwrap().what, "an empty file that is called an archive");
        assert_eq!(name_it("a.iso", &empty).unwrap().what, "an empty file that is called an archive");
        let page = Arc::<[u8]>::from(b"<html>not found".as_slice());
        assert_eq!(name_it("monkey.zip", &page).unwrap().what, "called an archive, and is none");
        assert_eq!(name_it("a.iso", &page), None);
        assert_eq!(name_it("letter.txt", &Arc::<[u8]>::from(b"Dear sir".as_slice())), None);
        assert_eq!(name_it("empty", &Arc::<[u8]>::from([].as_slice())), None);
    }

    #[test]
    fn names_of_files_speak_of_games() {
        for (name, game) in [
            ("setup_monkey_island2_se_1.0.exe", "Monkey Island 2"),
            ("The Secret of Monkey Island (CD).7z", "The Secret of Monkey Island"),
            ("gog_indiana_jones_and_the_fate_of_atlantis_2.0.pkg", "Indiana Jones and the Fate of Atlantis"),
            ("Full.Throttle.rar", "Full Throttle"),
        ] {
            assert_eq!(probable_game(name), Some(game), "{name}");
        }
        assert_eq!(probable_game("holiday.rar"), None);
        assert_eq!(guesses("games/Tentacl.dat"), ["Day of the Tentacle"]);
        assert_eq!(guesses("monk2.bin").len(), 3);
        assert!(guesses("holiday.rar").is_empty());
    }
}

//! The titles of games, recognised by their files if possible, else by the index's name
//! (`docs/format/editions.md §3.1`, `§4.2`).
//!
//! **Note:** no file states a title. Games with the same file names differ in rooms that only one of them has.
//! Later games differ in the size of their index, which is different for all known editions. A modified game has
//! another size, and is then recognised by its name only.

use std::fmt;

use super::humongous_titles::HumongousTitle;
use super::names::{find_name, humongous_stem, name_of_room};
use crate::dialect::{Dialect, FileLayout, OldTables, Platform, V1Game};
use crate::kinds;

/// A title, and how it was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Title {
    /// The title of the game.
    pub name: &'static str,
    /// The edition: `CD`, `FM-TOWNS`, `demo`; `None` if it is unknown.
    pub edition: Option<&'static str>,
    /// How the title was recognised.
    pub told_by: ToldBy,
}

/// How a title was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToldBy {
    /// The lengths of the index's tables are those of this game only.
    Tables,
    /// Certain rooms' and disks' files exist.
    Rooms,
    /// The index has the size of this edition's, and its name.
    IndexSize,
    /// The index has a name that any file can have.
    Name,
}

impl ToldBy {
    /// Whether the title is only a guess.
    #[must_use]
    pub fn is_guess(self) -> bool {
        self == Self::Name
    }
}

impl fmt::Display for ToldBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tables => "the lengths of its tables",
            Self::Rooms => "which files there are",
            Self::IndexSize => "the index's size and name",
            Self::Name => "the file's name",
        })
    }
}

/// The edition for the FM-TOWNS.
pub(super) const FM_TOWNS: &str = "FM-TOWNS";

/// What the names of editions for the Macintosh begin with.
pub(super) const MACINTOSH: &str = "Macintosh";

/// The demo for the FM-TOWNS.
pub(super) const FM_TOWNS_DEMO: &str = "FM-TOWNS, demo";

const MANIAC: &str = "Maniac Mansion";
pub(super) const ZAK: &str = "Zak McKracken and the Alien Mindbenders";
const INDY3: &str = "Indiana Jones and the Last Crusade";
pub(super) const LOOM: &str = "Loom";
const MONKEY: &str = "The Secret of Monkey Island";
const MONKEY2: &str = "Monkey Island 2: LeChuck's Revenge";
const INDY4: &str = "Indiana Jones and the Fate of Atlantis";
const DOTT: &str = "Day of the Tentacle";
const SAM: &str = "Sam & Max Hit the Road";
const FT: &str = "Full Throttle";
const DIG: &str = "The Dig";
const COMI: &str = "The Curse of Monkey Island";

/// Stems of names that only editions for the FM-TOWNS have.
const TOWNS_STEMS: [&str; 3] = ["monkeyk", "indy4", "indydemo"];

/// Titles by the stems of their index's name.
const STEMS: &[(&str, &str)] = &[
    ("monkey", MONKEY),
    ("monkey1", MONKEY),
    ("monkeyk", MONKEY),
    ("monkey2", MONKEY2),
    ("mi2demo", MONKEY2),
    ("atlantis", INDY4),
    ("fate", INDY4),
    ("playfate", INDY4),
    ("indy4", INDY4),
    ("indydemo", INDY4),
    ("tentacle", DOTT),
    ("dottdemo", DOTT),
    ("samnmax", SAM),
    ("ramnmax", SAM),
    ("samdemo", SAM),
    ("snmdemo", SAM),
    ("snmidemo", SAM),
    ("sdemo", SAM),
    ("ft", FT),
    ("ftdemo", FT),
    ("dig", DIG),
    ("thedig", DIG),
    ("comi", COMI),
];

/// Sizes of indexes from v5 on, with title and edition.
const SIZES: &[(u64, &str, &str)] = &[
    (8_955, MONKEY, "CD"),
    (9_455, MONKEY, MACINTOSH),
    (9_135, MONKEY, "Ultimate Talkie"),
    (9_925, MONKEY, FM_TOWNS),
    (9_465, MONKEY, "Sega CD"),
    (11_135, MONKEY2, "DOS or FM-TOWNS"),
    (11_155, MONKEY2, "Amiga"),
    (10_700, MONKEY2, MACINTOSH),
    (10_740, MONKEY2, MACINTOSH),
    (10_835, MONKEY2, "Ultimate Talkie"),
    (9_770, MONKEY2, "demo"),
    (12_035, INDY4, "CD"),
    (12_030, INDY4, "floppy"),
    (12_075, INDY4, "Macintosh, floppy"),
    (11_885, INDY4, "Macintosh, CD"),
    (11_915, INDY4, "Japanese"),
    (11_105, INDY4, "demo"),
    (11_210, INDY4, "Macintosh, demo"),
    (11_170, INDY4, FM_TOWNS_DEMO),
    (7_932, DOTT, "CD"),
    (7_477, DOTT, "demo"),
    (9_080, SAM, "CD"),
    (9_040, SAM, "floppy"),
    (6_478, SAM, "demo"),
    (6_485, SAM, "demo"),
    (7_485, SAM, "demo"),
    (7_505, SAM, "demo"),
    (19_697, FT, "CD"),
    (19_752, FT, "CD"),
    (7_885, FT, "demo"),
    (16_304, DIG, "CD"),
    (3_472, DIG, "demo"),
    (76_791, COMI, "CD"),
    (18_041, COMI, "demo"),
];

/// The title of the game with this index of `len` bytes, which is among these files.
pub(super) fn title_of(dialect: &Dialect, index: &str, len: u64, names: &[String]) -> Option<Title> {
    let (folder, file) = index.rsplit_once('/').unwrap_or(("", index));
    let there = |file: &str| {
        let wanted = if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
        find_name(names, &wanted).is_some()
    };
    let told = |name, edition, told_by| Some(Title { name, edition, told_by });
    match dialect.files {
        FileLayout::OldRooms(OldTables::Fixed(V1Game::Maniac)) => {
            let is_demo = file.to_ascii_lowercase().ends_with(".man");
            told(MANIAC, is_demo.then_some("demo"), ToldBy::Tables)
        }
        FileLayout::OldRooms(OldTables::Fixed(V1Game::Zak)) => told(ZAK, None, ToldBy::Tables),
        FileLayout::OldRooms(OldTables::C64(V1Game::Maniac)) => told(MANIAC, Some("C64"), ToldBy::Tables),
        FileLayout::OldRooms(OldTables::C64(V1Game::Zak)) => told(ZAK, Some("C64"), ToldBy::Tables),
        FileLayout::OldRooms(OldTables::Nes) => told(MANIAC, Some("NES"), ToldBy::Tables),
        FileLayout::OldRooms(_) | FileLayout::Rooms => {
            let room = |number: u8| find_name(names, &name_of_room(index, number)).is_some();
            let found = by_rooms(dialect, &room);
            found.and_then(|(name, edition)| told(name, edition, ToldBy::Rooms))
        }
        FileLayout::Lec => {
            by_disks(&there, len).and_then(|(name, edition)| told(name, edition, ToldBy::Rooms))
        }
        FileLayout::Disks => by_name(dialect, file, len),
    }
}

/// Recognises v2 and v3 by rooms that only some games have.
fn by_rooms(dialect: &Dialect, room: &impl Fn(u8) -> bool) -> Option<(&'static str, Option<&'static str>)> {
    if dialect.files == FileLayout::Rooms {
        let edition = if dialect.platform() == Platform::FmTowns { FM_TOWNS } else { "256 colours" };
        return match (room(93), room(5), room(98)) {
            (true, ..) => Some((INDY3, Some(edition))),
            (_, true, true) if !room(60) => Some((ZAK, Some(FM_TOWNS))),
            (_, true, false) if !room(48) => Some((LOOM, Some(edition))),
            // No other index is longer than its blocks.
            _ => (dialect.small_index.tail > 0).then_some((INDY3, Some(edition))),
        };
    }
    let is_v2 = dialect.files.is_before_v3();
    match (room(58), room(84), room(86), room(98)) {
        (true, true, true, true) => Some((INDY3, None)),
        (false, true, _, true) => Some((INDY3, Some("demo"))),
        (false, true, _, false) => Some((LOOM, Some("demo"))),
        (true, _, true, false) => Some((LOOM, None)),
        (true, _, false, _) if is_v2 => Some((ZAK, None)),
        // The game's last room. A game with fewer rooms may be another one.
        (false, false, ..) if is_v2 && room(53) => Some((MANIAC, None)),
        _ => None,
    }
}

/// Recognises v4 by its disks.
fn by_disks(there: &impl Fn(&str) -> bool, len: u64) -> Option<(&'static str, Option<&'static str>)> {
    match (there("disk02.lec"), there("903.lfl")) {
        (true, _) => Some((MONKEY, Some("floppy"))),
        (false, true) => Some((LOOM, Some("CD"))),
        (false, false) if matches!(len, 7_607 | 7_617) => Some((MONKEY, Some("demo"))),
        (false, false) if len == 7_857 => Some(("Passport to Adventure", Some("demo"))),
        _ => None,
    }
}

fn by_name(dialect: &Dialect, file: &str, len: u64) -> Option<Title> {
    let lower: String = file.chars().map(small).collect();
    if lower.ends_with(".he0") || dialect.disks.has_humongous_names() {
        kinds::late().ok()?;
        let name = HumongousTitle::of_file(humongous_stem(&lower), &dialect.disks)?.name;
        return Some(Title { name, edition: None, told_by: ToldBy::Name });
    }
    let stem = lower.split('.').next().unwrap_or_default();
    let (_, name) = STEMS.iter().find(|(known, _)| *known == stem)?;
    let sized = SIZES.iter().find(|(size, of, _)| *size == len && of == name);
    let towns = TOWNS_STEMS.contains(&stem);
    Some(match sized {
        Some((_, name, edition)) => {
            let edition = if towns && *edition != FM_TOWNS_DEMO { FM_TOWNS } else { edition };
            Title { name, edition: Some(edition), told_by: ToldBy::IndexSize }
        }
        None => Title { name, edition: towns.then_some(FM_TOWNS), told_by: ToldBy::Name },
    })
}

/// The small letter of a Latin one, as of `TÖFFZOO`. The tables of Unicode would weigh more in WebAssembly than
/// all titles.
fn small(letter: char) -> char {
    match letter {
        'À'..='Ö' | 'Ø'..='Þ' => char::from_u32(u32::from(letter) | 0x20).unwrap_or(letter),
        _ => letter.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(dialect: &Dialect, index: &str, len: u64, others: &[&str]) -> Option<(&'static str, ToldBy)> {
        let names: Vec<String> = others.iter().map(|name| (*name).to_owned()).collect();
        title_of(dialect, index, len, &names).map(|title| (title.name, title.told_by))
    }

    #[test]
    fn rooms_tell_games_of_one_name_apart() {
        let rooms =
            |numbers: &[u8]| numbers.iter().map(|it| format!("Rooms/{it:02}.LFL")).collect::<Vec<_>>();
        let of = |dialect: &Dialect, numbers: &[u8]| {
            let names = rooms(numbers);
            told(dialect, "Rooms/00.lfl", 5_000, &names.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let by_rooms = |name| Some((name, ToldBy::Rooms));
        assert_eq!(of(&Dialect::V2, &[1, 53]), by_rooms(MANIAC));
        assert_eq!(of(&Dialect::V2, &[1, 58]), by_rooms(ZAK));
        assert_eq!(of(&Dialect::V2, &[1, 2]), None);
        assert_eq!(of(&Dialect::V3, &[58, 84, 86, 98]), by_rooms(INDY3));
        assert_eq!(of(&Dialect::V3, &[58, 86]), by_rooms(LOOM));
        assert_eq!(of(&Dialect::V3_256, &[93]), by_rooms(INDY3));
        assert_eq!(of(&Dialect::V3_256, &[60, 93, 98]), by_rooms(INDY3));
        assert_eq!(of(&Dialect::V3_256, &[5]), by_rooms(LOOM));
        assert_eq!(of(&Dialect::V3_256, &[5, 98]), by_rooms(ZAK));
        for contradiction in [&[1][..], &[5, 48], &[5, 60, 98], &[98]] {
            assert_eq!(of(&Dialect::V3_256, contradiction), None);
        }
        assert_eq!(of(&Dialect::V3_TOWNS_INDY, &[1]), by_rooms(INDY3));
        assert_eq!(of(&Dialect::v1(V1Game::Zak), &[1]), Some((ZAK, ToldBy::Tables)));
    }

    #[test]
    fn disks_tell_games_of_v4_apart() {
        let of = |others: &[&str]| told(&Dialect::V4, "000.LFL", 8_000, others).map(|it| it.0);
        assert_eq!(of(&["DISK01.LEC", "DISK02.LEC", "903.LFL"]), Some(MONKEY));
        assert_eq!(of(&["DISK01.LEC", "903.LFL"]), Some(LOOM));
        assert_eq!(of(&["DISK01.LEC"]), None);
        assert_eq!(told(&Dialect::V4, "000.LFL", 7_857, &[]).unwrap().0, "Passport to Adventure");
    }

    #[test]
    fn a_name_alone_is_a_guess_and_the_size_makes_it_more() {
        let of = |index: &str, len| title_of(&Dialect::V5, index, len, &[]);
        let known = of("game/MONKEY2.000", 11_135).unwrap();
        assert_eq!(
            (known.name, known.edition, known.told_by),
            (MONKEY2, Some("DOS or FM-TOWNS"), ToldBy::IndexSize)
        );
        let guess = of("monkey2.000", 260).unwrap();
        assert!(guess.told_by.is_guess() && guess.name == MONKEY2 && guess.edition.is_none());
        let japanese = of("INDY4.000", 12_030).unwrap();
        assert_eq!((japanese.name, japanese.edition), (INDY4, Some(FM_TOWNS)));
        assert_eq!(of("atlantis.000", 12_030).unwrap().edition, Some("floppy"));
        assert_eq!(of("indydemo.000", 11_170).unwrap().edition, Some(FM_TOWNS_DEMO));
        let changed = of("monkeyk.000", 9_000).unwrap();
        assert!(changed.told_by.is_guess() && changed.edition == Some(FM_TOWNS));
        // The size of another game's index proves nothing.
        assert!(of("monkey2.000", 8_955).unwrap().told_by.is_guess());
        assert_eq!(of("sample.000", 11_135), None);
        let title = |index: &str| title_of(&Dialect::HE60, index, 1, &[]).map(|it| it.name);
        assert_eq!(title("puttzoo.he0"), Some("Putt-Putt Saves the Zoo"));
        assert_eq!(title("Blue'sBirthday-Red.HE0"), Some("Blue's Birthday Adventure"));
        assert_eq!(title("samdemo.he0"), Some("Pajama Sam 1: No Need to Hide"));
        assert_eq!(title("moondemo.he0"), Some("Putt-Putt Goes to the Moon"));
    }
}

//! The recognition of a game's index among files, and of its generation, by contents and names.
//!
//! Every file is examined with each key (`docs/format/containers.md §9`):
//! ```text
//! begins with one of the index's tags  v5 and later; the size of MAXS shows which
//! begins with LECF                     a data file: its index must be next to it
//! *.lfl, small blocks or a magic       v0 to v4; the tables distinguish v0 to v3; *.man in the demo of v1
//! ```
//! **Note:** no header states a version. The size of one block in the index shows it.

use super::cipher::{Decrypted, Key};
use super::names::{self, ROOM_ENDINGS, indexes_of};
use super::titles::{MACINTOSH, Title, title_of};
use super::{Index, humongous, towns};
use crate::Limits;
use crate::block::{Tag, blocks_in};
use crate::bytes::{Bytes, tag_text};
use crate::dialect::{Dialect, OldTables, V1Game};
use crate::kinds;
use crate::layout;
use crate::source::{Files, Source, read_vec};
use crate::{Error, ErrorKind, Result};

/// Largest number of files of a folder that are examined.
const MOST_FILES: usize = 10_000;

/// A recognised index of a game.
#[derive(Clone, Debug)]
pub struct Detected {
    /// Name of the index file.
    pub index: String,
    /// The key of the index.
    pub key: Key,
    /// The rules of the game.
    pub dialect: Dialect,
    /// The game's title, if it is known.
    pub title: Option<Title>,
    /// Whether the edition is one for the Macintosh, by its form, its names or its index's size. **Note:** some
    /// editions
    /// for the Macintosh differ in nothing from those for the PC.
    pub macintosh: bool,
    /// The reason for the recognition, as text.
    pub why: String,
    /// Further index files among the files.
    pub also: Vec<String>,
}

/// The kind of one file.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
enum FileRole {
    Nothing,
    Data,
    Index {
        key: Key,
        dialect: Dialect,
        why: String,
    },
    /// An index that cannot be opened, and the reason.
    Refused(Error),
}

/// The recognised files.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    /// The indexes by name, including those that cannot be opened.
    pub(super) indexes: Vec<(String, Result<Detected>)>,
    /// The data files by name.
    pub(super) data: Vec<String>,
    /// The files that cannot be read, and the reasons.
    pub(super) unreadable: Vec<(String, Error)>,
}

/// Examines each of these files.
pub(super) fn candidates(files: &dyn Files, names: &[String], limits: &Limits) -> Candidates {
    let mut found = Candidates::default();
    for name in names.iter().take(MOST_FILES) {
        match look_at(files, name, limits) {
            Ok(FileRole::Nothing) => {}
            Ok(FileRole::Data) => found.data.push(name.clone()),
            Ok(FileRole::Index { key, dialect, why }) => {
                let detected = Detected::new((files, names), name, (key, dialect), why);
                found.indexes.push((name.clone(), Ok(detected)));
            }
            Ok(FileRole::Refused(error)) => found.indexes.push((name.clone(), Err(error))),
            Err(error) => found.unreadable.push((name.clone(), error)),
        }
    }
    found
}

/// Whether the file with that name is a data file.
pub(super) fn is_data(files: &dyn Files, name: &str, limits: &Limits) -> bool {
    matches!(look_at(files, name, limits), Ok(FileRole::Data))
}

/// Recognises the file with exactly this name as an index.
///
/// # Errors
/// An error if it is not an index, or cannot be opened.
pub(super) fn detect_one(files: &dyn Files, name: &str, limits: &Limits) -> Result<Detected> {
    match look_at(files, name, limits)? {
        FileRole::Index { key, dialect, why } => {
            Ok(Detected::new((files, &files.names()), name, (key, dialect), why))
        }
        FileRole::Refused(error) => Err(error),
        FileRole::Data => Err(not_a_game(format!("{name} is a data file, not an index{}", index_hint(name)))),
        FileRole::Nothing => Err(not_a_game(format!(
            "{name} opens neither like an index of v5 or later nor like an older one, with none of the keys {}; {}",
            keys(),
            names::LOOKED_FOR
        ))),
    }
}

impl Detected {
    fn new(
        (files, names): (&dyn Files, &[String]),
        name: &str,
        (key, dialect): (Key, Dialect),
        why: String,
    ) -> Self {
        let len = files.open(name).map_or(0, |index| index.len());
        let title = title_of(&dialect, name, len, names);
        let (dialect, why) = match title.and_then(|title| towns::by_title(&dialect, &title)) {
            Some((dialect, more)) => (dialect, format!("{why}; {more}")),
            None => (dialect, why),
        };
        let is_sized = || title.and_then(|title| title.edition).is_some_and(|it| it.starts_with(MACINTOSH));
        let macintosh = is_sized() || is_in_macs_rooms(name) || files.is_from_macintosh(name);
        let why = if macintosh { format!("{why}; it is an edition for the Macintosh") } else { why };
        Self { index: name.to_owned(), key, dialect, title, macintosh, why, also: Vec::new() }
    }
}

/// Whether a file is in a folder of rooms as the Macintosh's editions of v3 have them: `Rooms 1`
/// (`docs/format/editions.md §5.1`).
fn is_in_macs_rooms(name: &str) -> bool {
    let folder = name.rsplit('/').nth(1).unwrap_or_default().to_ascii_lowercase();
    folder.strip_prefix("rooms ").is_some_and(|rest| rest.parse::<u8>().is_ok())
}

fn look_at(files: &dyn Files, name: &str, limits: &Limits) -> Result<FileRole> {
    let source = files.open(name)?;
    let length = source.len();
    let mut opening = [0; 8];
    let known = usize::try_from(length.min(8)).unwrap_or(8);
    source.read_at(0, opening.get_mut(..known).unwrap_or_default()).map_err(|error| error.in_file(name))?;
    for key in Key::ALL {
        let mut plain = opening;
        key.apply(&mut plain);
        let [a, b, c, d, ..] = plain;
        let tag = [a, b, c, d];
        if known == 8 && tag == *b"LECF" {
            return Ok(FileRole::Data);
        }
        if known == 8 && layout::is_tag(tag) {
            return Ok(by_maxima(name, source, key, tag, limits).unwrap_or_else(FileRole::Refused));
        }
    }
    Ok(older(name, &*source, opening, known, limits).unwrap_or(FileRole::Nothing))
}

/// Recognises v5 and later by the size of `MAXS`.
fn by_maxima(name: &str, source: Box<dyn Source>, key: Key, first: Tag, limits: &Limits) -> Result<FileRole> {
    let source = Decrypted::new(source, key);
    let data = read_vec(&source, 0, source.len(), limits.index_bytes, "index")
        .map_err(|error| error.in_file(name))?;
    let blocks = blocks_in(Bytes::new(&data), limits);
    let maxima = blocks.find(b"MAXS").filter(|maxima| !maxima.is_cut());
    let cut = blocks.list.iter().find(|block| block.is_cut());
    if let (None, Some(cut)) = (maxima, cut) {
        let error = Error::truncated(cut.name(), cut.offset, cut.stored_size, cut.size);
        return Err(error.in_file(name));
    }
    let Some(maxima) = maxima else {
        let text = "the index has no MAXS block, so its generation cannot be told";
        return Err(Error::bad("index", data.len() as u64, text).in_file(name));
    };
    let size = maxima.size;
    let why = format!("{name} opens with {} ({key}); its MAXS has {size} bytes", tag_text(&first));
    let is_he0 = name.to_ascii_lowercase().ends_with(".he0");
    if blocks.find(b"DIRR").is_some() {
        kinds::late()?;
        let names = blocks.find(b"RNAM").and_then(|names| names.payload(Bytes::new(&data)).ok());
        let long = names.is_some_and(|names| humongous::has_long_names(names.as_slice()));
        if let Some((dialect, meaning)) = humongous::dialect_of(size, long) {
            return Ok(FileRole::Index { key, dialect, why: format!("{why}, {meaning}") });
        }
    }
    let generation = match size {
        26 => return Ok(FileRole::Index { key, dialect: Dialect::V5, why }),
        38 if is_he0 => {
            kinds::late()?;
            let why = format!("{why}, and its name ends in .he0");
            return Ok(FileRole::Index { key, dialect: Dialect::HE60, why });
        }
        38 => return Ok(FileRole::Index { key, dialect: Dialect::V6, why }),
        138 | 176 => {
            kinds::late()?;
            let dialect = if size == 138 { Dialect::V7 } else { Dialect::V8 };
            return Ok(FileRole::Index { key, dialect, why });
        }
        _ => "an unknown generation",
    };
    Err(Error::new(ErrorKind::Unsupported(format!("this is {generation}: {why}")), "opening the game")
        .in_file(name))
}

/// Recognises v1 to v4. Their few first bytes prove little, so the file must also have a name that these games use.
fn older(
    name: &str,
    source: &dyn Source,
    opening: [u8; 8],
    known: usize,
    limits: &Limits,
) -> Option<FileRole> {
    let file = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    let (stem, ending) = file.rsplit_once('.')?;
    let numbered = ROOM_ENDINGS.contains(&ending) && stem.bytes().all(|b| b.is_ascii_digit());
    if known < 2 || !(numbered || ending == "lec") {
        return None;
    }
    let stem = if numbered { stem } else { "" };
    for key in Key::ALL {
        let mut plain = opening;
        key.apply(&mut plain);
        let [a, b, _, _, c, d, ..] = plain;
        let tag = [c, d];
        let why = |what: &str| format!("{name} opens with {what} ({key})");
        let small = || why(&format!("a small block {}", tag_text(&tag)));
        if known >= 6 && layout::is_small_tag(&tag) {
            if let Some(left_out) = kinds::old().err() {
                return Some(FileRole::Refused(left_out.in_file(name)));
            }
            let (dialect, meaning) = match stem {
                "000" => (Dialect::V4, None),
                "00" => towns::by_index(source, key, limits),
                _ => return None,
            };
            let meaning = meaning.map(|meaning| format!("; {meaning}")).unwrap_or_default();
            return Some(FileRole::Index { key, dialect, why: format!("{}{meaning}", small()) });
        }
        if known >= 6 && [b"LE", b"RO"].contains(&&tag) && !["00", "000"].contains(&stem) {
            return Some(FileRole::Data);
        }
        let magic = u16::from_le_bytes([a, b]);
        let unsupported = match (stem, magic) {
            ("00", layout::MAGIC | layout::MAGIC_V1 | layout::MAGIC_C64 | layout::MAGIC_NES) => {
                return Some(old_bundle(name, source, key, magic, limits).unwrap_or_else(FileRole::Refused));
            }
            ("00", 0x0032) => "Maniac Mansion for the Apple II",
            _ => continue,
        };
        let text = format!("this is {unsupported}: {}", why(&format!("the magic {magic:#06x}")));
        return Some(FileRole::Refused(
            Error::new(ErrorKind::Unsupported(text), "opening the game").in_file(name),
        ));
    }
    None
}

/// Recognises v0 to v3 with 16 colours by the index's tables, the only difference between them.
fn old_bundle(name: &str, source: &dyn Source, key: Key, magic: u16, limits: &Limits) -> Result<FileRole> {
    kinds::old()?;
    let mut data = read_vec(source, 0, source.len(), limits.index_bytes, "index")
        .map_err(|error| error.in_file(name))?;
    key.apply(&mut data);
    let (dialect, tables) = match Index::old_tables(Bytes::new(&data), limits) {
        Some(OldTables::Counted { object_bytes: 1 }) => (Dialect::V2, "its tables fit objects of 1 byte"),
        Some(OldTables::Counted { .. }) => (Dialect::V3, "its tables fit objects of 4 bytes"),
        Some(OldTables::Fixed(V1Game::Maniac)) => {
            (Dialect::v1(V1Game::Maniac), "its tables are as long as Maniac Mansion's")
        }
        Some(OldTables::Fixed(V1Game::Zak)) => {
            (Dialect::v1(V1Game::Zak), "its tables are as long as Zak McKracken's")
        }
        Some(OldTables::C64(V1Game::Maniac)) => {
            (Dialect::V0, "its tables are as long as Maniac Mansion's for the C64")
        }
        Some(OldTables::C64(V1Game::Zak)) => {
            (Dialect::V1_C64, "its tables are as long as Zak McKracken's for the C64")
        }
        Some(OldTables::Nes) => (Dialect::NES, "its tables are as long as Maniac Mansion's for the NES"),
        None => {
            let text = format!(
                "it has the magic {magic:#06x} of v0 to v3, but its tables make no sense as any of them"
            );
            return Err(Error::bad("index", 0, text).in_file(name));
        }
    };
    let why = format!("{name} opens with the magic {magic:#06x} ({key}); {tables}");
    Ok(FileRole::Index { key, dialect, why })
}

pub(super) fn not_a_game(text: String) -> Error {
    Error::new(ErrorKind::NotAGame(text), "opening the game")
}

pub(super) fn keys() -> String {
    Key::ALL.map(|key| format!("{:#04x}", key.0)).join(", ")
}

fn index_hint(data: &str) -> String {
    indexes_of(data).first().map(|index| format!("; its index is probably {index}")).unwrap_or_default()
}

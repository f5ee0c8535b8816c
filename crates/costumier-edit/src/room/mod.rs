//! The room folder: a room's pictures and planes as files that people can paint.
//!
//! ```text
//! ROOM block ─▸ unpack ─▸ room.toml · background.png · objects/12-1.png … · original.bin ─▸ an art program ─▸ pack
//! ```
//! `docs/room-folder.md` describes the files. Functions take and return them in memory, by name.
//!
//! **Note:** packing compares the folder with `original.bin` and replaces only strips of 8 columns whose pixels differ.
//! So an unedited folder gives the same bytes again, and everything that a folder does not show is kept.

mod changed;
mod cycles;
mod draft;
mod facts;
mod layers;
mod map;
mod packed;
mod painted;
mod picture;
mod preview;
mod scene;
mod splice;
pub(crate) mod stored;
mod strips;
mod text;
mod tiles;
mod whole;

use std::collections::{BTreeMap, BTreeSet};

use costumier::files::RawBlock;
use costumier::format::codec::strip::{StripKind, is_transparent};
use costumier::format::dialect::{BlockHeaders, Directories, ObjectPlaces};
use costumier::game::Room;
use costumier::{Dialect, Error, ErrorKind, Game, Limits, Refused, Result, Severity};

use crate::folder::report::Report;
use crate::folder::{Change, Files, ORIGINAL};
use map::{MappedPicture, RoomMap, Target};
use picture::RoomColours;
pub use stored::stored;
use strips::Packing;

pub use cycles::CycleRow;
pub use draft::{RoomDraft, RoomEdit};
pub use facts::{ObjectRow, RoomBoxRow, RoomFacts, RoomPictureRow, ScaleSlotRow};
pub use scene::{SceneFormat, scene_files};

/// The name of the file that describes the room.
pub const TEXT: &str = "room.toml";

/// The name of the picture of the whole room, which is not read.
pub const PREVIEW: &str = "preview.png";

/// Where a room comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomOrigin {
    /// The number of the room in the game.
    pub room: Option<u32>,
    /// The key of the game, made from its index's fingerprint.
    pub game: Option<String>,
    /// The name of the room in the index, for people.
    pub name: Option<String>,
    /// Names of objects in scripts, by number, for people.
    pub objects: BTreeMap<u32, String>,
}

/// A room folder that was packed into a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedRoom {
    /// The block, without its header.
    pub payload: Vec<u8>,
    /// The dialect that the block is for.
    pub dialect: Dialect,
    /// Where the room comes from.
    pub origin: RoomOrigin,
    /// The files that differ, with the bytes of the strips that were written anew, before and after.
    pub changes: Vec<Change>,
    /// What was assumed, for people.
    pub notes: Vec<String>,
}

/// Options for packing a room folder.
#[derive(Clone, Debug, Default)]
pub struct RoomOptions {
    /// Replaces colours that the palette does not have by the nearest ones.
    pub nearest: bool,
    /// The limits for reading and decoding.
    pub limits: Limits,
    /// Packs changed strips by the way of this code if they are of its class. Judges reach all codes with it.
    #[doc(hidden)]
    pub code: Option<u8>,
}

/// A room's block, and what is known of it.
#[derive(Clone, Debug)]
struct OpenRoom {
    payload: Vec<u8>,
    room: Room,
    map: RoomMap,
    packing: Packing,
    colours: RoomColours,
    /// Whether objects can leave pixels out.
    has_holes: bool,
    /// Whether planes of strips that leave pixels out are added to the room's.
    room_adds_planes: bool,
    /// Whether pixels of a room in one colour are a number (Humongous with 16 bits a pixel).
    has_numbers: bool,
}

impl OpenRoom {
    fn open(payload: Vec<u8>, id: u32, dialect: &Dialect, limits: &Limits) -> Result<Self> {
        let is_late = dialect.disks.directories == Directories::Humongous;
        let tag = if is_late { *b"RMDA" } else { *b"ROOM" };
        let block = RawBlock { room: id, file: ORIGINAL.to_owned(), offset: 0, tag, payload };
        let mut room = match dialect.blocks {
            BlockHeaders::Tagged => Room::read(&block, None, None, dialect, limits)?,
            _ => {
                let tiles = |_| Err(Error::bad("tiles", 0, "they are no part of the room"));
                Room::read_old(&block, None, (dialect, None), &tiles, limits)?
            }
        };
        if dialect.objects.places == ObjectPlaces::NamedImage {
            // Only the index has the numbers of v8's objects; in a folder they count from 1 on.
            (1..).zip(&mut room.objects).for_each(|(number, object)| object.id = number);
        }
        let payload = block.payload;
        let map = RoomMap::read(&payload, &room, dialect, limits);
        let is_old = dialect.blocks != BlockHeaders::Tagged;
        let kind = if is_old { dialect.old_strips().kind } else { StripKind::Modern };
        let strips = map.pictures.iter().flat_map(|found| (0..found.strips.count).map(move |at| (found, at)));
        let codes =
            strips.filter_map(|(found, number)| found.strips.strip(&payload, number)?.first().copied());
        let codes: BTreeSet<u8> = codes.collect();
        // v3 has no strips that leave pixels out, but interpreters draw them.
        let has_holes = match kind {
            StripKind::Modern => true,
            StripKind::V3 => codes.iter().any(|code| is_transparent(*code)),
            StripKind::Sixteen => false,
        };
        let colours = RoomColours::of(&room, dialect, has_holes);
        Ok(Self {
            payload,
            room,
            map,
            packing: Packing::new(kind, &codes, is_late),
            colours,
            has_holes,
            room_adds_planes: dialect.objects.adds,
            has_numbers: dialect.high_colour.is_some(),
        })
    }

    /// Returns the column of pixels left of a picture. `background` are the room's pixels.
    fn left_of(&self, found: &MappedPicture, background: Option<&[u8]>) -> Vec<u8> {
        let (left, top) = found.corner;
        let width = i64::from(self.room.width / 8 * 8);
        let pixel = |row: i64| {
            // Left of the room is the end of the row above.
            let at = (i64::from(top) + row).checked_mul(width)?.checked_add(i64::from(left) - 1)?;
            background?.get(usize::try_from(at).ok()?).copied()
        };
        let rows = i64::try_from(found.size.1).unwrap_or(0);
        match found.target {
            Target::Background => Vec::new(),
            Target::Object { .. } => (0..rows).map(|row| pixel(row).unwrap_or(0)).collect(),
        }
    }

    /// Whether the bytes of a strip give other pixels if this column is to its left.
    fn copies_other(&self, found: &MappedPicture, (number, pixels): (usize, &[u8]), left: &[u8]) -> bool {
        let data = found.strips.strip(&self.payload, number).unwrap_or_default();
        self.packing.decode(data, found.size.1, self.room.transparent, left).pixels != pixels
    }
}

/// The rooms that can be edited.
const EDITABLE: &str = "all rooms except for those of the NES";

/// Dialects that have room folders and no costume folders.
const MORE_DIALECTS: [(&str, Dialect); 2] = [("v0", Dialect::V0), ("v3-pce", Dialect::V3_PCE)];

/// Returns the name of a dialect in room folders.
#[must_use]
pub fn dialect_name(dialect: &Dialect) -> &'static str {
    let own = dialect.edition();
    let more = MORE_DIALECTS.iter().find(|(_, known)| *known == own).map(|(name, _)| *name);
    more.unwrap_or_else(|| crate::folder::dialect_name(dialect))
}

/// Returns the dialect of a name in room folders.
fn dialect_of(name: &str) -> Option<Dialect> {
    let more = MORE_DIALECTS.iter().find(|(known, _)| *known == name).map(|(_, dialect)| *dialect);
    more.or_else(|| crate::folder::dialect_of(name))
}

/// Refuses generations whose rooms cannot be edited.
///
/// # Errors
/// [`ErrorKind::Unsupported`], with those that can.
pub fn editable(dialect: &Dialect) -> Result<()> {
    let is_known = match dialect.blocks {
        BlockHeaders::Tagged => true,
        BlockHeaders::Small => true,
        BlockHeaders::Bare | BlockHeaders::Size => !dialect.is_nes(),
    };
    if is_known {
        return Ok(());
    }
    let text = format!("room folders of {}: {EDITABLE} can be edited so far", dialect_name(dialect));
    Err(Error::new(ErrorKind::Unsupported(text), "room folder"))
}

/// Unpacks a room of a game into a folder. Of `origin`, the name and the number are filled in.
///
/// # Errors
/// [`ErrorKind::Unsupported`] for [generations](editable) without room folders; errors of reading the room, and of
/// writing its pictures.
pub fn unpack(game: &Game, id: u32, origin: RoomOrigin) -> Result<UnpackedRoom> {
    let draft = RoomDraft::of(game, id, origin)?;
    let files = draft.files().map_err(|refused| draft::unwritten(&refused))?;
    Ok(UnpackedRoom { files, facts: draft.facts() })
}

/// A room that was unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpackedRoom {
    /// The files of the folder.
    pub files: Files,
    /// What is in the room, with the pictures that cannot be edited.
    pub facts: RoomFacts,
}

/// Reads where a folder's room comes from. Returns an empty [`RoomOrigin`] if the text cannot be read.
#[must_use]
pub fn origin(text: &[u8]) -> RoomOrigin {
    text::read(text, &mut Report::default()).map(|(origin, _)| origin).unwrap_or_default()
}

/// Packs a folder into a room's block.
///
/// # Errors
/// Everything that is wrong with the folder, or that the block cannot hold.
pub fn pack(files: &Files, options: &RoomOptions) -> Result<PackedRoom, Refused> {
    let mut report = Report::default();
    let draft = RoomDraft::of_folder(files, options, &mut report);
    let packed = draft.and_then(|draft| draft.packed(&mut report));
    report.join();
    Refused::unless_empty(std::mem::take(&mut report.problems))?;
    let notes = report.note_lines();
    packed.map(|packed| PackedRoom { notes, ..packed }).ok_or(Refused { problems: Vec::new() })
}

/// Returns why bytes cannot be put into a game as a room. Faults that the room there has, too, are accepted; `old` are
/// its bytes.
pub(crate) fn refused(
    (new, old): (&[u8], &[u8]),
    id: u32,
    dialect: &Dialect,
    limits: &Limits,
) -> Option<String> {
    let open = |bytes: &[u8]| OpenRoom::open(bytes.to_vec(), id, dialect, limits).map(|it| faults(&it.room));
    let found = match open(new) {
        Ok(found) => found,
        Err(error) => return Some(format!("{} cannot open it: {}", dialect.generation(), error.kind())),
    };
    let known = open(old).map_or(usize::MAX, |faults| faults.len());
    let first = found.first().filter(|_| found.len() > known)?;
    Some(format!("it is no sound room of {}: {first}", dialect.generation()))
}

/// Returns what is broken in a room.
fn faults(room: &Room) -> Vec<String> {
    let background = room.background();
    let (of_picture, none) = match &background {
        Ok(picture) => (&picture.problems[..], None),
        Err(error) => (&[][..], Some(error.to_string())),
    };
    let is_empty = room.width == 0 || room.height == 0;
    let empty = is_empty.then(|| format!("its size is {} × {} pixels", room.width, room.height));
    let broken = room.problems.iter().chain(of_picture).filter(|it| it.severity == Severity::Broken);
    empty.into_iter().chain(none).chain(broken.map(|it| format!("{}: {}", it.path, it.text))).collect()
}

/// Opens the block of a folder whose text describes it.
fn read_folder(
    files: &Files,
    options: &RoomOptions,
    report: &mut Report,
) -> Option<(OpenRoom, (Dialect, RoomOrigin))> {
    let Some(text) = files.get(TEXT) else {
        report.refuse(
            TEXT,
            "is missing: this is no room folder; `costumier unpack GAME --rooms N -o DIR` makes one",
        );
        return None;
    };
    let (origin, dialect) = text::read(text, report)?;
    if let Err(error) = editable(&dialect) {
        report.refuse(format!("{TEXT}: generation"), error.to_string());
        return None;
    }
    let Some(original) = files.get(ORIGINAL) else {
        report.refuse(
            ORIGINAL,
            "is missing: unpack the room again, and copy your pictures into the new folder",
        );
        return None;
    };
    let id = origin.room.unwrap_or(0);
    let open = match OpenRoom::open(original.clone(), id, &dialect, &options.limits) {
        Ok(mut open) => {
            options.code.into_iter().for_each(|code| open.packing.force(code));
            open
        }
        Err(error) => {
            report.refuse(ORIGINAL, format!("it is no room that can be read: {error}"));
            return None;
        }
    };
    Some((open, (dialect, origin)))
}

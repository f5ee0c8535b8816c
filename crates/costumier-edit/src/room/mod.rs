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
mod map;
mod packed;
mod painted;
mod picture;
mod preview;
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
use costumier::{Dialect, Error, ErrorKind, Game, Limits, Refused, Result};

use crate::folder::report::Report;
use crate::folder::{Change, Files, ORIGINAL};
use map::{MappedPicture, RoomMap, Target};
use picture::{DecodedPicture, RoomColours};
pub use stored::stored;
use strips::Packing;

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

    /// Decodes a picture, with this column of pixels to its left.
    fn decode(&self, found: &MappedPicture, left: &[u8]) -> DecodedPicture {
        picture::decode(&self.payload, found, (&self.packing, self.room.transparent), left)
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
    let dialect = game.dialect();
    editable(&dialect)?;
    let shown = game.room(id)?;
    let payload = stored(game, id)?;
    let name = game.room_name(id).map(str::to_owned).or(origin.name);
    let origin = RoomOrigin { room: Some(id), name, ..origin };
    let open = OpenRoom::open(payload, id, &dialect, game.limits())?;
    let OpenRoom { room, map, colours, .. } = &open;
    let named = room.objects.iter().filter_map(|object| Some((object.id, object.name.clone()?)));
    let named: BTreeMap<u32, String> = named.collect();
    let origin = if named.is_empty() { origin } else { RoomOrigin { objects: named, ..origin } };
    let wrong = |error: crate::pictures::PictureFileError| {
        Error::new(ErrorKind::CannotWrite(error.to_string()), "picture")
    };
    let (mut files, mut left_out) = (Files::new(), map.left_out.clone());
    files.insert(TEXT.to_owned(), text::write(room, map, &dialect, &origin).into_bytes());
    let mut background = None;
    for found in &map.pictures {
        let decoded = open.decode(found, &open.left_of(found, background.as_deref()));
        let png = colours.write((found.target, found.size), &decoded.pixels).map_err(wrong)?;
        files.insert(picture::file_of(found.target), png);
        let place = (found.target, found.size.1);
        picture::write_planes(&open.payload, place, &found.planes, &mut files).map_err(wrong)?;
        if found.target == Target::Background {
            background = Some(decoded.pixels);
        }
    }
    for found in &open.map.packed {
        let place = (found.target, found.size.1);
        picture::write_planes(&open.payload, place, &found.planes, &mut files).map_err(wrong)?;
        let Some(unpacked) = open.packed_picture(found) else {
            left_out.push(format!("{}: it cannot be read whole", picture::file_of(found.target)));
            continue;
        };
        let colours = open.colours_of(&unpacked);
        let png = colours.write((found.target, found.size), &unpacked.pixels).map_err(wrong)?;
        files.insert(picture::file_of(found.target), png);
    }
    for found in &open.map.whole {
        let Some((pixels, plane)) = open.whole_picture(found) else { continue };
        let png = colours.write((found.target, found.size), &pixels).map_err(wrong)?;
        files.insert(picture::file_of(found.target), png);
        let png = picture::write_plane(&whole::strips_of(&plane), found.size.1).map_err(wrong)?;
        files.insert(picture::plane_file_of(found.target, 1), png);
    }
    let colours = game.room_palette(id).unwrap_or([[0; 3]; 256]);
    if let Ok(Some(bytes)) = preview::draw(&shown, &colours) {
        files.insert(PREVIEW.to_owned(), bytes);
    }
    files.insert(ORIGINAL.to_owned(), open.payload);
    Ok(UnpackedRoom { files, left_out })
}

/// A room that was unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpackedRoom {
    /// The files of the folder.
    pub files: Files,
    /// Pictures that cannot be edited, each with its reason.
    pub left_out: Vec<String>,
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
    let packed = packed(files, options, &mut report);
    report.join();
    Refused::unless_empty(std::mem::take(&mut report.problems))?;
    let notes = report.note_lines();
    packed.map(|packed| PackedRoom { notes, ..packed }).ok_or(Refused { problems: Vec::new() })
}

fn packed(files: &Files, options: &RoomOptions, report: &mut Report) -> Option<PackedRoom> {
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
    text::compare(text, &text::write(&open.room, &open.map, &dialect, &origin), report);
    let (payload, changes) = changed::with_pictures(&open, files, options.nearest, report)?;
    if payload.len() as u64 > options.limits.block_bytes {
        let text =
            format!("the room would have {} bytes; at most {}", payload.len(), options.limits.block_bytes);
        report.refuse(TEXT, text);
    }
    Some(PackedRoom { payload, dialect, origin, changes, notes: Vec::new() })
}

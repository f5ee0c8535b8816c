//! Reading rooms of v0 to v4.
//!
//! v4 and v3 with 256 colours: small blocks (`docs/format/containers.md §10, §11`):
//! ```text
//! RO { HD u16 width, height, objects · PA u16, 256 × RGB · SP EGA pairs · BX boxes · SA scale slots
//!      BM u32 length of the strips (16 colours: u16); u32 (u16) for each strip; strips; planes }
//! ```
//! On the PC-Engine, PA, BM and OI have other contents, and there are TL and ZP (`pc_engine.rs`).
//!
//! v3 with 16 colours and v2: a structure. Positions count from the block's header, four bytes before its payload
//! (`docs/format/old-rooms.md §2`):
//! ```text
//! +4 u16 width · +6 u16 height · +10 u16 offset of the picture · +20 u8 objects · +21 u16 (v2: u8)
//! offset of the walk boxes
//! ```
//! v1 and v0: `+4 u8 width / 8, u8 height / 8, 4 colours, five u16 offsets of tables` (`characters.rs`), objects
//! and boxes as in v2; v0 has boxes of its own.
//!
//! **Note:** every box counts; box 0 is not a dummy. A v2 picture does not store its length: its z-plane begins
//! where it ends.

mod boxes;
pub(crate) mod nes;
mod objects;
pub(crate) mod pc_engine;

use self::objects::Bundled;
use self::pc_engine::Tiles;
use super::RawBlock;
use super::boxes::BoxSides;
use super::characters::CharacterPicture;
use super::object::decode_plane;
use super::palette::{PALETTE_BYTES, PaletteSource, RoomPalette};
use super::plane::Plane;
use super::room::{Picture, Room, StripTable};
use super::scale::read_slots;
use super::shown::pattern_on;
use crate::Limits;
use crate::block::small_blocks_in;
use crate::bytes::Bytes;
use crate::codec::stream;
use crate::colour;
use crate::dialect::{BlockHeaders, Dialect, FileLayout, OldStrips, OldTables};
use crate::kinds;
use crate::screen::Screen;
use crate::{Error, ErrorKind, Result};
use crate::{Problem, Severity};

/// Length of the header of a block without a tag; positions count from the header.
const BARE: usize = 4;

impl Room {
    /// Reads a room of v0 to v4. On the NES, `tiles` finds the tiles of a set.
    ///
    /// # Errors
    /// The errors of [`Room::read`].
    pub fn read_old(
        block: &RawBlock,
        name: Option<&str>,
        (dialect, screen): (&Dialect, Option<Screen>),
        tiles: &dyn Fn(u8) -> Result<Vec<u8>>,
        limits: &Limits,
    ) -> Result<Self> {
        kinds::old()?;
        let named = |error: Error| error.in_block("ROOM").in_file(&block.file);
        if block.tag != *b"ROOM" {
            let found = crate::bytes::tag_text(&block.tag);
            let text = format!("{} stands where room {} should be", found.trim_end(), block.room);
            return Err(Error::bad("room", block.offset, text).in_file(&block.file));
        }
        let header = dialect.blocks.len();
        let payload = Bytes::with_base(&block.payload, block.offset.saturating_add(header));
        let mut reader = Reader { payload, dialect, screen, limits, problems: Vec::new() };
        let mut room = match dialect.blocks {
            BlockHeaders::Bare => reader.bundle(block, tiles),
            _ => reader.blocks(block),
        }
        .map_err(named)?;
        room.name = name.map(str::to_owned);
        room.problems = reader.problems;
        for problem in &mut room.problems {
            problem.path = format!("room {} / {}", block.room, problem.path);
        }
        Ok(room)
    }
}

/// Length of the strips' part of a picture in bytes.
fn length_of(layout: &OldStrips, data: Bytes<'_>) -> Option<usize> {
    let length = match layout.width {
        2 => data.u16(0, "length of the strips").map(usize::from).ok()?,
        _ => usize::try_from(data.u32(0, "length of the strips").ok()?).unwrap_or(usize::MAX),
    };
    Some(length)
}

/// The planes behind strips of this length; each begins with its size.
fn planes_of(layout: OldStrips, data: Bytes<'_>, length: usize) -> impl Iterator<Item = Bytes<'_>> {
    let mut at = length;
    let next = move || {
        let plane = data.tail(at, "z-plane").ok().filter(|_| at != 0)?;
        let size = match layout.plane_size {
            0 => 1,
            2 => u32::from(plane.u16(0, "size of a z-plane").ok()?),
            _ => plane.u32(0, "size of a z-plane").ok()?,
        };
        at = at.saturating_add(usize::try_from(size).unwrap_or(usize::MAX));
        (size != 0).then_some(plane)
    };
    std::iter::from_fn(next).take(layout.most_planes)
}

/// The table of a picture's strips, behind their length.
fn strip_table(layout: &OldStrips) -> StripTable {
    StripTable { entries: layout.width, width: layout.width, origin: 0 }
}

/// The table of a plane's strips, behind its size.
fn plane_table(layout: &OldStrips) -> StripTable {
    StripTable { entries: layout.plane_size, width: 2, origin: 0 }
}

struct Reader<'a> {
    payload: Bytes<'a>,
    dialect: &'a Dialect,
    screen: Option<Screen>,
    limits: &'a Limits,
    problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    fn room(&self, block: &RawBlock, width: u16, height: u16) -> Result<Room> {
        let pixels = usize::from(width).saturating_mul(usize::from(height));
        if pixels > self.limits.stage_pixels {
            let text =
                format!("{width} x {height} pixels are more than the limit of {}", self.limits.stage_pixels);
            return Err(Error::new(ErrorKind::Limit(text), "room size").at(self.payload.base()));
        }
        let has_scale = self.dialect.files == FileLayout::Lec;
        Ok(Room {
            id: block.room,
            name: None,
            file: block.file.clone(),
            offset: block.offset,
            width,
            height,
            objects: Vec::new(),
            palettes: Vec::new(),
            ega_pairs: None,
            remap: None,
            transparent: 255,
            boxes: Vec::new(),
            first_box: 0,
            sides: BoxSides::of(self.dialect),
            // An actor in no box is hidden by plane 1 up to v3, and by none in v4
            // (`docs/format/containers.md §10.3`).
            plane_outside: if has_scale { 0 } else { 1 },
            routes: Vec::new(),
            slots: [None; 4],
            planes: Vec::new(),
            problems: Vec::new(),
            base: self.dialect.background_base,
            picture: None,
            object_rules: self.dialect.objects,
            bmap: self.dialect.bmap,
            palette_head: None,
        })
    }

    /// Reads a room of v4, or of v3 with 256 colours.
    fn blocks(&mut self, block: &RawBlock) -> Result<Room> {
        let blocks = small_blocks_in(self.payload, self.limits);
        self.problems.extend(blocks.problems.iter().cloned());
        let data = self.payload;
        let part = |tag| blocks.payload(tag, data);
        let header = part(b"RMHD").ok_or_else(|| {
            Error::bad("room", block.offset, format!("room {} has no HD block", block.room))
        })?;
        let field = |at, what| header.u16(at, what).map_err(|error| error.in_block("HD"));
        let mut room = self.room(block, field(0, "width")?, field(2, "height")?)?;
        self.report_width(room.width, header.base());
        room.palettes = vec![match part(b"CLUT") {
            Some(palette) if self.has_tiles() => self.tiled_palette(palette),
            Some(palette) => self.palette(palette),
            None => self.fixed_palette(),
        }];
        room.ega_pairs =
            part(b"EPAL").and_then(|pairs| pairs.as_slice().first_chunk().copied()).map(Box::new);
        let scaled = self.dialect.files == FileLayout::Lec;
        room.palette_head =
            part(b"CLUT").filter(|_| scaled).and_then(|bytes| bytes.as_slice().first_chunk().copied());
        if let Some(boxes) = part(b"BOXD") {
            room.boxes = self.boxes(boxes, if scaled { 20 } else { 18 });
        }
        if let Some(slots) = part(b"SCAL").filter(|_| scaled) {
            room.slots = read_slots(slots, false);
        }
        let tiles = Tiles::of(&blocks, data).filter(|_| self.has_tiles());
        match (part(b"SMAP"), &tiles) {
            (Some(picture), Some(tiles)) => self.tiled_picture(tiles, picture, &mut room),
            (Some(picture), None) if !self.has_tiles() => self.picture(picture, &mut room),
            _ => {}
        }
        let stated = usize::from(field(4, "number of objects").unwrap_or(0));
        self.block_objects(&blocks, stated, tiles.as_ref(), &mut room);
        Ok(room)
    }

    /// Whether pictures consist of tiles.
    fn has_tiles(&self) -> bool {
        self.dialect.objects.tiles
    }

    /// Reads a room of v0, v1, v2, or of v3 with 16 colours.
    fn bundle(&mut self, block: &RawBlock, tiles: &dyn Fn(u8) -> Result<Vec<u8>>) -> Result<Room> {
        let at = |position: usize| position.saturating_sub(BARE);
        let is_v1 =
            matches!(self.dialect.files, FileLayout::OldRooms(OldTables::Fixed(_) | OldTables::C64(_)));
        let is_v2 =
            matches!(self.dialect.files, FileLayout::OldRooms(OldTables::Counted { object_bytes: 1 }));
        let is_nes = self.dialect.is_nes();
        let (width, height) = if is_nes {
            let cells =
                |position, what| self.payload.u16(at(position), what).map(|cells| cells.saturating_mul(8));
            (cells(4, "width")?, cells(6, "height")?)
        } else if is_v1 {
            let cells =
                |position, what| self.payload.u8(at(position), what).map(|cells| u16::from(cells) * 8);
            (cells(4, "width")?, cells(5, "height")?)
        } else {
            (self.payload.u16(at(4), "width")?, self.payload.u16(at(6), "height")?)
        };
        let mut room = self.room(block, width, height)?;
        room.palettes = vec![self.fixed_palette()];
        let is_short = is_v1 || is_v2 || is_nes;
        let layout = self.dialect.bundle();
        let boxes_at = match layout.boxes_width {
            1 => usize::from(self.payload.u8(at(layout.boxes), "offset of the walk boxes")?),
            _ => usize::from(self.payload.u16(at(layout.boxes), "offset of the walk boxes")?),
        };
        match boxes_at.checked_sub(BARE).and_then(|at| self.payload.tail(at, "walk boxes").ok()) {
            Some(boxes) if self.dialect.is_v0() => room.boxes = self.boxes_v0(boxes),
            Some(boxes) if is_short => room.boxes = self.boxes_v2(boxes),
            Some(boxes) => room.boxes = self.boxes(boxes, 18),
            None if boxes_at == 0 => {}
            None => self.report(
                "walk boxes",
                self.payload.base(),
                format!("offset {boxes_at:#x} leads outside the room"),
            ),
        }
        if is_nes {
            let tiles = self.tiles(&mut room, tiles);
            self.bundle_objects(tiles.as_deref().map_or(Bundled::Unread, Bundled::Tiles), &mut room);
            return Ok(room);
        }
        if is_v1 {
            let characters = self.characters(&mut room);
            self.bundle_objects(characters.as_ref().map_or(Bundled::Unread, Bundled::Cells), &mut room);
            return Ok(room);
        }
        self.report_width(width, self.payload.base());
        let picture_at = usize::from(self.payload.u16(at(0x0A), "offset of the picture")?);
        match picture_at.checked_sub(BARE).and_then(|at| self.payload.tail(at, "picture").ok()) {
            Some(picture) if is_v2 => self.stream(picture, &mut room),
            Some(picture) => self.picture(picture, &mut room),
            None => self.report(
                "picture",
                self.payload.base(),
                format!("offset {picture_at:#x} leads outside the room"),
            ),
        }
        self.bundle_objects(if is_v2 { Bundled::Stream } else { Bundled::Strips }, &mut room);
        Ok(room)
    }

    /// Reads the picture of v0 or v1: tables of characters and cells.
    fn characters(&mut self, room: &mut Room) -> Option<CharacterPicture> {
        let shown = colour::from_c64(self.dialect.colours).unwrap_or_default();
        match CharacterPicture::read(self.payload, BARE, (room.width, room.height), shown) {
            Ok((picture, plane, cut)) => {
                for table in cut {
                    let text = "the table ends early, the rest is read as zeros".to_owned();
                    self.report(table, self.payload.base(), text);
                }
                room.picture = Some(Picture::Whole(picture.pixels()));
                room.planes = vec![plane];
                Some(picture)
            }
            Err(error) => {
                let at = error.offset().unwrap_or(self.payload.base());
                self.report("picture", at, format!("{}: {}", error.what(), error.kind()));
                None
            }
        }
    }

    /// Reads the picture of v2: one stream, and another behind it for its plane.
    fn stream(&mut self, data: Bytes<'a>, room: &mut Room) {
        let size = (usize::from(room.width), usize::from(room.height));
        let mut pixels = vec![0; size.0.saturating_mul(size.1)];
        let decoded = stream::decode(data.as_slice(), size, &mut pixels);
        if decoded.cut {
            self.report("picture", data.base(), "the data ends early, the rest is read as zeros".into());
        }
        let mut plane = Plane::new(room.width, room.height);
        let behind = data.tail(decoded.bytes, "z-plane 1").unwrap_or(data);
        if decode_plane(behind.as_slice(), &mut plane).cut {
            self.report("z-plane 1", behind.base(), "the data ends early, the rest hides nothing".into());
        }
        room.picture = Some(Picture::Whole(pixels));
        room.planes = vec![plane];
    }

    /// Reads the picture's strips and planes. `data` begins with the length of the strips' part.
    fn picture(&mut self, data: Bytes<'a>, room: &mut Room) {
        let layout = self.dialect.old_strips();
        let Some(length) = length_of(&layout, data) else {
            self.report("picture", data.base(), "it is too short for its strips".into());
            return;
        };
        room.picture = Some(Picture::Strips {
            data: data.as_slice().to_vec(),
            at: data.base(),
            table: strip_table(&layout),
            kind: layout.kind,
        });
        for (number, plane) in (1..).zip(planes_of(layout, data, length)) {
            let read = self.plane(plane, plane_table(&layout), number, (room.width, room.height));
            room.planes.push(read);
        }
    }

    fn plane(&mut self, data: Bytes<'_>, table: StripTable, number: usize, size: (u16, u16)) -> Plane {
        table.plane(data, size, |column, at, error| match error {
            None => {
                let text = format!("strip {column} ends early: the rest hides nothing");
                self.report(&format!("z-plane {number}"), at, text);
            }
            Some(error) => {
                self.report(&format!("z-plane {number} / strip {column}"), at, error.kind().to_string());
            }
        })
    }

    fn palette(&mut self, payload: Bytes<'_>) -> RoomPalette {
        // The number of bytes (in v3 of colours) comes first; it is always that of the whole palette.
        let colours = payload.as_slice().get(2..).unwrap_or_default();
        if colours.len() < PALETTE_BYTES {
            let text =
                format!("{} bytes instead of {PALETTE_BYTES}: what is missing is black", colours.len());
            self.report("PA", payload.base(), text);
        }
        let mut palette = RoomPalette::from_bytes(PaletteSource::Pa, colours, self.dialect.skipped_white);
        if self.dialect.keeps_first_16 {
            let own = Screen::AmigaMonkey.colours();
            palette.colours.iter_mut().zip(own).for_each(|(entry, colour)| *entry = colour);
        }
        palette
    }

    fn fixed_palette(&self) -> RoomPalette {
        let screen = self.screen.unwrap_or(self.dialect.made_for);
        let mut palette = RoomPalette::of_screen(screen);
        if let Some(pattern) = pattern_on(self.dialect, screen) {
            for (value, entry) in (0..16).zip(&mut palette.colours) {
                *entry = pattern.mean(value);
            }
        }
        palette
    }

    fn report_width(&mut self, width: u16, at: u64) {
        if !width.is_multiple_of(8) {
            let text = format!("the width {width} is no multiple of 8: the last columns stay 0");
            self.report("size", at, text);
        }
    }

    fn report(&mut self, path: &str, at: u64, text: String) {
        if self.problems.len() < super::room::MOST_PROBLEMS {
            self.problems.push(Problem::new(Severity::Odd, path, Some(at), text));
        }
    }
}

//! Rooms of v1 to v4.
//!
//! v4 and v3 with 256 colours: small blocks (`reference/01 §10, §11`):
//! ```text
//! RO { HD u16 width, height, objects · PA u16, 256 × RGB · SP EGA pairs · BX boxes · SA scale slots
//!      BM u32 length of the strips (16 colours: u16); u32 (u16) for each strip; strips; planes }
//! ```
//! v3 with 16 colours and v2: a structure; positions count from the block's header, four bytes before what
//! follows here (`reference/08 §2`):
//! ```text
//! +4 u16 width · +6 u16 height · +10 u16 offset of the picture · +20 u8 objects · +21 u16 (v2: u8)
//! offset of the walk boxes
//! ```
//! v1: `+4 u8 width / 8, u8 height / 8, 4 colours, five u16 offsets of tables` (`characters.rs`), objects and
//! boxes as in v2.
//!
//! What surprises: every box counts, box 0 is no dummy. A v2 picture does not say how long it is: its z-plane
//! begins where it ends.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::RawBlock;
use super::boxes::{BoxScale, WalkBox};
use super::characters::CharacterPicture;
use super::palette::{PALETTE_BYTES, PaletteSource, RoomPalette};
use super::plane::Plane;
use super::room::{Picture, Room, StripKind, StripTable};
use super::scale::{FULL_SCALE, read_slots};
use crate::block::small_blocks_in;
use crate::bytes::Bytes;
use crate::codec::{Taken, mask, stream, strip};
use crate::colour;
use crate::dialect::{BlockHeaders, Dialect, FileLayout, OldTables};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::problem::{Problem, Severity};
use crate::screen::Screen;

/// Most planes behind plane 0.
const MOST_PLANES: usize = 3;

/// Bytes of an old bundle's block header, from which its positions count.
const BARE: usize = 4;

impl Room {
    /// Reads a room of v1 to v4.
    ///
    /// # Errors
    /// As [`Room::read`].
    pub(crate) fn read_old(
        block: &RawBlock,
        name: Option<&str>,
        dialect: &Dialect,
        screen: Option<Screen>,
        limits: &Limits,
    ) -> Result<Self> {
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
            BlockHeaders::Bare => reader.bundle(block),
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

/// Reads a plane of v2: the rows of one strip after those of another, in one stream.
pub(super) fn decode_plane(data: &[u8], plane: &mut Plane) -> Taken {
    let (strips, height) = (plane.stride(), usize::from(plane.height()));
    let mut rows = vec![0; strips.saturating_mul(height)];
    let decoded = mask::decode(data, rows.len(), &mut rows, 1);
    for (strip, column) in rows.chunks_exact(height.max(1)).enumerate() {
        for (row, byte) in column.iter().enumerate() {
            if let Some(place) = plane.bits_mut().get_mut(row.saturating_mul(strips).saturating_add(strip)) {
                *place = *byte;
            }
        }
    }
    decoded
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
            objects: 0,
            palettes: Vec::new(),
            ega_pairs: None,
            remap: None,
            transparent: 255,
            boxes: Vec::new(),
            first_box: 0,
            // "No box" is hidden by plane 1 up to v3, by none in v4 (`reference/01 §10.3`).
            plane_outside: if has_scale { 0 } else { 1 },
            routes: Vec::new(),
            slots: [None; 4],
            planes: Vec::new(),
            problems: Vec::new(),
            base: self.dialect.background_base,
            picture: None,
        })
    }

    /// v4, and v3 with 256 colours.
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
        room.objects = field(4, "number of objects").unwrap_or(0);
        self.report_width(room.width, header.base());
        room.palettes = vec![match part(b"CLUT") {
            Some(palette) => self.palette(palette),
            None => self.fixed_palette(),
        }];
        room.ega_pairs =
            part(b"EPAL").and_then(|pairs| pairs.as_slice().first_chunk().copied()).map(Box::new);
        let scaled = self.dialect.files == FileLayout::Lec;
        if let Some(boxes) = part(b"BOXD") {
            room.boxes = self.boxes(boxes, if scaled { 20 } else { 18 });
        }
        if let Some(slots) = part(b"SCAL").filter(|_| scaled) {
            room.slots = read_slots(slots, false);
        }
        if let Some(picture) = part(b"SMAP") {
            self.picture(picture, &mut room);
        }
        Ok(room)
    }

    /// v1, v2, and v3 with 16 colours.
    fn bundle(&mut self, block: &RawBlock) -> Result<Room> {
        let at = |position: usize| position.saturating_sub(BARE);
        let is_v1 = matches!(self.dialect.files, FileLayout::OldRooms(OldTables::Fixed(_)));
        let is_v2 =
            matches!(self.dialect.files, FileLayout::OldRooms(OldTables::Counted { object_bytes: 1 }));
        let (width, height) = if is_v1 {
            let cells =
                |position, what| self.payload.u8(at(position), what).map(|cells| u16::from(cells) * 8);
            (cells(4, "width")?, cells(5, "height")?)
        } else {
            (self.payload.u16(at(4), "width")?, self.payload.u16(at(6), "height")?)
        };
        let mut room = self.room(block, width, height)?;
        room.palettes = vec![self.fixed_palette()];
        room.objects = self.payload.u8(at(0x14), "number of objects").map_or(0, u16::from);
        let boxes_at = if is_v1 || is_v2 {
            usize::from(self.payload.u8(at(0x15), "offset of the walk boxes")?)
        } else {
            usize::from(self.payload.u16(at(0x15), "offset of the walk boxes")?)
        };
        match boxes_at.checked_sub(BARE).and_then(|at| self.payload.tail(at, "walk boxes").ok()) {
            Some(boxes) if is_v1 || is_v2 => room.boxes = self.boxes_v2(boxes),
            Some(boxes) => room.boxes = self.boxes(boxes, 18),
            None if boxes_at == 0 => {}
            None => self.report(
                "walk boxes",
                self.payload.base(),
                format!("offset {boxes_at:#x} leads outside the room"),
            ),
        }
        if is_v1 {
            self.characters(&mut room);
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
        Ok(room)
    }

    /// v1: tables of characters and cells.
    fn characters(&mut self, room: &mut Room) {
        let shown = colour::from_c64(self.dialect.colours).unwrap_or_default();
        match CharacterPicture::read(self.payload, BARE, (room.width, room.height), shown) {
            Ok((picture, plane, cut)) => {
                for table in cut {
                    let text = "the table ends early, the rest is read as zeros".to_owned();
                    self.report(table, self.payload.base(), text);
                }
                room.picture = Some(Picture::Whole(picture.pixels()));
                room.planes = vec![plane];
            }
            Err(error) => {
                let at = error.offset().unwrap_or(self.payload.base());
                self.report("picture", at, format!("{}: {}", error.what(), error.kind()));
            }
        }
    }

    /// v2: one stream for the picture, and one behind it for its plane.
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

    /// The picture's strips and planes. `data` begins with the length of the strips' part.
    fn picture(&mut self, data: Bytes<'a>, room: &mut Room) {
        let sixteen = self.dialect.fixed_colours;
        let wide = if sixteen { 2 } else { 4 };
        let bundle = self.dialect.blocks == BlockHeaders::Bare;
        let chained = self.dialect.files == FileLayout::Lec;
        let kind = match (sixteen, chained) {
            (true, _) => StripKind::Sixteen,
            (false, true) => StripKind::Modern,
            (false, false) => StripKind::V3,
        };
        let length = match wide {
            2 => data.u16(0, "length of the strips").map(u32::from),
            _ => data.u32(0, "length of the strips"),
        };
        let Ok(length) = length else {
            self.report("picture", data.base(), "it is too short for its strips".into());
            return;
        };
        room.picture = Some(Picture::Strips {
            data: data.as_slice().to_vec(),
            at: data.base(),
            table: StripTable { entries: wide, width: wide, origin: 0 },
            kind,
        });
        let mut at = usize::try_from(length).unwrap_or(usize::MAX);
        let planes = if chained { MOST_PLANES } else { 1 };
        while at != 0 && room.planes.len() < planes {
            let Ok(plane) = data.tail(at, "z-plane") else { break };
            // Planes begin with their size (256 colours of v3: 32 bits), but for those of old bundles.
            let (size, entries) = if bundle {
                (Ok(1), 0)
            } else if chained {
                (plane.u16(0, "size of a z-plane").map(u32::from), 2)
            } else {
                (plane.u32(0, "size of a z-plane"), 4)
            };
            let Some(size) = size.ok().filter(|size| *size != 0) else { break };
            let table = StripTable { entries, width: 2, origin: 0 };
            let number = room.planes.len().saturating_add(1);
            let read = self.plane(plane, table, number, room.width, room.height);
            room.planes.push(read);
            at = at.saturating_add(usize::try_from(size).unwrap_or(usize::MAX));
        }
    }

    fn plane(&mut self, data: Bytes<'_>, table: StripTable, number: usize, width: u16, height: u16) -> Plane {
        let mut plane = Plane::new(width, height);
        let stride = plane.stride();
        for column in 0..usize::from(width) / strip::STRIP_WIDTH {
            match table.strip(data, column) {
                Ok(body) if body.is_empty() => {}
                Ok(body) => {
                    let out = plane.bits_mut().get_mut(column..).unwrap_or_default();
                    if mask::decode(body.as_slice(), usize::from(height), out, stride).cut {
                        let text = format!("strip {column} ends early: the rest hides nothing");
                        self.report(&format!("z-plane {number}"), body.base(), text);
                    }
                }
                Err(error) => {
                    let at = error.offset().unwrap_or(data.base());
                    self.report(&format!("z-plane {number} / strip {column}"), at, error.kind().to_string());
                }
            }
        }
        plane
    }

    fn palette(&mut self, payload: Bytes<'_>) -> RoomPalette {
        // A count of bytes, in v3 of colours, stands first; it is always all of them.
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
        RoomPalette::of_screen(self.screen.unwrap_or_default())
    }

    #[allow(clippy::arithmetic_side_effects, reason = "at most 255 boxes of at most 20 bytes")]
    fn boxes(&mut self, payload: Bytes<'_>, record: usize) -> Vec<WalkBox> {
        let stated = usize::from(payload.u8(0, "number of walk boxes").unwrap_or(0));
        let read = |number: usize| -> Result<WalkBox> {
            let bytes = payload.view(1 + number * record, record, "walk box")?;
            let mut corners = [(0, 0); 4];
            for (number, corner) in corners.iter_mut().enumerate() {
                *corner = (bytes.i16(number * 4, "corner")?, bytes.i16(number * 4 + 2, "corner")?);
            }
            let scale = if record < 20 { FULL_SCALE } else { bytes.u16(18, "scale")? };
            Ok(WalkBox {
                corners,
                mask: bytes.u8(16, "mask")?,
                flags: bytes.u8(17, "flags")?,
                scale: BoxScale::from_word(scale),
            })
        };
        let boxes: Vec<WalkBox> = (0..stated).map_while(|number| read(number).ok()).collect();
        self.report_missing_boxes(stated, boxes.len(), payload.base());
        boxes
    }

    /// v2: upper and lower edge, left and right of both, mask, flags; across in 8 pixels, down in 2.
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "at most 255 boxes of 8 bytes; bytes times 8 have 11 bits"
    )]
    fn boxes_v2(&mut self, payload: Bytes<'_>) -> Vec<WalkBox> {
        let stated = usize::from(payload.u8(0, "number of walk boxes").unwrap_or(0));
        let read = |number: usize| payload.slice(1 + number * 8, 8, "walk box").ok();
        let boxes: Vec<WalkBox> = (0..stated)
            .map_while(|number| match read(number)? {
                &[top, bottom, ulx, urx, llx, lrx, mask, flags] => {
                    let at = |x: u8, y: u8| (i16::from(x) * 8, i16::from(y) * 2);
                    let corners = [at(ulx, top), at(urx, top), at(lrx, bottom), at(llx, bottom)];
                    Some(WalkBox { corners, mask, flags, scale: BoxScale::Constant(FULL_SCALE) })
                }
                _ => None,
            })
            .collect();
        self.report_missing_boxes(stated, boxes.len(), payload.base());
        boxes
    }

    fn report_missing_boxes(&mut self, stated: usize, found: usize, at: u64) {
        if found < stated {
            self.report("walk boxes", at, format!("{stated} are stated, {found} are there"));
        }
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

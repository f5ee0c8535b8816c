//! A room: its picture, and everything that colours, hides and scales the costumes in it.
//!
//! ```text
//! ROOM { RMHD  u16 width, height, objects; from v7 on behind a version, in v8 with 32 bits and more
//!        TRNS  u8 transparent colour of objects and backgrounds
//!        CLUT or PALS                                                 palette.rs
//!        BOXD, BOXM, SCAL                                             boxes.rs, scale.rs
//!        RMIM, in v8 IMAG }        picture.rs; a block of its own in Humongous games, ROOM is RMDA there
//! ```
//! (`docs/format/containers.md §10`.)
//!
//! **Note:** only `RMHD` must exist. Other parts may be missing or cut; they are then left out and reported.

mod objects;
mod picture;
mod scenery;

use super::RawBlock;
use super::boxes::{BoxScale, BoxSides, Route, WalkBox, read_boxes, read_routes};
use super::object::RoomObject;
use super::palette::{PALETTE_BYTES, PaletteSource, RoomPalette, read_pals};
use super::plane::Plane;
use super::scale::{FULL_SCALE, SCAL_BYTES, ScaleSlot, read_slots};
use crate::Limits;
use crate::block::{Block, Blocks, HEADER, Tag, blocks_in};
use crate::bytes::{Bytes, tag_text};
use crate::dialect::{BmapRules, Dialect, Directories, DiskRules, ObjectRules, RoomHeader, SkippedWhite};
use crate::screen::Rgb;
use crate::screen::ega_pairs;
use crate::{Error, ErrorKind, Result};
use crate::{Problem, Severity};
pub use picture::Background;
pub(super) use picture::{Picture, StripTable};
pub use scenery::Scenery;

/// Largest number of problems that are kept for one room or one picture, so that a damaged room does not give
/// endless text.
pub(super) const MOST_PROBLEMS: usize = 200;

/// The transparent colour of a room that has no `TRNS`.
const TRANSPARENT: u8 = 255;

/// A room of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Room {
    /// The room's number in the game.
    pub id: u32,
    /// The room's name in the index, if it has one.
    pub name: Option<String>,
    /// Name of the file that holds the room.
    pub file: String,
    /// Offset of the room's block in that file.
    pub offset: u64,
    /// Width of the picture in pixels.
    pub width: u16,
    /// Height of the picture in pixels.
    pub height: u16,
    /// The room's objects, in the order of their codes. Pictures of earlier objects are in front.
    pub objects: Vec<RoomObject>,
    /// The room's palettes; empty if it has none. The room starts with the first.
    pub palettes: Vec<RoomPalette>,
    /// The colour that means "nothing" in the room's picture and objects. It does not apply to costumes.
    pub transparent: u8,
    /// The room's walk boxes. From v5 on, box 0 is a dummy that means "in no box".
    pub boxes: Vec<WalkBox>,
    /// For each box, the neighbours on the way to other boxes.
    pub routes: Vec<Vec<Route>>,
    /// The room's scale slots. An empty slot keeps what an earlier room has set.
    pub slots: [Option<ScaleSlot>; 4],
    /// The room's z-planes from plane 1 on; plane 0 is empty and never stored.
    pub planes: Vec<Plane>,
    /// Problems of the room. Offsets count in the file.
    pub problems: Vec<Problem>,
    /// How an EGA screen shows VGA colours: two EGA colours for each (`EPAL`); see
    /// [`Pattern`](crate::format::screen::Pattern).
    pub ega_pairs: Option<Box<[u8; 256]>>,
    /// The mapping of actors' colours in this room (`REMP`, Humongous 7.0).
    pub remap: Option<Box<[u8; 256]>>,
    /// The first box that actors can stand in: 1 if box 0 is a dummy (v5 and later).
    pub first_box: usize,
    /// How the sides of the walk boxes are found.
    pub sides: BoxSides,
    /// The z-plane of actors in no box, if there is no dummy.
    pub plane_outside: u8,
    /// The number that is added to the picture's colours (see
    /// [`Dialect::background_base`](crate::dialect::Dialect::background_base)).
    pub(super) base: u8,
    /// The picture, as it is stored.
    pub(super) picture: Option<Picture>,
    /// The rules for drawing the room's objects.
    pub(super) object_rules: ObjectRules,
    /// The rules of a picture in one piece.
    pub(super) bmap: BmapRules,
    /// The two bytes before the colours of the palette, if the interpreter takes them for the first colour when it
    /// looks for the nearest (v4).
    pub(super) palette_head: Option<[u8; 2]>,
}

/// The colours as read by an interpreter that begins with the two bytes before them.
fn behind(head: [u8; 2], colours: &[Rgb; 256]) -> [Rgb; 256] {
    let mut parts = head.into_iter().chain(colours.iter().flatten().copied());
    colours.map(|_| [0; 3].map(|_| parts.next().unwrap_or(0)))
}

impl Room {
    /// The EGA colours that are mixed for each colour: as the room says, or else the pairs that are nearest to the
    /// colours of one of its palettes. Near-white entries that the interpreter skips count with their stored
    /// colours, as in ScummVM.
    ///
    /// **Note:** in v4 the interpreter begins two bytes too early, with the number of bytes that follow. So each
    /// colour is read as the last two parts of the one before it and its own red, as in ScummVM.
    #[must_use]
    pub fn ega_mix(&self, palette: usize) -> [u8; 256] {
        let nearest = |palette: &RoomPalette| match self.palette_head {
            Some(head) => ega_pairs(&behind(head, &palette.colours)),
            None => ega_pairs(&palette.colours),
        };
        let nearest = || self.palettes.get(palette).map_or([0; 256], nearest);
        self.ega_pairs.as_deref().copied().unwrap_or_else(nearest)
    }

    /// Reads the room in a `ROOM` block, or in the `RMDA` block of a Humongous game, whose picture is a separate
    /// block, `image`.
    ///
    /// # Errors
    /// [`ErrorKind::BadValue`] if the block is something else or has no header; [`ErrorKind::Limit`] if the room is
    /// larger than [`Limits::stage_pixels`].
    pub fn read(
        block: &RawBlock,
        image: Option<&RawBlock>,
        name: Option<&str>,
        dialect: &Dialect,
        limits: &Limits,
    ) -> Result<Self> {
        let (rules, white) = (&dialect.disks, dialect.skipped_white);
        let tag = match rules.directories {
            Directories::Classic => b"ROOM",
            Directories::Humongous => b"RMDA",
        };
        let in_room = |error: Error| error.in_block(tag_text(tag)).in_file(&block.file);
        if block.tag != *tag {
            let found = tag_text(&block.tag);
            let text = format!("{found} stands where room {} should be", block.room);
            return Err(Error::bad("room", block.offset, text).in_file(&block.file));
        }
        let payload = Bytes::with_base(&block.payload, block.offset.saturating_add(HEADER));
        let blocks = blocks_in(payload, limits);
        let mut reader = Reader {
            payload,
            rules,
            white,
            screen: dialect.screen_size(),
            objects_by: dialect.objects,
            sides: BoxSides::of(dialect),
            bmap: dialect.bmap,
            limits,
            problems: blocks.problems.clone(),
        };
        let (mut room, stated) = reader.read(block, name, &blocks).map_err(in_room)?;
        room.objects = reader.objects(&blocks);
        room.objects.truncate(stated.into());
        room.base = dialect.background_base;
        room.problems.append(&mut reader.problems);
        if let Some(image) = image {
            let payload = Bytes::with_base(&image.payload, image.offset.saturating_add(HEADER));
            let mut reader = Reader { payload, problems: Vec::new(), ..reader };
            if image.tag == *b"RMIM" {
                (room.picture, room.planes) = reader.picture(payload, (room.width, room.height));
            } else {
                let text = format!("{} stands where the room's picture should be", tag_text(&image.tag));
                reader.report(Severity::Broken, "RMIM", image.offset, text);
            }
            room.problems.append(&mut reader.problems);
        }
        for problem in &mut room.problems {
            problem.path = format!("room {} / {}", block.room, problem.path);
        }
        Ok(room)
    }

    /// The walk box at a point: the highest-numbered visible box that [holds](WalkBox::holds) it, in the
    /// interpreter's order of search. `None` means box 0, the dummy.
    ///
    /// Boxes may overlap, and later ones are on top. An interpreter would move an actor in no box to the nearest
    /// one.
    #[must_use]
    pub fn box_at(&self, x: i32, y: i32) -> Option<usize> {
        let visible = |found: &WalkBox| found.flags & WalkBox::INVISIBLE == 0;
        let mut boxes = self.boxes.iter().enumerate().skip(self.first_box).rev();
        boxes.find(|(_, found)| visible(found) && found.holds(x, y, self.sides)).map(|(number, _)| number)
    }

    /// The z-plane of actors in a box, limited to those that the room has (`docs/format/drawing.md §6.1`).
    ///
    /// From v5 on, `None` and missing numbers stand for box 0. If there is no such box, this is the plane of actors
    /// outside all boxes: 1 up to v3, 0 later.
    #[must_use]
    pub fn plane_for(&self, number: Option<usize>) -> u8 {
        let last = u8::try_from(self.planes.len()).unwrap_or(u8::MAX);
        match self.boxes.get(number.unwrap_or(0)).filter(|_| number.is_some() || self.first_box > 0) {
            Some(found) => found.mask.min(last),
            None => self.plane_outside.min(last),
        }
    }

    /// The scale of an actor in a box at row `y`, without elevation; full size if there is no such box. From v5 on,
    /// `None` stands for box 0.
    #[must_use]
    pub fn scale_for(&self, number: Option<usize>, y: i32) -> u16 {
        let found = self.boxes.get(number.unwrap_or(0)).filter(|_| number.is_some() || self.first_box > 0);
        found.map_or(FULL_SCALE, |found| found.scale_at(&self.slots, y))
    }

    /// The boxes that an actor can walk to directly from a box, by number.
    #[must_use]
    pub fn neighbours(&self, number: usize) -> Vec<u8> {
        let mut next: Vec<u8> =
            self.routes.get(number).into_iter().flatten().map(|route| route.next).collect();
        next.sort_unstable();
        next.dedup();
        next.retain(|next| usize::from(*next) != number);
        next
    }
}

/// The fields of a room's header.
struct RoomSize {
    width: u16,
    height: u16,
    objects: u16,
    /// Number of planes, if the header has it (v8).
    planes: Option<u32>,
    transparent: Option<u8>,
}

/// The context of reading a room.
pub(super) struct Reader<'a> {
    pub(super) payload: Bytes<'a>,
    rules: &'a DiskRules,
    white: SkippedWhite,
    pub(super) screen: (u32, u32),
    pub(super) objects_by: ObjectRules,
    sides: BoxSides,
    bmap: BmapRules,
    pub(super) limits: &'a Limits,
    pub(super) problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, block: &RawBlock, name: Option<&str>, blocks: &Blocks) -> Result<(Room, u16)> {
        let header = self.child(blocks, b"RMHD").ok_or_else(|| {
            Error::bad("room", block.offset, format!("room {} has no RMHD block", block.room))
        })?;
        let RoomSize { width, height, objects, planes: stated, transparent: told } =
            self.size(header).map_err(|error| error.in_block("RMHD"))?;
        let pixels = usize::from(width).saturating_mul(usize::from(height));
        if pixels > self.limits.stage_pixels {
            let text =
                format!("{width} x {height} pixels are more than the limit of {}", self.limits.stage_pixels);
            return Err(Error::new(ErrorKind::Limit(text), "room size").at(header.base()));
        }
        if width % 8 != 0 {
            self.report(
                Severity::Odd,
                "RMHD",
                header.base(),
                format!("the width {width} is no multiple of 8: the last columns stay 0"),
            );
        }
        let transparent = self
            .child(blocks, b"TRNS")
            .and_then(|view| view.u8(0, "TRNS").ok())
            .or(told)
            .unwrap_or(TRANSPARENT);
        let palettes = self.palettes(blocks);
        let boxes = self.boxes(blocks);
        let routes =
            self.child(blocks, b"BOXM").map(|view| read_routes(view, boxes.len())).unwrap_or_default();
        let slots = self.child(blocks, b"SCAL").map(|view| self.slots(view)).unwrap_or_default();
        let (strips, planes) = match stated {
            Some(stated) => self.wrapped_picture(blocks, stated, (width, height)),
            None => match self.child(blocks, b"RMIM") {
                Some(outer) => self.picture(outer, (width, height)),
                None => (None, Vec::new()),
            },
        };
        let room = Room {
            id: block.room,
            name: name.map(str::to_owned),
            file: block.file.clone(),
            offset: block.offset,
            width,
            height,
            objects: Vec::new(),
            palettes,
            transparent,
            boxes,
            routes,
            slots,
            planes,
            problems: std::mem::take(&mut self.problems),
            ega_pairs: self
                .child(blocks, b"EPAL")
                .and_then(|pairs| pairs.as_slice().first_chunk().copied())
                .map(Box::new),
            remap: self
                .child(blocks, b"REMP")
                .and_then(|remap| remap.as_slice().first_chunk().copied())
                .map(Box::new),
            first_box: 1,
            sides: self.sides,
            bmap: self.bmap,
            plane_outside: 0,
            base: 0,
            picture: strips,
            object_rules: self.objects_by,
            palette_head: None,
        };
        Ok((room, objects))
    }

    fn size(&self, header: Bytes<'_>) -> Result<RoomSize> {
        let names = ["width", "height", "number of objects"];
        let field = |number: usize| {
            let what = names.get(number).copied().unwrap_or_default();
            match self.rules.room_header {
                RoomHeader::Short => header.u16(number.saturating_mul(2), what),
                RoomHeader::Version => header.u16(number.saturating_mul(2).saturating_add(4), what),
                RoomHeader::Wide => {
                    let at = number.saturating_mul(4).saturating_add(4);
                    let value = header.u32(at, what)?;
                    u16::try_from(value).map_err(|_| {
                        let text = format!("{value} is more than {}", u16::MAX);
                        Error::bad(what, header.base().saturating_add(at as u64), text)
                    })
                }
            }
        };
        let (width, height, objects) = (field(0)?, field(1)?, field(2).unwrap_or(0));
        let (planes, transparent) = match self.rules.room_header {
            RoomHeader::Wide => (Some(header.u32(16, "z-planes").unwrap_or(0)), header.u8(20, "colour").ok()),
            RoomHeader::Short | RoomHeader::Version => (None, None),
        };
        Ok(RoomSize { width, height, objects, planes, transparent })
    }

    /// A reader of a part.
    pub(super) fn of_part(&self, payload: Bytes<'a>) -> Self {
        Self { payload, problems: Vec::new(), ..*self }
    }

    pub(super) fn inside(&self, block: &Block) -> Option<Bytes<'a>> {
        block.payload(self.payload).ok()
    }

    pub(super) fn child(&self, blocks: &Blocks, tag: &Tag) -> Option<Bytes<'a>> {
        blocks.find(tag).and_then(|block| self.inside(block))
    }

    fn palettes(&mut self, blocks: &Blocks) -> Vec<RoomPalette> {
        let mut palettes = Vec::new();
        if let Some(colours) = self.child(blocks, b"CLUT") {
            if colours.len() < PALETTE_BYTES {
                let text =
                    format!("{} bytes instead of {PALETTE_BYTES}: what is missing is black", colours.len());
                self.report(Severity::Odd, "CLUT", colours.base(), text);
            }
            palettes.push(RoomPalette::from_bytes(PaletteSource::Clut, colours.as_slice(), self.white));
        }
        if let Some(several) = self.child(blocks, b"PALS") {
            match read_pals(several, self.white, self.limits, &mut self.problems) {
                Ok(found) => palettes.extend(found),
                Err(error) => self.report_error("PALS", &error),
            }
        }
        if palettes.is_empty() {
            self.report(Severity::Odd, "palette", self.payload.base(), "the room has no palette".into());
        }
        palettes
    }

    fn boxes(&mut self, blocks: &Blocks) -> Vec<WalkBox> {
        let Some(payload) = self.child(blocks, b"BOXD") else { return Vec::new() };
        match read_boxes(payload, self.rules.wide) {
            Ok(table) => {
                let found = table.boxes.len();
                if found < table.stated {
                    let text = format!("{} walk boxes are stated, {found} are there", table.stated);
                    self.report(Severity::Broken, "BOXD", payload.base(), text);
                }
                let strange = |found: &WalkBox| matches!(found.scale, BoxScale::Slot(slot) if slot > 3);
                if let Some(number) = table.boxes.iter().position(strange) {
                    let text =
                        format!("box {number} names a scale slot that cannot be: full size is assumed");
                    self.report(Severity::Odd, "BOXD", payload.base(), text);
                }
                table.boxes
            }
            Err(error) => {
                self.report_error("BOXD", &error);
                Vec::new()
            }
        }
    }

    fn slots(&mut self, payload: Bytes<'_>) -> [Option<ScaleSlot>; 4] {
        let slots = read_slots(payload, self.rules.wide);
        let wanted = if self.rules.wide { 2 * SCAL_BYTES } else { SCAL_BYTES };
        if payload.len() < wanted {
            let text =
                format!("{} bytes instead of {wanted}: the missing slots are taken for empty", payload.len());
            self.report(Severity::Odd, "SCAL", payload.base(), text);
        }
        for (number, slot) in (1..).zip(&slots) {
            if slot.is_some_and(|slot| slot.is_degenerate()) {
                let text =
                    format!("slot {number} has both scales at the same row: the first one holds everywhere");
                self.report(Severity::Odd, "SCAL", payload.base(), text);
            }
        }
        slots
    }

    pub(super) fn report(&mut self, severity: Severity, path: &str, at: u64, text: String) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem::new(severity, path, Some(at), text));
        }
    }

    pub(super) fn report_error(&mut self, path: &str, error: &Error) {
        let at = error.offset().unwrap_or(self.payload.base());
        self.report(Severity::Broken, path, at, format!("{}: {}", error.what(), error.kind()));
    }
}

#[cfg(test)]
mod tests;

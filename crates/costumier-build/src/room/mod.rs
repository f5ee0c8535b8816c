//! Writing a room: size, palette, background, z-planes, walk boxes and scale slots
//! (`docs/format/containers.md §10–12`).
//!
//! ```text
//! RMHD  u16 width, height, number of objects (0); in v7 behind a u32 version
//! TRNS  u8 transparent index, u8 0
//! BOXD, BOXM, SCAL: see `boxes`
//! CLUT  256 × red, green, blue
//! EPAL  256 × two EGA colours (up to v6, where the source has them)
//! RMIM{ RMIH u16 number of z-planes
//!       IM00{ SMAP u32 per strip: offset from SMAP's first header byte; strips
//!             ZP01… u16 per strip: offset from the block's first header byte, 0 = nothing set; strips } }
//! ```
//! Humongous games from 7.1 on have one picture instead of strips: `BMAP`. v8 has other blocks for the picture
//! and wider numbers: see `wrapped`. Strips that are equal are stored once. Nothing else is needed: the
//! interpreter lives without CYCL, scripts of the room and objects (ScummVM).

mod boxes;
mod bundle;
mod classic;
mod nes;
mod objects;
mod old_strips;
mod oldest;
mod pc_engine;
mod wrapped;

use std::collections::BTreeSet;

use costumier_format::block::write::{BlockWriter, HEADER};
use costumier_format::codec::strip::{self, STRIP_WIDTH};
use costumier_format::codec::{bmap, mask};
use costumier_format::dialect::{Dialect, Directories, RoomHeader, SkippedWhite};
use costumier_format::room::{Plane, ScaleSlot, WalkBox};
use costumier_format::{Problem, Refused, Severity};
pub use objects::{ObjectPictureSource, ObjectSource};

/// The version in v7's room headers. The interpreter does not test it.
const VERSION: u32 = 730;

/// Entries of a room palette.
pub const COLOURS: usize = 256;

/// Largest number of z-planes of a room, without plane 0.
pub const MAX_PLANES: usize = 4;

/// A room in a form that can be edited, and written with [`RoomSource::write`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomSource {
    /// Width in pixels, a multiple of 8.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// Red, green and blue of each room colour; at most 256, the rest is black.
    pub palette: Vec<[u8; 3]>,
    /// Further palettes, which scripts can choose or load into slots. They are written only in generations whose
    /// rooms can have several (`PALS`): from v6 on except v8, and in Humongous games. The entries that keep the
    /// colour before are those of the first palette.
    pub more_palettes: Vec<Vec<[u8; 3]>>,
    /// Entries of [`palette`](Self::palette) that keep the colour of the room before. Only some generations have
    /// them, as near-white entries ([`SkippedWhite`]). These entries must be near-white, and no others may be.
    pub carried_over: BTreeSet<u8>,
    /// For each room colour, the two EGA colours that an EGA screen mixes for it (`EPAL`; in v4 `SP`), the second
    /// one in the upper four bits. Without them the interpreter takes the nearest. Up to v6, in rooms with
    /// palettes.
    pub ega_pairs: Option<Box<[u8; COLOURS]>>,
    /// The room colour that backgrounds of objects leave out (`TRNS`).
    pub transparent: Option<u8>,
    /// The background, room colours row by row.
    pub background: Vec<u8>,
    /// The background as it is stored, from its code on: one entry for each strip from left to right, or a single one
    /// where rooms have a picture in one piece (`BMAP`). Empty: [`background`](Self::background) is packed in the way
    /// that takes fewest bytes.
    pub strips: Vec<Vec<u8>>,
    /// Z-planes 1, 2, …, each as large as the room.
    pub planes: Vec<Plane>,
    /// Walk boxes 1, 2, … The writer adds the interpreter's dummy box 0.
    pub boxes: Vec<WalkBox>,
    /// For each of [`boxes`](Self::boxes), the numbers (from 1) of the boxes that one can walk to from it.
    pub neighbours: Vec<Vec<u8>>,
    /// The room's four scale slots.
    pub scale_slots: [Option<ScaleSlot>; 4],
    /// Its objects, those that lie in front first.
    pub objects: Vec<ObjectSource>,
}

impl RoomSource {
    /// A room of one colour without z-planes and boxes, all black.
    #[must_use]
    pub fn new(width: u16, height: u16) -> Self {
        Self {
            width,
            height,
            palette: Vec::new(),
            more_palettes: Vec::new(),
            carried_over: BTreeSet::new(),
            ega_pairs: None,
            transparent: None,
            background: vec![0; usize::from(width).saturating_mul(usize::from(height))],
            strips: Vec::new(),
            planes: Vec::new(),
            boxes: Vec::new(),
            neighbours: Vec::new(),
            scale_slots: [None; 4],
            objects: Vec::new(),
        }
    }

    /// Writes the payload of a `ROOM` block of v5 or v6.
    ///
    /// # Errors
    /// All the reasons why it cannot be written.
    pub fn write(&self) -> Result<Vec<u8>, Refused> {
        self.tagged(&Dialect::V5)
    }

    /// Writes the payload of a `ROOM` block of v5 or later.
    fn tagged(&self, dialect: &Dialect) -> Result<Vec<u8>, Refused> {
        let rules = &dialect.disks;
        let mut problems = Vec::new();
        self.check(&mut problems);
        self.check_colours(dialect.skipped_white, &mut problems);
        boxes::check(self, &mut problems);
        objects::check(self, dialect, &mut problems);
        Refused::unless_empty(problems)?;
        if rules.room_header == RoomHeader::Wide {
            return Ok(self.wide_blocks(&dialect.objects));
        }
        Ok(self.blocks(&self.encoded_planes()?, dialect))
    }

    /// Writes the payload of a room's `RMIM` block where it is a block of its own: in Humongous games from
    /// 7.0 on. From 7.1 on the picture is as large as the interpreter's screen: a smaller room stands in its
    /// upper left corner.
    ///
    /// # Errors
    /// All the reasons why it cannot be written.
    pub fn write_image(&self, dialect: &Dialect) -> Result<Vec<u8>, Refused> {
        let mut problems = Vec::new();
        self.check(&mut problems);
        let (width, height) = dialect.screen_size();
        let whole = dialect.disks.whole_pictures;
        if whole && (u32::from(self.width) > width || u32::from(self.height) > height) {
            let text = format!(
                "{} × {}; pictures of rooms are no larger than the screen, {width} × {height}",
                self.width, self.height
            );
            refuse(&mut problems, "size", text);
        }
        Refused::unless_empty(problems)?;
        let planes = self.encoded_planes()?;
        let mut out = BlockWriter::new();
        if whole {
            self.write_whole(&planes, dialect.screen_size(), &mut out);
        } else {
            self.write_picture(&planes, &mut out);
        }
        Ok(out.finish())
    }

    /// The picture of Humongous games from 7.1 on.
    fn write_whole(&self, planes: &[Vec<u8>], (width, height): (u32, u32), out: &mut BlockWriter) {
        let side = |side: u32| usize::try_from(side).unwrap_or(0);
        let mut pixels = Vec::with_capacity(side(width).saturating_mul(side(height)));
        let mut rows = self.background.chunks(usize::from(self.width).max(1));
        for _ in 0..height {
            let row = rows.next().unwrap_or_default();
            pixels.extend(row.iter().copied().chain(std::iter::repeat(0)).take(side(width)));
        }
        let packed = self.strips.first().cloned().unwrap_or_else(|| bmap::encode(&pixels));
        write_image_blocks(out, (*b"BMAP", &packed), planes);
    }

    fn encoded_planes(&self) -> Result<Vec<Vec<u8>>, Refused> {
        let planes = self.planes.iter().map(encode_plane).collect::<Vec<_>>();
        let mut problems = Vec::new();
        for (plane, number) in planes.iter().zip(1..) {
            if u16::try_from(plane.len().saturating_add(HEADER)).is_err() {
                let text = format!("takes {} bytes; its offsets are 16 bits wide", plane.len());
                refuse(&mut problems, format!("z-plane {number}"), text);
            }
        }
        Refused::unless_empty(problems)?;
        Ok(planes)
    }

    fn check(&self, problems: &mut Vec<Problem>) {
        let size = format!("{} × {}", self.width, self.height);
        if self.width == 0 || self.height == 0 || usize::from(self.width) % STRIP_WIDTH != 0 {
            refuse(problems, "size", format!("{size}: the width is a multiple of 8, neither is 0"));
        }
        let wanted = usize::from(self.width).saturating_mul(usize::from(self.height));
        if self.background.len() != wanted {
            let text = format!("{} pixels, but {size} is {wanted}", self.background.len());
            refuse(problems, "background", text);
        }
        if ![0, 1, usize::from(self.width) / STRIP_WIDTH].contains(&self.strips.len()) {
            let text = format!(
                "{} strips, but {size} has {}",
                self.strips.len(),
                usize::from(self.width) / STRIP_WIDTH
            );
            refuse(problems, "background", text);
        }
        if self.planes.len() > MAX_PLANES {
            refuse(problems, "z-planes", format!("{} planes; there are {MAX_PLANES}", self.planes.len()));
        }
        for (plane, number) in self.planes.iter().zip(1..) {
            if (plane.width(), plane.height()) != (self.width, self.height) {
                let text = format!("{} × {}, but the room is {size}", plane.width(), plane.height());
                refuse(problems, format!("z-plane {number}"), text);
            }
        }
    }

    fn check_colours(&self, skipped: SkippedWhite, problems: &mut Vec<Problem>) {
        if let Some(palette) =
            std::iter::once(&self.palette).chain(&self.more_palettes).find(|it| it.len() > COLOURS)
        {
            refuse(problems, "palette", format!("{} colours; there are {COLOURS}", palette.len()));
        }
        for (index, colour) in
            (0..=u8::MAX).zip(self.palette.iter().copied().chain(std::iter::repeat([0; 3])))
        {
            let text = match (skipped.skips(index, colour), self.carried_over.contains(&index)) {
                (true, false) => "the interpreter passes over colours whose parts are all 252 or more",
                (false, true) => "the interpreter does not pass over this colour",
                _ => continue,
            };
            refuse(problems, format!("palette / colour {index}"), text);
        }
    }

    fn blocks(&self, planes: &[Vec<u8>], dialect: &Dialect) -> Vec<u8> {
        let rules = &dialect.disks;
        let mut out = BlockWriter::new();
        out.block(*b"RMHD", |out| {
            if rules.room_header == RoomHeader::Version {
                out.u32(VERSION);
            }
            [self.width, self.height, self.object_count()].iter().for_each(|value| out.u16(*value));
        });
        if let Some(index) = self.transparent {
            out.block(*b"TRNS", |out| out.bytes(&[index, 0]));
        }
        boxes::write(self, &mut out);
        self.write_palette(&mut out);
        if let Some(pairs) = self.ega_pairs.as_ref().filter(|_| dialect.has_ega_pairs()) {
            out.block(*b"EPAL", |out| out.bytes(&pairs[..]));
        }
        boxes::write_slots(self, &mut out);
        if rules.directories == Directories::Classic {
            out.block(*b"RMIM", |out| self.write_picture(planes, out));
        }
        self.objects.iter().for_each(|it| {
            it.write_images(&dialect.objects, (self.planes.len(), self.transparent), &mut out);
        });
        self.objects.iter().for_each(|object| object.write_code(&dialect.objects, &mut out));
        out.finish()
    }

    /// Codes of objects where they lie with the room's scripts (v8); empty elsewhere.
    #[must_use]
    pub fn write_codes(&self, dialect: &Dialect) -> Vec<u8> {
        let mut out = BlockWriter::new();
        if dialect.disks.room_scripts {
            self.objects.iter().for_each(|object| object.write_code(&dialect.objects, &mut out));
        }
        out.finish()
    }

    fn object_count(&self) -> u16 {
        u16::try_from(self.objects.len()).unwrap_or(u16::MAX)
    }

    fn write_picture(&self, planes: &[Vec<u8>], out: &mut BlockWriter) {
        write_image_blocks(out, (*b"SMAP", &self.encode_background()), planes);
    }

    fn write_palette(&self, out: &mut BlockWriter) {
        let colours = |out: &mut BlockWriter, palette: &[[u8; 3]]| {
            let colours = palette.iter().chain(std::iter::repeat(&[0; 3]));
            colours.take(COLOURS).for_each(|colour| out.bytes(colour));
        };
        if self.more_palettes.is_empty() {
            out.block(*b"CLUT", |out| colours(out, &self.palette));
            return;
        }
        let blocks = std::iter::once(&self.palette).chain(&self.more_palettes).map(|palette| {
            let mut out = BlockWriter::new();
            out.block(*b"APAL", |out| colours(out, palette));
            out.finish()
        });
        let blocks: Vec<_> = blocks.collect();
        out.block(*b"PALS", |out| wrapped::wrap_all(out, &blocks));
    }

    fn encode_background(&self) -> Vec<u8> {
        self.background_strips().finish()
    }

    fn background_strips(&self) -> StripTable {
        let width = usize::from(self.width);
        let strips = width / STRIP_WIDTH;
        let mut table = StripTable::new(4, strips);
        for strip in 0..strips {
            let pixels = self.background.get(strip.saturating_mul(STRIP_WIDTH)..).unwrap_or_default();
            let packed = || strip::encode_smallest(pixels, usize::from(self.height), width);
            table.push(Some(self.strips.get(strip).cloned().unwrap_or_else(packed)));
        }
        table
    }
}

fn write_image_blocks(out: &mut BlockWriter, (tag, picture): ([u8; 4], &[u8]), planes: &[Vec<u8>]) {
    out.block(*b"RMIH", |out| out.u16(u16::try_from(planes.len()).unwrap_or(0)));
    out.block(*b"IM00", |out| {
        out.block(tag, |out| out.bytes(picture));
        for (plane, digit) in planes.iter().zip(b'1'..) {
            out.block([b'Z', b'P', b'0', digit], |out| out.bytes(plane));
        }
    });
}

fn encode_plane(plane: &Plane) -> Vec<u8> {
    plane_strips(plane, 2).finish()
}

/// The strips of a z-plane, with offsets of so many bytes.
fn plane_strips(plane: &Plane, wide: usize) -> StripTable {
    let mut table = StripTable::new(wide, plane.stride());
    for strip in 0..plane.stride() {
        let rows: Vec<u8> = plane.bits().iter().skip(strip).step_by(plane.stride()).copied().collect();
        table.push(rows.iter().any(|row| *row != 0).then(|| mask::encode(&rows)));
    }
    table
}

/// A table of offsets and the strips that they lead to. Offsets count from the block's header.
struct StripTable {
    /// Bytes of an offset.
    wide: usize,
    /// Where the first strip stands, from the block's header on.
    first: usize,
    /// Each strip's place in `data`; `None` for a strip that is not stored.
    places: Vec<Option<usize>>,
    stored: Vec<(usize, Vec<u8>)>,
    end: usize,
}

impl StripTable {
    fn new(wide: usize, strips: usize) -> Self {
        let places = Vec::with_capacity(strips);
        Self {
            wide,
            first: wide.saturating_mul(strips).saturating_add(HEADER),
            places,
            stored: Vec::new(),
            end: 0,
        }
    }

    fn push(&mut self, strip: Option<Vec<u8>>) {
        let place = strip.map(|strip| match self.stored.iter().find(|(_, known)| *known == strip) {
            Some((place, _)) => *place,
            None => {
                let place = self.end;
                self.end = self.end.saturating_add(strip.len());
                self.stored.push((place, strip));
                place
            }
        });
        self.places.push(place);
    }

    /// Bytes of the table, without the strips.
    fn table_bytes(&self) -> usize {
        self.wide.saturating_mul(self.places.len())
    }

    fn finish(self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.table_bytes().saturating_add(self.end));
        for place in &self.places {
            let offset = place.map_or(0, |place| self.first.saturating_add(place));
            out.extend(offset.to_le_bytes().iter().take(self.wide));
        }
        self.stored.iter().for_each(|(_, strip)| out.extend_from_slice(strip));
        out
    }
}

fn refuse(problems: &mut Vec<Problem>, path: impl Into<String>, text: impl Into<String>) {
    problems.push(Problem::new(Severity::Broken, path, None, text));
}

#[cfg(test)]
mod tests;

//! AKAX, auxiliary frames: changes to the screen around an actor, shown by the command C08E
//! (`docs/format/akos.md §12`).
//!
//! ```text
//! AKAX ─ WRAP ─┬─ OFFS  u32 per frame, from OFFS's own header to an AUXD's header
//!              └─ AUXD ─┬─ AXFD  u16 type, s16 x, s16 y, u16 width, u16 height, packed changes
//!              │        │        (type 0: nothing follows)
//!                       ├─ AXUR  u16 n, n × (s16 left, top, right, bottom): areas to refresh,
//!                       │        right and bottom inclusive
//!                       ├─ AXER  s16 left, top, right, bottom: area to restore when the costume changes; inclusive
//!                       └─ CLRS  32 colours for type 0x10
//! ```

use super::Akos;
use crate::block::{self, Block, Tag};
use crate::bytes::Bytes;
use crate::codec::delta::Packing;
use crate::error::{Error, ErrorKind, Result};

/// Bytes of AXFD before the packed changes.
const HEAD: usize = 10;

/// Number of colours in CLRS.
const TABLE: usize = 32;

/// A rectangle, all four edges inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The first column of the area.
    pub left: i16,
    /// The first row of the area.
    pub top: i16,
    /// The last column of the area.
    pub right: i16,
    /// The last row of the area.
    pub bottom: i16,
}

/// One auxiliary frame of a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuxFrame<'a> {
    /// The type as stored: 0 empty, 1 DRLE, 0x10 SRLE, 0x20 WRLE.
    pub kind: u16,
    /// Distance from the actor to the left column, in pixels to the right.
    pub x: i16,
    /// Distance from the actor to the top row, in pixels downwards.
    pub y: i16,
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// How the changes are packed; `None` for an empty frame.
    pub packing: Option<Packing<'a>>,
    /// The packed changes, as stored.
    pub data: &'a [u8],
    /// Areas of the screen to refresh.
    pub refresh: Vec<Area>,
    /// Area to restore when the actor changes its costume.
    pub restore: Option<Area>,
}

impl Akos {
    /// Number of auxiliary frames in the costume.
    #[must_use]
    pub fn frame_count(&self) -> usize {
        self.frame_table().map_or(0, |(_, table)| table.len() / 4)
    }

    /// The payload of AKAX's WRAP from the header of OFFS on, and the payload of OFFS.
    fn frame_table(&self) -> Option<(Bytes<'_>, Bytes<'_>)> {
        let outer = self.bytes_of(self.parts.frames);
        let inside = part(outer, *b"WRAP")?;
        let table = block::parts(inside.as_slice(), 0).find(|block| &block.tag == b"OFFS")?;
        let start = usize::try_from(table.offset).unwrap_or(usize::MAX);
        Some((inside.tail(start, "OFFS").ok()?, view(inside, &table)?))
    }

    /// Reads an auxiliary frame.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] beyond the last, [`ErrorKind::BadValue`] where the offset leads to something else,
    /// [`ErrorKind::Unsupported`] for an unknown type, [`ErrorKind::Truncated`] where its header is cut.
    pub fn frame(&self, index: u16) -> Result<AuxFrame<'_>> {
        self.read_frame(index).map_err(|e| e.in_block("AKAX"))
    }

    fn read_frame(&self, index: u16) -> Result<AuxFrame<'_>> {
        let name = || format!("auxiliary frame {index}");
        let missing = || Error::new(ErrorKind::NoSuchItem(name()), "table of frames");
        let (inside, table) = self.frame_table().ok_or_else(missing)?;
        let entry = 4 * usize::from(index);
        let offset = table.u32(entry, "offset of a frame").map_err(|_| missing())?;
        let found = block::parts(inside.as_slice(), offset.into()).next();
        let Some(found) = found.filter(|block| &block.tag == b"AUXD") else {
            let at = table.base().saturating_add(entry as u64);
            return Err(Error::bad(name(), at, format!("offset {offset:#x} leads to no AUXD block")));
        };
        let parts = view(inside, &found).unwrap_or(Bytes::new(&[]));
        let part = |tag| part(parts, tag);
        let picture =
            part(*b"AXFD").ok_or_else(|| Error::bad(name(), parts.base(), "there is no AXFD block in it"))?;
        let mut frame = AuxFrame {
            kind: picture.u16(0, "type of a frame")?,
            x: 0,
            y: 0,
            width: 0,
            height: 0,
            packing: None,
            data: &[],
            refresh: part(*b"AXUR").map(areas).unwrap_or_default(),
            restore: part(*b"AXER").and_then(|area| read_area(area, 0)),
        };
        if frame.kind == 0 {
            return Ok(frame);
        }
        frame.x = picture.i16(2, "place of a frame")?;
        frame.y = picture.i16(4, "place of a frame")?;
        frame.width = picture.u16(6, "size of a frame")?;
        frame.height = picture.u16(8, "size of a frame")?;
        let rest = picture.tail(HEAD, "changes of a frame")?;
        (frame.packing, frame.data) = match frame.kind {
            0x01 => (Some(Packing::Drle), rest.as_slice()),
            0x10 => {
                let own = part(*b"CLRS").unwrap_or_else(|| self.bytes_of(self.parts.colours));
                let table = own.as_slice();
                (Some(Packing::Srle(table.get(..TABLE).unwrap_or(table))), rest.as_slice())
            }
            0x20 => {
                let table = rest.slice(0, TABLE, "colours of a frame")?;
                (Some(Packing::Wrle(table)), rest.tail(TABLE, "changes of a frame")?.as_slice())
            }
            kind => {
                let why = format!("type {kind:#x} of an auxiliary frame");
                return Err(Error::new(ErrorKind::Unsupported(why), name()).at(picture.base()));
            }
        };
        Ok(frame)
    }
}

/// The payload of a block that was found in these bytes, and where it lies.
fn view<'a>(bytes: Bytes<'a>, block: &Block) -> Option<Bytes<'a>> {
    let inside = block.inside();
    bytes.view(inside.start, inside.len(), "block").ok()
}

/// The payload of the first block with this tag.
fn part(bytes: Bytes<'_>, tag: Tag) -> Option<Bytes<'_>> {
    view(bytes, &block::parts(bytes.as_slice(), 0).find(|block| block.tag == tag)?)
}

#[allow(clippy::arithmetic_side_effects, reason = "at most 65535 areas of 8 bytes")]
fn areas(bytes: Bytes<'_>) -> Vec<Area> {
    let count = usize::from(bytes.u16(0, "number of areas").unwrap_or(0));
    (0..count).map_while(|i| read_area(bytes, 2 + 8 * i)).collect()
}

fn read_area(bytes: Bytes<'_>, at: usize) -> Option<Area> {
    let edge = |i: usize| bytes.i16(at.saturating_add(i), "area").ok();
    Some(Area { left: edge(0)?, top: edge(2)?, right: edge(4)?, bottom: edge(6)? })
}

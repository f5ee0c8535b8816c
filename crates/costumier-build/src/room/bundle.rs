//! Rooms of v0 to v2 and of the NES: a bundle of parts, to which positions in a header lead.
//!
//! ```text
//! header of 28 bytes · where objects' pictures and codes are · scripts of leaving and entering · boxes · parts ·
//! objects
//! ```
//! Positions count from the block's header.

use super::{ObjectSource, RoomSource, refuse};
use costumier_format::Refused;
use costumier_format::block::write::BlockWriter;
use costumier_format::dialect::Dialect;

/// Bytes of the header, four bytes of the block's header included.
const HEADER: usize = 28;

/// Bytes of the block's header, from which positions count.
const BARE: usize = 4;

/// The exit script and the entry script: one byte each, which ends the script.
const SCRIPTS: [u8; 2] = [0; 2];

/// A room while it is written.
pub(super) struct Bundle<'a> {
    room: &'a RoomSource,
    /// Position of the scripts, which follow the header and the tables of objects.
    start: usize,
    /// The bytes from there on.
    tail: Vec<u8>,
}

impl<'a> Bundle<'a> {
    /// One with scripts and these boxes.
    pub(super) fn new(room: &'a RoomSource, boxes: Vec<u8>) -> Self {
        let start = room.objects.len().saturating_mul(4).saturating_add(HEADER);
        Self { room, start, tail: [SCRIPTS.to_vec(), boxes].concat() }
    }

    fn end(&self) -> usize {
        self.tail.len().saturating_add(self.start)
    }

    /// Adds a part and returns its position.
    pub(super) fn add(&mut self, part: impl IntoIterator<Item = u8>) -> u16 {
        let at = u16::try_from(self.end()).unwrap_or(u16::MAX);
        self.tail.extend(part);
        at
    }

    /// The payload with a header's first fields, up to the number of objects.
    pub(super) fn finish(
        self,
        dialect: &Dialect,
        fields: &[u8],
        picture: impl FnMut(&ObjectSource) -> Option<Vec<u8>>,
    ) -> Result<Vec<u8>, Refused> {
        let furniture = self.room.bundle_objects(dialect, self.end(), picture);
        let short = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
        let place = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
        let mut out = BlockWriter::new();
        out.bytes(fields);
        // No sounds and scripts to load.
        let boxes = self.start.saturating_add(SCRIPTS.len());
        out.bytes(&[short(self.room.objects.len()), short(boxes), 0, 0]);
        out.u16(place(self.start));
        out.u16(place(self.start.saturating_add(1)));
        furniture.tables.iter().for_each(|at| out.u16(*at));
        out.bytes(&self.tail);
        out.bytes(&furniture.bytes);
        let payload = out.finish();
        if payload.len().saturating_add(BARE) > usize::from(u16::MAX) {
            let mut problems = Vec::new();
            refuse(&mut problems, "size", format!("{} bytes; sizes are 16 bits wide", payload.len()));
            return Err(Refused { problems });
        }
        Ok(payload)
    }
}

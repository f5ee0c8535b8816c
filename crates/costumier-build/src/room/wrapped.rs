//! Rooms of v8: the same things as before with 32 bits each, and a picture whose lists are wrapped together
//! with their tables.
//!
//! ```text
//! RMHD  u32 version, width, height, number of objects, z-planes, transparent colour
//! IMAG{ WRAP{ OFFS, SMAP{ BSTR{ WRAP{ OFFS, strips } }
//!                         ZPLN{ WRAP{ OFFS, ZSTR{ WRAP{ OFFS, strips } } … } } } } }
//! ```
//! Entries of an `OFFS` block count from its own header [ScummVM].

use super::{RoomSource, StripTable, boxes, plane_strips};
use costumier_format::block::write::{BlockWriter, HEADER};
use costumier_format::dialect::ObjectRules;
use costumier_format::room::Plane;

/// The version in v8's room headers. The interpreter does not test it.
const VERSION: u32 = 801;

/// The header's number for "no colour is transparent".
const NOT_TRANSPARENT: u32 = 255;

impl RoomSource {
    pub(super) fn wide_blocks(&self, objects: &ObjectRules) -> Vec<u8> {
        let mut out = BlockWriter::new();
        out.block(*b"RMHD", |out| {
            let planes = u32::try_from(self.planes.len()).unwrap_or(0);
            let transparent = self.transparent.map_or(NOT_TRANSPARENT, u32::from);
            let number = self.object_count().into();
            for value in [VERSION, self.width.into(), self.height.into(), number, planes, transparent] {
                out.u32(value);
            }
        });
        boxes::write_wide(self, &mut out);
        self.write_palette(&mut out);
        boxes::write_wide_slots(self, &mut out);
        out.block(*b"IMAG", |out| {
            wrap_all(out, &[wrapped_smap(self.background_strips(), &self.planes)]);
        });
        self.objects
            .iter()
            .for_each(|it| it.write_images(objects, (self.planes.len(), self.transparent), &mut out));
        out.finish()
    }
}

/// A `SMAP` block: strips, and planes inside it.
pub(super) fn wrapped_smap<'p>(strips: StripTable, planes: impl IntoIterator<Item = &'p Plane>) -> Vec<u8> {
    let mut out = BlockWriter::new();
    out.block(*b"SMAP", |out| {
        out.block(*b"BSTR", |out| wrap_strips(out, strips));
        let planes = planes.into_iter().map(|plane| {
            let mut out = BlockWriter::new();
            out.block(*b"ZSTR", |out| wrap_strips(out, plane_strips(plane, 4)));
            out.finish()
        });
        let planes: Vec<Vec<u8>> = planes.collect();
        out.block(*b"ZPLN", |out| wrap_all(out, &planes));
    });
    out.finish()
}

/// Blocks behind a table of where they are.
pub(super) fn wrap_all(out: &mut BlockWriter, blocks: &[Vec<u8>]) {
    out.block(*b"WRAP", |out| {
        let mut at = blocks.len().saturating_mul(4).saturating_add(HEADER);
        out.block(*b"OFFS", |out| {
            for block in blocks {
                out.u32(u32::try_from(at).unwrap_or(u32::MAX));
                at = at.saturating_add(block.len());
            }
        });
        blocks.iter().for_each(|block| out.bytes(block));
    });
}

/// Strips behind the table of where they are, which has a header of its own.
fn wrap_strips(out: &mut BlockWriter, strips: StripTable) {
    out.block(*b"WRAP", |out| {
        let size = strips.table_bytes();
        let bytes = strips.finish();
        let (table, data) = bytes.split_at_checked(size).unwrap_or_default();
        out.block(*b"OFFS", |out| out.bytes(table));
        out.bytes(data);
    });
}

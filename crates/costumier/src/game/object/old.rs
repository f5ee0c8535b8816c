//! Objects of v1 to v4.
//!
//! ```text
//! v4, v3 (256)   OC u16 number, u8, u8 x / 8, y / 8 and bit 7, width / 8, parent, u16, u16 walk, u8 height …
//!                OI u16 number, then as BM: length, strips, planes
//! v3 (16)        +29 n × u16 pictures, n × u16 codes, both from the block's header;
//!                a code begins two bytes before the number
//! v2, v1         +28 as there; the walk position takes two bytes less
//! PC-Engine      OC as in v4, but x and later fields are a byte earlier, the height two, and there are no parents;
//!                OI u16 number, strips
//! v0             +28; x and the fields after it are a byte earlier
//! ```
//! (`docs/format/old-rooms.md §2, §3.4, §4`.) **Note:** there is one picture for all states, and bit 7 of the
//! row says in which state of its parent an object is visible. Strips that omit pixels (v4) replace planes all
//! the same. Pictures of v1 use the characters of the room.

use std::collections::BTreeMap;

use super::{ObjectPicture, RoomObject};
use crate::Result;
use crate::bytes::Bytes;
use crate::codec::{Consumed, characters, mask, stream};
use crate::dialect::{ObjectPlaces, ObjectRules};
use crate::game::characters::{CELL, CharacterPicture, set_mask};
use crate::game::plane::Plane;

/// Bytes from the start of an object's code, as these tables count it, to the number.
const NUMBER: usize = 6;

/// Reads an object's code. `data` begins `before` bytes behind the start that fields count from.
pub(in crate::game) fn read_code(data: Bytes<'_>, before: usize, rules: &ObjectRules) -> Result<RoomObject> {
    let at = |position: usize| position.saturating_sub(before);
    let byte = |position, what| data.u8(at(position), what);
    let (x, height, unit): (usize, usize, u8) = match rules.places {
        // The number's second byte is the object's kind.
        ObjectPlaces::CellsV0 => (8, 14, 8),
        ObjectPlaces::CellsShort => (9, 15, 8),
        ObjectPlaces::CellsPcEngine => (8, 15, 0),
        _ => (9, 17, 1),
    };
    let after = |fields: usize| x.saturating_add(fields);
    let row = byte(after(1), "object's y")?;
    Ok(RoomObject {
        id: data.u16(at(NUMBER), "object's number")?.into(),
        name: None,
        left: i32::from(byte(x, "object's x")?).saturating_mul(8),
        top: i32::from(row & 0x7F).saturating_mul(8),
        width: u16::from(byte(after(2), "object's width")?).saturating_mul(8),
        height: u16::from(byte(height, "object's height")? & 0xF8),
        parent: match rules.places {
            // ScummVM shows an object as visible whatever the bytes before the height contain.
            ObjectPlaces::CellsPcEngine => 0,
            _ => byte(after(3), "object's parent")?.into(),
        },
        parent_state: if row & 0x80 != 0 { unit } else { 0 },
        initial: 0,
        pictures: BTreeMap::new(),
        adds: rules.adds,
    })
}

/// Reads a picture of v2: one stream, and another behind it for its plane.
pub(in crate::game) fn read_stream(data: Bytes<'_>, (width, height): (u16, u16)) -> ObjectPicture {
    let size = (usize::from(width), usize::from(height));
    let mut pixels = vec![0; size.0.saturating_mul(size.1)];
    let decoded = stream::decode(data.as_slice(), size, &mut pixels);
    let mut plane = Plane::new(width, height);
    let behind = data.tail(decoded.bytes, "z-plane 1").unwrap_or(data);
    let _: Consumed = decode_plane(behind.as_slice(), &mut plane);
    ObjectPicture::Whole { pixels, plane }
}

/// Reads a picture of v1: for each cell, row by row, a character, a colour and a mask.
pub(in crate::game) fn read_cells(
    data: Bytes<'_>,
    (width, height): (u16, u16),
    room: &CharacterPicture,
) -> ObjectPicture {
    let (columns, rows) = (usize::from(width) / CELL, usize::from(height) / CELL);
    let cells = columns.saturating_mul(rows);
    let mut table = Vec::new();
    characters::decode(data.as_slice(), cells.saturating_mul(3), &mut table);
    let lane = |number: usize| table.iter().skip(cells.saturating_mul(number)).take(cells);
    let picture = CharacterPicture { rows, columns, ..room.without_maps() };
    let mut pixels = vec![0; usize::from(width).saturating_mul(usize::from(height))];
    let mut plane = Plane::new(width, height);
    let all = lane(0).zip(lane(1)).zip(lane(2)).enumerate();
    for (cell, ((character, own), masked)) in all {
        let (Some(x), Some(y)) = (cell.checked_rem(columns), cell.checked_div(columns)) else { break };
        picture.draw_cell((x, y), *character, *own, &mut pixels);
        set_mask(&mut plane, (x, y), &room.masks, *masked);
    }
    ObjectPicture::Whole { pixels, plane }
}

/// Reads a plane of v2: the rows of one strip after the other, in one stream.
pub(in crate::game) fn decode_plane(data: &[u8], plane: &mut Plane) -> Consumed {
    let (strips, height) = (plane.stride(), usize::from(plane.height()));
    let mut rows = vec![0; strips.saturating_mul(height)];
    let decoded = mask::decode(data, rows.len(), &mut rows, 1);
    for (strip, column) in rows.chunks_exact(height.max(1)).enumerate() {
        for (row, byte) in column.iter().enumerate() {
            let at = row.saturating_mul(strips).saturating_add(strip);
            if let Some(place) = plane.bits_mut().get_mut(at) {
                *place = *byte;
            }
        }
    }
    decoded
}

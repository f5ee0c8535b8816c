//! Reading objects of rooms of v0 to v4: in blocks of their own, or through two tables of offsets behind the room's
//! header.

use std::sync::Arc;

use super::pc_engine::Tiles;
use super::{BARE, Reader, length_of, plane_table, planes_of, strip_table};
use crate::block::Blocks;
use crate::bytes::Bytes;
use crate::dialect::FileLayout;
use crate::game::characters::CharacterPicture;
use crate::game::object::{
    Budget, ObjectPicture, RoomObject, Stored, TilePicture, read_cells, read_code, read_stream,
};
use crate::game::plane::Plane;
use crate::game::room::Room;

/// How objects without blocks of their own store their pictures.
#[derive(Clone, Copy)]
pub(super) enum Bundled<'a> {
    /// As strips (v3 with 16 colours).
    Strips,
    /// As one stream (v2).
    Stream,
    /// As cells of the room's characters (v1, v0).
    Cells(&'a CharacterPicture),
    /// As tiles of the room (NES).
    Tiles(&'a [u8]),
    /// As cells or tiles, but those of the room cannot be read.
    Unread,
}

impl Reader<'_> {
    /// Reads objects of v4, and of v3 with 256 colours.
    pub(super) fn block_objects(
        &mut self,
        blocks: &Blocks,
        stated: usize,
        tiles: Option<&Tiles<'_>>,
        room: &mut Room,
    ) {
        let data = self.payload;
        let of = |tag| blocks.list.iter().filter(move |block| block.tag == tag);
        for block in of(*b"OBCD").take(stated) {
            // Fields count from the block's header.
            let header = usize::try_from(block.header).unwrap_or(0);
            match block.payload(data).and_then(|code| read_code(code, header, &self.dialect.objects)) {
                Ok(object) => room.objects.push(object),
                Err(error) => {
                    self.report("OC", error.offset().unwrap_or(block.offset), error.kind().to_string());
                }
            }
        }
        let whole = Arc::from(data.as_slice());
        let mut budget = Budget::new(self.limits);
        for block in of(*b"OBIM") {
            let Ok(image) = block.payload(data) else { continue };
            let Ok(id) = image.u16(0, "object's number") else { continue };
            let Ok(image) = image.tail(2, "object's picture") else { continue };
            let number = self.dialect.objects.only_picture();
            if self.dialect.objects.tiles {
                let Some(object) = room.objects.iter_mut().find(|it| it.id == u32::from(id)) else {
                    continue;
                };
                let size = (object.width, object.height);
                let picture = tiles.and_then(|tiles| self.tiled_object(tiles, image, size, &mut budget));
                object.pictures.extend(picture.map(|picture| (number, picture)));
                continue;
            }
            let Some(picture) = self.object_strips(&whole, image) else { continue };
            if let Some(object) = room.objects.iter_mut().find(|it| it.id == u32::from(id))
                && budget.admits((object.width, object.height))
            {
                object.pictures.insert(number, picture);
            }
        }
        // Rooms with objects have a plane for them (v3).
        let has_plane = self.dialect.files != FileLayout::Lec && !room.objects.is_empty();
        if has_plane && room.planes.is_empty() {
            room.planes.push(Plane::new(room.width, room.height));
        }
    }

    /// An object's picture in strips; `None` if nothing is stored.
    fn object_strips(&self, whole: &Arc<[u8]>, data: Bytes<'_>) -> Option<ObjectPicture> {
        let layout = self.dialect.old_strips();
        let length = length_of(&layout, data)?;
        let keep = |data: Bytes<'_>, table| Stored::of(whole, self.payload.base(), data, table);
        Some(ObjectPicture::Strips {
            strips: keep(data, strip_table(&layout)),
            kind: layout.kind,
            planes: planes_of(layout, data, length)
                .map(|plane| Some(keep(plane, plane_table(&layout))))
                .collect(),
            cleared: None,
        })
    }

    /// Reads objects of v0, v1, v2, and of v3 with 16 colours, through two tables of offsets behind the header.
    pub(super) fn bundle_objects(&mut self, bundled: Bundled<'_>, room: &mut Room) {
        let layout = self.dialect.bundle();
        let table = layout.tables.saturating_sub(BARE);
        let count =
            self.payload.u8(layout.objects.saturating_sub(BARE), "number of objects").map_or(0, usize::from);
        let place = |this: &Self, entry: usize| {
            this.payload.u16(entry.saturating_mul(2).saturating_add(table), "object").map(usize::from)
        };
        let tail =
            |this: &Self, at: usize| at.checked_sub(BARE).and_then(|at| this.payload.tail(at, "object").ok());
        let whole = Arc::from(self.payload.as_slice());
        let mut budget = Budget::new(self.limits);
        for number in 0..count {
            let (Ok(image), Ok(code)) = (place(self, number), place(self, count.saturating_add(number)))
            else {
                break;
            };
            // The code's fields count from two bytes before it.
            let read = tail(self, code).and_then(|code| read_code(code, 2, &self.dialect.objects).ok());
            let Some(mut object) = read else {
                let text = format!("the code of object {} leads outside the room", number.saturating_add(1));
                self.report("objects", self.payload.base(), text);
                room.objects.push(RoomObject::default());
                continue;
            };
            let size = (object.width, object.height);
            let found = tail(self, image).filter(|_| image != 0 && budget.admits(size));
            let picture = found.and_then(|data| match bundled {
                Bundled::Cells(room) => Some(read_cells(data, size, room)),
                Bundled::Stream => Some(read_stream(data, size)),
                Bundled::Strips => self.object_strips(&whole, data),
                Bundled::Tiles(tiles) => {
                    let (picture, cut) = TilePicture::read(data, size, tiles);
                    if let Some(text) = cut {
                        self.report(&format!("object {} / picture", object.id), data.base(), text.into());
                    }
                    Some(ObjectPicture::Tiles(picture))
                }
                Bundled::Unread => None,
            });
            let number = self.dialect.objects.only_picture();
            object.pictures.extend(picture.map(|picture| (number, picture)));
            room.objects.push(object);
        }
    }
}

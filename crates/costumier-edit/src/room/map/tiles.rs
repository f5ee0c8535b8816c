//! Maps rooms that consist of tiles: Loom for the PC-Engine.
//!
//! ```text
//! TL{ tiles }, ZP{ masks }     offset tables that the room and its objects share
//! BM{ u8, u8 strips, u8 rows of tiles, u8 bytes of a mask's number, u8, strips }, OI{ u16 number, strips } …
//! ```
//! (`docs/format/old-rooms.md §8`.)

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::files::layout::NumberFormat;
use costumier::format::block::{Block, SMALL_HEADER, small_blocks_in};
use costumier::format::codec::pc_engine_tiles::{self, SIDE, Shape};
use costumier::game::Room;

use super::{CUT, Mapper, Target, WholePicture, counted, whole};

/// Bytes before the strips of a room's picture.
const PICTURE_HEADER: usize = 5;

/// Why a picture is left out whose tiles are not all there.
const NO_TILES: &str = "some of its tiles are missing";

/// The tiles and masks of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::room) struct TileTables {
    pub(in crate::room) tiles: Range<usize>,
    pub(in crate::room) masks: Option<Range<usize>>,
    /// Bytes of a mask's number.
    pub(in crate::room) numbers: u8,
}

impl TileTables {
    /// Returns what all strips of a picture have in common.
    pub(in crate::room) fn shape(&self, target: Target, height: usize) -> Shape {
        Shape { rows: height / SIDE, numbers: self.numbers, borders: target == Target::Background }
    }
}

impl Mapper<'_> {
    /// Maps a room of tiles.
    pub(super) fn tiled(&mut self, room: &Room) {
        let blocks = small_blocks_in(self.payload, self.limits);
        let (tiles, masks, picture) = (blocks.find(b"TL  "), blocks.find(b"ZP00"), blocks.find(b"SMAP"));
        let stored = |block: Option<&Block>, skip: usize| Some((whole(block?)?, content(block?, skip)?));
        let (Some((tiles_whole, tiles)), Some((picture_whole, strips))) =
            (stored(tiles, 0), stored(picture, PICTURE_HEADER))
        else {
            self.leave_out(Target::Background, CUT);
            return;
        };
        let masks = stored(masks, 0);
        let head = self.payload.as_slice().get(strips.start - PICTURE_HEADER..strips.start);
        let Some(&[_, columns, rows, numbers, _]) = head else { return };
        let mut around = vec![tiles_whole];
        around.extend(masks.iter().map(|(whole, _)| whole.clone()));
        let tables = TileTables { tiles, masks: masks.map(|(_, masks)| masks), numbers };
        let size = (usize::from(room.width), usize::from(room.height));
        let found = match (usize::from(columns) * SIDE, usize::from(rows) * SIDE) == size {
            true => self.strips_of_tiles(&tables, Target::Background, size, &strips),
            false => Err("its tiles are not as many as the room's size says"),
        };
        self.add_tiled(Target::Background, size, (picture_whole, strips), found, &mut around);
        let mut images: BTreeMap<u32, Vec<&Block>> = BTreeMap::new();
        for block in blocks.all(*b"OBIM") {
            let id = block.payload(self.payload).and_then(|data| data.u16(0, "object's number"));
            id.into_iter().for_each(|id| images.entry(id.into()).or_default().push(block));
        }
        let same = counted(room);
        for object in &room.objects {
            let Some(state) = object.states().next() else { continue };
            let target = Target::Object { id: object.id, state };
            let (Some([block]), Some(1)) = (images.get(&object.id).map(Vec::as_slice), same.get(&object.id))
            else {
                self.leave_out(target, "its number is not unique");
                continue;
            };
            let Some((all, strips)) = stored(Some(block), 2) else {
                self.leave_out(target, CUT);
                continue;
            };
            let size = (usize::from(object.width), usize::from(object.height));
            let found = self.strips_of_tiles(&tables, target, size, &strips);
            self.add_tiled(target, size, (all, strips), found, &mut around);
        }
        let sizes = around.into_iter().map(|of| (of.start, (NumberFormat::U32Le, of)));
        self.map.extents.extend(sizes);
        self.map.tiles = Some(tables);
    }

    fn add_tiled(
        &mut self,
        target: Target,
        size: (usize, usize),
        (all, strips): (Range<usize>, Range<usize>),
        found: Result<(), &'static str>,
        around: &mut Vec<Range<usize>>,
    ) {
        match found {
            Ok(()) => {
                around.push(all);
                self.map.whole.push(WholePicture { target, size, parts: vec![strips] });
            }
            Err(why) => self.leave_out(target, why),
        }
    }

    /// Checks that all strips of a picture can be read.
    fn strips_of_tiles(
        &self,
        tables: &TileTables,
        target: Target,
        (width, height): (usize, usize),
        strips: &Range<usize>,
    ) -> Result<(), &'static str> {
        if width < SIDE || height < SIDE || width % SIDE != 0 || height % SIDE != 0 {
            return Err("it has no whole tiles, or no area");
        }
        let data = self.payload.as_slice();
        let part = |range: &Range<usize>| data.get(range.clone()).unwrap_or_default();
        let shape = tables.shape(target, height);
        let tiles = part(&tables.tiles);
        let masks = tables.masks.as_ref().map(part).unwrap_or_default();
        let is_in = |table: &[u8], number: u16| {
            let number = usize::from(number);
            number < pc_engine_tiles::entries(table) && pc_engine_tiles::entry(table, number).is_some()
        };
        for column in 0..width / SIDE {
            let strip = pc_engine_tiles::entry(part(strips), column).ok_or(CUT)?;
            let (strip, is_cut) = shape.read(strip);
            if is_cut {
                return Err(CUT);
            }
            let has_tiles = strip.tiles.iter().all(|number| is_in(tiles, *number));
            if !has_tiles || !strip.masks.iter().all(|number| is_in(masks, *number)) {
                return Err(NO_TILES);
            }
        }
        Ok(())
    }
}

/// Returns the bytes of a small block behind its header and some more; `None` if it has fewer, or is cut.
fn content(block: &Block, skip: usize) -> Option<Range<usize>> {
    let all = whole(block)?;
    let start = all.start.checked_add(usize::try_from(SMALL_HEADER).ok()?)?.checked_add(skip)?;
    (start <= all.end).then_some(start..all.end)
}

//! Maps what only Humongous games from 7.1 on have: pictures in one piece, and what objects clear in planes.
//!
//! ```text
//! RMIM{ RMIH, IM00{ BMAP u8 code, packed pixels · ZP01 … } }     as large as the screen, whatever the room's size is
//! OBIM{ IMHD, IM01{ BMAP u8 8 or 9, rows }, IM02{ SMAP, ZP01 …, TMSK } … }
//! ```
//! (`docs/format/humongous-rooms.md §3`.)

use std::ops::Range;

use costumier::Dialect;
use costumier::files::layout::NumberFormat;
use costumier::format::block::Blocks;
use costumier::format::codec::bmap;
use costumier::format::codec::strip::STRIP_WIDTH;
use costumier::game::{Room, RoomObject};

use super::tagged::{HEADER, found_in, sized};
use super::{Found, MOST_PLANES, Mapper, StripBlock, Target, whole};

/// A picture in one piece, and its planes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::room) struct PackedPicture {
    pub(in crate::room) target: Target,
    /// Width and height in pixels.
    pub(in crate::room) size: (usize, usize),
    /// Where its code and its data are.
    pub(in crate::room) data: Range<usize>,
    /// Planes from plane 1 on; `None` for those that it has not, or that cannot be changed.
    pub(in crate::room) planes: Vec<Option<StripBlock>>,
}

impl Mapper<'_> {
    /// Maps a background in one piece, in blocks around it. Returns whether it is one.
    pub(super) fn packed_background(
        &mut self,
        around: &[Range<usize>; 2],
        image: &Blocks,
        room: &Room,
        dialect: &Dialect,
    ) -> bool {
        let Some(block) = image.find(b"BMAP").filter(|_| image.find(b"SMAP").is_none()).and_then(whole)
        else {
            return false;
        };
        let (width, height) = dialect.screen_size();
        let side = |side: u32| usize::try_from(side).unwrap_or(0);
        let size = (side(width), side(height));
        let data = block.start.saturating_add(HEADER)..block.end;
        let code = self.payload.as_slice().get(data.start).copied().unwrap_or(0);
        if !matches!(code, 134..=138 | 144..=148 | bmap::ONE_COLOUR) {
            self.leave_out(Target::Background, &format!("its code {code} shows nothing"));
            return true;
        }
        if code == bmap::ONE_COLOUR && dialect.high_colour.is_some() {
            self.leave_out(Target::Background, "with 16 bits a pixel, code 150 is a number and no colour");
            return true;
        }
        let strips = size.0 / STRIP_WIDTH;
        let mut planes = Vec::new();
        for number in (b'1'..=b'8').take(room.planes.len().min(MOST_PLANES)) {
            let plane = image.find(&[b'Z', b'P', b'0', number]).and_then(whole);
            let plane = plane
                .map(|whole| table(whole, strips))
                .filter(|_| (usize::from(room.width), usize::from(room.height)) == size);
            let plane = plane.filter(|plane| self.entries(plane) == strips);
            if plane.is_none() {
                let text = format!("plane {}: it is not as large as the screen", char::from(number));
                self.map.left_out.push(text);
            }
            planes.push(plane);
        }
        let own = planes.iter().flatten().map(|plane| plane.whole.clone());
        let measured = around.iter().cloned().chain([block]).chain(own).map(sized);
        self.map.extents.extend(measured.map(|(at, form, of)| (at, (form, of))));
        self.map.packed.push(PackedPicture { target: Target::Background, size, data, planes });
        true
    }

    /// Maps an object's picture in one piece, in blocks around it. Returns whether it is one.
    pub(super) fn packed_object(
        &mut self,
        target: Target,
        around: &[Range<usize>; 2],
        image: &Blocks,
        object: &RoomObject,
    ) -> bool {
        let Some(block) = image.find(b"BMAP").filter(|_| image.find(b"SMAP").is_none()).and_then(whole)
        else {
            return false;
        };
        let data = block.start.saturating_add(HEADER)..block.end;
        let size = (usize::from(object.width), usize::from(object.height));
        if bmap::object_rows(self.payload.as_slice().get(data.clone()).unwrap_or_default()).is_none() {
            self.leave_out(target, "its code shows nothing");
        } else if size.0 == 0 || size.1 == 0 {
            self.leave_out(target, "it has no area");
        } else {
            let measured = around.iter().cloned().chain([block]).map(sized);
            self.map.extents.extend(measured.map(|(at, form, of)| (at, (form, of))));
            self.map.packed.push(PackedPicture { target, size, data, planes: Vec::new() });
        }
        true
    }

    /// Names the pictures of an object that are of a kind that is not read.
    pub(super) fn other_pictures(&mut self, id: u32, inner: &Blocks, states: &[u8]) {
        for block in &inner.list {
            let [b'I', b'M', digits @ ..] = &block.tag else { continue };
            let state = std::str::from_utf8(digits).ok().and_then(|it| u8::from_str_radix(it, 16).ok());
            let Some(state) = state.filter(|state| !states.contains(state)) else { continue };
            let data = block.payload(self.payload).ok();
            let first = data.map(|data| costumier::format::block::blocks_in(data, self.limits));
            let first = first.and_then(|blocks| Some(blocks.list.first()?.name().to_string()));
            let kind = first.map(|name| format!(" ({name})")).unwrap_or_default();
            self.leave_out(
                Target::Object { id, state },
                &format!("pictures of its kind{kind} cannot be edited"),
            );
        }
    }

    /// Returns the number of entries of a table, behind which the first strip begins.
    fn entries(&self, plane: &StripBlock) -> usize {
        let offset = |number| NumberFormat::U16Le.read(self.payload.as_slice(), plane.entry(number));
        let offsets = (0..plane.count).filter_map(offset).filter(|offset| *offset != 0);
        let bytes = (plane.whole.end - plane.origin).saturating_sub(HEADER);
        let first = offsets.min().and_then(|first| usize::try_from(first).ok());
        first.map_or(bytes, |first| first.saturating_sub(HEADER)) / 2
    }
}

/// Adds what an object's picture clears in planes, as the plane behind the last.
pub(super) fn add_cleared(found: Found, around: Vec<Range<usize>>, image: &Blocks, count: usize) -> Found {
    let Some(block) = image.find(b"TMSK").and_then(whole).map(|whole| table(whole, count)) else {
        return found;
    };
    let mut planes = found.planes;
    planes.resize(MOST_PLANES, None);
    planes.push((block.table_end() <= block.whole.end).then_some(block));
    found_in(around, found.strips, planes)
}

/// Returns a block of strips whose offsets have 16 bits.
fn table(whole: Range<usize>, count: usize) -> StripBlock {
    let (origin, table) = (whole.start, whole.start.saturating_add(HEADER));
    StripBlock { whole, origin, table, width: 2, count }
}

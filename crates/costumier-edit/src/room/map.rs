//! Maps a room's block: where its pictures and planes are, and which numbers point to them or measure them.
//!
//! ```text
//! RMIM{ RMIH, IM00{ SMAP, ZP01, ZP02 … } }          the background and its planes
//! OBIM{ IMHD, IM01{ SMAP, ZP01 … }, IM02 … } …       a picture for each state of each object
//! ```
//! `SMAP` and `ZPnn` begin with a table of offsets, which count from the block's header (`docs/format/containers.md
//! §11.2, §12`).
//!
//! **Note:** pictures that cannot be changed safely are left out, each with its reason: cut blocks, objects whose
//! number is not unique, objects without an area.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use costumier::format::block::{Block, Blocks, blocks_in};
use costumier::format::bytes::Bytes;
use costumier::format::codec::strip::STRIP_WIDTH;
use costumier::format::dialect::ObjectPlaces;
use costumier::game::{Room, RoomObject};
use costumier::{Dialect, Limits};

/// Largest number of z-planes that a picture can have.
pub(super) const MOST_PLANES: usize = 8;

/// Largest number of pictures of an object.
const MOST_STATES: u8 = 15;

/// Length of a block's header, in bytes.
const HEADER: usize = 8;

/// What a picture shows. Backgrounds come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// The room itself.
    Background,
    /// An object in a state.
    Object { id: u32, state: u8 },
}

/// A block that is a table of strips, followed by the strips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StripBlock {
    /// The whole block, header included, in bytes of the room's payload.
    pub(super) whole: Range<usize>,
    /// Bytes of an offset: 4 for pictures, 2 for planes.
    pub(super) width: usize,
    /// Number of strips.
    pub(super) count: usize,
}

impl StripBlock {
    /// Returns the position of a strip's offset.
    pub(super) fn entry(&self, number: usize) -> usize {
        self.whole.start.saturating_add(HEADER).saturating_add(number.saturating_mul(self.width))
    }

    /// Returns the end of the table.
    pub(super) fn table_end(&self) -> usize {
        self.entry(self.count)
    }

    /// Returns the position of a strip; `None` if it is not stored, or its offset leads outside the block or into the
    /// table.
    pub(super) fn start(&self, payload: &[u8], number: usize) -> Option<usize> {
        let offset = match payload.get(self.entry(number)..)? {
            [a, b, ..] if self.width == 2 => usize::from(u16::from_le_bytes([*a, *b])),
            [a, b, c, d, ..] => usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).ok()?,
            _ => return None,
        };
        let start = self.whole.start.checked_add(offset).filter(|_| offset != 0)?;
        (start >= self.table_end() && start < self.whole.end).then_some(start)
    }

    /// Returns the bytes of a strip, from its first one to the end of the block.
    pub(super) fn strip<'a>(&self, payload: &'a [u8], number: usize) -> Option<&'a [u8]> {
        payload.get(self.start(payload, number)?..self.whole.end)
    }
}

/// A picture, and its planes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MappedPicture {
    pub(super) target: Target,
    /// Width, a multiple of 8, and height in pixels.
    pub(super) size: (usize, usize),
    pub(super) strips: StripBlock,
    /// Planes from plane 1 on; `None` for those that the picture has not.
    pub(super) planes: Vec<Option<StripBlock>>,
}

/// The pictures of a room, and all blocks around them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RoomMap {
    pub(super) pictures: Vec<MappedPicture>,
    /// Starts and ends of blocks whose size follows from what is in them, headers included.
    pub(super) extents: BTreeSet<(usize, usize)>,
    /// Pictures that cannot be changed, each with its reason.
    pub(super) left_out: Vec<String>,
}

/// What a room is mapped with.
struct Mapper<'a> {
    payload: Bytes<'a>,
    limits: &'a Limits,
    map: RoomMap,
}

impl RoomMap {
    /// Maps the payload of a room's block. `room` is the same room, read.
    pub(super) fn read(payload: &[u8], room: &Room, dialect: &Dialect, limits: &Limits) -> Self {
        let payload = Bytes::new(payload);
        let blocks = blocks_in(payload, limits);
        let mut mapper = Mapper { payload, limits, map: Self::default() };
        mapper.background(&blocks, room);
        mapper.objects(&blocks, room, dialect);
        mapper.map.pictures.sort_by_key(|picture| picture.target);
        mapper.map
    }
}

impl<'a> Mapper<'a> {
    fn background(&mut self, blocks: &Blocks, room: &Room) {
        let found = self.inside(blocks, b"RMIM").and_then(|(around, outer)| {
            let (image, inner) = self.inside(&outer, b"IM00")?;
            Some((vec![around, image], inner))
        });
        let Some((around, image)) = found else {
            self.map.left_out.push("the background: it has no picture that can be read".to_owned());
            return;
        };
        let size = (usize::from(room.width), usize::from(room.height));
        self.picture(Target::Background, size, around, &image, room.planes.len());
    }

    fn objects(&mut self, blocks: &Blocks, room: &Room, dialect: &Dialect) {
        let rows = usize::from(dialect.objects.rows.max(1));
        let at = if dialect.objects.places == ObjectPlaces::Image { 4 } else { 0 };
        let mut images: BTreeMap<u32, Vec<(&Block, Blocks)>> = BTreeMap::new();
        for block in blocks.all(*b"OBIM") {
            let Ok(data) = block.payload(self.payload) else { continue };
            let inner = blocks_in(data, self.limits);
            let id = inner.payload(b"IMHD", data).and_then(|header| header.u16(at, "object").ok());
            if let Some(id) = id {
                images.entry(id.into()).or_default().push((block, inner));
            }
        }
        let mut same: BTreeMap<u32, usize> = BTreeMap::new();
        room.objects.iter().for_each(|object| *same.entry(object.id).or_default() += 1);
        for object in room.objects.iter().filter(|object| object.states().next().is_some()) {
            let own = images.get(&object.id).map(Vec::as_slice);
            let (Some([(block, inner)]), Some(1)) = (own, same.get(&object.id)) else {
                self.map.left_out.push(format!("object {}: its number is not unique", object.id));
                continue;
            };
            let height = usize::from(object.height) / rows * rows;
            self.states(object, block, inner, (object.width.into(), height));
        }
    }

    fn states(&mut self, object: &RoomObject, block: &Block, inner: &Blocks, size: (usize, usize)) {
        for state in object.states().filter(|state| (1..=MOST_STATES).contains(state)) {
            let tag = format!("IM{state:02X}");
            let image = tag.as_bytes().first_chunk().and_then(|tag| self.inside(inner, tag));
            let around = whole(block);
            let (Some((image, inside)), Some(around)) = (image, around) else {
                self.map.left_out.push(format!("object {}, state {state}: its block is cut", object.id));
                continue;
            };
            let target = Target::Object { id: object.id, state };
            self.picture(target, size, vec![around, image], &inside, MOST_PLANES);
        }
    }

    /// Adds a picture: `image` are the blocks of its `IMnn`, `around` that block and those that hold it.
    fn picture(
        &mut self,
        target: Target,
        (width, height): (usize, usize),
        around: Vec<Range<usize>>,
        image: &Blocks,
        planes: usize,
    ) {
        let count = width / STRIP_WIDTH;
        let strips = |tag: [u8; 4], width: usize| {
            let block = whole(image.find(&tag)?)?;
            let found = StripBlock { whole: block, width, count };
            (found.table_end() <= found.whole.end).then_some(found)
        };
        let name = || match target {
            Target::Background => "the background".to_owned(),
            Target::Object { id, state } => format!("object {id}, state {state}"),
        };
        let Some(picture) = strips(*b"SMAP", 4).filter(|_| count > 0 && height > 0) else {
            let why = "it has no whole strips, or no area";
            self.map.left_out.push(format!("{}: {why}", name()));
            return;
        };
        let planes = planes.min(MOST_PLANES);
        let mut planes: Vec<_> =
            (b'1'..=b'8').take(planes).map(|digit| strips([b'Z', b'P', b'0', digit], 2)).collect();
        while planes.last().is_some_and(Option::is_none) {
            planes.pop();
        }
        let held = planes.iter().flatten().chain([&picture]).map(|block| block.whole.clone());
        self.map.extents.extend(around.into_iter().chain(held).map(|block| (block.start, block.end)));
        let size = (count * STRIP_WIDTH, height);
        self.map.pictures.push(MappedPicture { target, size, strips: picture, planes });
    }

    /// Returns a block's range, and the blocks in it.
    fn inside(&self, blocks: &Blocks, tag: &[u8; 4]) -> Option<(Range<usize>, Blocks)> {
        let block = blocks.find(tag)?;
        let data = block.payload(self.payload).ok()?;
        Some((whole(block)?, blocks_in(data, self.limits)))
    }
}

/// Returns the range of a block, header included. `None` if it is cut.
fn whole(block: &Block) -> Option<Range<usize>> {
    let [start, end] = [block.offset, block.end()].map(|at| usize::try_from(at).ok());
    (!block.is_cut()).then_some(start?..end?)
}

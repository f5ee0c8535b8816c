//! Maps a room's block: where its pictures and planes are, and which numbers point to them or measure them.
//!
//! ```text
//! RMIM{ RMIH, IM00{ SMAP, ZP01, ZP02 … } }          the background and its planes
//! OBIM{ IMHD, IM01{ SMAP, ZP01 … }, IM02 … } …       a picture for each state of each object
//!
//! v8   IMAG{ WRAP{ OFFS, SMAP{ BSTR{ WRAP{ OFFS, strips } }
//!                              ZPLN{ WRAP{ OFFS, ZSTR{ WRAP{ OFFS, strips } } … } } } } }
//!      OBIM{ IMHD, IMAG{ WRAP{ OFFS, SMAP …, SMAP … } } } …
//! ```
//! `SMAP` and `ZPnn` begin with a table of offsets, which count from the block's header. In v8 the table is the block
//! `OFFS`, and its offsets count from its own header (`docs/format/containers.md §11.2, §12`).
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

/// Why a picture is left out whose block ends early.
const CUT: &str = "its block is cut";

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
    /// Where the header is that offsets count from; the table follows it.
    pub(super) origin: usize,
    /// Bytes of an offset: 4 for pictures, 2 for planes.
    pub(super) width: usize,
    /// Number of strips.
    pub(super) count: usize,
}

impl StripBlock {
    /// Returns the position of a strip's offset.
    pub(super) fn entry(&self, number: usize) -> usize {
        self.origin.saturating_add(HEADER).saturating_add(number.saturating_mul(self.width))
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
        let start = self.origin.checked_add(offset).filter(|_| offset != 0)?;
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
    /// Offsets of 32 bits that lead to blocks: where each one is, and where the header is that it counts from.
    pub(super) offsets: BTreeSet<(usize, usize)>,
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

/// A picture's blocks: those around its strips, the strips, and its planes.
#[derive(Default)]
struct Found {
    around: Vec<Range<usize>>,
    strips: Option<StripBlock>,
    planes: Vec<Option<StripBlock>>,
}

/// A `WRAP` block of v8: a table of where its other blocks are, and these blocks.
struct Wrapped {
    /// The block, and the block around it.
    around: [Range<usize>; 2],
    /// Where offsets count from.
    origin: usize,
    blocks: Blocks,
    /// The entries of the table: where each one is, and where it leads to.
    entries: Vec<(usize, usize)>,
}

impl Mapper<'_> {
    fn background(&mut self, blocks: &Blocks, room: &Room) {
        let size = (usize::from(room.width), usize::from(room.height));
        let count = size.0 / STRIP_WIDTH;
        let found = match self.wrapped(blocks, b"IMAG") {
            Some(images) => {
                let first = images.blocks.find(b"SMAP").map(|block| block.offset);
                let place = first.and_then(|first| usize::try_from(first).ok());
                place.map(|place| self.wrapped_picture(&images, place, count, room.planes.len()))
            }
            None => self.inside(blocks, b"RMIM").and_then(|(around, outer)| {
                let (image, inner) = self.inside(&outer, b"IM00")?;
                Some(tables(vec![around, image], &inner, count, room.planes.len()))
            }),
        };
        let Some(found) = found else {
            self.map.left_out.push("the background: it has no picture that can be read".to_owned());
            return;
        };
        self.picture(Target::Background, size, found);
    }

    fn objects(&mut self, blocks: &Blocks, room: &Room, dialect: &Dialect) {
        let rows = usize::from(dialect.objects.rows.max(1));
        let at = if dialect.objects.places == ObjectPlaces::Image { 4 } else { 0 };
        let mut images: BTreeMap<u32, Vec<(&Block, Blocks)>> = BTreeMap::new();
        for (block, number) in blocks.all(*b"OBIM").zip(1_u32..) {
            let Ok(data) = block.payload(self.payload) else { continue };
            let inner = blocks_in(data, self.limits);
            let id = match dialect.objects.places {
                // Only the index has the numbers of v8's objects.
                ObjectPlaces::NamedImage => Some(number),
                _ => inner
                    .payload(b"IMHD", data)
                    .and_then(|header| header.u16(at, "object").ok())
                    .map(u32::from),
            };
            if let Some(id) = id {
                images.entry(id).or_default().push((block, inner));
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
        let count = size.0 / STRIP_WIDTH;
        let images = self.wrapped(inner, b"IMAG");
        let mut places = BTreeSet::new();
        for state in object.states().filter(|state| (1..=MOST_STATES).contains(state)) {
            let found = match &images {
                Some(images) => {
                    let entry = images.entries.get(usize::from(state).saturating_sub(1));
                    match entry {
                        Some((_, place)) if !places.insert(*place) => {
                            Err("it is the picture of another state")
                        }
                        Some((_, place)) => Ok(self.wrapped_picture(images, *place, count, MOST_PLANES)),
                        None => Err(CUT),
                    }
                }
                None => {
                    let tag = format!("IM{state:02X}");
                    let image = tag.as_bytes().first_chunk().and_then(|tag| self.inside(inner, tag));
                    let found = image.map(|(image, inside)| tables(vec![image], &inside, count, MOST_PLANES));
                    found.ok_or(CUT)
                }
            };
            match found.and_then(|found| Ok((found, whole(block).ok_or(CUT)?))) {
                Ok((mut found, around)) => {
                    found.around.push(around);
                    self.picture(Target::Object { id: object.id, state }, size, found);
                }
                Err(why) => self.map.left_out.push(format!("object {}, state {state}: {why}", object.id)),
            }
        }
    }

    /// Adds a picture.
    fn picture(&mut self, target: Target, (width, height): (usize, usize), found: Found) {
        let count = width / STRIP_WIDTH;
        let name = || match target {
            Target::Background => "the background".to_owned(),
            Target::Object { id, state } => format!("object {id}, state {state}"),
        };
        let Found { around, strips, mut planes } = found;
        let Some(strips) = strips.filter(|_| count > 0 && height > 0) else {
            let why = "it has no whole strips, or no area";
            self.map.left_out.push(format!("{}: {why}", name()));
            return;
        };
        while planes.last().is_some_and(Option::is_none) {
            planes.pop();
        }
        let held = planes.iter().flatten().chain([&strips]).map(|block| block.whole.clone());
        self.map.extents.extend(around.into_iter().chain(held).map(|block| (block.start, block.end)));
        let size = (count * STRIP_WIDTH, height);
        self.map.pictures.push(MappedPicture { target, size, strips, planes });
    }

    /// Returns a block's range, and the blocks in it.
    fn inside(&self, blocks: &Blocks, tag: &[u8; 4]) -> Option<(Range<usize>, Blocks)> {
        let block = blocks.find(tag)?;
        let data = block.payload(self.payload).ok()?;
        Some((whole(block)?, blocks_in(data, self.limits)))
    }

    /// Returns the list in a block of v8.
    fn wrapped(&self, blocks: &Blocks, tag: &[u8; 4]) -> Option<Wrapped> {
        self.list_in(blocks.find(tag)?)
    }

    fn list_in(&self, outer: &Block) -> Option<Wrapped> {
        let inside = blocks_in(outer.payload(self.payload).ok()?, self.limits);
        let (wrap, blocks) = self.inside(&inside, b"WRAP")?;
        let table = blocks.list.first().filter(|block| block.tag == *b"OFFS")?;
        let origin = usize::try_from(table.offset).ok()?;
        let data = table.payload(self.payload).ok()?;
        let entries = (0..data.as_slice().len() / 4).filter_map(|number| {
            let at = number.checked_mul(4)?;
            let offset = usize::try_from(data.u32(at, "block").ok()?).ok()?;
            Some((origin.checked_add(HEADER)?.checked_add(at)?, origin.checked_add(offset)?))
        });
        let entries = entries.collect();
        Some(Wrapped { around: [wrap, whole(outer)?], origin, blocks, entries })
    }

    /// Returns the blocks of a picture of v8, whose `SMAP` is at this place.
    fn wrapped_picture(&mut self, images: &Wrapped, place: usize, count: usize, planes: usize) -> Found {
        let is_there = |block: &&Block| usize::try_from(block.offset) == Ok(place);
        let smap = images.blocks.list.iter().filter(|block| block.tag == *b"SMAP").find(is_there);
        let parts = smap
            .and_then(|smap| Some((whole(smap)?, blocks_in(smap.payload(self.payload).ok()?, self.limits))));
        let Some((smap, parts)) = parts else { return Found::default() };
        let mut around = vec![smap];
        around.extend(images.around.iter().cloned());
        self.follow(images);
        let strips = self.wrapped(&parts, b"BSTR").and_then(|list| strips_of(&list, count, &mut around));
        let mut own = Vec::new();
        if let Some(list) = self.wrapped(&parts, b"ZPLN") {
            around.extend(list.around.iter().cloned());
            self.follow(&list);
            let mut places = BTreeSet::new();
            for (_, place) in list.entries.iter().take(planes.min(MOST_PLANES)) {
                let is_there = |block: &&Block| usize::try_from(block.offset) == Ok(*place);
                let block = list.blocks.list.iter().filter(|block| block.tag == *b"ZSTR").find(is_there);
                // Strips that two planes share cannot become different.
                let block = block.filter(|_| places.insert(*place));
                let inner = block.and_then(|block| self.list_in(block));
                own.push(inner.and_then(|inner| strips_of(&inner, count, &mut around)));
            }
        }
        Found { around, strips, planes: own }
    }

    /// Adds the entries of a list that lead to its blocks.
    fn follow(&mut self, list: &Wrapped) {
        // A damaged table can have a million entries: each is looked up, not searched for.
        let starts: BTreeSet<u64> = list.blocks.list.iter().map(|block| block.offset).collect();
        let leading = list.entries.iter().filter(|(_, place)| starts.contains(&(*place as u64)));
        self.map.offsets.extend(leading.map(|(at, _)| (*at, list.origin)));
    }
}

/// Returns the strips in a list of v8, and adds the block around it.
fn strips_of(list: &Wrapped, count: usize, around: &mut Vec<Range<usize>>) -> Option<StripBlock> {
    let [whole, outer] = list.around.clone();
    around.push(outer);
    (list.entries.len() >= count).then_some(StripBlock { whole, origin: list.origin, width: 4, count })
}

/// Returns the strips and planes in an `IMnn` block.
fn tables(around: Vec<Range<usize>>, image: &Blocks, count: usize, planes: usize) -> Found {
    let strips = |tag: [u8; 4], width: usize| {
        let whole = whole(image.find(&tag)?)?;
        let found = StripBlock { origin: whole.start, whole, width, count };
        (found.table_end() <= found.whole.end).then_some(found)
    };
    let digits = (b'1'..=b'8').take(planes.min(MOST_PLANES));
    let planes = digits.map(|digit| strips([b'Z', b'P', b'0', digit], 2)).collect();
    Found { around, strips: strips(*b"SMAP", 4), planes }
}

/// Returns the range of a block, header included. `None` if it is cut.
fn whole(block: &Block) -> Option<Range<usize>> {
    let [start, end] = [block.offset, block.end()].map(|at| usize::try_from(at).ok());
    (!block.is_cut()).then_some(start?..end?)
}

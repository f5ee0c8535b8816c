//! Maps rooms of v5 and later.
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

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use costumier::Dialect;
use costumier::files::layout::NumberFormat;
use costumier::format::block::{Block, Blocks, blocks_in};
use costumier::format::codec::strip::STRIP_WIDTH;
use costumier::format::dialect::{Directories, ObjectPlaces};
use costumier::game::{Room, RoomObject};

use super::humongous::add_cleared;
use super::{CUT, Found, MOST_PLANES, Mapper, Pointer, StripBlock, Target, counted, size_of, whole};

/// Largest number of pictures of an object.
const MOST_STATES: u8 = 15;

/// Length of a block's header, in bytes.
pub(super) const HEADER: usize = 8;

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
    /// Maps a room.
    pub(super) fn tagged(&mut self, room: &Room, dialect: &Dialect) {
        let blocks = blocks_in(self.payload, self.limits);
        self.background(&blocks, room, dialect);
        self.objects(&blocks, room, dialect);
    }

    fn background(&mut self, blocks: &Blocks, room: &Room, dialect: &Dialect) {
        let size = (usize::from(room.width), usize::from(room.height));
        let count = size.0 / STRIP_WIDTH;
        let found = match self.wrapped(blocks, b"IMAG") {
            Some(images) => {
                let first = images.blocks.find(b"SMAP").map(|block| block.offset);
                let place = first.and_then(|first| usize::try_from(first).ok());
                place.map(|place| self.wrapped_picture(&images, place, count, room.planes.len()))
            }
            None => {
                let found = self.inside(blocks, b"RMIM").and_then(|(around, outer)| {
                    let (image, inner) = self.inside(&outer, b"IM00")?;
                    Some(([around, image], inner))
                });
                match found {
                    Some((around, inner))
                        if dialect.disks.whole_pictures
                            && self.packed_background(&around, &inner, room, dialect) =>
                    {
                        return;
                    }
                    found => {
                        found.map(|(around, inner)| tables(around.to_vec(), &inner, count, room.planes.len()))
                    }
                }
            }
        };
        let Some(found) = found else {
            self.leave_out(Target::Background, "it has no picture that can be read");
            return;
        };
        self.picture(Target::Background, (0, 0), size, found);
    }

    fn objects(&mut self, blocks: &Blocks, room: &Room, dialect: &Dialect) {
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
        let same = counted(room);
        for object in &room.objects {
            let own = images.get(&object.id).map(Vec::as_slice);
            if let Some([(_, inner)]) = own.filter(|_| dialect.disks.directories == Directories::Humongous) {
                self.other_pictures(object.id, inner, &object.states().collect::<Vec<_>>());
            }
            if object.states().next().is_none() {
                continue;
            }
            let (Some([(block, inner)]), Some(1)) = (own, same.get(&object.id)) else {
                self.map.left_out.push(format!("object {}: its number is not unique", object.id));
                continue;
            };
            self.states(object, block, inner, dialect);
        }
    }

    fn states(&mut self, object: &RoomObject, block: &Block, inner: &Blocks, dialect: &Dialect) {
        let size = size_of(object, dialect);
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
                    if let (Some((image, inside)), Some(all)) = (&image, whole(block))
                        && dialect.disks.whole_pictures
                        && self.packed_object(
                            Target::Object { id: object.id, state },
                            &[all, image.clone()],
                            inside,
                            object,
                        )
                    {
                        continue;
                    }
                    let found = image.map(|(image, inside)| {
                        let found = tables(vec![image.clone()], &inside, count, MOST_PLANES);
                        if dialect.objects.clears {
                            return add_cleared(found, vec![image], &inside, count);
                        }
                        found
                    });
                    found.ok_or(CUT)
                }
            };
            match found.and_then(|found| Ok((found, whole(block).ok_or(CUT)?))) {
                Ok((mut found, around)) => {
                    found.measured.push(sized(around));
                    let target = Target::Object { id: object.id, state };
                    self.picture(target, (object.left, object.top), size, found);
                }
                Err(why) => self.leave_out(Target::Object { id: object.id, state }, why),
            }
        }
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
        found_in(around, strips, own)
    }

    /// Adds the entries of a list that lead to its blocks.
    fn follow(&mut self, list: &Wrapped) {
        // A damaged table can have a million entries: each is looked up, not searched for.
        let starts: BTreeSet<u64> = list.blocks.list.iter().map(|block| block.offset).collect();
        let leading = list.entries.iter().filter(|(_, place)| starts.contains(&(*place as u64)));
        let pointer = Pointer { form: NumberFormat::U32Le, base: list.origin, added: 0 };
        self.map.pointers.extend(leading.map(|(at, _)| (*at, pointer)));
    }
}

/// Returns the strips in a list of v8, and adds the block around it.
fn strips_of(list: &Wrapped, count: usize, around: &mut Vec<Range<usize>>) -> Option<StripBlock> {
    let [whole, outer] = list.around.clone();
    around.push(outer);
    (list.entries.len() >= count).then_some(StripBlock {
        whole,
        origin: list.origin,
        table: list.origin.saturating_add(HEADER),
        width: 4,
        count,
    })
}

/// Returns the strips and planes in an `IMnn` block.
fn tables(around: Vec<Range<usize>>, image: &Blocks, count: usize, planes: usize) -> Found {
    let strips = |tag: [u8; 4], width: usize| {
        let whole = whole(image.find(&tag)?)?;
        let (origin, table) = (whole.start, whole.start.saturating_add(HEADER));
        let found = StripBlock { whole, origin, table, width, count };
        (found.table_end() <= found.whole.end).then_some(found)
    };
    let digits = (b'1'..=b'8').take(planes.min(MOST_PLANES));
    let planes = digits.map(|digit| strips([b'Z', b'P', b'0', digit], 2)).collect();
    found_in(around, strips(*b"SMAP", 4), planes)
}

/// Returns a picture's parts, all of which are blocks.
pub(super) fn found_in(
    around: Vec<Range<usize>>,
    strips: Option<StripBlock>,
    planes: Vec<Option<StripBlock>>,
) -> Found {
    let own = planes.iter().flatten().chain(&strips).map(|block| block.whole.clone());
    let measured = around.iter().cloned().chain(own).map(sized).collect();
    Found { measured, strips, planes }
}

/// Returns the size of a block: its position, its form, and what it measures.
pub(super) fn sized(block: Range<usize>) -> (usize, NumberFormat, Range<usize>) {
    (block.start.saturating_add(4), NumberFormat::U32Be, block)
}

//! Maps rooms of v3 and v4, whose pictures are parts without blocks of their own.
//!
//! ```text
//! v4, v3 (256)   BM{ picture }, OI{ u16 number, picture } …
//! v3 (16)        offsets of 16 bits in the room's header lead to the picture, boxes, scripts, objects' pictures and
//!                codes; they count from the header of the room's block
//! picture        length, an offset for each strip, strips; planes: size, an offset for each strip, strips
//! ```
//! (`docs/format/containers.md §11, §12`, `docs/format/old-rooms.md §2, §5`.)
//!
//! **Note:** v3 with 16 colours stores no size of a plane: it ends with its last strip.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use costumier::Dialect;
use costumier::files::layout::NumberFormat;
use costumier::format::block::{Block, SMALL_HEADER, small_blocks_in};
use costumier::format::codec::strip::STRIP_WIDTH;
use costumier::format::codec::{characters, mask, stream};
use costumier::format::colour::from_c64;
use costumier::format::dialect::{BundleLayout, OldStrips};
use costumier::game::Room;

use super::{
    CUT, CellTables, Found, Mapper, Pointer, StripBlock, Target, WholePicture, counted, size_of, whole,
};

/// Bytes of the header of a block without a tag, from which offsets count.
const BARE: usize = 4;

/// Why a picture of v0 to v2 is left out.
const NO_AREA: &str = "it has no whole cells, or no area";

/// Width and height of a cell in pixels.
const CELL: usize = 8;

/// Bytes of a table of characters.
const CHARACTERS: usize = 2048;

/// Bytes that the stored size of the mask characters counts in addition to them.
const MASK_EXTRA: usize = 8;

/// Why a picture is left out whose strips are not where its lengths say.
const OUTSIDE: &str = "a strip lies outside of it";

/// Why a picture is left out that shares bytes with something else.
const SHARED: &str = "something else of the room begins inside of it";

impl Mapper<'_> {
    /// Maps a room of small blocks.
    pub(super) fn small(&mut self, room: &Room, dialect: &Dialect) {
        let layout = dialect.old_strips();
        let blocks = small_blocks_in(self.payload, self.limits);
        let size = (usize::from(room.width), usize::from(room.height));
        let found = match blocks.find(b"SMAP") {
            Some(block) => self.in_block(block, 0, size, &layout),
            None => Err("it has no picture that can be read"),
        };
        match found {
            Ok(found) => self.picture(Target::Background, (0, 0), size, found),
            Err(why) => self.leave_out(Target::Background, why),
        }
        let mut images: BTreeMap<u32, Vec<&Block>> = BTreeMap::new();
        for block in blocks.all(*b"OBIM") {
            let id = block.payload(self.payload).and_then(|data| data.u16(0, "object's number"));
            if let Ok(id) = id {
                images.entry(id.into()).or_default().push(block);
            }
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
            let size = size_of(object, dialect);
            // The object's number comes first.
            match self.in_block(block, 2, size, &layout) {
                Ok(found) => self.picture(target, (object.left, object.top), size, found),
                Err(why) => self.leave_out(target, why),
            }
        }
    }

    /// Returns the parts of a picture that begins `skip` bytes after a block's header.
    fn in_block(
        &self,
        block: &Block,
        skip: usize,
        size: (usize, usize),
        layout: &OldStrips,
    ) -> Result<Found, &'static str> {
        let all = whole(block).ok_or(CUT)?;
        let header = usize::try_from(SMALL_HEADER).unwrap_or(0);
        let mut found = self.parts(all.start.saturating_add(header + skip)..all.end, size, layout)?;
        found.measured.push((all.start, NumberFormat::U32Le, all));
        Ok(found)
    }

    /// Returns the parts of a picture that begins here.
    fn parts(
        &self,
        range: Range<usize>,
        (width, height): (usize, usize),
        layout: &OldStrips,
    ) -> Result<Found, &'static str> {
        let data = self.payload.as_slice();
        let form = NumberFormat::of_width(layout.width).ok_or(CUT)?;
        let length =
            form.read(data, range.start).and_then(|length| usize::try_from(length).ok()).ok_or(CUT)?;
        let end = match length {
            0 => range.end,
            _ => range.start.checked_add(length).filter(|end| *end <= range.end).ok_or(CUT)?,
        };
        let count = width / STRIP_WIDTH;
        let block = |whole: Range<usize>, before: usize, width: usize| {
            let (origin, table) = (whole.start, whole.start.saturating_add(before));
            let block = StripBlock { whole, origin, table, width, count };
            if block.table_end() > block.whole.end {
                return Err(CUT);
            }
            let is_outside = |number: usize| {
                block.form().read(data, block.entry(number)) != Some(0) && block.start(data, number).is_none()
            };
            if (0..count).any(is_outside) { Err(OUTSIDE) } else { Ok(block) }
        };
        let strips = block(range.start..end, layout.width, layout.width)?;
        let mut found = Found { strips: Some(strips), ..Found::default() };
        if length == 0 {
            return Ok(found);
        }
        found.measured.push((range.start, form, range.start..end));
        let mut at = end;
        while at < range.end && found.planes.len() < layout.most_planes {
            if layout.plane_size == 0 {
                let mut plane = block(at..range.end, 0, 2)?;
                plane.whole.end = end_of(&plane, data, height);
                found.planes.push(Some(plane));
                break;
            }
            let form = NumberFormat::of_width(layout.plane_size).ok_or(CUT)?;
            let size = form.read(data, at).and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
            if size == 0 {
                break;
            }
            let next = at.checked_add(size).filter(|next| *next <= range.end).ok_or(CUT)?;
            found.planes.push(Some(block(at..next, layout.plane_size, 2)?));
            found.measured.push((at, form, at..next));
            at = next;
        }
        Ok(found)
    }

    /// Maps a room without blocks.
    pub(super) fn bundle(&mut self, room: &Room, dialect: &Dialect) {
        let (layout, strips) = (dialect.bundle(), dialect.old_strips());
        let Some(header) = self.header(&layout) else {
            self.leave_out(Target::Background, CUT);
            return;
        };
        let data = self.payload.as_slice();
        let leads =
            |at: usize| NumberFormat::U16Le.read(data, at).and_then(|place| usize::try_from(place).ok());
        let place = |at: usize| leads(at).and_then(|place| place.checked_sub(BARE));
        let mut used = Used { ranges: std::iter::once(0..header.end).collect(), starts: BTreeSet::new() };
        for (at, form) in &header.numbers {
            let pointer = Pointer { form: *form, base: 0, added: BARE };
            let place = form.read(data, *at).and_then(|place| usize::try_from(place).ok());
            if let Some(place) = place.and_then(|place| place.checked_sub(BARE)) {
                self.map.pointers.insert(*at, pointer);
                used.starts.insert(place);
            }
        }
        // Offsets of pictures that are never shown can lead anywhere.
        for (number, object) in room.objects.iter().enumerate() {
            let place = place(header.tables.saturating_add(number.saturating_mul(2)));
            if let Some(place) = place.filter(|_| object.states().next().is_none()) {
                used.starts.remove(&place);
            }
        }
        let size = (usize::from(room.width), usize::from(room.height));
        if dialect.files.is_before_v3() {
            self.whole_pictures(room, dialect, (&header, &layout), used);
            return;
        }
        let mut pictures: BTreeMap<usize, u32> = BTreeMap::new();
        let background = layout.pictures.first().and_then(|at| place(at.saturating_sub(BARE)));
        match background.ok_or(CUT).and_then(|at| self.parts(at..data.len(), size, &strips)) {
            Ok(found) if used.take(&found) => self.picture(Target::Background, (0, 0), size, found),
            Ok(_) => self.leave_out(Target::Background, SHARED),
            Err(why) => self.leave_out(Target::Background, why),
        }
        let same = counted(room);
        for (number, object) in room.objects.iter().enumerate() {
            let Some(state) = object.states().next() else { continue };
            let target = Target::Object { id: object.id, state };
            let at = header.tables.saturating_add(number.saturating_mul(2));
            let Some(at) = place(at) else { continue };
            if same.get(&object.id) != Some(&1) {
                self.leave_out(target, "its number is not unique");
                continue;
            }
            if let Some(other) = pictures.insert(at, object.id) {
                self.leave_out(target, &format!("it shows the picture of object {other}; paint that one"));
                pictures.insert(at, other);
                continue;
            }
            let size = size_of(object, dialect);
            match self.parts(at..data.len(), size, &strips) {
                Ok(found) if used.take(&found) => {
                    self.picture(target, (object.left, object.top), size, found);
                }
                Ok(_) => self.leave_out(target, SHARED),
                Err(why) => self.leave_out(target, why),
            }
        }
    }

    /// Maps pictures of v0 to v2.
    fn whole_pictures(
        &mut self,
        room: &Room,
        dialect: &Dialect,
        (header, layout): (&Header, &BundleLayout),
        mut used: Used,
    ) {
        let data = self.payload.as_slice();
        let place = |at: usize| {
            let place = usize::try_from(NumberFormat::U16Le.read(data, at)?).ok()?;
            place.checked_sub(BARE).filter(|place| *place < data.len())
        };
        let places: Vec<Option<usize>> =
            layout.pictures.iter().map(|at| place(at.saturating_sub(BARE))).collect();
        let size = (usize::from(room.width), usize::from(room.height));
        let shown = from_c64(dialect.colours);
        let found = match &shown {
            Some(shown) => cell_tables(data, &places, size, shown).map(|tables| {
                let parts = tables.parts.to_vec();
                self.map.cells = Some(tables);
                parts
            }),
            None => places.first().copied().flatten().ok_or(CUT).and_then(|at| streams(data, at, size)),
        };
        if !self.whole_picture(Target::Background, size, found, &mut used) && shown.is_some() {
            // Objects are made of the same characters.
            self.map.cells = None;
            return;
        }
        let same = counted(room);
        let mut pictures: BTreeMap<usize, u32> = BTreeMap::new();
        for (number, object) in room.objects.iter().enumerate() {
            let Some(state) = object.states().next() else { continue };
            let target = Target::Object { id: object.id, state };
            let Some(at) = place(header.tables.saturating_add(number.saturating_mul(2))) else { continue };
            let other = *pictures.entry(at).or_insert(object.id);
            if same.get(&object.id) != Some(&1) {
                self.leave_out(target, "its number is not unique");
            } else if other != object.id {
                self.leave_out(target, &format!("it shows the picture of object {other}; paint that one"));
            } else {
                let size = size_of(object, dialect);
                let cells = size.0 / CELL * (size.1 / CELL);
                let found = match shown {
                    Some(_) => table_at(data, at, cells * 3).map(|table| vec![table]),
                    None => streams(data, at, size),
                };
                self.whole_picture(target, size, found, &mut used);
            }
        }
    }

    /// Adds a picture of v0 to v2 with its parts. Returns whether nothing else has their bytes.
    fn whole_picture(
        &mut self,
        target: Target,
        size: (usize, usize),
        found: Result<Vec<Range<usize>>, &'static str>,
        used: &mut Used,
    ) -> bool {
        let parts = found.and_then(|parts| if used.take_all(&parts) { Ok(parts) } else { Err(SHARED) });
        match parts {
            Ok(parts) => self.map.whole.push(WholePicture { target, size, parts }),
            Err(why) => {
                self.leave_out(target, why);
                return false;
            }
        }
        true
    }

    /// Finds the offsets in the header of a room without blocks; `None` if the header is cut.
    fn header(&self, layout: &BundleLayout) -> Option<Header> {
        let data = self.payload.as_slice();
        let at = |position: usize| position.saturating_sub(BARE);
        let byte = |position: usize| data.get(position).copied().map(usize::from);
        let two = NumberFormat::U16Le;
        let objects = byte(at(layout.objects))?;
        let tables = at(layout.tables);
        let mut numbers: Vec<(usize, NumberFormat)> =
            layout.pictures.iter().chain([&layout.exit, &layout.entry]).map(|it| (at(*it), two)).collect();
        numbers.push((at(layout.boxes), NumberFormat::of_width(layout.boxes_width)?));
        let entries = objects.saturating_mul(2);
        numbers.extend((0..entries).map(|entry| (tables.saturating_add(entry * 2), two)));
        let loaded = byte(at(layout.counts))?.saturating_add(byte(at(layout.counts) + 1)?);
        let mut end = tables.saturating_add(entries * 2).saturating_add(loaded);
        if layout.has_local_scripts {
            while byte(end)? != 0 {
                numbers.push((end + 1, two));
                end += 3;
            }
            end += 1;
        }
        (end <= data.len()).then_some(Header { numbers, tables, end })
    }
}

/// The header of a room without blocks.
struct Header {
    /// Its offsets: where each one is.
    numbers: Vec<(usize, NumberFormat)>,
    /// Position of the offsets of objects' pictures.
    tables: usize,
    /// Its end.
    end: usize,
}

/// Bytes that something is known to use.
struct Used {
    ranges: Vec<Range<usize>>,
    /// Where something begins.
    starts: BTreeSet<usize>,
}

impl Used {
    /// Takes the bytes of a picture. Returns whether nothing else has them.
    fn take(&mut self, found: &Found) -> bool {
        let blocks = || found.planes.iter().flatten().chain(&found.strips);
        let start = blocks().map(|block| block.whole.start).min().unwrap_or(0);
        let end = blocks().map(|block| block.whole.end).max().unwrap_or(0);
        self.take_range(start, end)
    }

    /// Takes several ranges. Returns whether nothing else has their bytes.
    fn take_all(&mut self, parts: &[Range<usize>]) -> bool {
        parts.iter().all(|part| self.take_range(part.start, part.end))
    }

    fn take_range(&mut self, start: usize, end: usize) -> bool {
        let is_taken = self.ranges.iter().any(|other| start < other.end && other.start < end);
        let is_free = !is_taken && start < end && self.starts.range(start + 1..end).next().is_none();
        if is_free {
            self.ranges.push(start..end);
        }
        is_free
    }
}

/// Returns the end of a plane's last strip.
fn end_of(plane: &StripBlock, data: &[u8], height: usize) -> usize {
    let mut rows = vec![0; height];
    let ends = (0..plane.count).filter_map(|number| {
        let start = plane.start(data, number)?;
        let used = mask::decode(plane.strip(data, number)?, height, &mut rows, 1).bytes;
        start.checked_add(used)
    });
    ends.max().unwrap_or(0).max(plane.table_end()).min(plane.whole.end)
}

/// Returns the streams of a picture of v2 and of its plane, which follows it.
fn streams(
    data: &[u8],
    at: usize,
    (width, height): (usize, usize),
) -> Result<Vec<Range<usize>>, &'static str> {
    let rows = width / STRIP_WIDTH * height;
    if rows == 0 || !width.is_multiple_of(STRIP_WIDTH) {
        return Err(NO_AREA);
    }
    let rest = data.get(at..).unwrap_or_default();
    let picture = stream::decode(rest, (width, height), &mut vec![0; width.saturating_mul(height)]);
    let plane = mask::decode(rest.get(picture.bytes..).unwrap_or_default(), rows, &mut [], 1);
    if picture.cut || plane.cut {
        return Err(CUT);
    }
    let behind = at.saturating_add(picture.bytes);
    Ok(vec![at..behind, behind..behind.saturating_add(plane.bytes)])
}

/// Returns a packed table of so many bytes.
fn table_at(data: &[u8], at: usize, length: usize) -> Result<Range<usize>, &'static str> {
    let (bytes, is_cut) = characters::decode(data.get(at..).unwrap_or_default(), length, &mut Vec::new());
    match length {
        0 => Err(NO_AREA),
        _ if is_cut => Err(CUT),
        _ => Ok(at..at.saturating_add(bytes)),
    }
}

/// Returns the tables of a room of v0 or v1.
fn cell_tables(
    data: &[u8],
    places: &[Option<usize>],
    (width, height): (usize, usize),
    shown: &[u8; 16],
) -> Result<CellTables, &'static str> {
    let [Some(characters), Some(map), Some(own), Some(mask_map), Some(masks)] = *places else {
        return Err(CUT);
    };
    let cells = width / CELL * (height / CELL);
    let stated =
        NumberFormat::U16Le.read(data, masks).and_then(|size| usize::try_from(size).ok()).ok_or(CUT)?;
    let mask_bytes = table_at(data, masks.saturating_add(2), stated.saturating_sub(MASK_EXTRA))?;
    let parts = [
        table_at(data, characters, CHARACTERS)?,
        table_at(data, map, cells)?,
        table_at(data, own, cells)?,
        table_at(data, mask_map, cells)?,
        masks..mask_bytes.end,
    ];
    // The room's colours are at +6 in the header.
    let common = data.get(2..).and_then(|rest| rest.first_chunk()).ok_or(CUT)?;
    Ok(CellTables { parts, common: *common, shown: *shown })
}

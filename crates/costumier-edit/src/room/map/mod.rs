//! Maps a room's block: where its pictures and planes are, and which numbers point to them or measure them.
//!
//! `tagged` maps rooms of v5 and later, with `humongous` for those of later Humongous games, `old` those up to v4.
//!
//! **Note:** pictures that cannot be changed safely are left out, each with its reason: cut blocks, objects whose
//! number is not unique, objects without an area, bytes that something else uses too.

mod humongous;
mod old;
mod tagged;
mod tiles;

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::files::layout::NumberFormat;
use costumier::format::block::Block;
use costumier::format::bytes::Bytes;
use costumier::format::codec::strip::STRIP_WIDTH;
use costumier::format::dialect::BlockHeaders;
use costumier::game::{Room, RoomObject};
use costumier::{Dialect, Limits};

pub(super) use humongous::PackedPicture;
pub(super) use tiles::TileTables;

/// Largest number of z-planes that a picture can have.
pub(super) const MOST_PLANES: usize = 8;

/// The number, among an object's planes, of what it clears in the room's planes.
pub(super) const CLEARED: usize = MOST_PLANES + 1;

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

/// Bytes of a room that are a table of strips, followed by the strips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StripBlock {
    /// All of it, in bytes of the room's payload.
    pub(super) whole: Range<usize>,
    /// The position that offsets count from.
    pub(super) origin: usize,
    /// Position of the first strip's offset.
    pub(super) table: usize,
    /// Bytes of an offset: 2 or 4.
    pub(super) width: usize,
    /// Number of strips.
    pub(super) count: usize,
}

impl StripBlock {
    /// Returns the position of a strip's offset.
    pub(super) fn entry(&self, number: usize) -> usize {
        self.table.saturating_add(number.saturating_mul(self.width))
    }

    /// Returns the end of the table.
    pub(super) fn table_end(&self) -> usize {
        self.entry(self.count)
    }

    /// Returns the form of an offset.
    pub(super) fn form(&self) -> NumberFormat {
        if self.width == 2 { NumberFormat::U16Le } else { NumberFormat::U32Le }
    }

    /// Returns the position of a strip; `None` if it is not stored, or its offset leads outside the block or into the
    /// table.
    pub(super) fn start(&self, payload: &[u8], number: usize) -> Option<usize> {
        let offset = usize::try_from(self.form().read(payload, self.entry(number))?).ok()?;
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
    /// Upper left corner in the room, in pixels; the left edge is a multiple of 8.
    pub(super) corner: (i32, i32),
    /// Width, a multiple of 8, and height in pixels.
    pub(super) size: (usize, usize),
    pub(super) strips: StripBlock,
    /// Planes from plane 1 on; `None` for those that the picture has not.
    pub(super) planes: Vec<Option<StripBlock>>,
}

/// A picture that is not cut into strips, with plane 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WholePicture {
    pub(super) target: Target,
    /// Width, a multiple of 8, and height in pixels.
    pub(super) size: (usize, usize),
    /// Where its bytes are. v2: picture and plane. v0 and v1: the tables of a room, or the cells of an object.
    pub(super) parts: Vec<Range<usize>>,
}

/// The tables of a room of cells (v0, v1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellTables {
    /// Characters, map of characters, map of colours, map of masks, mask characters.
    pub(super) parts: [Range<usize>; 5],
    /// The room's three colours.
    pub(super) common: [u8; 3],
    /// The colour on the screen of each colour.
    pub(super) shown: [u8; 16],
}

/// A number that leads to a part of the room. The number is `place - base + added`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointer {
    pub(super) form: NumberFormat,
    /// The position in the payload that it counts from.
    pub(super) base: usize,
    /// What it counts more than that: bytes before the payload.
    pub(super) added: usize,
}

/// The pictures of a room, and all numbers that depend on their sizes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RoomMap {
    pub(super) pictures: Vec<MappedPicture>,
    /// Pictures of v0 to v2.
    pub(super) whole: Vec<WholePicture>,
    /// Pictures in one piece of Humongous games.
    pub(super) packed: Vec<PackedPicture>,
    /// What they are made of in v0 and v1.
    pub(super) cells: Option<CellTables>,
    /// What they are made of on the PC-Engine.
    pub(super) tiles: Option<TileTables>,
    /// Numbers that measure a range, by position.
    pub(super) extents: BTreeMap<usize, (NumberFormat, Range<usize>)>,
    /// Numbers that lead to something, by position.
    pub(super) pointers: BTreeMap<usize, Pointer>,
    /// The largest payload that a room's block can have.
    pub(super) most_bytes: u64,
    /// Pictures that cannot be changed, each with its reason.
    pub(super) left_out: Vec<String>,
}

/// What a room is mapped with.
struct Mapper<'a> {
    payload: Bytes<'a>,
    limits: &'a Limits,
    map: RoomMap,
}

/// A picture's parts: its strips, its planes, and the numbers that measure them or what is around them.
#[derive(Default)]
struct Found {
    measured: Vec<(usize, NumberFormat, Range<usize>)>,
    strips: Option<StripBlock>,
    planes: Vec<Option<StripBlock>>,
}

impl RoomMap {
    /// Maps the payload of a room's block. `room` is the same room, read.
    pub(super) fn read(payload: &[u8], room: &Room, dialect: &Dialect, limits: &Limits) -> Self {
        let most_bytes = match dialect.blocks {
            BlockHeaders::Bare | BlockHeaders::Size => {
                u64::from(u16::MAX).saturating_sub(dialect.blocks.len())
            }
            BlockHeaders::Small | BlockHeaders::Tagged => u64::from(u32::MAX),
        };
        let map = Self { most_bytes, ..Self::default() };
        let mut mapper = Mapper { payload: Bytes::new(payload), limits, map };
        match dialect.blocks {
            BlockHeaders::Tagged => mapper.tagged(room, dialect),
            BlockHeaders::Small if dialect.objects.tiles => mapper.tiled(room),
            BlockHeaders::Small => mapper.small(room, dialect),
            BlockHeaders::Bare | BlockHeaders::Size => mapper.bundle(room, dialect),
        }
        mapper.map.pictures.sort_by_key(|picture| picture.target);
        mapper.map.whole.sort_by_key(|picture| picture.target);
        mapper.map.packed.sort_by_key(|picture| picture.target);
        mapper.map
    }

    /// Returns what the room has pictures of, and the numbers of their planes.
    pub(super) fn targets(&self) -> impl Iterator<Item = (Target, Vec<usize>)> {
        let strips = self.pictures.iter().map(|found| (found.target, &found.planes));
        let packed = self.packed.iter().map(|found| (found.target, &found.planes));
        let numbered = strips.chain(packed).map(|(target, planes)| {
            let planes = (1..).zip(planes).filter(|(_, plane)| plane.is_some());
            (target, planes.map(|(number, _)| number).collect())
        });
        numbered.chain(self.whole.iter().map(|found| (found.target, vec![1])))
    }
}

impl Mapper<'_> {
    fn leave_out(&mut self, target: Target, why: &str) {
        let name = match target {
            Target::Background => "the background".to_owned(),
            Target::Object { id, state } => format!("object {id}, state {state}"),
        };
        self.map.left_out.push(format!("{name}: {why}"));
    }

    /// Adds a picture.
    fn picture(&mut self, target: Target, corner: (i32, i32), (width, height): (usize, usize), found: Found) {
        let count = width / STRIP_WIDTH;
        let Found { measured, strips, mut planes } = found;
        let Some(strips) = strips.filter(|_| count > 0 && height > 0) else {
            self.leave_out(target, "it has no whole strips, or no area");
            return;
        };
        while planes.last().is_some_and(Option::is_none) {
            planes.pop();
        }
        self.map.extents.extend(measured.into_iter().map(|(at, form, of)| (at, (form, of))));
        let size = (count * STRIP_WIDTH, height);
        let corner = (corner.0.div_euclid(8).saturating_mul(8), corner.1);
        self.map.pictures.push(MappedPicture { target, corner, size, strips, planes });
    }
}

/// Returns the size of an object's picture.
fn size_of(object: &RoomObject, dialect: &Dialect) -> (usize, usize) {
    let rows = usize::from(dialect.objects.rows.max(1));
    (object.width.into(), usize::from(object.height) / rows * rows)
}

/// Counts the objects of a room with each number.
fn counted(room: &Room) -> BTreeMap<u32, usize> {
    let mut same = BTreeMap::new();
    room.objects.iter().for_each(|object| *same.entry(object.id).or_default() += 1);
    same
}

/// Returns the range of a block, header included. `None` if it is cut.
fn whole(block: &Block) -> Option<Range<usize>> {
    let [start, end] = [block.offset, block.end()].map(|at| usize::try_from(at).ok());
    (!block.is_cut()).then_some(start?..end?)
}

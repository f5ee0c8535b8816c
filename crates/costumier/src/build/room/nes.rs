//! Writing rooms of the NES (`reference/08 §7.3`): a header as in v2, and a picture of tiles that are a resource of
//! their own.
//!
//! ```text
//! +4 u16 width / 8, height / 8 · +10 u16 picture, attributes, mask · +20 objects, boxes, scripts as in v2
//! ```
//! What surprises: two by two tiles share one of four palettes of four colours, and where a tile hides actors, its
//! pixels of value 0 do not. So a picture has to be taken apart into palettes: it is refused where none fit.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::collections::{BTreeMap, BTreeSet};

use super::{RoomSource, refuse};
use crate::block::write::BlockWriter;
use crate::codec::tile;
use crate::dialect::Dialect;
use crate::game::nes_room::{ATTRIBUTES, BEFORE, FEW_ATTRIBUTES, NARROW, ROWS};
use crate::problem::Refused;

/// Bytes of the header, four bytes of the block's header included.
const HEADER: usize = 28;

/// The script of leaving and that of entering the room.
const SCRIPTS: [u8; 2] = [0; 2];

/// Most columns of tiles: attributes are stored for 64, of which two stand left of the room.
const COLUMNS: usize = 62;

/// Tiles that a room can tell apart, those of all rooms included.
const TILES: usize = 256;

/// Most steps of looking for four palettes.
const STEPS: u32 = 200_000;

/// Colours, a bit each.
type Colours = u64;

/// What two by two tiles want of their palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Wish {
    /// Colours of pixels that have to have value 0.
    zero: Colours,
    /// Colours of pixels that must not.
    others: Colours,
    /// Colours of all other pixels.
    any: Colours,
}

impl Wish {
    fn with(self, other: Self) -> Self {
        Self { zero: self.zero | other.zero, others: self.others | other.others, any: self.any | other.any }
    }

    /// Colours that may stand anywhere and are wanted by nobody else.
    fn left(self) -> Colours {
        self.any & !(self.zero | self.others)
    }

    /// Whether a palette of four can be all that.
    fn fits(self) -> bool {
        let (zero, others) = (self.zero.count_ones(), self.others.count_ones());
        zero <= 1 && others <= 3 && self.left().count_ones().saturating_add(others).saturating_add(zero) <= 4
    }

    fn contains(self, other: Self) -> bool {
        self.with(other) == self
            || self.zero | other.zero == self.zero
                && self.others | other.others == self.others
                && other.any & !(self.any | self.zero | self.others) == 0
    }

    /// The palette: NES colours.
    fn palette(self) -> [u8; 4] {
        let colours = |set: Colours| (0..64u8).filter(move |colour| set >> colour & 1 == 1);
        let mut left: Vec<u8> = colours(self.left()).collect();
        let others: Vec<u8> = colours(self.others).collect();
        let zero = colours(self.zero).next();
        let room = 3_usize.saturating_sub(others.len());
        let zero = zero.or_else(|| if left.len() > room { left.pop() } else { None });
        let mut all = [zero.unwrap_or(0); 4];
        // What nobody wants is the last that somebody does: texts are in the first and the last of a palette.
        let mut wanted = others.into_iter().chain(left);
        let mut last = zero.unwrap_or(0);
        for entry in all.iter_mut().skip(1) {
            last = wanted.next().unwrap_or(last);
            *entry = last;
        }
        all
    }
}

impl RoomSource {
    /// The room's payload and its own tiles, which stand behind those of all rooms, `base`; `set` is the number of
    /// the set that they are.
    pub(crate) fn nes(
        &self,
        dialect: &Dialect,
        set: u8,
        base: &[[u8; 64]],
    ) -> Result<(Vec<u8>, Vec<[u8; 64]>), Refused> {
        let mut problems = Vec::new();
        self.check_cell_boxes(dialect, &mut problems);
        let (columns, rows) = (usize::from(self.width) / 8, usize::from(self.height) / 8);
        if !self.width.is_multiple_of(8) || !self.height.is_multiple_of(8) || columns > COLUMNS || rows > ROWS
        {
            let text =
                format!("{} x {}: sides are tiles, at most {COLUMNS} x {ROWS}", self.width, self.height);
            refuse(&mut problems, "size", text);
        }
        if self.background.iter().any(|colour| *colour >= 64) {
            refuse(&mut problems, "background", "has colours above 63; the NES has no more");
        }
        for object in self.objects.iter().filter(|object| !object.pictures.is_empty()) {
            let text = "how the NES stores pictures of objects is not known";
            refuse(&mut problems, format!("object {}", object.id), text);
        }
        Refused::unless_empty(std::mem::take(&mut problems))?;
        let wishes = self.wishes(columns, rows);
        let Some(palettes) = four_palettes(&wishes) else {
            let text = "no four palettes of four colours make it, one for each 16 x 16 pixels; where tiles hide \
                actors, one colour of each palette does not";
            refuse(&mut problems, "background", text);
            return Err(Refused { problems });
        };
        let mut tiles: BTreeMap<[u8; 64], usize> = BTreeMap::new();
        base.iter().enumerate().for_each(|(number, tile)| _ = tiles.entry(*tile).or_insert(number));
        let (mut own, mut picture, mut attributes) = (Vec::new(), vec![set], [0; ATTRIBUTES * ROWS / 4]);
        picture.extend(palettes.iter().flat_map(|palette| palette.palette()));
        for row in 0..ROWS {
            let mut numbers = Vec::new();
            for column in 0..columns {
                let wish = wishes.get(&(column / 2, row / 2)).copied().unwrap_or_default();
                let number = palettes.iter().position(|palette| palette.contains(wish)).unwrap_or(0);
                let palette = palettes.get(number).copied().unwrap_or_default().palette();
                let tile = if row < rows { self.tile((column, row), palette) } else { [0; 64] };
                let next = base.len().saturating_add(own.len());
                let at = *tiles.entry(tile).or_insert_with(|| {
                    own.push(tile);
                    next
                });
                numbers.push(at.to_le_bytes()[0]);
                let x = column.saturating_add(BEFORE);
                let shift = u32::try_from((row & 2) << 1 | x & 2).unwrap_or(0);
                let place = attributes.get_mut((row << 2) & 0x30 | (x >> 2) & 0x0F);
                let bits = number.to_le_bytes()[0] & 3;
                place.into_iter().for_each(|byte| *byte |= bits.wrapping_shl(shift));
            }
            picture.extend(tile::pack(&numbers));
        }
        if base.len().saturating_add(own.len()) > TILES {
            let text =
                format!("{} tiles of its own and {} of all rooms; there are {TILES}", own.len(), base.len());
            refuse(&mut problems, "background", text);
        }
        Refused::unless_empty(problems)?;
        let stored = if columns == NARROW { FEW_ATTRIBUTES } else { ATTRIBUTES };
        // Each row by itself: the half that is not stored is passed over where a command ends.
        let kept = attributes.chunks(ATTRIBUTES).flat_map(|row| tile::pack(row.get(..stored).unwrap_or(row)));
        let parts = [picture, kept.collect(), self.mask(columns, rows)];
        Ok((self.nes_payload(dialect, parts), own))
    }

    /// Header, scripts, boxes, picture, attributes, mask, objects.
    fn nes_payload(&self, dialect: &Dialect, parts: [Vec<u8>; 3]) -> Vec<u8> {
        let place = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
        let scripts_at = self.objects.len().saturating_mul(4).saturating_add(HEADER);
        let boxes_at = SCRIPTS.len().saturating_add(scripts_at);
        let mut tail = SCRIPTS.to_vec();
        tail.extend(self.cell_boxes());
        let places = parts.map(|part| {
            let at = tail.len().saturating_add(scripts_at);
            tail.extend(part);
            place(at)
        });
        let furniture = self.bundle_objects(dialect, tail.len().saturating_add(scripts_at), |_| None);
        let mut out = BlockWriter::new();
        [self.width / 8, self.height / 8, 0].iter().chain(&places).for_each(|field| out.u16(*field));
        out.bytes(&[0; 4]);
        let count = u8::try_from(self.objects.len()).unwrap_or(u8::MAX);
        out.bytes(&[count, u8::try_from(boxes_at).unwrap_or(u8::MAX), 0, 0]);
        out.u16(place(scripts_at));
        out.u16(place(scripts_at.saturating_add(1)));
        furniture.tables.iter().for_each(|at| out.u16(*at));
        out.bytes(&tail);
        out.bytes(&furniture.bytes);
        out.finish()
    }

    /// Colour of a pixel, and whether it hides actors.
    fn pixel(&self, x: usize, y: usize) -> (u8, bool) {
        let at = y.saturating_mul(self.width.into()).saturating_add(x);
        let hides = self.planes.first().is_some_and(|plane| {
            let byte = plane.row(y).get(x / 8).copied().unwrap_or(0);
            byte.wrapping_shr(7_u32.saturating_sub(u32::try_from(x % 8).unwrap_or(0))) & 1 == 1
        });
        (self.background.get(at).copied().unwrap_or(0), hides)
    }

    fn pixels_of(&self, (column, row): (usize, usize)) -> [(u8, bool); 64] {
        let (x, y) = (column.saturating_mul(8), row.saturating_mul(8));
        std::array::from_fn(|at| self.pixel(x.saturating_add(at % 8), y.saturating_add(at / 8)))
    }

    /// What each two by two tiles want.
    fn wishes(&self, columns: usize, rows: usize) -> BTreeMap<(usize, usize), Wish> {
        let mut wishes: BTreeMap<(usize, usize), Wish> = BTreeMap::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let pixels = self.pixels_of((column, row));
            let wish = wishes.entry((column / 2, row / 2)).or_default();
            let hides = pixels.iter().any(|pixel| pixel.1);
            for (colour, hidden) in pixels {
                let bit = 1_u64.wrapping_shl(colour.into());
                match (hides, hidden) {
                    (false, _) => wish.any |= bit,
                    (true, true) => wish.others |= bit,
                    (true, false) => wish.zero |= bit,
                }
            }
        }
        wishes
    }

    /// The pixel values of a tile in a palette that has what it wants.
    fn tile(&self, at: (usize, usize), palette: [u8; 4]) -> [u8; 64] {
        let pixels = self.pixels_of(at);
        let hides = pixels.iter().any(|pixel| pixel.1);
        pixels.map(|(colour, hidden)| {
            let first = u8::from(hides && hidden);
            let mut values = (first..4).zip(palette.iter().skip(first.into()));
            values.find(|(_, of)| **of == colour).map_or(0, |(value, _)| value)
        })
    }

    /// Which tiles hide actors: a bit for each, if any does.
    fn mask(&self, columns: usize, rows: usize) -> Vec<u8> {
        let bytes = columns.div_ceil(8);
        let hides = |column, row| self.pixels_of((column, row)).iter().any(|pixel| pixel.1);
        let mut rows_of_bits = Vec::new();
        for row in 0..ROWS {
            let mut bits = vec![0_u8; bytes];
            for column in (0..columns).filter(|column| row < rows && hides(*column, row)) {
                let bit = 1_u8.wrapping_shl(u32::try_from(column & 7).unwrap_or(0));
                bits.get_mut(column / 8).into_iter().for_each(|byte| *byte |= bit);
            }
            rows_of_bits.push(bits);
        }
        if rows_of_bits.iter().flatten().all(|byte| *byte == 0) {
            return vec![0];
        }
        let mut out = vec![1, bytes.to_le_bytes()[0]];
        rows_of_bits.iter().for_each(|bits| out.extend(tile::pack(bits)));
        out
    }
}

/// Four palettes of which each wish has one.
fn four_palettes(wishes: &BTreeMap<(usize, usize), Wish>) -> Option<[Wish; 4]> {
    let all: BTreeSet<Wish> = wishes.values().copied().collect();
    let within = |wish: &Wish| {
        all.iter().any(|other| other != wish && other.contains(*wish) && !wish.contains(*other))
    };
    let mut hard: Vec<Wish> = all.iter().filter(|wish| !within(wish)).copied().collect();
    let size = |wish: &Wish| (wish.zero | wish.others | wish.any).count_ones();
    hard.sort_by_key(|wish| std::cmp::Reverse(size(wish)));
    let mut palettes = [Wish::default(); 4];
    let mut steps = STEPS;
    place(&hard, 0, &mut palettes, &mut steps).then_some(palettes)
}

/// Puts one wish after the other into palettes, the first `used` of which are begun, and takes them out again where
/// those behind them do not fit.
fn place(wishes: &[Wish], used: usize, palettes: &mut [Wish; 4], steps: &mut u32) -> bool {
    let Some((wish, rest)) = wishes.split_first() else { return true };
    for number in 0..used.saturating_add(1).min(palettes.len()) {
        let Some(left) = steps.checked_sub(1) else { return false };
        *steps = left;
        let Some(palette) = palettes.get(number).copied() else { return false };
        let both = palette.with(*wish);
        if !both.fits() {
            continue;
        }
        palettes.iter_mut().skip(number).take(1).for_each(|place| *place = both);
        if place(rest, used.max(number.saturating_add(1)), palettes, steps) {
            return true;
        }
        palettes.iter_mut().skip(number).take(1).for_each(|place| *place = palette);
    }
    false
}

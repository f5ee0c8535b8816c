//! Pictures of tiles (Loom for the PC-Engine): changed cells take tiles that are there, or that no cell needs any
//! more, or new ones; changed pictures and tables are packed anew.
//!
//! ```text
//! cell of 8 × 8 pixels    a tile of colours 0 to 15 · one of sixteen palettes · a mask
//! ```
//! (`docs/format/old-rooms.md §8`.)
//!
//! **Note:** colours 0 and 15 look the same in all palettes. A pixel of another palette that looks like a colour of
//! the cell's palette becomes that colour.

use std::ops::Range;

use costumier::format::codec::pc_engine_tiles::{self, MASKED_ROWS, PIXELS, SIDE, Shape, Strip};

use super::OpenRoom;
use super::layers::{file_of, plane_file_of};
use super::map::{TileTables, WholePicture};
use super::painted::Painted;
use super::whole::WholeChange;
use crate::folder::report::Report;

/// Largest number of tiles: their numbers have 14 bits.
const MOST_TILES: usize = 0x4000;

/// Number of palettes.
const PALETTES: u8 = 16;

/// Tiles or masks, and which ones cells need.
struct Pool<T> {
    all: Vec<T>,
    needed: Vec<bool>,
    most: usize,
}

impl<T: Copy + PartialEq> Pool<T> {
    /// `needs_all`: pictures that are not known may need any.
    fn new(all: Vec<T>, most: usize, needs_all: bool) -> Self {
        let mut needed = vec![needs_all; all.len()];
        // Borders have the first tile, and cells without a mask the first mask.
        needed.first_mut().into_iter().for_each(|first| *first = true);
        Self { all, needed, most }
    }

    fn need(&mut self, number: u16) {
        self.needed.get_mut(usize::from(number)).into_iter().for_each(|needed| *needed = true);
    }

    /// Returns the number of a value; `None` if there is no place for another one.
    fn number(&mut self, wanted: T) -> Option<u16> {
        let known = self.all.iter().position(|it| *it == wanted);
        let at = known.or_else(|| self.needed.iter().position(|needed| !needed));
        let at = at.unwrap_or(self.all.len());
        if at >= self.most {
            return None;
        }
        if at == self.all.len() {
            self.all.push(wanted);
            self.needed.push(true);
        }
        *self.all.get_mut(at)? = wanted;
        let number = u16::try_from(at).ok()?;
        self.need(number);
        Some(number)
    }
}

struct Painter<'a> {
    open: &'a OpenRoom,
    tables: &'a TileTables,
    tiles: Pool<[u8; PIXELS]>,
    masks: Pool<[u8; SIDE]>,
}

/// Returns the parts of the room that the pictures change.
pub(super) fn changed(
    open: &OpenRoom,
    tables: &TileTables,
    all: &[Painted<'_>],
    report: &mut Report,
) -> Vec<WholeChange> {
    let part = |range: &Range<usize>| open.payload.get(range.clone()).unwrap_or_default();
    // An entry that leads outside the table keeps its number; no picture has it.
    let entries = |data| {
        let numbers = 0..pc_engine_tiles::entries(data);
        numbers.map(move |at| pc_engine_tiles::entry(data, at).unwrap_or_default())
    };
    let tiles: Vec<_> = entries(part(&tables.tiles)).map(|data| pc_engine_tiles::tile(data).0).collect();
    let masks = tables.masks.as_ref().map(part).unwrap_or_default();
    let masks: Vec<_> = entries(masks).map(|data| pc_engine_tiles::mask(data).0).collect();
    let needs_all = !open.map.left_out.is_empty();
    let most_masks = if tables.numbers > 1 { usize::from(u16::MAX) } else { 256 };
    let (old_tiles, old_masks) = (tiles.clone(), masks.clone());
    let mut painter = Painter {
        open,
        tables,
        tiles: Pool::new(tiles, MOST_TILES, needs_all),
        masks: Pool::new(masks, most_masks, needs_all),
    };
    let strips: Vec<Vec<Strip>> = all.iter().map(|painted| painter.strips(painted.found)).collect();
    for (painted, strips) in all.iter().zip(&strips) {
        painter.keep(painted, strips);
    }
    let mut out = Vec::new();
    for (painted, old) in all.iter().zip(strips) {
        let (name, shape) = (file_of(painted.found.target), painter.shape(painted.found));
        match painter.painted(painted, &old) {
            Ok(now) if now == old => {}
            Ok(now) => {
                let strips: Vec<_> = now.iter().map(|strip| shape.write(strip)).collect();
                let range = painted.found.parts.first().cloned();
                out.extend(stored(name, range, pc_engine_tiles::table(&strips), report));
            }
            Err((name, why)) => report.refuse(name, why),
        }
    }
    let Painter { tiles, masks, .. } = painter;
    if tiles.all != old_tiles {
        let parts: Vec<_> = tiles.all.iter().map(pc_engine_tiles::encode_tile).collect();
        let (name, table) = ("tiles of the room".to_owned(), pc_engine_tiles::table(&parts));
        out.extend(stored(name, Some(tables.tiles.clone()), table, report));
    }
    if masks.all != old_masks {
        let parts: Vec<_> = masks.all.iter().map(pc_engine_tiles::encode_mask).collect();
        let (name, table) = ("masks of the room".to_owned(), pc_engine_tiles::table(&parts));
        out.extend(stored(name, tables.masks.clone(), table, report));
    }
    out
}

/// Returns the change of a table, or refuses one that is too large.
fn stored(
    file: String,
    range: Option<Range<usize>>,
    table: Option<Vec<u8>>,
    report: &mut Report,
) -> Option<WholeChange> {
    match (range, table) {
        (Some(range), Some(bytes)) => Some(WholeChange { file, range, bytes }),
        _ => {
            report.refuse(
                file,
                "they would take more than 65,536 bytes: repeat cells that the room has already",
            );
            None
        }
    }
}

impl Painter<'_> {
    fn shape(&self, found: &WholePicture) -> Shape {
        self.tables.shape(found.target, found.size.1)
    }

    fn strips(&self, found: &WholePicture) -> Vec<Strip> {
        let shape = self.shape(found);
        let data = found.parts.first().and_then(|part| self.open.payload.get(part.clone()));
        let strip = |column| pc_engine_tiles::entry(data.unwrap_or_default(), column).unwrap_or_default();
        (0..found.size.0 / SIDE).map(|column| shape.read(strip(column)).0).collect()
    }

    /// Marks what cells without changes need.
    fn keep(&mut self, painted: &Painted<'_>, strips: &[Strip]) {
        for (column, strip) in strips.iter().enumerate() {
            for (row, number) in strip.tiles.iter().enumerate() {
                if !painted.differs(column, row) {
                    self.tiles.need(*number);
                }
            }
            for (row, number) in strip.masks.iter().enumerate() {
                if !painted.plane_differs(column, row) {
                    self.masks.need(*number);
                }
            }
        }
    }

    /// Returns the strips of a picture with the pixels of a folder, or the file that has to change and why.
    fn painted(&mut self, painted: &Painted<'_>, old: &[Strip]) -> Result<Vec<Strip>, (String, String)> {
        let (name, plane) = (file_of(painted.found.target), plane_file_of(painted.found.target, 1));
        let mut now = old.to_vec();
        for (column, strip) in now.iter_mut().enumerate() {
            for row in 0..painted.found.size.1 / SIDE {
                let place = format!("the cell of 8 × 8 pixels from {},{} on", column * SIDE, row * SIDE);
                if painted.differs(column, row) {
                    let before = strip.palettes.get(row).copied().unwrap_or(0);
                    let cell = self.tile(painted, (column, row), before);
                    let (tile, palette) = cell.map_err(|why| (name.clone(), format!("{place} {why}")))?;
                    let number = self.tiles.number(tile).ok_or_else(|| {
                        (
                            name.clone(),
                            format!(
                                "{place} needs a tile of its own, and the room has all of its {MOST_TILES}"
                            ),
                        )
                    })?;
                    strip.tiles.get_mut(row).into_iter().for_each(|to| *to = number);
                    strip.palettes.get_mut(row).into_iter().for_each(|to| *to = palette);
                }
                if painted.plane_differs(column, row) {
                    let mask = std::array::from_fn(|y| painted.plane_row(column, row * SIDE + y));
                    let Some(to) = strip.masks.get_mut(row) else {
                        let why = format!(
                            "a picture has no plane if it has more than {MASKED_ROWS} rows of tiles, or \
                                           if its room has no masks: leave it black"
                        );
                        return Err((plane, why));
                    };
                    *to = self.masks.number(mask).ok_or_else(|| {
                        let why = format!(
                            "{place} needs a mask of its own, and the room's are all in use: repeat \
                                           cells that the room has already"
                        );
                        (plane.clone(), why)
                    })?;
                }
            }
        }
        Ok(now)
    }

    /// Returns the tile of a cell, and its palette: `before` if that has all colours.
    fn tile(
        &self,
        painted: &Painted<'_>,
        (column, row): (usize, usize),
        before: u8,
    ) -> Result<([u8; PIXELS], u8), String> {
        let pixel = |at: usize| painted.pixel(column * SIDE + at % SIDE, row * SIDE + at / SIDE);
        let pixels: [u8; PIXELS] = std::array::from_fn(pixel);
        for palette in [before].into_iter().chain(0..PALETTES) {
            let values = pixels.map(|pixel| self.value(pixel, palette));
            if values.iter().all(Option::is_some) {
                return Ok((values.map(Option::unwrap_or_default), palette));
            }
        }
        // The palette of the first pixel that only one has.
        let own = |pixel: &u8| (0..PALETTES).filter(|it| self.value(*pixel, *it).is_some()).count() == 1;
        let first = pixels.iter().find(|pixel| own(pixel)).map_or(before, |pixel| pixel >> 4);
        let other = pixels.iter().position(|pixel| self.value(*pixel, first).is_none()).unwrap_or(0);
        Err(format!(
            "has colours of palette {first}, and another one at {},{}: the colours of a cell are those of one palette, \
             of which the room has sixteen",
            column * SIDE + other % SIDE,
            row * SIDE + other / SIDE
        ))
    }

    /// Returns the colour of a palette that looks like a room colour.
    fn value(&self, pixel: u8, palette: u8) -> Option<u8> {
        if pixel >> 4 == palette {
            return Some(pixel & 15);
        }
        let colours = self.open.room.palettes.first()?.applied();
        let colour = |number: u8| colours.get(usize::from(number));
        (0..16).find(|value| colour(palette << 4 | value) == colour(pixel))
    }
}

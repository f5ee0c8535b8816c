//! Writing rooms of the NES (`docs/format/old-rooms.md §7.3`): a header as in v2, and pictures of tiles that
//! are a resource of their own.
//!
//! ```text
//! +4 u16 width / 8, height / 8 · +10 u16 picture, attributes, mask · +20 objects, boxes, scripts as in v2
//! ```
//! **Note:** 2 × 2 tiles share one of four palettes of four colours, and pixels of value 0 never hide actors. So a
//! picture has to be divided among palettes; a room that no four palettes fit is refused. Tiles of an object outside
//! the squares of 2 × 2 whose palettes it sets keep the palette that is there. The writer does not know which object
//! was drawn last, so all objects that set a square's palette get the same one.

mod canvas;
mod palettes;

use std::collections::BTreeMap;

use self::canvas::{Canvas, Cell};
use self::palettes::PaletteNeeds;
use super::bundle::Bundle;
use super::{RoomSource, objects, refuse};
use costumier_format::Refused;
use costumier_format::block::write::BlockWriter;
use costumier_format::codec::nes_tiles;
use costumier_format::dialect::Dialect;
use costumier_format::room::tile_tables::{
    ATTRIBUTES, FEW_ATTRIBUTES, MASK_BYTES, NARROW, PER_BYTE, ROWS, attribute,
};

/// Most columns of tiles: attributes are stored for 64, of which two stand left of the room.
const COLUMNS: usize = 62;

/// Tiles that a room can tell apart, those of all rooms included.
const TILES: usize = 256;

/// The tiles of all rooms, and a room's own behind them.
struct Pool<'a> {
    base: &'a [[u8; 64]],
    numbers: BTreeMap<[u8; 64], usize>,
    own: Vec<[u8; 64]>,
}

impl<'a> Pool<'a> {
    fn new(base: &'a [[u8; 64]]) -> Self {
        let mut numbers = BTreeMap::new();
        base.iter().enumerate().for_each(|(number, tile)| _ = numbers.entry(*tile).or_insert(number));
        Self { base, numbers, own: Vec::new() }
    }

    fn len(&self) -> usize {
        self.base.len().saturating_add(self.own.len())
    }

    /// The number of a tile, of which the low eight bits count.
    fn number(&mut self, tile: [u8; 64]) -> u8 {
        let next = self.len();
        let at = *self.numbers.entry(tile).or_insert_with(|| {
            self.own.push(tile);
            next
        });
        at.to_le_bytes()[0]
    }
}

/// The palettes of a room, and which one each picture has where.
struct Palettes {
    four: [PaletteNeeds; 4],
    /// By picture and 2 × 2 tiles.
    wishes: BTreeMap<(usize, Cell), PaletteNeeds>,
}

impl Palettes {
    /// Finds four that all pictures can be made of; the first is the room's own.
    fn of(canvases: &[Canvas<'_>]) -> Option<Self> {
        let mut wishes: BTreeMap<(usize, Cell), PaletteNeeds> = BTreeMap::new();
        // The needs of tiles whose palette another object has set.
        let mut shared: BTreeMap<Cell, PaletteNeeds> = BTreeMap::new();
        for (number, canvas) in canvases.iter().enumerate() {
            for at in canvas.places() {
                let wish = match canvas.sets(at) {
                    true => wishes.entry((number, canvas.cell(at))).or_default(),
                    false => shared.entry(canvas.cell(at)).or_default(),
                };
                *wish = wish.with(canvas.wish(at));
            }
        }
        for ((_, cell), wish) in &wishes {
            shared.entry(*cell).and_modify(|all| *all = all.with(*wish));
        }
        for ((_, cell), wish) in &mut wishes {
            shared.get(cell).into_iter().for_each(|all| *wish = *all);
        }
        let four = palettes::four(wishes.values().copied())?;
        Some(Self { four, wishes })
    }

    /// The number of the palette that a picture has where it sets one, or else that the room has.
    fn number(&self, canvas: usize, cell: Cell) -> u8 {
        let wish = self.wishes.get(&(canvas, cell)).or_else(|| self.wishes.get(&(0, cell)));
        let wish = wish.copied().unwrap_or_default();
        let number = self.four.iter().position(|palette| palette.contains(wish)).unwrap_or(0);
        number.to_le_bytes()[0] & 3
    }

    fn colours(&self, canvas: usize, cell: Cell) -> [u8; 4] {
        let palette = self.four.get(usize::from(self.number(canvas, cell)));
        palette.copied().unwrap_or_default().palette()
    }
}

impl RoomSource {
    /// Writes a room for the NES: the payload, and the room's own tiles, which follow `base`, the tiles of all rooms.
    /// `set` is the number of the room's tile set.
    ///
    /// # Errors
    /// Parts that do not fit into a room for the NES.
    pub fn write_nes(
        &self,
        dialect: &Dialect,
        set: u8,
        base: &[[u8; 64]],
    ) -> Result<(Vec<u8>, Vec<[u8; 64]>), Refused> {
        let mut problems = Vec::new();
        self.check(&mut problems);
        self.check_cell_boxes(dialect, &mut problems);
        objects::check(self, dialect, &mut problems);
        let (columns, rows) = (usize::from(self.width) / 8, usize::from(self.height) / 8);
        if !self.width.is_multiple_of(8) || !self.height.is_multiple_of(8) || columns > COLUMNS || rows > ROWS
        {
            let text =
                format!("{} x {}: sides are tiles, at most {COLUMNS} x {ROWS}", self.width, self.height);
            refuse(&mut problems, "size", text);
        }
        let canvases = Canvas::all(self);
        for canvas in canvases.iter().filter(|canvas| canvas.pixels.iter().any(|colour| *colour >= 64)) {
            refuse(&mut problems, canvas.name.clone(), "has colours above 63; the NES has no more");
        }
        Refused::unless_empty(std::mem::take(&mut problems))?;
        let Some(palettes) = Palettes::of(&canvases) else {
            let text = "no four palettes of four colours make it, one for each 16 x 16 pixels; where tiles hide \
                actors, one colour of each palette does not";
            refuse(&mut problems, "background", text);
            return Err(Refused { problems });
        };
        let mut pool = Pool::new(base);
        let mut picture = vec![set];
        picture.extend(palettes.four.iter().flat_map(|palette| palette.palette()));
        let mut images = Vec::new();
        for (number, canvas) in canvases.iter().enumerate() {
            let rows = canvas.tiles(|cell| palettes.colours(number, cell), &mut pool);
            if number == 0 {
                picture.extend(rows.iter().flat_map(|row| nes_tiles::pack(row)));
                for _ in rows.len()..ROWS {
                    picture.extend(nes_tiles::pack(&vec![pool.number([0; 64]); columns]));
                }
            } else {
                images.push(canvas.image(&rows, |cell| palettes.number(number, cell)));
            }
        }
        if pool.len() > TILES {
            let (own, all) = (pool.own.len(), base.len());
            let text = format!("{own} tiles of its own and {all} of all rooms; there are {TILES}");
            refuse(&mut problems, "background", text);
        }
        Refused::unless_empty(problems)?;
        let stored = if columns == NARROW { FEW_ATTRIBUTES } else { ATTRIBUTES };
        let attributes = attributes(columns, &palettes);
        // Each row by itself: the half that is not stored is passed over where a command ends.
        let kept =
            attributes.chunks(ATTRIBUTES).flat_map(|row| nes_tiles::pack(row.get(..stored).unwrap_or(row)));
        let parts = [picture, kept.collect(), mask(columns, &canvases)];
        Ok((self.nes_payload(dialect, parts, images)?, pool.own))
    }

    /// Header, scripts, boxes, picture, attributes, mask, objects.
    fn nes_payload(
        &self,
        dialect: &Dialect,
        parts: [Vec<u8>; 3],
        images: Vec<Vec<u8>>,
    ) -> Result<Vec<u8>, Refused> {
        let mut bundle = Bundle::new(self, self.cell_boxes());
        let mut fields = BlockWriter::new();
        [self.width / 8, self.height / 8, 0].iter().for_each(|field| fields.u16(*field));
        parts.into_iter().for_each(|part| fields.u16(bundle.add(part)));
        fields.bytes(&[0; 4]);
        let mut images = images.into_iter();
        bundle.finish(dialect, &fields.finish(), |object| {
            object.pictures.first_key_value().and_then(|_| images.next())
        })
    }
}

/// The palettes of the room's tiles.
fn attributes(columns: usize, palettes: &Palettes) -> [u8; ATTRIBUTES * ROWS / 4] {
    let mut out = [0; ATTRIBUTES * ROWS / 4];
    for (column, row) in
        (0..ROWS).step_by(2).flat_map(|row| (0..columns).step_by(2).map(move |column| (column, row)))
    {
        let (place, shift) = attribute(column, row);
        let bits = palettes.number(0, (column / 2, row / 2)).wrapping_shl(shift);
        out.get_mut(place).into_iter().for_each(|byte| *byte |= bits);
    }
    out
}

/// Which tiles hide actors: a bit for each, if any does, be it an object's.
fn mask(columns: usize, canvases: &[Canvas<'_>]) -> Vec<u8> {
    let bytes = columns.div_ceil(8);
    if !canvases.iter().any(|canvas| canvas.places().any(|at| canvas.hides(at))) {
        return vec![0];
    }
    let mut out = vec![1, bytes.to_le_bytes()[0]];
    for row in 0..ROWS {
        let bits = canvases.first().map(|room| room.hiding(row)).unwrap_or_default();
        out.extend(nes_tiles::pack(bits.get(..bytes).unwrap_or(&bits)));
    }
    out
}

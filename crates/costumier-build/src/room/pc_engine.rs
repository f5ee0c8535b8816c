//! Writing rooms made of tiles: Loom for the PC-Engine (`docs/format/old-rooms.md §8`).
//!
//! ```text
//! HD · PA the sixteen palettes · TL tiles · ZP masks · BX · BM strips · OC, OI
//! ```
//! **Note:** not every picture can be written. The 8 × 8 pixels of a tile have colours of one palette. Palette
//! colours have three bits a component; colour 0 is the same in all palettes, and colour 15 is a fixed grey. All
//! tiles, each stored once, have to fit into 64 KB.

use std::collections::BTreeMap;

use super::{ObjectSource, RoomSource, refuse};
use costumier_format::block::write::small_block;
use costumier_format::codec::pc_engine_tiles::{self, MASKED_ROWS, PIXELS, SIDE, Shape, Strip};
use costumier_format::dialect::ObjectRules;
use costumier_format::room::Plane;
use costumier_format::screen::Rgb;
use costumier_format::screen::nine::{self, LAST, PACKED};
use costumier_format::{Problem, Refused};

/// Palettes of a room, and colours of a palette.
const PALETTES: usize = 16;

/// Bytes before a picture's strips, whose meaning is not known, are these.
const UNKNOWN: u8 = 0;

/// Most tiles, and most masks: numbers have 14 bits, those of masks 16.
const MOST_TILES: usize = 0x4000;

/// Masks whose numbers fit a byte.
const FEW_MASKS: usize = 256;

/// Values that are stored once, in the order of their first use.
struct Pool<T> {
    numbers: BTreeMap<T, u16>,
    order: Vec<T>,
}

impl<T: Ord + Copy> Pool<T> {
    fn new() -> Self {
        Self { numbers: BTreeMap::new(), order: Vec::new() }
    }

    fn number(&mut self, it: T) -> u16 {
        let next = u16::try_from(self.order.len()).unwrap_or(u16::MAX);
        let number = *self.numbers.entry(it).or_insert(next);
        if number == next && self.order.len() == usize::from(next) {
            self.order.push(it);
        }
        number
    }
}

/// The tiles and masks of a room and of its objects.
struct Painter {
    tiles: Pool<[u8; PIXELS]>,
    masks: Pool<[u8; SIDE]>,
    problems: Vec<Problem>,
}

impl RoomSource {
    /// A palette that rooms made of tiles can have: 256 of the PC-Engine's 512 colours.
    #[must_use]
    pub fn tiled_palette() -> Vec<Rgb> {
        let bits = |number: u16| match number % 16 {
            0 => 0,
            15 => LAST,
            _ => number.wrapping_mul(2) | 1,
        };
        (0..256).map(|number| nine::rgb(bits(number))).collect()
    }

    /// The payload of a room's block.
    pub(super) fn tiled(&self, header: &[u8], boxes: &[u8], rules: &ObjectRules) -> Result<Vec<u8>, Refused> {
        let mut painter = Painter { tiles: Pool::new(), masks: Pool::new(), problems: Vec::new() };
        // Borders without a word, and tiles without anything.
        painter.tiles.number([0; PIXELS]);
        painter.masks.number([0; SIDE]);
        if !self.height.is_multiple_of(8) {
            refuse(&mut painter.problems, "size", "the height is a multiple of 8: tiles have 8 rows");
        }
        if self.height < 16 || self.height > 2040 || self.width > 2040 {
            refuse(
                &mut painter.problems,
                "size",
                "there are at least 2 and at most 254 rows of tiles, and 255 strips",
            );
        }
        let plane = self.planes.first();
        if self.height / 8 > 18 && plane.is_some_and(|plane| !plane.is_clear()) {
            refuse(
                &mut painter.problems,
                "z-plane 1",
                format!("a room of more than {MASKED_ROWS} rows of tiles has none"),
            );
        }
        let [columns, rows] = [self.width, self.height].map(|side| u8::try_from(side / 8).unwrap_or(u8::MAX));
        let size = (self.width, self.height);
        let background = painter.strips("background", &self.background, size, plane);
        let images: Vec<_> = self
            .objects
            .iter()
            .map(|object| {
                let picture = object.pictures.values().next()?;
                let plane = picture.planes.first().and_then(Option::as_ref);
                let size = (object.width, object.height);
                Some(painter.strips(&format!("object {}", object.id), &picture.pixels, size, plane))
            })
            .collect();
        // The number of masks is known only now. A room without masks would keep those of the room before.
        let numbers = match painter.masks.order.len() {
            _ if usize::from(rows) > MASKED_ROWS => 0,
            ..=FEW_MASKS => 1,
            _ => 2,
        };
        let mut picture = vec![UNKNOWN, columns, rows, numbers, UNKNOWN];
        let shape = |height: u16, borders| Shape { rows: usize::from(height) / SIDE, numbers, borders };
        picture.extend(painter.table("background", &background, shape(self.height, true)));
        let mut objects = Vec::new();
        for (object, image) in self.objects.iter().zip(&images) {
            objects.extend(object.small_code(rules));
            if let Some(strips) = image {
                let path = format!("object {}", object.id);
                let image = painter.table(&path, strips, shape(object.height, false));
                objects.extend(object.small_image(&image));
            }
        }
        let palette = self.pack_palette(&mut painter.problems);
        let store = |what: &str, parts: Vec<Vec<u8>>, most: usize, problems: &mut Vec<Problem>| {
            let stored = Some(&parts)
                .filter(|parts| parts.len() <= most)
                .and_then(|parts| pc_engine_tiles::table(parts));
            if stored.is_none() {
                refuse(problems, what, format!("{} different ones take more than 64 KB", parts.len()));
            }
            stored.unwrap_or_default()
        };
        let Painter { tiles: all, masks, mut problems } = painter;
        let all = store(
            "tiles",
            all.order.iter().map(pc_engine_tiles::encode_tile).collect(),
            MOST_TILES,
            &mut problems,
        );
        let masks = store(
            "masks",
            masks.order.iter().map(pc_engine_tiles::encode_mask).collect(),
            usize::from(u16::MAX),
            &mut problems,
        );
        Refused::unless_empty(problems)?;
        let blocks = [
            (b"HD", header),
            (b"PA", &palette),
            (b"TL", &all),
            (b"ZP", &masks),
            (b"BX", boxes),
            (b"BM", &picture),
        ];
        let mut out: Vec<u8> =
            blocks.into_iter().flat_map(|(tag, payload)| small_block(tag, payload)).collect();
        out.extend(objects);
        Ok(out)
    }

    /// All palettes, as far as they are there.
    fn pack_palette(&self, problems: &mut Vec<Problem>) -> Vec<u8> {
        let colour = |number: usize| self.palette.get(number).copied().unwrap_or([0; 3]);
        let palettes = self.palette.len().div_ceil(PALETTES).min(PALETTES);
        let mut bits = |number: usize| {
            nine::nine(colour(number)).unwrap_or_else(|| {
                let [r, g, b] = colour(number);
                let text = format!("{r}, {g}, {b} is none of the 512 that the machine has");
                refuse(problems, format!("palette / colour {number}"), text);
                0
            })
        };
        let first = bits(0);
        let mut out = vec![0, u8::try_from(palettes).unwrap_or(0)];
        out.extend(first.to_le_bytes());
        for palette in 0..palettes {
            let start = palette.saturating_mul(PALETTES).saturating_add(1);
            let colours: Vec<u16> = (start..).take(PACKED).map(&mut bits).collect();
            out.extend(nine::pack(&colours));
        }
        self.check_ends(palettes, problems);
        out
    }

    /// Colours 0 and 15 of palettes are not stored with them.
    fn check_ends(&self, palettes: usize, problems: &mut Vec<Problem>) {
        let first = self.palette.first().copied().unwrap_or_default();
        let shown = |colour: Rgb| nine::nine(colour).map(nine::rgb);
        for palette in 0..palettes {
            let start = palette.saturating_mul(PALETTES);
            for (number, wanted) in [(start, shown(first)), (start.saturating_add(15), Some(nine::rgb(LAST)))]
            {
                let Some(colour) = self.palette.get(number) else { continue };
                if shown(*colour) != wanted {
                    let text = "colour 0 is the same in all palettes, colour 15 the grey 222, 222, 222";
                    refuse(problems, format!("palette / colour {number}"), text);
                }
            }
        }
    }
}

impl Painter {
    /// The strips of a picture.
    fn strips(
        &mut self,
        path: &str,
        pixels: &[u8],
        (width, height): (u16, u16),
        plane: Option<&Plane>,
    ) -> Vec<Strip> {
        let (columns, rows) = (usize::from(width) / SIDE, usize::from(height) / SIDE);
        let mut strips = Vec::with_capacity(columns);
        for column in 0..columns {
            let mut strip = Strip::default();
            for row in 0..rows {
                let place = (column.saturating_mul(SIDE), row.saturating_mul(SIDE));
                let colours = cell(pixels, width.into(), place);
                let palette = colours[0] >> 4;
                if let Some(other) = colours.iter().find(|colour| **colour >> 4 != palette) {
                    let text = format!(
                        "the tile at {}, {} has colours of palettes {palette} and {}",
                        place.0,
                        place.1,
                        other >> 4
                    );
                    // One is enough to know it.
                    if !self.problems.iter().any(|known| known.path == path) {
                        refuse(&mut self.problems, path, text);
                    }
                }
                strip.tiles.push(self.tiles.number(colours.map(|colour| colour & 15)));
                strip.palettes.push(palette);
                let mask = plane.map_or([0; SIDE], |plane| {
                    std::array::from_fn(|y| {
                        plane.row(place.1.saturating_add(y)).get(column).copied().unwrap_or(0)
                    })
                });
                strip.masks.push(self.masks.number(mask));
            }
            strips.push(strip);
        }
        strips
    }

    /// An offset table of strips, and these.
    fn table(&mut self, path: &str, strips: &[Strip], shape: Shape) -> Vec<u8> {
        let strips: Vec<_> = strips.iter().map(|strip| shape.write(strip)).collect();
        let stored = pc_engine_tiles::table(&strips);
        if stored.is_none() {
            refuse(&mut self.problems, path, "its strips take more than 64 KB");
        }
        stored.unwrap_or_default()
    }
}

/// The pixels of a tile whose corner is there.
fn cell(pixels: &[u8], width: usize, (left, top): (usize, usize)) -> [u8; PIXELS] {
    std::array::from_fn(|pixel| {
        let at = top.saturating_add(pixel / SIDE).saturating_mul(width).saturating_add(left);
        pixels.get(at.saturating_add(pixel % SIDE)).copied().unwrap_or(0)
    })
}

impl ObjectSource {
    /// `OI`.
    fn small_image(&self, picture: &[u8]) -> Vec<u8> {
        small_block(b"OI", &[&self.id.to_le_bytes(), picture].concat())
    }
}

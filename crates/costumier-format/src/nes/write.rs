//! The writer of costumes of the NES and their sprites, from forms that can be edited.
//!
//! ```text
//! costume   24 × { place, number } │ frames of each record, equal ones once
//! sprites   first lists │ lengths │ offsets │ sprites │ tiles │ palettes: six resources
//! ```
//! **Note:** frames of all costumes are in one sequence of lists. A costume's look says which list is its first;
//! lists of looks that no costume has begin at 0.

use std::collections::BTreeMap;

use super::{Nes, RECORDS};
use crate::codec::nes_tiles::{self, TILE};
use crate::dialect::Dialect;
use crate::model::{COLOURS, LOOKS, SPRITE, Sprite};
use crate::problem::{Problem, Refused, refuse};

/// Largest number of sprites of a frame.
const MOST_SPRITES: usize = 256;

/// A costume of the NES in a form that can be edited, and written with [`NesSource::write`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NesSource {
    /// The dialect of the costume's game.
    pub dialect: Dialect,
    /// The frames of each record, 4 · chore + direction.
    pub records: [Vec<u8>; RECORDS as usize],
    /// The payload and the parts that this was read from, if its layout is unusual.
    verbatim: Option<Box<(Vec<u8>, NesSource)>>,
}

impl Default for NesSource {
    fn default() -> Self {
        Self::new()
    }
}

impl NesSource {
    /// A costume that shows nothing.
    #[must_use]
    pub fn new() -> Self {
        Self { dialect: Dialect::NES, records: Default::default(), verbatim: None }
    }

    /// Splits an opened costume into its parts. An unchanged costume is written back byte for byte. Frames that
    /// lead outside the block become empty.
    #[must_use]
    pub fn read(costume: &Nes) -> Self {
        let mut source = Self { dialect: *costume.dialect(), ..Self::new() };
        for (number, frames) in (0..RECORDS).zip(&mut source.records) {
            *frames = costume.frames(number).unwrap_or_default().to_vec();
        }
        if source.write().map_or(true, |payload| payload != costume.payload()) {
            source.verbatim = Some(Box::new((costume.payload().to_vec(), source.clone())));
        }
        source
    }

    /// Whether the costume has this writer's layout, or was not read from a block.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        self.verbatim.is_none()
    }

    /// Writes the payload of the block: everything behind its size.
    ///
    /// # Errors
    /// All the reasons why the costume cannot be written.
    pub fn write(&self) -> Result<Vec<u8>, Refused> {
        if let Some((payload, parts)) = self.verbatim.as_deref()
            && self.records == parts.records
        {
            return Ok(payload.clone());
        }
        let mut problems = Vec::new();
        let tables = usize::from(RECORDS).saturating_mul(2);
        let mut out = vec![0; tables];
        for (number, frames) in self.records.iter().enumerate() {
            let path = || format!("record {number}");
            let Ok(count) = u8::try_from(frames.len()) else {
                refuse(&mut problems, path(), format!("{} frames; there are 255", frames.len()));
                continue;
            };
            let stored = out.get(tables..).unwrap_or_default();
            let found = stored.windows(frames.len().max(1)).position(|part| part == frames.as_slice());
            let place = match found.filter(|_| count > 0) {
                Some(found) => tables.saturating_add(found),
                None if count == 0 => 0,
                None => {
                    let place = out.len();
                    out.extend_from_slice(frames);
                    place
                }
            };
            let Ok(place) = u8::try_from(place) else {
                let text = "the frames of all records together do not fit into places of one byte";
                refuse(&mut problems, path(), text);
                continue;
            };
            let pair = out.get_mut(number.saturating_mul(2)..).and_then(<[u8]>::first_chunk_mut);
            pair.into_iter().for_each(|pair| *pair = [place, count]);
        }
        Refused::unless_empty(problems)?;
        Ok(out)
    }
}

/// A set of sprites in a form that can be edited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpriteSetSource {
    /// The frames of each costume by its number, as sprites; the first sprite is painted last.
    pub costumes: BTreeMap<u8, Vec<Vec<Sprite>>>,
    /// The tiles: 64 pixel values of 0 to 3, row by row.
    pub tiles: Vec<[u8; 64]>,
    /// NES colours of four palettes of four.
    pub palette: [u8; COLOURS],
}

impl SpriteSetSource {
    /// Writes the six resources of a set, in the order of their kinds: first lists, lengths, offsets, sprites,
    /// tiles, palettes. Each begins with its size.
    ///
    /// # Errors
    /// All the reasons why the set cannot be written.
    pub fn write(&self) -> Result<[Vec<u8>; 6], Refused> {
        let mut problems = Vec::new();
        let looks = LOOKS.iter().max().map_or(0, |last| usize::from(*last).saturating_add(1));
        let mut first = vec![0_u16; looks];
        let (mut lengths, mut offsets, mut sprites) = (Vec::new(), Vec::new(), Vec::new());
        let mut worn: BTreeMap<u8, u8> = BTreeMap::new();
        let word = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        for (number, frames) in &self.costumes {
            let path = || format!("costume {number}");
            let Some(look) = LOOKS.get(usize::from(*number)) else {
                refuse(&mut problems, path(), format!("the interpreter knows {}", LOOKS.len()));
                continue;
            };
            if let Some(other) = worn.insert(*look, *number) {
                if self.costumes.get(&other) != Some(frames) {
                    let text = format!("costume {other} has the same frames, and here other ones");
                    refuse(&mut problems, path(), text);
                }
                continue;
            }
            if frames.len() > 256 {
                refuse(&mut problems, path(), format!("{} frames; there are 256", frames.len()));
            }
            first.get_mut(usize::from(*look)).into_iter().for_each(|at| *at = word(lengths.len()));
            for (number, frame) in frames.iter().enumerate() {
                let path = || format!("{} / frame {number}", path());
                if frame.is_empty() || frame.len() > MOST_SPRITES {
                    refuse(&mut problems, path(), format!("{} sprites; there are 1 to 256", frame.len()));
                }
                if let Some(sprite) = frame.iter().find(|sprite| !sprite.fits()) {
                    let text = format!(
                        "a sprite at {}, {}: places are −32 to 31 across and −64 to 63 down, palettes 0 to 3",
                        sprite.x, sprite.y
                    );
                    refuse(&mut problems, path(), text);
                }
                if frame.iter().any(|sprite| usize::from(sprite.tile) >= self.tiles.len()) {
                    refuse(&mut problems, path(), "shows a tile that is not there");
                }
                lengths.push(frame.len().saturating_sub(1).to_le_bytes()[0]);
                offsets.extend(word(sprites.len()).to_le_bytes());
                sprites.extend(frame.iter().flat_map(|sprite| sprite.to_bytes()));
            }
        }
        if sprites.len() > usize::from(u16::MAX) {
            let text = format!("{} sprites; their places have 16 bits", sprites.len() / SPRITE);
            refuse(&mut problems, "sprites", text);
        }
        let tiles = pack_tiles(&self.tiles, &mut problems);
        if self.palette.iter().any(|colour| *colour >= 64) {
            refuse(&mut problems, "palette", "the NES has 64 colours");
        }
        Refused::unless_empty(problems)?;
        let first = first.into_iter().flat_map(u16::to_le_bytes).collect();
        Ok([first, lengths, offsets, sprites, tiles, self.palette.to_vec()])
    }
}

/// Packs tiles as a resource: `u8 count (0: 256)`, then a packed table.
pub fn pack_tiles(tiles: &[[u8; 64]], problems: &mut Vec<Problem>) -> Vec<u8> {
    if tiles.is_empty() || tiles.len() > 256 {
        refuse(problems, "tiles", format!("{}; there are 1 to 256", tiles.len()));
    }
    let table: Vec<[u8; TILE]> = tiles.iter().map(nes_tiles::of_pixels).collect();
    let mut out = vec![tiles.len().to_le_bytes()[0]];
    out.extend(nes_tiles::pack(table.as_flattened()));
    out
}

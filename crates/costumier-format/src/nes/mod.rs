//! The costume of the NES: Maniac Mansion (`docs/format/old-rooms.md §7.4`).
//!
//! ```text
//! payload, two bytes behind the block's start
//! 24 × { u8 place, u8 number of frames }   record = 4 · chore + direction; places count from the payload
//! frames                                   u8 numbers; the game's sprites say what each consists of
//! ```
//! **Note:** the costume has no pictures of its own. A frame is a list of sprites; the game has two sets of them,
//! and scripts choose one. A sprite is a tile of 8 × 8 pixels with one of four palettes. The pictures here are
//! these tiles: the key's limb is the palette (plus four in set 1), its index the tile.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod check;
mod write;

pub use crate::model::{COLOURS, LOOKS, SPRITE, Sprite, SpriteSet, SpriteSets};
pub use check::check;
pub use write::pack_tiles;
pub use write::{NesSource, SpriteSetSource};

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::codec::nes_tiles::{SIDE, TILE};
use crate::codec::{Encoded, Packed};
use crate::colour::{Wearer, room_colours};
use crate::dialect::Dialect;
use crate::error::{Error, ErrorKind, Result};
use crate::kinds;
use crate::model::{Picture, PictureInfo, PictureKey};
use crate::problem::{Problem, Severity};

/// Number of records of a costume: six chores in four directions.
pub const RECORDS: u16 = 24;

/// Number of palettes of a set of sprites.
const PALETTES: u8 = 4;

/// An opened costume of the NES.
#[derive(Clone, Debug)]
pub struct Nes {
    /// Empty if the crate is built without old games, so that no value can exist.
    _kind: kinds::Old,
    payload: Vec<u8>,
    dialect: Dialect,
    /// The costume's number in the game, which decides where its frames begin.
    number: u8,
    sprites: Arc<SpriteSets>,
    /// The set of sprites that the costume is drawn from.
    set: u8,
    colours: [u8; COLOURS],
    problems: Vec<Problem>,
}

impl Nes {
    /// Opens the payload of a block (the bytes after its size). The costume shows nothing until
    /// [`drawn_from`](Self::drawn_from) gives it sprites.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`] where the records do not fit.
    pub fn open(payload: Vec<u8>, dialect: Dialect) -> Result<Self> {
        let records = usize::from(RECORDS).saturating_mul(2);
        if payload.len() < records {
            let error = Error::truncated("records", 0, records as u64, payload.len() as u64);
            return Err(error.in_block("costume of the NES"));
        }
        let mut costume = Self {
            _kind: kinds::old()?,
            payload,
            dialect,
            number: 0,
            sprites: Arc::default(),
            set: 0,
            colours: [0; COLOURS],
            problems: Vec::new(),
        };
        for record in 0..RECORDS {
            if costume.frames(record).is_none() {
                let text = "its frames lead outside the block";
                let at = u64::from(record).saturating_mul(2);
                costume.problems.push(Problem::new(
                    Severity::Broken,
                    format!("record {record}"),
                    Some(at),
                    text,
                ));
            }
        }
        Ok(costume)
    }

    /// Gives the costume its number in the game and the game's sprites. It is drawn from the set that the dialect
    /// names, if that has its frames, or else from the other.
    #[must_use]
    pub fn drawn_from(mut self, number: u8, sprites: Arc<SpriteSets>) -> Self {
        (self.number, self.sprites) = (number, sprites);
        let wanted = self.dialect.sprite_set & 1;
        self.set = if !self.is_in(wanted) && self.is_in(wanted ^ 1) { wanted ^ 1 } else { wanted };
        let palette = self.sprite_set().palette;
        let all = room_colours(self.dialect.colours, &palette, &Wearer::PLAIN);
        self.colours = std::array::from_fn(|k| all.get(k).copied().unwrap_or(0));
        if LOOKS.get(usize::from(number)).is_none() {
            let text = format!("costume {number}: the interpreter knows {}", LOOKS.len());
            self.problems.push(Problem::new(Severity::Odd, "costume", None, text));
        } else if self.sprites.iter().all(SpriteSet::is_empty) {
            let text = "the game has no sprites: there is nothing to be seen";
            self.problems.push(Problem::new(Severity::Odd, "sprites", None, text));
        }
        self
    }

    /// Whether a set has all frames of the costume.
    fn is_in(&self, set: u8) -> bool {
        let mut frames = (0..RECORDS).flat_map(|record| self.frames(record).unwrap_or_default());
        frames.all(|frame| self.sprites_in(set, *frame).is_some())
    }

    /// The payload, as it was read.
    #[must_use]
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// The dialect of the game that the costume came from.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Problems that were found when the costume was opened.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The costume's number in its game.
    #[must_use]
    pub fn number(&self) -> u8 {
        self.number
    }

    /// The set of sprites that the costume is drawn from, 0 or 1.
    #[must_use]
    pub fn set(&self) -> u8 {
        self.set
    }

    /// The sprites that the costume is drawn from.
    #[must_use]
    pub fn sprite_set(&self) -> &SpriteSet {
        let [first, second] = &*self.sprites;
        if self.set == 0 { first } else { second }
    }

    /// NES colours of the costume's sixteen colours, in the light. The first of each four is never drawn.
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        &self.colours
    }

    /// The frames of a record: empty if the record does not exist, `None` if they lead outside the block.
    #[must_use]
    pub fn frames(&self, record: u16) -> Option<&[u8]> {
        if record >= RECORDS {
            return Some(&[]);
        }
        let at = usize::from(record).checked_mul(2)?;
        let &[place, count] = self.payload.get(at..)?.first_chunk()?;
        if count == 0 {
            return Some(&[]);
        }
        let place = usize::from(place);
        self.payload.get(place..place.checked_add(count.into())?)
    }

    /// Position of a record's frames in the payload, in bytes.
    #[must_use]
    pub fn frames_at(&self, record: u16) -> Option<u8> {
        let at = usize::from(record).checked_mul(2)?;
        self.payload.get(at).copied().filter(|_| record < RECORDS)
    }

    /// Numbers of the records that show anything, rising.
    pub fn records_used(&self) -> impl Iterator<Item = u16> + '_ {
        (0..RECORDS).filter(|record| self.frames(*record).is_none_or(|frames| !frames.is_empty()))
    }

    /// The sprites of a frame in the costume's set; the first is painted last.
    #[must_use]
    pub fn sprites(&self, frame: u8) -> Option<impl DoubleEndedIterator<Item = Sprite> + '_> {
        self.sprites_in(self.set, frame).map(|all| all.iter().copied().map(Sprite::from_bytes))
    }

    fn sprites_in(&self, set: u8, frame: u8) -> Option<&[[u8; SPRITE]]> {
        let look = LOOKS.get(usize::from(self.number))?;
        self.sprites.get(usize::from(set))?.frame(*look, frame)
    }

    /// The picture key of a sprite.
    #[must_use]
    pub fn key_of(&self, sprite: Sprite) -> PictureKey {
        let limb = sprite.palette.saturating_add(self.set.saturating_mul(PALETTES));
        PictureKey { limb, index: sprite.tile.into() }
    }

    /// Keys of all pictures that the costume's frames show, rising.
    pub fn picture_keys(&self) -> impl Iterator<Item = PictureKey> + use<> {
        let frames: BTreeSet<u8> =
            (0..RECORDS).flat_map(|record| self.frames(record).unwrap_or_default()).copied().collect();
        let sprites = frames.into_iter().filter_map(|frame| self.sprites(frame)).flatten();
        let keys: BTreeSet<_> = sprites.map(|sprite| self.key_of(sprite)).collect();
        keys.into_iter()
    }

    /// A tile in a palette. **Note:** the tile is not in the costume's block; the picture's position is behind the
    /// block.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] for palettes and tiles that do not exist.
    pub fn picture(&self, key: PictureKey) -> Result<Picture<'_>> {
        let missing = || Error::new(ErrorKind::NoSuchItem(key.to_string()), "tiles of the sprites");
        let set = self.sprites.get(usize::from(key.limb / PALETTES)).ok_or_else(missing)?;
        let data = u8::try_from(key.index).map(|tile| set.tile(tile)).unwrap_or_default();
        if data.len() < TILE {
            return Err(missing());
        }
        let encoded = Encoded::Tile { data, palette: key.limb % PALETTES };
        let (width, height) = (SIDE, SIDE);
        let offset = self.payload.len();
        let info =
            PictureInfo { key, width, height, x: 0, y: 0, move_x: 0, move_y: 0, redirect: None, offset };
        Ok(Picture { info, packed: Packed { width, height, encoded }, encoded_at: offset })
    }
}

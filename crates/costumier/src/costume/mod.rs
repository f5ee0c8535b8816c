//! Costumes of every kind: the limbs, pictures, records and positions that all kinds have.
//!
//! Users of [`Costume`] need not know which block it came from. [`Costume::as_cost`], [`Costume::as_akos`],
//! [`Costume::as_v0`] and [`Costume::as_nes`] give access to the properties of one kind.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod edited;
mod pixels;

pub use pixels::Indices;
pub(crate) use pixels::ScreenPixels;

use std::collections::BTreeMap;

use costumier_format::map::{self, Part};

use crate::Problem;
use crate::Roles;
use crate::akos::{self, Akos};
use crate::bytes::tag_text;
use crate::cast::ScriptLook;
use crate::codec::Packed;
use crate::cost::{self, Cost};
use crate::dialect::{ColourRule, CostumeKind, Dialect};
use crate::game::CostumeBytes;
use crate::model::{Action, Picture, PictureKey};
use crate::nes::{self, Nes};
use crate::screen::{Rgb, high};
use crate::v0::{self, V0};
use crate::{Direction, Facing};
use crate::{Error, ErrorKind, Result};

/// An opened costume of any kind.
///
/// ```
/// use costumier::{Costume, Game, Limits, Role};
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// let costume: Costume = game.costume(1)?;
/// // Its actions: each chore in each facing that has a record.
/// let walk = u16::from(costume.roles().chore(Role::Walk));
/// let walks: Vec<_> = costume.actions().into_iter().filter(|action| action.chore == walk).collect();
/// assert_eq!(walks.len(), 4);
/// // Its pictures, limb by limb, as room colours.
/// for key in costume.picture_keys() {
///     let info = costume.picture(key)?.info;
///     let indices = costume.indices(key)?;
///     assert_eq!(indices.pixels.len(), info.pixels());
///     assert!(!indices.colours().is_empty());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a costume is held once, behind an `Arc`")]
#[non_exhaustive]
pub enum Costume {
    /// The COST block of v1 to v6 and Humongous 6.0.
    Cost(Cost),
    /// The AKOS block of v7, v8 and Humongous games.
    Akos(Akos),
    /// The costume of v0.
    V0(V0),
    /// The costume of v1 for the NES.
    Nes(Nes),
}

impl Costume {
    /// The overrides of a look that scripts give, by costume colour. **Note:** scripts of Humongous games name the
    /// room colour to be replaced, which means the first costume colour that has it
    /// (`docs/format/akos.md §9.3`).
    #[must_use]
    pub fn overrides_in(&self, look: &ScriptLook) -> BTreeMap<u8, u8> {
        self.set_in(look)
    }

    /// The overrides as pixels of 16 bits, in games with such pixels, whose scripts set pixels; empty in other
    /// games.
    #[must_use]
    pub fn pixels_in(&self, look: &ScriptLook) -> BTreeMap<u8, u16> {
        if self.dialect().high_colour.is_some() { self.shown_for(self.set_in(look)) } else { BTreeMap::new() }
    }

    /// The pixels that overrides show with 16 bits a pixel, usually themselves. In a costume with colours of its
    /// own, an override of 0 shows colour 1, and other overrides have no effect
    /// (`docs/format/old-rooms.md §8`).
    pub(crate) fn shown_for(&self, mut set: BTreeMap<u8, u16>) -> BTreeMap<u8, u16> {
        if let (ColourRule::Own, Some(own)) = (self.dialect().colours, self.own_colours()) {
            set.retain(|_, pixel| *pixel == 0);
            set.values_mut().for_each(|pixel| *pixel = high::pixel(own[1]));
        }
        set
    }

    fn set_in<C: TryFrom<u32>>(&self, look: &ScriptLook) -> BTreeMap<u8, C> {
        let by_room_colour = self.dialect().overrides_name_room_colours();
        let pair = |(entry, colour): (&u32, &u32)| {
            let (entry, colour) = (u8::try_from(*entry).ok()?, C::try_from(*colour).ok()?);
            if !by_room_colour {
                return Some((entry, colour));
            }
            let found = self.palette().iter().position(|own| *own == entry)?;
            Some((u8::try_from(found).ok()?, colour))
        };
        look.overrides.iter().filter_map(pair).collect()
    }

    /// Opens a costume from its block's tag and payload (the bytes after the block's header).
    ///
    /// # Errors
    /// [`ErrorKind::NotACostume`] for any other tag; the errors of [`Cost::open`], [`Akos::open`], [`V0::open`] and
    /// [`Nes::open`].
    pub fn open(tag: [u8; 4], payload: Vec<u8>, dialect: Dialect) -> Result<Self> {
        match (&tag, dialect.costumes) {
            (b"COST", CostumeKind::V0) => Ok(Self::V0(V0::open(payload, dialect)?)),
            (b"COST", CostumeKind::Nes) => Ok(Self::Nes(Nes::open(payload, dialect)?)),
            (b"COST", _) => Ok(Self::Cost(Cost::open(payload, dialect)?)),
            (b"AKOS", _) => Ok(Self::Akos(Akos::open(payload, dialect)?)),
            _ => Err(Error::new(ErrorKind::NotACostume { found: tag_text(&tag) }, "costume")),
        }
    }

    /// Opens the costume that [`Game::costume_bytes`](crate::game::Game::costume_bytes) found.
    ///
    /// # Errors
    /// The errors of [`Costume::open`], with the file, the id and offsets in the file.
    pub fn read(found: CostumeBytes) -> Result<Self> {
        let (payload_at, sprites) = (found.payload_at(), found.sprites.clone());
        let costume = Self::open(found.tag, found.payload, found.dialect)
            .map_err(|e| e.moved_by(payload_at).of_costume(found.id).in_file(found.file))?;
        Ok(match (costume, u8::try_from(found.id)) {
            (Self::V0(v0), Ok(actor)) => Self::V0(v0.worn_by(actor)),
            (Self::Nes(nes), Ok(number)) => Self::Nes(nes.drawn_from(number, sprites.unwrap_or_default())),
            (costume, _) => costume,
        })
    }

    /// What each byte of the payload is, from the first to the last.
    #[must_use]
    pub fn byte_map(&self) -> Vec<Part> {
        match self {
            Self::Cost(cost) => map::of_cost(cost),
            Self::Akos(akos) => map::of_akos(akos),
            Self::Nes(nes) => map::of_nes(nes),
            Self::V0(v0) => map::of_v0(v0),
        }
    }

    /// The COST block, if the costume is one.
    #[must_use]
    pub fn as_cost(&self) -> Option<&Cost> {
        match self {
            Self::Cost(cost) => Some(cost),
            _ => None,
        }
    }

    /// The costume of v0, if it is one.
    #[must_use]
    pub fn as_v0(&self) -> Option<&V0> {
        match self {
            Self::V0(v0) => Some(v0),
            _ => None,
        }
    }

    /// The costume of the NES, if it is one.
    #[must_use]
    pub fn as_nes(&self) -> Option<&Nes> {
        match self {
            Self::Nes(nes) => Some(nes),
            _ => None,
        }
    }

    /// The AKOS block, if the costume is one.
    #[must_use]
    pub fn as_akos(&self) -> Option<&Akos> {
        match self {
            Self::Akos(akos) => Some(akos),
            _ => None,
        }
    }

    /// The kind as in JSON: `cost`, `akos`, `v0` or `nes`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Cost(_) => "cost",
            Self::Akos(_) => "akos",
            Self::V0(_) => "v0",
            Self::Nes(_) => "nes",
        }
    }

    /// The rules of the costume's game.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        match self {
            Self::Cost(cost) => cost.dialect(),
            Self::Akos(akos) => akos.dialect(),
            Self::V0(v0) => v0.dialect(),
            Self::Nes(nes) => nes.dialect(),
        }
    }

    /// The chores of the roles: those of the generation, or those that the game's scripts set
    /// ([`Game::set_roles`](crate::Game::set_roles)).
    #[must_use]
    pub fn roles(&self) -> Roles {
        self.dialect().roles
    }

    /// Room palette index of each costume colour, as the block stores it; entry 0 is never drawn.
    ///
    /// **Note:** these are not the visible colours: no picture may use some of them, and in Humongous games
    /// pictures have room colours of their own. [`Indices::colours`] lists what a picture draws.
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        match self {
            Self::Cost(cost) => cost.palette(),
            Self::Akos(akos) => akos.palette(),
            Self::V0(v0) => v0.palette(),
            Self::Nes(nes) => nes.palette(),
        }
    }

    /// The costume's own colours, by room colour (`RGBS`, Humongous games), or by costume colour on the PC-Engine.
    /// With 16 bits a pixel, they replace those of the room.
    #[must_use]
    pub fn own_colours(&self) -> Option<[Rgb; 256]> {
        match self {
            Self::Cost(cost) => cost.own_colours(),
            Self::Akos(akos) => akos.room_rgb(),
            Self::V0(_) | Self::Nes(_) => None,
        }
    }

    /// The bytes of the costume's block behind the block's header, decrypted.
    #[must_use]
    pub fn payload(&self) -> &[u8] {
        match self {
            Self::Cost(cost) => cost.payload(),
            Self::Akos(akos) => akos.payload(),
            Self::V0(v0) => v0.payload(),
            Self::Nes(nes) => nes.payload(),
        }
    }

    /// Whether West has art of its own instead of being drawn as East's mirror image.
    #[must_use]
    pub fn never_mirror(&self) -> bool {
        match self {
            Self::Cost(cost) => cost.format().never_mirror,
            Self::Akos(akos) => akos.header().never_mirror(),
            // The limbs of v0 are flipped one by one.
            Self::V0(_) => true,
            // On the NES, East is mirrored.
            Self::Nes(_) => false,
        }
    }

    /// Number of records of a chore: 4, or 8 in some costumes of v7 and v8.
    #[must_use]
    pub fn directions(&self) -> u16 {
        match self {
            Self::Cost(_) | Self::V0(_) | Self::Nes(_) => 4,
            Self::Akos(akos) => akos.directions(),
        }
    }

    /// The facings that can have records, clockwise from North: four, or [all eight](Facing::ALL) in some costumes
    /// of v7 and v8.
    ///
    /// ```
    /// # let game = costumier::Game::open(&costumier_build::example::files()?, None, costumier::Limits::default())?;
    /// # let costume = std::sync::Arc::new(game.costume(1)?);
    /// use costumier::{Clip, Limits, Role};
    ///
    /// let walk = costume.roles().chore(Role::Walk);
    /// for facing in costume.facings().iter().filter(|facing| costume.has_record(walk, **facing)) {
    ///     let clip = Clip::record(&costume, walk, *facing, &Limits::default());
    ///     assert_eq!(clip.frames.len(), 2, "{facing}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn facings(&self) -> &'static [Facing] {
        if self.directions() == 8 { &Facing::ALL } else { &Facing::QUARTERS }
    }

    /// Whether an actor in this costume is drawn mirrored with this facing (`docs/format/drawing.md §2`): West,
    /// or East on the NES.
    #[must_use]
    pub fn mirrors(&self, facing: Facing) -> bool {
        let mirrored = if self.dialect().is_nes() { Direction::East } else { Direction::West };
        facing.direction() == mirrored && !self.never_mirror()
    }

    /// Keys of all pictures in the tables.
    #[must_use]
    pub fn picture_keys(&self) -> Vec<PictureKey> {
        match self {
            Self::Cost(cost) => cost.picture_keys().collect(),
            Self::Akos(akos) => akos.picture_keys().collect(),
            Self::V0(v0) => v0.picture_keys().collect(),
            Self::Nes(nes) => nes.picture_keys().collect(),
        }
    }

    /// A picture's header and encoded pixels. Pictures of AKOS costumes and of v0 have limb 0; for the NES, the
    /// limb is the number of the palette.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] for a picture that does not exist, [`ErrorKind::Truncated`] or
    /// [`ErrorKind::BadValue`] for a damaged one, [`ErrorKind::Unsupported`] for an unknown codec.
    pub fn picture(&self, key: PictureKey) -> Result<Picture<'_>> {
        match self {
            Self::Cost(cost) => cost.picture(key),
            Self::Akos(akos) if key.limb == 0 => akos.picture(key.index),
            Self::V0(v0) => v0.picture(key),
            Self::Nes(nes) => nes.picture(key),
            Self::Akos(_) => Err(Error::new(ErrorKind::NoSuchItem(key.to_string()), "table of pictures")),
        }
    }

    /// A picture in the form that a [`Painter`](crate::draw::Painter) takes.
    ///
    /// # Errors
    /// The errors of [`Costume::picture`].
    pub fn packed(&self, key: PictureKey) -> Result<Packed<'_>> {
        Ok(self.picture(key)?.packed)
    }

    /// Every chore and direction that has a record, by chore, then in the file's order of directions.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        let role = |chore: u16| self.dialect().roles.role(chore);
        let action = |record: u16, chore: u16, facing| Action { record, chore, facing, role: role(chore) };
        // Four records for each chore.
        let quarter =
            |record: u16| action(record, record / 4, Direction::from_number(record.to_le_bytes()[0]).into());
        match self {
            Self::Cost(cost) => cost.record_indices().map(quarter).collect(),
            Self::V0(v0) => v0.commands_used().map(quarter).collect(),
            Self::Nes(nes) => nes.records_used().map(quarter).collect(),
            Self::Akos(akos) => akos
                .record_indices()
                .map(|record| action(record, akos.chore_of(record), akos.facing_of(record)))
                .collect(),
        }
    }

    /// Whether the costume has a record for a chore in a facing.
    ///
    /// **Note:** an actor that starts a chore without a record continues what it did. After
    /// [`Actor::performing`](crate::Actor::performing) and [`Clip::record`](crate::Clip::record) it shows `init`,
    /// which may look like the chore.
    #[must_use]
    pub fn has_record(&self, chore: u16, facing: Facing) -> bool {
        let is_served = |by: Facing| match self.directions() {
            8 => by == facing,
            _ => by.direction() == facing.direction(),
        };
        self.actions().iter().any(|action| action.chore == chore && is_served(action.facing))
    }

    /// Problems that were found when the costume was opened.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        match self {
            Self::Cost(cost) => cost.problems(),
            Self::Akos(akos) => akos.problems(),
            Self::V0(v0) => v0.problems(),
            Self::Nes(nes) => nes.problems(),
        }
    }

    /// Reads everything in the costume and lists what is odd or broken, [`problems`](Self::problems) included.
    /// Offsets count in the [`payload`](Self::payload).
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        match self {
            Self::Cost(cost) => cost::check(cost),
            Self::Akos(akos) => akos::check(akos),
            Self::V0(v0) => v0::check(v0),
            Self::Nes(nes) => nes::check(nes),
        }
    }
}

#[cfg(test)]
mod map_tests;
#[cfg(test)]
mod nes_tests;
#[cfg(test)]
mod v0_tests;

//! The mapping of costume colours to the values that are written on the stage (`docs/format/drawing.md §7`,
//! `docs/format/akos.md §9`, `docs/format/codecs.md §6`).
//!
//! ```text
//! costume colour k ─▶ override of the actor, else costume palette ─▶ lights or remapping ─▶ room colour e ─▶ shadow?
//! room colour p (codecs 5, 16, 32) ─▶ mostly itself ─▶ shadow?
//! ```
//! Colour 0 is transparent and is never looked up. At most 63 of 256 values are taken, so a value that nothing maps
//! to always exists: the decoder writes it for transparent pixels ([`Colours::key`]). Pictures of room colours have
//! a transparent value of their own; in Humongous games an override of colour 0 replaces it.

use super::high::{HighActor, HighColours};
use super::shade::{Shade, ShadowTables};
use crate::akos::Codec;
use crate::cast::ScriptLook;
use crate::codec::{ColourTable, Encoded};
use crate::colour::{self, Wearer, room_colours};
use crate::costume::Costume;
use crate::dialect::{AkosRules, ColourRule};

/// Everything that decides an actor's colours.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ActorColours<'a> {
    /// How costume colours become room colours.
    pub rule: ColourRule,
    /// For [`ColourRule::Table`], the room colour of each costume colour; missing entries count as 0. For other
    /// rules, the stored palette of the costume.
    pub palette: &'a [u8],
    /// The actor's number, which decides the colours of v1.
    pub actor: u8,
    /// Room colours that are set for this actor alone, by costume colour. 255 means none
    /// (`docs/format/drawing.md §7.1`, `docs/format/akos.md §9.1`); on a CGA screen it also removes the
    /// screen's usual colour ([`ColourRule::CgaTable`]). **Note:** a costume of codec 5 with 256 colours
    /// ignores overrides unless colour 0 has one.
    pub overrides: [Option<u8>; 256],
    /// Whether actors show their colours: bit 8 of the lights, always true from v6 on.
    pub lit: bool,
    /// The actor's shadow mode. COST: bit 0x20 makes every pixel a shadow. AKOS: 1 makes colour 13 a shadow, 3 the
    /// colours below 8.
    pub shadow_mode: u8,
    /// The shadow tables that the game has now.
    pub shadow: ShadowTables<'a>,
    /// Tables that turn room colours into others.
    pub remaps: Remaps<'a>,
    /// The rules of an AKOS costume and its codec; `None` for a COST costume.
    pub akos: Option<(AkosRules, Codec)>,
    /// The actor's pixels of 16 bits, on a stage that has them.
    pub high: Option<HighActor<'a>>,
}

/// Tables of Humongous games that map room colours to others (`docs/format/akos.md §9.1, §9.2`). Engines that
/// do not know a table ignore it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Remaps<'a> {
    /// The room's `REMP` block (7.0).
    pub room: Option<&'a [u8; 256]>,
    /// The table of the palette slot that the actor was given (9.9 on). It makes overrides ineffective.
    pub slot: Option<&'a [u8; 256]>,
    /// The table of palette slot 1 (9.9 on), for codec 32.
    pub first_slot: Option<&'a [u8; 256]>,
}

impl<'a> ActorColours<'a> {
    /// An actor in the light, without overrides and shadows.
    #[must_use]
    pub fn new(palette: &'a [u8]) -> Self {
        Self {
            rule: ColourRule::Table,
            palette,
            actor: Wearer::PLAIN.actor,
            overrides: [None; 256],
            lit: true,
            shadow_mode: 0,
            shadow: ShadowTables::None,
            remaps: Remaps::default(),
            akos: None,
            high: None,
        }
    }

    /// An actor in this costume, in the light, without overrides and shadows.
    #[must_use]
    pub fn of(costume: &'a Costume) -> Self {
        match costume {
            // The stored palette has colours of the costume's own, which are not a room's.
            Costume::Cost(cost) if cost.dialect().colours == ColourRule::Own => {
                Self { rule: ColourRule::Own, ..Self::new(cost.palette()) }
            }
            Costume::Cost(cost) => Self { rule: cost.dialect().colours, ..Self::new(cost.stored_palette()) },
            Costume::V0(v0) => Self { rule: v0.dialect().colours, actor: v0.actor(), ..Self::new(&[]) },
            Costume::Nes(nes) => Self { rule: nes.dialect().colours, ..Self::new(&nes.sprite_set().palette) },
            Costume::Akos(akos) => {
                Self { akos: Some((akos.dialect().akos, akos.header().codec)), ..Self::new(akos.palette()) }
            }
        }
    }

    /// Sets what a script gives an actor in this costume: overrides and the shadow mode.
    pub fn put_on(&mut self, costume: &Costume, look: &ScriptLook) {
        for (entry, colour) in costume.overrides_in(look) {
            self.overrides[usize::from(entry)] = Some(colour);
        }
        self.shadow_mode = look.shadow.and_then(|mode| u8::try_from(mode).ok()).unwrap_or(self.shadow_mode);
    }

    /// The room colour of every costume colour, before shadows.
    #[must_use]
    pub fn room_colours(&self) -> [u8; 256] {
        self.written()
    }

    /// The room colour that is set for a colour of an AKOS costume. 255 takes an override away.
    fn set(&self, k: usize) -> Option<u8> {
        self.overrides[k].filter(|colour| *colour != u8::MAX)
    }

    /// The value that is written for every costume colour.
    fn written(&self) -> [u8; 256] {
        let Some((rules, _)) = self.akos else {
            let wearer = Wearer { overrides: &self.overrides, lit: self.lit, actor: self.actor };
            let mut all = [0; 256];
            all[..colour::MOST].copy_from_slice(&room_colours(self.rule, self.palette, &wearer));
            return all;
        };
        std::array::from_fn(|k| {
            let own = self.palette.get(k).copied().unwrap_or(0);
            if let (true, Some(slot)) = (rules.slot_remaps, self.remaps.slot) {
                return slot[usize::from(own)];
            }
            let colour = self.set(k).unwrap_or(own);
            match self.remaps.room.filter(|_| rules.room_remap) {
                Some(room) => room[usize::from(colour)],
                None => colour,
            }
        })
    }
}

/// The effect of an actor's colours on the stage. Made once per actor, used for all its pictures.
#[derive(Clone, Debug)]
pub struct Colours {
    table: ColourTable,
    key: u8,
    /// Shadows by the actor's shadow mode.
    shade: Option<Shade>,
    /// Whether some costume colour is such a shadow.
    shades: bool,
    /// Shadows of pictures that ask for the actor's XMAP.
    full: Option<Box<Shade>>,
    /// Whether pictures of codecs 5 and 16 ask for it, too.
    full_rows: bool,
    /// Whether columns that share a place are shaded only once (AKOS).
    guarded: bool,
    room: RoomColours,
    high: Option<HighColours>,
}

/// The mapping of pixels that are already room colours.
#[derive(Clone, Debug, Default)]
struct RoomColours {
    /// The map for codec 5 with an override of colour 0.
    bomp: Option<Box<[u8; 256]>>,
    /// The map for codec 16 in Humongous 7.0.
    majmin: Option<Box<[u8; 256]>>,
    /// The map for codec 32 from Humongous 9.9 on.
    trle: Option<Box<[u8; 256]>>,
    /// The transparent value of codec 16, if it differs from the costume's.
    majmin_key: Option<u8>,
    /// The value that is not drawn, if the costume's pictures are room colours.
    unused: Option<u8>,
}

/// The mapping of one picture's pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PixelMapping<'a> {
    /// The transparent value of codec 16, if it differs from the costume's.
    pub(crate) majmin_key: Option<u8>,
    /// The map of pixel values; `None` if they are written as decoded.
    map: Option<&'a [u8; 256]>,
    /// Whether 255 is also transparent as a result of the map.
    keeps_255: bool,
    shade: Option<&'a Shade>,
    /// Whether the XMAP is indexed by the stored value. Otherwise it is indexed by the mapped value.
    shades_stored: bool,
    /// Whether columns that share a place are shaded only once.
    pub(crate) guarded: bool,
}

/// The effect on a pixel of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// The pixel does not change.
    Clear,
    /// The pixel gets this colour.
    Colour(u8),
    /// The pixel gets this colour, which depends on its old one.
    Shadow(u8),
}

impl PixelMapping<'_> {
    /// Whether decoded pixels are written unchanged.
    pub(crate) fn is_plain(&self) -> bool {
        self.map.is_none() && self.shade.is_none()
    }

    /// Whether pixels are shaded: their colours depend on the pixels beneath.
    pub(crate) fn is_shaded(&self) -> bool {
        self.shade.is_some()
    }

    /// The effect of pixel value `value`, which is not the transparent one, on a stage pixel `beneath`.
    #[inline]
    pub(crate) fn ink(&self, value: u8, beneath: u8) -> Ink {
        let colour = self.map.map_or(value, |map| map[usize::from(value)]);
        if self.keeps_255 && colour == u8::MAX {
            return Ink::Clear;
        }
        let by = if self.shades_stored { value } else { colour };
        match self.shade.and_then(|shade| shade.table(by)) {
            Some(table) => Ink::Shadow(table[usize::from(beneath)]),
            None => Ink::Colour(colour),
        }
    }
}

impl Colours {
    /// Costume colours unchanged, without shadows. Transparent pixels are 0 on a stage whose background is 0.
    pub const IDENTITY: Self = Self {
        table: ColourTable::IDENTITY,
        key: 0,
        shade: None,
        shades: false,
        full: None,
        full_rows: false,
        guarded: false,
        room: RoomColours { bomp: None, majmin: None, trle: None, majmin_key: None, unused: None },
        high: None,
    };

    /// The colours of an actor in this costume, in the light, without overrides and shadows.
    #[must_use]
    pub fn of(costume: &Costume) -> Self {
        Self::of_actor(&ActorColours::of(costume))
    }

    /// The colours of an actor on its stage.
    #[must_use]
    pub fn of_actor(actor: &ActorColours<'_>) -> Self {
        let written = actor.written();
        let mut values: [u8; colour::MOST] = std::array::from_fn(|k| written[k]);
        let key = unused(&values[1..]);
        values[0] = key;
        let mut shade = match actor.akos {
            None => Shade::classic(actor.shadow_mode, actor.shadow),
            Some((rules, _)) if rules.shadow_conditions => None,
            Some(_) => Shade::akos(actor.shadow_mode, actor.shadow),
        };
        let is_shadow = |shade: &Shade, value: u8| shade.table(value).is_some();
        if let Some(nothing) = shade.take_if(|shade| actor.akos.is_none() && shade.is_nothing()) {
            // A shadow that changes nothing is made transparent, so that it costs nothing to draw.
            for value in values.iter_mut().skip(1).filter(|value| is_shadow(&nothing, **value)) {
                *value = key;
            }
        }
        let shades =
            shade.as_ref().is_some_and(|shade| values.iter().skip(1).any(|value| is_shadow(shade, *value)));
        let full = actor.akos.filter(|(rules, _)| rules.shadow_conditions || rules.shades_all_trle);
        Self {
            table: ColourTable::new(&values),
            key,
            shade,
            shades,
            full: full.and_then(|_| Shade::full(actor.shadow)).map(Box::new),
            full_rows: actor.akos.is_some_and(|(rules, _)| rules.shades_room_colours),
            guarded: actor.akos.is_some(),
            room: actor.akos.map_or_else(RoomColours::default, |(rules, codec)| {
                RoomColours::new(actor, &written, &rules, codec)
            }),
            high: actor.high.as_ref().map(|high| {
                HighColours::new(high, actor.palette, actor.akos.is_none_or(|(rules, _)| rules.mixes_trle))
            }),
        }
    }

    /// The value that is written for no costume colour; the decoder writes it for transparent pixels.
    #[must_use]
    pub fn key(&self) -> u8 {
        self.key
    }

    /// The values that the decoder writes for costume colours.
    #[must_use]
    pub fn table(&self) -> &ColourTable {
        &self.table
    }

    /// The value that is written for costume colour `k`; `None` if it is transparent, or changes the pixels beneath.
    pub(crate) fn steady(&self, k: u8) -> Option<u8> {
        let value = self.table.value(k);
        let is_shadow = self.shade.as_ref().is_some_and(|shade| shade.table(value).is_some());
        (k != 0 && value != self.key && !is_shadow).then_some(value)
    }

    /// The value that is written for a pixel of a picture that holds room colours; `None` as for
    /// [`Colours::steady`].
    pub(crate) fn steady_room_colour(&self, encoded: &Encoded<'_>, value: u8) -> Option<u8> {
        match self.mapping(encoded, false).ink(value, 0) {
            Ink::Colour(colour) => Some(colour),
            Ink::Clear | Ink::Shadow(_) => None,
        }
    }

    /// The pixels of 16 bits; `None` if pixels are only indices.
    #[inline]
    pub(crate) fn high(&self) -> Option<&HighColours> {
        self.high.as_ref()
    }

    /// Whether some costume colours depend on the pixels beneath them.
    #[must_use]
    pub fn has_shadows(&self) -> bool {
        self.shades
    }

    /// The mapping of a picture's pixels. `full` means that the picture asks for the actor's XMAP.
    pub(crate) fn mapping(&self, encoded: &Encoded<'_>, full: bool) -> PixelMapping<'_> {
        let of_rows = matches!(encoded, Encoded::Bomp { .. } | Encoded::MajMin { .. });
        let asked = self.full.as_deref().filter(|_| full && (!of_rows || self.full_rows));
        let mut mapping = PixelMapping {
            majmin_key: None,
            map: None,
            keeps_255: false,
            shade: asked.or(self.shade.as_ref()),
            shades_stored: false,
            guarded: self.guarded,
        };
        match encoded {
            Encoded::Bomp { .. } => {
                mapping.map = self.room.bomp.as_deref();
                mapping.keeps_255 = true;
            }
            Encoded::MajMin { .. } => {
                mapping.map = self.room.majmin.as_deref();
                mapping.majmin_key = self.room.majmin_key;
            }
            Encoded::Trle { .. } => {
                mapping.map = self.room.trle.as_deref();
                mapping.shade = asked;
                mapping.shades_stored = true;
            }
            // Costume colours are mapped while decoding.
            _ if asked.is_none() && !self.shades => mapping.shade = None,
            _ => {}
        }
        mapping
    }

    /// The result of costume colour `k`, which is not 0, over `beneath`.
    #[cfg(test)]
    pub(crate) fn over(&self, k: u8, beneath: u8) -> u8 {
        let value = self.table.value(k);
        match self.shade.as_ref().and_then(|shade| shade.table(value)) {
            Some(table) => table[usize::from(beneath)],
            None => value,
        }
    }
}

impl RoomColours {
    fn new(actor: &ActorColours<'_>, written: &[u8; 256], rules: &AkosRules, codec: Codec) -> Self {
        // 255 is kept, because it is transparent.
        let mut bomp = *written;
        bomp[255] = u8::MAX;
        let room = actor.remaps.room.filter(|_| rules.room_remap);
        let is_long = actor.palette.len() == 256;
        let zero = actor.set(0);
        let by_palette = is_long && zero.is_none();
        let majmin_key = rules.majmin_transparent.unwrap_or(if by_palette { u8::MAX } else { written[0] });
        let unused = match codec {
            Codec::Rle | Codec::Unknown(_) => None,
            Codec::Bomp => Some(u8::MAX),
            Codec::MajMin => Some(majmin_key),
            // Skipped pixels have no value; any value that does not occur serves.
            Codec::Trle => actor.palette.first().copied(),
        };
        Self {
            bomp: (is_long && zero.is_some()).then(|| Box::new(bomp)),
            majmin: room.map(|room| Box::new(*room)),
            trle: actor.remaps.first_slot.filter(|_| rules.slot_remaps).map(|slot| Box::new(*slot)),
            majmin_key: (codec == Codec::MajMin).then_some(majmin_key),
            unused,
        }
    }
}

/// The lowest value that is not in `values`.
fn unused(values: &[u8]) -> u8 {
    (0..=255).find(|v| !values.contains(v)).unwrap_or(0)
}

/// A value that none of these actors writes and that is not in `taken`, for the background of an empty stage.
#[must_use]
pub fn free_value<'a>(actors: impl IntoIterator<Item = &'a Colours>, taken: &[u8]) -> Option<u8> {
    let mut free = [true; 256];
    for &value in taken {
        free[usize::from(value)] = false;
    }
    let mut shadows: Vec<&Shade> = Vec::new();
    for colours in actors {
        if let Some(unused) = colours.room.unused {
            free.iter_mut().zip(0u8..=255).for_each(|(free, v)| *free &= v == unused);
            continue;
        }
        for k in 1..=63 {
            let value = colours.table.value(k);
            if value != colours.key {
                free[usize::from(value)] = false;
            }
        }
        shadows.extend(colours.shade.as_ref().filter(|_| colours.guarded && colours.shades));
    }
    // Prefer a value on which the shadows of AKOS actors are visible.
    let number = |v: usize| u8::try_from(v).ok();
    let mut values = (0..free.len()).filter(|v| free[*v]).filter_map(number);
    let first = values.clone().next();
    values.find(|v| !shadows.iter().any(|shade| shade.hides_on(*v))).or(first)
}

#[cfg(test)]
mod tests;

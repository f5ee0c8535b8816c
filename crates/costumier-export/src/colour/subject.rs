//! What a costume itself stores about its colours.

use std::borrow::Cow;

use costumier::cast::ScriptLook;
use costumier::draw::ActorColours;
use costumier::format::akos::{Akos, Codec};
use costumier::format::dialect::ColourRule;
use costumier::format::screen::high;
use costumier::{Costume, Limits};
use serde::Serialize;

use super::{Rgb, SHADOW_COLOUR};
use crate::names::RoomsShown;
use crate::pixels::PixelReader;

/// How the stored pixel values become room colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mapping {
    /// Through the costume's palette: COST from v3 with 256 colours on, AKPL in AKOS costumes of codec 1.
    #[default]
    CostumePalette,
    /// The value is one of the screen's 16 colours. The one that the costume names is drawn as colour 0 (v2, v3 with
    /// 16 colours).
    ScreenColour,
    /// The actor's number decides (v1). These are the colours of actor 1.
    Actor,
    /// The costume has colours of its own (PC-Engine).
    OwnColour,
    /// The value is the room colour (AKOS costumes of codecs 5, 16 and 32).
    RoomColour,
}

impl Mapping {
    /// Describes the mapping for people.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::CostumePalette => "the costume's palette names room colours",
            Self::ScreenColour => "pixels are colours of the screen",
            Self::Actor => {
                "the actor's number decides; these are actor 1's, in v0 those of the actor with its id"
            }
            Self::OwnColour => "the costume has colours of its own",
            Self::RoomColour => "pixels are room colours",
        }
    }
}

/// Each value mapped to itself.
const ITSELF: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0u8;
    while i < 255 {
        i += 1;
        table[i as usize] = i;
    }
    table
};

/// The bit of a classic actor's shadow mode that makes the whole actor a shadow
/// (`docs/format/drawing.md §7.3`).
const WHOLE_SHADOW: u32 = 0x20;

/// In shadow mode 3, room colours below this one are shadows (`docs/format/akos.md §9`).
const LOW_COLOURS: u8 = 8;

/// What a costume stores about its colours.
#[derive(Clone, Debug)]
pub struct CostumeColours<'a> {
    /// The room colour of each pixel value.
    pub palette: Cow<'a, [u8]>,
    /// The rule that gave these room colours.
    pub mapping: Mapping,
    /// The transparent pixel value.
    pub nothing: u8,
    /// Which pixel values pictures have; `None` counts all as used.
    pub used: Option<Box<[bool; 256]>>,
    /// The costume's own colours of its pixel values (RGBS).
    pub own: Option<Vec<Rgb>>,
    /// Whether the game shows the own colours in any room, because pixels have 16 bits.
    pub own_first: bool,
    /// The number of the room that owns the costume.
    pub room: u32,
    /// The rooms where scripts show the costume, if scripts were read.
    pub seen: RoomsShown,
    /// The shadow mode that a look of a script sets.
    pub shadow_mode: u32,
    /// Whether the interpreter draws [`SHADOW_COLOUR`] as a shadow.
    pub shadows: bool,
}

impl<'a> CostumeColours<'a> {
    /// Makes a costume whose palette names room colours, with the transparent value 0 and without shadows.
    #[must_use]
    pub fn new(palette: &'a [u8], room: u32) -> Self {
        Self {
            palette: Cow::Borrowed(palette),
            mapping: Mapping::CostumePalette,
            nothing: 0,
            used: None,
            own: None,
            own_first: false,
            room,
            seen: RoomsShown::default(),
            shadow_mode: 0,
            shadows: false,
        }
    }

    /// Reads the colours of a costume of this room. If pixels are room colours, it reads all pictures within the
    /// limits to find which are used.
    #[must_use]
    pub fn of(costume: &'a Costume, room: u32, limits: &Limits) -> Self {
        let plain = Self::new(costume.palette(), room);
        // Own colours of AKOS costumes are read below.
        let own = costume.own_colours().map(|own| own.into_iter().take(plain.palette.len()).collect());
        match costume {
            Costume::Akos(akos) => Self::of_akos(costume, akos, plain, limits),
            _ => Self {
                mapping: match costume.dialect().colours {
                    ColourRule::Table | ColourRule::CgaTable | ColourRule::Sprites => Mapping::CostumePalette,
                    ColourRule::Sixteen { .. } => Mapping::ScreenColour,
                    ColourRule::Actor { .. } => Mapping::Actor,
                    ColourRule::Own => Mapping::OwnColour,
                },
                own_first: own.is_some(),
                own,
                shadows: costume.dialect().shadow_table,
                ..plain
            },
        }
    }

    fn of_akos(costume: &Costume, akos: &Akos, plain: Self, limits: &Limits) -> Self {
        let by_palette = matches!(akos.header().codec, Codec::Rle | Codec::Unknown(_));
        let palette = if by_palette { plain.palette.clone() } else { Cow::Borrowed(&ITSELF[..]) };
        let own: Option<Vec<Rgb>> = (0..=u8::MAX).take(palette.len()).map(|k| akos.rgb(k)).collect();
        let rules = akos.dialect().high_colour;
        let shown = akos.room_rgb().filter(|_| rules.is_some_and(|rules| rules.own_colours));
        let own_first = shown.is_some();
        let own = match shown {
            Some(rgb) => {
                let shown = |colour: &u8| high::rgb(high::pixel(rgb[usize::from(*colour)]));
                Some(palette.iter().map(shown).collect())
            }
            None => own,
        };
        Self {
            palette,
            mapping: if by_palette { Mapping::CostumePalette } else { Mapping::RoomColour },
            nothing: akos.transparent(),
            used: (!by_palette).then(|| used(costume, limits)),
            own,
            own_first,
            ..plain
        }
    }

    /// Returns the colours in a look that scripts give.
    #[must_use]
    pub fn in_look(mut self, costume: &Costume, look: &ScriptLook) -> Self {
        let mut actor = ActorColours::of(costume);
        actor.put_on(costume, look);
        // Pixels that are room colours do not change, except in codec 5 with an override of colour 0.
        let codec = costume.as_akos().map(|akos| akos.header().codec);
        let maps = match self.mapping {
            Mapping::RoomColour => {
                codec == Some(Codec::Bomp)
                    && actor.palette.len() == 256
                    && actor.overrides[0].is_some_and(|colour| colour != u8::MAX)
            }
            _ => true,
        };
        if maps {
            let colours = actor.room_colours();
            let colours = colours.iter().zip(self.palette.iter().enumerate()).map(|(new, (k, old))| {
                if self.mapping == Mapping::RoomColour && k == 255 { *old } else { *new }
            });
            self.palette = Cow::Owned(colours.collect());
        }
        // If pixels have 16 bits, those that scripts set have precedence over the costume's own colours.
        let named = matches!(self.mapping, Mapping::CostumePalette | Mapping::OwnColour);
        if let (Some(own), true) = (&mut self.own, self.own_first && named) {
            for (k, pixel) in costume.pixels_in(look).into_iter().filter(|(_, pixel)| *pixel != 255) {
                if let Some(colour) = own.get_mut(usize::from(k)) {
                    *colour = high::rgb(pixel);
                }
            }
        }
        self.shadow_mode = actor.shadow_mode.into();
        self
    }

    /// Adds the rooms where scripts show the costume.
    #[must_use]
    pub fn seen_in(mut self, seen: Option<&RoomsShown>) -> Self {
        self.seen = seen.cloned().unwrap_or_default();
        self
    }

    /// Whether this pixel value is drawn at all.
    #[must_use]
    pub fn is_drawn(&self, value: usize) -> bool {
        value != usize::from(self.nothing)
    }

    /// Whether a picture shows this pixel value.
    #[must_use]
    pub fn is_used(&self, value: usize) -> bool {
        self.is_drawn(value) && self.used.as_ref().is_none_or(|used| used.get(value) == Some(&true))
    }

    /// Whether this pixel value is a shadow.
    #[must_use]
    pub fn is_shadow(&self, value: usize) -> bool {
        let Some(colour) = self.palette.get(value).filter(|_| self.is_drawn(value)) else { return false };
        let by_mode = match self.shadow_mode {
            0 => false,
            // AKOS costumes have no table of the first kind, so `shadows` is false for them.
            mode if self.shadows => mode & WHOLE_SHADOW != 0,
            1 => *colour == SHADOW_COLOUR,
            3 => *colour < LOW_COLOURS,
            _ => false,
        };
        by_mode || (self.shadows && *colour == SHADOW_COLOUR)
    }
}

/// Returns which pixel values a costume's pictures have.
fn used(costume: &Costume, limits: &Limits) -> Box<[bool; 256]> {
    let mut used = Box::new([false; 256]);
    let mut reader = PixelReader::new(limits);
    for key in costume.picture_keys() {
        let Ok(picture) = costume.picture(key) else { continue };
        if reader.read(&picture).is_ok() {
            for value in reader.rows() {
                used[usize::from(*value)] = true;
            }
        }
    }
    used
}

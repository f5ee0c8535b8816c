//! What a costume says about its colours.

use std::borrow::Cow;

use costumier::cast::ScriptLook;
use costumier::draw::ActorColours;
use costumier::format::akos::{Akos, Codec};
use costumier::format::dialect::ColourRule;
use costumier::format::screen::high;
use costumier::{Costume, Limits};
use serde::Serialize;

use super::{Rgb, SHADOW_COLOUR};
use crate::names::Seen;
use crate::pixels::PixelReader;

/// What makes room colours of the pixel values that a costume stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mapping {
    /// The costume's palette: COST from v3 with 256 colours on, AKPL in AKOS costumes of codec 1.
    #[default]
    CostumePalette,
    /// The value is one of the screen's 16 colours; the one that the costume names is drawn as colour 0 (v2,
    /// v3 with 16 colours).
    ScreenColour,
    /// The actor's number decides (v1); these are the colours of actor 1.
    Actor,
    /// The costume has colours of its own (PC-Engine).
    OwnColour,
    /// The value is the room colour (AKOS costumes of codecs 5, 16 and 32).
    RoomColour,
}

impl Mapping {
    /// What it is, for people.
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

/// Every value as itself.
const ITSELF: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0u8;
    while i < 255 {
        i += 1;
        table[i as usize] = i;
    }
    table
};

/// The bit of a classic actor's shadow mode that makes all of it a shadow (`reference/04 §7.3`).
const WHOLE_SHADOW: u32 = 0x20;

/// In shadow mode 3, room colours below this are shadows (`reference/05 §9`).
const LOW_COLOURS: u8 = 8;

/// What a costume says about its colours.
#[derive(Clone, Debug)]
pub struct CostumeColours<'a> {
    /// Room colour of each pixel value.
    pub palette: Cow<'a, [u8]>,
    /// What made them.
    pub mapping: Mapping,
    /// The pixel value that is not drawn.
    pub nothing: u8,
    /// Which pixel values pictures have; `None` counts all as used.
    pub used: Option<Box<[bool; 256]>>,
    /// The colours that the costume itself names for its pixel values (RGBS).
    pub own: Option<Vec<Rgb>>,
    /// Whether these are what the game shows, whatever room it is in: where pixels have 16 bits.
    pub own_first: bool,
    /// The room that owns the costume.
    pub room: u32,
    /// Where scripts show it, if anybody has asked them.
    pub seen: Seen,
    /// The shadow mode that a script's look sets.
    pub shadow_mode: u32,
    /// Whether the interpreter makes shadows of [`SHADOW_COLOUR`].
    pub shadows: bool,
}

impl<'a> CostumeColours<'a> {
    /// A costume whose palette names room colours, with transparent value 0 and without shadows.
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
            seen: Seen::default(),
            shadow_mode: 0,
            shadows: false,
        }
    }

    /// A costume of this room. Where pixels are room colours, all its pictures within the limits are read, to
    /// see which it uses.
    #[must_use]
    pub fn of(costume: &'a Costume, room: u32, limits: &Limits) -> Self {
        let plain = Self::new(costume.palette(), room);
        // Those of AKOS costumes are looked at below.
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

    /// The same in a look that scripts give.
    #[must_use]
    pub fn in_look(mut self, costume: &Costume, look: &ScriptLook) -> Self {
        let mut actor = ActorColours::of(costume);
        actor.put_on(costume, look);
        // Pixels that are room colours stay what they are, but for codec 5 with colour 0 overridden.
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
        // Where pixels have 16 bits, those that scripts set go before the costume's own.
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

    /// The same, with what scripts say of where it is seen.
    #[must_use]
    pub fn seen_in(mut self, seen: Option<&Seen>) -> Self {
        self.seen = seen.cloned().unwrap_or_default();
        self
    }

    /// Whether this pixel value is drawn at all.
    #[must_use]
    pub fn is_drawn(&self, value: usize) -> bool {
        value != usize::from(self.nothing)
    }

    /// Whether some picture shows this pixel value.
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
            // AKOS costumes have no table of the first kind: `shadows` is false for them.
            mode if self.shadows => mode & WHOLE_SHADOW != 0,
            1 => *colour == SHADOW_COLOUR,
            3 => *colour < LOW_COLOURS,
            _ => false,
        };
        by_mode || (self.shadows && *colour == SHADOW_COLOUR)
    }
}

/// The pixel values that a costume's pictures have.
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

//! From costume colours to what is written on the stage (`reference/04 §7`).
//!
//! ```text
//! costume colour k ─▶ override of the actor, else costume palette ─▶ lights ─▶ room colour e ─▶ shadow?
//! ```
//! Colour 0 is transparent and is never looked up. Among 256 values at most 63 are taken, so one that nothing maps to always
//! exists: the decoder writes it for transparent pixels ([`Colours::key`]).

use crate::codec::ColourTable;
use crate::colour::{Wearer, room_colours};
use crate::costume::Costume;
use crate::dialect::ColourRule;

/// The room colour that goes through the shadow table.
const SHADOW_COLOUR: u8 = 13;

/// The bit of the shadow mode that makes a shadow of the whole actor.
const ALL_SHADOW: u8 = 0x20;

/// What decides an actor's colours.
#[derive(Clone, Copy, Debug)]
pub struct ActorColours<'a> {
    /// How costume colours become room colours.
    pub rule: ColourRule,
    /// For [`ColourRule::Table`], the room colour of each costume colour; entry 0 is not used, missing entries count as 0. For the
    /// others, what the costume stores.
    pub palette: &'a [u8],
    /// The actor's number, which colours the actors of v1.
    pub actor: u8,
    /// Room colours set for this actor alone. 255 cannot be set: the engine takes it for "none" (`reference/04 §7.1`).
    pub overrides: [Option<u8>; 32],
    /// Whether actors show their colours: bit 8 of the lights, always true from v6 on.
    pub lit: bool,
    /// The actor's shadow mode; bit 0x20 makes every pixel a shadow.
    pub shadow_mode: u8,
    /// The room's shadow table, where the game has one (v5, v6).
    pub shadow: Option<&'a [u8; 256]>,
}

impl<'a> ActorColours<'a> {
    /// An actor in the light, without overrides and shadows.
    #[must_use]
    pub fn new(palette: &'a [u8]) -> Self {
        Self {
            rule: ColourRule::Table,
            palette,
            actor: Wearer::PLAIN.actor,
            overrides: [None; 32],
            lit: true,
            shadow_mode: 0,
            shadow: None,
        }
    }

    /// An actor in this costume, in the light, without overrides and shadows.
    #[must_use]
    pub fn of(costume: &'a Costume) -> Self {
        match costume.as_cost() {
            Some(cost) => Self { rule: cost.dialect().colours, ..Self::new(cost.stored_palette()) },
            None => Self::new(costume.palette()),
        }
    }
}

/// What each costume colour does to the stage. Made once per actor, used for all its pictures.
#[derive(Clone, Debug)]
pub struct Colours {
    table: ColourTable,
    key: u8,
    /// Which colours are shadows, one bit each, and the table they go through.
    shadows: u64,
    shadow: [u8; 256],
}

impl Colours {
    /// Costume colours as they are; nothing is a shadow. Transparent pixels are 0 on a stage whose background is 0.
    pub const IDENTITY: Self =
        Self { table: ColourTable::IDENTITY, key: 0, shadows: 0, shadow: super::shadow::NO_SHADOW };

    /// The colours of an actor on its stage.
    #[must_use]
    pub fn of_actor(actor: &ActorColours<'_>) -> Self {
        let wearer = Wearer { overrides: &actor.overrides, lit: actor.lit, actor: actor.actor };
        let mut values = room_colours(actor.rule, actor.palette, &wearer);
        let mut shadows = 0;
        for (k, value) in values.iter().enumerate().skip(1) {
            if actor.shadow.is_some() && (actor.shadow_mode & ALL_SHADOW != 0 || *value == SHADOW_COLOUR) {
                shadows |= 1 << k;
            }
        }
        let key = unused(&values[1..]);
        values[0] = key;
        let shadow = actor.shadow.copied().unwrap_or(super::shadow::NO_SHADOW);
        if shadow == super::shadow::NO_SHADOW {
            // A shadow that changes nothing is nothing at all, and costs nothing to draw.
            for (k, value) in values.iter_mut().enumerate() {
                if shadows & (1 << k) != 0 {
                    *value = key;
                }
            }
            shadows = 0;
        }
        Self { table: ColourTable::new(&values), key, shadows, shadow }
    }

    /// The value that no costume colour is written as; the decoder writes it for transparent pixels.
    #[must_use]
    pub fn key(&self) -> u8 {
        self.key
    }

    /// What the decoder writes for each costume colour.
    #[must_use]
    pub fn table(&self) -> &ColourTable {
        &self.table
    }

    /// Whether some pixels depend on what is beneath them.
    #[must_use]
    pub fn has_shadows(&self) -> bool {
        self.shadows != 0
    }

    /// Costume colour `k`, which is not 0, over `beneath`.
    #[inline]
    pub(crate) fn over(&self, k: u8, beneath: u8) -> u8 {
        if self.shadows & (1 << (k & 63)) != 0 {
            self.shadow[usize::from(beneath)]
        } else {
            self.table.value(k)
        }
    }
}

/// The lowest value that does not occur.
fn unused(values: &[u8]) -> u8 {
    (0..=255).find(|v| !values.contains(v)).unwrap_or(0)
}

/// A value that none of these actors writes and that is not in `taken`: for the background of an empty stage.
#[must_use]
pub fn free_value<'a>(actors: impl IntoIterator<Item = &'a Colours>, taken: &[u8]) -> Option<u8> {
    let mut free = [true; 256];
    for &value in taken {
        free[usize::from(value)] = false;
    }
    for colours in actors {
        for k in 1..=63 {
            let value = colours.table.value(k);
            if value != colours.key {
                free[usize::from(value)] = false;
            }
        }
    }
    free.iter().position(|free| *free).and_then(|v| u8::try_from(v).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PALETTE: [u8; 16] = [0, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 13, 255];

    fn darker() -> [u8; 256] {
        let mut table = [0; 256];
        for (i, v) in table.iter_mut().enumerate() {
            *v = u8::try_from(i / 2).unwrap();
        }
        table
    }

    #[test]
    fn overrides_go_before_the_palette_and_255_is_none() {
        let mut actor = ActorColours::new(&PALETTE);
        actor.overrides[3] = Some(27);
        actor.overrides[4] = Some(255);
        let colours = Colours::of_actor(&actor);
        assert_eq!([1, 3, 4, 15].map(|k| colours.over(k, 0)), [101, 27, 104, 255]);
        assert!(!colours.has_shadows());
    }

    #[test]
    fn in_the_dark_everything_is_8_but_colour_12() {
        let mut actor = ActorColours::new(&PALETTE);
        actor.lit = false;
        actor.overrides[3] = Some(27);
        let colours = Colours::of_actor(&actor);
        assert_eq!([1, 3, 12, 14].map(|k| colours.over(k, 0)), [8, 8, 0, 8]);
        assert!(![8, 0].contains(&colours.key()));
    }

    #[test]
    fn room_colour_13_is_a_shadow_only_where_there_is_a_table() {
        let mut actor = ActorColours::new(&PALETTE);
        assert_eq!(Colours::of_actor(&actor).over(14, 200), 13);
        let table = darker();
        actor.shadow = Some(&table);
        let colours = Colours::of_actor(&actor);
        assert!(colours.has_shadows());
        assert_eq!(colours.over(14, 200), 100);
        assert_eq!(colours.over(1, 200), 101);
        // Compared after the override: 14 is no shadow any more, 2 has become one.
        actor.overrides[14] = Some(90);
        actor.overrides[2] = Some(13);
        let colours = Colours::of_actor(&actor);
        assert_eq!((colours.over(14, 200), colours.over(2, 200)), (90, 100));
    }

    #[test]
    fn mode_20_makes_everything_a_shadow() {
        let table = darker();
        let actor = ActorColours { shadow_mode: 0x20, shadow: Some(&table), ..ActorColours::new(&PALETTE) };
        let colours = Colours::of_actor(&actor);
        assert_eq!([1, 12, 14].map(|k| colours.over(k, 200)), [100, 100, 100]);
    }

    #[test]
    fn an_identity_shadow_is_transparent() {
        let table = super::super::shadow::NO_SHADOW;
        let actor = ActorColours { shadow: Some(&table), ..ActorColours::new(&PALETTE) };
        let colours = Colours::of_actor(&actor);
        assert!(!colours.has_shadows());
        assert_eq!(colours.table().value(14), colours.key());
        assert_eq!(colours.table().value(13), 113);
    }

    #[test]
    fn the_key_is_no_colour() {
        let palette: Vec<u8> = (0..64).collect();
        let colours = Colours::of_actor(&ActorColours::new(&palette));
        assert!((1..64).all(|k| colours.table().value(k) != colours.key()));
        assert_eq!(colours.table().value(0), colours.key());
    }

    #[test]
    fn a_free_value_is_found_for_several_actors() {
        let low: Vec<u8> = (0..64).collect();
        let high: Vec<u8> = (64..128).collect();
        let actors = [&low, &high].map(|palette| Colours::of_actor(&ActorColours::new(palette)));
        assert_eq!(free_value(&actors, &[0]), Some(64));
        assert_eq!(free_value(&actors, &[0, 64]), Some(128));
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(free_value(&actors, &all), None);
    }
}

//! The mapping of costume colours to room colours, before lights and shadows of the room
//! (`docs/format/cost.md §13`, `docs/format/drawing.md §7.1, §7.2`).
//!
//! ```text
//! v3 (256) to v6   override of the actor, else the costume's palette
//! v2, v3 (EGA)     override of the actor, else the colour itself; the colour that the costume names is
//!                  drawn as colour 0
//! v3 (PC-Engine)   the colour itself, of the costume's own; where the actor's override is 0, colour 1
//! v1 (NES)         the palette of the sprites
//! v1               skin and suit by the actor's number; through the table from C64 to PC colours
//! ```

use crate::dialect::{ColourRule, V1Colours, V1Game};

/// Largest number of colours of a costume whose pictures go through a palette.
pub const MOST: usize = 64;

/// The actor whose colours are mapped, and its light.
#[derive(Clone, Copy, Debug)]
pub struct Wearer<'a> {
    /// Room colours that are set for this actor alone, by costume colour.
    pub overrides: &'a [Option<u8>],
    /// Whether the actor shows its colours. If not, it is in the dark.
    pub lit: bool,
    /// The actor's number, which decides the colours of v1.
    pub actor: u8,
}

impl Wearer<'_> {
    /// Actor 1 in the light, without overrides. Every game has an actor 1.
    pub const PLAIN: Wearer<'static> = Wearer { overrides: &[], lit: true, actor: 1 };
}

/// Suits of Maniac Mansion's actors, as C64 colours.
const SUITS: [u8; 25] = [0, 7, 2, 6, 9, 1, 3, 7, 7, 1, 1, 9, 1, 4, 5, 5, 4, 1, 0, 5, 4, 2, 2, 7, 7];

/// C64 colours on a PC, Maniac Mansion.
const MANIAC: [u8; 16] = [0, 15, 4, 3, 5, 2, 1, 14, 12, 6, 12, 8, 7, 10, 9, 8];

/// C64 colours on a PC, Zak.
const ZAK: [u8; 16] = [0, 15, 4, 3, 5, 2, 1, 14, 12, 6, 13, 8, 7, 10, 9, 7];

/// C64 colours as patterns of CGA and Hercules screens, both games.
const PATTERNS: [u8; 16] = [0, 15, 8, 5, 10, 5, 1, 13, 10, 2, 10, 12, 15, 10, 5, 12];

/// The palette of sprites in the dark (`docs/format/old-rooms.md §7.4`).
const SPRITES_IN_THE_DARK: [u8; 4] = [0x2D, 0x1D, 0x2D, 0x3D];

/// The table from C64 colours to those of the screen, if the game has one (v1).
#[must_use]
pub fn from_c64(rule: ColourRule) -> Option<[u8; 16]> {
    let ColourRule::Actor { game, shown } = rule else { return None };
    Some(match (shown, game) {
        (V1Colours::C64, _) => std::array::from_fn(|i| i.to_le_bytes()[0]),
        (V1Colours::Patterns, _) => PATTERNS,
        (V1Colours::Ega, V1Game::Maniac) => MANIAC,
        (V1Colours::Ega, V1Game::Zak) => ZAK,
    })
}

/// The room colour of every costume colour; entry 0 is never drawn. `palette` is what the costume stores: 0, 1, 16
/// or 32 bytes.
#[must_use]
pub fn room_colours(rule: ColourRule, palette: &[u8], wearer: &Wearer<'_>) -> [u8; MOST] {
    let mut colours = [0; MOST];
    let on_cga = matches!(rule, ColourRule::CgaTable | ColourRule::Sixteen { cga: true, .. });
    let set = |k: usize| {
        let usual = match k {
            6 if on_cga => Some(5),
            7 if on_cga => Some(15),
            _ => None,
        };
        match wearer.overrides.get(k).copied().flatten() {
            // Under the rule `CgaTable`, the screen's usual colour is an initial override: 255 removes it, and the
            // costume's own colour shows.
            Some(255) if rule == ColourRule::CgaTable => None,
            Some(255) | None => usual,
            set => set,
        }
    };
    let dark = |k: usize| if k == 12 { 0 } else { 8 };
    match rule {
        ColourRule::Table if wearer.lit => {
            for (colour, own) in colours.iter_mut().zip(palette).skip(1) {
                *colour = *own;
            }
            // Most actors have none.
            for (colour, set) in colours.iter_mut().zip(wearer.overrides).skip(1) {
                *colour = set.filter(|set| *set != 255).unwrap_or(*colour);
            }
        }
        ColourRule::Table | ColourRule::CgaTable => {
            for (k, colour) in colours.iter_mut().enumerate().skip(1) {
                *colour = if wearer.lit {
                    set(k).or_else(|| palette.get(k).copied()).unwrap_or(0)
                } else {
                    dark(k)
                };
            }
        }
        ColourRule::Sprites => {
            let dark = |k: usize| SPRITES_IN_THE_DARK[k % 4];
            for (k, colour) in colours.iter_mut().enumerate().take(16).skip(1) {
                *colour = if wearer.lit { palette.get(k).copied().unwrap_or(0) } else { dark(k) };
            }
        }
        ColourRule::Sixteen { twelve, .. } => {
            for (colour, k) in colours.iter_mut().zip(0..16u8) {
                let lit = twelve.filter(|_| k == 12).or_else(|| set(usize::from(k))).unwrap_or(k);
                *colour = if wearer.lit { lit } else { dark(usize::from(k)) };
            }
            let named = palette.first().copied().unwrap_or(0);
            let zero = colours[0];
            if let Some(colour) = colours.get_mut(usize::from(named)) {
                *colour = zero;
            }
        }
        ColourRule::Own => {
            for (k, colour) in (0..16u8).zip(&mut colours).skip(1) {
                *colour = if wearer.overrides.get(usize::from(k)) == Some(&Some(0)) { 1 } else { k };
            }
        }
        ColourRule::Actor { game, shown } => {
            let actor = usize::from(wearer.actor);
            let suit = SUITS.get(actor).copied().unwrap_or(0);
            // A C64 shows skin in another colour than a PC (`docs/format/cost.md §13.2`,
            // `docs/format/old-rooms.md §6.5`).
            let (skin, suit) = match game {
                V1Game::Maniac if shown == V1Colours::C64 => (10, suit),
                V1Game::Maniac => (if actor == 4 { 4 } else { 8 }, suit),
                // A C64 shows Zak's skin in another colour than a PC (`docs/format/cost.md §13.2`). A suit is
                // black until a script has coloured the actor's own number (`docs/format/old-rooms.md §3.5`).
                V1Game::Zak => (if shown == V1Colours::C64 { 10 } else { 8 }, set(actor).unwrap_or(0)),
            };
            let table = from_c64(rule).unwrap_or(MANIAC);
            let four = if wearer.lit { [0, skin, suit, 0] } else { [0, 0, 11, 11] };
            for (colour, c64) in colours.iter_mut().zip(four) {
                *colour = table[usize::from(c64 & 15)];
            }
        }
    }
    colours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::screen::Screen;

    #[test]
    fn old_bundles_draw_the_named_colour_as_colour_0() {
        let rule = ColourRule::Sixteen { twelve: None, cga: false };
        let colours = room_colours(rule, &[12], &Wearer::PLAIN);
        assert_eq!(colours[..16], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 13, 14, 15]);
        let overrides = [Some(6), Some(9)];
        let colours = room_colours(rule, &[12], &Wearer { overrides: &overrides, ..Wearer::PLAIN });
        assert_eq!((colours[1], colours[2], colours[12]), (9, 2, 6));
        let dark = room_colours(rule, &[5], &Wearer { lit: false, ..Wearer::PLAIN });
        assert_eq!((dark[1], dark[5], dark[12]), (8, 8, 0));
    }

    #[test]
    fn v2_keeps_colour_12_in_the_light() {
        let rule = ColourRule::Sixteen { twelve: Some(12), cga: false };
        let overrides = [Some(3); 16];
        let wearer = Wearer { overrides: &overrides, ..Wearer::PLAIN };
        let colours = room_colours(rule, &[7], &wearer);
        assert_eq!((colours[11], colours[12], colours[7]), (3, 12, 3));
        assert_eq!(room_colours(rule, &[12], &wearer)[12], 3, "unless it is the named one");
    }

    #[test]
    fn screens_have_their_own_colours_for_actors() {
        let of = |dialect: Dialect, screen, palette: &[u8], overrides: &[Option<u8>]| {
            let wearer = Wearer { overrides, ..Wearer::PLAIN };
            room_colours(dialect.on_screen(screen).colours, palette, &wearer)
        };
        let seven = [None, None, None, None, None, None, None, Some(3)];
        let v3 = of(Dialect::V3, Screen::Cga, &[0], &seven);
        assert_eq!((v3[6], v3[7], v3[8], v3[12]), (5, 3, 8, 12));
        let palette: Vec<u8> = (100..116).collect();
        let v4 = of(Dialect::V4_EGA, Screen::Cga, &palette, &[]);
        assert_eq!((v4[5], v4[6], v4[7]), (105, 5, 15));
        // 255 removes an override, even the screen's initial one.
        let none = [None, None, None, None, None, Some(255), Some(255), None];
        let v4 = of(Dialect::V4_EGA, Screen::Cga, &palette, &none);
        assert_eq!((v4[5], v4[6], v4[7]), (105, 106, 15));
        assert_eq!(of(Dialect::V4_EGA, Screen::Ega, &palette, &none)[6], 106);
        for (screen, twelve) in
            [(Screen::Ega, 12), (Screen::Cga, 15), (Screen::Hercules, 15), (Screen::Amiga, 12)]
        {
            let v2 = of(Dialect::V2, screen, &[0], &[]);
            assert_eq!((v2[6], v2[7], v2[12]), (6, 7, twelve), "{screen}");
        }
        assert_eq!(of(Dialect::V5, Screen::Cga, &palette, &[])[6], 106, "v5 has palettes of its own");
        let there_and_back = Dialect::V3.on_screen(Screen::Cga).on_screen(Screen::Ega);
        assert_eq!(there_and_back, Dialect::V3);
    }

    #[test]
    fn v1_colours_depend_on_the_actor() {
        let of = |game, actor, lit| {
            let wearer = Wearer { actor, lit, ..Wearer::PLAIN };
            room_colours(ColourRule::Actor { game, shown: V1Colours::Ega }, &[], &wearer)[..4].to_vec()
        };
        // Skin 8 and suit 7 of actor 1; skin 4 and suit 9 of actor 4.
        assert_eq!(of(V1Game::Maniac, 1, true), [0, 12, 14, 0]);
        assert_eq!(of(V1Game::Maniac, 4, true), [0, 5, 6, 0]);
        assert_eq!(of(V1Game::Maniac, 99, false), [0, 0, 8, 8]);
        assert_eq!(of(V1Game::Zak, 10, true), [0, 12, 0, 0]);
        let on_c64 = ColourRule::Actor { game: V1Game::Zak, shown: V1Colours::C64 };
        let suit = [None, None, None, None, None, None, None, Some(7)];
        let wearer = Wearer { actor: 7, overrides: &suit, ..Wearer::PLAIN };
        assert_eq!(room_colours(on_c64, &[], &wearer)[..4], [0, 10, 7, 0]);
        let patterns = ColourRule::Actor { game: V1Game::Zak, shown: V1Colours::Patterns };
        assert_eq!(room_colours(patterns, &[], &wearer)[..4], [0, 10, 13, 0]);
    }
}

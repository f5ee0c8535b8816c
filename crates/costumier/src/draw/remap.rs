//! The script operation "remap costume" of v7 and v8, which adapts an actor's colours to a room
//! (`docs/format/akos.md §9.3`), and the shadow tables that scripts make by the same rule.
//!
//! The costume's own colours (RGBS, as the artist had them) are darkened or tinted, and each costume colour is
//! overridden with the nearest room colour.

use crate::akos::Akos;
use crate::game::Rgb;

/// The last room colour that is considered.
const LAST: u8 = 254;

/// The bits of a colour's channel that count.
const EXACT: u8 = !3;

/// In shadow modes, costume colours with a room colour below this are left unchanged.
const KEPT_BELOW: u8 = 16;

/// The overrides that "remap costume" makes, by costume colour; `None` for colours without one.
///
/// Red, green and blue are multiplied by `factors` ÷ 256. `passed_over` returns true for room colours that are not
/// considered: those that cycle, in v7. Colours for which the costume has no RGBS are left unchanged.
#[must_use]
pub(crate) fn remapped(
    akos: &Akos,
    room: &[Rgb; 256],
    factors: [u16; 3],
    shadow_mode: u8,
    passed_over: impl Fn(u8) -> bool,
) -> [Option<u8>; 256] {
    let mut overrides = [None; 256];
    let first = akos.dialect().akos.remap_from;
    for ((slot, k), own) in overrides.iter_mut().zip(0u8..).zip(akos.palette()) {
        if shadow_mode != 0 && *own < KEPT_BELOW {
            continue;
        }
        let Some(rgb) = akos.rgb(k) else { continue };
        let scaled = scaled(rgb, factors);
        *slot = (first..=LAST)
            .filter(|colour| !passed_over(*colour))
            .min_by_key(|colour| distance(scaled, room[usize::from(*colour)]));
    }
    overrides
}

/// Makes one of the eight shadow tables of v7 and v8, as a script does. `range` (first and last) are the colours
/// that are darkened; all others stay unchanged. Colours below `first` are not considered as results.
///
/// **Note:** v5 and v6 make their table by another rule ([`shadow_table`](super::shadow_table)). This rule is
/// ScummVM's; the original interpreters were not compared.
#[must_use]
pub(crate) fn eighth_table(room: &[Rgb; 256], factors: [u16; 3], range: (u8, u8), first: u8) -> [u8; 256] {
    let mut table = super::shadow_table::NO_SHADOW;
    for (slot, colour) in table.iter_mut().zip(room).take(usize::from(range.1) + 1).skip(range.0.into()) {
        let darker = scaled(*colour, factors);
        let near = |other: &u8| distance(darker, room[usize::from(*other)]);
        *slot = (first..=LAST).min_by_key(near).unwrap_or(*slot);
    }
    table
}

/// Darkens or tints a colour; the factor 256 keeps a channel.
fn scaled(colour: Rgb, factors: [u16; 3]) -> Rgb {
    std::array::from_fn(|channel| {
        let value = u32::from(colour[channel]) * u32::from(factors[channel]) / 256;
        u8::try_from(value).unwrap_or(u8::MAX)
    })
}

/// The distance between two colours. Green counts most, the lowest two bits of each channel do not count.
fn distance(a: Rgb, b: Rgb) -> u32 {
    let weights = [3, 6, 2];
    let difference = |channel: usize| u32::from((a[channel] & EXACT).abs_diff(b[channel] & EXACT));
    (0..3).map(|channel| weights[channel] * difference(channel).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::akos::{AkosSource, Codec};
    use crate::dialect::Dialect;

    fn akos(dialect: Dialect) -> Akos {
        let mut source = AkosSource::new(Codec::Rle, (0..16).map(|k| 100 + k).collect());
        source.palette[2] = 7;
        let mut rgb = vec![[0, 0, 0]; 16];
        rgb[1] = [200, 100, 40];
        rgb[2] = [200, 100, 40];
        rgb[3] = [0, 250, 0];
        source.rgb = Some(rgb);
        Akos::open(source.write().unwrap(), dialect).unwrap()
    }

    /// A palette of blue with these other room colours.
    fn room(some: &[(usize, Rgb)]) -> [Rgb; 256] {
        let mut room = [[0, 0, 255]; 256];
        for (colour, rgb) in some {
            room[*colour] = *rgb;
        }
        room
    }

    #[test]
    fn a_table_darkens_its_range_and_leaves_the_rest() {
        let room =
            room(&[(10, [200, 100, 40]), (30, [100, 50, 20]), (31, [101, 50, 21]), (255, [100, 50, 20])]);
        let table = eighth_table(&room, [128; 3], (5, 10), 1);
        assert_eq!((table[10], table[4], table[11], table[30]), (30, 4, 11, 30));
        // v8 does not consider the first 24 colours.
        assert_eq!(eighth_table(&room, [256; 3], (10, 10), 1)[10], 10);
        assert_ne!(eighth_table(&room, [256; 3], (10, 10), 24)[10], 10);
    }

    #[test]
    fn the_nearest_colour_to_the_tinted_one_is_taken() {
        let akos = akos(Dialect::V7);
        // The colour 200, 100, 40 with red and blue halved, green to a quarter.
        let room = room(&[(30, [100, 25, 20]), (31, [100, 50, 20]), (32, [101, 26, 22])]);
        let overrides = remapped(&akos, &room, [128, 64, 128], 0, |_| false);
        // 32 differs from 30 only in bits that do not count, and comes later.
        assert_eq!(overrides[1], Some(30));
        assert_eq!(remapped(&akos, &room, [128, 64, 128], 0, |c| c == 30)[1], Some(32));
        assert_eq!(remapped(&akos, &room, [128, 128, 128], 0, |_| false)[1], Some(31));
        assert_eq!(overrides[16], None, "there are 16 costume colours");
    }

    #[test]
    fn green_weighs_most_and_blue_least() {
        // From (0, 250, 0), whose exact bits are 248: 40 off in green is worse than 56 in red, and that than
        // 64 in blue.
        let room = room(&[(40, [0, 208, 0]), (41, [56, 248, 0]), (42, [0, 248, 64])]);
        let akos = akos(Dialect::V7);
        let pick = |skip: &[u8]| remapped(&akos, &room, [256; 3], 0, |c| skip.contains(&c))[3];
        assert_eq!([pick(&[]), pick(&[42]), pick(&[41, 42])], [Some(42), Some(41), Some(40)]);
    }

    #[test]
    fn the_first_and_the_last_room_colours_are_not_taken() {
        let exact = [200, 100, 40];
        let of = |dialect, colour| {
            let room = room(&[(colour, exact), (200, [190, 90, 30])]);
            remapped(&akos(dialect), &room, [256; 3], 0, |_| false)[1]
        };
        assert_eq!([0, 1, 23, 254, 255].map(|c| of(Dialect::V7, c)), [200, 1, 23, 254, 200].map(Some));
        assert_eq!([0, 1, 23, 24, 255].map(|c| of(Dialect::V8, c)), [200, 200, 200, 24, 200].map(Some));
    }

    #[test]
    fn in_shadow_modes_low_room_colours_are_kept() {
        let room = room(&[(60, [200, 100, 40])]);
        let akos = akos(Dialect::V7);
        let of = |mode| remapped(&akos, &room, [256; 3], mode, |_| false);
        assert_eq!((of(0)[1], of(0)[2]), (Some(60), Some(60)));
        assert_eq!((of(1)[1], of(1)[2]), (Some(60), None), "colour 2 is room colour 7");
    }
}

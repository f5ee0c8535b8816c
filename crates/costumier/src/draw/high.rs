//! An actor's pixels on a screen of 16 bits a pixel (`docs/format/humongous-rooms.md §4`).
//!
//! ```text
//! codec 1, colour i   palette slot p: its table [AKPL[i]]
//!                     no slot: the actor's own pixel for i, else RGBS[AKPL[i]], else the room's table [AKPL[i]]
//! codec 32, byte v    palette slot p: its table [v]; no slot: RGBS[v], else the room's table [v]
//! ```
//! **Note:** an actor without a slot has the costume's own colours, whatever the room's palette says. Codec 16 does
//! not exist on such screens (ScummVM stops at it); here it is treated like codec 32. A costume without RGBS has
//! undefined colours in codec 1; here it has the room's.

use std::collections::BTreeMap;

use crate::codec::Encoded;
use crate::colour;
use crate::game::Rgb;
use crate::screen::high;

/// Everything that decides an actor's pixels of 16 bits.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HighActor<'a> {
    /// The room's colours as pixels ([`RoomPalette::pixels`](crate::game::RoomPalette::pixels)): palette slot 1.
    pub room: &'a [u16; 256],
    /// The colours of the palette slot that the actor was given, as pixels; `None` for slot 0.
    pub slot: Option<&'a [u16; 256]>,
    /// The costume's own colours, by room colour ([`Akos::room_rgb`](crate::format::akos::Akos::room_rgb)).
    pub own: Option<&'a [Rgb; 256]>,
    /// Pixels that are set for this actor alone, by costume colour. [`HighActor::NO_OVERRIDE`] cannot be set.
    pub overrides: Option<&'a BTreeMap<u8, u16>>,
    /// Whether the actor was given an image with an `XMAP`, so that pictures that ask for it are mixed with the
    /// pixels beneath.
    pub mixes: bool,
}

impl<'a> HighActor<'a> {
    /// The override that means none: this pixel cannot be set.
    pub const NO_OVERRIDE: u16 = 255;

    /// An actor in the room's colours.
    #[must_use]
    pub fn new(room: &'a [u16; 256]) -> Self {
        Self { room, slot: None, own: None, overrides: None, mixes: false }
    }
}

/// The pixels of an actor, by colour and by value.
#[derive(Clone, Debug)]
pub(crate) struct HighColours {
    costume: Box<[u16; 256]>,
    values: Box<[u16; 256]>,
    mixes: bool,
    mixes_trle: bool,
}

impl HighColours {
    /// The pixels of an actor with this palette. For `mixes_trle` see
    /// [`AkosRules::mixes_trle`](crate::dialect::AkosRules).
    pub(super) fn new(actor: &HighActor<'_>, palette: &[u8], mixes_trle: bool) -> Self {
        let value = |v: u8| {
            let v = usize::from(v);
            match (actor.slot, actor.own) {
                (Some(slot), _) => slot[v],
                (None, Some(own)) => high::pixel(own[v]),
                (None, None) => actor.room[v],
            }
        };
        let set = |i: u8| {
            let set = actor.overrides.and_then(|all| all.get(&i)).filter(|_| actor.slot.is_none());
            set.copied().filter(|pixel| *pixel != HighActor::NO_OVERRIDE)
        };
        let mut costume = Box::new([0; 256]);
        for (i, pixel) in (0..=u8::MAX).zip(costume.iter_mut()).take(colour::MOST) {
            let own = palette.get(usize::from(i)).copied().unwrap_or(0);
            *pixel = set(i).unwrap_or_else(|| value(own));
        }
        let mut values = Box::new([0; 256]);
        for (v, pixel) in (0..=u8::MAX).zip(values.iter_mut()) {
            *pixel = value(v);
        }
        Self { costume, values, mixes: actor.mixes, mixes_trle }
    }

    /// Pixels by costume colour, for codec 1.
    pub(super) fn of_costume(&self) -> &[u16; 256] {
        &self.costume
    }

    /// Pixels by pixel value, for the other codecs.
    pub(crate) fn of_values(&self) -> &[u16; 256] {
        &self.values
    }

    /// Whether pictures that ask for it are mixed with the pixels beneath.
    pub(super) fn mixes(&self) -> bool {
        self.mixes
    }

    /// Whether a picture is not drawn: one of codec 32 through the XMAP, if the interpreter does not mix such
    /// pictures.
    pub(crate) fn leaves_out(&self, picture: &Encoded<'_>, shaded: bool) -> bool {
        shaded && self.mixes && !self.mixes_trle && matches!(picture, Encoded::Trle { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::akos::Codec;
    use crate::codec::{Depth, Packed};
    use crate::dialect::{Dialect, Interpreter};
    use crate::draw::{ActorColours, Colours, DrawOptions, Painter, Stage};

    /// Costume colours 1 and 2 are room colours 20 and 30.
    const PALETTE: [u8; 16] = [0, 20, 30, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    fn tables() -> ([u16; 256], [u16; 256], [Rgb; 256]) {
        let (mut room, mut slot, mut own) = ([0; 256], [0; 256], [[0; 3]; 256]);
        for i in 0..=u8::MAX {
            let at = usize::from(i);
            (room[at], slot[at], own[at]) = (0x1000 + u16::from(i), 0x2000 + u16::from(i), [i << 3, 0, 8]);
        }
        (room, slot, own)
    }

    #[test]
    fn slots_go_before_overrides_and_these_before_own_colours() {
        let (room, slot, own) = tables();
        let overrides = BTreeMap::from([(1, 0x7FFF), (2, 255)]);
        let all = HighActor {
            slot: Some(&slot),
            own: Some(&own),
            overrides: Some(&overrides),
            ..HighActor::new(&room)
        };
        let seen = |actor: &HighActor<'_>| {
            let colours = HighColours::new(actor, &PALETTE, true);
            (colours.of_costume()[1], colours.of_costume()[2], colours.of_values()[20])
        };
        assert_eq!(seen(&all), (0x2000 + 20, 0x2000 + 30, 0x2000 + 20));
        // 255 is not an override; colours of codec 32 are not overridden.
        let colour = |i: u16| (i & 31) << 10 | 1;
        assert_eq!(seen(&HighActor { slot: None, ..all }), (0x7FFF, colour(30), colour(20)));
        let poor = HighActor { slot: None, own: None, ..all };
        assert_eq!(seen(&poor), (0x7FFF, 0x1000 + 30, 0x1000 + 20));
    }

    /// A picture of costume colours, one column each, from stage column 1 on.
    fn drawn(shaded: bool, scale: [u8; 2]) -> (Vec<u8>, Vec<u16>) {
        let (room, _, own) = tables();
        let high = HighActor { own: Some(&own), mixes: true, ..HighActor::new(&room) };
        let akos = Some((Dialect::humongous(100).akos, Codec::Rle));
        let colours = ActorColours { akos, high: Some(high), ..ActorColours::new(&PALETTE) };
        let colours = Colours::of_actor(&colours);
        let mut stage = Stage::empty(6, 1, 7).unwrap();
        stage.set_high(&room);
        let encoded = Encoded::Rle { data: &[0x11, 0x21, 0x01, 0x31], depth: Depth::Colours16 };
        let picture = Packed { width: 4, height: 1, encoded };
        let look = DrawOptions { shaded, scale, ..DrawOptions::new((1, 0), &colours) };
        Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
        (stage.pixels().to_vec(), stage.high().unwrap().to_vec())
    }

    #[test]
    fn interpreters_mix_codec_32_or_leave_it_out() {
        let room = tables().0;
        let line = [4, 0, 0x0C, 20, 0, 30];
        let shown = |dialect: Dialect, codec, encoded| {
            let high = HighActor { mixes: true, ..HighActor::new(&room) };
            let akos = Some((dialect.akos, codec));
            let colours =
                Colours::of_actor(&ActorColours { akos, high: Some(high), ..ActorColours::new(&PALETTE) });
            let mut stage = Stage::empty(2, 1, 7).unwrap();
            stage.set_high(&room);
            let picture = Packed { width: 2, height: 1, encoded };
            let look = DrawOptions { shaded: true, ..DrawOptions::new((0, 0), &colours) };
            Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
            stage.high().unwrap()[0]
        };
        let newer = Dialect::humongous(100).with_high_colour();
        let older = newer.interpreted_by(Interpreter::ScummVm2_7);
        let half = high::mixed(0x1000 + 20, 0x1007);
        for (dialect, wanted) in [(older, half), (newer, 0x1007)] {
            let (mirrors_place, mirrors_lines) = (false, false);
            let trle = Encoded::Trle { data: &line, transparent: 0, mirrors_place, mirrors_lines };
            assert_eq!(shown(dialect, Codec::Trle, trle), wanted);
            let rle = Encoded::Rle { data: &[0x12], depth: Depth::Colours16 };
            assert_eq!(shown(dialect, Codec::Rle, rle), half);
        }
    }

    #[test]
    fn index_and_pixel_are_drawn_together() {
        let ground = 0x1007;
        let own = |i: u16| (i & 31) << 10 | 1;
        let (indices, pixels) = drawn(false, [255; 2]);
        assert_eq!(indices, [7, 20, 30, 7, 40, 7]);
        assert_eq!(pixels, [ground, own(20), own(30), ground, own(40), ground]);
        let (_, mixed) = drawn(true, [255; 2]);
        let half = |i: u16| high::mixed(own(i), ground);
        assert_eq!(mixed, [ground, half(20), half(30), ground, half(40), ground]);
    }

    #[test]
    fn of_columns_in_one_place_only_the_first_is_mixed() {
        let (_, plain) = drawn(false, [1, 255]);
        let (_, mixed) = drawn(true, [1, 255]);
        // All columns but the first share one place, the last one on top.
        let (ground, own) = (0x1007, |i: u16| (i & 31) << 10 | 1);
        let half = |i: u16| high::mixed(own(i), ground);
        assert_eq!(plain, [ground, own(20), own(40), ground, ground, ground]);
        assert_eq!(mixed, [ground, half(20), half(30), ground, ground, ground]);
    }
}

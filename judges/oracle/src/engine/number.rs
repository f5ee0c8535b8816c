//! How frames show their numbers, from 1 on, and how the numbers are read back.

use costumier::screen::Screen;
use costumier::{Generation, Interpreter};
use costumier_build::script::Op;

use super::boxes::{self, Boxes};
use super::{Area, Engine};
use crate::judge::frames::Frame;
use crate::random::{FIRST_DIFFER, MARKER};
use crate::{corner, interpreter, wide};

/// The blue of the marker. Random rooms have less blue.
pub(crate) const MARKER_BLUE: u8 = 255;

/// Number of characters that are bits: each visible one is a set bit.
const BITS: usize = 16;

/// The actor number of a text without a speaker.
const NO_ACTOR: u8 = 0xFF;

/// Column and row of the verb, in characters.
const VERB: (u8, u8) = (1, 20);

/// Its row on the display, in pixels.
const VERB_TOP: usize = 160;

/// How an engine's frames show their numbers.
enum Number {
    /// A text above the room.
    Text,
    /// A verb.
    Verb,
    /// Palette entries that show other entries: digits to this base, this number of them. No operation sets a colour.
    Digits(u8, u8),
    /// Boxes below the room.
    Boxes(Boxes),
    /// Stripes in the corner ([`corner`]).
    Stripes,
    /// A picture in the corner ([`wide`]).
    Picture,
    /// A palette entry.
    Colour,
}

impl Engine {
    fn number(&self) -> Number {
        let below = self.rows.1;
        match self.generation() {
            _ if self.is_dithered() => Number::Stripes,
            _ if self.has_marker() => Number::Picture,
            // Colours of a layer above the room.
            _ if self.is_deep() || self.is_wide() => Number::Boxes(Boxes { below, set: 15, clear: 1 }),
            Generation::V0 => Number::Text,
            Generation::V1 | Generation::V2 => Number::Verb,
            Generation::V3 | Generation::V4 if self.ignores_indirection() => {
                Number::Boxes(Boxes { below, set: 15, clear: 0 })
            }
            Generation::V3 | Generation::V4 => match self.shown_on.map_or(0, |screen| screen.dots().len()) {
                // The first colours, of which no room has the same twice.
                0 => Number::Digits(FIRST_DIFFER, 4),
                2 => Number::Digits(2, 16),
                _ => Number::Digits(4, 8),
            },
            _ => Number::Colour,
        }
    }

    /// Whether newer ScummVM ignores the operation that shows one colour in place of another.
    fn ignores_indirection(&self) -> bool {
        let has_other = matches!(self.shown_on, Some(Screen::Cga | Screen::Hercules));
        (has_other || self.edition.keeps_first_16) && interpreter::chosen() == Interpreter::Current
    }

    /// Shows a frame's number.
    pub(super) fn mark(&self, number: usize) -> Vec<Op> {
        let bits = (0..BITS).map(|bit| if number >> bit & 1 == 1 { b'X' } else { b' ' });
        match self.number() {
            Number::Text => {
                let text = [0x14, NO_ACTOR, b'X'].into_iter().chain(bits).chain([b'X', 0]);
                vec![Op::Raw(text.collect())]
            }
            Number::Verb => {
                let verb = [0x7A, 1, VERB.0, VERB.1, 1, 0, b'X'].into_iter().chain(bits).chain([0]);
                vec![Op::Raw(verb.collect())]
            }
            Number::Digits(base, count) => {
                let mut rest = number;
                let digit = |digit| {
                    let (left, colour) = (rest / usize::from(base), rest % usize::from(base));
                    rest = left;
                    Op::ShowAs { index: MARKER - digit, colour: u8::try_from(colour).unwrap_or(0) }
                };
                (0..count).map(digit).collect()
            }
            Number::Boxes(boxes) => boxes.mark(number),
            Number::Stripes => corner::mark(number),
            Number::Picture => wide::mark(number),
            Number::Colour => {
                let [low, high, ..] = number.to_le_bytes();
                vec![Op::PaletteEntry { index: MARKER, colour: [low, high, MARKER_BLUE] }]
            }
        }
    }

    /// The number that a picture shows.
    pub(crate) fn number_of(&self, frame: &Frame) -> Option<usize> {
        match self.number() {
            Number::Text => {
                let seen = |place: usize| is_seen(frame, 8 * place..8 * place + 8, 0);
                (seen(0) && seen(BITS + 1)).then(|| number(|bit| seen(1 + bit)))
            }
            Number::Verb if self.edition.is_nes() => self.verb_on_nes(frame),
            Number::Verb => self.verb(frame),
            Number::Digits(base, count) => {
                let digit = |digit| {
                    let shown = frame.colour(MARKER - digit);
                    (0..base).find(|colour| frame.colour(*colour) == shown)
                };
                (0..count).rev().try_fold(0, |number: usize, place| {
                    number.checked_mul(base.into())?.checked_add(usize::from(digit(place)?))
                })
            }
            Number::Boxes(boxes) if self.is_deep() || self.is_wide() => {
                let side = |side: u32| usize::try_from(side).unwrap_or(0);
                boxes.number(|x, y| frame.wide(side(x), side(y)))
            }
            Number::Boxes(boxes) => {
                let (area, (width, height)) = (Area::of(self), self.screen());
                boxes.number(|x: u32, y: u32| {
                    boxes::dot(frame, area.left + x * area.width / width, y * area.height / height)
                })
            }
            Number::Stripes => corner::number_of(frame),
            Number::Picture => wide::number_of(frame),
            Number::Colour => {
                let [low, high, blue] = frame.colour(MARKER);
                (blue == MARKER_BLUE).then_some(usize::from(u16::from_le_bytes([low, high])))
            }
        }
    }

    fn verb(&self, frame: &Frame) -> Option<usize> {
        // Dots before the first character, dots of a pixel, and the verb's row on this screen.
        let below = usize::try_from(self.rows.1).unwrap_or(0);
        let (left, across, row): (_, _, &dyn Fn(usize) -> usize) = match self.shown_on {
            Some(Screen::CgaBw) => (0, 2, &|top| 2 * top),
            Some(Screen::Hercules | Screen::HerculesAmber) => (40, 2, &|top| 2 * below - 16 + (top - below)),
            _ => (0, 1, &|top| top),
        };
        let seen = |top: usize, place: usize| {
            let x = left + across * 8 * (usize::from(VERB.0) + place);
            is_seen(frame, x..x + across * 8, row(top))
        };
        // The first edition of Maniac Mansion has its verbs a line lower.
        let top = [VERB_TOP, VERB_TOP + 8].into_iter().find(|top| seen(*top, 0))?;
        Some(number(|bit| seen(top, 1 + bit)))
    }

    /// On the NES texts begin a tile further right, in the room's last palette. What looks like the first character is
    /// an X.
    fn verb_on_nes(&self, frame: &Frame) -> Option<usize> {
        let pixel = |place: usize| {
            let x = 8 * (1 + usize::from(VERB.0) + place);
            frame.pixels.get(VERB_TOP * frame.width + x).copied()
        };
        let (seen, behind) = (pixel(0)?, pixel(BITS + 2)?);
        (seen != behind && seen != self.edition.black).then(|| number(|bit| pixel(1 + bit) == Some(seen)))
    }
}

/// The number with these bits.
fn number(is_set: impl Fn(usize) -> bool) -> usize {
    (0..BITS).map(|bit| usize::from(is_set(bit)) << bit).sum()
}

/// Whether something is visible in eight rows of a picture, in these columns.
fn is_seen(frame: &Frame, columns: std::ops::Range<usize>, top: usize) -> bool {
    let rows = frame.pixels.chunks_exact(frame.width).skip(top).take(8);
    rows.filter_map(|row| row.get(columns.clone())).any(|row| row.iter().any(|pixel| *pixel != 0))
}

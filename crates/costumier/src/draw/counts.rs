//! How often the pictures of a costume have each colour, and what the colours become on the screen.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::collections::BTreeSet;

use super::Colours;
use crate::Costume;
use crate::model::PictureKey;

/// Number of pixels that are decoded of one costume. The colours of a larger one are not counted.
const MOST_PIXELS: usize = 1 << 26;

/// The numbers of pixels that pictures have in each colour.
pub(crate) struct ColourCounts {
    /// By costume colour. Colour 0 is transparent, and is not counted.
    of_costume: [u64; 256],
    /// By room colour, of pictures that hold room colours.
    of_room: [u64; 256],
    /// A picture that holds room colours.
    in_room_colours: Option<PictureKey>,
}

/// A colour of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountedColour {
    /// A costume colour.
    OfCostume(u8),
    /// A room colour.
    OfRoom(u8),
}

impl CountedColour {
    /// The value of the pixels.
    pub(crate) fn value(self) -> u8 {
        match self {
            Self::OfCostume(value) | Self::OfRoom(value) => value,
        }
    }

    /// The costume colour; `None` for a room colour.
    pub(crate) fn of_costume(self) -> Option<u8> {
        match self {
            Self::OfCostume(colour) => Some(colour),
            Self::OfRoom(_) => None,
        }
    }
}

impl Costume {
    /// Counts the colours of pictures. Pictures that share their data count once, and pictures that are not there do
    /// not. Returns `None` if they have too many pixels, or one cannot be read.
    pub(crate) fn colour_counts(&self, pictures: &BTreeSet<PictureKey>) -> Option<ColourCounts> {
        let mut counts = ColourCounts { of_costume: [0; 256], of_room: [0; 256], in_room_colours: None };
        let mut budget = MOST_PIXELS;
        let mut seen = BTreeSet::new();
        for key in pictures {
            // A record can name pictures that are not there.
            let Ok(picture) = self.picture(*key) else { continue };
            if !seen.insert((picture.encoded_at, picture.info.width, picture.info.height)) {
                continue;
            }
            budget = budget.checked_sub(picture.info.pixels())?;
            let (values, clear, table) = if picture.packed.encoded.has_room_colours() {
                counts.in_room_colours = Some(*key);
                let indices = self.indices(*key).ok()?;
                (indices.pixels, indices.transparent, &mut counts.of_room)
            } else {
                (self.values(*key).ok()?, 0, &mut counts.of_costume)
            };
            for value in values.into_iter().filter(|value| *value != clear) {
                if let Some(count) = table.get_mut(usize::from(value)) {
                    *count = count.saturating_add(1);
                }
            }
        }
        Some(counts)
    }
}

impl ColourCounts {
    /// Whether some picture holds room colours.
    pub(crate) fn has_room_colours(&self) -> bool {
        self.in_room_colours.is_some()
    }

    /// Whether some pixel has this costume colour.
    pub(crate) fn has(&self, colour: u8) -> bool {
        self.of_costume.get(usize::from(colour)).is_some_and(|count| *count > 0)
    }

    /// Returns the number of pixels that are drawn.
    pub(crate) fn drawn(&self) -> u64 {
        self.all().fold(0, |sum, (_, count)| sum.saturating_add(count))
    }

    /// Returns the colours that pixels have, with the number of pixels.
    pub(crate) fn all(&self) -> impl Iterator<Item = (CountedColour, u64)> {
        let of_costume =
            (0..=u8::MAX).zip(self.of_costume).map(|(it, count)| (CountedColour::OfCostume(it), count));
        let of_room = (0..=u8::MAX).zip(self.of_room).map(|(it, count)| (CountedColour::OfRoom(it), count));
        of_costume.chain(of_room).filter(|(_, count)| *count > 0)
    }

    /// Returns the room colour in which a colour is drawn; `None` if it is not drawn, or only changes what is beneath
    /// it.
    pub(crate) fn shown(&self, costume: &Costume, colours: &Colours, of: CountedColour) -> Option<u8> {
        match of {
            CountedColour::OfCostume(colour) => colours.steady(colour),
            CountedColour::OfRoom(colour) => {
                let picture = costume.picture(self.in_room_colours?).ok()?;
                colours.steady_room_colour(&picture.packed.encoded, colour)
            }
        }
    }
}

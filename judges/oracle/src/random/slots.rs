//! Random palette slots (Humongous 9.9 on).

use costumier::scene::{PaletteSlot, SlotColours};

use super::LAST_COLOUR;
use super::offer::Offer;
use crate::rng::Rng;

/// A palette slot with the shown colours of the room, or with a costume's own. Some colours are copied from others
/// (with 16 bits a pixel: given as pixels), and some are set.
pub(super) fn slot(rng: &mut Rng, offer: &Offer<'_>) -> PaletteSlot {
    let has_own = offer.engine.is_wide() && rng.chance(50);
    let mut slot = PaletteSlot::new(match has_own {
        true => SlotColours::Costume(rng.pick(&offer.costumes)),
        false => SlotColours::Shown,
    });
    let any = |rng: &mut Rng| rng.byte(0, LAST_COLOUR);
    let copied = |rng: &mut Rng| match offer.engine.is_wide() {
        true => u16::try_from(rng.below(0x8000)).unwrap_or(0),
        false => any(rng).into(),
    };
    slot.copies = (0..rng.range(0, 40)).map(|_| (any(rng), copied(rng))).collect();
    slot.colours = (0..rng.range(0, 40)).map(|_| (any(rng), [0; 3].map(|_| rng.byte(0, 255)))).collect();
    slot
}

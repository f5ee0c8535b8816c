//! The palette of a room with several (v6 and later): scripts choose one, and it stays until they choose another or the
//! room is left.
//!
//! The choice has random numbers of its own. Scenes with shadow tables keep one palette for a whole visit: tables
//! depend on the palette at the time when they are made.

use costumier_build::room::RoomSource;

use crate::case::Case;
use crate::engine::Engine;
use crate::rng::Rng;

/// The part of a seed that only palettes use.
const PART: u64 = 0x5041_4c53;

/// A palette of a room by its number, the first being 0.
pub(crate) fn of(room: &RoomSource, number: u16) -> &Vec<[u8; 3]> {
    let further = usize::from(number).checked_sub(1).and_then(|at| room.more_palettes.get(at));
    further.unwrap_or(&room.palette)
}

/// Chooses one for each scene.
pub(crate) fn choose(seed: u64, engine: &Engine, rooms: &[RoomSource], cases: &mut [Case]) {
    if !engine.chooses_palettes() {
        return;
    }
    let mut rng = Rng::of_part(seed, PART);
    for case in cases {
        let number = case.scene.room.unwrap_or(1);
        let place = usize::try_from(number).unwrap_or(1) - 1;
        let count = rooms.get(place).map_or(1, |room| 1 + room.more_palettes.len());
        let visit = u64::try_from(case.visit).unwrap_or(0);
        let mut of_visit = Rng::of_part(seed, PART + 1 + 16 * visit + u64::from(number));
        let rng = if case.has_shadows() { &mut of_visit } else { &mut rng };
        case.scene.room_palette = u16::try_from(rng.below(count)).unwrap_or(0);
    }
}

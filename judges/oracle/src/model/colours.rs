//! The screen's colours after a room is entered (`docs/format/containers.md §10.2`).

use costumier_build::room::RoomSource;

use super::mutation::{Broken, Mutation};
use crate::colours::{Colours, ScreenColours};
use crate::engine::{Engine, is_white};
use crate::pack::Pack;
use crate::random::palettes;

/// The colours of each case of a pack.
pub(crate) fn of_cases(pack: &Pack, broken: Broken) -> Vec<Colours> {
    let mut screen = ScreenColours::new();
    let colours = pack.cases.iter().map(|case| {
        let room = case.scene.room.and_then(|number| pack.room(number));
        let show = |palette: u16, before: &Colours| {
            room.map_or(*before, |room| shown(pack.engine, palettes::of(room, palette), before, broken))
        };
        let palette = if broken.is(Mutation::FirstPaletteStays) { 0 } else { case.scene.room_palette };
        *screen.of((case.scene.room, palette), show)
    });
    colours.collect()
}

/// A room's colours where no room was before it.
pub(super) fn of_room(engine: &Engine, room: &RoomSource, palette: u16) -> Colours {
    let over =
        |before: &Colours, number| shown(engine, palettes::of(room, number), before, Broken::default());
    over(&over(&[[0; 3]; 256], 0), palette)
}

fn shown(engine: &Engine, palette: &[[u8; 3]], before: &Colours, broken: Broken) -> Colours {
    let own = engine.own_colours();
    let mut colours = *before;
    for (entry, colour) in (0..=u8::MAX).zip(&mut colours) {
        let at = usize::from(entry);
        let stored = if broken.is(Mutation::ColoursSwapped) {
            palette.get(at).map(|[r, g, b]| [*b, *g, *r])
        } else {
            palette.get(at).copied()
        };
        let passed = stored.is_some_and(|colour| {
            let passes = engine.passes_over(entry, colour);
            let is_kept = broken.is(Mutation::FirstWhiteKept) && engine.passes_over(u8::MAX, colour);
            match broken.is(Mutation::WhiteNeverSet) {
                true => entry >= 16 && is_white(colour),
                false => (passes || is_kept) && !broken.is(Mutation::WhiteAlwaysSet),
            }
        });
        let kept = if broken.is(Mutation::WhiteIsBlack) { [0; 3] } else { *colour };
        *colour = match (own.get(at), stored) {
            (Some(machine), _) if !broken.is(Mutation::OwnColoursReplaced) => *machine,
            (_, Some(_)) if passed => kept,
            (_, Some(stored)) if !engine.dialect().fixed_colours => stored,
            _ => [0; 3],
        };
    }
    colours
}

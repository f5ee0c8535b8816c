//! The looks that a game's palettes can give a costume.

use super::{CostumeColours, PaletteName, Rgb, RoomPalette};

/// Palettes that colour the costume alike.
pub(super) struct SharedLook {
    pub(super) names: Vec<PaletteName>,
    /// The colour of each pixel value; of a used one, for all these palettes.
    pub(super) colours: Vec<Rgb>,
}

impl SharedLook {
    /// Whether all of the costume has the same colour.
    pub(super) fn is_silhouette(&self, costume: &CostumeColours<'_>) -> bool {
        let seen = self.colours.iter().enumerate().filter(|(k, _)| costume.is_used(*k));
        let mut seen = seen.map(|(_, rgb)| rgb);
        let first = seen.next();
        let mut others = seen.peekable();
        others.peek().is_some() && others.all(|rgb| Some(rgb) == first)
    }
}

/// All looks, the most shared first. Only what pictures use counts.
pub(super) fn looks<'r>(
    costume: &CostumeColours<'_>,
    rooms: impl Iterator<Item = &'r RoomPalette>,
) -> Vec<SharedLook> {
    let mut looks: Vec<SharedLook> = Vec::new();
    let same =
        |a: &[Rgb], b: &[Rgb]| a.iter().zip(b).enumerate().all(|(k, (a, b))| a == b || !costume.is_used(k));
    for room in rooms {
        let applied = room.palette.applied();
        let colours: Vec<Rgb> = costume.palette.iter().map(|e| applied[usize::from(*e)]).collect();
        match looks.iter_mut().find(|look| same(&look.colours, &colours)) {
            Some(look) => look.names.push(room.name()),
            None => looks.push(SharedLook { names: vec![room.name()], colours }),
        }
    }
    // Stable: of two looks shared by as many palettes, the one of the lower room stays first.
    looks.sort_by_key(|look| std::cmp::Reverse(look.names.len()));
    looks
}

/// The shade of entry `k` of so many.
pub(super) fn grey(k: usize, count: usize) -> u8 {
    u8::try_from(k * 255 / count.saturating_sub(1).max(1)).unwrap_or(255)
}

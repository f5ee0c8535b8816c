//! The looks that a game's palettes can give a costume.

use super::{CostumeColours, PaletteName, Rgb, RoomPalette};

/// Palettes that give the costume the same look.
pub(super) struct SharedLook {
    pub(super) names: Vec<PaletteName>,
    /// The colour of each pixel value. For values that are used, it is the same in all these palettes.
    pub(super) colours: Vec<Rgb>,
}

impl SharedLook {
    /// Whether the whole costume has one colour.
    pub(super) fn is_silhouette(&self, costume: &CostumeColours<'_>) -> bool {
        let seen = self.colours.iter().enumerate().filter(|(k, _)| costume.is_used(*k));
        let mut seen = seen.map(|(_, rgb)| rgb);
        let first = seen.next();
        let mut others = seen.peekable();
        others.peek().is_some() && others.all(|rgb| Some(rgb) == first)
    }
}

/// Returns all looks, those shared by most palettes first. Only colours that pictures use count.
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
    // The sort is stable, so of looks with equally many palettes, the one of the lower room comes first.
    looks.sort_by_key(|look| std::cmp::Reverse(look.names.len()));
    looks
}

/// Returns the grey of entry `k` of `count`.
pub(super) fn grey(k: usize, count: usize) -> u8 {
    u8::try_from(k * 255 / count.saturating_sub(1).max(1)).unwrap_or(255)
}

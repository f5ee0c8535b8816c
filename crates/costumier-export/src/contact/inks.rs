//! The colours of the labels of a contact sheet, which leave the costume's indices as they are.

use costumier::format::screen::distance;

use super::Contents;
use crate::colour::{Rgb, WrittenPalette};

/// The two colours of labels, as indices.
#[derive(Clone, Copy)]
pub(super) struct Inks {
    pub(super) strong: u8,
    pub(super) pale: u8,
}

/// Finds colours for the labels: new ones; in a full palette, those that no picture uses; if all are used, the
/// nearest existing ones.
pub(super) fn inks(colours: &mut Vec<Rgb>, palette: &WrittenPalette, contents: &Contents<'_>) -> Inks {
    let nothing = usize::from(palette.nothing);
    let back = colours.get(nothing).copied().unwrap_or_default();
    let is_dark = back.iter().map(|c| u32::from(*c)).sum::<u32>() < 3 * 128;
    let [strong, pale] = match (palette.is_transparent(), is_dark) {
        // The background is not known, so these are readable on white and on black.
        (true, _) => [[0x76, 0x7c, 0x8a], [0x96, 0x9b, 0xa6]],
        (false, true) => [[0xff; 3], [0xc3, 0xcb, 0xd8]],
        (false, false) => [[0x10, 0x12, 0x18], [0x50, 0x55, 0x62]],
    };
    let mut taken = if colours.len() < 255 { Vec::new() } else { shown(contents, palette.nothing) };
    let mut ink = |rgb: Rgb| {
        let free = taken.iter().position(|taken| !taken);
        let place = match (colours.len(), free) {
            (0..=255, _) => {
                colours.push(rgb);
                colours.len() - 1
            }
            (_, Some(free)) => {
                taken[free] = true;
                colours[free] = rgb;
                free
            }
            (_, None) => {
                let others = (0..colours.len()).filter(|i| *i != nothing);
                others.min_by_key(|i| distance(colours[*i], rgb)).unwrap_or(nothing)
            }
        };
        u8::try_from(place).unwrap_or(u8::MAX)
    };
    Inks { strong: ink(strong), pale: ink(pale) }
}

/// Returns which pixel values are on the sheet, the background included.
fn shown(contents: &Contents<'_>, nothing: u8) -> Vec<bool> {
    let mut shown = vec![false; 256];
    let cells = contents.groups.iter().flat_map(|group| &group.rows).flat_map(|row| &row.cells);
    let swatches = contents.swatches.iter().filter(|swatch| swatch.is_used).map(|swatch| &swatch.value);
    let values = cells.flat_map(|cell| cell.pixels).chain(swatches).chain([&nothing]);
    values.for_each(|value| shown[usize::from(*value)] = true);
    shown
}

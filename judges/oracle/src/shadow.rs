//! Shadow tables of v7 and v8, as scripts make them: each colour of a range becomes the nearest colour to a darker one,
//! and all others stay (`docs/format/akos.md §9.3` defines the distance).

use costumier::scene::ShadowPalette;

/// The table for a room palette; colours before `from` are never taken.
pub(crate) fn table(palette: &[[u8; 3]], of: ShadowPalette, from: u8) -> Box<[u8; 256]> {
    let mut table = [0; 256];
    for (entry, colour) in table.iter_mut().zip(0..=u8::MAX) {
        *entry = if (of.first..=of.last).contains(&colour) {
            let target = [0, 1, 2].map(|part| {
                let darker =
                    i32::from(palette[usize::from(colour)][part]) * i32::from(of.factors[part]) / 256;
                darker.min(255) & !3
            });
            nearest(palette, target, from)
        } else {
            colour
        };
    }
    Box::new(table)
}

/// The first of the nearest colours up to 254.
fn nearest(palette: &[[u8; 3]], target: [i32; 3], from: u8) -> u8 {
    let far = |index: &u8| -> i32 {
        let colour = palette[usize::from(*index)];
        (0..3).map(|part| [3, 6, 2][part] * ((i32::from(colour[part]) & !3) - target[part]).pow(2)).sum()
    };
    (from..255).min_by_key(far).unwrap_or(0)
}

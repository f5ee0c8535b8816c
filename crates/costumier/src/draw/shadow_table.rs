//! Shadow palettes: the colour that a shadow makes of each colour beneath it (`docs/format/drawing.md §7.3`).

/// The identity, which the engine sets at every room entry. With it a shadow is invisible.
pub(crate) const NO_SHADOW: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0_u8;
    while i < 255 {
        i += 1;
        table[i as usize] = i;
    }
    table
};

/// The table that the script operation "shadow palette" builds.
///
/// Each room colour is darkened by `factors` (red, green, blue; 256 keeps a channel) and replaced by the nearest
/// colour of `range` (first and last, inclusive), the first of equals. Distances add up over the channels. If the
/// range is empty, everything becomes colour 0.
#[must_use]
pub fn shadow_table(palette: &[[u8; 3]; 256], factors: [u16; 3], range: (u8, u8)) -> [u8; 256] {
    let mut table = [0; 256];
    for (entry, colour) in table.iter_mut().zip(palette) {
        let mut target = [0; 3];
        for ((target, &channel), &factor) in target.iter_mut().zip(colour).zip(&factors) {
            *target = (u32::from(channel >> 2) * u32::from(factor)) >> 8;
        }
        let distance = |j: &u8| -> u32 {
            palette[usize::from(*j)].iter().zip(target).map(|(&c, t)| u32::from(c >> 2).abs_diff(t)).sum()
        };
        *entry = (range.0..=range.1).min_by_key(distance).unwrap_or(0);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grey ramp: colour i is (i, i, i).
    fn greys() -> [[u8; 3]; 256] {
        let mut palette = [[0; 3]; 256];
        for (i, colour) in palette.iter_mut().enumerate() {
            *colour = [u8::try_from(i).unwrap(); 3];
        }
        palette
    }

    #[test]
    fn half_as_bright_is_the_first_grey_of_half_the_value() {
        let table = shadow_table(&greys(), [128; 3], (0, 255));
        // 200 >> 2 is 50, halved 25. The first colour with 25 in its upper six bits is 100.
        assert_eq!(table[200], 100);
        assert_eq!(table[0], 0);
        // 255 >> 2 is 63, halved 31, which is colour 124.
        assert_eq!(table[255], 124);
    }

    #[test]
    fn only_colours_of_the_range_are_taken() {
        let table = shadow_table(&greys(), [128; 3], (120, 130));
        assert_eq!(table[0], 120);
        assert_eq!(table[255], 124);
        assert_eq!(shadow_table(&greys(), [128; 3], (9, 8)), [0; 256]);
    }

    #[test]
    fn channels_have_their_own_factors() {
        let mut palette = [[0; 3]; 256];
        palette[1] = [252, 252, 252];
        palette[2] = [252, 0, 0];
        palette[3] = [0, 0, 252];
        assert_eq!(shadow_table(&palette, [256, 0, 0], (0, 3))[1], 2);
        assert_eq!(shadow_table(&palette, [0, 0, 256], (0, 3))[1], 3);
    }

    #[test]
    fn the_identity_maps_every_colour_to_itself() {
        assert!(NO_SHADOW.iter().enumerate().all(|(i, v)| i == usize::from(*v)));
    }
}

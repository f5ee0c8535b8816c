//! Rows of decoded pixels onto the stage, 16 at a time.
//!
//! A pixel with the key value leaves the stage as it is; so does one that the mask hides. Rows of pictures
//! are padded with keys to whole lines of 16, so there is no loop for what is left over; wider vectors would
//! spend their time in just such loops, pictures being 25 to 60 pixels wide.

use std::ops::Range;

use super::stage::Stage;

/// Pixels that are handled at once.
pub(crate) const LINE: usize = 16;

/// Draws rows whose pixels all lie on the stage, from stage column `left` on. `lines` are pairs of a row and
/// its stage row; `row` gives a row's pixels in lines of 16, of which there are `count`.
#[inline(always)]
pub(crate) fn draw<'p, R: Iterator<Item = &'p [u8; LINE]>>(
    stage: &mut Stage,
    plane: u8,
    key: u8,
    lines: impl Iterator<Item = (usize, usize)>,
    left: usize,
    count: usize,
    row: impl Fn(usize) -> R,
) {
    let width = stage.stride();
    let (pixels, mask) = stage.surface(plane);
    match mask {
        None => {
            for (line, y) in lines {
                draw_row(row(line), &mut pixels[y * width + left..][..count * LINE], key);
            }
        }
        Some(mask) => {
            for (line, y) in lines {
                let at = y * width + left;
                let to = &mut pixels[at..][..count * LINE];
                draw_row_masked(row(line), to, key, &mask[at..][..count * LINE]);
            }
        }
    }
}

/// Draws the part of rows of pixels that lies on stage columns `columns`. `row` gives a row from the first of
/// them on.
pub(crate) fn draw_part<'p>(
    stage: &mut Stage,
    plane: u8,
    key: u8,
    lines: impl Iterator<Item = (usize, usize)>,
    columns: Range<usize>,
    row: impl Fn(usize) -> &'p [u8],
) {
    let width = stage.stride();
    let (pixels, mask) = stage.surface(plane);
    for (line, y) in lines {
        let to = &mut pixels[y * width..][columns.clone()];
        let mask = mask.map(|mask| &mask[y * width..][columns.clone()]);
        for (i, (to, &pixel)) in to.iter_mut().zip(row(line)).enumerate() {
            if pixel != key && mask.is_none_or(|mask| mask[i] == 0) {
                *to = pixel;
            }
        }
    }
}

/// Draws one row.
#[inline(always)]
fn draw_row<'p>(from: impl Iterator<Item = &'p [u8; LINE]>, to: &mut [u8], key: u8) {
    for (from, to) in from.zip(to.as_chunks_mut::<LINE>().0) {
        let (above, below) = (*from, *to);
        *to = std::array::from_fn(|i| if above[i] == key { below[i] } else { above[i] });
    }
}

/// Draws one row where the mask is 0.
#[inline(always)]
fn draw_row_masked<'p>(from: impl Iterator<Item = &'p [u8; LINE]>, to: &mut [u8], key: u8, mask: &[u8]) {
    for ((from, to), mask) in from.zip(to.as_chunks_mut::<LINE>().0).zip(mask.as_chunks::<LINE>().0) {
        let (above, below, mask) = (*from, *to, *mask);
        // Bits, not branches: the mask is all ones where it hides.
        *to = std::array::from_fn(|i| {
            let keep = mask[i] | if above[i] == key { 255 } else { 0 };
            (below[i] & keep) | (above[i] & !keep)
        });
    }
}

/// Lays `later` over `earlier`, in `later`. Both have the same length.
pub(crate) fn overlay(earlier: &[u8], later: &mut [u8], key: u8) {
    for (later, &earlier) in later.iter_mut().zip(earlier) {
        *later = if *later == key { earlier } else { *later };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_equal_the_pixel_by_pixel_way(
            pixels in prop::collection::vec((0_u8..3, any::<u8>()), 48),
            mask in prop::collection::vec(prop::sample::select(vec![0_u8, 255]), 48),
        ) {
            let from: Vec<u8> = pixels.iter().map(|p| p.0).collect();
            let beneath: Vec<u8> = pixels.iter().map(|p| p.1).collect();
            let mut plain = beneath.clone();
            let mut masked = beneath.clone();
            draw_row(from.as_chunks().0.iter(), &mut plain, 1);
            draw_row_masked(from.as_chunks().0.iter(), &mut masked, 1, &mask);
            for i in 0..48 {
                prop_assert_eq!(plain[i], if from[i] == 1 { beneath[i] } else { from[i] });
                let expected = if from[i] == 1 || mask[i] != 0 { beneath[i] } else { from[i] };
                prop_assert_eq!(masked[i], expected);
            }
            let mut later = from.clone();
            overlay(&beneath, &mut later, 1);
            for i in 0..48 {
                prop_assert_eq!(later[i], if from[i] == 1 { beneath[i] } else { from[i] });
            }
        }
    }
}

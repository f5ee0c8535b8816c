//! Rows of decoded pixels onto the stage, 16 at a time.
//!
//! A pixel with the key value leaves the stage as it is; so does one whose mask bit is set. Rows of pictures are padded with
//! keys to whole lines of 16, so there is no loop for what is left over; wider vectors would spend their time in just
//! such loops, pictures being 25 to 60 pixels wide.

use std::ops::Range;

use super::stage::Stage;

/// Pixels that are handled at once.
pub(crate) const LINE: usize = 16;

/// The bit of each of 16 pixels in its mask byte.
const BITS: [u8; LINE] = [128, 64, 32, 16, 8, 4, 2, 1, 128, 64, 32, 16, 8, 4, 2, 1];

/// Decoded rows: `stride` bytes each, a multiple of 16, filled up with keys.
pub(crate) struct Rows<'a> {
    pub(crate) pixels: &'a [u8],
    pub(crate) stride: usize,
    pub(crate) key: u8,
}

/// Draws rows whose pixels all lie on the stage, from stage column `left` on. `lines` are pairs of a row and its stage row.
#[inline(always)]
pub(crate) fn draw(
    stage: &mut Stage,
    plane: u8,
    from: &Rows<'_>,
    lines: impl Iterator<Item = (usize, usize)>,
    left: usize,
) {
    let (width, bytes) = stage.strides();
    let (pixels, bits) = stage.surface(plane);
    match bits {
        None => {
            for (line, y) in lines {
                let to = &mut pixels[y * width + left..][..from.stride];
                row(&from.pixels[line * from.stride..][..from.stride], to, from.key);
            }
        }
        Some(bits) => {
            for (line, y) in lines {
                let to = &mut pixels[y * width + left..][..from.stride];
                let bits = &bits[y * bytes..];
                row_masked(&from.pixels[line * from.stride..][..from.stride], to, from.key, bits, left);
            }
        }
    }
}

/// Draws a part of rows: from their pixel `skip` on, to the stage columns `columns`.
pub(crate) fn draw_part(
    stage: &mut Stage,
    plane: u8,
    from: &Rows<'_>,
    lines: impl Iterator<Item = (usize, usize)>,
    skip: usize,
    columns: Range<usize>,
) {
    let (width, bytes) = stage.strides();
    let (pixels, bits) = stage.surface(plane);
    for (line, y) in lines {
        let from_row = &from.pixels[line * from.stride + skip..];
        let to = &mut pixels[y * width..][columns.clone()];
        let bits = bits.map(|bits| &bits[y * bytes..]);
        for ((x, to), &from_pixel) in columns.clone().zip(to).zip(from_row) {
            if from_pixel != from.key && !bits.is_some_and(|bits| hides(bits, x)) {
                *to = from_pixel;
            }
        }
    }
}

/// Draws one row. Both have the same length, a multiple of 16.
#[inline(always)]
pub(crate) fn row(from: &[u8], to: &mut [u8], key: u8) {
    let (from, _) = from.as_chunks::<LINE>();
    let (to, _) = to.as_chunks_mut::<LINE>();
    for (from, to) in from.iter().zip(to) {
        over(from, to, key);
    }
}

/// Draws `from` over `to`, but for pixels that are `key`.
#[inline(always)]
pub(crate) fn over(from: &[u8; LINE], to: &mut [u8; LINE], key: u8) {
    let beneath = *to;
    for ((to, &from), &beneath) in to.iter_mut().zip(from).zip(&beneath) {
        *to = if from == key { beneath } else { from };
    }
}

/// Draws one row where the mask lets it through. `bits` are the mask row's bytes and what follows it; `x` is the stage
/// column of the row's first pixel.
#[inline(always)]
pub(crate) fn row_masked(from: &[u8], to: &mut [u8], key: u8, bits: &[u8], x: usize) {
    let (from, _) = from.as_chunks::<LINE>();
    let (to, _) = to.as_chunks_mut::<LINE>();
    let shift = x % 8;
    let bits = bits.get(x / 8..).unwrap_or_default();
    for ((from, to), bits) in from.iter().zip(to).zip(bits.windows(3).step_by(2)) {
        let window = u32::from_be_bytes([0, bits[0], bits[1], bits[2]]);
        let [.., left, right, _] = (window << shift).to_be_bytes();
        let mut masks = [left; LINE];
        masks[8..].fill(right);
        let beneath = *to;
        for i in 0..LINE {
            let hidden = (from[i] == key) | (masks[i] & BITS[i] != 0);
            to[i] = if hidden { beneath[i] } else { from[i] };
        }
    }
}

/// Lays `later` over `earlier`, in `later`. Both have the same length.
pub(crate) fn overlay(earlier: &[u8], later: &mut [u8], key: u8) {
    for (later, &earlier) in later.iter_mut().zip(earlier) {
        *later = if *later == key { earlier } else { *later };
    }
}

/// Whether the mask hides stage column `x`.
#[inline]
pub(crate) fn hides(bits: &[u8], x: usize) -> bool {
    bits.get(x / 8).is_none_or(|byte| byte & (0x80 >> (x % 8)) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_equal_the_pixel_by_pixel_way(
            pixels in prop::collection::vec((0_u8..3, any::<u8>()), 48),
            bits in prop::collection::vec(any::<u8>(), 10),
            x in 0_usize..20,
        ) {
            let from: Vec<u8> = pixels.iter().map(|p| p.0).collect();
            let beneath: Vec<u8> = pixels.iter().map(|p| p.1).collect();
            let mut plain = beneath.clone();
            let mut masked = beneath.clone();
            row(&from, &mut plain, 1);
            row_masked(&from, &mut masked, 1, &bits, x);
            for i in 0..48 {
                prop_assert_eq!(plain[i], if from[i] == 1 { beneath[i] } else { from[i] });
                let expected = if from[i] == 1 || hides(&bits, x + i) { beneath[i] } else { from[i] };
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

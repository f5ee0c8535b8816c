//! Drawing rows of decoded pixels onto the stage, 16 at a time.
//!
//! A pixel with the key value leaves the stage unchanged, and so does a pixel that the mask hides. Rows of pictures
//! are padded with keys to whole lines of 16, so no loop for remaining pixels is needed. With wider vectors such
//! loops would take most of the time, because pictures are 25 to 60 pixels wide.

use std::ops::Range;

use super::stage::Stage;

/// Number of pixels that are handled at once.
pub(crate) const LINE: usize = 16;

/// A line of [`LINE`] pixels.
type Line = [u8; LINE];

/// Draws rows of a picture. `down` are pairs of a row of the picture and its stage row; `rows` begin with the first
/// of them. The rest is as in [`draw`].
///
/// A function of its own, because `draw` becomes eight loops wherever it is called.
#[inline(never)]
pub(crate) fn draw_down(
    stage: &mut Stage,
    plane: u8,
    key: u8,
    down: &[(u32, u32)],
    left: usize,
    count: usize,
    rows: &[u8],
) {
    let top = down.first().map_or(0, |first| first.0);
    let lines = down.iter().map(|&(row, y)| ((row - top) as usize, y as usize));
    draw(stage, plane, key, lines, left, count, rows);
}

/// Draws rows whose pixels all lie on the stage, from stage column `left` on. `lines` are pairs of a row and its
/// stage row; `rows` are the rows, `count` lines of 16 pixels each.
///
/// Rows of the usual widths have a loop each, whose length is known when it is compiled.
#[inline(always)]
pub(crate) fn draw(
    stage: &mut Stage,
    plane: u8,
    key: u8,
    lines: impl Iterator<Item = (usize, usize)>,
    left: usize,
    count: usize,
    rows: &[u8],
) {
    let rows = rows.as_chunks().0;
    match count {
        1 => draw_known::<1>(stage, plane, key, lines, left, rows),
        2 => draw_known::<2>(stage, plane, key, lines, left, rows),
        3 => draw_known::<3>(stage, plane, key, lines, left, rows),
        4 => draw_known::<4>(stage, plane, key, lines, left, rows),
        _ => {
            let width = stage.stride();
            let (pixels, mask) = stage.surface(plane);
            for (line, y) in lines {
                let (row, at) = (&rows[line * count..][..count], y * width + left);
                let to = &mut pixels[at..].as_chunks_mut().0[..count];
                let ((pairs, last), (to, last_to)) = (row.as_chunks::<2>(), to.as_chunks_mut::<2>());
                let (rows, lasts) =
                    (pairs.iter().zip(to), last.as_chunks().0.iter().zip(last_to.as_chunks_mut().0));
                match mask {
                    None => {
                        rows.for_each(|(row, to)| draw_row(row, to, key));
                        lasts.for_each(|(row, to)| draw_row::<1>(row, to, key));
                    }
                    Some(mask) => {
                        let (mask, last) = mask[at..].as_chunks().0[..count].as_chunks::<2>();
                        rows.zip(mask).for_each(|((row, to), mask)| draw_row_masked(row, to, key, mask));
                        let last = last.as_chunks().0;
                        lasts
                            .zip(last)
                            .for_each(|((row, to), mask)| draw_row_masked::<1>(row, to, key, mask));
                    }
                }
            }
        }
    }
}

/// Draws rows of `N` lines each.
#[inline(always)]
fn draw_known<const N: usize>(
    stage: &mut Stage,
    plane: u8,
    key: u8,
    lines: impl Iterator<Item = (usize, usize)>,
    left: usize,
    rows: &[Line],
) {
    let rows: &[[Line; N]] = rows.as_chunks().0;
    let width = stage.stride();
    let (pixels, mask) = stage.surface(plane);
    match mask {
        None => {
            for (line, y) in lines {
                let to: &mut [Line; N] =
                    &mut pixels[y * width + left..].as_chunks_mut().0.as_chunks_mut().0[0];
                draw_row(&rows[line], to, key);
            }
        }
        Some(mask) => {
            for (line, y) in lines {
                let at = y * width + left;
                let to: &mut [Line; N] = &mut pixels[at..].as_chunks_mut().0.as_chunks_mut().0[0];
                let mask: &[Line; N] = &mask[at..].as_chunks().0.as_chunks().0[0];
                draw_row_masked(&rows[line], to, key, mask);
            }
        }
    }
}

/// Draws the part of rows of pixels that lies on stage columns `columns`. `row` returns a row's pixels from the
/// first of these columns on.
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

/// Draws one row without a mask. Compilers turn the loop over its bytes into one comparison for each line.
///
/// A loop of 16 bytes is unrolled before it can be turned, and then stays so with `opt-level = 2`. A single line is
/// therefore drawn twice, which costs nothing.
#[inline(always)]
fn draw_row<const N: usize>(from: &[Line; N], to: &mut [Line; N], key: u8) {
    if N == 1 {
        let mut pair = [to[0]; 2];
        draw_row(&[from[0]; 2], &mut pair, key);
        to[0] = pair[0];
        return;
    }
    let (above, below) = (*from, *to);
    let both = above.as_flattened().iter().zip(below.as_flattened());
    for (to, (&above, &below)) in to.as_flattened_mut().iter_mut().zip(both) {
        *to = if above == key { below } else { above };
    }
}

/// Draws the pixels of one row where the mask is 0.
#[inline(always)]
fn draw_row_masked<const N: usize>(from: &[Line; N], to: &mut [Line; N], key: u8, mask: &[Line; N]) {
    if N == 1 {
        let mut pair = [to[0]; 2];
        draw_row_masked(&[from[0]; 2], &mut pair, key, &[mask[0]; 2]);
        to[0] = pair[0];
        return;
    }
    // Hidden pixels become key by bit operations, because the mask is all ones there.
    let (mut shown, mask) = (*from, *mask);
    for (shown, mask) in shown.as_flattened_mut().iter_mut().zip(mask.as_flattened()) {
        *shown = (*shown & !mask) | (key & mask);
    }
    draw_row(&shown, to, key);
}

/// Overlays `later` over `earlier`, in `later`. Both have the same length.
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
            fn lines<const N: usize>(bytes: &[u8]) -> &[[Line; N]] {
                bytes.as_chunks().0.as_chunks().0
            }
            fn lines_mut<const N: usize>(bytes: &mut [u8]) -> &mut [[Line; N]] {
                bytes.as_chunks_mut().0.as_chunks_mut().0
            }
            // A row of three lines; and in the last, a row of one.
            let (mut one, mut one_masked) = (beneath.clone(), beneath.clone());
            draw_row(&lines::<3>(&from)[0], &mut lines_mut(&mut plain)[0], 1);
            draw_row_masked(&lines::<3>(&from)[0], &mut lines_mut(&mut masked)[0], 1, &lines(&mask)[0]);
            draw_row(&lines::<1>(&from)[2], &mut lines_mut(&mut one)[2], 1);
            draw_row_masked(&lines::<1>(&from)[2], &mut lines_mut(&mut one_masked)[2], 1, &lines(&mask)[2]);
            prop_assert_eq!((&one[32..], &one[..32]), (&plain[32..], &beneath[..32]));
            prop_assert_eq!((&one_masked[32..], &one_masked[..32]), (&masked[32..], &beneath[..32]));
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

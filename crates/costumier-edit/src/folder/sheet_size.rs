//! Checks the size of a sheet against the rects that the text names on it: an art program may have saved it larger or
//! smaller.

use std::ops::Range;

use super::report::Report;
use crate::pictures::png::{DecodedImage, Pixels};

/// Largest factor by which a sheet may have been enlarged or reduced.
const MOST: usize = 16;

/// Number of rects outside of a sheet that are reported one by one.
const TOLD: usize = 3;

/// A part of a sheet that the text names, and the path of its picture.
pub(super) type Named = ([usize; 4], String);

/// Returns the size of the smallest sheet that holds the rects.
fn needed(rects: &[Named]) -> (usize, usize) {
    let far = |side: fn(&[usize; 4]) -> usize| rects.iter().map(|(rect, _)| side(rect)).max().unwrap_or(0);
    (
        far(|[left, _, width, _]| left.saturating_add(*width)),
        far(|[_, top, _, height]| top.saturating_add(*height)),
    )
}

/// Reports problems with the size of a sheet; `painted` has its painted pixels. Returns whether the sheet has a wrong
/// size, so that other checks of it are useless.
pub(super) fn tell(
    (file, found): (&str, &DecodedImage),
    painted: &[bool],
    rects: &[Named],
    report: &mut Report,
) -> bool {
    let (right, bottom) = needed(rects);
    let times_of = |(width, height): (usize, usize), (right, bottom): (usize, usize)| {
        let is =
            |times: &usize| (width.saturating_mul(*times), height.saturating_mul(*times)) == (right, bottom);
        (2..=MOST).find(is).filter(|_| width > 0 && height > 0)
    };
    let (is, needed) = ((found.width, found.height), (right, bottom));
    let size =
        format!("has {} × {} pixels, and its rects need {right} × {bottom}", found.width, found.height);
    let outside: Vec<&Named> = rects.iter().filter(|(rect, _)| !found.holds(*rect)).collect();
    if !outside.is_empty() {
        match times_of(is, needed) {
            Some(times) => {
                report.refuse(
                    file,
                    format!("{size}: it was saved {times} times smaller. Save it at its original size"),
                );
            }
            None if outside.len() > TOLD => {
                report.refuse(file, format!("{size}: {} pictures are outside of it", outside.len()));
            }
            None => {
                for (rect, path) in outside {
                    let text = format!(
                        "{rect:?} is not inside {file}, which has {} × {} pixels",
                        found.width, found.height
                    );
                    report.refuse(path, text);
                }
            }
        }
        return true;
    }
    let Some(times) = times_of(needed, is) else { return false };
    // A sheet that a program enlarged smoothly has new colours, and most of its pixels where no rect is.
    let all = painted.iter().filter(|pixel| **pixel).count();
    let near = painted.chunks(found.width.max(1)).take(bottom).flat_map(|row| row.iter().take(right));
    if is_enlarged(found, times) || 2 * near.filter(|pixel| **pixel).count() < all {
        report
            .refuse(file, format!("{size}: it was saved {times} times larger. Save it at its original size"));
        return true;
    }
    report.note(file, &format!("{size}: it may have been saved {times} times larger"));
    false
}

/// Returns how far the pictures of a sheet are from their rects: columns to the right and rows down. `painted` has the
/// painted pixels of the sheet, and `masks` those that each picture had before. `None` if they are in place, or if at
/// most half of the pictures are found elsewhere.
pub(super) fn shift(painted: &[bool], width: usize, masks: &[([usize; 4], Vec<bool>)]) -> Option<(i64, i64)> {
    let corner = |pixels: &mut dyn Iterator<Item = (usize, usize)>| {
        pixels.fold(None, |least: Option<(usize, usize)>, (x, y)| {
            Some(least.map_or((x, y), |(left, top)| (left.min(x), top.min(y))))
        })
    };
    let places = |mask: &[bool], width: usize| -> Vec<(usize, usize)> {
        let painted = mask.iter().enumerate().filter(|(_, pixel)| **pixel);
        painted.map(|(at, _)| (at % width.max(1), at / width.max(1))).collect()
    };
    let pictures: Vec<Vec<(usize, usize)>> = masks
        .iter()
        .map(|([left, top, own, _], mask)| {
            places(mask, *own)
                .into_iter()
                .map(|(x, y)| (left.saturating_add(x), top.saturating_add(y)))
                .collect()
        })
        .collect();
    let was = corner(&mut pictures.iter().flatten().copied())?;
    let is = corner(&mut places(painted, width).into_iter())?;
    let side = |is: usize, was: usize| Some(i64::try_from(is).ok()? - i64::try_from(was).ok()?);
    let by = (side(is.0, was.0)?, side(is.1, was.1)?);
    let found = |(right, down): (i64, i64)| {
        let is_there = |(x, y): &(usize, usize)| {
            let to = |at: usize, by: i64| usize::try_from(i64::try_from(at).ok()?.checked_add(by)?).ok();
            let (Some(x), Some(y)) = (to(*x, right), to(*y, down)) else { return false };
            x < width && painted.get(y.saturating_mul(width).saturating_add(x)) == Some(&true)
        };
        pictures.iter().filter(|pixels| pixels.iter().all(is_there)).count()
    };
    let moved = if by == (0, 0) { 0 } else { found(by) };
    (moved * 2 > pictures.len() && moved > found((0, 0))).then_some(by)
}

/// Returns the number of painted pixels that two rects of a sheet share, if there are any. A picture inside another one
/// is meant so.
pub(super) fn shared(one: &[usize; 4], other: &[usize; 4], painted: &[bool], width: usize) -> Option<usize> {
    let within = |[left, top, width, height]: [usize; 4]| {
        (left..left.saturating_add(width), top..top.saturating_add(height))
    };
    let ((columns, rows), (their_columns, their_rows)) = (within(*one), within(*other));
    let both = |a: &Range<usize>, b: &Range<usize>| a.start.max(b.start)..a.end.min(b.end);
    let (x, y) = (both(&columns, &their_columns), both(&rows, &their_rows));
    let is_inside = (&x, &y) == (&columns, &rows) || (&x, &y) == (&their_columns, &their_rows);
    let pixels = painted.chunks(width.max(1)).take(y.end).skip(y.start).filter_map(|row| row.get(x.clone()));
    let pixels = pixels.flatten().filter(|pixel| **pixel).count();
    (!is_inside && pixels > 0).then_some(pixels)
}

/// Reports a sheet whose pictures are not in their rects.
pub(super) fn refuse_shifted(
    file: &str,
    found: &DecodedImage,
    (rects, (right, down)): (&[Named], (i64, i64)),
    report: &mut Report,
) {
    let needed = needed(rects);
    let size = match (found.width, found.height) == needed {
        true => String::new(),
        false => format!(
            "has {} × {} pixels, and its rects need {} × {}: ",
            found.width, found.height, needed.0, needed.1
        ),
    };
    let side = |by: i64, noun: &str, sides: [&str; 2]| {
        let plural = if by.abs() == 1 { "" } else { "s" };
        let side = if by > 0 { sides[1] } else { sides[0] };
        (by != 0).then(|| format!("{} {noun}{plural} {side}", by.abs()))
    };
    let moved = [side(right, "column", ["left of", "right of"]), side(down, "row", ["above", "below"])];
    let moved: Vec<String> = moved.into_iter().flatten().collect();
    let text = format!(
        "{size}its pictures are {} their rects. Move the drawing back; a sheet may get space only at its right and \
         bottom",
        moved.join(" and ")
    );
    report.refuse(file, text);
}

/// Whether a picture consists of squares of one colour, `times` wide, and has more than one colour.
fn is_enlarged(found: &DecodedImage, times: usize) -> bool {
    match &found.pixels {
        Pixels::Indexed { indices, .. } => has_squares(indices, found.width, times),
        Pixels::Colours(colours) => has_squares(colours, found.width, times),
    }
}

fn has_squares<T: PartialEq>(pixels: &[T], width: usize, times: usize) -> bool {
    let corner = |at: usize| {
        let (x, y) = (at % width, at / width);
        pixels.get((y - y % times) * width + (x - x % times))
    };
    let first = pixels.first();
    pixels.iter().any(|pixel| Some(pixel) != first)
        && pixels.iter().enumerate().all(|(at, pixel)| corner(at) == Some(pixel))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(width: usize, height: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// Returns what is reported of a sheet; its pixels of the value 9 are painted.
    fn told(width: usize, height: usize, value: impl Fn(usize, usize) -> u8) -> String {
        let indices = pixels(width, height).map(|(x, y)| value(x, y)).collect();
        let found = DecodedImage { width, height, pixels: Pixels::Indexed { indices, palette: Vec::new() } };
        let mut report = Report::default();
        let rects = [[0, 0, 3, 2], [4, 1, 2, 3]].map(|rect| (rect, "picture".to_owned()));
        let painted: Vec<bool> = pixels(width, height).map(|(x, y)| value(x, y) == 9).collect();
        tell(("limb-0.png", &found), &painted, &rects, &mut report);
        report.problems.iter().chain(&report.notes).map(|problem| problem.text.clone()).collect()
    }

    #[test]
    fn a_sheet_of_another_size_is_told_with_both_sizes() {
        assert_eq!(told(6, 4, |x, _| u8::from(x > 2)), "");
        assert_eq!(
            told(60, 40, |_, _| 0),
            "has 60 × 40 pixels, and its rects need 6 × 4: it may have been saved 10 times larger"
        );
        let text = "has 12 × 8 pixels, and its rects need 6 × 4: it was saved 2 times larger. Save it at its original \
             size";
        assert_eq!(told(12, 8, |x, y| u8::from(x / 2 > 2) + u8::from(y / 2 > 1)), text);
        assert_eq!(
            told(12, 8, |x, _| u8::from(x > 2)),
            "has 12 × 8 pixels, and its rects need 6 × 4: it may have been saved 2 times larger"
        );
        let smooth = |x: usize, y: usize| if (x + y).is_multiple_of(2) { 9 } else { 0 };
        assert!(told(12, 8, smooth).ends_with("it was saved 2 times larger. Save it at its original size"));
        let text = "has 3 × 2 pixels, and its rects need 6 × 4: it was saved 2 times smaller. Save it at its original \
             size";
        assert_eq!(told(3, 2, |_, _| 0), text);
        assert_eq!(told(5, 4, |_, _| 0), "[4, 1, 2, 3] is not inside limb-0.png, which has 5 × 4 pixels");
    }
}

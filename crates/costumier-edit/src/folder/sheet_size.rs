//! Checks the size of a sheet against the rects that the text names on it: an art program may have saved it larger or
//! smaller.

use super::report::Report;
use crate::pictures::png::{DecodedImage, Pixels};

/// Largest factor by which a sheet may have been enlarged or reduced.
const MOST: usize = 16;

/// Number of rects outside of a sheet that are reported one by one.
const TOLD: usize = 3;

/// A part of a sheet that the text names, and the path of its picture.
pub(super) type Named = ([usize; 4], String);

/// Reports problems with the size of a sheet. Returns whether the sheet has a wrong size, so that other checks of it
/// are useless.
pub(super) fn tell(file: &str, found: &DecodedImage, rects: &[Named], report: &mut Report) -> bool {
    let far = |side: fn(&[usize; 4]) -> usize| rects.iter().map(|(rect, _)| side(rect)).max().unwrap_or(0);
    let right = far(|[left, _, width, _]| left.saturating_add(*width));
    let bottom = far(|[_, top, _, height]| top.saturating_add(*height));
    let times_of = |(width, height): (usize, usize), (right, bottom): (usize, usize)| {
        let is =
            |times: &usize| (width.saturating_mul(*times), height.saturating_mul(*times)) == (right, bottom);
        (2..=MOST).find(is).filter(|_| width > 0 && height > 0)
    };
    let (is, needed) = ((found.width, found.height), (right, bottom));
    let size =
        format!("has {} × {} pixels, and its rects need {right} × {bottom}", found.width, found.height);
    let outside: Vec<&Named> = rects.iter().filter(|(rect, _)| found.cut(*rect).is_none()).collect();
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
    if is_enlarged(found, times) {
        report
            .refuse(file, format!("{size}: it was saved {times} times larger. Save it at its original size"));
        return true;
    }
    report.note(file, &format!("{size}: it may have been saved {times} times larger"));
    false
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

    fn told(width: usize, height: usize, value: impl Fn(usize, usize) -> u8) -> String {
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let indices = pixels.map(|(x, y)| value(x, y)).collect();
        let found = DecodedImage { width, height, pixels: Pixels::Indexed { indices, palette: Vec::new() } };
        let mut report = Report::default();
        let rects = [[0, 0, 3, 2], [4, 1, 2, 3]].map(|rect| (rect, "picture".to_owned()));
        tell("limb-0.png", &found, &rects, &mut report);
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
        let text = "has 3 × 2 pixels, and its rects need 6 × 4: it was saved 2 times smaller. Save it at its original \
             size";
        assert_eq!(told(3, 2, |_, _| 0), text);
        assert_eq!(told(5, 4, |_, _| 0), "[4, 1, 2, 3] is not inside limb-0.png, which has 5 × 4 pixels");
    }
}

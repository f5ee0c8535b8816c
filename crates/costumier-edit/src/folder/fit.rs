//! Finds where a picture's old pixels are in a picture of another size. If the drawing got space at its top or left and
//! `at` stayed the same, everything would be drawn too low or too far to the right.

use super::cels::trimmed;
use super::picture::{Picture, Pixels};

/// Pixels of a picture: its width, and its rows.
pub(super) type Canvas<'a> = (usize, &'a [u8]);

/// The number of pixels that may be compared for all pictures of a folder.
pub(super) const MOST_COMPARED: usize = 1 << 28;

/// Returns the position of the corner of the picture `was` in the picture `is`: columns and rows. `None` if its painted
/// pixels stayed where they were, or if at most half of them are found elsewhere. `left` is the number of pixels that
/// may still be compared.
pub(super) fn position(was: Canvas<'_>, is: Canvas<'_>, hole: u8, left: &mut usize) -> Option<(i32, i32)> {
    let ((old, old_at), (new, new_at)) = (trimmed(was.1, was.0, hole), trimmed(is.1, is.0, hole));
    if old.1.is_empty() {
        return None;
    }
    let side = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    let from = |(x, y): (usize, usize)| (side(x) - side(old_at.0), side(y) - side(old_at.1));
    if old == new {
        return Some(from(new_at)).filter(|by| *by != (0, 0));
    }
    // The old picture was painted over.
    let height = |(width, rows): Canvas<'_>| rows.len() / width.max(1);
    let (width, rows) = (old.0, height((old.0, &old.1)));
    let (columns, lines) = (is.0.checked_sub(width)?, height(is).checked_sub(rows)?);
    let painted: Vec<(usize, u8)> = old
        .1
        .iter()
        .enumerate()
        .filter(|(_, pixel)| **pixel != hole)
        .map(|(at, pixel)| (at / width * is.0 + at % width, *pixel))
        .collect();
    let compared = (columns + 1).saturating_mul(lines + 1).saturating_mul(painted.len());
    *left = left.checked_sub(compared)?;
    let same = |(x, y): (usize, usize)| {
        let start = y * is.0 + x;
        painted.iter().filter(|(at, pixel)| is.1.get(start + at) == Some(pixel)).count()
    };
    let places = (0..=lines).flat_map(|y| (0..=columns).map(move |x| (x, y)));
    let (most, place) = places.map(|place| (same(place), place)).max_by_key(|(same, _)| *same)?;
    let stayed = old_at.0 <= columns && old_at.1 <= lines;
    let stayed = if stayed { same(old_at) } else { 0 };
    (most > stayed && most * 2 > painted.len()).then(|| from(place))
}

/// Whether a picture that was changed could be taken for one whose canvas grew or shrank, or whose pixels moved on
/// their sheet. `hole` is the pixel value that is not drawn.
pub(super) fn is_ambiguous(was: &Picture, is: &Picture, hole: u8) -> bool {
    let (Pixels::Rows(old), Pixels::Rows(new)) = (&was.pixels, &is.pixels) else { return false };
    match was.size == is.size {
        // A sheet is in place if its pictures are painted wherever they were.
        true => old.iter().zip(new).any(|(old, new)| *old != hole && *new == hole),
        false => was.at == is.at || old.len() == new.len(),
    }
}

/// Returns what is told about a picture whose corner moved by columns and rows, because its canvas grew or shrank.
pub(super) fn told((x, y): (i32, i32)) -> String {
    let side = |by: i32, noun: &str, side: &str| {
        let plural = if by.abs() == 1 { "" } else { "s" };
        let verb = if by > 0 { "gained" } else { "lost" };
        (by != 0).then(|| format!("{verb} {} {noun}{plural} at its {side}", by.abs()))
    };
    let sides: Vec<String> =
        [side(x, "column", "left"), side(y, "row", "top")].into_iter().flatten().collect();
    format!(
        "{}, and its `at` is as before. It was packed so that the old pixels stay in place; change its `at` by \
         [{}, {}] to make that plain",
        sides.join(" and "),
        -x,
        -y
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of 3 × 3 pixels.
    const OLD: [u8; 9] = [0, 1, 0, 2, 3, 4, 5, 0, 6];

    /// Returns the picture with free space around it: left, top, right, bottom.
    fn within([left, top, right, bottom]: [usize; 4]) -> (usize, Vec<u8>) {
        let width = left + 3 + right;
        let mut rows = vec![0; width * (top + 3 + bottom)];
        for (at, pixel) in OLD.iter().enumerate() {
            rows[(top + at / 3) * width + left + at % 3] = *pixel;
        }
        (width, rows)
    }

    fn found((width, rows): &(usize, Vec<u8>)) -> Option<(i32, i32)> {
        position((3, &OLD), (*width, rows), 0, &mut MOST_COMPARED.clone())
    }

    #[test]
    fn old_pixels_are_found_in_a_larger_and_in_a_smaller_picture() {
        assert_eq!(found(&within([0, 5, 0, 0])), Some((0, 5)));
        assert_eq!(found(&within([2, 1, 1, 4])), Some((2, 1)));
        assert_eq!(found(&within([0, 0, 3, 3])), None);
        // A hat was painted above it, and a pixel of it changed.
        let mut hat = within([0, 2, 0, 0]);
        hat.1[1] = 9;
        hat.1[6] = 7;
        assert_eq!(found(&hat), Some((0, 2)));
        // Another picture.
        assert_eq!(found(&(5, vec![8; 25])), None);
        // Margins that were cut off.
        let cut = position((4, &[0, 0, 0, 0, 0, 1, 2, 0]), (2, &[1, 2]), 0, &mut MOST_COMPARED.clone());
        assert_eq!(cut, Some((-1, -1)));
    }

    #[test]
    fn it_is_told_in_words() {
        assert_eq!(
            told((0, 5)),
            "gained 5 rows at its top, and its `at` is as before. It was packed so that the old pixels stay in place; \
             change its `at` by [0, -5] to make that plain"
        );
        assert!(told((-1, 2)).starts_with("lost 1 column at its left and gained 2 rows at its top, "));
    }
}

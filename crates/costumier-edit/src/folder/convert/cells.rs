//! Pictures of v1: cells of eight columns, in which two columns are one pixel.

use costumier_build::costume::CostumeDesign;
use costumier_build::{PictureSource, PixelSource};

use crate::folder::TEXT;
use crate::folder::report::Report;

/// Columns of a cell.
const CELL: i32 = 8;

/// Converts all pictures to cells.
pub(super) fn convert(design: &mut CostumeDesign, report: &mut Report) {
    for (number, limb) in design.limbs.iter_mut().enumerate() {
        for picture in &mut limb.pictures {
            let source = &mut picture.source;
            let move_x = source.move_x;
            let why = match whole_cells(move_x) {
                None => Some(format!(
                    "moves what is drawn after it by {move_x} columns; v1 has multiples of {CELL}: set `move` to one, \
                     and `at` of the later limbs' pictures"
                )),
                Some(cells) => {
                    source.move_x = cells;
                    in_cells(source).is_none().then(|| "is too wide for v1".to_owned())
                }
            };
            if let Some(why) = why {
                let path = format!("{TEXT}: limb {number} \"{}\" / picture \"{}\"", limb.name, picture.name);
                report.refuse(path, why);
            }
        }
    }
    report.note(TEXT, "pixels of v1 are two columns wide, so every second column is lost");
}

/// Returns the multiple of a cell that a move is, or that is one column away: less than a pixel of v1.
fn whole_cells(move_x: i16) -> Option<i16> {
    let nearest = (i32::from(move_x) + CELL / 2).div_euclid(CELL) * CELL;
    i16::try_from(nearest).ok().filter(|nearest| move_x.abs_diff(*nearest) <= 1)
}

/// Widens a picture to whole cells and halves its columns. A pixel is drawn if one of its two columns was; if both
/// were, the left one counts.
fn in_cells(source: &mut PictureSource) -> Option<()> {
    let PixelSource::Rows(rows) = &source.pixels else { return None };
    let (width, height) = (usize::from(source.width), usize::from(source.height));
    let left = i32::from(source.x).div_euclid(CELL) * CELL;
    let before = usize::try_from(i32::from(source.x) - left).ok()?;
    let wide = (before + width).next_multiple_of(8);
    let mut cells = vec![0; wide * height];
    for (from, to) in rows.chunks(width.max(1)).zip(cells.chunks_mut(wide.max(1))) {
        to.iter_mut().skip(before).zip(from).for_each(|(to, from)| *to = *from);
        for pair in to.chunks_mut(2) {
            let value = pair.iter().copied().find(|value| *value != 0).unwrap_or(0);
            pair.fill(value);
        }
    }
    source.width = u16::try_from(wide).ok()?;
    source.x = i16::try_from(left).ok()?;
    source.pixels = PixelSource::Rows(cells);
    Some(())
}

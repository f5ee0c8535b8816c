//! The pictures of a set as other kinds of COST costumes store them: by columns (v2 to v6), by rows (Amiga),
//! in cells of two bits (v1). All are decoded through the function that takes every kind.

use costumier::draw::DrawOptions;
use costumier::format::codec::{Coding, ColourTable, Decoder, Packed};
use costumier::{Colours, Painter, Stage};

use crate::corpus::Corpus;
use crate::work;

/// Pixels of a cell; pictures of cells are as many wide, or a multiple.
const CELL: u16 = 8;

/// A picture of some kind.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// The pixels as stored bytes.
    pub data: Vec<u8>,
}

/// The number of pixels of all pictures.
#[must_use]
pub fn pixels(pictures: &[Stored]) -> usize {
    pictures.iter().map(|picture| usize::from(picture.size.0) * usize::from(picture.size.1)).sum()
}

/// The set's pictures in this kind. Cells keep the low two bits of every other column's colours, and as many
/// columns as fill cells.
#[must_use]
pub fn pictures(corpus: &Corpus, coding: Coding) -> Vec<Stored> {
    let (mut decoder, mut rows) = (Decoder::new(), Vec::new());
    let stored = corpus.pictures.iter().filter_map(|picture| {
        let size = (picture.width, picture.height);
        decoder.rows(&picture.data, corpus.depth, size, &ColourTable::IDENTITY, &mut rows);
        let (rows, width) = match coding {
            Coding::Cells => {
                let width = picture.width / CELL * CELL;
                // Every other column: pixels of cells are twice as wide.
                let row_of = |row: &[u8]| -> Vec<u8> {
                    row.chunks_exact(2)
                        .take(usize::from(width / 2))
                        .flat_map(|pair| [pair[0] & 3; 2])
                        .collect()
                };
                let cut = rows.chunks_exact(usize::from(picture.width)).flat_map(row_of);
                (cut.collect(), width)
            }
            _ => (rows.clone(), picture.width),
        };
        let data = coding.encode(&rows, width).ok()?;
        Some(Stored { size: (width, picture.height), data })
    });
    stored.collect()
}

/// Decodes all pictures to rows in a reused buffer.
pub fn decode(coding: Coding, pictures: &[Stored], decoder: &mut Decoder, rows: &mut Vec<u8>) {
    for picture in pictures {
        let (width, height) = picture.size;
        let packed = Packed { width, height, encoded: coding.of(&picture.data) };
        decoder.picture(&packed, &ColourTable::IDENTITY, rows);
        std::hint::black_box(&rows);
    }
}

/// Draws all pictures in full size.
///
/// # Panics
/// If a picture is too large, which does not happen.
pub fn draw(
    coding: Coding,
    pictures: &[Stored],
    colours: &Colours,
    painter: &mut Painter,
    stage: &mut Stage,
) {
    for (i, picture) in pictures.iter().enumerate() {
        let (width, height) = picture.size;
        let packed = Packed { width, height, encoded: coding.of(&picture.data) };
        let (anchor, at) = work::place(i, picture.size);
        let drawn = painter.draw(stage, &packed, at, &DrawOptions::new(anchor, colours));
        assert!(drawn.is_ok_and(|drawn| !drawn.clipped));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::RECIPES;

    #[test]
    fn every_kind_holds_the_same_pictures() {
        let corpus = Corpus::new(&RECIPES[0], 1);
        let all = |coding, mask: u8, step: usize| -> Vec<Vec<u8>> {
            let mut decoder = Decoder::new();
            let shown = pictures(&corpus, coding).into_iter().map(|picture| {
                let mut rows = Vec::new();
                decode(coding, std::slice::from_ref(&picture), &mut decoder, &mut rows);
                let width = usize::from(picture.size.0);
                let kept = width / 8 * 8;
                rows.chunks_exact(width)
                    .flat_map(|row| row[..kept].iter().step_by(step).map(|colour| colour & mask))
                    .collect()
            });
            shown.collect()
        };
        let columns = all(Coding::Columns(corpus.depth), 0xFF, 1);
        assert_eq!(columns.len(), corpus.pictures.len());
        assert!(columns == all(Coding::Rows(corpus.depth), 0xFF, 1));
        assert!(all(Coding::Columns(corpus.depth), 3, 2) == all(Coding::Cells, 3, 2));
    }
}

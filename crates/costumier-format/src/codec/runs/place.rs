//! The positions of stored pixels in the picture: by columns, by rows, by cells of eight columns, or by blocks of
//! sixteen.

use crate::codec::blocks::SIDE;
use crate::codec::cell::CELL_WIDTH;
use crate::codec::{Encoded, Packed};

/// Number of columns that belong to whole cells.
pub(super) fn whole_cells(width: usize) -> usize {
    width.saturating_sub(width % CELL_WIDTH)
}

impl Packed<'_> {
    /// The position `(x, y)` of the pixel with this number in stored order; `None` beyond the picture.
    #[must_use]
    pub fn place(&self, number: usize) -> Option<(u16, u16)> {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        if number >= self.pixels() {
            return None;
        }
        let (x, y) = match self.encoded {
            Encoded::Rle { .. } => (number.checked_div(height)?, number.checked_rem(height)?),
            Encoded::Blocks { .. } => {
                let column = number.checked_div(height.checked_mul(SIDE)?)?.checked_mul(SIDE)?;
                let within = number.checked_sub(column.checked_mul(height)?)?;
                let across = width.checked_sub(column)?.min(SIDE);
                (column.checked_add(within.checked_rem(across)?)?, within.checked_div(across)?)
            }
            Encoded::Cells { .. } => {
                let cell = number.checked_div(height.checked_mul(CELL_WIDTH)?)?.checked_mul(CELL_WIDTH)?;
                let within = number.checked_sub(cell.checked_mul(height)?)?;
                let across = width.checked_sub(cell)?.min(CELL_WIDTH);
                (cell.checked_add(within.checked_rem(across)?)?, within.checked_div(across)?)
            }
            _ => (number.checked_rem(width)?, number.checked_div(width)?),
        };
        Some((u16::try_from(x).ok()?, u16::try_from(y).ok()?))
    }

    /// The number of a pixel in stored order; `None` outside the picture.
    #[must_use]
    pub fn number(&self, x: u16, y: u16) -> Option<usize> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let (x, y) = (usize::from(x), usize::from(y));
        match self.encoded {
            Encoded::Rle { .. } => x.checked_mul(height)?.checked_add(y),
            Encoded::Blocks { .. } => {
                let column = x.checked_sub(x % SIDE)?;
                let across = width.checked_sub(column)?.min(SIDE);
                let within = y.checked_mul(across)?.checked_add(x % SIDE)?;
                column.checked_mul(height)?.checked_add(within)
            }
            Encoded::Cells { .. } => {
                let cell = whole_cells(x);
                let across = width.checked_sub(cell)?.min(CELL_WIDTH);
                let within = y.checked_mul(across)?.checked_add(x % CELL_WIDTH)?;
                cell.checked_mul(height)?.checked_add(within)
            }
            _ => y.checked_mul(width)?.checked_add(x),
        }
    }
}

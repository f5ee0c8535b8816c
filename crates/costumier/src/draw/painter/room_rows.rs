//! Pictures of room colours (AKOS codecs 5, 16 and 32): decoded in rows, drawn in rows. They are never
//! scaled, so nothing is turned.

use super::super::blit;
use super::super::colours::Sight;
use super::super::stage::Stage;
use super::{Look, Painter};
use crate::codec::Packed;

impl Painter {
    /// The fast way for room colours, which are stored in rows, are what the stage takes, and are never
    /// scaled.
    pub(super) fn draw_room_rows(
        &mut self,
        stage: &mut Stage,
        picture: &Packed<'_>,
        look: &Look<'_>,
        sight: &Sight<'_>,
    ) {
        let key = picture.decode_room_rows(look.flip, &mut self.scratch);
        let key = sight.majmin_key.unwrap_or(key);
        let (Some(first), Some(last)) = (self.across.first(), self.across.last()) else { return };
        let (width, count) = (usize::from(picture.width), self.across.len());
        // Mirrored columns are painted from the right.
        let (from, left) =
            if look.flip { (width - 1 - last.0 as usize, last.1) } else { (first.0 as usize, first.1) };
        let left = left as usize;
        if count < width {
            let row = |row: usize| &self.scratch[row * width + from..][..count];
            let lines = self.down.iter().map(|&(row, y)| (row as usize, y as usize));
            blit::draw_part(stage, look.plane, key, lines, left..left + count, row);
            return;
        }
        let top = self.down.first().map_or(0, |first| first.0 as usize);
        let stride = self.pad_rows(width, top, self.down.len(), key);
        let row = |row: usize| self.columns[row * stride..][..stride].as_chunks().0.iter();
        let lines = self.down.iter().map(|&(row, y)| (row as usize - top, y as usize));
        blit::draw(stage, look.plane, key, lines, left, stride / blit::LINE, row);
    }

    /// Copies decoded rows from `top` on to where columns are otherwise, each filled up with keys to a
    /// multiple of 16, the length that it returns.
    pub(super) fn pad_rows(&mut self, width: usize, top: usize, count: usize, key: u8) -> usize {
        let stride = width.next_multiple_of(blit::LINE);
        if self.columns.len() < stride * count {
            self.columns.resize(stride * count, key);
        }
        let rows = self.scratch[top * width..].chunks_exact(width);
        for (to, from) in self.columns.chunks_exact_mut(stride).zip(rows).take(count) {
            to[..width].copy_from_slice(from);
            to[width..].fill(key);
        }
        stride
    }
}

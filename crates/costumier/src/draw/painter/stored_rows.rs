//! Drawing pictures that are stored by rows, without transposing them: those of room colours (AKOS codecs 5, 16 and
//! 32), which are never scaled, and unscaled ones of the Amiga, v0 and v1.

use super::super::blit;
use super::super::colours::{Colours, PixelMapping};
use super::super::stage::Stage;
use super::{DrawOptions, Form, Painter, side_by_side};
use crate::codec::Packed;

impl Painter {
    /// Draws an unscaled picture that is stored by rows.
    pub(super) fn draw_stored_rows(
        &mut self,
        stage: &mut Stage,
        picture: &Packed<'_>,
        look: &DrawOptions<'_>,
        mapping: &PixelMapping<'_>,
    ) {
        let key = self.decode_stored_rows(picture, look.colours, look.flip, mapping);
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
        blit::draw_down(stage, look.plane, key, &self.down, left, stride / blit::LINE, &self.columns);
    }

    /// Decodes a picture that is stored by rows into the scratch memory, in stage colours and mirrored if `flip` is
    /// set. Returns the value of transparent pixels.
    pub(super) fn decode_stored_rows(
        &mut self,
        picture: &Packed<'_>,
        colours: &Colours,
        flip: bool,
        mapping: &PixelMapping<'_>,
    ) -> u8 {
        if picture.encoded.has_room_colours() {
            let key = self.pixels(picture, Form::RoomRows { flip }, colours.table());
            return mapping.majmin_key.unwrap_or(key);
        }
        self.pixels(picture, Form::Rows { flip }, colours.table());
        colours.key()
    }

    /// Whether each visible column and row has a place of its own, adjacent to the one before.
    pub(super) fn is_unscaled(&self) -> bool {
        side_by_side(&self.across) && side_by_side(&self.down)
    }

    /// Copies decoded rows from `top` on into `columns`. Each row is padded with keys to a multiple of 16, which is
    /// the returned length.
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

//! Drawing pictures on a stage of 16 bits a pixel: pixel by pixel, index and colour
//! (`docs/format/humongous-rooms.md §4`).
//!
//! A shadow is the mean of the old and the new pixel. If scaling puts several columns in one place, the first makes
//! the shadow. The others leave the pixel unchanged, even if the first was transparent there.

use super::super::colours::PixelMapping;
use super::super::high::HighColours;
use super::super::stage::Stage;
use super::{DrawOptions, Form, Painter};
use crate::codec::Packed;
use crate::screen::high;

impl Painter {
    /// Draws the columns and rows that `aim` has found.
    pub(super) fn draw_high(
        &mut self,
        stage: &mut Stage,
        picture: &Packed<'_>,
        look: &DrawOptions<'_>,
        mapping: &PixelMapping<'_>,
        colours: &HighColours,
    ) {
        if colours.leaves_out(&picture.encoded, look.shaded) {
            return;
        }
        let by_value = picture.encoded.has_room_colours();
        let key = if by_value {
            let key = self.pixels(picture, Form::RoomColumns { flip: look.flip }, look.colours.table());
            mapping.majmin_key.unwrap_or(key)
        } else {
            self.pixels(picture, Form::Indices, look.colours.table())
        };
        let table = if by_value { colours.of_values() } else { colours.of_costume() };
        let mixes = look.shaded && colours.mixes();
        let (height, width) = (usize::from(picture.height), stage.stride());
        let (pixels, high, mask) = stage.high_surface(look.plane);
        let mut before = None;
        for &(column, x) in &self.across {
            let mixed_already = mixes && before == Some(x);
            before = Some(x);
            if mixed_already {
                continue;
            }
            let source = &self.columns[column as usize * height..][..height];
            for &(row, y) in &self.down {
                let (value, at) = (source[row as usize], y as usize * width + x as usize);
                if value == key || mask.is_some_and(|mask| mask[at] != 0) {
                    continue;
                }
                let new = table[usize::from(value)];
                high[at] = if mixes { high::mixed(new, high[at]) } else { new };
                pixels[at] = if by_value { value } else { look.colours.table().value(value) };
            }
        }
    }
}

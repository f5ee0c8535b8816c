//! The pixels of a scene's last drawing. They stay in memory until JavaScript has copied them.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::border::Scene;

#[wasm_bindgen]
impl Scene {
    /// Returns the address of the pixels in the instance's memory. It is valid until the next call.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn pixels(&self) -> u32 {
        u32::try_from(self.raster.pixels().as_ptr().addr()).unwrap_or(0)
    }

    /// Returns width, height, x, y, factor of enlarging; the number of unseen actors, each with 1 if it is outside of
    /// the picture; the unboxed actors.
    #[must_use]
    pub fn frame(&self) -> Vec<i32> {
        let number = |v: u32| i32::try_from(v).unwrap_or(i32::MAX);
        let count = |v: usize| i32::try_from(v).unwrap_or(i32::MAX);
        let (raster, (x, y)) = (&self.raster, self.raster.origin());
        let (width, height, enlarged) =
            (number(raster.width()), number(raster.height()), number(raster.enlarged()));
        let mut frame = vec![width, height, x, y, enlarged, count(raster.unseen().len())];
        frame
            .extend(raster.unseen().iter().flat_map(|(actor, outside)| [count(*actor), i32::from(*outside)]));
        frame.extend(raster.unboxed().iter().map(|actor| count(*actor)));
        frame
    }

    /// Returns the palette of the last indexed drawing.
    #[must_use]
    pub fn palette(&self) -> Vec<u8> {
        self.raster.palette().to_vec()
    }

    /// Returns the transparent value of the last indexed drawing.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn transparent(&self) -> Option<u8> {
        self.raster.transparent()
    }
}

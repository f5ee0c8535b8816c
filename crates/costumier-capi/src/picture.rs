//! Pictures as C gets them.

use std::ptr;

use costumier_api::Raster;

/// `costumier_picture` of the header.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    width: u32,
    height: u32,
    x: i32,
    y: i32,
    rgba: *const u8,
    indices: *const u8,
    palette: *const u8,
    transparent: i32,
}

/// The memory of a picture.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    pub(crate) raster: Raster,
    rgba: Vec<u8>,
}

impl Canvas {
    /// Returns what was drawn, with pointers into this memory.
    pub(crate) fn picture(&mut self) -> Picture {
        let Self { raster, rgba } = self;
        // Only another palette is refused.
        let _ = raster.write_rgba(None, rgba);
        let (x, y) = raster.origin();
        Picture {
            width: raster.width(),
            height: raster.height(),
            x,
            y,
            rgba: rgba.as_ptr(),
            indices: raster.indices().map_or(ptr::null(), <[u8]>::as_ptr),
            palette: raster.palette().as_ptr(),
            transparent: raster.transparent().map_or(-1, i32::from),
        }
    }
}

//! A picture that was drawn: palette indices, or colours where pixels have 16 bits.

use std::sync::Arc;

use costumier::screen::Rgb;
use costumier_export::Effort;
use costumier_export::formats::png;
use costumier_export::image::{Image, only_transparent};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{Failure, Result};

/// A palette: the colour of each index.
pub(crate) type Palette = Arc<[Rgb; 256]>;

/// Pixels of a picture, row by row.
pub(crate) enum Pixels {
    /// Palette indices.
    Indices(Vec<u8>),
    /// Red, green, blue and opacity.
    Colours(Vec<u8>),
}

/// A picture that was drawn.
#[pyclass(frozen)]
pub struct Raster {
    #[pyo3(get)]
    pub(crate) width: u32,
    #[pyo3(get)]
    pub(crate) height: u32,
    /// The index that means "nothing here".
    #[pyo3(get)]
    pub(crate) transparent: Option<u8>,
    pub(crate) pixels: Pixels,
    pub(crate) palette: Palette,
}

/// Reads a palette: 256 × red, green, blue.
fn palette_of(bytes: &[u8]) -> Result<[Rgb; 256]> {
    let (colours, rest) = bytes.as_chunks::<3>();
    match <[Rgb; 256]>::try_from(colours) {
        Ok(palette) if rest.is_empty() => Ok(palette),
        _ => Err(Failure::usage(format!(
            "the palette has {} bytes; it needs 768: red, green and blue of 256 colours",
            bytes.len()
        ))),
    }
}

impl Raster {
    /// Returns red, green, blue and opacity of each pixel.
    fn colours(&self, palette: &[Rgb; 256]) -> Vec<u8> {
        let indices = match &self.pixels {
            Pixels::Colours(colours) => return colours.clone(),
            Pixels::Indices(indices) => indices,
        };
        let mut table = palette.map(|[r, g, b]| [r, g, b, u8::MAX]);
        if let Some(clear) = self.transparent.and_then(|index| table.get_mut(usize::from(index))) {
            *clear = [0; 4];
        }
        let pixels = indices.iter().map(|index| table.get(usize::from(*index)).copied().unwrap_or_default());
        pixels.collect::<Vec<_>>().into_flattened()
    }
}

#[pymethods]
impl Raster {
    /// Returns the palette indices, if the pixels are such.
    fn indices<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        match &self.pixels {
            Pixels::Indices(indices) => Some(PyBytes::new(py, indices)),
            Pixels::Colours(_) => None,
        }
    }

    /// Returns the palette: 256 × red, green, blue.
    fn palette<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.palette.as_flattened())
    }

    /// Returns red, green, blue and opacity of each pixel, in a palette of 768 bytes or in the picture's own.
    #[pyo3(signature = (palette = None))]
    fn rgba<'py>(&self, py: Python<'py>, palette: Option<&[u8]>) -> Result<Bound<'py, PyBytes>> {
        let palette = palette.map(palette_of).transpose()?;
        let colours = py.detach(|| self.colours(palette.as_ref().unwrap_or(&self.palette)));
        Ok(PyBytes::new(py, &colours))
    }

    /// Returns the picture as a PNG file, each pixel as a square of this size.
    fn png<'py>(&self, py: Python<'py>, scale_up: u8) -> Result<Bound<'py, PyBytes>> {
        let file = py.detach(|| self.file(scale_up))?;
        Ok(PyBytes::new(py, &file))
    }
}

/// Repeats each pixel and each row.
fn enlarge(pixels: &[u8], width: usize, bytes: usize, by: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(pixels.len() * by * by);
    for row in pixels.chunks_exact((width * bytes).max(1)) {
        let wide: Vec<u8> = row
            .chunks_exact(bytes)
            .flat_map(|pixel| std::iter::repeat_n(pixel, by).flatten())
            .copied()
            .collect();
        (0..by).for_each(|_| out.extend_from_slice(&wide));
    }
    out
}

impl Raster {
    fn file(&self, scale_up: u8) -> Result<Vec<u8>> {
        if !(1..=8).contains(&scale_up) {
            return Err(Failure::usage(format!("`scale_up` is {scale_up}: use 1 to 8")));
        }
        if self.width == 0 || self.height == 0 {
            return Err(Failure::usage("the picture has no pixels, and a PNG file needs some"));
        }
        let by = u32::from(scale_up);
        let size = (self.width * by, self.height * by);
        let (width, by) = (self.width as usize, usize::from(scale_up));
        let mut file = Vec::new();
        match &self.pixels {
            Pixels::Indices(indices) => {
                let alpha = only_transparent(self.transparent);
                let image = Image {
                    width: size.0,
                    height: size.1,
                    pixels: &enlarge(indices, width, 1, by),
                    palette: &*self.palette,
                    alpha: &alpha,
                };
                png::PngWriter::new(Effort::Fast).write(&image, &mut file).map_err(Failure::usage)?;
            }
            Pixels::Colours(colours) => {
                png::write_rgba(size, &enlarge(colours, width, 4, by), &mut file).map_err(Failure::usage)?;
            }
        }
        Ok(file)
    }
}

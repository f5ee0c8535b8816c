//! Pixels that were drawn or decoded, in a buffer of the caller's.

use costumier::scene::Rendered;
use costumier::screen::Rgb;
#[cfg(feature = "whole")]
use costumier_export::{
    Effort,
    formats::png,
    image::{Image, only_transparent},
};

use crate::error::{Error, Result};
#[cfg(feature = "whole")]
use crate::number::SCALE;
use crate::number::{ID, Number, U8};

/// A picture: palette indices, or colours where a game's pixels have 16 bits. Its memory is used again when something
/// else is drawn into it.
#[derive(Clone, Debug, Default)]
pub struct Raster {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) origin: (i32, i32),
    pub(crate) enlarged: u32,
    pub(crate) transparent: Option<u8>,
    pub(crate) indices: Vec<u8>,
    /// Red, green, blue and opacity of each pixel, if pixels have 16 bits or the caller wants no indices.
    pub(crate) colours: Option<Vec<u8>>,
    pub(crate) in_colours: bool,
    pub(crate) palette: Vec<Rgb>,
    pub(crate) unseen: Vec<(usize, bool)>,
    pub(crate) unboxed: Vec<usize>,
}

#[cfg_attr(border, border(without(c = "struct", js = "typed")))]
impl Raster {
    /// Makes an empty raster that scenes draw into as red, green, blue and opacity, four bytes a pixel.
    #[must_use]
    #[cfg_attr(border, border(without(python = "rust")))]
    pub fn in_colours() -> Self {
        Self { in_colours: true, ..Self::default() }
    }

    /// Takes over what a scene has drawn: as colours, or as palette indices unless pixels have 16 bits.
    pub(crate) fn take(&mut self, drawn: &Rendered<'_>, in_colours: bool) {
        (self.width, self.height, self.origin) = (drawn.width, drawn.height, drawn.origin);
        (self.transparent, self.enlarged) = (drawn.transparent, drawn.enlarged);
        // The light module has no other rasters.
        let in_colours = in_colours || cfg!(not(feature = "whole"));
        if in_colours || drawn.high.is_some() {
            drawn.rgba(self.colours.get_or_insert_default());
        } else {
            self.colours = None;
            self.indices.clear();
            self.indices.extend_from_slice(drawn.pixels);
        }
        if !in_colours {
            self.set_palette(drawn.palette);
        }
        self.unseen.clear();
        self.unseen.extend(drawn.unseen.iter().map(|it| (it.actor, it.outside)));
        self.unboxed.clear();
        self.unboxed.extend(drawn.unboxed);
    }

    /// Takes over palette indices.
    pub(crate) fn set(
        &mut self,
        size: (u32, u32),
        transparent: Option<u8>,
        pixels: Vec<u8>,
        palette: &[Rgb; 256],
    ) {
        (self.width, self.height, self.origin, self.enlarged) = (size.0, size.1, (0, 0), 1);
        (self.transparent, self.indices, self.colours) = (transparent, pixels, None);
        self.set_palette(palette);
        self.unseen.clear();
        self.unboxed.clear();
    }

    fn set_palette(&mut self, palette: &[Rgb; 256]) {
        self.palette.clear();
        self.palette.extend_from_slice(palette);
    }

    /// Makes a picture of palette indices, one byte a pixel, and of a palette of 768 bytes.
    ///
    /// # Errors
    /// `usage` if there are more or fewer indices than pixels, or if the palette has another length.
    pub fn of_indices(
        width: Number,
        height: Number,
        transparent: Option<Number>,
        indices: &[u8],
        palette: &[u8],
    ) -> Result<Self> {
        let size = size_of(width, height, indices, 1)?;
        let transparent = transparent.map(|index| index.within("transparent", U8)).transpose()?;
        let mut raster = Self::default();
        raster.set(size, transparent, indices.to_vec(), palette_of(palette)?);
        Ok(raster)
    }

    /// Makes a picture of red, green, blue and opacity, four bytes a pixel.
    ///
    /// # Errors
    /// `usage` if there are more or fewer bytes.
    pub fn of_colours(width: Number, height: Number, colours: &[u8]) -> Result<Self> {
        let (width, height) = size_of(width, height, colours, 4)?;
        let palette = vec![[0; 3]; 256];
        Ok(Self { width, height, palette, colours: Some(colours.to_vec()), ..Self::default() })
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The position of the top left pixel in the room. Only scenes have one.
    #[must_use]
    pub fn origin(&self) -> (i32, i32) {
        self.origin
    }

    /// The pixels of the drawing for each pixel of the room, along a side. Only scenes have it.
    #[must_use]
    #[cfg_attr(border, border(without(python = "rust")))]
    pub fn enlarged(&self) -> u32 {
        self.enlarged
    }

    /// The pixels as they were drawn: red, green, blue and opacity, or palette indices.
    #[must_use]
    #[cfg_attr(border, border(without(python = "rust")))]
    pub fn pixels(&self) -> &[u8] {
        self.colours.as_ref().unwrap_or(&self.indices)
    }

    /// The index that means "nothing here". There is none if every pixel shows something.
    #[must_use]
    pub fn transparent(&self) -> Option<u8> {
        self.transparent
    }

    /// The palette indices, one byte a pixel, row by row from the top left. There are none in games whose pixels have
    /// 16 bits.
    #[must_use]
    pub fn indices(&self) -> Option<&[u8]> {
        self.colours.is_none().then_some(&self.indices)
    }

    /// The palette: red, green and blue of 256 indices.
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        self.palette.as_flattened()
    }

    /// The actors of which nothing was drawn, each with whether it is outside of the picture. Only scenes have them.
    #[must_use]
    pub fn unseen(&self) -> &[(usize, bool)] {
        &self.unseen
    }

    /// The actors that follow walk boxes and stand in none. Only scenes have them.
    #[must_use]
    pub fn unboxed(&self) -> &[usize] {
        &self.unboxed
    }

    /// Writes red, green, blue and opacity of each pixel, in its own palette or in another one of 768 bytes. What `out`
    /// held is dropped.
    ///
    /// # Errors
    /// `usage` if the palette has another length.
    pub fn write_rgba(&self, palette: Option<&[u8]>, out: &mut Vec<u8>) -> Result<()> {
        let palette: &[Rgb] = match palette {
            Some(bytes) => palette_of(bytes)?,
            None => &self.palette,
        };
        if let Some(colours) = &self.colours {
            out.clone_from(colours);
            return Ok(());
        }
        let mut table = [[0; 4]; 256];
        for (entry, [r, g, b]) in table.iter_mut().zip(palette) {
            *entry = [*r, *g, *b, u8::MAX];
        }
        if let Some(clear) = self.transparent.and_then(|index| table.get_mut(usize::from(index))) {
            *clear = [0; 4];
        }
        out.resize(self.indices.len().saturating_mul(4), 0);
        for (pixel, index) in out.as_chunks_mut().0.iter_mut().zip(&self.indices) {
            *pixel = table.get(usize::from(*index)).copied().unwrap_or_default();
        }
        Ok(())
    }
}

#[cfg(feature = "whole")]
#[cfg_attr(border, border(without(c = "struct", js = "typed")))]
impl Raster {
    /// Returns the picture as a PNG file. Each pixel becomes a square of `scale_up` pixels.
    ///
    /// # Errors
    /// `usage` if `scale_up` is not 1 to 8, or if the picture has no pixels.
    pub fn png(&self, scale_up: Number) -> Result<Vec<u8>> {
        let by: u8 = scale_up.within("scale_up", SCALE)?;
        if self.width == 0 || self.height == 0 {
            return Err(Error::usage("the picture has no pixels, and a PNG file needs some"));
        }
        let size = (self.width * u32::from(by), self.height * u32::from(by));
        let (width, by) = (self.width as usize, usize::from(by));
        let mut file = Vec::new();
        if let Some(colours) = &self.colours {
            png::write_rgba(size, &enlarge(colours, width, 4, by), &mut file).map_err(Error::usage)?;
            return Ok(file);
        }
        let alpha = only_transparent(self.transparent);
        let image = Image {
            width: size.0,
            height: size.1,
            pixels: &enlarge(&self.indices, width, 1, by),
            palette: palette_of(self.palette())?,
            alpha: &alpha,
        };
        png::PngWriter::new(Effort::Fast).write(&image, &mut file).map_err(Error::usage)?;
        Ok(file)
    }
}

/// Returns width and height, if the pixels are as many.
fn size_of(width: Number, height: Number, pixels: &[u8], bytes: u64) -> Result<(u32, u32)> {
    let (width, height): (u32, u32) = (width.within("width", ID)?, height.within("height", ID)?);
    if u64::from(width).saturating_mul(height.into()).saturating_mul(bytes) != pixels.len() as u64 {
        let there = pixels.len();
        return Err(Error::usage(format!("{width} × {height} pixels are not {there} bytes")));
    }
    Ok((width, height))
}

/// Reads a palette: red, green and blue of 256 indices.
fn palette_of(bytes: &[u8]) -> Result<&[Rgb; 256]> {
    let (colours, rest) = bytes.as_chunks::<3>();
    match colours.try_into() {
        Ok(palette) if rest.is_empty() => Ok(palette),
        _ => Err(Error::usage(format!(
            "the palette has {} bytes; it needs 768: red, green and blue of 256 colours",
            bytes.len()
        ))),
    }
}

/// Repeats each pixel and each row.
#[cfg(feature = "whole")]
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

//! Windows bitmap, 8 bits per pixel, for older tools.
//!
//! ```text
//! "BM", file size, 0, position of the pixels
//! 40, width, height, 1 plane, 8 bits, 0 = not packed, size of the pixels, 0, 0, number of colours, 0
//! blue, green, red, 0      for each colour
//! the rows from the bottom up, each padded to a multiple of four bytes
//! ```
//! The format has no transparency, so transparent pixels have the colour that the palette has at their index.

use crate::image::{Image, ImageError};

const HEADERS: u32 = 14 + 40;

/// Replaces the content of `out` by the picture as a BMP file.
///
/// # Errors
/// If the picture is larger than the format allows.
pub fn write(image: &Image<'_>, out: &mut Vec<u8>) -> Result<(), ImageError> {
    out.clear();
    let colours = u32::try_from(image.palette.len()).unwrap_or(256).min(256);
    let stride = u64::from(image.width).next_multiple_of(4);
    let size = u32::try_from(stride * u64::from(image.height)).ok().filter(|size| *size < 1 << 30);
    let size =
        size.ok_or_else(|| format!("{} × {} pixels are too many for a BMP file", image.width, image.height))?;
    let start = HEADERS + 4 * colours;
    out.extend(b"BM");
    for field in
        [start + size, 0, start, 40, image.width, image.height, 0x0008_0001, 0, size, 0, 0, colours, 0]
    {
        out.extend(field.to_le_bytes());
    }
    out.extend(image.palette.iter().take(256).flat_map(|[r, g, b]| [*b, *g, *r, 0]));
    let padding = usize::try_from(stride - u64::from(image.width)).unwrap_or(0);
    for row in image.pixels.chunks_exact(image.width.max(1) as usize).rev() {
        out.extend_from_slice(row);
        out.extend(std::iter::repeat_n(0, padding));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_go_from_the_bottom_up_and_are_padded() {
        let image = Image {
            width: 3,
            height: 2,
            pixels: &[1, 2, 3, 4, 5, 6],
            palette: &[[255, 0, 255], [10, 20, 30]],
            alpha: &[0],
        };
        let mut out = Vec::new();
        write(&image, &mut out).unwrap();
        assert_eq!(out.len(), 54 + 8 + 8);
        assert_eq!(out[..14], [b'B', b'M', 70, 0, 0, 0, 0, 0, 0, 0, 62, 0, 0, 0]);
        assert_eq!(out[26..30], [1, 0, 8, 0], "one plane of 8 bits");
        assert_eq!(out[54..62], [255, 0, 255, 0, 30, 20, 10, 0]);
        assert_eq!(out[62..], [4, 5, 6, 0, 1, 2, 3, 0]);
    }
}

//! Indexed PNG files: their pixels as they are stored, one byte each, and their palette.

use std::io::Cursor;

use super::{Report, SourceFolder};

/// An indexed picture.
pub(super) struct Sheet {
    /// Width in pixels.
    pub(super) width: usize,
    /// Height in pixels.
    pub(super) height: usize,
    /// Palette indices, row by row.
    pub(super) pixels: Vec<u8>,
    /// Red, green, blue.
    pub(super) palette: Vec<[u8; 3]>,
}

impl Sheet {
    /// Reads a PNG file of one, two, four or eight bits per index.
    pub(super) fn read(place: &SourceFolder, name: &str, report: &mut Report) -> Option<Self> {
        let (path, name) = place.file(name);
        let bytes = report.read(&path, &name)?;
        decode(&bytes).map_err(|text| report.refuse(name, text)).ok()
    }
}

fn decode(bytes: &[u8]) -> Result<Sheet, String> {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().map_err(|error| error.to_string())?;
    let info = reader.info();
    if info.color_type != png::ColorType::Indexed || info.interlaced {
        return Err(format!("{:?}; sources are indexed pictures, not interlaced", info.color_type));
    }
    let bits = info.bit_depth as u8;
    let (width, height) = (info.width as usize, info.height as usize);
    let palette = info.palette.as_deref().unwrap_or_default().chunks_exact(3);
    let palette = palette.filter_map(|colour| <[u8; 3]>::try_from(colour).ok()).collect();
    let size = reader.output_buffer_size().ok_or("too large")?;
    let mut packed = vec![0; size];
    let frame = reader.next_frame(&mut packed).map_err(|error| error.to_string())?;
    let mut pixels = Vec::with_capacity(width * height);
    for row in packed.chunks_exact(frame.line_size) {
        // The leftmost index of a byte is in its highest bits.
        let indices = row.iter().flat_map(|byte| {
            (0..8 / bits)
                .map(move |n| u16::from(*byte) << (n * bits) & 0xFF)
                .map(move |rest| rest >> (8 - bits))
        });
        pixels.extend(indices.take(width).map(|index| u8::try_from(index).unwrap_or(u8::MAX)));
    }
    Ok(Sheet { width, height, pixels, palette })
}

//! The contents of an `.aseprite` file to write. The exporter's own code makes the bytes.

use std::io::Write as _;

use costumier_export::film::shared_canvas::Tag;
use costumier_export::formats::aseprite::{Cel, MOST_FRAMES, SpriteFile};
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::pictures::PictureFileError;
use crate::pictures::palette::ShownPalette;

/// The contents of an `.aseprite` file.
#[derive(Clone, Debug, Default)]
pub struct SpriteDesign {
    /// Width and height of the canvas.
    pub size: (u16, u16),
    /// Names of the layers, the lowest first.
    pub layers: Vec<String>,
    /// The frames in order.
    pub frames: Vec<FrameDesign>,
    /// Ranges of frames with names.
    pub tags: Vec<Tag>,
    /// The pixel of the canvas on which the actor stands.
    pub feet: (i32, i32),
}

/// A frame to write.
#[derive(Clone, Debug, Default)]
pub struct FrameDesign {
    /// Duration of the frame in milliseconds.
    pub milliseconds: u16,
    /// The cels of the frame.
    pub cels: Vec<CelDesign>,
}

/// The picture of a layer in a frame.
#[derive(Clone, Debug)]
pub struct CelDesign {
    /// The number of the layer.
    pub layer: u16,
    /// Position of its left column and top row on the canvas.
    pub at: (i16, i16),
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// Palette entries, row by row; empty if the cel is a link.
    pub rows: Vec<u8>,
    /// The earlier frame that the cel links to.
    pub linked: Option<u16>,
    /// A text to find the cel again by.
    pub text: Option<String>,
}

impl SpriteDesign {
    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// If there are more frames or bytes than the format allows.
    pub fn write(&self, palette: &ShownPalette) -> Result<Vec<u8>, PictureFileError> {
        let frames = u16::try_from(self.frames.len()).map_err(|_| {
            format!(
                "the file would have {} frames; an .aseprite file has at most {MOST_FRAMES}",
                self.frames.len()
            )
        })?;
        let mut out = Vec::new();
        let mut file =
            SpriteFile::begin(&mut out, self.size, frames, palette.shown.len(), palette.transparent);
        for (number, frame) in self.frames.iter().enumerate() {
            file.frame(frame.milliseconds)?;
            if number == 0 {
                let opaque = palette.shown.iter().map(|[r, g, b]| [*r, *g, *b, 255]);
                file.palette(&opaque.collect::<Vec<_>>());
                for name in &self.layers {
                    file.layer(name);
                }
                file.tags(&self.tags);
                file.feet(self.size, self.feet);
            }
            for cel in &frame.cels {
                match cel.linked {
                    Some(frame) => file.cel(cel.layer, cel.at, Cel::Linked(frame)),
                    None => file.cel(cel.layer, cel.at, Cel::Packed(cel.size, &pack(&cel.rows)?)),
                }
                if let Some(text) = &cel.text {
                    file.text(text);
                }
            }
        }
        file.finish()?;
        Ok(out)
    }
}

fn pack(rows: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(rows).and_then(|()| encoder.finish()).map_err(|e| e.to_string())
}

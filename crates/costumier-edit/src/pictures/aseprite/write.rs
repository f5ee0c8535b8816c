//! What is to be written, as data; the bytes are those that exports are made of, too.

use std::io::Write as _;

use costumier_export::film::shared_canvas::Tag;
use costumier_export::formats::aseprite::{Cel, MOST_FRAMES, SpriteFile};
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::pictures::palette::ShownPalette;

/// What is to be written.
#[derive(Clone, Debug, Default)]
pub struct SpriteDesign {
    /// Columns and rows of the canvas.
    pub size: (u16, u16),
    /// Names of the layers, the lowest first.
    pub layers: Vec<String>,
    /// The frames.
    pub frames: Vec<FrameDesign>,
    /// Stretches of frames that have names.
    pub tags: Vec<Tag>,
    /// The pixel of the canvas on which the actor stands.
    pub feet: (i32, i32),
}

/// A frame.
#[derive(Clone, Debug, Default)]
pub struct FrameDesign {
    /// How long it is shown.
    pub milliseconds: u16,
    /// What it shows.
    pub cels: Vec<CelDesign>,
}

/// What a layer shows in a frame.
#[derive(Clone, Debug)]
pub struct CelDesign {
    /// The layer's number.
    pub layer: u16,
    /// From the canvas's corner to the left column and the top row.
    pub at: (i16, i16),
    /// Columns and rows.
    pub size: (u16, u16),
    /// Palette entries, row by row; empty where it shows what it showed in an earlier frame.
    pub rows: Vec<u8>,
    /// The earlier frame.
    pub linked: Option<u16>,
    /// A text to find it again by.
    pub text: Option<String>,
}

impl SpriteDesign {
    /// The file.
    ///
    /// # Errors
    /// Where there are more frames or bytes than the format can say.
    pub fn write(&self, palette: &ShownPalette) -> Result<Vec<u8>, String> {
        let frames = u16::try_from(self.frames.len()).map_err(|_| {
            format!("{} frames; an .aseprite file has at most {MOST_FRAMES}", self.frames.len())
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

//! Writing: indexed, a palette in both forms that programs read.

use std::io::Write as _;

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
    pub tags: Vec<TagDesign>,
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

/// A stretch of frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagDesign {
    /// What it is called.
    pub name: String,
    /// First frame.
    pub from: u16,
    /// Last frame, inclusive.
    pub to: u16,
    /// Whether it is played over and over.
    pub endless: bool,
}

impl SpriteDesign {
    /// The file.
    ///
    /// # Errors
    /// Where there are more frames or bytes than the format can say.
    pub fn write(&self, palette: &ShownPalette) -> Result<Vec<u8>, String> {
        let frames = u16::try_from(self.frames.len())
            .map_err(|_| format!("{} frames; an .aseprite file has at most 65535", self.frames.len()))?;
        let mut out = Writer { out: Vec::new() };
        out.header(self.size, frames, palette);
        for (number, frame) in self.frames.iter().enumerate() {
            let start = out.out.len();
            out.dword(0);
            out.word(0xF1FA);
            out.word(0);
            out.word(frame.milliseconds);
            out.out.extend([0; 6]);
            let mut chunks: u32 = 0;
            if number == 0 {
                chunks += self.preface(&mut out, palette);
            }
            for cel in &frame.cels {
                chunks += out.cel(cel)?;
            }
            let length = out.length_from(start)?;
            out.patch(start, &length.to_le_bytes());
            // The old field of 16 bits, and the new one.
            out.patch(start + 6, &u16::try_from(chunks).unwrap_or(u16::MAX).to_le_bytes());
            out.patch(start + 12, &chunks.to_le_bytes());
        }
        let length = out.length_from(0)?;
        out.patch(0, &length.to_le_bytes());
        Ok(out.out)
    }

    fn preface(&self, out: &mut Writer, palette: &ShownPalette) -> u32 {
        // sRGB, no gamma of its own.
        out.chunk(0x2007, |w| w.out.extend([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
        out.chunk(0x2019, |w| w.palette(palette));
        out.chunk(0x0004, |w| {
            // One packet, from entry 0 on; 0 stands for 256 colours.
            w.out.extend([1, 0, 0, u8::try_from(palette.shown.len()).unwrap_or(0)]);
            w.out.extend_from_slice(palette.shown.as_flattened());
        });
        for name in &self.layers {
            out.chunk(0x2004, |w| w.layer(name));
        }
        out.chunk(0x2018, |w| w.tags(&self.tags));
        let ((width, height), (x, y)) = (self.size, self.feet);
        out.chunk(0x2022, |w| {
            w.dword(1);
            w.dword(2);
            w.dword(0);
            w.string("feet");
            for field in [0, 0, 0, u32::from(width), u32::from(height)] {
                w.dword(field);
            }
            w.out.extend(x.to_le_bytes());
            w.out.extend(y.to_le_bytes());
        });
        5 + u32::try_from(self.layers.len()).unwrap_or(0)
    }
}

struct Writer {
    out: Vec<u8>,
}

impl Writer {
    fn header(&mut self, (width, height): (u16, u16), frames: u16, palette: &ShownPalette) {
        self.out.extend([0; 4]);
        for field in [0xA5E0, frames, width, height, 8] {
            self.word(field);
        }
        // Layers' opacity counts; the old speed; two zeros.
        self.dword(1);
        self.word(100);
        self.dword(0);
        self.dword(0);
        self.out.extend([palette.transparent, 0, 0, 0]);
        self.word(u16::try_from(palette.shown.len()).unwrap_or(256));
        self.out.extend([1, 1]);
        self.out.resize(128, 0);
    }

    fn palette(&mut self, palette: &ShownPalette) {
        let count = u32::try_from(palette.shown.len()).unwrap_or(256);
        self.dword(count);
        self.dword(0);
        self.dword(count.saturating_sub(1));
        self.out.extend([0; 8]);
        for [r, g, b] in &palette.shown {
            self.word(0);
            self.out.extend([*r, *g, *b, 255]);
        }
    }

    fn layer(&mut self, name: &str) {
        // Visible and editable, prefers linked cels; a normal layer at the top; two unused sizes; not blended.
        for field in [1 | 2 | 16, 0, 0, 0, 0, 0] {
            self.word(field);
        }
        self.out.extend([255, 0, 0, 0]);
        self.string(name);
    }

    fn tags(&mut self, tags: &[TagDesign]) {
        self.word(u16::try_from(tags.len()).unwrap_or(u16::MAX));
        self.out.extend([0; 8]);
        for tag in tags.iter().take(usize::from(u16::MAX)) {
            self.word(tag.from);
            self.word(tag.to);
            // Forward; how often, 0 for ever; six zeros; a colour that only old versions show.
            self.out.push(0);
            self.word(u16::from(!tag.endless));
            self.out.extend([0; 6 + 3 + 1]);
            self.string(&tag.name);
        }
    }

    /// Returns the number of chunks.
    fn cel(&mut self, cel: &CelDesign) -> Result<u32, String> {
        let mut packed = Vec::new();
        if cel.linked.is_none() {
            let mut encoder = ZlibEncoder::new(&mut packed, Compression::default());
            encoder
                .write_all(&cel.rows)
                .and_then(|()| encoder.finish().map(drop))
                .map_err(|e| e.to_string())?;
        }
        self.chunk(0x2005, |w| {
            w.word(cel.layer);
            w.out.extend(cel.at.0.to_le_bytes());
            w.out.extend(cel.at.1.to_le_bytes());
            w.out.push(255);
            w.word(if cel.linked.is_some() { 1 } else { 2 });
            w.out.extend([0; 7]);
            match cel.linked {
                Some(frame) => w.word(frame),
                None => {
                    w.word(cel.size.0);
                    w.word(cel.size.1);
                    w.out.extend_from_slice(&packed);
                }
            }
        });
        let Some(text) = &cel.text else { return Ok(1) };
        self.chunk(0x2020, |w| {
            w.dword(1);
            w.string(text);
        });
        Ok(2)
    }

    fn chunk(&mut self, kind: u16, content: impl FnOnce(&mut Self)) {
        let start = self.out.len();
        self.dword(0);
        self.word(kind);
        content(self);
        // A chunk's content is made of numbers of 16 bits: it never comes near 4 GB.
        let length = u32::try_from(self.out.len() - start).unwrap_or(u32::MAX);
        self.patch(start, &length.to_le_bytes());
    }

    fn length_from(&self, start: usize) -> Result<u32, String> {
        u32::try_from(self.out.len() - start).map_err(|_| "the file would be larger than 4 GB".to_owned())
    }

    fn patch(&mut self, at: usize, bytes: &[u8]) {
        if let Some(field) = self.out.get_mut(at..at + bytes.len()) {
            field.copy_from_slice(bytes);
        }
    }

    fn word(&mut self, value: u16) {
        self.out.extend(value.to_le_bytes());
    }

    fn dword(&mut self, value: u32) {
        self.out.extend(value.to_le_bytes());
    }

    fn string(&mut self, text: &str) {
        let text: String = text.chars().take(1000).collect();
        self.word(u16::try_from(text.len()).unwrap_or(u16::MAX));
        self.out.extend_from_slice(text.as_bytes());
    }
}

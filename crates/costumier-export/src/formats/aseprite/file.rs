//! Writes the bytes of an `.aseprite` file, chunk by chunk, for any sprite: exports of costumes, and pictures of
//! costume folders.
//!
//! ```text
//! header: 128 bytes
//! frame:  length, 0xF1FA, number of chunks, milliseconds; then chunks of length, type, content
//!   0x2007 colour profile   0x2019, 0x0004 palette   0x2004 a layer   0x2018 tags   0x2022 a slice
//!   0x2005 a cel            0x2020 a text for what was before
//! ```
//! (Aseprite's `docs/ase-file-specs.md`; all numbers are little-endian, and lengths include themselves.)

use crate::film::shared_canvas::Tag;
use crate::image::ImageError;

/// Largest number of frames of a file.
pub const MOST_FRAMES: usize = 0xFFFF;

/// A file that is being written. Chunks for the whole file (colours, layers, tags, the feet) belong into the first
/// frame.
#[derive(Debug)]
pub struct SpriteFile<'a> {
    out: &'a mut Vec<u8>,
    /// Start of the current frame.
    frame: Option<usize>,
    /// Number of chunks in the current frame.
    chunks: u32,
}

/// What a layer shows in a frame.
#[derive(Clone, Copy, Debug)]
pub enum Cel<'a> {
    /// The same as in this earlier frame.
    Linked(u16),
    /// A picture: width and height, and its palette entries, row by row, as a zlib stream.
    Packed((u16, u16), &'a [u8]),
}

impl<'a> SpriteFile<'a> {
    /// Begins an indexed file with this number of frames, canvas size and number of colours, of which `transparent`
    /// is not drawn. It clears `out`.
    pub fn begin(
        out: &'a mut Vec<u8>,
        (width, height): (u16, u16),
        frames: u16,
        colours: usize,
        transparent: u8,
    ) -> Self {
        out.clear();
        let mut file = Self { out, frame: None, chunks: 0 };
        file.dword(0);
        for field in [0xA5E0, frames, width, height, 8] {
            file.word(field);
        }
        // Layers' opacity counts; the old speed, in milliseconds; two zeros.
        file.dword(1);
        file.word(100);
        file.dword(0);
        file.dword(0);
        file.out.extend([transparent, 0, 0, 0]);
        file.word(u16::try_from(colours).unwrap_or(256));
        // Square pixels, no grid.
        file.out.extend([1, 1]);
        file.out.resize(128, 0);
        file
    }

    /// Begins the next frame.
    ///
    /// # Errors
    /// If the frame before is larger than 4 GB.
    pub fn frame(&mut self, milliseconds: u16) -> Result<(), ImageError> {
        self.end_frame()?;
        self.frame = Some(self.out.len());
        self.dword(0);
        self.word(0xF1FA);
        self.word(0);
        self.word(milliseconds);
        self.out.extend([0; 6]);
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If it is larger than 4 GB.
    pub fn finish(mut self) -> Result<(), ImageError> {
        self.end_frame()?;
        let length = self.length_from(0)?;
        self.patch(0, &length.to_le_bytes());
        Ok(())
    }

    fn end_frame(&mut self) -> Result<(), ImageError> {
        let Some(start) = self.frame.take() else { return Ok(()) };
        let (length, chunks) = (self.length_from(start)?, std::mem::take(&mut self.chunks));
        self.patch(start, &length.to_le_bytes());
        // The old field of 16 bits, and the new one.
        self.patch(start + 6, &u16::try_from(chunks).unwrap_or(u16::MAX).to_le_bytes());
        self.patch(start + 12, &chunks.to_le_bytes());
        Ok(())
    }

    /// Writes the colours (red, green, blue, opacity) in the present form and in the old one. Aseprite writes both,
    /// and readers look behind the old one for data of the whole file.
    pub fn palette(&mut self, colours: &[[u8; 4]]) {
        // sRGB, no gamma of its own.
        self.chunk(0x2007, |w| w.out.extend([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
        let count = u32::try_from(colours.len()).unwrap_or(256);
        self.chunk(0x2019, |w| {
            w.dword(count);
            w.dword(0);
            w.dword(count.saturating_sub(1));
            w.out.extend([0; 8]);
            for colour in colours {
                w.word(0);
                w.out.extend(colour);
            }
        });
        self.chunk(0x0004, |w| {
            // One packet, from entry 0 on; 0 stands for 256 colours.
            w.out.extend([1, 0, 0, u8::try_from(colours.len()).unwrap_or(0)]);
            w.out.extend(colours.iter().flat_map(|[r, g, b, _]| [r, g, b]));
        });
    }

    /// Writes a layer above those before.
    pub fn layer(&mut self, name: &str) {
        self.chunk(0x2004, |w| {
            // Visible and editable, prefers linked cels; a normal layer at the top level; two unused sizes;
            // normal blending.
            for field in [1 | 2 | 16, 0, 0, 0, 0, 0] {
                w.word(field);
            }
            w.out.extend([255, 0, 0, 0]);
            w.string(name);
        });
    }

    /// Writes ranges of frames with names.
    pub fn tags(&mut self, tags: &[Tag]) {
        let number = |frame: usize| u16::try_from(frame).unwrap_or(u16::MAX);
        self.chunk(0x2018, |w| {
            w.word(number(tags.len()));
            w.out.extend([0; 8]);
            for tag in tags.iter().take(usize::from(u16::MAX)) {
                w.word(number(tag.from));
                w.word(number(tag.to));
                // Forward; how often it is played, 0 for ever; six zeros; a colour that only old versions
                // show.
                w.out.push(0);
                w.word(u16::from(!tag.endless));
                w.out.extend([0; 6 + 3 + 1]);
                w.string(&tag.name);
            }
        });
    }

    /// Writes the slice `feet`: it covers the whole canvas, and its pivot is the pixel on which the actor stands.
    pub fn feet(&mut self, (width, height): (u16, u16), (x, y): (i32, i32)) {
        self.chunk(0x2022, |w| {
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
    }

    /// Writes what a layer shows in this frame. `at` is the position of its left column and top row.
    pub fn cel(&mut self, layer: u16, at: (i16, i16), cel: Cel<'_>) {
        self.chunk(0x2005, |w| {
            w.word(layer);
            w.out.extend(at.0.to_le_bytes());
            w.out.extend(at.1.to_le_bytes());
            w.out.push(255);
            w.word(if matches!(cel, Cel::Linked(_)) { 1 } else { 2 });
            w.out.extend([0; 7]);
            match cel {
                Cel::Linked(frame) => w.word(frame),
                Cel::Packed((width, height), zlib) => {
                    w.word(width);
                    w.word(height);
                    w.out.extend_from_slice(zlib);
                }
            }
        });
    }

    /// Writes a text for the last chunk: the whole file (after the palette), a layer, each tag in order, or a cel.
    pub fn text(&mut self, text: &str) {
        self.chunk(0x2020, |w| {
            w.dword(1);
            w.string(text);
        });
    }

    fn chunk(&mut self, kind: u16, content: impl FnOnce(&mut Self)) {
        let start = self.out.len();
        self.dword(0);
        self.word(kind);
        content(self);
        // The content of a chunk is made of 16-bit numbers, so it is far below 4 GB.
        let length = u32::try_from(self.out.len() - start).unwrap_or(u32::MAX);
        self.patch(start, &length.to_le_bytes());
        self.chunks += 1;
    }

    fn length_from(&self, start: usize) -> Result<u32, ImageError> {
        u32::try_from(self.out.len() - start)
            .map_err(|_| ImageError::of("the file would be larger than 4 GB"))
    }

    /// Writes a field whose value was not known at its position.
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
        // Names and keys are far shorter than the format's 65,535 bytes.
        let text: String = text.chars().take(1000).collect();
        self.word(u16::try_from(text.len()).unwrap_or(u16::MAX));
        self.out.extend_from_slice(text.as_bytes());
    }
}

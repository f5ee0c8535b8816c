//! The working memory of one thread, which is reused from costume to costume.

use std::sync::Arc;

use costumier::Limits;

use crate::colour::WrittenPalette;
use crate::film::{Backdrop, Camera, FrameBuffer};
use crate::formats::Buffers;
use crate::formats::png::PngWriter;
use crate::idle_cores::IdleCores;
use crate::image::{Image, ImageError};
use crate::options::ExportOptions;
use crate::pixels::PixelReader;

/// The working memory of one thread.
#[derive(Debug)]
pub struct Workspace {
    pub(crate) camera: Camera,
    pub(crate) pictures: PixelReader,
    /// Reels that can be reused.
    pub(crate) spare: Vec<FrameBuffer>,
    /// The room behind the last animations.
    pub(crate) backdrop: Option<Arc<Backdrop>>,
    pub(crate) encoder: Encoder,
    /// Idle cores that may help.
    pub(crate) idle: Arc<IdleCores>,
    /// The memory of helping threads.
    pub(crate) helpers: Vec<Workspace>,
}

/// Encoders and their buffers.
#[derive(Debug)]
pub(crate) struct Encoder {
    pub(crate) png: PngWriter,
    /// The encoder of contact sheets.
    pub(crate) sheets: PngWriter,
    pub(crate) buffers: Buffers,
    /// Pixels to encode.
    pub(crate) pixels: Vec<u8>,
    /// The file that is being made.
    pub(crate) file: Vec<u8>,
}

impl Workspace {
    /// Makes a workspace for exports with these options, within the limits of a game.
    #[must_use]
    pub fn new(options: &ExportOptions, limits: &Limits) -> Self {
        Self {
            camera: Camera::new(limits),
            pictures: PixelReader::new(limits),
            spare: Vec::new(),
            backdrop: None,
            encoder: Encoder {
                png: PngWriter::new(options.effort).with_shape(options.shape),
                sheets: PngWriter::for_sheets(options.effort).with_shape(options.shape),
                buffers: Buffers::default(),
                pixels: Vec::new(),
                file: Vec::new(),
            },
            idle: Arc::default(),
            helpers: Vec::new(),
        }
    }

    /// Lets these cores help with animations while they are idle. The files and their order do not depend on it.
    #[must_use]
    pub fn helped_by(self, idle: &Arc<IdleCores>) -> Self {
        Self { idle: Arc::clone(idle), ..self }
    }
}

impl Workspace {
    /// Keeps a reel for the next animation, unless it is unusually large.
    pub(crate) fn put_away(&mut self, reel: FrameBuffer) {
        if reel.capacity() <= KEPT && self.spare.len() < MOST_SPARE {
            self.spare.push(reel);
        }
    }

    /// Releases the memory that an unusually large costume needed.
    pub(crate) fn tidy(&mut self) {
        self.spare.retain(|reel| reel.capacity() <= KEPT);
        self.spare.truncate(MOST_SPARE);
        self.encoder.buffers.tidy(KEPT);
        self.encoder.png.tidy(KEPT);
        self.encoder.sheets.tidy(KEPT);
        for helper in &mut self.helpers {
            helper.tidy();
        }
        for buffer in [&mut self.encoder.pixels, &mut self.encoder.file] {
            if buffer.capacity() > KEPT {
                *buffer = Vec::new();
            }
        }
    }
}

/// Largest size in bytes of buffers that are kept from costume to costume.
const KEPT: usize = 1 << 20;
/// Largest number of reels that are kept from costume to costume.
const MOST_SPARE: usize = 64;

impl Encoder {
    /// Makes `file` a PNG of `pixels` with this width, height and palette.
    pub(crate) fn png(
        &mut self,
        (width, height): (u32, u32),
        palette: &WrittenPalette,
    ) -> Result<(), ImageError> {
        let Self { png, pixels, file, .. } = self;
        let WrittenPalette { colours, alpha, .. } = palette;
        png.write(&Image { width, height, pixels, palette: colours, alpha }, file)
    }
}

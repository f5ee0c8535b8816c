//! The memory of one thread, reused from costume to costume.

use std::sync::Arc;

use costumier::Limits;

use crate::colour::WrittenPalette;
use crate::film::{Backdrop, Camera, Reel};
use crate::formats::Buffers;
use crate::formats::png::PngWriter;
use crate::idle::IdleCores;
use crate::image::Image;
use crate::options::ExportOptions;
use crate::pixels::PixelReader;

/// The memory of one thread.
#[derive(Debug)]
pub struct Workspace {
    pub(crate) camera: Camera,
    pub(crate) pictures: PixelReader,
    /// Reels that nobody uses any more.
    pub(crate) spare: Vec<Reel>,
    /// The room that was used last.
    pub(crate) backdrop: Option<Arc<Backdrop>>,
    pub(crate) encoder: Encoder,
    /// Cores that may help.
    pub(crate) idle: Arc<IdleCores>,
    /// The memory of those that did.
    pub(crate) helpers: Vec<Workspace>,
}

/// What turns pixels into files.
#[derive(Debug)]
pub(crate) struct Encoder {
    pub(crate) png: PngWriter,
    /// For contact sheets.
    pub(crate) sheets: PngWriter,
    pub(crate) buffers: Buffers,
    /// Pixels on their way to a format.
    pub(crate) pixels: Vec<u8>,
    /// A file on its way out.
    pub(crate) file: Vec<u8>,
}

impl Workspace {
    /// Memory for exporting with these options, within the limits of a game.
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

    /// Has a costume's animations made by these cores as well, as long as they have nothing else to do. What is
    /// written, and in which order, is the same.
    #[must_use]
    pub fn helped_by(self, idle: &Arc<IdleCores>) -> Self {
        Self { idle: Arc::clone(idle), ..self }
    }
}

impl Workspace {
    /// Keeps a reel for the next animation, where it is not unusually large.
    pub(crate) fn put_away(&mut self, reel: Reel) {
        if reel.capacity() <= KEPT && self.spare.len() < MOST_SPARE {
            self.spare.push(reel);
        }
    }

    /// Gives back what an unusually large costume took.
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

/// Larger buffers are not kept from costume to costume.
const KEPT: usize = 1 << 20;
/// Most reels that are kept from costume to costume.
const MOST_SPARE: usize = 64;

impl Encoder {
    /// Makes `file` a PNG of `pixels`, which are so many wide and high, in these colours.
    pub(crate) fn png(
        &mut self,
        (width, height): (u32, u32),
        palette: &WrittenPalette,
    ) -> Result<(), String> {
        let Self { png, pixels, file, .. } = self;
        let WrittenPalette { colours, alpha, .. } = palette;
        png.write(&Image { width, height, pixels, palette: colours, alpha }, file)
    }
}

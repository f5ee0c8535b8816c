//! Data that all sheet formats share: frames in pixels of the written picture, with names and times.

use crate::film::shared_canvas::{SharedCanvas, Tag};
use crate::image::Rect;
use crate::paths;
use crate::sheet::Sheet;
use crate::time::Clock;

/// A sheet with all facts that its data files store.
#[derive(Clone, Debug)]
pub struct SheetData {
    /// File name of the picture, in the same folder.
    pub image: String,
    /// Width and height of the picture in pixels.
    pub size: (u32, u32),
    /// Width and height of the canvas that each frame is a part of.
    pub canvas: (u32, u32),
    /// Position of the anchor on the canvas: the pixel between the feet. It may be outside.
    pub anchor: (i32, i32),
    /// The factor by which the picture is enlarged.
    pub scale: u32,
    /// Empty pixels between neighbours.
    pub gap: u32,
    /// Jiffies in a tick.
    pub jiffies_per_tick: u32,
    /// All frames of all animations.
    pub frames: Vec<SheetFrame>,
    /// The animations as ranges of frames.
    pub tags: Vec<Tag>,
    /// The visible limbs, in drawing order.
    pub layers: Vec<String>,
}

/// A frame on a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetFrame {
    /// The name of the frame's own file: `costume-001/walk-east/frame-003.png`.
    pub name: String,
    /// The rectangle on the sheet.
    pub frame: Rect,
    /// The same rectangle on the canvas.
    pub source: Rect,
    /// The duration in ticks.
    pub ticks: u32,
    /// The duration in milliseconds, without rounding errors that add up.
    pub milliseconds: u32,
}

impl SheetData {
    /// Returns the data for a sheet of the costume in `folder`.
    #[must_use]
    pub fn new(
        shared: &SharedCanvas<'_>,
        sheet: &Sheet,
        folder: &str,
        image: &str,
        scale: u32,
        jiffies_per_tick: u32,
    ) -> Self {
        let mut frames = Vec::with_capacity(sheet.places.len());
        let mut places = sheet.places.iter();
        for scene in &shared.scenes {
            let mut clock = Clock::milliseconds(jiffies_per_tick);
            for (i, (ticks, place)) in scene.shot.reel.ticks().iter().zip(&mut places).enumerate() {
                frames.push(SheetFrame {
                    name: format!("{folder}/{}/{}.png", scene.shot.name, paths::frame(i)),
                    frame: place.frame.enlarged(scale),
                    source: place.source.enlarged(scale),
                    ticks: *ticks,
                    milliseconds: clock.next(*ticks),
                });
            }
        }
        let mut limbs: Vec<u8> = shared
            .scenes
            .iter()
            .flat_map(|scene| &scene.shot.clip.frames)
            .flat_map(|frame| frame.placed.iter().map(|placed| placed.limb))
            .collect();
        limbs.sort_unstable();
        limbs.dedup();
        let factor = i32::try_from(scale).unwrap_or(1);
        Self {
            image: image.to_owned(),
            size: (sheet.width * scale, sheet.height * scale),
            canvas: (shared.width * scale, shared.height * scale),
            anchor: (shared.anchor.0.saturating_mul(factor), shared.anchor.1.saturating_mul(factor)),
            scale,
            gap: sheet.gap * scale,
            jiffies_per_tick,
            frames,
            tags: shared.tags(),
            layers: limbs.into_iter().map(|limb| format!("limb {limb}")).collect(),
        }
    }

    /// Whether a frame is only a part of the canvas.
    #[must_use]
    pub fn is_trimmed(&self, frame: &SheetFrame) -> bool {
        (frame.source.width(), frame.source.height()) != self.canvas
    }
}

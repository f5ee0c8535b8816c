//! What the data files of a sheet have in common: its frames in pixels of the written picture, with names and
//! times.

use crate::film::shared_canvas::{SharedCanvas, Tag};
use crate::image::Rect;
use crate::paths;
use crate::sheet::Sheet;
use crate::time::Clock;

/// A sheet with everything that its data files say.
#[derive(Clone, Debug)]
pub struct SheetData {
    /// File name of the picture, in the same folder.
    pub image: String,
    /// Width and height of the picture.
    pub size: (u32, u32),
    /// Width and height of the canvas that every frame is a part of.
    pub canvas: (u32, u32),
    /// The anchor on the canvas: the pixel between the feet. It may lie outside.
    pub anchor: (i32, i32),
    /// Enlargement of the picture.
    pub scale: u32,
    /// Jiffies per tick.
    pub jiffies_per_tick: u32,
    /// All frames of all animations.
    pub frames: Vec<SheetFrame>,
    /// The animations.
    pub tags: Vec<Tag>,
    /// The limbs that are seen, in drawing order.
    pub layers: Vec<String>,
}

/// A frame on the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetFrame {
    /// `costume-001/walk-east/frame-003.png`: what the frame's own file is called.
    pub name: String,
    /// Where it stands on the sheet.
    pub frame: Rect,
    /// The same rectangle on the canvas.
    pub source: Rect,
    /// How long it is seen.
    pub ticks: u32,
    /// The same in milliseconds, without rounding errors that add up.
    pub milliseconds: u32,
}

impl SheetData {
    /// Describes a sheet of the costume in `folder`.
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

//! Auxiliary frames in scenes: a layer above all actors, which each frame changes (`docs/format/akos.md §12`,
//! `docs/format/akos-programs.md §11`).
//!
//! For each pixel, a frame says that it stays, becomes a colour, or shows the scene beneath again. The engine draws
//! frames directly onto its screen, and the background over them to erase. Here they have a layer of their own, so
//! an erased pixel shows the actors and the room. Frames are not mirrored, scaled or hidden by planes.

use crate::Limits;
use crate::akos::{Akos, AuxFrame};
use crate::codec::delta::{self, Change};
use crate::draw::Stage;
use crate::model::Bounds;

/// The layer of frames above a stage.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    pixels: Vec<Change>,
    scratch: Vec<Change>,
}

/// The rectangle of a frame of an actor at `anchor`.
pub(super) fn bounds(frame: &AuxFrame<'_>, anchor: (i32, i32)) -> Bounds {
    let left = anchor.0.saturating_add(i32::from(frame.x));
    let top = anchor.1.saturating_add(i32::from(frame.y));
    Bounds {
        left,
        top,
        right: left.saturating_add(i32::from(frame.width)),
        bottom: top.saturating_add(i32::from(frame.height)),
    }
}

impl Layer {
    /// Removes all frames from the layer.
    pub(super) fn clear(&mut self) {
        self.pixels.clear();
    }

    /// Applies a costume's frames in order. `anchor` is the actor's, on the stage. Frames that cannot be read, and
    /// frames larger than a picture may be, are left out.
    pub(super) fn show(
        &mut self,
        akos: &Akos,
        frames: &[u16],
        anchor: (i32, i32),
        stage: &Stage,
        limits: &Limits,
    ) {
        for frame in frames {
            let Ok(frame) = akos.frame(*frame) else { continue };
            let Some(packing) = frame.packing else { continue };
            let (width, height) = (usize::from(frame.width), usize::from(frame.height));
            if width == 0 || width * height > limits.picture_pixels {
                continue;
            }
            self.scratch.clear();
            self.scratch.resize(width * height, Change::Leave);
            delta::apply(frame.data, packing, width, &mut self.scratch);
            self.pixels.resize(stage.pixels().len(), Change::Leave);
            let at = bounds(&frame, anchor);
            let (wide, high) = (stage.width() as usize, stage.height() as usize);
            for (y, row) in (i64::from(at.top)..).zip(self.scratch.chunks_exact(width)) {
                let Some(y) = usize::try_from(y).ok().filter(|y| *y < high) else { continue };
                for (x, change) in (i64::from(at.left)..).zip(row) {
                    let Some(x) = usize::try_from(x).ok().filter(|x| *x < wide) else { continue };
                    if *change != Change::Leave {
                        self.pixels[y * wide + x] = *change;
                    }
                }
            }
        }
    }

    /// Draws the layer. `high` is the room's palette as pixels of 16 bits, on a stage that has them.
    pub(super) fn draw(&self, stage: &mut Stage, high: Option<&[u16; 256]>) {
        if let Some(table) = high {
            let (_, pixels, _) = stage.high_surface(0);
            for (pixel, change) in pixels.iter_mut().zip(&self.pixels) {
                if let Change::Colour(colour) = change {
                    *pixel = table[usize::from(*colour)];
                }
            }
        }
        for (pixel, change) in stage.pixels_mut().iter_mut().zip(&self.pixels) {
            if let Change::Colour(colour) = change {
                *pixel = *colour;
            }
        }
    }
}

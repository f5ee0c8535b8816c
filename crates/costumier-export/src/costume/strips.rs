//! Writes an animation as a strip: its cells side by side in one PNG without gaps, named `walk-east_strip6.png`.
//!
//! `GameMaker` cuts a picture whose name ends in `_stripN` into N equal parts when it imports it. A strip stores no
//! times, so each cell lasts one tick, and a frame that lasts longer is repeated.

use crate::colour::WrittenPalette;
use crate::costume::Job;
use crate::film::FrameBuffer;
use crate::formats::REPEATS_ALL;
use crate::image::ImageError;
use crate::options::Format;
use crate::report::{AnimationReport, FileReport};
use crate::scratch::Workspace;
use crate::sink::Result;

/// Writes the strip of an animation, and lists it.
pub(super) fn write(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    (reel, palette): (&FrameBuffer, &WrittenPalette),
    report: &mut AnimationReport,
) -> Result<()> {
    let cells = cells(reel.ticks());
    let name = format!("{}_strip{}.png", report.name, cells.len());
    let scale = job.options().scale();
    let across = u32::try_from(cells.len()).ok().and_then(|cells| reel.width().checked_mul(cells));
    let fits = match across.filter(|across| across.checked_mul(scale).is_some()) {
        Some(across) => job.require_image((across, reel.height())).map(|()| across),
        None => Err(ImageError::of("the strip is too wide")),
    };
    let across = match fits {
        Ok(across) => across,
        Err(why) => {
            job.sink.leave_out(&name, why);
            return Ok(());
        }
    };
    let size = (across * scale, reel.height() * scale);
    let encoder = &mut workspace.encoder;
    encoder.pixels.clear();
    encoder.pixels.resize(size.0 as usize * size.1 as usize, palette.nothing);
    let cell_width = (reel.width() * scale) as usize;
    let (mut canvas, mut cell, mut drawn) = (Vec::new(), Vec::new(), None);
    for (at, frame) in cells.into_iter().enumerate() {
        if drawn.replace(frame) != Some(frame) {
            reel.lay(frame, &mut canvas);
            cell.clear();
            palette.cut(&canvas, reel.width(), reel.canvas(), scale, &mut cell);
        }
        let rows = encoder.pixels.chunks_exact_mut((size.0 as usize).max(1));
        for (from, to) in cell.chunks_exact(cell_width.max(1)).zip(rows) {
            if let Some(to) = to.get_mut(at * cell_width..(at + 1) * cell_width) {
                to.copy_from_slice(from);
            }
        }
    }
    let made = encoder.png(size, palette);
    if let Some(path) = job.sink.save(&name, made, &encoder.file)? {
        let note = matches!(reel.loops_to(), Some(1..)).then_some(REPEATS_ALL);
        report.files.push(FileReport { format: Format::Strips.name(), path, note });
    }
    Ok(())
}

/// Returns the frame of each cell: a frame once for each of its ticks. A single frame stays as it is, so its time does
/// not matter.
fn cells(ticks: &[u32]) -> Vec<usize> {
    match ticks {
        [_] => vec![0],
        _ => {
            (0..).zip(ticks).flat_map(|(frame, ticks)| std::iter::repeat_n(frame, *ticks as usize)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_a_cell_for_each_tick() {
        assert_eq!(cells(&[1, 3, 1]), [0, 1, 1, 1, 2]);
        assert_eq!(cells(&[40]), [0]);
        assert_eq!(cells(&[2, 2]), [0, 0, 1, 1]);
    }
}

//! A costume's standing figure as pixel values, which the page paints in the colours of other rooms.
//!
//! It is text in the page, so that other looks need no files, and because a page opened from a folder may not read
//! the pixels of pictures.

use std::fmt::{self, Write as _};

use crate::film::FrameBuffer;

/// The animations for a costume's card, best first; otherwise the first one that shows something.
pub(crate) const BEST: [&str; 5] = ["walk-south", "walk-east", "stand-south", "stand-east", "init-south"];

/// Largest number of characters that it may take in the page. Drawn figures take a few thousand.
const MOST_TEXT: usize = 48_000;

/// The first frame that shows something, of the animation on a costume's card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Portrait {
    /// Rank of the animation among the best.
    rank: usize,
    /// The width in pixels.
    pub(crate) width: u32,
    /// The height in pixels.
    pub(crate) height: u32,
    /// Two hexadecimal digits for the length of a run less one, two for its pixel value, and so on.
    pub(crate) runs: String,
}

impl Portrait {
    /// Takes an animation's figure if it is better than the present one.
    pub(crate) fn offer(slot: &mut Option<Self>, name: &str, reel: &FrameBuffer) {
        let rank = BEST.iter().position(|best| *best == name).unwrap_or(BEST.len());
        if slot.as_ref().is_some_and(|it| it.rank <= rank) {
            return;
        }
        let Some(frame) = (0..reel.len()).find(|i| !reel.drawn(*i).is_empty()) else { return };
        let (width, height) = (reel.drawn(frame).width(), reel.drawn(frame).height());
        let mut runs = String::new();
        // Writing to a string does not fail.
        let _ = write_runs(&mut runs, reel.part(frame));
        if runs.len() <= MOST_TEXT {
            *slot = Some(Self { rank, width, height, runs });
        }
    }
}

fn write_runs(out: &mut String, pixels: &[u8]) -> fmt::Result {
    for run in pixels.chunk_by(|a, b| a == b).flat_map(|run| run.chunks(256)) {
        if let Some(value) = run.first() {
            write!(out, "{:02x}{value:02x}", run.len() - 1)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::frame_buffer::tests::reel;

    #[test]
    fn the_best_animation_gives_its_first_frame_that_shows_something() {
        let walk = reel(3, 2, &[(&[0; 6], 1), (&[0, 7, 7, 0, 7, 12], 1)]);
        let other = reel(1, 1, &[(&[5], 1)]);
        let mut slot = None;
        Portrait::offer(&mut slot, "curtsy-east", &other);
        Portrait::offer(&mut slot, "walk-south", &walk);
        Portrait::offer(&mut slot, "stand-south", &other);
        let Some(it) = slot else { panic!("one was offered") };
        assert_eq!((it.width, it.height, &*it.runs), (2, 2, "0207000c"));
    }

    #[test]
    fn runs_are_at_most_256_long() {
        let mut out = String::new();
        assert!(write_runs(&mut out, &[9; 257]).is_ok());
        assert_eq!(out, "ff090009");
    }

    #[test]
    fn what_would_weigh_more_than_the_page_is_left_out() {
        let noise: Vec<u8> = (0..60_000).map(|i| if i % 2 == 0 { 1 } else { 2 }).collect();
        let mut slot = None;
        Portrait::offer(&mut slot, "walk-south", &reel(300, 200, &[(&noise, 1)]));
        assert_eq!(slot, None);
    }
}

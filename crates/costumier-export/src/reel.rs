//! An animation as pixels: every frame of a clip on the same canvas, in the costume's own pixel values, the anchor at the same pixel.
//!
//! The library's painter draws them; nothing here knows how.

use costumier::costume::Costume;
use costumier::draw::{Colours, Look, Painter, Stage};
use costumier::model::Bounds;
use costumier::play::Clip;
use costumier::{Error, ErrorKind, Limits, Result};

use crate::backdrop::Backdrop;
use crate::image::{Rect, cut, drawn};

/// Most pixels of all frames of one animation together.
const MOST_PIXELS: u64 = 1 << 26;

/// The frames of an animation. Its memory is reused from animation to animation.
#[derive(Clone, Debug, Default)]
pub struct Reel {
    width: u32,
    height: u32,
    anchor: (i32, i32),
    ticks: Vec<u32>,
    drawn: Vec<Rect>,
    loops_to: Option<usize>,
    nothing: u8,
    pixels: Vec<u8>,
}

impl Reel {
    /// Width of the canvas in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height of the canvas in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The actor's anchor on the canvas: the pixel between its feet. It may lie outside.
    #[must_use]
    pub fn anchor(&self) -> (i32, i32) {
        self.anchor
    }

    /// Number of frames.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ticks.len()
    }

    /// Whether there are no frames.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ticks.is_empty()
    }

    /// How long each frame lasts, in ticks.
    #[must_use]
    pub fn ticks(&self) -> &[u32] {
        &self.ticks
    }

    /// The frame that follows the last one; `None` where the last one stays.
    #[must_use]
    pub fn loops_to(&self) -> Option<usize> {
        self.loops_to
    }

    /// The value of pixels where there is nothing.
    #[must_use]
    pub fn nothing(&self) -> u8 {
        self.nothing
    }

    /// The pixels of a frame: width × height of the costume's pixel values.
    #[must_use]
    pub fn frame(&self, index: usize) -> &[u8] {
        let size = self.size();
        self.pixels.get(index * size..(index + 1) * size).unwrap_or_default()
    }

    /// The pixels of all frames, one after the other.
    pub fn frames(&self) -> impl Iterator<Item = &[u8]> {
        self.pixels.chunks_exact(self.size().max(1))
    }

    /// The smallest rectangle around what a frame shows.
    #[must_use]
    pub fn drawn(&self, index: usize) -> Rect {
        self.drawn.get(index).copied().unwrap_or_default()
    }

    /// The smallest rectangle around what any frame shows.
    #[must_use]
    pub fn all_drawn(&self) -> Rect {
        self.drawn.iter().fold(Rect::default(), |all, rect| all.union(*rect))
    }

    /// The whole canvas.
    #[must_use]
    pub fn canvas(&self) -> Rect {
        Rect { left: 0, top: 0, right: self.width, bottom: self.height }
    }

    fn size(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Cuts off margins that no frame uses.
    pub fn trim(&mut self) {
        let rect = self.all_drawn();
        if rect.is_empty() || rect == self.canvas() {
            return;
        }
        let mut pixels = Vec::with_capacity(self.len() * rect.width() as usize * rect.height() as usize);
        for frame in self.frames() {
            cut(frame, self.width, rect, 1, &mut pixels);
        }
        let (left, top) = (coordinate(rect.left), coordinate(rect.top));
        self.pixels = pixels;
        self.width = rect.width();
        self.height = rect.height();
        self.anchor = (self.anchor.0 - left, self.anchor.1 - top);
        for drawn in self.drawn.iter_mut().filter(|drawn| !drawn.is_empty()) {
            *drawn = Rect {
                left: drawn.left - rect.left,
                top: drawn.top - rect.top,
                right: drawn.right - rect.left,
                bottom: drawn.bottom - rect.top,
            };
        }
    }
}

fn coordinate(v: u32) -> i32 {
    i32::try_from(v).unwrap_or(i32::MAX)
}

/// Draws reels, one after the other.
#[derive(Clone, Debug)]
pub struct Camera {
    painter: Painter,
    stage: Stage,
}

impl Camera {
    /// A camera that refuses pictures and canvases beyond these limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self { painter: Painter::new(limits), stage: Stage::new(limits) }
    }

    /// Draws a clip, replacing the content of `reel`. `nothing` is the costume's transparent pixel value.
    ///
    /// The canvas is the clip's own bounds: as small as the pictures' rectangles allow. Returns the first picture that could not
    /// be drawn; the others are drawn nevertheless.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for an animation that would be too large, or whose canvas is larger than [`Limits::stage_pixels`].
    pub fn film(
        &mut self,
        costume: &Costume,
        clip: &Clip,
        nothing: u8,
        reel: &mut Reel,
    ) -> Result<Option<Error>> {
        let Bounds { left, top, .. } = clip.bounds;
        reel.width = clip.bounds.width();
        reel.height = clip.bounds.height();
        reel.anchor = (left.saturating_neg(), top.saturating_neg());
        reel.nothing = nothing;
        self.shoot(costume, clip, &Colours::IDENTITY, None, reel)
    }

    /// Draws a clip in front of a room, on the canvas of `like`, which shows the same clip without it.
    ///
    /// # Errors
    /// As [`Camera::film`].
    pub fn film_in_room(
        &mut self,
        costume: &Costume,
        clip: &Clip,
        backdrop: &Backdrop,
        like: &Reel,
        reel: &mut Reel,
    ) -> Result<Option<Error>> {
        reel.width = like.width;
        reel.height = like.height;
        reel.anchor = like.anchor;
        reel.nothing = backdrop.palette().nothing;
        self.shoot(costume, clip, &backdrop.colours(costume), Some(backdrop), reel)
    }

    fn shoot(
        &mut self,
        costume: &Costume,
        clip: &Clip,
        colours: &Colours,
        behind: Option<&Backdrop>,
        reel: &mut Reel,
    ) -> Result<Option<Error>> {
        reel.loops_to = clip.loops_to;
        reel.ticks.clear();
        reel.drawn.clear();
        reel.pixels.clear();
        let pixels = u64::from(reel.width) * u64::from(reel.height) * clip.frames.len() as u64;
        if pixels > MOST_PIXELS {
            let why = format!(
                "{} frames of {} × {} pixels; at most {MOST_PIXELS} pixels are drawn",
                clip.frames.len(),
                reel.width,
                reel.height
            );
            return Err(Error::new(ErrorKind::Limit(why), "animation"));
        }
        let mut look = Look::new(reel.anchor, colours);
        let mut first_error = None;
        for frame in &clip.frames {
            self.stage.clear(reel.width, reel.height, reel.nothing)?;
            if let Some(backdrop) = behind {
                let ((pixels, width), (x, y)) =
                    (backdrop.pixels(), backdrop.view((reel.width, reel.height), reel.anchor));
                self.stage.show(pixels, width, &[], x, y);
            }
            look.flip = frame.mirrored;
            let drawn =
                self.painter.draw_all(&mut self.stage, &frame.placed, &look, |key| costume.packed(key));
            if let Err(e) = drawn {
                first_error.get_or_insert(e);
            }
            reel.ticks.push(frame.ticks);
            reel.drawn.push(match behind {
                Some(_) => reel.canvas(),
                None => self::drawn(self.stage.pixels(), reel.width, reel.nothing),
            });
            reel.pixels.extend_from_slice(self.stage.pixels());
        }
        Ok(first_error)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An animation without a loop: its frames and their ticks.
    pub(crate) fn reel(width: u32, height: u32, frames: &[(&[u8], u32)]) -> Reel {
        Reel {
            width,
            height,
            anchor: (0, 0),
            ticks: frames.iter().map(|frame| frame.1).collect(),
            drawn: frames.iter().map(|frame| drawn(frame.0, width, 0)).collect(),
            loops_to: None,
            nothing: 0,
            pixels: frames.iter().flat_map(|frame| frame.0).copied().collect(),
        }
    }

    #[test]
    fn trimming_keeps_what_is_drawn_and_moves_the_anchor() {
        let mut it = reel(3, 2, &[(&[0, 0, 1, 0, 0, 0], 1), (&[0, 2, 0, 0, 0, 0], 2)]);
        it.anchor = (1, 1);
        it.trim();
        assert_eq!((it.width(), it.height(), it.anchor()), (2, 1, (0, 1)));
        assert_eq!((it.frame(0), it.frame(1)), (&[0, 1][..], &[2, 0][..]));
        assert_eq!(it.drawn(0), Rect { left: 1, top: 0, right: 2, bottom: 1 });
        let again = it.clone();
        it.trim();
        assert_eq!(it.frame(1), again.frame(1));
    }
}

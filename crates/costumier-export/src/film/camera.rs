//! Draws animations with the library's painter.

use costumier::cast::ScriptLook;
use costumier::scene::ActorPlacement;
use costumier::{Bounds, Clip, Colours, Costume, Error, ErrorKind, Limits, Painter, Placed, Result, Stage};

use crate::budget::Budget;
use crate::film::backdrop::{Backdrop, View};
use crate::film::frame_buffer::FrameBuffer;

/// On a large canvas, pictures have to cover at least one of so many pixels.
const AIR: u64 = 64;

/// Draws reels, one after the other.
#[derive(Clone, Debug)]
pub struct Camera {
    painter: Painter,
    stage: Stage,
    budget: Budget,
    /// Number of pixels of the frames drawn within this budget.
    drawn: u64,
}

/// The canvas, the colours and the background of a film.
struct FilmSetup<'a> {
    size: (u32, u32),
    anchor: (i32, i32),
    nothing: u8,
    colours: &'a Colours,
    behind: Option<(&'a Backdrop, (i32, i32))>,
}

impl Camera {
    /// Makes a camera with canvases of at most `limits.stage_pixels`.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self { painter: Painter::new(limits), stage: Stage::new(limits), budget: Budget::default(), drawn: 0 }
    }

    /// Sets the budget for further films.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
        self.drawn = 0;
    }

    /// Returns the number of pixels drawn within this budget.
    pub(crate) fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Returns the error of a film that needs more bytes than the budget allows.
    fn lack(&self, what: &str, needed: u64) -> Error {
        Error::new(ErrorKind::Limit(format!("{what}: {}", self.budget.refusal(needed))), "animation")
    }

    /// Counts pixels that another camera drew within this budget. Returns false, and counts nothing, if the budget
    /// does not allow so many.
    pub(crate) fn count(&mut self, drawn: u64) -> bool {
        let all = self.drawn.saturating_add(drawn);
        let fits = all <= self.budget.drawn();
        if fits {
            self.drawn = all;
        }
        fits
    }

    /// Draws a clip, replacing the content of `reel`. `nothing` is the costume's transparent pixel value.
    ///
    /// The canvas is as small as the pictures' rectangles allow. Returns the error of the first picture that
    /// could not be drawn; the others are drawn.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for an animation larger than the budget allows, or with a canvas larger than
    /// [`Limits::stage_pixels`]; the reel is then empty. An almost empty canvas has a smaller limit.
    pub fn film(
        &mut self,
        costume: &Costume,
        clip: &Clip,
        nothing: u8,
        reel: &mut FrameBuffer,
    ) -> Result<Option<Error>> {
        self.film_on(costume, clip, clip.bounds, nothing, reel)
    }

    /// Draws a clip on a given canvas, a rectangle around the anchor.
    ///
    /// # Errors
    /// As [`Camera::film`].
    pub fn film_on(
        &mut self,
        costume: &Costume,
        clip: &Clip,
        canvas: Bounds,
        nothing: u8,
        reel: &mut FrameBuffer,
    ) -> Result<Option<Error>> {
        let set = FilmSetup {
            size: (canvas.width(), canvas.height()),
            anchor: (canvas.left.saturating_neg(), canvas.top.saturating_neg()),
            nothing,
            colours: &Colours::IDENTITY,
            behind: None,
        };
        self.shoot(costume, clip, &set, reel)
    }

    /// Draws a clip in front of a room, in this view of it, and in a look that scripts give, or in none. Pixels are
    /// room colours.
    ///
    /// # Errors
    /// As [`Camera::film`].
    pub fn film_in_room(
        &mut self,
        costume: &Costume,
        clip: &Clip,
        (backdrop, view, look): (&Backdrop, View, Option<&ScriptLook>),
        reel: &mut FrameBuffer,
    ) -> Result<Option<Error>> {
        let set = FilmSetup {
            size: view.size,
            anchor: view.anchor,
            nothing: backdrop.palette().nothing,
            colours: &backdrop.colours(costume, look),
            behind: Some((backdrop, view.corner)),
        };
        self.shoot(costume, clip, &set, reel)
    }

    fn shoot(
        &mut self,
        costume: &Costume,
        clip: &Clip,
        set: &FilmSetup<'_>,
        reel: &mut FrameBuffer,
    ) -> Result<Option<Error>> {
        let (width, height) = set.size;
        reel.begin((0, 0), set.anchor, set.nothing);
        self.require_room(costume, clip, set)?;
        self.drawn = self
            .drawn
            .saturating_add((u64::from(width) * u64::from(height)).saturating_mul(clip.frames.len() as u64));
        reel.begin(set.size, set.anchor, set.nothing);
        reel.loop_to(clip.loops_to);
        let standing = ActorPlacement::new(set.anchor, set.colours);
        let mut first_error = None;
        for frame in &clip.frames {
            self.stage.clear(width, height, set.nothing)?;
            if let Some((backdrop, (x, y))) = set.behind {
                let (pixels, width) = backdrop.pixels();
                self.stage.show(pixels, width, &[], x, y);
            }
            let drawn = self.painter.draw_frame(&mut self.stage, costume, frame, &standing);
            if let Err(e) = drawn {
                first_error.get_or_insert(e);
            }
            reel.add(self.stage.pixels(), frame.ticks);
            if reel.bytes() > self.budget.frames() {
                reel.begin((0, 0), set.anchor, set.nothing);
                let all = u64::from(width) * u64::from(height) * clip.frames.len() as u64;
                return Err(self.lack("all its frames", all.saturating_mul(4)));
            }
        }
        Ok(first_error)
    }

    /// Checks that the budget allows this film.
    fn require_room(&self, costume: &Costume, clip: &Clip, set: &FilmSetup<'_>) -> Result<()> {
        let (width, height) = set.size;
        let canvas = u64::from(width) * u64::from(height);
        let frames = clip.frames.len();
        let pixels = canvas.saturating_mul(frames as u64);
        if pixels > self.budget.animation() {
            let what = format!("{frames} frames of {width} × {height} pixels");
            return Err(self.lack(&what, pixels));
        }
        let all = pixels.saturating_add(self.drawn);
        if all > self.budget.drawn() {
            return Err(self.lack("all frames of the costume up to here", all / 4));
        }
        if set.behind.is_none() && canvas > self.budget.air() {
            let most = clip.frames.iter().map(|frame| covered(costume, &frame.placed)).max().unwrap_or(0);
            if most.saturating_mul(AIR) < canvas {
                let what =
                    format!("a canvas of {width} × {height} pixels, of which its pictures cover {most}");
                return Err(self.lack(&what, canvas.saturating_mul(128)));
            }
        }
        if canvas > self.budget.canvas() {
            return Err(
                self.lack(&format!("a canvas of {width} × {height} pixels"), canvas.saturating_mul(16))
            );
        }
        Ok(())
    }
}

/// Returns the number of pixels of a frame's pictures.
fn covered(costume: &Costume, placed: &[Placed]) -> u64 {
    let sizes = placed.iter().filter_map(|it| costume.picture(it.picture).ok());
    sizes.map(|picture| picture.info.pixels() as u64).sum()
}

//! All animations of a costume on one canvas, with the anchor at the same position in every frame.
//!
//! Sheets and layered files use one canvas for everything; single animations have their own ([`FrameBuffer`]).

use crate::film::{AnimationFrames, FrameBuffer};
use crate::image::{ImageError, Rect};
use crate::options::TagNames;

/// Largest width and height of a canvas that the formats can store.
const MOST: i64 = 0xFFFF;

/// A costume's animations on one canvas.
#[derive(Clone, Debug)]
pub struct SharedCanvas<'a> {
    /// Width of the canvas in pixels.
    pub width: u32,
    /// Height of the canvas in pixels.
    pub height: u32,
    /// Position of the anchor on the canvas. It may be outside.
    pub anchor: (i32, i32),
    /// The value of transparent pixels.
    pub nothing: u8,
    /// The animations that show something.
    pub scenes: Vec<Scene<'a>>,
    /// How tags are named.
    pub tag_names: TagNames,
}

/// An animation on a [`SharedCanvas`].
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The animation with its frames.
    pub shot: &'a AnimationFrames,
    /// Position of its own canvas on the shared one.
    pub at: (u32, u32),
    /// Number of frames of all animations before it.
    pub first: usize,
}

impl<'a> SharedCanvas<'a> {
    /// Puts animations on one canvas. Those that show nothing are left out; `None` if none is left.
    ///
    /// # Errors
    /// If the canvas would be larger than the formats allow.
    pub fn new(shots: &'a [AnimationFrames]) -> Result<Option<Self>, ImageError> {
        let shown = || shots.iter().filter(|shot| !shot.is_blank());
        // The largest distances of canvases from the anchor.
        let before = |f: fn(&FrameBuffer) -> i32| shown().map(|shot| i64::from(f(&shot.reel))).max();
        let behind = |f: fn(&FrameBuffer) -> i64| shown().map(|shot| f(&shot.reel)).max();
        let (Some(left), Some(top), Some(right), Some(bottom)) = (
            before(|reel| reel.anchor().0),
            before(|reel| reel.anchor().1),
            behind(|reel| i64::from(reel.width()) - i64::from(reel.anchor().0)),
            behind(|reel| i64::from(reel.height()) - i64::from(reel.anchor().1)),
        ) else {
            return Ok(None);
        };
        let (width, height) = (left + right, top + bottom);
        if width > MOST || height > MOST {
            return Err(ImageError::of(format!(
                "the canvas of all animations would have {width} × {height} pixels; at most {MOST} each way"
            )));
        }
        let mut first = 0;
        let scenes = shown().map(|shot| {
            let start = first;
            first += shot.reel.len();
            let at = (left - i64::from(shot.reel.anchor().0), top - i64::from(shot.reel.anchor().1));
            Scene { shot, at: (length(at.0), length(at.1)), first: start }
        });
        let scenes: Vec<Scene<'_>> = scenes.collect();
        let nothing = scenes.first().map_or(0, |scene| scene.shot.reel.nothing());
        let anchor = (coordinate(left), coordinate(top));
        let tag_names = TagNames::default();
        let (width, height) = (length(width), length(height));
        Ok(Some(Self { width, height, anchor, nothing, scenes, tag_names }))
    }

    /// Returns the number of frames of all animations.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.scenes.iter().map(|scene| scene.shot.reel.len()).sum()
    }

    /// Returns tags that mark animations as ranges of frames.
    #[must_use]
    pub fn tags(&self) -> Vec<Tag> {
        let named = |scene: &Scene<'a>| {
            let action = &scene.shot.action;
            let mut tags = scene.tags();
            // The loop of an animation that begins with other frames is a tag of its own.
            let has_loop = tags.len() > 1;
            for (number, tag) in tags.iter_mut().enumerate() {
                let name = self.tag_names.name(&scene.shot.name, action, tag.endless || has_loop);
                tag.name = if number > 0 { format!("{name}{}", self.tag_names.loop_ending()) } else { name };
            }
            tags
        };
        self.scenes.iter().flat_map(named).collect()
    }
}

impl Scene<'_> {
    /// Returns a rectangle of the animation's canvas as one of the shared canvas.
    #[must_use]
    pub fn place(&self, rect: Rect) -> Rect {
        let (x, y) = self.at;
        Rect { left: rect.left + x, top: rect.top + y, right: rect.right + x, bottom: rect.bottom + y }
    }

    /// Returns a tag for the animation, and one for its loop if that does not begin with the first frame.
    #[must_use]
    pub fn tags(&self) -> Vec<Tag> {
        let last = self.shot.reel.len().saturating_sub(1);
        let whole = Tag {
            name: self.shot.name.clone(),
            from: self.first,
            to: self.first + last,
            endless: self.shot.reel.loops_to() == Some(0),
        };
        match self.shot.reel.loops_to() {
            Some(start) if start > 0 => {
                let name = format!("{}-loop", self.shot.name);
                vec![whole, Tag { name, from: self.first + start, to: self.first + last, endless: true }]
            }
            _ => vec![whole],
        }
    }
}

/// A range of frames with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name: `walk-east`, or `walk-east-loop` for a loop that does not begin with the first frame.
    pub name: String,
    /// The first frame, counted over all animations.
    pub from: usize,
    /// The last frame, inclusive.
    pub to: usize,
    /// Whether the range repeats for ever. Otherwise it is played once, and its last frame stays or the loop follows.
    pub endless: bool,
}

fn length(v: i64) -> u32 {
    u32::try_from(v).unwrap_or(0)
}

fn coordinate(v: i64) -> i32 {
    i32::try_from(v).unwrap_or(if v < 0 { i32::MIN } else { i32::MAX })
}

//! All animations of a costume on one canvas, the anchor at the same pixel in every frame of every one.
//!
//! Sheets and layered files have one canvas for everything; single animations have canvases of their own
//! ([`Reel`]).

use crate::film::{Reel, Shot};
use crate::image::Rect;

/// Widest and highest canvas: what the formats can say.
const MOST: i64 = 0xFFFF;

/// A costume's animations, laid over one another.
#[derive(Clone, Debug)]
pub struct SharedCanvas<'a> {
    /// Width of the canvas in pixels.
    pub width: u32,
    /// Height of the canvas in pixels.
    pub height: u32,
    /// The anchor on the canvas. It may lie outside.
    pub anchor: (i32, i32),
    /// The value of pixels where there is nothing.
    pub nothing: u8,
    /// The animations that show something.
    pub scenes: Vec<Scene<'a>>,
}

/// One animation on a [`SharedCanvas`].
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The animation.
    pub shot: &'a Shot,
    /// Where its own canvas lies on the shared one.
    pub at: (u32, u32),
    /// Number of the frames of all animations before it.
    pub first: usize,
}

impl<'a> SharedCanvas<'a> {
    /// Lays animations over one another. Those that show nothing are left out; `None` where none is left.
    ///
    /// # Errors
    /// Where the canvas would be larger than the formats allow.
    pub fn new(shots: &'a [Shot]) -> Result<Option<Self>, String> {
        let shown = || shots.iter().filter(|shot| !shot.is_blank());
        // How far canvases reach from the anchor.
        let before = |f: fn(&Reel) -> i32| shown().map(|shot| i64::from(f(&shot.reel))).max();
        let behind = |f: fn(&Reel) -> i64| shown().map(|shot| f(&shot.reel)).max();
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
            return Err(format!(
                "all animations together take {width} × {height} pixels; at most {MOST} each way"
            ));
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
        Ok(Some(Self { width: length(width), height: length(height), anchor, nothing, scenes }))
    }

    /// Number of frames of all animations.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.scenes.iter().map(|scene| scene.shot.reel.len()).sum()
    }

    /// The tags of formats that mark animations as stretches of frames.
    #[must_use]
    pub fn tags(&self) -> Vec<Tag> {
        self.scenes.iter().flat_map(Scene::tags).collect()
    }
}

impl Scene<'_> {
    /// A rectangle of the animation's canvas, on the shared's.
    #[must_use]
    pub fn place(&self, rect: Rect) -> Rect {
        let (x, y) = self.at;
        Rect { left: rect.left + x, top: rect.top + y, right: rect.right + x, bottom: rect.bottom + y }
    }

    /// The animation; and where its loop does not begin with its first frame, the loop as a second one.
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

/// A stretch of frames with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// `walk-east`; `walk-east-loop` for the part that repeats where that is not all of it.
    pub name: String,
    /// First frame, counted over all animations.
    pub from: usize,
    /// Last frame, inclusive.
    pub to: usize,
    /// Whether it repeats for ever; if not, it is played once and its last frame stays, or the loop follows.
    pub endless: bool,
}

fn length(v: i64) -> u32 {
    u32::try_from(v).unwrap_or(0)
}

fn coordinate(v: i64) -> i32 {
    i32::try_from(v).unwrap_or(if v < 0 { i32::MIN } else { i32::MAX })
}

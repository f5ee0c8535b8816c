//! The painter's input and output: how an actor is drawn, and what drawing touched.

use super::colours::Colours;
use super::scale::{FULL, ScaleTable};
use crate::codec::{Encoded, Packed};
use crate::dialect::ClipRules;
use crate::model::Bounds;

/// How an actor is drawn: the properties that all pictures of one pose share.
#[derive(Clone, Copy, Debug)]
pub struct DrawOptions<'a> {
    /// The actor's position on the stage, in pixels.
    pub anchor: (i32, i32),
    /// Height by which the actor is raised, in pixels. It does not change the scale.
    pub elevation: i32,
    /// Whether the art faces East and the actor West, so that it is mirrored about the anchor's column.
    pub flip: bool,
    /// Size in x and y; 255 is full size. **Note:** drawing repeats the engine's scaling, which is not exactly
    /// proportional (`docs/format/drawing.md §3`).
    pub scale: [u8; 2],
    /// The thresholds of scaling, by the costume.
    pub table: ScaleTable,
    /// The z-plane that hides the actor. 0 is in front of everything; numbers above the last plane mean the last.
    pub plane: u8,
    /// The actor's colours on its stage.
    pub colours: &'a Colours,
    /// Whether the picture asks for the actor's XMAP ([`Placed::shaded`](crate::model::Placed::shaded)).
    pub shaded: bool,
    /// The part of the stage that the actor is drawn in: the clip rectangle of Humongous games. Pictures of codec 5
    /// ignore it (`docs/format/akos-programs.md §9`).
    pub clip: Option<Bounds>,
    /// The rules of the clip rectangle. In ScummVM 2.7, scaled pictures ignore it, and pictures of codec 1 that
    /// face West and reach beyond its right side are not cut at its left.
    pub clips: ClipRules,
}

impl<'a> DrawOptions<'a> {
    /// An actor at `anchor`, unscaled, unmirrored, in front of everything.
    #[must_use]
    pub fn new(anchor: (i32, i32), colours: &'a Colours) -> Self {
        Self {
            anchor,
            elevation: 0,
            flip: false,
            scale: [255; 2],
            table: ScaleTable::Classic,
            plane: 0,
            colours,
            shaded: false,
            clip: None,
            clips: ClipRules::PLAIN,
        }
    }
}

impl DrawOptions<'_> {
    /// The look with the engine's exceptions for this kind of picture: room colours are never scaled, and planes do
    /// not hide codec 32 (`docs/format/codecs.md §1`).
    pub(super) fn for_picture(&self, picture: &Packed<'_>) -> Self {
        let mut look = *self;
        if picture.encoded.has_room_colours() {
            look.scale = [FULL; 2];
        }
        match picture.encoded {
            Encoded::Trle { .. } => look.plane = 0,
            Encoded::Bomp { .. } => look.clip = None,
            Encoded::MajMin { .. } if look.clips.majmin_open => {
                look.clip = look.clip.map(|clip| Bounds {
                    right: clip.right.saturating_sub(1),
                    bottom: clip.bottom.saturating_sub(1),
                    ..clip
                });
            }
            _ if look.scale != [FULL; 2] && !look.clips.as_screen => look.clip = None,
            _ => {}
        }
        look
    }
}

/// What drawing touched on the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawn {
    /// The part of the stage that the pictures cover, transparent and hidden pixels included.
    pub area: Bounds,
    /// Whether a part of a picture was outside the stage.
    pub clipped: bool,
}

impl Drawn {
    pub(super) fn and(self, other: Self) -> Self {
        Self { area: self.area.union(other.area), clipped: self.clipped | other.clipped }
    }
}

//! How an actor is drawn, and what drawing it touched: what goes into the painter and what comes out.

use super::colours::Colours;
use super::scale::{FULL, ScaleTable};
use crate::codec::{Encoded, Packed};
use crate::dialect::ClipRules;
use crate::model::Bounds;

/// How an actor is drawn: what the pictures of one pose have in common.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The actor's position on the stage, in pixels.
    pub anchor: (i32, i32),
    /// How far the actor is raised, in pixels; does not change the scale.
    pub elevation: i32,
    /// Mirrored about the anchor's column: the art faces East and the actor West.
    pub flip: bool,
    /// Size in x and y; 255 is full size. Drawing is exact, not proportional (`reference/04 §3`).
    pub scale: [u8; 2],
    /// The thresholds that scaling goes by: the costume's.
    pub table: ScaleTable,
    /// The z-plane that hides the actor; 0 is in front of everything, numbers above the last plane mean the
    /// last.
    pub plane: u8,
    /// The actor's colours.
    pub colours: &'a Colours,
    /// Whether the picture asks for the actor's XMAP ([`Placed::shaded`](crate::model::Placed::shaded)).
    pub shaded: bool,
    /// The part of the stage that the actor is drawn in: the clip rectangle of Humongous games. Pictures of codec 5 do
    /// not heed it (`reference/07 §9`).
    pub clip: Option<Bounds>,
    /// What that does. As ScummVM 2.7 has it, scaled pictures do not heed it, and pictures of codec 1 that look
    /// West and reach beyond its right side are not cut at its left.
    pub clips: ClipRules,
}

impl<'a> Look<'a> {
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

impl Look<'_> {
    /// As the engine draws this kind of picture: room colours are never scaled; those of codec 32 are not
    /// hidden (`reference/06 §1`).
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

/// What drawing touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawn {
    /// The part of the stage that the pictures cover, transparent and hidden pixels included.
    pub area: Bounds,
    /// Whether something lay outside the stage.
    pub clipped: bool,
}

impl Drawn {
    pub(super) fn and(self, other: Self) -> Self {
        Self { area: self.area.union(other.area), clipped: self.clipped | other.clipped }
    }
}

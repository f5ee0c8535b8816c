//! What a costume can show: its poses and single pictures, drawn.

use std::collections::HashMap;
use std::sync::Arc;

use costumier::format::codec::{ColourTable, Decoder};
use costumier::play::ClipFrame;
use costumier::scene::ActorPlacement;
use costumier::{Action, Bounds, Clip, Colours, Costume, Limits, Painter, Picture, Placed, Result, Stage};

/// Largest number of poses that are looked at of one costume.
const MOST_POSES: usize = 20_000;

/// Largest number of frames of one costume; programs with random numbers can have very many.
const MOST_FRAMES: usize = 200_000;

/// A moment of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The chore in one facing.
    pub action: Action,
    /// The tick at which the frame begins, from 0 on.
    pub tick: u32,
}

/// Placed pictures, and the moments that show them.
#[derive(Clone, Debug)]
pub(super) struct Pose {
    pub(super) frame: ClipFrame,
    pub(super) moments: Vec<Moment>,
}

/// Returns each set of placed pictures that an animation shows, once.
pub(super) fn poses(costume: &Arc<Costume>, limits: &Limits) -> Vec<Pose> {
    let mut known: HashMap<(Vec<Placed>, bool), usize> = HashMap::new();
    let mut poses: Vec<Pose> = Vec::new();
    let mut frames = 0;
    for action in costume.actions() {
        let clip = Clip::record(costume, action.chore, action.facing, limits);
        let mut tick = 0;
        for frame in clip.frames {
            frames += 1;
            let moment = Moment { action, tick };
            tick += frame.ticks;
            if frame.placed.is_empty() {
                continue;
            }
            let number = *known.entry((frame.placed.clone(), frame.mirrored)).or_insert(poses.len());
            match poses.get_mut(number) {
                Some(pose) => pose.moments.push(moment),
                None => poses.push(Pose { frame, moments: vec![moment] }),
            }
        }
        if poses.len() > MOST_POSES || frames > MOST_FRAMES {
            break;
        }
    }
    poses
}

/// Values of a costume's pictures in a rectangle, relative to the anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: usize,
    pub(super) values: Vec<u8>,
    /// The value of pixels that are not drawn.
    pub(super) nothing: u8,
}

impl Drawn {
    pub(super) fn height(&self) -> usize {
        self.values.len().checked_div(self.width).unwrap_or(0)
    }

    /// Returns the rectangle around the drawn pixels, relative to the anchor: left, top, right, bottom.
    pub(super) fn tight(&self) -> Option<[i32; 4]> {
        let is_drawn = |value: &u8| *value != self.nothing;
        let rows = self.values.chunks_exact(self.width.max(1));
        let (mut left, mut right) = (usize::MAX, 0);
        let (mut top, mut bottom) = (None, 0);
        for (y, row) in rows.enumerate() {
            let Some(first) = row.iter().position(is_drawn) else { continue };
            let last = row.iter().rposition(is_drawn).unwrap_or(first);
            (left, right) = (left.min(first), right.max(last + 1));
            (top, bottom) = (top.or(Some(y)), y + 1);
        }
        let at = |from: i32, v: usize| from.saturating_add(i32::try_from(v).unwrap_or(i32::MAX));
        let top = top?;
        Some([at(self.left, left), at(self.top, top), at(self.left, right), at(self.top, bottom)])
    }
}

/// Returns where an unscaled picture is drawn, relative to the anchor, and whether it is mirrored.
pub(super) fn lies(placed: &Placed, picture: &Picture<'_>, is_frame_mirrored: bool) -> (Bounds, bool) {
    let (x, mirrored) = match is_frame_mirrored != placed.mirrored {
        true => picture.packed.mirrored(placed.x),
        false => (placed.x, false),
    };
    (Bounds::of(&Placed { x, ..*placed }, &picture.info, mirrored), mirrored)
}

/// Draws poses with the library's painter.
#[derive(Debug)]
pub(super) struct Artist {
    painter: Painter,
    stage: Stage,
}

impl Artist {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { painter: Painter::new(limits), stage: Stage::new(limits) }
    }

    /// Draws a frame as pixel values. `nothing` is the costume's transparent value, `scale` the size across and down;
    /// 255 is full size.
    pub(super) fn draw(
        &mut self,
        costume: &Costume,
        frame: &ClipFrame,
        nothing: u8,
        scale: [u8; 2],
    ) -> Result<Drawn> {
        let mut bounds = Bounds::default();
        for placed in &frame.placed {
            if let Ok(picture) = costume.picture(placed.picture) {
                bounds = bounds.union(lies(placed, &picture, frame.mirrored).0);
            }
        }
        if scale != [u8::MAX; 2] {
            // Pictures shrink towards the anchor; rounding may move them by a pixel.
            let anchor = Bounds { left: -2, top: -2, right: 3, bottom: 3 };
            bounds = bounds.union(anchor);
        }
        self.stage.clear(bounds.width(), bounds.height(), nothing)?;
        let anchor = (bounds.left.saturating_neg(), bounds.top.saturating_neg());
        let mut standing = ActorPlacement::new(anchor, &Colours::IDENTITY);
        standing.scale = scale;
        self.painter.draw_frame(&mut self.stage, costume, frame, &standing)?;
        let values = self.stage.pixels().to_vec();
        Ok(Drawn { left: bounds.left, top: bounds.top, width: bounds.width() as usize, values, nothing })
    }
}

/// Decodes a single picture to its values. Returns the transparent one.
pub(super) fn decode(decoder: &mut Decoder, picture: &Picture<'_>, values: &mut Vec<u8>) -> u8 {
    let nothing = match picture.packed.encoded.has_room_colours() {
        true => picture.packed.decode_room_rows(false, values),
        false => {
            decoder.picture(&picture.packed, &ColourTable::IDENTITY, values);
            0
        }
    };
    values.truncate(picture.info.pixels());
    nothing
}

/// Returns, for each pixel value, a number that is the same for values of the same room colour.
pub(super) fn room_colours(costume: &Costume) -> [u8; 256] {
    let mut table: [u8; 256] = std::array::from_fn(|value| u8::try_from(value).unwrap_or(0));
    let palette = costume.palette();
    if palette.len() >= 16 {
        table.iter_mut().zip(palette).skip(1).for_each(|(to, colour)| *to = *colour);
    }
    table
}

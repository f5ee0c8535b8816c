//! One call draws an actor on a stage.
//!
//! What its costume decides (which thresholds it is scaled by, whether it is mirrored), what its programs
//! have done to it (moved it, turned it round, chosen a z-plane) and when in the loop it turns comes from the
//! actor; a [`Standing`] says only what the game around it decides.

use super::types::{Peek, View};
use crate::Direction;
use crate::Result;
use crate::costume::Costume;
use crate::dialect::{ClipRules, Dialect, Position};
use crate::draw::{self, Colours, Drawn, Edges, Look, Painter, ScaleTable, Stage};
use crate::model::{Bounds, Placed};
use crate::play::{Actor, AkosLimbs, ClipFrame};

/// Where an actor stands on a stage, how large it is, and what hides it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Standing<'a> {
    /// Its anchor on the stage, in pixels, already raised: [`Actor::anchor`] gives it for a script's
    /// position.
    pub anchor: (i32, i32),
    /// Its size in x and y; 255 is full size.
    pub scale: [u8; 2],
    /// The z-plane that hides it, unless a program of its costume has chosen another; 0 is in front of
    /// everything.
    pub plane: u8,
    /// The z-plane of the walk box that it stands in, which a program may choose; 0 for one that ignores boxes.
    pub box_plane: u8,
    /// Its colours.
    pub colours: &'a Colours,
    /// The part of the stage that it is drawn in, where the engine has clip rectangles (Humongous 7.1 on).
    pub clip: Option<Bounds>,
    /// How a viewer looks at it; a game shows everything as it is.
    pub peek: Peek,
}

impl<'a> Standing<'a> {
    /// At `anchor`, in full size, in front of everything.
    #[must_use]
    pub fn new(anchor: (i32, i32), colours: &'a Colours) -> Self {
        Self {
            anchor,
            scale: [u8::MAX; 2],
            plane: 0,
            box_plane: 0,
            colours,
            clip: None,
            peek: Peek::default(),
        }
    }

    /// How the pictures are drawn that an actor shows here.
    pub(super) fn look(&self, actor: &Actor) -> Look<'a> {
        let rules = &actor.costume().dialect().akos;
        let (dx, dy) = actor.offset();
        Look {
            anchor: (self.anchor.0.saturating_add(dx), self.anchor.1.saturating_add(dy)),
            plane: match actor.limbs().as_akos().and_then(AkosLimbs::plane) {
                Some(plane) if plane == rules.plane_of_box => self.box_plane,
                Some(plane) => plane,
                None => self.plane,
            },
            clip: self.clip.filter(|clip| {
                let side = |from: i32, to: i32| to.saturating_sub(from);
                let (width, height) = (side(clip.left, clip.right), side(clip.top, clip.bottom));
                rules.clip_rectangles && rules.clips.counts(width, height)
            }),
            clips: rules.clips,
            ..self.look_of(actor.costume(), actor.mirrored())
        }
    }

    /// Calls `each` with every picture that an actor shows, and the rectangle that it takes up where the
    /// stage has no edges. `pose` is scratch.
    pub(super) fn areas(&self, actor: &Actor, pose: &mut Vec<Placed>, each: &mut dyn FnMut(&Placed, Bounds)) {
        let (costume, look) = (actor.costume(), self.look(actor));
        let (x, y) = look.anchor;
        pose.clear();
        actor.pose(pose);
        for placed in pose.iter().filter(|placed| self.peek.shows(placed)) {
            let Ok(picture) = costume.packed(placed.picture) else { continue };
            let size = (picture.width, picture.height);
            // Room colours are never scaled.
            let scale = if picture.encoded.has_room_colours() { [u8::MAX; 2] } else { look.scale };
            let (left, flip) = match look.flip != placed.mirrored {
                true => picture.mirrored(placed.x),
                false => (placed.x, false),
            };
            let at = draw::painter::bounds(size, (left, placed.y), flip, scale, look.table);
            each(
                placed,
                Bounds {
                    left: at.left.saturating_add(x),
                    top: at.top.saturating_add(y),
                    right: at.right.saturating_add(x),
                    bottom: at.bottom.saturating_add(y),
                },
            );
        }
    }

    /// How pictures of a costume are drawn here.
    fn look_of(&self, costume: &Costume, mirrored: bool) -> Look<'a> {
        Look {
            anchor: self.anchor,
            elevation: 0,
            flip: mirrored != self.peek.flip,
            scale: self.scale,
            table: ScaleTable::of(costume),
            plane: self.plane,
            colours: self.colours,
            shaded: false,
            clip: None,
            clips: ClipRules::PLAIN,
        }
    }
}

impl Painter {
    /// Draws what an actor shows in this loop of the interpreter. Its next turn is made first, if nobody has
    /// made it: draw all actors, then let all [tick](Actor::tick).
    ///
    /// # Errors
    /// As [`Painter::draw_all`]: the first picture that cannot be drawn; the others are drawn nevertheless.
    pub fn draw_actor(
        &mut self,
        stage: &mut Stage,
        actor: &mut Actor,
        standing: &Standing<'_>,
    ) -> Result<Drawn> {
        actor.begin_loop();
        let mut pose = std::mem::take(&mut self.pose);
        pose.clear();
        actor.pose(&mut pose);
        pose.retain(|placed| standing.peek.shows(placed));
        let costume = actor.costume();
        let drawn = self.draw_all(stage, &pose, &standing.look(actor), |key| costume.packed(key));
        self.pose = pose;
        drawn
    }

    /// Draws a frame of a clip of this costume. Whether it is mirrored and what programs have moved it by
    /// stands in the frame.
    ///
    /// # Errors
    /// As [`Painter::draw_actor`].
    pub fn draw_frame(
        &mut self,
        stage: &mut Stage,
        costume: &Costume,
        frame: &ClipFrame,
        standing: &Standing<'_>,
    ) -> Result<Drawn> {
        let look = standing.look_of(costume, frame.mirrored);
        let mut pose = std::mem::take(&mut self.pose);
        pose.clear();
        pose.extend(frame.placed.iter().filter(|placed| standing.peek.shows(placed)));
        let drawn = self.draw_all(stage, &pose, &look, |key| costume.packed(key));
        self.pose = pose;
        drawn
    }
}

impl Actor {
    /// The pixel that its anchor is at where it stands there and is raised by so many pixels. It is not the pixel
    /// between the feet in v0, v1, v2 and on the NES, and depends there on where the actor looks. What its programs
    /// move it by is not in it.
    #[must_use]
    pub fn anchor(&self, position: impl Into<Position>, elevation: i32) -> (i32, i32) {
        let west = self.facing().direction() == Direction::West;
        self.costume().dialect().anchor.pixel(position.into(), elevation, west, self.mirrored())
    }
}

impl Stage {
    /// Makes the stage behave at its edges as the engine's screen does (`reference/04 §10`), if it shows what
    /// an interpreter shows of a room; otherwise nothing is cut off but by the stage itself.
    pub fn be_view(&mut self, dialect: &Dialect, view: View) {
        let beyond = dialect.screen_beyond;
        self.set_edges(if is_room_area(view, dialect.screen) { Edges::Engine } else { Edges::Free });
        self.set_beyond(beyond);
        self.set_before(if beyond > 0 { view.x.rem_euclid(8).unsigned_abs() } else { 0 });
    }
}

impl View {
    /// What an interpreter shows of a room of this size while its camera is on this column (`reference/08 §12`): whole
    /// strips of eight columns, inside the room.
    pub(super) fn of_screen(dialect: &Dialect, room: Option<(u16, u16)>, column: i32) -> Self {
        let (width, height) = dialect.screen;
        let Some((room_width, rows)) = room else { return Self { x: 0, y: 0, width, height } };
        let spare = i32::try_from(u32::from(room_width).saturating_sub(width)).unwrap_or(0);
        let half = i32::try_from(width / 2).unwrap_or(0);
        let x = column.saturating_sub(half).clamp(0, spare);
        Self { x: x - x % 8, y: 0, width, height: u32::from(rows).max(FEWEST_ROWS).min(height) }
    }
}

/// The fewest rows that an interpreter shows of a room (v1 to v4, where scripts do not say otherwise).
const FEWEST_ROWS: u32 = 128;

/// Whether a view is what the interpreter shows of a room, and has its edges (`reference/08 §12`): the whole
/// screen, or the part of it above the verbs, whose height scripts choose.
fn is_room_area(view: View, screen: (u32, u32)) -> bool {
    let rows = if view.y == 0 { FEWEST_ROWS } else { screen.1 };
    view.width == screen.0 && (rows..=screen.1).contains(&view.height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_screen_follows_the_camera_inside_the_room() {
        let of = |dialect: Dialect, room, column| {
            let View { x, y, width, height } = View::of_screen(&dialect, room, column);
            (x, y, width, height)
        };
        assert_eq!(of(Dialect::V5, Some((320, 144)), 300), (0, 0, 320, 144));
        assert_eq!(of(Dialect::V5, Some((640, 144)), 300), (136, 0, 320, 144));
        assert_eq!(of(Dialect::V5, Some((640, 200)), i32::MAX), (320, 0, 320, 200));
        assert_eq!(of(Dialect::V5, Some((640, 400)), i32::MIN), (0, 0, 320, 200));
        assert_eq!(of(Dialect::V5, None, 300), (0, 0, 320, 200));
        // Rooms that are narrower or lower than what is shown.
        assert_eq!(of(Dialect::NES, Some((224, 104)), 90), (0, 0, 256, 128));
        assert_eq!(of(Dialect::V8, Some((640, 480)), 0), (0, 0, 640, 480));
    }

    #[test]
    fn the_part_above_the_verbs_has_the_screens_edges() {
        let area = |x, y, width, height| is_room_area(View { x, y, width, height }, (320, 200));
        for rows in [128, 136, 144, 200] {
            assert!(area(88, 0, 320, rows), "{rows}");
        }
        assert!(area(0, 16, 320, 200));
        assert!(
            !area(0, 0, 319, 144) && !area(0, 0, 320, 127) && !area(0, 0, 320, 201) && !area(0, 8, 320, 144)
        );
    }
}

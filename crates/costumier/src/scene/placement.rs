//! Drawing an actor on a stage with one call.
//!
//! The actor knows what its costume decides (thresholds of scaling, mirroring), the effects of its programs
//! (offset, mirroring, z-plane) and when in the loop it turns. A [`ActorPlacement`] holds only what the game around
//! it decides.

use super::actor::Peek;
use super::types::View;
use crate::Direction;
use crate::Result;
use crate::costume::Costume;
use crate::dialect::{ClipRules, Dialect, Position};
use crate::draw::{self, Colours, DrawOptions, Drawn, Edges, Painter, ScaleTable, Stage};
use crate::game::Rgb;
use crate::model::{Bounds, Placed};
use crate::play::{Actor, Clip, ClipFrame};

/// An actor's position on a stage, its size, and its z-plane.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ActorPlacement<'a> {
    /// The anchor on the stage, in pixels, already raised. [`Actor::anchor`] returns it for a script's position.
    pub anchor: (i32, i32),
    /// Size in x and y; 255 is full size.
    pub scale: [u8; 2],
    /// The z-plane that hides the actor, unless a program of its costume has chosen another; 0 is in front of
    /// everything.
    pub plane: u8,
    /// The z-plane of the actor's walk box, which a program may choose; 0 for an actor that ignores boxes.
    pub box_plane: u8,
    /// The actor's colours on this stage.
    pub colours: &'a Colours,
    /// The part of the stage that the actor is drawn in, if the engine has clip rectangles (Humongous from 7.1 on).
    pub clip: Option<Bounds>,
    /// A viewer's way of looking at the actor. The default shows everything as in a game.
    pub peek: Peek,
}

/// How a picture is laid on a stage, relative to its anchor.
struct Laid {
    size: (u16, u16),
    at: (i32, i32),
    flip: bool,
    scale: [u8; 2],
    table: ScaleTable,
}

/// The places of a picture's columns and rows on a stage.
pub(super) struct Lines {
    /// Width and height of the picture.
    pub(super) size: (u16, u16),
    /// Columns of the picture with their stage columns, in the order of painting.
    pub(super) columns: Vec<(i32, i32)>,
    /// Rows of the picture with their stage rows; a row that scaling drops is not here.
    pub(super) rows: Vec<(i32, i32)>,
}

impl<'a> ActorPlacement<'a> {
    /// A standing at `anchor`, in full size, in front of everything.
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

    /// The look of the pictures that an actor shows here.
    pub(super) fn look(&self, actor: &Actor) -> DrawOptions<'a> {
        let rules = &actor.costume().dialect().akos;
        let (dx, dy) = actor.offset();
        DrawOptions {
            anchor: (self.anchor.0.saturating_add(dx), self.anchor.1.saturating_add(dy)),
            plane: match actor.plane() {
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

    /// Calls `each` with every picture that an actor shows, and its rectangle on a stage without edges. `pose` is
    /// scratch.
    pub(super) fn areas(&self, actor: &Actor, pose: &mut Vec<Placed>, each: &mut dyn FnMut(&Placed, Bounds)) {
        let (x, y) = self.look(actor).anchor;
        self.laid(actor, pose, 0, &mut |placed, laid| {
            let at = draw::painter::bounds(laid.size, laid.at, laid.flip, laid.scale, laid.table);
            each(
                placed,
                Bounds {
                    left: at.left.saturating_add(x),
                    top: at.top.saturating_add(y),
                    right: at.right.saturating_add(x),
                    bottom: at.bottom.saturating_add(y),
                },
            );
        });
    }

    /// Calls `each` with every picture that an actor shows, and the places of its columns and rows on a stage without
    /// edges. Columns and rows that it does not have, up to `margin` of them on every side, have the places that they
    /// would have in a larger picture. **Note:** where a mirrored picture's thresholds count up
    /// ([`ScaleTable::ClassicUp`]), a larger picture has its other columns elsewhere, too.
    pub(super) fn lines(&self, actor: &Actor, margin: u16, each: &mut dyn FnMut(&Placed, Lines)) {
        let (x, y) = self.look(actor).anchor;
        let lines = |margin: u16, laid: &Laid| {
            let [columns, rows] = draw::painter::lines(laid.size, laid.at, laid.flip, laid.scale, laid.table);
            let place = |list: Vec<(u32, i64)>, from: i32| -> Vec<(i32, i32)> {
                let source = |v: u32| i32::try_from(v).unwrap_or(i32::MAX).saturating_sub(margin.into());
                let at = |v: i64| i32::try_from(v.saturating_add(from.into())).unwrap_or(i32::MAX);
                list.into_iter().map(|(line, to)| (source(line), at(to))).collect()
            };
            Lines { size: laid.size, columns: place(columns, x), rows: place(rows, y) }
        };
        let (mut pose, mut own) = (Vec::new(), Vec::new());
        self.laid(actor, &mut pose, 0, &mut |_, laid| own.push(lines(0, &laid)));
        let mut own = own.into_iter();
        self.laid(actor, &mut pose, margin, &mut |placed, laid| {
            let Some(Lines { size, mut columns, mut rows }) = own.next() else { return };
            let wide = lines(margin, &laid);
            let outside = |side: u16| move |line: &(i32, i32)| !(0..i32::from(side)).contains(&line.0);
            columns.extend(wide.columns.into_iter().filter(outside(size.0)));
            rows.extend(wide.rows.into_iter().filter(outside(size.1)));
            // Painting goes from the first column to the last.
            columns.sort_by_key(|line| line.0);
            rows.sort_by_key(|line| line.0);
            each(placed, Lines { size, columns, rows });
        });
    }

    /// Calls `each` with every picture that an actor shows, and how it is laid on the stage with a margin around it.
    fn laid(&self, actor: &Actor, pose: &mut Vec<Placed>, margin: u16, each: &mut dyn FnMut(&Placed, Laid)) {
        let (costume, look) = (actor.costume(), self.look(actor));
        pose.clear();
        actor.pose(pose);
        for placed in pose.iter().filter(|placed| self.peek.shows(placed)) {
            let Ok(mut picture) = costume.packed(placed.picture) else { continue };
            let wider = |side: u16| side.saturating_add(margin.saturating_mul(2));
            (picture.width, picture.height) = (wider(picture.width), wider(picture.height));
            let (x, y) = (placed.x.saturating_sub(margin.into()), placed.y.saturating_sub(margin.into()));
            // Room colours are never scaled.
            let scale = if picture.encoded.has_room_colours() { [u8::MAX; 2] } else { look.scale };
            let (left, flip) = match look.flip != placed.mirrored {
                true => picture.mirrored(x),
                false => (x, false),
            };
            let size = (picture.width, picture.height);
            each(placed, Laid { size, at: (left, y), flip, scale, table: look.table });
        }
    }

    /// The look of pictures of a costume here.
    fn look_of(&self, costume: &Costume, mirrored: bool) -> DrawOptions<'a> {
        DrawOptions {
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
    /// Draws the pictures that an actor shows in this loop of the interpreter. If the actor has a turn to make in
    /// this loop, it is made first. **Note:** draw all actors before they [tick](Actor::tick).
    ///
    /// # Errors
    /// The error of the first picture that cannot be drawn ([`Painter::draw_all`]). The others are drawn
    /// nevertheless.
    pub fn draw_actor(
        &mut self,
        stage: &mut Stage,
        actor: &mut Actor,
        standing: &ActorPlacement<'_>,
    ) -> Result<Drawn> {
        actor.begin_loop();
        let mut pose = std::mem::take(&mut self.pose);
        pose.clear();
        actor.pose(&mut pose);
        pose.retain(|placed| standing.peek.shows(placed));
        let drawn = self.draw_kept(stage, actor.costume(), &pose, &standing.look(actor));
        self.pose = pose;
        drawn
    }

    /// Draws a frame of a clip of this costume. The frame says whether it is mirrored, and its positions include
    /// the offsets of programs.
    ///
    /// # Errors
    /// The errors of [`Painter::draw_actor`].
    pub fn draw_frame(
        &mut self,
        stage: &mut Stage,
        costume: &Costume,
        frame: &ClipFrame,
        standing: &ActorPlacement<'_>,
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

impl Clip {
    /// Draws each frame as red, green, blue and opacity, row by row, in the size of [`Clip::bounds`]. Colours are
    /// those of the costume; for an actor's own, scaled or hidden, take [`Painter::draw_frame`].
    ///
    /// # Errors
    /// Each frame's, as [`Painter::draw_frame`]; [`ErrorKind::Limit`](crate::ErrorKind::Limit) for a clip that is too
    /// large for a stage.
    pub fn rgba<'a>(
        &'a self,
        costume: &'a Costume,
        palette: &'a [Rgb; 256],
    ) -> impl Iterator<Item = Result<Vec<u8>>> + 'a {
        let (bounds, colours, mut painter) = (self.bounds, Colours::of(costume), Painter::default());
        self.frames.iter().map(move |frame| {
            let mut stage = Stage::empty(bounds.width(), bounds.height(), colours.key())?;
            let anchor = (bounds.left.saturating_neg(), bounds.top.saturating_neg());
            painter.draw_frame(&mut stage, costume, frame, &ActorPlacement::new(anchor, &colours))?;
            Ok(stage.rgba(palette))
        })
    }
}

impl Actor {
    /// The actor's anchor pixel at a position, raised by `elevation` pixels, without the offset of its programs.
    ///
    /// **Note:** in v0, v1, v2 and on the NES, this is not the pixel between the feet and depends on the actor's
    /// facing.
    #[must_use]
    pub fn anchor(&self, position: impl Into<Position>, elevation: i32) -> (i32, i32) {
        let west = self.facing().direction() == Direction::West;
        self.costume().dialect().anchor.pixel(position.into(), elevation, west, self.mirrored())
    }
}

impl Stage {
    /// Gives the stage the edges of the engine's screen (`docs/format/drawing.md §10`), if its view is what an
    /// interpreter shows of a room. Otherwise pictures are only clipped by the stage itself.
    pub fn be_view(&mut self, dialect: &Dialect, view: View) {
        let beyond = dialect.screen_beyond;
        self.set_edges(if is_room_area(view, dialect.screen_size()) { Edges::Engine } else { Edges::Free });
        self.set_beyond(beyond);
        self.set_before(if beyond > 0 { view.x.rem_euclid(8).unsigned_abs() } else { 0 });
    }
}

impl View {
    /// The view that an interpreter has of a room of this size when its camera looks at a point of it
    /// ([`Camera`](crate::format::dialect::Camera)).
    pub(super) fn of_screen(dialect: &Dialect, room: Option<(u16, u16)>, at: (i32, i32)) -> Self {
        let (width, height) = dialect.screen_size();
        let Some((room_width, rows)) = room else { return Self { x: 0, y: 0, width, height } };
        let (x, y) = dialect.screen_corner((room_width, rows), at);
        Self { x, y, width, height: u32::from(rows).max(FEWEST_ROWS).min(height) }
    }
}

/// The smallest number of rows that an interpreter shows of a room (v1 to v4, if scripts do not set another).
const FEWEST_ROWS: u32 = 128;

/// Whether an interpreter shows this view of a room, with its edges (`docs/format/old-rooms.md §12`): the whole
/// screen, or the part above the verbs, whose height scripts set.
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
            let View { x, y, width, height } = View::of_screen(&dialect, room, (column, 400));
            (x, y, width, height)
        };
        assert_eq!(of(Dialect::V5, Some((320, 144)), 300), (0, 0, 320, 144));
        assert_eq!(of(Dialect::V5, Some((640, 144)), 300), (136, 0, 320, 144));
        assert_eq!(of(Dialect::V5, Some((640, 200)), i32::MAX), (320, 0, 320, 200));
        assert_eq!(of(Dialect::V5, Some((640, 400)), i32::MIN), (0, 0, 320, 200));
        assert_eq!(of(Dialect::V5, None, 300), (0, 0, 320, 200));
        // Rooms that are narrower or lower than the view.
        assert_eq!(of(Dialect::NES, Some((224, 104)), 90), (0, 0, 256, 128));
        assert_eq!(of(Dialect::V8, Some((640, 480)), 0), (0, 0, 640, 480));
        assert_eq!(of(Dialect::V7, Some((640, 304)), 325), (165, 104, 320, 200));
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

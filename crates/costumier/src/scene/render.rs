//! Drawing scenes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::frames::Layer;
use super::origin::Watch;
use super::ready::{make_ready, surround};
use super::types::{Scene, View};
use crate::costume::Costume;
use crate::draw::{Edges, Look, Painter, ScaleTable, Stage, free_value};
use crate::error::{Error, ErrorKind, Result};
use crate::game::{Game, Rgb, Room, RoomPalette};
use crate::model::{Bounds, Placed};
use crate::screen::{Ditherable, NOTHING, Screen, dither_ega, ega_pairs};

/// The light bit that shows the room.
const ROOM_LIT: u8 = 2;
/// What an unlit room shows.
const BLACK: u8 = 0;

/// A scene as pixels. Borrows the renderer's stage; copy what is to outlive the next scene.
#[derive(Clone, Copy, Debug)]
pub struct Rendered<'a> {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Room palette indices, row by row from the top left.
    pub pixels: &'a [u8],
    /// The index that means "nothing here"; `None` where a background fills everything.
    pub transparent: Option<u8>,
    /// Colours of all indices.
    pub palette: &'a [Rgb; 256],
    /// Where the top left pixel lies in the room.
    pub origin: (i32, i32),
    /// How many pixels wide and high a room pixel is: 2 where the game [is dithered](Game::is_dithered). Pixels are then EGA colours.
    pub enlarged: u32,
}

/// Draws scenes of one game; keeps the rooms and costumes it has opened.
#[derive(Debug)]
pub struct SceneRenderer<'g> {
    game: &'g Game,
    costumes: BTreeMap<u32, (Arc<Costume>, u32)>,
    rooms: BTreeMap<u32, OpenRoom>,
    painter: Painter,
    stage: Stage,
    layer: Layer,
    placed: Vec<Placed>,
    /// The last picture as an EGA screen shows it.
    dithered: Vec<u8>,
    ega: [Rgb; 256],
}

#[derive(Debug)]
struct OpenRoom {
    room: Room,
    background: Vec<u8>,
    /// Why a background that there is cannot be shown.
    unread: Option<Error>,
    palette: [Rgb; 256],
    /// The EGA colours of each of its colours; none unless it is to be dithered.
    pairs: Option<Box<[u8; 256]>>,
}

impl<'g> SceneRenderer<'g> {
    /// A renderer for a game's scenes.
    ///
    /// # Errors
    /// None in practice; [`ErrorKind::Limit`] if not even one pixel may be drawn.
    pub fn new(game: &'g Game) -> Result<Self> {
        Ok(Self {
            game,
            costumes: BTreeMap::new(),
            rooms: BTreeMap::new(),
            painter: Painter::new(game.limits()),
            stage: Stage::new(game.limits()),
            layer: Layer::default(),
            placed: Vec::new(),
            dithered: Vec::new(),
            ega: RoomPalette::of_screen(Screen::Ega).applied(),
        })
    }

    /// Draws a scene.
    ///
    /// # Errors
    /// A costume or room that does not exist or cannot be opened; a background of a generation whose backgrounds are not read yet; an animation number that the generation does not have;
    /// [`ErrorKind::Limit`] for a view or a number of ticks beyond [`Limits`](crate::Limits). A picture that cannot be drawn leaves a
    /// gap and is no error, as in [`Costume::check`] it is reported.
    pub fn render(&mut self, scene: &Scene) -> Result<Rendered<'_>> {
        self.watched(scene, None)
    }

    /// Draws a scene while a pixel of it is watched.
    pub(super) fn watched(&mut self, scene: &Scene, mut watch: Option<&mut Watch>) -> Result<Rendered<'_>> {
        let mut owner = None;
        for actor in &scene.actors {
            let room = self.open_costume(actor.costume)?;
            owner.get_or_insert(room);
        }
        if let Some(room) = scene.room {
            self.open_room(room)?;
            if let Some(OpenRoom { unread: Some(error), .. }) =
                self.rooms.get(&room).filter(|_| scene.background)
            {
                return Err(error.clone());
            }
        } else if let Some(room) = owner {
            // Only the palette is wanted: without one, colours are shown as greys.
            let _ = self.open_room(room);
        }
        let room = scene.room.or(owner).and_then(|room| self.rooms.get(&room));
        if let (Some(watch), Some(room)) = (&mut watch, room) {
            watch.palette = room.room.palettes.first().map(|palette| (room.room.id, palette.source));
        }
        let palette = room.map_or(&GREYS, |room| &room.palette);
        let stood_in = scene.room.and_then(|room| self.rooms.get(&room));
        let ready = make_ready(
            self.game,
            |id| self.costumes.get(&id).map(|open| &open.0),
            scene,
            stood_in.map(|room| &room.room),
            palette,
        )?;

        let view = match (scene.view, stood_in) {
            (Some(view), _) => view,
            (None, Some(room)) => {
                View { x: 0, y: 0, width: room.room.width.into(), height: room.room.height.into() }
            }
            (None, None) => surround(&ready),
        };
        let lit = scene.lights & ROOM_LIT != 0 || !self.game.dialect().has_lights;
        let taken: &[u8] = match stood_in {
            Some(room) if scene.background && lit => &room.background,
            _ => &[BLACK],
        };
        let free = free_value(ready.iter().map(|actor| &actor.colours), taken).unwrap_or(BLACK);
        set_stage(&mut self.stage, view, free, stood_in, scene.background, lit)?;
        let screen = self.game.dialect().screen;
        let is_area = scene.view.is_some_and(|view| is_room_area(view, screen));
        self.stage.set_edges(if is_area { Edges::Engine } else { Edges::Free });
        let beyond = self.game.dialect().screen_beyond;
        self.stage.set_beyond(beyond);
        self.stage.set_before(if beyond > 0 { view.x.rem_euclid(8).unsigned_abs() } else { 0 });
        let on_stage = |(x, y): (i32, i32)| (x.saturating_sub(view.x), y.saturating_sub(view.y));

        let pairs = room.and_then(|room| room.pairs.as_deref());
        if let Some(watch) = &mut watch {
            watch.begin(&self.stage, if pairs.is_some() { 2 } else { 1 });
        }
        for (number, actor) in ready.iter().enumerate() {
            self.placed.clear();
            actor.actor.pose(&mut self.placed);
            let look = Look {
                anchor: on_stage(actor.anchor),
                elevation: 0,
                flip: actor.actor.mirrored(),
                scale: actor.scale,
                table: ScaleTable::of(actor.actor.costume()),
                plane: actor.plane,
                colours: &actor.colours,
                shaded: false,
                clip: actor.clip.map(|clip| {
                    let (left, top) = on_stage((clip.left, clip.top));
                    let (right, bottom) = on_stage((clip.right, clip.bottom));
                    Bounds { left, top, right, bottom }
                }),
            };
            let costume = actor.actor.costume();
            if let Some(watch) = &mut watch {
                watch.draw(&mut self.painter, &mut self.stage, number, costume, &self.placed, &look);
                continue;
            }
            // A broken picture leaves a gap; the others are drawn all the same.
            let _ = self.painter.draw_all(&mut self.stage, &self.placed, &look, |key| costume.packed(key));
        }
        self.layer.clear();
        for actor in &ready {
            if let Some(akos) = actor.actor.costume().as_akos() {
                let at = on_stage(actor.frames_at);
                self.layer.show(akos, &actor.frames, at, &self.stage, self.game.limits());
            }
        }
        self.layer.draw(&mut self.stage);
        if let Some(watch) = &mut watch {
            watch.end(&self.stage, palette, pairs);
        }
        let rendered = Rendered {
            width: view.width,
            height: view.height,
            pixels: self.stage.pixels(),
            transparent: self.stage.transparent(),
            palette,
            origin: (view.x, view.y),
            enlarged: 1,
        };
        let Some(pairs) = pairs else { return Ok(rendered) };
        let picture = Ditherable {
            pixels: rendered.pixels,
            width: usize::try_from(view.width).unwrap_or(usize::MAX),
            transparent: rendered.transparent,
            begins_odd: view.y.rem_euclid(2) == 1,
        };
        dither_ega(&picture, pairs, &mut self.dithered);
        Ok(Rendered {
            width: view.width.saturating_mul(2),
            height: view.height.saturating_mul(2),
            pixels: &self.dithered,
            transparent: rendered.transparent.map(|_| NOTHING),
            palette: &self.ega,
            enlarged: 2,
            ..rendered
        })
    }

    /// Keeps a costume that comes from elsewhere.
    #[cfg(test)]
    pub(super) fn keep(&mut self, id: u32, costume: Arc<Costume>, room: u32) {
        self.costumes.insert(id, (costume, room));
    }

    /// Opens a costume unless it is open, and returns its room.
    fn open_costume(&mut self, id: u32) -> Result<u32> {
        match self.costumes.entry(id) {
            Entry::Occupied(open) => Ok(open.get().1),
            Entry::Vacant(slot) => {
                let found = self.game.costume_bytes(id)?;
                let room = found.room;
                Ok(slot.insert((Arc::new(Costume::read(found)?), room)).1)
            }
        }
    }

    fn open_room(&mut self, id: u32) -> Result<()> {
        if let Entry::Vacant(slot) = self.rooms.entry(id) {
            let room = self.game.room(id)?;
            let size = usize::from(room.width) * usize::from(room.height);
            let (background, unread) = match room.background() {
                Ok(found) => (found.pixels, None),
                Err(error) => (
                    vec![BLACK; size],
                    Some(error).filter(|error| matches!(error.kind(), ErrorKind::Unsupported(_))),
                ),
            };
            let palette = room.palettes.first().map_or(GREYS, |palette| palette.applied());
            let pairs = self
                .game
                .is_dithered()
                .then(|| room.ega_pairs.clone().unwrap_or_else(|| Box::new(ega_pairs(&palette))));
            slot.insert(OpenRoom { room, background, unread, palette, pairs });
        }
        Ok(())
    }
}

/// The fewest rows that an interpreter shows of a room (v1 to v4, where scripts do not say otherwise).
const FEWEST_ROWS: u32 = 128;

/// Whether a view is what the interpreter shows of a room, and has its edges (`reference/08 §12`): the whole screen, or the part of it above
/// the verbs, whose height scripts choose.
fn is_room_area(view: View, screen: (u32, u32)) -> bool {
    let rows = if view.y == 0 { FEWEST_ROWS } else { screen.1 };
    view.width == screen.0 && (rows..=screen.1).contains(&view.height)
}

/// A palette for costumes whose room has none.
const GREYS: [Rgb; 256] = {
    let mut greys = [[0; 3]; 256];
    let mut i = 0u8;
    while i < 255 {
        i += 1;
        greys[i as usize] = [i; 3];
    }
    greys
};

fn set_stage(
    stage: &mut Stage,
    view: View,
    free: u8,
    room: Option<&OpenRoom>,
    background: bool,
    lit: bool,
) -> Result<()> {
    stage.clear(view.width, view.height, free)?;
    let Some(OpenRoom { room, background: picture, .. }) = room else { return Ok(()) };
    if background && lit {
        stage.show(picture, room.width, &room.planes, view.x, view.y);
    } else if background {
        stage.show(&vec![BLACK; picture.len()], room.width, &room.planes, view.x, view.y);
    } else {
        stage.show(&[], room.width, &room.planes, view.x, view.y);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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

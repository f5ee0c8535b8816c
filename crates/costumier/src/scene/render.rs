//! Drawing scenes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::types::{ChoreRef, PlaneChoice, Scale, Scene, Step, View};
use crate::costume::{Bounds, Costume, Placed};
use crate::dialect::ChoreNumbers;
use crate::draw::{
    self, ActorColours, Colours, Edges, Look, Painter, ScaleTable, Stage, free_value, shadow_table,
};
use crate::error::{Error, ErrorKind, Result};
use crate::facing::Direction;
use crate::game::{Game, Rgb, Room};
use crate::play::Actor;

/// The light bit that shows the room.
const ROOM_LIT: u8 = 2;
/// The light bit that gives actors their colours.
const ACTORS_LIT: u8 = 8;
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
}

/// Draws scenes of one game; keeps the rooms and costumes it has opened.
#[derive(Debug)]
pub struct SceneRenderer<'g> {
    game: &'g Game,
    costumes: BTreeMap<u32, (Arc<Costume>, u32)>,
    rooms: BTreeMap<u32, OpenRoom>,
    painter: Painter,
    stage: Stage,
    placed: Vec<Placed>,
}

#[derive(Debug)]
struct OpenRoom {
    room: Room,
    background: Vec<u8>,
    /// Why a background that there is cannot be shown.
    unread: Option<Error>,
    palette: [Rgb; 256],
}

/// An actor that has made its steps, and what is needed to draw it.
struct Ready {
    actor: Actor,
    /// The anchor in room pixels, raised.
    anchor: (i32, i32),
    scale: [u8; 2],
    plane: u8,
    colours: Colours,
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
            stage: Stage::empty(1, 1, BLACK)?,
            placed: Vec::new(),
        })
    }

    /// Draws a scene.
    ///
    /// # Errors
    /// A costume or room that does not exist or cannot be opened; a background of a generation whose backgrounds are not read yet; an animation number that the generation does not have;
    /// [`ErrorKind::Limit`] for a view or a number of ticks beyond [`Limits`](crate::Limits). A picture that cannot be drawn leaves a
    /// gap and is no error, as in [`Costume::check`] it is reported.
    pub fn render(&mut self, scene: &Scene) -> Result<Rendered<'_>> {
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
        let palette = room.map_or(&GREYS, |room| &room.palette);
        let stood_in = scene.room.and_then(|room| self.rooms.get(&room));
        let ready = self.make_ready(scene, stood_in.map(|room| &room.room), palette)?;

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
        let is_screen = scene.view.is_some_and(|view| (view.width, view.height) == screen);
        self.stage.set_edges(if is_screen { Edges::Engine } else { Edges::Free });

        for actor in &ready {
            self.placed.clear();
            actor.actor.pose(&mut self.placed);
            let look = Look {
                anchor: (actor.anchor.0.saturating_sub(view.x), actor.anchor.1.saturating_sub(view.y)),
                elevation: 0,
                flip: actor.actor.mirrored(),
                scale: actor.scale,
                table: ScaleTable::of(actor.actor.costume()),
                plane: actor.plane,
                colours: &actor.colours,
            };
            let costume = actor.actor.costume();
            // A broken picture leaves a gap; the others are drawn all the same.
            let _ = self.painter.draw_all(&mut self.stage, &self.placed, &look, |key| costume.packed(key));
        }
        Ok(Rendered {
            width: view.width,
            height: view.height,
            pixels: self.stage.pixels(),
            transparent: self.stage.transparent(),
            palette,
            origin: (view.x, view.y),
        })
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
            slot.insert(OpenRoom { room, background, unread, palette });
        }
        Ok(())
    }

    fn make_ready(&self, scene: &Scene, room: Option<&Room>, palette: &[Rgb; 256]) -> Result<Vec<Ready>> {
        let dialect = self.game.dialect();
        let shadow = scene.shadow.map(|s| shadow_table(palette, s.factors, (s.first, s.last)));
        let mut ready = Vec::with_capacity(scene.actors.len());
        for scene_actor in &scene.actors {
            let Some((costume, _)) = self.costumes.get(&scene_actor.costume) else { continue };
            let mut actor = Actor::new(Arc::clone(costume), scene_actor.facing);
            for step in &scene_actor.steps {
                self.perform(&mut actor, *step)?;
            }
            actor.begin_loop();
            let (x, y) = dialect.anchor.ground(scene_actor.position);
            let west = actor.facing().direction() == Direction::West;
            let anchor =
                dialect.anchor.pixel(scene_actor.position, scene_actor.elevation, west, actor.mirrored());
            // A program of the costume may move it.
            let (dx, dy) = actor.offset();
            let anchor = (anchor.0.saturating_add(dx), anchor.1.saturating_add(dy));
            let in_box = room.and_then(|room| room.box_at(x, y));
            let scale = match (scene_actor.scale, room) {
                (Scale::Fixed(x, y), _) => [x, y],
                (Scale::Box, Some(room)) => [u8::try_from(room.scale_for(in_box, y)).unwrap_or(u8::MAX); 2],
                (Scale::Box, None) => [u8::MAX; 2],
            };
            let plane = match (scene_actor.plane, room) {
                (PlaneChoice::Front, _) | (PlaneChoice::Box, None) => 0,
                (PlaneChoice::Plane(plane), _) => plane,
                (PlaneChoice::Box, Some(room)) => room.plane_for(in_box),
            };
            let mut colours = ActorColours::of(costume);
            colours.actor = scene_actor.number;
            for (colour, room_colour) in &scene_actor.palette {
                if let Some(slot) = colours.overrides.get_mut(usize::from(*colour)) {
                    *slot = Some(*room_colour).filter(|colour| *colour != u8::MAX);
                }
            }
            colours.lit = scene.lights & ACTORS_LIT != 0 || !dialect.has_lights;
            colours.shadow_mode = scene_actor.shadow_mode;
            colours.shadow = dialect.shadow_table.then_some(shadow.as_ref().unwrap_or(&draw::NO_SHADOW));
            let colours = Colours::of_actor(&colours);
            ready.push(Ready { actor, anchor, scale, plane, colours });
        }
        Ok(ready)
    }

    fn perform(&self, actor: &mut Actor, step: Step) -> Result<()> {
        match step {
            Step::Chore(ChoreRef::Role(role)) => actor.start_role(role),
            Step::Chore(ChoreRef::Number(chore)) => actor.start(chore),
            Step::Face(facing) => actor.face(facing),
            Step::Speed(speed) => actor.set_speed(speed),
            Step::Animate(operand) => {
                let bytes = self.game.dialect().chores == ChoreNumbers::Bytes;
                if bytes && operand > u16::from(u8::MAX) {
                    let generation = self.game.generation();
                    let name = format!("animation {operand} in {generation}, which has 0 … 255");
                    return Err(Error::new(ErrorKind::NoSuchItem(name), "animate"));
                }
                actor.animate(operand);
            }
            Step::Ticks(ticks) => {
                let most = self.game.limits().scene_ticks;
                if ticks > most {
                    let why = format!("{ticks} ticks; at most {most} are made");
                    return Err(Error::new(ErrorKind::Limit(why), "scene"));
                }
                for _ in 0..ticks {
                    actor.tick(&mut ());
                }
            }
        }
        Ok(())
    }
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

/// The rectangle around all actors; one pixel where nothing is shown.
fn surround(ready: &[Ready]) -> View {
    let mut all = Bounds::default();
    let mut placed = Vec::new();
    for actor in ready {
        placed.clear();
        actor.actor.pose(&mut placed);
        let (x, y) = actor.anchor;
        let table = ScaleTable::of(actor.actor.costume());
        for placed in &placed {
            let Ok(picture) = actor.actor.costume().packed(placed.picture) else { continue };
            let size = (picture.width, picture.height);
            // Room colours are never scaled.
            let scale = if picture.encoded.has_room_colours() { [u8::MAX; 2] } else { actor.scale };
            let at = draw::bounds(size, (placed.x, placed.y), actor.actor.mirrored(), scale, table);
            all = all.union(Bounds {
                left: at.left.saturating_add(x),
                top: at.top.saturating_add(y),
                right: at.right.saturating_add(x),
                bottom: at.bottom.saturating_add(y),
            });
        }
    }
    View { x: all.left, y: all.top, width: all.width().max(1), height: all.height().max(1) }
}

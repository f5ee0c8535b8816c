//! A scene's actors when all steps are made: where they stand, how they look, what hides them.

use std::sync::Arc;

use super::frames;
use super::surroundings::Surroundings;
use super::types::{ChoreRef, PlaneChoice, Scale, Scene, SceneActor, ShadowPalette, ShadowTable, Step, View};
use crate::costume::Costume;
use crate::dialect::{ChoreNumbers, Dialect};
use crate::draw::{
    self, ActorColours, Colours, SHADOW_TABLES, ScaleTable, ShadowTables, UNBUILT_SHADOWS, eighth_table,
    remapped, shadow_table,
};
use crate::error::{Error, ErrorKind, Result};
use crate::facing::Direction;
use crate::game::{Game, Rgb, Room};
use crate::model::Bounds;
use crate::play::{Actor, AkosLimbs};

/// The light bit that gives actors their colours.
const ACTORS_LIT: u8 = 8;

/// An actor that has made its steps, and what is needed to draw it.
pub(super) struct Ready {
    pub(super) actor: Actor,
    /// The anchor in room pixels, raised.
    pub(super) anchor: (i32, i32),
    pub(super) scale: [u8; 2],
    pub(super) plane: u8,
    pub(super) colours: Colours,
    /// Clip rectangle, in room pixels.
    pub(super) clip: Option<Bounds>,
    /// Auxiliary frames that have been shown, and where they count from.
    pub(super) frames: Vec<u16>,
    pub(super) frames_at: (i32, i32),
}

/// Makes every actor's steps. `costume` finds what has been opened.
pub(super) fn make_ready<'c>(
    game: &Game,
    costume: impl Fn(u32) -> Option<&'c Arc<Costume>>,
    scene: &Scene,
    room: Option<&Room>,
    palette: &[Rgb; 256],
) -> Result<Vec<Ready>> {
    let any_talking = scene.actors.iter().any(|actor| actor.talking);
    // Shadows go by the colours that the room stores, also by those that are passed over when they are applied.
    let stored = room.and_then(|room| room.palettes.first()).map_or(palette, |palette| &palette.colours);
    let tables = Tables::of(scene, stored, &game.dialect());
    let mut ready = Vec::with_capacity(scene.actors.len());
    for scene_actor in &scene.actors {
        let Some(costume) = costume(scene_actor.costume) else { continue };
        let dialect = costume.dialect();
        let mut actor = Actor::new(Arc::clone(costume), scene_actor.facing);
        let mut frames = Vec::new();
        let mut world = Surroundings {
            actor: scene_actor,
            any_talking,
            frames: &mut frames,
            most_frames: game.limits().clip_ticks,
        };
        set_up(&mut actor, scene_actor, &mut world);
        for step in &scene_actor.steps {
            perform(game, &mut actor, *step, &mut world)?;
        }
        actor.begin_loop();
        let (x, y) = dialect.anchor.ground(scene_actor.position);
        let west = actor.facing().direction() == Direction::West;
        let pixel = |elevation| dialect.anchor.pixel(scene_actor.position, elevation, west, actor.mirrored());
        // A program of the costume may move it.
        let (dx, dy) = actor.offset();
        let moved = |(x, y): (i32, i32)| (x.saturating_add(dx), y.saturating_add(dy));
        let anchor = moved(pixel(scene_actor.elevation));
        let rules = &dialect.akos;
        let frames_at = if rules.raised_frames { anchor } else { moved(pixel(0)) };
        let in_box = room.and_then(|room| room.box_at(x, y));
        let scale = match (scene_actor.scale, room) {
            (Scale::Fixed(x, y), _) => [x, y],
            (Scale::Box, Some(room)) => [u8::try_from(room.scale_for(in_box, y)).unwrap_or(u8::MAX); 2],
            (Scale::Box, None) => [u8::MAX; 2],
        };
        let chosen = actor.limbs().as_akos().and_then(AkosLimbs::plane);
        let plane = match chosen {
            Some(plane) if plane == rules.plane_of_box => PlaneChoice::Box,
            Some(plane) => PlaneChoice::Plane(plane),
            None => scene_actor.plane,
        };
        let plane = match (plane, room) {
            (PlaneChoice::Front, _) | (PlaneChoice::Box, None) => 0,
            (PlaneChoice::Plane(plane), _) => plane,
            (PlaneChoice::Box, Some(room)) => room.plane_for(in_box),
        };
        let colours = colours_of(scene, scene_actor, costume, room, palette, &tables);
        let clip = scene_actor.clip.filter(|clip| rules.clip_rectangles && !clip.is_empty());
        ready.push(Ready { actor, anchor, scale, plane, colours, clip, frames, frames_at });
    }
    Ok(ready)
}

fn colours_of(
    scene: &Scene,
    actor: &SceneActor,
    costume: &Costume,
    room: Option<&Room>,
    palette: &[Rgb; 256],
    tables: &Tables,
) -> Colours {
    let dialect = costume.dialect();
    let mut colours = ActorColours::of(costume);
    colours.actor = actor.number;
    if let (Some(factors), Some(akos)) = (actor.remap, costume.as_akos()) {
        colours.overrides = remapped(akos, palette, factors, actor.shadow_mode, |_| false);
    }
    for (colour, room_colour) in &actor.palette {
        colours.overrides[usize::from(*colour)] = Some(*room_colour).filter(|colour| *colour != u8::MAX);
    }
    colours.lit = scene.lights & ACTORS_LIT != 0 || !dialect.has_lights;
    colours.shadow_mode = actor.shadow_mode;
    colours.shadow = match costume {
        Costume::Cost(_) if dialect.shadow_table => ShadowTables::One(&tables.one),
        Costume::Akos(_) if dialect.akos.eight_shadow_tables => ShadowTables::Eight(&tables.eight),
        Costume::Akos(_) if !dialect.akos.shadow_conditions => ShadowTables::One(&tables.eight[0]),
        _ => ShadowTables::None,
    };
    colours.remaps.room = room.and_then(|room| room.remap.as_deref());
    Colours::of_actor(&colours)
}

fn perform(game: &Game, actor: &mut Actor, step: Step, world: &mut Surroundings<'_>) -> Result<()> {
    match step {
        Step::Chore(ChoreRef::Role(role)) => actor.start_role(role),
        Step::Chore(ChoreRef::Number(chore)) => actor.start(chore),
        Step::Face(facing) => actor.face(facing),
        Step::Speed(speed) => actor.set_speed(speed),
        Step::Animate(operand) => {
            let bytes = game.dialect().chores == ChoreNumbers::Bytes;
            if bytes && operand > u16::from(u8::MAX) {
                let generation = game.generation();
                let name = format!("animation {operand} in {generation}, which has 0 … 255");
                return Err(Error::new(ErrorKind::NoSuchItem(name), "animate"));
            }
            actor.animate(operand);
        }
        Step::Ticks(ticks) => {
            let most = game.limits().scene_ticks;
            if ticks > most {
                let why = format!("{ticks} ticks; at most {most} are made");
                return Err(Error::new(ErrorKind::Limit(why), "scene"));
            }
            for _ in 0..ticks {
                actor.tick(world);
            }
        }
    }
    Ok(())
}

/// The shadow tables of a scene.
struct Tables {
    one: [u8; 256],
    eight: [[u8; 256]; SHADOW_TABLES],
}

impl Tables {
    fn of(scene: &Scene, palette: &[Rgb; 256], dialect: &Dialect) -> Self {
        let one = scene.shadow.map(|s| shadow_table(palette, s.factors, (s.first, s.last)));
        let first = dialect.akos.remap_from;
        let built = |s: ShadowPalette| eighth_table(palette, s.factors, (s.first, s.last), first);
        let mut eight = UNBUILT_SHADOWS;
        eight[0] = scene.shadow.map_or(eight[0], built);
        for (number, table) in &scene.shadows {
            if let Some(slot) = eight.get_mut(usize::from(*number)) {
                *slot = match table {
                    ShadowTable::Made(palette) => built(*palette),
                    ShadowTable::Exact(table) => **table,
                };
            }
        }
        Self { one: one.unwrap_or(draw::NO_SHADOW), eight }
    }
}

/// What a script sets before the actor does anything.
fn set_up(actor: &mut Actor, scene: &SceneActor, world: &mut Surroundings<'_>) {
    actor.set_number(scene.number.into());
    if let Some(limbs) = actor.akos_limbs_mut() {
        limbs.set_seed(scene.seed);
        scene.vars.iter().for_each(|(var, value)| limbs.set_var(*var, *value));
        scene.conditions.iter().for_each(|condition| limbs.set_user_condition(*condition, true));
    }
    actor.move_mouth(world);
}

/// The rectangle around all actors; one pixel where nothing is shown.
pub(super) fn surround(ready: &[Ready]) -> View {
    let mut all = Bounds::default();
    let mut placed = Vec::new();
    for actor in ready {
        if let Some(akos) = actor.actor.costume().as_akos() {
            for frame in actor.frames.iter().filter_map(|frame| akos.frame(*frame).ok()) {
                all = all.union(frames::bounds(&frame, actor.frames_at));
            }
        }
        placed.clear();
        actor.actor.pose(&mut placed);
        let (x, y) = actor.anchor;
        let table = ScaleTable::of(actor.actor.costume());
        for placed in &placed {
            let Ok(picture) = actor.actor.costume().packed(placed.picture) else { continue };
            let size = (picture.width, picture.height);
            // Room colours are never scaled.
            let scale = if picture.encoded.has_room_colours() { [u8::MAX; 2] } else { actor.scale };
            let (left, flip) = match actor.actor.mirrored() {
                true => picture.mirrored(placed.x),
                false => (placed.x, false),
            };
            let at = draw::bounds(size, (left, placed.y), flip, scale, table);
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

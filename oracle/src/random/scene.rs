//! A random scene of a kind.

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::format::dialect::ColourRule;
use costumier::scene::{
    PlaneChoice, Position, Scale, Scene, SceneActor, ShadowPalette, ShadowTable, Step, View,
};
use costumier::{Bounds, Facing};
use costumier_build::room::RoomSource;

use super::akos::{CONDITIONS, OTHERS, OWN_NUMBER};
use super::place::{edge_position, is_drawn_in, position_in_box, to_cells};
use super::slots;
use super::steps::{facing, first_steps, then};
use super::{COUNTER, LAST_COLOUR, last_colour};
use crate::case::{Case, Kind, place_of, sort_as_drawn};
use crate::corner;
use crate::engine::{CURTAIN, CURTAIN_ROW, Engine};
use crate::rng::Rng;
use crate::wide;

/// What a pack offers to its scenes.
#[derive(Debug)]
pub(crate) struct Offer<'a> {
    pub(crate) engine: &'static dyn Engine,
    /// Rooms by number, from 1 on.
    pub(crate) rooms: &'a [RoomSource],
    /// Costumes that can be shown anywhere.
    pub(crate) costumes: Vec<u32>,
    /// Costumes that can be shown in the dark.
    pub(crate) dark: Vec<u32>,
    /// Costumes with pictures that borrow pixels.
    pub(crate) redirects: Vec<u32>,
    /// Costumes whose pictures are in room colours.
    pub(crate) rows: Vec<u32>,
    /// Costumes whose codes mostly show several pictures.
    pub(crate) draws: Vec<u32>,
    /// Costumes with variables, conditions and jumps.
    pub(crate) programs: Vec<u32>,
    /// Costumes with commands that wait for the end of the loop.
    pub(crate) queued: Vec<u32>,
    /// Costumes whose commands that wait contradict each other; they know their actor's number.
    pub(crate) contradicts: Vec<u32>,
    /// Costumes whose programs ask something of other actors, whose numbers they are given.
    pub(crate) reaches: Vec<u32>,
    /// Costumes that mirror themselves.
    pub(crate) flips: Vec<u32>,
    /// Costumes that leave the room.
    pub(crate) leaves: Vec<u32>,
    /// AKOS costumes with colours that are shadows.
    pub(crate) shadows: Vec<u32>,
    /// Costumes of codec 32.
    pub(crate) skips: Vec<u32>,
    /// Costumes whose pictures stand under conditions.
    pub(crate) words: Vec<u32>,
    /// Costumes whose pictures and programs depend on talk states.
    pub(crate) talks: Vec<u32>,
    /// Costumes with auxiliary frames beside them.
    pub(crate) beside: Vec<u32>,
    /// Costumes with auxiliary frames over them.
    pub(crate) over: Vec<u32>,
    /// Costumes that show one picture at a time, in room colours that can be overridden.
    pub(crate) singles: Vec<u32>,
}

impl<'a> Offer<'a> {
    /// An offer without costumes.
    pub(crate) fn new(engine: &'static dyn Engine, rooms: &'a [RoomSource]) -> Self {
        Self {
            engine,
            rooms,
            costumes: Vec::new(),
            dark: Vec::new(),
            redirects: Vec::new(),
            rows: Vec::new(),
            draws: Vec::new(),
            programs: Vec::new(),
            queued: Vec::new(),
            contradicts: Vec::new(),
            reaches: Vec::new(),
            flips: Vec::new(),
            leaves: Vec::new(),
            shadows: Vec::new(),
            skips: Vec::new(),
            words: Vec::new(),
            talks: Vec::new(),
            beside: Vec::new(),
            over: Vec::new(),
            singles: Vec::new(),
        }
    }
}

/// What varies in an actor.
#[derive(Clone, Copy, Debug, Default)]
struct Varied {
    edges: bool,
    scale: bool,
    elevation: bool,
    planes: bool,
    boxes: bool,
    palette: bool,
    shadow: bool,
}

impl Varied {
    fn of(kind: Kind, rng: &mut Rng) -> Self {
        let mut varied = Self::default();
        match kind {
            Kind::Edges | Kind::RowEdges | Kind::SkipEdges => varied.edges = true,
            // Pictures in room colours are never scaled, whatever the actor's size.
            Kind::Rows | Kind::Draws => (varied.scale, varied.planes) = (rng.chance(40), rng.chance(25)),
            Kind::Skips => varied.planes = rng.chance(25),
            Kind::Scale => varied.scale = true,
            Kind::ScaleEdges => (varied.scale, varied.edges) = (true, true),
            Kind::Elevation => (varied.elevation, varied.scale) = (true, rng.chance(30)),
            Kind::Planes => (varied.planes, varied.scale) = (true, rng.chance(30)),
            Kind::Boxes => (varied.boxes, varied.planes) = (true, rng.chance(20)),
            Kind::Palette => varied.palette = true,
            Kind::Slots => (varied.palette, varied.scale) = (rng.chance(50), rng.chance(30)),
            Kind::Auxiliary => (varied.elevation, varied.planes) = (rng.chance(50), rng.chance(30)),
            Kind::Shadow => (varied.shadow, varied.scale) = (true, rng.chance(50)),
            Kind::Mixed | Kind::Company => {
                varied = Self {
                    edges: rng.chance(30),
                    scale: rng.chance(50),
                    elevation: rng.chance(40),
                    planes: rng.chance(50),
                    boxes: rng.chance(30),
                    palette: rng.chance(40),
                    shadow: rng.chance(30),
                };
            }
            _ => {}
        }
        varied
    }
}

impl Varied {
    /// Only what an engine has.
    fn held_to(self, engine: &dyn Engine) -> Self {
        Self { scale: self.scale && engine.has_sizes(), shadow: self.shadow && engine.has_shadows(), ..self }
    }
}

/// A scene in one of the rooms.
pub(crate) fn case(rng: &mut Rng, kind: Kind, offer: &Offer<'_>, room_number: u8) -> Case {
    let room = &offer.rooms[usize::from(room_number) - 1];
    let (width, height) = offer.engine.screen();
    let room_left = i32::from(room.width) - i32::try_from(width).unwrap_or(0);
    // Before v7 the camera stands at multiples of 8. For codec 16 too: in between, this ScummVM takes its
    // mask from eight columns further right.
    let steps = if kind == Kind::Rows { 8 } else { offer.engine.camera_step() };
    // A room that is narrower than the screen stands in its middle, and is compared from its first column on.
    let left = if room_left < 0 { 0 } else { steps * rng.range(0, room_left / steps) };
    let mut scene = Scene::new(u32::from(room_number), Vec::new());
    scene.name = kind.name().into();
    scene.view = View { x: left, y: 0, width, height }.into();
    if offer.engine.dialect().has_lights {
        scene.lights = match kind {
            Kind::Lights => rng.pick(offer.engine.lights()),
            Kind::Mixed if offer.engine.lights().contains(&8) => rng.pick(&[11, 11, 11, 8]),
            _ => Scene::LIGHTS_ON,
        };
    }
    let count = match kind {
        Kind::Actors | Kind::Company => rng.range(2, 5),
        Kind::Mixed | Kind::Talking => rng.range(1, 3),
        _ => 1,
    };
    let last = match offer.engine.wants_curtain() || offer.engine.is_dithered() {
        true => CURTAIN.min(corner::ACTOR) - 1,
        false => CURTAIN,
    };
    let mut numbers: Vec<u8> = (1..=last).collect();
    while numbers.len() > usize::try_from(count).unwrap_or(1) {
        numbers.remove(rng.below(numbers.len()));
    }
    let mut tables = Vec::new();
    let mut actors: Vec<_> = numbers
        .into_iter()
        .map(|number| {
            let varied = Varied::of(kind, rng).held_to(offer.engine);
            if varied.shadow && rng.chance(70) {
                if !offer.engine.has_akos() {
                    scene.shadow.get_or_insert_with(|| shadow_palette(rng));
                } else if tables.is_empty() {
                    tables = (0..8).map(|_| shadow_palette(rng)).collect();
                }
            }
            let mut actor = actor(rng, kind, varied, offer, room, &scene);
            actor.number = number;
            if offer.contradicts.contains(&actor.costume) {
                actor.vars.insert(OWN_NUMBER, number.into());
            }
            if offer.engine.own_colour_only() {
                let colour = actor.palette.pop_first().map(|(_, colour)| (number, colour));
                actor.palette = colour.into_iter().collect();
            }
            (number, actor)
        })
        .collect();
    if actors.len() > 1 && rng.chance(30) {
        // The same row, which is where the order gets interesting.
        let row = place_of(&actors[0].1).1;
        for (_, actor) in actors.iter_mut().filter(|(_, actor)| actor.scale != Scale::Box) {
            let there = (place_of(actor).0, row);
            if !offer.engine.has_cells() {
                actor.position = there.into();
            } else if !is_drawn_in(room, there) {
                actor.position = Position::Cell(there.0, there.1);
            }
        }
    }
    scene.shadows = (0..).zip(tables.iter().map(|of| ShadowTable::Made(*of))).collect();
    if offer.engine.wants_curtain() {
        // It takes part in the sorting, which is where equals may change places.
        actors.push((CURTAIN, SceneActor::new(0, (0, CURTAIN_ROW), Facing::EAST)));
    }
    if offer.engine.has_marker() {
        actors.push((wide::ACTOR, SceneActor::new(0, (0, wide::ROW), Facing::EAST)));
    }
    if offer.engine.is_dithered() {
        actors.push((corner::ACTOR, SceneActor::new(0, (0, corner::ROW), Facing::EAST)));
    }
    sort_as_drawn(&mut actors);
    actors.retain(|(number, _)| *number != CURTAIN || !offer.engine.wants_curtain());
    actors.retain(|(number, _)| *number != corner::ACTOR || !offer.engine.is_dithered());
    actors.retain(|(number, _)| *number != wide::ACTOR);
    if kind == Kind::Company && !offer.reaches.is_empty() {
        reach_each_other(&mut actors, &offer.reaches);
    }
    let numbers = actors.iter().map(|(number, _)| *number).collect();
    scene.actors = actors.into_iter().map(|(_, actor)| actor).collect();
    let moving = Kind::MOVING.contains(&kind);
    let mut then = if moving { then(rng, kind, offer, scene.actors.len()) } else { Vec::new() };
    if scene.actors.iter().any(|actor| offer.over.contains(&actor.costume)) {
        // The first frame of which some is seen is the last that is looked at.
        then = vec![Vec::new()];
        scene.actors.iter_mut().for_each(|actor| actor.steps.truncate(1));
    }
    if scene.actors.iter().any(|actor| offer.leaves.contains(&actor.costume)) {
        // An actor that has left gets no commands: what they would do when it comes back is not known.
        then.iter_mut().for_each(Vec::clear);
    }
    Case { kind, visit: 0, scene, numbers, tables, then, counts: moving && offer.engine.has_counters() }
}

fn shadow_palette(rng: &mut Rng) -> ShadowPalette {
    let factors = if rng.chance(50) {
        [u16::from(rng.byte(0, 255)); 3]
    } else {
        std::array::from_fn(|_| u16::try_from(rng.range(0, 256)).unwrap_or(0))
    };
    let first = rng.byte(0, LAST_COLOUR);
    ShadowPalette { factors, first, last: rng.byte(first, LAST_COLOUR) }
}

fn actor(
    rng: &mut Rng,
    kind: Kind,
    varied: Varied,
    offer: &Offer<'_>,
    room: &RoomSource,
    scene: &Scene,
) -> SceneActor {
    let (lights, left) = (scene.lights, scene.view.part().map_or(0, |view| view.x));
    let costume = match kind {
        Kind::Lights if lights & 8 == 0 => rng.pick(&offer.dark),
        Kind::Redirects => rng.pick(&offer.redirects),
        Kind::Rows | Kind::RowEdges => rng.pick(&offer.rows),
        Kind::Draws => rng.pick(&offer.draws),
        Kind::Skips | Kind::SkipEdges => rng.pick(&offer.skips),
        Kind::Clips if rng.chance(50) => rng.pick(&offer.skips),
        Kind::Conditions => rng.pick(&offer.words),
        Kind::Talking => rng.pick(&offer.talks),
        Kind::Auxiliary if rng.chance(25) => rng.pick(&offer.over),
        Kind::Auxiliary => rng.pick(&offer.beside),
        Kind::Slots => match rng.range(0, 9) {
            0..=4 => rng.pick(&offer.costumes),
            5 | 6 => rng.pick(&offer.words),
            _ => rng.pick(&offer.skips),
        },
        Kind::Palette if offer.engine.has_akos() && !offer.engine.is_wide() && rng.chance(30) => {
            rng.pick(&offer.singles)
        }
        Kind::Shadow if offer.engine.has_xmaps() => rng.pick(&offer.words),
        Kind::Shadow if offer.engine.has_akos() => rng.pick(&offer.shadows),
        Kind::Programs => rng.pick(&offer.programs),
        Kind::Queued if rng.chance(25) => rng.pick(&offer.leaves),
        Kind::Queued => rng.pick(&offer.queued),
        Kind::Flips => rng.pick(&offer.flips),
        Kind::Company if offer.engine.has_akos() && rng.chance(30) => rng.pick(&offer.programs),
        Kind::Mixed if offer.engine.has_akos() && rng.chance(30) => rng.pick(&offer.draws),
        _ => rng.pick(&offer.costumes),
    };
    let mut actor = SceneActor::new(costume, (0, 0), facing(rng, offer.engine));
    let side = |side: u32| i32::try_from(side).unwrap_or(0);
    let (width, height) = (side(offer.engine.screen().0), side(offer.engine.screen().1));
    let (mut x, mut y) = if varied.edges {
        edge_position(rng, width, height, varied.scale)
    } else {
        (rng.range(40, width - 40), rng.range(60, height - 10))
    };
    if kind == Kind::Skips && width == 320 {
        // Beyond the screen of 7.0 this ScummVM writes over its memory.
        (x, y) = (rng.range(140, 180), 124);
    }
    if kind == Kind::Auxiliary {
        // This ScummVM draws frames that begin left of the screen or above it elsewhere.
        (x, y) = (rng.range(300, 340), rng.range(340, 430));
    }
    if kind == Kind::Slots {
        actor.slot = rng.chance(85).then(|| slots::slot(rng, offer));
        actor.xmap = rng.pick(&[0, 0, 1, 2]);
    }
    if kind == Kind::Clips {
        let around = |rng: &mut Rng, at: i32| (at - rng.range(-10, 60), at + rng.range(-10, 60));
        let ((left, right), (top, bottom)) = (around(rng, x), around(rng, y - 30));
        let whole = Bounds {
            left: left.max(0),
            top: top.max(0),
            right: right.min(width),
            bottom: bottom.min(height),
        };
        actor.clip = Some(whole).filter(|clip| clip.left < clip.right && clip.top < clip.bottom);
        vary_clip(&mut actor, (x, y), offer);
    }
    if kind == Kind::Shadow && offer.engine.has_xmaps() {
        actor.xmap = rng.pick(&[0, 1, 2, 2]);
    }
    if matches!(kind, Kind::Conditions | Kind::Talking) || actor.xmap != 0 {
        actor.conditions = (1..=CONDITIONS).filter(|_| rng.chance(45)).collect();
    }
    actor.position = (x + left, y).into();
    if varied.elevation {
        actor.elevation = rng.range(-60, 120);
    }
    if varied.scale {
        let x = scale(rng);
        let apart = offer.engine.scales_apart() && rng.chance(60);
        actor.scale = Scale::Fixed(x, if apart { scale(rng) } else { x });
    }
    if varied.planes {
        actor.plane = PlaneChoice::Plane(rng.pick(offer.engine.forced_planes()));
    }
    if let Some(position) = varied.boxes.then(|| position_in_box(rng, room, left..left + width)).flatten() {
        actor.position = position.into();
        actor.scale = Scale::Box;
        actor.plane = match (varied.planes, rng.chance(30)) {
            (false, _) => PlaneChoice::Box,
            (true, false) => PlaneChoice::Plane(rng.pick(offer.engine.forced_planes()).max(1)),
            (true, true) => PlaneChoice::Front,
        };
    }
    if kind == Kind::Queued {
        stand_in_box(&mut actor, room, left..left + width, offer);
    }
    if varied.palette {
        actor.palette = palette(rng, offer.engine);
        if offer.engine.has_marker() {
            let pixel = |rng: &mut Rng| u16::try_from(rng.below(0x8000)).unwrap_or(0);
            actor.pixels = actor.palette.keys().map(|entry| (*entry, pixel(rng))).collect();
        }
        if offer.singles.contains(&actor.costume) {
            // Codec 5 takes notice of overrides only where colour 0 has one.
            actor.palette.insert(0, rng.byte(0, LAST_COLOUR));
        }
    }
    if varied.shadow {
        if rng.chance(60) {
            actor.palette.insert(rng.byte(1, 31), 13);
        }
        actor.shadow_mode = match offer.engine.has_akos() {
            true => rng.pick(&[0, 1, 1, 3, 3, 3]),
            false => rng.pick(&[0, 0, 1, 2, 0x20, 0x21, 0x40]),
        };
        if !offer.engine.survives_shadows() {
            actor.shadow_mode &= !0x20;
        }
    }
    if !offer.engine.has_overrides() {
        actor.palette.clear();
    }
    if lights & 8 == 0 {
        // An override would decide the colour even in the dark half of this ScummVM's table.
        actor.palette.clear();
    }
    if kind == Kind::Programs && rng.chance(40) {
        actor.vars = [0, 1, 2, 7, 26].map(|var| (var, i16::from(rng.byte(0, 9)) - 4)).into();
    }
    if offer.engine.has_cells() {
        to_cells(&mut actor, room, left..left + width);
    }
    actor.steps = first_steps(rng, kind, offer.engine);
    if offer.engine.puts_south() {
        let facing = std::mem::replace(&mut actor.facing, Facing::SOUTH);
        actor.steps.insert(offer.engine.shown_by().len(), Step::Face(facing));
    }
    actor
}

/// Scales some actors with clip rectangles, and dresses others in pictures of codec 16. For these, rectangles begin
/// at the screen's corner: elsewhere this ScummVM skips the wrong number of pixels.
///
/// What is chosen is drawn from where the actor will stand, `(x, y)`: nothing else that a seed makes depends on it.
fn vary_clip(actor: &mut SceneActor, (x, y): (i32, i32), offer: &Offer<'_>) {
    let mut own = Rng::of_part(u64::from(x.unsigned_abs()), y.unsigned_abs().into());
    match own.range(0, 9) {
        0..=3 => {
            let x = scale(&mut own);
            actor.scale = Scale::Fixed(x, if offer.engine.scales_apart() { scale(&mut own) } else { x });
        }
        4 | 5 if !offer.engine.is_wide() => {
            actor.costume = own.pick(&offer.rows);
            if let Some(clip) = &mut actor.clip {
                (clip.left, clip.top) = (0, 0);
            }
        }
        _ => {}
    }
}

/// Puts most actors whose programs choose planes into a walk box, which some of them follow, so that a program that
/// asks for the box's plane gets different answers. Many wear a costume whose commands contradict each other.
///
/// The random numbers come from the actor's position, so the rest of what a seed makes stays the same.
fn stand_in_box(actor: &mut SceneActor, room: &RoomSource, seen: Range<i32>, offer: &Offer<'_>) {
    let (x, y) = place_of(actor);
    let mut own = Rng::of_part(u64::from(x.unsigned_abs()), y.unsigned_abs().into());
    if own.chance(40) && offer.queued.contains(&actor.costume) {
        actor.costume = own.pick(&offer.contradicts);
    }
    let Some(position) = own.chance(75).then(|| position_in_box(&mut own, room, seen)).flatten() else {
        return;
    };
    actor.position = position.into();
    let forced = PlaneChoice::Plane(own.pick(offer.engine.forced_planes()).max(1));
    (actor.scale, actor.plane) = match own.range(0, 9) {
        0..=2 => (Scale::FULL, PlaneChoice::Front),
        3 | 4 => (Scale::FULL, forced),
        5 | 6 => (Scale::Box, PlaneChoice::Box),
        7 | 8 => (Scale::Box, forced),
        _ => (Scale::Box, PlaneChoice::Front),
    };
}

/// Lets the actors of every second scene wear costumes whose programs ask something of each other.
///
/// The random numbers come from the actors' positions, so the rest of what a seed makes stays the same.
fn reach_each_other(actors: &mut [(u8, SceneActor)], reaches: &[u32]) {
    let places = actors.iter().map(|(_, actor)| u64::from(place_of(actor).0.unsigned_abs()));
    let mut own = Rng::of_part(places.sum(), actors.len() as u64);
    if own.chance(50) {
        return;
    }
    let numbers: Vec<i16> = actors.iter().map(|(number, _)| (*number).into()).collect();
    for (_, actor) in actors {
        actor.costume = own.pick(reaches);
        actor.vars = OTHERS.map(|var| (var, own.pick(&numbers))).into();
        // These are codec 1, 16 colours at least.
        actor.palette.retain(|entry, _| *entry < 16);
        actor.pixels.retain(|entry, _| *entry < 16);
    }
}

fn scale(rng: &mut Rng) -> u8 {
    if rng.chance(10) { rng.pick(&[1, 2, 127, 128, 129, 253, 254, 255]) } else { rng.byte(1, 255) }
}

fn palette(rng: &mut Rng, engine: &dyn Engine) -> BTreeMap<u8, u8> {
    // Costumes have up to 32 colours, those of AKOS up to 64.
    let last = engine.overrides().min(if engine.has_akos() { 63 } else { 31 });
    let mut palette = BTreeMap::new();
    for _ in 0..rng.range(1, 8) {
        let colour = match engine.dialect().colours {
            // No other override shows there.
            ColourRule::Own if rng.chance(50) => 0,
            _ if rng.chance(5) && !engine.has_bare_files() => 255,
            _ => rng.byte(0, last_colour(&engine.dialect())),
        };
        debug_assert!(colour != COUNTER);
        palette.insert(rng.byte(0, last), colour);
    }
    palette
}

//! A random actor of a scene.

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::format::dialect::ColourRule;
use costumier::scene::{PlaneChoice, Scale, Scene, SceneActor, Step};
use costumier::{Bounds, Facing};
use costumier_build::room::RoomSource;

use super::akos::CONDITIONS;
use super::offer::Offer;
use super::place::{edge_position, position_in_box, to_cells};
use super::slots;
use super::steps::{facing, first_steps};
use super::{COUNTER, LAST_COLOUR, last_colour};
use crate::case::{Kind, place_of};
use crate::engine::Engine;
use crate::rng::Rng;

/// What varies in an actor.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Varied {
    edges: bool,
    scale: bool,
    elevation: bool,
    planes: bool,
    boxes: bool,
    palette: bool,
    pub(super) shadow: bool,
}

impl Varied {
    pub(super) fn of(kind: Kind, rng: &mut Rng) -> Self {
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
    pub(super) fn held_to(self, engine: &Engine) -> Self {
        Self { scale: self.scale && engine.has_sizes(), shadow: self.shadow && engine.has_shadows(), ..self }
    }
}

/// An actor that varies in these things.
pub(super) fn actor(
    rng: &mut Rng,
    kind: Kind,
    varied: Varied,
    offer: &Offer<'_>,
    room: &RoomSource,
    scene: &Scene,
) -> SceneActor {
    let (lights, left) = (scene.lights, scene.view.part().map_or(0, |view| view.x));
    let mut actor = SceneActor::new(costume(rng, kind, lights, offer), (0, 0), facing(rng, offer.engine));
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
        // From random numbers of its own, so that the rest of what a seed makes stays the same.
        let mut own = Rng::of_part(u64::from(x.unsigned_abs()), y.unsigned_abs().into());
        if own.chance(35) && !offer.row_words.is_empty() {
            actor.costume = own.pick(&offer.row_words);
        }
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
    recolour(rng, &mut actor, varied, lights, offer);
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

/// A costume for a kind of scene with these lights.
fn costume(rng: &mut Rng, kind: Kind, lights: u8, offer: &Offer<'_>) -> u32 {
    match kind {
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
    }
}

/// Gives an actor overrides and a shadow mode.
fn recolour(rng: &mut Rng, actor: &mut SceneActor, varied: Varied, lights: u8, offer: &Offer<'_>) {
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

fn scale(rng: &mut Rng) -> u8 {
    if rng.chance(10) { rng.pick(&[1, 2, 127, 128, 129, 253, 254, 255]) } else { rng.byte(1, 255) }
}

fn palette(rng: &mut Rng, engine: &Engine) -> BTreeMap<u8, u8> {
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

//! The model: a second, slow implementation of the rules, and the mutations of the self-test.
//!
//! The model plays and draws a case from its data, not from the bytes. Of Costumier's code it uses only the test
//! whether a walk box holds a point. It follows `docs/format/animation.md` and `docs/format/drawing.md`, pixel by
//! pixel. Each [`Mutation`] breaks one of its rules; the self-test shows that the comparison with ScummVM notices
//! every one of them.

mod akos;
pub(crate) mod colours;
mod draw;
mod limbs;
mod mutation;
mod objects;
mod rules;

use costumier::format::cost::CostSource;
use costumier::game::{BoxScale, BoxSides, Plane, WalkBox};
use costumier::scene::{PlaneChoice, Scale, SceneActor, Step, View};
use costumier_build::room::RoomSource;
use costumier_build::{PictureSource, PixelSource};

use crate::case::{Case, place_of};
use crate::compare::ActorValues;
use crate::engine::Engine;
use crate::pack::{Pack, Source};
use crate::random::palettes;
use crate::shadow;
#[cfg(test)]
pub(crate) use akos::limbs::trace;
use akos::{AkosActor, Outside, Surface, Waiting};
use draw::{Canvas, Paint, Placed};
use limbs::ModelActor;
pub(crate) use mutation::{Asked, Broken, Mutation};
pub(crate) use objects::furnished;

/// A frame of a case as the model expects it: the picture, and the first actor's values.
#[derive(Debug, Default)]
pub(crate) struct ModelFrame {
    pub(crate) pixels: Vec<u8>,
    pub(crate) told: ActorValues,
}

/// An actor of either kind.
#[derive(Debug)]
enum AnyActor<'a> {
    Cost(Box<ModelActor>, &'a CostSource),
    Akos(Box<AkosActor<'a>>),
}

impl AnyActor<'_> {
    fn perform(&mut self, step: Step) {
        match self {
            Self::Cost(actor, source) => actor.perform(source, step),
            Self::Akos(actor) => actor.perform(step),
        }
    }

    fn begin_loop(&mut self) {
        match self {
            Self::Cost(actor, source) => actor.begin_loop(source),
            Self::Akos(actor) => actor.begin_loop(),
        }
    }

    fn tick(&mut self) {
        match self {
            Self::Cost(actor, source) => actor.tick(source),
            Self::Akos(actor) => actor.tick(),
        }
    }

    fn told(&self) -> ActorValues {
        match self {
            Self::Cost(actor, _) => [actor.counter(), 0, 0],
            Self::Akos(actor) => actor.told(),
        }
    }
}

/// All frames of a case; `None` for a case with a costume by another program.
pub(crate) fn opinions(pack: &Pack, case: &Case, broken: Broken) -> Option<Vec<ModelFrame>> {
    let room = &pack.rooms[usize::try_from(case.scene.room?.checked_sub(1)?).ok()?];
    let room = &*furnished(pack.engine, room, &case.scene, broken);
    let mut actors = Vec::new();
    for actor in &case.scene.actors {
        let mut state = match source(pack, actor)? {
            Source::Cost(source) => AnyActor::Cost(Box::new(ModelActor::new(actor.facing, broken)), source),
            Source::Akos(design) => {
                let mut state = AkosActor::new(design, actor.number, actor.facing, broken);
                actor.vars.iter().for_each(|(var, value)| state.set(*var, *value));
                AnyActor::Akos(Box::new(state))
            }
        };
        actor.steps.iter().for_each(|step| state.perform(*step));
        actors.push(state);
    }
    let mut frames = Vec::with_capacity(case.frames());
    for frame in 0..case.frames() {
        if let Some(steps) = frame.checked_sub(1).and_then(|before| case.then.get(before)) {
            tick_all(&mut actors, &case.numbers, broken);
            for (actor, step) in steps {
                actors[*actor].perform(*step);
            }
        }
        let told = actors.first().map_or_else(ActorValues::default, AnyActor::told);
        actors.iter_mut().for_each(AnyActor::begin_loop);
        let pixels = draw_all(pack.engine, case, room, &actors, broken);
        frames.push(ModelFrame { pixels, told });
    }
    Some(frames)
}

/// Plays a loop of all actors. Each in turn sets variables of others; then waiting commands run, the last one first.
fn tick_all(actors: &mut [AnyActor<'_>], numbers: &[u8], broken: Broken) {
    let place = |number: i16| numbers.iter().position(|of| i16::from(*of) == number);
    let (alone, late) = (broken.is(Mutation::OthersUnreached), broken.is(Mutation::OthersSetLate));
    let mut left = Vec::new();
    for at in 0..actors.len() {
        actors[at].tick();
        let AnyActor::Akos(actor) = &mut actors[at] else { continue };
        left.append(&mut actor.sets);
        if !late && !alone {
            set_all(actors, &mut left, place);
        }
    }
    if !alone {
        set_all(actors, &mut left, place);
    }
    let mut order: Vec<usize> = (0..actors.len()).collect();
    if !broken.is(Mutation::QueueForEach) {
        order.reverse();
    }
    for at in order {
        let AnyActor::Akos(actor) = &mut actors[at] else { continue };
        for waiting in std::mem::take(&mut actor.waiting).into_iter().rev() {
            let whose = match waiting {
                Waiting::ActorChore(number, _) => place(number).filter(|other| !alone || *other == at),
                _ => Some(at),
            };
            if let Some(AnyActor::Akos(whose)) = whose.map(|place| &mut actors[place]) {
                whose.carry_out(waiting);
            }
        }
    }
}

fn set_all(
    actors: &mut [AnyActor<'_>],
    left: &mut Vec<(i16, u8, i16)>,
    place: impl Fn(i16) -> Option<usize>,
) {
    for (number, var, value) in left.drain(..) {
        if let Some(AnyActor::Akos(other)) = place(number).map(|place| &mut actors[place]) {
            other.set(var, value);
        }
    }
}

fn source<'a>(pack: &'a Pack, actor: &SceneActor) -> Option<&'a Source> {
    let index = usize::try_from(actor.costume).ok()?.checked_sub(1)?;
    pack.costumes.get(index)?.source.as_ref()
}

fn draw_all(
    engine: &Engine,
    case: &Case,
    room: &RoomSource,
    actors: &[AnyActor<'_>],
    broken: Broken,
) -> Vec<u8> {
    let scene = &case.scene;
    let (width, height) = engine.screen();
    let (x, y) = case.corner(&engine.dialect(), room);
    let view = View { x, y, width, height };
    let mut order: Vec<usize> = (0..actors.len()).collect();
    if broken.is(Mutation::ActorsByNumber) {
        order.sort_by_key(|at| case.numbers[*at]);
    }
    if engine.has_akos() {
        let side = |side: u32| i32::try_from(side).unwrap_or(0);
        // Tables that are not made yet map to colour 0.
        let mut shadows = [[0; 256]; 8];
        let unmade = broken.is(Mutation::NoShadowTable);
        let palette = palettes::of(room, scene.room_palette);
        for (number, of) in (0..).zip(&case.tables).filter(|_| !unmade) {
            let number: usize = number;
            shadows[number] = *shadow::table(palette, *of, engine.first_shadow());
        }
        let mut surface =
            Surface::new(&room.background, room.width.into(), (view.x, view.y), (side(width), side(height)));
        for at in order {
            let (AnyActor::Akos(state), actor) = (&actors[at], &scene.actors[at]) else { continue };
            let in_box = box_of(room, place_of(actor), broken);
            let outside = Outside {
                actor,
                scale: scale_of(room, actor, in_box, broken),
                plane: plane_of(room, actor, in_box, broken),
                box_plane: match actor.scale {
                    Scale::Fixed(..) if !broken.is(Mutation::AllStandInBoxes) => Vec::new(),
                    _ => plane_of_box(room, in_box, broken),
                },
                planes: &room.planes,
                shadows: &shadows,
                last_override: engine.overrides(),
            };
            state.draw(&mut surface, outside);
        }
        return surface.finish();
    }
    let dialect = engine.dialect();
    let lights = if dialect.has_lights { scene.lights } else { 11 };
    let base = if broken.is(Mutation::RoomColoursFromZero) { 0 } else { dialect.background_base };
    let lit = lights & 2 != 0 || broken.is(Mutation::RoomAlwaysLit);
    let mut canvas = Canvas::new(room, view, lit, base);
    let has_shadows = dialect.shadow_table || broken.is(Mutation::ShadowsEverywhere);
    let applied = colours::of_room(engine, room, scene.room_palette);
    let stored = palettes::of(room, scene.room_palette);
    let shadowed = if broken.is(Mutation::ShadowsOfApplied) { applied.as_slice() } else { stored };
    let darker = draw::shadow_table(shadowed, scene.shadow.filter(|_| !broken.is(Mutation::NoShadowTable)));
    for at in order {
        let (AnyActor::Cost(state, source), actor) = (&actors[at], &scene.actors[at]) else { continue };
        let in_box = box_of(room, place_of(actor), broken);
        let native = state.facing().direction().number() != 0
            || (source.format.never_mirror && !broken.is(Mutation::WestAlwaysMirrored));
        let (x, y) = place_of(actor);
        let elevation = if broken.is(Mutation::ElevationLowers) { -actor.elevation } else { actor.elevation };
        let paint = Paint {
            anchor: (x - view.x, y - elevation),
            native,
            scale: if engine.has_sizes() { scale_of(room, actor, in_box, broken) } else { [255; 2] },
            plane: plane_of(room, actor, in_box, broken),
            colours: draw::colours(source, actor, lights, broken),
            all_shadow: actor.shadow_mode & 0x20 != 0 && !broken.is(Mutation::NoShadowMode),
            shadow: has_shadows.then_some(darker.as_slice()),
            by_rows: dialect.row_major,
            counts_up: rules::mirrored_counts_up(dialect.generation(), broken),
            broken,
        };
        for placed in pose(state, source, broken) {
            canvas.draw(&placed, &paint);
        }
    }
    canvas.finish()
}

/// The pictures that an actor shows, with the running offset added.
fn pose(state: &ModelActor, source: &CostSource, broken: Broken) -> Vec<Placed> {
    let (mut x, mut y) = (0, 0);
    let mut out = Vec::new();
    for (limb, index) in state.shown(source) {
        let Some(picture) = picture(source, limb, index) else { continue };
        let (width, height, pixels) = stream(source, picture, broken);
        let pixels = match source.dialect.row_major && broken.is(Mutation::RowsAsColumns) {
            true => as_columns(width, height, &pixels),
            false => pixels,
        };
        out.push(Placed {
            width,
            height,
            at: (x + i32::from(picture.x), y + i32::from(picture.y)),
            columns: pixels,
        });
        x += i32::from(picture.move_x);
        let up = i32::from(picture.move_y);
        y += if broken.is(Mutation::MoveYAdds) { up } else { -up };
        if broken.is(Mutation::NoRunningOffset) {
            (x, y) = (0, 0);
        }
    }
    out
}

fn picture(source: &CostSource, limb: usize, index: usize) -> Option<&PictureSource> {
    use costumier::format::cost::LimbSource;
    match &source.limbs[limb] {
        LimbSource::Table(entries) => source.pictures.get((*entries.get(index)?)?),
        LimbSource::SameAs(other) => picture(source, usize::from(*other), index),
        LimbSource::Unused | LimbSource::Null => None,
    }
}

/// A picture's size and its pixels, column by column: its own, or the first ones of the picture that it
/// borrows from.
fn stream(source: &CostSource, of: &PictureSource, broken: Broken) -> (usize, usize, Vec<u8>) {
    let (mut width, mut height) = (usize::from(of.width), usize::from(of.height));
    let owner = match &of.pixels {
        PixelSource::Borrowed { limb, index } => {
            picture(source, usize::from(*limb), usize::from(*index)).unwrap_or(of)
        }
        _ => of,
    };
    if broken.is(Mutation::BorrowsSize) {
        (width, height) = (usize::from(owner.width), usize::from(owner.height));
    }
    let PixelSource::Rows(rows) = &owner.pixels else { return (0, 0, Vec::new()) };
    let (columns, lines) = (usize::from(owner.width), usize::from(owner.height));
    let all = (0..columns).flat_map(|x| (0..lines).map(move |y| rows[y * columns + x]));
    (width, height, all.take(width * height).collect())
}

/// Pixels of a picture by columns, with its rows taken for columns.
fn as_columns(width: usize, height: usize, columns: &[u8]) -> Vec<u8> {
    (0..height).flat_map(|y| (0..width).map(move |x| columns[x * height + y])).collect()
}

/// The walk box that the interpreter finds for a point: the highest number first.
fn box_of(room: &RoomSource, (x, y): (i32, i32), broken: Broken) -> Option<&WalkBox> {
    let bare = broken.is(Mutation::BareBoxes);
    let holds = |candidate: &WalkBox| match bare {
        true => candidate.contains(x, y),
        // Where corners go round one way only, all do.
        false => candidate.holds(x, y, BoxSides::StraightEitherWay),
    };
    let mut found = room.boxes.iter().filter(|candidate| holds(candidate));
    if broken.is(Mutation::LowestBoxFirst) { found.next() } else { found.next_back() }
}

fn scale_of(room: &RoomSource, actor: &SceneActor, in_box: Option<&WalkBox>, broken: Broken) -> [i32; 2] {
    let [x, y] = match actor.scale {
        Scale::Fixed(x, y) => [i32::from(x), i32::from(y)],
        Scale::Box => match in_box.map(|found| found.scale) {
            Some(BoxScale::Constant(scale)) => [i32::from(scale); 2],
            Some(BoxScale::Slot(number)) => {
                let Some(slot) = room.scale_slots[usize::from(number)] else { return [255; 2] };
                let (rise, run) = (slot.scale2 - slot.scale1, slot.y2 - slot.y1);
                let way = rise * (place_of(actor).1.max(0) - slot.y1);
                let step = if broken.is(Mutation::SlotRounds) { way.div_euclid(run) } else { way / run };
                [(slot.scale1 + step).clamp(1, 255); 2]
            }
            None => [255; 2],
        },
        other => unreachable!("no scene of the oracle has {other:?}"),
    };
    if broken.is(Mutation::ScalesSwapped) { [y, x] } else { [x, y] }
}

/// The plane that hides an actor.
fn plane_of<'a>(
    room: &'a RoomSource,
    actor: &SceneActor,
    in_box: Option<&WalkBox>,
    broken: Broken,
) -> Vec<&'a Plane> {
    let number = match actor.plane {
        PlaneChoice::Front => 0,
        PlaneChoice::Box => return plane_of_box(room, in_box, broken),
        PlaneChoice::Plane(plane) => plane,
        other => unreachable!("no scene of the oracle has {other:?}"),
    };
    plane_numbered(room, number, broken)
}

/// The plane that a walk box names.
fn plane_of_box<'a>(room: &'a RoomSource, in_box: Option<&WalkBox>, broken: Broken) -> Vec<&'a Plane> {
    plane_numbered(room, in_box.map_or(0, |found| found.mask), broken)
}

fn plane_numbered(room: &RoomSource, number: u8, broken: Broken) -> Vec<&Plane> {
    let number = usize::from(number);
    if broken.is(Mutation::PlanesUnited) {
        return room.planes.iter().take(number).collect();
    }
    let last = if broken.is(Mutation::PlaneNotHeld) { number } else { number.min(room.planes.len()) };
    last.checked_sub(1).and_then(|at| room.planes.get(at)).into_iter().collect()
}

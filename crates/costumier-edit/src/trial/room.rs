//! Makes a small game of one room, in which an actor stands in each walk box and walks on to the next one, so that one
//! sees what hides it and how large it is. ScummVM starts it.
//!
//! The room is written anew, with its objects painted into picture and planes: what its scripts would do, and what
//! they need of the rest of the game, is not there.

use costumier::format::dialect::{Anchor, Camera, Position};
use costumier::game::{ObjectStates, Room};
use costumier::scene::{ChoreRef, PlaneChoice, Scale, Scene, SceneActor, Step, View};
use costumier::{Dialect, Error, ErrorKind, Facing, Game, Refused, Result, Role};
use costumier_build::room::RoomSource;
use costumier_build::script::{self, ActorOp, Op};

use super::{ACTOR, COSTUME, KnownGame, OPENING, ROOM, Trial, begin, files, performed};
use crate::preview;

/// Jiffies for which the actor stands in a box.
const STAND: u32 = 72;

/// Largest number of boxes that the actor stands in. A script of more could not begin again.
const MOST_BOXES: usize = 120;

/// A place in a walk box.
struct Place {
    number: usize,
    at: (i16, i16),
    /// Whether the room says how to walk to the next place.
    leads_on: bool,
}

impl Trial {
    /// Makes a game of a room, in which an actor with this costume walks about.
    ///
    /// # Errors
    /// If ScummVM plays no game of this kind, or if room or costume cannot be read or written.
    pub fn in_room(game: &Game, id: u32, costume: u32) -> Result<Self> {
        let dialect = game.dialect().playable();
        let wrong = |refused: Refused| {
            Error::new(ErrorKind::CannotWrite(refused.to_string()), "the game to try the room")
        };
        let known = KnownGame::of(&dialect).ok_or_else(|| {
            let text = "ScummVM plays no games with this kind of rooms".to_owned();
            Error::new(ErrorKind::Unsupported(text), "the game to try the room")
        })?;
        let room = game.room(id)?;
        let source = source(game, &room, &dialect)?;
        let places = places(&room, &dialect);
        let payload = game.costume_bytes(costume)?.payload;
        let script = script::assemble(&ops(&room, &places, &dialect), &dialect).map_err(wrong)?;
        let files = files(&dialect, known, &source, vec![(COSTUME, payload)], script).map_err(wrong)?;
        let scenes = match places.as_slice() {
            [] => vec![scene(&room, None, &dialect)],
            all => all.iter().map(|place| scene(&room, Some(place), &dialect)).collect(),
        };
        Ok(Self { dialect, known, files, scenes })
    }
}

/// The room with its objects painted into it.
fn source(game: &Game, room: &Room, dialect: &Dialect) -> Result<RoomSource> {
    let scenery = room.scenery(&ObjectStates::default())?;
    let mut source = RoomSource::new(room.width, room.height);
    if !dialect.fixed_colours {
        source.palette = game.room_palette(room.id)?.map(preview::seen).to_vec();
        source.ega_pairs.clone_from(&room.ega_pairs);
    }
    // Room pictures of the Amiga count from another colour.
    let stored = |colour: &u8| colour.wrapping_sub(dialect.background_base);
    source.background = scenery.pixels.iter().map(stored).collect();
    source.planes = scenery.planes;
    source.boxes = room.boxes.iter().skip(room.first_box).copied().collect();
    // The numbers of a source begin with 1.
    let numbered = |number: u8| number.saturating_add(1).checked_sub(u8::try_from(room.first_box).ok()?);
    let neighbours = |number: usize| {
        room.neighbours(number).into_iter().filter_map(numbered).filter(|it| *it > 0).collect()
    };
    source.neighbours = (room.first_box..room.boxes.len()).map(neighbours).collect();
    source.scale_slots = room.slots;
    Ok(source)
}

/// The number of a box, and a point in it.
type Found = (usize, (i16, i16));

/// A point in each box that an actor can stand in: the middle of its corners, or one near it.
fn places(room: &Room, dialect: &Dialect) -> Vec<Place> {
    let (across, down) = dialect.anchor.cell().unwrap_or((1, 1));
    let inside = |number: usize| {
        let corners = room.boxes.get(number)?.corners;
        let middle = |all: [i16; 4]| all.into_iter().map(i32::from).sum::<i32>() / 4;
        let (x, y) = (middle(corners.map(|it| it.0)), middle(corners.map(|it| it.1)));
        let near = corners.into_iter().map(|(cx, cy)| ((x + i32::from(cx)) / 2, (y + i32::from(cy)) / 2));
        let cell = |(x, y): (i32, i32)| (x / across * across, y / down * down);
        let found =
            std::iter::once((x, y)).chain(near).map(cell).find(|(x, y)| room.box_at(*x, *y) == Some(number));
        let (x, y) = found?;
        Some((number, (i16::try_from(x).ok()?, i16::try_from(y).ok()?)))
    };
    let found: Vec<Found> = (room.first_box..room.boxes.len()).filter_map(inside).take(MOST_BOXES).collect();
    let next = found.iter().cycle().skip(1);
    let leads = |from: usize, to: usize| {
        let holds = |route: &costumier::game::Route| {
            (route.from..=route.to).contains(&u8::try_from(to).unwrap_or(u8::MAX))
        };
        room.routes.get(from).is_some_and(|routes| routes.iter().any(holds))
    };
    let place = |(found, next): (&Found, &Found)| Place {
        number: found.0,
        at: found.1,
        leads_on: found.0 != next.0 && leads(found.0, next.0),
    };
    found.iter().zip(next).map(place).collect()
}

/// The column in the middle of the screen while the actor is in a place.
fn camera(room: &Room, (x, _): (i16, i16), dialect: &Dialect) -> Option<u16> {
    let (width, _) = dialect.screen_size();
    if dialect.disks.whole_pictures || u32::from(room.width) <= width {
        return None;
    }
    let left = dialect.screen_corner((room.width, room.height), (x.into(), 0)).0;
    u16::try_from(left).ok()?.checked_add(u16::try_from(width / 2).ok()?)
}

/// The boot script.
fn ops(room: &Room, places: &[Place], dialect: &Dialect) -> Vec<Op> {
    let height = u16::try_from(dialect.screen_size().1).unwrap_or(u16::MAX);
    let in_cells = dialect.anchor != Anchor::Pixels;
    // v7 and v8 show rooms on all rows, always.
    let is_whole = in_cells || dialect.camera == Camera::Pixels;
    let mut ops = begin(if is_whole { height } else { room.height.min(height) });
    ops.resize(ops.len().saturating_add(OPENING[usize::from(in_cells)]), Op::Break);
    if !places.is_empty() {
        ops.push(Op::Actor(ACTOR, vec![ActorOp::Default, ActorOp::Costume(COSTUME)]));
    }
    ops.push(Op::Label(0));
    for (place, next) in places.iter().zip(places.iter().cycle().skip(1)) {
        let (x, y) = place.at;
        ops.extend(camera(room, place.at, dialect).map(Op::Camera));
        ops.push(Op::Put { actor: ACTOR, room: ROOM, x, y });
        ops.push(script::face(ACTOR, Facing::SOUTH, dialect));
        let stand = performed(dialect, dialect.roles.chore(Role::Stand));
        ops.extend(stand.map(|number| Op::Animate { actor: ACTOR, number }));
        ops.extend([Op::Break, Op::Delay(STAND)]);
        if place.leads_on {
            let (x, y) = next.at;
            ops.extend([Op::Walk { actor: ACTOR, x, y }, Op::WaitForActor(ACTOR)]);
        }
    }
    ops.extend([Op::Break, Op::Jump(0)]);
    ops.into_iter().flat_map(|op| script::in_generation(op, dialect, |_| 0, ROOM)).collect()
}

/// The room while the actor stands in a place.
fn scene(room: &Room, place: Option<&Place>, dialect: &Dialect) -> Scene {
    let (width, height) = dialect.screen_size();
    let at = place.map_or((0, 0), |place| place.at);
    let left = camera(room, at, dialect)
        .map_or(0, |middle| i32::from(middle) - i32::try_from(width / 2).unwrap_or(0));
    let actors = place.map(|place| {
        let (x, y) = (i32::from(place.at.0), i32::from(place.at.1));
        let position = match dialect.anchor.cell() {
            None => Position::Pixel(x, y),
            Some((across, down)) => Position::Cell(x / across, y / down),
        };
        let mut actor = SceneActor::new(COSTUME.into(), position, Facing::SOUTH);
        actor.number = ACTOR;
        (actor.scale, actor.plane) = (Scale::Box, PlaneChoice::Box);
        actor.steps = vec![Step::Perform(ChoreRef::Number(dialect.roles.chore(Role::Stand)))];
        actor
    });
    let mut scene = Scene::new(u32::from(ROOM), actors.into_iter().collect());
    scene.name = place.map_or_else(|| "the room".to_owned(), |place| format!("box {}", place.number));
    let (width, height) = (width.min(room.width.into()), height.min(room.height.into()));
    scene.view = View { x: left, y: 0, width, height }.into();
    scene
}

//! The broken rules: each with the engine whose comparison must notice it, and the break.

use costumier::format::dialect::{
    Anchor, Camera, ColourDepth, ColourRule, HighColour, ObjectPlaces, Turns, V1Colours, V1Game,
};
use costumier::format::screen::ega_pairs;
use costumier::game::{BoxSides, Plane};
use costumier::scene::{PlaneChoice, Scene, Step};
use costumier::{Dialect, Interpreter};
use costumier_build::room::RoomSource;

use crate::case::place_of;
use crate::design::{Code, Design};
use crate::interpreter;
use crate::random::akos::OTHERS;
use crate::random::nes_objects::Change::{self, Flag, Hiding, Palettes};

/// A rule, the engine whose comparison must notice it, and the break.
pub(super) type Break = (&'static str, &'static str, Broken);

/// The way to break a rule.
#[derive(Clone, Copy)]
pub(super) enum Broken {
    In(fn(&mut Dialect)),
    InRooms(fn(&mut RoomSource)),
    /// In the rooms of the scenes.
    InScenes(fn(&mut Scene, &[RoomSource])),
    /// In AKOS costumes.
    InCostumes(fn(&mut Design)),
    /// In objects' pictures of the NES.
    InObjects(Change),
}

use Broken::{In, InCostumes, InObjects, InRooms, InScenes};

/// All breaks.
#[rustfmt::skip]
const BREAKS: [Break; 58] = [
    ("v1: sides of walk boxes are even slopes", "v1", InScenes(even_sides)),
    ("v2: sides of walk boxes are even slopes", "v2", InScenes(even_sides)),
    ("nes: sides of walk boxes are even slopes", "nes", InScenes(even_sides)),
    ("mouths keep what scripts have made of them", "he100", InScenes(mouths_stay)),
    ("scripts do not move mouths", "he100", InScenes(mouths_rest)),
    ("the camera goes by strips and stays at the top", "v7", In(|it| it.camera = Camera::Strips)),
    ("the camera goes to any column", "v5", In(|it| it.camera = Camera::Pixels)),
    ("codec 16: XMAP as for codec 1", "he90", In(|it| it.akos.shades_room_colours = true)),
    ("auxiliary frames are not shown", "he72", In(|it| it.akos.auxiliary_frames = false)),
    ("palette slots change nothing", "he100", InScenes(without_slots)),
    ("v0: pictures stand a row higher", "v0", In(|it| it.origin = (0, 0))),
    ("v0: actors stand a cell further right", "v0", In(|it| it.anchor = cells(8))),
    ("v0: an actor's colours are those of a PC", "v0", In(|it| it.colours = ON_EGA)),
    ("nes: pictures stand a row lower", "nes", In(|it| it.origin = (0, 1))),
    ("nes: actors that face east are drawn a pixel further right", "nes", In(|it| it.anchor = cells(0))),
    ("nes: light bit 8 gives actors their colours", "nes", In(|it| it.actor_light = 8)),
    ("nes: a room that is not lit is shown in colour 0", "nes", In(|it| it.black = 0)),
    ("nes: no tile hides an actor", "nes", InRooms(|it| it.planes = vec![Plane::new(it.width, it.height)])),
    ("nes: sprites of the other set", "nes", In(|it| it.sprite_set ^= 1)),
    ("nes: sprites at an edge are cut, not left out", "nes", In(|it| it.screen_size.0 = 320)),
    ("nes: rooms are shown without objects", "nes", InRooms(|it| it.objects.clear())),
    ("nes: objects are drawn from the first to the last", "nes", InRooms(from_the_first)),
    ("nes: objects depend on nothing", "nes", InRooms(|it| it.objects.iter_mut().for_each(|it| it.parent = 0))),
    ("nes: objects have the room's first palette", "nes", InObjects(Palettes(|bytes, _| bytes.fill(0)))),
    ("nes: the highest bits of a byte are the first palette", "nes", InObjects(Palettes(turned))),
    ("nes: rows of palettes change places", "nes",
        InObjects(Palettes(|bytes, rows| bytes.rotate_left(bytes.len() / rows.max(1))))),
    ("nes: objects leave what hides actors as it is", "nes", InObjects(Hiding(keep))),
    ("nes: nothing stays of the first byte of what hides", "nes", InObjects(Hiding(|head, _| head[2] = 0))),
    ("nes: nothing stays of the last byte of what hides", "nes", InObjects(Hiding(|head, _| head[3] = 0))),
    ("nes: what hides counts from the object's strip on", "nes", InObjects(Hiding(|head, _| head[0] = 0))),
    ("nes: rows of what hides that have no byte change nothing", "nes", InObjects(Hiding(keep_empty))),
    ("nes: objects hide in rooms where nothing does", "nes", InObjects(Flag(|flag| *flag = 1))),
    ("v3 for the FM-TOWNS: colours keep their eight bits", "towns3", In(|it| it.depth = ColourDepth::Full)),
    ("v3 for the FM-TOWNS: 200 rows, so what shows more has no edges", "towns3", In(|it| it.screen_size.1 = 200)),
    ("v5 for the FM-TOWNS: colours keep their eight bits", "towns5", In(|it| it.depth = ColourDepth::Full)),
    ("PC-Engine: costumes have the room's colours", "pce",
        In(|it| it.high_colour = Some(HighColour { own_colours: false, ..HighColour::PC_ENGINE }))),
    ("PC-Engine: overrides are colours, whatever they are", "pce", In(|it| it.colours = ColourRule::Table)),
    ("PC-Engine: offsets in costumes do not count from behind themselves", "pce",
        In(|it| it.cost.from_behind = false)),
    ("PC-Engine: objects stand where a PC's do", "pce", In(|it| it.objects.places = ObjectPlaces::Cells)),
    ("PC-Engine: masks hide no actor", "pce", InRooms(|it| it.planes.clear())),
    ("PC-Engine: tiles have the palette of the room's first", "pce",
        InRooms(|it| it.background.iter_mut().for_each(|pixel| *pixel &= 15))),
    ("codec 16: the hole is 255", "he72", In(|it| it.akos.majmin_transparent = Some(255))),
    ("plane 0 is a plane, not the walk box's", "he72", In(|it| it.akos.plane_of_box = 100)),
    ("a limb's commands that wait are done in their order", "he72", InCostumes(waiting_in_order)),
    ("programs start no chores", "he72", InCostumes(without_chores)),
    ("programs reach no other actor", "he72", InCostumes(without_others)),
    ("no clip rectangles", "he72", In(|it| it.akos.clip_rectangles = false)),
    ("10.0 with 8 bits a pixel: costumes have colours of their own", "he100-8",
        In(|it| *it = it.with_high_colour())),
    ("16 bits: all colours of rooms are colours", "he100",
        In(|it| it.high_colour = Some(HighColour { numbers: 0, ..HighColour::HUMONGOUS }))),
    ("16 bits: objects have the room's colours", "he100", In(|it| it.objects.as_numbers = false)),
    ("16 bits: nothing is mixed", "he100",
        In(|it| it.high_colour = Some(HighColour { mixes: false, ..HighColour::HUMONGOUS }))),
    ("16 bits: costumes have the room's colours", "he100",
        In(|it| it.high_colour = Some(HighColour { own_colours: false, ..HighColour::HUMONGOUS }))),
    ("EGA: what a room says of it is not looked at", "v5-on-ega", InRooms(|it| it.ega_pairs = None)),
    ("EGA: the two colours change places", "v5-on-ega", InRooms(other_halves)),
    ("EGA: where a room says nothing, colours are not the nearest", "v5-on-ega",
        InRooms(|it| _ = it.ega_pairs.get_or_insert_with(|| Box::new([0x11; 256])))),
    ("EGA: v4 looks for the nearest to colours as they are", "v4-on-ega", InRooms(nearest_to_own)),
    ("EGA: a room is always mixed as its first palette", "v6-on-ega", InScenes(first_palette)),
    ("a room always shows its first palette", "he72", InScenes(first_palette)),
];

/// The colours of v1 on a PC's screen.
const ON_EGA: ColourRule = ColourRule::Actor { game: V1Game::Maniac, shown: V1Colours::Ega };

/// The anchor of v0 and the NES with another distance of actors that face east and west.
fn cells(east: i32) -> Anchor {
    Anchor::Cells { middle: 12, east, west: east, mirrored: 0 }
}

/// Takes the highest bits of a byte of palettes for the first one.
fn turned(bytes: &mut [u8], _rows: usize) {
    let turned = |byte: u8| byte >> 6 | byte >> 2 & 0x0C | byte << 2 & 0x30 | byte << 6;
    bytes.iter_mut().for_each(|byte| *byte = turned(*byte));
}

/// Keeps what hides actors in the room.
fn keep(head: &mut [u8; 4], bits: &mut [u8]) {
    head[2..].fill(u8::MAX);
    bits.fill(0);
}

/// Keeps it in rows without a byte.
fn keep_empty(head: &mut [u8; 4], bits: &mut [u8]) {
    if head[1] == 0 {
        head[2] = u8::MAX;
        bits.fill(0);
    }
}

/// Lets the two colours of each mixture change places.
fn other_halves(room: &mut RoomSource) {
    let all = room.ega_pairs.iter_mut().flat_map(|pairs| pairs.iter_mut());
    all.for_each(|pair| *pair = pair.rotate_left(4));
}

/// Rules that differ between interpreters. Each is broken by the other interpreter's rule.
const OTHER_READINGS: [Break; 11] = [
    ("turns go as another interpreter has them", "he72", In(other_turns)),
    ("codec 32: places are mirrored as elsewhere", "he72", In(|it| it.akos.mirrors_trle_places ^= true)),
    ("codec 1: clip rectangles as elsewhere", "he72", In(|it| it.akos.clips.as_screen ^= true)),
    ("codec 16: clip rectangles as elsewhere", "he72", In(|it| it.akos.clips.majmin_open ^= true)),
    ("codec 32: XMAP as elsewhere", "he90", In(|it| it.akos.shades_all_trle ^= true)),
    ("TMSK as elsewhere", "he72", In(|it| it.objects.mask_replaces ^= true)),
    ("codec 32: a single line as elsewhere", "he100", In(|it| it.akos.mirrors_trle_lines ^= true)),
    ("code 150 as elsewhere", "he100", In(|it| it.bmap.fills_with_number ^= true)),
    // What older interpreters show for the first two depends on what lies in their memory, and boxes whose corners go
    // round the other way contain nothing there. So no scene of theirs has these.
    ("codes 144 to 148 as elsewhere", "he72", In(|it| it.bmap.leaves_out ^= true)),
    ("scale index beyond 128 pixels as elsewhere", "he72", In(|it| it.akos.scale_wraps ^= true)),
    ("corners of walk boxes as elsewhere", "v7", In(|it| it.boxes_either_way ^= true)),
];

/// Number of these that only the current rules show.
const OF_TODAY: usize = 3;

/// Returns the rules that the judge's interpreter shows.
pub(super) fn breaks() -> impl Iterator<Item = Break> {
    let hidden = if interpreter::chosen() == Interpreter::Current { 0 } else { OF_TODAY };
    BREAKS.into_iter().chain(OTHER_READINGS.into_iter().take(OTHER_READINGS.len() - hidden))
}

/// Uses the other rule for turning.
fn other_turns(dialect: &mut Dialect) {
    dialect.play.turns = match dialect.play.turns {
        Turns::Table => Turns::Quarters,
        _ => Turns::Table,
    };
}

/// Adds the nearest mixed colours to a room that does not store them.
fn nearest_to_own(room: &mut RoomSource) {
    let palette = room.palette.first_chunk().copied().unwrap_or([[0; 3]; 256]);
    room.ega_pairs.get_or_insert_with(|| Box::new(ega_pairs(&palette)));
}

/// Shows a room's first palette in all scenes.
fn first_palette(scene: &mut Scene, _: &[RoomSource]) {
    scene.room_palette = 0;
}

/// Puts actors behind what hides them by the boxes whose sides go evenly from corner to corner, as those of later
/// games do.
fn even_sides(scene: &mut Scene, rooms: &[RoomSource]) {
    let room = scene.room.and_then(|room| rooms.get(usize::try_from(room).ok()?.checked_sub(1)?));
    let Some(room) = room else { return };
    for actor in scene.actors.iter_mut().filter(|actor| actor.plane == PlaneChoice::Box) {
        let (column, row) = place_of(actor);
        let (x, y) = (8 * column, 2 * row);
        let found = room.boxes.iter().rfind(|walk_box| walk_box.holds(x, y, BoxSides::Straight));
        actor.plane = match found.map_or(0, |walk_box| walk_box.mask) {
            0 => PlaneChoice::Front,
            plane => PlaneChoice::Plane(plane),
        };
    }
}

/// Lets each loop's mouths be those of the loop before, where scripts say nothing new.
fn mouths_stay(scene: &mut Scene, _rooms: &[RoomSource]) {
    for actor in &mut scene.actors {
        let mut told = None;
        let mut steps = Vec::new();
        for step in std::mem::take(&mut actor.steps) {
            told = if let Step::TalkState(state) = step { Some(state) } else { told };
            steps.push(step);
            steps.extend(told.filter(|_| matches!(step, Step::Ticks(_))).map(Step::TalkState));
        }
        actor.steps = steps;
    }
}

fn mouths_rest(scene: &mut Scene, _rooms: &[RoomSource]) {
    scene.actors.iter_mut().for_each(|actor| actor.steps.retain(|step| !matches!(step, Step::TalkState(_))));
}

fn without_slots(scene: &mut Scene, _rooms: &[RoomSource]) {
    scene.actors.iter_mut().for_each(|actor| actor.slot = None);
}

/// Reverses the order of a room's objects.
fn from_the_first(room: &mut RoomSource) {
    room.objects.reverse();
    let next = u8::try_from(room.objects.len() + 1).unwrap_or(u8::MAX);
    for object in room.objects.iter_mut().filter(|object| object.parent > 0) {
        object.parent = next - object.parent;
    }
}

/// Turns commands that wait round where several stand one behind the other: done from the last to the first, they are
/// what they were if done in their order.
fn waiting_in_order(design: &mut Design) {
    design.code.chunk_by_mut(|one, next| one.waits() && next.waits()).for_each(<[Code]>::reverse);
}

/// Replaces commands that start chores by others of the same length.
fn without_chores(design: &mut Design) {
    for code in &mut design.code {
        match code {
            Code::Chore(_) | Code::VarChore(_) => *code = Code::Aside("script script=7", 3),
            Code::ActorChore(actor, _) => *actor = NEVER_SET,
            _ => {}
        }
    }
}

/// Gives commands for other actors the number of an actor that does not exist.
fn without_others(design: &mut Design) {
    for code in &mut design.code {
        if let Code::ActorChore(actor, _) | Code::ActorSet(actor, ..) = code
            && OTHERS.contains(actor)
        {
            *actor = NEVER_SET;
        }
    }
}

/// A variable that no program and no scene sets. No actor has the number 0.
const NEVER_SET: u8 = 20;

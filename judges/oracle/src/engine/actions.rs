//! The steps of a run, and the boot script that carries them out in an engine.

use costumier::scene::{ChoreRef, PlaneChoice, Scale, SceneActor, ShadowPalette, Step};
use costumier::{Facing, Role};
use costumier_build::script::{self, ActorOp, Op};

use super::Engine;
use crate::case::place_of;
use crate::corner;
use crate::failure::{Failure, Outcome};
use crate::wide;

/// The classes of actors that no z-plane hides, and that z-plane 1 hides (before v5).
const NEVER_CLIP: u8 = 20;
const ALWAYS_CLIP: u8 = 21;

/// Distance of a small picture from the screen's edge in pixels, mirrored or not.
const WELL_INSIDE: i32 = 100;

/// The number of the actor that covers the screen. Scenes do not use it.
pub(crate) const CURTAIN: u8 = 12;

/// The row in which it stands, behind all others.
pub(crate) const CURTAIN_ROW: i32 = -2000;

/// An action of a script.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// No cursor, no input, the whole screen for the room.
    Begin,
    /// Chooses the set of sprites (NES).
    Sprites(u8),
    /// Sets the states of objects that are in no room that is shown.
    States(Vec<(u16, u8)>),
    /// Enters a room.
    Room(u8),
    /// Shows another of the room's palettes.
    RoomPalette(u16),
    /// Moves the screen's left edge to a column of the room.
    Camera(i32),
    /// Sets the shadow table.
    Shadow(ShadowPalette),
    /// Makes the eight shadow tables of v7 and v8, while these palette entries have these colours.
    Tables(Vec<ShadowPalette>, Vec<(u8, [u8; 3])>),
    /// Sets an actor up as the scene has it: everything but its steps.
    SetUp {
        /// The actor's number.
        actor: u8,
        /// The room that it is put into.
        room: u8,
        /// Its settings.
        is: Box<SceneActor>,
    },
    /// Removes an actor.
    Remove(u8),
    /// Carries out a step of an actor.
    Step(u8, Step),
    /// Draws an actor again, by raising it further and lowering it to this elevation.
    Stir(u8, i32),
    /// Draws everything again, with these light bits, if the engine has them.
    Redraw(u8),
    /// Points the camera at a point of the room.
    LookAt((i32, i32)),
    /// Shows a frame's number, from 1 on.
    Mark(usize),
    /// Sets the red of palette entries, of which this is the last, to an actor's counters.
    Tell(u8, u8),
    /// Puts an actor into a costume that resets the state of the one before. No other operation does.
    Unflip {
        /// The actor's number.
        actor: u8,
        /// The room that it is put into.
        room: u8,
        /// The costume.
        costume: u16,
        /// Where the screen begins.
        left: i32,
    },
    /// Replaces an actor's costume by this one, so that the pixels of its auxiliary frames are removed.
    Undress(u8, u16),
    /// Puts a transparent actor behind all others, at this column of the room.
    Curtain {
        /// Its costume.
        costume: u16,
        /// The costume of the actor for the frame's number, if there is one.
        marker: Option<u16>,
        /// The room.
        room: u8,
        /// Where the screen begins.
        left: i32,
        /// Its first row.
        top: i32,
    },
    /// Puts the actor for the frame's number into the screen's corner.
    Corner {
        /// Its costume.
        costume: u16,
        /// The room.
        room: u8,
        /// Where the screen begins.
        left: i32,
    },
    /// Waits for one loop of the interpreter, in which the screen is drawn.
    Break,
    /// Ends the interpreter.
    Quit,
}

/// Writes the actions of a scene into the boot script.
pub(crate) fn script(engine: &Engine, actions: &[Action]) -> Outcome<Vec<u8>> {
    let mut ops = Vec::new();
    actions.iter().for_each(|action| say(engine, action, &mut ops));
    script::assemble(&ops, &engine.dialect()).map_err(|refused| Failure::because("the boot script", refused))
}

fn say(engine: &Engine, action: &Action, ops: &mut Vec<Op>) {
    match action {
        Action::Begin => ops.extend(engine.begin()),
        Action::Sprites(set) => ops.push(Op::SpriteSet(*set)),
        Action::States(states) => {
            ops.extend(
                states.iter().map(|(object, state)| Op::ObjectState { object: *object, state: *state }),
            );
        }
        Action::Room(room) => ops.push(Op::LoadRoom(*room)),
        Action::RoomPalette(number) => ops.push(engine.room_palette(*number)),
        Action::Camera(left) => {
            let middle = i64::from(*left) + i64::from(engine.screen().0 / 2);
            ops.extend(engine.camera(u16::try_from(middle).unwrap_or(0)));
        }
        Action::LookAt((x, y)) => {
            let at = [*x, *y].map(|at| u16::try_from(at).unwrap_or(0));
            ops.extend(engine.look_at((at[0], at[1])));
        }
        Action::Shadow(ShadowPalette { factors, first, last }) => {
            ops.push(Op::ShadowPalette { scale: *factors, first: *first, last: *last });
        }
        Action::Tables(tables, colours) => {
            ops.extend(
                colours.iter().map(|(index, colour)| Op::PaletteEntry { index: *index, colour: *colour }),
            );
            let numbered = (0..).zip(tables);
            ops.extend(numbered.map(|(number, of)| engine.shadow_table(number, *of)));
        }
        Action::SetUp { actor, room, is } => set_up(engine, *actor, *room, is, ops),
        Action::Remove(actor) => ops.push(Op::Put { actor: *actor, room: 0, x: 0, y: 0 }),
        Action::Step(actor, step) => match *step {
            Step::Face(facing) => ops.push(engine.face(*actor, facing)),
            Step::Speed(loops) => ops.push(Op::Actor(*actor, vec![ActorOp::AnimationSpeed(loops)])),
            Step::Chore(chore) => ops.push(Op::Animate { actor: *actor, number: number_of(engine, chore) }),
            Step::Animate(operand) => ops.push(Op::Animate { actor: *actor, number: operand }),
            Step::TalkState(state) => ops.push(Op::Actor(*actor, vec![ActorOp::TalkState(state)])),
            // Ticks pass for all actors at once, by breaks between frames.
            Step::Ticks(_) => {}
            other => unreachable!("no scene of the oracle has {other:?}"),
        },
        Action::Stir(actor, elevation) => {
            let raised = [elevation + 1, *elevation].map(|by| ActorOp::Elevation(narrow(by)));
            ops.push(Op::Actor(*actor, raised.into()));
        }
        Action::Redraw(lights) => ops.extend(engine.redraw(*lights)),
        Action::Mark(number) => ops.extend(engine.mark(*number)),
        Action::Tell(actor, last) => ops.extend(engine.tell(*actor, *last)),
        Action::Unflip { actor, room, costume, left } => {
            ops.push(Op::Actor(
                *actor,
                vec![ActorOp::Default, ActorOp::Costume(*costume), ActorOp::IgnoreBoxes],
            ));
            ops.push(Op::Put { actor: *actor, room: *room, x: narrow(*left + WELL_INSIDE), y: 0 });
            ops.push(Op::Animate { actor: *actor, number: 1 });
        }
        Action::Undress(actor, costume) => ops.push(Op::Actor(*actor, vec![ActorOp::Costume(*costume)])),
        Action::Curtain { costume, marker, room, left, top } => {
            let mut is = SceneActor::new(u32::from(*costume), (*left, CURTAIN_ROW), Facing::EAST);
            is.elevation = CURTAIN_ROW - *top;
            set_up(engine, CURTAIN, *room, &is, ops);
            ops.push(Op::Animate { actor: CURTAIN, number: 1 });
            if let Some(marker) = marker {
                set_up(engine, wide::ACTOR, *room, &wide::actor(*marker, *left), ops);
                ops.push(Op::Animate { actor: wide::ACTOR, number: 1 });
            }
        }
        Action::Corner { costume, room, left } => {
            set_up(engine, corner::ACTOR, *room, &corner::actor(*costume, *left, engine.screen()), ops);
            ops.push(Op::Animate { actor: corner::ACTOR, number: number_of(engine, ChoreRef::Number(1)) });
        }
        Action::Break => ops.push(Op::Break),
        Action::Quit => {
            ops.extend(engine.quits().then_some(Op::Quit));
            ops.extend([Op::Label(0), Op::Break, Op::Jump(0)]);
        }
    }
}

fn set_up(engine: &Engine, actor: u8, room: u8, is: &SceneActor, ops: &mut Vec<Op>) {
    if engine.has_cells() {
        ops.extend(engine.set_up_simply(actor, room, is));
        return;
    }
    ops.extend(engine.before_set_up(is));
    let mut settings = vec![ActorOp::Default, ActorOp::Costume(u16::try_from(is.costume).unwrap_or(0))];
    match is.scale {
        Scale::Fixed(..) => settings.push(ActorOp::IgnoreBoxes),
        Scale::Box if engine.by_class() => {}
        Scale::Box => settings.push(ActorOp::FollowBoxes),
        other => unreachable!("no scene of the oracle has {other:?}"),
    }
    settings.push(ActorOp::Elevation(narrow(is.elevation)));
    match is.plane {
        _ if engine.by_class() => {}
        PlaneChoice::Front => settings.push(ActorOp::NeverClip),
        PlaneChoice::Plane(plane) => settings.push(ActorOp::AlwaysClip(plane)),
        PlaneChoice::Box => {}
        other => unreachable!("no scene of the oracle has {other:?}"),
    }
    let overrides = is.palette.iter();
    settings.extend(
        overrides.map(|(entry, colour)| ActorOp::Palette { entry: *entry, colour: u16::from(*colour) }),
    );
    let pixels = is.pixels.iter();
    settings.extend(pixels.map(|(entry, pixel)| ActorOp::Palette { entry: *entry, colour: *pixel }));
    let image = u8::try_from(is.xmap).unwrap_or(0);
    let mode = if engine.has_xmaps() { image } else { is.shadow_mode };
    settings.extend((!engine.by_class()).then_some(ActorOp::ShadowMode(mode)));
    settings.extend(engine.more_settings(is));
    ops.push(Op::Actor(actor, settings));
    ops.extend(is.vars.iter().map(|(var, value)| engine.set_variable(actor, *var, *value)));
    if let (Scale::Fixed(x, y), true) = (is.scale, engine.has_sizes()) {
        ops.extend(engine.scale(actor, x, y));
    }
    if engine.by_class() && matches!(is.plane, PlaneChoice::Plane(_)) {
        ops.push(Op::Class { actor, class: ALWAYS_CLIP });
    }
    let in_front = is.plane == PlaneChoice::Front && !engine.never_clips();
    if in_front && (is.scale == Scale::Box || engine.by_class()) {
        // "Never clip" leaves the z-plane to the box (`docs/format/drawing.md §6.1`).
        ops.push(Op::Class { actor, class: NEVER_CLIP });
    }
    let (x, y) = place_of(is);
    ops.push(Op::Put { actor, room, x: narrow(x), y: narrow(y) });
    if engine.animates_by_bytes() {
        ops.push(Op::Animate { actor, number: u16::from(0xF8 + is.facing.direction().number()) });
    }
    ops.push(engine.face(actor, is.facing));
}

/// The operand of "animate actor" that starts a chore.
fn number_of(engine: &Engine, chore: ChoreRef) -> u16 {
    number_in(engine, chore) << engine.dialect().play.operand_shift
}

fn number_in(engine: &Engine, chore: ChoreRef) -> u16 {
    let first = engine.dialect().chores.first_role();
    match chore {
        ChoreRef::Number(number) => number,
        ChoreRef::Role(Role::Init) => first,
        ChoreRef::Role(Role::Walk) => first + 1,
        ChoreRef::Role(Role::Stand) => first + 2,
        ChoreRef::Role(Role::TalkStart) => first + 3,
        ChoreRef::Role(Role::TalkStop) => first + 4,
        other => unreachable!("no scene of the oracle has {other:?}"),
    }
}

fn narrow(pixels: i32) -> i16 {
    i16::try_from(pixels).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{V5, V6};

    #[test]
    fn each_engine_has_its_own_bytes() {
        let actions = [
            Action::Begin,
            Action::Camera(8),
            Action::Step(3, Step::Face(Facing::WEST)),
            Action::Redraw(10),
            Action::Tell(3, 253),
            Action::Break,
        ];
        let v5 = [
            0x2C, 2, 0x2C, 4, 0x33, 3, 0, 0, 200, 0, 0x32, 168, 0, 0x11, 3, 0xF8, 0x70, 10, 0, 0, 0x22, 100,
            0, 3, 0x33, 0x84, 100, 0, 0, 0, 0, 0, 0, 253, 0x80,
        ];
        assert_eq!(script(&V5, &actions).unwrap(), v5);
        let v6 = [
            0x6B, 0x91, 0x6B, 0x93, 1, 0, 0, 1, 200, 0, 0x9C, 0xAE, 1, 168, 0, 0x7A, 1, 3, 0, 0x9D, 0xC5, 1,
            14, 1, 0x9D, 0xE6, 0x9C, 0xB0, 0x9C, 0xB1, 1, 3, 0, 0xAB, 1, 0, 0, 1, 0, 0, 1, 253, 0, 0x9C,
            0xAF, 0x6C,
        ];
        assert_eq!(script(&V6, &actions).unwrap(), v6);
    }
}

//! An actor of a scene while it plays: it makes steps and has a position.

use std::sync::Arc;

use super::actor::{ChoreRef, Peek, PlaneChoice, Scale, SceneActor, Step};
use super::actor_world::ActorWorld;
use super::placement::ActorPlacement;
use super::steps::PlaySettings;
use crate::costume::Costume;
use crate::draw::Colours;
use crate::game::{Game, Room};
use crate::play::akos::Order;
use crate::play::{Actor, Event, Queue};
use crate::{Error, ErrorKind, Result};

/// An actor that makes steps. The scene holds its description.
#[derive(Clone, Debug)]
pub(super) struct Player {
    /// The actor before the part of the loop that comes before drawing, so that changes meanwhile count in this
    /// loop.
    pub(super) actor: Actor,
    /// The actor after that part, if it has a turn to make.
    turned: Option<Box<Actor>>,
    pub(super) colours: Colours,
    /// Auxiliary frames that were shown in earlier loops, each where it was shown last.
    pub(super) frames: Vec<u16>,
    /// A viewer's way of looking at it.
    pub(super) peek: Peek,
}

/// An actor's position in the room.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActorPosition {
    /// The pixel between the feet, raised.
    pub(super) feet: (i32, i32),
    /// The anchor pixel, raised.
    pub(super) anchor: (i32, i32),
    /// The pixel from which auxiliary frames count.
    pub(super) frames_at: (i32, i32),
    scale: [u8; 2],
    plane: u8,
    box_plane: u8,
    /// Whether the actor is in no walk box, though a box should decide its size or plane.
    pub(super) unboxed: bool,
    peek: Peek,
}

/// The context of an actor while it makes a step.
pub(super) struct StepContext<'a> {
    pub(super) game: &'a Game,
    /// The scene's description of the actor.
    pub(super) said: &'a SceneActor,
    /// Whether any actor in the scene talks.
    pub(super) any_talking: bool,
    /// Receives the actor's events.
    pub(super) heard: &'a mut dyn FnMut(Event),
}

impl StepContext<'_> {
    fn world<'w>(&'w mut self, frames: &'w mut Vec<u16>) -> ActorWorld<'w> {
        let most_frames = self.game.limits().clip_ticks;
        let Self { said, any_talking, heard, .. } = self;
        ActorWorld { actor: said, any_talking: *any_talking, frames, most_frames, heard: *heard }
    }
}

/// Checks the number of loops in a step.
///
/// # Errors
/// [`ErrorKind::Limit`] for more than a step may have.
pub(super) fn allowed(game: &Game, ticks: u32) -> Result<u32> {
    let most = game.limits().scene_ticks;
    if ticks > most {
        let why = format!("{ticks} ticks; at most {most} are made");
        return Err(Error::new(ErrorKind::Limit(why), "scene"));
    }
    Ok(ticks)
}

/// Returns the number of a chore or of an animation if the game's scripts can name it.
///
/// # Errors
/// [`ErrorKind::NoSuchItem`] for a number above 255, if scripts have one byte for it.
fn known(game: &Game, what: &str, number: u16) -> Result<u16> {
    let dialect = game.dialect();
    if !dialect.has_akos() && !dialect.is_v0() && number > u16::from(u8::MAX) {
        let name = format!("{what} {number} in {}, which has 0 … 255", game.generation());
        return Err(Error::new(
            ErrorKind::NoSuchItem(name),
            if what == "chore" { "scene" } else { "animate" },
        ));
    }
    Ok(number)
}

impl Player {
    /// Sets up an actor as scripts do, before its first step.
    pub(super) fn new(costume: &Arc<Costume>, colours: Colours, mut context: StepContext<'_>) -> Self {
        let said = context.said;
        let mut actor = Actor::new(Arc::clone(costume), said.facing);
        actor.turn_on();
        actor.set_number(said.number.into());
        actor.set_seed(said.seed);
        said.vars.iter().for_each(|(var, value)| actor.set_var(*var, *value));
        said.conditions.iter().for_each(|condition| actor.set_condition(*condition, true));
        let mut frames = Vec::new();
        actor.move_mouth(&mut context.world(&mut frames));
        Self { actor, turned: None, colours, frames, peek: Peek::default() }
    }

    /// Appends the auxiliary frames that are visible in this loop, from the bottom up.
    pub(super) fn frames_seen(&self, out: &mut Vec<u16>) {
        out.extend(&self.frames);
        self.actor.frames_to_show(out);
    }

    /// Performs a step of the actor.
    pub(super) fn perform(&mut self, step: Step, mut context: StepContext<'_>) -> Result<()> {
        let actor = &mut self.actor;
        match step {
            Step::Perform(ChoreRef::Role(role)) => actor.perform(actor.roles().chore(role)),
            Step::Perform(ChoreRef::Number(chore)) => actor.perform(known(context.game, "chore", chore)?),
            Step::Chore(ChoreRef::Role(role)) => actor.start_role(role),
            Step::Chore(ChoreRef::Number(chore)) => actor.start(known(context.game, "chore", chore)?),
            Step::Face(facing) => actor.face(facing),
            Step::Speed(speed) => actor.set_speed(speed),
            Step::TalkState(state) => actor.set_talk_state(state),
            Step::Animate(operand) => actor.animate(known(context.game, "animation", operand)?),
            Step::Ticks(ticks) => {
                let ticks = allowed(context.game, ticks)?;
                let mut world = context.world(&mut self.frames);
                for _ in 0..ticks {
                    actor.tick(&mut world);
                }
            }
        }
        Ok(())
    }

    /// Sets what differs from the actor's description `before`, as scripts do.
    pub(super) fn set(&mut self, before: &SceneActor, settings: &PlaySettings) {
        let PlaySettings { facing, number, vars, conditions, seed, .. } = settings;
        if let Some(facing) = facing.filter(|facing| *facing != before.facing) {
            self.actor.face(facing);
        }
        if let Some(number) = number {
            self.actor.set_number((*number).into());
        }
        if let Some(seed) = seed.filter(|seed| *seed != before.seed) {
            self.actor.set_seed(seed);
        }
        for (var, value) in vars.iter().flatten() {
            if before.vars.get(var) != Some(value) {
                self.actor.set_var(*var, *value);
            }
        }
        if let Some(conditions) = conditions {
            for condition in before.conditions.symmetric_difference(conditions) {
                self.actor.set_condition(*condition, conditions.contains(condition));
            }
        }
    }

    /// Advances by one loop of the interpreter, except for the programs' queued commands.
    pub(super) fn tick(&mut self, queue: &mut Queue, mut context: StepContext<'_>) {
        let has_programs = self.has_programs();
        let world = &mut context.world(&mut self.frames);
        match has_programs {
            true => self.actor.tick_with(queue, world),
            false => self.actor.tick(world),
        };
    }

    /// Performs a queued command of a program.
    pub(super) fn carry_out(&mut self, limb: u8, order: Order, mut context: StepContext<'_>) {
        self.actor.carry_out(limb, order, &mut context.world(&mut self.frames));
    }

    /// Whether the costume has programs, which can address other actors.
    pub(super) fn has_programs(&self) -> bool {
        self.actor.limbs().as_akos().is_some()
    }

    /// Performs the part of the loop before drawing, if it changes anything.
    pub(super) fn begin_loop(&mut self) {
        if !self.actor.changes_before_drawing() {
            return;
        }
        let Self { actor, turned, .. } = self;
        let turned = turned.get_or_insert_with(|| Box::new(actor.clone()));
        turned.copy(actor);
        turned.begin_loop();
    }

    /// The actor as it is drawn, after [`Player::begin_loop`].
    pub(super) fn shown(&self) -> &Actor {
        self.turned.as_deref().filter(|_| self.actor.changes_before_drawing()).unwrap_or(&self.actor)
    }

    /// The actor of [`Player::shown`], for drawing, and its colours.
    pub(super) fn drawn_by(&mut self) -> (&mut Actor, &Colours) {
        let actor = match &mut self.turned {
            Some(turned) if self.actor.changes_before_drawing() => &mut **turned,
            _ => &mut self.actor,
        };
        (actor, &self.colours)
    }

    /// The actor's position, after [`Player::begin_loop`].
    pub(super) fn spot(&self, said: &SceneActor, room: Option<&Room>) -> ActorPosition {
        let actor = self.shown();
        let dialect = actor.costume().dialect();
        let (x, y) = dialect.anchor.ground(said.position);
        let (dx, dy) = actor.offset();
        let anchor = actor.anchor(said.position, said.elevation);
        let (left, top) = if dialect.akos.raised_frames { anchor } else { actor.anchor(said.position, 0) };
        let in_box = room.and_then(|room| room.box_at(x, y));
        let box_plane = room.map_or(0, |room| room.plane_for(in_box));
        // A program may choose the box's plane, but an actor with a size from a script ignores boxes and stands in
        // none. If plane 0 means the box's, "never clip" has priority.
        let zero_asks = dialect.akos.plane_of_box == 0;
        let asked = match (said.plane, said.scale) {
            (PlaneChoice::Box, _) => box_plane,
            (_, Scale::Fixed(..)) => 0,
            (PlaneChoice::Front, Scale::Box) if zero_asks => 0,
            (_, Scale::Box) => box_plane,
        };
        let (feet_x, feet_y) = dialect.anchor.feet(said.position);
        ActorPosition {
            feet: (feet_x.saturating_add(dx), feet_y.saturating_sub(said.elevation).saturating_add(dy)),
            anchor,
            frames_at: (left.saturating_add(dx), top.saturating_add(dy)),
            scale: match (said.scale, room) {
                (Scale::Fixed(x, y), _) => [x, y],
                (Scale::Box, Some(room)) => [u8::try_from(room.scale_for(in_box, y)).unwrap_or(u8::MAX); 2],
                (Scale::Box, None) => [u8::MAX; 2],
            },
            plane: match said.plane {
                PlaneChoice::Front => 0,
                PlaneChoice::Plane(plane) => plane,
                PlaneChoice::Box => box_plane,
            },
            box_plane: asked,
            unboxed: in_box.is_none()
                && room.is_some_and(|room| !room.boxes.is_empty())
                && (said.scale == Scale::Box || said.plane == PlaneChoice::Box),
            peek: self.peek,
        }
    }
}

impl ActorPosition {
    /// The actor's standing on a stage whose first pixel is `origin` of the room.
    pub(super) fn on_stage<'c>(
        &self,
        said: &SceneActor,
        colours: &'c Colours,
        origin: (i32, i32),
    ) -> ActorPlacement<'c> {
        let there = |(x, y): (i32, i32)| (x.saturating_sub(origin.0), y.saturating_sub(origin.1));
        ActorPlacement {
            anchor: there(self.anchor),
            scale: self.scale,
            plane: self.plane,
            box_plane: self.box_plane,
            colours,
            peek: self.peek,
            clip: said.clip.map(|clip| {
                let ((left, top), (right, bottom)) =
                    (there((clip.left, clip.top)), there((clip.right, clip.bottom)));
                crate::model::Bounds { left, top, right, bottom }
            }),
        }
    }
}

//! The state of an actor, limb by limb.

use costumier::play::Event;
use costumier::{Actor, PictureKey};
use serde::Serialize;

/// The present state of an actor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActorState {
    /// The chore that was started last.
    pub chore: u16,
    /// The role of that chore.
    pub role: Option<String>,
    /// The name of the direction that it looks.
    pub facing: &'static str,
    /// The direction as an angle in degrees.
    pub angle: u16,
    /// Whether the actor has not finished turning.
    pub turning: bool,
    /// Whether the actor is drawn mirrored.
    pub mirrored: bool,
    /// The value of the animation counter.
    pub counter: u16,
    /// Loops of the interpreter per step.
    pub speed: u8,
    /// The distance that programs have moved the actor.
    pub offset: (i32, i32),
    /// The z-plane that a program has chosen.
    pub plane: Option<u8>,
    /// Whether its own program has removed it from the room.
    pub gone: bool,
    /// The limbs that are active.
    pub limbs: Vec<LimbState>,
    /// The variables of its programs by number (AKOS).
    pub vars: Vec<i16>,
    /// The user conditions that are set (AKOS).
    pub conditions: Vec<u8>,
}

/// The present state of a limb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LimbState {
    /// The number of the limb.
    pub limb: u8,
    /// The record that started it (COST).
    pub record: Option<u16>,
    /// The chore that started it (AKOS).
    pub chore: Option<u16>,
    /// The mode in which it plays: `loop` or `once`; in AKOS costumes also `run`, `hide` and others.
    pub mode: &'static str,
    /// The first command of its window; in AKOS costumes its offset in AKSQ.
    pub start: u16,
    /// The last command of its window; in AKOS costumes its offset in AKSQ.
    pub end: u16,
    /// The command that it shows now.
    pub position: u16,
    /// Whether it plays without being drawn.
    pub hidden: bool,
    /// Whether it stands still after a fault that would stop the interpreter.
    pub faulty: bool,
    /// The pictures that it shows, in drawing order.
    pub pictures: Vec<PictureKey>,
}

/// Returns the state of an actor.
#[must_use]
pub fn actor_state(actor: &Actor) -> ActorState {
    let roles = actor.roles();
    let chore = actor.chore();
    let role = roles.role(chore);
    ActorState {
        chore,
        role: role.map(role_name),
        facing: actor.facing().name(),
        angle: actor.facing().angle(),
        turning: actor.is_turning(),
        mirrored: actor.mirrored(),
        counter: actor.counter(),
        speed: actor.speed(),
        offset: actor.offset(),
        plane: actor.plane(),
        gone: actor.is_gone(),
        limbs: limbs(actor),
        vars: actor.costume().as_akos().map(|_| variables(actor)).unwrap_or_default(),
        conditions: (1..=16).filter(|condition| actor.condition(*condition)).collect(),
    }
}

/// Returns the name of a role in JSON: `talk-start`.
#[must_use]
pub fn role_name(role: costumier::Role) -> String {
    role.name().replace(' ', "-")
}

fn variables(actor: &Actor) -> Vec<i16> {
    (0u8..).take(costumier::format::akos::VARS).map(|var| actor.var(var)).collect()
}

/// Returns the active limbs of an actor.
#[must_use]
pub fn limbs(actor: &Actor) -> Vec<LimbState> {
    let mut pose = Vec::new();
    actor.pose(&mut pose);
    let pictures = |limb: u8| {
        let of_limb = pose.iter().filter(|placed| placed.limb == limb);
        of_limb.map(|placed| placed.picture).collect()
    };
    let state = |limb: u8| {
        actor.limb(limb).map(|it| LimbState {
            limb,
            record: actor.record_of(limb),
            chore: it.chore,
            mode: it.mode.name(),
            start: it.start,
            end: it.end,
            position: it.position,
            hidden: it.is_hidden,
            faulty: it.is_faulty,
            pictures: pictures(limb),
        })
    };
    (0..16u8).filter_map(state).collect()
}

/// An event in a tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventRow {
    /// The index of the actor, from 0.
    pub actor: usize,
    /// The limb that caused the event.
    pub limb: u8,
    /// The kind of the event: `sound`, `counted` …
    pub event: &'static str,
    /// The event in a few words: `sound 0`, `counter 3`.
    pub text: String,
}

impl EventRow {
    /// Makes the row of an actor's event.
    #[must_use]
    pub fn new(actor: usize, event: Event) -> Self {
        Self { actor, limb: event.limb(), event: event.name(), text: event.to_string() }
    }
}

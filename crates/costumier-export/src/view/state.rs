//! What an actor is doing, limb by limb.

use costumier::play::Event;
use costumier::raw::play::{AkosLimbs, Limbs};
use costumier::{Actor, PictureKey};
use serde::Serialize;

/// A picture's key in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Key {
    /// The limb that has it; 0 in AKOS costumes.
    pub limb: u8,
    /// Its index in the limb's table.
    pub index: u16,
}

impl From<PictureKey> for Key {
    fn from(key: PictureKey) -> Self {
        Self { limb: key.limb, index: key.index }
    }
}

/// An actor as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActorState {
    /// The chore that was started last.
    pub chore: u16,
    /// Its role.
    pub role: Option<String>,
    /// Where it looks.
    pub facing: &'static str,
    /// The same as an angle.
    pub angle: u16,
    /// Whether it has still to turn.
    pub turning: bool,
    /// Whether it is drawn mirrored.
    pub mirrored: bool,
    /// The animation counter.
    pub counter: u16,
    /// Loops of the interpreter per step.
    pub speed: u8,
    /// What programs have moved it by.
    pub offset: (i32, i32),
    /// The z-plane that a program has chosen.
    pub plane: Option<u8>,
    /// Whether it has left the room, by its own program.
    pub gone: bool,
    /// The limbs that do something.
    pub limbs: Vec<LimbState>,
    /// Variables of its programs.
    pub vars: Vec<i16>,
    /// User conditions that are set.
    pub conditions: Vec<u8>,
}

/// A limb as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LimbState {
    /// Its number.
    pub limb: u8,
    /// The record that set it (COST).
    pub record: Option<u16>,
    /// The chore that set it (AKOS).
    pub chore: Option<u16>,
    /// How it plays.
    pub mode: &'static str,
    /// First command of its window.
    pub start: u16,
    /// Last command.
    pub end: u16,
    /// The command that it shows now.
    pub position: u16,
    /// Whether it plays without being drawn.
    pub hidden: bool,
    /// Whether it stands still after something that the interpreter would stop at.
    pub faulty: bool,
    /// What it shows, in drawing order.
    pub pictures: Vec<Key>,
}

/// What an actor is doing.
#[must_use]
pub fn actor_state(actor: &Actor) -> ActorState {
    let akos = actor.limbs().as_akos();
    let roles = actor.roles();
    let chore = actor.chore();
    let role = u8::try_from(chore).ok().and_then(|chore| roles.role(chore));
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
        plane: akos.and_then(AkosLimbs::plane),
        gone: akos.is_some_and(AkosLimbs::is_gone),
        limbs: limbs(actor),
        vars: akos.map(variables).unwrap_or_default(),
        conditions: akos.map(user_conditions).unwrap_or_default(),
    }
}

/// A role as JSON has it: `talk-start`.
#[must_use]
pub fn role_name(role: costumier::Role) -> String {
    role.name().replace(' ', "-")
}

fn variables(limbs: &AkosLimbs) -> Vec<i16> {
    (0u8..).take(costumier::format::akos::VARS).map(|var| limbs.var(var)).collect()
}

fn user_conditions(limbs: &AkosLimbs) -> Vec<u8> {
    (1..=16u8).filter(|condition| limbs.user_condition(*condition)).collect()
}

/// The limbs that do something.
#[must_use]
pub fn limbs(actor: &Actor) -> Vec<LimbState> {
    let mut pose = Vec::new();
    actor.pose(&mut pose);
    let pictures = |limb: u8| {
        let of_limb = pose.iter().filter(|placed| placed.limb == limb);
        of_limb.map(|placed| placed.picture.into()).collect()
    };
    let hidden = |limb| actor.limbs().is_hidden(limb);
    let state = |limb: u8| match actor.limbs() {
        Limbs::Cost(limbs) => limbs.limb(limb).map(|it| LimbState {
            limb,
            record: limbs.record_of(limb),
            chore: None,
            mode: if it.play_once { "once" } else { "loop" },
            start: it.start,
            end: it.end,
            position: it.position,
            hidden: hidden(limb),
            faulty: false,
            pictures: pictures(limb),
        }),
        Limbs::Akos(limbs) => limbs.limb(limb).map(|it| LimbState {
            limb,
            record: None,
            chore: it.chore,
            mode: it.mode.name(),
            start: it.start,
            end: it.end,
            position: it.position,
            hidden: hidden(limb),
            faulty: limbs.is_faulty(limb),
            pictures: pictures(limb),
        }),
        Limbs::V0(limbs) => limbs.limb(limb).filter(|it| it.playing.is_some()).map(|it| LimbState {
            limb,
            record: None,
            chore: None,
            mode: if it.repeats == 0 { "once" } else { "loop" },
            start: it.start.into(),
            end: it.start.into(),
            position: it.position,
            hidden: false,
            faulty: false,
            pictures: pictures(limb),
        }),
        Limbs::Nes(limbs) => limbs.record().filter(|_| limb == 0).map(|record| LimbState {
            limb,
            record: Some(record),
            chore: None,
            mode: "loop",
            start: 0,
            end: 0,
            position: limbs.position().into(),
            hidden: false,
            faulty: false,
            pictures: pictures(limb),
        }),
        _ => None,
    };
    (0..16u8).filter_map(state).collect()
}

/// Something that happened in a tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventRow {
    /// The actor, from 0.
    pub actor: usize,
    /// The limb.
    pub limb: u8,
    /// What: `sound`, `counted` …
    pub event: &'static str,
    /// The same in a few words.
    pub text: String,
}

impl EventRow {
    /// An event of an actor.
    #[must_use]
    pub fn new(actor: usize, event: Event) -> Self {
        let (limb, event, text) = match event {
            Event::Sound { limb, slot } => (limb, "sound", format!("sound {slot}")),
            Event::SoftSound { limb, slot } => (limb, "soft-sound", format!("sound {slot}, softly")),
            Event::SoundSetting { limb, slot, setting, value } => {
                let what = match setting {
                    1 => "volume",
                    2 => "pan",
                    _ => "priority",
                };
                (limb, "sound-setting", format!("sound {slot}: {what} {value}"))
            }
            Event::Counted { limb, counter } => (limb, "counted", format!("counter {counter}")),
            Event::Stuck { limb } => (limb, "stuck", "nothing to rest on: a game would hang".to_owned()),
            Event::Faulty { limb, at } => (limb, "faulty", format!("{at:#x}: a game would stop or hang")),
            Event::Talk { limb, line } => (limb, "talk", format!("says line {line}")),
            Event::Frame { limb, frame } => (limb, "frame", format!("frame {frame} behind")),
            Event::ActorChore { limb, actor, chore } => {
                (limb, "actor-chore", format!("actor {actor} shall start chore {chore}"))
            }
            Event::ActorVar { limb, actor, var, value } => {
                (limb, "actor-var", format!("variable {var} of actor {actor} becomes {value}"))
            }
            Event::Left { limb } => (limb, "left", "leaves the room".to_owned()),
            _ => (0, "other", String::new()),
        };
        Self { actor, limb, event, text }
    }
}

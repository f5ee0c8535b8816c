//! The description of a scene's actor, its steps, and the way in which a viewer looks at it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use super::slot::PaletteSlot;
use crate::Facing;
use crate::Role;
use crate::UnknownName;
use crate::dialect::Position;
use crate::model::{Bounds, Placed};

/// An actor of a scene.
///
/// ```
/// use costumier::scene::{ChoreRef, Scale, SceneActor, Step};
/// use costumier::{Facing, Role};
///
/// // It has walked for five ticks and turned; room colour 40 replaces its costume colour 3.
/// let mut actor = SceneActor::new(7, (160, 130), Facing::WEST);
/// let walk = Step::Perform(ChoreRef::Role(Role::Walk));
/// actor.steps = vec![walk, Step::Ticks(5), Step::Face(Facing::SOUTH)];
/// actor.palette.insert(3, 40);
/// actor.scale = Scale::Box;
/// # assert_eq!(actor.steps.len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SceneActor {
    /// The costume's id in the game.
    pub costume: u32,
    /// The actor's number in the game. In v1 it decides the actor's colours; programs of AKOS costumes address
    /// actors by it.
    pub number: u8,
    /// The actor's position in the room.
    pub position: Position,
    /// Height by which the actor is raised, in pixels; a row of a [cell](Position::Cell) is two. It does not change
    /// scale and boxes.
    pub elevation: i32,
    /// The facing before the first step.
    pub facing: Facing,
    /// The steps that the actor makes before it is drawn, in order; usually [`Step::Perform`] first.
    pub steps: Vec<Step>,
    /// The size of the actor.
    pub scale: Scale,
    /// The z-plane that hides the actor, unless a program of its costume chooses another (C083).
    pub plane: PlaneChoice,
    /// Room colours for costume colours of this actor alone.
    pub palette: BTreeMap<u8, u8>,
    /// Pixels of 16 bits for costume colours of this actor alone, in games with such pixels
    /// ([`Dialect::high_colour`](crate::Dialect::high_colour)). They override [`palette`](Self::palette), whose
    /// room colours are there used as pixels.
    pub pixels: BTreeMap<u8, u16>,
    /// The image whose `XMAP` makes shadows of pictures that ask for it (Humongous from 9.0 on); 0 means none. With
    /// 16 bits a pixel, such pictures are mixed with the pixels beneath.
    pub xmap: u16,
    /// The contents of the palette slot that the actor was given (Humongous from 9.9 on). Its colours replace those
    /// of [`palette`](Self::palette), [`pixels`](Self::pixels) and the costume, except those of codec 32 with 8
    /// bits a pixel.
    pub slot: Option<PaletteSlot>,
    /// Factors for red, green and blue by which "remap costume" adapts an AKOS costume with RGBS to the room; 256
    /// keeps a channel. [`palette`](Self::palette) overrides the result.
    pub remap: Option<[u16; 3]>,
    /// The script's shadow mode. COST: bit 0x20 makes a shadow of every pixel. AKOS: 1 makes shadows of colour 13,
    /// 3 of colours below 8.
    pub shadow_mode: u8,
    /// The part of the room that the actor is drawn in, if the engine has clip rectangles (Humongous from 7.1 on).
    pub clip: Option<Bounds>,
    /// Variables of the AKOS costume's programs, set before the first step.
    pub vars: BTreeMap<u8, i16>,
    /// User conditions, 1 to 16, that are set before the first step (Humongous from 8.0 on).
    pub conditions: BTreeSet<u8>,
    /// Whether the actor is talking.
    pub talking: bool,
    /// The shape of the mouth while the actor talks, 1 to 13; `None` means another one at every step.
    pub mouth: Option<u8>,
    /// Entries of the actor's sound table that are playing.
    pub sounds: BTreeSet<u8>,
    /// The seed of the programs' random numbers.
    pub seed: u64,
}

impl SceneActor {
    /// An actor at full size, in front of everything. [`Scale::Box`] and [`PlaneChoice::Box`] take size and z-plane
    /// from the room.
    ///
    /// **Note:** it shows nothing until it performs a step ([`Rendered::unseen`](super::Rendered::unseen) lists
    /// such actors).
    #[must_use]
    pub fn new(costume: u32, position: impl Into<Position>, facing: Facing) -> Self {
        Self {
            costume,
            number: 1,
            position: position.into(),
            elevation: 0,
            facing,
            steps: Vec::new(),
            scale: Scale::FULL,
            plane: PlaneChoice::Front,
            palette: BTreeMap::new(),
            pixels: BTreeMap::new(),
            xmap: 0,
            slot: None,
            remap: None,
            shadow_mode: 0,
            clip: None,
            vars: BTreeMap::new(),
            conditions: BTreeSet::new(),
            talking: false,
            mouth: None,
            sounds: BTreeSet::new(),
            seed: 0,
        }
    }
}

/// A step of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Step {
    /// Starts a chore as a game does: first the chores at an actor's appearance (`init`), `stand` before the talk
    /// chores, then the chore ([`Actor::perform`](crate::Actor::perform)). If the costume has no
    /// [record](crate::Costume::has_record) for the chore, only `init` is visible.
    ///
    /// **Note:** walking does not move the actor: set its position yourself
    /// ([`LiveScene::place`](super::LiveScene::place)).
    Perform(ChoreRef),
    /// Starts only this chore, as a script does. Limbs that its record does not name are unchanged. If the actor
    /// has started nothing yet, they are empty, so its head may be missing.
    Chore(ChoreRef),
    /// Changes the facing at once.
    Face(Facing),
    /// Performs the operand of the script operation "animate actor", pseudo-animations included.
    Animate(u16),
    /// Sets the animation speed, in loops per step.
    Speed(u8),
    /// Gives the mouth a shape, 1 to 16, as a script does (Humongous from 8.0 on). 1 is a mouth at rest. It lasts
    /// until the actor's limbs step again; then [`SceneActor::talking`] and [`SceneActor::mouth`] decide.
    TalkState(u8),
    /// Lets this many loops of the interpreter pass.
    Ticks(u32),
}

/// A chore by role or by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
#[non_exhaustive]
pub enum ChoreRef {
    /// The chore number that the actor has for this role.
    Role(Role),
    /// The chore with this number.
    Number(u16),
}

impl fmt::Display for Step {
    /// The step as words: `perform walk`, `face east`, `ticks 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perform(chore) => write!(f, "perform {chore}"),
            Self::Chore(chore) => write!(f, "chore {chore}"),
            Self::Face(facing) => write!(f, "face {facing}"),
            Self::Animate(operand) => write!(f, "animate {operand}"),
            Self::Speed(speed) => write!(f, "speed {speed}"),
            Self::TalkState(state) => write!(f, "talk state {state}"),
            Self::Ticks(ticks) => write!(f, "ticks {ticks}"),
        }
    }
}

impl fmt::Display for ChoreRef {
    /// The role's name, or the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Role(role) => role.fmt(f),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl FromStr for ChoreRef {
    type Err = UnknownName;

    /// The name of a role, or a number.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        text.parse().map(Self::Number).or_else(|_| text.parse().map(Self::Role))
    }
}

/// An actor's size; 255 is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scale {
    /// A fixed scale in x and y.
    Fixed(u8, u8),
    /// The scale of the walk box under the actor. An actor in no box usually has full size
    /// ([`Rendered::unboxed`](super::Rendered::unboxed) lists it); [`Room::box_at`](crate::game::Room::box_at)
    /// finds the box of a place.
    Box,
}

impl Scale {
    /// Full size in x and y.
    pub const FULL: Self = Self::Fixed(255, 255);
}

/// The z-plane that hides an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlaneChoice {
    /// No plane: the actor is in front of everything.
    Front,
    /// This plane: its set pixels hide the actor. Plane 1 is [`Room::planes`](crate::game::Room::planes)`[0]`. A
    /// number above the room's last plane means the last.
    Plane(u8),
    /// The plane of the walk box under the actor. An actor in no box is usually in front of everything
    /// ([`Room::plane_for`](crate::game::Room::plane_for)).
    Box,
}

/// A viewer's way of looking at an actor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Peek {
    /// Limbs that are not drawn, one bit for each (bit i is limb i). They continue to play.
    pub hidden: u16,
    /// Whether the actor is drawn mirrored about its anchor, relative to the game.
    pub flip: bool,
}

impl Peek {
    /// Whether a picture is drawn.
    pub(super) fn shows(self, placed: &Placed) -> bool {
        self.hidden.checked_shr(placed.limb.into()).is_none_or(|bits| bits & 1 == 0)
    }
}

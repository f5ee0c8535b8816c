//! The description of a scene: room, view, lights, actors and their steps.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use super::slot::PaletteSlot;
use super::steps::SceneStep;
use crate::Facing;
use crate::Role;
use crate::UnknownName;
use crate::dialect::Position;
use crate::game::ObjectStates;
use crate::model::{Bounds, Placed};

/// A picture to be drawn: a room (or none) and the actors in it.
///
/// ```
/// use costumier::Facing;
/// use costumier::scene::{Scene, SceneActor, View, ViewChoice};
///
/// // Two actors in a part of room 1, without light.
/// let people = [100, 150].map(|x| SceneActor::new(1, (x, 120), Facing::SOUTH));
/// let mut scene = Scene::new(1, people.to_vec());
/// scene.view = View { x: 80, y: 40, width: 100, height: 100 }.into();
/// scene.lights = 0;
/// // The first one alone, on a transparent stage.
/// let mut alone = scene.clone();
/// (alone.room, alone.view) = (None, ViewChoice::Whole);
/// alone.actors.truncate(1);
/// assert_ne!(alone, scene);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scene {
    /// The scene's name, which becomes the name of its file.
    pub name: String,
    /// The room's number; `None` is a transparent stage around the actors.
    pub room: Option<u32>,
    /// Whether the room's picture is shown. Its z-planes hide actors either way.
    pub background: bool,
    /// The states of the room's objects, which are part of its picture and of its z-planes. The default is their
    /// state when the game begins.
    pub objects: ObjectStates,
    /// The number of the visible palette. 0 is the first; from v6 on rooms can have several, of which scripts
    /// choose one. Without a room, it is a palette of the first actor's room. Entries that the interpreter skips
    /// are those of the first palette.
    ///
    /// With 16 bits a pixel, the room's picture changes with the palette. In ScummVM, by its source, it changes
    /// only when it is drawn again (UNVERIFIED).
    pub room_palette: u16,
    /// The part of the room that is shown.
    pub view: ViewChoice,
    /// The interpreter's light bits: 2 is the room's light, 8 shows actors in their colours; 11 is all lights on.
    pub lights: u8,
    /// Replaces the room's shadow table (identity when a room is entered).
    pub shadow: Option<ShadowPalette>,
    /// Shadow tables of v7 and v8, by number 0 to 7. Missing ones make every shadow colour 0, as in a room that was
    /// just entered. [`shadow`](Self::shadow) has number 0.
    pub shadows: BTreeMap<u8, ShadowTable>,
    /// The actors, drawn in this order. Games draw an actor further down later: sort them by the rows of their
    /// positions (or use [`LiveScene::reorder`](super::LiveScene::reorder) when they move).
    pub actors: Vec<SceneActor>,
    /// What happens after the actors' own steps, in order, before the scene is drawn. Settings that playing does not
    /// depend on ([`PlaySettings`](super::PlaySettings)) are those of the actor at its beginning: of
    /// [`actors`](Self::actors), or of the step that adds it.
    pub steps: Vec<SceneStep>,
}

impl Scene {
    /// The light bits with all lights on.
    pub const LIGHTS_ON: u8 = 11;

    /// These actors in a room, or without one for `None`. Without a room, the picture is as large as they need, or
    /// one pixel if none is visible. All other fields have their defaults.
    #[must_use]
    pub fn new(room: impl Into<Option<u32>>, actors: Vec<SceneActor>) -> Self {
        Self { room: room.into(), actors, ..Self::default() }
    }
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            name: "scene".into(),
            room: None,
            background: true,
            objects: ObjectStates::default(),
            room_palette: 0,
            view: ViewChoice::Whole,
            lights: Self::LIGHTS_ON,
            shadow: None,
            shadows: BTreeMap::new(),
            actors: Vec::new(),
            steps: Vec::new(),
        }
    }
}

/// A rectangle in room pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The left edge, in room pixels.
    pub x: i32,
    /// The upper edge, in room pixels.
    pub y: i32,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

/// The part of a room that a scene shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ViewChoice {
    /// The whole room. Without a room, the part that the actors fill now. For frames of one size, use `Part`
    /// ([`Clip::bounds`](crate::Clip::bounds) says what a chore needs).
    #[default]
    Whole,
    /// The part of the room that the game's screen shows, with the screen's edges: as wide as the screen and as
    /// high as the room, at least 128 rows. In a wider room, the first actor is in the middle, as far as the room
    /// allows. Without a room, the screen from (0, 0).
    Screen,
    /// This part of the room. It has the edges of the game's screen if it has the screen's width, and either its
    /// height or at least 128 rows from row 0 on.
    Part(View),
}

impl ViewChoice {
    /// The part, for [`ViewChoice::Part`].
    #[must_use]
    pub fn part(self) -> Option<View> {
        match self {
            Self::Part(view) => Some(view),
            Self::Whole | Self::Screen => None,
        }
    }
}

impl From<View> for ViewChoice {
    fn from(view: View) -> Self {
        Self::Part(view)
    }
}

/// The operands of the script operation "shadow palette" (`docs/format/drawing.md §7.3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShadowPalette {
    /// Factors for red, green and blue; 256 keeps a channel.
    pub factors: [u16; 3],
    /// First palette entry that a shadow may have.
    pub first: u8,
    /// Last palette entry that a shadow may have.
    pub last: u8,
}

/// A shadow table of v7 and v8.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShadowTable {
    /// A table that a script makes: colours `first` to `last` become the room colour nearest to the colour times
    /// the factors, all others stay.
    Made(ShadowPalette),
    /// The resulting colour for each colour beneath.
    Exact(Box<[u8; 256]>),
}

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

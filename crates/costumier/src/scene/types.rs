//! What a scene says.

use std::collections::{BTreeMap, BTreeSet};

use super::slot::PaletteSlot;
use crate::Facing;
use crate::Role;
use crate::dialect::Position;
use crate::game::ObjectStates;
use crate::model::{Bounds, Placed};

/// A picture to be drawn: a room (or nothing) and the actors on it.
///
/// ```
/// use costumier::Facing;
/// use costumier::scene::{Scene, SceneActor, View, ViewChoice};
///
/// // Two of them in a part of room 1, which has no light.
/// let people = [100, 150].map(|x| SceneActor::new(1, (x, 120), Facing::SOUTH));
/// let mut scene = Scene::new(1, people.to_vec());
/// scene.view = View { x: 80, y: 40, width: 100, height: 100 }.into();
/// scene.lights = 0;
/// // The first one alone, on nothing.
/// let mut alone = scene.clone();
/// (alone.room, alone.view) = (None, ViewChoice::Whole);
/// alone.actors.truncate(1);
/// assert_ne!(alone, scene);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scene {
    /// Its name: what the file that it becomes is called.
    pub name: String,
    /// The room, by number; `None` is a transparent stage around the actors.
    pub room: Option<u32>,
    /// Whether the room's picture is shown. Its z-planes hide actors either way.
    pub background: bool,
    /// The states of the room's objects, which are part of its picture and of its z-planes: as when the game
    /// begins, unless it is said otherwise.
    pub objects: ObjectStates,
    /// Which of the room's palettes is shown: 0, the first, until a script chooses another (v6 and later, where
    /// rooms can have several). Where there is no room, it is one of the first actor's room. Colours of it that
    /// the interpreter passes over are those of the first. Where pixels have 16 bits, the room's picture changes with
    /// it, which by reading ScummVM's does not before it is drawn anew (UNVERIFIED).
    pub room_palette: u16,
    /// The part of the room that is shown.
    pub view: ViewChoice,
    /// The interpreter's light bits: 2 room lit, 8 actors in their colours; 11 is everything on.
    pub lights: u8,
    /// Replaces the room's shadow table (identity when a room is entered).
    pub shadow: Option<ShadowPalette>,
    /// Shadow tables of v7 and v8, by number 0 … 7; those that are not given make every shadow colour 0, as
    /// in a room that has just been entered. [`shadow`](Self::shadow) is number 0 there.
    pub shadows: BTreeMap<u8, ShadowTable>,
    /// The actors, drawn in this order. Games draw who stands further down later: sort them by the rows of their
    /// positions ([`LiveScene::reorder`](super::LiveScene::reorder) where they move).
    pub actors: Vec<SceneActor>,
}

impl Scene {
    /// All lights on.
    pub const LIGHTS_ON: u8 = 11;

    /// These actors in a room, or with `None` on nothing: then the picture is as large as they need, one pixel
    /// if none is seen. All else as it usually is, to be set in the fields.
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
        }
    }
}

/// A rectangle in room pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// The part of a room that a scene shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViewChoice {
    /// The whole room. Where there is none, what the actors fill just now: for frames that are all of one size, say a
    /// part ([`Clip::bounds`](crate::Clip::bounds) tells what a chore needs).
    #[default]
    Whole,
    /// What the game's screen shows of the room, with the screen's edges: as wide as the screen and as high as the
    /// room, 128 rows at least. In a room that is wider, the first actor is in the middle, as far as the room goes.
    /// Without a room, the screen, from (0, 0).
    Screen,
    /// This part. One of the screen's width, and of its height or from row 0 on and 128 rows or more, has the edges of
    /// the game's screen.
    Part(View),
}

impl ViewChoice {
    /// The part, where one is given.
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

/// Operands of the script's "shadow palette" operation (`reference/04 §7.3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShadowPalette {
    /// Factors for red, green and blue; 255 is nearly full.
    pub factors: [u16; 3],
    /// First palette entry that a shadow may be.
    pub first: u8,
    /// Last palette entry that a shadow may be.
    pub last: u8,
}

/// A shadow table of v7 and v8.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShadowTable {
    /// Made by a script: colours `first` to `last` become the room colour that is nearest to what the factors
    /// make of them, all others stay ([`eighth_table`](crate::draw::eighth_table)).
    Made(ShadowPalette),
    /// What each colour beneath becomes.
    Exact(Box<[u8; 256]>),
}

/// An actor of a scene.
///
/// ```
/// use costumier::scene::{ChoreRef, Scale, SceneActor, Step};
/// use costumier::{Facing, Role};
///
/// // It has walked for five ticks, has turned, and wears the room's colour 40 where its costume has colour 3.
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
    /// Costume id.
    pub costume: u32,
    /// Its number among the game's actors: in v1, its colours depend on it; programs of AKOS costumes name
    /// actors by it.
    pub number: u8,
    /// Where it stands.
    pub position: Position,
    /// How many pixels it is raised; scale and boxes do not see it. A row of a [cell](Position::Cell) is two.
    pub elevation: i32,
    /// Where it looks before the first step.
    pub facing: Facing,
    /// What it does before it is drawn, in order; as a rule, [`Step::Perform`] first.
    pub steps: Vec<Step>,
    /// Its size.
    pub scale: Scale,
    /// Which z-plane hides it, unless a program of its costume chooses another (C083).
    pub plane: PlaneChoice,
    /// Costume colours that are given another room colour, for this actor alone.
    pub palette: BTreeMap<u8, u8>,
    /// Pixels of 16 bits that costume colours are given, for this actor alone, in games that have such
    /// ([`Dialect::high_colour`](crate::Dialect::high_colour)); there they go before
    /// [`palette`](Self::palette), whose room colours are taken for pixels.
    pub pixels: BTreeMap<u8, u16>,
    /// The image whose `XMAP` makes shadows of pictures that ask for it (Humongous 9.0 on); 0 is none. Where
    /// pixels have 16 bits, such pictures are mixed with what is beneath.
    pub xmap: u16,
    /// What the palette slot holds that it has been given (Humongous 9.9 on): its colours take the place of all that
    /// [`palette`](Self::palette), [`pixels`](Self::pixels) and the costume itself say. Not those of codec 32 where
    /// pixels have 8 bits.
    pub slot: Option<PaletteSlot>,
    /// Factors for red, green and blue by which "remap costume" suits an AKOS costume with RGBS to the room
    /// (256 leaves them as they are); [`palette`](Self::palette) goes before it.
    pub remap: Option<[u16; 3]>,
    /// The script's shadow mode. COST: bit 0x20 makes a shadow of every pixel; AKOS: 1 of colour 13, 3 of
    /// colours below 8.
    pub shadow_mode: u8,
    /// The part of the room that it is drawn in, where the engine has clip rectangles (Humongous 7.1 on).
    pub clip: Option<Bounds>,
    /// Variables of its AKOS costume's programs, set before the first step.
    pub vars: BTreeMap<u8, i16>,
    /// User conditions 1 … 16 that are set before the first step (Humongous 8.0 on).
    pub conditions: BTreeSet<u8>,
    /// Whether it is talking.
    pub talking: bool,
    /// The shape of its mouth while it talks, 1 … 13; `None` is another one at every step.
    pub mouth: Option<u8>,
    /// Entries of its sound table that are playing.
    pub sounds: BTreeSet<u8>,
    /// Where its programs' random numbers start.
    pub seed: u64,
}

impl SceneActor {
    /// An actor at full size, in front of everything. It shows nothing until it performs something
    /// ([`Rendered::unseen`](super::Rendered::unseen) names it); [`Scale::Box`] and [`PlaneChoice::Box`] make it as
    /// small, and hide it behind what, the room says of its place.
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

/// Something that an actor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Begin anew in a chore, as a game has it: first what it starts when an actor appears (`init`), `stand`
    /// before the talk chores, then the chore ([`Actor::perform`](crate::Actor::perform)). Who walks does so on
    /// the spot: places are the caller's ([`LiveScene::place`](super::LiveScene::place)). Of a chore without a
    /// [record](crate::Costume::has_record), `init` alone is seen.
    Perform(ChoreRef),
    /// Start a chore, as a script does it, and nothing else: limbs that its record does not name stay as they
    /// are. Of an actor that has started nothing yet, they are empty: its head may be missing.
    Chore(ChoreRef),
    /// Face another way at once.
    Face(Facing),
    /// The script operand of "animate actor", pseudo-animations included.
    Animate(u16),
    /// Set the animation speed: loops per step.
    Speed(u8),
    /// Give the mouth a shape, 1 … 16, as a script does it (Humongous 8.0 on): it is seen until the next step, after
    /// which it is again what [`SceneActor::talking`] and [`SceneActor::mouth`] say. 1 is a mouth at rest.
    TalkState(u8),
    /// Let this many loops of the interpreter pass.
    Ticks(u32),
}

/// A chore by role or by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChoreRef {
    /// Whatever number the actor has for it.
    Role(Role),
    /// This number.
    Number(u16),
}

/// An actor's size; 255 is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scale {
    /// This much in x and y.
    Fixed(u8, u8),
    /// What the walk box under the actor says. Who stands in none mostly has full size
    /// ([`Rendered::unboxed`](super::Rendered::unboxed) names it): [`Room::box_at`](crate::game::Room::box_at) tells
    /// which places are in one.
    Box,
}

impl Scale {
    /// Full size.
    pub const FULL: Self = Self::Fixed(255, 255);
}

/// Which z-plane hides an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaneChoice {
    /// None: in front of everything.
    Front,
    /// This plane and no other: what is set in it hides the actor. Plane 1 is
    /// [`Room::planes`](crate::game::Room::planes)`[0]`. A number above the room's last plane means the last.
    Plane(u8),
    /// The one of the walk box under the actor. Who stands in none is mostly in front of everything
    /// ([`Room::plane_for`](crate::game::Room::plane_for)).
    Box,
}

/// How a viewer looks at an actor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Peek {
    /// Limbs that are not drawn, a bit each (bit i: limb i). They play on.
    pub hidden: u16,
    /// Whether it is drawn the other way round, about its anchor.
    pub flip: bool,
}

impl Peek {
    /// Whether a picture is drawn.
    pub(super) fn shows(self, placed: &Placed) -> bool {
        self.hidden.checked_shr(placed.limb.into()).is_none_or(|bits| bits & 1 == 0)
    }
}

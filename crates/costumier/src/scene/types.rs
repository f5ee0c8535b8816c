//! The description of a scene: room, view, lights, actors and steps.

use std::collections::BTreeMap;

use super::actor::SceneActor;
use super::steps::SceneStep;
use crate::game::ObjectStates;

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
    /// high as the room, at least 128 rows and at most the screen's. In a wider room, the first actor's position
    /// is in the
    /// middle, as far as the room allows: at whole strips of eight columns up to v6, and in v7 and v8 to the
    /// pixel, also
    /// up and down. Humongous games from 7.1 on show the upper left part. Without a room, the screen from (0, 0).
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

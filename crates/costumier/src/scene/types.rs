//! What a scene says.

use std::collections::BTreeMap;

use crate::chore::Role;
use crate::facing::Facing;

/// A picture to be drawn: a room (or nothing) and the actors on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Its name: what the file that it becomes is called.
    pub name: String,
    /// The room, by number; `None` is a transparent stage around the actors.
    pub room: Option<u32>,
    /// Whether the room's picture is shown. Its z-planes hide actors either way.
    pub background: bool,
    /// The part of the room that is shown; `None` is all of it.
    pub view: Option<View>,
    /// The interpreter's light bits: 2 room lit, 8 actors in their colours; 11 is everything on.
    pub lights: u8,
    /// Replaces the room's shadow table (identity when a room is entered).
    pub shadow: Option<ShadowPalette>,
    /// The actors, drawn in this order.
    pub actors: Vec<SceneActor>,
}

impl Scene {
    /// All lights on.
    pub const LIGHTS_ON: u8 = 11;
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            name: "scene".into(),
            room: None,
            background: true,
            view: None,
            lights: Self::LIGHTS_ON,
            shadow: None,
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

/// An actor of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneActor {
    /// Costume id.
    pub costume: u32,
    /// Its number among the game's actors: in v1, its colours depend on it.
    pub number: u8,
    /// Where its anchor stands, in room pixels; in v1 and v2, in cells of 8 × 2 pixels, as their scripts have it.
    pub position: (i32, i32),
    /// How far it is raised, in pixels (v1 and v2: cells of two); scale and boxes do not see it.
    pub elevation: i32,
    /// Where it looks before the first step.
    pub facing: Facing,
    /// What it does before it is drawn, in order.
    pub steps: Vec<Step>,
    /// Its size.
    pub scale: Scale,
    /// Which z-plane hides it.
    pub plane: PlaneChoice,
    /// Costume colours that are given another room colour, for this actor alone.
    pub palette: BTreeMap<u8, u8>,
    /// The script's shadow mode; bit 0x20 makes a shadow of every pixel.
    pub shadow_mode: u8,
}

impl SceneActor {
    /// An actor at full size, in front of everything, doing nothing yet.
    #[must_use]
    pub fn new(costume: u32, position: (i32, i32), facing: Facing) -> Self {
        Self {
            costume,
            number: 1,
            position,
            elevation: 0,
            facing,
            steps: Vec::new(),
            scale: Scale::FULL,
            plane: PlaneChoice::Front,
            palette: BTreeMap::new(),
            shadow_mode: 0,
        }
    }
}

/// Something that an actor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Start a chore.
    Chore(ChoreRef),
    /// Face another way at once.
    Face(Facing),
    /// The script operand of "animate actor", pseudo-animations included.
    Animate(u16),
    /// Set the animation speed: loops per step.
    Speed(u8),
    /// Let this many loops of the interpreter pass.
    Ticks(u32),
}

/// A chore by role or by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoreRef {
    /// Whatever number the actor has for it.
    Role(Role),
    /// This number.
    Number(u16),
}

/// An actor's size; 255 is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// This much in x and y.
    Fixed(u8, u8),
    /// What the walk box under the actor says.
    Box,
}

impl Scale {
    /// Full size.
    pub const FULL: Self = Self::Fixed(255, 255);
}

/// Which z-plane hides an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneChoice {
    /// None: in front of everything.
    Front,
    /// This plane; a number above the room's last plane means the last.
    Plane(u8),
    /// The one of the walk box under the actor.
    Box,
}

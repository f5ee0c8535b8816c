//! Scenes: which actors stand where in which room, drawn without a game running.
//!
//! A [`Scene`] is plain data; [`SceneRenderer`] draws scene after scene and keeps rooms, costumes and buffers
//! between them; a [`LiveScene`] goes on from frame to frame. Both draw actors as
//! [`Painter::draw_actor`](crate::draw::Painter::draw_actor) does, which is there for stages of one's own.
//! The JSON form of scene files belongs to the export crate.
//!
//! Actors play together from the beginning: each loop of the interpreter passes for all who have one to pass, and
//! what a program asks of *another* actor (C084, C085) reaches it, by number ([`SceneActor::number`]).
//!
//! Positions are room pixels. Scripts of v0, v1, v2 and the NES count cells: [`Position::Cell`] is for these.
//!
//! [`ViewChoice::Screen`] behaves at its edges like the engine's screen; [`ViewChoice::Whole`] clips nothing but by the
//! picture's own edge (`reference/04 §10`).

mod casting;
mod colouring;
mod frames;
mod live;
mod origin;
mod player;
mod render;
mod rendered;
mod slot;
mod standing;
mod stock;
mod studio;
mod surroundings;
mod together;
mod types;
mod viewing;

pub use live::LiveScene;

/// Where an actor stands in a room.
pub use crate::dialect::Position;
pub use origin::{HighTouch, Mixed, Origin, Touch};
pub use render::SceneRenderer;
pub use rendered::{Rendered, Unseen};
pub use slot::{PaletteSlot, SlotColours};
pub use standing::Standing;

pub use types::{
    ChoreRef, Peek, PlaneChoice, Scale, Scene, SceneActor, ShadowPalette, ShadowTable, Step, View, ViewChoice,
};
pub use viewing::{Moment, Shown};

#[cfg(test)]
mod akos_tests;
#[cfg(test)]
mod live_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod together_tests;

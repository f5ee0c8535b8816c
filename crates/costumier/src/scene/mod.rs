//! Scenes: actors in a room, drawn without a running game.
//!
//! A [`Scene`] is plain data. [`SceneRenderer`] draws scene after scene and keeps rooms, costumes and buffers
//! between them. A [`LiveScene`] advances from frame to frame; a [`Replay`] also goes back and can be written as a
//! scene. All draw actors with [`Painter::draw_actor`](crate::draw::Painter::draw_actor), which also draws on
//! stages of your own. The export crate has the JSON form of scene files.
//!
//! Actors play together from the beginning: each loop of the interpreter passes for all actors that have loops
//! left. Commands of a program to *another* actor (C084, C085) reach it by its number ([`SceneActor::number`]).
//!
//! Positions are room pixels. Scripts of v0, v1, v2 and the NES use cells, which [`Position::Cell`] holds.
//!
//! **Note:** [`ViewChoice::Screen`] has the edge rules of the engine's screen; [`ViewChoice::Whole`] clips only at
//! the picture's own edge (`docs/format/drawing.md §10`).

mod actor;
mod actor_commands;
mod actor_world;
mod casting;
mod colouring;
mod drawing_buffers;
mod frames;
mod live;
mod origin;
mod placement;
mod player;
mod render;
mod rendered;
mod replay;
mod resources;
mod slot;
mod steps;
mod types;
mod viewing;

pub use live::LiveScene;

/// A position of an actor in a room.
pub use crate::dialect::Position;
pub use origin::{HighTouch, Mixed, Origin, Touch};
pub use placement::ActorPlacement;
pub use render::SceneRenderer;
pub use rendered::{Rendered, Unseen};
pub use replay::Replay;
pub use slot::{PaletteSlot, SlotColours};
pub use steps::{PlaySettings, SceneStep};

pub use actor::{ChoreRef, Peek, PlaneChoice, Scale, SceneActor, Step};
pub use types::{Scene, ShadowPalette, ShadowTable, View, ViewChoice};
pub use viewing::{Spread, VisiblePicture};

#[cfg(test)]
mod akos_tests;
#[cfg(test)]
mod live_tests;
#[cfg(test)]
mod replay_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod together_tests;

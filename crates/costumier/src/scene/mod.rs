//! Scenes: which actors stand where in which room, drawn without a game running.
//!
//! A [`Scene`] is plain data; [`SceneRenderer`] draws scene after scene and keeps rooms, costumes and buffers between them. The
//! JSON form of scene files belongs to the export crate.
//!
//! Actors make their steps one after the other, each by itself: what a program asks of *another* actor (C084, C085) does not reach it.
//!
//! A scene with a view of the engine's screen size behaves at its edges like the engine's screen; without a view nothing is
//! clipped but by the picture's own edge (`reference/04 §10`).

mod frames;
mod origin;
mod ready;
mod render;
mod surroundings;
mod types;

pub use origin::{Mixed, Origin, Touch};
pub use render::{Rendered, SceneRenderer};
pub use types::{ChoreRef, PlaneChoice, Scale, Scene, SceneActor, ShadowPalette, ShadowTable, Step, View};

#[cfg(test)]
mod akos_tests;
#[cfg(test)]
mod tests;

//! Playing a costume: an actor whose limbs each run through a window of commands or a program.
//!
//! Scripts control an [`Actor`]: start a chore, face, turn, set the speed, let a tick pass. The limbs then show
//! [`Placed`](crate::model::Placed) pictures, which [`draw`](crate::draw) turns into pixels. Sounds and counters
//! are reported as [`Event`]s, and the [`World`] answers questions of AKOS programs. There is no clock, and random
//! numbers come from a seed: the same calls give the same pictures.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub(crate) mod actor;
pub(crate) mod akos;
pub(crate) mod clip;
pub(crate) mod cost;
mod history;
pub(crate) mod limbs;
pub(crate) mod nes;
mod queued_commands;
mod state_hash;
pub(crate) mod v0;
mod world;

pub use crate::akos::Mode;
pub(crate) use actor::Actor;
pub use akos::Queue;
/// A second, literal reading of AKOS programs, to compare with.
#[cfg(fuzzing)]
pub use akos::model;
pub(crate) use clip::Clip;
pub use clip::ClipFrame;
pub use limbs::PlayingLimb;
pub use world::{Event, World};

#[cfg(test)]
mod tests;

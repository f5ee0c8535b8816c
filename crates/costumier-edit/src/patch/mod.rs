//! Patches: the changes of a game, for people who own the game.
//!
//! A patch is made from the [plan](crate::put::Plan) itself, not by comparing files, so everything behind a costume
//! that grew is copied from the receiver's own file. General tools that compare files of this size put most of the
//! game into the patch.

pub mod bps;
pub mod combine;
mod matches;
pub mod set;

//! Changes of a game as patches, for those who own the game.
//!
//! A patch is made from the [plan](crate::put::Plan) itself, not by comparing files: what lies behind a
//! costume that grew is copied from the receiver's own file. General tools that compare files of this size
//! put the whole game into the patch.

pub mod bps;
mod matches;
pub mod set;

//! Scripts of SCUMM games as instructions, and what they say about costumes.
//!
//! The input is the bytes of scripts and the [`Profile`](script::Profile): the set of instructions that a
//! generation has. The crate opens no files. The crate `costumier` finds scripts in games (`Game::scripts`).
//! **Note:** items that `costumier` does not re-export may change with any version.
//!
//! | module | contents |
//! |---|---|
//! | [`script`] | bytes as instructions, listings, instructions as bytes |
//! | [`GameScripts`], [`ReadScripts`] | all scripts of a game, each with its owner |
//! | [`cast`] | which actor wears which costume, names, rooms, chores, colours |

pub mod cast;
mod owned;
pub mod script;

pub use owned::{GameScript, GameScripts, Owner, ReadScripts, ScriptBytes, Verb};

pub(crate) use costumier_format::{Problem, Role, Roles, Severity, dialect};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

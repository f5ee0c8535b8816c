//! Scripts as instructions: where each begins, its name and its operands.
//!
//! ```text
//! bytes + Profile ─▸ Script { instructions, problems } ─▸ listing for people · Flow (what is on the stack) ─▸ cast
//! ```
//! One reader serves every generation; the differences are in the text files of the folder `tables`.
//!
//! **Note:** nothing in a script says where an instruction begins, so one wrong length spoils everything behind it.
//! The tables are compared with an independent disassembler (`tests/descumm.rs`).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod encoding;
#[cfg(not(target_family = "wasm"))]
mod guess;
mod listing;
mod meaning;
mod operand;
mod parse;
mod profile;
mod read;
mod strings;
mod table;
mod variable;
mod whole;
mod write;

pub use encoding::Encoding;
pub use listing::{Line, lines};
pub use operand::{Instruction, Level, Operand};
pub use profile::Profile;
pub use strings::{name_in, text_of};
pub use variable::{Plus, Space, Variable};
pub use whole::Script;

#[cfg(not(target_family = "wasm"))]
pub(crate) use guess::guess;
pub(crate) use meaning::{ActorDoes, Arithmetic, Meaning, Relation};
pub(crate) use read::effects;
pub(crate) use table::{Pop, Push, Row};
pub use write::{OperandValue, Writer};

#[cfg(test)]
mod tests;

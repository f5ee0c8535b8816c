//! Games in the forms in which people own them: everything that lies in a folder, and in archives and disk
//! images there, as one set of files.
//!
//! ```text
//! files ─▸ sniff ─▸ a reader ─▸ members ─▸ sniff …      at most three deep
//!          what is  lpak zip    names and where
//!          this?    gzip iso …  their bytes are
//! ```
//! [`Shelf`] is the way in. A member of `Monkey1.pak` is called `Monkey1.pak/classic/en/monkey1.000`, as if
//! the archive were a folder; disks of a set are one folder, named by the first of them. What surprises:
//! opening a shelf unpacks nothing and copies nothing, but that a tar in gzip, which has no directory, is run
//! through once. A member is a range of its container wherever it can be, and what is packed is unpacked when
//! and where it is read, within bounds.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod amiga;
pub mod d64;
mod explode;
mod fat;
mod form;
#[cfg(feature = "inflate")]
mod gzip;
#[cfg(feature = "inflate")]
mod inflate;
mod iso;
mod lfg;
pub mod lpak;
mod mac;
mod members;
mod named;
mod opening;
mod part;
mod sets;
mod shelf;
mod sniff;
mod tar;
mod unpacking;
mod why;
#[cfg(feature = "inflate")]
mod zip;

pub use form::Form;
pub use shelf::{Container, Shelf};

#[cfg(test)]
mod tests;

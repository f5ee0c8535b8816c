//! Containers: the files of a folder, and of archives and disk images in it, as one set of files.
//!
//! ```text
//! files ─▸ sniff ─▸ a reader ─▸ members ─▸ sniff …      at most three deep
//!          what is  lpak zip    names and where
//!          this?    gzip iso …  their bytes are
//! ```
//! Start with [`FileSet`]. A member of `Monkey1.pak` is called `Monkey1.pak/classic/en/monkey1.000`, as if the
//! archive were a folder; disks of a set are one folder with the name of the first.
//!
//! **Note:** opening a shelf unpacks and copies nothing, except that a tar in gzip, which has no directory, is read
//! through once. A member is a range of its container if possible; packed members are unpacked when and where they
//! are read, within limits.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod amiga;
pub mod d64;
mod explode;
mod fat;
mod file_range;
mod file_set;
#[cfg(feature = "inflate")]
mod gzip;
#[cfg(feature = "inflate")]
mod inflate;
mod iso;
mod kind;
mod lfg;
pub mod lpak;
mod mac;
mod members;
mod named;
mod opening;
mod sets;
mod sheet;
mod sniff;
mod tar;
mod unpacking;
mod why;
#[cfg(feature = "inflate")]
mod zip;

pub use file_set::{Container, FileSet};
pub use kind::ContainerKind;
pub(crate) use mac::is_macintosh_program;

#[cfg(test)]
mod tests;

//! Costumier for Python. Its only caller is the Python of the package (`packages/python`). The classes are written by
//! a test of `costumier-api` (`border`); what takes a mapping of files is here.
//!
//! Everything that reads, decodes or draws runs without Python's lock, so that threads of Python work side by side.
//!
//! **Note:** without the feature `module` the crate is empty, and needs no Python.
#![cfg(feature = "module")]
#![allow(unreachable_pub, reason = "what Python reaches has no path in Rust")]
#![allow(missing_debug_implementations, reason = "nobody prints what Python holds")]

mod border;
mod error;
mod pass;

use pyo3::pymodule;

/// The extension module `costumier._costumier`.
#[pymodule]
mod _costumier {
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::border::{
        Brought, Clip, Costume, Draft, Game, Packed, PackedRoom, Put, Raster, RoomDraft, Scene, pack,
    };
    #[pymodule_export]
    use super::pass::{editions, open_files, read_draft, read_room_draft};
}

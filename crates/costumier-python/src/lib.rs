//! Costumier for Python. Its only caller is the Python of the package (`packages/python`). Functions take and return
//! numbers, bytes and JSON, and contain no rule of any game.
//!
//! Everything that reads, decodes or draws runs without Python's lock, so that threads of Python work side by side.
//!
//! **Note:** without the feature `module` the crate is empty, and needs no Python.
#![cfg(feature = "module")]
#![allow(unreachable_pub, reason = "what Python reaches has no path in Rust")]
#![allow(missing_debug_implementations, reason = "nobody prints what Python holds")]

mod clip;
mod costume;
mod edit;
mod error;
mod export;
mod find;
mod game;
mod open;
mod raster;
mod scene;

use pyo3::pymodule;

/// The extension module `costumier._costumier`.
#[pymodule]
mod _costumier {
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::clip::Clip;
    #[pymodule_export]
    use super::costume::Costume;
    #[pymodule_export]
    use super::edit::{Packed, Put, pack};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::open::{editions, open_files, open_path, open_sample};
    #[pymodule_export]
    use super::raster::Raster;
    #[pymodule_export]
    use super::scene::Scene;
}

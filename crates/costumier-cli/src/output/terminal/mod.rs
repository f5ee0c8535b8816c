//! The terminal: pictures, keys, and the restoration of its state.

pub(crate) mod blocks;
pub(crate) mod image;
pub(crate) mod kitty;
mod screen;

pub(crate) use screen::Screen;

//! The terminal as a stage: pictures on it, keys from it, and everything put back as it was.

pub(crate) mod blocks;
pub(crate) mod image;
pub(crate) mod kitty;
mod screen;

pub(crate) use screen::Screen;

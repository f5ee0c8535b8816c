//! How a call names things: words as values, which know neither clap nor games.

pub(crate) mod bundled;
pub(crate) mod ids;
pub(crate) mod lints;
pub(crate) mod rooms;

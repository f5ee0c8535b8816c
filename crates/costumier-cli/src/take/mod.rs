//! The commands under `Take`, one file each.

pub(crate) mod export;
pub(crate) mod extract;
pub(crate) mod montage;
pub(crate) mod one_file;
pub(crate) mod previous_export;
pub(crate) mod recolour;
pub(crate) mod render;

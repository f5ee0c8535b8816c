//! The commands under `Tools`, one file each.

pub(crate) mod manual;
pub(crate) mod sample;

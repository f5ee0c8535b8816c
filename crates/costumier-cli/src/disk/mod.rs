//! Files on the disk: which ones an output means, and how they are read and written so that nothing is lost.

pub(crate) mod hash;
pub(crate) mod output_kind;
pub(crate) mod safe_write;
pub(crate) mod watch;
pub(crate) mod whole_file;

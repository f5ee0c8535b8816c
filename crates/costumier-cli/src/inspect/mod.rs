//! The commands under `Inspect`, one file each.

pub(crate) mod bytes;
pub(crate) mod check;
mod clashes;
pub(crate) mod diff;
pub(crate) mod dump;
pub(crate) mod find;
pub(crate) mod findings;
pub(crate) mod issue_report;
pub(crate) mod lints;
pub(crate) mod script;
pub(crate) mod tree;
pub(crate) mod unused;
pub(crate) mod whatis;

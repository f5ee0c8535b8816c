//! What people and programs read: text, tables, errors, reports, and pictures in the terminal.

pub(crate) mod failure;
pub(crate) mod report;
pub(crate) mod table;
pub(crate) mod terminal;
pub(crate) mod text;

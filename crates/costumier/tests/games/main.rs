//! Whole games, opened, drawn and played. One program, because each links all crates.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod clashes;
mod damaged_disks;
mod file_names;
mod generations;
mod nes;
mod ownership;
mod paths;
mod unused;
mod v0;
mod viewer;

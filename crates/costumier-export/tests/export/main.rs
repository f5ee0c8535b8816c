//! Exports of whole costumes and games. One program, because each links all crates.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "what fails here fails the test")]

mod akos;
mod background;
mod common;
mod formats;
mod limits;
mod movie;
mod options;
mod paper;
mod sample;
mod sheets;
mod side_by_side;
mod values;
mod view;

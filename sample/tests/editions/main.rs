//! The editions of the sample game, compared with each other and with their sources. One program, because each links
//! all crates.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod cast;
mod game;
mod sixteen;
mod sixteen_colours;
mod twins;

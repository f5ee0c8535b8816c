//! What the benchmarks share: pictures to draw, plain code to compare with, and a way to time both in one
//! run.
//!
//! A benchmark that decodes the same few pictures again and again measures how well the processor learns them
//! by heart. The corpora here are too large for that ([`corpus`]), and whatever is compared takes turns
//! ([`rounds`]).

#![allow(clippy::cast_possible_truncation, reason = "the numbers here are made here, and small")]

pub mod corpus;
pub mod costumes;
pub mod direct;
pub mod kinds;
pub mod naive;
pub mod naive_play;
pub mod rounds;
pub mod scripts;
pub mod work;

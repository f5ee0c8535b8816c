//! Shared by the benchmarks: pictures to draw, plain code to compare with, and timing of both in one run.
//!
//! A benchmark that decodes the same few pictures repeatedly measures the branch predictor, which learns them. The
//! corpora here are too large for that ([`corpus`]). Compared programs take turns ([`rounds`]).

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

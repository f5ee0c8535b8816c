//! Threads, signals, and the program ScummVM.

pub(crate) mod parallel;
pub(crate) mod scummvm;
pub(crate) mod signals;

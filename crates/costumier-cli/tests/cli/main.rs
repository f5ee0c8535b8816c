//! The command line, called as people call it. One program of all tests: each for itself would be linked for itself.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod akos_games;
mod appliers;
mod archives;
mod clashes;
mod colours;
mod convert;
mod discs;
mod edit;
mod escapes;
mod faults;
mod foreign;
mod forms;
mod games;
mod golden;
mod hints;
mod import;
mod issue_report;
mod json;
mod lost_files;
mod many_files;
mod montage;
mod named_forms;
mod one_call;
mod one_file;
mod other_scripts;
mod pack;
mod packages;
mod pce;
mod play;
mod put_again;
mod put_archive;
mod rooms;
mod scene_docs;
mod script_facts;
mod several_games;
mod snapshots;
mod support;
#[cfg(unix)]
mod terminal;
mod towns;
mod transcripts;
mod trial;
mod undo;
mod unknown_names;
mod unused;
#[cfg(feature = "server")]
mod view;
#[cfg(all(feature = "server", unix))]
mod view_hostile;
mod walk;
#[cfg(unix)]
mod watch;
mod whatis;
mod whatis_screens;
mod whatis_seeds;
mod writes;

//! Costume folders, drafts, patches and games that costumes are put into. One program, because each links all crates.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "what fails here fails the test"
)]

mod akos_folder;
mod akos_frames;
mod akos_starts;
mod akos_to_cost;
mod aseprite;
mod conversion;
mod draft;
mod draft_program;
mod folder;
mod import;
mod import_told;
mod long_lists;
mod patch;
mod put;
mod recolour;
mod reports;
mod room;
mod room_cells;
mod room_draft;
mod room_foreign;
mod room_humongous;
mod room_late;
mod room_old;
mod room_scene;
mod room_tiles;
mod routes;
mod second_map;
mod support;
mod trial;

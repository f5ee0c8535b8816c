//! The fuzz targets: functions that take any bytes and panic where something is wrong.
//!
//! The program in `judges/fuzz/` plays them under libFuzzer; this crate's own test plays every kept input again.

mod akos;
mod akos_play;
mod akos_read;
mod aseprite;
mod codec_bmap;
mod codec_bomp;
mod codec_delta;
mod codec_majmin;
mod codec_pc_engine_tiles;
mod codec_trle;
mod container;
mod costume;
mod costume_read;
mod folder;
mod forms;
mod nes;
mod patch;
mod picture;
mod play_draw;
mod put;
mod room;
mod script;

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use costumier::format::akos::{Akos, JumpSlice};
use costumier::{Dialect, Generation, MemoryFiles};

/// A target's name, which is that of its folder in `judges/fuzz/kept`, and what plays one input.
pub type Target = (&'static str, fn(&[u8]));

macro_rules! targets {
    ($($name:ident)*) => { [$((stringify!($name), $name::run)),*] };
}

/// All targets, by their names.
pub const TARGETS: [Target; 22] = targets!(
    akos akos_play akos_read aseprite codec_bmap codec_bomp codec_delta codec_majmin
    codec_pc_engine_tiles codec_trle container costume costume_read folder
    forms nes patch picture play_draw put room script
);

/// The generations that AKOS costumes are opened as.
const AKOS_DIALECTS: [Dialect; 5] =
    [Dialect::V7, Dialect::V8, Dialect::humongous(61), Dialect::humongous(80), Dialect::humongous(99)];

/// What COST costumes are opened as: a dialect for each layout of theirs.
fn cost_dialects() -> Vec<Dialect> {
    Dialect::CLASSIC.into_iter().chain([Dialect::V3_PCE]).collect()
}

/// Width and height of a picture, and how many pixels that is. Either wide or high: large ones cost time and
/// show nothing more.
fn size(low: u8, high: u8, height: u8) -> ((u16, u16), usize) {
    let height = u16::from(height & if high & 1 == 0 { 31 } else { 7 });
    let width = u16::from_le_bytes([low, high & 1]);
    ((width, height), usize::from(width) * usize::from(height))
}

/// Asks for everything but pictures; nothing may go wrong.
fn ask(akos: &Akos, most_records: usize) {
    for index in akos.record_indices().take(most_records) {
        let _ = akos.record(index);
    }
    for index in 0..16u8 {
        let colour = index;
        let index = u16::from(index);
        let _ = akos.frame(index);
        let _ = (akos.conditions_of(index), akos.jumps_of(index), akos.rgb(colour));
        let _ = akos.jump_target(JumpSlice { offset: index, count: 3 }, 2);
    }
    let _ = (akos.sequence_names(), akos.transparent(), akos.packer());
}

/// Gives the sample game of a generation. Unset, the files that the example `fuzz-seeds` has written are read: a
/// dependency on the crate `costumier-sample` would compile the library twice for the fuzzer.
pub static SAMPLE: OnceLock<fn(Generation) -> MemoryFiles> = OnceLock::new();

/// The sample game in a generation.
///
/// # Panics
/// [`SAMPLE`] is unset and no files have been written.
fn sample(generation: Generation) -> MemoryFiles {
    if let Some(of) = SAMPLE.get() {
        return of(generation);
    }
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../sample")).join(generation.to_string());
    let missing = "no sample here: `cargo run -p costumier-fuzz-targets --example fuzz-seeds` writes it";
    let files = fs::read_dir(folder).expect(missing).map(|entry| {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("its name").to_string_lossy().into_owned();
        (name, fs::read(&path).expect("its bytes"))
    });
    files.collect()
}

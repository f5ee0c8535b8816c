//! What several targets share: the sample game, how an input's first bytes choose a size, and what is asked of every
//! AKOS costume.

use std::fs;
use std::path::Path;

use costumier::raw::akos::{Akos, JumpSlice};
use costumier::{Dialect, Generation, MemoryFiles};

/// The generations that AKOS costumes are opened as.
pub const AKOS_DIALECTS: [Dialect; 5] =
    [Dialect::V7, Dialect::V8, Dialect::humongous(61), Dialect::humongous(80), Dialect::humongous(99)];

/// What COST costumes are opened as: a dialect for each layout of theirs.
#[must_use]
pub fn cost_dialects() -> Vec<Dialect> {
    Dialect::CLASSIC.into_iter().chain([Dialect::V3_PCE]).collect()
}

/// Width and height of a picture, and how many pixels that is. Either wide or high: large ones cost time and
/// show nothing more.
#[must_use]
pub fn size(low: u8, high: u8, height: u8) -> ((u16, u16), usize) {
    let height = u16::from(height & if high & 1 == 0 { 31 } else { 7 });
    let width = u16::from_le_bytes([low, high & 1]);
    ((width, height), usize::from(width) * usize::from(height))
}

/// Asks for everything but pictures; nothing may go wrong.
pub fn ask(akos: &Akos, most_records: usize) {
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

/// The sample game in a generation, as `fuzz-seeds` has written it. Who rests on the crate that holds it rests on its
/// build script, too, and has the library compiled twice.
///
/// # Panics
/// It has not been written.
#[must_use]
pub fn sample(generation: Generation) -> MemoryFiles {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/sample")).join(generation.to_string());
    let missing = "no sample here: `cargo run -p costumier-benches --example fuzz-seeds` writes it";
    let files = fs::read_dir(folder).expect(missing).map(|entry| {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("its name").to_string_lossy().into_owned();
        (name, fs::read(&path).expect("its bytes"))
    });
    files.collect()
}

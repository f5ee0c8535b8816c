//! Every input in `judges/fuzz/kept` passes: what fuzzing found once, and a small corpus for each target.
//!
//! **Note:** `akos_play` compares two readings only under `--cfg fuzzing`; `.ci/fuzz` plays its inputs so.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use costumier_fuzz_targets::{SAMPLE, TARGETS};

#[test]
fn kept_inputs_pass() {
    let _ =
        SAMPLE.set(|generation| costumier_sample::files_of(generation).expect("a sample of each generation"));
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kept");
    let mut failed = Vec::new();
    for entry in fs::read_dir(&kept).expect("judges/fuzz/kept") {
        let folder = entry.expect("a folder").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let target = TARGETS.iter().find(|(target, _)| *target == name);
        let (_, run) = target.unwrap_or_else(|| panic!("judges/fuzz/kept/{name}: no such target"));
        let files: Vec<_> =
            fs::read_dir(&folder).expect("kept inputs").map(|it| it.expect("a file").path()).collect();
        assert!(!files.is_empty(), "judges/fuzz/kept/{name} is empty");
        for file in files {
            let bytes = fs::read(&file).expect("a kept input");
            if catch_unwind(|| run(&bytes)).is_err() {
                failed.push(file);
            }
        }
    }
    assert!(failed.is_empty(), "these inputs fail: {failed:?}");
}

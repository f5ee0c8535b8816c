//! Plays one fuzz target under libFuzzer: the one that `FUZZ_TARGET` names.
#![no_main]

use std::sync::LazyLock;

use costumier_fuzz_targets::TARGETS;
use libfuzzer_sys::fuzz_target;

static RUN: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let found = TARGETS.iter().find(|(target, _)| *target == name);
    found.unwrap_or_else(|| panic!("FUZZ_TARGET={name}: no such target; see judges/fuzz/targets/src/lib.rs")).1
});

fuzz_target!(|input: &[u8]| RUN(input));

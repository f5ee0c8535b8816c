//! Any payload is opened as a v5 and as a v6 costume, listed, checked, and written again byte for byte.
#![no_main]

use costumier::Dialect;
use costumier::costume::Costume;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for dialect in [Dialect::V5, Dialect::V6] {
        let Ok(costume) = Costume::open(*b"COST", data.to_vec(), dialect) else { continue };
        let problems = costume.check();
        assert!(problems.len() <= 100_000, "a report of {} lines helps nobody", problems.len());
        let _ = costumier::text::listing(&costume);
        for action in costume.actions() {
            let _ = action.chore_name();
        }
        for key in costume.picture_keys() {
            let _ = costume.picture(key);
        }
    }
});

//! Any two files are opened as a game; everything that opens is asked for everything.
#![no_main]

use costumier::Limits;
use costumier::costume::Costume;
use costumier::game::{Game, MemoryFiles};
use libfuzzer_sys::fuzz_target;

/// The input: a byte whose lowest bit applies the key, the index's length, the index, the data file.
fuzz_target!(|input: &[u8]| {
    let [key, low, high, rest @ ..] = input else { return };
    let (index, data) = rest.split_at(usize::from(u16::from_le_bytes([*low, *high])).min(rest.len()));
    let (mut index, mut data) = (index.to_vec(), data.to_vec());
    // Without the key the fuzzer would have to find 0x69 before it finds anything else.
    if key & 1 != 0 {
        index.iter_mut().chain(&mut data).for_each(|byte| *byte ^= 0x69);
    }
    let files = MemoryFiles::from_iter([("game.000", index), ("game.001", data)]);
    let Ok(game) = Game::open(&files, None, Limits::default()) else { return };
    let _ = (game.why(), game.title(), game.problems().len(), game.files().count());
    for slot in game.costume_slots().take(300) {
        let Ok(found) = game.costume_bytes(slot.id) else { continue };
        let Ok(costume) = Costume::open(found.tag, found.payload, found.dialect) else { continue };
        let _ = costume.check();
    }
    for room in game.rooms().take(16) {
        let Ok(room) = game.room(room.id) else { continue };
        let _ = room.background();
    }
});

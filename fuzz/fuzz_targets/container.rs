//! Any two files are opened as a game; everything that opens is asked for everything.
#![no_main]

use costumier::Limits;
use costumier::costume::Costume;
use costumier::game::{Game, MemoryFiles};
use libfuzzer_sys::fuzz_target;

/// Names of the index and the data file, and their keys, for every way in which a game's files are laid out.
const LAYOUTS: [(&str, &str, u8, u8); 5] = [
    ("game.000", "game.001", 0x69, 0x69),
    ("game.he0", "game.he1", 0x69, 0x69),
    ("000.lfl", "disk01.lec", 0, 0x69),
    ("00.lfl", "01.lfl", 0, 0),
    ("00.lfl", "01.lfl", 0xFF, 0xFF),
];

// The input: a byte whose lowest bit applies the key and whose others choose names, the index's length, the index, the data file.
fuzz_target!(|input: &[u8]| {
    let [key, low, high, rest @ ..] = input else { return };
    let (index, data) = rest.split_at(usize::from(u16::from_le_bytes([*low, *high])).min(rest.len()));
    let (mut index, mut data) = (index.to_vec(), data.to_vec());
    let (index_name, data_name, index_key, data_key) = LAYOUTS[usize::from(key >> 1) % LAYOUTS.len()];
    // Without the key the fuzzer would have to find 0x69 before it finds anything else.
    if key & 1 != 0 {
        index.iter_mut().for_each(|byte| *byte ^= index_key);
        data.iter_mut().for_each(|byte| *byte ^= data_key);
    }
    let files = MemoryFiles::from_iter([(index_name, index), (data_name, data)]);
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

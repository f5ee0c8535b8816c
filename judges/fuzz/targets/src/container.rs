//! Any three files are opened as a game; everything that opens is asked for everything.

use costumier::{Costume, Game, Limits, MemoryFiles};

/// Names of the index and two data files, and the keys of index and data, for every way in which a game's
/// files are laid out.
const LAYOUTS: [(&str, [&str; 2], u8, u8); 7] = [
    ("game.000", ["game.001", "game.002"], 0x69, 0x69),
    ("game.he0", ["game.he1", "game.he2"], 0x69, 0x69),
    ("000.lfl", ["disk01.lec", "disk02.lec"], 0, 0x69),
    ("00.lfl", ["01.lfl", "02.lfl"], 0, 0),
    ("00.lfl", ["01.lfl", "02.lfl"], 0xFF, 0xFF),
    ("game.la0", ["game.la1", "game.la2"], 0, 0),
    ("game.he0", ["game.(a)", "game.(b)"], 0x69, 0x69),
];

// The input: a byte whose lowest bit applies the key and whose others choose names, the index's length, the
// index, the first data file's length, the data files.
pub(crate) fn run(input: &[u8]) {
    let [key, low, high, rest @ ..] = input else { return };
    let (index, rest) = rest.split_at(usize::from(u16::from_le_bytes([*low, *high])).min(rest.len()));
    let (length, rest) = rest.split_at(rest.len().min(2));
    let length = length.iter().rev().fold(0, |length, byte| length << 8 | usize::from(*byte));
    let (first, second) = rest.split_at(length.min(rest.len()));
    let (index_name, data_names, index_key, data_key) = LAYOUTS[usize::from(key >> 1) % LAYOUTS.len()];
    // Without the key the fuzzer would have to find 0x69 before it finds anything else.
    let hidden = |bytes: &[u8], with: u8| -> Vec<u8> {
        bytes.iter().map(|byte| if key & 1 == 0 { *byte } else { byte ^ with }).collect()
    };
    let mut files = MemoryFiles::from_iter([(index_name, hidden(index, index_key))]);
    for (name, bytes) in data_names.into_iter().zip([first, second]) {
        files.insert(name, hidden(bytes, data_key));
    }
    let Ok(game) = Game::open(&files, None, Limits::default()) else { return };
    let _ = (game.why(), game.title(), game.problems().len(), game.data().files().count());
    for slot in game.costume_slots().take(300) {
        let Ok(found) = game.costume_bytes(slot.id) else { continue };
        let Ok(costume) = Costume::open(found.tag, found.payload, found.dialect) else { continue };
        let _ = costume.check();
    }
    for image in 0..4 {
        let _ = (game.data().has_xmap(image), game.data().xmap(image));
    }
    for room in game.rooms().take(16) {
        let Ok(room) = game.room(room.id) else { continue };
        let _ = room.background();
    }
}

//! Any payload is opened as an AKOS costume, asked everything, and its programs are taken apart. The fast
//! sibling of `akos`, which writes what it has read.

use crate::{AKOS_DIALECTS, ask};
use costumier::format::akos::Akos;
use costumier::format::akos::program::{AkosCommand, Code};
use costumier::format::codec::{ColourTable, Decoder};

/// Most pixels that are decoded; more cost time and show nothing new.
const MOST_PIXELS: usize = 1 << 12;

pub(crate) fn run(input: &[u8]) {
    // The input: a byte that chooses the generation, the payload.
    let Some((&first, payload)) = input.split_first() else { return };
    let dialect = AKOS_DIALECTS[usize::from(first) % AKOS_DIALECTS.len()];
    let Ok(akos) = Akos::open(payload.to_vec(), dialect) else { return };
    let (mut decoder, mut rows) = (Decoder::default(), Vec::new());
    for key in akos.picture_keys().take(64) {
        let Ok(picture) = akos.picture(key.index) else { continue };
        if picture.packed.pixels() <= MOST_PIXELS {
            decoder.picture(&picture.packed, &ColourTable::IDENTITY, &mut rows);
            assert_eq!(rows.len(), picture.packed.pixels());
        }
    }
    ask(&akos, 256);
    let mut at = 0;
    for _ in 0..4096 {
        let code = Code::read(akos.sequence(), at, &dialect.akos);
        if let Some(command) = code.command() {
            let _ = (command.target(), command.pictures().count(), command.operands().count());
            // What is written says the same, and is read as the same; but a draw command that AKSQ cuts is written
            // with the pictures that it has.
            let is_cut = match &command {
                AkosCommand::Draw(draw) => draw.components().count() < usize::from(draw.count),
                _ => false,
            };
            let mut again = Vec::new();
            if command.write(&mut again).is_ok() && !is_cut {
                assert_eq!(Code::read(&again, 0, &dialect.akos).command(), Some(command));
            }
        }
        match code.length() {
            0 => break,
            length => at += length,
        }
    }
}

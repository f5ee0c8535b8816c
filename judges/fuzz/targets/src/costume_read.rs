//! Any payload is opened as a costume of every generation, and asked for every picture, record and command.
//! The fast sibling of `costume`, which writes what it has read: a hundred times as many inputs in the same
//! time.

use crate::cost_dialects;
use costumier::Costume;
use costumier::format::codec::{ColourTable, Decoder};

/// Most pixels that are decoded; more cost time and show nothing new.
const MOST_PIXELS: usize = 1 << 12;

pub(crate) fn run(input: &[u8]) {
    // The input: a byte that chooses the generation, the payload.
    let Some((&first, payload)) = input.split_first() else { return };
    let dialects = cost_dialects();
    let dialect = dialects[usize::from(first) % dialects.len()];
    let Ok(costume) = Costume::open(*b"COST", payload.to_vec(), dialect) else { return };
    let (mut decoder, mut rows) = (Decoder::default(), Vec::new());
    for key in costume.picture_keys().into_iter().take(64) {
        let Ok(picture) = costume.packed(key) else { continue };
        if picture.pixels() <= MOST_PIXELS {
            let decoded = decoder.picture(&picture, &ColourTable::IDENTITY, &mut rows);
            assert_eq!(rows.len(), picture.pixels());
            assert!(decoded.pixels <= rows.len());
        }
    }
    let Some(cost) = costume.as_cost() else { return };
    for index in cost.record_indices().take(256) {
        let Ok(record) = cost.record(index) else { continue };
        assert_eq!(record.index, index);
    }
    for position in [0, 1, cost.commands().len() as u16, u16::MAX] {
        let _ = cost.command(position);
    }
}

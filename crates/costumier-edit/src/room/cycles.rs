//! The room colours that cycle while a game runs.
//!
//! ```text
//! CYCL  from v5 on    { number u8, u16, speed u16be, flags u16be, first u8, last u8 } …, a number of 0 ends
//! CC    v4            16 × { speed u16be, first u8, last u8 }; not used if the speed is 0 or $0AAA, or first ≥ last
//! ```
//! (`docs/format/containers.md §10.2`.)

use std::collections::BTreeSet;

use costumier::format::block::{blocks_in, small_blocks_in};
use costumier::format::bytes::Bytes;
use costumier::format::dialect::BlockHeaders;
use costumier::{Dialect, Limits};
use serde::Serialize;

use super::OpenRoom;
use super::layers::{PaintedLayers, StoredLayers};
use crate::folder::report::Report;

/// Largest number of cycles of a room.
const MOST: usize = 16;

/// The speed of v4's unused cycles.
const UNUSED: u16 = 0x0AAA;

/// Room colours that cycle while the game runs: each moves on to the next place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CycleRow {
    /// The number of the cycle in scripts, from 1 on.
    pub cycle: usize,
    /// The first colour that cycles.
    pub first: u8,
    /// The last colour that cycles.
    pub last: u8,
    /// Its speed: a step takes 16384 / speed of the interpreter's counts.
    pub speed: u16,
}

/// Reads the cycles of a room's block.
pub(super) fn read(payload: &[u8], dialect: &Dialect) -> Vec<CycleRow> {
    let (data, limits) = (Bytes::new(payload), Limits::default());
    let (blocks, is_small) = match dialect.blocks {
        BlockHeaders::Tagged => (blocks_in(data, &limits), false),
        BlockHeaders::Small => (small_blocks_in(data, &limits), true),
        BlockHeaders::Bare | BlockHeaders::Size => return Vec::new(),
    };
    let tag = if is_small { b"CC" } else { b"CYCL".as_slice() };
    let found = blocks.list.iter().find(|block| block.tag.starts_with(tag));
    let inside = found.and_then(|block| {
        let [start, end] = [block.payload_offset(), block.end()].map(|at| usize::try_from(at).ok());
        payload.get(start?..end?.min(payload.len()))
    });
    let rows = inside.unwrap_or_default();
    if is_small { small(rows) } else { tagged(rows) }
}

fn small(rows: &[u8]) -> Vec<CycleRow> {
    let rows = (1..).zip(rows.as_chunks::<4>().0.iter().take(MOST));
    let rows = rows.map(|(cycle, [a, b, first, last])| {
        let speed = u16::from_be_bytes([*a, *b]);
        CycleRow { cycle, first: *first, last: *last, speed }
    });
    rows.filter(|it| ![0, UNUSED].contains(&it.speed) && it.first < it.last).collect()
}

fn tagged(rows: &[u8]) -> Vec<CycleRow> {
    let rows = rows.as_chunks::<9>().0.iter().take_while(|row| row[0] != 0).take(MOST);
    rows.map(|[number, _, _, a, b, _, _, first, last]| {
        let speed = u16::from_be_bytes([*a, *b]);
        CycleRow { cycle: usize::from(*number), first: *first, last: *last, speed }
    })
    .collect()
}

/// Notes the pictures with newly painted pixels in colours that cycle.
pub(super) fn note(
    (open, dialect): (&OpenRoom, &Dialect),
    (stored, painted): (&StoredLayers, &PaintedLayers),
    report: &mut Report,
) {
    let cycles = read(&open.payload, dialect);
    let pictures = painted.iter().filter(|(layer, _)| layer.plane == 0 && !cycles.is_empty());
    for (layer, now) in pictures {
        let Some(before) = stored.get(layer) else { continue };
        let new = now.iter().zip(&before.pixels).filter(|(now, old)| now != old).map(|(now, _)| *now);
        let shown = open.colours.shown(&new.collect::<Vec<u8>>());
        for CycleRow { cycle, first, last, .. } in &cycles {
            let within: Vec<&u8> = shown.iter().filter(|it| (first..=last).contains(it)).collect();
            let Some(one) = within.first() else { continue };
            let different = within.iter().collect::<BTreeSet<_>>().len();
            let colours =
                if different == 1 { format!("colour {one}") } else { format!("{different} colours") };
            let pixels = if within.len() == 1 { "pixel has" } else { "pixels have" };
            let text = format!(
                "{} painted {pixels} {colours} of cycle {cycle} (colours {first} to {last}), which change while the \
                 game runs",
                within.len()
            );
            report.note(&layer.file(), &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_read_up_to_the_end_mark() {
        let rows = [1, 0, 0, 2, 0, 0, 2, 16, 23, 4, 0, 0, 1, 0, 0, 0, 240, 247, 0];
        let cycle = |cycle, first, last, speed| CycleRow { cycle, first, last, speed };
        assert_eq!(tagged(&rows), [cycle(1, 16, 23, 512), cycle(4, 240, 247, 256)]);
        assert_eq!(tagged(&rows[..17]), [cycle(1, 16, 23, 512)], "a cut row");
        let rows = [0x0A, 0xAA, 0, 1, 2, 0, 16, 23, 0, 0, 3, 4, 1, 0, 9, 9];
        assert_eq!(small(&rows), [cycle(2, 16, 23, 512)]);
    }
}

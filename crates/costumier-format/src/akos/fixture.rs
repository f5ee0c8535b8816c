//! Hand-made costumes for tests: the minimal file of `docs/format/akos.md §13`, and a small maker for playback
//! tests.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "costumes for tests, all known"
)]

use super::AkosSource;
use super::{Akos, AkosEntry, Codec, LIMBS, Mode};
use crate::cost::fixture::hex;
use crate::dialect::Dialect;
use crate::model::PictureSource;

/// The worked example of `docs/format/akos.md §13`: a whole block, header included.
pub const MINIMAL: &str = "
41 4B 4F 53 00 00 00 8C 41 4B 48 44 00 00 00 14
01 00 00 80 08 00 01 00 01 00 01 00 41 4B 50 4C
00 00 00 18 00 0F 20 00 00 00 00 00 00 00 00 00
00 00 00 00 41 4B 53 51 00 00 00 09 00 41 4B 43
48 00 00 00 1F 00 00 00 00 00 00 00 00 10 00 10
00 10 00 10 00 00 80 02 00 00 00 00 41 4B 4F 46
00 00 00 0E 00 00 00 00 00 00 41 4B 43 49 00 00
00 14 03 00 02 00 FF FF FF FF 00 00 00 00 41 4B
43 44 00 00 00 0E 11 21 11 21 01 21";

/// The payload of the block [`MINIMAL`].
pub fn minimal() -> Vec<u8> {
    hex(MINIMAL).split_off(8)
}

/// The costume of [`MINIMAL`] as a source for the writer.
pub fn minimal_source() -> AkosSource {
    let mut palette = vec![0; 16];
    palette[1] = 0x0F;
    palette[2] = 0x20;
    let mut source = AkosSource::new(Codec::Rle, palette);
    source.sequence = vec![0];
    source.records = vec![[None; LIMBS]];
    source.records[0][0] = Some(AkosEntry { mode: Mode::Loop, start: 0, length: 0 });
    source.record_table = vec![None, None, None, None, Some(0), Some(0), Some(0), Some(0)];
    let rows = vec![1, 1, 0, 2, 2, 2];
    source.pictures = vec![PictureSource::new((3, 2), (-1, -1), rows)];
    source
}

/// A limb's part of a record: limb, mode, start, length.
pub type Part = (usize, u8, u16, u16);

/// A costume with these records and 512 pictures of one pixel. Picture k is at (k, −k) and moves by (1, 2).
pub fn source(flags: u16, sequence: &[u8], records: &[(usize, &[Part])]) -> AkosSource {
    let mut source = AkosSource::new(Codec::Rle, (0..16).collect());
    source.flags |= flags;
    source.sequence = sequence.to_vec();
    let last = records.iter().map(|(index, _)| *index).max().unwrap_or(0);
    source.record_table = vec![None; last + 1];
    for (index, parts) in records {
        let mut limbs = [None; LIMBS];
        for (limb, mode, start, length) in *parts {
            let mode = Mode::from_byte(*mode);
            limbs[*limb] = Some(AkosEntry { mode, start: *start, length: *length });
        }
        source.record_table[*index] = Some(source.records.len());
        source.records.push(limbs);
    }
    source.pictures = (0..512)
        .map(|k| PictureSource { move_x: 1, move_y: 2, ..PictureSource::new((1, 1), (k, -k), vec![1]) })
        .collect();
    source
}

/// The costume of [`source`], written and opened.
pub fn make(dialect: Dialect, sequence: &[u8], records: &[(usize, &[Part])]) -> Akos {
    Akos::open(source(0, sequence, records).write().unwrap(), dialect).unwrap()
}

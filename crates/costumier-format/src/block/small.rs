//! Two-character tags of v3 and v4, and the v5 tags with the same meaning.

use super::Tag;

const TAGS: [(&[u8; 2], &Tag); 20] = [
    (b"LE", b"LECF"),
    (b"FO", b"LOFF"),
    (b"LF", b"LFLF"),
    (b"RO", b"ROOM"),
    (b"CO", b"COST"),
    (b"SC", b"SCRP"),
    (b"SO", b"SOUN"),
    (b"LS", b"LSCR"),
    (b"EN", b"ENCD"),
    (b"EX", b"EXCD"),
    (b"HD", b"RMHD"),
    (b"PA", b"CLUT"),
    (b"SP", b"EPAL"),
    (b"BX", b"BOXD"),
    (b"SA", b"SCAL"),
    (b"BM", b"SMAP"),
    (b"ZP", b"ZP00"),
    (b"CC", b"CYCL"),
    (b"OI", b"OBIM"),
    (b"OC", b"OBCD"),
];

/// Returns the v5 tag of a two-character tag. An unknown tag gets two blanks appended.
#[must_use]
pub fn long_tag(small: [u8; 2]) -> Tag {
    let known = TAGS.iter().find(|(tag, _)| **tag == small);
    let [first, second] = small;
    known.map_or([first, second, b' ', b' '], |(_, long)| **long)
}

//! What must hold of every form, whatever its bytes: no panic, no file that goes on behind its end, bounded
//! lists.

use std::sync::Arc;

use proptest::prelude::*;

use super::Shelf;
use super::members::MOST_MEMBERS;
use crate::source::{Files, MemoryFiles};

/// Openings that lead into each reader, and where the rest stands.
const OPENINGS: [(&str, &[u8], usize); 10] = [
    ("a.pak", b"KAPL\0\0\x80\x3f", 8),
    ("a.pak", b"LPAK\x3f\xc0\0\0", 8),
    ("a.zip", b"PK\x03\x04", 4),
    ("a.iso", b"", 16 * 2048),
    ("Data", b"\0\0\0\x10\0\0\0\x50", 16),
    ("a.img", b"\xeb\x3c\x90MTOO4043\0\x02\x01\x01\0\x02\xe0\0\x40\x0b\xf0\x09\0", 512),
    ("a.adf", b"DOS\0", 880 * 512),
    ("GAME___A.XXX", b"LFG!", 8),
    ("a.tar.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03", 10),
    ("a.cue", b"FILE \"Data\" BINARY\nTRACK 01 MODE1/2352\nINDEX 01 00:00:00\n", 60),
];

fn look(name: &str, bytes: Vec<u8>) {
    let files = MemoryFiles::from_iter([(name, bytes)]);
    let shelf = Shelf::new(Arc::new(files));
    let names = shelf.names();
    assert!(names.len() <= MOST_MEMBERS);
    for name in names.iter().take(50) {
        assert!(!name.split('/').any(|part| part == ".."), "{name}");
        let Ok(source) = shelf.open(name) else { continue };
        let len = source.len();
        let mut out = vec![0; usize::try_from(len.min(5_000)).unwrap()];
        let _ = source.read_at(len - out.len() as u64, &mut out);
        assert!(source.read_at(len, &mut [0]).is_err(), "{name} goes on behind its end");
    }
    let _ = shelf.why_no_game(None);
}

proptest! {
    #[test]
    fn any_bytes_behind_any_opening_are_handled(
        form in 0..OPENINGS.len(), noise in prop::collection::vec(any::<u8>(), 0..3000), whole in any::<bool>(),
    ) {
        let (name, opening, at) = OPENINGS[form];
        let mut bytes = opening.to_vec();
        bytes.resize(at.max(opening.len()), 0);
        bytes.extend(noise);
        if whole {
            // As large as the disk is that the opening speaks of.
            bytes.resize(match name { "a.adf" => 901_120, "a.img" => 1_474_560, _ => bytes.len() }, 0);
        }
        look(name, bytes);
    }
}

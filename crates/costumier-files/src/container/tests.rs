//! Tests that hold for every form and any bytes: no panic, no file that continues behind its end, bounded lists.

use std::sync::Arc;

use proptest::prelude::*;

use super::FileSet;
use super::members::MOST_MEMBERS;
use crate::source::{Files, MemoryFiles};

/// The head of a tar's file `a` of 300 bytes, with a valid checksum.
const TAR: [u8; 512] = {
    let mut head = [0; 512];
    head[0] = b'a';
    (head[132], head[133], head[134]) = (b'4', b'5', b'4');
    head[156] = b'0';
    (head[257], head[258], head[259], head[260], head[261]) = (b'u', b's', b't', b'a', b'r');
    // The sum counts its own eight bytes as blanks.
    let (mut at, mut sum) = (0, 8 * b' ' as u32);
    while at < 512 {
        sum += head[at] as u32;
        at += 1;
    }
    at = 154;
    while sum > 0 {
        at -= 1;
        head[at] = b'0' + (sum % 8) as u8;
        sum /= 8;
    }
    head
};

/// First bytes that lead into each reader, and the position of the rest.
const OPENINGS: [(&str, &[u8], usize); 12] = [
    ("a.d64", b"\x31\x0A", 258),
    ("a.pak", b"KAPL\0\0\x80\x3f", 8),
    ("a.pak", b"LPAK\x3f\xc0\0\0", 8),
    ("a.zip", b"PK\x03\x04", 4),
    ("a.iso", b"", 16 * 2048),
    ("Data", b"\0\0\0\x10\0\0\0\x50", 16),
    ("a.img", b"\xeb\x3c\x90MTOO4043\0\x02\x01\x01\0\x02\xe0\0\x40\x0b\xf0\x09\0", 512),
    ("a.adf", b"DOS\0", 880 * 512),
    ("GAME___A.XXX", b"LFG!", 8),
    ("a.tar", &TAR, 512),
    ("a.tar.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03", 10),
    ("a.cue", b"FILE \"Data\" BINARY\nTRACK 01 MODE1/2352\nINDEX 01 00:00:00\n", 60),
];

fn look(name: &str, bytes: Vec<u8>) {
    let files = MemoryFiles::from_iter([(name, bytes)]);
    let shelf = FileSet::new(Arc::new(files));
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

#[test]
fn the_opening_of_a_tar_leads_into_its_reader() {
    let files = MemoryFiles::from_iter([("a.tar", [TAR.as_slice(), &[7; 512]].concat())]);
    assert!(FileSet::new(Arc::new(files)).names().contains(&"a.tar/a".to_owned()));
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
            // The size of a disk with these first bytes.
            let size = match name {
                "a.adf" => 901_120,
                "a.d64" => 174_848,
                "a.img" => 1_474_560,
                _ => bytes.len(),
            };
            bytes.resize(size, 0);
        }
        look(name, bytes);
    }
}

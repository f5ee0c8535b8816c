//! Any bytes as an archive, an image or a wrapper: everything in it is listed and read, games in it are opened.

use std::sync::Arc;

use costumier::game::shelf;
use costumier::{Files, Game, Limits, MemoryFiles};

/// The head of a tar's file `a` of 300 bytes, its sum as it has to be.
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

/// A name, where the input starts in the file, the file's size at least, and what stands at its start.
const FORMS: [(&str, usize, usize, &[u8]); 14] = [
    // Behind the objects of Maniac Mansion, and those of Zak.
    ("a.d64", 258, 174_848, b"\x31\x0A"),
    ("a.d64", 777, 174_848, b"\x31\x0A"),
    ("a.pak", 0, 0, b""),
    ("a.zip", 0, 0, b""),
    ("a.iso", 16 * 2048, 0, b""),
    ("a.bin", 16 * 2352, 0, b"\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0"),
    ("a Data", 0, 0, b""),
    ("a.img", 0, 737_280, b""),
    ("a.adf", 880 * 512, 901_120, b"DOS\0"),
    ("a.adf", 880 * 512, 901_120, b"DOS\x01"),
    ("GAME___A.XXX", 0, 0, b""),
    ("a.cue", 0, 0, b""),
    ("a.tar", 512, 0, &TAR),
    ("a.tar.gz", 10, 0, b"\x1f\x8b\x08\0\0\0\0\0\0\x03"),
];

pub(crate) fn run(input: &[u8]) {
    let Some((form, rest)) = input.split_first() else { return };
    let (name, at, size, start) = FORMS[usize::from(*form) % FORMS.len()];
    let mut bytes = vec![0; at];
    bytes.extend(rest);
    bytes.resize(bytes.len().max(size).max(start.len()), 0);
    if at > 0 {
        bytes[..start.len()].copy_from_slice(start);
    }
    let files = MemoryFiles::from_iter([(name, bytes.clone()), ("a.bin", bytes)]);
    let limits = Limits::default();
    let (shelf, index) = shelf(Arc::new(files), None, &limits);
    for name in shelf.names().into_iter().take(200) {
        let Ok(source) = shelf.open(&name) else { continue };
        let len = source.len();
        let mut out = vec![0; usize::try_from(len.min(70_000)).unwrap_or(0)];
        let _ = source.read_at(0, &mut out);
        let _ = source.read_at(len.saturating_sub(out.len() as u64), &mut out);
        assert!(source.read_at(len, &mut [0]).is_err(), "{name} goes on behind its end");
    }
    let _ = Game::open(&shelf, index.as_deref(), limits);
    let _ = shelf.why_no_game(None);
}

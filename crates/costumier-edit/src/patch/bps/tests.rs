//! What is written is applied, and damage gives nothing.
#![allow(clippy::cast_possible_truncation, reason = "tests")]

use super::read::Reader;
use super::write::number;
use super::*;
use crate::put::PlannedFile;
use crate::splice::{Splice, Splices};
use costumier::ErrorKind;
use costumier::files::Key;
use proptest::prelude::*;
use std::sync::Arc;

fn file(source: &[u8], changes: Vec<Splice>, key: Key) -> PlannedFile {
    PlannedFile {
        name: "a.001".into(),
        key,
        len: source.len() as u64,
        splices: Splices::new(changes).unwrap(),
    }
}

fn target(file: &PlannedFile, source: &Arc<[u8]>) -> Vec<u8> {
    file.to_vec(source, 1 << 20).unwrap()
}

#[test]
fn numbers_are_those_of_the_specification() {
    for (value, bytes) in [
        (0, &[0x80][..]),
        (127, &[0xFF]),
        (128, &[0x00, 0x80]),
        (129, &[0x01, 0x80]),
        (16_511, &[0x7F, 0xFF]),
    ] {
        let mut out = Vec::new();
        number(&mut out, value);
        assert_eq!(out, bytes, "{value}");
        assert_eq!(Reader { bytes: &out, at: 0 }.number().unwrap(), value);
    }
    let mut out = Vec::new();
    number(&mut out, u64::MAX);
    assert_eq!(Reader { bytes: &out, at: 0 }.number().unwrap(), u64::MAX);
    assert!(Reader { bytes: &[0; 40], at: 0 }.number().is_err());
    assert!(Reader { bytes: &[0x7F; 9], at: 0 }.number().is_err());
}

#[test]
fn a_shift_of_everything_costs_a_few_bytes() {
    let source: Arc<[u8]> = (0..100_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let change = Splice { removed: 500..600, bytes: vec![7; 140] };
    let file = file(&source, vec![change], Key::CLASSIC);
    let patch = write(&file, &source, b"").unwrap();
    assert!(patch.len() < 200, "{}", patch.len());
    let made = apply(&patch, &source, 1 << 20).unwrap();
    assert_eq!(made, target(&file, &source));
    assert_eq!(made[500], 7 ^ 0x69);
    let made: Arc<[u8]> = made.into();
    let again = apply(&patch, &made, 1 << 20).unwrap_err();
    assert!(again.to_string().contains("patched already"), "{again}");
    let other: Arc<[u8]> = vec![0; 100_000].into();
    assert!(apply(&patch, &other, 1 << 20).unwrap_err().to_string().contains("another edition"));
    assert!(matches!(apply(&patch, &source, 99).unwrap_err().kind(), ErrorKind::Limit(_)));
}

#[test]
fn a_cut_or_changed_patch_gives_nothing() {
    let source: Arc<[u8]> = (0..200).collect::<Vec<u8>>().into();
    let file = file(&source, vec![Splice { removed: 50..60, bytes: vec![1, 2, 3] }], Key::PLAIN);
    let patch = write(&file, &source, b"<m/>").unwrap();
    for len in 0..patch.len() {
        assert!(apply(&patch[..len], &source, 1 << 20).is_err(), "{len}");
    }
    for at in 0..patch.len() {
        let mut bad = patch.clone();
        bad[at] ^= 0x10;
        assert!(apply(&bad, &source, 1 << 20).is_err(), "{at}");
    }
}

#[test]
fn a_patch_that_claims_to_make_very_much_allocates_nothing() {
    let source: Arc<[u8]> = vec![0; 4].into();
    let mut patch = MAGIC.to_vec();
    for value in [4, 1 << 60, 0] {
        number(&mut patch, value);
    }
    patch.extend(crc32fast::hash(&source).to_le_bytes());
    patch.extend([0; 4]);
    patch.extend(crc32fast::hash(&patch).to_le_bytes());
    assert!(matches!(apply(&patch, &source, 1 << 30).unwrap_err().kind(), ErrorKind::Limit(_)));
}

proptest! {
    #[test]
    fn what_is_written_is_applied(
        source in proptest::collection::vec(0u8..5, 40..200),
        cuts in proptest::collection::vec((0u64..30, 0u64..12, proptest::collection::vec(0u8..5, 0..40)), 0..6),
        key in any::<u8>(),
    ) {
        let source: Arc<[u8]> = source.into();
        let (mut at, mut changes) = (0, Vec::new());
        for (gap, len, bytes) in cuts {
            let start = at + gap;
            if start + len > Source::len(&source) { break; }
            changes.push(Splice { removed: start..start + len, bytes });
            at = start + len + 1;
        }
        let file = file(&source, changes, Key(key));
        let patch = write(&file, &source, b"").unwrap();
        prop_assert_eq!(apply(&patch, &source, 1 << 20).unwrap(), target(&file, &source));
    }
}

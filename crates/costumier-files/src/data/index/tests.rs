//! Tests of hand-made indexes, block by block.

use super::*;
use crate::ErrorKind;
use crate::dialect::DiskRules;

/// The directory of `docs/format/containers.md §13`.
const DCOS: [u8; 25] = [
    0x44, 0x43, 0x4f, 0x53, 0, 0, 0, 0x19, 3, 0, // DCOS, size 25, 3 slots
    0, 0, 0x0a, // rooms
    0, 0, 0, 0, 0, 0, 0, 0, 0x34, 0x12, 0, 0, // offsets
];
const DROO: [u8; 15] = [b'D', b'R', b'O', b'O', 0, 0, 0, 15, 1, 0, 1, 0, 0, 0, 0];

fn read(data: &[u8]) -> Result<Index> {
    Index::read(Bytes::new(data), &IndexLayout::tagged(&DiskRules::V6), &Limits::default())
}

#[test]
fn without_a_directory_of_rooms_they_are_looked_for_on_disk_1() {
    let index = read(&DCOS).unwrap();
    assert_eq!((index.disks[10], index.disks[9], index.costumes[2].room), (1, 0, 10));
    let told: Vec<_> = index.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert!(told.contains(&"DROO"), "{told:?}");
}

#[test]
fn directories_with_humongous_names_are_read_as_what_they_are() {
    let mut data = [DCOS.as_slice(), &DROO].concat();
    data[..4].copy_from_slice(b"DIRC");
    data[25..29].copy_from_slice(b"DIRR");
    let (index, usual) = (read(&data).unwrap(), read(&[DCOS.as_slice(), &DROO].concat()).unwrap());
    assert_eq!((&index.costumes, &index.disks), (&usual.costumes, &usual.disks));
    let odd: Vec<_> = index.problems.iter().filter(|problem| problem.at.is_some()).collect();
    assert!(odd.iter().any(|problem| problem.path == "DIRC" && problem.severity == Severity::Odd), "{odd:?}");
}

#[test]
fn directories_are_lanes() {
    let index = read(&[DCOS.as_slice(), &DROO].concat()).unwrap();
    assert_eq!(index.costumes.len(), 3);
    assert_eq!(index.costumes[2], Slot { room: 10, offset: 0x1234 });
    assert!(index.costumes[2].is_used() && !index.costumes[1].is_used());
    assert_eq!(index.disks, [1]);
    let missing: Vec<_> = index.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(missing, ["DSCR", "DSOU", "DCHR", "DOBJ", "MAXS"]);
}

#[test]
fn room_names_are_hidden_a_second_time() {
    let mut names = b"RNAM\0\0\0\x13".to_vec();
    names.push(10);
    names.extend(b"harbour\0\0".iter().map(|byte| byte ^ 0xff));
    names.push(0);
    let index = read(&[names.as_slice(), &DROO, &DCOS].concat()).unwrap();
    assert_eq!(index.room_names, BTreeMap::from([(10, "harbour".to_owned())]));
    names.pop();
    names[7] = 0x12;
    let index = read(&[names.as_slice(), &DROO, &DCOS].concat()).unwrap();
    assert_eq!(index.room_names.len(), 1);
    assert!(index.problems.iter().any(|problem| problem.path == "RNAM" && problem.at == Some(18)));
}

#[test]
fn a_count_beyond_the_block_is_an_error_that_names_it() {
    let mut data = [DCOS.as_slice(), &DROO].concat();
    data[8] = 4;
    let error = read(&data).unwrap_err();
    assert_eq!(error.block(), Some("DCOS"));
    assert_eq!(error.kind(), &ErrorKind::Truncated { needed: 16, available: 11 });
    assert_eq!(error.offset(), Some(14));
}

#[test]
fn unknown_and_double_blocks_are_reported() {
    let data = [DROO.as_slice(), b"WHAT\0\0\0\x09x", &DCOS, &DROO].concat();
    let index = read(&data).unwrap();
    let found: Vec<_> = index.problems.iter().map(|problem| (problem.path.as_str(), problem.at)).collect();
    assert_eq!(found[..2], [("WHAT", Some(15)), ("DROO", Some(49))]);
}

#[test]
fn the_maxima_are_held_against_the_directories() {
    let mut maxima = b"MAXS\0\0\0\x26".to_vec();
    maxima.extend([0; 18]);
    maxima.extend([1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0]);
    let index = read(&[maxima.as_slice(), &DROO, &DCOS].concat()).unwrap();
    let last = index.problems.last().unwrap();
    assert_eq!((last.path.as_str(), last.text.as_str()), ("DCOS", "it has 3 slots, MAXS says 9"));
    assert_eq!(index.problems.iter().filter(|problem| problem.text.contains("MAXS says")).count(), 1);
}

#[test]
fn a_cut_index_is_an_error() {
    let data = [DROO.as_slice(), &DCOS].concat();
    for len in 0..data.len() {
        assert!(read(&data[..len]).is_err(), "{len}");
    }
}

//! Tests of walks over blocks of all three kinds, damaged ones included.

use super::*;

fn block(tag: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let size = u32::try_from(payload.len() + 8).unwrap();
    [tag.as_slice(), &size.to_be_bytes(), payload].concat()
}

fn names(blocks: &Blocks) -> Vec<String> {
    blocks.list.iter().map(Block::name).collect()
}

#[test]
fn children_lie_back_to_back() {
    let data = [block(b"RMHD", &[1, 2]), block(b"CLUT", &[]), block(b"BOXD", &[3])].concat();
    let view = Bytes::with_base(&data, 1000);
    let blocks = blocks_in(view, &Limits::default());
    assert_eq!(names(&blocks), ["RMHD", "CLUT", "BOXD"]);
    assert_eq!(blocks.problems, []);
    assert_eq!(blocks.list[1].offset, 1010);
    let payload = blocks.find(b"BOXD").unwrap().payload(view).unwrap();
    assert_eq!((payload.as_slice(), payload.base()), (&[3][..], 1026));
}

#[test]
fn a_stray_byte_is_skipped_and_zeros_end_the_walk() {
    let data = [block(b"SCRP", &[1]), vec![0x80], block(b"COST", &[2]), vec![0; 20]].concat();
    let blocks = blocks_in(Bytes::new(&data), &Limits::default());
    assert_eq!(names(&blocks), ["SCRP", "COST"]);
    let severities: Vec<_> = blocks.problems.iter().map(|problem| problem.severity).collect();
    assert_eq!(severities, [Severity::Note, Severity::Odd]);
    assert_eq!(blocks.problems[0].at, Some(9));
    let twice = [vec![0x80, 0x80], block(b"COST", &[])].concat();
    assert_eq!(names(&blocks_in(Bytes::new(&twice), &Limits::default())), [""; 0]);
}

#[test]
fn bad_sizes_end_the_walk_and_are_reported() {
    for size in [0_u32, 1, 7] {
        let data = [b"COST".as_slice(), &size.to_be_bytes(), &[0; 8]].concat();
        let blocks = blocks_in(Bytes::new(&data), &Limits::default());
        assert!(blocks.list.is_empty());
        assert_eq!(blocks.problems.len(), 1);
    }
    let data = [b"COST".as_slice(), &u32::MAX.to_be_bytes(), &[0; 8]].concat();
    let blocks = blocks_in(Bytes::new(&data), &Limits::default());
    assert_eq!(blocks.list[0].size, 16);
    assert!(blocks.problems[0].text.contains("16 are left"));
}

#[test]
fn walks_are_bounded() {
    let data = block(b"ROOM", &[]).repeat(100);
    let limits = Limits { children: 10, ..Limits::default() };
    let blocks = blocks_in(Bytes::new(&data), &limits);
    assert_eq!(blocks.list.len(), 10);
    assert_eq!(blocks.problems.len(), 1);
}

#[test]
fn small_blocks_count_their_header_and_end_at_junk() {
    let data = [&[8, 0, 0, 0], b"RO12".as_slice(), &[9, 0, 0, 0], b"XYabc", &[3, 0, 0, 0], b"ZZ"].concat();
    let found = small_blocks_in(Bytes::with_base(&data, 100), &Limits::default());
    let view = Bytes::with_base(&data, 100);
    let list: Vec<_> = found
        .list
        .iter()
        .map(|block| (&block.tag, block.offset, block.payload(view).unwrap().as_slice()))
        .collect();
    assert_eq!(list, [(b"ROOM", 100, &b"12"[..]), (b"XY  ", 108, b"abc")]);
    assert_eq!((found.problems.len(), found.problems[0].at), (1, Some(117)));
    let cut = small_blocks_in(Bytes::new(&data[..15]), &Limits::default());
    assert_eq!(cut.list[1].payload(Bytes::new(&data)).unwrap().as_slice(), b"a");
    assert_eq!(cut.problems[0].severity, Severity::Broken);
}

#[test]
fn sizes_that_lead_outside_are_cut_and_nonsense_ends_the_walk() {
    let data = b"ABCD\0\0\0\x0Axx\
                 EFGH\0\0\0\x08\
                 ABCD\0\0\0\xFFyyy";
    let found: Vec<Block> = parts(data, 0).collect();
    assert_eq!(
        found.iter().map(|b| (b.offset, b.payload_len())).collect::<Vec<_>>(),
        [(0, 2), (10, 0), (18, 3)]
    );
    assert_eq!(found.iter().map(Block::is_cut).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(part(data, *b"ABCD"), Some(&b"xx"[..]));
    assert_eq!(part(data, *b"ZZZZ"), None);
    assert_eq!(parts(b"ABCD\0\0\0\x07abcdefgh", 0).count(), 0);
    assert_eq!(parts(b"ABCD\0\0\0", 0).count(), 0);
    assert_eq!(parts(b"", 9).count(), 0);
}

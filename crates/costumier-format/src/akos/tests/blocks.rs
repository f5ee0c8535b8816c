//! Tests of blocks that are missing, double or unknown: they are reported, and kept byte for byte when written.

use super::*;

#[test]
fn blocks_that_are_missing_double_or_unknown_are_reported_and_kept() {
    let mut source = minimal_source();
    source.others = vec![(*b"AKPL", vec![9; 16]), (*b"XYZW", vec![1, 2, 3]), (*b"AKLC", vec![4])];
    let mut payload = source.write().unwrap();
    payload.extend([0, 0, 0]);
    let akos = open(payload.clone());
    let paths: Vec<(Severity, &str)> =
        akos.problems().iter().map(|p| (p.severity, p.path.as_str())).collect();
    assert_eq!(paths, [(Severity::Odd, "AKOS"), (Severity::Odd, "AKPL"), (Severity::Note, "XYZW")]);
    assert_eq!(akos.palette()[1], 0x0F, "the first one counts");
    assert_eq!(akos.edit().write(), payload);

    for tag in [b"AKSQ", b"AKCH", b"AKOF", b"AKCI", b"AKCD", b"AKPL"] {
        let mut payload = minimal();
        let at = place(&payload, tag) - 8;
        payload[at..at + 4].copy_from_slice(b"NONE");
        let akos = open(payload.clone());
        assert!(akos.problems().iter().any(|p| p.path.as_bytes() == tag), "{:?}", akos.problems());
        ask_everything(&akos);
        assert_eq!(akos.edit().write(), payload);
    }
    let mut payload = minimal();
    payload[0] = b'X';
    let e = Akos::open(payload, Dialect::V7).unwrap_err();
    assert_eq!((e.what(), e.block()), ("header", Some("AKOS")));
}

/// A costume with every kind of block.
fn full() -> Vec<u8> {
    let mut source = fixture::source(0, &[0, 1, 2], &[(4, &[(0, 2, 0, 2)])]);
    source.pictures.truncate(3);
    source.rgb = Some(vec![[1, 2, 3]; 16]);
    source.jumps = vec![0, 1];
    source.jump_slices = vec![(0, 0, 2)];
    source.conditions = vec![1];
    source.condition_starts = vec![(0, 0)];
    let frames = child(b"WRAP", &child(b"OFFS", &[]));
    let names = child(b"WRAP", &child(b"OFFS", &[]));
    let texts = [*b"AKLC", *b"SP2C", *b"SPLF", *b"IMGL"].map(|tag| (tag, b"a text".to_vec()));
    source.others =
        [(*b"AKAX", frames), (*b"SQDB", names), (*b"CLRS", vec![7; 32])].into_iter().chain(texts).collect();
    source.write().unwrap()
}

#[test]
fn any_block_may_be_missing_or_double_and_what_is_left_is_kept() {
    let whole = full();
    let blocks: Vec<_> = crate::block::parts(&whole, 0).collect();
    assert_eq!(blocks.len(), 19);
    let akos = Akos::open(whole.clone(), Dialect::humongous(90)).unwrap();
    assert_eq!((akos.problems(), akos.edit().write()), (&[][..], whole.clone()));
    let needed = [b"AKHD", b"AKSQ", b"AKCH", b"AKOF", b"AKCI", b"AKCD", b"AKPL"];
    for block in blocks {
        let inside = block.inside();
        let span = inside.start - 8..inside.end;
        let bytes = whole[span.clone()].to_vec();
        let tag = String::from_utf8(block.tag.to_vec()).unwrap();
        let mut less = whole.clone();
        less.drain(span.clone());
        assert_eq!(AkosEdit::read(&less).write(), less);
        match Akos::open(less.clone(), Dialect::humongous(90)) {
            Err(e) => assert_eq!((e.what(), tag.as_str()), ("header", "AKHD")),
            Ok(akos) => {
                let told: Vec<&str> = akos.problems().iter().map(|p| p.path.as_str()).collect();
                let expected = if needed.contains(&&block.tag) { vec![tag.as_str()] } else { vec![] };
                assert_eq!(told, expected);
                ask_everything(&akos);
                assert_eq!(akos.edit().write(), less);
            }
        }
        // A second child with other contents behind all others, and a third.
        let mut other = bytes.clone();
        other[8..].iter_mut().for_each(|byte| *byte ^= 0xFF);
        let more = [whole.clone(), other, bytes].concat();
        let akos = Akos::open(more.clone(), Dialect::humongous(90)).unwrap();
        let told: Vec<(Severity, &str)> =
            akos.problems().iter().map(|p| (p.severity, p.path.as_str())).collect();
        assert_eq!(told, [(Severity::Odd, tag.as_str()), (Severity::Odd, tag.as_str())]);
        assert_eq!((akos.sequence(), akos.palette()[3]), (&[0, 1, 2][..], 3), "the first of {tag} counts");
        assert_eq!(akos.edit().write(), more);
    }
}

#[test]
fn a_change_keeps_unknown_and_double_blocks_and_what_lies_behind() {
    let unknown = [child(b"ZZZZ", b"what is this"), child(b"AKCD", b"another"), vec![0]].concat();
    let payload = [child(b"QQQQ", b"in front"), full(), unknown.clone()].concat();
    let akos = Akos::open(payload.clone(), Dialect::V8).unwrap();
    let told: Vec<&str> = akos.problems().iter().map(|p| p.path.as_str()).collect();
    assert_eq!(told, ["AKOS", "QQQQ", "ZZZZ", "AKCD"]);
    let mut edit = akos.edit();
    let pixels = PixelSource::Rows(vec![9, 8, 7]);
    edit.set_picture(1, &PictureSource { width: 3, height: 1, x: 0, y: 0, move_x: 0, move_y: 0, pixels })
        .unwrap();
    let written = edit.write();
    assert!(written.len() > payload.len() && written.ends_with(&unknown));
    assert!(written.starts_with(&child(b"QQQQ", b"in front")));
    let again = Akos::open(written, Dialect::V8).unwrap();
    assert_eq!((rows(&again, 1), rows(&again, 0), rows(&again, 2)), (vec![9, 8, 7], vec![1], vec![1]));
    let tags = |akos: &Akos| akos.blocks().iter().map(|block| block.tag).collect::<Vec<_>>();
    assert_eq!(tags(&again), tags(&akos));
}

/// Found by fuzzing: the new blocks were swallowed, and the picture was gone.
#[test]
fn blocks_are_added_in_front_of_one_that_claims_too_much() {
    let mut payload = minimal();
    payload.truncate(place(&payload, b"AKCI") - 8);
    payload.extend(b"JUNK\x7F\0\0\0and so on");
    let akos = open(payload);
    assert!(akos.problems().iter().any(|p| p.path == "JUNK"));
    let mut edit = akos.edit();
    let pixels = PixelSource::Rows(vec![1, 2, 3]);
    edit.set_picture(0, &PictureSource { width: 3, height: 1, x: 4, y: 0, move_x: 0, move_y: 0, pixels })
        .unwrap();
    let written = edit.write();
    assert!(written.ends_with(b"JUNK\x7F\0\0\0and so on"));
    let again = open(written);
    assert_eq!((rows(&again, 0), again.picture_info(0).unwrap().x), (vec![1, 2, 3], 4));
}

/// Found by fuzzing: a damaged entry that leads behind the tables would cut what is added there.
#[test]
fn nothing_is_added_where_a_damaged_entry_leads() {
    for (at, what) in [(4, "size"), (0, "pixels")] {
        let mut payload = minimal();
        let table = place(&payload, b"AKOF");
        payload[table - 1] = 8 + 18;
        // Two pictures share everything, so a change needs room of its own; a third leads two bytes behind
        // the end.
        let ends = [6u8, 0, 0, 0, 12, 0].map(|end| if end > 0 { end + 2 } else { 0 });
        let mut third = [0; 6];
        third[at] = ends[at];
        payload.splice(table + 6..table + 6, [[0; 6], third].concat());
        let akos = open(payload.clone());
        let pixels = PixelSource::Rows(vec![5; 6]);
        let picture = PictureSource { width: 3, height: 2, x: 9, y: 9, move_x: 0, move_y: 0, pixels };
        let packed = PictureSource { pixels: PixelSource::Encoded(vec![0x51; 6]), ..picture.clone() };
        let mut edit = akos.edit();
        let refused = edit.set_picture(1, &packed).unwrap_err();
        assert!(refused.to_string().contains("into the place of the new one"), "{what}: {refused}");
        assert_eq!(edit.write(), payload, "{what}: nothing has changed");
    }
}

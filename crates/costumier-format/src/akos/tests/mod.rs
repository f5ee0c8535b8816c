//! Tests of reading and writing AKOS blocks: the minimal file, and blocks that are odd in one way each.

mod blocks;

use super::Packer;
use super::edit::AkosEdit;
use super::fixture::{make, minimal, minimal_source};
use super::*;
use crate::codec::{ColourTable, Decoder, bomp, delta};
use crate::cost::fixture::hex;
use crate::model::{PictureSource, PixelSource};
use crate::problem::Severity;
use proptest::prelude::*;

fn open(payload: Vec<u8>) -> Akos {
    Akos::open(payload, Dialect::V7).unwrap()
}

fn rows(akos: &Akos, index: u16) -> Vec<u8> {
    let mut out = Vec::new();
    Decoder::new().picture(&akos.picture(index).unwrap().packed, &ColourTable::IDENTITY, &mut out);
    out
}

/// The position of a child's payload.
fn place(payload: &[u8], tag: &[u8; 4]) -> usize {
    crate::block::parts(payload, 0).find(|block| &block.tag == tag).unwrap().inside().start
}

/// Calls everything once, for input that must only not panic.
fn ask_everything(akos: &Akos) {
    for key in akos.picture_keys() {
        let _ = akos.picture(key.index);
    }
    for index in akos.record_indices() {
        let _ = akos.record(index);
    }
    for index in 0..9u8 {
        let colour = index;
        let index = u16::from(index);
        let _ = akos.frame(index);
        let _ = (akos.conditions_of(index), akos.jumps_of(index), akos.rgb(colour));
        let _ = akos.jump_target(JumpSlice { offset: index, count: 3 }, 2);
    }
    let _ = akos.sequence_names();
    let _ = (akos.transparent(), akos.packer());
}

#[test]
fn the_minimal_file_is_read() {
    let akos = open(minimal());
    assert_eq!(akos.problems(), []);
    let header =
        Header { version: 1, flags: 0x8000, chores: 8, pictures: 1, codec: Codec::Rle, limbs: Some(1) };
    assert_eq!(*akos.header(), header);
    assert_eq!((akos.palette()[..3].to_vec(), akos.depth()), (vec![0, 0x0F, 0x20], Depth::Colours16));
    assert_eq!((akos.sequence(), akos.sequence_at()), (&[0][..], 0x3C - 8));
    assert_eq!(akos.record_indices().collect::<Vec<_>>(), [4, 5, 6, 7]);
    let record = akos.record(6).unwrap();
    assert_eq!(record.limbs[0], Some(AkosEntry { mode: Mode::Loop, start: 0, length: 0 }));
    assert_eq!((record.limbs[1], record.bytes), (None, 7));
    let picture = akos.picture(0).unwrap();
    let info = picture.info;
    assert_eq!((info.width, info.height, info.x, info.y, info.move_x, info.move_y), (3, 2, -1, -1, 0, 0));
    assert_eq!(picture.encoded(), [0x11, 0x21, 0x11, 0x21, 0x01, 0x21]);
    assert_eq!(rows(&akos, 0), [1, 1, 0, 2, 2, 2]);
    assert_eq!(akos.picture(1).unwrap_err().kind(), &ErrorKind::NoSuchItem("picture 1".into()));
    assert!(matches!(akos.record(3).unwrap_err().kind(), ErrorKind::NoSuchItem(_)));
    assert!(matches!(akos.record(8).unwrap_err().kind(), ErrorKind::NoSuchItem(_)));
}

#[test]
fn the_minimal_file_is_written() {
    assert_eq!(minimal_source().write().unwrap(), minimal());
    assert_eq!(open(minimal()).edit().write(), minimal());
}

#[test]
fn a_block_that_is_cut_is_read_as_far_as_it_goes() {
    let payload = minimal();
    for len in 0..payload.len() {
        if let Ok(akos) = Akos::open(payload[..len].to_vec(), Dialect::V8) {
            ask_everything(&akos);
            assert_eq!(akos.edit().write(), &payload[..len]);
        }
    }
    let akos = open(payload[..payload.len() - 2].to_vec());
    assert_eq!(akos.problems()[0].path, "AKCD");
    assert_eq!(akos.picture(0).unwrap().encoded().len(), 4);
}

#[test]
fn entries_of_four_bytes_have_no_place() {
    let mut payload = minimal();
    let infos = place(&payload, b"AKCI");
    payload[infos - 1] = 8 + 4;
    payload.drain(infos + 4..infos + 12);
    let akos = open(payload);
    let info = akos.picture_info(0).unwrap();
    assert_eq!((info.width, info.height, info.x, info.y), (3, 2, 0, 0));
}

#[test]
fn pictures_may_share_sizes_and_pixels() {
    let mut payload = minimal();
    let table = place(&payload, b"AKOF");
    payload[table - 1] = 8 + 18;
    // The second picture is the first one again, the third lacks its pixels and begins in the middle of the
    // size.
    payload.splice(table + 6..table + 6, [0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 8, 0]);
    let akos = open(payload);
    assert_eq!(akos.picture_count(), 3);
    assert_eq!(akos.picture(1).unwrap().encoded(), [0x11, 0x21, 0x11]);
    assert_eq!(akos.picture(2).unwrap().encoded(), [0x21, 0x01, 0x21]);
    let info = akos.picture_info(0).unwrap();
    assert_eq!((info.x, info.y, info.move_x), (-1, -1, 0), "ends where the third begins");
    assert_eq!(akos.problems().len(), 1, "the header counts one");
}

#[test]
fn offsets_that_lead_outside_are_errors_of_one_picture() {
    for (at, value, block) in [(0, 7, "AKCD"), (4, 13, "AKCI"), (3, 0xFF, "AKCD")] {
        let mut payload = minimal();
        let table = place(&payload, b"AKOF");
        payload[table + at] = value;
        let akos = open(payload);
        let e = akos.picture(0).unwrap_err();
        assert!(matches!(e.kind(), ErrorKind::BadValue(_)), "{e}");
        assert_eq!(e.block(), Some(block));
    }
    let mut payload = minimal();
    let header = place(&payload, b"AKHD");
    payload[header + 8] = 7;
    let akos = open(payload);
    assert_eq!((akos.problems()[0].path.as_str(), akos.problems()[0].severity), ("AKHD", Severity::Broken));
    assert!(matches!(akos.picture(0).unwrap_err().kind(), ErrorKind::Unsupported(_)));
}

#[test]
fn eight_directions_are_the_generation_s_business() {
    let payload = fixture::source(Header::EIGHT_WAYS, &[0], &[]).write().unwrap();
    for (dialect, directions) in [(Dialect::V7, 8), (Dialect::V8, 8), (Dialect::humongous(80), 4)] {
        assert_eq!(Akos::open(payload.clone(), dialect).unwrap().directions(), directions);
    }
    assert_eq!(open(minimal()).directions(), 4);
}

#[test]
fn rgb_has_two_conventions() {
    let mut source = minimal_source();
    source.rgb = Some((0..16).map(|i| [i, 2 * i, 3 * i]).collect());
    let akos = open(source.write().unwrap());
    assert_eq!(akos.rgb(2), Some([2, 4, 6]));
    assert_eq!(akos.rgb(16), None);
    source.rgb = Some((0..=255).map(|i| [i, 0, 1]).collect());
    let akos = open(source.write().unwrap());
    assert_eq!(akos.rgb(2), Some([0x20, 0, 1]));
    source.rgb = None;
    source.others = vec![(*b"RGBS", vec![1, 2, 3, 4])];
    assert_eq!(open(source.write().unwrap()).rgb(2), None, "a placeholder");
}

#[test]
fn conditions_say_all_none_or_any() {
    let akos = |version| Akos::open(minimal(), Dialect::humongous(version)).unwrap();
    let (old, new) = (akos(80), akos(90));
    for (word, mask, holds) in [
        (0, 0, true),
        (0x0000_0006, 2, true),
        (0x0000_0006, 1, false),
        (0xC000_0006, 4, true),
        (0x4000_0006, 2, false),
        (0x4000_0006, 7, true),
        (0x8000_0006, 1, true),
        (0x8000_0006, 3, false),
    ] {
        assert_eq!(old.condition_holds(word, mask), holds, "{word:#x} {mask:#x}");
        assert_eq!(new.condition_holds(word, mask), holds, "{word:#x} {mask:#x}");
    }
    // From 9.0 on, bit 15 is a shadow and no condition.
    assert_eq!((old.condition_holds(0x8000, 1), old.condition_shades(0x8000)), (false, false));
    assert_eq!((new.condition_holds(0x8000, 1), new.condition_shades(0x8000)), (true, true));
    assert!(!new.condition_holds(0x4000_8002, 1));
}

#[test]
fn jump_slices_that_begin_too_far_are_refused() {
    let mut source = minimal_source();
    source.jumps = (0..40_000).collect();
    source.jump_slices = vec![(0, 32_767, 10)];
    let akos = Akos::open(source.write().unwrap(), Dialect::humongous(80)).unwrap();
    assert_eq!(akos.jump_target(akos.jumps_of(0).unwrap(), 1), Some(32_767), "the last that can be said");
    source.jump_slices.extend([(5, 32_768, 1), (6, 39_990, 10)]);
    let refused = source.write().unwrap_err();
    let paths: Vec<&str> = refused.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["jumps of 0x0005", "jumps of 0x0006"]);
}

#[test]
fn jump_tables_and_condition_tables() {
    let mut source = fixture::source(0, &[0], &[]);
    source.jumps = vec![0x10, 0x20, 0x30, 0x40];
    source.jump_slices = vec![(0, 0, 1), (5, 2, 2)];
    source.conditions = vec![1, 2, 3];
    source.condition_starts = vec![(0, 0), (5, 1)];
    let payload = source.write().unwrap();
    let akos = Akos::open(payload.clone(), Dialect::humongous(80)).unwrap();
    let slice = akos.jumps_of(5).unwrap();
    assert_eq!(slice, JumpSlice { offset: 4, count: 2 });
    let targets: Vec<_> = (-1..4).map(|value| akos.jump_target(slice, value)).collect();
    assert_eq!(targets, [None, None, Some(0x30), Some(0x40), None]);
    assert_eq!((akos.jumps_of(6), akos.conditions_of(6)), (None, None));
    let base = akos.conditions_of(5).unwrap();
    assert_eq!((0..4).map(|i| akos.condition(base, i)).collect::<Vec<_>>(), [2, 3, 0, 0]);
    let old = Akos::open(payload, Dialect::humongous(72)).unwrap();
    assert_eq!(old.jump_target(JumpSlice::default(), 4), Some(0x40), "the whole table, without slices");
    let bare = Akos::open(minimal(), Dialect::humongous(80)).unwrap();
    assert_eq!((bare.jumps_of(6), bare.conditions_of(6)), (Some(JumpSlice::default()), Some(0)));
}

#[test]
fn every_codec_is_written_and_read_again() {
    let pixels: Vec<u8> = (0..60u8).map(|i| if i % 7 < 3 { 255 } else { i / 5 }).collect();
    for codec in [Codec::Bomp, Codec::MajMin, Codec::Trle, Codec::Rle] {
        let mut source = fixture::source(0, &[0], &[]);
        source.codec = codec;
        let pixels: Vec<u8> =
            if codec == Codec::Rle { pixels.iter().map(|p| p & 15).collect() } else { pixels.clone() };
        source.pictures.truncate(2);
        source.pictures[1].width = 10;
        source.pictures[1].height = 6;
        source.pictures[1].pixels = PixelSource::Rows(pixels.clone());
        let akos = open(source.write().unwrap());
        assert_eq!(akos.problems(), []);
        assert_eq!((rows(&akos, 1), rows(&akos, 0)), (pixels, vec![1]), "{codec:?}");
    }
}

#[test]
fn single_pictures_of_codec_32_are_odd() {
    for (codec, codes, wanted) in [
        (Codec::Trle, &[0][..], true),
        (Codec::Trle, &[0xC0, 0x20, 1, 0, 0, 0, 0, 0], false),
        (Codec::MajMin, &[0], false),
    ] {
        let mut source = fixture::source(0, codes, &[(0, &[(0, 6, 0, 0)])]);
        source.codec = codec;
        source.pictures.truncate(1);
        let found = check::check(&open(source.write().unwrap()));
        let said = |text: &str| found.iter().any(|problem| problem.text.contains(text));
        assert_eq!(said("of codec 32, by itself"), wanted, "{codec:?}: {found:?}");
    }
}

/// The only fault of this kind known from a sold game: a jump that leads into a command.
#[test]
fn a_jump_into_the_middle_of_an_instruction_is_checked() {
    // picture 0; set variable 5; picture 1; goto 3, where the value of `set` stands.
    for (value, severity, wanted) in [
        ("C0 99", Severity::Broken, "c099 is no code: limbs that come here stop"),
        ("99 C0", Severity::Broken, "99c0 is no code: limbs that come here stop"),
        ("7F 00", Severity::Odd, "shows picture 127 of 3"),
        ("02 00", Severity::Note, ""),
    ] {
        let sequence = hex(&format!("00 C0 10 {value} 05 01 C0 30 03 00"));
        let mut source = fixture::source(0, &sequence, &[(0, &[(0, 6, 0, 0)])]);
        source.pictures.truncate(3);
        let akos = Akos::open(source.write().unwrap(), Dialect::humongous(90)).unwrap();
        let found = check::check(&akos);
        let at = found.iter().find(|problem| problem.path == "AKSQ 0x0003");
        let said = at.map_or((Severity::Note, ""), |problem| (problem.severity, &*problem.text));
        assert_eq!(said, (severity, wanted), "{value}: {found:?}");
        let unseen =
            found.iter().any(|problem| problem.path == "picture 2" && problem.text == "no record shows it");
        assert_eq!(unseen, value != "02 00", "{value}");
    }
}

#[test]
fn a_picture_without_data_is_reported() {
    for codec in [Codec::Bomp, Codec::MajMin, Codec::Trle, Codec::Rle] {
        let mut source = fixture::source(0, &[0, 1], &[(0, &[(0, 2, 0, 1)])]);
        source.codec = codec;
        source.pictures.truncate(2);
        source.pictures[0].width = 4;
        source.pictures[0].height = 2;
        source.pictures[0].pixels = PixelSource::Rows(vec![1; 8]);
        let payload = source.write().unwrap();
        let offsets = open(payload.clone()).parts.offsets.at;
        let pixels = open(payload.clone()).parts.pixels;
        let behind = u32::try_from(pixels.end - pixels.at).unwrap();
        let found = |payload: Vec<u8>, picture: usize| {
            let found = check::check(&open(payload)).into_iter();
            let path = format!("picture {picture}");
            found.filter(|it| it.severity != Severity::Note && it.path == path).collect::<Vec<_>>()
        };
        assert_eq!(found(payload.clone(), 0), [], "{codec:?}");
        for (picture, at, severity, wanted) in [
            (0, behind, Severity::Broken, "has no data: its pixels are made up as the codec has it"),
            (0, behind + 1, Severity::Broken, "its entry leads outside the pixels"),
            (1, 0, Severity::Odd, "begin where those of picture 0 begin, which is 4 × 2"),
        ] {
            let mut payload = payload.clone();
            let entry = offsets + 6 * picture;
            payload[entry..entry + 4].copy_from_slice(&at.to_le_bytes());
            let found = found(payload, picture);
            let is_said = found.iter().any(|it| it.severity == severity && it.text.contains(wanted));
            assert!(is_said, "{codec:?}: {wanted}: {found:?}");
        }
    }
}

#[test]
fn all_that_cannot_be_written_is_said_at_once() {
    let mut source = minimal_source();
    source.palette.push(0);
    source.record_table[0] = Some(7);
    source.pictures[0].width = 4;
    let paths: Vec<String> = source.write().unwrap_err().problems.into_iter().map(|p| p.path).collect();
    assert_eq!(paths, ["palette", "record 0", "picture 0"]);
    source = minimal_source();
    source.pictures[0].pixels = PixelSource::Rows(vec![16; 6]);
    assert_eq!(source.write().unwrap_err().problems[0].path, "picture 0");
}

#[test]
fn a_changed_picture_leaves_the_others_as_they_are() {
    let akos = make(Dialect::V7, &[0], &[]);
    let mut edit = akos.edit();
    let new =
        PictureSource { move_x: 0, move_y: -1, ..PictureSource::new((2, 3), (7, 8), vec![1, 2, 3, 4, 5, 6]) };
    edit.set_picture(5, &new).unwrap();
    edit.set_palette(&[3; 16]).unwrap();
    assert!(edit.set_palette(&[3; 32]).is_err());
    assert!(edit.set_picture(512, &new).is_err());
    let changed = open(edit.write());
    assert_eq!(changed.palette(), [3; 16]);
    for index in 0..512 {
        let (old, new) = (akos.picture(index).unwrap(), changed.picture(index).unwrap());
        if index == 5 {
            assert_eq!((rows(&changed, 5), new.info.x, new.info.move_y), (vec![1, 2, 3, 4, 5, 6], 7, -1));
        } else {
            assert_eq!(
                (old.info.x, old.info.y, old.encoded()),
                (new.info.x, new.info.y, new.encoded()),
                "{index}"
            );
        }
    }
    // Change it back: the bytes are the same again.
    let old = PictureSource { move_x: 1, move_y: 2, ..PictureSource::new((1, 1), (5, -5), vec![1]) };
    edit.set_picture(5, &old).unwrap();
    edit.set_palette(akos.palette()).unwrap();
    assert_eq!(edit.write(), akos.payload());
}

#[test]
fn a_picture_that_shares_its_pixels_gets_its_own_when_it_changes() {
    let mut payload = minimal();
    let table = place(&payload, b"AKOF");
    payload[table - 1] = 8 + 12;
    payload.splice(table + 6..table + 6, [0; 6]);
    let mut edit = open(payload).edit();
    let pixels = PixelSource::Rows(vec![5; 6]);
    edit.set_picture(1, &PictureSource { width: 2, height: 3, x: 0, y: 0, move_x: 0, move_y: 0, pixels })
        .unwrap();
    let akos = open(edit.write());
    assert_eq!((rows(&akos, 0), rows(&akos, 1)), (vec![1, 1, 0, 2, 2, 2], vec![5; 6]));
    assert_eq!((akos.picture_info(0).unwrap().x, akos.picture_info(1).unwrap().x), (-1, 0));
}

#[test]
fn pictures_of_codec_5_are_packed_as_their_neighbours_are() {
    for split in bomp::Split::ALL {
        let rows: Vec<u8> = vec![1, 1, 1, 1, 1, 0, 5, 6, 7, 7, 7, 7, 9];
        let mut source = fixture::source(0, &[0], &[]);
        source.codec = Codec::Bomp;
        source.pictures.truncate(1);
        source.pictures[0].width = 13;
        source.pictures[0].pixels = PixelSource::Encoded(bomp::encode(&rows, 13, split).unwrap());
        let akos = open(source.write().unwrap());
        assert_eq!(akos.packer(), Some(Packer::Bomp(split)));
        let mut edit = akos.edit();
        source.pictures[0].pixels = PixelSource::Rows(rows);
        edit.set_picture(0, &source.pictures[0]).unwrap();
        assert_eq!(edit.write(), akos.payload());
    }
}

fn child(tag: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    crate::block::write::block(*tag, payload)
}

#[test]
fn auxiliary_frames() {
    let empty = child(b"AUXD", &child(b"AXFD", &[0, 0]));
    let changes = [6, 0, 3, 0, 2, 9, 3, 0];
    let header = [1, 0, 0xFE, 0xFF, 5, 0, 3, 0, 1, 0];
    let area = [1, 0, 0, 0, 1, 0, 2, 0, 3, 0];
    let full = child(
        b"AUXD",
        &[
            child(b"AXFD", &[&header[..], &changes[..]].concat()),
            child(b"AXUR", &area),
            child(b"AXER", &area[2..]),
        ]
        .concat(),
    );
    let table = |at: [u32; 3]| child(b"OFFS", &at.map(u32::to_le_bytes).concat());
    let first = u32::try_from(table([0; 3]).len()).unwrap();
    let offsets = table([first, first + u32::try_from(empty.len()).unwrap(), 3]);
    let mut source = minimal_source();
    source.others = vec![(*b"AKAX", child(b"WRAP", &[offsets, empty, full].concat()))];
    let akos = Akos::open(source.write().unwrap(), Dialect::humongous(80)).unwrap();
    assert_eq!(akos.problems(), []);
    assert_eq!(akos.frame_count(), 3);
    assert_eq!((akos.frame(0).unwrap().kind, akos.frame(0).unwrap().packing), (0, None));
    let frame = akos.frame(1).unwrap();
    assert_eq!((frame.x, frame.y, frame.width, frame.height), (-2, 5, 3, 1));
    assert_eq!((frame.packing, frame.data), (Some(delta::Packing::Drle), &changes[..]));
    let area = Area { left: 0, top: 1, right: 2, bottom: 3 };
    assert_eq!((frame.refresh, frame.restore), (vec![area], Some(area)));
    assert!(matches!(akos.frame(2).unwrap_err().kind(), ErrorKind::BadValue(_)));
    assert!(matches!(akos.frame(3).unwrap_err().kind(), ErrorKind::NoSuchItem(_)));
}

#[test]
fn names_of_sequences() {
    let entry = |name: &[u8], start: &[u8]| {
        child(b"SEQI", &[child(b"NAME", name), child(b"STOF", start), child(b"SIZE", &[])].concat())
    };
    let entries = [child(b"OFFS", &[0; 8]), entry(b"walk\0", &[4, 1]), entry(b"a\xFFb", &[])].concat();
    let mut source = minimal_source();
    source.others = vec![(*b"SQDB", child(b"WRAP", &entries))];
    let names = open(source.write().unwrap()).sequence_names();
    assert_eq!(names.len(), 2);
    assert_eq!((names[0].name.as_str(), names[0].start), ("walk", Some(0x104)));
    assert_eq!((names[1].name.as_str(), names[1].start), ("a\\xffb", None));
    assert_eq!(open(minimal()).sequence_names(), []);
}

proptest! {
    #[test]
    fn whatever_is_read_is_written_again(payload in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(AkosEdit::read(&payload).write(), payload);
    }

    #[test]
    fn damaged_blocks_are_handled_and_written_again(
        hits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        humongous: bool,
    ) {
        let mut source = fixture::source(0, &[0, 0x80, 0x85], &[(4, &[(0, 2, 0, 1), (3, 6, 1, 0)])]);
        source.jumps = vec![0, 1];
        source.jump_slices = vec![(0, 0, 2)];
        source.conditions = vec![1];
        source.condition_starts = vec![(0, 0)];
        source.pictures.truncate(4);
        source.others = vec![(*b"AKAX", child(b"WRAP", &child(b"OFFS", &[0; 8])))];
        let mut payload = source.write().unwrap();
        for (at, value) in hits {
            let at = at.index(payload.len());
            payload[at] = value;
        }
        prop_assert_eq!(AkosEdit::read(&payload).write(), payload.clone());
        let dialect = if humongous { Dialect::humongous(90) } else { Dialect::V7 };
        if let Ok(akos) = Akos::open(payload, dialect) {
            ask_everything(&akos);
            let mut edit = akos.edit();
            let pixels = PixelSource::Rows(vec![3; 4]);
            let picture = PictureSource { width: 2, height: 2, x: 0, y: 0, move_x: 0, move_y: 0, pixels };
            let _ = edit.set_picture(1, &picture);
            let _ = edit.write();
        }
    }
}

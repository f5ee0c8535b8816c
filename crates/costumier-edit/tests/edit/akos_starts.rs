//! Programs that begin where none began, in costumes whose tables list each beginning (AKST, AKSF).

use crate::support::{edited, pack, unpack};
use costumier::format::akos::{Akos, AkosEntry, AkosSource, Codec, JumpSlice, LIMBS, Mode};
use costumier::{Costume, Dialect};
use costumier_build::{PictureSource, PixelSource};
use costumier_edit::folder::{self, About, Files, ORIGINAL, PackOptions, TEXT};

/// Two pictures; two limbs that begin at 0 and at 2, each listed in both tables, and one that is taken away.
fn costume(starts: &[(u16, u32)]) -> Costume {
    let mut source = AkosSource::new(Codec::Rle, (0..16).collect());
    let rows = |value| PixelSource::Rows(vec![value; 4]);
    source.pictures = [1, 2]
        .map(|value| PictureSource {
            width: 2,
            height: 2,
            x: 0,
            y: 0,
            move_x: 0,
            move_y: 0,
            pixels: rows(value),
        })
        .to_vec();
    source.sequence = vec![0, 1, 1, 0];
    let window = |mode, start| Some(AkosEntry { mode, start, length: 1 });
    let mut limbs = [None; LIMBS];
    limbs[0] = window(Mode::Loop, 0);
    limbs[1] = window(Mode::Once, 2);
    limbs[2] = Some(AkosEntry { mode: Mode::Kill, start: 0, length: 0 });
    source.records = vec![limbs];
    source.record_table = vec![Some(0)];
    source.jumps = vec![0, 2];
    source.jump_slices = vec![(0, 0, 1), (2, 1, 1)];
    source.conditions = vec![1, 2];
    source.condition_starts = starts.to_vec();
    Costume::open(*b"AKOS", source.write().unwrap(), Dialect::humongous(80)).unwrap()
}

/// What the first limb does in the text, and steps that no program has.
fn steps(files: &Files) -> (String, String) {
    let text = String::from_utf8(files[TEXT].clone()).unwrap();
    let line = text.lines().find(|line| line.starts_with("limb-0 = ")).unwrap().to_owned();
    let (_, pictures) = text.split_once("[[picture]]").unwrap();
    let pictures = pictures.split_once("[[chore]]").unwrap().0;
    let names: Vec<&str> = pictures.lines().filter_map(|line| line.strip_prefix("name = ")).collect();
    let [first, second] = names.as_slice() else { panic!("{text}") };
    (line, format!("limb-0 = {{ loop = [{second}, {second}, {second}, {first}] }}"))
}

#[test]
fn a_window_that_begins_anew_gets_entries_in_both_tables() {
    let costume = costume(&[(0, 1), (2, 1)]);
    let files = unpack(&costume, &About::default());
    let (from, to) = steps(&files);
    let packed = pack(&edited(&files, &from, &to));
    let opened = Costume::open(*b"AKOS", packed.payload, Dialect::humongous(80)).unwrap();
    let akos: &Akos = opened.as_akos().unwrap();
    assert_eq!(akos.record(0).unwrap().limbs[0].unwrap().start, 4);
    assert_eq!(akos.conditions_of(4), Some(0), "the first on");
    assert_eq!(akos.jumps_of(4), Some(JumpSlice { offset: 0, count: 0 }), "none");
    // What was there says what it said.
    assert_eq!((akos.conditions_of(0), akos.conditions_of(2)), (Some(4), Some(4)));
    assert_eq!(akos.jumps_of(2), Some(JumpSlice { offset: 2, count: 1 }));
    assert_eq!(opened.check(), costume.check());
}

/// Entries that a block lacks are no business of an edit elsewhere.
#[test]
fn what_was_missing_stays_missing() {
    let costume = costume(&[(2, 1)]);
    let texts: Vec<String> = costume.check().into_iter().map(|problem| problem.text).collect();
    let missing =
        "AKST has no entry for 0x0: ScummVM ends there, here conditions from the first on are taken";
    assert_eq!(
        texts.iter().filter(|text| *text == missing).count(),
        2,
        "the loop and who is taken away: {texts:?}"
    );
    let files = unpack(&costume, &About::default());
    let (from, to) = steps(&files);
    let packed = pack(&edited(&files, &from, &to));
    let opened = Costume::open(*b"AKOS", packed.payload, Dialect::humongous(80)).unwrap();
    let akos = opened.as_akos().unwrap();
    assert_eq!((akos.conditions_of(4), akos.conditions_of(0)), (Some(0), None));
}

/// Where there was no table, its first entry makes all others lacking.
#[test]
fn a_first_entry_brings_those_of_all_others() {
    let mut files = unpack(&costume(&[]), &About::default());
    files.get_mut(TEXT).unwrap().extend_from_slice(b"\n[[condition_start]]\nstart = 2\nfirst = 1\n");
    let packed = pack(&files);
    let opened = Costume::open(*b"AKOS", packed.payload, Dialect::humongous(80)).unwrap();
    let akos = opened.as_akos().unwrap();
    assert_eq!((akos.conditions_of(0), akos.conditions_of(2)), (Some(0), Some(4)));
}

#[test]
fn without_the_block_a_missing_entry_is_refused() {
    let mut files = unpack(&costume(&[(2, 1)]), &About::default());
    files.remove(ORIGINAL);
    let refused = folder::pack(&files, &PackOptions::default()).unwrap_err();
    assert!(refused.to_string().contains("AKST has no entry for 0x0"), "{refused}");
}

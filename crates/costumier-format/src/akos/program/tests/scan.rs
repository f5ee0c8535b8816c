//! Tests of the scan: what is reached, from where, and that the text assembles to the same bytes.

use super::super::{Program, assemble};
use crate::akos::Akos;
use crate::akos::fixture::{make, source};
use crate::cost::fixture::hex;
use crate::dialect::Dialect;
use proptest::prelude::*;

/// The program of `docs/format/akos-programs.md §10`, with three bytes behind it that nothing reaches.
const TRACE: &str = "05 C0 60 80 85 C0 70 10 00 00 03 00 C0 30 00 00 C0 01 C0 FF 07 C0 10";

#[test]
fn the_traced_program() {
    let akos = make(Dialect::V7, &hex(TRACE), &[(6, &[(0, 6, 0, 0)]), (5, &[(0, 6, 0, 0), (3, 7, 16, 0)])]);
    let program = Program::of(&akos);
    assert_eq!(
        program.listing(&akos),
        "\
; limb 0, run: init east/south
L0000:
    picture 5
    increment
    picture 133
    if-eq-goto to=L0010 var=0 value=3
    goto to=L0000
; limb 3, still: init east
L0010:
    empty
    end
; not reached by any record
    picture 7
    bytes c0 10  ; set value=0 var=0
"
    );
    assert_eq!(assemble(&program.listing(&akos), &akos.dialect().akos).unwrap(), akos.sequence());
    let from: Vec<&[usize]> = program.items.iter().map(|item| item.reached_from.as_slice()).collect();
    let expected: [&[usize]; 9] = [&[0], &[0], &[0], &[0], &[0], &[0, 1], &[0], &[], &[]];
    assert_eq!(from, expected);
}

#[test]
fn pictures_share_a_line_up_to_a_label_and_chores_are_named() {
    let mut records: Vec<(usize, &[_])> = (8..12).map(|index| (index, &[(0, 2, 0, 4)][..])).collect();
    records.push((24, &[(1, 3, 4, 3)]));
    let akos = make(Dialect::V7, &hex("01 02 81 10 03 C0 60 04 05"), &records);
    let text = Program::of(&akos).listing(&akos);
    assert_eq!(
        text,
        "\
; limb 0, loop +4: walk
L0000:
    picture 1 2 272
; limb 1, once +3: chore 6 west
L0004:
    picture 3
    increment
    picture 4
; not reached by any record
    picture 5
"
    );
    assert_eq!(assemble(&text, &akos.dialect().akos).unwrap(), akos.sequence());
}

#[test]
fn windows_know_no_operands() {
    // Mode 3 over a command with operands: its operands are pictures.
    let akos = make(Dialect::V7, &hex("C0 10 03 00 01 02"), &[(4, &[(0, 3, 0, 5)])]);
    let program = Program::of(&akos);
    let statements: Vec<String> = program.items.iter().map(|item| program.statement(item)).collect();
    assert_eq!(statements, ["bytes c0 10", "picture 3", "picture 0", "picture 1", "picture 2"]);
}

#[test]
fn a_jump_into_a_command_is_told() {
    // goto 5 is within the picture's two bytes at 4.
    let akos = make(Dialect::V7, &hex("C0 30 05 00 81 05 C0 FF"), &[(4, &[(0, 6, 0, 0), (1, 7, 4, 0)])]);
    let program = Program::of(&akos);
    let within: Vec<u16> = program.items[1].codes().map(|(at, _)| at).collect();
    assert_eq!(within, [4, 5]);
    assert_eq!(program.statement(&program.items[0]), "goto to=0x0005");
    let listing = program.listing(&akos);
    assert!(listing.contains("; also entered at 0x0005, within the above: picture 5\n"), "{listing}");
    assert_eq!(assemble(&listing, &akos.dialect().akos).unwrap(), akos.sequence());
}

#[test]
fn jump_tables_are_followed() {
    let mut made = source(0, &hex("C0 88 00 01 02 C0 FF"), &[(4, &[(0, 6, 0, 0)])]);
    made.jumps = vec![3, 4];
    made.jump_slices = vec![(0, 1, 1)];
    let payload = made.write().unwrap();
    let reached = |dialect| {
        let akos = Akos::open(payload.clone(), dialect).unwrap();
        let items = Program::of(&akos).items;
        items.iter().filter(|item| !item.reached_from.is_empty()).map(|item| item.at).collect::<Vec<_>>()
    };
    assert_eq!(reached(Dialect::humongous(80)), [0, 4, 5]);
    assert_eq!(reached(Dialect::humongous(72)), [0, 3, 4, 5]);
}

#[test]
fn hostile_programs_are_given_up() {
    let sequence: Vec<u8> = vec![1; 60_000];
    let parts: Vec<(usize, u8, u16, u16)> =
        (0..16).map(|limb| (limb, 6, u16::try_from(limb).unwrap(), 0)).collect();
    let lists: Vec<Vec<_>> = (0..40u16)
        .map(|i| parts.iter().map(|(limb, mode, start, len)| (*limb, *mode, start + 16 * i, *len)).collect())
        .collect();
    let records: Vec<(usize, &[_])> =
        lists.iter().enumerate().map(|(i, list)| (i, list.as_slice())).collect();
    let akos = make(Dialect::V7, &sequence, &records);
    assert!(Program::of(&akos).cut_off);
}

proptest! {
    #[test]
    fn every_listing_assembles_to_what_it_was_made_from(
        pieces in prop::collection::vec(
            prop_oneof![
                prop::collection::vec(any::<u8>(), 1..4),
                (0u8..0x26, prop::collection::vec(0u8..40, 0..12))
                    .prop_map(|(low, rest)| [vec![0xC0, low], rest].concat()),
                (0x30u8..=0xFF, prop::collection::vec(0u8..40, 0..6))
                    .prop_map(|(low, rest)| [vec![0xC0, low], rest].concat()),
            ],
            0..30,
        ),
        parts in prop::collection::vec((0u8..10, 0u16..80, 0u16..20), 1..16),
        version in prop_oneof![Just(None), Just(Some(61)), Just(Some(90))],
    ) {
        let sequence = pieces.concat();
        let numbered = parts.iter().enumerate();
        let parts: Vec<_> =
            numbered.map(|(limb, (mode, start, len))| (limb, *mode, *start, *len)).collect();
        let dialect = version.map_or(Dialect::V7, Dialect::humongous);
        let akos = make(dialect, &sequence, &[(4, &parts), (9, &parts)]);
        let program = Program::of(&akos);
        let covered: usize = program.items.iter().map(|item| item.bytes.len()).sum();
        prop_assert_eq!(covered, sequence.len());
        for item in &program.items {
            let fields = item.fields();
            let places = fields.iter().flat_map(|field| field.bytes.clone());
            prop_assert!(places.eq(0..item.bytes.len()), "{:?}: {:?}", item, fields);
        }
        let text = program.listing(&akos);
        prop_assert_eq!(assemble(&text, &dialect.akos).unwrap(), sequence, "{}", text);
    }
}
